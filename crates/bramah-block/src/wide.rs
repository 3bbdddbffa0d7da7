//! The interface between backends of a block cipher and modes, and the loops in which a mode processes a message.

use crate::simd::{
    blocks::{Blocks, ModeBlocks},
    memory::{InOut, Lanes, MAX_CHAINS, Run, Step},
};

/// A keyed block cipher at one width.
pub(crate) trait Crypt: Copy {
    /// The vectors of blocks that it processes.
    type V: Blocks;
    /// The number of vectors that keeps the CPU busy: 1, 2, 4 or 8.
    const GROUP: usize;

    /// Returns the proof that the CPU has its instructions.
    fn isa(self) -> Isa<Self>;
    /// Encrypts all blocks.
    fn encrypt<const N: usize>(self, v: &mut [Self::V; N]);
    /// Decrypts all blocks.
    fn decrypt<const N: usize>(self, v: &mut [Self::V; N]);

    /// Encrypts all blocks and then adds to each vector the addend that `add` returns for it. A cipher that ends with
    /// the addition of a key adds both to each other before the last round, so that nothing but the output waits for
    /// that round.
    #[inline(always)]
    fn encrypt_add<const N: usize>(self, v: &mut [Self::V; N], add: &impl Addends<Self::V>) {
        self.encrypt(v);
        add_to(v, add);
    }
    /// Decrypts all blocks and then adds, like [`encrypt_add`](Self::encrypt_add).
    #[inline(always)]
    fn decrypt_add<const N: usize>(self, v: &mut [Self::V; N], add: &impl Addends<Self::V>) {
        self.decrypt(v);
        add_to(v, add);
    }
}

/// The vectors that a mode adds to those of a group after their encryption or decryption.
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

/// The vectors of the input, which are loaded when they are added.
pub(crate) struct Input<'a, V: Blocks, const N: usize>(pub(crate) V::Isa, pub(crate) Step<'a, V::Bytes, N>);

impl<V: Blocks, const N: usize> Addends<V> for Input<'_, V, N> {
    #[inline(always)]
    fn get(&self, i: usize) -> V {
        V::load(self.0, &self.1.get(i))
    }
}

/// Adds to each vector the addend that `add` returns for it.
#[inline(always)]
fn add_to<V: Blocks, const N: usize>(v: &mut [V; N], add: &impl Addends<V>) {
    for i in 0..N {
        v[i] = v[i].xor(add.get(i));
    }
}

/// A keyed block cipher for which modes are compiled.
pub(crate) trait Wide: Crypt<V: ModeBlocks> {
    /// The cipher on one block at a time, for blocks that wait for the one before.
    type Narrow: Wide<V: Blocks<Block = Block<Self>>>;

    /// Returns this cipher on one block at a time.
    fn narrow(self) -> Self::Narrow;
    /// Encrypts all blocks and adds, like [`encrypt_add`](Crypt::encrypt_add), and does the parts 0 to 7 of other work
    /// in turn. If the cipher has enough rounds, they are done between these, so that work that does not wait for these
    /// blocks fills the execution units that the rounds leave idle.
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

    /// Loads one block from memory.
    #[inline(always)]
    fn load(self, block: &Block<Self>) -> Self::V {
        Self::V::splat(self.isa(), block)
    }
    /// Encrypts one block.
    #[inline(always)]
    fn one(self, x: Self::V) -> Self::V {
        let mut v = [x];
        self.encrypt(&mut v);
        v[0]
    }

    /// Masks a block: this is the form of the input and the output of [`link`](Self::link). Masking it again unmasks
    /// it.
    #[inline(always)]
    fn masked(self, x: Self::V) -> Self::V {
        x
    }
    /// Performs one step of a chain, from masked block to masked block: encrypts the block, and adds `add`. A cipher
    /// that begins and ends with the addition of a key combines the additions between two steps before the first step
    /// is done.
    #[inline(always)]
    fn link(self, x: Self::V, add: Self::V) -> Self::V {
        self.one(x).xor(add)
    }
    /// Masks a block: this is the form of the input and the output of [`link_back`](Self::link_back). Masking it again
    /// unmasks it.
    #[inline(always)]
    fn masked_back(self, x: Self::V) -> Self::V {
        x
    }
    /// Encrypts and adds while other work is done, like [`encrypt_beside`](Self::encrypt_beside). Here both the blocks
    /// and the addends are [`masked`](Self::masked), which cancels out.
    #[inline(always)]
    fn encrypt_masked<const N: usize>(
        self,
        v: &mut [Self::V; N],
        add: &impl Addends<Self::V>,
        beside: &mut impl Beside,
    ) {
        self.encrypt_beside(v, add, beside);
    }
    /// The same as [`encrypt_masked`](Self::encrypt_masked) for decryption, with blocks that are
    /// [`masked_back`](Self::masked_back).
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
    /// Performs one step of a chain, like [`link`](Self::link), but decrypts the block.
    #[inline(always)]
    fn link_back(self, x: Self::V, add: Self::V) -> Self::V {
        let mut v = [x];
        self.decrypt(&mut v);
        v[0].xor(add)
    }
}

/// Work in eight parts that is done between the rounds of a cipher. It is a trait because a closure is not compiled
/// with the CPU features of the function around it.
pub(crate) trait Beside {
    /// Does a part, 0 to 7.
    fn part(&mut self, i: usize);
}

/// No other work.
impl Beside for () {
    #[inline(always)]
    fn part(&mut self, _: usize) {}
}

/// Does all parts of the work in turn.
#[inline(always)]
fn all_parts(work: &mut impl Beside) {
    for i in 0..8 {
        work.part(i);
    }
}

/// A block of a cipher.
pub(crate) type Block<W> = <<W as Crypt>::V as Blocks>::Block;
/// A vector of blocks, as bytes.
pub(crate) type Vector<W> = <<W as Crypt>::V as Blocks>::Bytes;
/// The proof that the CPU has a cipher's instructions.
pub(crate) type Isa<W> = <<W as Crypt>::V as Blocks>::Isa;

/// Encrypts or decrypts a run: groups of vectors, two vectors, one vector, then single blocks by `one`.
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

/// A mode whose blocks do not wait for each other.
pub(crate) trait Parallel<W: Wide> {
    /// Processes the next `K` vectors.
    fn group<const K: usize>(&mut self, w: W, step: Step<'_, Vector<W>, K>);
    /// Processes the last blocks, fewer than a vector holds.
    fn rest(&mut self, w: W, data: InOut<'_>);
}

/// Processes the whole blocks of `data` in a mode: full groups, then the rest in ever smaller groups.
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

/// A mode in which every block waits for the one before.
pub(crate) trait Serial {
    /// Returns the block to encrypt, given the chained block and the input.
    fn before<V: Blocks>(chain: V, input: V) -> V;
    /// Returns the block to chain next and the output, given the encrypted block and the input.
    fn after<V: Blocks>(encrypted: V, input: V) -> (V, V);
}

/// Processes several messages side by side in a mode, a block of each at a time: `chains[i]` belongs to message `i` of
/// `lanes`.
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
