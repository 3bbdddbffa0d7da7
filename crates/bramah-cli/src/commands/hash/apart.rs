//! Digests that depend on more than the bytes of a file: `--part-size` and `-a btih`.

use super::{Args, functions};
use crate::{
    commands::parts,
    exit::{Exit, Stop},
    input,
    json::{hex, named, put},
    names,
    output::{self, Target},
    report,
    sumfile::{BTIH, Layout, LineEnd, is_btih, write_base64, write_line_of},
};
use bramah::{
    Hex,
    hash::{Composite, Function},
};
use serde_json::{Value, json};
use std::{
    io::{self, Write},
    num::NonZeroU64,
    path::{Path, PathBuf},
};

/// Returns whether the arguments ask for a digest of parts or an info-hash.
pub(super) fn is_wanted(args: &Args) -> bool {
    args.part_size.is_some() || args.algorithm.iter().any(|name| is_btih(name.as_bytes()))
}

/// The digests to compute of each file.
enum What {
    /// Digests of the digests of all parts, by these functions; a part has this many bytes.
    Parts(Vec<Function>, NonZeroU64),
    /// The info-hash of a torrent.
    Torrent,
}

/// Hashes the files, one after another.
pub(super) fn run(args: &Args) -> Result<Exit, Stop> {
    let torrent = args.algorithm.iter().any(|name| is_btih(name.as_bytes()));
    let what = match args.part_size {
        Some(size) if !torrent => What::Parts(functions::chosen(args)?, size),
        None if torrent && args.algorithm.len() == 1 && !is_more(args) => What::Torrent,
        _ => {
            return Err(Stop::usage(
                "btih is the info-hash of a torrent of a single file; it cannot be used with other algorithms, a \
                 key, directories, or options for texts and other list formats",
            ));
        }
    };
    let mut files = args.files.clone();
    if files.is_empty() {
        files.push(PathBuf::from("-"));
    }
    let (mut text, mut failed) = (Vec::new(), 0);
    let mut total = 0;
    for file in &files {
        match of(args, &what, file, &mut text) {
            Ok(length) => total += length,
            Err(error) => {
                failed += 1;
                let (name, reason) = (names::bytes(file), report::reason(&error));
                report::about_bytes(&name, &reason);
                if args.json {
                    let mut object = named(&name);
                    object.insert("status".into(), "error".into());
                    object.insert("error".into(), reason.into());
                    put(&Value::Object(object), &mut text);
                }
            }
        }
    }
    if args.json {
        let files = files.len() as u64 - failed;
        put(&json!({ "summary": { "files": files, "bytes": total, "failed": failed } }), &mut text);
    }
    match args.output() {
        Some(path) => {
            let mut target = Target::create(path)?;
            target.write_all(&text).map_err(|error| output::write_error(&error))?;
            target.finish_list(failed == 0)?;
        }
        None => _ = output::print(&text)?,
    }
    Ok(if failed > 0 { Exit::Failure } else { Exit::Well })
}

/// Returns whether there are options that do not apply to an info-hash.
fn is_more(args: &Args) -> bool {
    !args.message.is_empty()
        || args.length.is_some()
        || args.key.is_given()
        || args.backend.is_some()
        || args.format.is_some()
        || args.raw
        || args.base64
        || args.zero
        || args.recursive
        || args.files_from.is_some()
        || args.update.is_some()
        || args.resume.is_some()
        || args.shard.is_some()
        || args.merge
}

/// Appends the lines of a file, and returns the file's length in bytes.
fn of(args: &Args, what: &What, path: &Path, out: &mut Vec<u8>) -> io::Result<u64> {
    let is_stdin = path.as_os_str() == "-";
    let file = input::open(path)?;
    let name = names::bytes(path);
    match what {
        What::Torrent => {
            let (digest, length) = parts::torrent(file, is_stdin, &name)?;
            if args.json {
                object(&name, BTIH, hex(&digest), length, None, out);
            } else {
                line(args, "BTIH", &Hex(&digest).to_string(), &name, out);
            }
            Ok(length)
        }
        What::Parts(functions, size) => {
            let (digests, length) = parts::composites_of(file, functions, *size)?;
            for (function, composite) in functions.iter().zip(&digests) {
                let algorithm = function.algorithm();
                if args.json {
                    object(&name, &algorithm.name(), composite.to_string().into(), length, Some(*size), out);
                } else {
                    let tag = format!("S3-{}:{size}", algorithm.tag());
                    let plain = algorithm.info().name == "md5" && !args.base64;
                    line(args, &tag, &text(composite, plain), &name, out);
                }
            }
            Ok(length)
        }
    }
}

/// Returns a digest of parts as S3 writes it: an ETag in hexadecimal, other digests in base64.
fn text(composite: &Composite, plain: bool) -> String {
    if plain {
        return composite.to_string();
    }
    let mut base64 = Vec::new();
    write_base64(&mut base64, &composite.digest);
    format!("{}-{}", String::from_utf8_lossy(&base64), composite.parts)
}

fn line(args: &Args, tag: &str, digest: &str, name: &[u8], out: &mut Vec<u8>) {
    let layout = if args.untagged { Layout::Untagged } else { Layout::Tagged };
    let put = |out: &mut Vec<u8>| out.extend_from_slice(digest.as_bytes());
    write_line_of(out, layout, || tag.into(), put, name, LineEnd::LineFeed);
}

fn object(name: &[u8], alg: &str, digest: Value, size: u64, part: Option<NonZeroU64>, out: &mut Vec<u8>) {
    let mut object = named(name);
    object.insert("alg".into(), alg.into());
    object.insert("digest".into(), digest);
    object.insert("size".into(), size.into());
    if let Some(part) = part {
        object.insert("part_size".into(), part.get().into());
    }
    object.insert("status".into(), "ok".into());
    put(&Value::Object(object), out);
}
