//! Checksums: CRC-32, CRC-32C, CRC-64, CRC-24, Adler-32, the CRC of POSIX's `cksum`, and the sums of the `sum` commands
//! of BSD and System V.
//!
//! Checksums detect only accidental errors. Anyone can construct a message with a given checksum, so HMAC, key
//! derivation and other uses of hash functions reject them. The digest is the checksum as a big-endian number.

use crate::frame::SumCalls;
mod crc;
mod sums;

use super::{
    Info, Lengths, Standing,
    frame::{Running, Sum, SumOps},
    function,
};
use crate::{
    backend::{Backend, Dispatch, candidate, candidates},
    frame::pattern,
    simd::architectures::only,
};
use crc::{Model, Narrow, Tables, Wide};

only! {
    aes: { mod folding; use crate::simd::gf::Gf1; }
    x86: { use crate::simd::{Clmul, Clmul256, Clmul512, gf::{Gf2, Gf4}}; }
    aarch64: { use crate::simd::NeonAes; }
    wasm: { mod columns; mod sparse; use crate::simd::{Simd128, octets::OctetsWasm}; }
}

/// Returns whether a backend computes the check value of a checksum, which is the checksum of the digits 1 to 9. It
/// also compares a long message in one piece with the same message in pieces of a few bytes, because some backends
/// process long pieces differently.
fn agrees<S: Sum>(backend: Backend<SumOps>, check: u64) -> bool {
    let mut sum = S::START;
    backend.update(&mut sum, b"12");
    backend.update(&mut sum, b"3456789");
    let long = pattern::<1000>();
    let (mut whole, mut parts) = (sum, sum);
    backend.update(&mut whole, &long);
    for part in long.chunks(7) {
        backend.update(&mut parts, part);
    }
    S::finish(sum, 9) == check && whole == parts
}

const fn info(
    name: &'static str,
    aliases: &'static [&'static str],
    tag: &'static str,
    length: usize,
) -> Info {
    Info {
        aliases,
        standing: Standing::Checksum,
        plain: false,
        ..Info::new(name, tag, Lengths::fixed(length), 64)
    }
}

/// Declares a checksum: its types, its length in bytes, its initial state, the functions that update and finish it, its
/// check value, and its information. `[model tables multiple]` after the types marks a CRC, which is computed with tables, with
/// carry-less multiplication, and with a sparse multiple of the polynomial. `simd128` is followed by the kernel for WebAssembly of
/// another checksum.
macro_rules! checksum {
    (@candidates $update:expr) => { checksum!(@candidates $update;) };
    (@candidates $update:expr; $($simd:path)?) => {
        candidates! {
            wasm: [$(candidate!("simd128", "simd128", SumOps {
                update: fn update_entry(sum: &mut u64, data: &[u8]) { $simd(Simd128::here(), sum, data) }
            }))?],
            any: [candidate!("portable", SumOps {
                update: fn update_entry(sum: &mut u64, data: &[u8]) { $update(sum, data) }
            })],
        }
    };
    (@candidates $update:expr, $model:ident $tables:ident $multiple:path) => {
        candidates! {
            x86: [
                checksum!(@folded "vpclmulqdq512", "avx512f,avx512bw,avx512vl,pclmulqdq,vpclmulqdq", $model $tables, Clmul512, Gf4, 4),
                checksum!(@folded "vpclmulqdq", "avx2,pclmulqdq,vpclmulqdq", $model $tables, Clmul256, Gf2, 4),
                checksum!(@folded "pclmulqdq", "pclmulqdq,sse4.1,ssse3", $model $tables, Clmul, Gf1, 8),
            ],
            aarch64: [checksum!(@folded "pmull", "neon,aes", $model $tables, NeonAes, Gf1, 8)],
            wasm: [candidate!("simd128", "simd128", SumOps {
                update: fn update_entry(sum: &mut u64, data: &[u8]) {
                    sparse::update::<OctetsWasm, $multiple>(Simd128::here(), $model, &$tables, sum, data)
                }
            }).indexing()],
            any: [candidate!("portable", SumOps {
                update: fn update_entry(sum: &mut u64, data: &[u8]) { $update(sum, data) }
            }).indexing()],
        }
    };
    (@folded $name:literal, $features:literal, $model:ident $tables:ident, $token:ident, $numbers:ident, $count:literal) => {
        candidate!($name, $features, SumOps {
            update: fn update_entry(sum: &mut u64, data: &[u8]) {
                let powers = const { &$model.powers() };
                folding::update::<$numbers, $count>($token::here(), $model, &$tables, powers, sum, data)
            }
        }).indexing()
    };
    ($(#[$doc:meta])* $sum:ident $hash:ident $type:ident $([$model:ident $tables:ident $multiple:path])? $(simd128 $simd:path)?, $len:literal, $start:expr, $update:expr,
     |$end:ident, $length:ident| $finish:expr, check $check:literal, $info:expr) => {
        #[doc = concat!("The sum of [`", stringify!($type), "`].")]
        pub struct $sum;

        impl Sum for $sum {
            const START: u64 = $start;
            const LEN: usize = $len;

            fn dispatch() -> &'static Dispatch<SumOps> {
                static DISPATCH: Dispatch<SumOps> = Dispatch::new(
                    $info.name,
                    checksum!(@candidates $update $(, $model $tables $multiple)? $(; $simd)?),
                    |backend| agrees::<$sum>(backend, $check),
                );
                &DISPATCH
            }
            fn finish($end: u64, $length: u128) -> u64 {
                $finish
            }
        }

        function!($(#[$doc])* $hash, $type, Running<$sum>, $len, (), $info);
    };
}

/// Declares a CRC by its model. `init` is the number that the state begins with; `xorout` is XORed into the result.
macro_rules! crc {
    ($(#[$doc:meta])* $sum:ident $hash:ident $type:ident, $len:literal, $tables:ident: $form:ident $make:ident, $model:ident = $parameters:expr, multiple $multiple:path,
     init $init:expr, xorout $xorout:expr, check $check:literal, $info:expr) => {
        const $model: Model = $parameters;
        static $tables: $form = $model.$make();
        checksum!(
            $(#[$doc])* $sum $hash $type [$model $tables $multiple], $len, $model.start($init),
            |sum: &mut u64, data: &[u8]| $tables.update($model, sum, data),
            |sum, _length| $model.number(sum) ^ $xorout, check $check, $info
        );
    };
}

crc!(
    /// CRC-32 of Ethernet, zip, gzip (RFC 1952, section 8) and PNG.
    Crc32Sum Crc32Hash Crc32, 4, CRC32_TABLES: Narrow narrow, CRC32 = Model { width: 32, polynomial: 0x04c1_1db7, reflected: true }, multiple sparse::Crc32,
    init 0xffff_ffff, xorout 0xffff_ffff, check 0xcbf4_3926,
    Info {
        specification: "ISO/IEC 13239, RFC 1952",
        ..info("crc32", &["crc32b", "crc32-iso-hdlc", "crc32-ieee"], "CRC32", 4)
    }
);
crc!(
    /// CRC-32C of iSCSI, SCTP, ext4 and Btrfs: RFC 3720, section 12.1.
    Crc32cSum Crc32cHash Crc32c, 4, CRC32C_TABLES: Narrow narrow, CRC32C = Model { width: 32, polynomial: 0x1edc_6f41, reflected: true }, multiple sparse::Crc32c,
    init 0xffff_ffff, xorout 0xffff_ffff, check 0xe306_9283,
    Info { specification: "RFC 3720", ..info("crc32c", &["crc32-iscsi", "castagnoli"], "CRC32C", 4) }
);
crc!(
    /// CRC-64 of xz: the polynomial of ECMA-182, reflected.
    Crc64Sum Crc64Hash Crc64, 8, CRC64_TABLES: Wide wide,
    CRC64 = Model { width: 64, polynomial: 0x42f0_e1eb_a9ea_3693, reflected: true }, multiple sparse::Crc64,
    init u64::MAX, xorout u64::MAX, check 0x995d_c9bb_df19_39fa,
    Info { specification: "the .xz file format, 1.1", ..info("crc64", &["crc64-xz", "crc64-go-ecma"], "CRC64", 8) }
);
crc!(
    /// CRC-64 of NVM Express. Amazon S3 computes it for objects (`CRC64NVME`).
    Crc64NvmeSum Crc64NvmeHash Crc64Nvme, 8, CRC64_NVME_TABLES: Wide wide,
    CRC64_NVME = Model { width: 64, polynomial: 0xad93_d235_94c9_3659, reflected: true }, multiple sparse::Crc64Nvme,
    init u64::MAX, xorout u64::MAX, check 0xae8b_1486_0a79_9888,
    Info {
        specification: "NVM Express NVM Command Set 1.0",
        ..info("crc64-nvme", &["crc64-rocksoft"], "CRC64NVME", 8)
    }
);
crc!(
    /// CRC-24 of OpenPGP's armor: RFC 9580, section 6.1.
    Crc24Sum Crc24Hash Crc24, 3, CRC24_TABLES: Wide wide, CRC24 = Model { width: 24, polynomial: 0x86_4cfb, reflected: false }, multiple sparse::Crc24,
    init 0xb7_04ce, xorout 0, check 0x21_cf02,
    Info { specification: "RFC 9580", ..info("crc24", &["crc24-openpgp"], "CRC24", 3) }
);

/// The polynomial of POSIX's CRC, and its tables.
const POSIX: Model = Model { width: 32, polynomial: 0x04c1_1db7, reflected: false };
static POSIX_TABLES: Wide = POSIX.wide();

checksum!(
    /// The CRC of POSIX's `cksum`: the CRC of the message followed by the message's length in bytes, little-endian,
    /// without leading zeros.
    CrcPosixSum CrcPosixHash CrcPosix [POSIX POSIX_TABLES sparse::Crc32], 4, 0,
    |sum: &mut u64, data: &[u8]| POSIX_TABLES.update(POSIX, sum, data),
    |sum, length| {
        let (mut sum, bytes) = (sum, length.to_le_bytes());
        let used = (u128::BITS - length.leading_zeros()).div_ceil(8) as usize;
        POSIX_TABLES.update(POSIX, &mut sum, &bytes[..used]);
        POSIX.number(sum) ^ 0xffff_ffff
    },
    check 0x377a_6011,
    Info { specification: "POSIX.1-2024, cksum", ..info("crc-posix", &["crc", "cksum"], "CRC", 4) }
);
checksum!(
    /// Adler-32 of zlib: RFC 1950, section 8.2.
    Adler32Sum Adler32Hash Adler32 simd128 columns::update, 4, 1, sums::adler, |sum, _length| sum, check 0x091e_01de,
    Info { specification: "RFC 1950", ..info("adler32", &[], "ADLER32", 4) }
);
checksum!(
    /// The 16-bit sum of BSD's `sum`.
    SumBsdSum SumBsdHash SumBsd, 2, 0, sums::bsd, |sum, _length| sum, check 0xd16f,
    Info { specification: "4.2BSD, sum", ..info("sum-bsd", &["bsd", "bsd-sum"], "BSD", 2) }
);
checksum!(
    /// The 16-bit sum of System V's `sum`.
    SumSysvSum SumSysvHash SumSysv, 2, 0, sums::sysv, |sum, _length| sums::folded(sum), check 0x01dd,
    Info { specification: "System V, sum", ..info("sum-sysv", &["sysv", "sysv-sum"], "SYSV", 2) }
);

super::functions! { Crc32Hash, Crc32cHash, Crc64Hash, Crc64NvmeHash, Crc24Hash, CrcPosixHash, Adler32Hash, SumBsdHash, SumSysvHash }
