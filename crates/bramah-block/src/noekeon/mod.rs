//! Noekeon: Daemen, Peeters, Van Assche and Rijmen, "Nessie Proposal: NOEKEON", 2000. In direct-key mode the key is the working
//! key. In indirect-key mode the working key is the key, encrypted under a key of zeros.

use super::{
    BlockCipher, Cipher, EncryptOnly, Lean, Schedule,
    declare::entries,
    lanes::{LaneRounds, lanes_dispatch},
};
use crate::{
    backend::Dispatch,
    names::ByteLengths,
    simd::{
        Portable,
        words::{Columns, Words},
    },
    wipe,
};

/// The number of rounds.
const ROUNDS: usize = 16;
/// The round constants: powers of x in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1, beginning with x^-1.
const CONSTANTS: [u32; ROUNDS + 1] = {
    let (mut constants, mut i) = ([0x80; ROUNDS + 1], 1);
    while i <= ROUNDS {
        let doubled = constants[i - 1] << 1;
        constants[i] = if doubled > 0xff { doubled ^ 0x11b } else { doubled };
        i += 1;
    }
    constants
};

/// The words of a working key, followed by their image under theta. Decryption XORs the image.
#[derive(Clone)]
pub struct Keys([[u32; 4]; 2]);

impl Schedule for Keys {
    const EMPTY: Self = Self([[0; 4]; 2]);
    fn wipe(&mut self) {
        wipe::wipe(self.0.as_flattened_mut());
    }
}

/// The cipher Noekeon, in indirect-key mode if `INDIRECT` is set.
pub struct NoekeonCipher<const INDIRECT: bool>;

/// Stores the working key: the key itself, or its encryption in indirect-key mode.
#[inline(always)]
fn expand<const INDIRECT: bool>(key: &[u8], _: bool, keys: &mut Keys) {
    let mut words = [0; 4];
    for (word, bytes) in words.iter_mut().zip(key.as_chunks().0) {
        *word = u32::from_be_bytes(*bytes);
    }
    if INDIRECT {
        [words] = encrypted(Portable, &[0; 4], [words]);
    }
    keys.0 = [words, theta(words, [0; 4])];
    wipe::wipe(&mut words);
}

/// Returns the XOR of a word and its rotations by one byte to the left and to the right.
#[inline(always)]
fn spread<V: Words<Word = u32>>(x: V) -> V {
    x.xor(x.rotr::<8>()).xor(x.rotl::<8>())
}

/// Applies the linear map theta, and XORs a key into the words.
#[inline(always)]
fn theta<V: Words<Word = u32>>([a, b, c, d]: [V; 4], key: [V; 4]) -> [V; 4] {
    let even = spread(a.xor(c));
    let (b, d) = (b.xor(key[1]).xor(even), d.xor(key[3]).xor(even));
    let (a, c) = (a.xor(key[0]), c.xor(key[2]));
    let odd = spread(b.xor(d));
    [a.xor(odd), b, c.xor(odd), d]
}

/// Applies the rotations pi1, the 4-bit S-boxes gamma and the rotations pi2.
#[inline(always)]
fn mixed<V: Words<Word = u32>>([a, b, c, d]: [V; 4]) -> [V; 4] {
    let (b, c, d) = (b.rotl::<1>(), c.rotl::<5>(), d.rotl::<2>());
    let b = b.xor(d.or(c).not());
    let a = a.xor(c.and(b));
    let c = c.xor(d).xor(b).xor(a);
    let (a, d) = (d, a);
    let b = b.xor(d.or(c).not());
    let a = a.xor(c.and(b));
    [a, b.rotr::<1>(), c.rotr::<5>(), d.rotr::<2>()]
}

/// Encrypts groups of blocks.
#[inline(always)]
fn encrypted<V: Words<Word = u32>, const G: usize>(
    isa: V::Isa,
    keys: &[u32; 4],
    mut x: [[V; 4]; G],
) -> [[V; 4]; G] {
    let [a, b, c, d] = *keys;
    let key = [V::splat(isa, a), V::splat(isa, b), V::splat(isa, c), V::splat(isa, d)];
    let (last, constants) = (CONSTANTS[ROUNDS], &CONSTANTS[..ROUNDS]);
    for constant in constants {
        let constant = V::splat(isa, *constant);
        for i in 0..G {
            let [a, b, c, d] = x[i];
            x[i] = mixed(theta([a.xor(constant), b, c, d], key));
        }
    }
    for i in 0..G {
        let [a, b, c, d] = x[i];
        x[i] = theta([a.xor(V::splat(isa, last)), b, c, d], key);
    }
    x
}

/// Decrypts groups of blocks: theta is its own inverse except for the key.
#[inline(always)]
fn decrypted<V: Words<Word = u32>, const G: usize>(
    isa: V::Isa,
    keys: &[u32; 4],
    mut x: [[V; 4]; G],
) -> [[V; 4]; G] {
    let [a, b, c, d] = *keys;
    let key = [V::splat(isa, a), V::splat(isa, b), V::splat(isa, c), V::splat(isa, d)];
    let (first, constants) = (CONSTANTS[0], &CONSTANTS[1..]);
    for constant in constants.iter().rev() {
        let constant = V::splat(isa, *constant);
        for i in 0..G {
            let [a, b, c, d] = theta(x[i], key);
            x[i] = mixed([a.xor(constant), b, c, d]);
        }
    }
    for i in 0..G {
        let [a, b, c, d] = theta(x[i], key);
        x[i] = [a.xor(V::splat(isa, first)), b, c, d];
    }
    x
}

impl<V: Words<Word = u32> + Columns<Token = <V as Words>::Isa>, const INDIRECT: bool> LaneRounds<V, 4>
    for NoekeonCipher<INDIRECT>
where
    Self: Cipher<Schedule = Keys>,
{
    const BIG: bool = true;

    #[inline(always)]
    fn rounds<const BACK: bool, const G: usize>(token: V::Token, keys: &Keys, x: [[V; 4]; G]) -> [[V; 4]; G] {
        if BACK { decrypted(token, &keys.0[1], x) } else { encrypted(token, &keys.0[0], x) }
    }
}

/// Implements the cipher in one of its key modes. The arguments are the name, the expected result of the self-test, and the
/// types.
macro_rules! ciphers {
    ($($(#[$doc:meta])* $type:ident $enc:ident $indirect:literal $name:literal $check:literal;)*) => { $(
        impl Cipher for NoekeonCipher<$indirect> {
            const NAME: &'static str = $name;
            type Block = [u8; 16];
            type Schedule = Keys;
            const KEYS: ByteLengths = ByteLengths::fixed(16);
            type Table = Lean<Self>;

            fn dispatch() -> &'static Dispatch<Lean<Self>> {
                lanes_dispatch!(NoekeonCipher<$indirect>, u32 by 4, groups 4 2 1, expand::<$indirect>, $check)
            }
        }

        $(#[$doc])*
        pub type $type = BlockCipher<NoekeonCipher<$indirect>, 16>;
        #[doc = concat!("[`", stringify!($type), "`] with keys for encryption alone.")]
        pub type $enc = BlockCipher<NoekeonCipher<$indirect>, 16, EncryptOnly>;
    )* };
}
ciphers! {
    /// Noekeon in direct-key mode, with a key of 16 bytes and 16-byte blocks.
    ///
    /// If an attacker knows how two keys are related, the ciphertexts reveal relations of the plaintexts (related-key attacks).
    Noekeon NoekeonEnc false "noekeon" 0xa8b4_6bb8_219d_71d8;
    /// Noekeon in indirect-key mode, with a key of 16 bytes and 16-byte blocks.
    NoekeonIndirect NoekeonIndirectEnc true "noekeon-indirect" 0xdd21_cc81_4c31_ba68;
}

entries! {
    "noekeon", "Daemen, Peeters, Van Assche, Rijmen: Nessie Proposal NOEKEON (2000)", Legacy, 16 {
        of NoekeonCipher<false>, "noekeon", ["noekeon-direct", "noekeon-128"], 16;
        of NoekeonCipher<true>, "noekeon-indirect", ["noekeon-indirect-128"], 16;
    }
}
