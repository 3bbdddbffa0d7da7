//! Work on several threads.

/// Does `work` on every item, on as many threads as there are `rooms`, of which this is one, each with its
/// own; on this alone without `std`. What the work leaves on the stack is erased.
pub(crate) fn spread<T: Send, R: Send>(
    items: impl Iterator<Item = T> + Send,
    rooms: &mut [R],
    work: impl Fn(T, &mut R) + Sync,
) {
    let Some((first, others)) = rooms.split_first_mut() else { return };
    #[cfg(feature = "std")]
    if !others.is_empty() {
        use std::{
            sync::{Mutex, PoisonError},
            thread,
        };
        let queue = Mutex::new(items);
        let run = |room: &mut R| {
            loop {
                let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some(item) = next else { break };
                work(item, room);
            }
            crate::wipe::stack();
        };
        thread::scope(|scope| {
            let run = &run;
            for room in others {
                // without it the others have more to do
                let _ = thread::Builder::new().spawn_scoped(scope, move || run(room));
            }
            run(first);
        });
        return;
    }
    let _ = others;
    for item in items {
        work(item, first);
    }
    crate::wipe::stack();
}
