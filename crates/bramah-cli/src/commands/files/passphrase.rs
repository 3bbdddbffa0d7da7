//! The passphrase of encrypted files, and its sources.

use super::asking::{hidden, tell};
use crate::{exit::Stop, password};
use bramah::random::Generator;
use std::path::PathBuf;
use zeroize::Zeroizing;

const HEADING: &str = "Passphrase (by default, Bramah asks for a passphrase on the terminal)";
/// The environment variable that holds a passphrase.
const VARIABLE: &str = "BRAMAH_PASSPHRASE";
/// The name of the secret in messages.
const SECRET: &str = "passphrase";
/// The number of words that are drawn if the passphrase is left empty: 110 bits.
const WORDS: usize = 10;
/// The 2,048 English words of BIP 39. A random word of this list has 11 bits of entropy.
const LIST: &str = include_str!("words.txt");

/// The options for the source of the passphrase.
#[derive(clap::Args)]
#[group(skip)]
pub(crate) struct Args {
    #[command(flatten)]
    source: PassphraseSource,

    #[command(flatten)]
    form: PassphraseForm,
}

#[derive(clap::Args)]
#[group(id = "source of the passphrase", multiple = false)]
struct PassphraseSource {
    /// Read the passphrase from this file, which must contain one line of UTF-8 text. The newline is not part of the
    /// passphrase.
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    passphrase_file: Option<PathBuf>,

    /// Read the passphrase from this file descriptor, as one line of UTF-8 text; 0 is standard input. Without these
    /// options, Bramah uses BRAMAH_PASSPHRASE from the environment if it is set.
    #[arg(long, value_name = "N", help_heading = HEADING)]
    passphrase_fd: Option<u32>,
}

#[derive(clap::Args)]
#[group(skip)]
struct PassphraseForm {
    /// Format of --passphrase-file or --passphrase-fd.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t, hide_default_value = true,
        requires = "source of the passphrase", help_heading = HEADING)]
    passphrase_format: password::Format,
}

impl Args {
    /// Returns whether an argument names a source of the passphrase.
    pub(crate) fn is_given(&self) -> bool {
        self.source.passphrase_file.is_some() || self.source.passphrase_fd.is_some()
    }

    /// Returns whether the passphrase is read from standard input.
    pub(crate) fn is_stdin(&self) -> bool {
        self.source.passphrase_fd == Some(0)
            || self.source.passphrase_file.as_ref().is_some_and(|path| path.as_os_str() == "-")
    }

    /// Reads the passphrase from the source that the arguments name or from the environment; `None` if the user must be
    /// asked.
    pub(crate) fn given(&self) -> Result<Option<Zeroizing<Vec<u8>>>, Stop> {
        if !self.is_given() {
            return password::variable(VARIABLE, SECRET, VARIABLE);
        }
        let path = self.source.passphrase_file.as_deref();
        password::read(SECRET, path, self.source.passphrase_fd, self.form.passphrase_format).map(Some)
    }

    /// Returns the passphrase for a new file. Asks the user twice; if the user enters an empty passphrase, generates
    /// a passphrase of ten words and shows it.
    pub(crate) fn new_one(&self) -> Result<Zeroizing<Vec<u8>>, Stop> {
        if let Some(given) = self.given()? {
            return match given.is_empty() {
                true => Err(Stop::usage("the passphrase is empty")),
                false => Ok(given),
            };
        }
        let passphrase = hidden("Passphrase (leave empty to generate one): ")?;
        if passphrase.is_empty() {
            let words = drawn()?;
            let message = Zeroizing::new(format!("Generated passphrase: {}\n", *words));
            tell(&message)?;
            return Ok(Zeroizing::new(words.as_bytes().to_vec()));
        }
        if *hidden("Again: ")? != *passphrase {
            return Err(Stop::usage("the two passphrases differ"));
        }
        Ok(Zeroizing::new(passphrase.as_bytes().to_vec()))
    }
}

/// Generates a passphrase of random words.
fn drawn() -> Result<Zeroizing<String>, Stop> {
    let list: Vec<&str> = LIST.lines().collect();
    let mut numbers = Zeroizing::new([0; 2 * WORDS]);
    Generator::new().and_then(|mut generator| generator.fill(&mut *numbers)).map_err(Stop::failure)?;
    // allocated up front: a reallocation would leave a part of the passphrase in freed memory
    let mut passphrase = Zeroizing::new(String::with_capacity(WORDS * 16));
    for number in numbers.as_chunks::<2>().0 {
        if !passphrase.is_empty() {
            passphrase.push('-');
        }
        passphrase.push_str(list[usize::from(u16::from_le_bytes(*number)) % list.len()]);
    }
    Ok(passphrase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passphrases_are_drawn_from_all_words() {
        let words: Vec<&str> = LIST.lines().collect();
        assert_eq!(words.len(), 2048);
        assert!(words.is_sorted() && words.iter().all(|word| (3..=8).contains(&word.len())));
        let (one, other) = (drawn().unwrap(), drawn().unwrap());
        assert_ne!(*one, *other);
        assert!(one.split('-').count() == WORDS && one.split('-').all(|word| words.contains(&word)));
    }
}
