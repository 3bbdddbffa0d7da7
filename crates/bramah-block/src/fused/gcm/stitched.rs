//! The loop that interleaves the cipher and GHASH in GCM.
//!
//! A group is eight vectors of counters. Between the rounds on a group, eight vectors of ciphertext are hashed by GHASH: the
//! ciphertext of the previous group when encrypting, of this group when decrypting. The rounds and the hash are independent, so
//! that the multiplications use the execution units that the rounds leave idle, and the reduction can take as long as a whole
//! group. The first vector, into which the hash so far is XORed, is hashed last.
//!
//! The end of a message is another group, whose first vector contains the block that masks the tag. Its ciphertext, short
//! associated data before it, and the block of lengths after it are multiplied by one power each, and reduced together.

use super::{Part, Whole};
use crate::{
    primitives::ghash::{Numbers, POWERS, Powers},
    simd::{
        blocks::{Blocks, Counter, Increment, ModeBlocks, Partial},
        gf::Carryless,
        memory::{InOut, Step, store_whole},
    },
    wide::{Beside, Input, Vector, Wide},
};

/// The number of vectors in a group.
pub(crate) const GROUP: usize = 8;

/// A cipher with 16-byte blocks.
pub(crate) trait Wide16: Wide<V: Partial> {}
impl<W: Wide<V: Partial>> Wide16 for W {}

/// The state of GHASH over a part of a message, which absorbs one vector at a time.
#[derive(Clone, Copy)]
pub(crate) struct Hashing<'a, G: Carryless> {
    isa: G::Isa,
    pub(crate) powers: &'a Numbers,
    pub(crate) sums: &'a Numbers,
    /// The value of GHASH so far. It is XORed into the next vector of blocks.
    pub(crate) sum: G::One,
    /// The sums (XORs) of the products: of the low halves, of the sums of the halves, and of the high halves.
    pub(crate) products: [G; 3],
}

/// Hashes the ciphertext of a group between the rounds: the input of the group when decrypting, or its output after encryption.
struct Group<'a, 'h, W: Wide16, G: Carryless, const DECRYPT: bool> {
    group: Step<'a, Vector<W>, GROUP>,
    hashing: &'a mut Hashing<'h, G>,
}

impl<W: Wide16, G: Carryless<Blocks = Vector<W>>, const DECRYPT: bool> Beside
    for Group<'_, '_, W, G, DECRYPT>
{
    #[inline(always)]
    fn part(&mut self, i: usize) {
        let (at, hashing) = (GROUP - 1 - i, &mut *self.hashing);
        let mut x = G::load(hashing.isa, &if DECRYPT { self.group.get(at) } else { self.group.written(at) });
        if at == 0 {
            x = x.xor(G::first(hashing.isa, hashing.sum));
        }
        hashing.multiply(x, POWERS - (GROUP - at) * G::COUNT);
    }
}

impl<W: Wide16, G: Carryless<Blocks = Vector<W>>, const DECRYPT: bool> Group<'_, '_, W, G, DECRYPT> {
    /// Hashes all vectors of the group, one after another.
    #[inline(always)]
    fn whole(mut self) {
        for i in 0..GROUP {
            self.part(i);
        }
    }
}

impl<'a, G: Carryless> Hashing<'a, G> {
    /// Creates a state that continues from `y`, the value of GHASH after the previous parts of the message.
    #[inline(always)]
    pub(crate) fn new(isa: G::Isa, powers: &'a Powers, y: [u64; 2]) -> Self {
        Self::with(isa, &powers.powers, &powers.sums, y)
    }

    /// Creates a state that continues from `y`, the value of GHASH after the previous parts of the message. `powers` are the
    /// powers of the hash key, and `sums` are the sums (XORs) of the halves of each power.
    #[inline(always)]
    pub(crate) fn with(isa: G::Isa, powers: &'a Numbers, sums: &'a Numbers, y: [u64; 2]) -> Self {
        Self { isa, powers, sums, sum: G::one(isa, &y), products: [G::zero(isa); 3] }
    }

    /// Multiplies a vector by the powers from index `at` on, and adds the products to the sums.
    #[inline(always)]
    pub(crate) fn multiply(&mut self, x: G, at: usize) {
        let places = at..at + G::COUNT;
        let (Some(power), Some(sums)) = (self.powers.get(places.clone()), self.sums.get(places)) else {
            return;
        };
        let (power, sums) = (G::numbers(self.isa, power), G::numbers(self.isa, sums));
        let [low, middle, high] = self.products;
        self.products = [low.xor(x.low(power)), middle.xor(x.folded().low(sums)), high.xor(x.high(power))];
    }

    /// XORs the hash so far into a vector, and then multiplies the vector, like [`multiply`](Self::multiply).
    #[inline(always)]
    fn next(&mut self, blocks: &G::Blocks, at: usize) {
        let x = G::load(self.isa, blocks).xor(G::first(self.isa, self.sum));
        self.sum = G::zero(self.isa).sum();
        self.multiply(x, at);
    }

    /// Reduces the sums of the products to the hash.
    #[inline(always)]
    pub(crate) fn reduce(&mut self) {
        let [low, middle, high] = self.products;
        self.sum = G::reduce(self.isa, [low.sum(), middle.sum(), high.sum()]);
        self.products = [G::zero(self.isa); 3];
    }

    /// Hashes the associated data. If `blocks` blocks follow it, and one reduction is enough for all of them, the products
    /// stay unreduced until these blocks have been hashed. Otherwise this function reduces them.
    #[inline(always)]
    pub(super) fn header<V: Partial<Bytes = G::Blocks>>(
        &mut self,
        isa: V::Isa,
        header: &[u8],
        blocks: Option<usize>,
    ) {
        let own = header.len().div_ceil(16);
        let all = own + blocks.unwrap_or(0);
        let joined = blocks.is_some() && all <= GROUP * G::COUNT + 1;
        let mut at = POWERS.saturating_sub(if joined { all } else { own });
        for bytes in header.chunks(size_of::<V>()) {
            self.next(&V::load_bytes(isa, bytes).store(), at);
            at += G::COUNT;
        }
        if !joined {
            self.reduce();
        }
    }

    /// Encrypts or decrypts the next vector of a text, or the end of the text, and adds its ciphertext to the hash. From this
    /// vector to the block of lengths there must be at most a group of blocks.
    #[inline(always)]
    pub(super) fn text<W: Wide16<V: Blocks<Bytes = G::Blocks>>, const DECRYPT: bool>(
        &mut self,
        w: W,
        keystream: W::V,
        text: &mut InOut<'_>,
    ) {
        let n = text.len();
        let at = (POWERS - 1).saturating_sub(n.div_ceil(16));
        if let Some(step) = text.next::<Vector<W>, 1>() {
            let input = step.get(0);
            let output = keystream.xor(W::V::load(w.isa(), &input)).store();
            self.next(if DECRYPT { &input } else { &output }, at);
            step.put(0, output);
        } else if n > 0 {
            let input = W::V::load_bytes(w.isa(), text.input());
            let output = keystream.xor(input);
            output.store_bytes(text.output());
            let ciphertext = if DECRYPT { input } else { output.first_bytes(w.isa(), n) };
            self.next(&ciphertext.store(), at);
            text.take(n);
        }
    }
}

/// Encrypts or decrypts all complete groups of `GROUP` vectors in a text, and absorbs their ciphertext into GHASH. The bytes
/// after the last complete group stay in `data`. Returns whether the products of the last group still have to be reduced.
#[inline(always)]
pub(super) fn groups<W: Wide16, G: Carryless<Blocks = Vector<W>>, const DECRYPT: bool>(
    w: W,
    hashing: &mut Hashing<'_, G>,
    counters: &mut <W::V as ModeBlocks>::Counter,
    data: &mut InOut<'_>,
) -> bool {
    let mut before = None;
    while let Some(group) = data.next::<Vector<W>, GROUP>() {
        let mut v = counters.group::<GROUP>();
        if let Some(hashed) = if DECRYPT { Some(group) } else { before } {
            let mut beside = Group::<W, G, DECRYPT> { group: hashed, hashing };
            w.encrypt_beside(&mut v, &Input(w.isa(), group), &mut beside);
            hashing.reduce();
        } else {
            w.encrypt_add(&mut v, &Input(w.isa(), group));
        }
        for i in 0..GROUP {
            group.put(i, v[i].store());
        }
        before = Some(group);
    }
    match before {
        Some(group) if !DECRYPT => {
            Group::<W, G, DECRYPT> { group, hashing }.whole();
            true
        }
        _ => false,
    }
}

/// Encrypts or decrypts the whole groups of a part, and also the end of the text if the part is a whole message.
#[inline(always)]
pub(crate) fn part<W: Wide16, G: Carryless<Blocks = Vector<W>>, const DECRYPT: bool>(
    w: W,
    isa: G::Isa,
    counter: u128,
    part: &mut Part<'_>,
    data: &mut InOut<'_>,
) {
    let groups = data.len() / (GROUP * size_of::<Vector<W>>());
    let mut hashing = Hashing::<G>::new(isa, part.powers, *part.y);
    let mut start = counter;
    if let Some(whole) = &part.whole {
        // the next counter, incremented in registers: a load of bytes that were just stored in two pieces would wait for both
        // stores
        let low = ((start >> 96) as u32).swap_bytes().wrapping_add(1).swap_bytes();
        start = start << 32 >> 32 | u128::from(low) << 96;
        if !whole.header.is_empty() {
            let blocks = (groups == 0).then(|| data.len().div_ceil(16) + 1);
            hashing.header::<W::V>(w.isa(), whole.header, blocks);
        }
    }
    let mut counters = <W::V as ModeBlocks>::Counter::new(w.isa(), &start.to_le_bytes(), Increment::Be32);
    // the loop of `groups`, repeated here because a call would spill more registers
    let mut before = None;
    for _ in 0..groups {
        let Some(group) = data.next::<Vector<W>, GROUP>() else { break };
        let mut v = counters.group::<GROUP>();
        if let Some(hashed) = if DECRYPT { Some(group) } else { before } {
            let mut beside = Group::<W, G, DECRYPT> { group: hashed, hashing: &mut hashing };
            w.encrypt_beside(&mut v, &Input(w.isa(), group), &mut beside);
            hashing.reduce();
        } else {
            w.encrypt_add(&mut v, &Input(w.isa(), group));
        }
        for i in 0..GROUP {
            group.put(i, v[i].store());
        }
        before = Some(group);
    }
    let pending = if DECRYPT { None } else { before };
    if let Some(group) = pending {
        Group::<W, G, DECRYPT> { group, hashing: &mut hashing }.whole();
    }
    let pending = pending.is_some();
    let Some(whole) = &mut part.whole else {
        if pending {
            hashing.reduce();
        }
        *part.y = G::number(hashing.sum);
        return;
    };
    let mask = W::V::splat(w.isa(), &counter.to_le_bytes());
    match data.len().div_ceil(size_of::<Vector<W>>()) {
        0 => end::<W, G, DECRYPT, 1>(w, hashing, pending, counters, mask, whole, data),
        1 => end::<W, G, DECRYPT, 2>(w, hashing, pending, counters, mask, whole, data),
        2 => end::<W, G, DECRYPT, 3>(w, hashing, pending, counters, mask, whole, data),
        3 | 4 => end::<W, G, DECRYPT, 5>(w, hashing, pending, counters, mask, whole, data),
        _ => end::<W, G, DECRYPT, 9>(w, hashing, pending, counters, mask, whole, data),
    }
}

/// Encrypts or decrypts the rest of the text, at most `N - 1` vectors, and writes the tag.
#[inline(always)]
fn end<W: Wide16, G: Carryless<Blocks = Vector<W>>, const DECRYPT: bool, const N: usize>(
    w: W,
    mut hashing: Hashing<'_, G>,
    pending: bool,
    mut counters: <W::V as ModeBlocks>::Counter,
    mask: W::V,
    whole: &mut Whole<'_>,
    data: &mut InOut<'_>,
) {
    let isa = hashing.isa;
    let mut v = [mask; N];
    for x in &mut v[1..] {
        *x = counters.next();
    }
    w.encrypt(&mut v);
    if pending {
        hashing.reduce();
    }
    let mut at = (POWERS - 1).saturating_sub(data.len().div_ceil(16));
    for x in &v[1..] {
        if let Some(step) = data.next::<Vector<W>, 1>() {
            let input = step.get(0);
            let output = x.xor(W::V::load(w.isa(), &input)).store();
            hashing.next(if DECRYPT { &input } else { &output }, at);
            step.put(0, output);
        } else if !data.is_empty() {
            let n = data.len();
            let input = W::V::load_bytes(w.isa(), data.input());
            let output = x.xor(input);
            output.store_bytes(data.output());
            let ciphertext = if DECRYPT { input } else { output.first_bytes(w.isa(), n) };
            hashing.next(&ciphertext.store(), at);
            break;
        }
        at += G::COUNT;
    }
    let lengths = G::add(G::one(isa, &whole.lengths), hashing.sum);
    let [low, middle, high] = G::products(
        lengths,
        G::one(isa, &hashing.powers[POWERS - 1]),
        G::one(isa, &hashing.sums[POWERS - 1]),
    );
    let [l, m, h] = hashing.products;
    let products = [G::add(l.sum(), low), G::add(m.sum(), middle), G::add(h.sum(), high)];
    let [low, high] = G::hash(isa, G::reduce_soon(isa, products));
    let hash = u128::from(high) << 64 | u128::from(low);
    store_whole(whole.tag, (hash ^ u128::from_be_bytes(v[0].last())).swap_bytes());
}
