//! The modes over any cipher, generic over the block length.

use super::Runs;
use crate::{
    Chained, Pass,
    ocb::{Offsets, SUMS, add_all, multiple, xored},
    simd::{
        blocks::{Increment, double_words, increment_secret},
        memory::{Bytes, InOut, Lanes, Room, Run, add},
    },
    wipe,
};

/// The maximum length in bytes of a stream that is XORed into a run of blocks: short enough to stay in the first-level cache, and
/// as long as the longest run that any backend processes at once.
const CHUNK: usize = 4096;

/// The maximum length in bytes of a group that counts as small for the choice of the part of the stack to erase.
pub(super) const FEW: usize = 512;

/// Returns the length in bytes of a chunk of blocks: at most [`CHUNK`]. The number of blocks is a power of two, so that
/// backends find full groups.
const fn chunk(block: usize) -> usize {
    let mut blocks = CHUNK / 8;
    while blocks * block > CHUNK {
        blocks /= 2;
    }
    blocks * block
}

/// Encrypts or decrypts a run. If there are enough remaining blocks at its end, they are padded to a group, which is faster.
pub(super) fn crypt<B: Bytes>(cipher: &dyn Runs, back: bool, mut run: Run<'_>) {
    let count = run.len() / B::LEN;
    if let Some((left, group)) = cipher.groups().filled(count) {
        if left < count {
            cipher.crypt(back, run.take(run.len() - left * B::LEN));
        }
        let group = group * B::LEN;
        return if group <= FEW {
            filled::<FEW>(cipher, back, run, group)
        } else {
            filled::<CHUNK>(cipher, back, run, group)
        };
    }
    cipher.crypt(back, run.moved());
}

/// Encrypts or decrypts a run, padded to a group of `group` bytes, at most `N`. This is a separate function so that only callers
/// that pad a group need the stack for one.
#[inline(never)]
fn filled<const N: usize>(cipher: &dyn Runs, back: bool, run: Run<'_>, group: usize) {
    let mut room = Room::<u8, N>::new();
    run.within(&mut room.rows()[..group], |run| cipher.crypt(back, run));
}

/// Encrypts or decrypts whole blocks in a mode that [`chained`] does not implement.
#[inline(never)]
pub(super) fn pass<B: Bytes>(cipher: &dyn Runs, pass: Pass, chain: &mut B, data: InOut<'_>) {
    match pass {
        Pass::Ctr(increment) => ctr(cipher, chain, increment, data, None),
        Pass::CbcDecrypt | Pass::CfbDecrypt => back(cipher, matches!(pass, Pass::CbcDecrypt), chain, data),
        Pass::XtsEncrypt | Pass::XtsDecrypt => xts(cipher, matches!(pass, Pass::XtsDecrypt), chain, data),
        Pass::Ofb => ofb(cipher, chain, data),
        // `Lean` passes these to other functions, because they need no streams
        Pass::EcbEncrypt | Pass::EcbDecrypt | Pass::CbcEncrypt | Pass::CfbEncrypt => {}
    }
}

/// Passes the data to `work` in chunks, each with a stream of equal length, which `make` computes from the input. The stream of a
/// chunk is computed before the previous chunk is processed, so that its small stores have left the CPU's store queue before it
/// is loaded in large pieces. Erases the streams if `secret` is set.
#[inline(always)]
fn in_chunks<B: Bytes>(
    mut data: InOut<'_>,
    secret: bool,
    mut make: impl FnMut(&mut [u8], &InOut<'_>),
    mut work: impl FnMut(&[u8], InOut<'_>),
) {
    let len = const { chunk(B::LEN) };
    let mut room = Room::<[u8; CHUNK], 2>::new();
    let [mut now, mut next] = room.rows().each_mut();
    let used = data.len().min(len);
    let mut part = data.take(len);
    make(&mut now[..part.len()], &part);
    loop {
        let following = data.take(len);
        if !following.is_empty() {
            make(&mut next[..following.len()], &following);
        }
        work(&now[..part.len()], part);
        if following.is_empty() {
            break;
        }
        part = following;
        core::mem::swap(&mut now, &mut next);
    }
    if secret {
        wipe::wipe(&mut now[..used]);
        wipe::wipe(&mut next[..used]);
    }
}

/// Encrypts or decrypts in CTR. If the last block is partial, its key stream is written to `last`.
#[inline(never)]
pub(super) fn ctr<B: Bytes>(
    cipher: &dyn Runs,
    counter: &mut B,
    increment: Increment,
    mut data: InOut<'_>,
    last: Option<&mut B>,
) {
    let (count, whole) = (data.len().div_ceil(B::LEN), data.len().is_multiple_of(B::LEN));
    if count == 0 {
        return;
    }
    let groups = cipher.groups();
    // the blocks after the last full group, at least one if the last block is partial, and the size of the group to which they
    // are padded
    let end = match groups.filled(count) {
        Some(end) => Some(end),
        None if whole && count > 1 => None,
        None => Some(((count - 1) % groups.largest() + 1, 0)),
    };
    let Some((left, group)) = end else {
        return counters(cipher, counter, increment, data);
    };
    if left < count {
        let before = data.take((count - left) * B::LEN);
        counters(cipher, counter, increment, before);
    }
    let group = left.max(group);
    if group * B::LEN <= FEW {
        keystream::<B, FEW>(cipher, counter, increment, data, [left, group], last);
    } else {
        keystream::<B, CHUNK>(cipher, counter, increment, data, [left, group], last);
    }
}

/// Encrypts or decrypts whole blocks in CTR. This is a separate function so that short messages have no chunks on the stack.
#[inline(never)]
fn counters<B: Bytes>(cipher: &dyn Runs, counter: &mut B, increment: Increment, data: InOut<'_>) {
    in_chunks::<B>(
        data,
        false,
        |counters, _| increment.fill(counter, B::split_mut(counters).0),
        |counters, part| crypt::<B>(cipher, false, Run::keystream(counters, part)),
    );
}

/// Encrypts or decrypts the last `count` blocks of a message in CTR. The last block may be partial. The key stream is computed
/// for a group of `group` blocks, at most `N` bytes, and then XORed, which takes less time than copying the text into a group.
#[inline(never)]
fn keystream<B: Bytes, const N: usize>(
    cipher: &dyn Runs,
    counter: &mut B,
    increment: Increment,
    mut data: InOut<'_>,
    [count, group]: [usize; 2],
    last: Option<&mut B>,
) {
    let mut room = Room::<u8, N>::new();
    let blocks = &mut room.rows()[..group * B::LEN];
    let (now, _) = B::split_mut(blocks);
    increment.fill(counter, &mut now[..count]);
    cipher.crypt(false, Run::new(InOut::from(&mut *blocks)));
    data.xor(blocks);
    let used = &mut blocks[..count * B::LEN];
    if let Some(last) = last {
        last.as_mut().copy_from_slice(&used[(count - 1) * B::LEN..]);
    }
    wipe::wipe(used);
}

/// Decrypts in CBC or CFB. Both use the preceding block of ciphertext: CBC XORs it after the cipher, CFB encrypts it and XORs the
/// result.
fn back<B: Bytes>(cipher: &dyn Runs, cbc: bool, chain: &mut B, data: InOut<'_>) {
    in_chunks::<B>(
        data,
        false,
        |before, part| {
            let (first, rest) = before.split_at_mut(B::LEN);
            first.copy_from_slice(chain.as_ref());
            rest.copy_from_slice(&part.input()[..rest.len()]);
            chain.as_mut().copy_from_slice(&part.input()[rest.len()..]);
        },
        |before, part| match cbc {
            true => crypt::<B>(cipher, true, Run::new(part).with_post(before)),
            false => crypt::<B>(cipher, false, Run::keystream(before, part)),
        },
    );
}

fn xts<B: Bytes>(cipher: &dyn Runs, decrypt: bool, tweak: &mut B, data: InOut<'_>) {
    in_chunks::<B>(
        data,
        true,
        |tweaks, _| double_words(tweak, B::split_mut(tweaks).0),
        |tweaks, part| {
            let run = Run::new(part).with_pre(tweaks).with_post(tweaks);
            crypt::<B>(cipher, decrypt, run);
        },
    );
}

fn ofb<B: Bytes>(cipher: &dyn Runs, chain: &mut B, mut data: InOut<'_>) {
    feedback(cipher, chain, data.len(), |cipher, blocks, _, len| {
        cipher.crypt(false, Run::feedback(blocks, B::LEN));
        data.take(len).xor(&blocks[B::LEN..]);
    });
}

/// Encrypts one message in CBC or CFB, where each block depends on the previous one. This is a separate function so that it has
/// no chunks on the stack.
#[inline(never)]
pub(super) fn chained<B: Bytes>(cipher: &dyn Runs, cbc: bool, chain: &mut B, mut data: InOut<'_>) {
    if data.is_empty() {
        return;
    }
    let run = match cbc {
        true => Run::cbc(chain.as_ref(), data.reborrow(), B::LEN),
        false => Run::cfb(chain.as_ref(), data.reborrow(), B::LEN),
    };
    cipher.crypt(false, run);
    let end = data.len() - B::LEN;
    chain.as_mut().copy_from_slice(&data.output()[end..]);
}

/// Computes the CBC-MAC of whole blocks: chains them as CBC does, but writes only the last block of ciphertext, to `chain`.
#[inline(never)]
pub(super) fn mac<B: Bytes>(cipher: &dyn Runs, chain: &mut B, data: &[u8]) {
    feedback(cipher, chain, data.len(), |cipher, blocks, at, len| {
        cipher.crypt(false, Run::feedback(blocks, B::LEN).with_pre(&data[at..][..len]));
    });
}

/// Calls `work` for chunks of `len` bytes in total, with the position and the length of each chunk in bytes. `work` gets the
/// last block of the previous chunk (for the first chunk, `chain`), followed by the chunk's buffer, and writes its output to
/// the buffer. The last block of output goes to `chain`, and the buffer is erased.
#[inline(always)]
fn feedback<B: Bytes>(
    cipher: &dyn Runs,
    chain: &mut B,
    len: usize,
    mut work: impl FnMut(&dyn Runs, &mut [u8], usize, usize),
) {
    let chunk = const { chunk(B::LEN) };
    let mut room = Room::<u8, { CHUNK + 256 }>::new();
    let blocks = &mut room.rows()[..chunk.min(len) + B::LEN];
    blocks[..B::LEN].copy_from_slice(chain.as_ref());
    for at in (0..len).step_by(chunk) {
        let len = chunk.min(len - at);
        work(cipher, &mut blocks[..B::LEN + len], at, len);
        blocks.copy_within(len..len + B::LEN, 0);
    }
    chain.as_mut().copy_from_slice(&blocks[..B::LEN]);
    wipe::wipe(blocks);
}

/// Encrypts or decrypts in EAX: CTR, and OMAC of the ciphertext. OMAC processes a block one step after CTR.
#[inline(never)]
pub(super) fn eax<B: Bytes>(
    cipher: &dyn Runs,
    decrypt: bool,
    [counter, chained, pending]: [&mut B; 3],
    data: InOut<'_>,
) {
    let mut authenticate = |ciphertext: &[u8]| {
        let (blocks, last) = ciphertext.split_at(ciphertext.len() - B::LEN);
        mac(cipher, chained, pending.as_ref());
        mac(cipher, chained, blocks);
        pending.as_mut().copy_from_slice(last);
    };
    in_chunks::<B>(
        data,
        true,
        |counters, _| {
            for value in B::split_mut(counters).0 {
                *value = *counter;
                increment_secret(counter.as_mut());
            }
        },
        |counters, mut part| {
            if part.is_empty() {
                return;
            }
            if decrypt {
                authenticate(part.input());
            }
            crypt::<B>(cipher, false, Run::keystream(counters, part.reborrow()));
            if !decrypt {
                authenticate(part.output());
            }
        },
    );
}

/// Encrypts or decrypts in OCB, which XORs equal offsets before and after the cipher. The plaintext of each chunk is XORed into
/// the checksum while the chunk is in the first-level cache.
#[inline(never)]
pub(super) fn ocb<B: Bytes>(
    cipher: &dyn Runs,
    decrypt: bool,
    Offsets { multiples, sums, offset, sum, .. }: Offsets<'_, B>,
    data: InOut<'_>,
) {
    let (mut number, mut plain) = (0, [B::ZERO; 2]);
    let [encrypted, decrypted] = &mut plain;
    // the offset before each group of `SUMS` blocks
    let mut base = *offset;
    in_chunks::<B>(
        data,
        true,
        |offsets, part| {
            let mut all = B::split_mut(offsets).0;
            while !all.is_empty() {
                let at = number % SUMS;
                let (now, later) = all.split_at_mut(all.len().min(SUMS - at));
                for (to, sum) in now.iter_mut().zip(&sums[at..]) {
                    *to = xored(base, sum);
                }
                number += now.len();
                if let (0, Some(last)) = (number % SUMS, now.last_mut()) {
                    // the last block of a group uses another multiple than `sums` assumes
                    let other = multiple(multiples, number as u64);
                    base = xored(xored(*last, multiple(multiples, SUMS as u64)), other);
                    *last = base;
                }
                *offset = now.last().copied().unwrap_or(*offset);
                all = later;
            }
            if !decrypt {
                add_all(encrypted, part.input());
            }
        },
        |offsets, mut part| {
            let run = Run::new(part.reborrow()).with_pre(offsets).with_post(offsets);
            crypt::<B>(cipher, decrypt, run);
            if decrypt {
                add_all(decrypted, part.output());
            }
        },
    );
    for plain in &plain {
        add(sum.as_mut(), plain.as_ref());
    }
    wipe::wipe(B::flat_mut(&mut plain));
}

/// The maximum number of messages that any backend processes side by side.
pub(super) const LANES: usize = 16;

/// Processes messages side by side in a mode. `chains` has one chaining block for each message.
#[inline(never)]
pub(super) fn many<B: Bytes>(cipher: &dyn Runs, mode: Chained, chains: &mut [B], lanes: &Lanes<'_, B>) {
    let count = chains.len().min(LANES);
    let chains = &mut chains[..count];
    let mut texts = [[B::ZERO; LANES]; 2];
    let [mut now, mut next] = texts.each_mut();
    let gather = |texts: &mut [B; LANES], at| {
        for (lane, text) in texts[..count].iter_mut().enumerate() {
            *text = lanes.get(lane, at);
        }
    };
    if lanes.blocks() > 0 {
        gather(now, 0);
    }
    for at in 0..lanes.blocks() {
        // the next streams are gathered before this step, as in `in_chunks`
        if at + 1 < lanes.blocks() {
            gather(next, at + 1);
        }
        let run = Run::new(InOut::from(B::flat_mut(chains)));
        match mode {
            Chained::Cbc => crypt::<B>(cipher, false, run.with_pre(&B::flat_mut(now)[..count * B::LEN])),
            Chained::Cfb => crypt::<B>(cipher, false, run.with_post(&B::flat_mut(now)[..count * B::LEN])),
            Chained::Ofb => {
                crypt::<B>(cipher, false, run);
                for (text, key) in now.iter_mut().zip(&*chains) {
                    for (byte, key) in text.as_mut().iter_mut().zip(key.as_ref()) {
                        *byte ^= key;
                    }
                }
            }
        }
        let out = if mode == Chained::Ofb { &now[..count] } else { &*chains };
        for (lane, block) in out.iter().enumerate() {
            lanes.put(lane, at, *block);
        }
        core::mem::swap(&mut now, &mut next);
    }
}
