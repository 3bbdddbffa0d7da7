//! Exchanges data with systems that use the standards of Russia (GOST) and Ukraine (DSTU).
//!
//!     cargo run -p bramah --example gost_dstu
//!
//! Every value here is printed in the standard that is named with it, so that you can compare another implementation with
//! the same input. If the values differ, the reason is nearly always one of three things:
//!
//! - Order of bytes. Streebog's standard prints numbers, whose last byte comes first in memory: a digest from the page of
//!   GOST R 34.11-2012 is the reverse of a digest in a file. RFC 6986 and all programs print the order of memory.
//! - The name without its parameters. GOST R 34.11-94 and GOST 28147-89 need a set of S-boxes (`gost94` has those of the
//!   test parameters, `gost94-cryptopro` those of CryptoPro), and "Kalyna" needs two lengths: of the block and of the key.
//! - The length of the tag. MGM and CCM have tags of several lengths; both sides must choose the same.

use bramah::{Hmac, Kupyna256, Streebog256, aead};
use std::error::Error;

/// Returns the bytes of hexadecimal digits.
fn hex(digits: &str) -> Vec<u8> {
    let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).expect("two hexadecimal digits");
    (0..digits.len()).step_by(2).map(byte).collect()
}

/// Seals a message with a scheme by name, compares the result with the message that the other system sent, and opens it
/// again.
fn exchange(name: &str, [key, nonce, header, text, sent]: [&str; 5]) -> Result<(), Box<dyn Error>> {
    let [key, nonce, header, text, sent] = [key, nonce, header, text, sent].map(hex);
    let aead = aead::lookup(name)?.keyed(&key)?;
    let sealed = aead.encrypt(&nonce, &header, &text)?;
    println!("{name}: {}", bramah::Hex(&sealed));
    if sealed != sent {
        return Err(format!("{name}: the other system sent something else").into());
    }
    if aead.decrypt(&nonce, &header, &sent)? != text {
        return Err(format!("{name}: another text").into());
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    // GOST R 34.11-2012, appendix A.1 (M1), as RFC 6986 prints it: Streebog with 256 bits.
    let message = b"012345678901234567890123456789012345678901234567890123456789012";
    let digest = Streebog256::digest(message);
    println!("streebog-256: {}", bramah::Hex(&digest));
    assert_eq!(digest[..], hex("9d151eefd8590b89daa6ba6cb74af9275dd051026bb149a452fd84e5e57b5500"));

    // R 50.1.113-2016, section 4.1.1 (RFC 7836, appendix A): HMAC_GOSTR3411_2012_256.
    let key: Vec<u8> = (0..32).collect();
    let tag = Hmac::<Streebog256>::mac(&key, &hex("0126bdb87800af214341456563780100"));
    println!("hmac-streebog-256: {}", bramah::Hex(&tag));
    assert_eq!(tag[..], hex("a1aa5f7de402d7b3d323f2991c8d4534013137010a83754fd0af6d7cd4922ed9"));

    // RFC 9058, appendix A.1: Kuznyechik (GOST R 34.12-2015) in MGM, the ciphertext with its tag after it.
    exchange(
        "kuznyechik-mgm",
        [
            "8899aabbccddeeff0011223344556677fedcba98765432100123456789abcdef",
            "1122334455667700ffeeddccbbaa9988",
            "0202020202020202010101010101010104040404040404040303030303030303ea0505050505050505",
            "1122334455667700ffeeddccbbaa998800112233445566778899aabbcceeff0a\
             112233445566778899aabbcceeff0a002233445566778899aabbcceeff0a0011aabbcc",
            "a9757b8147956e9055b8a33de89f42fc8075d2212bf9fd5bd3f7069aadc16b39\
             497ab15915a6ba85936b5d0ea9f6851cc60c14d4d3f883d0ab94420695c76deb2c7552\
             cf5d656f40c34f5c46e8bb0e29fcdb4c",
        ],
    )?;

    // DSTU 7564:2014, annex: Kupyna with 256 bits.
    let message: Vec<u8> = (0..64).collect();
    let digest = Kupyna256::digest(&message);
    println!("kupyna-256: {}", bramah::Hex(&digest));
    assert_eq!(digest[..], hex("08f4ee6f1be6903b324c4e27990cb24ef69dd58dbe84813ee0a52f6631239875"));

    // DSTU 7624:2014, appendix V.9: Kalyna with a block and a key of 128 bits, in the CCM of that standard.
    exchange(
        "kalyna-128-128-kccm",
        [
            "000102030405060708090a0b0c0d0e0f",
            "101112131415161718191a1b1c1d1e1f",
            "202122232425262728292a2b2c2d2e2f",
            "303132333435363738393a3b3c3d3e3f",
            "b91a7b8790bbcfcfe65d04e5538e98e2704454c9dd39adace0b19d03f6aab07e",
        ],
    )?;
    println!("all values are those of the standards");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_values_of_the_standards_are_computed() {
        main().expect("those values");
    }
}
