//! Rijndael with AES instructions, on all blocks of a register at once.
//!
//! The instructions shift the rows of four columns. Therefore the bytes of longer blocks are first moved, before each round, to
//! the positions from which the instruction's own shift takes them ([`shift_rows`]). The number of rounds is known only at run
//! time, so that one function serves keys of every length. Compared with the rounds of eight registers, the loop costs nothing.
//! Decryption is the equivalent inverse cipher (FIPS 197, 5.3.5), with its own round keys.

mod expand;

pub(super) use expand::{expand, expand_pieces};

use super::{AES, Keys, MAX_ROUNDS, WIDE};
use crate::{
    fused::{
        gcm_siv::{Rekeyed, Room},
        keys::expanded,
    },
    simd::{
        self, AesNi, Vaes256, Vaes512, Vaes512Vbmi,
        blocks::{
            AddWords, AesRounds, Block1, Block2, Block4, Blocks, ModeBlocks, Partial, Permutation, Permute,
            Pieces1, Pieces2, Pieces512,
        },
        memory::{Bytes, Run},
        opaque::{opaque_ref, opaque_slice},
    },
    wide::{self, Addends, Beside, Crypt, Wide},
};
use core::sync::atomic::{Ordering, compiler_fence};

/// Vectors of blocks, with the shuffle that a round applies to them before the AES instruction.
pub(super) trait State: AesRounds {
    /// A vector of a single block.
    type One: State<Isa = AesNi, Block = Self::Block, Key = Self::Key>;
    /// The type of a round key.
    type Key: Bytes;
    /// The number of vectors to process at once that keeps the CPU busy and still leaves registers for keys.
    const GROUP: usize;
    /// Whether the rounds that keys of all lengths have are unrolled, which is faster if their code is short.
    const WRITTEN_OUT: bool;
    /// Whether every group loads the round keys from memory. Otherwise the compiler loads all of them once for a message. With 16
    /// registers, of which a group takes 8, it spills most of the keys to the stack and loads them from there for every group,
    /// which is too much work for a message of one group.
    const READ_AGAIN: bool;

    /// Applies the part of ShiftRows that the AES instruction leaves out.
    fn shift<const BACK: bool>(self, round: Round) -> Self;
    /// Loads a round key into every block of a vector.
    fn key(isa: Self::Isa, key: &Self::Key) -> Self;
}

macro_rules! four_columns {
    ($($name:ident $read_again:literal;)*) => { $(
        impl State for $name {
            type One = Block1;
            type Key = [u8; 16];
            const GROUP: usize = 8;
            const WRITTEN_OUT: bool = true;
            const READ_AGAIN: bool = $read_again;
            #[inline(always)]
            fn shift<const BACK: bool>(self, _: Round) -> Self {
                self
            }
            #[inline(always)]
            fn key(isa: Self::Isa, key: &[u8; 16]) -> Self {
                Self::splat(isa, key)
            }
        }
    )* };
}
four_columns!(Block1 true; Block2 false; Block4 false;);

macro_rules! more_columns {
    ($($name:ident $group:literal;)*) => { $(
        impl<const N: usize> State for $name<N> {
            type One = Pieces1<N>;
            type Key = [u8; 32];
            const GROUP: usize = $group;
            const WRITTEN_OUT: bool = false;
            const READ_AGAIN: bool = false;
            #[inline(always)]
            fn shift<const BACK: bool>(self, round: Round) -> Self {
                match round {
                    Round::First => self.permute(const { &shift_rows(N, BACK, 0, turn(N)) }),
                    Round::Inner => self.permute(const { &shift_rows(N, BACK, turn(N), turn(N)) }),
                    Round::Last => self.permute(const { &shift_rows(N, BACK, turn(N), 0) }),
                }
            }
            #[inline(always)]
            fn key(isa: Self::Isa, key: &[u8; 32]) -> Self {
                Self::from_pieces(isa, key)
            }
        }
    )* };
}
more_columns!(Pieces1 4; Pieces2 4; Pieces512 8;);

/// The position of a round in the cipher.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Round {
    First,
    Inner,
    Last,
}

/// Returns the number of positions by which the rows are rotated between rounds, for blocks of `len` bytes. MixColumns commutes
/// with this rotation. With eight columns the rotation brings rows 1 and 2, which exchange bytes between their registers, into
/// one pair of bytes that is blended as a whole.
pub(super) const fn turn(len: usize) -> usize {
    if len == 32 { 1 } else { 0 }
}

/// Returns ShiftRows on blocks of `len` bytes, without the part that an AES instruction does within each group of four columns.
/// `from` and `to` are the numbers of positions by which the rows are rotated before and after ShiftRows.
const fn shift_rows(len: usize, back: bool, from: usize, to: usize) -> Permutation {
    // the number of columns by which each row is shifted (Daemen and Rijmen, 4.2.2)
    let offsets = match len {
        28 => [0, 1, 2, 4],
        32 => [0, 1, 3, 4],
        _ => [0, 1, 2, 3],
    };
    let (columns, mut places, mut i) = (len / 4, [[0; 16]; 2], 0);
    while i < 32 {
        let (piece, at, row) = (i / 16, i / 4 % 4, i % 4);
        let column = simd::blocks::columns(len)[piece][at] as usize;
        // the position from which the instruction takes this byte of the piece, and the byte that must be there
        let place = (row + to) % 4;
        let shift = if back { 4 - place } else { place };
        let offset = if back { columns - offsets[row] } else { offsets[row] };
        let wanted = 4 * ((column + offset) % columns) + (row + from) % 4;
        places[piece][(at + shift) % 4 * 4 + place] = wanted as u8;
        i += 1;
    }
    Permutation::new(len, places)
}

/// The round keys of one direction. The keys that exist for all key lengths are an array, so that their number is not tested for
/// every block.
struct RoundKeys<'k, K> {
    /// The round key before the rounds, the key of the first round, and the keys of eight inner rounds.
    every: &'k [K; 10],
    /// The keys of the inner rounds that only longer keys have, without the key of the last round.
    longer: &'k [K],
    /// The round keys of all inner rounds.
    inner: &'k [K],
    last: &'k K,
}

impl<K> Clone for RoundKeys<'_, K> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<K> Copy for RoundKeys<'_, K> {}

impl<'k, K: Bytes> RoundKeys<'k, K> {
    /// Splits the round keys of `rounds` rounds, 10 to 14.
    #[inline(always)]
    fn new(half: &'k [[u8; 16]], rounds: usize) -> Self {
        let (all, rounds) = (K::split(half.as_flattened()).0, rounds.clamp(10, MAX_ROUNDS));
        let (every, more) = all.split_first_chunk().expect("a half has 15 keys");
        Self { every, longer: &more[..rounds - 10], inner: &all[2..rounds], last: &all[rounds] }
    }

    /// Returns the round keys for the next group of `N` vectors.
    #[inline(always)]
    fn of_group<V: State, const N: usize>(mut self) -> Self {
        if V::READ_AGAIN && N > 1 {
            self.every = opaque_ref(self.every);
            self.longer = opaque_slice(self.longer);
            self.last = opaque_ref(self.last);
        }
        self
    }
}

/// The round keys, and the token that proves that the CPU has the instructions for `V`.
#[derive(Clone, Copy)]
pub(super) struct Rounds<'k, V: State> {
    isa: V::Isa,
    one: AesNi,
    encrypt: RoundKeys<'k, V::Key>,
    decrypt: RoundKeys<'k, V::Key>,
}

impl<'k, V: State> Rounds<'k, V> {
    #[inline(always)]
    fn new<const CHUNKS: usize>(isa: V::Isa, one: AesNi, keys: &'k Keys<CHUNKS>) -> Self {
        let (encrypt, decrypt) = keys.halves();
        let (encrypt, decrypt) = (RoundKeys::new(encrypt, keys.rounds), RoundKeys::new(decrypt, keys.rounds));
        Self { isa, one, encrypt, decrypt }
    }

    /// Returns the same rounds for one block at a time.
    #[inline(always)]
    pub(super) fn one_by_one(self) -> Rounds<'k, V::One> {
        Rounds { isa: self.one, one: self.one, encrypt: self.encrypt, decrypt: self.decrypt }
    }
}

macro_rules! keyed {
    ($($(#[$doc:meta])* $name:ident$(<const $n:ident: usize>)? $features:literal $v:ty, $token:ident, $chunks:ident;)*) => { $(
        $(#[$doc])*
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn $name$(<const $n: usize>)?(keys: &Keys<$chunks>) -> Rounds<'_, $v> {
            Rounds::new($token::here(), AesNi::here(), keys)
        }
    )* };
}
keyed! {
    /// One block in a register.
    aes_ni "aes,pclmulqdq,sse4.1,ssse3" Block1, AesNi, AES;
    /// Two blocks in a register.
    vaes "avx2,aes,pclmulqdq,vaes,vpclmulqdq" Block2, Vaes256, AES;
    /// Four blocks in a register.
    vaes512 "avx512f,avx512bw,avx512vl,aes,pclmulqdq,vaes,vpclmulqdq" Block4, Vaes512, AES;
    /// One block in two registers.
    aes_ni_pieces<const N: usize> "aes,pclmulqdq,sse4.1,ssse3" Pieces1<N>, AesNi, WIDE;
    /// Two blocks in two registers.
    vaes_pieces<const N: usize> "avx2,aes,pclmulqdq,vaes,vpclmulqdq" Pieces2<N>, Vaes256, WIDE;
    /// Two blocks in a register.
    vaes512_pieces<const N: usize> "avx512f,avx512bw,avx512vl,avx512vbmi,aes,pclmulqdq,vaes,vpclmulqdq" Pieces512<N>, Vaes512Vbmi, WIDE;
}

/// Encrypts or decrypts a run.
#[inline(always)]
pub(super) fn run<V: State, const BACK: bool>(rounds: Rounds<'_, V>, run: Run<'_>) {
    wide::run::<_, _, BACK>(rounds, rounds.one_by_one(), run);
}

/// Applies the rounds to all of `v`. The first key has already been XORed. The last key is XORed together with `add`, so that
/// this XOR does not wait for the rounds: on Zen 1, this makes CFB decryption of 16 KiB 1.2 to 1.3 times as fast. The parts 0
/// to 7 of `beside` are interleaved with the rounds that keys of all lengths have. The fences keep the compiler from moving the
/// loads of one part to other parts, where they would take the execution units that the rounds need. The CPU runs rounds and
/// parts at the same time only if they stay in this order.
macro_rules! rounds {
    ($w:ident, $v:ident, $keys:expr, $back:literal, $round:ident, $last_round:ident $(, add $add:expr $(, masked $mask:expr)?)? $(, beside $beside:ident)?) => {
        macro_rules! part {
            ($i:literal) => {
                $(
                    compiler_fence(Ordering::SeqCst);
                    $beside.part($i);
                    compiler_fence(Ordering::SeqCst);
                )?
            };
        }
        macro_rules! round {
            ($at:ident $key:expr) => {
                let key = V::key($w.isa, $key);
                for x in $v.iter_mut() {
                    *x = x.shift::<$back>(Round::$at).$round(key);
                }
            };
        }
        let [_, first, every @ ..] = $keys.every;
        round!(First first);
        if V::WRITTEN_OUT {
            // unrolled, because then the CPU can look further ahead to the work on other blocks
            let [a, b, c, d, e, f, g, h] = every;
            round!(Inner a);
            part!(0);
            round!(Inner b);
            part!(1);
            round!(Inner c);
            part!(2);
            round!(Inner d);
            part!(3);
            round!(Inner e);
            part!(4);
            round!(Inner f);
            part!(5);
            round!(Inner g);
            part!(6);
            round!(Inner h);
            part!(7);
            for key in $keys.longer.iter().take(MAX_ROUNDS - 10) {
                round!(Inner key);
            }
        } else {
            for key in $keys.inner {
                round!(Inner key);
            }
            $((0..8).for_each(|i| $beside.part(i));)?
        }
        let key = V::key($w.isa, $keys.last)$($(.xor($mask))?)?;
        for (_i, x) in $v.iter_mut().enumerate() {
            *x = x.shift::<$back>(Round::Last).$last_round(key$(.xor(Addends::get($add, _i)))?);
        }
    };
}

/// XORs the key before the rounds into every vector.
#[inline(always)]
fn start<V: State, const N: usize>(v: &mut [V; N], key: V) {
    for x in v {
        *x = x.xor(key);
    }
}

impl<V: State> Crypt for Rounds<'_, V> {
    type V = V;
    const GROUP: usize = V::GROUP;

    #[inline(always)]
    fn isa(self) -> V::Isa {
        self.isa
    }
    #[inline(always)]
    fn encrypt<const N: usize>(self, v: &mut [V; N]) {
        let keys = self.encrypt.of_group::<V, N>();
        start(v, V::key(self.isa, &keys.every[0]));
        rounds!(self, v, keys, false, round, last_round);
    }
    #[inline(always)]
    fn decrypt<const N: usize>(self, v: &mut [V; N]) {
        let keys = self.decrypt.of_group::<V, N>();
        start(v, V::key(self.isa, &keys.every[0]));
        rounds!(self, v, keys, true, inverse_round, last_inverse_round);
    }
    #[inline(always)]
    fn encrypt_add<const N: usize>(self, v: &mut [V; N], add: &impl Addends<V>) {
        let keys = self.encrypt.of_group::<V, N>();
        start(v, V::key(self.isa, &keys.every[0]));
        rounds!(self, v, keys, false, round, last_round, add add);
    }
    #[inline(always)]
    fn decrypt_add<const N: usize>(self, v: &mut [V; N], add: &impl Addends<V>) {
        let keys = self.decrypt.of_group::<V, N>();
        start(v, V::key(self.isa, &keys.every[0]));
        rounds!(self, v, keys, true, inverse_round, last_inverse_round, add add);
    }
}

impl<'k, V: State<One = Block1, Block = [u8; 16]> + ModeBlocks> Wide for Rounds<'k, V> {
    type Narrow = Rounds<'k, V::One>;

    #[inline(always)]
    fn narrow(self) -> Self::Narrow {
        self.one_by_one()
    }
    #[inline(always)]
    fn encrypt_beside<const N: usize>(self, v: &mut [V; N], add: &impl Addends<V>, beside: &mut impl Beside) {
        let keys = self.encrypt.of_group::<V, N>();
        start(v, V::key(self.isa, &keys.every[0]));
        rounds!(self, v, keys, false, round, last_round, add add, beside beside);
    }
    // The first round key has already been XORed into the input. It is XORed into the output too, together with the last round
    // key and `add`. All of these are known before the rounds are done, so a step of a chain takes no longer than its rounds.
    #[inline(always)]
    fn masked(self, x: V) -> V {
        x.xor(V::key(self.isa, &self.encrypt.every[0]))
    }
    #[inline(always)]
    fn link(self, x: V, add: V) -> V {
        let (mut v, add) = ([x], &[self.masked(add)]);
        rounds!(self, v, self.encrypt, false, round, last_round, add add);
        v[0]
    }
    #[inline(always)]
    fn masked_back(self, x: V) -> V {
        x.xor(V::key(self.isa, &self.decrypt.every[0]))
    }
    #[inline(always)]
    fn encrypt_masked<const N: usize>(self, v: &mut [V; N], add: &impl Addends<V>, beside: &mut impl Beside) {
        let keys = self.encrypt.of_group::<V, N>();
        let mask = V::key(self.isa, &keys.every[0]);
        rounds!(self, v, keys, false, round, last_round, add add, masked mask, beside beside);
    }
    #[inline(always)]
    fn decrypt_masked<const N: usize>(self, v: &mut [V; N], add: &impl Addends<V>, beside: &mut impl Beside) {
        let keys = self.decrypt.of_group::<V, N>();
        let mask = V::key(self.isa, &keys.every[0]);
        rounds!(self, v, keys, true, inverse_round, last_inverse_round, add add, masked mask, beside beside);
    }
    #[inline(always)]
    fn link_back(self, x: V, add: V) -> V {
        let (mut v, add) = ([x], &[self.masked_back(add)]);
        rounds!(self, v, self.decrypt, true, inverse_round, last_inverse_round, add add);
        v[0]
    }
}

impl<'k, V> Rekeyed for Rounds<'k, V>
where
    V: State<One = Block1, Block = [u8; 16], Key = [u8; 16]> + Partial + AddWords,
{
    type Other<'r> = Rounds<'r, V>;

    #[inline(always)]
    fn has_long_key(self) -> bool {
        !self.encrypt.longer.is_empty()
    }
    #[inline(always)]
    fn rekeyed<'r>(self, key: [[u8; 16]; 2], room: &'r mut Room) -> Rounds<'r, V> {
        expanded::<Block1>(self.one, key, self.has_long_key(), room);
        let keys = RoundKeys::new(&*room, if self.has_long_key() { 14 } else { 10 });
        // no keys for decryption, because the cipher under a message's key only encrypts
        Rounds { isa: self.isa, one: self.one, encrypt: keys, decrypt: keys }
    }
}
