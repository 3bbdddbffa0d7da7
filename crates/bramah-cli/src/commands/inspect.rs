//! `bramah inspect`: shows the properties of encrypted files that need no key.

use super::files::{BEGINNING, stop};
use crate::{
    exit::{Exit, Stop},
    input::Input,
    json, output, report,
};
use bramah_age::{
    Decryptor, Header,
    fca::{self, FcaHeader},
    is_age, openssl,
};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    fmt::Write as _,
    io::{self, Cursor, Read},
    path::PathBuf,
};

/// Show what anyone can see in an encrypted file: format, kinds of recipients, size.
///
/// None of this is authenticated; only decryption shows whether a file was changed.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The encrypted files; `-`, or no file, means standard input.
    #[arg(value_name = "FILE", value_parser = crate::names::operand())]
    pub(crate) files: Vec<PathBuf>,

    /// Print one JSON object per file, each on its own line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Runs `bramah inspect`.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    let standard = [PathBuf::from("-")];
    let files = if args.files.is_empty() { &standard[..] } else { &args.files };
    let mut exit = Exit::Well;
    for path in files {
        let properties = Input::open(path).and_then(|mut input| inspect(path, &mut input));
        match properties {
            Ok(properties) if args.json => {
                let mut object = json::named(path.as_os_str().as_encoded_bytes());
                object.extend(properties);
                let mut line = Vec::new();
                json::put(&Value::Object(object), &mut line);
                output::print(&line)?;
            }
            Ok(properties) => {
                output::print(text(path, &properties).as_bytes())?;
            }
            Err(stop) => {
                report::plain(stop.reason);
                exit = Exit::Failure;
            }
        }
    }
    Ok(exit)
}

type Properties = serde_json::Map<String, Value>;

/// Returns the properties of a file.
fn inspect(path: &std::path::Path, input: &mut Input) -> Result<Properties, Stop> {
    let mut start = vec![0; BEGINNING];
    let count = input.fill(&mut start)?;
    start.truncate(count);
    let len = input.len();
    let properties = match &start {
        start if fca::is_fca(start) => of_fca(start, len),
        start if openssl::is_openssl(start) => json!({
            "format": "openssl enc",
            "needs": "a passphrase, the names of the cipher and the digest, and whether -pbkdf2 was given",
            "authenticated": false,
        }),
        start if is_age(start) => {
            let fail = |error| stop(path, error);
            let reader = Cursor::new(start).chain(Plain(input));
            let decryptor = Decryptor::new(reader).map_err(fail)?;
            let (armored, header) = (decryptor.is_armored(), decryptor.header().clone());
            let sizes = match len {
                Some(len) if !armored => decryptor.sizes(len),
                _ => decryptor.measure(),
            };
            let sizes = sizes.map_err(fail)?;
            let kinds = kinds(&header);
            json!({
                "format": "age",
                "version": 1,
                "armored": armored,
                "needs": needs(&kinds),
                "recipients": kinds,
                "post_quantum": is_post_quantum(&kinds),
                "header_bytes": sizes.header,
                "chunks": sizes.chunks,
                "plaintext_bytes": sizes.text,
                "authenticated": true,
            })
        }
        _ => return Err(Stop::about(path, "not a file encrypted by age, FCA or openssl enc")),
    };
    match properties {
        Value::Object(properties) => Ok(properties),
        _ => Err(Stop::about(path, "unknown")),
    }
}

fn of_fca(start: &[u8], len: Option<u64>) -> Value {
    let header = start.first_chunk().and_then(|header| FcaHeader::parse(header).ok());
    let Some(kind) = header.map(|header| header.kind()) else { return Value::Null };
    // the header and the tag take 32 bytes
    let text = len.filter(|_| !kind.compressed).and_then(|len| len.checked_sub(32));
    json!({
        "format": match (kind.strong, kind.compressed) {
            (true, _) => "fca256",
            (false, true) => "fzca",
            (false, false) => "fca",
        },
        "mode": if kind.eax { "eax" } else { "ctr with hmac" },
        "compressed": kind.compressed,
        "needs": "the passphrase, and the name of the cipher if it is not AES",
        "plaintext_bytes": text,
        "authenticated": true,
    })
}

/// Counts the kinds of recipients.
fn kinds(header: &Header) -> BTreeMap<&str, usize> {
    let mut kinds = BTreeMap::new();
    for stanza in header.stanzas() {
        *kinds.entry(stanza.kind.as_str()).or_insert(0) += 1;
    }
    kinds
}

/// Returns the identities or passphrase that can open a file with these kinds of recipients.
fn needs(kinds: &BTreeMap<&str, usize>) -> String {
    let ways = kinds.keys().filter_map(|&kind| match kind {
        "scrypt" => Some("its passphrase".to_string()),
        "X25519" => Some("an identity AGE-SECRET-KEY-1...".into()),
        "mlkem768x25519" => Some("an identity AGE-SECRET-KEY-PQ-1...".into()),
        "ssh-ed25519" => Some("an SSH private key (ssh-ed25519)".into()),
        "ssh-rsa" => Some("an SSH private key (ssh-rsa), using age or rage".into()),
        // such stanzas have no recipient: they exist so that programs do not refuse unknown kinds
        kind if kind.ends_with("-grease") => None,
        kind => Some(format!("the plugin for {kind}")),
    });
    ways.collect::<Vec<_>>().join(", or ")
}

/// Returns whether all recipients resist quantum computers, or null if a kind is unknown.
fn is_post_quantum(kinds: &BTreeMap<&str, usize>) -> Value {
    let safe = |kind: &&str| match *kind {
        "scrypt" | "mlkem768x25519" | "mlkem768p256tag" => Some(true),
        "X25519" | "ssh-ed25519" | "ssh-rsa" | "p256tag" | "piv-p256" => Some(false),
        _ => None,
    };
    let all: Vec<Option<bool>> = kinds.keys().map(safe).collect();
    match () {
        () if all.contains(&Some(false)) => false.into(),
        () if all.contains(&None) => Value::Null,
        () => true.into(),
    }
}

/// Returns the properties as text.
fn text(path: &std::path::Path, properties: &Properties) -> String {
    let mut text = format!("{}\n", report::shown(path.as_os_str().as_encoded_bytes()));
    for (name, value) in properties {
        let value = match value {
            Value::Null => continue,
            Value::String(value) => value.clone(),
            Value::Bool(value) => if *value { "yes" } else { "no" }.into(),
            Value::Object(kinds) => {
                let kinds = kinds.iter().map(|(kind, count)| format!("{kind}: {count}"));
                kinds.collect::<Vec<_>>().join(", ")
            }
            value => value.to_string(),
        };
        let _ = writeln!(text, "  {}: {value}", name.replace('_', " "));
    }
    text
}

/// An input as a reader.
struct Plain<'a>(&'a mut Input);

impl Read for Plain<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.0.read(to).map_err(|stop| io::Error::other(stop.reason))
    }
}
