//! Objects that several threads use.

use crate::buffer::RELEASE_FROM;
use pyo3::Python;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

/// Locks a state, as hashlib does: a thread that waits for another releases the interpreter.
pub(crate) fn locked<'a, T: Send>(py: Python<'_>, state: &'a Mutex<T>) -> MutexGuard<'a, T> {
    match state.try_lock() {
        Ok(guard) => guard,
        Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
        Err(TryLockError::WouldBlock) => {
            // the guard cannot be sent out of `detach`: wait there, and try again
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

/// Changes a state, without the interpreter if it is over enough bytes.
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
