//! Lists of digests.

use crate::{
    failure::{Failure, Status, unknown_request},
    fields::Fields,
    requests::lists::{FORMAT, PARSE},
};
use bramah::hash;
use bramah_lists::{
    Encoding, Entry, Expected, Flaw, Layout, LineEnd, Reader, Style, from_list_name, read_hex, write_hex,
    write_line,
};
use serde_json::{Map, Value, json};
use std::path::Path;

/// Serves a request.
///
/// # Errors
/// A function has an unknown name, or the input is malformed.
pub fn serve(request: u32, input: &[u8], reply: &mut Vec<u8>) -> Result<u32, Failure> {
    match request {
        PARSE => parse(&Fields::read(input)?, reply)?,
        FORMAT => format(&Fields::read(input)?, reply)?,
        _ => return Err(unknown_request()),
    }
    Ok(0)
}

fn argument(text: impl Into<String>) -> Failure {
    Failure::new(Status::Argument, text)
}

fn parse(fields: &Fields<'_>, reply: &mut Vec<u8>) -> Result<(), Failure> {
    let text = fields.bytes("text")?.unwrap_or_default();
    let given = fields.text("algorithm")?.map(Expected::named).transpose()?;
    let name = fields.text("name")?.map(Path::new);
    fields.check("a list")?;
    let reader = Reader::new(text, LineEnd::LineFeed, given, name.and_then(from_list_name));
    let mut reader = match name {
        Some(name) => reader.of_list(name, None),
        None => reader,
    };
    let mut entries = Vec::new();
    for next in reader.by_ref() {
        let (line, entry) = next.map_err(|error| argument(error.to_string()))?;
        entries.push(shown(line, entry));
    }
    let form = reader.format().map(|format| format.name);
    reply.extend_from_slice(json!({ "form": form, "entries": entries }).to_string().as_bytes());
    Ok(())
}

/// Returns what a line says, or why it says nothing.
fn shown(line: u64, entry: Result<Entry, Flaw>) -> Value {
    let mut object = Map::new();
    object.insert("line".into(), line.into());
    let named = |object: &mut Map<String, Value>, name: &[u8]| {
        object.insert("name".into(), String::from_utf8_lossy(name).into());
    };
    let digests = match entry {
        Ok(entry) if entry.keyed => return shown(line, Err(Flaw::Keyed)),
        Ok(entry) => {
            named(&mut object, &entry.name);
            if let Some(size) = entry.size {
                object.insert("size".into(), size.most().into());
                object.insert("unit".into(), size.unit().into());
            }
            let mut digest = Vec::new();
            write_hex(&mut digest, &entry.digest);
            json!([{
                "algorithm": entry.algorithm.name(),
                "digest": String::from_utf8_lossy(&digest),
                "guessed": entry.guessed,
            }])
        }
        Err(Flaw::Size { name, size }) => {
            named(&mut object, &name);
            object.insert("size".into(), size.into());
            object.insert("unit".into(), 1.into());
            json!([])
        }
        Err(flaw) => {
            if let Flaw::Apart(apart) = &flaw {
                named(&mut object, &apart.name);
            }
            object.insert("flaw".into(), flaw.to_string().into());
            json!([])
        }
    };
    object.insert("digests".into(), digests);
    object.into()
}

fn format(fields: &Fields<'_>, reply: &mut Vec<u8>) -> Result<(), Failure> {
    let layout = match fields.text("form")? {
        None | Some("coreutils") => Layout::Untagged,
        Some("tagged") => Layout::Tagged,
        Some(other) => return Err(argument(format!("unknown form of lists: {other}"))),
    };
    let entries: Vec<Value> = serde_json::from_slice(fields.bytes("entries")?.unwrap_or_default())
        .map_err(|error| argument(error.to_string()))?;
    fields.check("a list")?;
    for entry in &entries {
        let part = |name: &str| {
            entry[name].as_str().ok_or_else(|| argument(format!("an entry of a list has no {name}")))
        };
        let algorithm = hash::lookup(part("algorithm")?)?;
        let digest = read_hex(part("digest")?.as_bytes())
            .ok_or_else(|| argument("the digest of an entry is not hexadecimal"))?;
        let style = Style { layout, encoding: Encoding::Hex };
        let tag = || bramah_lists::tag(algorithm, false);
        write_line(reply, style, tag, &digest, part("name")?.as_bytes(), LineEnd::LineFeed);
    }
    Ok(())
}
