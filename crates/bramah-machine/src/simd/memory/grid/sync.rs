//! The primitives of a meeting of threads: locks, atomics, and the treatment of a panic.

pub(super) use std::sync::{
    Condvar, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};
use std::{
    any::Any,
    boxed::Box,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
};

/// The number of times that a thread looks before it sleeps, which takes some microseconds.
pub(super) const LOOKS: u32 = 2000;

/// Waits between two looks.
#[inline]
pub(super) fn look_again() {
    core::hint::spin_loop();
}

/// Does work that may panic. Data that the work left unfinished is not read: the panic is resumed.
pub(super) fn attempt(work: impl FnOnce()) -> Result<(), Box<dyn Any + Send>> {
    catch_unwind(AssertUnwindSafe(work))
}

/// Resumes a panic.
pub(super) fn go_on(panic: Box<dyn Any + Send>) {
    resume_unwind(panic)
}
