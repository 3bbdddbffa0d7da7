//! Printing results.

use super::{Args, form::ListForm};
use crate::{
    engine::{Hashed, Totals},
    json::{hex, named, put},
    report,
    sumfile::{Encoding, Layout, LineEnd, Shard, Style, tag, write_line},
};
use bramah::hash::{Algorithm, Function};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU64, Ordering};

/// The format of the output.
pub(super) struct Render {
    pub(super) algorithms: Vec<Algorithm>,
    /// Whether the digests are computed with a key.
    keyed: bool,
    form: Form,
    /// The part of the files to hash, with `--shard`.
    shard: Option<Shard>,
    /// The number of files whose names the format cannot contain.
    unwritten: AtomicU64,
}

enum Form {
    Lines(Style, LineEnd),
    List(ListForm),
    Raw,
    Json,
}

impl Render {
    pub(super) fn new(args: &Args, functions: &[Function]) -> Self {
        let form = if let Some(form) = args.format {
            Form::List(form)
        } else if args.raw {
            Form::Raw
        } else if args.json {
            Form::Json
        } else {
            let layout = if args.untagged { Layout::Untagged } else { Layout::Tagged };
            let encoding = if args.base64 { Encoding::Base64 } else { Encoding::Hex };
            let end = if args.zero { LineEnd::Nul } else { LineEnd::LineFeed };
            Form::Lines(Style { layout, encoding }, end)
        };
        Self {
            algorithms: functions.iter().map(Function::algorithm).collect(),
            keyed: args.key.is_given(),
            form,
            shard: args.shard,
            unwritten: AtomicU64::new(0),
        }
    }

    /// Returns the number of files whose names the format cannot contain.
    pub(super) fn unwritten(&self) -> u64 {
        self.unwritten.load(Ordering::Relaxed)
    }

    /// Writes the lines before the first file: those that the format requires, or the comment that states which shard
    /// the list is.
    pub(super) fn begin(&self, out: &mut Vec<u8>) {
        if let Form::List(form) = self.form {
            form.begin(&self.algorithms, out);
        }
        if let (Form::Lines(_, end), Some(shard)) = (&self.form, self.shard) {
            out.extend_from_slice(Shard::MARK);
            out.extend_from_slice(shard.to_string().as_bytes());
            out.push(end.byte());
        }
    }

    /// Writes the digests of a file.
    pub(super) fn hashed(&self, name: &[u8], file: &Hashed<'_>, out: &mut Vec<u8>) {
        if let Form::List(form) = self.form {
            if !form.write(&self.algorithms, file.digests, file.size, name, out) {
                report::about_bytes(name, "this format cannot represent the name of this file");
                self.unwritten.fetch_add(1, Ordering::Relaxed);
            }
            return;
        }
        let mut rest = file.digests;
        for &algorithm in &self.algorithms {
            let digest;
            (digest, rest) = rest.split_at(algorithm.output_len());
            match self.form {
                Form::Lines(style, end) => {
                    write_line(out, style.of(algorithm), || tag(algorithm, self.keyed), digest, name, end)
                }
                Form::Raw | Form::List(_) => out.extend_from_slice(digest),
                Form::Json => {
                    let mut object = named(name);
                    object.insert("alg".into(), algorithm.name().into());
                    object.insert("digest".into(), hex(digest));
                    object.insert("size".into(), file.size.into());
                    object.insert("status".into(), "ok".into());
                    put(&Value::Object(object), out);
                }
            }
        }
    }

    /// In JSON, writes the object of a file that could not be hashed.
    pub(super) fn failed(&self, name: &[u8], reason: &str, out: &mut Vec<u8>) {
        if let Form::Json = self.form {
            let mut object = named(name);
            object.insert("status".into(), "error".into());
            object.insert("error".into(), reason.into());
            put(&Value::Object(object), out);
        }
    }

    /// Returns the lines that a file would have, without the digests, to compare them with old lines.
    pub(super) fn key(&self, name: &[u8]) -> Vec<u8> {
        let zeros: Vec<u8> = vec![0; self.algorithms.iter().map(Algorithm::output_len).sum()];
        let mut lines = Vec::new();
        self.hashed(name, &Hashed { digests: &zeros, size: 0, modified: None }, &mut lines);
        self.without_digests(&lines).expect("lines of our own")
    }

    /// Returns the lines of a file without their digests; `None` if they are not in the output format.
    pub(super) fn without_digests(&self, lines: &[u8]) -> Option<Vec<u8>> {
        let Form::Lines(style, _) = self.form else { return None };
        let mut out = Vec::with_capacity(lines.len());
        let mut lines = lines.split_inclusive(|&byte| byte == b'\n');
        for algorithm in &self.algorithms {
            let line = lines.next()?;
            let len = match style.of(*algorithm).encoding {
                Encoding::Hex => 2 * algorithm.output_len(),
                Encoding::Base64 => 4 * algorithm.output_len().div_ceil(3),
                Encoding::Base32 => (8 * algorithm.output_len()).div_ceil(5),
            };
            let start = match style.layout {
                Layout::Tagged => line.len().checked_sub(len + 1)?,
                _ => usize::from(line.starts_with(b"\\")),
            };
            out.extend_from_slice(&line[..start]);
            out.extend_from_slice(line.get(start + len..)?);
        }
        Some(out)
    }

    /// Writes the last line.
    pub(super) fn summary(&self, totals: &Totals, out: &mut Vec<u8>) {
        if let Form::Json = self.form {
            put(&summary(totals, self.shard), out);
        }
    }
}

/// Returns the summary of a run: the totals, and the shard if there is one.
pub(super) fn summary(totals: &Totals, shard: Option<Shard>) -> Value {
    let Totals { files, bytes, failed } = totals;
    let mut summary = json!({ "files": files, "bytes": bytes, "failed": failed });
    if let Some(shard) = shard {
        summary["shard"] = shard.to_string().into();
    }
    json!({ "summary": summary })
}
