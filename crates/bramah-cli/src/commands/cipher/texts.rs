//! Format-preserving encryption and decryption: every line of the input is a text, and the same line of the output is
//! the result.

use super::{Args, args::takes_only, whole};
use crate::{exit::Stop, input::Input, output::Output, report};
use bramah::{
    fpe::{Algorithm, Alphabet, AnyFf1},
    mode::Direction,
};
use std::str;
use zeroize::Zeroizing;

/// The characters of numerals if a radix, and no alphabet, is given.
const CHARACTERS: &str = "0123456789abcdefghijklmnopqrstuvwxyz";

/// The key, the alphabet and the tweak under which texts are encrypted or decrypted.
pub(super) struct Texts {
    ff1: AnyFf1,
    alphabet: Alphabet,
    tweak: Vec<u8>,
    direction: Direction,
    name: String,
}

impl Texts {
    /// Makes the scheme that the arguments describe.
    pub(super) fn new(algorithm: Algorithm, args: &Args) -> Result<Self, Stop> {
        let name = algorithm.name();
        takes_only(&name, args, &["--alphabet", "--radix", "--tweak"])?;
        let characters = match (&args.alphabet, args.radix) {
            (Some(alphabet), _) => alphabet,
            (None, Some(radix)) => &CHARACTERS[..usize::from(radix)],
            (None, None) => {
                return Err(Stop::usage(format_args!(
                    "{name} needs to know which characters a text may contain: use --radix 10 for digits, or --alphabet CHARACTERS"
                )));
            }
        };
        let alphabet =
            Alphabet::new(characters).map_err(|error| Stop::usage(format_args!("--alphabet: {error}")))?;
        let key = args.key.read(&name, algorithm.key_lengths())?;
        let ff1 = algorithm
            .keyed(&key, alphabet.radix())
            .map_err(|error| Stop::usage(format_args!("{name}: {error}")))?;
        let tweak = args.tweak.as_ref().map_or(Vec::new(), |tweak| tweak.0.to_vec());
        Ok(Self { ff1, alphabet, tweak, direction: args.direction(), name })
    }

    /// Prints the warning that the scheme does not authenticate.
    pub(super) fn warn(&self) {
        report::plain(format_args!(
            "warning: {} does not detect changes to a text, and equal texts encrypt to equal ciphertexts under one \
             tweak",
            self.name
        ));
    }

    /// Encrypts or decrypts all of the input. Nothing is written if a line is refused.
    pub(super) fn run(&self, input: &mut Input, output: &mut Output) -> Result<(), Stop> {
        let bytes = whole::read(input, whole::MOST)?;
        let text = str::from_utf8(&bytes).map_err(|_| input.stop("is not UTF-8 text"))?;
        let mut all = Zeroizing::new(String::with_capacity(4 * text.len()));
        for (number, line) in (1_usize..).zip(text.split_inclusive('\n')) {
            let text = line.strip_suffix('\n').unwrap_or(line);
            let text = text.strip_suffix('\r').unwrap_or(text);
            let done = match self.direction {
                Direction::Encrypt => self.ff1.encrypt_text(&self.alphabet, &self.tweak, text),
                Direction::Decrypt => self.ff1.decrypt_text(&self.alphabet, &self.tweak, text),
            };
            let done = done.map_err(|error| input.stop(format_args!("line {number}: {error}")))?;
            all.push_str(&Zeroizing::new(done));
            all.push_str(&line[text.len()..]);
        }
        output.write(all.as_bytes())
    }
}
