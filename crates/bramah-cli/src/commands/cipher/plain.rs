//! Ciphers that do not authenticate: modes, and stream ciphers.

use super::{
    Args,
    args::{refuse, takes_only, tweaked},
    whole::PIECE,
};
use crate::{
    buffer::{self, Buffer},
    exit::Stop,
    hex::Hex,
    input::Input,
    output::Output,
    report,
};
use bramah::{
    Error, Standing,
    block::AnyCipher,
    mode::{Algorithm, Crypter, Ending, Mode, Padding},
    stream::{self, AnyKeystream, Stream},
};

/// A message with the cipher and key that process it.
pub(super) struct Plain {
    begun: Begun,
    /// The warning to print before anything is processed.
    warning: String,
    threads: usize,
}

enum Begun {
    Mode(Box<Crypter<AnyCipher>>),
    Stream(Stream<AnyKeystream>),
}

/// The maximum number of threads.
const THREADS_MAX: usize = 16;

impl Plain {
    /// Begins the message in a mode that the arguments describe.
    pub(super) fn in_mode(algorithm: Algorithm, args: &Args) -> Result<Self, Stop> {
        let name = algorithm.name();
        refuse(
            &with_a_tag(args),
            format_args!(
                "{name} does not authenticate messages and has no use for this option; use eax or gcm"
            ),
        )?;
        refuse(&[("--rounds", args.rounds.is_some())], format_args!("{name} has a fixed number of rounds"))?;
        let characters = [("--alphabet", args.alphabet.is_some()), ("--radix", args.radix.is_some())];
        refuse(&characters, format_args!("{name} encrypts bytes; this option is for ff1"))?;
        let takes = algorithm.cipher().tweak_len();
        let algorithm = tweaked(algorithm, &name, takes, args, Algorithm::with_tweak)?;
        let mut algorithm = with_parameters(algorithm, args)?;
        if let Some(bits) = args.effective_bits {
            let refused = |error: Error| Stop::usage(format_args!("--effective-bits: {error}"));
            algorithm = algorithm.with_effective_bits(bits).map_err(refused)?;
        }
        if !matches!(algorithm.mode(), Mode::Ctr(_)) {
            refuse(
                &[("-j", args.jobs.is_some())],
                format_args!("{name} runs on one thread only; ctr can use several threads"),
            )?;
            refuse(
                &[("--position", args.position.is_some())],
                format_args!("{name} cannot start in the middle of the message; ctr can"),
            )?;
        }
        let iv = iv(&algorithm, args)?;
        let key = args.key.read(&name, algorithm.key_lengths())?;
        let refused = |error: Error| Stop::usage(format_args!("{name}: {error}"));
        let mut crypter = algorithm.begin(&key, &iv, args.direction()).map_err(refused)?;
        if let Some(position) = args.position {
            crypter.seek(position).map_err(refused)?;
        }
        let cipher = algorithm.cipher().info().name;
        let more = match algorithm.mode() {
            Mode::Ecb(_) => " and reveals which blocks are equal",
            _ => "",
        };
        let warning =
            format!("{name} does not detect changes to the message{more}; use {cipher}-eax to detect them");
        Ok(Self { begun: Begun::Mode(Box::new(crypter)), warning, threads: threads(args) })
    }

    /// Begins the message under a stream cipher that the arguments describe.
    pub(super) fn stream(mut algorithm: stream::Algorithm, args: &Args) -> Result<Self, Stop> {
        let info = algorithm.info();
        let name = info.name;
        refuse(
            &with_a_tag(args),
            format_args!(
                "{name} does not authenticate messages and has no use for this option; use chacha20-poly1305"
            ),
        )?;
        // arguments for authenticated encryption were refused above with a better reason
        takes_only(name, args, &["--iv", "-j", "--position", "--rounds"])?;
        let refused = |error: Error| Stop::usage(format_args!("{name}: {error}"));
        if let Some(rounds) = args.rounds {
            algorithm = algorithm.with_rounds(rounds).map_err(refused)?;
        }
        let nonce = match &args.iv {
            Some(nonce) if !info.nonce_len.contains(nonce.0.len()) => {
                let (count, lengths) = (report::bytes(nonce.0.len()), info.nonce_len);
                return Err(Stop::usage(format_args!(
                    "--iv has {count}, but {name} takes a nonce of {lengths}"
                )));
            }
            Some(nonce) => nonce.0.to_vec(),
            None if info.nonce_len.contains(0) => Vec::new(),
            None => {
                return Err(Stop::usage(format_args!(
                    "{name} needs a nonce of {}, different for each message; give it with --iv HEX",
                    info.nonce_len
                )));
            }
        };
        let key = args.key.read(name, info.key_len)?;
        let mut stream = algorithm.begin(&key, &nonce).map_err(refused)?;
        let several = stream.seek(args.position.unwrap_or(0));
        if args.position.is_some() {
            several.map_err(refused)?;
        } else if several.is_err() {
            refuse(
                &[("-j", args.jobs.is_some())],
                format_args!("{name} has no counter and therefore runs on one thread only"),
            )?;
        }
        let more = match info.standing {
            Standing::Broken => " and is broken",
            _ => "",
        };
        let warning = format!(
            "{name} does not detect changes to the message{more}; use chacha20-poly1305 to detect them"
        );
        Ok(Self { begun: Begun::Stream(stream), warning, threads: threads(args) })
    }

    /// Prints the warning that the cipher does not authenticate.
    pub(super) fn warn(&self) {
        report::plain(format_args!("warning: {}", self.warning));
    }

    /// Passes all of the input through the cipher.
    pub(super) fn run(mut self, input: &mut Input, output: &mut Output) -> Result<(), Stop> {
        let (mut buffer, threads) = buffer::for_threads(PIECE, self.threads)?;
        let crypter = match &mut self.begun {
            Begun::Mode(crypter) if !crypter.is_stream() => crypter,
            stream => loop {
                // starting several threads saves time only for large inputs
                let count = match threads {
                    1 => input.read(&mut buffer)?,
                    _ => input.fill(&mut buffer)?,
                };
                if count == 0 {
                    return Ok(());
                }
                let piece = &mut buffer[..count];
                let done = match stream {
                    Begun::Mode(crypter) => crypter.apply_parallel(&mut *piece, threads),
                    Begun::Stream(stream) => stream.apply_parallel(&mut *piece, threads),
                };
                done.map_err(|error| input.stop(error))?;
                output.write(piece)?;
            },
        };
        // two blocks more, for bytes that the crypter held back earlier
        let mut out = Buffer::try_new(PIECE + 2 * crypter.block_len())?;
        loop {
            let count = input.read(&mut buffer)?;
            let done = match count {
                0 => crypter.finalize(&mut out),
                _ => crypter.update(&buffer[..count], &mut out),
            };
            output.write(&out[..done.map_err(|error| input.stop(error))?])?;
            if count == 0 {
                return Ok(());
            }
        }
    }
}

/// Returns the arguments that apply to authenticated encryption only.
fn with_a_tag(args: &Args) -> [(&'static str, bool); 3] {
    [
        ("--ad", args.ad.is_some()),
        ("--ad-file", args.ad_file.is_some()),
        ("--tag-len", args.tag_len.is_some()),
    ]
}

fn threads(args: &Args) -> usize {
    args.jobs.map_or(1, usize::from).min(THREADS_MAX)
}

/// Sets padding, stealing and increment to the values of the arguments, or to the usual values.
fn with_parameters(algorithm: Algorithm, args: &Args) -> Result<Algorithm, Stop> {
    let name = algorithm.name();
    let refused = |error| Stop::usage(format_args!("{name}: {error}"));
    let usual = match algorithm.mode() {
        Mode::Ecb(_) | Mode::Cbc(_) => Some(Ending::Padded(Padding::Pkcs7)),
        _ => None,
    };
    let mut algorithm = algorithm;
    if let Some(ending) = args.stealing.or(args.padding).or(usual) {
        algorithm = algorithm.with_ending(ending).map_err(refused)?;
    }
    if let Some(increment) = args.increment {
        algorithm = algorithm.with_increment(increment).map_err(refused)?;
    }
    if let Some(section) = args.section {
        algorithm = algorithm.with_section(section).map_err(refused)?;
    }
    Ok(algorithm)
}

/// Returns the IV, with a length that the mode takes.
fn iv(algorithm: &Algorithm, args: &Args) -> Result<Vec<u8>, Stop> {
    let (iv, unit) = (args.iv.as_ref(), args.unit);
    let (name, mut lengths) = (algorithm.name(), algorithm.iv_lengths());
    let max = lengths.max;
    let has_units = matches!(algorithm.mode(), Mode::Kxts | Mode::Xts);
    let may_be_empty = lengths.min == 0 && !args.empty_iv;
    // an empty IV has its own error below
    if may_be_empty {
        lengths.min = 1.min(max);
    }
    match (iv, unit) {
        (None, Some(unit)) if has_units => {
            let mut tweak = vec![0; max];
            let bytes = unit.to_le_bytes();
            let len = bytes.len().min(max);
            tweak[..len].copy_from_slice(&bytes[..len]);
            Ok(tweak)
        }
        (_, Some(_)) => Err(Stop::usage(format_args!("--unit: {name} has no data units; xts and kxts do"))),
        (None, None) if max == 0 => Ok(Vec::new()),
        (None, None) => {
            let or = if has_units { ", or the number of the data unit with --unit" } else { "" };
            // in CTR the IV is the beginning of the counter block
            let enough =
                if may_be_empty { ", preferably 8 or more and different for each message" } else { "" };
            Err(Stop::usage(format_args!(
                "{name} needs an IV of {lengths}{enough}; give it with --iv HEX{or}"
            )))
        }
        (Some(_), None) if max == 0 => Err(Stop::usage(format_args!("--iv: {name} does not take an IV"))),
        (Some(Hex(iv)), None) if iv.is_empty() && may_be_empty => Err(Stop::usage(format_args!(
            "--iv is empty: {name} would encrypt every message under this key with the same keystream; if the key \
             encrypts nothing else, add --empty-iv"
        ))),
        (Some(Hex(iv)), None) if !lengths.contains(iv.len()) => {
            let count = report::bytes(iv.len());
            Err(Stop::usage(format_args!("--iv has {count}, but {name} takes an IV of {lengths}")))
        }
        (Some(Hex(iv)), None) => Ok(iv.to_vec()),
    }
}
