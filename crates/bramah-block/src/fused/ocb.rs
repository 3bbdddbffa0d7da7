//! OCB over whole blocks and over whole messages: RFC 7253, sections 4.2 and 4.3.
//!
//! The offset of block `i` is the XOR of the offset of block 0 and of all `L_k` for which bit `k` of the Gray code of `i` is set.
//! The Gray code is linear. Therefore within a group that begins at a multiple of its size, each offset is the XOR of the offset
//! before the group and a value that is equal in all groups. Only the last block of a group differs, because its number has more
//! trailing zeros.

use crate::simd::{
    blocks::{Blocks, ModeBlocks},
    memory::{Bytes, InOut, Step, add, copy_short, short_le, store_whole},
};
use crate::{
    ocb::{HEADER, MULTIPLES, Message, Offsets, SUMS, Whole, add_all, multiple, stretched},
    wide::{Beside, Block, Crypt, Parallel, Vector, Wide, parallel},
};

/// The maximum number of vectors in a group.
const FULL: usize = 8;
/// The maximum number of 16-byte blocks for which one block in each register is faster, because fewer values are prepared.
const FEW: usize = 8;

/// The offsets of the next blocks, and the checksum of the plaintext.
struct Now<'a, V: ModeBlocks> {
    multiples: &'a [V::Block; MULTIPLES],
    sums: &'a [V::Block; SUMS],
    /// The values of `sums`, in vectors.
    vectors: [V; FULL],
    /// The offsets of the next vectors, if these are a full group and their offsets were computed in advance.
    ahead: [V; FULL],
    /// The whitening key of the cipher, which is XORed into every offset: [`Wide::masked`].
    mask: V,
    /// The offset of the last block, in each block of the vector.
    last: V,
    /// The number of blocks that have been processed: a multiple of the number of blocks in the next group.
    number: u64,
    sum: V,
    /// The XOR of the plaintext blocks that do not fill a vector.
    rest: V::Block,
    /// The number of blocks that do not fill a vector.
    beyond: usize,
}

impl<'a, V: ModeBlocks> Now<'a, V> {
    /// Whether the offsets of a full group are computed during the rounds of the previous group. Measured with two blocks in a
    /// register on Zen 3, in the official build, with AES-128 and 16 KiB: encryption is 1.01 times as fast, and decryption 1.05
    /// times.
    const AHEAD: bool = V::COUNT <= 2;

    /// Begins a message of `blocks` blocks, which is processed in groups of up to `group` vectors.
    #[inline(always)]
    fn new(isa: V::Isa, mask: V, offsets: &Offsets<'a, V::Block>, group: usize, blocks: usize) -> Self {
        let Offsets { multiples, sums, .. } = *offsets;
        let zero = V::splat(isa, &V::Block::ZERO);
        let mut vectors = [zero; FULL];
        if V::COUNT.is_power_of_two() {
            let needed = blocks.div_ceil(V::COUNT).min(group);
            for (at, vector) in vectors.iter_mut().enumerate().take(needed) {
                *vector = V::gather(isa, |lane| sums[(at * V::COUNT + lane) % SUMS]);
            }
        }
        let last = V::splat(isa, offsets.offset).xor(mask);
        let mut now = Self {
            multiples,
            sums,
            vectors,
            ahead: [zero; FULL],
            mask,
            last,
            number: 0,
            sum: zero,
            rest: V::Block::ZERO,
            beyond: 0,
        };
        if Self::AHEAD && group >= FULL && blocks >= FULL * V::COUNT {
            for i in 0..FULL {
                now.ahead[i] = now.offsets::<FULL>(isa, i);
            }
        }
        now
    }

    /// Returns the offsets of the next `K` vectors.
    #[inline(always)]
    fn take<const K: usize>(&mut self, isa: V::Isa) -> [V; K] {
        let mut offsets = [self.last; K];
        if !V::COUNT.is_power_of_two() {
            for offsets in &mut offsets {
                *offsets = self.one_by_one(isa, V::COUNT);
            }
            return offsets;
        }
        if Self::AHEAD && K == FULL {
            offsets.copy_from_slice(&self.ahead[..K]);
        } else {
            for i in 0..K {
                offsets[i] = self.offsets::<K>(isa, i);
            }
        }
        let blocks = K * V::COUNT;
        for other in self.others(blocks) {
            self.last = self.last.xor(V::splat(isa, other));
        }
        self.last = self.last.xor(V::splat(isa, &self.sums[(blocks - 1) % SUMS]));
        self.number += blocks as u64;
        offsets
    }

    /// Returns the offsets of vector `i` of the next `K` vectors.
    #[inline(always)]
    fn offsets<const K: usize>(&self, isa: V::Isa, i: usize) -> V {
        let mut offsets = self.last.xor(self.vectors[i % FULL]);
        if i == K - 1 {
            for other in self.others(K * V::COUNT) {
                let in_last = |lane| if lane + 1 == V::COUNT { *other } else { V::Block::ZERO };
                offsets = offsets.xor(V::gather(isa, in_last));
            }
        }
        offsets
    }

    /// Returns the two multiples of L that correct the offset of the last of the next `blocks` blocks. The values in `sums`
    /// include the first multiple, but this offset needs the second one instead.
    #[inline(always)]
    fn others(&self, blocks: usize) -> [&'a V::Block; 2] {
        [blocks as u64, self.number + blocks as u64].map(|number| multiple(self.multiples, number))
    }

    /// Returns a vector of the offsets of the next `blocks` blocks, fewer than a vector holds.
    #[inline(always)]
    fn take_some(&mut self, isa: V::Isa, blocks: usize) -> V {
        if !V::COUNT.is_power_of_two() {
            return self.one_by_one(isa, blocks);
        }
        self.beyond = blocks;
        self.last.xor(self.vectors[0])
    }

    /// Returns a vector of the offsets of the next blocks. This is for vectors whose number of blocks is not a power of two:
    /// their groups do not begin at a multiple of their size.
    #[inline(always)]
    fn one_by_one(&mut self, isa: V::Isa, blocks: usize) -> V {
        let mut offset = self.last.last();
        let offsets = V::gather(isa, |lane| {
            if lane < blocks {
                self.number += 1;
                add(offset.as_mut(), multiple(self.multiples, self.number).as_ref());
            }
            offset
        });
        self.last = V::splat(isa, &offset);
        offsets
    }

    /// Writes the last offset and the checksum.
    #[inline(always)]
    fn end(self, offsets: Offsets<'_, V::Block>) {
        *offsets.offset = self.last.xor(self.mask).last();
        if let Some(before) = self.beyond.checked_sub(1) {
            add(offsets.offset.as_mut(), self.sums[before % SUMS].as_ref());
        }
        add(offsets.sum.as_mut(), self.rest.as_ref());
        self.sum.scatter(|_, block| add(offsets.sum.as_mut(), block.as_ref()));
    }
}

/// The work between the rounds of a group of `K` vectors: the offsets of the next full group, and the checksum, if the input is
/// plaintext. If this work were done between two groups, the rounds would wait for the execution units that it uses.
struct Other<'n, 'a, 's, V: ModeBlocks, const K: usize> {
    isa: V::Isa,
    now: &'n mut Now<'a, V>,
    plaintext: Option<&'n Step<'s, V::Bytes, K>>,
}

impl<V: ModeBlocks, const K: usize> Beside for Other<'_, '_, '_, V, K> {
    #[inline(always)]
    fn part(&mut self, i: usize) {
        if Now::<V>::AHEAD && K == FULL {
            self.now.ahead[i] = self.now.offsets::<FULL>(self.isa, i);
        }
        if let Some(plaintext) = self.plaintext
            && i < K
        {
            self.now.sum = self.now.sum.xor(V::load(self.isa, &plaintext.get(i)));
        }
    }
}

/// Encryption in OCB.
struct Encrypt<'a, V: ModeBlocks>(Now<'a, V>);
/// Decryption in OCB.
struct Decrypt<'a, V: ModeBlocks>(Now<'a, V>);

macro_rules! direction {
    ($mode:ident $crypt:ident $mask:ident $name:ident, before $before:literal) => {
        impl<W: Wide> Parallel<W> for $mode<'_, W::V> {
            #[inline(always)]
            fn group<const K: usize>(&mut self, w: W, step: Step<'_, Vector<W>, K>) {
                let isa = w.isa();
                let offsets = self.0.take::<K>(isa);
                let mut v = offsets;
                for i in 0..K {
                    v[i] = W::V::load(isa, &step.get(i)).xor(offsets[i]);
                }
                let mut beside = Other { isa, now: &mut self.0, plaintext: $before.then_some(&step) };
                w.$crypt(&mut v, &offsets, &mut beside);
                for i in 0..K {
                    if !$before {
                        self.0.sum = self.0.sum.xor(v[i]);
                    }
                    step.put(i, v[i].store());
                }
            }
            #[inline(always)]
            fn rest(&mut self, w: W, mut data: InOut<'_>) {
                let offsets = self.0.take_some(w.isa(), data.len() / Block::<W>::LEN);
                if $before {
                    add_all(&mut self.0.rest, data.input());
                }
                let mut v = [W::V::load_some(w.isa(), data.input()).xor(offsets)];
                w.$crypt(&mut v, &[offsets], &mut ());
                v[0].store_some(data.output());
                if !$before {
                    add_all(&mut self.0.rest, data.output());
                }
            }
        }

        impl<'a, V: ModeBlocks> $mode<'a, V> {
            #[inline(always)]
            fn run<W: Wide<V = V>>(w: W, offsets: Offsets<'a, V::Block>, data: InOut<'_>) {
                const { assert!(!V::COUNT.is_power_of_two() || W::GROUP * V::COUNT <= SUMS && W::GROUP <= FULL) };
                let mask = w.$mask(W::V::splat(w.isa(), &V::Block::ZERO));
                let mut mode = $mode(Now::new(w.isa(), mask, &offsets, W::GROUP, data.len() / V::Block::LEN));
                parallel(w, &mut mode, data);
                mode.0.end(offsets);
            }
        }

        /// Encrypts or decrypts whole blocks, from the first block of the message on, or a whole message. `nonce` is the `number`
        /// of [`Authenticated::Ocb`](crate::Authenticated::Ocb).
        #[inline(always)]
        pub(crate) fn $name<W: Wide>(w: W, nonce: u128, message: &mut Message<'_>, mut data: InOut<'_>) {
            let Some(mut offsets) = Offsets::<Block<W>>::new(message) else { return };
            let size = size_of::<Block<W>>();
            if size != 16 {
                return $mode::run(w, offsets, data);
            }
            let whole = offsets.whole.take();
            let mut hashed = 0;
            if let Some((whole, _)) = &whole {
                hashed = begin(w.narrow(), nonce, whole, &mut offsets);
            }
            // a portable cipher computes several blocks in the time of one
            let has_groups = <W::Narrow as Crypt>::GROUP > 1 && <W::Narrow as Crypt>::V::COUNT == 1;
            let whole = match whole {
                Some((whole, tag)) if has_groups && data.len() <= (FEW - 1) * size => {
                    return match $before {
                        true => seal_few(w.narrow(), whole, tag, hashed, &offsets, data),
                        false => open_few(w.narrow(), whole, tag, hashed, &offsets, data),
                    };
                }
                whole => whole,
            };
            let blocks = data.take(data.len() / size * size);
            let has_narrower = W::GROUP >= FULL && W::V::COUNT > 1 && <W::Narrow as Crypt>::V::COUNT == 1;
            if has_narrower && blocks.len() <= FEW * size {
                $mode::run(w.narrow(), offsets.reborrow(), blocks);
            } else {
                $mode::run(w, offsets.reborrow(), blocks);
            }
            if let Some((whole, tag)) = whole {
                end::<_, { !$before }>(w.narrow(), whole, tag, hashed, &offsets, data);
            }
        }
    };
}

/// Returns a 16-byte block as a little-endian number.
#[inline(always)]
fn number<B: Bytes>(block: &B) -> u128 {
    block.as_ref().first_chunk().map_or(0, |bytes| u128::from_le_bytes(*bytes))
}

/// Returns a little-endian number as a 16-byte block.
#[inline(always)]
fn block<B: Bytes>(number: u128) -> B {
    let mut block = B::ZERO;
    if let Some(bytes) = block.as_mut().first_chunk_mut() {
        *bytes = number.to_le_bytes();
    }
    block
}

/// Returns a partial block as a little-endian number, padded with a one bit and zeros.
#[inline(always)]
fn padded(bytes: &[u8]) -> u128 {
    short_le(bytes) | 0x80 << (8 * bytes.len())
}

/// Computes the first offset of a message, and returns the hash of its associated data (RFC 7253, section 4.1, HASH).
#[inline(always)]
fn begin<W: Wide>(w: W, nonce: u128, whole: &Whole<'_>, offsets: &mut Offsets<'_, Block<W>>) -> u128 {
    match whole.header.len().div_ceil(16) {
        0 => begin_with::<W, 1>(w, nonce, whole, offsets),
        1 => begin_with::<W, 2>(w, nonce, whole, offsets),
        _ => begin_with::<W, { HEADER / 16 + 1 }>(w, nonce, whole, offsets),
    }
}

/// Implements [`begin`] for associated data of at most `N - 1` blocks, which are encrypted together with the block of the nonce.
#[inline(always)]
fn begin_with<W: Wide, const N: usize>(
    w: W,
    nonce: u128,
    whole: &Whole<'_>,
    offsets: &mut Offsets<'_, Block<W>>,
) -> u128 {
    let mut v = [w.load(&block(nonce)); N];
    let (blocks, rest) = whole.header.as_chunks::<16>();
    let count = blocks.len() + usize::from(!rest.is_empty());
    for (i, v) in v[1..].iter_mut().enumerate().take(count) {
        let masked = match blocks.get(i) {
            Some(bytes) => u128::from_le_bytes(*bytes) ^ number(&offsets.sums[i % SUMS]),
            None => {
                let before = i.checked_sub(1).map_or(0, |i| number(&offsets.sums[i % SUMS]));
                padded(rest) ^ before ^ u128::from_le_bytes(*whole.star)
            }
        };
        *v = w.load(&block(masked));
    }
    w.encrypt(&mut v);
    let offset = stretched(&number(&v[0].last()).to_le_bytes(), whole.bottom);
    if let Some(to) = offsets.offset.as_mut().first_chunk_mut() {
        store_whole(to, u128::from_le_bytes(offset));
    }
    v[1..].iter().take(count).fold(0, |sum, v| sum ^ number(&v.last()))
}

/// Encrypts a text of fewer than [`FEW`] blocks, and writes the tag. `hashed` is the hash of the associated data.
#[inline(always)]
fn seal_few<W: Wide>(
    w: W,
    whole: &Whole<'_>,
    tag: &mut [u8; 16],
    hashed: u128,
    offsets: &Offsets<'_, Block<W>>,
    data: InOut<'_>,
) {
    match data.len().div_ceil(16) {
        0 | 1 => seal_with::<W, 2>(w, whole, tag, hashed, offsets, data),
        2..=4 => seal_with::<W, 5>(w, whole, tag, hashed, offsets, data),
        _ => seal_with::<W, FEW>(w, whole, tag, hashed, offsets, data),
    }
}

/// Implements [`seal_few`] for a text of at most `N - 1` blocks. The block that becomes the tag depends only on the text, so it
/// is encrypted together with the blocks of the text.
#[inline(always)]
fn seal_with<W: Wide, const N: usize>(
    w: W,
    whole: &Whole<'_>,
    tag: &mut [u8; 16],
    hashed: u128,
    offsets: &Offsets<'_, Block<W>>,
    mut data: InOut<'_>,
) {
    let zero = w.load(&Block::<W>::ZERO);
    let (mut v, mut masks, mut sum) = ([zero; N], [zero; N], zero);
    let offset = w.load(offsets.offset);
    let (blocks, rest) = Block::<W>::split(data.input());
    let (count, rest_len) = (blocks.len(), rest.len());
    let mut last = count.checked_sub(1).map_or(offset, |i| offset.xor(w.load(&offsets.sums[i % SUMS])));
    let text = short_le(rest);
    if rest_len > 0 {
        last = last.xor(w.load(&block(u128::from_le_bytes(*whole.star))));
        sum = w.load(&block(padded(rest)));
    }
    for i in 0..N - 1 {
        if let Some(block) = blocks.get(i) {
            let block = w.load(block);
            sum = sum.xor(block);
            masks[i] = offset.xor(w.load(&offsets.sums[i]));
            v[i] = block.xor(masks[i]);
        } else if i == count {
            v[i] = last;
        }
    }
    v[N - 1] = sum.xor(last).xor(w.load(&block(u128::from_le_bytes(*whole.dollar))));
    masks[N - 1] = w.load(&block(hashed));
    w.encrypt_add(&mut v, &masks);
    let (blocks, rest) = data.output().split_at_mut(16 * count);
    let blocks = Block::<W>::split_mut(blocks).0;
    for i in 0..N - 1 {
        if let Some(block) = blocks.get_mut(i) {
            *block = v[i].last();
        } else if i == count && rest_len > 0 {
            copy_short(rest, &(text ^ number(&v[i].last())).to_le_bytes()[..rest_len]);
        }
    }
    store_whole(tag, number(&v[N - 1].last()));
}

/// Decrypts a text of fewer than [`FEW`] blocks, and writes the tag. `hashed` is the hash of the associated data.
#[inline(always)]
fn open_few<W: Wide>(
    w: W,
    whole: &Whole<'_>,
    tag: &mut [u8; 16],
    hashed: u128,
    offsets: &Offsets<'_, Block<W>>,
    data: InOut<'_>,
) {
    match data.len() / 16 {
        0 | 1 => open_with::<W, 1>(w, whole, tag, hashed, offsets, data),
        2..=4 => open_with::<W, 4>(w, whole, tag, hashed, offsets, data),
        _ => open_with::<W, { FEW - 1 }>(w, whole, tag, hashed, offsets, data),
    }
}

/// Implements [`open_few`] for a text of at most `N` whole blocks, whose plaintext is XORed into the checksum after decryption.
#[inline(always)]
fn open_with<W: Wide, const N: usize>(
    w: W,
    whole: &Whole<'_>,
    tag: &mut [u8; 16],
    hashed: u128,
    offsets: &Offsets<'_, Block<W>>,
    mut data: InOut<'_>,
) {
    let zero = w.load(&Block::<W>::ZERO);
    let (mut v, mut masks, mut sum) = ([zero; N], [zero; N], zero);
    let offset = w.load(offsets.offset);
    let (blocks, rest) = Block::<W>::split(data.input());
    let (count, rest_len) = (blocks.len(), rest.len());
    let mut last = count.checked_sub(1).map_or(offset, |i| offset.xor(w.load(&offsets.sums[i % SUMS])));
    let mut text = short_le(rest);
    for i in 0..N {
        if let Some(block) = blocks.get(i) {
            masks[i] = offset.xor(w.load(&offsets.sums[i]));
            v[i] = w.load(block).xor(masks[i]);
        }
    }
    if count > 0 {
        w.decrypt_add(&mut v, &masks);
    }
    let (blocks, rest) = data.output().split_at_mut(16 * count);
    let blocks = Block::<W>::split_mut(blocks).0;
    // each block is stored from its register: otherwise the compiler would store all of them and copy the needed ones in wider
    // pieces
    for i in 0..N {
        if let Some(block) = blocks.get_mut(i) {
            *block = v[i].last();
            sum = sum.xor(v[i]);
        }
    }
    if rest_len > 0 {
        last = last.xor(w.load(&block(u128::from_le_bytes(*whole.star))));
        text ^= number(&w.one(last).last());
        copy_short(rest, &text.to_le_bytes()[..rest_len]);
        text = text & !(u128::MAX << (8 * rest_len)) | 0x80 << (8 * rest_len);
        sum = sum.xor(w.load(&block(text)));
    }
    let last = w.one(sum.xor(last).xor(w.load(&block(u128::from_le_bytes(*whole.dollar)))));
    store_whole(tag, number(&last.last()) ^ hashed);
}

/// Encrypts or decrypts the partial block at the end of the text, and writes the tag. `hashed` is the hash of the associated
/// data.
#[inline(always)]
fn end<W: Wide, const DECRYPT: bool>(
    w: W,
    whole: &Whole<'_>,
    tag: &mut [u8; 16],
    hashed: u128,
    offsets: &Offsets<'_, Block<W>>,
    mut data: InOut<'_>,
) {
    let [mut offset, mut sum] = [&offsets.offset, &offsets.sum].map(|block| number(&**block));
    let tagged = |offset: u128, sum: u128| w.load(&block(sum ^ offset ^ u128::from_le_bytes(*whole.dollar)));
    let last = if data.is_empty() {
        w.one(tagged(offset, sum))
    } else {
        offset ^= u128::from_le_bytes(*whole.star);
        let mut v = [w.load(&block(offset)); 2];
        if DECRYPT {
            v[0] = w.one(v[0]);
        } else {
            sum ^= padded(data.input());
            v[1] = tagged(offset, sum);
            w.encrypt(&mut v);
        }
        let len = data.len();
        let text = short_le(data.input()) ^ number(&v[0].last());
        copy_short(data.output(), &text.to_le_bytes()[..len]);
        if DECRYPT {
            sum ^= text & !(u128::MAX << (8 * len)) | 0x80 << (8 * len);
            v[1] = w.one(tagged(offset, sum));
        }
        v[1]
    };
    store_whole(tag, number(&last.last()) ^ hashed);
}

direction!(Encrypt encrypt_masked masked encrypt, before true);
direction!(Decrypt decrypt_masked masked_back decrypt, before false);
