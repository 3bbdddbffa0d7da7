//! Functions whose compression does not use the counter, so that only the padding contains the length. The padding is
//! computed here from the specifications, and hashed as part of the message; the chaining value is then the digest.

use super::{
    Case,
    state::{Saved, resumed},
};

/// The padding of a message.
struct Padding {
    mark: u8,
    /// The size in bytes of the field with the length in bits.
    field: usize,
    big_endian: bool,
    /// Whether the length has its own block if the last block contains bytes of the message, as in JH.
    apart: bool,
    /// How the digest is made of the chaining value.
    digest: Digest,
}

enum Digest {
    /// The first words, big-endian; each word has this number of bytes.
    Big(usize),
    /// The first bytes of the state.
    First,
    /// The last bytes of the state.
    Last,
}

fn padding(name: &str) -> Padding {
    let md = Padding { mark: 0x80, field: 8, big_endian: true, apart: false, digest: Digest::Big(4) };
    match name {
        // RFC 1320 and RFC 1321, 3.1 and 3.2; RIPEMD-160 (1996), section 3
        "md4" | "md5" | "ripemd-128" | "ripemd-160" | "ripemd-256" | "ripemd-320" | "has-160" => {
            Padding { big_endian: false, digest: Digest::First, ..md }
        }
        // FIPS 180-4, 5.1.1; GB/T 32905, 5.2
        "sha1" | "sha224" | "sha256" | "sm3" => md,
        // FIPS 180-4, 5.1.2
        "sha384" | "sha512" | "sha512-224" | "sha512-256" | "sha512-t" => {
            Padding { field: 16, digest: Digest::Big(8), ..md }
        }
        // Anderson and Biham (1996)
        "tiger" => Padding { mark: 1, big_endian: false, digest: Digest::First, ..md },
        "tiger2" => Padding { big_endian: false, digest: Digest::First, ..md },
        // ISO/IEC 10118-3, 7.4: a field of 256 bits
        "whirlpool" => Padding { field: 32, digest: Digest::First, ..md },
        // Wu: The Hash Function JH, 3.1
        "jh-224" | "jh-256" | "jh-384" | "jh-512" => {
            Padding { field: 16, apart: true, digest: Digest::Last, ..md }
        }
        // Merkle (1990): zeros, and the length in a block of its own
        "snefru-128" | "snefru-256" => Padding { mark: 0, apart: true, ..md },
        // Gligoroski and others (2008), 2.1
        "edon-r-256" | "edon-r-512" => Padding { big_endian: false, digest: Digest::Last, ..md },
        _ => panic!("{name} has no reference for its counter"),
    }
}

/// Returns the highest border to test, as an exponent of two: a field of 64 bits must have room for the number of bits.
pub(super) fn up_to(name: &str) -> u32 {
    if padding(name).field == 8 { 60 } else { 120 }
}

pub(super) fn digest(case: &Case) -> Vec<u8> {
    let (padding, block) = (padding(case.name()), case.block());
    let bits = case.total() * 8;
    let mut field = vec![0; padding.field];
    for (i, byte) in field.iter_mut().enumerate().take(16) {
        *byte = (bits >> (8 * i)) as u8;
    }
    if padding.big_endian {
        field.reverse();
    }
    let mut message = case.rest.to_vec();
    message.push(padding.mark);
    if padding.apart && !case.rest.len().is_multiple_of(block) {
        message.resize(message.len().next_multiple_of(block), 0);
    }
    while !(message.len() + field.len()).is_multiple_of(block) {
        message.push(0);
    }
    message.extend_from_slice(&field);

    let function = case.algorithm.with_backend("portable").unwrap().function();
    let mut hasher = resumed(&function, &[&(block as u128).to_le_bytes(), case.words].concat());
    hasher.update(&message);
    let mut state = Saved::of(&hasher).body.split_off(16);
    assert_eq!(state.len(), case.words.len(), "nothing is left in the buffer");
    match padding.digest {
        Digest::Big(word) => state.chunks_exact_mut(word).for_each(<[u8]>::reverse),
        Digest::First => {}
        Digest::Last => drop(state.drain(..state.len() - case.out_len())),
    }
    state.truncate(case.out_len());
    state
}
