//! Threads that share the segments of a grid. As soon as a thread is free, it takes the next segment, and waits until the
//! previous step is done. A waiting thread first spins, because the other threads usually need only a moment more, and then
//! sleeps.
//!
//! The threads and locks are in `sync`, next to this file. The model test in `tools/grid-model` has its own `sync`, whose locks
//! and atomics try all orders in which threads can run.

use super::sync::{
    AtomicBool, AtomicUsize, Condvar, LOOKS, Mutex, MutexGuard, Ordering, PoisonError, attempt, go_on,
    look_again,
};

/// The work that the threads share.
pub(super) trait Task {
    /// Does the work of a step in `count` lanes, beginning with `lane`.
    ///
    /// # Safety
    /// All earlier steps are done, and no other thread has these lanes in this step or does a later step.
    unsafe fn work(&self, step: u64, lane: u32, count: u32);

    /// Finishes a lane after the last step.
    ///
    /// # Safety
    /// All steps are done, and no other thread has the lane.
    unsafe fn end(&self, lane: u32);
}

/// The next work to be taken, and the progress of the work that was taken.
struct Queue {
    /// The step of the next segment to be taken.
    step: u64,
    lane: u32,
    /// The number of lanes that are done in the oldest unfinished step.
    done: u32,
}

/// A task, and the state that the threads of the task share.
pub(super) struct Meeting<T> {
    pub(super) task: T,
    lanes: u32,
    steps: u64,
    /// The number of lanes that a thread takes at a time.
    group: u32,
    queue: Mutex<Queue>,
    slept: Condvar,
    /// The number of finished steps, modulo the range of the type.
    finished: AtomicUsize,
    /// Whether the work has panicked.
    broken: AtomicBool,
}

impl<T> Meeting<T> {
    /// Makes the shared state for `steps` steps in each of `lanes` lanes. A thread takes up to `group` lanes at a time.
    pub(super) fn new(task: T, lanes: u32, steps: u64, group: u32) -> Self {
        Self {
            task,
            lanes,
            steps,
            group,
            queue: Mutex::new(Queue { step: 0, lane: 0, done: 0 }),
            slept: Condvar::new(),
            finished: AtomicUsize::new(0),
            broken: AtomicBool::new(false),
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_finished(&self, steps: u64) -> bool {
        self.finished.load(Ordering::Acquire).wrapping_sub(steps as usize) as isize >= 0
    }

    /// Waits until this number of steps is done. Returns false if they will never be done, because the work has panicked.
    fn wait(&self, steps: u64) -> bool {
        for _ in 0..LOOKS {
            if self.is_finished(steps) {
                return true;
            }
            look_again();
        }
        let mut queue = self.queue();
        while !self.is_finished(steps) {
            if self.broken.load(Ordering::Acquire) {
                return false;
            }
            queue = self.slept.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
        true
    }

    /// Wakes the other threads after a panic, because the step will never be done.
    fn give_up(&self) {
        self.broken.store(true, Ordering::Release);
        // takes the lock once: a thread that is about to sleep holds the lock from its last check of `broken` until it sleeps,
        // so it cannot miss the wake-up
        drop(self.queue());
        self.slept.notify_all();
    }
}

impl<T: Task> Meeting<T> {
    /// Runs one of the threads until no work is left.
    pub(super) fn attend(&self) {
        loop {
            let mut queue = self.queue();
            if queue.lane == self.lanes {
                (queue.step, queue.lane) = (queue.step + 1, 0);
            }
            let (step, lane) = (queue.step, queue.lane);
            if step > self.steps {
                return;
            }
            let count = if step < self.steps { self.group.min(self.lanes - lane) } else { 1 };
            queue.lane += count;
            drop(queue);
            if !self.wait(step) {
                return;
            }
            if step == self.steps {
                // SAFETY: all steps are done, and each lane is given to one thread only.
                unsafe { self.task.end(lane) };
                continue;
            }
            // SAFETY: all earlier steps are done, each segment is given to one thread only, and later steps wait for this one.
            if let Err(panic) = attempt(|| unsafe { self.task.work(step, lane, count) }) {
                self.give_up();
                return go_on(panic);
            }
            let mut queue = self.queue();
            queue.done += count;
            if queue.done == self.lanes {
                queue.done = 0;
                self.finished.store((step as usize).wrapping_add(1), Ordering::Release);
                drop(queue);
                self.slept.notify_all();
            }
        }
    }
}
