//! The remaining work, handed out group by group.

use super::group::{GROUP_LEN, Group, Items};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The remaining work, and the number of workers.
pub(super) struct Queue<'a, T> {
    state: Mutex<State<'a, T>>,
    changed: Condvar,
    workers: usize,
}

struct State<'a, T> {
    items: &'a mut dyn Items<T>,
    /// The items that were already read when the queue was made, until they are handed out.
    ahead: Group<T>,
    /// The position of the next item among all items.
    next: u64,
    /// Whether no items are left in `items`.
    ended: bool,
    /// Groups that a worker returned because a large file keeps it busy.
    returned: Vec<Group<T>>,
    busy: usize,
}

impl<'a, T> Queue<'a, T> {
    /// Makes a queue of the items in the group `ahead`, followed by `items`.
    pub(super) fn new((ahead, items): (Group<T>, &'a mut dyn Items<T>), workers: usize) -> Self {
        let state = State { items, ahead, next: 0, ended: false, returned: Vec::new(), busy: 0 };
        Self { state: Mutex::new(state), changed: Condvar::new(), workers }
    }

    fn lock(&self) -> MutexGuard<'_, State<'a, T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the next group, and returns whether there may be another; `None` if no items are left and no worker can
    /// return any. The worker counts as busy until [`done`](Self::done).
    pub(super) fn take(&self, group: &mut Group<T>) -> Option<bool> {
        let mut state = self.lock();
        loop {
            if state.take(group) {
                state.busy += 1;
                return Some(!state.ended || !state.returned.is_empty());
            }
            if state.busy == 0 {
                self.changed.notify_all();
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Puts a part of a group back for other workers.
    pub(super) fn give_back(&self, group: Group<T>) {
        self.lock().returned.push(group);
        self.changed.notify_one();
    }

    /// Marks a worker's group as done.
    pub(super) fn done(&self) {
        let mut state = self.lock();
        state.busy -= 1;
        if state.busy == 0 {
            self.changed.notify_all();
        }
    }

    /// Returns the number of workers that have no work and will find none.
    pub(super) fn idle(&self) -> usize {
        let state = self.lock();
        self.workers.saturating_sub(state.busy + state.returned.len())
    }
}

impl<T> State<'_, T> {
    /// Takes a group that was put back, or else the next items; returns false if there are none.
    fn take(&mut self, group: &mut Group<T>) -> bool {
        if let Some(index) = (0..self.returned.len()).min_by_key(|&i| self.returned[i].first) {
            *group = self.returned.swap_remove(index);
            return true;
        }
        if self.ended {
            return false;
        }
        group.restart(self.next);
        if self.next == 0 {
            std::mem::swap(group, &mut self.ahead);
        }
        self.items.fill(group, GROUP_LEN);
        self.next = group.end();
        // a group that is not full is the last one
        self.ended = group.len() < GROUP_LEN;
        group.len() > 0
    }
}
