//! Block ciphers, their modes, and authenticated modes.

use super::{choice_object, streams::lengths};
use bramah::{
    aead, block, fpe,
    key_wrap::{self, Form},
    mode::{self, MODES},
};
use serde_json::{Value, json};
use std::{collections::BTreeMap, fmt::Write};

/// The columns of a mode.
struct Mode {
    name: &'static str,
    aliases: &'static [&'static str],
    title: &'static str,
    specification: &'static str,
    authenticates: bool,
}

/// Returns all modes: first those that do not authenticate, then those that do.
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

/// Returns the key length of a cipher in bits, or the smallest and the largest.
fn key_bits(cipher: &block::Algorithm) -> String {
    let lengths = cipher.key_lengths();
    match [8 * lengths.min, 8 * lengths.max] {
        [min, max] if min == max => max.to_string(),
        [min, max] => format!("{min}-{max}"),
    }
}

pub(super) fn modes_table(text: &mut String) -> std::fmt::Result {
    writeln!(text, "{:<10} {:<13}  {:<32} SPECIFICATION", "NAME", "AUTHENTICATES", "IN WORDS")?;
    for Mode { name, title, specification, authenticates, .. } in modes() {
        let authenticates = if authenticates { "yes" } else { "no" };
        writeln!(text, "{name:<10} {authenticates:<13}  {title:<32} {specification}")?;
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

/// Returns the block ciphers that a form of key wrap is defined over, by the length of their blocks in bytes.
fn ciphers_of(form: Form) -> BTreeMap<usize, Vec<&'static block::Info>> {
    let mut ciphers = BTreeMap::<_, Vec<_>>::new();
    for wrap in key_wrap::algorithms().filter(|wrap| wrap.form() == form) {
        let info = wrap.cipher().info();
        ciphers.entry(info.block_len).or_default().push(info);
    }
    ciphers
}

pub(super) fn wraps_table(text: &mut String) -> std::fmt::Result {
    writeln!(text, "{:<11} {:<35} {:<30} SPECIFICATION", "NAME", "KEYS THAT ARE WRAPPED", "OVER CIPHERS")?;
    for form in Form::ALL {
        for (block, infos) in ciphers_of(form) {
            let (name, keys) = (form.name(), form.key_lengths(block).to_string());
            let over = match infos[..] {
                [one] => one.name.to_string(),
                [one, other] => format!("{}, {}", one.name, other.name),
                _ => format!("blocks of {} bits", 8 * block),
            };
            writeln!(text, "{name:<11} {keys:<35} {over:<30} {}", form.specification())?;
        }
    }
    Ok(())
}

pub(super) fn wraps_objects() -> impl Iterator<Item = Value> {
    let each = |form: Form| ciphers_of(form).into_iter().map(move |(block, infos)| (form, block, infos));
    Form::ALL.into_iter().flat_map(each).map(|(form, block, infos)| {
        json!({
            "name": form.name(),
            "wrapped_key_bytes": lengths(&form.key_lengths(block)),
            "ciphers": infos.iter().map(|info| info.name).collect::<Vec<_>>(),
            "specification": form.specification(),
        })
    })
}

pub(super) fn fpes_table(text: &mut String) -> std::fmt::Result {
    writeln!(text, "{:<11} {:<35} {:<30} SPECIFICATION", "NAME", "TEXTS", "OVER CIPHERS")?;
    let texts = "radix 2 to 65536, radix^len >= 10^6";
    writeln!(text, "{:<11} {texts:<35} {:<30} {}", "ff1", "blocks of 128 bits", fpe::SPECIFICATION)
}

pub(super) fn fpes_objects() -> impl Iterator<Item = Value> {
    let ciphers: Vec<_> = fpe::algorithms().map(|algorithm| algorithm.cipher().info().name).collect();
    let object = json!({
        "name": "ff1",
        "min_radix": 2,
        "max_radix": 1 << 16,
        "ciphers": ciphers,
        "specification": fpe::SPECIFICATION,
    });
    std::iter::once(object)
}
