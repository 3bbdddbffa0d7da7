//! Encryption-only keys give the same results as keys for both directions, and modes that decrypt blocks refuse them.

use crate::kit::pattern;
use bramah::{
    Aes128, Aes128Enc, Aes192, Aes192Enc, Aes256, Aes256Enc, Cbc, Cfb, Cmac, Ctr, Eax, Ecb, Error, Gmac, Ofb,
    Pmac, Threefish256, Threefish256Enc, Threefish512, Threefish512Enc, Threefish1024, Threefish1024Enc,
    Xtea, XteaEnc, Xts,
    block::{self, Typed, rijndael::*},
    mode::{self, Direction, Ending, Padding},
};

/// Compares, for every cipher on every backend, encryption by name, which expands the key only for encryption, with encryption
/// under a key for both directions.
#[test]
fn every_backend_and_length_of_keys() {
    for entry in block::entries() {
        for backend in entry.algorithm().backends_available() {
            let on = entry.algorithm().with_backend(backend).unwrap();
            let (key, text) = (pattern(on.key_len()), pattern(77 * on.block_len()));
            let keyed = on.keyed(&key).unwrap();
            let (mut one, mut both) = (text.clone(), text.clone());
            let ecb = &mode::MODES[0];
            assert_eq!(ecb.name, "ecb");
            let mut encrypt = mode::Algorithm::new(on, ecb).begin(&key, &[], Direction::Encrypt).unwrap();
            encrypt.apply(&mut one[..]).unwrap();
            keyed.encrypt_blocks(&mut both).unwrap();
            assert_eq!(one, both, "{} on {backend}", entry.info.name);
            keyed.decrypt_blocks(&mut both).unwrap();
            assert_eq!(both, text, "{} on {backend}", entry.info.name);
        }
    }
}

/// Returns the results of all operations that decrypt no blocks, under one key. `block` is the length of a block in
/// bytes. Not inlined, because the frames of forty types together exceed a thread's stack under AddressSanitizer.
#[inline(never)]
fn results<K: Typed<Key = [u8; KEY]>, const KEY: usize>(block: usize) -> Vec<Vec<u8>> {
    let (key, iv) = (pattern(KEY).try_into().unwrap(), pattern(block));
    let mut all = Vec::new();
    macro_rules! apply {
        ($($crypter:expr),* $(,)?) => { $(
            let mut bytes = pattern(10 * block);
            $crypter.unwrap().apply(&mut bytes[..]).unwrap();
            all.push(bytes);
        )* };
    }
    apply![
        Ecb::<K>::new(&key, Ending::Whole, Direction::Encrypt),
        Cbc::<K>::new(&key, &iv, Ending::Whole, Direction::Encrypt),
        Cfb::<K>::new(&key, &iv, Direction::Encrypt),
        Cfb::<K>::new(&key, &iv, Direction::Decrypt),
        Ofb::<K>::new(&key, &iv),
        Ctr::<K>::new(&key, &iv),
    ];
    if (16..=32).contains(&block) {
        apply![Xts::<K>::new([&key, &[0; KEY]], &iv, Direction::Encrypt)];
    }
    let mut cmac = Cmac::<K>::new(&key);
    let mut pmac = Pmac::<K>::new(&key);
    for _ in 0..2 {
        let mut tag = vec![0; block];
        cmac.update(pattern(7 * block + 3));
        cmac.finalize(&mut tag).unwrap();
        all.push(tag.clone());
        pmac.update(pattern(7 * block + 3));
        pmac.finalize(&mut tag).unwrap();
        all.push(tag);
    }
    let eax = Eax::<K>::new(&key);
    let (mut text, mut tag) = (pattern(9 * block + 1), vec![0; block]);
    eax.seal(b"nonce", b"header", &mut text[..], &mut tag).unwrap();
    all.extend([text.clone(), tag.clone()]);
    eax.open(b"nonce", b"header", &mut text[..], &tag).unwrap();
    assert_eq!(text, pattern(text.len()));
    if block == 16 {
        let mut gmac = Gmac::<K>::new(&key, &[7; 12]).unwrap();
        gmac.update(pattern(100));
        all.push(gmac.finalize().to_vec());
    }
    all
}

/// Compares the two kinds of keys as types, on single and several blocks. The arguments are the lengths in bytes of a
/// key and of a block.
macro_rules! same_blocks {
    ($($both:ty, $encrypt:ty, $key:literal, $block:literal;)*) => { $({
        #[inline(never)] // as with `results`
        fn compare() {
            let name = stringify!($encrypt);
            let key = pattern($key).try_into().unwrap();
            let (both, encrypt) = (<$both>::new(&key), <$encrypt>::new(&key).clone());
            assert_eq!(both.backend(), encrypt.backend());
            let mut blocks = [[3; $block]; 21];
            encrypt.encrypt_blocks(&mut blocks);
            encrypt.encrypt_block(&mut blocks[0]);
            both.decrypt_block(&mut blocks[0]);
            both.decrypt_blocks(&mut blocks);
            assert_eq!(blocks, [[3; $block]; 21], "{name}");
        }
        compare();
    })* };
}

/// Compares the two kinds of keys as types, on blocks and in modes. The arguments are the lengths in bytes of a key and
/// of a block.
macro_rules! same {
    ($($both:ty, $encrypt:ty, $key:literal, $block:literal;)*) => { $({
        #[inline(never)] // as with `results`
        fn compare() {
            let name = stringify!($encrypt);
            assert_eq!(results::<$both, $key>($block), results::<$encrypt, $key>($block), "{name}");

            let key = pattern($key).try_into().unwrap();
            let refused = |error| assert_eq!(error, Some(Error::EncryptOnly), "{name}");
            let padded = Ending::Padded(Padding::Pkcs7);
            refused(Ecb::<$encrypt>::new(&key, padded, Direction::Decrypt).err());
            refused(Cbc::<$encrypt>::new(&key, &[0; $block], Ending::Whole, Direction::Decrypt).err());
            refused(Xts::<$encrypt>::new([&key, &[0; $key]], &[0; $block], Direction::Decrypt).err());
        }
        compare();
        same_blocks! { $both, $encrypt, $key, $block; }
    })* };
}

/// Modes are compared with one cipher for each block length: their code is the same for all, and compiling it for all
/// ciphers would make the build of these tests longer by a sixth.
#[test]
fn as_types() {
    same_blocks! {
        Aes192, Aes192Enc, 24, 16;
        Aes256, Aes256Enc, 32, 16;
        Rijndael128<20>, Rijndael128Enc<20>, 20, 16;
        Rijndael128<28>, Rijndael128Enc<28>, 28, 16;
        Threefish256, Threefish256Enc, 32, 32;
    }
    same! {
        Aes128, Aes128Enc, 16, 16;
        Threefish512, Threefish512Enc, 64, 64;
        Threefish1024, Threefish1024Enc, 128, 128;
        Xtea, XteaEnc, 16, 8;
    }
}

/// Tests Rijndael with blocks of more than 16 bytes, under keys of each length. Modes are compared under only one key
/// length for each block length, as in `as_types`.
#[test]
fn longer_blocks() {
    macro_rules! keys {
        ($($both:ident $encrypt:ident $block:literal)*) => { $(
            same_blocks! {
                $both<16>, $encrypt<16>, 16, $block;
                $both<20>, $encrypt<20>, 20, $block;
                $both<24>, $encrypt<24>, 24, $block;
                $both<28>, $encrypt<28>, 28, $block;
                $both<32>, $encrypt<32>, 32, $block;
            }
        )* };
    }
    keys! {
        Rijndael160 Rijndael160Enc 20
        Rijndael192 Rijndael192Enc 24
        Rijndael224 Rijndael224Enc 28
        Rijndael256 Rijndael256Enc 32
    }
    same! {
        Rijndael160<32>, Rijndael160Enc<32>, 32, 20;
        Rijndael192<28>, Rijndael192Enc<28>, 28, 24;
        Rijndael224<20>, Rijndael224Enc<20>, 20, 28;
        Rijndael256<16>, Rijndael256Enc<16>, 16, 32;
    }
}

#[test]
fn a_tweak() {
    let (mut one, mut other) = ([1; 32], [1; 32]);
    Threefish256::with_tweak(&[7; 32], &[2; 16]).encrypt_block(&mut one);
    Threefish256Enc::with_tweak(&[7; 32], &[2; 16]).encrypt_block(&mut other);
    assert_eq!(one, other);
}
