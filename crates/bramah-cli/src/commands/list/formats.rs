//! The formats of lists.

use crate::sumfile::{FORMATS, Format, ORDINARY};
use serde_json::{Value, json};
use std::fmt::{Result, Write};

fn all() -> impl Iterator<Item = &'static Format> {
    ORDINARY.iter().chain(FORMATS)
}

pub(super) fn table(text: &mut String) -> Result {
    writeln!(text, "{:<14} READ BY `bramah check`", "NAME")?;
    all().try_for_each(|Format { name, by, .. }| writeln!(text, "{name:<14} {by}"))
}

pub(super) fn objects() -> impl Iterator<Item = Value> {
    all().map(|Format { name, by, example, .. }| json!({ "name": name, "by": by, "example": example }))
}
