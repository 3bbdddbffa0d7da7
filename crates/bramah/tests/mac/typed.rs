//! Tests that MACs give the same results as types and by name.

use crate::kit::{pattern, tag};
use bramah::{
    AegisMac128L, AegisMac256X4, Aes128, Aes192, Aes256, Blake2b512, Blake3, CbcMac, Cmac, DstuCmac, Error,
    Gmac, Hmac, Kalyna128_128, Md5, Omac2, Pmac, Poly1305, Sha1, Sha3_256, Sha256, Sha512, SipHash13,
    SipHash13x128, SipHash24, SipHash24x128, Skein512, Streebog512,
    mac::{self, Prf},
};

#[test]
fn hmac() {
    macro_rules! same {
        ($($hash:ty, $name:literal;)*) => { $(
            for (key, length) in [(0, 0), (1, 63), (32, 64), (64, 65), (65, 200), (128, 127), (129, 128), (200, 999)] {
                let (key, message) = (pattern(key), pattern(length));
                let expected = tag(&mut mac::lookup($name).unwrap().keyed(&key).unwrap(), &message);
                assert_eq!(Hmac::<$hash>::mac(&key, &message)[..], expected, $name);
                let mut hmac = Hmac::<$hash>::new(&key);
                assert_eq!(hmac.tag(&message)[..], expected, $name);
                assert_eq!(hmac.check(&message, &expected), Ok(()));
                hmac.update(b"forgotten");
                hmac.reset();
                for piece in message.chunks(50) {
                    hmac.update(piece);
                }
                let mut out = vec![0; expected.len()];
                Prf::mac(&hmac, &[&message], &mut out);
                assert_eq!(out, expected);
                assert_eq!(hmac.clone().verify(&expected), Ok(()));
                let half = expected.len().div_ceil(2).max(10);
                for length in 0..expected.len() {
                    let cut = &expected[..length];
                    assert!(matches!(hmac.clone().verify(cut), Err(Error::ByteLength { .. })));
                    assert!(matches!(hmac.check(&message, cut), Err(Error::ByteLength { .. })));
                    assert_eq!(hmac.clone().verify_truncated(cut, length).is_ok(), length >= half);
                    assert_eq!(hmac.check_truncated(&message, cut, length).is_ok(), length >= half);
                }
                out[0] ^= 1;
                assert_eq!(hmac.clone().verify(&out), Err(Error::Unauthentic));
                assert_eq!(hmac.finalize_reset()[..], expected);
                hmac.update(&message);
                assert_eq!(hmac.finalize()[..], expected);
                let hmac = Hmac::<$hash>::new(&key);
                let mut tags = [<[u8; _]>::try_from(&expected[..]).unwrap(); 20].map(|tag| tag.map(|_| 0));
                hmac.many(&[&message[..]; 20], &mut tags);
                assert!(tags.iter().all(|tag| tag[..] == expected));
                tags = tags.map(|tag| tag.map(|_| 0));
                Hmac::<$hash>::mac_many(&[&key[..]; 20], &[&message[..]; 20], &mut tags);
                assert!(tags.iter().all(|tag| tag[..] == expected));
            }
        )* };
    }
    same! {
        Md5, "hmac-md5";
        Sha1, "hmac-sha1";
        Sha256, "hmac-sha256";
        Sha512, "hmac-sha512";
        Sha3_256, "hmac-sha3-256";
        Blake2b512, "hmac-blake2b-512";
        Blake3, "hmac-blake3";
        Skein512<64>, "hmac-skein-512-512";
        Streebog512, "hmac-streebog-512";
    }
}

/// Tests every type as a writer: it can be cloned in the middle of a message, and the tag is the same as after
/// `update`.
#[test]
fn writers() {
    use std::io;
    let message = pattern(300);
    macro_rules! same {
        ($($new:expr => |$mac:ident| $tag:expr;)*) => { $( {
            let updated = || {
                let mut $mac = $new;
                $mac.update(&message);
                $tag
            };
            let mut $mac = $new;
            io::copy(&mut &message[..100], &mut $mac).unwrap();
            let mut $mac = $mac.clone();
            io::copy(&mut &message[100..], &mut $mac).unwrap();
            assert_eq!($tag, updated(), stringify!($new));
        } )* };
    }
    fn tag_of(finalize: impl FnOnce(&mut [u8]) -> Result<(), Error>) -> [u8; 16] {
        let mut tag = [0; 16];
        finalize(&mut tag).unwrap();
        tag
    }
    same! {
        Hmac::<Sha256>::new(b"key") => |mac| mac.finalize();
        Gmac::<Aes256>::new(&[1; 32], b"nonce").unwrap() => |mac| mac.finalize();
        Cmac::<Aes128>::new(&[1; 16]) => |mac| tag_of(|tag| mac.finalize(tag));
        Omac2::<Aes128>::new(&[1; 16]) => |mac| tag_of(|tag| mac.finalize(tag));
        Pmac::<Aes128>::new(&[1; 16]) => |mac| tag_of(|tag| mac.finalize(tag));
        Poly1305::new(&[1; 32]) => |mac| mac.finalize();
        SipHash24::new(&[1; 16]) => |mac| mac.finalize();
        AegisMac128L::new(&[1; 16], &[2; 16]).unwrap() => |mac| mac.finalize();
        mac::lookup("cmac-aes-128").unwrap().keyed(&[1; 16]).unwrap() => |mac| tag_of(|tag| mac.finalize(tag));
    }
}

#[test]
fn gmac() {
    macro_rules! same {
        ($($cipher:ty, $key:literal, $name:literal;)*) => { $(
            for nonce in [1, 12, 16, 60] {
                let (nonce, message) = (pattern(nonce), pattern(300));
                let mut by_name = mac::lookup($name).unwrap().begin(&[5; $key], &nonce).unwrap();
                let expected = tag(&mut by_name, &message);
                let begun = || {
                    let mut gmac = Gmac::<$cipher>::new(&[5; $key], b"another").unwrap();
                    gmac.renew(&nonce).unwrap();
                    gmac.update(&message[..77]);
                    gmac.update(&message[77..]);
                    gmac
                };
                assert_eq!(begun().verify(&expected), Ok(()));
                for length in 0..16 {
                    assert!(matches!(begun().verify(&expected[..length]), Err(Error::ByteLength { .. })));
                    let truncated = begun().verify_truncated(&expected[..length], length);
                    assert_eq!(truncated.is_ok(), length >= 12);
                }
                assert_eq!(begun().finalize()[..], expected);
            }
            assert!(Gmac::<$cipher>::new(&[5; $key], b"").is_err());
        )* };
    }
    same! {
        Aes128, 16, "gmac-aes-128";
        Aes192, 24, "gmac-aes-192";
        Aes256, 32, "gmac-aes-256";
    }
}

/// Flips every bit of a tag, whole and truncated, and passes it to every function of every type that verifies a tag.
#[test]
fn wrong_tags_are_refused() {
    let message = pattern(100);
    macro_rules! refused {
        ($($new:expr, $tag:expr => |$mac:ident, $wrong:ident| $($verified:expr),+;)*) => { $(
            let good: Vec<u8> = {
                let mut $mac = $new;
                $mac.update(&message);
                $tag($mac)
            };
            for bit in 0..8 * good.len() {
                let mut wrong = good.clone();
                wrong[bit / 8] ^= 1 << (bit % 8);
                $( {
                    let mut $mac = $new;
                    $mac.update(&message);
                    let $wrong = &wrong[..];
                    assert_eq!($verified, Err(Error::Unauthentic), "{} bit {bit}", stringify!($verified));
                    // the right tag must be accepted
                    let mut $mac = $new;
                    $mac.update(&message);
                    let $wrong = &good[..];
                    assert_eq!($verified, Ok(()), "{}", stringify!($verified));
                } )+
            }
        )* };
    }
    macro_rules! of {
        (16 | $mac:ident) => {{
            let mut tag = vec![0; 16];
            $mac.finalize(&mut tag).unwrap();
            tag
        }};
    }
    refused! {
        Hmac::<Sha256>::new(b"key"), |mac: Hmac<Sha256>| mac.finalize().to_vec() => |mac, tag| mac.verify(tag),
            mac.verify_truncated(tag, 32);
        Gmac::<Aes256>::new(&[1; 32], b"nonce").unwrap(), |mac: Gmac<Aes256>| mac.finalize().to_vec() => |mac, tag|
            mac.verify(tag), mac.verify_truncated(tag, 16);
        Cmac::<Aes128>::new(&[1; 16]), |mut mac: Cmac<Aes128>| of!(16 | mac) => |mac, tag| mac.verify(tag),
            mac.verify_truncated(tag, 16);
        Omac2::<Aes128>::new(&[1; 16]), |mut mac: Omac2<Aes128>| of!(16 | mac) => |mac, tag| mac.verify(tag),
            mac.verify_truncated(tag, 16);
        CbcMac::<Aes128>::new(&[1; 16]), |mut mac: CbcMac<Aes128>| of!(16 | mac) => |mac, tag| mac.verify(tag),
            mac.verify_truncated(tag, 16);
        DstuCmac::<Kalyna128_128>::new(&[1; 16]), |mut mac: DstuCmac<Kalyna128_128>| of!(16 | mac) => |mac, tag|
            mac.verify(tag), mac.verify_truncated(tag, 16);
        Pmac::<Aes128>::new(&[1; 16]), |mut mac: Pmac<Aes128>| of!(16 | mac) => |mac, tag| mac.verify(tag),
            mac.verify_truncated(tag, 16);
        Poly1305::new(&[1; 32]), |mac: Poly1305| mac.finalize().to_vec() => |mac, tag| mac.verify(tag);
        SipHash24::new(&[1; 16]), |mac: SipHash24| mac.finalize().to_vec() => |mac, tag| mac.verify(tag);
        SipHash24x128::new(&[1; 16]), |mac: SipHash24x128| mac.finalize().to_vec() => |mac, tag| mac.verify(tag),
            mac.verify_truncated(tag, 16);
        AegisMac128L::new(&[1; 16], &[2; 16]).unwrap(), |mac: AegisMac128L| mac.finalize().to_vec() => |mac, tag|
            mac.verify(tag);
        AegisMac256X4::new(&[1; 32], &[2; 32]).unwrap(), |mac: AegisMac256X4| mac.finalize().to_vec() => |mac, tag|
            mac.verify(tag);
        Blake2b512::keyed(b"key").unwrap(), |mac: Blake2b512| mac.finalize().to_vec() => |mac, tag| mac.verify(tag);
    }
    let hmac = Hmac::<Sha512>::new(b"key");
    for length in [32, 64] {
        let good = hmac.tag(&message)[..length].to_vec();
        for bit in 0..8 * length {
            let mut wrong = good.clone();
            wrong[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(hmac.check_truncated(&message, &wrong, length), Err(Error::Unauthentic), "bit {bit}");
            if length == 64 {
                assert_eq!(hmac.check(&message, &wrong), Err(Error::Unauthentic), "bit {bit}");
            }
        }
    }
}

#[test]
fn siphash() {
    macro_rules! same {
        ($($type:ty, $name:literal;)*) => { $(
            for length in 0..40 {
                let message = pattern(length);
                let expected = tag(&mut mac::lookup($name).unwrap().keyed(&[9; 16]).unwrap(), &message);
                assert_eq!(<$type>::mac(&[9; 16], &message)[..], expected);
                let mut siphash = <$type>::new(&[9; 16]);
                siphash.update(&message);
                assert_eq!(siphash.clone().verify(&expected), Ok(()));
                for length in 0..expected.len() {
                    let cut = &expected[..length];
                    assert!(matches!(siphash.clone().verify(cut), Err(Error::ByteLength { .. })));
                    let truncated = siphash.clone().verify_truncated(cut, length);
                    assert_eq!(truncated.is_ok(), expected.len() == 16 && length >= 10);
                }
                assert_eq!(siphash.finalize()[..], expected);
            }
        )* };
    }
    same! {
        SipHash24, "siphash-2-4";
        SipHash13, "siphash-1-3";
        SipHash24x128, "siphash-2-4-128";
        SipHash13x128, "siphash-1-3-128";
    }
}
