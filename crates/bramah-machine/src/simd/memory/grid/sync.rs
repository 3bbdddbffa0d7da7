//! The primitives for threads that share a grid: locks, atomics, and the treatment of a panic.

pub(super) use std::sync::{
    Condvar, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};
use std::{
    any::Any,
    boxed::Box,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
};

/// The number of times that a waiting thread checks whether it may continue before it goes to sleep. All of these checks
/// together take some microseconds.
pub(super) const LOOKS: u32 = 2000;

/// Waits a moment between two checks, and tells the CPU that the thread is waiting.
#[inline]
pub(super) fn look_again() {
    core::hint::spin_loop();
}

/// Runs `work` and catches a panic. Asserting unwind safety is sound because the caller resumes the panic and does not read
/// unfinished data.
pub(super) fn attempt(work: impl FnOnce()) -> Result<(), Box<dyn Any + Send>> {
    catch_unwind(AssertUnwindSafe(work))
}

/// Resumes a panic that [`attempt`] has caught.
pub(super) fn go_on(panic: Box<dyn Any + Send>) {
    resume_unwind(panic)
}
