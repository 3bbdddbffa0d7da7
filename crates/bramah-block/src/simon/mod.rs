//! Simon: Beaulieu, Shors, Smith, Treatman-Clark, Weeks and Wingers, "The Simon and Speck Families of Lightweight Block
//! Ciphers", 2013, with blocks of 64 and 128 bits. Words are read little-endian, the second word of a block first, as in the
//! authors' "Simon and Speck Implementation Guide", 2019.

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
    simd::{
        Portable,
        words::{Columns, Words},
    },
    wipe,
};

/// The constant sequences z2, z3 and z4, the first bit lowest: section 3.2, table 3.1 of the paper.
const Z2: u64 = sequence(b"10101111011100000011010010011000101000010001111110010110110011");
const Z3: u64 = sequence(b"11011011101011000110010111100000010010001010011100110100001111");
const Z4: u64 = sequence(b"11010001111001101011011000100000010111000011001010010011101111");

/// Reads a sequence, of 62 bits.
const fn sequence(digits: &[u8; 62]) -> u64 {
    let (mut bits, mut i) = (0, 0);
    while i < 62 {
        bits |= ((digits[i] - b'0') as u64) << i;
        i += 1;
    }
    bits
}

/// The largest number of rounds.
const MOST: usize = 72;

/// Round keys.
#[derive(Clone)]
pub struct Keys<W> {
    words: [W; MOST],
    /// The number of rounds.
    rounds: usize,
}

/// Implements schedules and expansions for words of a size.
macro_rules! words {
    ($($word:ident $expand:ident, |$len:ident| $rounds:expr;)*) => { $(
        impl Schedule for Keys<$word> {
            const EMPTY: Self = Self { words: [0; MOST], rounds: 0 };
            fn wipe(&mut self) {
                wipe::wipe(&mut self.words);
            }
        }

        /// Expands a key: section 3.2.
        #[inline(always)]
        fn $expand(key: &[u8], _: bool, keys: &mut Keys<$word>) {
            let words = key.as_chunks().0;
            let $len = words.len();
            let (rounds, sequence) = $rounds;
            for (to, bytes) in keys.words.iter_mut().zip(words) {
                *to = $word::from_le_bytes(*bytes);
            }
            for i in $len..rounds {
                let mut mixed = keys.words[i - 1].rotate_right(3);
                if $len == 4 {
                    mixed ^= keys.words[i - 3];
                }
                mixed ^= mixed.rotate_right(1);
                let bit = sequence >> ((i - $len) % 62) & 1;
                keys.words[i] = !keys.words[i - $len] ^ mixed ^ bit as $word ^ 3;
            }
            keys.rounds = rounds;
        }
    )* };
}
words! {
    u32 expand64, |len| match len {
        3 => (42, Z2),
        _ => (44, Z3),
    };
    u64 expand128, |len| match len {
        2 => (68, Z2),
        3 => (69, Z3),
        _ => (72, Z4),
    };
}

/// The cipher with blocks of `BITS` bits: 64 or 128.
pub struct Simon<const BITS: usize>;

/// Returns the value that a word adds to the other in a round: section 3.1.
#[inline(always)]
fn mixed<V: Words>(x: V) -> V {
    x.rotl::<1>().and(x.rotl::<8>()).xor(x.rotl::<2>())
}

impl<V, W, const BITS: usize> LaneRounds<V, 2> for Simon<BITS>
where
    V: Words<Word = W> + Columns<Token = <V as Words>::Isa>,
    W: Words<Word = W, Isa = Portable>,
    Self: Cipher<Schedule = Keys<W>>,
{
    const BIG: bool = false;

    #[inline(always)]
    fn rounds<const BACK: bool, const G: usize>(
        token: V::Token,
        keys: &Keys<W>,
        mut x: [[V; 2]; G],
    ) -> [[V; 2]; G] {
        let words = &keys.words[..keys.rounds.min(MOST)];
        if BACK {
            for word in words.iter().rev() {
                let key = V::splat(token, *word);
                for i in 0..G {
                    let [y, z] = x[i];
                    x[i] = [z.xor(mixed(y)).xor(key), y];
                }
            }
        } else {
            for word in words {
                let key = V::splat(token, *word);
                for i in 0..G {
                    let [y, z] = x[i];
                    x[i] = [z, y.xor(mixed(z)).xor(key)];
                }
            }
        }
        x
    }
}

/// Implements the cipher with a size of blocks: the word, the lengths of keys, the result of the self-test, the types.
macro_rules! ciphers {
    ($($(#[$doc:meta])* $type:ident $enc:ident $bits:literal $name:literal $block:literal $word:ident $expand:ident $keys:expr, $check:literal;)*) => { $(
        impl Cipher for Simon<$bits> {
            const NAME: &'static str = $name;
            type Block = [u8; $block];
            type Schedule = Keys<$word>;
            const KEYS: ByteLengths = $keys;
            type Table = Lean<Self>;

            fn dispatch() -> &'static Dispatch<Lean<Self>> {
                lanes_dispatch!(Simon<$bits>, $word by 2, groups 4 4 2, $expand, $check)
            }
        }

        $(#[$doc])*
        pub type $type<const KEY: usize> = BlockCipher<Simon<$bits>, KEY>;
        #[doc = concat!("[`", stringify!($type), "`] with keys for encryption alone.")]
        pub type $enc<const KEY: usize> = BlockCipher<Simon<$bits>, KEY, EncryptOnly>;
    )* };
}
ciphers! {
    /// Simon with a key of `KEY` bytes, 12 or 16, on blocks of 8.
    ///
    /// After 2^32 blocks under one key, two blocks of ciphertext are likely to be equal, which reveals a relation of the
    /// plaintexts: do not choose it for something new.
    Simon64 Simon64Enc 64 "simon-64" 8 u32 expand64 ByteLengths::either(12, 16), 0x9ad3_b5e1_48ef_e0dc;
    /// Simon with a key of `KEY` bytes, 16, 24 or 32, on blocks of 16.
    Simon128 Simon128Enc 128 "simon-128" 16 u64 expand128 ByteLengths { min: 16, max: 32, step: 8 }, 0x0aab_0a9e_ad5f_c942;
}

/// The ciphers of the family: the bits of the block and of the key.
#[cfg(feature = "registry")]
macro_rules! entries {
    ($($block:literal $bits:literal)*) => {
        pub(super) const ENTRIES: &[Entry] = &[$(
            Entry::of::<Simon<$block>>(Info {
                name: concat!("simon-", $block, "-", $bits),
                aliases: &[],
                family: "simon",
                specification: "Beaulieu et al.: The Simon and Speck Families (2013)",
                standing: Standing::Legacy,
                block_len: $block / 8,
                key_len: $bits / 8,
            }),
        )*];
    };
}
#[cfg(feature = "registry")]
entries! { 64 96 64 128 128 128 128 192 128 256 }
