//! Algorithms and backends: their names and properties, self-tests, and the choice of a backend.

use crate::{
    memory::text,
    status::{BAD_ARGUMENT, Failure, UNKNOWN_BACKEND, UNKNOWN_NAME},
};
use bramah::{
    ByteLengths, Standing,
    backend::{self, Choice},
    registry::{self, Algorithm},
};
use core::ffi::c_char;
use std::{ffi::CString, sync::OnceLock};

/// The kind of an algorithm: its purpose.
pub type Kind = i32;
/// Hash functions.
pub const KIND_HASH: Kind = 0;
/// Block ciphers, without a mode.
pub const KIND_BLOCK: Kind = 1;
/// Block ciphers in modes without authentication.
pub const KIND_CIPHER: Kind = 2;
/// Stream ciphers.
pub const KIND_STREAM: Kind = 3;
/// Authenticated encryption.
pub const KIND_AEAD: Kind = 4;
/// Message authentication codes.
pub const KIND_MAC: Kind = 5;
/// Key derivation functions.
pub const KIND_KDF: Kind = 6;
/// Password hashing schemes.
pub const KIND_PASSWORD: Kind = 7;
/// Encrypt-then-MAC compositions of a cipher and a MAC.
pub const KIND_ENCRYPT_THEN_MAC: Kind = 8;
/// Key wrap.
pub const KIND_KEY_WRAP: Kind = 9;
/// Format-preserving encryption.
pub const KIND_FPE: Kind = 10;

/// Whether an algorithm is recommended for new designs.
pub type AlgorithmStanding = i32;
/// Fit for new designs.
pub const STANDING_CURRENT: AlgorithmStanding = 0;
/// Not broken for its purpose, but superseded by better algorithms.
pub const STANDING_LEGACY: AlgorithmStanding = 1;
/// Broken: only for reading or checking old data.
pub const STANDING_BROKEN: AlgorithmStanding = 2;
/// A checksum: it detects only accidental errors.
pub const STANDING_CHECKSUM: AlgorithmStanding = 3;

/// The allowed lengths of a key, nonce or tag in bytes: from `min` to `max` in steps of `step`. All three are 0 if the
/// algorithm does not take one.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Lengths {
    /// The minimum length.
    pub min: usize,
    /// The maximum length; `SIZE_MAX` if there is none.
    pub max: usize,
    /// The difference between an allowed length and the next.
    pub step: usize,
}

/// The properties of an algorithm.
#[repr(C)]
pub struct Info {
    /// The name, terminated by a zero byte.
    pub name: [c_char; 64],
    /// The kind: `BRAMAH_KIND_HASH` or another constant of this type.
    pub kind: Kind,
    /// The standing: `BRAMAH_STANDING_CURRENT` or another constant of this type.
    pub standing: AlgorithmStanding,
    /// 1 if all backends that this CPU can run are constant-time: their time depends only on the length of the data.
    /// Otherwise 0.
    pub constant_time: i32,
    /// 1 if the output can have any length, as with SHAKE128; otherwise 0.
    pub extendable: i32,
    /// 1 if an AEAD can process messages in parts; otherwise 0.
    pub parts: i32,
    /// 1 if a hash function needs a key, or if a nonce or key of a MAC must be used for only one message; otherwise 0.
    pub keyed_or_once: i32,
    /// The length of a block in bytes; 0 if the algorithm has no blocks.
    pub block: usize,
    /// The length of a digest in bytes; 0 if the algorithm has no digest.
    pub digest: usize,
    /// The allowed lengths of a key.
    pub key: Lengths,
    /// The allowed lengths of a nonce or IV.
    pub nonce: Lengths,
    /// The allowed lengths of a tag; the maximum is the length of the full tag.
    pub tag: Lengths,
}

/// The properties of a backend.
#[repr(C)]
pub struct Backend {
    /// The name, terminated by a zero byte.
    pub name: [c_char; 64],
    /// 1 if this CPU can run the backend; otherwise 0.
    pub available: i32,
    /// 1 if the backend passes its self-test; otherwise 0.
    pub passes: i32,
    /// 1 if the backend is in use; otherwise 0.
    pub chosen: i32,
    /// 1 if the backend is constant-time: its time depends only on the length of the data. Otherwise 0.
    pub constant_time: i32,
}

/// The kinds, in the order of the values of their constants.
const KINDS: [registry::Kind; registry::Kind::ALL.len()] = [
    registry::Kind::Hash,
    registry::Kind::Cipher,
    registry::Kind::Mode,
    registry::Kind::Stream,
    registry::Kind::Aead,
    registry::Kind::Mac,
    registry::Kind::Kdf,
    registry::Kind::Password,
    registry::Kind::EncryptThenMac,
    registry::Kind::KeyWrap,
    registry::Kind::Fpe,
];

/// Returns the kind with this constant.
fn kind(kind: Kind) -> Option<registry::Kind> {
    KINDS.get(usize::try_from(kind).ok()?).copied()
}

/// Returns the constant of a kind; -1 if it has none.
fn constant(kind: registry::Kind) -> Kind {
    KINDS.iter().position(|known| *known == kind).map_or(-1, |place| place as Kind)
}

fn lengths(lengths: Option<ByteLengths>) -> Lengths {
    lengths.map_or_else(Lengths::default, |ByteLengths { min, max, step }| Lengths { min, max, step })
}

/// Returns a name as a field of a struct, truncated to 63 bytes and terminated by a zero byte.
fn field(name: &str) -> [c_char; 64] {
    let mut field = [0; 64];
    for (to, from) in field[..63].iter_mut().zip(name.bytes()) {
        *to = from as c_char;
    }
    field
}

fn info(algorithm: &Algorithm) -> Info {
    let sizes = algorithm.sizes();
    Info {
        name: field(&algorithm.name()),
        kind: constant(algorithm.kind()),
        standing: match algorithm.standing() {
            Standing::Current => STANDING_CURRENT,
            Standing::Legacy => STANDING_LEGACY,
            Standing::Broken => STANDING_BROKEN,
            Standing::Checksum => STANDING_CHECKSUM,
        },
        constant_time: algorithm.is_constant_time().into(),
        extendable: matches!(algorithm, Algorithm::Hash(hash) if hash.entry().extendable()).into(),
        parts: matches!(algorithm, Algorithm::Aead(aead) if aead.takes_parts()).into(),
        keyed_or_once: match algorithm {
            Algorithm::Hash(hash) => hash.info().needs_key.into(),
            Algorithm::Mac(mac) => mac.once().into(),
            _ => 0,
        },
        block: sizes.block.unwrap_or(0),
        digest: sizes.digest.unwrap_or(0),
        key: lengths(sizes.key),
        nonce: lengths(sizes.nonce),
        tag: lengths(sizes.tag),
    }
}

/// Returns the names of all algorithms, one list for each kind, as text terminated by a zero byte.
fn names() -> &'static [Vec<CString>] {
    static NAMES: OnceLock<Vec<Vec<CString>>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let names =
            |kind| registry::of(kind).map(|algorithm| CString::new(algorithm.name()).unwrap_or_default());
        KINDS.into_iter().map(|kind| names(kind).collect()).collect()
    })
}

/// Returns all backend lists and their names.
fn lists() -> &'static [(&'static dyn Choice, CString)] {
    static LISTS: OnceLock<Vec<(&'static dyn Choice, CString)>> = OnceLock::new();
    LISTS.get_or_init(|| {
        let named = |choice: &'static dyn Choice| (choice, CString::new(choice.name()).unwrap_or_default());
        backend::all().into_iter().map(named).collect()
    })
}

/// Returns the backend lists with this name, which several lists may share.
fn lists_of(name: &str) -> Result<Vec<&'static dyn Choice>, Failure> {
    let all = lists().iter().map(|(list, _)| *list);
    let found: Vec<_> = all.filter(|list| list.name() == name).collect();
    match found.is_empty() {
        false => Ok(found),
        true => Err(Failure::new(UNKNOWN_NAME, format!("unknown list of backends {name:?}"))),
    }
}

/// Finds an algorithm of one kind by its name.
fn of_kind(name: &str, kind: registry::Kind) -> Result<Algorithm, Failure> {
    use registry::Kind;
    Ok(match kind {
        Kind::Hash => Algorithm::Hash(bramah::hash::lookup(name)?),
        Kind::Cipher => Algorithm::Cipher(bramah::block::lookup(name)?),
        Kind::Mode => Algorithm::Mode(bramah::cipher(name)?),
        Kind::Stream => Algorithm::Stream(bramah::stream::lookup(name)?),
        Kind::Aead => Algorithm::Aead(bramah::aead::lookup(name)?),
        Kind::Mac => Algorithm::Mac(bramah::mac::lookup(name)?),
        Kind::Kdf => Algorithm::Kdf(bramah::kdf::lookup(name)?),
        Kind::EncryptThenMac => Algorithm::EncryptThenMac(bramah::encrypt_then_mac::lookup(name)?),
        Kind::KeyWrap => Algorithm::KeyWrap(bramah::key_wrap::lookup(name)?),
        Kind::Fpe => Algorithm::Fpe(bramah::fpe::lookup(name)?),
        _ => match registry::lookup(name)? {
            password @ Algorithm::Password(_) => password,
            _ => return Err(bramah::Error::UnknownName(name.to_owned()).into()),
        },
    })
}

returned! {
    /// Returns the name of an algorithm of one kind, such as `BRAMAH_KIND_HASH`, by its index in the list of this kind;
    /// null if the index is too large. The text is constant and must not be freed.
    fn bramah_algorithm_name(kind: Kind, place: usize) -> *const c_char, otherwise core::ptr::null(); {
        let of_kind = usize::try_from(kind).ok().and_then(|kind| names().get(kind));
        Ok(of_kind.and_then(|names| names.get(place)).map_or(core::ptr::null(), |name| name.as_ptr()))
    }

    /// Returns the name of a backend list by its index among all lists; null if the index is too large. `sha256` is a
    /// list for single messages, `sha256.many` a list for many messages at once. The text is constant and must not be
    /// freed.
    fn bramah_backends_name(place: usize) -> *const c_char, otherwise core::ptr::null(); {
        Ok(lists().get(place).map_or(core::ptr::null(), |(_, name)| name.as_ptr()))
    }
}

exported! {
    /// Sets `info` to the properties of the algorithm with this kind and name. `info_size` is `sizeof(bramah_info)`.
    fn bramah_algorithm_info(kind: Kind, name: *const c_char, info: *mut Info, info_size: usize) {
        let known = self::kind(kind)
            .ok_or_else(|| Failure::new(BAD_ARGUMENT, format!("kind is {kind}, but must be from 0 to 10")))?;
        let algorithm = of_kind(text("name", name)?, known)?;
        put(self::info(&algorithm), "info", info, info_size)
    }

    /// Runs the self-test of a backend, given its list and its index in the list (the best backend is first), and sets
    /// `backend` to its properties. `BRAMAH_UNKNOWN_BACKEND` if the index is too large. `backend_size` is
    /// `sizeof(bramah_backend)`.
    fn bramah_backend_info(list: *const c_char, place: usize, backend: *mut Backend, backend_size: usize) {
        let name = text("list", list)?;
        let info = lists_of(name)?[0].info(place).ok_or_else(|| {
            Failure::new(UNKNOWN_BACKEND, format!("{name} has no backend number {place}"))
        })?;
        let backend_info = Backend {
            name: field(info.name),
            available: info.available.into(),
            passes: info.passes.into(),
            chosen: info.chosen.into(),
            constant_time: info.constant_time.into(),
        };
        put(backend_info, "backend", backend, backend_size)
    }

    /// Selects a backend by name for all handles that are created after this call. `list` is the name of a backend
    /// list, or null for all lists that contain this backend.
    fn bramah_backend_force(list: *const c_char, backend: *const c_char) {
        let wanted = text("backend", backend)?;
        let lists = match list.is_null() {
            true => lists().iter().map(|(list, _)| *list).collect(),
            false => lists_of(text("list", list)?)?,
        };
        let mut forced = false;
        for list in lists {
            let place = backend::candidates(list).position(|candidate| candidate.name == wanted);
            forced |= place.is_some_and(|place| list.force(place));
        }
        match forced {
            true => Ok(()),
            false => Err(Failure::new(UNKNOWN_BACKEND, format!("this CPU cannot run the backend {wanted:?}"))),
        }
    }

    /// Runs the self-tests of all backends of a list that this CPU can run; of all lists if `list` is null. Sets
    /// `failed` to the number of backends that fail, which the library does not use.
    fn bramah_backend_test(list: *const c_char, failed: *mut usize) sets [failed] {
        let lists = match list.is_null() {
            true => lists().iter().map(|(list, _)| *list).collect(),
            false => lists_of(text("list", list)?)?,
        };
        let all = lists.into_iter().flat_map(backend::infos);
        failed.set(all.filter(|info| info.available && !info.passes).count());
        Ok(())
    }
}

/// Writes a struct to the caller's memory. `size` must be the size of the struct; it differs if the caller uses a
/// header of another version.
///
/// # Safety
/// If the pointer is not null, `size` bytes can be written there.
unsafe fn put<T>(value: T, name: &str, to: *mut T, size: usize) -> Result<(), Failure> {
    if to.is_null() {
        return Err(crate::memory::null(name));
    }
    if size != size_of::<T>() {
        let text = format!("{name} has {size} bytes, but must have {} in this version", size_of::<T>());
        return Err(Failure::new(BAD_ARGUMENT, text));
    }
    // SAFETY: `to` is not null, `size` is the size of `T`, and the caller guarantees that `size` bytes can be written.
    unsafe { to.write_unaligned(value) };
    Ok(())
}
