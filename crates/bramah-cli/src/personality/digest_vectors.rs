//! `digest -tv ALG FILE` of cppcrypto: tests a block cipher or a hash function with a file of vectors.
//!
//! A line has a name and a value in hexadecimal. `CT` follows `KEY`, `PT` and perhaps `TWEAK`, which applies only to
//! this vector. `CT` is compared with the encryption of `PT`, repeated `REPEAT` times, and the decryption of `CT` is
//! compared with `PT`. `MD` follows `Msg` and is the digest of `Msg`. All other lines are comments.

use super::digest_tests::read;
use crate::{
    exit::{Exit, Stop},
    hex, output, report,
    sumfile::write_hex,
};
use bramah::{Error, block, hash};
use std::path::Path;

/// Tests the vectors of a file, and prints the number of successes. It is a failure if a vector fails or the file has
/// no vectors.
pub(super) fn run(name: &str, file: &Path) -> Result<Exit, Stop> {
    let mut under = match (block::lookup(name), hash::lookup(name)) {
        (Ok(cipher), _) => Under::Cipher(Cipher::new(cipher)),
        (_, Ok(hash)) => Under::Hash(hash, Vec::new()),
        _ => return Err(Stop { exit: Exit::Usage, reason: format!("Unknown algorithm: {name}") }),
    };
    let (mut met, mut failed) = (0, 0);
    for (number, line) in (1..).zip(read(file)?.split(|&byte| byte == b'\n')) {
        let Some((field, value)) = field(line) else { continue };
        let wrong = |reason: &str| Stop::about(file, format_args!("line {number}: {field}: {reason}"));
        let given =
            || hex::decode(value.as_bytes()).map(|bytes| bytes.to_vec()).ok_or_else(|| wrong(hex::WANTED));
        let answer = match (&mut under, field) {
            (Under::Cipher(cipher), "REPEAT") => {
                cipher.repeat =
                    value.parse().ok().filter(|&n| n > 0).ok_or_else(|| wrong("expected a number"))?;
                continue;
            }
            (Under::Cipher(cipher), "KEY") => {
                cipher.key = given()?;
                continue;
            }
            (Under::Cipher(cipher), "PT") => {
                cipher.plaintext = given()?;
                continue;
            }
            (Under::Cipher(cipher), "TWEAK") => {
                cipher.tweak = Some(given()?);
                continue;
            }
            (Under::Hash(_, message), "Msg") => {
                *message = given()?;
                continue;
            }
            (Under::Cipher(cipher), "CT") => cipher.answer(&given()?),
            (Under::Hash(hash, message), "MD") => digest(*hash, message, &given()?),
            _ => continue,
        };
        match answer.map_err(|error| wrong(&error.to_string()))? {
            None => met += 1,
            Some(reason) => {
                failed += 1;
                report::plain(format_args!(
                    "Error for test {} ({name}, line {number}): {reason}",
                    met + failed - 1
                ));
            }
        }
    }
    let all = met + failed;
    let mut counts = Vec::new();
    if met > 0 {
        counts.push(format!("{met}/{all} OK"));
    }
    if failed > 0 {
        counts.push(format!("{failed}/{all} FAILED"));
    }
    if all == 0 {
        counts.push("No tests found".into());
    }
    output::print(format!("{name}: {}\n", counts.join(", ")).as_bytes())?;
    Ok(if failed > 0 || all == 0 { Exit::Failure } else { Exit::Well })
}

/// Returns the name and the value of a line, both of letters, digits and underscores; the value may be empty.
fn field(line: &[u8]) -> Option<(&str, &str)> {
    let (name, value) = std::str::from_utf8(line).ok()?.split_once('=')?;
    let (name, value) = (name.trim(), value.trim());
    let is_word = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    (!name.is_empty() && is_word(name) && is_word(value)).then_some((name, value))
}

/// The algorithm to test, with the fields that have been read.
enum Under {
    Cipher(Cipher),
    Hash(hash::Algorithm, Vec<u8>),
}

struct Cipher {
    algorithm: block::Algorithm,
    key: Vec<u8>,
    plaintext: Vec<u8>,
    tweak: Option<Vec<u8>>,
    repeat: u32,
}

impl Cipher {
    fn new(algorithm: block::Algorithm) -> Self {
        Self { algorithm, key: Vec::new(), plaintext: Vec::new(), tweak: None, repeat: 1 }
    }

    /// Compares a ciphertext, and returns a description of the difference, if there is one.
    fn answer(&mut self, ciphertext: &[u8]) -> Result<Option<String>, Error> {
        let algorithm = match self.tweak.take() {
            Some(tweak) => self.algorithm.with_tweak(&tweak)?,
            None => self.algorithm,
        };
        let keyed = algorithm.keyed(&self.key)?;
        let mut text = self.plaintext.clone();
        for _ in 0..self.repeat {
            keyed.encrypt_blocks(&mut text)?;
        }
        if text != ciphertext {
            return Ok(Some(format!("encryption: expected {}, got {}", digits(ciphertext), digits(&text))));
        }
        for _ in 0..self.repeat {
            keyed.decrypt_blocks(&mut text)?;
        }
        let well = text == self.plaintext;
        Ok((!well)
            .then(|| format!("decryption: expected {}, got {}", digits(&self.plaintext), digits(&text))))
    }
}

/// Compares a digest, and returns a description of the difference, if there is one.
fn digest(algorithm: hash::Algorithm, message: &[u8], expected: &[u8]) -> Result<Option<String>, Error> {
    let mut digest = vec![0; algorithm.output_len()];
    algorithm.with_options(&hash::Options::default())?.digest(message, &mut digest);
    Ok((digest != expected).then(|| format!("expected {}, got {}", digits(expected), digits(&digest))))
}

fn digits(bytes: &[u8]) -> String {
    let mut hex = Vec::new();
    write_hex(&mut hex, bytes);
    String::from_utf8_lossy(&hex).into_owned()
}
