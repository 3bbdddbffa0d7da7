//! GCM of several messages side by side: a message in each lane of a vector, and a block of each at a time.
//!
//! All lanes of a vector are hashed with the same power of the key, and their hashes stay apart, so one reduction serves as
//! many messages as a vector has lanes. A short message on its own waits for its ten rounds, then for its hash; here the
//! rows of messages do not wait for each other, and the CPU works on several at once.

use super::{
    Lane, MANY_HEADER, Many, Texts,
    stitched::{GROUP, Wide16},
};
use crate::{
    block::wide::{Block, Vector},
    mac::ghash::{POWERS, Powers},
    simd::{
        blocks::{And, Blocks, ModeBlocks},
        gf::{Carryless, Stored},
        memory,
    },
};

/// The blocks that are encrypted at once: the counters of a group differ in their last three bits.
const AT_ONCE: usize = 8;

/// The blocks of text in the first group, in which no counter is zero and the first block masks the tag.
const FIRST: usize = AT_ONCE - 2;

/// The last four bytes of a counter from 0 to 8, by which a nonce is completed.
static COUNTERS: [[u8; 16]; AT_ONCE + 1] = {
    let (mut counters, mut i) = ([[0; 16]; AT_ONCE + 1], 0);
    while i <= AT_ONCE {
        counters[i][15] = i as u8;
        i += 1;
    }
    counters
};

/// The hashes of a row of messages.
struct Hashing<'a, G: Carryless> {
    isa: G::Isa,
    powers: &'a Powers,
    /// The hashes so far, until they are added to the next blocks.
    sum: G,
    products: [G; 3],
    /// The exponent of the power that the next block of each message is multiplied by.
    exponent: usize,
}

impl<G: Carryless> Hashing<'_, G> {
    /// Adds the next block of each message.
    #[inline(always)]
    fn next(&mut self, blocks: &G::Blocks) {
        let at = POWERS.wrapping_sub(self.exponent);
        self.exponent = self.exponent.wrapping_sub(1);
        if let (Some(power), Some(sums)) = (self.powers.powers.get(at), self.powers.sums.get(at)) {
            self.multiply(blocks, power, sums);
        }
    }

    /// Adds the product of a block of each message and a power, of which `sums` is the sum of the halves.
    #[inline(always)]
    fn multiply(&mut self, blocks: &G::Blocks, power: &[u64; 2], sums: &[u64; 2]) {
        let x = G::load(self.isa, blocks).xor(self.sum);
        self.sum = G::zero(self.isa);
        let (power, sums) = (G::all(self.isa, power), G::all(self.isa, sums));
        let [low, middle, high] = self.products;
        self.products = [low.xor(x.low(power)), middle.xor(x.folded().low(sums)), high.xor(x.high(power))];
    }

    /// Reduces the sums of the products if the power with the exponent 1 was the last. The next is chosen so that all
    /// that follows needs no reduction before its end, if there are enough powers, or else as many of the next groups as
    /// there are powers for. There are `text` more blocks of text, of which the next group takes `group`, and then `tail`
    /// blocks.
    #[inline(always)]
    fn begin(&mut self, text: usize, group: usize, tail: usize) {
        const { assert!(GROUP * G::COUNT < POWERS && GROUP * G::COUNT >= AT_ONCE) };
        if self.exponent == 0 {
            self.sum = G::reduced_soon(self.isa, self.products);
            self.products = [G::zero(self.isa); 3];
            self.exponent = reach(text, group, tail, GROUP * G::COUNT + 1);
        }
    }
}

/// Returns how many of the next blocks are multiplied before a reduction, at most `powers`: all of them, or whole groups.
fn reach(mut text: usize, group: usize, tail: usize, powers: usize) -> usize {
    if text + tail <= powers {
        return text + tail;
    }
    let (mut blocks, mut next) = (0, group.min(text));
    while next > 0 && blocks + next <= powers {
        blocks += next;
        text -= next;
        next = text.min(AT_ONCE);
    }
    blocks
}

/// Encrypts or decrypts the messages and writes their tags.
#[inline(always)]
pub(crate) fn many<W: Wide16<V: And>, G: Stored<Blocks = Vector<W>>, const DECRYPT: bool>(
    w: W,
    isa: G::Isa,
    many: &mut Many<'_>,
    texts: &Texts<'_, Block<W>>,
) {
    // one message at a time is no faster than alone
    if G::COUNT > 1 {
        for first in (0..many.lanes.len()).step_by(G::COUNT) {
            row::<W, G, DECRYPT>(w, isa, many, first, texts);
        }
    }
}

/// Encrypts or decrypts as many messages as a vector has lanes, from the `first` on.
#[inline(always)]
fn row<W: Wide16<V: And>, G: Stored<Blocks = Vector<W>>, const DECRYPT: bool>(
    w: W,
    isa: G::Isa,
    many: &mut Many<'_>,
    first: usize,
    texts: &Texts<'_, Block<W>>,
) {
    let (zero, text, tail) = (G::zero(isa), texts.blocks(), usize::from(many.partial) + 1);
    let header = many.header.min(MANY_HEADER);
    let exponent = header + reach(text, FIRST, tail, GROUP * G::COUNT + 1 - header);
    let mut row = Messages::<W, G> {
        w,
        first,
        nonces: gather::<W>(w, many.lanes, first, |lane| lane.nonce),
        masks: W::V::splat(w.isa(), &[0; 16]),
        hashing: Hashing { isa, powers: many.powers, sum: zero, products: [zero; 3], exponent },
    };
    for i in 0..header {
        let blocks = gather(w, many.lanes, first, |lane| lane.header[i]);
        row.hashing.next(&blocks.store());
    }
    let (mut at, mut counter) = (0, 1);
    let texts = &texts.row(first);
    while counter == 1 || at < text + tail - 1 {
        let blocks = usize::from(counter == 1) + (text + tail - 1 - at);
        at = match blocks {
            1 | 2 => row.group::<DECRYPT, 2>(many, texts, at, counter),
            3..=5 => row.group::<DECRYPT, 5>(many, texts, at, counter),
            _ => row.group::<DECRYPT, 8>(many, texts, at, counter),
        };
        counter = (counter + AT_ONCE) & !(AT_ONCE - 1);
    }
    row.end(many);
}

/// The state of a row of messages.
struct Messages<'a, W: Wide16, G: Carryless> {
    w: W,
    /// The place of the first message.
    first: usize,
    nonces: W::V,
    /// The blocks that mask the tags.
    masks: W::V,
    hashing: Hashing<'a, G>,
}

/// Returns a block of each message of a row. A lane after the last message repeats it, and is not stored.
#[inline(always)]
fn gather<W: Wide16>(w: W, lanes: &[Lane], first: usize, block: impl Fn(&Lane) -> [u8; 16]) -> W::V {
    W::V::gather(w.isa(), |lane| lanes.get(first + lane).or(lanes.last()).map_or([0; 16], &block))
}

impl<W: Wide16<V: And>, G: Stored<Blocks = Vector<W>>> Messages<'_, W, G> {
    /// Encrypts or decrypts the blocks from `at` on, at most `N`, and returns the place after them. The blocks that mask the
    /// tags come before the first.
    #[inline(always)]
    fn group<const DECRYPT: bool, const N: usize>(
        &mut self,
        many: &mut Many<'_>,
        texts: &memory::Row<'_, Block<W>>,
        mut at: usize,
        counter: usize,
    ) -> usize {
        let (w, isa, text) = (self.w, self.w.isa(), texts.blocks());
        // the blocks that mask the tags are the first group's first, and its counters begin at 1
        let low = usize::from(counter == 1);
        let base = self.nonces.xor(W::V::splat(isa, &((counter - low) as u128).to_be_bytes()));
        let mut v = [base; N];
        for (i, x) in v.iter_mut().enumerate() {
            *x = base.xor(W::V::splat(isa, &COUNTERS[low + i]));
        }
        w.encrypt(&mut v);
        // the group's blocks of text, after the blocks that mask the tags
        let masks = low;
        let most = AT_ONCE - 2 * masks;
        if masks == 1 {
            self.masks = v[0];
        }
        self.hashing.begin(text - at, most, usize::from(many.partial) + 1);
        let (blocks, from) = (most.min(text - at), POWERS.saturating_sub(self.hashing.exponent));
        let (all, places) = (self.hashing.powers, from..from + blocks);
        let (Some(keystream), Some(powers), Some(sums)) =
            (v.get(masks..masks + blocks), all.powers.get(places.clone()), all.sums.get(places))
        else {
            return at;
        };
        for i in 0..blocks {
            let input = W::V::gather(isa, |lane| texts.get(lane, at + i));
            let output = input.xor(keystream[i]);
            output.scatter(|lane, block| texts.put(lane, at + i, block));
            self.hashing.multiply(&if DECRYPT { input } else { output }.store(), &powers[i], &sums[i]);
        }
        at += blocks;
        self.hashing.exponent = self.hashing.exponent.wrapping_sub(blocks);
        if many.partial
            && at == text
            && let Some(x) = v[..(AT_ONCE - low).min(N)].get(masks + blocks)
        {
            self.partial::<DECRYPT>(many, *x);
            at += 1;
        }
        at
    }

    /// Encrypts or decrypts the last part of a block.
    #[inline(always)]
    fn partial<const DECRYPT: bool>(&mut self, many: &mut Many<'_>, keystream: W::V) {
        let input = gather(self.w, many.lanes, self.first, |lane| lane.last);
        let kept = gather(self.w, many.lanes, self.first, |lane| lane.kept);
        let output = input.xor(keystream).and(kept);
        output.scatter(|lane, block| {
            if let Some(lane) = many.lanes.get_mut(self.first + lane) {
                lane.last = block;
            }
        });
        self.hashing.begin(0, 0, 2);
        self.hashing.next(&if DECRYPT { input } else { output }.store());
    }

    /// Hashes the lengths and writes the tags.
    #[inline(always)]
    fn end(mut self, many: &mut Many<'_>) {
        let lengths = gather(self.w, many.lanes, self.first, |lane| lane.lengths);
        self.hashing.begin(0, 0, 1);
        self.hashing.next(&lengths.store());
        // the masks are read big-endian, as the hashes are, and the tags are brought back into the order of bytes
        let hashing = &self.hashing;
        let tags =
            G::reduced_soon(hashing.isa, hashing.products).xor(G::load(hashing.isa, &self.masks.store()));
        W::V::load(self.w.isa(), &tags.blocks(hashing.isa)).scatter(|lane, tag| {
            if let Some(lane) = many.lanes.get_mut(self.first + lane) {
                lane.tag = tag;
            }
        });
    }
}
