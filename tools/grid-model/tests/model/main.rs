//! A model of the threads that fill Argon2's memory: explores all orders in which they can run, and all values that
//! Rust's memory model allows them to read.
//!
//! `meeting.rs` and `spot.rs` are the library's files, compiled here with the locks, condition variables and atomics of
//! `loom`. The grid has a few blocks. Each block is a cell that fails the test if two threads access it without
//! synchronization and one of them writes.
#![allow(unsafe_code)] // the library's files have some, with their reasons

#[path = "../../../../crates/bramah-machine/src/simd/memory/grid/meeting.rs"]
mod meeting;
#[allow(dead_code)] // items that only the memory of grids needs
#[allow(unreachable_pub)] // public to the crates over the machine
#[path = "../../../../crates/bramah-machine/src/simd/memory/grid/spot.rs"]
mod spot;

mod sync {
    pub(super) use loom::sync::{
        Condvar, Mutex, MutexGuard,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    };
    use std::cell::Cell;
    pub(super) use std::sync::PoisonError;

    /// One look suffices to test both paths: the condition is already true, or the thread waits.
    pub(super) const LOOKS: u32 = 1;

    pub(super) fn look_again() {}

    std::thread_local! {
        /// Whether the current work has panicked. All threads of a model share one thread of the system, so none of
        /// them can really panic while others continue.
        pub(super) static PANICS: Cell<bool> = const { Cell::new(false) };
    }

    pub(super) fn attempt(work: impl FnOnce()) -> Result<(), ()> {
        work();
        if PANICS.take() { Err(()) } else { Ok(()) }
    }

    pub(super) fn go_on(_: ()) {}
}

use loom::{cell::UnsafeCell, sync::Arc, thread};
use meeting::{Meeting, Task};
use spot::{SLICES, Shape, Spot};

/// A fault of a task.
#[derive(Clone, Copy, PartialEq)]
enum Fault {
    None,
    /// Panics in this step and lane.
    Panic(u64, u32),
    /// Reads a block of the slice that is being written, in another lane.
    Read,
}

/// A grid whose blocks contain the number of passes that have written them. The first step is `from`; all earlier steps
/// count as done.
struct Grid {
    shape: Shape,
    from: u64,
    steps: u64,
    fault: Fault,
    blocks: Vec<UnsafeCell<u64>>,
    ended: Vec<UnsafeCell<bool>>,
}

/// Returns the number of passes that have written a block before `step`.
fn written(shape: Shape, step: u64, index: u32) -> u64 {
    let slice = u64::from(index / shape.segment);
    (step + u64::from(SLICES) - 1 - slice) / u64::from(SLICES)
}

impl Grid {
    fn new(shape: Shape, from: u64, steps: u64, fault: Fault) -> Self {
        let all = (0..shape.lanes).flat_map(|_| 0..shape.lane());
        let blocks = all.map(|index| UnsafeCell::new(written(shape, from, index))).collect();
        let ended = (0..shape.lanes).map(|_| UnsafeCell::new(false)).collect();
        Self { shape, from, steps, fault, blocks, ended }
    }

    fn read(&self, lane: u32, index: u32) -> u64 {
        // SAFETY: the cell fails the test if another thread may be writing to it.
        self.blocks[(lane * self.shape.lane() + index) as usize].with(|block| unsafe { *block })
    }

    fn write(&self, lane: u32, index: u32, value: u64) {
        // SAFETY: the cell fails the test if another thread may be using it.
        self.blocks[(lane * self.shape.lane() + index) as usize].with_mut(|block| unsafe { *block = value });
    }
}

impl Task for Grid {
    unsafe fn work(&self, step: u64, lane: u32, count: u32) {
        let step = self.from + step;
        for lane in lane..lane + count {
            let spot = Spot::new(self.shape, step, lane);
            if self.fault == Fault::Panic(step, lane) {
                sync::PANICS.set(true);
                return;
            }
            if self.fault == Fault::Read {
                self.read((lane + 1) % self.shape.lanes, spot.start());
            }
            for at in spot.start()..spot.start() + self.shape.segment {
                for other in 0..self.shape.lanes {
                    for index in (0..self.shape.lane()).filter(|index| spot.is_readable(at, other, *index)) {
                        // only the blocks of the lane that were written before this block
                        let own = other == lane && (spot.start()..at).contains(&index);
                        let value = written(self.shape, step, index) + u64::from(own);
                        assert_eq!(
                            self.read(other, index),
                            value,
                            "step {step}: {lane} reads {other}, {index}"
                        );
                        assert!(value > 0, "step {step}: {lane} reads {other}, {index} before it is written");
                    }
                }
                assert_eq!(
                    self.read(lane, at),
                    written(self.shape, step, at),
                    "{step}, {lane}: written twice"
                );
                self.write(lane, at, spot.pass as u64 + 1);
            }
        }
    }

    unsafe fn end(&self, lane: u32) {
        for index in 0..self.shape.lane() {
            assert_eq!(self.read(lane, index), written(self.shape, self.from + self.steps, index));
            self.write(lane, index, 0);
        }
        // SAFETY: the cell fails the test if another thread may be using it.
        self.ended[lane as usize]
            .with_mut(|ended| unsafe { assert!(!core::mem::replace(&mut *ended, true)) });
    }
}

/// Explores all orders of `threads` threads that fill `lanes` lanes in `steps` steps, `group` lanes at a time.
fn explore(threads: usize, lanes: u32, from: u64, steps: u64, group: u32, fault: Fault) {
    explore_by(loom::model::Builder::new(), threads, lanes, from, steps, group, fault);
}

fn explore_by(
    model: loom::model::Builder,
    threads: usize,
    lanes: u32,
    from: u64,
    steps: u64,
    group: u32,
    fault: Fault,
) {
    model.check(move || {
        let grid = Grid::new(Shape { lanes, segment: 2 }, from, steps, fault);
        let meeting = Arc::new(Meeting::new(grid, lanes, steps, group));
        let others: Vec<_> = (1..threads)
            .map(|_| {
                let meeting = meeting.clone();
                thread::spawn(move || meeting.attend())
            })
            .collect();
        meeting.attend();
        for other in others {
            other.join().unwrap();
        }
        // all threads have returned; otherwise `loom` would report a deadlock
        for ended in &meeting.task.ended {
            // SAFETY: no other thread is left.
            assert_eq!(ended.with(|ended| unsafe { *ended }), !matches!(fault, Fault::Panic(..)));
        }
    });
}

#[test]
fn two_threads_in_the_first_pass() {
    explore(2, 2, 0, 2, 1, Fault::None);
}

#[test]
fn two_threads_from_one_pass_to_the_next() {
    explore(2, 2, 3, 2, 1, Fault::None);
}

#[test]
fn more_lanes_than_threads_two_at_once() {
    explore(2, 3, 4, 1, 2, Fault::None);
}

#[test]
fn three_threads() {
    // explores all orders with at most two preemptions
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(2);
    explore_by(model, 3, 3, 4, 1, 1, Fault::None);
}

#[test]
fn a_panic_lets_the_others_go() {
    explore(2, 2, 0, 1, 1, Fault::Panic(0, 1));
    explore(2, 2, 3, 2, 1, Fault::Panic(4, 0));
}

#[test]
#[should_panic(expected = "Causality violation")]
fn a_read_of_what_is_being_written_is_found() {
    explore(2, 2, 0, 1, 1, Fault::Read);
}
