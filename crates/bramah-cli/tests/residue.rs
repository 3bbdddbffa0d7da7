//! Tests that no signing key is left in memory. After a minisign or SSH key has been read and used, neither the freed
//! heap nor the unused part of the stack contains eight bytes of its seed, and the stack contains none of the numbers
//! that are computed from the seed or from the nonce of a signature. Anyone who knows the nonce can compute the key.
#![cfg(not(target_family = "wasm"))] // it has neither threads nor a stack that can be scanned
#![allow(unsafe_code)]

use base64ct::{Base64, Encoding as _};
use bramah::{
    Blake2b256, Blake2b512, Sha512,
    kdf::{BcryptPbkdf, PasswordKdf as _, Scrypt},
    mode::Direction,
};
use bramah_age::{
    Ask, Error, SshIdentity,
    ssh_wire::{put, string},
};
use curve25519_dalek::{Scalar, edwards::EdwardsPoint, scalar::clamp_integer};
use memory::{found, key, left_by, secrets_left};
use signature::secret::{self, Refused, Signer};
use std::{array::from_fn, hint::black_box, sync::Arc};
use zeroize::Zeroizing;

/// The source files of the command are compiled here, because the library of the command has a global allocator, which
/// would conflict with the allocator that inspects freed memory.
#[allow(dead_code, unused_imports)] // the code that verifies signatures is not used here
#[path = "../src/signature"]
mod signature {
    pub(crate) mod ed25519;
    mod plain;
    pub(crate) mod secret;
    mod ssh;

    const WRONG: &str = "the signature is not right";

    pub(crate) struct Proof {
        pub(crate) signer: String,
        pub(crate) comment: Option<String>,
    }
}

#[allow(dead_code)] // functions that only the library's tests use
#[path = "../../bramah/tests/residue/memory.rs"]
mod memory;

const PASSPHRASE: &[u8] = b"correct horse";
const MESSAGE: &[u8] = b"a message that is signed";

/// Returns the representations of a secret scalar to search for: its bytes, five words of 52 bits, and 64 signed digits
/// of 4 bits, as the functions of the curve use them.
fn forms(number: &Scalar) -> [Vec<u8>; 3] {
    let bytes = number.to_bytes();
    let bit = |at: usize| bytes.get(at / 8).map_or(0, |byte| u64::from(byte >> (at % 8) & 1));
    let word = |from: usize, len: usize| (0..len).fold(0, |word, at| word | bit(from + at) << at);
    let words: [[u8; 8]; 5] = from_fn(|i| word(52 * i, 52).to_le_bytes());
    let mut digits: [i8; 64] = from_fn(|i| word(4 * i, 4) as i8);
    for at in 0..63 {
        let carry = (digits[at] + 8) >> 4;
        digits[at] -= carry << 4;
        digits[at + 1] += carry;
    }
    [bytes.to_vec(), words.concat(), digits.map(|digit| digit as u8).to_vec()]
}

/// A key; memory is searched for its seed.
struct Key {
    seed: [u8; 32],
    public: [u8; 32],
    scalar: Scalar,
    prefix: Vec<u8>,
}

impl Key {
    fn new() -> Self {
        let seed: [u8; 32] = key(32).try_into().unwrap();
        let digest = Sha512::digest(seed);
        let scalar = Scalar::from_bytes_mod_order(clamp_integer(*digest.first_chunk().unwrap()));
        let public = EdwardsPoint::mul_base(&scalar).compress().to_bytes();
        Self { seed, public, scalar, prefix: digest[32..].to_vec() }
    }

    /// Returns the secrets that signing `signed` computes.
    fn secrets(&self, signed: &[u8]) -> Vec<Vec<u8>> {
        let digest = Sha512::digest(self.seed);
        let wide = Sha512::digest([&self.prefix[..], signed].concat());
        let nonce = Scalar::from_bytes_mod_order_wide(&wide);
        let mut secrets = vec![digest.to_vec(), wide.to_vec()];
        secrets.extend(forms(&self.scalar));
        secrets.extend(forms(&nonce));
        secrets
    }

    /// Returns a file of the key as minisign writes it.
    fn minisign(&self, encrypted: bool) -> String {
        let mut sealed = [&[9; 8][..], &self.seed, &self.public].concat();
        let sum = Blake2b256::digest([&b"Ed"[..], &sealed].concat());
        sealed.extend(if encrypted { sum } else { [0; 32] });
        let mut head = b"EdSc".to_vec();
        head.extend(b"B2");
        head.extend([7_u8; 32]);
        head.extend((32_u64 << 10).to_le_bytes());
        head.extend((1024_u64 << 10).to_le_bytes());
        if encrypted {
            let mut stream = vec![0; sealed.len()];
            Scrypt::new(10, 8, 1).unwrap().derive(PASSPHRASE, &[7; 32], &mut stream).unwrap();
            sealed.iter_mut().zip(stream).for_each(|(byte, with)| *byte ^= with);
        } else {
            head[2..4].fill(0);
        }
        format!("untrusted comment: x\n{}\n", Base64::encode_string(&[head, sealed].concat()))
    }

    /// Returns a file of the key as OpenSSH writes it.
    fn ssh(&self, encrypted: bool) -> String {
        let mut wire = Vec::new();
        put(&mut wire, b"ssh-ed25519");
        put(&mut wire, &self.public);
        let mut body = [[3; 8].to_vec(), wire.clone()].concat();
        put(&mut body, &[self.seed, self.public].concat());
        put(&mut body, b"");
        body.extend((1_u8..).take(body.len().next_multiple_of(16) - body.len()));
        let mut options = Vec::new();
        if encrypted {
            put(&mut options, &[7; 16]);
            options.extend(2_u32.to_be_bytes());
            let mut derived = [0; 48];
            BcryptPbkdf::new(2).unwrap().derive(PASSPHRASE, &[7; 16], &mut derived).unwrap();
            let cipher = bramah::cipher("aes-256-ctr").unwrap();
            cipher
                .begin(&derived[..32], &derived[32..], Direction::Encrypt)
                .unwrap()
                .apply(&mut body[..])
                .unwrap();
        }
        let mut file = b"openssh-key-v1\0".to_vec();
        let (cipher, kdf) =
            if encrypted { (&b"aes256-ctr"[..], &b"bcrypt"[..]) } else { (&b"none"[..], &b"none"[..]) };
        put(&mut file, cipher);
        put(&mut file, kdf);
        put(&mut file, &options);
        file.extend(1_u32.to_be_bytes());
        put(&mut file, &wire);
        put(&mut file, &body);
        let text = Base64::encode_string(&file);
        format!("-----BEGIN OPENSSH PRIVATE KEY-----\n{text}\n-----END OPENSSH PRIVATE KEY-----\n")
    }
}

/// Answers requests for the passphrase.
struct Knows;

impl Ask for Knows {
    fn passphrase(&self, _: &str) -> Result<Zeroizing<Vec<u8>>, Error> {
        Ok(Zeroizing::new(PASSPHRASE.to_vec()))
    }
    fn secret(&self, _: &str) -> Result<Zeroizing<String>, Error> {
        Err(Error::WrongPassphrase)
    }
    fn value(&self, _: &str) -> Result<String, Error> {
        Err(Error::WrongPassphrase)
    }
    fn confirm(&self, _: &str, _: &str, _: Option<&str>) -> Result<bool, Error> {
        Err(Error::WrongPassphrase)
    }
    fn show(&self, _: &str) {}
}

/// Signs with the SSH key of this seed.
fn sign(seed: &[u8; 32]) -> String {
    Signer::ssh(seed).sign(MESSAGE, "", "file").unwrap()
}

/// Decrypts a minisign key and signs; `None` if the passphrase is wrong.
fn signed_by_minisign(file: &str, passphrase: &[u8]) -> Option<String> {
    let asked = || Ok::<_, Refused>(Zeroizing::new(passphrase.to_vec()));
    let signer = secret::minisign(file.as_bytes(), 20, asked).ok()?;
    Some(signer.sign(MESSAGE, "comment", "").unwrap())
}

/// Decrypts an SSH key and signs.
fn signed_by_ssh(file: &str) -> String {
    let identity = SshIdentity::parse(file, Arc::new(Knows), "").unwrap();
    let seed = identity.seed().unwrap();
    sign(&seed)
}

/// Returns the scalar s of an SSH signature.
fn scalar_of(text: &str) -> Vec<u8> {
    let joined: String = text.lines().filter(|line| !line.starts_with('-')).collect();
    let bytes = Base64::decode_vec(&joined).unwrap();
    let mut rest = &bytes[10..];
    let parts: Vec<&[u8]> = (0..5).map(|_| string(&mut rest).unwrap()).collect();
    parts[4][parts[4].len() - 32..].to_vec()
}

fn main() {
    let key = Key::new();
    // the bytes that an SSH signature and a minisign signature sign
    let mut wire = b"SSHSIG".to_vec();
    for part in [&b"file"[..], b"", b"sha512", &Sha512::digest(MESSAGE)] {
        put(&mut wire, part);
    }
    let (by_ssh, by_minisign) = (key.secrets(&wire), key.secrets(&Blake2b512::digest(MESSAGE)));
    // checks that these are the right numbers: s is the nonce plus the product of challenge and scalar
    let text = signed_by_ssh(&key.ssh(true));
    let point = EdwardsPoint::mul_base(&Scalar::from_bytes_mod_order_wide(by_ssh[1].first_chunk().unwrap()));
    let challenge = Sha512::digest([&point.compress().to_bytes()[..], &key.public, &wire].concat());
    let nonce = Scalar::from_bytes_mod_order_wide(by_ssh[1].first_chunk().unwrap());
    let expected = Scalar::from_bytes_mod_order_wide(&challenge) * key.scalar + nonce;
    assert_eq!(scalar_of(&text), expected.as_bytes());
    // checks that the search can find the secrets at all
    for secret in &by_ssh {
        let secret = secret.clone();
        let left = secrets_left(&by_ssh, &|_| {
            let copy: [u8; 32] = *secret.first_chunk().unwrap();
            black_box(&copy);
        });
        assert!(!left.is_empty(), "a secret that was not wiped");
    }

    let mut checked = 0;
    let mut check = |name: &str, secrets: &[Vec<u8>], f: &(dyn Fn(&[u8]) + Sync)| {
        left_by(f).of_the_key().expect_nothing(name);
        let places = secrets_left(secrets, f);
        if let (Some(first), Some(last)) = (places.first(), places.last()) {
            found(format!("{name}: {} words of secrets on the stack, {last} to {first}", places.len()));
        }
        checked += 1;
    };
    check("a signature of SSH", &by_ssh, &|seed| {
        black_box(sign(seed.first_chunk().unwrap()));
    });
    for encrypted in [false, true] {
        let (ssh, minisign) = (key.ssh(encrypted), key.minisign(encrypted));
        let name = if encrypted { ", encrypted" } else { "" };
        check(&format!("a key of SSH{name}"), &by_ssh, &|_| {
            black_box(signed_by_ssh(&ssh));
        });
        check(&format!("a key of minisign{name}"), &by_minisign, &|_| {
            assert!(black_box(signed_by_minisign(&minisign, PASSPHRASE)).is_some());
        });
        if encrypted {
            check("a key of minisign and another passphrase", &by_minisign, &|_| {
                assert!(signed_by_minisign(&minisign, b"another").is_none());
            });
        }
    }
    memory::assert_nothing_found();
    println!("{checked} ways to use a key that signs: nothing of it was left in memory");
}
