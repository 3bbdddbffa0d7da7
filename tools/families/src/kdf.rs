//! Tests of key derivation functions with the vectors whose hash functions are compiled.

use crate::known::{bytes, shake256};
use bramah::{
    hash,
    kdf::{Entry, Parameters},
    mac,
};
use bramah_vectors::Vector;

/// The approximate limit on the work of a vector, in blocks of memory or iterations.
const MOST: u64 = 1 << 15;

/// Tests a function with its vectors; it is an error if there are none.
pub(super) fn test(entry: &'static Entry) -> Result<String, String> {
    let name = entry.info.name;
    let file = match name {
        "kdf1" | "kdf2" | "kdf3" | "one-step" | "mgf1" => "concatenation",
        name if name.starts_with("sp800-108") => "sp800-108",
        name => name,
    };
    let mut count = 0;
    for vector in bramah_vectors::few::kdf(file).unwrap_or_default() {
        if is_for(name, &vector) {
            meets(entry, &vector)?;
            count += 1;
        }
    }
    counted(count)
}

fn counted(known: u32) -> Result<String, String> {
    if known > 0 { Ok(format!("ok: {known} known answers")) } else { Err("no known answers".into()) }
}

/// Returns whether a vector tests this function as the registry uses it, needs only compiled families, and is quick.
fn is_for(name: &str, vector: &Vector) -> bool {
    let word = |field| vector.word(field);
    let number = |field: &str| vector.number(field).unwrap_or(1);
    let work =
        number("iterations").max(number("n") * number("r") * number("p")).max(number("m") * number("t"));
    word("function").is_none_or(|function| function == name)
        && word("mode").is_none_or(|mode| name.ends_with(mode))
        && word("place") != Some("after")
        && vector.number("counter_bytes").is_none_or(|bytes| bytes == 4)
        // leaves out version 1.0 of Argon2, which is not the default of the registry
        && vector.number("version") != Some(0x10)
        && word("hash").is_none_or(|name| hash::lookup(name).is_ok())
        && word("mac").is_none_or(|name| name.starts_with("hmac-") && mac::lookup(name).is_ok())
        && work <= MOST
}

fn meets(entry: &Entry, vector: &Vector) -> Result<(), String> {
    let wrong = |error: bramah::Error| format!("{vector}: {error}");
    let bytes = |field: &str| vector.bytes(field).map(|_| bytes(vector, field));
    let number = |field: &str| vector.number(field).and_then(|number| u32::try_from(number).ok());
    let name = vector.word("hash").or(vector.word("mac").and_then(|name| name.strip_prefix("hmac-")));
    let info = bytes("info").or_else(|| bytes("fixed"));
    let [salt, secret, data, iv] = ["salt", "secret", "ad", "iv"].map(bytes);
    let argon2 = entry.info.name.starts_with("argon2");
    let parameters = Parameters {
        salt: salt.as_deref(),
        info: info.as_deref().filter(|info| !info.is_empty()),
        iv: iv.as_deref(),
        hash: name.map(hash::lookup).transpose().map_err(wrong)?,
        iterations: number("iterations").or(number("t")).or(number("rounds")),
        n: vector.number("n"),
        r: number("r"),
        lanes: number("p"),
        memory: number("m"),
        secret: secret.as_deref().filter(|_| argon2),
        data: data.as_deref(),
        short_salts: true,
        ..Parameters::default()
    };
    let input = vector.bytes("password").or(vector.bytes("key")).map(|bytes| bytes.expand(shake256));
    let expected = vector.require("output").literal();
    let mut out = vec![0; expected.len()];
    entry.derive(&input.or(secret.clone()).unwrap_or_default(), &parameters, &mut out).map_err(wrong)?;
    if out == expected { Ok(()) } else { Err(format!("{vector}: another output")) }
}

/// Tests a password scheme with the strings of its vectors; it is an error if there are none.
#[cfg(feature = "passwords")]
pub(super) fn test_scheme(scheme: bramah::password::Scheme) -> Result<String, String> {
    use bramah::password::{self, Scheme};
    let file = if scheme.name().starts_with("sha") { "sha-crypt" } else { scheme.name() };
    let mut count = 0;
    let kept = bramah_vectors::few::password(file).into_iter().flatten();
    // the strings of yescrypt are among the vectors of its key derivation
    for vector in kept.chain(bramah_vectors::few::kdf(file).into_iter().flatten()) {
        let Some(string) = vector.text("string") else { continue };
        let Ok(of) = Scheme::of(string) else { continue };
        let quick = match of {
            Scheme::ShaCrypt { rounds, .. } => u64::from(rounds) <= MOST,
            Scheme::Yescrypt { log_n, r, .. } => u64::from(r) << log_n.min(32) <= MOST,
            Scheme::Bcrypt { cost } => cost <= 6,
            _ => false,
        };
        if quick && of.name() == scheme.name() {
            let password = vector.require("password").expand(shake256);
            password::verify(&password, string).map_err(|error| format!("{vector}: {error}"))?;
            count += 1;
        }
    }
    counted(count)
}
