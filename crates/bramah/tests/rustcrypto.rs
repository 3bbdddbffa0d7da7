//! Tests the traits of RustCrypto: our types are used where RustCrypto's are expected, and compared with them.

use aead::{
    Aead, AeadInOut, Payload,
    consts::{U12, U16},
};
use bramah::{
    A128CbcHs256, A192CbcHs384, A256CbcHs512, Aegis128L, Aegis128X2, Aegis128X4, Aegis256, Aegis256X2,
    Aegis256X4, Aes128, Aes128Enc, Aes192, Aes192Enc, Aes256, Aes256Enc, AsconAead128, Ccm, ChaCha20,
    ChaCha20Ietf, ChaCha20Poly1305, Cmac, Ctr, DeoxysII128, DeoxysII256, Eax, Gcm, GcmSiv, Hc128, Hc256,
    Hmac, Ocb, Ofb, Pmac, SecretBox, Sha256, Sha512, Siv, XChaCha20, XChaCha20Poly1305, Xaes256Gcm,
};
use cipher::{
    Array, BlockCipherDecrypt, BlockCipherEncrypt, BlockModeDecrypt, BlockModeEncrypt, InnerIvInit,
    KeyIvInit, StreamCipher, StreamCipherSeek,
};
use digest::{Digest, FixedOutputReset};
use hmac::{KeyInit, Mac, SimpleHmac};

fn bytes(len: usize, seed: usize) -> Vec<u8> {
    (0..len).map(|i| ((i + seed) * 31 % 251) as u8).collect()
}

fn generic<D: Digest>(message: &[u8]) -> Vec<u8> {
    let mut hasher = D::new();
    hasher.update(&message[..message.len() / 2]);
    hasher.update(&message[message.len() / 2..]);
    hasher.finalize().to_vec()
}

#[test]
fn digest_is_theirs() {
    let message = bytes(500, 0);
    assert_eq!(generic::<Sha256>(&message), generic::<sha2::Sha256>(&message));
    let mut hasher = <Sha256 as Digest>::new_with_prefix(&message);
    let first = hasher.finalize_fixed_reset();
    Digest::update(&mut hasher, &message);
    assert_eq!(Digest::finalize(hasher), first);
}

#[test]
fn hmac_is_theirs() {
    for key_len in [0, 1, 63, 64, 65, 200] {
        let key: Vec<u8> = (0..key_len).map(|i| i as u8).collect();
        let mut ours = SimpleHmac::<Sha256>::new_from_slice(&key).unwrap();
        let mut theirs = SimpleHmac::<sha2::Sha256>::new_from_slice(&key).unwrap();
        ours.update(b"message");
        theirs.update(b"message");
        assert_eq!(ours.finalize().into_bytes(), theirs.finalize().into_bytes(), "key of {key_len} bytes");
    }
}

/// Tests RustCrypto's HMAC and PBKDF2 with our hash functions: with blocks of 64 and 128 bytes, and with a sponge.
#[test]
fn their_constructions_take_our_hash_functions() {
    macro_rules! same {
        ($($ours:ty, $theirs:ty;)*) => { $(
            for length in [0, 1, 63, 64, 65, 135, 136, 137, 500] {
                let bytes: Vec<u8> = (0..length).map(|i| i as u8).collect();
                assert_eq!(
                    tag::<hmac::HmacReset<$ours>>(&bytes, &bytes),
                    tag::<hmac::HmacReset<$theirs>>(&bytes, &bytes),
                    "{length} bytes"
                );
                let (mut ours, mut theirs) = ([0; 100], [0; 100]);
                pbkdf2_crate::pbkdf2_hmac::<$ours>(&bytes, b"salt", 3, &mut ours);
                pbkdf2_crate::pbkdf2_hmac::<$theirs>(&bytes, b"salt", 3, &mut theirs);
                assert_eq!(ours, theirs, "{length} bytes");
            }
        )* };
    }
    same! {
        Sha256, sha2::Sha256;
        Sha512, sha2::Sha512;
    }
    // RustCrypto's HMAC needs another type for a sponge
    assert_eq!(
        tag::<hmac::HmacReset<bramah::Sha3_256>>(b"key", &[7; 300]),
        tag::<hmac::SimpleHmacReset<sha3::Sha3_256>>(b"key", &[7; 300])
    );
}

/// Computes the tag of a message, and again after a reset.
fn tag<M: Mac + KeyInit + digest::FixedOutputReset>(key: &[u8], message: &[u8]) -> Vec<u8> {
    let mut mac = <M as KeyInit>::new_from_slice(key).unwrap();
    Mac::update(&mut mac, &message[..message.len() / 3]);
    Mac::update(&mut mac, &message[message.len() / 3..]);
    let tag = mac.finalize_reset().into_bytes();
    Mac::update(&mut mac, message);
    mac.verify(&tag).unwrap();
    for length in 0..tag.len() {
        // `verify` accepts only whole tags; the trait has other functions for truncated ones
        let mut again = <M as KeyInit>::new_from_slice(key).unwrap();
        Mac::update(&mut again, message);
        assert!(again.verify_slice(&tag[..length]).is_err(), "{length} bytes");
    }
    tag.to_vec()
}

#[test]
fn macs_are_theirs() {
    for len in [0, 1, 15, 16, 17, 64, 500] {
        let message = bytes(len, 3);
        for key_len in [0, 16, 64, 65, 300] {
            let key = bytes(key_len, 9);
            assert_eq!(
                tag::<Hmac<Sha256>>(&key, &message),
                tag::<hmac::HmacReset<sha2::Sha256>>(&key, &message)
            );
            assert_eq!(
                tag::<Hmac<Sha512>>(&key, &message),
                tag::<hmac::HmacReset<sha2::Sha512>>(&key, &message)
            );
        }
        let key = bytes(16, 5);
        assert_eq!(tag::<Cmac<Aes128>>(&key, &message), tag::<cmac::Cmac<aes::Aes128>>(&key, &message));
        let key = bytes(32, 5);
        assert_eq!(tag::<Cmac<Aes256>>(&key, &message), tag::<cmac::Cmac<aes::Aes256>>(&key, &message));
        assert_eq!(tag::<Pmac<Aes256>>(&key, &message).len(), 16);
    }
    assert!(<Cmac<Aes256> as KeyInit>::new_from_slice(&[0; 31]).is_err());
}

/// Encrypts and decrypts every number of blocks up to more than a backend processes in one call, also in CBC.
fn blocks<C, T>(key: &[u8])
where
    C: BlockCipherEncrypt<BlockSize = cipher::consts::U16> + BlockCipherDecrypt + KeyInit,
    T: BlockCipherEncrypt<BlockSize = cipher::consts::U16> + BlockCipherDecrypt + KeyInit,
{
    let (ours, theirs) = (C::new_from_slice(key).unwrap(), T::new_from_slice(key).unwrap());
    for count in (0..70).chain([200]) {
        let text: Vec<_> =
            bytes(16 * count, count).chunks(16).map(|block| Array::try_from(block).unwrap()).collect();
        let (mut one, mut other) = (text.clone(), text.clone());
        ours.encrypt_blocks(&mut one);
        theirs.encrypt_blocks(&mut other);
        assert_eq!(one, other, "{count} blocks");
        let mut back = vec![Array::default(); count];
        ours.decrypt_blocks_b2b(&one, &mut back).unwrap();
        assert_eq!(back, text);

        let iv = Array::try_from(&bytes(16, 7)[..]).unwrap();
        let mut mode = cbc::Encryptor::inner_iv_init(&ours, &iv);
        mode.encrypt_blocks(&mut back);
        let mut other = text.clone();
        cbc::Encryptor::inner_iv_init(&theirs, &iv).encrypt_blocks(&mut other);
        assert_eq!(back, other, "CBC of {count} blocks");
        cbc::Decryptor::inner_iv_init(&ours, &iv).decrypt_blocks(&mut back);
        assert_eq!(back, text);
    }
    let mut block = Array::default();
    ours.encrypt_block(&mut block);
    ours.decrypt_block(&mut block);
    assert_eq!(block, Array::<u8, _>::default());
}

#[test]
fn block_ciphers_are_theirs() {
    blocks::<Aes128, aes::Aes128>(&bytes(16, 1));
    blocks::<Aes192, aes::Aes192>(&bytes(24, 2));
    blocks::<Aes256, aes::Aes256>(&bytes(32, 3));
}

/// Tests keys for encryption only, and CBC with them.
#[test]
fn keys_for_encryption_alone_are_theirs() {
    fn encrypts<C, T>(key: &[u8])
    where
        C: BlockCipherEncrypt<BlockSize = cipher::consts::U16> + KeyInit,
        T: BlockCipherEncrypt<BlockSize = cipher::consts::U16> + KeyInit,
    {
        let (ours, theirs) = (C::new_from_slice(key).unwrap(), T::new_from_slice(key).unwrap());
        let iv = Array::try_from(&bytes(16, 7)[..]).unwrap();
        for count in [0, 1, 31, 32, 33, 200] {
            let mut one = vec![Array::from([5; 16]); count];
            let mut other = one.clone();
            ours.encrypt_blocks(&mut one);
            theirs.encrypt_blocks(&mut other);
            cbc::Encryptor::inner_iv_init(&ours, &iv).encrypt_blocks(&mut one);
            cbc::Encryptor::inner_iv_init(&theirs, &iv).encrypt_blocks(&mut other);
            assert_eq!(one, other, "{count} blocks");
        }
    }
    encrypts::<Aes128Enc, aes::Aes128Enc>(&bytes(16, 1));
    encrypts::<Aes192Enc, aes::Aes192Enc>(&bytes(24, 2));
    encrypts::<Aes256Enc, aes::Aes256Enc>(&bytes(32, 3));
    stream::<Ctr<Aes256Enc>, ctr::Ctr128BE<aes::Aes256>>(32, 16);
    aeads::<Eax<Aes256Enc>, eax::Eax<aes::Aes256>>(32, 16, b"header");
}

/// Tests a keystream in pieces, from one buffer to another, and from its middle on.
fn stream<S: StreamCipher + KeyIvInit, T: StreamCipher + KeyIvInit>(key_len: usize, iv_len: usize) {
    let (key, iv) = (bytes(key_len, 11), bytes(iv_len, 13));
    let (mut ours, mut theirs) =
        (S::new_from_slices(&key, &iv).unwrap(), T::new_from_slices(&key, &iv).unwrap());
    assert!(S::new_from_slices(&key[1..], &iv).is_err());
    for len in [0, 1, 63, 64, 65, 1000, 5000] {
        let text = bytes(len, len);
        let mut expected = text.clone();
        theirs.apply_keystream(&mut expected);
        let mut result = vec![0; len];
        ours.try_apply_keystream_b2b(&text, &mut result).unwrap();
        assert_eq!(result, expected, "{len} bytes");
        let (mut ours_alone, mut theirs_alone) = (vec![1; len], vec![2; len]);
        ours.write_keystream(&mut ours_alone);
        theirs.write_keystream(&mut theirs_alone);
        assert_eq!(ours_alone, theirs_alone);
    }
}

fn seeks<S: StreamCipher + StreamCipherSeek + KeyIvInit>(key_len: usize, iv_len: usize) {
    let mut cipher = S::new_from_slices(&bytes(key_len, 1), &bytes(iv_len, 2)).unwrap();
    let mut whole = vec![0; 3000];
    cipher.apply_keystream(&mut whole);
    assert_eq!(cipher.current_pos::<u64>(), 3000);
    for from in [0, 1, 63, 64, 1111, 2999] {
        cipher.try_seek(from).unwrap();
        let mut part = vec![0; 3000 - from];
        cipher.apply_keystream(&mut part);
        assert_eq!(part, whole[from..], "from {from} on");
    }
}

#[test]
fn streams_are_theirs() {
    stream::<ChaCha20, chacha20::ChaCha20Legacy>(32, 8);
    stream::<ChaCha20Ietf, chacha20::ChaCha20>(32, 12);
    stream::<XChaCha20, chacha20::XChaCha20>(32, 24);
    stream::<bramah::Salsa20, salsa20::Salsa20>(32, 8);
    stream::<Hc256, hc_256::Hc256>(32, 32);
    stream::<Ctr<Aes128>, ctr::Ctr128BE<aes::Aes128>>(16, 16);
    stream::<Ctr<Aes256>, ctr::Ctr128BE<aes::Aes256>>(32, 16);
    stream::<Ofb<Aes256>, ofb::Ofb<aes::Aes256>>(32, 16);
    seeks::<ChaCha20>(32, 8);
    seeks::<ChaCha20Ietf>(32, 12);
    seeks::<Ctr<Aes192>>(24, 16);
    let mut no_counter = Hc128::new_from_slices(&[1; 16], &[2; 16]).unwrap();
    assert!(no_counter.try_seek(64u32).is_err());
}

/// A keystream does not start again after its end, neither in functions that return an error nor in functions that
/// panic.
#[test]
fn keystreams_end() {
    let mut cipher = <ChaCha20Ietf as KeyIvInit>::new_from_slices(&[1; 32], &[2; 12]).unwrap();
    let end = 64u64 << 32;
    cipher.try_seek(end - 10).unwrap();
    assert!(cipher.check_remaining(10).is_ok() && cipher.check_remaining(11).is_err());
    let mut text = [5; 11];
    assert!(cipher.try_apply_keystream(&mut text).is_err());
    assert_eq!(text, [5; 11], "something was written");
    assert!(cipher.try_seek(end + 1).is_err());
    let unchecked = std::panic::catch_unwind(move || cipher.unchecked_apply_keystream(&mut [0; 11]));
    assert!(unchecked.is_err());
}

/// Tests messages that one library seals and the other opens, and messages in which a part was changed.
fn aeads<A: Aead + AeadInOut + KeyInit, T: Aead + KeyInit>(key_len: usize, nonce_len: usize, header: &[u8]) {
    let (ours, theirs) = (
        <A as KeyInit>::new_from_slice(&bytes(key_len, 3)).unwrap(),
        T::new_from_slice(&bytes(key_len, 3)).unwrap(),
    );
    let nonce = bytes(nonce_len, 21);
    let our_nonce = Array::try_from(&nonce[..]).unwrap();
    let their_nonce = Array::try_from(&nonce[..]).unwrap();
    for len in [0, 1, 64, 577, 3000] {
        let msg = &bytes(len, 4)[..];
        let sealed = ours.encrypt(&our_nonce, Payload { msg, aad: header }).unwrap();
        assert_eq!(
            sealed,
            theirs.encrypt(&their_nonce, Payload { msg, aad: header }).unwrap(),
            "{len} bytes"
        );
        assert_eq!(ours.decrypt(&our_nonce, Payload { msg: &sealed, aad: header }).unwrap(), msg);
        for at in [0, sealed.len() / 2, sealed.len() - 1] {
            let mut changed = sealed.clone();
            changed[at] ^= 4;
            assert!(ours.decrypt(&our_nonce, Payload { msg: &changed, aad: header }).is_err());
        }
        assert!(ours.decrypt(&our_nonce, Payload { msg: &sealed[1..], aad: header }).is_err());
    }
}

#[test]
fn aeads_are_theirs() {
    aeads::<ChaCha20Poly1305, chacha20poly1305::ChaCha20Poly1305>(32, 12, b"header");
    aeads::<XChaCha20Poly1305, chacha20poly1305::XChaCha20Poly1305>(32, 24, b"header");
    aeads::<AsconAead128, ascon_aead::AsconAead128>(16, 16, b"header");
    aeads::<DeoxysII128, deoxys::DeoxysII128>(16, 15, b"header");
    aeads::<DeoxysII256, deoxys::DeoxysII256>(32, 15, b"header");
    aeads::<Eax<Aes128>, eax::Eax<aes::Aes128>>(16, 16, b"header");
    aeads::<Gcm<Aes128>, aes_gcm::Aes128Gcm>(16, 12, b"header");
    aeads::<Gcm<Aes256>, aes_gcm::Aes256Gcm>(32, 12, b"header");
    aeads::<Eax<Aes256>, eax::Eax<aes::Aes256>>(32, 16, b"header");
    aeads::<GcmSiv<Aes128>, aes_gcm_siv::Aes128GcmSiv>(16, 12, b"header");
    aeads::<GcmSiv<Aes256>, aes_gcm_siv::Aes256GcmSiv>(32, 12, b"header");
    aeads::<Ocb<Aes128>, ocb3::Ocb3<aes::Aes128, U12>>(16, 12, b"header");
    aeads::<Ocb<Aes256>, ocb3::Ocb3<aes::Aes256, U12>>(32, 12, b"header");
    aeads::<Siv<Aes128>, aes_siv::Aes128SivAead>(32, 16, b"header");
    aeads::<Siv<Aes256>, aes_siv::Aes256SivAead>(64, 16, b"header");
    aeads::<Ccm<Aes128>, ccm::Ccm<aes::Aes128, U16, U12>>(16, 12, b"header");
    aeads::<Ccm<Aes192Enc>, ccm::Ccm<aes::Aes192, U16, U12>>(24, 12, b"header");
}

/// Tests the vectors of a scheme through RustCrypto's trait. Only vectors whose tags have the length of the trait are
/// used.
fn vectors_by_their_traits<A: Aead + KeyInit>(name: &str) {
    for vector in bramah_vectors::aead(name).or_else(|| bramah_vectors::composition(name)).unwrap() {
        let field = |name| vector.require(name).literal();
        if field("tag").len() != <A::TagSize as aead::array::typenum::Unsigned>::USIZE {
            continue;
        }
        let sealed = [field("ciphertext"), field("tag")].concat();
        let ours = A::new_from_slice(field("key")).unwrap();
        let nonce = Array::try_from(field("nonce")).unwrap();
        let (msg, aad) = (field("plaintext"), field("ad"));
        assert_eq!(ours.encrypt(&nonce, Payload { msg, aad }).unwrap(), sealed, "{vector}");
        assert_eq!(ours.decrypt(&nonce, Payload { msg: &sealed, aad }).unwrap(), msg, "{vector}");
        assert!(ours.decrypt(&nonce, Payload { msg: &sealed[1..], aad }).is_err(), "{vector}");
    }
}

/// Tests the vectors of schemes for which RustCrypto has no crate, through its traits.
#[test]
fn what_they_have_not_by_their_traits() {
    vectors_by_their_traits::<Xaes256Gcm>("xaes-256-gcm");
    vectors_by_their_traits::<Aegis128L>("aegis-128l");
    vectors_by_their_traits::<Aegis128X2>("aegis-128x2");
    vectors_by_their_traits::<Aegis128X4>("aegis-128x4");
    vectors_by_their_traits::<Aegis256>("aegis-256");
    vectors_by_their_traits::<Aegis256X2>("aegis-256x2");
    vectors_by_their_traits::<Aegis256X4>("aegis-256x4");
    vectors_by_their_traits::<A128CbcHs256>("a128cbc-hs256");
    vectors_by_their_traits::<A192CbcHs384>("a192cbc-hs384");
    vectors_by_their_traits::<A256CbcHs512>("a256cbc-hs512");
}

/// Tests secretbox, which has the tag before the text as in NaCl. RustCrypto's crate for it has older traits.
#[test]
fn secretbox_is_theirs() {
    use crypto_secretbox::aead::{Aead as _, KeyInit as _};
    let (key, nonce) = (bytes(32, 3), bytes(24, 21));
    let ours = <SecretBox as KeyInit>::new_from_slice(&key).unwrap();
    let theirs = crypto_secretbox::XSalsa20Poly1305::new_from_slice(&key).unwrap();
    for len in [0, 1, 32, 33, 1000] {
        let text = bytes(len, 4);
        let our_nonce = Array::try_from(&nonce[..]).unwrap();
        let sealed = aead::Aead::encrypt(&ours, &our_nonce, &text[..]).unwrap();
        assert_eq!(sealed, theirs.encrypt(nonce[..].into(), &text[..]).unwrap(), "{len} bytes");
        assert_eq!(aead::Aead::decrypt(&ours, &our_nonce, &sealed[..]).unwrap(), text);
        // secretbox takes no associated data
        assert!(aead::Aead::encrypt(&ours, &our_nonce, Payload { msg: &text, aad: b"header" }).is_err());
    }
}
