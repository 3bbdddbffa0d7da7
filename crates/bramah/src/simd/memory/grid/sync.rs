//! What a meeting of threads is made of: locks, atomic numbers, and what a panic does.

pub(super) use std::sync::{
    Condvar, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};
use std::{
    any::Any,
    boxed::Box,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
};

/// How often a thread looks before it sleeps: some microseconds.
pub(super) const LOOKS: u32 = 2000;

/// What a thread does between two looks.
#[inline]
pub(super) fn look_again() {
    core::hint::spin_loop();
}

/// Does work that may panic. Nothing that the work left unfinished is read: the panic goes on.
pub(super) fn attempt(work: impl FnOnce()) -> Result<(), Box<dyn Any + Send>> {
    catch_unwind(AssertUnwindSafe(work))
}

/// Goes on with a panic.
pub(super) fn go_on(panic: Box<dyn Any + Send>) {
    resume_unwind(panic)
}
