//! The work that is left, handed out group by group.

use super::{group::Group, source::Source};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Files in a group: enough to fill the lanes several times over.
const GROUP_LEN: usize = 64;

/// What is left to do, and who is at it.
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
    workers: usize,
}

struct State {
    source: Source,
    /// Groups that a worker gave back because a large file keeps it busy.
    returned: Vec<Group>,
    busy: usize,
}

impl Queue {
    pub(super) fn new(source: Source, workers: usize) -> Self {
        let state = State { source, returned: Vec::new(), busy: 0 };
        Self { state: Mutex::new(state), changed: Condvar::new(), workers }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next group; false when nothing is left and nobody can give anything back. The worker
    /// counts as busy until [`done`](Self::done).
    pub(super) fn take(&self, group: &mut Group) -> bool {
        let mut state = self.lock();
        loop {
            let first = (0..state.returned.len()).min_by_key(|&i| state.returned[i].first);
            if let Some(index) = first {
                *group = state.returned.swap_remove(index);
            } else if !state.source.fill(group, GROUP_LEN) {
                if state.busy == 0 {
                    self.changed.notify_all();
                    return false;
                }
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            state.busy += 1;
            return true;
        }
    }

    /// Gives a part of a group to others.
    pub(super) fn give_back(&self, group: Group) {
        self.lock().returned.push(group);
        self.changed.notify_one();
    }

    /// A group is done.
    pub(super) fn done(&self) {
        let mut state = self.lock();
        state.busy -= 1;
        if state.busy == 0 {
            self.changed.notify_all();
        }
    }

    /// How many workers have nothing to do and will find nothing.
    pub(super) fn idle(&self) -> usize {
        let state = self.lock();
        self.workers.saturating_sub(state.busy + state.returned.len())
    }
}
