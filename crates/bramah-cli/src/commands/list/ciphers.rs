//! Block ciphers, their modes, and authenticated modes.

use super::{choice_object, streams::lengths};
use bramah::{
    aead, block,
    mode::{self, MODES},
};
use serde_json::{Value, json};
use std::fmt::Write;

/// A mode in the form in which it is shown.
struct Mode {
    name: &'static str,
    aliases: &'static [&'static str],
    title: &'static str,
    specification: &'static str,
    authenticates: bool,
}

/// Returns every mode: those that do not authenticate, and those that do.
fn modes() -> impl Iterator<Item = Mode> {
    let plain = MODES.iter().map(|&mode::Info { name, aliases, title, specification, .. }| Mode {
        name,
        aliases,
        title,
        specification,
        authenticates: false,
    });
    plain.chain(aead::MODES.iter().map(|&aead::Mode { name, title, specification, .. }| Mode {
        name,
        aliases: &[],
        title,
        specification,
        authenticates: true,
    }))
}

pub(super) fn ciphers_table(text: &mut String) -> std::fmt::Result {
    writeln!(text, "{:<18} {:>5} {:>7}  {:<8}  SPECIFICATION", "NAME", "BLOCK", "KEY", "STANDING")?;
    for entry in block::entries() {
        let block::Info { name, block_len, standing, specification, .. } = &entry.info;
        let (block, key, standing) = (8 * block_len, key_bits(&entry.algorithm()), standing.name());
        writeln!(text, "{name:<18} {block:>5} {key:>7}  {standing:<8}  {specification}")?;
    }
    Ok(())
}

/// Returns the bits of a key, or the smallest and the largest number of them.
fn key_bits(cipher: &block::Algorithm) -> String {
    let lengths = cipher.key_lengths();
    match [8 * lengths.min, 8 * lengths.max] {
        [min, max] if min == max => max.to_string(),
        [min, max] => format!("{min}-{max}"),
    }
}

pub(super) fn modes_table(text: &mut String) -> std::fmt::Result {
    writeln!(text, "{:<6} {:<13}  {:<32} SPECIFICATION", "NAME", "AUTHENTICATES", "IN WORDS")?;
    for Mode { name, title, specification, authenticates, .. } in modes() {
        let authenticates = if authenticates { "yes" } else { "no" };
        writeln!(text, "{name:<6} {authenticates:<13}  {title:<32} {specification}")?;
    }
    Ok(())
}

pub(super) fn ciphers() -> impl Iterator<Item = Value> {
    block::entries().map(|entry| {
        let info = &entry.info;
        json!({
            "name": info.name,
            "aliases": info.aliases,
            "family": info.family,
            "block_bits": 8 * info.block_len,
            "key_bits": 8 * info.key_len,
            "key_bytes": lengths(&entry.algorithm().key_lengths()),
            "tweak_bits": 8 * entry.algorithm().tweak_len(),
            "standing": info.standing.name(),
            "specification": info.specification,
            "backends": choice_object(entry.algorithm().choice()),
        })
    })
}

pub(super) fn modes_objects() -> impl Iterator<Item = Value> {
    modes().map(|mode| {
        json!({
            "name": mode.name,
            "aliases": mode.aliases,
            "title": mode.title,
            "specification": mode.specification,
            "authenticates": mode.authenticates,
        })
    })
}
