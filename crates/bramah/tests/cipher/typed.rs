//! Types and names give the same results.

use crate::kit::pattern;
use bramah::{
    Aes128, Aes192, Aes256, Cbc, CbcMac, Cfb, Cfb1, Cfb8, Cmac, Ctr, DstuCmac, Eax, Ecb, Error, Gcm,
    Increment, Kalyna256_512, Ofb, Omac2, Pmac, Xts,
    mode::{Direction, Ending, Padding, Stealing},
};
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

#[test]
fn modes() {
    let (key, iv, text) = (pattern(32), pattern(16), pattern(80));
    let key: &[u8; 32] = key.as_slice().try_into().unwrap();
    let named = |name: &str, direction| {
        let mut bytes = text.clone();
        let algorithm = bramah::cipher(&format!("aes-256-{name}")).unwrap();
        let iv = &iv[..algorithm.iv_len().1];
        algorithm.begin(key, iv, direction).unwrap().apply(&mut bytes[..]).unwrap();
        bytes
    };
    for direction in [Direction::Encrypt, Direction::Decrypt] {
        macro_rules! same {
            ($name:literal, $crypter:expr) => {{
                let mut bytes = text.clone();
                $crypter.unwrap().apply(&mut bytes[..]).unwrap();
                assert_eq!(bytes, named($name, direction), $name);
            }};
        }
        same!("ecb", Ecb::<Aes256>::new(key, Ending::Whole, direction));
        same!("cbc", Cbc::<Aes256>::new(key, &iv, Ending::Whole, direction));
        same!("cfb", Cfb::<Aes256>::new(key, &iv, direction));
        same!("cfb8", Cfb8::<Aes256>::new(key, &iv, direction));
        same!("cfb1", Cfb1::<Aes256>::new(key, &iv, direction));
        same!("ofb", Ofb::<Aes256>::new(key, &iv));
        same!("ctr", Ctr::<Aes256>::new(key, &iv));
    }
}

#[test]
fn a_function_of_the_callers_counts() {
    let text = pattern(1000);
    for (by, function) in [
        (Increment::Be, (|block| add_be(block)) as fn(&mut [u8])),
        (Increment::BeHalf, |block| add_be(&mut block[8..])),
        (Increment::Le, |block| {
            block.reverse();
            add_be(block);
            block.reverse();
        }),
    ] {
        let iv = [0xff; 16];
        let mut built_in = Ctr::<Aes192>::with_increment(&[3; 24], &iv, by).unwrap();
        let mut own = Ctr::<Aes192>::with_function(&[3; 24], &iv, function).unwrap();
        let (mut a, mut b) = (text.clone(), text.clone());
        built_in.apply(&mut a[..]).unwrap();
        for piece in b.chunks_mut(77) {
            own.apply(piece).unwrap();
        }
        assert_eq!(a, b, "{by:?}");
        assert_eq!(own.seek(0), Err(Error::NoSeek));
    }
}

/// A counter function that is a closure with its own state: a list of counters that is longer than the number requested
/// in one call.
#[test]
fn a_closure_of_the_callers_counts() {
    let counters: Vec<[u8; 16]> =
        (0..70).map(|i: u8| std::array::from_fn(|j| i ^ (j as u8).wrapping_mul(37))).collect();
    let cipher = Aes256::new(&[3; 32]);
    let text = pattern(16 * counters.len() - 5);
    let mut expected = text.clone();
    for (block, counter) in expected.chunks_mut(16).zip(&counters) {
        let mut key = *counter;
        cipher.encrypt_block(&mut key);
        block.iter_mut().zip(key).for_each(|(byte, key)| *byte ^= key);
    }
    for piece in [1, 16, 77, 1000, text.len()] {
        let (list, calls) = (counters.clone(), Arc::new(AtomicUsize::new(0)));
        let (mut at, counted) = (0, calls.clone());
        let mut ctr = Ctr::<Aes256>::with_function(&[3; 32], &counters[0], move |block: &mut [u8]| {
            assert_eq!(block, list[at]);
            at += 1;
            block.copy_from_slice(&list[at % list.len()]);
            counted.fetch_add(1, Ordering::Relaxed);
        })
        .unwrap();
        let mut bytes = text.clone();
        bytes.chunks_mut(piece).for_each(|piece| ctr.apply(piece).unwrap());
        assert_eq!(bytes, expected, "pieces of {piece}");
        assert_eq!(calls.load(Ordering::Relaxed), counters.len());
        assert_eq!(ctr.seek(0), Err(Error::NoSeek));
    }
}

fn add_be(number: &mut [u8]) {
    for byte in number.iter_mut().rev() {
        *byte = byte.wrapping_add(1);
        if *byte != 0 {
            break;
        }
    }
}

#[test]
fn xts_by_the_number_of_the_unit() {
    let keys = [&[1; 16], &[2; 16]];
    let mut xts = Xts::<Aes128>::new(keys, &[0; 16], Direction::Encrypt).unwrap();
    for number in [0u64, 0xff, 0x100, 0xffff_ffff, 0x1_0000_0000, 0x0102_0304_0506_0708, u64::MAX] {
        let (mut a, mut b) = (pattern(77), pattern(77));
        xts.unit(number).unwrap();
        xts.apply(&mut a[..]).unwrap();
        let mut tweak = [0; 16];
        tweak[..8].copy_from_slice(&number.to_le_bytes());
        xts.reset(&tweak).unwrap();
        xts.apply(&mut b[..]).unwrap();
        assert_eq!(a, b, "unit {number}");
    }
    assert_eq!(Xts::<Aes128>::new([&[1; 16]; 2], &[0; 16], Direction::Encrypt).err(), Some(Error::EqualKeys));
}

#[test]
fn macs_and_aeads() {
    let message = pattern(100);
    macro_rules! same {
        ($($name:literal $mac:ident)*) => { $(
            let mut typed = $mac::<Aes128>::new(&[5; 16]);
            let mut named = bramah::mac::lookup(concat!($name, "-aes-128")).unwrap().keyed(&[5; 16]).unwrap();
            let mut tag = [0; 16];
            typed.update(&message);
            typed.finalize(&mut tag).unwrap();
            named.update(&message);
            named.verify(&tag).unwrap();
        )* };
    }
    same!("cmac" Cmac "omac2" Omac2 "cbc-mac" CbcMac "pmac" Pmac);
    let (mut typed, mut tag) = (DstuCmac::<Kalyna256_512>::new(&[5; 64]), [0; 32]);
    typed.update(&message);
    typed.finalize(&mut tag).unwrap();
    let mut named = bramah::mac::lookup("dstu7624-cmac-kalyna-256-512").unwrap().keyed(&[5; 64]).unwrap();
    named.update(&message);
    named.verify(&tag).unwrap();
    macro_rules! same {
        ($($name:literal $mode:ident)*) => { $(
            let typed = $mode::<Aes128>::new(&[5; 16]);
            let named = bramah::aead::lookup($name).unwrap().keyed(&[5; 16]).unwrap();
            let (mut text, mut tag) = (message.clone(), [0; 16]);
            typed.seal(b"nonce", b"header", &mut text[..], &mut tag).unwrap();
            named.open(b"nonce", b"header", &mut text[..], &tag).unwrap();
            assert_eq!(text, message);
        )* };
    }
    same!("aes-128-eax" Eax "aes-128-gcm" Gcm);
}

#[test]
fn words_and_what_they_name() {
    for padding in Padding::ALL {
        assert_eq!(Padding::from_name(padding.name()), Some(padding));
    }
    for stealing in Stealing::ALL {
        assert_eq!(Stealing::from_name(stealing.name()), Some(stealing));
    }
    for increment in Increment::ALL {
        assert_eq!(Increment::from_name(increment.name()), Some(increment));
    }
    let cipher = Aes128::new(&[0; 16]);
    let mut blocks = [[0; 16]; 9];
    cipher.encrypt_blocks(&mut blocks);
    assert!(blocks.iter().all(|block| *block == blocks[0] && block[0] == 0x66));
    cipher.decrypt_blocks(&mut blocks);
    assert_eq!(blocks, [[0; 16]; 9]);
}
