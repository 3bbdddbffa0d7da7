//! Vectors of key derivation and of password strings.

use super::{Arguments, COUNTER, FLAVOR, Input, NO_BLOCK, Reason, SLOW, bytes};
use crate::support::{Dir, hex};
use bramah::password::Scheme;
use bramah_vectors::Vector;

/// The largest work of a vector that is run, in blocks of memory or iterations.
const MOST: u64 = 1 << 18;

pub(super) fn key(dir: &Dir, file: &str, vector: &Vector, turn: usize) -> Result<(), Reason> {
    if let "hchacha" | "hsalsa20" = file {
        return Err(NO_BLOCK);
    }
    if vector.text("string").is_some() {
        return password(dir, file, vector, turn);
    }
    if file == "yescrypt" {
        return Err(FLAVOR);
    }
    let mut name = vector.word("function").unwrap_or(file).to_string();
    if file == "sp800-108" {
        if vector.number("counter_bytes") != Some(4) || vector.word("place") == Some("after") {
            return Err(COUNTER);
        }
        name = format!("{file}-{}", vector.word("mode").unwrap());
    }
    let number = |field: &str| vector.number(field).unwrap_or(1);
    if number("iterations").max(number("n") * number("r") * number("p")).max(number("m") * number("t")) > MOST
    {
        return Err(SLOW);
    }
    let expected = vector.require("output").literal();
    let argon2 = file.starts_with("argon2");
    let [salt, info, iv, ad] = [
        bytes(vector, "salt"),
        bytes(vector, "info").or(bytes(vector, "fixed")),
        bytes(vector, "iv"),
        bytes(vector, "ad"),
    ];
    let hash = vector.word("hash");
    let mac = vector.word("mac");
    let (hash, mac) = match mac.and_then(|mac| mac.strip_prefix("hmac-")) {
        Some(of) => (Some(of), None),
        None => (hash, mac),
    };
    let mut arguments = Arguments::new("kdf -q")
        .add(&name)
        .number("--length", Some(expected.len() as u64))
        .hex("--salt", salt.as_deref())
        .hex("--info", info.as_deref().filter(|info| !info.is_empty()))
        .hex("--iv", iv.as_deref())
        .hex("--ad", ad.as_deref())
        .word("--hash", hash)
        .word("--mac", mac)
        .number("--iterations", vector.number("iterations").or(vector.number("rounds")))
        .number("--passes", vector.number("t"))
        .number("--memory", vector.number("m"))
        .number("-N", vector.number("n"))
        .number("-r", vector.number("r"))
        .number("-p", vector.number("p"));
    if argon2 {
        let version = if vector.number("version") == Some(0x10) { "1.0" } else { "1.3" };
        arguments = arguments.word("--argon2-version", Some(version)).add("--short-salt");
        if let Some(secret) = bytes(vector, "secret") {
            dir.write("secret", secret);
            arguments = arguments.word("--secret-file", Some("secret"));
        }
    }
    let (raw, to_file, from_file) =
        (turn.is_multiple_of(2), (turn / 2).is_multiple_of(2), (turn / 4).is_multiple_of(2));
    if raw {
        arguments = arguments.add("--raw");
    }
    let password = bytes(vector, "password");
    let input = match &password {
        Some(password) => {
            let words;
            (arguments, words) = source(dir, arguments, password, from_file);
            words
        }
        None => {
            let secret = bytes(vector, "key").or(bytes(vector, "secret"));
            arguments = arguments.hex("--key", Some(&secret.unwrap_or_default()));
            Input::Fed(b"")
        }
    };
    let shown = arguments.0.join(" ");
    let out = arguments.run(dir, input, to_file);
    let expected = if raw { expected.to_vec() } else { format!("{}\n", hex(expected)).into_bytes() };
    assert!(out == expected, "{vector}: {shown}");
    Ok(())
}

/// Adds the option for the source of the password: a file or standard input.
fn source<'a>(
    dir: &Dir,
    arguments: Arguments,
    password: &'a [u8],
    from_file: bool,
) -> (Arguments, Input<'a>) {
    // passwords of vectors may be any bytes
    let arguments = arguments.word("--password-format", Some("raw"));
    match from_file {
        true => {
            dir.write("password", password);
            (arguments.word("--password-file", Some("password")), Input::Fed(b""))
        }
        false => (arguments.word("--password-fd", Some("0")), Input::Fed(password)),
    }
}

pub(super) fn password(dir: &Dir, _: &str, vector: &Vector, turn: usize) -> Result<(), Reason> {
    let string = vector.text("string").unwrap();
    let slow = match Scheme::of(string).unwrap_or_else(|error| panic!("{vector}: {error}")) {
        Scheme::Yescrypt { log_n, r, .. } => u64::from(r) << log_n.min(32) > MOST,
        _ => false,
    };
    if slow {
        return Err(SLOW);
    }
    let password = bytes(vector, "password").unwrap();
    let mut arguments = Arguments::new("password verify");
    arguments = match turn % 2 {
        0 => arguments.add(string),
        _ => {
            dir.write("string", string);
            arguments.word("--string-file", Some("string"))
        }
    };
    let (arguments, Input::Fed(fed) | Input::File(fed)) =
        source(dir, arguments, &password, (turn / 2).is_multiple_of(2));
    let ran = dir.program(env!("CARGO_BIN_EXE_bramah"), &arguments.0, fed);
    assert_eq!((ran.text(), ran.code), ("OK\n", 0), "{vector}: {}", ran.err);
    let outdated =
        ["are below today's minimums; make a new hash", "is not memory-hard, and neither OWASP nor NIST"];
    let warned =
        ran.err.starts_with("bramah: warning: ") && outdated.iter().any(|says| ran.err.contains(says));
    assert!(ran.err.is_empty() || warned && ran.err.lines().count() == 1, "{}", ran.err);
    Ok(())
}
