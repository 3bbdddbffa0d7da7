//! Functions for key derivation.

use super::choice_object;
use bramah::{
    backend::Choice,
    kdf::{self, Info},
};
use serde_json::{Value, json};
use std::fmt::{Result, Write};

pub(super) fn table(text: &mut String) -> Result {
    writeln!(text, "{:<19} {:<9}  {:<8}  SPECIFICATION", "NAME", "OF", "STANDING")?;
    for Info { name, for_passwords, standing, specification, .. } in kdf::entries().map(|entry| &entry.info) {
        let of = if *for_passwords { "passwords" } else { "keys" };
        writeln!(text, "{name:<19} {of:<9}  {:<8}  {specification}", standing.name())?;
    }
    Ok(())
}

/// Returns the backends of key derivation functions that have their own. The other functions use the backends of their
/// hash function.
pub(super) fn choices() -> impl Iterator<Item = (String, &'static dyn Choice)> {
    kdf::choices().map(|choice| (choice.name().into(), choice))
}

pub(super) fn objects() -> impl Iterator<Item = Value> {
    kdf::entries().map(|entry| {
        let info = &entry.info;
        let choices =
            entry.choices().into_iter().map(|choice| (choice.name().to_string(), choice_object(choice)));
        json!({
            "name": info.name,
            "aliases": info.aliases,
            "for_passwords": info.for_passwords,
            "takes": info.takes.iter().map(|parameter| parameter.field()).collect::<Vec<_>>(),
            "standing": info.standing.name(),
            "specification": info.specification,
            "backends": choices.collect::<serde_json::Map<_, _>>(),
        })
    })
}
