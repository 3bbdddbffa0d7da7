//! AES with the AES instructions of ARMv8, with one block in each register.
//!
//! As on x86, the number of rounds is known only at run time. Decryption is the equivalent inverse cipher with its own round
//! keys.

use super::{AES, Keys, MAX_ROUNDS, expand as words};
use crate::{
    fused::{
        gcm_siv::{Rekeyed, Room},
        keys::expanded,
    },
    simd::{
        NeonAes,
        arch::*,
        blocks::{AesRounds, Block1, Blocks},
        memory::{load128, store128},
    },
    wide::{Crypt, Wide},
};

/// The round keys, and the token that proves that the CPU has the instructions.
#[derive(Clone, Copy)]
pub(super) struct Rounds<'k> {
    isa: NeonAes,
    encrypt: &'k [[u8; 16]],
    decrypt: &'k [[u8; 16]],
}

impl<'k> Rounds<'k> {
    #[inline(always)]
    pub(super) fn new(isa: NeonAes, keys: &'k Keys<AES>) -> Self {
        let (encrypt, decrypt) = keys.halves();
        let rounds = keys.rounds.min(MAX_ROUNDS);
        Self { isa, encrypt: &encrypt[..=rounds], decrypt: &decrypt[..=rounds] }
    }
}

/// Applies the rounds to all blocks of `v`.
macro_rules! rounds {
    ($w:ident, $v:ident, $keys:ident, $round:ident, $last_round:ident) => {
        let [first, middle @ .., last] = $w.$keys else { return };
        let key = Block1::splat($w.isa, first);
        for x in &mut *$v {
            *x = x.xor(key);
        }
        for key in middle {
            let key = Block1::splat($w.isa, key);
            for x in &mut *$v {
                *x = x.$round(key);
            }
        }
        let key = Block1::splat($w.isa, last);
        for x in &mut *$v {
            *x = x.$last_round(key);
        }
    };
}

impl Wide for Rounds<'_> {
    type Narrow = Self;

    #[inline(always)]
    fn narrow(self) -> Self {
        self
    }
}

impl Crypt for Rounds<'_> {
    type V = Block1;
    const GROUP: usize = 8;

    #[inline(always)]
    fn isa(self) -> NeonAes {
        self.isa
    }
    #[inline(always)]
    fn encrypt<const N: usize>(self, v: &mut [Block1; N]) {
        rounds!(self, v, encrypt, round, last_round);
    }
    #[inline(always)]
    fn decrypt<const N: usize>(self, v: &mut [Block1; N]) {
        rounds!(self, v, decrypt, inverse_round, last_inverse_round);
    }
}

impl Rekeyed for Rounds<'_> {
    type Other<'r> = Rounds<'r>;

    #[inline(always)]
    fn has_long_key(self) -> bool {
        self.encrypt.len() > 11
    }
    #[inline(always)]
    fn rekeyed<'r>(self, key: [[u8; 16]; 2], room: &'r mut Room) -> Rounds<'r> {
        let rounds = if self.has_long_key() { 14 } else { 10 };
        expanded::<Block1>(self.isa, key, self.has_long_key(), room);
        // no keys for decryption, because the cipher under a message's key only encrypts
        Rounds { isa: self.isa, encrypt: &room[..=rounds], decrypt: &room[..=rounds] }
    }
}

/// Expands a key. SubWord is computed as a last round on a block that has the same word in every column.
#[inline]
#[target_feature(enable = "neon,aes")]
pub(super) fn expand(key: &[u8], decrypts: bool, keys: &mut Keys<AES>) {
    keys.rounds = words::rounds(key.len() / 4, 4);
    let rounds = keys.rounds.min(MAX_ROUNDS);
    let mut all = [0; words::MAX_WORDS];
    words::expand(key, &mut all[..4 * (rounds + 1)], |word| {
        let same = vreinterpretq_u8_u32(vdupq_n_u32(word));
        vgetq_lane_u32::<0>(vreinterpretq_u32_u8(vaeseq_u8(same, vdupq_n_u8(0))))
    });
    let (encrypt, _) = keys.halves_mut();
    for (bytes, word) in encrypt.as_flattened_mut().as_chunks_mut().0.iter_mut().zip(all) {
        *bytes = word.to_le_bytes();
    }
    if decrypts {
        keys.many = true;
        let (encrypt, decrypt) = keys.halves_mut();
        decrypt[0] = encrypt[rounds];
        decrypt[rounds] = encrypt[0];
        for i in 1..rounds {
            store128(&mut decrypt[i], vaesimcq_u8(load128(&encrypt[rounds - i])));
        }
    }
    crate::wipe::wipe(&mut all);
}
