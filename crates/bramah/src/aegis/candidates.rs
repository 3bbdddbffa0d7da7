//! The candidates of each member of the AEGIS family.
//!
//! AVX-512 XORs three operands in one instruction, so it is used for narrow registers, too. With AVX, the result of a round does
//! not replace an operand, which saves a copy (16 KiB: on Zen 1, all members except AEGIS-256 are 1.03 to 1.48 times as fast; on
//! Zen 3, AEGIS-256 encrypts 1.03 to 1.08 times as fast, and decrypts at the same speed within the noise). The modes of several
//! instances have no candidate for CPUs with AES instructions but without AVX, because it would take 75 KB.

use super::{
    Parallel128, Parallel256,
    kernel::{self, Job},
    scheme::{self, Member},
    state::{State128L, State256},
    table::AegisOps,
    word::InMemory,
};
use crate::{
    backend::{Dispatch, candidate, candidates},
    simd::{self, memory::InOut},
};
crate::backend::only! {
    x86: { use super::word::Registers; use crate::simd::blocks::{Block1, Block2, Block4}; }
    aarch64: { use super::word::Registers; use crate::simd::blocks::Block1; }
}

/// Declares a candidate: its name, its CPU features, the token for these features, the type of its state and words, and the
/// number of words that the state absorbs in one step.
macro_rules! words {
    ($name:literal $($features:literal)?; $isa:expr, $state:ident<$word:ty>, $rate:literal) => {
        candidate!($name, $($features,)? AegisOps {
            encrypt: fn encrypt_entry(job: Job<'_>, data: &mut InOut<'_>) {
                kernel::run::<$word, $state<$word>, $rate, false>($isa, job, data)
            },
            decrypt: fn decrypt_entry(job: Job<'_>, data: &mut InOut<'_>) {
                kernel::run::<$word, $state<$word>, $rate, true>($isa, job, data)
            }
        })
    };
}

/// Declares the members of the family with the same kind of state: their degree of parallelism, name and section, the result of
/// the self-test, and the candidates with the registers that make up a word.
macro_rules! members {
    ($member:ident, $state:ident, $words:literal, $key:literal; $(
        $degree:literal $name:literal $section:literal $check:literal x86: [$($x86:literal $features:literal $isa:ident $block:ident $count:literal),+];
    )+) => { $(
        impl Member for $member<$degree> {
            const NAME: &'static str = $name;
            const SPECIFICATION: &'static str = concat!("draft-irtf-cfrg-aegis-aead-18, ", $section);
            const KEY_LEN: usize = $key;
            const RATE: usize = 16 * $words * $degree;

            fn dispatch() -> &'static Dispatch<AegisOps> {
                static DISPATCH: Dispatch<AegisOps> = Dispatch::new($name, candidates! {
                    x86: [$(
                        words!($x86 $features; simd::$isa::here().into(), $state<Registers<$block, $count>>, $words),
                    )+],
                    aarch64: [
                        words!("armv8" "neon,aes"; simd::NeonAes::here(), $state<Registers<Block1, $degree>>, $words),
                    ],
                    any: [words!("portable"; simd::Portable, $state<InMemory<$degree>>, $words)],
                }, |backend| scheme::agrees::<$member<$degree>>(backend, $check));
                &DISPATCH
            }
        }
    )+ };
}
members! {
    Parallel128, State128L, 2, 16;
    1 "aegis-128l" "3" 0x904b_2275_5e03_0eb0_7587_d0db_9cce_a3f6 x86: [
        "avx512vl" "avx512f,avx512bw,avx512vl,aes,pclmulqdq,vaes,vpclmulqdq" Vaes512 Block1 1,
        "avx" "avx,aes,pclmulqdq,sse4.1,ssse3" AesNi Block1 1,
        "aes-ni" "aes,pclmulqdq,sse4.1,ssse3" AesNi Block1 1
    ];
    2 "aegis-128x2" "5.4" 0x8b05_6f92_7a94_2b22_526b_2649_ac6d_1d9e x86: [
        "avx512vl" "avx512f,avx512bw,avx512vl,aes,pclmulqdq,vaes,vpclmulqdq" Vaes512 Block2 1,
        "vaes" "avx2,aes,pclmulqdq,vaes,vpclmulqdq" Vaes256 Block2 1,
        "avx" "avx,aes,pclmulqdq,sse4.1,ssse3" AesNi Block1 2
    ];
    4 "aegis-128x4" "5.4" 0x4402_6ce2_ed02_aaa4_b1c3_3bce_38d6_6521 x86: [
        "vaes512" "avx512f,avx512bw,avx512vl,aes,pclmulqdq,vaes,vpclmulqdq" Vaes512 Block4 1,
        "vaes" "avx2,aes,pclmulqdq,vaes,vpclmulqdq" Vaes256 Block2 2,
        "avx" "avx,aes,pclmulqdq,sse4.1,ssse3" AesNi Block1 4
    ];
}
members! {
    Parallel256, State256, 1, 32;
    1 "aegis-256" "4" 0x15ae_64d2_38b2_7e3c_a311_8d46_17d6_f65e x86: [
        "avx512vl" "avx512f,avx512bw,avx512vl,aes,pclmulqdq,vaes,vpclmulqdq" Vaes512 Block1 1,
        "avx" "avx,aes,pclmulqdq,sse4.1,ssse3" AesNi Block1 1,
        "aes-ni" "aes,pclmulqdq,sse4.1,ssse3" AesNi Block1 1
    ];
    2 "aegis-256x2" "5.5" 0x4996_68a1_d55e_a168_05e2_38c7_4263_3ea0 x86: [
        "avx512vl" "avx512f,avx512bw,avx512vl,aes,pclmulqdq,vaes,vpclmulqdq" Vaes512 Block2 1,
        "vaes" "avx2,aes,pclmulqdq,vaes,vpclmulqdq" Vaes256 Block2 1,
        "avx" "avx,aes,pclmulqdq,sse4.1,ssse3" AesNi Block1 2
    ];
    4 "aegis-256x4" "5.5" 0xb844_87fc_e897_83bd_c27f_c5bc_3b26_bd31 x86: [
        "vaes512" "avx512f,avx512bw,avx512vl,aes,pclmulqdq,vaes,vpclmulqdq" Vaes512 Block4 1,
        "vaes" "avx2,aes,pclmulqdq,vaes,vpclmulqdq" Vaes256 Block2 2,
        "avx" "avx,aes,pclmulqdq,sse4.1,ssse3" AesNi Block1 4
    ];
}
