//! Arguments that name an algorithm or a backend: any text, of which shells complete the names that there are.

use super::suggest;
use bramah::{backend, registry::Kind};
use clap::{
    Arg, Command, Error,
    builder::{PossibleValue, StringValueParser, TypedValueParser},
};
use std::{collections::BTreeSet, ffi::OsStr};

/// Takes the name of an algorithm of one of these kinds. Names that do not exist are refused later, with a better message
/// than the parser's.
#[derive(Clone, Copy)]
pub(crate) struct Name(pub(crate) &'static [Kind]);

/// The names that `bramah cipher` takes.
pub(crate) const CIPHERS: Name =
    Name(&[Kind::Aead, Kind::EncryptThenMac, Kind::KeyWrap, Kind::Fpe, Kind::Stream, Kind::Mode]);
/// The names of hash functions.
pub(crate) const HASHES: Name = Name(&[Kind::Hash]);
/// The names of message authentication codes.
pub(crate) const MACS: Name = Name(&[Kind::Mac]);
/// The names of functions that derive keys.
pub(crate) const KDFS: Name = Name(&[Kind::Kdf]);

/// Takes the name of a backend, in the same way.
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
