//! Tests the limits of the work that a password string may request: every numeric parameter, every length and every
//! pair of these is raised step by step. Formulas in this file, which do not use the library, count the work; no time
//! is measured.

use bramah::{
    Error,
    kdf::yescrypt::{Flavor, Setting, Yescrypt},
    password::{self, Limits, Scheme},
};
use std::collections::BTreeSet;

/// A format of password strings.
struct Format {
    /// The beginning of a string, before the parameters.
    name: &'static str,
    /// The names of the parameters, with small values that the scheme accepts.
    parameters: &'static [(&'static str, u64)],
    /// The length of the salt in bytes, and whether other lengths are allowed.
    salt: (u64, bool),
    /// The length of the hash in bytes, and whether other lengths are allowed.
    hash: (u64, bool),
    /// Writes the string, or returns `None` if the format cannot represent the values.
    write: fn(&str, &Values) -> Option<String>,
    /// Counts the work of a verification.
    work: fn(&str, &Values) -> Work,
}

/// The values in a string that determine the work of a verification.
#[derive(Clone, Debug)]
struct Values {
    parameters: Vec<u64>,
    salt: u64,
    hash: u64,
    password: u64,
}

/// The work of a verification, in the units of [`Limits`].
#[derive(Clone, Copy, Debug, Default)]
struct Work {
    /// The minimum of bytes of memory that are used at the same time.
    memory: u128,
    /// The maximum of bytes of memory that are used at the same time. scrypt computes several lanes at the same time if
    /// there are several CPUs.
    most_memory: u128,
    /// The number of bytes written to memory.
    written: u128,
    /// The number of iterations or rounds of a hash function.
    iterations: u128,
    /// The number of bytes that a hash function reads.
    hashed: u128,
    /// The logarithm of the number of bcrypt's rounds.
    cost: u128,
}

impl Work {
    /// Returns whether this work is within the limits.
    fn within(&self, limits: &Limits) -> bool {
        self.memory <= limits.memory.into()
            && self.written <= limits.written.into()
            && self.iterations <= limits.iterations.into()
            && self.hashed <= limits.hashed.into()
            && self.cost <= limits.cost.into()
    }

    /// Returns whether the work is at most a fourth of the limits, with memory for several lanes. Such work must not be
    /// refused.
    fn well_within(&self, limits: &Limits) -> bool {
        let memory = self.memory.max(self.most_memory);
        let [memory, written, hashed] =
            [memory, self.written, self.hashed].map(|value| value.saturating_mul(4));
        Self { memory, written, hashed, ..*self }.within(limits)
    }
}

fn base64(length: u64) -> Option<String> {
    // zero bytes are encoded as the letter A in every alphabet except the one of crypt(3), in which A is a digit too
    Some("A".repeat((usize::try_from(length).ok().filter(|length| *length < 1 << 16)? * 8).div_ceil(6)))
}

/// Returns the string `$name$k=v,..$salt$hash`.
fn phc(name: &str, keys: &[&str], values: &Values) -> Option<String> {
    let pairs: Vec<String> =
        keys.iter().zip(&values.parameters).map(|(key, value)| format!("{key}={value}")).collect();
    Some(format!("{name}{}${}${}", pairs.join(","), base64(values.salt)?, base64(values.hash)?))
}

/// Returns the digest length and the block length in bytes of the hash function of a format.
fn sizes(name: &str) -> (u128, u128) {
    match name {
        "$pbkdf2$" | "$pbkdf2-sha1$" => (20, 64),
        "$pbkdf2-sha512$" | "$6$" => (64, 128),
        _ => (32, 64),
    }
}

fn pbkdf2_work(name: &str, iterations: u64, values: &Values) -> Work {
    let (digest, block) = sizes(name);
    let outputs = u128::from(values.hash).div_ceil(digest);
    let iterations = outputs * u128::from(iterations);
    // each iteration hashes two blocks, one for each hash in HMAC; the salt is hashed for each block of output
    let hashed = iterations * 2 * block + outputs * u128::from(values.salt);
    Work { iterations, hashed, ..Work::default() }
}

/// Returns the work of scrypt. PBKDF2 runs before and after ROMix, and hashes the salt for each 32 bytes of the lanes.
fn scrypt_work(n: u128, r: u64, p: u64, salt: u64) -> Work {
    let (block, p) = (128 * u128::from(r), u128::from(p));
    let hashed = (block * p / 32).saturating_mul(u128::from(salt).max(64) + 64);
    let lane = block.saturating_mul(n);
    Work {
        memory: lane,
        most_memory: lane.saturating_add(block).saturating_mul(p + 3).saturating_add(2 * block * p),
        written: lane.saturating_mul(p),
        hashed,
        ..Work::default()
    }
}

fn argon2_write(name: &str, values: &Values) -> Option<String> {
    phc(name, &["m", "t", "p"], values)
}

fn argon2_work(_: &str, values: &Values) -> Work {
    let memory = u128::from(values.parameters[0]) << 10;
    let written = memory * u128::from(values.parameters[1]);
    Work { memory, most_memory: memory, written, ..Work::default() }
}

/// The digits of crypt(3).
const DIGITS: &[u8; 64] = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

fn digits(value: u64, count: u32) -> String {
    (0..count).map(|i| char::from(DIGITS[(value >> (6 * i)) as usize % 64])).collect()
}

fn yescrypt_flavor(name: &str) -> Flavor {
    match name {
        "$y$.." => Flavor::Scrypt,
        "$y$/." => Flavor::WriteOnce,
        _ => Flavor::ReadWrite,
    }
}

fn yescrypt_write(name: &str, values: &Values) -> Option<String> {
    let [log_n, r, p, t] = values.parameters[..].try_into().ok().map(|all: [u64; 4]| all)?;
    let [log_n, r, p, t] = [log_n, r, p, t].map(|value| u32::try_from(value).ok());
    let yescrypt = Yescrypt::new(log_n?, r?).ok()?.flavor(yescrypt_flavor(name)).ok()?;
    let yescrypt = yescrypt.lanes(p?).ok()?.time(t?).ok()?;
    let salt = vec![0; usize::try_from(values.salt).ok().filter(|length| *length < 1 << 16)?];
    Some(format!("{}${}", Setting::new(yescrypt, &salt).ok()?, ".".repeat(43)))
}

fn yescrypt_work(name: &str, values: &Values) -> Work {
    let (n, r) = (1u128 << values.parameters[0].min(80), values.parameters[1]);
    let (p, t) = (values.parameters[2], u128::from(values.parameters[3]));
    let scrypt = scrypt_work(n, r, p, values.salt);
    let lane = 128 * u128::from(r) * n;
    let flavor = yescrypt_flavor(name);
    // the steps of the second half count too if they are more than the steps of the first half
    let (lanes, steps) = match flavor {
        Flavor::ReadWrite => (1, t.saturating_sub(1).max(1)),
        _ => (u128::from(p), t.max(1)),
    };
    let tables = if flavor == Flavor::ReadWrite { u128::from(p) * 12288 } else { 0 };
    Work {
        memory: lane + tables,
        most_memory: scrypt.most_memory + tables,
        written: lane.saturating_mul(lanes).saturating_mul(steps).saturating_add(tables),
        ..scrypt
    }
}

/// The formats: each prefix that the library reads, and PBKDF2 both in passlib's strings and in PHC strings.
const FORMATS: &[Format] = &[
    argon2("$argon2id$v=19$"),
    argon2("$argon2i$v=19$"),
    argon2("$argon2d$v=19$"),
    argon2("$argon2id$v=16$"),
    argon2("$argon2id$"),
    Format {
        name: "$scrypt$",
        parameters: &[("ln", 1), ("r", 1), ("p", 1)],
        salt: (16, true),
        hash: (32, false),
        write: |name, values| phc(name, &["ln", "r", "p"], values),
        work: |_, values| {
            let n = 1u128 << values.parameters[0].min(100);
            scrypt_work(n, values.parameters[1], values.parameters[2], values.salt)
        },
    },
    Format {
        name: "$7$",
        parameters: &[("log2 of N", 1), ("r", 1), ("p", 1)],
        salt: (16, true),
        hash: (32, false),
        write: |name, values| {
            let [log_n, r, p] = values.parameters[..].try_into().ok().map(|all: [u64; 3]| all)?;
            let salt = base64(values.salt.checked_mul(3)? / 4)?;
            let fits = log_n < 64 && r < 1 << 30 && p < 1 << 30;
            fits.then(|| {
                format!("{name}{}{}{}{salt}${}", digits(log_n, 1), digits(r, 5), digits(p, 5), ".".repeat(43))
            })
        },
        work: |_, values| {
            let n = 1u128 << values.parameters[0].min(100);
            scrypt_work(n, values.parameters[1], values.parameters[2], values.salt)
        },
    },
    yescrypt("$y$j"),
    yescrypt("$y$/."),
    yescrypt("$y$.."),
    bcrypt("$2a$"),
    bcrypt("$2b$"),
    bcrypt("$2x$"),
    bcrypt("$2y$"),
    sha_crypt("$5$"),
    sha_crypt("$6$"),
    passlib("$pbkdf2$", 20),
    passlib("$pbkdf2-sha256$", 32),
    passlib("$pbkdf2-sha512$", 64),
    pbkdf2("$pbkdf2-sha1$"),
    pbkdf2("$pbkdf2-sha256$"),
    pbkdf2("$pbkdf2-sha512$"),
];

const fn argon2(name: &'static str) -> Format {
    let parameters = &[("m", 8), ("t", 1), ("p", 1)];
    Format { name, parameters, salt: (16, true), hash: (32, true), write: argon2_write, work: argon2_work }
}

const fn yescrypt(name: &'static str) -> Format {
    let parameters = &[("log2 of N", 2), ("r", 1), ("p", 1), ("t", 0)];
    Format {
        name,
        parameters,
        salt: (16, true),
        hash: (32, false),
        write: yescrypt_write,
        work: yescrypt_work,
    }
}

const fn bcrypt(name: &'static str) -> Format {
    Format {
        name,
        parameters: &[("cost", 4)],
        salt: (16, false),
        hash: (23, false),
        write: |name, values| {
            Some(format!("{name}{:02}${}{}", values.parameters[0], ".".repeat(22), ".".repeat(31)))
        },
        work: |_, values| Work { cost: values.parameters[0].into(), ..Work::default() },
    }
}

const fn sha_crypt(name: &'static str) -> Format {
    Format {
        name,
        parameters: &[("rounds", 1000)],
        salt: (12, true),
        hash: (0, false),
        write: |name, values| {
            let hash = ".".repeat(if name == "$5$" { 43 } else { 86 });
            Some(format!("{name}rounds={}${}${hash}", values.parameters[0], base64(values.salt)?))
        },
        work: |name, values| {
            let (digest, block) = sizes(name);
            let (rounds, password) = (u128::from(values.parameters[0]), u128::from(values.password));
            // each round reads the password once or twice and the last digest; the first part reads the password as
            // often as it has bytes
            let round = (digest + password).max(block);
            let hashed = rounds * round + password * password;
            Work { iterations: rounds, hashed, ..Work::default() }
        },
    }
}

/// Returns the format of passlib's strings.
const fn passlib(name: &'static str, digest: u64) -> Format {
    Format {
        name,
        parameters: &[("iterations", 1)],
        salt: (16, true),
        hash: (digest, false),
        write: |name, values| {
            Some(format!("{name}{}${}${}", values.parameters[0], base64(values.salt)?, base64(values.hash)?))
        },
        work: |name, values| pbkdf2_work(name, values.parameters[0], values),
    }
}

/// Returns the format of PHC strings, with the length of the hash as a parameter.
const fn pbkdf2(name: &'static str) -> Format {
    Format {
        name,
        parameters: &[("i", 1)],
        salt: (16, true),
        hash: (20, true),
        write: |name, values| {
            let with_length =
                Values { parameters: vec![values.parameters[0], values.hash], ..values.clone() };
            phc(name, &["i", "l"], &with_length)
        },
        work: |name, values| pbkdf2_work(name, values.parameters[0], values),
    }
}

impl Format {
    fn least(&self) -> Values {
        let parameters = self.parameters.iter().map(|(_, value)| *value).collect();
        Values { parameters, salt: self.salt.0, hash: self.hash.0, password: 8 }
    }

    /// Returns the numbers of the axes, which are the values that can be raised: the parameters, and the lengths that
    /// are not fixed.
    fn axes(&self) -> Vec<usize> {
        let parameters = self.parameters.len();
        let lengths = [self.salt.1, self.hash.1, true].into_iter().enumerate();
        (0..parameters).chain(lengths.filter(|(_, free)| *free).map(|(i, _)| parameters + i)).collect()
    }

    fn axis<'a>(&self, values: &'a mut Values, axis: usize) -> &'a mut u64 {
        match axis.checked_sub(self.parameters.len()) {
            None => &mut values.parameters[axis],
            Some(0) => &mut values.salt,
            Some(1) => &mut values.hash,
            Some(_) => &mut values.password,
        }
    }

    /// Returns the values of an axis to test: small numbers, and every power of two with the numbers next to it. If
    /// `coarse` is set, there are fewer small numbers, and only every third power of two.
    fn steps(&self, axis: usize, coarse: bool) -> Vec<u64> {
        let least = *self.axis(&mut self.least(), axis);
        // a password is in memory, and a length of 2^18 bytes suffices for work that grows with the square of the
        // length
        let last = if axis == self.parameters.len() + 2 { 18 } else { 32 };
        let powers = (0..=last).step_by(if coarse { 3 } else { 1 }).map(|log| 1u64 << log);
        // small numbers are tested too, since logarithms and the costs of bcrypt are small
        let small = if coarse { [least, least + 1, 20, 63].to_vec() } else { (least..least + 66).collect() };
        let around =
            powers.flat_map(|power| if coarse { vec![power] } else { vec![power - 1, power, power + 1] });
        let steps: BTreeSet<u64> = small.into_iter().chain(around).filter(|step| *step >= least).collect();
        steps.into_iter().collect()
    }

    /// Verifies a password with a string of these values, if `run` is set or if the work is above the limits. Returns
    /// whether all of the work was done.
    fn try_values(&self, values: &Values, limits: &Limits, run: bool) -> bool {
        let Some(string) = (self.write)(self.name, values) else { return false };
        let work = (self.work)(self.name, values);
        if !run && work.within(limits) {
            return false;
        }
        let password = vec![b'x'; values.password as usize];
        let verdict = limits.verify(&password, &string);
        let shown = if string.len() < 200 { &string } else { self.name };
        match verdict {
            // all of the work was done
            Ok(()) | Err(Error::WrongPassword) => {
                assert!(work.within(limits), "{shown}: {values:?} was computed: {work:?}, {limits:?}");
                true
            }
            Err(Error::Limit { name, value, limit }) => {
                assert!(value > limit, "{shown}: {name}: {value} is not over {limit}");
                assert!(
                    !work.well_within(limits),
                    "{shown}: {values:?} refused for {name}: {work:?}, {limits:?}"
                );
                false
            }
            Err(Error::Malformed { .. } | Error::Parameter { .. } | Error::ParameterLength { .. }) => false,
            other => panic!("{shown}: {values:?}: {other:?}"),
        }
    }
}

/// Limits that a test can afford to reach.
fn small() -> Limits {
    let mut limits = Limits::default();
    (limits.memory, limits.written, limits.hashed) = (1 << 16, 1 << 18, 1 << 20);
    (limits.iterations, limits.cost) = (1200, 5);
    limits
}

#[test]
fn every_scheme_has_a_format_here() {
    let named: BTreeSet<&str> = FORMATS
        .iter()
        .map(|format| {
            let values = format.least();
            let string = (format.write)(format.name, &values).unwrap();
            // the smallest values are within the limits, and are computed
            assert_eq!(small().verify(b"x", &string), Err(Error::WrongPassword), "{string}");
            Scheme::of(&string).unwrap_or_else(|error| panic!("{string}: {error}")).name()
        })
        .collect();
    assert_eq!(named, BTreeSet::from(Scheme::NAMES));
}

/// Raises each parameter and each length alone. Work that is done must be within the limits, and work far below them
/// must not be refused.
#[test]
fn what_is_computed_is_within_the_limits() {
    for format in FORMATS {
        for axis in format.axes() {
            let mut computed = true;
            for step in format.steps(axis, false) {
                let mut values = format.least();
                *format.axis(&mut values, axis) = step;
                computed = format.try_values(&values, &small(), true);
                format.try_values(&values, &Limits::default(), false);
            }
            // each parameter must become too much, but a length need not: bcrypt uses only the first 72 bytes of a
            // password, and the other schemes except SHA-crypt hash the password once
            let name = format.parameters.get(axis).map(|(name, _)| *name);
            assert!(
                !computed || name.is_none(),
                "{}: no {} is too much",
                format.name,
                name.unwrap_or_default()
            );
        }
    }
}

/// Raises each pair of values together, since the cost may be a product.
#[test]
fn products_are_within_the_limits() {
    for format in FORMATS {
        let axes = format.axes();
        for (i, one) in axes.iter().enumerate() {
            for other in &axes[i + 1..] {
                for first in format.steps(*one, true) {
                    for second in format.steps(*other, true) {
                        let mut values = format.least();
                        *format.axis(&mut values, *one) = first;
                        *format.axis(&mut values, *other) = second;
                        format.try_values(&values, &small(), true);
                        format.try_values(&values, &Limits::default(), false);
                    }
                }
            }
        }
    }
}

/// Tests strings that once took far more time than the limits allow.
#[test]
fn products_that_were_not_counted() {
    let long = |length: usize| "A".repeat(length);
    for string in [
        // ten million iterations of 94 blocks of output
        format!("$pbkdf2-sha256$i=10000000,l=3000$c2FsdA${}", long(4000)),
        // a long salt, which scrypt hashes for each of 65 million blocks of its lanes
        format!("$scrypt$ln=1,r=1,p=4194303${}${}", long(3992), long(43)),
        format!("$7$/{}{}{}${}", digits(1, 5), digits(4194303, 5), long(3992), ".".repeat(43)),
        // tables of 12 KiB for each of half a million lanes of yescrypt, in addition to 128 MiB
        format!(
            "{}${}",
            Setting::new(Yescrypt::new(20, 1).unwrap().lanes(1 << 19).unwrap(), b"salt").unwrap(),
            ".".repeat(43)
        ),
    ] {
        let refused = password::verify(b"a password", &string);
        assert!(matches!(refused, Err(Error::Limit { .. })), "{}: {refused:?}", &string[..40]);
    }
    // a long password, which SHA-crypt repeats as often as it has bytes
    for kind in ["$5$", "$6$"] {
        let hash = ".".repeat(if kind == "$5$" { 43 } else { 86 });
        let refused = password::verify(&vec![b'x'; 1 << 17], &format!("{kind}rounds=1000$salt${hash}"));
        assert!(matches!(refused, Err(Error::Limit { .. })), "{kind}: {refused:?}");
    }
    // a hash longer than any scheme needs
    let string = format!("$pbkdf2-sha256$i=10000,l=32000$c2FsdA${}", long(42667));
    let refused = password::verify(b"a password", &string);
    assert!(matches!(refused, Err(Error::ParameterLength { max: password::MAX_STRING, .. })), "{refused:?}");
}
