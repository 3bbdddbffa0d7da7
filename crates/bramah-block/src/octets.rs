//! Ciphers over [`Octets`]: a run of blocks in vector registers, in one of two layouts.
//!
//! Many blocks are byte-sliced (`slices`): they are transposed, so that register `i` has byte `i` of each block. Few blocks,
//! and blocks that depend on each other, are kept whole (`pieces`): each 16-byte piece of a register has one block. Blocks of
//! 32 and 64 bytes take two and four consecutive pieces, and register `i` of byte-sliced blocks has byte `i` of every piece.
//! The module `quarters` has a third layout.

use crate::simd::{
    memory::{Bytes, Run, align_frame},
    octets::{Octets, loaded, stored, transposed},
};

/// Declares types for linear maps of bytes.
macro_rules! maps {
    ($($(#[$doc:meta])* $name:ident = $map:expr;)*) => { $(
        $(#[$doc])*
        pub(super) struct $name;
        impl $crate::simd::octets::Affine for $name {
            const MAP: $crate::simd::gf::Linear = $map;
        }
    )* };
}
pub(crate) use maps;

/// The rounds of a cipher.
pub(crate) trait Rounds<V: Octets> {
    /// The round keys.
    type Keys;
    /// A block: 16, 32 or 64 bytes.
    type Block: Bytes;
    /// Whether processing two registers of whole blocks together is faster than one after the other.
    #[cfg_attr(not(any(target_arch = "x86", target_arch = "x86_64")), allow(dead_code))] // only `groups` (x86) uses it
    const PAIRS: bool = true;
    /// Expands a key of a valid length: only for encryption, unless `decrypts` is set.
    fn expand(isa: V::Isa, key: &[u8], decrypts: bool, keys: &mut Self::Keys);
    /// Does the first step of encryption on blocks before they are transposed, or the inverse of the last step if `BACK` is set.
    #[inline(always)]
    fn before<const BACK: bool, const N: usize>(_: V::Isa, _: &Self::Keys, x: [V; N]) -> [V; N] {
        x
    }
    /// Does the last step of encryption on blocks after the second transposition, or the inverse of the first step if `BACK` is
    /// set.
    #[inline(always)]
    fn after<const BACK: bool, const N: usize>(_: V::Isa, _: &Self::Keys, x: [V; N]) -> [V; N] {
        x
    }
    /// Encrypts byte-sliced blocks, or decrypts them if `BACK` is set. Register `i` has byte `i` of each piece.
    fn slices<const BACK: bool>(isa: V::Isa, keys: &Self::Keys, x: [V; 16]) -> [V; 16];
    /// Encrypts blocks in pieces, or decrypts them if `BACK` is set. Each register has whole blocks.
    fn pieces<const BACK: bool, const N: usize>(isa: V::Isa, keys: &Self::Keys, x: [V; N]) -> [V; N];
}

/// A narrower register for single blocks. A wide register would compute all its pieces for one block, in more operations than a
/// narrow register if the CPU splits wide registers, or if AES instructions process only one piece.
pub(crate) trait Narrower<V: Octets>: Octets<Isa: From<V::Isa>> {}
impl<V: Octets, O: Octets<Isa: From<V::Isa>>> Narrower<V> for O {}

/// Encrypts or decrypts a run: groups of sixteen registers byte-sliced, then the remaining blocks in pieces, where single
/// blocks are in registers of type `O`.
#[inline(always)]
pub(crate) fn run<C, V: Octets, O: Narrower<V>, const BACK: bool>(
    isa: V::Isa,
    keys: &<C as Rounds<V>>::Keys,
    mut run: Run<'_>,
) where
    C: Rounds<V> + Rounds<O, Keys = <C as Rounds<V>>::Keys, Block = <C as Rounds<V>>::Block>,
{
    slices::<C, V, BACK>(isa, keys, &mut run);
    pieces::<C, V, O, BACK>(isa, keys, run);
}

/// Encrypts or decrypts a run: byte-sliced groups of sixteen registers, then byte-sliced groups of sixteen registers of type
/// `O`. Only few blocks are left then, because the caller pads a larger number of remaining blocks to a whole group. These few
/// blocks are processed in two registers at a time, then one, then single blocks in registers of type `O`.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline(always)]
pub(crate) fn groups<C, V: Octets, O: Narrower<V>, const BACK: bool>(
    isa: V::Isa,
    keys: &<C as Rounds<V>>::Keys,
    mut run: Run<'_>,
) where
    C: Rounds<V> + Rounds<O, Keys = <C as Rounds<V>>::Keys, Block = <C as Rounds<V>>::Block>,
{
    slices::<C, V, BACK>(isa, keys, &mut run);
    slices::<C, O, BACK>(isa.into(), keys, &mut run);
    if <C as Rounds<V>>::PAIRS {
        while let Some(group) = run.next::<V::Bytes>(2) {
            let x = loaded::<V, 2>(isa, &group);
            stored(isa, <C as Rounds<V>>::pieces::<BACK, 2>(isa, keys, x), &group);
        }
    }
    few::<C, V, O, BACK>(isa, keys, run);
}

/// Encrypts or decrypts groups of sixteen registers byte-sliced. Leaves the remaining blocks in the run.
#[inline(always)]
pub(crate) fn slices<C: Rounds<V>, V: Octets, const BACK: bool>(
    isa: V::Isa,
    keys: &C::Keys,
    run: &mut Run<'_>,
) {
    if V::PIECES > 1 {
        align_frame();
    }
    while let Some(group) = run.next::<V::Bytes>(16) {
        let x = transposed(C::before::<BACK, 16>(isa, keys, loaded(isa, &group)));
        let x = transposed(C::slices::<BACK>(isa, keys, x));
        stored(isa, C::after::<BACK, 16>(isa, keys, x), &group);
    }
}

/// Encrypts or decrypts a run in pieces: four registers at a time, then two, then one, then single blocks in registers of type
/// `O`.
#[inline(always)]
pub(crate) fn pieces<C, V: Octets, O: Narrower<V>, const BACK: bool>(
    isa: V::Isa,
    keys: &<C as Rounds<V>>::Keys,
    mut run: Run<'_>,
) where
    C: Rounds<V> + Rounds<O, Keys = <C as Rounds<V>>::Keys, Block = <C as Rounds<V>>::Block>,
{
    while let Some(group) = run.next::<V::Bytes>(4) {
        let x = loaded::<V, 4>(isa, &group);
        stored(isa, <C as Rounds<V>>::pieces::<BACK, 4>(isa, keys, x), &group);
    }
    if O::PIECES == V::PIECES || <C as Rounds<V>>::Block::LEN > 16 * O::PIECES {
        return registers::<C, V, BACK>(isa, keys, run);
    }
    while let Some(group) = run.next::<V::Bytes>(2) {
        let x = loaded::<V, 2>(isa, &group);
        stored(isa, <C as Rounds<V>>::pieces::<BACK, 2>(isa, keys, x), &group);
    }
    few::<C, V, O, BACK>(isa, keys, run);
}

/// Encrypts or decrypts a run in pieces: one register at a time, then single blocks in registers of type `O`.
#[inline(always)]
pub(crate) fn few<C, V: Octets, O: Narrower<V>, const BACK: bool>(
    isa: V::Isa,
    keys: &<C as Rounds<V>>::Keys,
    mut run: Run<'_>,
) where
    C: Rounds<V> + Rounds<O, Keys = <C as Rounds<V>>::Keys, Block = <C as Rounds<V>>::Block>,
{
    while let Some(group) = run.next::<V::Bytes>(1) {
        let x = loaded::<V, 1>(isa, &group);
        stored(isa, <C as Rounds<V>>::pieces::<BACK, 1>(isa, keys, x), &group);
    }
    registers::<C, O, BACK>(isa.into(), keys, run);
}

/// Encrypts or decrypts a run in pieces: one register at a time, then single blocks.
#[inline(always)]
fn registers<C: Rounds<V>, V: Octets, const BACK: bool>(isa: V::Isa, keys: &C::Keys, mut run: Run<'_>) {
    loop {
        // the same code processes a register of blocks and a single block, so that it is compiled only once
        let whole = run.next::<V::Bytes>(1);
        let alone = whole.is_none() && C::Block::LEN < 16 * V::PIECES;
        let one = if alone { run.next::<C::Block>(1) } else { None };
        let x = match (&whole, &one) {
            (Some(group), _) => loaded::<V, 1>(isa, group),
            (None, Some(block)) => {
                let x = V::block(isa, &block.get(0));
                [block.pre(0).map_or(x, |pre| x.xor(V::block(isa, &pre)))]
            }
            (None, None) => break,
        };
        let x = C::pieces::<BACK, 1>(isa, keys, x);
        if let Some(group) = &whole {
            stored(isa, x, group);
        } else if let Some(block) = &one {
            let x = block.post(0).map_or(x[0], |post| x[0].xor(V::block(isa, &post)));
            block.put(0, x.first_block());
        }
    }
}

/// Returns a word that has the byte four times, the form that [`Octets::splat`] takes.
pub(crate) const fn four(byte: u8) -> u32 {
    u32::from_le_bytes([byte; 4])
}

/// Stores a word for each byte of the first piece of a register, in the form of [`four`].
#[inline(always)]
pub(crate) fn spread<V: Octets>(x: V, words: &mut [u32; 16]) {
    for (words, x) in words.as_chunks_mut().0.iter_mut().zip(x.fours()) {
        *words = first_words(x);
    }
}

/// Returns the four words of the first piece of a register.
#[inline(always)]
pub(crate) fn first_words<V: Octets>(x: V) -> [u32; 4] {
    let mut words = [0; 4];
    for (word, bytes) in words.iter_mut().zip(x.first().as_chunks().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    words
}

/// Makes a candidate of a [`Lean`](crate::Lean) table for a cipher that implements [`Rounds`]:
/// `octets_candidate!(Cipher, name, features, Register, Token)`. The candidate named `portable` runs on every CPU. Options:
///
/// - a second register type: the register of a separate kernel for single blocks ([`Serial`](crate::serial::Serial));
/// - `alone: Register`: the narrower register in which the kernel for many blocks processes single blocks;
/// - `groups: [64 from 34, 32 from 5]`: group sizes in blocks, the largest first, each with the number of remaining blocks from
///   which they are padded to the group. With two or more sizes after `alone:`, sixteen of the narrower registers are a group
///   too. If `groups:` comes before `alone:`, they are not. Without sizes, two or more blocks are padded to a whole register;
/// - `quarters: Register` in place of `alone: Register`: the kernel for many blocks is [`run`](crate::quarters::run) of the module
///   `quarters`;
/// - `single: with_aes`, after `alone:`: the kernel [`with_aes`](crate::serial::with_aes) processes single blocks.
macro_rules! octets_candidate {
    ($cipher:ty, portable) => {
        $crate::octets::octets_candidate!(
            @ portable, $cipher, OctetsPortable, OctetsPortable, $crate::simd::Portable, octets pieces, lanes: 4, [],
        )
    };
    ($cipher:ty, $name:literal, $features:literal, $octets:ty, $token:ident, alone: $alone:ident
     $(, groups: [$($group:literal from $from:literal)?])? $(, single: $module:ident)?) => {
        $crate::octets::octets_candidate!(
            @ $name $features, $cipher, $octets, $alone, $crate::simd::$token::here(), octets run, lanes: 16,
            [$($($group from $from)?)?], $(by: $module)?
        )
    };
    ($cipher:ty, $name:literal, $features:literal, $octets:ty, $token:ident, alone: $alone:ident,
     groups: [$($group:literal from $from:literal),*] $(, single: $module:ident)?) => {
        $crate::octets::octets_candidate!(
            @ $name $features, $cipher, $octets, $alone, $crate::simd::$token::here(), octets groups, lanes: 16,
            [$($group from $from),*], $(by: $module)?
        )
    };
    ($cipher:ty, $name:literal, $features:literal, $octets:ty, $token:ident,
     groups: [$($group:literal from $from:literal),*], alone: $alone:ident) => {
        $crate::octets::octets_candidate!(
            @ $name $features, $cipher, $octets, $alone, $crate::simd::$token::here(), octets run, lanes: 16,
            [$($group from $from),*],
        )
    };
    ($cipher:ty, $name:literal, $features:literal, $octets:ty, $token:ident, quarters: $alone:ident,
     groups: [$($group:literal from $from:literal),*] $(, single: $module:ident)?) => {
        $crate::octets::octets_candidate!(
            @ $name $features, $cipher, $octets, $alone, $crate::simd::$token::here(), quarters run, lanes: 16,
            [$($group from $from),*], $(by: $module)?
        )
    };
    ($cipher:ty, $name:literal, $features:literal, $octets:ty, $token:ident, $single:ident, alone: $alone:ident,
     groups: [$($group:literal from $from:literal),*]) => {
        $crate::octets::octets_candidate!(
            @ $name $features, $cipher, $octets, $alone, $crate::simd::$token::here(), octets groups, lanes: 16,
            [$($group from $from),*], single: $single,
        )
    };
    ($cipher:ty, $name:literal, $features:literal, $octets:ty, $token:ident,
     groups: [$($group:literal from $from:literal),*]) => {
        $crate::octets::octets_candidate!(
            @ $name $features, $cipher, $octets, $octets, $crate::simd::$token::here(), octets run, lanes: 16,
            [$($group from $from),*],
        )
    };
    ($cipher:ty, $name:literal, $features:literal, $octets:ty, $token:ident, $single:ident
     $(, groups: [$($group:literal from $from:literal),*])?) => {
        $crate::octets::octets_candidate!(
            @ $name $features, $cipher, $octets, $octets, $crate::simd::$token::here(), octets run, lanes: 16,
            [$($($group from $from),*)?], single: $single,
        )
    };
    ($cipher:ty, $name:literal, $features:literal, $octets:ty, $token:ident) => {
        $crate::octets::octets_candidate!(
            @ $name $features, $cipher, $octets, $octets, $crate::simd::$token::here(), octets run, lanes: 16, [],
        )
    };
    (@groups $octets:ty, $block:ty, []) => {
        $crate::lean::Groups::at_once(16 * <$octets as Octets>::PIECES / <$block as $crate::simd::memory::Bytes>::LEN)
    };
    (@groups $octets:ty, $block:ty, [$($group:literal from $from:literal),+]) => {
        $crate::lean::Groups::of(&[$(($group, $from)),+])
    };
    (@ $name:tt $($features:literal)?, $cipher:ty, $octets:ty, $alone:ty, $token:expr, $file:ident $run:ident, lanes: $lanes:literal,
     $groups:tt, $(single: $single:ty,)? $(by: $module:ident)?) => {{
        use $crate::{octets::Rounds, simd::octets::*};

        $crate::lean::lean_candidate!(
            $cipher, $name, $($features,)? lanes: $lanes,
            groups: $crate::octets::octets_candidate!(@groups $octets, <$cipher as $crate::Cipher>::Block, $groups),
            $(serial: |keys, run| $crate::serial::encrypt::<$cipher, $single>($token, keys, run),)?
            $(serial: |keys, run| $crate::serial::$module::encrypt::<$cipher>(keys, run),)?
            |key, decrypts, keys| {
                <$cipher as Rounds<$octets>>::expand($token, key, decrypts, keys);
                $(<$cipher as $crate::serial::Serial<$single>>::expand($token, keys);)?
                $($crate::serial::$module::expand::<$cipher>(keys);)?
            },
            |keys, run| $crate::$file::$run::<$cipher, $octets, $alone, BACK>($token, keys, run)
        )
        .with_stack(&$crate::wipe::MIDDLE)
    }};
}
pub(crate) use octets_candidate;

/// The rounds of a cipher whose blocks are four 32-bit words. Register `i` of a group has word `i` of many blocks, one in each
/// 32-bit lane.
pub(crate) trait WordRounds<V: Octets> {
    /// The round keys.
    type Keys;
    /// Expands a key of a valid length: only for encryption, unless `decrypts` is set.
    fn expand(isa: V::Isa, key: &[u8], decrypts: bool, keys: &mut Self::Keys);
    /// Encrypts blocks in `N` groups of four registers, or decrypts them if `BACK` is set.
    fn words<const BACK: bool, const N: usize>(isa: V::Isa, keys: &Self::Keys, x: [[V; 4]; N])
    -> [[V; 4]; N];
}

/// Shuffle indices that rotate 32-bit words by one, two and three bytes: byte `i` of a word of the first result is byte `i + 1`
/// of the input word, and so on.
pub(crate) static WORD_TURNS: [[u8; 16]; 3] = {
    let (mut orders, mut i) = ([[0; 16]; 3], 0);
    while i < 48 {
        let (by, at) = (i / 16 + 1, i % 16);
        orders[i / 16][at] = (at / 4 * 4 + (at + by) % 4) as u8;
        i += 1;
    }
    orders
};

/// Returns the first word of a register, read as little-endian.
#[inline(always)]
pub(crate) fn first_word<V: Octets>(x: V) -> u32 {
    let first = x.first();
    u32::from_le_bytes([first[0], first[1], first[2], first[3]])
}

/// Collects the words of the blocks in the pieces of four registers: register `i` gets word `i` of each block.
#[inline(always)]
pub(crate) fn words_of<V: Octets>([a, b, c, d]: [V; 4]) -> [V; 4] {
    let ([even, odd], [even2, odd2]) = (a.unzip32(b), c.unzip32(d));
    let ([one, three], [two, four]) = (even.unzip32(even2), odd.unzip32(odd2));
    [one, two, three, four]
}

/// Undoes [`words_of`].
#[inline(always)]
pub(crate) fn blocks_of<V: Octets>([one, two, three, four]: [V; 4]) -> [V; 4] {
    let ([even, even2], [odd, odd2]) = (one.zip32(three), two.zip32(four));
    let ([a, b], [c, d]) = (even.zip32(odd), even2.zip32(odd2));
    [a, b, c, d]
}

/// The shuffle indices that sort the bytes of four words by their position within the word.
pub(crate) static BY_PLACE: [u8; 16] = [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15];

/// Sorts the bytes of words into planes: byte `4 * i + j` of a piece of a plane comes from word `j` of register `i`.
#[inline(always)]
pub(crate) fn planes<V: Octets>(mut x: [V; 4]) -> [V; 4] {
    for i in 0..4 {
        x[i] = x[i].shuffled(&BY_PLACE);
    }
    words_of(x)
}

/// Joins words from planes: four registers with one of the four byte positions each. Undoes [`planes`].
#[inline(always)]
pub(crate) fn columns<V: Octets>([a, b, c, d]: [V; 4]) -> [V; 4] {
    let ([low, high], [low2, high2]) = (a.zip(c), b.zip(d));
    let ([x, y], [z, w]) = (low.zip(low2), high.zip(high2));
    [x, y, z, w]
}

/// Encrypts or decrypts blocks in `N` groups of four registers, with a block in each piece.
#[inline(always)]
fn through_words<C: WordRounds<V>, V: Octets, const BACK: bool, const N: usize>(
    isa: V::Isa,
    keys: &C::Keys,
    mut x: [[V; 4]; N],
) -> [[V; 4]; N] {
    for i in 0..N {
        x[i] = words_of(x[i]);
    }
    x = C::words::<BACK, N>(isa, keys, x);
    for i in 0..N {
        x[i] = blocks_of(x[i]);
    }
    x
}

/// Encrypts or decrypts a run of a cipher over words: eight registers at a time, then four, then four narrower registers of type
/// `O`, then single blocks in four of type `O`.
#[inline(always)]
pub(crate) fn words<C, V: Octets, O: Narrower<V>, const BACK: bool>(
    isa: V::Isa,
    keys: &<C as WordRounds<V>>::Keys,
    mut run: Run<'_>,
) where
    C: WordRounds<V> + WordRounds<O, Keys = <C as WordRounds<V>>::Keys>,
{
    if V::PIECES > 1 {
        align_frame();
    }
    while let Some(group) = run.next::<V::Bytes>(8) {
        let [a, b, c, d, e, f, g, h] = loaded::<V, 8>(isa, &group);
        let x = through_words::<C, V, BACK, 2>(isa, keys, [[a, b, c, d], [e, f, g, h]]);
        let [[a, b, c, d], [e, f, g, h]] = x;
        stored(isa, [a, b, c, d, e, f, g, h], &group);
    }
    if O::PIECES == V::PIECES {
        return fours::<C, V, BACK>(isa, keys, run);
    }
    while let Some(group) = run.next::<V::Bytes>(4) {
        let [x] = through_words::<C, V, BACK, 1>(isa, keys, [loaded::<V, 4>(isa, &group)]);
        stored(isa, x, &group);
    }
    fours::<C, O, BACK>(isa.into(), keys, run);
}

/// Encrypts or decrypts a run of a cipher over words: four registers at a time, then single blocks.
#[inline(always)]
fn fours<C: WordRounds<V>, V: Octets, const BACK: bool>(isa: V::Isa, keys: &C::Keys, mut run: Run<'_>) {
    loop {
        // the same code processes four registers of blocks and a single block, so that it is compiled only once
        let whole = run.next::<V::Bytes>(4);
        let one = if whole.is_none() { run.next::<[u8; 16]>(1) } else { None };
        let x = match (&whole, &one) {
            (Some(group), _) => loaded::<V, 4>(isa, group),
            (None, Some(block)) => {
                let x = V::piece(isa, &block.get(0));
                [block.pre(0).map_or(x, |pre| x.xor(V::piece(isa, &pre))); 4]
            }
            (None, None) => break,
        };
        let [x] = through_words::<C, V, BACK, 1>(isa, keys, [x]);
        if let Some(group) = &whole {
            stored(isa, x, group);
        } else if let Some(block) = &one {
            let x = block.post(0).map_or(x[0], |post| x[0].xor(V::piece(isa, &post)));
            block.put(0, x.first());
        }
    }
}

/// Makes a candidate like [`octets_candidate!`], for a cipher that implements [`WordRounds`].
macro_rules! words_candidate {
    ($cipher:ty, portable) => {
        $crate::octets::words_candidate!(
            @ portable, $cipher, OctetsPortable, OctetsPortable, $crate::simd::Portable,
        )
    };
    ($cipher:ty, $name:literal, $features:literal, $octets:ty, $token:ident, alone: $alone:ident $(, single: $module:ident)?) => {
        $crate::octets::words_candidate!(
            @ $name $features, $cipher, $octets, $alone, $crate::simd::$token::here(), $(by: $module)?
        )
    };
    ($cipher:ty, $name:literal, $features:literal, $octets:ty, $token:ident $(, $single:ty)?) => {
        $crate::octets::words_candidate!(
            @ $name $features, $cipher, $octets, $octets, $crate::simd::$token::here(), $(single: $single,)?
        )
    };
    (@ $name:tt $($features:literal)?, $cipher:ty, $octets:ty, $alone:ty, $token:expr, $(single: $single:ty,)? $(by: $module:ident)?) => {{
        use $crate::{octets::{self, WordRounds}, simd::octets::*};

        $crate::lean::lean_candidate!(
            $cipher, $name, $($features,)? lanes: 16,
            groups: {
                let (all, half) = (8 * <$octets as Octets>::PIECES, 4 * <$octets as Octets>::PIECES);
                $crate::lean::Groups::of(&[(all, half + 1), (half, 2)])
            },
            $(serial: |keys, run| $crate::serial::encrypt::<$cipher, $single>($token, keys, run),)?
            $(serial: |keys, run| $crate::serial::$module::encrypt::<$cipher>(keys, run),)?
            |key, decrypts, keys| {
                <$cipher as WordRounds<$octets>>::expand($token, key, decrypts, keys);
                $(<$cipher as $crate::serial::Serial<$single>>::expand($token, keys);)?
                $($crate::serial::$module::expand::<$cipher>(keys);)?
            },
            |keys, run| octets::words::<$cipher, $octets, $alone, BACK>($token, keys, run)
        )
    }};
}
pub(crate) use words_candidate;
