//! Tests with random messages, against the portable backend.

use bramah::{
    Error,
    hash::{Algorithm, Function, Options, Parameter},
};

/// A pseudorandom number generator for tests, not for secrets: SplitMix64 (Steele, Lea and Flood, 2014).
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Returns a number from 0 to `most`; each number of bits is equally likely, so small numbers are frequent.
    pub(super) fn length(&mut self, most: usize) -> usize {
        let bits = self.next() % (u64::from(usize::BITS - most.leading_zeros()) + 1);
        ((self.next() & ((1 << bits) - 1)) as usize).min(most)
    }

    pub(super) fn bytes(&mut self, len: usize) -> Vec<u8> {
        let mut out: Vec<u8> = (0..len.div_ceil(8)).flat_map(|_| self.next().to_le_bytes()).collect();
        out.truncate(len);
        out
    }
}

/// Runs random cases; the inner `Err` of a case names the difference.
pub(super) fn all(
    cases: u32,
    mut case: impl FnMut() -> Result<Result<(), String>, Error>,
) -> Result<(), String> {
    for number in 0..cases {
        let done = case().map_err(|error| error.to_string());
        done.and_then(|same| same).map_err(|what| format!("random case {number} failed: {what}"))?;
    }
    Ok(())
}

/// The length of the longest message, in bytes.
const LONGEST: usize = 20_000;
/// The maximum number of messages in a batch.
const BATCH_MAX: usize = 50;

/// Compares the digests of `cases` single messages, and of further messages in batches; returns the number of batches.
pub(super) fn test(
    on: Algorithm,
    portable: Algorithm,
    cases: u32,
    random: &mut Random,
) -> Result<u32, String> {
    let mut batches = 0;
    for case in 0..cases {
        let (on, portable) = functions(on, portable, random).map_err(|error| error.to_string())?;
        let len = on.algorithm().output_len();
        let digest = |message: &[u8]| {
            let mut out = vec![0; len];
            portable.digest(message, &mut out);
            out
        };
        let size = random.length(LONGEST);
        let message = random.bytes(size);
        let expected = digest(&message);
        let mut out = vec![0; len];
        on.digest(&message, &mut out);
        if out != expected {
            return Err(format!(
                "random case {case} failed: wrong digest of a message of {} bytes",
                message.len()
            ));
        }
        let mut hasher = on.hasher();
        let mut rest = message.as_slice();
        while !rest.is_empty() {
            let piece;
            (piece, rest) = rest.split_at((1 + random.length(999)).min(rest.len()));
            hasher.update(piece);
        }
        if hasher.finalize() != expected {
            return Err(format!(
                "random case {case} failed: wrong digest of a message of {} bytes, hashed in pieces",
                message.len()
            ));
        }
        if case % 10 == 0 {
            batches += 1;
            let messages: Vec<Vec<u8>> = (0..random.length(BATCH_MAX))
                .map(|_| random.length(LONGEST / 10))
                .collect::<Vec<_>>()
                .into_iter()
                .map(|size| random.bytes(size))
                .collect();
            let messages: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
            let mut out = vec![0; len * messages.len()];
            on.hash_many(&messages, &mut out);
            for (message, out) in messages.iter().zip(out.chunks(len)) {
                if out != digest(message) {
                    let count = messages.len();
                    return Err(format!(
                        "random case {case} failed: wrong digest of a message of {} bytes, in a batch of {count} messages",
                        message.len()
                    ));
                }
            }
        }
    }
    Ok(batches)
}

/// Returns the function on both backends, with one of the named digest lengths, and a random key if the function takes
/// one.
fn functions(
    on: Algorithm,
    portable: Algorithm,
    random: &mut Random,
) -> Result<(Function, Function), bramah::Error> {
    let info = on.info();
    let mut bits = 8 * info.lengths.default;
    if !info.lengths.named.is_empty() {
        bits = 8 * info.lengths.named[random.next() as usize % info.lengths.named.len()];
    }
    let values = Parameter::ALL.map(|parameter| match info.takes(parameter) {
        // a domain byte is 01 to 7f
        Some(_) if parameter == Parameter::Domain => vec![1 + random.next() as u8 % 0x7f],
        Some(takes) if random.next().is_multiple_of(4) || parameter == Parameter::Key && info.needs_key => {
            let len = takes.min + random.length(takes.max.min(300) - takes.min);
            random.bytes(len)
        }
        _ => Vec::new(),
    });
    let mut options = Options::default();
    for (parameter, value) in Parameter::ALL.into_iter().zip(&values) {
        options = options.with(parameter, value);
    }
    // a function may refuse a combination of lengths that it accepts separately
    if on.with_bits(bits)?.with_options(&options).is_err() {
        options = Options { key: if info.needs_key { options.key } else { &[] }, ..Options::default() };
    }
    Ok((on.with_bits(bits)?.with_options(&options)?, portable.with_bits(bits)?.with_options(&options)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bramah::hash::lookup;

    #[test]
    fn a_wrong_digest_is_found() {
        let [right, wrong] = ["sha256", "sha512-256"].map(|name| lookup(name).unwrap());
        assert_eq!(test(right, right, 30, &mut Random::new(1)), Ok(3));
        let error = test(wrong, right, 30, &mut Random::new(1)).unwrap_err();
        assert!(error.starts_with("random case 0 failed: "), "{error}");
    }

    #[test]
    fn lengths_are_within_bounds() {
        let mut random = Random::new(7);
        for most in [0, 1, 63, 64, 20_000] {
            let lengths: Vec<usize> = (0..1000).map(|_| random.length(most)).collect();
            assert!(lengths.iter().all(|len| *len <= most), "{most}");
            assert!(lengths.contains(&0) && (most > 64 || lengths.contains(&most)), "{most}");
        }
    }
}
