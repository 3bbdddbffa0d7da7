//! Comparison with two other libraries, with random keys and messages: the crates of RustCrypto, and libaes, which only
//! has AES in CBC and CFB.

use crate::{
    common::wanted,
    kit::{Random, in_place, quick, whole},
};
use aes::cipher::{
    BlockCipherDecrypt, BlockCipherEncrypt, BlockModeDecrypt, BlockModeEncrypt, KeyInit, KeyIvInit,
    StreamCipher, consts::U16,
};
use bramah::{
    InOut, Increment, block,
    mode::{Direction, Ending, Padding},
};

/// Returns the number of random cases for each algorithm.
fn cases() -> usize {
    if quick() { 20 } else { 2000 }
}

/// Lengths in bytes, each longer than any run of blocks that a backend processes together.
const WIDE: [usize; 6] = [33 * 16, 65 * 16 + 1, 129 * 16 - 1, 1 << 16, (1 << 16) + 15, (1 << 17) + 33];

/// Runs `case` on random keys, IVs and messages for AES of each key length on every backend.
fn each_case(mut case: impl FnMut(&str, &str, &[u8], &[u8], &[u8])) {
    for (name, key_len) in [("aes-128", 16), ("aes-192", 24), ("aes-256", 32)] {
        for backend in block::lookup(name).unwrap().backends_available() {
            let mut random = Random(key_len as u64);
            for number in 0..if wanted(backend) { cases() + WIDE.len() } else { 0 } {
                let (key, iv) = (random.bytes(key_len), random.bytes(16));
                let random_length = random.below(400);
                let length = number.checked_sub(cases()).map_or(random_length, |number| WIDE[number]);
                case(name, backend, &key, &iv, &random.bytes(length));
            }
        }
    }
}

fn ours(name: &str, mode: &str, backend: &str) -> bramah::mode::Algorithm {
    bramah::cipher(&format!("{name}-{mode}")).unwrap().with_backend(backend).unwrap()
}

/// Runs an expression in which `Aes` is the type of the cipher for this key length.
macro_rules! with_aes {
    ($key:expr, $run:expr) => {
        match $key.len() {
            16 => {
                type Aes = aes::Aes128;
                $run
            }
            24 => {
                type Aes = aes::Aes192;
                $run
            }
            _ => {
                type Aes = aes::Aes256;
                $run
            }
        }
    };
}

#[test]
fn blocks() {
    each_case(|name, backend, key, _, message| {
        let on = block::lookup(name).unwrap().with_backend(backend).unwrap().keyed(key).unwrap();
        let mut blocks = message[..message.len() / 16 * 16].to_vec();
        let plain = blocks.clone();
        let mut expected = blocks.clone();
        with_aes!(key, {
            let aes = Aes::new_from_slice(key).unwrap();
            for block in expected.as_chunks_mut::<16>().0 {
                aes.encrypt_block(block.into());
            }
            on.encrypt_blocks(&mut blocks).unwrap();
            assert_eq!(blocks, expected, "{name} on {backend}");
            for block in expected.as_chunks_mut::<16>().0 {
                aes.decrypt_block(block.into());
            }
        });
        assert_eq!(expected, plain);
        on.decrypt_blocks(&mut blocks).unwrap();
        assert_eq!(blocks, plain, "{name} on {backend}");
    });
}

#[test]
fn cbc_with_padding() {
    each_case(|name, backend, key, iv, message| {
        let mode = ours(name, "cbc", backend).with_ending(Ending::Padded(Padding::Pkcs7)).unwrap();
        let encrypted = whole(&mut mode.begin(key, iv, Direction::Encrypt).unwrap(), message).unwrap();
        with_aes!(key, {
            let expected = cbc::Encryptor::<Aes>::new_from_slices(key, iv)
                .unwrap()
                .encrypt_padded_vec::<cbc::cipher::block_padding::Pkcs7>(message);
            assert_eq!(encrypted, expected, "{name} on {backend}");
            let back = cbc::Decryptor::<Aes>::new_from_slices(key, iv)
                .unwrap()
                .decrypt_padded_vec::<cbc::cipher::block_padding::Pkcs7>(&encrypted)
                .unwrap();
            assert_eq!(back, message);
        });
        let back = whole(&mut mode.begin(key, iv, Direction::Decrypt).unwrap(), &encrypted).unwrap();
        assert_eq!(back, message, "{name} on {backend}");
        let other = match key.len() {
            16 => libaes::Cipher::new_128(key.try_into().unwrap()),
            24 => libaes::Cipher::new_192(key.try_into().unwrap()),
            _ => libaes::Cipher::new_256(key.try_into().unwrap()),
        };
        assert_eq!(encrypted, other.cbc_encrypt(iv, message), "{name} on {backend}");
    });
}

#[test]
fn counters_of_three_kinds() {
    each_case(|name, backend, key, iv, message| {
        // some IVs carry out of each half
        let mut iv = iv.to_vec();
        if message.len() % 3 == 0 {
            iv[9..].fill(0xff);
        }
        macro_rules! flavour {
            ($($increment:ident $type:ident)*) => { $(
                let mut expected = message.to_vec();
                with_aes!(key, {
                    ctr::$type::<Aes>::new_from_slices(key, &iv).unwrap().apply_keystream(&mut expected);
                });
                let mode = ours(name, "ctr", backend).with_increment(Increment::$increment).unwrap();
                let mut begun = mode.begin(key, &iv, Direction::Encrypt).unwrap();
                assert_eq!(in_place(&mut begun, message).unwrap(), expected, "{name} on {backend}, {:?}", Increment::$increment);
            )* };
        }
        flavour!(Be Ctr128BE Le Ctr128LE BeHalf Ctr64BE Be32 Ctr32BE Le32 Ctr32LE);
    });
}

#[test]
fn feedback() {
    each_case(|name, backend, key, iv, message| {
        let run = |mode: &str, direction| {
            // CFB8 encrypts a block for each byte, so messages are short; it has no wide runs
            let message = if mode == "cfb8" { &message[..message.len().min(4096)] } else { message };
            in_place(&mut ours(name, mode, backend).begin(key, iv, direction).unwrap(), message).unwrap()
        };
        let [mut cfb, mut back, mut cfb8, mut ofb] = [(); 4].map(|()| message.to_vec());
        cfb8.truncate(4096);
        with_aes!(key, {
            cfb_mode::Encryptor::<Aes>::new_from_slices(key, iv).unwrap().encrypt(&mut cfb);
            cfb_mode::Decryptor::<Aes>::new_from_slices(key, iv).unwrap().decrypt(&mut back);
            let mut encryptor = cfb8::Encryptor::<Aes>::new_from_slices(key, iv).unwrap();
            for byte in &mut cfb8 {
                encryptor.encrypt_block(core::slice::from_mut(byte).try_into().unwrap());
            }
            ofb::Ofb::<Aes>::new_from_slices(key, iv).unwrap().apply_keystream(&mut ofb);
        });
        assert_eq!(run("cfb", Direction::Encrypt), cfb, "{name} on {backend}");
        assert_eq!(run("cfb", Direction::Decrypt), back, "{name} on {backend}");
        assert_eq!(run("cfb8", Direction::Encrypt), cfb8, "{name} on {backend}");
        assert_eq!(run("ofb", Direction::Encrypt), ofb, "{name} on {backend}");
    });
}

#[test]
fn xts() {
    each_case(|name, backend, key, tweak, message| {
        if key.len() == 24 || message.len() < 16 {
            return; // only AES-128 and AES-256 are compared, and a data unit has at least 16 bytes
        }
        let other: Vec<u8> = key.iter().map(|byte| byte ^ 0x5c).collect();
        let mut expected = message.to_vec();
        macro_rules! encrypt {
            ($aes:ty) => {
                xts_mode::Xts128::new(
                    <$aes>::new_from_slice(key).unwrap(),
                    <$aes>::new_from_slice(&other).unwrap(),
                )
                .encrypt_sector(&mut expected, tweak.try_into().unwrap())
            };
        }
        if key.len() == 16 {
            encrypt!(aes::Aes128)
        } else {
            encrypt!(aes::Aes256)
        }
        let both = [key, &other].concat();
        let mode = ours(name, "xts", backend);
        let encrypted =
            in_place(&mut mode.begin(&both, tweak, Direction::Encrypt).unwrap(), message).unwrap();
        assert_eq!(encrypted, expected, "{name} on {backend}, {} bytes", message.len());
        let back = in_place(&mut mode.begin(&both, tweak, Direction::Decrypt).unwrap(), &encrypted).unwrap();
        assert_eq!(back, message);
    });
}

#[test]
fn macs_and_eax() {
    use ::cmac::Mac as _;
    use ::eax::aead::{AeadInOut, KeyInit as _};
    each_case(|name, backend, key, nonce, message| {
        let algorithm = bramah::mac::lookup(&format!("cmac-{name}")).unwrap().with_backend(backend).unwrap();
        let mut cmac = algorithm.keyed(key).unwrap();
        cmac.update(message);
        let eax = bramah::aead::lookup(&format!("{name}-eax")).unwrap().with_backend(backend).unwrap();
        let (header, text) = message.split_at(message.len() / 3);
        let (mut sealed, mut tag) = (text.to_vec(), [0; 16]);
        eax.keyed(key).unwrap().seal(nonce, header, InOut::from(&mut sealed[..]), &mut tag).unwrap();
        with_aes!(key, {
            let expected =
                <cmac::Cmac<Aes> as cmac::KeyInit>::new_from_slice(key).unwrap().chain_update(message);
            cmac.verify(&expected.finalize().into_bytes()).unwrap();
            let mut expected = text.to_vec();
            let other = ::eax::Eax::<Aes, U16>::new_from_slice(key).unwrap();
            let their_tag = other
                .encrypt_inout_detached(nonce.try_into().unwrap(), header, expected.as_mut_slice().into())
                .unwrap();
            assert_eq!((&sealed, &tag[..]), (&expected, &their_tag[..]), "{name} on {backend}");
        });
    });
}
