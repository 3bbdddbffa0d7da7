//! Locks for objects that several threads use.

use crate::buffer::RELEASE_FROM;
use pyo3::Python;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

/// Locks a state, as hashlib does. A thread that waits for another thread releases the interpreter lock.
pub(crate) fn locked<'a, T: Send>(py: Python<'_>, state: &'a Mutex<T>) -> MutexGuard<'a, T> {
    match state.try_lock() {
        Ok(guard) => guard,
        Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
        Err(TryLockError::WouldBlock) => {
            // the guard cannot be sent out of `detach`, so wait for the lock there, release it, and try again
            loop {
                py.detach(|| drop(state.lock().unwrap_or_else(PoisonError::into_inner)));
                match state.try_lock() {
                    Ok(guard) => return guard,
                    Err(TryLockError::Poisoned(poisoned)) => return poisoned.into_inner(),
                    Err(TryLockError::WouldBlock) => {}
                }
            }
        }
    }
}

/// Calls a function with a locked state. Releases the interpreter lock if `bytes`, the number of bytes to process, is large
/// enough.
pub(crate) fn changed<T: Send, R: Send>(
    py: Python<'_>,
    state: &Mutex<T>,
    bytes: usize,
    change: impl FnOnce(&mut T) -> R + Send,
) -> R {
    if bytes < RELEASE_FROM {
        return change(&mut locked(py, state));
    }
    py.detach(|| change(&mut state.lock().unwrap_or_else(PoisonError::into_inner)))
}
