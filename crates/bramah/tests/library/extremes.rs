//! Tests the largest numbers that a call takes: each gives a value or an error, and none causes a panic. Overflow
//! checks are enabled in tests.

use crate::common::{pattern, spread};
use bramah::{
    Error, Increment, aead,
    block::{self, AnyCipher},
    hash::{self, Options, Tree},
    kdf::{self, Concatenation, Counter, HashFunction, PasswordKdf, Place, Sp800108, balloon::Balloon},
    mac::{self, Prf},
    mode::{self, Crypter, Direction, MODES, Mode},
    stream,
};

/// Returns positions around powers of two, at which numbers and counters of various widths end.
fn places() -> Vec<u128> {
    let mut places = vec![0, u128::MAX];
    for bits in [31, 32, 35, 36, 38, 63, 64, 67, 68, 70, 96, 123, 124, 126, 127] {
        let border = 1u128 << bits;
        places.extend([border - 65, border - 17, border - 1, border, border + 1, border + 63]);
    }
    places.extend([u128::MAX - 1, u128::MAX - 15, u128::MAX - 16, u128::MAX - 64]);
    places
}

#[test]
fn every_place_in_a_stream() {
    let entries: Vec<_> = stream::entries().map(|entry| entry.algorithm()).collect();
    spread(
        &entries,
        |on| on.info().name.into(),
        |on| {
            let info = on.info();
            let begin = || on.begin(&pattern(info.key_len.max), &pattern(info.nonce_len.max)).unwrap();
            let limit = begin().limit();
            for place in places().into_iter().chain([limit, limit - 1, limit + 1]) {
                let mut stream = begin();
                let gone = stream.seek(place);
                if place > limit {
                    assert_eq!(gone, Err(Error::KeystreamEnd { limit }), "{} at {place}", info.name);
                }
                let at = stream.position();
                for length in [0, 1, 200] {
                    let fits = at + length as u128 <= limit;
                    let mut copy = stream.clone();
                    assert_eq!(copy.apply(&mut vec![0; length][..]).is_ok(), fits, "{} at {at}", info.name);
                    let mut copy = stream.clone();
                    let parallel = copy.apply_parallel(&mut vec![0; length][..], usize::MAX);
                    assert_eq!(parallel.is_ok(), fits, "{} at {at} on all threads", info.name);
                }
            }
        },
    );
}

/// Returns every mode with ciphers of each block length, and CTR with each way to increment the counter.
fn modes() -> Vec<mode::Algorithm> {
    let ciphers: Vec<_> = block::entries()
        .filter(|entry| entry.info.key_len == 16 || entry.info.block_len == 16)
        .map(|entry| entry.algorithm())
        .collect();
    let mut modes = Vec::new();
    for cipher in ciphers {
        for info in MODES.iter().filter(|info| info.takes(&cipher)) {
            let mode = mode::Algorithm::new(cipher, info);
            match info.mode {
                Mode::Ctr(_) => {
                    modes.extend(Increment::ALL.map(|increment| mode.with_increment(increment).unwrap()));
                }
                _ => modes.push(mode),
            }
        }
    }
    modes
}

#[test]
fn every_place_in_a_message() {
    spread(
        &modes(),
        |mode| format!("{} {:?}", mode.name(), mode.mode()),
        |mode| {
            let key = pattern(mode.key_len() + 1)[1..].to_vec();
            let iv = pattern(mode.iv_len().1);
            let mut crypter = mode.begin(&key, &iv, Direction::Encrypt).unwrap();
            for (number, place) in places().into_iter().enumerate() {
                crypter.reset(&iv).unwrap();
                let gone = crypter.seek(place);
                assert!(matches!(mode.mode(), Mode::Ctr(_)) || gone.is_err(), "{} at {place}", mode.name());
                // a place that a message does not go to leaves it at its beginning, which few of them show as well
                if gone.is_err() && number % 16 != 0 {
                    continue;
                }
                let mut at = |then: &mut dyn FnMut(&mut Crypter<AnyCipher>) -> Result<(), Error>| {
                    crypter.reset(&iv).unwrap();
                    assert_eq!(crypter.seek(place), gone);
                    then(&mut crypter)
                };
                for length in [0, 1, 16, 200] {
                    let mut data = vec![0; length];
                    let one = at(&mut |crypter| crypter.apply(&mut data[..]));
                    let mut other = vec![0; length];
                    let all = at(&mut |crypter| crypter.apply_parallel(&mut other[..], usize::MAX));
                    assert_eq!((one, data), (all, other), "{} at {place}", mode.name());
                    let mut out = vec![0; length + 64];
                    let updated = at(&mut |crypter| crypter.update(&pattern(length), &mut out).map(drop));
                    if gone.is_ok() && place.checked_add(length as u128).is_none() {
                        assert_eq!(updated, Err(Error::CounterOverflow), "{} at {place}", mode.name());
                    }
                }
            }
        },
    );
}

/// Tests very large numbers of threads, and ranges of the input that end before they begin or are at the last
/// positions.
#[test]
fn every_number_of_threads_in_a_hash() {
    let entries: Vec<_> = hash::entries().collect();
    spread(
        &entries,
        |entry| entry.info.name.into(),
        |entry| {
            let algorithm = entry.algorithm();
            let function =
                algorithm.with_options(&Options { key: key_of(&entry.info), ..Options::default() }).unwrap();
            let data = pattern(70_000);
            let expected = {
                let mut hasher = function.hasher();
                hasher.update(&data);
                hasher.finalize()
            };
            let mut hasher = function.hasher();
            hasher.update_parallel(&data, usize::MAX);
            assert_eq!(hasher.finalize(), expected, "{}", entry.info.name);
            let read = |at: u64, out: &mut [u8]| {
                out.fill(at as u8);
                Ok(out.len())
            };
            for bytes in [u64::MAX - 70_000..u64::MAX, u64::MAX..u64::MAX, 5..5] {
                let mut hasher = function.hasher();
                hasher.update_parallel_from(read, bytes, usize::MAX).unwrap();
            }
            let mut hasher = function.hasher();
            #[allow(clippy::reversed_empty_ranges)] // a caller may give one
            hasher.update_parallel_from(read, u64::MAX..0, usize::MAX).unwrap();
            let empty = function.hasher();
            assert_eq!(hasher.finalize(), empty.finalize(), "{}", entry.info.name);
        },
    );
}

/// Returns a key for functions that need one.
fn key_of(info: &hash::Info) -> &'static [u8] {
    if info.needs_key { b"key" } else { b"" }
}

/// Tests output from extreme positions, trees of extreme sizes, and digests of extreme lengths.
#[test]
fn every_place_and_length_of_a_hash() {
    for entry in hash::entries() {
        let name = entry.info.name;
        let key = key_of(&entry.info);
        for tree in [
            Tree::Blocks(usize::MAX),
            Tree::Blocks(1),
            Tree::Levels { leaf: 255, fan_out: 255, max_height: 255 },
            Tree::Levels { leaf: 1, fan_out: 1, max_height: 255 },
            Tree::Levels { leaf: 57, fan_out: 63, max_height: 2 },
        ] {
            let options = Options { key, tree: Some(tree), ..Options::default() };
            let Ok(function) = entry.algorithm().with_options(&options) else { continue };
            let mut hashers = [function.hasher(), function.hasher()];
            for hasher in &mut hashers {
                hasher.update(pattern(300));
            }
            hashers[0].update(pattern(3000));
            hashers[1].update_parallel(pattern(3000), usize::MAX);
            let [one, other] = hashers.map(|hasher| hasher.finalize());
            assert_eq!(one, other, "{name} {tree:?}");
        }
        let function = entry.algorithm().with_options(&Options { key, ..Options::default() }).unwrap();
        if let Some(mut reader) = function.hasher().finalize_xof() {
            for place in [u64::MAX, u64::MAX - 1, u64::MAX - 63, u64::MAX - 64, u64::MAX - 200] {
                reader.seek(place);
                reader.read(&mut [0; 300]);
            }
        }
        for bits in [usize::MAX, usize::MAX - 7, 1 << (usize::BITS - 1), usize::MAX / 8, 0] {
            if let Ok(algorithm) = entry.algorithm().with_bits(bits) {
                assert!(!algorithm.name().is_empty() && !algorithm.tag().is_empty());
                assert!(mac::Algorithm::hmac(algorithm).is_err(), "{name} with {bits} bits");
                let balloon = Balloon::new(u32::MAX, 1).unwrap().over(algorithm);
                assert_eq!(balloon.memory(), u64::MAX, "{name} with {bits} bits");
                assert!(balloon.derive(b"", b"", &mut [0; 32]).is_err());
            }
        }
    }
}

/// A keyed function and a hash function whose values have this number of bytes. It may be a number that no standard
/// defines.
#[derive(Clone, Copy)]
struct Values(usize);

impl Prf for Values {
    fn output_len(&self) -> usize {
        self.0
    }
    fn mac(&self, _: &[&[u8]], out: &mut [u8]) {
        out.fill(1);
    }
}
impl HashFunction for Values {
    fn digest_len(&self) -> usize {
        self.0
    }
    fn hash(&self, _: &[&[u8]], out: &mut [u8]) {
        out.fill(1);
    }
}

#[test]
fn every_length_of_the_functions_that_keys_are_derived_with() {
    for len in [0, 1, 32, 128, 129, usize::MAX / 255, usize::MAX] {
        let values = Values(len);
        let mut out = [0; 300];
        let good = (1..=128).contains(&len);
        for length in [0, 1, 300] {
            let out = &mut out[..length];
            let fits = good && length > 0;
            assert_eq!(
                kdf::hkdf::expand(&values, b"", out).is_ok(),
                fits && length <= 255 * len,
                "{len} {length}"
            );
            assert_eq!(kdf::pbkdf2::pbkdf2(&values, b"", 1, out).is_ok(), fits, "{len} {length}");
            for bytes in [0, 1, 4, 5, usize::MAX] {
                for place in [Place::Before, Place::After, Place::Within(0), Place::Within(usize::MAX)] {
                    let counter = Counter { bytes, place };
                    let taken = (1..=4).contains(&bytes) && place != Place::Within(usize::MAX);
                    for mode in [
                        Sp800108::Counter(counter),
                        Sp800108::Feedback { iv: b"", counter: Some(counter) },
                        Sp800108::Pipeline { counter: Some(counter) },
                    ] {
                        let derived = mode.derive(&values, b"fixed", out);
                        let fits = fits && taken && (bytes > 1 || length <= 255 * len);
                        assert_eq!(derived.is_ok(), fits, "{len} {length} {mode:?}: {derived:?}");
                    }
                }
            }
            for first in [0, 1, u32::MAX - 300, u32::MAX - 2, u32::MAX - 1, u32::MAX] {
                for counter_first in [false, true] {
                    let function = Concatenation { first, counter_first };
                    let derived = function.derive(&values, b"", b"", out);
                    let fits = fits && length.div_ceil(len.max(1)) as u64 <= u64::from(u32::MAX - first);
                    assert_eq!(derived.is_ok(), fits, "{len} {length} {function:?}: {derived:?}");
                }
            }
            assert_eq!(
                kdf::pbkdf1(&values, b"", b"", 1, out).is_ok(),
                fits && length <= len,
                "{len} {length}"
            );
            let balloon = Balloon::new(3, 1).unwrap().over(values);
            assert_eq!(balloon.derive(b"", b"", out).is_ok(), good && length == len, "{len} {length}");
            assert!(balloon.memory() >= len as u64);
        }
    }
}

/// Tests extreme lengths of keys, nonces and tags.
#[test]
fn every_length_of_keys_nonces_and_tags() {
    for mac in mac::algorithms() {
        let whole = mac.tag_len();
        assert!(mac.tag_lengths().contains(whole) && !mac.tag_lengths().contains(usize::MAX));
        let many =
            mac.keyed(&pattern(mac.key_len().min)).and_then(|mut mac| mac.many(&[&[][..]; 3], &mut [0; 1]));
        assert!(many.is_err(), "{}", mac.name());
    }
    for length in [usize::MAX, usize::MAX / 2 + 1, 0] {
        for aead in aead::entries() {
            let mut on = aead.algorithm().keyed(&pattern(aead.info.key_len.max)).unwrap();
            assert_eq!(on.set_tag_len(length).is_ok(), aead.info.tag_len.contains(length));
        }
    }
}

#[cfg(target_os = "linux")]
mod costs;
