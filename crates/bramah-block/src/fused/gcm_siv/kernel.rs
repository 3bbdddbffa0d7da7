//! GCM-SIV over a whole message.
//!
//! The blocks from which the keys of the message are derived are encrypted side by side. The keys stay in registers on their way
//! to POLYVAL and to the key expansion, and so does the tag on its way from POLYVAL to the cipher and to the counters, because a
//! load of bytes that were just stored in smaller pieces would wait for the stores. The key expansion and POLYVAL are independent
//! of each other.
//!
//! Counters are in vectors of blocks, whose lowest 32-bit words are incremented by additions of words, which wrap as the RFC
//! demands.

use super::{Message, Rekeyed, Room, polyval};
use crate::{
    simd::{
        blocks::{AddWords, And, Blocks, ModeBlocks, Partial},
        gf::Stored,
        memory::{InOut, Scratch, store_whole},
    },
    wide::{Input, Vector, Wide},
    wipe,
};
use core::hint::black_box;

/// The number of vectors in a group.
const GROUP: usize = 8;

/// The highest bit of the tag, which is cleared before the tag is encrypted, and set in the first counter.
const TOP: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80];
/// All bits except the one in [`TOP`].
const OTHERS: [u8; 16] = [255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0x7f];

/// Returns `N` vectors of consecutive counters and the vector after them. `first` has the first counter in every block.
#[inline(always)]
fn counters<V: Partial + AddWords, const N: usize>(isa: V::Isa, first: V) -> ([V; N], V) {
    let step = V::splat(isa, &(V::COUNT as u128).to_le_bytes());
    let mut next = first.add_words(V::gather(isa, |place| (place as u128).to_le_bytes()));
    let mut v = [next; N];
    for x in &mut v {
        *x = next;
        next = next.add_words(step);
    }
    (v, next)
}

/// Derives the keys of a message (section 4): the key of POLYVAL, and the key of the cipher.
#[inline(always)]
fn derived<W: Rekeyed>(w: W, nonce: u128) -> ([u64; 2], [[u8; 16]; 2]) {
    let [hash, first, second] = match (W::V::COUNT, w.has_long_key()) {
        (4, false) => halves::<W, 1>(w, nonce),
        (4, true) | (2, false) => halves::<W, 2>(w, nonce),
        (2, true) => halves::<W, 3>(w, nonce),
        (_, false) => halves::<W, 4>(w, nonce),
        (_, true) => halves::<W, 6>(w, nonce),
    };
    let key = [first, second].map(|[low, high]| (u128::from(high) << 64 | u128::from(low)).to_le_bytes());
    (hash, key)
}

/// Encrypts up to six key derivation blocks in `N` vectors, and returns the first halves of the results.
#[inline(always)]
fn halves<W: Rekeyed, const N: usize>(w: W, nonce: u128) -> [[u64; 2]; 3] {
    let first = W::V::splat(w.isa(), &(nonce << 32).to_le_bytes());
    let (mut v, _) = counters::<W::V, N>(w.isa(), first);
    w.encrypt(&mut v);
    let mut halves = [[0; 2]; 3];
    for i in 0..N {
        v[i].scatter(|place, block| {
            let number = i * W::V::COUNT + place;
            if let Some(half) = halves.as_flattened_mut().get_mut(number) {
                *half = u128::from_le_bytes(block) as u64;
            }
        });
    }
    halves
}

/// Returns the tag: the encrypted XOR of the POLYVAL of a message and its nonce.
#[inline(always)]
fn tag<W: Rekeyed, G: Stored>(w: W, isa: G::Isa, hash: G::One, nonce: u128) -> [u8; 16] {
    let nonce = G::one(isa, &[nonce as u64, (nonce >> 64) as u64]);
    let [low, high] = G::number(G::add(hash, nonce));
    let narrow = w.narrow();
    let others = narrow.load(&OTHERS);
    let block = narrow.load(&(u128::from(high) << 64 | u128::from(low)).to_le_bytes());
    narrow.one(block.and(others)).last()
}

/// XORs the key stream that starts from a tag into the text.
#[inline(always)]
fn crypt<W: Rekeyed>(w: W, tag: &[u8; 16], mut data: InOut<'_>) {
    let isa = w.isa();
    let first = W::V::splat(isa, tag).and(W::V::splat(isa, &OTHERS)).xor(W::V::splat(isa, &TOP));
    let ([mut next], _) = counters::<W::V, 1>(isa, first);
    let step = W::V::splat(isa, &(W::V::COUNT as u128).to_le_bytes());
    while let Some(group) = data.next::<Vector<W>, GROUP>() {
        let mut v = [next; GROUP];
        for x in &mut v {
            *x = next;
            next = next.add_words(step);
        }
        w.encrypt_add(&mut v, &Input(isa, group));
        for i in 0..GROUP {
            group.put(i, v[i].store());
        }
    }
    match data.len().div_ceil(size_of::<Vector<W>>()) {
        0 => {}
        1 => end::<W, 1>(w, next, data),
        2 => end::<W, 2>(w, next, data),
        3 | 4 => end::<W, 4>(w, next, data),
        _ => end::<W, 8>(w, next, data),
    }
}

/// XORs the key stream into the rest of the text, at most `N` vectors. `next` is the next vector of counters.
#[inline(always)]
fn end<W: Rekeyed, const N: usize>(w: W, mut next: W::V, mut data: InOut<'_>) {
    let isa = w.isa();
    let step = W::V::splat(isa, &(W::V::COUNT as u128).to_le_bytes());
    let mut v = [next; N];
    for x in &mut v {
        *x = next;
        next = next.add_words(step);
    }
    w.encrypt(&mut v);
    for i in 0..N {
        if let Some(one) = data.next::<Vector<W>, 1>() {
            one.put(0, v[i].xor(W::V::load(isa, &one.get(0))).store());
        } else if !data.is_empty() {
            let input = W::V::load_bytes(isa, data.input());
            v[i].xor(input).store_bytes(data.output());
            data.take(usize::MAX);
        }
    }
}

/// Encrypts or decrypts a short message, whose hash needs no powers of the hash key.
#[inline(always)]
pub(crate) fn short<W: Rekeyed, G: Stored>(
    w: W,
    isa: G::Isa,
    decrypt: bool,
    nonce: u128,
    message: &mut Message<'_>,
    data: &mut InOut<'_>,
) {
    let mut scratch = Scratch::new();
    let room: &mut Room = scratch.rows();
    let (h, key) = derived(w, nonce);
    if decrypt {
        let own = w.rekeyed(key, room);
        crypt(own, message.tag, data.reborrow());
        let hash = match message.header.is_empty() && data.len() <= polyval::FEW {
            true => polyval::of_few::<G>(isa, h, data.output()),
            false => polyval::of_short::<G>(isa, h, message.header, data.output()),
        };
        store_whole(message.tag, u128::from_le_bytes(tag::<_, G>(own, isa, hash, nonce)));
    } else {
        // before the key expansion, because the tag needs the hash immediately, but each round key only at its round
        let hash = polyval::of_short::<G>(isa, h, message.header, data.input());
        let own = w.rekeyed(key, room);
        let tag = tag::<_, G>(own, isa, hash, nonce);
        store_whole(message.tag, u128::from_le_bytes(tag));
        crypt(own, &tag, data.reborrow());
    }
    wipe::wipe(scratch.rows());
}

/// Encrypts or decrypts a message with a buffer for the powers of its hash key.
#[inline(always)]
pub(crate) fn long<W: Rekeyed, G: Stored<Blocks = Vector<W>>>(
    w: W,
    isa: G::Isa,
    decrypt: bool,
    nonce: u128,
    message: &mut Message<'_>,
    data: &mut InOut<'_>,
) {
    let Message { header, tag: written, powers: Some(powers) } = message else { return };
    let mut scratch = Scratch::new();
    let room: &mut Room = scratch.rows();
    let (h, key) = derived(w, nonce);
    polyval::prepare::<G>(isa, h, header.len(), data.len(), powers);
    let own = w.rekeyed(key, room);
    // A loop of two steps, whose number is hidden from the compiler: otherwise the compiler would duplicate the code of each
    // step.
    for step in 0..black_box(2) {
        if decrypt == (step == 0) {
            crypt(own, written, data.reborrow());
        } else {
            let text = if decrypt { data.output() } else { data.input() };
            let hash = polyval::of_long::<G>(isa, powers, header, text);
            store_whole(written, u128::from_le_bytes(tag::<_, G>(own, isa, hash, nonce)));
        }
    }
    wipe::wipe(scratch.rows());
}
