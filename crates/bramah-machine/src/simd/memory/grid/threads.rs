//! Threads that live until the grid is filled.

use super::{
    meeting::{Meeting, Task},
    *,
};
use crate::threads::on_all;
use std::sync::{Mutex, PoisonError};

/// A grid, the work on its segments, and the XOR of the last blocks of its lanes.
struct Filling<'a> {
    grid: &'a Grid,
    work: &'a Work<'a>,
    sum: Mutex<Block>,
}

impl Filling<'_> {
    fn add(&self, last: &Block) {
        let mut sum = self.sum.lock().unwrap_or_else(PoisonError::into_inner);
        for (sum, word) in sum.0.iter_mut().zip(&last.0) {
            *sum ^= word;
        }
    }
}

impl Task for Filling<'_> {
    unsafe fn work(&self, step: u64, lane: u32, count: u32) {
        // SAFETY: the caller guarantees the conditions of `Grid::work`.
        unsafe { self.grid.work(step, lane, count, self.work) }
    }

    unsafe fn end(&self, lane: u32) {
        let mut last = Block::ZERO;
        // SAFETY: the caller guarantees the conditions of `Grid::end`.
        unsafe { self.grid.end(lane, &mut last) };
        self.add(&last);
        wipe(&mut last.0);
    }
}

pub(super) fn fill(grid: &Grid, steps: u64, threads: usize, work: &Work<'_>, sum: &mut Block) {
    let lanes = grid.shape.lanes;
    let group = if lanes as usize / threads >= GROUP { GROUP as u32 } else { 1 };
    let filling = Filling { grid, work, sum: Mutex::new(Block::ZERO) };
    let mut meeting = Meeting::new(filling, lanes, steps, group);
    on_all(threads, || {
        meeting.attend();
        crate::wipe::stack();
    });
    let all = meeting.task.sum.get_mut().unwrap_or_else(PoisonError::into_inner);
    for (sum, word) in sum.0.iter_mut().zip(&all.0) {
        *sum ^= word;
    }
    wipe(&mut all.0);
}
