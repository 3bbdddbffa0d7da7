//! Inputs that are read one at a time: standard input, FIFOs, devices. All who read such an input take bytes from the same
//! stream, so that two threads would each get a part of it.

use crate::identity::{Identity, identity};
use std::{
    fs::Metadata,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
};

/// The inputs that are being read; `None` stands for all that this system gives no identity.
static TAKEN: Mutex<Vec<Option<Identity>>> = Mutex::new(Vec::new());
static FREED: Condvar = Condvar::new();

fn taken() -> MutexGuard<'static, Vec<Option<Identity>>> {
    TAKEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The right to read an input, until this value is dropped.
pub(crate) struct Turn(Option<Identity>);

impl Turn {
    /// Takes the turn for an input; returns `None` if another thread has it.
    pub(super) fn try_take(input: &Metadata) -> Option<Self> {
        let (mut taken, input) = (taken(), identity(input));
        (!taken.contains(&input)).then(|| {
            taken.push(input);
            Self(input)
        })
    }

    /// Waits until no thread has the turn for an input.
    pub(super) fn wait(input: &Metadata) {
        let (mut taken, input) = (taken(), identity(input));
        while taken.contains(&input) {
            taken = FREED.wait(taken).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes the turn for an input once no other thread has it.
    pub(crate) fn take(input: &Metadata) -> Self {
        loop {
            match Self::try_take(input) {
                Some(turn) => return turn,
                None => Self::wait(input),
            }
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        taken().retain(|input| *input != self.0);
        FREED.notify_all();
    }
}
