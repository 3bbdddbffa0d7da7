//! MACs by name.

#[cfg(feature = "aegis")]
use super::aegis;
#[cfg(feature = "magma")]
use super::imit;
#[cfg(feature = "poly1305")]
use super::poly1305;
#[cfg(feature = "siphash")]
use super::siphash;
use super::{
    Construction, Entry, MAX_PRF, Object, Sections, acpkm, block, gmac, hashed, hmac::Over, tag_lengths,
};
use crate::{
    ByteLengths, Error,
    backend::Choice,
    block as ciphers, hash,
    hash::Parameter,
    names::{Standing, after, folded, folds_to},
    primitives::ghash::GHASH,
    registry::{self, On, backends, unknown},
};
use alloc::{boxed::Box, format, string::String, vec::Vec};
use core::fmt;

/// The MACs that are not built on a hash function or a block cipher, family by family.
static FAMILIES: &[&[&Entry]] = &[
    #[cfg(feature = "aegis")]
    &[
        &aegis::named::E128L,
        &aegis::named::E128L128,
        &aegis::named::E128X2,
        &aegis::named::E128X2128,
        &aegis::named::E128X4,
        &aegis::named::E128X4128,
        &aegis::named::E256,
        &aegis::named::E256128,
        &aegis::named::E256X2,
        &aegis::named::E256X2128,
        &aegis::named::E256X4,
        &aegis::named::E256X4128,
    ],
    #[cfg(feature = "magma")]
    &[
        &imit::named::A,
        &imit::named::B,
        &imit::named::C,
        &imit::named::D,
        &imit::named::TEST,
        &imit::named::Z,
        &imit::named::MESHED_A,
        &imit::named::MESHED_B,
        &imit::named::MESHED_C,
        &imit::named::MESHED_D,
        &imit::named::MESHED_TEST,
        &imit::named::MESHED_Z,
    ],
    #[cfg(feature = "poly1305")]
    &[&poly1305::ENTRY],
    #[cfg(feature = "siphash")]
    &[
        &siphash::named::E24,
        &siphash::named::E24X128,
        &siphash::named::E48,
        &siphash::named::E48X128,
        &siphash::named::E13,
        &siphash::named::E13X128,
    ],
];

/// Returns the MACs that are not built on a hash function or a block cipher.
fn entries() -> impl Iterator<Item = &'static Entry> {
    FAMILIES.iter().copied().flatten().copied()
}

/// The word that stands for OMAC-ACPKM at the beginning of names.
const ACPKM: &str = "omac-acpkm";

/// The name of the keyed form of blake2b-opt.
const BLAKE2B_OPT: &str = "blake2b-opt-keyed";

/// The construction of a MAC.
#[derive(Clone, Copy)]
enum Of {
    Block(Construction, ciphers::Algorithm),
    /// GMAC over a cipher. The second field is the index of GHASH's candidate in its list, if one was chosen.
    Gmac(ciphers::Algorithm, Option<u8>),
    /// OMAC-ACPKM over a cipher.
    Acpkm(ciphers::Algorithm, Sections),
    /// HMAC over a hash function.
    Hmac(hash::Algorithm, &'static Over),
    /// A hash function that takes a key.
    Hash(hash::Algorithm),
    /// BLAKE2b-512 of a block that contains the key, followed by the message. BLAKE2b itself has no key then.
    Blake2bOpt(hash::Algorithm),
    Entry(On<Entry>),
}

impl Of {
    /// Returns HMAC over a hash function. Refuses functions that are not hash functions, and functions whose digest is longer
    /// than a block or than the buffer for tags.
    fn hmac(hash: hash::Algorithm) -> Result<Self, Error> {
        hash.info().check_plain()?;
        let max = hash.info().block_len.min(MAX_PRF);
        if hash.output_len() > max {
            return Err(Error::OutputLength { length: hash.output_len(), min: 1, max });
        }
        let Some(over) = Over::of(hash.entry()) else { unreachable!("the function is plain") };
        Ok(Self::Hmac(hash, over))
    }

    /// Returns OMAC-ACPKM over a cipher for which it is defined, with sections of the usual lengths.
    fn acpkm(cipher: ciphers::Algorithm) -> Self {
        Self::Acpkm(cipher, Sections::usual(cipher.block_len(), cipher.key_len()))
    }
}

/// A MAC, chosen by name.
#[derive(Clone, Copy)]
pub struct Algorithm(Of);

/// Returns all MACs: HMAC over all hash functions ([`Info::plain`](hash::Info::plain)) with their named digest lengths, hash
/// functions that take a key, MACs over all block ciphers, and the others.
pub fn algorithms() -> impl Iterator<Item = Algorithm> {
    let hashes = || hash::entries().flat_map(hash::Entry::algorithms);
    let hmacs = hashes().filter_map(|hash| Of::hmac(hash).ok());
    let keyed = hashes().filter(takes_key).map(Of::Hash);
    let ciphers = || ciphers::entries().map(ciphers::Entry::algorithm);
    let blocks = Construction::ALL.into_iter().flat_map(move |kind| {
        ciphers().filter(move |cipher| kind.takes(cipher)).map(move |cipher| Of::Block(kind, cipher))
    });
    let gmacs = ciphers().filter(is_for_gmac).map(|cipher| Of::Gmac(cipher, None));
    let acpkms = ciphers().filter(is_for_acpkm).map(Of::acpkm);
    let others = entries().map(|entry| Of::Entry(On::new(entry)));
    let keyed = keyed.chain(hash::lookup("blake2b-512").map(Of::Blake2bOpt));
    hmacs.chain(keyed).chain(blocks).chain(gmacs).chain(acpkms).chain(others).map(Algorithm)
}

/// Returns whether the hash function is a MAC when it has a key.
fn takes_key(hash: &hash::Algorithm) -> bool {
    hash.info().takes(Parameter::Key).is_some() && hash.output_len() <= MAX_PRF
}

fn is_for_gmac(cipher: &ciphers::Algorithm) -> bool {
    gmac::check(cipher.block_len()).is_ok()
}

fn is_for_acpkm(cipher: &ciphers::Algorithm) -> bool {
    acpkm::check_block(cipher.block_len()).is_ok()
}

/// Returns the MAC with this name. Names are: `hmac-` and a hash function; a hash function that takes a key, such as `blake3` or
/// `kmac128`; `cmac-`, `omac2-`, `cbc-mac-`, `pmac-`, `gmac-` or `omac-acpkm-` and a block cipher; `dstu7624-cmac-` and a variant
/// of Kalyna; `poly1305` and the other names of [`algorithms`]. `omac1` is another name of `cmac`.
///
/// ```
/// let mut cmac = bramah::mac::lookup("cmac-aes-128")?.keyed(&[0; 16])?;
/// cmac.update(b"a message");
/// let mut tag = [0; 16];
/// cmac.finalize(&mut tag)?;
/// # Ok::<(), bramah::Error>(())
/// ```
///
/// # Errors
/// [`Error::UnknownName`] if no MAC has this name; [`Error::OutputLength`] if the hash function has no digest of this length, or
/// the digest cannot be a tag; [`Error::NotPlain`] for HMAC over a function that is not a hash function; [`Error::OtherCipher`]
/// if the MAC is only defined over other ciphers.
pub fn lookup(name: &str) -> Result<Algorithm, Error> {
    if let Ok(entry) = registry::find(entries, name) {
        return Ok(Algorithm(Of::Entry(On::new(entry))));
    }
    let wanted = folded(name);
    for kind in Construction::ALL {
        for word in [kind.name()].iter().chain(kind.aliases()) {
            if let Some(cipher) = after(&wanted, word)
                && let Ok(cipher) = ciphers::lookup(cipher)
            {
                kind.check(&cipher)?;
                return Ok(Algorithm(Of::Block(kind, cipher)));
            }
        }
    }
    if let Some(cipher) = wanted.strip_prefix("gmac")
        && let Ok(cipher) = ciphers::lookup(cipher)
        && is_for_gmac(&cipher)
    {
        return Ok(Algorithm(Of::Gmac(cipher, None)));
    }
    if let Some(cipher) = after(&wanted, ACPKM)
        && let Ok(cipher) = ciphers::lookup(cipher)
        && is_for_acpkm(&cipher)
    {
        return Ok(Algorithm(Of::acpkm(cipher)));
    }
    lookup_hashed(name)
}

/// Returns the MAC with this name, as [`lookup`] does, but only MACs over hash functions: HMAC, and hash functions that take a
/// key. A program that calls only this function and [`Algorithm::keyed_hashed`] contains no code of MACs over ciphers.
///
/// # Errors
/// The errors of [`lookup`].
#[doc(hidden)] // for the modules of the npm package
pub fn lookup_hashed(name: &str) -> Result<Algorithm, Error> {
    let wanted = folded(name);
    if folds_to(BLAKE2B_OPT, &wanted) {
        return hash::lookup("blake2b-512").map(|hash| Algorithm(Of::Blake2bOpt(hash)));
    }
    let named = |error| match error {
        Error::UnknownName(_) => unknown(name),
        other => other,
    };
    if let Some(name) = wanted.strip_prefix("hmac") {
        return Algorithm::hmac(hash::lookup(name).map_err(named)?);
    }
    let hash = hash::lookup(&wanted).map_err(named)?;
    if takes_key(&hash) {
        return Ok(Algorithm(Of::Hash(hash)));
    }
    if hash.info().takes(Parameter::Key).is_some() {
        return Err(Error::OutputLength { length: hash.output_len(), min: 1, max: MAX_PRF });
    }
    Err(unknown(name))
}

impl Algorithm {
    /// Returns the MAC of this construction over a block cipher. The construction must be [defined](Construction::takes) for the
    /// cipher: otherwise no message can begin.
    pub fn new(kind: Construction, cipher: ciphers::Algorithm) -> Self {
        Self(Of::Block(kind, cipher))
    }

    /// Returns GMAC over a block cipher.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the cipher's block does not have 128 bits.
    pub fn gmac(cipher: ciphers::Algorithm) -> Result<Self, Error> {
        gmac::check(cipher.block_len())?;
        Ok(Self(Of::Gmac(cipher, None)))
    }

    /// Returns OMAC-ACPKM over a block cipher, with sections of these lengths.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the cipher's block does not have 64 or 128 bits; [`Error::Section`] if a length is 0 or not a
    /// multiple of the block's length.
    pub fn acpkm(cipher: ciphers::Algorithm, sections: Sections) -> Result<Self, Error> {
        acpkm::check_block(cipher.block_len())?;
        sections.check(cipher.block_len())?;
        Ok(Self(Of::Acpkm(cipher, sections)))
    }

    /// Returns the lengths of the sections, after which the keys of OMAC-ACPKM change; `None` for other MACs.
    pub fn sections(&self) -> Option<Sections> {
        match self.0 {
            Of::Acpkm(_, sections) => Some(sections),
            _ => None,
        }
    }

    /// Returns OMAC-ACPKM with sections of other lengths.
    ///
    /// # Errors
    /// [`Error::NoSection`] for other MACs; [`Error::Section`] if a length is 0 or not a multiple of the block's length.
    pub fn with_sections(self, sections: Sections) -> Result<Self, Error> {
        match self.0 {
            Of::Acpkm(cipher, _) => Self::acpkm(cipher, sections),
            _ => Err(Error::NoSection),
        }
    }

    /// Returns HMAC over a hash function.
    ///
    /// # Errors
    /// [`Error::NotPlain`] if the function takes more than a message, such as KMAC; [`Error::OutputLength`] if its digest is
    /// longer than a block, because HMAC replaces a long key by its digest.
    pub fn hmac(hash: hash::Algorithm) -> Result<Self, Error> {
        Of::hmac(hash).map(Self)
    }

    /// Returns the name of the MAC.
    pub fn name(&self) -> String {
        match self.0 {
            Of::Block(kind, cipher) => format!("{}-{}", kind.name(), cipher.info().name),
            Of::Gmac(cipher, _) => format!("gmac-{}", cipher.info().name),
            Of::Acpkm(cipher, _) => format!("{ACPKM}-{}", cipher.info().name),
            Of::Hmac(hash, _) => format!("hmac-{}", hash.name()),
            Of::Hash(hash) => hash.name(),
            Of::Blake2bOpt(_) => BLAKE2B_OPT.into(),
            Of::Entry(on) => on.info().name.into(),
        }
    }

    /// Returns other names of the MAC. A MAC over a cipher or a hash function has no other names in this list: it is found
    /// by every name of the cipher or the hash function.
    pub fn aliases(&self) -> &'static [&'static str] {
        match self.0 {
            Of::Entry(on) => on.info().aliases,
            _ => &[],
        }
    }

    /// Returns the specification.
    pub fn specification(&self) -> &'static str {
        match self.0 {
            Of::Block(kind, _) => kind.specification(),
            Of::Gmac(..) => "NIST SP 800-38D",
            Of::Acpkm(..) => "RFC 8645, 6.3.6",
            Of::Hmac(..) => "RFC 2104, FIPS 198-1",
            Of::Hash(hash) => hash.info().specification,
            Of::Blake2bOpt(_) => "what blake2b-opt computes",
            Of::Entry(on) => on.info().specification,
        }
    }

    /// Returns the block cipher that the MAC is built on, if there is one.
    pub fn cipher(&self) -> Option<ciphers::Algorithm> {
        match self.0 {
            Of::Block(_, cipher) | Of::Gmac(cipher, _) | Of::Acpkm(cipher, _) => Some(cipher),
            _ => None,
        }
    }

    /// Returns the hash function that the MAC is built on, if there is one.
    pub fn hash(&self) -> Option<hash::Algorithm> {
        match self.0 {
            Of::Hmac(hash, _) | Of::Hash(hash) | Of::Blake2bOpt(hash) => Some(hash),
            _ => None,
        }
    }

    /// Returns the construction of a MAC over a block cipher; `None` for other MACs.
    pub fn kind(&self) -> Option<Construction> {
        match self.0 {
            Of::Block(kind, _) => Some(kind),
            _ => None,
        }
    }

    /// Returns whether the MAC is recommended for new designs. Known collisions of a hash function do not break HMAC, so HMAC
    /// over MD5 or SHA-1 is legacy, not broken.
    pub fn standing(&self) -> Standing {
        match self.0 {
            Of::Block(Construction::CbcMac, _) => Standing::Broken,
            Of::Block(_, cipher) | Of::Gmac(cipher, _) | Of::Acpkm(cipher, _) => cipher.info().standing,
            Of::Hmac(hash, _) if hash.info().standing == Standing::Broken => Standing::Legacy,
            Of::Blake2bOpt(_) => Standing::Legacy,
            Of::Hmac(hash, _) | Of::Hash(hash) => hash.info().standing,
            Of::Entry(on) => on.info().standing,
        }
    }

    /// Returns the purposes for which the MAC is unsuitable, as text; `None` if there are none beyond what its standing implies.
    pub fn caution(&self) -> Option<&'static str> {
        match self.0 {
            Of::Block(Construction::CbcMac, _) => {
                Some("tags can be forged unless all messages have the same length; use cmac")
            }
            Of::Gmac(..) => {
                Some("two messages under one nonce reveal the hash key, and tags can then be forged")
            }
            Of::Blake2bOpt(_) => Some("no other library computes this MAC; use blake2b"),
            Of::Entry(on) => on.info().caution,
            _ => None,
        }
    }

    /// Returns the lengths of a key in bytes.
    pub fn key_len(&self) -> ByteLengths {
        match self.0 {
            Of::Block(_, cipher) | Of::Gmac(cipher, _) | Of::Acpkm(cipher, _) => cipher.key_lengths(),
            Of::Hmac(..) => ByteLengths { min: 0, max: usize::MAX, step: 1 },
            Of::Hash(hash) => hashed::key_len(hash),
            Of::Blake2bOpt(_) => ByteLengths { min: 0, max: 64, step: 1 },
            Of::Entry(on) => on.info().key_len,
        }
    }

    /// Returns the lengths of a nonce in bytes; 0 if the MAC has none.
    pub fn nonce_len(&self) -> ByteLengths {
        match self.0 {
            Of::Gmac(..) => gmac::NONCE,
            Of::Entry(on) => on.info().nonce_len,
            _ => ByteLengths::fixed(0),
        }
    }

    /// Returns the length of a whole tag in bytes.
    pub fn tag_len(&self) -> usize {
        match self.0 {
            Of::Block(_, cipher) | Of::Acpkm(cipher, _) => cipher.block_len(),
            Of::Hmac(hash, _) | Of::Hash(hash) | Of::Blake2bOpt(hash) => hash.output_len(),
            _ => self.tag_lengths().max,
        }
    }

    /// Returns the lengths in bytes that a tag may have: [`tag_lengths`](super::tag_lengths), or the lengths that the
    /// specification defines.
    pub fn tag_lengths(&self) -> ByteLengths {
        match self.0 {
            Of::Gmac(..) => gmac::TAG,
            Of::Entry(on) => on.info().tag_len,
            _ => tag_lengths(self.tag_len()),
        }
    }

    /// Returns whether a nonce (for MACs without a nonce, a key) may be used for only one message.
    pub fn once(&self) -> bool {
        match self.0 {
            Of::Gmac(..) => true,
            Of::Entry(on) => on.info().once,
            _ => false,
        }
    }

    /// Returns the candidate list for one message and the candidate list for batches, which may be the same list. If the MAC is
    /// built on a cipher or a hash function, they are the lists of that function; for GMAC, they are the lists of the cipher and
    /// of GHASH.
    pub fn choices(&self) -> [&'static dyn Choice; 2] {
        match self.0 {
            Of::Block(_, cipher) | Of::Acpkm(cipher, _) => [cipher.choice(); 2],
            Of::Gmac(cipher, _) => [cipher.choice(), &GHASH],
            Of::Hmac(hash, _) | Of::Hash(hash) | Of::Blake2bOpt(hash) => hash.choices(),
            Of::Entry(on) => on.choices(),
        }
    }

    /// Returns the names of the backends that this CPU can run.
    pub fn backends_available(&self) -> Vec<&'static str> {
        backends::available(self.choices())
    }

    /// Returns this MAC on the backend with this name. It may be a backend of the MAC, of its cipher or of its hash
    /// function.
    ///
    /// # Errors
    /// [`Error::UnknownBackend`] if there is no backend with this name; [`Error::BackendUnavailable`] if this CPU cannot run it.
    pub fn with_backend(self, name: &str) -> Result<Self, Error> {
        Ok(Self(match self.0 {
            Of::Block(kind, cipher) => Of::Block(kind, cipher.with_backend(name)?),
            Of::Gmac(cipher, ghash) => {
                match (backends::find([&GHASH], "ghash", name), cipher.with_backend(name)) {
                    (Err(Error::UnknownBackend { .. }), Err(error)) | (Err(error), Err(_)) => {
                        return Err(error);
                    }
                    (Ok([index]), other) => Of::Gmac(other.unwrap_or(cipher), index),
                    (Err(_), Ok(cipher)) => Of::Gmac(cipher, ghash),
                }
            }
            Of::Acpkm(cipher, sections) => Of::Acpkm(cipher.with_backend(name)?, sections),
            Of::Hmac(hash, over) => Of::Hmac(hash.with_backend(name)?, over),
            Of::Hash(hash) => Of::Hash(hash.with_backend(name)?),
            Of::Blake2bOpt(hash) => Of::Blake2bOpt(hash.with_backend(name)?),
            Of::Entry(on) => Of::Entry(on.with_backend(name)?),
        }))
    }

    /// Sets up the MAC with a key and a nonce, whose lengths the caller has checked.
    pub(super) fn object(&self, key: &[u8], nonce: &[u8]) -> Result<Box<dyn Object>, Error> {
        if let Some(object) = self.hashed(key) {
            return object;
        }
        Ok(match self.0 {
            Of::Block(kind, cipher) => block::boxed(kind, cipher, key)?,
            Of::Gmac(cipher, ghash) => gmac::named::boxed(cipher, ghash, key, nonce)?,
            Of::Acpkm(cipher, sections) => acpkm::named::boxed(cipher, sections, key)?,
            Of::Entry(on) => (on.entry.make.0)(on.one, key, nonce),
            Of::Hmac(..) | Of::Hash(_) | Of::Blake2bOpt(_) => {
                unreachable!("MACs over hash functions have returned")
            }
        })
    }

    /// Begins an empty message under a key if the MAC is over a hash function. Returns `None` for other MACs.
    pub(super) fn hashed(&self, key: &[u8]) -> Option<Result<Box<dyn Object>, Error>> {
        Some(match self.0 {
            Of::Hmac(hash, over) => Ok((over.keyed)(hash, key)),
            Of::Hash(hash) => hashed::boxed(hash, key),
            Of::Blake2bOpt(hash) => Ok(hashed::behind_block(hash, key)),
            _ => return None,
        })
    }

    /// Computes the whole tags of many messages, each under its own key, if the MAC is HMAC; otherwise returns false.
    pub(super) fn hmacs(&self, keys: &[&[u8]], messages: &[&[u8]], tags: &mut [u8]) -> bool {
        let Of::Hmac(hash, over) = self.0 else { return false };
        crate::wipe::after_deep(|| (over.each)(hash, keys, messages, tags));
        true
    }
}

impl PartialEq for Algorithm {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}
impl Eq for Algorithm {}

impl fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Algorithm").field(&self.name()).finish()
    }
}
