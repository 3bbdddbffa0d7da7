//! The modes that do not authenticate.

use super::{Args, PIECE, args::refuse};
use crate::{buffer::Buffer, exit::Stop, hex::Hex, input::Input, output::Output, report};
use bramah::{
    block::AnyCipher,
    mode::{Algorithm, Crypter, Ending, Mode, Padding},
};

/// A message.
pub(super) struct Plain {
    algorithm: Algorithm,
    crypter: Crypter<AnyCipher>,
    threads: usize,
}

/// The threads that are given work at most.
const THREADS_MAX: usize = 16;

impl Plain {
    /// The message that the arguments begin.
    pub(super) fn new(algorithm: Algorithm, args: &Args) -> Result<Self, Stop> {
        let name = algorithm.name();
        let authenticated = [
            ("--ad", args.ad.is_some()),
            ("--ad-file", args.ad_file.is_some()),
            ("--tag-len", args.tag_len.is_some()),
        ];
        refuse(&name, &authenticated, "does not authenticate; eax does")?;
        let algorithm = with_parameters(algorithm, args)?;
        if !matches!(algorithm.mode(), Mode::Ctr(_)) {
            refuse(&name, &[("-j", args.jobs.is_some())], "runs on one thread; ctr can use several")?;
        }
        let iv = iv(&algorithm, args.iv.as_ref(), args.unit)?;
        let key = args.key.read(&name, algorithm.key_len())?;
        let begun = algorithm.begin(&key, &iv, args.direction());
        let crypter = begun.map_err(|error| Stop::usage(format_args!("{name}: {error}")))?;
        let threads = args.jobs.map_or(1, usize::from).min(THREADS_MAX);
        Ok(Self { algorithm, crypter, threads })
    }

    /// Says what the mode does not do.
    pub(super) fn warn(&self) {
        let (name, cipher) = (self.algorithm.name(), self.algorithm.cipher().info().name);
        let more = match self.algorithm.mode() {
            Mode::Ecb(_) => ", and shows which blocks are equal",
            _ => "",
        };
        report::plain(format_args!(
            "warning: {name} does not tell whether a message was tampered with{more}; {cipher}-eax does"
        ));
    }

    /// Takes all of the input through the mode.
    pub(super) fn run(mut self, input: &mut Input, output: &mut Output) -> Result<(), Stop> {
        let crypter = &mut self.crypter;
        let mut buffer = Buffer::new(PIECE * self.threads);
        if crypter.is_stream() {
            loop {
                // several threads are worth it for much alone
                let count = match self.threads {
                    1 => input.read(&mut buffer)?,
                    _ => input.fill(&mut buffer)?,
                };
                if count == 0 {
                    return Ok(());
                }
                let piece = &mut buffer[..count];
                crypter.apply_parallel(&mut *piece, self.threads).map_err(|error| input.stop(error))?;
                output.write(piece)?;
            }
        }
        // what was kept back before comes with it
        let mut out = Buffer::new(PIECE + 2 * crypter.block_len());
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

/// Padding, stealing and increment: those asked for, or what is usual.
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
    Ok(algorithm)
}

/// The IV, of a length that the mode takes.
fn iv(algorithm: &Algorithm, iv: Option<&Hex>, unit: Option<u64>) -> Result<Vec<u8>, Stop> {
    let (name, (min, max)) = (algorithm.name(), algorithm.iv_len());
    let xts = matches!(algorithm.mode(), Mode::Xts);
    let takes = if min < max { format!("{min} to {max} bytes") } else { format!("{max} bytes") };
    match (iv, unit) {
        (None, Some(unit)) if xts => {
            let mut tweak = vec![0; max];
            let bytes = unit.to_le_bytes();
            let len = bytes.len().min(max);
            tweak[..len].copy_from_slice(&bytes[..len]);
            Ok(tweak)
        }
        (_, Some(_)) => Err(Stop::usage(format_args!("--unit: {name} has no data units; xts has"))),
        (None, None) if max == 0 => Ok(Vec::new()),
        (None, None) => {
            let or = if xts { ", or --unit the number of the data unit" } else { "" };
            Err(Stop::usage(format_args!("{name} takes an IV of {takes}: --iv gives it in hexadecimal{or}")))
        }
        (Some(_), None) if max == 0 => Err(Stop::usage(format_args!("--iv: {name} takes none"))),
        (Some(Hex(iv)), None) if iv.len() < min || iv.len() > max => {
            let count = iv.len();
            Err(Stop::usage(format_args!("--iv: {count} bytes, but {name} takes an IV of {takes}")))
        }
        (Some(Hex(iv)), None) => Ok(iv.to_vec()),
    }
}
