//! Hashing a file that is too large to be read as a whole: through one buffer, or with a thread that reads ahead.

use crate::buffer::Buffer;
pub(super) use crate::input::read;
use bramah::hash::{AnyHasher, READ_LEN};
use std::{
    fs::File,
    io::{self, Read},
    sync::{Arc, mpsc},
    thread,
    time::Instant,
};

/// The number of blocks in flight between the reader and the hashers.
const AHEAD: usize = 4;

/// Reads from an offset, up to the whole buffer.
#[cfg(unix)]
pub(super) fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, at)
}
#[cfg(windows)]
pub(super) fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, at)
}

/// Appends up to `limit` bytes to each hasher and returns their number; a smaller number means the end of the file. Up
/// to `threads` other threads may hash at the same time; with 0, this thread does all the work.
pub(super) fn update(
    reader: &mut impl Read,
    limit: u64,
    hashers: &mut [AnyHasher],
    threads: usize,
    buffer: &mut [u8],
    read_so_far: &dyn Fn(u64),
) -> io::Result<u64> {
    let mut total = 0;
    let mut costs = vec![0; hashers.len()];
    while total < limit {
        let len = buffer.len().min(usize::try_from(limit - total).unwrap_or(usize::MAX));
        let n = read(reader, &mut buffer[..len])?;
        if n == 0 {
            return Ok(total);
        }
        for (hasher, cost) in hashers.iter_mut().zip(&mut costs) {
            let began = Instant::now();
            hasher.update(&buffer[..n]);
            *cost = began.elapsed().as_nanos();
        }
        total += n as u64;
        read_so_far(n as u64);
        // the first block has shown the cost of each hash function
        if threads > 0 && n == len {
            // as many buffers as the memory allows
            let buffers: Vec<Buffer> = (0..AHEAD).map_while(|_| Buffer::try_new(READ_LEN).ok()).collect();
            if !buffers.is_empty() {
                let shares = shares(hashers, &costs, threads);
                return Ok(total + read_ahead(reader, limit - total, shares, buffers, read_so_far)?);
            }
        }
    }
    Ok(total)
}

/// Distributes the hashers among the threads, the most expensive first, each to the thread with the least work so far.
fn shares<'a>(hashers: &'a mut [AnyHasher], costs: &[u128], threads: usize) -> Vec<Vec<&'a mut AnyHasher>> {
    let mut dealt: Vec<(u128, &mut AnyHasher)> = costs.iter().copied().zip(hashers).collect();
    dealt.sort_by_key(|(cost, _)| std::cmp::Reverse(*cost));
    let mut shares: Vec<(u128, Vec<&mut AnyHasher>)> = Vec::new();
    shares.resize_with(threads.min(dealt.len()), Default::default);
    for (cost, hasher) in dealt {
        if let Some((sum, share)) = shares.iter_mut().min_by_key(|(sum, _)| *sum) {
            *sum += cost;
            share.push(hasher);
        }
    }
    shares.into_iter().map(|(_, share)| share).collect()
}

struct Block {
    bytes: Buffer,
    len: usize,
}

/// Reads on this thread. Each share of the hashers has its own thread, or runs on this thread if the system cannot
/// start another one. Each block goes to all threads, and the last thread to finish the block, maybe this one, returns
/// the block for reuse.
fn read_ahead(
    reader: &mut impl Read,
    limit: u64,
    shares: Vec<Vec<&mut AnyHasher>>,
    buffers: Vec<Buffer>,
    read_so_far: &dyn Fn(u64),
) -> io::Result<u64> {
    thread::scope(|scope| {
        let (back, free) = mpsc::channel();
        for buffer in buffers {
            let _ = back.send(buffer);
        }
        let mut feeds = Vec::new();
        let mut own: Vec<&mut AnyHasher> = Vec::new();
        for share in shares {
            let (feed, blocks) = mpsc::sync_channel::<Arc<Block>>(AHEAD);
            // the share is sent after the thread has started: a failed start would drop it
            let (give, given) = mpsc::channel::<Vec<&mut AnyHasher>>();
            let back = back.clone();
            let hash = move || {
                let Ok(mut share) = given.recv() else { return };
                for block in blocks {
                    for hasher in &mut share {
                        hasher.update(&block.bytes[..block.len]);
                    }
                    if let Some(block) = Arc::into_inner(block) {
                        let _ = back.send(block.bytes);
                    }
                }
            };
            let kept = match bramah::threads::start(scope, hash) {
                Some(_) => give.send(share).err().map(|refused| refused.0),
                None => Some(share),
            };
            match kept {
                Some(share) => own.extend(share),
                None => feeds.push(feed),
            }
        }
        drop(back);
        let mut spare = None;
        let mut total = 0;
        while total < limit {
            let Some(mut bytes) = spare.take().or_else(|| free.recv().ok()) else { break };
            let len = READ_LEN.min(usize::try_from(limit - total).unwrap_or(usize::MAX));
            let n = read(reader, &mut bytes[..len])?;
            if n == 0 {
                break;
            }
            total += n as u64;
            read_so_far(n as u64);
            let block = Arc::new(Block { bytes, len: n });
            for feed in &feeds {
                let _ = feed.send(block.clone());
            }
            for hasher in &mut own {
                hasher.update(&block.bytes[..n]);
            }
            spare = Arc::into_inner(block).map(|block| block.bytes);
        }
        Ok(total)
    })
}
