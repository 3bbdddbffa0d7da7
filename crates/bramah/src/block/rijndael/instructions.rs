//! AES by the instructions for it, on one, two or four blocks in a register.
//!
//! The number of rounds is read, not compiled in, so that one function serves keys of every length: the
//! loop costs nothing beside eight registers of rounds. Decryption is the equivalent inverse cipher (FIPS
//! 197, 5.3.5), on round keys of its own.

use super::Keys;
use crate::{
    mode::wide::Wide,
    simd::{AesNi, AesRounds, Block1, Block2, Block4, Blocks, Vaes256, Vaes512, arch::*, load128, store128},
};

/// The round keys, and the proof of the instructions on `V`.
#[derive(Clone, Copy)]
pub(super) struct Rounds<'k, V: Blocks> {
    isa: V::Isa,
    narrow: AesNi,
    encrypt: &'k [[u8; 16]],
    decrypt: &'k [[u8; 16]],
}

impl<'k, V: Blocks> Rounds<'k, V> {
    #[inline(always)]
    fn new(isa: V::Isa, narrow: AesNi, keys: &'k Keys) -> Self {
        let (encrypt, decrypt) = keys.chunks.split_at(30);
        let rounds = keys.rounds.min(14);
        Self { isa, narrow, encrypt: &encrypt[..=rounds], decrypt: &decrypt[..=rounds] }
    }
}

macro_rules! keyed {
    ($($(#[$doc:meta])* $name:ident $features:literal $v:ident $token:ident;)*) => { $(
        $(#[$doc])*
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn $name(keys: &Keys) -> Rounds<'_, $v> {
            Rounds::new($token::here(), AesNi::here(), keys)
        }
    )* };
}
keyed! {
    /// A block in a register.
    aes_ni "aes,pclmulqdq,sse4.1,ssse3" Block1 AesNi;
    /// Two blocks in a register.
    vaes "avx2,aes,pclmulqdq,vaes,vpclmulqdq" Block2 Vaes256;
    /// Four blocks in a register.
    vaes512 "avx512f,avx512bw,avx512vl,aes,pclmulqdq,vaes,vpclmulqdq" Block4 Vaes512;
}

/// Takes all of `v` through the rounds.
macro_rules! rounds {
    ($w:ident, $v:ident, $keys:ident, $round:ident, $last_round:ident) => {
        let [first, middle @ .., last] = $w.$keys else { return };
        let key = V::splat($w.isa, first);
        for x in &mut *$v {
            *x = x.xor(key);
        }
        for key in middle {
            let key = V::splat($w.isa, key);
            for x in &mut *$v {
                *x = x.$round(key);
            }
        }
        let key = V::splat($w.isa, last);
        for x in &mut *$v {
            *x = x.$last_round(key);
        }
    };
}

impl<'k, V: AesRounds> Wide for Rounds<'k, V> {
    type V = V;
    type Narrow = Rounds<'k, Block1>;
    const GROUP: usize = 8;

    #[inline(always)]
    fn isa(self) -> V::Isa {
        self.isa
    }
    #[inline(always)]
    fn narrow(self) -> Self::Narrow {
        Rounds { isa: self.narrow, narrow: self.narrow, encrypt: self.encrypt, decrypt: self.decrypt }
    }
    #[inline(always)]
    fn encrypt<const N: usize>(self, v: &mut [V; N]) {
        rounds!(self, v, encrypt, round, last_round);
    }
    #[inline(always)]
    fn decrypt<const N: usize>(self, v: &mut [V; N]) {
        rounds!(self, v, decrypt, inverse_round, last_inverse_round);
    }
}

/// Expands a key: FIPS 197, 5.2, for all lengths.
#[inline]
#[target_feature(enable = "aes,pclmulqdq,sse4.1,ssse3")]
pub(super) fn expand(key: &[u8], decrypts: bool, keys: &mut Keys) {
    let length = (key.len() / 4).clamp(4, 8);
    keys.rounds = length + 6;
    let (encrypt, decrypt) = keys.chunks.split_at_mut(30);
    let words = encrypt.as_flattened_mut().as_chunks_mut::<4>().0;
    let total = 4 * (keys.rounds + 1);
    for (word, bytes) in words.iter_mut().zip(key.as_chunks::<4>().0) {
        *word = *bytes;
    }
    let mut last = words.get(length - 1).map_or(0, |word| u32::from_le_bytes(*word));
    let mut rcon = 1u32;
    let mut phase = 0;
    for i in length..total.min(120) {
        // SubWord: with the same word in every column, ShiftRows changes nothing
        let mut word = last;
        if phase == 0 || (length > 6 && phase == 4) {
            let same = _mm_set1_epi32(last as i32);
            word = _mm_cvtsi128_si32(_mm_aesenclast_si128(same, _mm_setzero_si128())) as u32;
            if phase == 0 {
                word = word.rotate_right(8) ^ rcon;
                rcon = rcon << 1 ^ (rcon >> 7) * 0x11b;
            }
        }
        last = word ^ u32::from_le_bytes(words[i - length]);
        words[i] = last.to_le_bytes();
        phase = if phase + 1 == length { 0 } else { phase + 1 };
    }
    if decrypts {
        let rounds = keys.rounds.min(14);
        decrypt[0] = encrypt[rounds];
        decrypt[rounds] = encrypt[0];
        for i in 1..rounds {
            store128(&mut decrypt[i], _mm_aesimc_si128(load128(&encrypt[rounds - i])));
        }
    }
}
