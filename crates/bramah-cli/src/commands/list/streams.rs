//! Stream ciphers, and the authenticated schemes that are not modes of block ciphers.

use super::choice_object;
use bramah::{ByteLengths, aead, encrypt_then_mac, stream};
use serde_json::{Value, json};
use std::fmt::{Result, Write};

pub(super) fn streams_table(text: &mut String) -> Result {
    writeln!(text, "{:<15} {:<15} {:<16} {:<8}  SPECIFICATION", "NAME", "KEY", "NONCE", "STANDING")?;
    for stream::Info { name, key_len, nonce_len, standing, specification, .. } in
        stream::entries().map(|entry| &entry.info)
    {
        let (key, nonce, standing) = (key_len.to_string(), nonce_len.to_string(), standing.name());
        writeln!(text, "{name:<15} {key:<15} {nonce:<16} {standing:<8}  {specification}")?;
    }
    Ok(())
}

pub(super) fn aeads_table(text: &mut String) -> Result {
    writeln!(
        text,
        "{:<18} {:<13} {:<8} {:<13} {:<8}  SPECIFICATION",
        "NAME", "KEY", "NONCE", "TAG", "STANDING"
    )?;
    let schemes = aead::entries().map(|entry| {
        let aead::Info { name, key_len, nonce_len, tag_len, standing, specification, .. } = &entry.info;
        (name, [key_len, nonce_len, tag_len], standing, specification)
    });
    let composed = encrypt_then_mac::algorithms().map(|on| {
        let encrypt_then_mac::Info { name, key_len, nonce_len, tag_len, standing, specification, .. } =
            on.info();
        (name, [key_len, nonce_len, tag_len], standing, specification)
    });
    for (name, lengths, standing, specification) in schemes.chain(composed) {
        let [key, nonce, tag] = lengths.map(ByteLengths::to_string);
        let standing = standing.name();
        writeln!(text, "{name:<18} {key:<13} {nonce:<8} {tag:<13} {standing:<8}  {specification}")?;
    }
    Ok(())
}

pub(super) fn lengths(lengths: &ByteLengths) -> Value {
    json!({ "min": lengths.min, "max": lengths.max, "step": lengths.step })
}

pub(super) fn streams_objects() -> impl Iterator<Item = Value> {
    stream::entries().map(|entry| {
        let info = &entry.info;
        json!({
            "name": info.name,
            "aliases": info.aliases,
            "key_bytes": lengths(&info.key_len),
            "nonce_bytes": lengths(&info.nonce_len),
            "rounds": info.rounds,
            "standing": info.standing.name(),
            "specification": info.specification,
            "backends": choice_object(entry.algorithm().choice()),
        })
    })
}

pub(super) fn aeads_objects() -> impl Iterator<Item = Value> {
    let schemes = aead::entries().map(|entry| {
        let info = &entry.info;
        json!({
            "name": info.name,
            "aliases": info.aliases,
            "key_bytes": lengths(&info.key_len),
            "nonce_bytes": lengths(&info.nonce_len),
            "tag_bytes": lengths(&info.tag_len),
            "header": info.header,
            "standing": info.standing.name(),
            "specification": info.specification,
            "backends": choice_object(entry.algorithm().choice()),
        })
    });
    // for a composition, the backends of its cipher are listed
    let composed = encrypt_then_mac::algorithms().map(|on| {
        let info = on.info();
        json!({
            "name": info.name,
            "aliases": info.aliases,
            "key_bytes": lengths(&info.key_len),
            "nonce_bytes": lengths(&info.nonce_len),
            "tag_bytes": lengths(&info.tag_len),
            "header": true,
            "standing": info.standing.name(),
            "specification": info.specification,
            "backends": choice_object(on.choices()[0]),
        })
    });
    schemes.chain(composed)
}
