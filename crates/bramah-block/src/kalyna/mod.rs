//! Kalyna: DSTU 7624:2014. Section numbers refer to Oliynykov and others, "A New Encryption Standard of Ukraine: The Kalyna Block
//! Cipher", IACR ePrint 2015/650. Blocks have 128, 256 or 512 bits. Keys are as long as a block or twice as long, and at most 512
//! bits.

mod keys;
mod maps;
mod pieces;
mod rounds;
crate::backend::only! {
    x86: {
        mod rows;
        mod serial;
        use super::{lean::{Groups, lean_candidate}, octets};
        use crate::simd::{self, features::Design, octets::*};
    }
}

use super::{
    Cipher, Lean,
    declare::{entries, types},
    octets::octets_candidate,
    self_test,
};
use crate::{
    backend::{Dispatch, candidates},
    names::ByteLengths,
};
pub use keys::Keys;

/// Kalyna with blocks of `PIECES` times 128 bits, where `PIECES` is 1, 2 or 4.
pub struct KalynaCipher<const PIECES: usize>;

/// Returns whether rows are at least as fast as byte-sliced blocks for any number of blocks, with AVX2. On a Xeon (family 6, model
/// 85), Kalyna-128-128 takes 2.13 us for 32 blocks in rows and 2.35 us byte-sliced; decryption takes 2.81 and 2.80 us.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline(always)]
fn rows_alone() -> bool {
    Design::is_intel()
}

/// Makes a candidate that processes a few blocks in rows. It processes many blocks byte-sliced in registers of type `$octets`,
/// if `$slices` is true for the direction `BACK`. Blocks are padded to the groups that are named last.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
macro_rules! rows_candidate {
    ($cipher:ty, $name:literal, $features:literal, $block:ty, $octets:ty, $token:ident, $slices:expr,
     groups: $groups:expr) => {
        lean_candidate!(
            $cipher, $name, $features, lanes: 16, groups: $groups,
            serial: |keys, run| rows::serial::<$block>(keys, run),
            |key, decrypts, keys| {
                <$cipher as octets::Rounds<$octets>>::expand(simd::$token::here(), key, decrypts, keys);
                rows::expand(keys)
            },
            |keys, run| {
                let mut run = run;
                if $slices {
                    octets::slices::<$cipher, $octets, BACK>(simd::$token::here(), keys, &mut run);
                }
                rows::run::<$block, BACK>(keys, run)
            }
        )
    };
}

/// Implements a cipher. The arguments are the number of pieces, the name, the block length in bytes, the key lengths, the
/// register of the kernel for single blocks if there is one, the expected result of the self-test, and the groups and registers
/// with AVX-512. Two arguments are for [`rows_candidate!`]: whether many blocks are processed byte-sliced, and the groups.
macro_rules! cipher {
    ($($pieces:literal $name:literal $block:literal $keys:expr, $(single $single:ident,)? $check:literal,
       wide [$($wide:literal from $full:literal),*],
       $gfni:ty, $avx2:ty, slices if $slices:expr, groups [$($group:literal from $from:literal and $fours:literal from $fills:literal)?],
       $neon:ty, $wasm:ty $(, $sse41:ty)?;)*) => { $(
        impl Cipher for KalynaCipher<$pieces> {
            const NAME: &'static str = $name;
            type Block = [u8; $block];
            type Schedule = Keys<[u8; $block]>;
            const KEYS: ByteLengths = $keys;
            type Table = Lean<Self>;

            fn dispatch() -> &'static Dispatch<Lean<Self>> {
                static DISPATCH: Dispatch<Lean<KalynaCipher<$pieces>>> = Dispatch::new(
                    $name,
                    candidates! {
                        x86: [
                            octets_candidate!(
                                KalynaCipher<$pieces>, "avx512", "avx512f,avx512bw,avx512vl,avx512vbmi,gfni",
                                Octets512, Avx512Vbmi $(, $single)?,
                                groups: [$($wide from $full),*]
                            ),
                            rows_candidate!(
                                KalynaCipher<$pieces>, "gfni", "avx2,gfni", [u8; $block], $gfni, Avx2Gfni,
                                $slices, groups: Groups::of(&[$(($group, $from), ($fours, $fills))?])
                            ).with_stack(&crate::wipe::BROAD),
                            rows_candidate!(
                                KalynaCipher<$pieces>, "avx2", "avx2", [u8; $block], $avx2, Avx2,
                                $slices && !rows_alone(),
                                groups: Groups::of(&[$(($group, $from), ($fours, $fills))?]).on_intel(&[$(($fours, $fills))?])
                            ).with_stack(&crate::wipe::MIDDLE),
                            $(octets_candidate!(KalynaCipher<$pieces>, "sse4.1", "sse4.1,ssse3", $sse41, Sse41),)?
                        ],
                        aarch64: [octets_candidate!(KalynaCipher<$pieces>, "neon", "neon", $neon, Neon)],
                        wasm: [octets_candidate!(KalynaCipher<$pieces>, "simd128", "simd128", $wasm, Simd128)],
                        any: [octets_candidate!(KalynaCipher<$pieces>, portable).with_stack(&crate::wipe::LONG)],
                    },
                    |backend| self_test::agrees::<KalynaCipher<$pieces>>(backend, $check),
                );
                &DISPATCH
            }
        }
    )* };
}
// blocks of 32 and 64 bytes have no candidate for x86 CPUs without AVX2, because its code would take 250 KB
cipher! {
    1 "kalyna-128" 16 ByteLengths { min: 16, max: 32, step: 16 }, single Single512, 0x967e_678e_ff2a_cf3d,
        wide [64 from 22, 16 from 9, 4 from 2],
        Octets256Gfni, Octets256, slices if true, groups [32 from 21 and 8 from 5], OctetsNeon, OctetsWasm, Octets128;
    2 "kalyna-256" 32 ByteLengths { min: 32, max: 64, step: 32 }, single Whole512, 0xf887_d43a_dde2_41d7,
        wide [32 from 11, 8 from 5, 2 from 2],
        Octets256Gfni, Octets256, slices if BACK, groups [16 from 13 and 4 from 3], Joined<OctetsNeon, 2>, Joined<OctetsWasm, 2>;
    4 "kalyna-512" 64 ByteLengths::fixed(64), 0xa6e7_804e_a6e3_934e,
        wide [16 from 6, 4 from 3],
        Joined<Octets256Gfni, 2>, Joined<Octets256, 2>, slices if false, groups [], Joined<OctetsNeon, 4>, Joined<OctetsWasm, 4>;
}

types! {
    /// Kalyna with 16-byte blocks and a key of 16 bytes.
    Kalyna128_128 Kalyna128_128Enc = KalynaCipher<1>, 16;
    /// Kalyna with 16-byte blocks and a key of 32 bytes.
    Kalyna128_256 Kalyna128_256Enc = KalynaCipher<1>, 32;
    /// Kalyna with 32-byte blocks and a key of 32 bytes.
    Kalyna256_256 Kalyna256_256Enc = KalynaCipher<2>, 32;
    /// Kalyna with 32-byte blocks and a key of 64 bytes.
    Kalyna256_512 Kalyna256_512Enc = KalynaCipher<2>, 64;
    /// Kalyna with 64-byte blocks and a key of 64 bytes.
    Kalyna512_512 Kalyna512_512Enc = KalynaCipher<4>, 64;
}

#[cfg(feature = "registry")]
#[doc(hidden)]
pub use crate::KALYNA as NAME;

entries! {
    NAME, "DSTU 7624:2014", Current, 16 {
        of KalynaCipher<1>, "kalyna-128-128", ["dstu7624-128-128"], 16;
        of KalynaCipher<1>, "kalyna-128-256", ["dstu7624-128-256"], 32;
    }
    NAME, "DSTU 7624:2014", Current, 32 {
        of KalynaCipher<2>, "kalyna-256-256", ["dstu7624-256-256"], 32;
        of KalynaCipher<2>, "kalyna-256-512", ["dstu7624-256-512"], 64;
    }
    NAME, "DSTU 7624:2014", Current, 64 {
        of KalynaCipher<4>, "kalyna-512-512", ["dstu7624-512-512"], 64;
    }
}
