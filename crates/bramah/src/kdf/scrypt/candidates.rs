//! The candidates of scrypt's ROMix (RFC 7914, section 5), and their functions.

use super::mix::{self, Lane, Scalar};
use crate::{
    backend::{Backend, Dispatch, Entry, candidate, candidates, table_calls},
    simd::{Portable, memory::Line16},
};
use alloc::vec::Vec;

crate::backend::only! {
    rows: { use super::mix::Rows; use crate::simd::rows::Row32; }
    x86: { use crate::simd::{Avx2, Avx512, Sse41, features::Design, rows::{Row32V, Rows32, Rows32V}}; }
    wasm: { use crate::simd::Simd128; }
}

/// The functions that a candidate of ROMix provides.
pub(super) struct ScryptOps {
    /// Runs ROMix in every lane. The arguments after the lanes are `n` and `r`: each lane has `n` blocks of `2 * r` lines
    /// (64-byte blocks).
    run: Entry<unsafe fn(&mut [Lane<'_>], usize, usize)>,
    /// The maximum number of lanes that run side by side.
    pub(super) lanes: usize,
    /// The function for a single lane, if another function is faster for a single lane than `run`.
    one: Option<Run>,
}

/// A function that every CPU can run, with the arguments of `run`.
type Run = fn(&mut [Lane<'_>], usize, usize);

table_calls! {
    /// The calls of a scrypt backend.
    trait ScryptCalls: Backend<ScryptOps> {
        fn side_by_side(lanes: &mut [Lane<'_>], n: usize, r: usize) = run;
    }
}

/// Runs ROMix in every lane. The memory of each lane has `n` blocks of `2 * r` lines (64-byte blocks).
pub(super) fn run(backend: Backend<ScryptOps>, lanes: &mut [Lane<'_>], n: usize, r: usize) {
    match backend.ops().one {
        Some(one) if lanes.len() == 1 => one(lanes, n, r),
        _ => backend.side_by_side(lanes, n, r),
    }
}

/// Declares the function of a candidate. The function runs one kernel while enough lanes remain to fill the registers of this
/// kernel, and then kernels for fewer lanes.
macro_rules! entry {
    ($name:ident $(, $features:literal)?: $($lanes:literal $isa:expr, $core:ty, $n:literal;)+) => {
        #[inline]
        $(#[target_feature(enable = $features)])?
        fn $name(mut lanes: &mut [Lane<'_>], n: usize, r: usize) {
            $(
                while lanes.len() >= $lanes {
                    let (now, later) = core::mem::take(&mut lanes).split_at_mut($lanes);
                    let done = mix::ro_mix::<$core, $n>($isa, now, n, r);
                    // kernels return `None` for lanes whose memory is too short, but `Lane::new` has refused these
                    debug_assert!(done.is_some());
                    lanes = later;
                }
            )+
            let _ = lanes;
        }
    };
}
entry!(portable: 1 Portable, Scalar, 1;);
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
entry!(sse, "sse4.1,ssse3":
    2 Sse41::here(), Rows<Row32>, 2;
    1 Sse41::here(), Rows<Row32>, 1;);
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
entry!(avx2, "avx2":
    4 Avx2::here(), Rows<Rows32>, 2;
    2 Avx2::here(), Rows<Rows32>, 1;
    1 Sse41::here(), Rows<Row32>, 1;);
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
entry!(avx512, "avx512f,avx512bw,avx512vl":
    4 Avx512::here(), Rows<Rows32V>, 2;
    2 Avx512::here(), Rows<Rows32V>, 1;
    1 Avx512::here(), Rows<Row32V>, 1;);
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
entry!(simd128, "simd128":
    2 Simd128::here(), Rows<Row32>, 2;
    1 Simd128::here(), Rows<Row32>, 1;);

/// Declares a candidate: its name, its CPU features, the maximum number of lanes that it runs side by side, and a function for a
/// single lane if `run` is not the fastest one.
macro_rules! romix_candidate {
    ($name:literal, $($features:literal,)? $kernel:path, lanes: $lanes:literal, one: $one:expr) => {
        candidate!($name, $($features,)? ScryptOps {
            run: $kernel = fn(lanes: &mut [Lane<'_>], n: usize, r: usize); lanes: $lanes; one: $one
        })
        .indexing()
    };
}

/// The list of candidates, with the backend in use.
pub(super) static ROMIX: Dispatch<ScryptOps> = Dispatch::new(
    "scrypt",
    candidates! {
        x86: [
            romix_candidate!("avx512", "avx512f,avx512bw,avx512vl", avx512, lanes: 4, one: None),
            romix_candidate!(
                "avx512-zen5", "avx512f,avx512bw,avx512vl", avx512, lanes: 4, one: Some(portable)
            ).first_on(Design::Zen5),
            romix_candidate!("avx2", "avx2", avx2, lanes: 4, one: None),
            romix_candidate!("sse4.1", "sse4.1,ssse3", sse, lanes: 2, one: None),
        ],
        wasm: [romix_candidate!("simd128", "simd128", simd128, lanes: 2, one: None)],
        any: [romix_candidate!("portable", portable, lanes: 1, one: None)],
    },
    agrees,
);

/// Returns ROMix's list of candidates, with the backend in use.
#[cfg(feature = "registry")]
pub(in crate::kdf) fn choice() -> &'static dyn crate::backend::Choice {
    &ROMIX
}

/// Runs the self-test with 1 to 7 lanes, because kernels process different numbers of lanes differently. Returns whether the
/// checksum of each lane is the expected one.
fn agrees(backend: Backend<ScryptOps>) -> bool {
    const N: usize = 16;
    const R: usize = 2;
    const SUMS: [u32; 3] = [0x7834a3aa, 0xdc6b8b43, 0xb801d975];
    let mut rooms = [[Line16::ZERO; 2 * R * (N + 1)]; 7];
    (1..=7).all(|count| {
        let mut all = [[Line16::ZERO; 2 * R]; 7];
        for (i, b) in all.iter_mut().enumerate() {
            for (j, line) in b.iter_mut().enumerate() {
                for k in 0..16 {
                    line.0[mix::place(k)] = (16 * j as u32 + k as u32 + 1).wrapping_mul(0x9e3779b9);
                }
            }
            b[0].0[0] ^= i as u32 % 3;
        }
        let mut lanes = [const { None }; 7];
        for ((lane, b), v) in lanes.iter_mut().zip(&mut all).zip(&mut rooms).take(count) {
            *lane = Lane::new(b, v);
        }
        let mut lanes: Vec<Lane<'_>> = lanes.into_iter().flatten().collect();
        run(backend, &mut lanes, N, R);
        drop(lanes);
        all.iter().take(count).enumerate().all(|(i, b)| {
            let words = b.iter().flat_map(|line| (0..16).map(|k| line.0[mix::place(k)]));
            let sum = words.fold(0u32, |sum, word| (sum.rotate_left(5) ^ word).wrapping_mul(0x01000193));
            sum == SUMS[i % 3]
        })
    })
}
