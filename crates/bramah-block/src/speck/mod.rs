//! Speck: Beaulieu, Shors, Smith, Treatman-Clark, Weeks and Wingers, "The Simon and Speck Families of Lightweight Block
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

/// The largest number of rounds.
const MOST: usize = 34;

/// Round keys.
#[derive(Clone)]
pub struct Keys<W> {
    words: [W; MOST],
    /// The number of rounds.
    rounds: usize,
}

/// Implements schedules and expansions for words of a size: the rounds are as many as the words of the key, and
/// a number more.
macro_rules! words {
    ($($word:ident $expand:ident $first:literal;)*) => { $(
        impl Schedule for Keys<$word> {
            const EMPTY: Self = Self { words: [0; MOST], rounds: 0 };
            fn wipe(&mut self) {
                wipe::wipe(&mut self.words);
            }
        }

        /// Expands a key: section 4.2.
        #[inline(always)]
        fn $expand(key: &[u8], _: bool, keys: &mut Keys<$word>) {
            let words = key.as_chunks().0;
            keys.rounds = $first + words.len();
            // the words of the key but the first, which are replaced in turn
            let mut others = [0; 3];
            for (to, bytes) in others.iter_mut().zip(&words[1..]) {
                *to = $word::from_le_bytes(*bytes);
            }
            let mut word = $word::from_le_bytes(words[0]);
            for (i, to) in keys.words[..keys.rounds].iter_mut().enumerate() {
                *to = word;
                let other = &mut others[i % (words.len() - 1)];
                *other = word.wrapping_add(other.rotate_right(8)) ^ i as $word;
                word = word.rotate_left(3) ^ *other;
            }
            wipe::wipe(&mut others);
        }
    )* };
}
words! {
    u32 expand64 23;
    u64 expand128 30;
}

/// The cipher with blocks of `BITS` bits: 64 or 128.
pub struct Speck<const BITS: usize>;

impl<V, W, const BITS: usize> LaneRounds<V, 2> for Speck<BITS>
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
                    let y = y.xor(z).rotr::<3>();
                    x[i] = [y, z.xor(key).sub(y).rotl::<8>()];
                }
            }
        } else {
            for word in words {
                let key = V::splat(token, *word);
                for i in 0..G {
                    let [y, z] = x[i];
                    let z = z.rotr::<8>().add(y).xor(key);
                    x[i] = [y.rotl::<3>().xor(z), z];
                }
            }
        }
        x
    }
}

/// Implements the cipher with a size of blocks: the word, the lengths of keys, the result of the self-test, the types.
macro_rules! ciphers {
    ($($(#[$doc:meta])* $type:ident $enc:ident $bits:literal $name:literal $block:literal $word:ident $expand:ident $keys:expr, $check:literal;)*) => { $(
        impl Cipher for Speck<$bits> {
            const NAME: &'static str = $name;
            type Block = [u8; $block];
            type Schedule = Keys<$word>;
            const KEYS: ByteLengths = $keys;
            type Table = Lean<Self>;

            fn dispatch() -> &'static Dispatch<Lean<Self>> {
                lanes_dispatch!(Speck<$bits>, $word by 2, groups 4 4 2, $expand, $check)
            }
        }

        $(#[$doc])*
        pub type $type<const KEY: usize> = BlockCipher<Speck<$bits>, KEY>;
        #[doc = concat!("[`", stringify!($type), "`] with keys for encryption alone.")]
        pub type $enc<const KEY: usize> = BlockCipher<Speck<$bits>, KEY, EncryptOnly>;
    )* };
}
ciphers! {
    /// Speck with a key of `KEY` bytes, 12 or 16, on blocks of 8.
    ///
    /// After 2^32 blocks under one key, two blocks of ciphertext are likely to be equal, which reveals a relation of the
    /// plaintexts: do not choose it for something new.
    Speck64 Speck64Enc 64 "speck-64" 8 u32 expand64 ByteLengths::either(12, 16), 0xda36_feb8_4bc8_c8a0;
    /// Speck with a key of `KEY` bytes, 16, 24 or 32, on blocks of 16.
    Speck128 Speck128Enc 128 "speck-128" 16 u64 expand128 ByteLengths { min: 16, max: 32, step: 8 }, 0x69f9_3c02_517e_ce04;
}

/// The ciphers of the family: the bits of the block and of the key.
#[cfg(feature = "registry")]
macro_rules! entries {
    ($($block:literal $bits:literal)*) => {
        pub(super) const ENTRIES: &[Entry] = &[$(
            Entry::of::<Speck<$block>>(Info {
                name: concat!("speck-", $block, "-", $bits),
                aliases: &[],
                family: "speck",
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
