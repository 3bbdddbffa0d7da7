//! DES (FIPS 46-3), and Triple DES with two keys and with three (NIST SP 800-67).
//!
//! The parity bits of keys are ignored. The ciphers accept weak keys; [`is_weak`] finds them.

mod boxes;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod functions;
mod keys;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod planes;
mod single;
mod sliced;
mod tables;
#[cfg(test)]
mod tests;

use super::{
    Cipher, Lean,
    declare::{entries, types},
    lean::lean_candidate,
    self_test,
};
use crate::{
    backend::{Dispatch, candidates},
    names::ByteLengths,
    simd::{
        memory::Run,
        words::{Columns, Words},
    },
};
pub use keys::{Keys, is_weak};
use keys::{by_input, expand};

/// Encrypts or decrypts a run: groups of blocks bitsliced, and the remaining blocks with the function `rest`.
#[inline(always)]
fn run<V: Words<Word = u32> + Columns<Token = <V as Words>::Isa>>(
    isa: V::Token,
    masks: &[[i8; 48]],
    back: bool,
    mut run: Run<'_>,
    rest: impl Fn(Run<'_>),
) {
    while let Some(group) = run.next::<V::Bytes>(sliced::REGISTERS) {
        sliced::blocks::<V>(isa, masks, back, &group);
    }
    if !run.is_empty() {
        rest(run.moved());
    }
}

/// Compiles the function that processes a run for one instruction set, once for all ciphers and directions.
macro_rules! entry {
    ($name:ident $features:literal $words:ident $token:ident |$keys:ident, $back:ident, $rest:ident| $single:expr) => {
        #[inline(never)]
        #[target_feature(enable = $features)]
        pub(super) fn $name(masks: &[[i8; 48]], $keys: &[u64], $back: bool, data: Run<'_>) {
            let isa = crate::simd::$token::here();
            run::<crate::simd::words::$words>(isa, masks, $back, data, |$rest| $single);
        }
    };
}
/// The functions for x86.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86 {
    use super::*;
    use crate::simd::Avx2;
    pub(super) use functions::by_box;

    entry!(avx512 "avx512f,avx512bw,avx512vl" U32x16 Avx512 |keys, back, rest| functions(keys, back, rest));
    entry!(avx2 "avx2" U32x8 Avx2 |keys, back, rest| functions(keys, back, rest));

    /// Encrypts or decrypts the blocks after the last bitsliced group: groups of blocks in planes of bytes, and then the rest
    /// with S-boxes as Boolean functions.
    #[inline(never)]
    #[target_feature(enable = "avx2")]
    fn functions(keys: &[u64], back: bool, mut rest: Run<'_>) {
        planes::groups(Avx2::here(), keys, back, &mut rest);
        functions::run(Avx2::here(), keys, back, rest.moved());
    }
}
/// The function for ARM.
#[cfg(target_arch = "aarch64")]
mod aarch64 {
    use super::*;
    entry!(neon "neon" U32x4 Neon |keys, back, rest| single::run(keys, back, rest));
}
/// The entry for WebAssembly.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm {
    use super::*;
    entry!(simd128 "simd128" U32x4 Simd128 |keys, back, rest| single::run(keys, back, rest));
}
/// Encrypts a run with the code that runs on every CPU, or decrypts it if `back` is set.
#[inline(never)]
fn portable(masks: &[[i8; 48]], words: &[u64], back: bool, data: Run<'_>) {
    run::<u32>(crate::simd::Portable, masks, back, data, |rest| single::run(words, back, rest));
}

/// DES with this number of rounds: 16, or 48 for Triple DES.
pub struct DesCipher<const ROUNDS: usize>;

/// Implements the cipher. The arguments are its number of rounds, its name, its key lengths in bytes, and the expected result
/// of its self-test.
macro_rules! ciphers {
    ($($rounds:literal $name:literal $keys:expr, $check:literal;)*) => { $(
        impl Cipher for DesCipher<$rounds> {
            const NAME: &'static str = $name;
            type Block = [u8; 8];
            type Schedule = Keys<$rounds>;
            const KEYS: ByteLengths = $keys;
            type Table = Lean<Self>;

            fn dispatch() -> &'static Dispatch<Lean<Self>> {
                static DISPATCH: Dispatch<Lean<DesCipher<$rounds>>> = Dispatch::new(
                    $name,
                    candidates! {
                        x86: [
                            lean_candidate!(
                                DesCipher<$rounds>, "avx512", "avx512f,avx512bw,avx512vl", lanes: 16,
                                groups: super::lean::Groups::of(&[(512, 78), (32, 14)]),
                                |key, _decrypts, keys| expand(key, x86::by_box, keys),
                                |keys, data| x86::avx512(&keys.masks, &keys.words, BACK, data)
                            ).with_stack(&crate::wipe::DEEP),
                            lean_candidate!(
                                DesCipher<$rounds>, "avx2", "avx2", lanes: 16,
                                groups: super::lean::Groups::of(&[(256, 65), (32, 14)]),
                                |key, _decrypts, keys| expand(key, x86::by_box, keys),
                                |keys, data| x86::avx2(&keys.masks, &keys.words, BACK, data)
                            ).with_stack(&crate::wipe::WHOLE),
                        ],
                        aarch64: [
                            lean_candidate!(
                                DesCipher<$rounds>, "neon", "neon", lanes: 16, at_once: 128,
                                |key, _decrypts, keys| expand(key, by_input, keys),
                                |keys, data| aarch64::neon(&keys.masks, &keys.words, BACK, data)
                            ),
                        ],
                        wasm: [
                            lean_candidate!(
                                DesCipher<$rounds>, "simd128", "simd128", lanes: 16, at_once: 128,
                                |key, _decrypts, keys| expand(key, by_input, keys),
                                |keys, data| wasm::simd128(&keys.masks, &keys.words, BACK, data)
                            ),
                        ],
                        any: [
                            lean_candidate!(
                                DesCipher<$rounds>, portable, lanes: 16, at_once: 32,
                                |key, _decrypts, keys| expand(key, by_input, keys),
                                |keys, data| portable(&keys.masks, &keys.words, BACK, data)
                            ).with_stack(&crate::wipe::SHALLOW),
                        ],
                    },
                    |backend| self_test::agrees::<DesCipher<$rounds>>(backend, $check),
                );
                &DISPATCH
            }
        }
    )* };
}
ciphers! {
    16 "des" ByteLengths::fixed(8), 0xb3aa_0643_2c87_9eca;
    48 "3des" ByteLengths::either(16, 24), 0x9bfd_e547_1dd6_5574;
}

types! {
    /// DES with a key of 8 bytes, 56 bits of which count, and 8-byte blocks. It is not secure, because a key of this length can
    /// be found by trying all keys.
    Des DesEnc = DesCipher<16>, 8;
    /// Triple DES with a key of `KEY` bytes and 8-byte blocks: 24 bytes are three keys of DES, 16 bytes are two.
    ///
    /// After 2^32 blocks under one key, two blocks of ciphertext are likely to be equal, which reveals a relation between their
    /// plaintexts. Do not use it in new designs.
    TripleDes TripleDesEnc<KEY = 24> = DesCipher<48>, KEY;
}

entries! {
    "des", "FIPS 46-3", Broken, 8 { of DesCipher<16>, "des", ["des-64", "des-56"], 8; }
    "des", "NIST SP 800-67", Legacy, 8 {
        of DesCipher<48>, "3des", ["des-ede3", "triple-des", "tdes", "tdea", "des3", "3des-192"], 24;
        of DesCipher<48>, "3des-2key", ["des-ede", "des-ede2", "2tdea", "3des-128", "3des-112"], 16;
    }
}
