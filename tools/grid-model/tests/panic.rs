//! Tests a real panic in threads with the library's own locks: threads of the model cannot panic.
#![allow(unsafe_code)] // the library's file has some, with its reasons

#[path = "../../../crates/bramah-machine/src/simd/memory/grid/meeting.rs"]
mod meeting;
#[path = "../../../crates/bramah-machine/src/simd/memory/grid/sync.rs"]
mod sync;

use meeting::{Meeting, Task};
use std::sync::atomic::{AtomicU32, Ordering};

/// A task that panics in one lane of one step, and counts the finished lanes.
struct Panics {
    step: u64,
    lane: u32,
    ended: AtomicU32,
}

impl Task for Panics {
    unsafe fn work(&self, step: u64, lane: u32, _: u32) {
        assert!((step, lane) != (self.step, self.lane), "as it should");
    }

    unsafe fn end(&self, _: u32) {
        self.ended.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn a_panic_goes_on_in_its_thread_and_lets_the_others_go() {
    for (step, panics) in [(0, 1), (7, 1), (8, 0)] {
        let meeting = Meeting::new(Panics { step, lane: 2, ended: AtomicU32::new(0) }, 3, 8, 1);
        let panicked = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| meeting.attend())).collect();
            threads.into_iter().filter_map(|thread| thread.join().err()).count()
        });
        assert_eq!((panicked, meeting.task.ended.into_inner()), (panics, 3 * (1 - panics) as u32));
    }
}
