//! The algorithms and backends that arguments name.

use crate::exit::Stop;
use bramah::{Error, aead, backend::Choice, block, hash, mac, mode, stream};

/// An algorithm of any kind.
#[derive(Clone, Copy)]
pub(crate) enum Subject {
    Hash(hash::Algorithm),
    Cipher(block::Algorithm),
    Mode(mode::Algorithm),
    Aead(aead::Algorithm),
    Mac(mac::Algorithm),
    Stream(stream::Algorithm),
}

impl Subject {
    /// Every hash.
    pub(crate) fn hashes() -> impl Iterator<Item = Self> {
        hash::entries().map(|entry| Self::Hash(entry.algorithm()))
    }

    /// Every block cipher.
    pub(crate) fn ciphers() -> impl Iterator<Item = Self> {
        block::entries().map(|entry| Self::Cipher(entry.algorithm()))
    }

    /// Every stream cipher.
    pub(crate) fn streams() -> impl Iterator<Item = Self> {
        stream::entries().map(|entry| Self::Stream(entry.algorithm()))
    }

    /// Every scheme with authentication that is not a mode of block ciphers.
    pub(crate) fn aeads() -> impl Iterator<Item = Self> {
        aead::entries().map(|entry| Self::Aead(entry.algorithm()))
    }

    fn lookup(name: &str) -> Result<Self, Error> {
        let unknown = match hash::lookup(name) {
            Ok(algorithm) => return Ok(Self::Hash(algorithm.entry().algorithm())),
            Err(error) => error,
        };
        let cipher = || block::lookup(name).map(Self::Cipher);
        let mode = |_| bramah::cipher(name).map(Self::Mode);
        let aead = |_| aead::lookup(name).map(Self::Aead);
        let mac = |_| mac::lookup(name).map(Self::Mac);
        let stream = |_| stream::lookup(name).map(Self::Stream);
        cipher().or_else(mode).or_else(aead).or_else(mac).or_else(stream).map_err(|_| unknown)
    }

    /// Its name; that of a hash without a length.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Hash(hash) => hash.info().name.into(),
            Self::Cipher(cipher) => cipher.info().name.into(),
            Self::Mode(mode) => mode.name(),
            Self::Aead(aead) => aead.name(),
            Self::Mac(mac) => mac.name(),
            Self::Stream(stream) => stream.info().name.into(),
        }
    }

    /// Every message authentication code that is tested neither with its cipher nor with its hash.
    pub(crate) fn macs() -> impl Iterator<Item = Self> {
        let keyed = |mac: &mac::Algorithm| mac.hash().is_some_and(|hash| hash.name() == mac.name());
        mac::algorithms().filter(move |mac| mac.kind().is_none() && !keyed(mac)).map(Self::Mac)
    }

    /// The cipher inside, if there is one that it is tested with.
    pub(crate) fn cipher(&self) -> Option<block::Algorithm> {
        match self {
            Self::Hash(_) | Self::Stream(_) => None,
            Self::Cipher(cipher) => Some(*cipher),
            Self::Mode(mode) => Some(mode.cipher()),
            Self::Aead(aead) => aead.cipher(),
            Self::Mac(mac) => mac.kind().and(mac.cipher()),
        }
    }

    /// The candidates for one message and for many.
    pub(crate) fn choices(&self) -> [&'static dyn Choice; 2] {
        match self {
            Self::Hash(hash) => hash.choices(),
            Self::Cipher(cipher) => [cipher.choice(); 2],
            Self::Mode(mode) => [mode.cipher().choice(); 2],
            Self::Aead(aead) => [aead.choice(); 2],
            Self::Mac(mac) => mac.choices(),
            Self::Stream(stream) => [stream.choice(); 2],
        }
    }

    fn backends_available(&self) -> Vec<&'static str> {
        match (self, self.cipher()) {
            (Self::Hash(hash), _) => hash.backends_available(),
            (Self::Aead(aead), _) => aead.backends_available(),
            (Self::Stream(stream), _) => stream.backends_available(),
            (Self::Mac(mac), _) => mac.backends_available(),
            (_, cipher) => cipher.map(|cipher| cipher.backends_available()).unwrap_or_default(),
        }
    }

    fn with_backend(self, name: &str) -> Result<Self, Error> {
        Ok(match self {
            Self::Hash(hash) => Self::Hash(hash.with_backend(name)?),
            Self::Cipher(cipher) => Self::Cipher(cipher.with_backend(name)?),
            Self::Mode(mode) => Self::Mode(mode.with_backend(name)?),
            Self::Aead(aead) => Self::Aead(aead.with_backend(name)?),
            Self::Mac(mac) => Self::Mac(mac.with_backend(name)?),
            Self::Stream(stream) => Self::Stream(stream.with_backend(name)?),
        })
    }

    fn is(&self, other: &Self) -> bool {
        match (self, other) {
            // two may have one name, for shorter digests and for longer
            (Self::Hash(one), Self::Hash(other)) => std::ptr::eq(one.entry(), other.entry()),
            _ => self.name() == other.name(),
        }
    }
}

/// An algorithm and those of its backends that are meant.
pub(crate) struct Chosen {
    pub(crate) subject: Subject,
    /// The names, and the algorithm on each.
    pub(crate) backends: Vec<(&'static str, Subject)>,
}

/// The algorithms of these names, each once, or those that there are without names; on every backend that
/// this CPU can run, or on those of the name `backend`.
pub(crate) fn chosen(
    names: &[String],
    all: impl Iterator<Item = Subject>,
    meant: impl Fn(Subject) -> Subject,
    backend: Option<&str>,
) -> Result<Vec<Chosen>, Stop> {
    let mut subjects: Vec<Subject> = if names.is_empty() { all.collect() } else { Vec::new() };
    for name in names {
        let subject = meant(Subject::lookup(name).map_err(Stop::usage)?);
        if !subjects.iter().any(|other| other.is(&subject)) {
            subjects.push(subject);
        }
    }
    let with_backends = |subject| Ok(Chosen { subject, backends: backends(subject, backend)? });
    let chosen: Vec<Chosen> = subjects.into_iter().map(with_backends).collect::<Result<_, Stop>>()?;
    match backend {
        Some(name) if chosen.iter().all(|chosen| chosen.backends.is_empty()) => {
            Err(Stop::usage(format_args!("no algorithm has a backend named {name:?}")))
        }
        _ => Ok(chosen),
    }
}

/// One that the CPU cannot run is an error only if it was asked for.
fn backends(subject: Subject, only: Option<&str>) -> Result<Vec<(&'static str, Subject)>, Stop> {
    if let Some(name) = only
        && let Err(error @ Error::BackendUnavailable { .. }) = subject.with_backend(name)
    {
        return Err(Stop::usage(error));
    }
    let names = subject.backends_available().into_iter().filter(|name| only.is_none_or(|only| only == *name));
    names.map(|name| Ok((name, subject.with_backend(name).map_err(Stop::failure)?))).collect()
}
