//! The interface between the backends of a block cipher and the modes, and the loops in which a mode processes a message.

use crate::simd::{
    blocks::{Blocks, ModeBlocks},
    memory::{InOut, Lanes, MAX_CHAINS, Run, Step},
};

/// A keyed block cipher over vectors of one width.
pub(crate) trait Crypt: Copy {
    /// The vectors of blocks that this cipher processes.
    type V: Blocks;
    /// The number of vectors to process at once to keep the CPU busy: 1, 2, 4 or 8.
    const GROUP: usize;

    /// Returns the token that proves that the CPU has the instructions of this cipher.
    fn isa(self) -> Isa<Self>;
    /// Encrypts all blocks.
    fn encrypt<const N: usize>(self, v: &mut [Self::V; N]);
    /// Decrypts all blocks.
    fn decrypt<const N: usize>(self, v: &mut [Self::V; N]);

    /// Encrypts all blocks, and then XORs into each vector the addend that `add` returns for it. A cipher that ends with the XOR
    /// of a round key combines the key with the addend before the last round, so that only the output waits for the last round.
    #[inline(always)]
    fn encrypt_add<const N: usize>(self, v: &mut [Self::V; N], add: &impl Addends<Self::V>) {
        self.encrypt(v);
        add_to(v, add);
    }
    /// Decrypts all blocks and then XORs the addends, like [`encrypt_add`](Self::encrypt_add).
    #[inline(always)]
    fn decrypt_add<const N: usize>(self, v: &mut [Self::V; N], add: &impl Addends<Self::V>) {
        self.decrypt(v);
        add_to(v, add);
    }
}

/// The vectors that a mode XORs into the vectors of a group after encryption or decryption.
pub(crate) trait Addends<V> {
    /// Returns the addend of vector `i`.
    fn get(&self, i: usize) -> V;
}

impl<V: Copy, const N: usize> Addends<V> for [V; N] {
    #[inline(always)]
    fn get(&self, i: usize) -> V {
        self[i]
    }
}

/// The vectors of the input, which are loaded when they are XORed.
pub(crate) struct Input<'a, V: Blocks, const N: usize>(pub(crate) V::Isa, pub(crate) Step<'a, V::Bytes, N>);

impl<V: Blocks, const N: usize> Addends<V> for Input<'_, V, N> {
    #[inline(always)]
    fn get(&self, i: usize) -> V {
        V::load(self.0, &self.1.get(i))
    }
}

/// XORs into each vector the addend that `add` returns for it.
#[inline(always)]
fn add_to<V: Blocks, const N: usize>(v: &mut [V; N], add: &impl Addends<V>) {
    for i in 0..N {
        v[i] = v[i].xor(add.get(i));
    }
}

/// A keyed block cipher for which modes are compiled.
pub(crate) trait Wide: Crypt<V: ModeBlocks> {
    /// The cipher over one block at a time, for modes in which each block depends on the previous one.
    type Narrow: Wide<V: Blocks<Block = Block<Self>>>;

    /// Returns this cipher over one block at a time.
    fn narrow(self) -> Self::Narrow;
    /// Encrypts all blocks and XORs the addends, like [`encrypt_add`](Crypt::encrypt_add), and does the parts 0 to 7 of other
    /// work in this order. If the cipher has enough rounds, the parts are interleaved with the rounds, so that independent work
    /// fills the execution units that the rounds leave idle.
    #[inline(always)]
    fn encrypt_beside<const N: usize>(
        self,
        v: &mut [Self::V; N],
        add: &impl Addends<Self::V>,
        beside: &mut impl Beside,
    ) {
        self.encrypt_add(v, add);
        all_parts(beside);
    }

    /// Loads one block into every position of a vector.
    #[inline(always)]
    fn load(self, block: &Block<Self>) -> Self::V {
        Self::V::splat(self.isa(), block)
    }
    /// Encrypts a vector of blocks.
    #[inline(always)]
    fn one(self, x: Self::V) -> Self::V {
        let mut v = [x];
        self.encrypt(&mut v);
        v[0]
    }

    /// Whitens a block, the form of the input and output of [`link`](Self::link). Whitening a block twice restores it.
    #[inline(always)]
    fn masked(self, x: Self::V) -> Self::V {
        x
    }
    /// Performs one step of a chain, from whitened block to whitened block: encrypts the block, and XORs `add`. A cipher that
    /// begins and ends with the XOR of a key combines the XORs between two steps in advance.
    #[inline(always)]
    fn link(self, x: Self::V, add: Self::V) -> Self::V {
        self.one(x).xor(add)
    }
    /// Whitens a block, the form of the input and output of [`link_back`](Self::link_back). Whitening a block twice restores it.
    #[inline(always)]
    fn masked_back(self, x: Self::V) -> Self::V {
        x
    }
    /// Encrypts and XORs while other work is done, like [`encrypt_beside`](Self::encrypt_beside). Here both the blocks and the
    /// addends are [`masked`](Self::masked), which cancels out.
    #[inline(always)]
    fn encrypt_masked<const N: usize>(
        self,
        v: &mut [Self::V; N],
        add: &impl Addends<Self::V>,
        beside: &mut impl Beside,
    ) {
        self.encrypt_beside(v, add, beside);
    }
    /// Decrypts and XORs while other work is done, like [`encrypt_masked`](Self::encrypt_masked), with blocks and addends that
    /// are [`masked_back`](Self::masked_back).
    #[inline(always)]
    fn decrypt_masked<const N: usize>(
        self,
        v: &mut [Self::V; N],
        add: &impl Addends<Self::V>,
        beside: &mut impl Beside,
    ) {
        self.decrypt_add(v, add);
        all_parts(beside);
    }
    /// Performs one step of a chain in which blocks are decrypted, like [`link`](Self::link).
    #[inline(always)]
    fn link_back(self, x: Self::V, add: Self::V) -> Self::V {
        let mut v = [x];
        self.decrypt(&mut v);
        v[0].xor(add)
    }
}

/// Work in eight parts that is interleaved with the rounds of a cipher. This is a trait because a closure is not compiled with
/// the CPU features of the function around it.
pub(crate) trait Beside {
    /// Does part `i`, from 0 to 7.
    fn part(&mut self, i: usize);
}

/// Stands for no other work.
impl Beside for () {
    #[inline(always)]
    fn part(&mut self, _: usize) {}
}

/// Does all parts of the work in order.
#[inline(always)]
fn all_parts(work: &mut impl Beside) {
    for i in 0..8 {
        work.part(i);
    }
}

/// The type of a block of a cipher.
pub(crate) type Block<W> = <<W as Crypt>::V as Blocks>::Block;
/// The type of the bytes of a vector of blocks.
pub(crate) type Vector<W> = <<W as Crypt>::V as Blocks>::Bytes;
/// The token that proves that the CPU has the instructions of a cipher.
pub(crate) type Isa<W> = <<W as Crypt>::V as Blocks>::Isa;

/// Encrypts or decrypts a run: groups of vectors, then two vectors, then one, then single blocks with the cipher `one`.
#[inline(always)]
pub(crate) fn run<C: Crypt, D: Crypt<V: Blocks<Block = Block<C>>>, const BACK: bool>(
    cipher: C,
    one: D,
    mut run: Run<'_>,
) {
    match C::GROUP {
        8 => vectors::<C, 8, BACK>(cipher, &mut run),
        4 => vectors::<C, 4, BACK>(cipher, &mut run),
        _ => {}
    }
    if C::GROUP > 1 {
        vectors::<C, 2, BACK>(cipher, &mut run);
    }
    if C::V::COUNT > 1 {
        vectors::<C, 1, BACK>(cipher, &mut run);
    }
    vectors::<D, 1, BACK>(one, &mut run);
}

/// Encrypts or decrypts groups of `N` vectors.
#[inline(always)]
fn vectors<C: Crypt, const N: usize, const BACK: bool>(cipher: C, run: &mut Run<'_>) {
    let isa = cipher.isa();
    while let Some(group) = run.next::<Vector<C>>(N) {
        let mut v = [C::V::load(isa, &group.get(0)); N];
        for i in 1..N {
            v[i] = C::V::load(isa, &group.get(i));
        }
        if group.has_pre() {
            for i in 0..N {
                v[i] = group.pre(i).map_or(v[i], |pre| v[i].xor(C::V::load(isa, &pre)));
            }
        }
        match BACK {
            true => cipher.decrypt(&mut v),
            false => cipher.encrypt(&mut v),
        }
        if group.has_post() {
            for i in 0..N {
                v[i] = group.post(i).map_or(v[i], |post| v[i].xor(C::V::load(isa, &post)));
            }
        }
        for i in 0..N {
            group.put(i, v[i].store());
        }
    }
}

/// A mode whose blocks are independent of each other.
pub(crate) trait Parallel<W: Wide> {
    /// Processes the next `K` vectors of the text.
    fn group<const K: usize>(&mut self, w: W, step: Step<'_, Vector<W>, K>);
    /// Processes the last blocks of the text, fewer than a vector holds.
    fn rest(&mut self, w: W, data: InOut<'_>);
}

/// Processes the whole blocks of `data` in a mode: full groups, then the remaining blocks in ever smaller groups.
#[inline(always)]
pub(crate) fn parallel<W: Wide, M: Parallel<W>>(w: W, mode: &mut M, mut data: InOut<'_>) {
    if W::GROUP >= 8 {
        while let Some(step) = data.next() {
            mode.group::<8>(w, step);
        }
    }
    if W::GROUP >= 4 {
        while let Some(step) = data.next() {
            mode.group::<4>(w, step);
        }
    }
    if W::GROUP >= 2 {
        while let Some(step) = data.next() {
            mode.group::<2>(w, step);
        }
    }
    while let Some(step) = data.next() {
        mode.group::<1>(w, step);
    }
    if W::V::COUNT > 1 && !data.is_empty() {
        mode.rest(w, data);
    }
}

/// A mode in which each block depends on the previous one.
pub(crate) trait Serial {
    /// Returns the block to encrypt, given the chaining block and the input.
    fn before<V: Blocks>(chain: V, input: V) -> V;
    /// Returns the next chaining block and the output, given the encrypted block and the input.
    fn after<V: Blocks>(encrypted: V, input: V) -> (V, V);
}

/// Processes several messages side by side in a mode, one block of each at a time. `chains[i]` is the chaining block of message
/// `i` of `lanes`.
#[inline(always)]
pub(crate) fn side_by_side<W: Wide, M: Serial>(
    w: W,
    chains: &mut [Block<W>; MAX_CHAINS],
    lanes: &Lanes<'_, Block<W>>,
) {
    match W::GROUP {
        8 => group::<W, M, 8>(w, chains, lanes),
        4 => group::<W, M, 4>(w, chains, lanes),
        2 => group::<W, M, 2>(w, chains, lanes),
        _ => group::<W, M, 1>(w, chains, lanes),
    }
}

#[inline(always)]
fn group<W: Wide, M: Serial, const K: usize>(
    w: W,
    chains: &mut [Block<W>; MAX_CHAINS],
    lanes: &Lanes<'_, Block<W>>,
) {
    let count = W::V::COUNT;
    let mut chained = [W::V::gather(w.isa(), |lane| chains[lane]); K];
    for i in 1..K {
        chained[i] = W::V::gather(w.isa(), |lane| chains[i * count + lane]);
    }
    for at in 0..lanes.blocks() {
        let mut v = chained;
        for i in 0..K {
            let input = W::V::gather(w.isa(), |lane| lanes.get(i * count + lane, at));
            v[i] = M::before(chained[i], input);
        }
        w.encrypt(&mut v);
        for i in 0..K {
            let input = W::V::gather(w.isa(), |lane| lanes.get(i * count + lane, at));
            let (next, output) = M::after(v[i], input);
            chained[i] = next;
            output.scatter(|lane, block| lanes.put(i * count + lane, at, block));
        }
    }
    for i in 0..K {
        chained[i].scatter(|lane, block| chains[i * count + lane] = block);
    }
}
