//! Tests counters near the numbers at which they carry, without hashing so many bytes: a saved state gets another count
//! of bytes, and hashing continues from this state. The results are compared with computations that do not use the
//! library's counters: padding written from the specification, independent compression functions, or another library.

mod blake;
mod candidates;
mod padded;
mod serialized;
mod skein;
mod state;
mod trees;

use crate::{
    checksums,
    common::{Random, bare, pattern, quick, spread, wanted},
    kit::each_subject,
};
use bramah::hash::{self, Algorithm, Function};
pub(crate) use state::Saved;

/// A message that continues from a state whose count is near a border.
struct Case<'a> {
    algorithm: Algorithm,
    /// The part of the message that was compressed into the chaining value.
    prefix: &'a [u8],
    /// The words of the chaining value, little-endian.
    words: &'a [u8],
    /// The number of bytes that the state was given as its count, instead of `prefix.len()`.
    before: u128,
    /// The end of the message, after `prefix`.
    rest: &'a [u8],
}

impl Case<'_> {
    fn name(&self) -> &'static str {
        self.algorithm.info().name
    }
    fn out_len(&self) -> usize {
        self.algorithm.output_len()
    }
    fn block(&self) -> usize {
        self.algorithm.info().block_len
    }
    /// Returns the length of the message in bytes, including bytes that were only counted and never hashed.
    fn total(&self) -> u128 {
        self.before + self.rest.len() as u128
    }
}

/// An independent computation of a digest, with the limits of the counter.
struct Reference {
    digest: fn(&Case) -> Vec<u8>,
    /// The exponent of the highest border, as in [`BORDERS`], up to which the counter is defined.
    up_to: u32,
    /// Whether the compression function uses the counter. Otherwise only the padding does.
    compressed: bool,
    /// Whether a complete block is held back until more of the message follows.
    holds_back: bool,
}

/// How the counter of a function is tested.
enum Counter {
    Of(Reference),
    /// `trees` tests the counters.
    Tree,
    /// `checksums` tests the counter.
    Checksum,
    /// The function has no counter that could be changed, such as a sponge.
    None,
}

fn counter(name: &str) -> Counter {
    let sponges = ["ascon-", "keccak-", "sha3-", "shake", "cshake", "kmac", "tuplehash", "turboshake"];
    if sponges.iter().any(|start| name.starts_with(start)) {
        return Counter::None;
    }
    // the root is a message of BLAKE2, whose counter is tested with BLAKE2, and a node of the output is one block
    if name.starts_with("blake2x") {
        return Counter::None;
    }
    // the length is used at the end, modulo a power of two; `accumulators` tests that
    if name.starts_with("xxh") {
        return Counter::None;
    }
    // the number of values that a state keeps depends on its count, so a state with another count is invalid
    if ["ed2k", "aich", "tth"].iter().any(|start| name.starts_with(start)) {
        return Counter::None;
    }
    if checksums::model(name).is_some() {
        return Counter::Checksum;
    }
    let of = |digest, up_to| Reference { digest, up_to, compressed: true, holds_back: false };
    let holding = |digest, up_to| Reference { holds_back: true, ..of(digest, up_to) };
    Counter::Of(match name {
        "blake-224" | "blake-256" => of(blake::blake, 60),
        "blake-384" | "blake-512" => of(blake::blake, 124),
        "blake2b" => holding(blake::blake2, 127),
        "blake2s" => holding(blake::blake2, 63),
        "blake2bp" | "blake2sp" | "blake3" | "kt128" | "kt256" => return Counter::Tree,
        _ if name.starts_with("parallelhash") => return Counter::Tree,
        "skein-256" | "skein-512" | "skein-1024" => holding(skein::skein, 94),
        "streebog-256" | "streebog-512" => of(serialized::digest, 120),
        "gost94" | "gost94-cryptopro" => Reference { compressed: false, ..of(serialized::digest, 120) },
        // the crates count blocks in 64 bits, so higher borders cannot be compared
        "groestl" | "kupyna" => Reference { compressed: false, ..of(serialized::digest, 63) },
        _ => Reference { compressed: false, ..of(padded::digest, padded::up_to(name)) },
    })
}

/// The borders, as exponents of powers of two bytes: 2^29 bytes are 2^32 bits, 2^37 to 2^39 bytes are 2^32 blocks, and
/// so on.
const BORDERS: [u32; 17] = [8, 13, 16, 24, 29, 32, 37, 38, 39, 40, 48, 56, 60, 61, 64, 93, 96];

/// The borders at which a counter carries. The tests approach them from every distance.
const CARRIES: [u32; 4] = [29, 32, 61, 64];

/// The maximum number of blocks from the beginning of a message to a border, and from the border to the end of the
/// message, for functions whose compression uses the counter. It is more than a backend processes in one call.
const FAR: usize = 40;

/// Calls `test` for every function on every backend, without parameters, with its default length and its maximum
/// length.
fn each_function(test: impl Fn(&str, Function, Function) + Sync) {
    let mut all: Vec<(String, Function, Function)> = Vec::new();
    for entry in hash::entries() {
        let lengths = entry.algorithm().info().lengths;
        for length in [lengths.default, lengths.max.min(128)] {
            let Ok(algorithm) = entry.algorithm().with_bits(8 * length) else { continue };
            for backend in algorithm.backends_available().into_iter().filter(|name| wanted(name)) {
                let on = |backend| bare(algorithm.with_backend(backend).unwrap());
                let name = format!("{} on {backend}", algorithm.name());
                if all.iter().all(|(other, ..)| *other != name) {
                    all.push((name, on(backend), on("portable")));
                }
            }
        }
    }
    spread(&all, |(name, ..)| name.clone(), |(name, on, portable)| test(name, on.clone(), portable.clone()));
}

#[test]
fn from_any_distance_on_both_sides_of_every_border() {
    each_function(|name, function, _| {
        let algorithm = function.algorithm();
        let Counter::Of(Reference { digest, up_to, compressed, holds_back }) = counter(algorithm.info().name)
        else {
            return;
        };
        let block = algorithm.info().block_len;
        let data = Random(9).bytes((4 + 2 * FAR) * block);
        for border in BORDERS.into_iter().filter(|border| *border <= up_to) {
            let far = if compressed { FAR } else { 3 };
            let step = if !compressed || CARRIES.contains(&border) && !quick() { 1 } else { 9 };
            for before in (0..=far).step_by(step) {
                let Some(start) = ((1u128 << border) / block as u128).checked_sub(before as u128) else {
                    continue;
                };
                let start = start * block as u128;
                let buffered = 5 * (before % 2);
                let (begun, rest) = data.split_at(3 * block + buffered);
                let mut hasher = function.hasher();
                hasher.update(begun);
                let saved = Saved::of(&hasher);
                // some functions do not compress a whole block before more of the message follows
                let done = if holds_back && buffered == 0 { 2 } else { 3 } * block;
                let (words, held) = saved.body[16..].split_at(saved.body.len() - 16 - (begun.len() - done));
                assert_eq!(held, &begun[done..], "{name}: what is buffered");
                assert_eq!(saved.count(), begun.len() as u128, "{name}: the count");
                let changed = saved.counting(&function, start + held.len() as u128);
                // up to the border, to different distances after it, and to some bytes before it
                let lengths = [
                    before * block,
                    (before * block).saturating_sub(9 + buffered),
                    (before + 1 + 5 * before % far) * block + before,
                ];
                for len in lengths {
                    let mut hasher = function.restore(&changed).unwrap();
                    hasher.update(&rest[..len]);
                    let case = Case {
                        algorithm,
                        prefix: &begun[..done],
                        words,
                        before: start,
                        rest: &data[done..begun.len() + len],
                    };
                    assert_eq!(
                        hasher.finalize(),
                        digest(&case),
                        "{name}: {len} bytes from {before} blocks before 2^{border} bytes, {buffered} buffered"
                    );
                }
            }
        }
    });
}

/// The state of a sponge has no count that could be changed.
#[test]
fn sponges_count_nothing() {
    each_function(|name, function, _| {
        if let Counter::None = counter(function.algorithm().info().name) {
            let mut hasher = function.hasher();
            hasher.update(pattern(1000));
            for border in BORDERS {
                assert!(
                    function.restore(&Saved::of(&hasher).counting(&function, 1 << border)).is_err(),
                    "{name}"
                );
            }
        }
    });
}

/// Every backend counts as another one does, also with parameters such as keys and trees. A state that is saved
/// before or after a border can be restored.
#[test]
fn every_carry_is_the_same_on_every_backend() {
    each_subject(|subject| {
        let block = subject.block as u128;
        let data = pattern(9 * subject.block + 3);
        let mut begun = subject.function.hasher();
        begun.update(&data[..3 * subject.block]);
        let saved = Saved::of(&begun);
        for border in [32, 61, 64, 125, 127] {
            for before in 1..=8 {
                // adds a multiple of the block length, so that the number of buffered bytes stays the same
                let by = ((1u128 << border) - before * block) / block * block;
                let saved = saved.counting(&subject.other, saved.count().wrapping_add(by));
                let finish = |function: &Function| {
                    // functions without a count refuse the changed state; all backends must agree
                    function.restore(&saved).ok().map(|mut hasher| {
                        let (near, far) = data[3 * subject.block..].split_at(2 * subject.block + 1);
                        hasher.update(near);
                        let mut again = function.restore(&hasher.save()).unwrap_or_else(|error| {
                            panic!("{}: saved near 2^{border} and not restored: {error}", subject.name)
                        });
                        hasher.update(far);
                        again.update(far);
                        let digest = hasher.finalize();
                        assert_eq!(again.finalize(), digest, "{}: restored near 2^{border}", subject.name);
                        digest
                    })
                };
                assert_eq!(finish(&subject.function), finish(&subject.other), "{}: 2^{border}", subject.name);
            }
        }
    });
}
