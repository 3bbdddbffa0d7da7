//! Draws the time of block ciphers over the length of the message, and prints the worst length of each.
//!
//! The times are compared with a straight line: the time of one block, plus for each byte the time per byte of full
//! groups of blocks, which is computed from the difference between 16,384 and 8,192 bytes. A backend that wastes time
//! at lengths where its groups are not full falls below the line. A row of the output has the cipher, the backend, the
//! mode, the worst length in bytes, the ratio of the line to the time there, the time there in ns, and the speed of
//! full groups in MB/s.
//!
//! Usage: `bramah-curve [OPTION]... [CIPHER]...`, by default all ciphers on their backends in use.
//! - `--backend NAME`: on this backend, or on each that the CPU runs if the name is `all`
//! - `--modes LIST`: of `ecb,ecb-d,cbc-d,cfb-d,ctr,xts,xts-d`; by default `ecb,ecb-d,ctr`
//! - `--runs N`: the best of this many runs counts (25)
//! - `--points`: print every length: cipher, backend, mode, length, ns, and the ratio
//! - `--bar RATIO`: fail if a length is below this ratio

use bramah::{
    Error, InOut, block,
    mode::{self, Direction, MODES},
};
use std::{hint::black_box, process::ExitCode, time::Instant};

/// The length of the longest message, in bytes.
const MAX: usize = 16_384;
/// The approximate number of lengths.
const LENGTHS: usize = 200;
/// The minimum time of a measurement, in nanoseconds: fast calls are repeated until they take this long.
const SAMPLE: u64 = 10_000;

/// The arguments: the ciphers, backends and modes to measure, the number of runs, and the form of the result.
struct Options {
    names: Vec<String>,
    backend: Option<String>,
    modes: Vec<String>,
    runs: usize,
    points: bool,
    bar: f64,
}

impl Options {
    /// Reads the arguments.
    fn read(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self {
            names: vec![],
            backend: None,
            modes: ["ecb", "ecb-d", "ctr"].map(String::from).into(),
            runs: 25,
            points: false,
            bar: 0.0,
        };
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or_else(|| format!("{arg} takes a value"));
            match arg.as_str() {
                "--backend" => options.backend = Some(value()?),
                "--modes" => options.modes = value()?.split(',').map(String::from).collect(),
                "--runs" => options.runs = value()?.parse().map_err(|_| "--runs takes a number")?,
                "--bar" => options.bar = value()?.parse().map_err(|_| "--bar takes a number")?,
                "--points" => options.points = true,
                _ if arg.starts_with('-') => return Err(format!("unknown option {arg}")),
                _ => options.names.push(arg),
            }
        }
        Ok(options)
    }
}

/// Returns the lengths to measure, multiples of `unit` in ascending order: half of them in equal ratios, and half of
/// them random.
fn lengths(unit: usize) -> Vec<usize> {
    let mut random = 1u64;
    let mut lengths: Vec<usize> = (0..LENGTHS)
        .map(|i| {
            if i % 2 == 0 {
                return (MAX as f64).powf(i as f64 / LENGTHS as f64) as usize;
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            1 + (random >> 33) as usize % MAX
        })
        .chain([unit, MAX / 2, MAX])
        .map(|len| len.div_ceil(unit) * unit)
        .collect();
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

/// A length in bytes, and the shortest measured time.
struct Point {
    len: usize,
    calls: u64,
    ns: f64,
}

/// Returns the time of each length in a mode.
fn measured(cipher: block::Algorithm, mode: &str, runs: usize) -> Result<Vec<Point>, Error> {
    let (name, direction) = match mode.strip_suffix("-d") {
        Some(name) => (name, Direction::Decrypt),
        None => (mode, Direction::Encrypt),
    };
    let unknown = || Error::UnknownName(name.into());
    let info = MODES.iter().find(|info| info.name == name).ok_or_else(unknown)?;
    let algorithm = mode::Algorithm::new(cipher, info);
    let key: Vec<u8> = (0..algorithm.key_len()).map(|i| i as u8).collect();
    let iv = vec![7; algorithm.iv_len().1];
    let mut crypter = algorithm.begin(&key, &iv, direction)?;
    let unit = if crypter.is_stream() { 1 } else { cipher.block_len() };
    let (input, mut output) = (vec![1; MAX], vec![0; MAX]);
    let mut time = |len: usize, calls: u64| -> Result<f64, Error> {
        let start = Instant::now();
        for _ in 0..calls {
            crypter.reset(&iv)?;
            crypter.apply(InOut::new(black_box(&input[..len]), &mut output[..len])?)?;
        }
        Ok(start.elapsed().as_nanos() as f64 / calls as f64)
    };
    let mut points = vec![];
    for len in lengths(unit) {
        time(len, 1)?;
        let ns = time(len, 3)?.max(1.0) as u64;
        points.push(Point { len, calls: 1 + SAMPLE / ns, ns: f64::MAX });
    }
    for _ in 0..runs {
        for point in &mut points {
            point.ns = point.ns.min(time(point.len, point.calls)?);
        }
    }
    Ok(points)
}

/// Measures a cipher in a mode, prints the results that `options` ask for, and returns the worst ratio.
fn curve(cipher: block::Algorithm, backend: &str, mode: &str, options: &Options) -> Result<f64, Error> {
    let points = measured(cipher, mode, options.runs)?;
    let at = |len| points.iter().find(|point| point.len == len).map_or(0.0, |point| point.ns);
    let (block, byte) = (at(cipher.block_len()).max(at(1)), (at(MAX) - at(MAX / 2)) / (MAX / 2) as f64);
    let ratio = |point: &Point| (block + byte * point.len as f64) / point.ns;
    let name = cipher.info().name;
    if options.points {
        for point in &points {
            println!("{name}\t{backend}\t{mode}\t{}\t{:.1}\t{:.3}", point.len, point.ns, ratio(point));
        }
    }
    let worst = points.iter().min_by(|a, b| ratio(a).total_cmp(&ratio(b)));
    let Some(worst) = worst else { return Ok(1.0) };
    let mark = if options.points { "# " } else { "" };
    println!(
        "{mark}{name}\t{backend}\t{mode}\t{}\t{:.3}\t{:.1}\t{:.0}",
        worst.len,
        ratio(worst),
        worst.ns,
        1e3 / byte
    );
    Ok(ratio(worst))
}

/// Measures everything that `options` ask for, and returns whether all ratios reach the bar.
fn all(options: &Options) -> Result<bool, Error> {
    let ciphers: Vec<_> = match options.names.is_empty() {
        true => block::entries().map(block::Entry::algorithm).collect(),
        false => options.names.iter().map(|name| block::lookup(name)).collect::<Result<_, _>>()?,
    };
    let mut reached = true;
    for cipher in ciphers {
        let available = cipher.backends_available();
        let backends = match options.backend.as_deref() {
            None => available[..1].to_vec(),
            Some("all") => available,
            Some(one) => available.into_iter().filter(|name| *name == one).collect(),
        };
        for backend in backends {
            let cipher = cipher.with_backend(backend)?;
            for mode in &options.modes {
                let plain = mode.trim_end_matches("-d");
                // XTS is only defined for blocks of 16 bytes
                if MODES.iter().any(|info| info.name == plain && !info.takes(&cipher)) {
                    continue;
                }
                reached &= curve(cipher, backend, mode, options)? >= options.bar;
            }
        }
    }
    Ok(reached)
}

fn main() -> ExitCode {
    let options = match Options::read(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("bramah-curve: {error}");
            return ExitCode::from(2);
        }
    };
    match all(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("bramah-curve: {error}");
            ExitCode::from(2)
        }
    }
}
