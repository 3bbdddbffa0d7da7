//! The common parts of Simon and Speck with blocks of 64 and 128 bits: Beaulieu, Shors, Smith, Treatman-Clark, Weeks and Wingers,
//! "The Simon and Speck Families of Lightweight Block Ciphers", 2013. Words are little-endian, and the second word of a block
//! comes first, as in the authors' "Simon and Speck Implementation Guide", 2019.

use super::Schedule;
use crate::wipe;

/// The round keys: room for `MOST` words, the maximum number of rounds.
#[derive(Clone)]
pub struct Keys<W, const MOST: usize> {
    pub(crate) words: [W; MOST],
    /// The number of rounds.
    pub(crate) rounds: usize,
}

/// Implements key schedules for the given types of words.
macro_rules! schedules {
    ($($word:ident)*) => { $(
        impl<const MOST: usize> Schedule for Keys<$word, MOST> {
            const EMPTY: Self = Self { words: [0; MOST], rounds: 0 };
            fn wipe(&mut self) {
                wipe::wipe(&mut self.words);
            }
        }
    )* };
}
schedules! { u32 u64 }

/// Implements the ciphers of a family. The arguments are the type and the name of the family, the maximum number of rounds, and
/// the expressions by which a round key changes the words of a block in encryption and decryption. For each block length follow
/// the types, the block length in bits and in bytes, the name, the word type, the function that expands a key, the key lengths,
/// the expected result of the self-test, and the key lengths in the registry in bits.
macro_rules! family {
    ($cipher:ident $family:literal, most $most:literal, |$y:ident, $z:ident, $key:ident| forwards $forwards:expr, back $back:expr;
     $($(#[$doc:meta])* $type:ident $enc:ident $bits:literal $block:literal $name:literal $word:ident $expand:ident $keys:expr,
       $check:literal, $($key_bits:literal)*;)*) => {
        /// The cipher with blocks of `BITS` bits: 64 or 128.
        pub struct $cipher<const BITS: usize>;

        impl<V, W, const BITS: usize> LaneRounds<V, 2> for $cipher<BITS>
        where
            V: Words<Word = W> + Columns<Token = <V as Words>::Isa>,
            W: Words<Word = W, Isa = Portable>,
            Self: Cipher<Schedule = Keys<W, $most>>,
        {
            const BIG: bool = false;

            #[inline(always)]
            fn rounds<const BACK: bool, const G: usize>(
                token: V::Token,
                keys: &Keys<W, $most>,
                mut x: [[V; 2]; G],
            ) -> [[V; 2]; G] {
                let words = &keys.words[..keys.rounds.min($most)];
                if BACK {
                    for word in words.iter().rev() {
                        let $key = V::splat(token, *word);
                        for i in 0..G {
                            let [$y, $z] = x[i];
                            x[i] = $back;
                        }
                    }
                } else {
                    for word in words {
                        let $key = V::splat(token, *word);
                        for i in 0..G {
                            let [$y, $z] = x[i];
                            x[i] = $forwards;
                        }
                    }
                }
                x
            }
        }

        $(
            impl Cipher for $cipher<$bits> {
                const NAME: &'static str = $name;
                type Block = [u8; $block];
                type Schedule = Keys<$word, $most>;
                const KEYS: ByteLengths = $keys;
                type Table = Lean<Self>;

                fn dispatch() -> &'static Dispatch<Lean<Self>> {
                    lanes_dispatch!($cipher<$bits>, $word by 2, groups 4 4 2, $expand, $check)
                }
            }
        )*

        types! { $($(#[$doc])* $type $enc<KEY> = $cipher<$bits>, KEY;)* }

        entries! {
            $($family, "Beaulieu et al.: The Simon and Speck Families (2013)", Legacy, $block {
                $(of $cipher<$bits>, concat!($name, "-", $key_bits), [], $key_bits / 8;)*
            })*
        }
    };
}
pub(crate) use family;
