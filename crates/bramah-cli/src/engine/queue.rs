//! The remaining work, handed out group by group.

use super::{group::Group, source::Source};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The number of files in a group: enough to fill the lanes several times.
const GROUP_LEN: usize = 64;

/// The remaining work, and the number of workers.
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
    workers: usize,
}

struct State {
    source: Source,
    /// Whether the source has ended.
    ended: bool,
    /// Groups that a worker returned because a large file keeps it busy.
    returned: Vec<Group>,
    busy: usize,
}

impl Queue {
    pub(super) fn new(source: Source, workers: usize) -> Self {
        let state = State { source, ended: false, returned: Vec::new(), busy: 0 };
        Self { state: Mutex::new(state), changed: Condvar::new(), workers }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the next group, and returns whether there may be another. `None` if nothing is left and no worker can
    /// return anything. The worker counts as busy until [`done`](Self::done).
    pub(super) fn take(&self, group: &mut Group) -> Option<bool> {
        let mut state = self.lock();
        loop {
            let first = (0..state.returned.len()).min_by_key(|&i| state.returned[i].first);
            if let Some(index) = first {
                *group = state.returned.swap_remove(index);
            } else if state.ended || !state.source.fill(group, GROUP_LEN) {
                state.ended = true;
                if state.busy == 0 {
                    self.changed.notify_all();
                    return None;
                }
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            } else {
                // a group that is not full is the last one
                state.ended = group.len() < GROUP_LEN;
            }
            state.busy += 1;
            return Some(!state.ended || !state.returned.is_empty());
        }
    }

    /// Returns a part of a group for other workers.
    pub(super) fn give_back(&self, group: Group) {
        self.lock().returned.push(group);
        self.changed.notify_one();
    }

    /// Marks a group as done.
    pub(super) fn done(&self) {
        let mut state = self.lock();
        state.busy -= 1;
        if state.busy == 0 {
            self.changed.notify_all();
        }
    }

    /// Returns the number of workers that have nothing to do and will find nothing.
    pub(super) fn idle(&self) -> usize {
        let state = self.lock();
        self.workers.saturating_sub(state.busy + state.returned.len())
    }
}
