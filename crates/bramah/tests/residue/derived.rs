//! Tests that no keys are left that are derived from a key. Each derived key is computed here by the steps of its
//! standard, and searched for in memory.

use crate::{
    candidates::forced,
    memory::{found, key, secrets_left},
};
use bramah::{
    Aes256, ChaCha20Ietf, Cmac, Gcm, GcmSiv, Hmac, Poly1305, Sha256, XChaCha20Poly1305, Xaes256Gcm, block,
    hash, kdf::Hkdf, key_wrap, stream::chacha::hchacha,
};
use std::hint::black_box;

/// Encrypts a block with AES-256 and the key of the test.
fn encrypted(block: [u8; 16]) -> [u8; 16] {
    let mut block = block;
    Aes256::new(key(32).first_chunk().unwrap()).encrypt_block(&mut block);
    block
}

/// Doubles a number in GF(2^128), with the order of bits in CMAC.
fn doubled(block: [u8; 16]) -> [u8; 16] {
    let number = u128::from_be_bytes(block);
    ((number << 1) ^ ((number >> 127) * 0x87)).to_be_bytes()
}

/// Returns the state of SHA-256 after a block: 32 bytes of its saved state, from the first byte on that is different
/// after another block.
fn state_after(block: &[u8; 64]) -> Vec<u8> {
    let [state, other] = [*block, [0; 64]].map(|block| {
        let mut hasher = hash::lookup("sha256").unwrap().hasher();
        hasher.update(block);
        hasher.save()
    });
    let differs: Vec<usize> = (0..state.len()).filter(|at| state[*at] != other[*at]).collect();
    // a saved state may end with a checksum, after the eight words
    let first = differs[0];
    state[first..first + 32].to_vec()
}

/// Returns the words in which kernels of Poly1305 keep the factor, which is the first half of a key, and its powers up to
/// the 16th: words of 64 bits, and limbs of 26 and of 44 bits, each limb in 64 bits.
fn powers(half: u128) -> Vec<Vec<u8>> {
    const LIMB: u64 = (1 << 26) - 1;
    let factor = half & 0x0ffffffc_0ffffffc_0ffffffc_0fffffff;
    let factor: [u64; 5] = std::array::from_fn(|i| (factor >> (26 * i)) as u64 & LIMB);
    let (mut power, mut words) = (factor, Vec::new());
    for _ in 0..16 {
        let low = (0..5).fold(0u128, |low, i| low | u128::from(power[i]) << (26 * i));
        words.extend([low as u64, (low >> 64) as u64]);
        words.extend([low as u64 & ((1 << 44) - 1), (low >> 44) as u64 & ((1 << 44) - 1)]);
        words.push((low >> 88) as u64 | (power[4] >> 24) << 40);
        words.extend(power);
        // the product modulo 2^130 - 5 (RFC 8439, section 2.5): what is above 2^130 is added five times at the lower end
        let mut product = [0; 5];
        for (i, a) in power.iter().enumerate() {
            for (j, b) in factor.iter().enumerate() {
                product[(i + j) % 5] += a * b * if i + j < 5 { 1 } else { 5 };
            }
        }
        for i in [0, 1, 2, 3, 4, 0, 1] {
            let above = product[i] >> 26;
            product[i] &= LIMB;
            product[(i + 1) % 5] += above * if i < 4 { 1 } else { 5 };
        }
        power = product;
    }
    // small numbers are not searched for, since they may be anything
    words.into_iter().filter(|word| *word > 0xff_ffff).map(|word| word.to_le_bytes().to_vec()).collect()
}

/// Tests each function that derives keys, on every candidate of the lists of candidates that it uses.
pub(crate) fn keys() -> usize {
    // tests that the search finds a copy, since a mistake in the search would find nothing
    let copied = secrets_left(&[key(48)[32..].to_vec()], &|_| {
        let mut copy = [0; 16];
        copy.copy_from_slice(&key(48)[32..]);
        black_box(&copy);
    });
    assert!(!copied.is_empty(), "a derived key that was not wiped");

    let mut checked = 0;
    let mut check = |name: &str, lists: &[&str], secrets: &[Vec<u8>], f: &(dyn Fn(&[u8]) + Sync)| {
        forced(lists, &mut |on| {
            let words = secrets_left(secrets, f);
            if let (Some(first), Some(last)) = (words.first(), words.last()) {
                found(format!(
                    "{name}{on}: {} words of derived keys on the stack, {last} to {first}",
                    words.len()
                ));
            }
            checked += 1;
        });
    };
    let master = key(32);
    let nonce: [u8; 24] = std::array::from_fn(|i| 200 - i as u8);

    // the derived keys of RFC 8452, section 4: halves of six encrypted blocks with a counter and the nonce
    let siv: Vec<u8> = (0..6u32)
        .flat_map(|number| {
            let mut block = [0; 16];
            block[..4].copy_from_slice(&number.to_le_bytes());
            block[4..].copy_from_slice(&nonce[..12]);
            encrypted(block)[..8].to_vec()
        })
        .collect();
    // the key of GHASH (SP 800-38D, section 7.1), and the subkeys of CMAC (SP 800-38B, section 6.1)
    let zero = encrypted([0; 16]);
    let subkeys = [zero, doubled(zero), doubled(doubled(zero))].map(Vec::from);
    // the derived key of XAES-256-GCM (C2SP): CMAC of two blocks
    let xaes: Vec<u8> = (1..=2)
        .flat_map(|number| {
            let mut block = doubled(zero);
            for (byte, with) in block.iter_mut().zip([0, number, b'X', 0].iter().chain(&nonce[..12])) {
                *byte ^= with;
            }
            encrypted(block)
        })
        .collect();
    // the key of Poly1305, its first half both as it is and clamped (RFC 8439, section 2.6, and the XChaCha draft,
    // section 2.3)
    let inner = hchacha(master.first_chunk().unwrap(), nonce.first_chunk().unwrap(), 20);
    let mut inner_nonce = [0; 12];
    inner_nonce[4..].copy_from_slice(&nonce[16..]);
    let mut once = vec![0; 32];
    ChaCha20Ietf::apply_once(&inner, &inner_nonce, &mut once[..]).unwrap();
    let clamped = u128::from_le_bytes(*once.first_chunk().unwrap()) & 0x0ffffffc_0ffffffc_0ffffffc_0fffffff;
    let poly = [inner.to_vec(), once, clamped.to_le_bytes().to_vec()];
    // the states of HMAC (RFC 2104) after the two blocks of the key
    let states = [0x36, 0x5c].map(|pad| {
        let mut block = [pad; 64];
        block.iter_mut().zip(&master).for_each(|(byte, key)| *byte ^= key);
        state_after(&block)
    });
    // the extracted key of HKDF (RFC 5869, section 2.2)
    let extracted = Hmac::<Sha256>::mac(b"salt", &master).to_vec();
    let content_key: Vec<u8> = key(64)[32..].iter().map(|byte| byte.rotate_left(3) ^ 0x6d).collect();
    // the factor of Poly1305 and its powers (RFC 8439, section 2.5)
    let powers = powers(u128::from_le_bytes(*master.first_chunk().unwrap()));

    for length in [0, 20, 100, 700, 3000] {
        let text = vec![7; length];
        let name = |scheme: &str| format!("{scheme}, {length} bytes");
        check(&name("GcmSiv"), &["aes", "ghash"], std::slice::from_ref(&siv), &|key| {
            let mut text = text.clone();
            let aead = GcmSiv::<Aes256>::new(key.first_chunk().unwrap());
            aead.seal(nonce.first_chunk::<12>().unwrap(), b"", &mut text[..], &mut [0; 16]).unwrap();
        });
        check(&name("Gcm"), &["aes", "ghash"], &subkeys[..1], &|key| {
            let mut text = text.clone();
            let aead = Gcm::<Aes256>::new(key.first_chunk().unwrap());
            aead.seal(&nonce[..12], b"", &mut text[..], &mut [0; 16]).unwrap();
        });
        check(&name("Xaes256Gcm"), &["aes", "ghash"], std::slice::from_ref(&xaes), &|key| {
            let mut text = text.clone();
            let aead = Xaes256Gcm::new(key).unwrap();
            aead.seal(&nonce, b"", &mut text[..], &mut [0; 16]).unwrap();
        });
        check(&name("XChaCha20Poly1305"), &["chacha-poly1305"], &poly, &|key| {
            let mut text = text.clone();
            let aead = XChaCha20Poly1305::new(key).unwrap();
            aead.seal(&nonce, b"", &mut text[..], &mut [0; 16]).unwrap();
        });
        check(&name("Poly1305"), &["poly1305"], &powers, &|key| {
            black_box(Poly1305::mac(key.first_chunk().unwrap(), &text));
        });
        check(&name("Cmac"), &["aes"], &subkeys, &|key| {
            let mut mac = Cmac::<Aes256>::new(key.first_chunk().unwrap());
            mac.update(&text[..]);
            mac.finalize(&mut [0; 16]).unwrap();
        });
        check(&name("Hmac"), &["sha256"], &states, &|key| {
            let mut mac = Hmac::<Sha256>::new(key);
            mac.update(&text[..]);
            // uses `finalize_reset` and not `finalize`, which takes the value: the move would leave a copy in the stack
            // frame of the test
            black_box((mac.finalize_reset(), Hmac::<Sha256>::mac(key, &text)));
        });
    }
    check("Hkdf", &["sha256"], &[extracted], &|key| {
        let mut out = [0; 50];
        Hkdf::<Sha256>::new(b"salt", key).expand(b"info", &mut out).unwrap();
        black_box(out);
    });
    for form in key_wrap::Form::ALL {
        let Ok(wrap) = key_wrap::Algorithm::new(block::lookup("aes-256").unwrap(), form) else { continue };
        let wrapped = wrap.keyed(&master).unwrap().wrap(&content_key).unwrap();
        check(form.name(), &["aes"], std::slice::from_ref(&content_key), &|key| {
            let keyed = wrap.keyed(key).unwrap();
            black_box((keyed.wrap(&content_key).unwrap(), keyed.unwrap(&wrapped).unwrap()));
        });
    }
    checked
}
