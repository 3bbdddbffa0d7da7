//! Message authentication codes.

use super::choice_object;
use bramah::{ByteLengths, backend::Choice, mac};
use serde_json::{Value, json};
use std::fmt::{Result, Write};

pub(super) fn table(text: &mut String) -> Result {
    writeln!(text, "{:<26} {:>4}  {:<19}  {:<8}  SPECIFICATION", "NAME", "TAG", "KEY", "STANDING")?;
    for mac in mac::algorithms() {
        let (name, tag, key) = (mac.name(), 8 * mac.tag_len(), mac.key_len().to_string());
        let (standing, specification) = (mac.standing().name(), mac.specification());
        writeln!(text, "{name:<26} {tag:>4}  {key:<19}  {standing:<8}  {specification}")?;
    }
    Ok(())
}

/// Returns the backends of MACs that are built on neither a cipher nor a hash function, and of GMAC, which also uses
/// the backends of its cipher.
pub(super) fn choices() -> impl Iterator<Item = (String, &'static dyn Choice)> {
    let mut seen = Vec::new();
    let own = mac::algorithms().filter(|mac| mac.hash().is_none() && mac.kind().is_none());
    own.filter_map(move |mac| {
        let choice = mac.choices()[1];
        let new = !seen.contains(&choice.name());
        seen.push(choice.name());
        new.then_some((choice.name().into(), choice))
    })
}

fn lengths(lengths: ByteLengths) -> Value {
    let max = if lengths.max == usize::MAX { Value::Null } else { json!(lengths.max) };
    json!({ "min": lengths.min, "max": max, "step": lengths.step })
}

pub(super) fn objects() -> impl Iterator<Item = Value> {
    mac::algorithms().map(|mac| {
        let [one, many] = mac.choices();
        json!({
            "name": mac.name(),
            "cipher": mac.cipher().map(|cipher| cipher.info().name),
            "hash": mac.hash().map(|hash| hash.name()),
            "tag_bits": 8 * mac.tag_len(),
            "tag_bytes": lengths(mac.tag_lengths()),
            "key_bytes": lengths(mac.key_len()),
            "nonce_bytes": lengths(mac.nonce_len()),
            "for_one_message": mac.once(),
            "standing": mac.standing().name(),
            "caution": mac.caution(),
            "specification": mac.specification(),
            "backends": choice_object(one),
            "batch_backends": choice_object(many),
        })
    })
}
