//! Tests of key derivation functions with known answers, on every backend.

use super::known::shake256;
use bramah::{
    backend::Choice,
    kdf::{Entry, Parameters, argon2::Version},
    password::{self, Scheme},
};
use bramah_vectors::Vector;

/// The largest work of a known answer that is tested with `--all`, in blocks of memory or iterations, approximately.
/// More work takes seconds on slow backends.
pub(super) const MOST: u64 = 1 << 15;

/// Tests a function with the known answers whose work is at most `most`; returns their number as text.
pub(super) fn test(entry: &'static Entry, most: u64) -> Result<String, String> {
    let vectors = bramah_vectors::few::kdf(file(entry)).into_iter().flatten();
    let mine = vectors.filter(|vector| vector.word("function").is_none_or(|name| name == entry.info.name));
    let with_work = mine.map(|vector| {
        let number = |field: &str| vector.number(field).unwrap_or(1);
        let memory = (number("n") * number("r") * number("p")).max(number("m") * number("t"));
        (number("iterations").max(memory), vector)
    });
    bounded(with_work.collect(), most, |vector| known(entry, vector))
}

/// Tests the vectors whose work is at most `most`, in ascending order of work; if none of them is tested, continues
/// until one vector has been tested. `meets` returns whether a vector was tested, and an error if the result is
/// wrong.
fn bounded(
    mut vectors: Vec<(u64, Vector)>,
    most: u64,
    mut meets: impl FnMut(&Vector) -> Result<bool, String>,
) -> Result<String, String> {
    vectors.sort_by_key(|(work, _)| *work);
    let mut count = 0;
    for (work, vector) in &vectors {
        if *work > MOST || *work > most && count > 0 {
            break;
        }
        count += usize::from(meets(vector)?);
    }
    match count {
        0 => Err("no known answers".into()),
        _ => Ok(format!("ok: {count} known answers")),
    }
}

/// Tests a password scheme with the known answers whose work is at most `most`.
pub(super) fn test_scheme(scheme: Scheme, most: u64) -> Result<String, String> {
    let file = match scheme.name() {
        "sha256-crypt" | "sha512-crypt" => "sha-crypt",
        name => name,
    };
    let kept = bramah_vectors::few::password(file).into_iter().flatten();
    // the strings of yescrypt are among the vectors of its key derivation
    let all = kept.chain(bramah_vectors::few::kdf(file).into_iter().flatten());
    let with_work = all.filter_map(|vector| {
        let of = Scheme::of(vector.text("string")?).ok().filter(|of| of.name() == scheme.name())?;
        let work = match of {
            Scheme::ShaCrypt { rounds, .. } => u64::from(rounds),
            Scheme::Yescrypt { log_n, r, .. } => u64::from(r) << log_n.min(32),
            // cost 6 counts as the largest work
            Scheme::Bcrypt { cost } => MOST >> 6 << cost.min(32),
            _ => return None,
        };
        Some((work, vector))
    });
    bounded(with_work.collect(), most, |vector| {
        let password = vector.require("password").expand(shake256);
        let verified = password::verify(&password, vector.text("string").unwrap_or_default());
        verified.map(|()| true).map_err(|error| format!("{vector}: {error}"))
    })
}

/// Returns the file that contains the function's vectors.
fn file(entry: &Entry) -> &'static str {
    match entry.info.name {
        "kdf1" | "kdf2" | "kdf3" | "one-step" | "mgf1" => "concatenation",
        name if name.starts_with("sp800-108") => "sp800-108",
        name => name,
    }
}

/// Returns whether a vector is for this function; an error if the result is wrong.
fn known(entry: &Entry, vector: &Vector) -> Result<bool, String> {
    let bytes = |field: &str| vector.bytes(field).map(|bytes| bytes.expand(shake256));
    // vectors of other uses of the function are tested by the library's own tests
    let mode = vector.word("mode").is_some_and(|mode| !entry.info.name.ends_with(mode));
    let counter = vector.number("counter_bytes").is_some_and(|bytes| bytes != 4);
    if mode || counter || vector.word("place") == Some("after") {
        return Ok(false);
    }
    let wrong = |error: bramah::Error| format!("{vector}: {error}");
    let number = |field: &str| vector.number(field).and_then(|number| u32::try_from(number).ok());
    let mac = vector.word("mac").and_then(|name| name.strip_prefix("hmac-"));
    let hash = vector.word("hash").or(mac).map(bramah::hash::lookup).transpose().map_err(wrong)?;
    let [salt, info, secret, data, iv] =
        [bytes("salt"), bytes("info").or_else(|| bytes("fixed")), bytes("secret"), bytes("ad"), bytes("iv")];
    let argon2 = entry.info.name.starts_with("argon2");
    let parameters = Parameters {
        salt: salt.as_deref(),
        info: info.as_deref().filter(|info| !info.is_empty()),
        iv: iv.as_deref(),
        hash,
        iterations: number("iterations").or(number("t")).or(number("rounds")),
        n: vector.number("n"),
        r: number("r"),
        lanes: number("p"),
        memory: number("m"),
        version: number("version").map(|version| if version == 0x10 { Version::V10 } else { Version::V13 }),
        secret: secret.as_deref().filter(|_| argon2),
        data: data.as_deref(),
        short_salts: true,
        ..Parameters::default()
    };
    let input = bytes("password").or(bytes("key")).or(secret.clone()).unwrap_or_default();
    let expected = vector.require("output").literal();
    let mut out = vec![0; expected.len()];
    entry.derive(&input, &parameters, &mut out).map_err(wrong)?;
    if out == expected { Ok(true) } else { Err(format!("{vector}: wrong output")) }
}

/// The backends that were in use before others were forced by name; restored on drop.
pub(crate) struct Forced(Vec<(&'static dyn Choice, usize)>);

impl Forced {
    pub(crate) fn new(choices: &[&'static dyn Choice], name: &str) -> Self {
        let mut before = Vec::new();
        for choice in choices {
            let of = |wanted: &dyn Fn(&bramah::backend::Info) -> bool| {
                (0..choice.count()).find(|index| choice.info(*index).is_some_and(|info| wanted(&info)))
            };
            let chosen = of(&|info| info.chosen);
            if let Some(index) = of(&|info| info.name == name && info.available)
                && choice.force(index)
            {
                before.extend(chosen.map(|chosen| (*choice, chosen)));
            }
        }
        Self(before)
    }
}

impl Drop for Forced {
    fn drop(&mut self) {
        // in reverse order: a choice may occur twice
        for (choice, index) in self.0.iter().rev() {
            choice.force(*index);
        }
    }
}
