//! The compression functions of Kupyna, their output transformations, and the candidates.

use super::{KupynaLongHash, KupynaShortHash, tables};
use crate::{
    backend::{Candidate, Dispatch, candidates},
    frame::{Batch, Compress, CompressOps, batch_agrees, compress_candidate, digest_agrees},
};

crate::backend::only! { x86: { use super::{avx2, gfni}; } }

/// The compression function and output transformation of digests of up to 32 bytes: section 5.
pub struct CompressShort;

impl Compress for CompressShort {
    type State = [u64; 8];
    type Block = [u8; 64];

    fn dispatch() -> &'static Dispatch<CompressOps<Self>> {
        static DISPATCH: Dispatch<CompressOps<CompressShort>> = Dispatch::new(
            "kupyna256",
            candidates! {
                x86: [
                    compress_candidate!(
                        CompressShort, "avx512", "avx512f,avx512bw,avx512vbmi,gfni", gfni::short::compress;
                        gfni::short::transform
                    ),
                    compress_candidate!(
                        CompressShort, "avx2", "avx2", avx2::short::compress; avx2::short::transform
                    ),
                ],
                any: [
                    compress_candidate!(
                        CompressShort, "portable", tables::short::compress; tables::short::transform
                    ).indexing(),
                ],
            },
            |backend| {
                digest_agrees::<KupynaShortHash>(
                    backend,
                    "54d5d945cc837cbda4b093d76a4fc0202c78083e875997b6b9fc0ed2f8d81128",
                )
            },
        );
        &DISPATCH
    }

    fn batch() -> &'static Dispatch<Batch<[u64; 8], ()>> {
        static DISPATCH: Dispatch<Batch<[u64; 8], ()>> = Dispatch::new(
            "kupyna256.many",
            &[Candidate::portable(Batch::ONE_BY_ONE)],
            batch_agrees::<KupynaShortHash>,
        );
        &DISPATCH
    }
}

/// The compression function and output transformation of longer digests.
pub struct CompressLong;

impl Compress for CompressLong {
    type State = [u64; 16];
    type Block = [u8; 128];

    fn dispatch() -> &'static Dispatch<CompressOps<Self>> {
        static DISPATCH: Dispatch<CompressOps<CompressLong>> = Dispatch::new(
            "kupyna512",
            candidates! {
                x86: [
                    compress_candidate!(
                        CompressLong, "avx512", "avx512f,avx512bw,avx512vbmi,gfni", gfni::long::compress;
                        gfni::long::transform
                    ),
                    compress_candidate!(
                        CompressLong, "avx2", "avx2", avx2::long::compress; avx2::long::transform
                    ),
                ],
                any: [
                    compress_candidate!(
                        CompressLong, "portable", tables::long::compress; tables::long::transform
                    ).indexing(),
                ],
            },
            |backend| {
                digest_agrees::<KupynaLongHash>(
                    backend,
                    "afdef8aabdeb5671ca85f948d7c6f02e00847eace7aed7819a75b436d36afe75\
                     7b6f99a70a1a045ab3556ba6aee6ae8fbbebbf8ca22819c7bf2340f5bfee61c8",
                )
            },
        );
        &DISPATCH
    }

    fn batch() -> &'static Dispatch<Batch<[u64; 16], ()>> {
        static DISPATCH: Dispatch<Batch<[u64; 16], ()>> = Dispatch::new(
            "kupyna512.many",
            &[Candidate::portable(Batch::ONE_BY_ONE)],
            batch_agrees::<KupynaLongHash>,
        );
        &DISPATCH
    }
}
