//! Encrypts a small secret file under a passphrase: a token, a seed, the settings of a program.
//!
//!     cargo run --release -p bramah --example key_from_passphrase -- seal FILE SEALED
//!     cargo run --release -p bramah --example key_from_passphrase -- open SEALED FILE
//!
//! The passphrase is the first line of standard input. Argon2id derives a key from it slowly, so that an attacker who
//! has the file cannot guess quickly. XChaCha20-Poly1305 encrypts under this key, and detects changes to the file.
//!
//! For files that people exchange, use age files instead: the crate bramah-age, or `bramah encrypt -p`.

use bramah::{XChaCha20Poly1305, kdf::Argon2, random};
use std::{
    error::Error,
    fs,
    io::{self, BufRead},
};
use zeroize::{Zeroize, Zeroizing};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The first bytes of a sealed file. Another version of this format, with other parameters, begins with other bytes.
const MAGIC: &[u8; 8] = b"example1";
/// The length of the salt in bytes. It is random for each file, so that equal passphrases make different keys.
const SALT: usize = 16;
/// The length of the nonce in bytes.
const NONCE: usize = 24;

/// Returns the cipher with the key of a file.
fn cipher(passphrase: &[u8], salt: &[u8]) -> Result<XChaCha20Poly1305> {
    // erased when it goes out of scope; the cipher erases its own copy
    let mut key = Zeroizing::new([0; 32]);
    // 64 MiB, three passes and four lanes (RFC 9106, section 4). Try it on the slowest machine that opens files.
    Argon2::recommended().threads(4).derive(passphrase, salt, &mut *key)?;
    Ok(XChaCha20Poly1305::new(&*key)?)
}

/// Returns the sealed file with this text: the magic bytes, the salt, the nonce, the ciphertext and its tag.
fn seal(passphrase: &[u8], text: &[u8]) -> Result<Vec<u8>> {
    let (mut salt, mut nonce) = ([0; SALT], [0; NONCE]);
    let mut generator = random::Generator::new()?;
    generator.fill(&mut salt)?;
    generator.fill(&mut nonce)?;
    // the header is associated data: changing it is noticed too
    let header = [&MAGIC[..], &salt, &nonce].concat();
    let sealed = cipher(passphrase, &salt)?.encrypt(&nonce, &header, text)?;
    Ok([header, sealed].concat())
}

/// Returns the text of a sealed file.
fn open(passphrase: &[u8], file: &[u8]) -> Result<Vec<u8>> {
    let (header, sealed) =
        file.split_at_checked(MAGIC.len() + SALT + NONCE).ok_or("the file is too short")?;
    let (magic, rest) = header.split_at(MAGIC.len());
    let (salt, nonce) = rest.split_at(SALT);
    if magic != MAGIC {
        return Err("not a file of this program".into());
    }
    let opened = cipher(passphrase, salt)?.decrypt(nonce, header, sealed);
    opened.map_err(|_| "wrong passphrase, or the file was changed".into())
}

fn main() -> Result<()> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [command, from, to] = &arguments[..] else {
        return Err("usage: key_from_passphrase seal|open FROM TO <PASSPHRASE".into());
    };
    // room for the whole line, so that the passphrase is not copied when the buffer grows
    let mut line = Vec::with_capacity(4096);
    io::stdin().lock().read_until(b'\n', &mut line)?;
    let input = fs::read(from)?;
    let output = match command.as_str() {
        "seal" => seal(line.trim_ascii_end(), &input),
        "open" => open(line.trim_ascii_end(), &input),
        _ => Err("the command is seal or open".into()),
    };
    line.as_mut_slice().zeroize();
    Ok(fs::write(to, output?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_file_opens_under_its_passphrase_only() {
        let file = seal(b"correct horse", b"a token").expect("a sealed file");
        assert_eq!(open(b"correct horse", &file).expect("the text"), b"a token");
        assert!(open(b"battery staple", &file).is_err());
        for at in [MAGIC.len(), MAGIC.len() + SALT, file.len() - 1] {
            let mut changed = file.clone();
            changed[at] ^= 1;
            assert!(open(b"correct horse", &changed).is_err(), "{at}");
        }
        for length in [0, 7, MAGIC.len() + SALT + NONCE, file.len() - 1] {
            assert!(open(b"correct horse", &file[..length]).is_err(), "{length}");
        }
        assert_ne!(seal(b"correct horse", b"a token").expect("another file"), file);
    }
}
