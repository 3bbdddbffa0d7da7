//! Distribution of work over several threads.

/// Calls `work` on every item, on at most as many threads as there are `rooms`. Each thread passes its own room to `work`. The
/// caller's thread is one of the threads; without `std`, it is the only thread. Erases the stack of each thread afterwards.
pub fn spread<T: Send, R: Send>(
    items: impl Iterator<Item = T> + Send,
    rooms: &mut [R],
    work: impl Fn(T, &mut R) + Sync,
) {
    #[cfg(feature = "std")]
    if rooms.len() > 1 {
        use std::sync::{Mutex, PoisonError};
        let queue = Mutex::new(items);
        let run = |room: &mut R| {
            loop {
                let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some(item) = next else { break };
                work(item, room);
            }
            crate::wipe::stack();
        };
        let count = rooms.len();
        let rooms = Mutex::new(rooms.iter_mut());
        crate::threads::on_all(count, || {
            let room = rooms.lock().unwrap_or_else(PoisonError::into_inner).next();
            room.into_iter().for_each(run);
        });
        return;
    }
    let Some(first) = rooms.first_mut() else { return };
    for item in items {
        work(item, first);
    }
    crate::wipe::stack();
}
