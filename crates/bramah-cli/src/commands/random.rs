//! `bramah random`: random bytes.

use crate::{
    exit::{Exit, Stop},
    output::Output,
    report,
    sumfile::write_hex,
};
use bramah::random::{Generator, Salsar};
use std::{
    io::{self, IsTerminal},
    path::PathBuf,
};
use zeroize::Zeroizing;

/// Write random bytes, for keys, nonces and passwords.
///
/// The bytes come from ChaCha20, seeded by the operating system. Bramah keeps no state between runs.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The number of bytes, or a number followed by k, m or g, which mean 1024, 1024^2 and 1024^3 bytes.
    #[arg(value_name = "BYTES", default_value = "32", value_parser = bytes)]
    bytes: u64,

    /// Write hexadecimal digits on one line. On a terminal, this is the default.
    #[arg(long)]
    hex: bool,

    /// Write to this file, which only its owner can read. The file is written completely or not at all.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// Replace OUT if it exists.
    #[arg(short, long, requires = "output")]
    force: bool,

    /// Write the bytes that the generator salsar makes from this seed. These bytes are reproducible, and not secret.
    ///
    /// salsar is the generator of W. Ehrhardt's units: Salsa20, keyed from a 32-bit seed. It is for simulations and
    /// tests, never for keys, nonces or passwords. The seed is a number from -2147483648 to 4294967295.
    #[arg(long, value_name = "SEED", value_parser = seed, allow_negative_numbers = true)]
    salsar: Option<u32>,

    /// For --salsar only: the number of rounds of Salsa20. Default: 8.
    #[arg(long, value_name = "N", requires = "salsar", value_parser = ["8", "12", "20"])]
    rounds: Option<String>,
}

/// Returns a seed: negative numbers are taken modulo 2^32.
fn seed(text: &str) -> Result<u32, String> {
    let number: Option<i64> = text.parse().ok();
    number
        .filter(|number| (i64::from(i32::MIN)..=i64::from(u32::MAX)).contains(number))
        .map(|number| number as u32)
        .ok_or_else(|| "expected a number from -2147483648 to 4294967295".into())
}

/// A source of bytes.
type Source = Box<dyn FnMut(&mut [u8]) -> Result<(), Stop>>;

/// Returns the source that the arguments choose.
fn source(args: &Args) -> Result<Source, Stop> {
    fn repeatable<const ROUNDS: u32>(seed: u32) -> Source {
        let mut salsar = Salsar::<ROUNDS>::new(seed);
        Box::new(move |out| {
            salsar.read(out);
            Ok(())
        })
    }
    let Some(seed) = args.salsar else {
        let mut generator = Generator::new().map_err(Stop::failure)?;
        return Ok(Box::new(move |out| generator.fill(out).map_err(Stop::failure)));
    };
    report::plain("warning: these bytes are not secret: anyone can compute them from the seed");
    Ok(match args.rounds.as_deref() {
        Some("12") => repeatable::<12>(seed),
        Some("20") => repeatable::<20>(seed),
        _ => repeatable::<8>(seed),
    })
}

/// The number of bytes that are written at a time.
const PIECE: usize = 1 << 16;

fn bytes(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.to_ascii_lowercase() {
        text if text.ends_with('k') => (text.len() - 1, 1u64 << 10),
        text if text.ends_with('m') => (text.len() - 1, 1 << 20),
        text if text.ends_with('g') => (text.len() - 1, 1 << 30),
        text => (text.len(), 1),
    };
    let wanted = || "expected a number of bytes, such as 32, 4k or 1g".to_string();
    let number: u64 = text[..digits].parse().map_err(|_| wanted())?;
    number.checked_mul(unit).ok_or_else(wanted)
}

/// Runs `bramah random`.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    let hex = args.hex || args.output.is_none() && io::stdout().is_terminal();
    let mut output = Output::begin(args.output.as_deref(), args.force, None)?;
    let mut fill = source(args)?;
    let mut buffer = Zeroizing::new(vec![0; PIECE]);
    let mut left = args.bytes;
    while left > 0 {
        let piece = &mut buffer[..left.min(PIECE as u64) as usize];
        fill(piece)?;
        if hex {
            let mut digits = Zeroizing::new(Vec::with_capacity(2 * piece.len()));
            write_hex(&mut digits, piece);
            output.write(&digits)?;
        } else {
            output.write(piece)?;
        }
        left -= piece.len() as u64;
    }
    if hex {
        output.write(b"\n")?;
    }
    output.finish()?;
    Ok(Exit::Well)
}

#[cfg(test)]
mod tests {
    use super::{bytes, seed};

    #[test]
    fn seeds() {
        for (text, number) in [
            ("0", 0),
            ("-1", u32::MAX),
            ("4294967295", u32::MAX),
            ("-2147483648", 1 << 31),
            ("-12345", 4294954951),
        ] {
            assert_eq!(seed(text), Ok(number), "{text}");
        }
        for text in ["", "x", "4294967296", "-2147483649", "1.0"] {
            assert!(seed(text).is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_of_bytes() {
        for (text, number) in [("0", 0), ("32", 32), ("4k", 4096), ("1M", 1 << 20), ("2g", 2 << 30)] {
            assert_eq!(bytes(text), Ok(number), "{text}");
        }
        for text in
            ["", "k", "-1", "1.5", "4kb", "0x10", "99999999999999999999", "18446744073709551615k", "\u{212a}"]
        {
            assert!(bytes(text).is_err(), "{text}");
        }
    }
}
