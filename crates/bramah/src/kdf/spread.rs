//! Work on several threads.

/// Does `work` on every item, on up to `threads` threads, of which this is one; on this alone without `std`. What the work
/// leaves on the stack is erased.
pub(crate) fn spread<T: Send>(
    items: impl Iterator<Item = T> + Send,
    threads: usize,
    work: impl Fn(T) + Sync,
) {
    #[cfg(feature = "std")]
    if threads > 1 {
        use std::{
            sync::{Mutex, PoisonError},
            thread,
        };
        let queue = Mutex::new(items);
        let run = || {
            loop {
                let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some(item) = next else { break };
                work(item);
            }
            crate::wipe::stack();
        };
        thread::scope(|scope| {
            for _ in 1..threads {
                // without it the others have more to do
                let _ = thread::Builder::new().spawn_scoped(scope, run);
            }
            run();
        });
        return;
    }
    _ = threads;
    items.for_each(work);
    crate::wipe::stack();
}
