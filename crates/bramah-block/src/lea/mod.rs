//! LEA: KS X 3246:2016, ISO/IEC 29192-2:2019; Hong, Lee, Kim, Kwon, Ryu and Lee, "LEA: A 128-Bit Block Cipher for Fast Encryption
//! on Common Processors", 2013. Words are little-endian.

use super::{
    BlockCipher, Cipher, EncryptOnly, Lean, Schedule,
    lanes::{LaneRounds, lanes_dispatch},
};
#[cfg(feature = "registry")]
use super::{Entry, Info};
#[cfg(feature = "registry")]
use crate::names::Standing;
use crate::{
    backend::Dispatch,
    names::ByteLengths,
    simd::words::{Columns, Words},
    wipe,
};

/// The constants of the key schedule: the fraction of the square root of 766965, where 76, 69 and 65 are the ASCII codes of
/// "LEA".
const DELTA: [u32; 8] =
    [0xc3ef_e9db, 0x4462_6b02, 0x79e2_7c8a, 0x78df_30ec, 0x715e_a49e, 0xc785_da0a, 0xe04e_f22a, 0xe5c4_0957];

/// The numbers of bits by which the words of the key schedule are rotated.
const ROTATIONS: [u32; 6] = [1, 3, 6, 11, 13, 17];

/// The maximum number of rounds.
const MOST: usize = 32;

/// The round keys. Each has six words.
#[derive(Clone)]
pub struct Keys {
    words: [[u32; 6]; MOST],
    /// The number of rounds.
    rounds: usize,
}

impl Schedule for Keys {
    const EMPTY: Self = Self { words: [[0; 6]; MOST], rounds: 0 };
    fn wipe(&mut self) {
        wipe::wipe(self.words.as_flattened_mut());
    }
}

/// Expands a key of `N` words into `ROUNDS` round keys. Each step replaces `STEP` words. The new words are the round
/// key.
#[inline(always)]
fn expand_words<const N: usize, const STEP: usize, const ROUNDS: usize>(key: &[u8], keys: &mut Keys) {
    let mut words = [0_u32; N];
    for (word, bytes) in words.iter_mut().zip(key.as_chunks().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    for (i, round) in keys.words[..ROUNDS].iter_mut().enumerate() {
        let delta = DELTA[i % N];
        let mut new = [0; 6];
        for j in 0..STEP {
            let word = &mut words[(STEP * i + j) % N];
            *word = word.wrapping_add(delta.rotate_left((i + j) as u32 % 32)).rotate_left(ROTATIONS[j]);
            new[j] = *word;
        }
        // a round of 128-bit keys uses one of its four words three times
        *round = if STEP == 4 { [new[0], new[1], new[2], new[1], new[3], new[1]] } else { new };
    }
    keys.rounds = ROUNDS;
    wipe::wipe(&mut words);
}

/// Expands a key.
#[inline(always)]
fn expand(key: &[u8], _: bool, keys: &mut Keys) {
    match key.len() {
        16 => expand_words::<4, 4, 24>(key, keys),
        24 => expand_words::<6, 6, 28>(key, keys),
        _ => expand_words::<8, 6, 32>(key, keys),
    }
}

/// The cipher LEA.
pub struct LeaCipher;

impl Cipher for LeaCipher {
    const NAME: &'static str = "lea";
    type Block = [u8; 16];
    type Schedule = Keys;
    const KEYS: ByteLengths = ByteLengths { min: 16, max: 32, step: 8 };
    type Table = Lean<Self>;

    fn dispatch() -> &'static Dispatch<Lean<Self>> {
        lanes_dispatch!(LeaCipher, u32 by 4, groups 4 2 1, expand, 0xa35a_39f1_ee6f_58b0)
    }
}

impl<V: Words<Word = u32> + Columns<Token = <V as Words>::Isa>> LaneRounds<V, 4> for LeaCipher {
    const BIG: bool = false;

    #[inline(always)]
    fn rounds<const BACK: bool, const G: usize>(
        token: V::Token,
        keys: &Keys,
        mut x: [[V; 4]; G],
    ) -> [[V; 4]; G] {
        let rounds = &keys.words[..keys.rounds.min(MOST)];
        if BACK {
            for round in rounds.iter().rev() {
                let mut key = [V::splat(token, round[0]); 6];
                for i in 1..6 {
                    key[i] = V::splat(token, round[i]);
                }
                for i in 0..G {
                    let [p, q, r, a] = x[i];
                    let b = p.rotr::<9>().sub(a.xor(key[0])).xor(key[1]);
                    let c = q.rotl::<5>().sub(b.xor(key[2])).xor(key[3]);
                    let d = r.rotl::<3>().sub(c.xor(key[4])).xor(key[5]);
                    x[i] = [a, b, c, d];
                }
            }
        } else {
            for round in rounds {
                let mut key = [V::splat(token, round[0]); 6];
                for i in 1..6 {
                    key[i] = V::splat(token, round[i]);
                }
                for i in 0..G {
                    let [a, b, c, d] = x[i];
                    x[i] = [
                        a.xor(key[0]).add(b.xor(key[1])).rotl::<9>(),
                        b.xor(key[2]).add(c.xor(key[3])).rotr::<5>(),
                        c.xor(key[4]).add(d.xor(key[5])).rotr::<3>(),
                        a,
                    ];
                }
            }
        }
        x
    }
}

/// Declares types for keys of this number of bytes.
macro_rules! types {
    ($($(#[$doc:meta])* $type:ident $enc:ident $key:literal;)*) => { $(
        $(#[$doc])*
        pub type $type = BlockCipher<LeaCipher, $key>;
        #[doc = concat!("[`", stringify!($type), "`] with keys for encryption alone.")]
        pub type $enc = BlockCipher<LeaCipher, $key, EncryptOnly>;
    )* };
}
types! {
    /// LEA with a key of 16 bytes and 16-byte blocks: KS X 3246.
    Lea128 Lea128Enc 16;
    /// LEA with a key of 24 bytes and 16-byte blocks: KS X 3246.
    Lea192 Lea192Enc 24;
    /// LEA with a key of 32 bytes and 16-byte blocks: KS X 3246.
    Lea256 Lea256Enc 32;
}

/// Makes the registry entry of the cipher with keys of `key_len` bytes.
#[cfg(feature = "registry")]
const fn entry(name: &'static str, aliases: &'static [&'static str], key_len: usize) -> Entry {
    Entry::of::<LeaCipher>(Info {
        name,
        aliases,
        family: "lea",
        specification: "KS X 3246",
        standing: Standing::Current,
        block_len: 16,
        key_len,
    })
}

#[cfg(feature = "registry")]
pub(super) const ENTRIES: &[Entry] = &[
    entry("lea-128", &["lea-128-128"], 16),
    entry("lea-192", &["lea-128-192"], 24),
    entry("lea-256", &["lea-128-256"], 32),
];
