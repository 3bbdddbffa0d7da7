//! The measurements of cppcrypto's `digest`: of every hash function on a file, and of every block cipher.

use crate::{
    exit::{Exit, Stop},
    input::Input,
    output, report,
    sumfile::write_hex,
};
use bramah::{
    block, cipher, hash,
    mode::{self, Direction, Ending, Mode, Stealing},
};
use std::{hint::black_box, path::Path, time::Instant};

/// The largest size of the file in bytes.
const MOST: usize = 20_000_000;

/// Prints a line for each hash function: its name, the seconds for `times` digests of the file, megabytes per second,
/// and the digest.
pub(super) fn hashes(times: u32, file: &Path) -> Result<Exit, Stop> {
    let message = read(file)?;
    for algorithm in hash::entries().flat_map(hash::Entry::algorithms) {
        if algorithm.info().needs_key {
            continue;
        }
        let function = algorithm.with_options(&hash::Options::default()).map_err(Stop::failure)?;
        let mut digest = vec![0; algorithm.output_len()];
        let begun = Instant::now();
        for _ in 0..times {
            function.digest(black_box(&message), &mut digest);
        }
        let mut hex = Vec::new();
        write_hex(&mut hex, &digest);
        let hex = String::from_utf8_lossy(&hex).into_owned();
        line(&algorithm.name(), &speed(begun, times, message.len()), &hex)?;
    }
    Ok(Exit::Well)
}

/// Prints a line for every block cipher in CBC and in CTR: the name, and the times of encryption and decryption. It is
/// a failure if decryption does not return the file.
pub(super) fn modes(times: u32, file: &Path) -> Result<Exit, Stop> {
    let message = read(file)?;
    let longest = block::entries().map(|entry| entry.algorithm().block_len()).max().unwrap_or(0);
    if message.len() < longest {
        let count = report::bytes(message.len());
        return Err(Stop::about(
            file,
            format_args!("has {count}, but needs at least {longest}, the longest block"),
        ));
    }
    let mut exit = Exit::Well;
    for entry in block::entries() {
        let name = entry.algorithm().info().name;
        for mode in ["cbc", "ctr"] {
            let algorithm = cipher(&format!("{name}-{mode}")).map_err(Stop::failure)?;
            let trip = RoundTrip { algorithm, times, message: &message };
            if !trip.run()? {
                exit = Exit::Failure;
            }
        }
    }
    Ok(exit)
}

/// The encryption of a message and the decryption of the ciphertext.
struct RoundTrip<'a> {
    algorithm: mode::Algorithm,
    times: u32,
    message: &'a [u8],
}

impl RoundTrip<'_> {
    /// Prints the line; returns whether decryption returned the message and the ciphertext differed from it.
    fn run(&self) -> Result<bool, Stop> {
        let mut sealed = self.message.to_vec();
        let encryption = self.timed(Direction::Encrypt, self.message, &mut sealed)?;
        let mut opened = vec![0; sealed.len()];
        let decryption = self.timed(Direction::Decrypt, &sealed, &mut opened)?;
        let well = opened == self.message && sealed != self.message;
        let verdict = if well { "OK" } else { "FAILED" };
        line(&self.algorithm.name(), &format!("{encryption}  {decryption}"), verdict)?;
        Ok(well)
    }

    fn timed(&self, direction: Direction, from: &[u8], to: &mut [u8]) -> Result<String, Stop> {
        let fail = |error: bramah::Error| Stop::failure(format_args!("{}: {error}", self.algorithm.name()));
        let whole = from.len().is_multiple_of(self.algorithm.cipher().block_len());
        let algorithm = match self.algorithm.mode() {
            Mode::Cbc(_) if !whole => {
                self.algorithm.with_ending(Ending::Stolen(Stealing::Cs1)).map_err(fail)?
            }
            _ => self.algorithm,
        };
        let iv = vec![0; algorithm.iv_len().1];
        let mut crypter = algorithm.begin(&key(algorithm.key_len()), &iv, direction).map_err(fail)?;
        let begun = Instant::now();
        for _ in 0..self.times {
            to.copy_from_slice(black_box(from));
            crypter.reset(&iv).and_then(|()| crypter.apply(&mut *to)).map_err(fail)?;
        }
        Ok(speed(begun, self.times, from.len()))
    }
}

/// Prints a line for every block cipher: the name, and the seconds for setting a key and encrypting one block, `times`
/// times.
pub(super) fn keys(times: u32) -> Result<Exit, Stop> {
    for entry in block::entries() {
        let algorithm = entry.algorithm();
        let (key, mut block) = (key(algorithm.key_len()), vec![0; algorithm.block_len()]);
        let begun = Instant::now();
        for _ in 0..times {
            let keyed = algorithm.keyed(black_box(&key)).map_err(Stop::failure)?;
            keyed.encrypt_blocks(black_box(&mut block)).map_err(Stop::failure)?;
        }
        let seconds = begun.elapsed().as_secs_f64();
        let each = 1e9 * seconds / f64::from(times);
        line(algorithm.info().name, &format!("{seconds:9.3} s"), &format!("{each:10.1} ns each"))?;
    }
    Ok(Exit::Well)
}

/// Returns the key 00 01 02 and so on.
fn key(len: usize) -> Vec<u8> {
    (0..len).map(|i| i as u8).collect()
}

/// Reads the file; it must not be longer than cppcrypto's `digest` allows.
pub(super) fn read(file: &Path) -> Result<Vec<u8>, Stop> {
    let mut input = Input::open(file)?;
    let mut message = vec![0; MOST + 1];
    let len = input.fill(&mut message)?;
    if len > MOST {
        return Err(input.stop(format_args!("more than {MOST} bytes")));
    }
    message.truncate(len);
    Ok(message)
}

/// Returns the seconds since `begun`, and the megabytes per second of `times` messages.
fn speed(begun: Instant, times: u32, len: usize) -> String {
    let seconds = begun.elapsed().as_secs_f64();
    let megabytes = f64::from(times) * len as f64 / 1e6;
    format!("{seconds:9.3} s {:10.1} MB/s", megabytes / seconds.max(1e-9))
}

fn line(name: &str, times: &str, end: &str) -> Result<(), Stop> {
    output::print(format!("{name:<24} {times}  {end}\n").as_bytes()).map(|_| ())
}
