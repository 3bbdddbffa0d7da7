//! GCM of several messages of any lengths in one call.
//!
//! Each message has its own vectors of adjacent blocks, as if it were the only message. But one vector holds the blocks that mask
//! the tags of several messages. The last vectors of these messages go through the rounds together, so that the CPU does not wait
//! for the rounds of one message. The hashes are separate until the end. Then the sums of products of each message take one
//! number of a vector, and one multiplication by the key and one reduction are enough for all messages.
//!
//! Until the end, the sums of products of all messages stay in registers, which requires that the index of each message is a
//! constant.

use super::{
    Many, ROW,
    stitched::{GROUP, Hashing, Wide16, groups},
};
use crate::{
    primitives::ghash::{POWERS, Powers},
    simd::memory::Packet,
    simd::{
        blocks::{Blocks, Counter, Increment, ModeBlocks, Partial},
        gf::{Carryless, Stored},
        memory::{InOut, align_frame},
    },
    wide::Vector,
};
use core::hint::black_box;

/// Encrypts or decrypts at most [`ROW`] messages with 12-byte nonces, and writes their tags.
#[inline(always)]
pub(crate) fn many<W: Wide16, G: Stored<Blocks = Vector<W>>, const DECRYPT: bool>(
    w: W,
    isa: G::Isa,
    several: &mut Many<'_, '_>,
) {
    let Many { powers, packets, tags } = several;
    let tags = tags.as_mut_slice();
    align_frame();
    match G::COUNT {
        4 => row::<W, G, DECRYPT, 4, 5>(w, isa, powers, packets, tags),
        2 => {
            for (packets, tags) in packets.chunks_mut(2).zip(tags.chunks_mut(2)) {
                row::<W, G, DECRYPT, 2, 3>(w, isa, powers, packets, tags);
            }
        }
        // processing in rows is not faster for a single message
        _ => {}
    }
}

/// The progress of a message before the blocks that are processed together with other messages.
#[derive(Clone, Copy)]
struct Before {
    /// The value of GHASH over the associated data and the text so far; `None` if nothing has been hashed.
    y: Option<[u64; 2]>,
    /// The number of bytes of text that have been processed.
    text: usize,
}

/// A message that is processed side by side with other messages.
struct Lane<'a, W: Wide16, G: Carryless> {
    text: InOut<'a>,
    /// The nonce, followed by a counter of zero, as a little-endian number.
    nonce: u128,
    /// The last block to hash, as a number: the lengths of the text and the associated data in bits.
    lengths: [u64; 2],
    counters: <W::V as ModeBlocks>::Counter,
    hashing: Hashing<'a, G>,
}

/// Encrypts or decrypts at most `P` messages. `N` must be `P + 1`.
#[inline(always)]
fn row<W: Wide16, G: Stored<Blocks = Vector<W>>, const DECRYPT: bool, const P: usize, const N: usize>(
    w: W,
    isa: G::Isa,
    powers: &Powers,
    packets: &mut [Packet<'_>],
    tags: &mut [[u8; 16]],
) {
    // the associated data and the text may both end with a partial block, and the block of lengths follows
    let long = |packet: &Packet<'_>| packet.header.len() + packet.data.len() > (GROUP * G::COUNT - 2) * 16;
    let mut starts = [Before { y: None, text: 0 }; ROW];
    let mut some = false;
    for packet in &*packets {
        some |= long(packet);
    }
    if some {
        for (packet, start) in packets.iter_mut().zip(&mut starts) {
            if long(packet) {
                // `black_box` because the compiler would otherwise load all powers before the loop, and spill them to the stack
                *start = before::<W, G, DECRYPT>(w, isa, black_box(powers), packet);
            }
        }
    }

    let mut packets = packets.iter_mut();
    let mut lane = |start| Lane::<W, G>::new(w, isa, powers, packets.next(), start);
    let mut lanes = [lane(starts[0]), lane(starts[1]), lane(starts[2]), lane(starts[3])];
    let lengths = [lanes[0].lengths, lanes[1].lengths, lanes[2].lengths, lanes[3].lengths];
    let mut v = [W::V::gather(w.isa(), |p| (lanes[p].nonce | 1 << 120).to_le_bytes()); N];
    for p in 0..P {
        v[p + 1] = lanes[p].counters.next();
    }
    w.encrypt(&mut v);
    let (masks, mut keystreams) = (v[0], [v[1]; P]);
    #[allow(clippy::manual_memcpy)] // copied one vector at a time, so that the vectors stay in registers
    for p in 0..P {
        keystreams[p] = v[p + 1];
    }
    loop {
        lanes[0].next::<DECRYPT>(w, keystreams[0]);
        lanes[1].next::<DECRYPT>(w, keystreams[1]);
        if P > 2 {
            lanes[2].next::<DECRYPT>(w, keystreams[2]);
            lanes[3].next::<DECRYPT>(w, keystreams[3]);
        }
        let left = lanes[0].text.len() | lanes[1].text.len() | lanes[2].text.len() | lanes[3].text.len();
        if left == 0 {
            break;
        }
        for p in 0..P {
            keystreams[p] = lanes[p].counters.next();
        }
        w.encrypt(&mut keystreams);
    }

    let [a, b, c, d] = lanes.map(|lane| lane.hashing.products);
    let x = G::numbers(isa, &lengths);
    let power = G::all(isa, &powers.powers[POWERS - 1]);
    let folded = G::all(isa, &powers.sums[POWERS - 1]);
    let products = [
        G::sums([a[0], b[0], c[0], d[0]]).xor(x.low(power)),
        G::sums([a[1], b[1], c[1], d[1]]).xor(x.folded().low(folded)),
        G::sums([a[2], b[2], c[2], d[2]]).xor(x.high(power)),
    ];
    // the masks are read as big-endian numbers, like the hashes, and the tags are converted back to bytes
    let all = G::reduced_soon(isa, products).xor(G::load(isa, &masks.store()));
    W::V::load(w.isa(), &all.blocks(isa)).scatter(|p, tag| {
        if let Some(to) = tags.get_mut(p) {
            *to = tag;
        }
    });
}

/// Hashes the associated data of a message, and encrypts or decrypts the whole groups of its text.
#[inline(always)]
fn before<W: Wide16, G: Carryless<Blocks = Vector<W>>, const DECRYPT: bool>(
    w: W,
    isa: G::Isa,
    powers: &Powers,
    packet: &mut Packet<'_>,
) -> Before {
    let mut hashing = Hashing::<G>::new(isa, powers, [0; 2]);
    if !packet.header.is_empty() {
        hashing.header::<W::V>(w.isa(), packet.header, None);
    }
    let (mut counters, len) = (counters(w, nonce(packet), 0), packet.data.len());
    let mut text = packet.data.reborrow();
    if groups::<W, G, DECRYPT>(w, &mut hashing, &mut counters, &mut text) {
        hashing.reduce();
    }
    Before { y: Some(G::number(hashing.sum)), text: len - text.len() }
}

/// Returns the nonce of a message, followed by a counter of zero, as a little-endian number.
#[inline(always)]
fn nonce(packet: &Packet<'_>) -> u128 {
    let (Some(first), Some(last)) = (packet.nonce.first_chunk(), packet.nonce.last_chunk()) else { return 0 };
    u128::from(u64::from_le_bytes(*first)) | u128::from(u32::from_le_bytes(*last)) << 64
}

/// Returns a vector of the counters of a text, starting with block number `block` of the text.
#[inline(always)]
fn counters<W: Wide16>(w: W, nonce: u128, block: u32) -> <W::V as ModeBlocks>::Counter {
    let first = nonce | u128::from((block + 2).swap_bytes()) << 96;
    <W::V as ModeBlocks>::Counter::new(w.isa(), &first.to_le_bytes(), Increment::Be32)
}

impl<'a, W: Wide16, G: Carryless<Blocks = Vector<W>>> Lane<'a, W, G> {
    /// Continues a message from `start`, or makes an empty message if `packet` is `None`. Hashes the associated data if this has
    /// not been done.
    #[inline(always)]
    fn new(w: W, isa: G::Isa, powers: &'a Powers, packet: Option<&'a mut Packet<'_>>, start: Before) -> Self {
        let mut hashing = Hashing::<G>::new(isa, powers, [0; 2]);
        let Some(packet) = packet else {
            let text = InOut::from(&mut [][..]);
            return Self { text, nonce: 0, lengths: [0; 2], counters: counters(w, 0, 0), hashing };
        };
        let (nonce, header, mut text) = (nonce(packet), packet.header, packet.data.reborrow());
        let lengths = [text.len(), header.len()].map(|bytes| (bytes as u64).wrapping_mul(8));
        text.take(start.text);
        let blocks = text.len().div_ceil(16) + 1;
        if let Some(y) = &start.y {
            let y = G::first(isa, G::one(isa, y));
            hashing.multiply(y, POWERS.saturating_sub(blocks));
        } else if !header.is_empty() {
            let mut at = POWERS.saturating_sub(blocks + header.len().div_ceil(16));
            for bytes in header.chunks(size_of::<W::V>()) {
                hashing.multiply(G::load(isa, &W::V::load_bytes(w.isa(), bytes).store()), at);
                at += G::COUNT;
            }
        }
        Self { text, nonce, lengths, counters: counters(w, nonce, (start.text / 16) as u32), hashing }
    }

    /// XORs a vector of key stream into the next bytes of the text, if there are any left.
    #[inline(always)]
    fn next<const DECRYPT: bool>(&mut self, w: W, keystream: W::V) {
        self.hashing.text::<W, DECRYPT>(w, keystream, &mut self.text);
    }
}
