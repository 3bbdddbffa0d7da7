//! Tests counters and encoded lengths near the numbers that need another byte. The pieces of output next to such a
//! number are computed here.

use crate::{argon2::every_length_of, kit::on_every_backend};
use bramah::{
    Hmac, Sha256,
    kdf::{
        self, Concatenation, Counter, PasswordKdf, Place, Sp800108,
        pbkdf2::{Pbkdf2, pbkdf2},
        sp800_108::fixed_input,
    },
};

/// The numbers of pieces of 32 bytes next to the borders of the first two bytes of a counter.
const NUMBERS: [usize; 7] = [1, 254, 255, 256, 0xfffe, 0xffff, 0x1_0000];

/// Returns room for the pieces up to the last of [`NUMBERS`] and the one after it.
fn room() -> Vec<u8> {
    vec![0; 32 * 0x1_0002]
}

/// A counter with a chosen first value reaches the borders of all four of its bytes.
#[test]
fn concatenation() {
    let hash = kdf::of::<Sha256>();
    for counter_first in [false, true] {
        for first in [0, 254, 0xfffe, 0xff_fffe, 0x7fff_fffe, u32::MAX - 5] {
            let mut out = [0; 5 * 32];
            Concatenation { first, counter_first }.derive(&hash, b"secret", b"info", &mut out).unwrap();
            for (i, piece) in (0..).zip(out.chunks(32)) {
                let counter = (first + i).to_be_bytes();
                let input = if counter_first { [&counter[..], b"secret"] } else { [b"secret", &counter[..]] };
                assert_eq!(piece, Sha256::digest([&input.concat()[..], b"info"].concat()), "{first} + {i}");
            }
        }
    }
    let mut out = room();
    kdf::kdf2(&hash, b"secret", b"info", &mut out).unwrap();
    for number in NUMBERS {
        let input = [&b"secret"[..], &(number as u32 + 1).to_be_bytes(), b"info"].concat();
        assert_eq!(out[32 * number..][..32], Sha256::digest(input), "piece {number}");
    }
}

#[test]
fn sp800_108() {
    let prf = Hmac::<Sha256>::new(b"a key");
    for bytes in 1..=4 {
        for place in [Place::Before, Place::After, Place::Within(2)] {
            let mut out = room();
            if bytes == 1 || place != Place::Before {
                out.truncate(255 * 32);
            }
            if bytes == 2 {
                out.truncate(0xffff * 32);
            }
            Sp800108::Counter(Counter { bytes, place }).derive(&prf, b"fixed", &mut out).unwrap();
            for number in NUMBERS.into_iter().filter(|number| 32 * number < out.len()) {
                let counter = &(number as u32 + 1).to_be_bytes()[4 - bytes..];
                let input = match place {
                    Place::Before => [counter, b"fixed"].concat(),
                    Place::After => [b"fixed", counter].concat(),
                    Place::Within(_) => [b"fi", counter, b"xed"].concat(),
                };
                assert_eq!(out[32 * number..][..32], prf.tag(&input), "{bytes} bytes, piece {number}");
            }
        }
    }
    // checks the encoded length of the output in bits
    for length in [31usize, 32, 8191, 8192, (1 << 21) - 1, 1 << 21, (1 << 29) - 1] {
        let bits = (8 * length as u32).to_be_bytes();
        let expected = [&b"label\0context"[..], &bits].concat();
        assert_eq!(fixed_input(b"label", b"context", length).unwrap(), expected);
    }
}

#[test]
fn blocks_of_pbkdf2() {
    let block = |number: usize| {
        let salted = [&b"salt"[..], &(number as u32 + 1).to_be_bytes()].concat();
        Hmac::<Sha256>::mac(b"password", &salted)
    };
    let check = |on: &str, out: &[u8]| {
        for number in NUMBERS.into_iter().filter(|number| 32 * (number + 1) <= out.len()) {
            assert_eq!(out[32 * number..][..32], block(number), "block {number} on {on}");
        }
    };
    let kdf = Pbkdf2::new::<Sha256>(1).unwrap();
    on_every_backend("pbkdf2-sha256", |on| {
        let mut out = vec![0; 32 * 300];
        kdf.derive(b"password", b"salt", &mut out).unwrap();
        check(on, &out);
    });
    let mut out = room();
    kdf.derive(b"password", b"salt", &mut out).unwrap();
    check("the backend in use", &out);
    out.fill(0);
    pbkdf2(&Hmac::<Sha256>::new(b"password"), b"salt", 1, &mut out).unwrap();
    check("any keyed function", &out);
}

/// Argon2 encodes the lengths of the salt and the output in four bytes, and the length of the output again when it
/// computes the output.
#[test]
fn lengths_of_argon2() {
    for (salt, out) in
        [(255, 255), (256, 256), (257, 257), (0xffff, 0xffff), (0x1_0000, 0x1_0000), (0x1_0001, 32)]
    {
        every_length_of(salt, out);
    }
}
