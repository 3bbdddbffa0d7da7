//! The runs of a tree on several threads: a thread that is free takes the next part of the message.

use super::{super::ReadAt, TreeHash, TreeParams, With};
use crate::threads::on_all;
use std::{
    io,
    ops::Range,
    sync::{Mutex, PoisonError},
    vec::Vec,
};

/// The number of bytes that a thread takes at a time, for data in memory and for a source that is read. It is large
/// enough to outweigh the cost of taking work, or the cost of the read calls.
const IN_MEMORY: usize = 64 << 10;
const READ: usize = 1 << 20;
/// The maximum number of branches that wait to be joined to the trunk.
const WAITING: usize = 4096;

/// A function that fetches leaves, given their offset and length in bytes. It returns a slice, or fills the buffer and
/// returns `None`.
type Fetch<'a> = dyn Fn(u64, usize, &mut Vec<u8>) -> io::Result<Option<&'a [u8]>> + Sync + 'a;

impl<P: TreeParams> TreeHash<P> {
    /// Returns the length of a full run in bytes, or the maximum of `usize` if the length is larger.
    fn run_len(&self) -> usize {
        P::leaf_len(&self.start).saturating_mul(P::RUN)
    }

    /// Hashes whole leaves in memory on up to `threads` threads, including this one.
    pub(super) fn runs_parallel(&mut self, leaves: &[u8], threads: usize) {
        if threads < 2 {
            return self.runs(leaves);
        }
        let part = (P::RUN - self.index as usize % P::RUN) % P::RUN;
        let (front, leaves) =
            leaves.split_at(part.saturating_mul(P::leaf_len(&self.start)).min(leaves.len()));
        self.runs(front);
        let (runs, rest) = leaves.split_at(leaves.len() - leaves.len() % self.run_len());
        let fetch: &Fetch<'_> = &|at, len, _| Ok(Some(&runs[at as usize..][..len]));
        // reading from memory cannot fail
        let _ = self.spread(fetch, runs.len() as u64, IN_MEMORY, threads);
        self.runs(rest);
    }

    /// Appends the bytes in the range `bytes` of the source `read`, on up to `threads` threads.
    pub(super) fn append_from(
        &mut self,
        read: &ReadAt<'_>,
        bytes: Range<u64>,
        threads: usize,
    ) -> io::Result<()> {
        let (mut at, run_len) = (bytes.start, self.run_len() as u64);
        let leaf_len = P::leaf_len(&self.start) as u64;
        // read up to a multiple of the length of a run, and at the beginning of a message at least one run, so that the first
        // leaf is not among the runs below
        let within = (self.index % P::RUN as u64).saturating_mul(leaf_len).saturating_add(self.used as u64);
        let front = if self.index > 0 && within == 0 { 0 } else { run_len.saturating_sub(within) };
        let front_end = at.saturating_add(front).min(bytes.end);
        self.append_read(read, at..front_end)?;
        at = front_end;
        let runs = (bytes.end - at) / run_len * run_len;
        if runs > 0 {
            if self.used > 0 {
                self.close();
            }
            let from = at;
            self.spread(
                &|at, len, buffer| {
                    super::super::resize(buffer, len)?;
                    super::super::read_exact(read, from + at, buffer)?;
                    Ok(None)
                },
                runs,
                READ,
                threads,
            )?;
            self.leaf = P::leaf(&self.start, self.index);
        }
        self.append_read(read, at + runs..bytes.end)
    }

    /// Appends the bytes in the range `bytes` of the source `read`, only on this thread.
    fn append_read(&mut self, read: &ReadAt<'_>, bytes: Range<u64>) -> io::Result<()> {
        super::super::update_from(self, read, bytes)
    }

    /// Hashes `len` bytes of full runs on several threads. The first run begins at a multiple of `RUN` leaves.
    fn spread(&mut self, fetch: &Fetch<'_>, len: u64, work: usize, threads: usize) -> io::Result<()> {
        let run_len = self.run_len();
        let at_once = (work / run_len).max(1);
        let mut branches: Vec<Option<P::Branch>> = Vec::new();
        let mut done = 0;
        while done < len {
            let count = usize::try_from((len - done) / run_len as u64).unwrap_or(WAITING).min(WAITING);
            branches.clear();
            branches.resize(count, None);
            let (start, first, backend) = (&self.start, self.index, self.backend);
            let parts = branches.chunks_mut(at_once);
            let threads = threads.min(parts.len());
            let queue = Mutex::new(parts.enumerate());
            let failed = Mutex::new(None);
            let work = || {
                let mut buffer = Vec::new();
                loop {
                    let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some((part, branches)) = next else { break };
                    let at = done + (part * at_once) as u64 * run_len as u64;
                    let leaves = match fetch(at, branches.len() * run_len, &mut buffer) {
                        Ok(leaves) => leaves.unwrap_or(&buffer),
                        Err(error) => {
                            *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                            break;
                        }
                    };
                    let runs = leaves.chunks(run_len).zip(branches);
                    for (run, (leaves, branch)) in (part * at_once..).zip(runs) {
                        let index = first.wrapping_add((run * P::RUN) as u64);
                        *branch = Some(P::run(With { start, backend }, index, leaves));
                    }
                }
                if P::secret(start) {
                    crate::wipe::stack();
                }
            };
            on_all(threads, work);
            if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
                return Err(error);
            }
            for branch in branches.iter().flatten() {
                P::join(With { start, backend }, &mut self.trunk, branch);
            }
            self.index = self.index.wrapping_add((count * P::RUN) as u64);
            done += count as u64 * run_len as u64;
        }
        Ok(())
    }
}
