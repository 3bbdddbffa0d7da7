//! The programs `chacha-util` of chacha-opt and `blake2b-util` of blake2b-opt. Their command `bench` tests and measures
//! every implementation that the CPU can run, and their command `fuzz` compares them on random messages until it is
//! interrupted.
//!
//! Unlike the originals, these programs exit with 1 if an implementation fails, and `fuzz N` ends after N passes.

use crate::{
    commands::{
        bench::Clock,
        selftest::{self, Depth},
    },
    exit::{Exit, Stop},
    output, report,
};
use bramah::{
    registry::{self, Algorithm},
    stream::chacha::hchacha,
};
use std::{
    ffi::OsString,
    hint::black_box,
    time::{Duration, Instant},
};

/// The depth of an implementation's test, and of each pass of `fuzz`.
const DEPTH: Depth = Depth { cases: 20, ..Depth::USUAL };
/// The number of passes of `fuzz` for each printed dot, and the number of dots in a line.
const PASSES: u32 = 8;
const DOTS: u32 = 32;
/// The duration of each measurement.
const LASTS: Duration = Duration::from_millis(60);
/// The numbers of rounds that are measured.
const ROUNDS: [u32; 3] = [8, 12, 20];

/// Runs `chacha-util`.
pub(super) fn run_chacha(arguments: Vec<OsString>) -> Result<Exit, Stop> {
    report::set_program("chacha-util");
    run(&arguments, &["chacha20", "xchacha20"], bench_chacha)
}

/// Runs `blake2b-util`.
pub(super) fn run_blake2b(arguments: Vec<OsString>) -> Result<Exit, Stop> {
    report::set_program("blake2b-util");
    run(&arguments, &["blake2b"], bench_blake2b)
}

fn run(arguments: &[OsString], names: &[&str], bench: fn() -> Result<(), Stop>) -> Result<Exit, Stop> {
    let words: Vec<&str> = arguments.iter().skip(1).map(|word| word.to_str().unwrap_or("")).collect();
    let passes = words.get(1).map(|passes| passes.parse().ok().filter(|&passes| passes > 0));
    match (words.first(), passes, words.len()) {
        (Some(&"bench"), _, 1) => {
            if !tested(names, DEPTH, selftest::time())? {
                return Ok(Exit::Failure);
            }
            bench().map(|()| Exit::Well)
        }
        (Some(&"fuzz"), None, 1) => fuzz(names, u32::MAX),
        (Some(&"fuzz"), Some(Some(passes)), 2) => fuzz(names, passes),
        _ => Err(Stop::failure("usage: bench, or fuzz [PASSES]")),
    }
}

/// Returns the implementations of an algorithm that this CPU can run.
fn implementations(name: &str) -> Result<Vec<(&'static str, Algorithm)>, Stop> {
    let algorithm = registry::lookup(name).map_err(Stop::failure)?;
    let on = |backend| Ok((backend, algorithm.with_backend(backend).map_err(Stop::failure)?));
    algorithm.backends_available().into_iter().map(on).collect()
}

/// Tests every implementation, prints the failures, and returns whether all passed.
fn tested(names: &[&str], depth: Depth, seed: u64) -> Result<bool, Stop> {
    let mut well = true;
    for name in names {
        for (backend, on) in implementations(name)? {
            if let Err(reason) = selftest::test(on, backend, depth, seed) {
                report::plain(format_args!(
                    "{backend}: error in implementation! {name}: {reason}; seed {seed}"
                ));
                well = false;
            }
        }
    }
    Ok(well)
}

/// Compares all implementations with the portable one on random messages, `passes` times or until one differs.
fn fuzz(names: &[&str], passes: u32) -> Result<Exit, Stop> {
    let named = implementations(names[0])?;
    let named: Vec<&str> = named.into_iter().map(|(backend, _)| backend).collect();
    print(format!("fuzzing {}\n\n", named.join(", ")))?;
    let seed = selftest::time();
    for pass in 1..=passes {
        if !tested(names, DEPTH, seed.wrapping_add(u64::from(pass)))? {
            return Ok(Exit::Failure);
        }
        if pass.is_multiple_of(PASSES) {
            print(".".into())?;
        }
        if pass.is_multiple_of(PASSES * DOTS) {
            print(format!("[{pass:08x}]\n"))?;
        }
    }
    print("\n".into())?;
    Ok(Exit::Well)
}

fn bench_chacha() -> Result<(), Stop> {
    let clock = Clock::warm();
    let mut buffer = vec![0xc5; 8192];
    print("ChaCha\n".into())?;
    for rounds in ROUNDS {
        print(format!("\n---- {rounds} rounds ----\n"))?;
        for len in [1, 64, 576, 8192] {
            print(format!("{len} byte(s):\n"))?;
            for (backend, on) in implementations("chacha20")? {
                let Algorithm::Stream(stream) = on else { continue };
                let stream = stream.with_rounds(rounds).map_err(Stop::failure)?;
                let seconds = measured(|| {
                    let mut message = stream.begin(black_box(&[1; 32]), &[2; 8])?;
                    message.apply(black_box(&mut buffer[..len]))
                })?;
                row(backend, &clock, seconds, len, "byte")?;
            }
        }
    }
    print("HChaCha\n".into())?;
    for rounds in ROUNDS {
        print(format!("\n---- {rounds} rounds ----\n1 call(s):\n"))?;
        let seconds = measured(|| {
            black_box(hchacha(black_box(&[1; 32]), &[2; 16], rounds));
            Ok(())
        })?;
        row("portable", &clock, seconds, 1, "call")?;
    }
    Ok(())
}

fn bench_blake2b() -> Result<(), Stop> {
    let clock = Clock::warm();
    let (buffer, mut digest) = (vec![0xc5; 8192], [0; 64]);
    for len in [1, 128, 576, 8192] {
        print(format!("{len} byte(s):\n"))?;
        for (backend, on) in implementations("blake2b-512")? {
            let Algorithm::Hash(hash) = on else { continue };
            let function = hash.with_options(&bramah::hash::Options::default()).map_err(Stop::failure)?;
            let seconds = measured(|| {
                function.digest(black_box(&buffer[..len]), &mut digest);
                Ok(())
            })?;
            row(backend, &clock, seconds, len, "byte")?;
        }
    }
    Ok(())
}

/// Returns the time of a call in seconds, the shortest of many measurements.
fn measured(mut call: impl FnMut() -> Result<(), bramah::Error>) -> Result<f64, Stop> {
    let (begun, mut least) = (Instant::now(), f64::INFINITY);
    let mut calls = 1_u32;
    while begun.elapsed() < LASTS {
        let start = Instant::now();
        for _ in 0..calls {
            call().map_err(Stop::failure)?;
        }
        let lasted = start.elapsed();
        least = least.min(lasted.as_secs_f64() / f64::from(calls));
        if lasted < Duration::from_micros(100) {
            calls *= 2;
        }
    }
    Ok(least)
}

/// Prints a row as the originals do: the implementation, and the cycles per call and per byte.
fn row(backend: &str, clock: &Clock, seconds: f64, count: usize, unit: &str) -> Result<(), Stop> {
    let cycles = seconds * clock.hertz();
    let each = cycles / count as f64;
    print(format!("  {backend:>12}, {cycles:8.2} cycles per call, {each:8.4} cycles/{unit}\n"))
}

fn print(text: String) -> Result<(), Stop> {
    output::print(text.as_bytes()).map(|_| ())
}
