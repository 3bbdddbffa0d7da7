//! The algorithms and backends that arguments name.

use crate::exit::Stop;
use bramah::{Error, aead, backend::Choice, block, hash, kdf, mac, mode, password::Scheme, stream};

/// An algorithm of any kind.
#[derive(Clone, Copy)]
pub(crate) enum Subject {
    Hash(hash::Algorithm),
    Cipher(block::Algorithm),
    Mode(mode::Algorithm),
    Aead(aead::Algorithm),
    Mac(mac::Algorithm),
    Stream(stream::Algorithm),
    Kdf(&'static kdf::Entry),
    Scheme(Scheme),
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

    /// Every function that derives keys, and every scheme for passwords that is more than one of them.
    pub(crate) fn kdfs() -> impl Iterator<Item = Self> {
        kdf::entries().map(Self::Kdf).chain(SCHEMES.into_iter().filter_map(Scheme::named).map(Self::Scheme))
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
        let kdf = |_| kdf::lookup(name).map(Self::Kdf);
        let scheme = |error| {
            let scheme = Scheme::named(name).filter(|scheme| SCHEMES.contains(&scheme.name()));
            scheme.map(Self::Scheme).ok_or(error)
        };
        let found = cipher().or_else(mode).or_else(aead).or_else(mac).or_else(stream);
        found.or_else(kdf).or_else(scheme).map_err(|_| unknown)
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
            Self::Kdf(kdf) => kdf.info.name.into(),
            Self::Scheme(scheme) => scheme.name().into(),
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
            Self::Hash(_) | Self::Stream(_) | Self::Kdf(_) | Self::Scheme(_) => None,
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
            Self::Kdf(kdf) => one_and_many(&kdf.choices()),
            Self::Scheme(scheme) => one_and_many(&scheme_choices(*scheme)),
        }
    }

    fn backends_available(&self) -> Vec<&'static str> {
        match (self, self.cipher()) {
            (Self::Hash(hash), _) => hash.backends_available(),
            (Self::Aead(aead), _) => aead.backends_available(),
            (Self::Stream(stream), _) => stream.backends_available(),
            (Self::Mac(mac), _) => mac.backends_available(),
            (Self::Kdf(_) | Self::Scheme(_), _) => {
                let mut names = Vec::new();
                for info in self.choices().into_iter().flat_map(hash::infos) {
                    if info.available && !names.contains(&info.name) {
                        names.push(info.name);
                    }
                }
                names
            }
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
            // these use what is in use
            Self::Kdf(_) | Self::Scheme(_) => self,
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

/// The schemes for passwords that are more than a function of `kdf` and a way to write strings.
const SCHEMES: [&str; 4] = ["bcrypt", "yescrypt", "sha256-crypt", "sha512-crypt"];

/// The candidates that do most of the work of such a scheme.
pub(crate) fn scheme_choices(scheme: Scheme) -> Vec<&'static dyn Choice> {
    let of = |name| kdf::lookup(name).map(|entry| entry.choices()).unwrap_or_default();
    let hash = |name| hash::lookup(name).map(|hash| vec![hash.choices()[0]]).unwrap_or_default();
    match scheme {
        Scheme::Bcrypt { .. } => of("bcrypt-pbkdf"),
        _ if scheme.name() == "sha512-crypt" => hash("sha512"),
        _ => hash("sha256"),
    }
}

fn one_and_many(choices: &[&'static dyn Choice]) -> [&'static dyn Choice; 2] {
    match choices {
        [one, .., many] => [*one, *many],
        [one] => [*one; 2],
        [] => unreachable!("every function has candidates"),
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
