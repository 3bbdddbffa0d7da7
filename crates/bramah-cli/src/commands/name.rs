//! Arguments that name an algorithm or a backend. They accept any text; shells complete the existing names.

use super::suggest;
use bramah::{backend, registry::Kind};
use clap::{
    Arg, Command, Error,
    builder::{PossibleValue, StringValueParser, TypedValueParser},
};
use std::{collections::BTreeSet, ffi::OsStr};

/// Parses the name of an algorithm of one of these kinds. Unknown names are refused later, with a better message than
/// the parser's.
#[derive(Clone, Copy)]
pub(crate) struct Name(pub(crate) &'static [Kind]);

/// Parses the names that `bramah cipher` takes.
pub(crate) const CIPHERS: Name =
    Name(&[Kind::Aead, Kind::EncryptThenMac, Kind::KeyWrap, Kind::Fpe, Kind::Stream, Kind::Mode]);
/// Parses the names of hash functions.
pub(crate) const HASHES: Name = Name(&[Kind::Hash]);
/// Parses the names of message authentication codes.
pub(crate) const MACS: Name = Name(&[Kind::Mac]);
/// Parses the names of key derivation functions.
pub(crate) const KDFS: Name = Name(&[Kind::Kdf]);

/// Parses the name of a backend; unknown names are refused later.
#[derive(Clone, Copy)]
pub(crate) struct Backend;

impl TypedValueParser for Backend {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let infos = backend::all().into_iter().flat_map(backend::infos);
        let names: BTreeSet<&'static str> = infos.map(|info| info.name).collect();
        Some(Box::new(names.into_iter().map(PossibleValue::new)))
    }
}

impl TypedValueParser for Name {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let mut names: Vec<String> = self.0.iter().flat_map(|kind| suggest::names(*kind)).collect();
        names.sort();
        names.dedup();
        Some(Box::new(names.into_iter().map(PossibleValue::new)))
    }
}
