//! Compares checksums with computations from their definitions, bit by bit, and with other crates.

use crate::{
    common::{bare, pattern},
    counters::Saved,
    kit::Random,
};
use bramah::hash;

/// Returns a function that computes a checksum by its definition.
pub(crate) fn model(name: &str) -> Option<fn(&[u8]) -> Vec<u8>> {
    Some(match name {
        "crc32" => |m| reflected(0xedb8_8320, 0xffff_ffff, m)[4..].to_vec(),
        "crc32c" => |m| reflected(0x82f6_3b78, 0xffff_ffff, m)[4..].to_vec(),
        "crc64" => |m| reflected(0xc96c_5795_d787_0f42, u64::MAX, m).to_vec(),
        "crc64-nvme" => |m| reflected(0x9a6c_9329_ac4b_c9b5, u64::MAX, m).to_vec(),
        "crc24" => |m| forward(24, 0x86_4cfb, 0xb7_04ce, m)[5..].to_vec(),
        "crc-posix" => |m| posix(m, m.len() as u128),
        "adler32" => |m| {
            let (a, b) = m.iter().fold((1u64, 0), |(a, b), byte| {
                let a = (a + u64::from(*byte)) % 65521;
                (a, (b + a) % 65521)
            });
            ((b << 16 | a) as u32).to_be_bytes().to_vec()
        },
        "sum-bsd" => |m| {
            let add = |sum: u32, byte: &u8| ((sum >> 1) + ((sum & 1) << 15) + u32::from(*byte)) & 0xffff;
            (m.iter().fold(0, add) as u16).to_be_bytes().to_vec()
        },
        "sum-sysv" => |m| {
            let sum: u64 = m.iter().map(|byte| u64::from(*byte)).sum();
            // adding the halves until 16 bits are left gives the remainder modulo 2^16 - 1, except for multiples of it
            let folded = if sum == 0 { 0 } else { (sum - 1) % 0xffff + 1 };
            (folded as u16).to_be_bytes().to_vec()
        },
        _ => return None,
    })
}

/// Returns a function of another crate that computes a checksum.
pub(crate) fn of_crates(name: &str) -> Option<fn(&[u8]) -> Vec<u8>> {
    use crc::{CRC_24_OPENPGP, CRC_32_CKSUM, CRC_32_ISCSI, CRC_32_ISO_HDLC, CRC_64_NVME, CRC_64_XZ, Crc};
    Some(match name {
        "crc32" => |m| Crc::<u32>::new(&CRC_32_ISO_HDLC).checksum(m).to_be_bytes().to_vec(),
        "crc32c" => |m| Crc::<u32>::new(&CRC_32_ISCSI).checksum(m).to_be_bytes().to_vec(),
        "crc64" => |m| Crc::<u64>::new(&CRC_64_XZ).checksum(m).to_be_bytes().to_vec(),
        "crc64-nvme" => |m| Crc::<u64>::new(&CRC_64_NVME).checksum(m).to_be_bytes().to_vec(),
        "crc24" => |m| Crc::<u32>::new(&CRC_24_OPENPGP).checksum(m).to_be_bytes()[1..].to_vec(),
        "crc-posix" => |m| {
            // with this crate, the caller appends the length
            let length = (m.len() as u64).to_le_bytes();
            let used = length.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
            let crc = Crc::<u32>::new(&CRC_32_CKSUM);
            let mut digest = crc.digest();
            digest.update(m);
            digest.update(&length[..used]);
            digest.finalize().to_be_bytes().to_vec()
        },
        "adler32" => |m| adler2::adler32_slice(m).to_be_bytes().to_vec(),
        _ => return None,
    })
}

/// A CRC that processes the bits of a byte from the lowest on. It begins with `ones`, and XORs `ones` onto the result.
fn reflected(polynomial: u64, ones: u64, message: &[u8]) -> [u8; 8] {
    let mut state = ones;
    for byte in message {
        state ^= u64::from(*byte);
        for _ in 0..8 {
            state = state >> 1 ^ if state & 1 == 1 { polynomial } else { 0 };
        }
    }
    (state ^ ones).to_be_bytes()
}

/// A CRC that processes the bits of a byte from the highest on.
fn forward(width: u32, polynomial: u64, init: u64, message: &[u8]) -> [u8; 8] {
    let mut state = init;
    for byte in message {
        state ^= u64::from(*byte) << (width - 8);
        for _ in 0..8 {
            state <<= 1;
            if state >> width == 1 {
                state ^= 1 << width | polynomial;
            }
        }
    }
    state.to_be_bytes()
}

/// The POSIX CRC of a message; `length` may be greater than the length of the message.
fn posix(message: &[u8], mut length: u128) -> Vec<u8> {
    let mut all = message.to_vec();
    while length > 0 {
        all.push(length as u8);
        length >>= 8;
    }
    forward(32, 0x04c1_1db7, 0, &all)[4..].iter().map(|byte| !byte).collect()
}

/// Only the POSIX CRC depends on the number of bytes, up to the greatest number that can be counted.
#[test]
fn lengths() {
    let message = pattern(1000);
    let mut seen = 0;
    for entry in hash::entries() {
        let Some(model) = model(entry.info.name) else { continue };
        let function = bare(entry.algorithm());
        let mut hasher = function.hasher();
        hasher.update(&message);
        for length in [0, 1 << 8, (1 << 32) - 1, 1 << 32, 1 << 64, u128::MAX] {
            let saved = Saved::of(&hasher).counting(&function, length);
            let digest = function.restore(&saved).unwrap().finalize();
            let counts = entry.info.name == "crc-posix";
            let expected = if counts { posix(&message, length) } else { model(&message) };
            assert_eq!(digest, expected, "{} of {length} bytes", entry.info.name);
        }
        seen += 1;
    }
    assert_eq!(seen, 9);
}

/// Compares every CRC on every backend with its definition, for messages of every length at every offset in 64 bytes.
/// Also continues after an earlier part of a message, and compares the saved states with those of the portable backend.
#[test]
fn every_backend_of_crcs() {
    const LONGEST: usize = 600;
    let message = Random(24).bytes(64 + LONGEST + 1000);
    let mut seen = 0;
    for entry in hash::entries().filter(|entry| entry.info.name.starts_with("crc")) {
        let (name, algorithm) = (entry.info.name, entry.algorithm());
        let model = model(name).unwrap();
        let portable = bare(algorithm.with_backend("portable").unwrap());
        for backend in algorithm.backends_available() {
            let function = bare(algorithm.with_backend(backend).unwrap());
            for length in (0..=LONGEST).chain([1000, 1023, 1024, 1025, 1600]) {
                let digest = |function: &hash::Function, message: &[u8]| {
                    let mut out = vec![0; function.algorithm().output_len()];
                    function.digest(message, &mut out);
                    out
                };
                assert_eq!(
                    digest(&function, &message[..length]),
                    model(&message[..length]),
                    "{name} on {backend}, {length} bytes"
                );
                for start in 1..64 {
                    let part = &message[start..start + length];
                    let expected = digest(&portable, part);
                    assert_eq!(
                        digest(&function, part),
                        expected,
                        "{name} on {backend}, {length} bytes from {start}"
                    );
                }
                // the earlier part has different lengths, too
                let before = (length * 7) % 300;
                let [mut hasher, mut other] = [&function, &portable].map(|function| function.hasher());
                for piece in [&message[..before], &message[before..before + length.min(1300)]] {
                    hasher.update(piece);
                    other.update(piece);
                    assert_eq!(
                        hasher.save(),
                        other.save(),
                        "{name} on {backend}, {length} bytes after {before}"
                    );
                }
                assert_eq!(
                    hasher.finalize(),
                    other.finalize(),
                    "{name} on {backend}, {length} bytes after {before}"
                );
            }
        }
        seen += 1;
    }
    assert_eq!(seen, 6);
}
