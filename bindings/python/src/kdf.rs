//! Key derivation with the interface of hashlib's functions, and encoded password hashes.

use crate::{
    buffer::{Input, Inputs, Secret, Secrets, or_empty},
    errors::{checked_name, raised},
    files::processors,
    interrupt,
    names::lookup,
};
use bramah::{
    Error, hash, kdf,
    kdf::{
        Argon2, Job, Parameters, PasswordKdf, Pbkdf2, Scrypt,
        argon2::{Variant, Version},
    },
    mac, password,
    password::Scheme,
};
use pyo3::{
    exceptions::{PyOverflowError, PyTypeError, PyValueError},
    prelude::*,
    types::{PyBytes, PyDict, PyList},
};
use zeroize::Zeroizing;

/// The bytes of an argument, copied for a thread that may live longer than the call.
type Owned = Zeroizing<Vec<u8>>;

fn owned(bytes: &[u8]) -> Owned {
    Zeroizing::new(bytes.to_vec())
}

/// Returns the `length` bytes that `derive` writes. A signal ends the call.
fn derived<'py>(
    py: Python<'py>,
    length: usize,
    derive: impl FnOnce(&mut [u8]) -> Result<(), Error> + Send + 'static,
) -> PyResult<Bound<'py, PyBytes>> {
    let mut probe = Vec::<u8>::new();
    probe.try_reserve_exact(length).map_err(|_| raised(Error::NoMemory { bytes: length as u64 }))?;
    drop(probe);
    let key = interrupt::aside(py, move || {
        let mut key = Zeroizing::new(vec![0; length]);
        derive(&mut key).map(|()| key)
    })?;
    Ok(PyBytes::new(py, &key.map_err(raised)?))
}

/// PBKDF2 with HMAC, like `hashlib.pbkdf2_hmac`.
#[pyfunction]
#[pyo3(signature = (hash_name, password, salt, iterations, dklen = None, *, threads = 1))]
pub(crate) fn pbkdf2_hmac<'py>(
    py: Python<'py>,
    hash_name: &str,
    password: Secret<'py>,
    salt: Input<'py>,
    iterations: u32,
    dklen: Option<usize>,
    threads: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let hash = lookup(hash_name)?;
    let pbkdf2 = Pbkdf2::with_hash(hash, iterations).map_err(raised)?.threads(processors(threads));
    let (password, salt) = (owned(password.bytes()), owned(salt.bytes()));
    derived(py, dklen.unwrap_or(hash.output_len()), move |out| pbkdf2.derive(&password, &salt, out))
}

/// Derives a key from each password with PBKDF2. Several keys are computed at once. There must be as many salts as passwords.
#[pyfunction]
#[pyo3(signature = (hash_name, passwords, salts, iterations, dklen = None, *, threads = 1))]
pub(crate) fn pbkdf2_many<'py>(
    py: Python<'py>,
    hash_name: &str,
    passwords: Secrets<'py>,
    salts: Inputs<'py>,
    iterations: u32,
    dklen: Option<usize>,
    threads: usize,
) -> PyResult<Bound<'py, PyList>> {
    let hash = lookup(hash_name)?;
    let pbkdf2 = Pbkdf2::with_hash(hash, iterations).map_err(raised)?.threads(processors(threads));
    let (passwords, salts) = (passwords.slices(), salts.slices());
    if passwords.len() != salts.len() {
        let (passwords, salts) = (passwords.len(), salts.len());
        return Err(PyValueError::new_err(format!("{passwords} passwords, but {salts} salts")));
    }
    let length = dklen.unwrap_or(hash.output_len());
    if length == 0 {
        return Err(raised(Error::DerivedLength { length, limit: u64::MAX }));
    }
    let (passwords, salts): (Vec<_>, Vec<_>) =
        passwords.iter().zip(&salts).map(|(password, salt)| (owned(password), owned(salt))).unzip();
    let room =
        length.checked_mul(passwords.len()).ok_or_else(|| PyOverflowError::new_err("too many keys"))?;
    let keys = interrupt::aside(py, move || {
        let mut keys = Zeroizing::new(vec![0; room]);
        let mut jobs: Vec<_> = keys
            .chunks_exact_mut(length)
            .zip(passwords.iter().zip(&salts))
            .map(|(out, (password, salt))| Job::new(password, salt, out))
            .collect();
        pbkdf2.derive_many(&mut jobs)?;
        drop(jobs);
        Ok(keys)
    })?;
    let keys = keys.map_err(raised)?;
    PyList::new(py, keys.chunks_exact(length).map(|key| PyBytes::new(py, key)))
}

/// scrypt, like `hashlib.scrypt`. `maxmem` is the maximum amount of memory in bytes that it may use; 0 means no limit.
#[pyfunction]
#[pyo3(signature = (password, *, salt, n, r, p, maxmem = 0, dklen = 64, threads = 1))]
#[allow(clippy::too_many_arguments)] // as in hashlib
pub(crate) fn scrypt<'py>(
    py: Python<'py>,
    password: Secret<'py>,
    salt: Input<'py>,
    n: u64,
    r: u32,
    p: u32,
    maxmem: u64,
    dklen: usize,
    threads: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let scrypt = Scrypt::with_n(n, r, p).map_err(raised)?.threads(processors(threads));
    let needed = scrypt.memory();
    if maxmem > 0 && needed > maxmem {
        return Err(PyValueError::new_err(format!(
            "{needed} bytes of memory are needed, but maxmem is {maxmem}"
        )));
    }
    let (password, salt) = (owned(password.bytes()), owned(salt.bytes()));
    derived(py, dklen, move |out| scrypt.derive(&password, &salt, out))
}

/// Returns the variant of Argon2 with this name.
fn argon2_kind(name: &str) -> PyResult<Variant> {
    [Variant::Id, Variant::I, Variant::D].into_iter().find(|kind| kind.name() == name).ok_or_else(|| {
        PyValueError::new_err(format!(
            "unknown type of Argon2 {name:?}: expected argon2id, argon2i or argon2d"
        ))
    })
}

fn argon2_version(version: u32) -> PyResult<Version> {
    match version {
        0x10 => Ok(Version::V10),
        0x13 => Ok(Version::V13),
        _ => Err(PyValueError::new_err(format!("unknown version of Argon2 {version}: expected 16 or 19"))),
    }
}

/// Argon2 (RFC 9106). `memory_cost` is in KiB. The defaults are the second recommendation of RFC 9106, section 4.
#[pyfunction]
#[pyo3(signature = (password, *, salt, time_cost = 3, memory_cost = 65536, parallelism = 4, hash_len = 32,
    r#type = "argon2id", secret = None, data = None, version = 19, threads = 0))]
#[allow(clippy::too_many_arguments)] // keyword arguments
pub(crate) fn argon2<'py>(
    py: Python<'py>,
    password: Secret<'py>,
    salt: Input<'py>,
    time_cost: u32,
    memory_cost: u32,
    parallelism: u32,
    hash_len: usize,
    r#type: &str,
    secret: Option<Input<'py>>,
    data: Option<Input<'py>>,
    version: u32,
    threads: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let argon2 = Argon2::new(argon2_kind(r#type)?, memory_cost, time_cost, parallelism).map_err(raised)?;
    let argon2 =
        argon2.version(argon2_version(version)?).threads(processors(threads).min(parallelism as usize));
    let (secret, data) = (owned(or_empty(&secret)), owned(or_empty(&data)));
    let (password, salt) = (owned(password.bytes()), owned(salt.bytes()));
    derived(py, hash_len, move |out| argon2.secret(&secret)?.data(&data)?.derive(&password, &salt, out))
}

/// Derives a key with a function by name, such as `hkdf`, `balloon` or `sp800-108-counter`. Each function accepts only its own
/// parameters.
#[pyfunction]
#[pyo3(name = "kdf", signature = (name, input, length, *, salt = None, info = None, label = None, context = None, iv = None,
    hash = None, mac = None, iterations = None, n = None, r = None, lanes = None, memory = None, secret = None,
    data = None, threads = 1))]
#[allow(clippy::too_many_arguments)] // keyword arguments
pub(crate) fn kdf_by_name<'py>(
    py: Python<'py>,
    name: &str,
    input: Input<'py>,
    length: usize,
    salt: Option<Input<'py>>,
    info: Option<Input<'py>>,
    label: Option<Input<'py>>,
    context: Option<Input<'py>>,
    iv: Option<Input<'py>>,
    hash: Option<&str>,
    mac: Option<&str>,
    iterations: Option<u32>,
    n: Option<u64>,
    r: Option<u32>,
    lanes: Option<u32>,
    memory: Option<u32>,
    secret: Option<Input<'py>>,
    data: Option<Input<'py>>,
    threads: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let entry = kdf::lookup(checked_name(name)?).map_err(raised)?;
    let hash: Option<hash::Algorithm> = hash.map(lookup).transpose()?;
    let mac = mac.map(|name| mac::lookup(checked_name(name)?).map_err(raised)).transpose()?;
    let [salt, info, label, context, iv, secret, data] = [salt, info, label, context, iv, secret, data]
        .map(|given| given.as_ref().map(|given| owned(given.bytes())));
    let (input, threads) = (owned(input.bytes()), processors(threads));
    derived(py, length, move |out| {
        let parameters = Parameters {
            salt: salt.as_ref().map(|bytes| &bytes[..]),
            info: info.as_ref().map(|bytes| &bytes[..]),
            label: label.as_ref().map(|bytes| &bytes[..]),
            context: context.as_ref().map(|bytes| &bytes[..]),
            iv: iv.as_ref().map(|bytes| &bytes[..]),
            hash,
            mac,
            iterations,
            n,
            r,
            lanes,
            memory,
            version: None,
            secret: secret.as_ref().map(|bytes| &bytes[..]),
            data: data.as_ref().map(|bytes| &bytes[..]),
            threads,
            short_salts: false,
        };
        entry.derive(&input, &parameters, out)
    })
}

/// Returns the scheme with the parameters that the caller has passed.
fn with_parameters(scheme: Scheme, given: Option<&Bound<'_, PyDict>>) -> PyResult<Scheme> {
    let mut scheme = scheme;
    for (keyword, value) in given.into_iter().flatten() {
        let keyword: String = keyword.extract()?;
        let value: u32 = value.extract()?;
        let parameter = match (&mut scheme, keyword.as_str()) {
            (Scheme::Argon2 { memory, .. }, "memory_cost") => memory,
            (Scheme::Argon2 { passes, .. }, "time_cost") => passes,
            (Scheme::Argon2 { lanes, .. }, "parallelism") => lanes,
            (Scheme::Scrypt { log_n, .. } | Scheme::Yescrypt { log_n, .. }, "log_n") => log_n,
            (Scheme::Scrypt { r, .. } | Scheme::Yescrypt { r, .. }, "r") => r,
            (Scheme::Scrypt { p, .. } | Scheme::Yescrypt { p, .. }, "p") => p,
            (Scheme::Yescrypt { t, .. }, "t") => t,
            (Scheme::Bcrypt { cost }, "cost") => cost,
            (Scheme::ShaCrypt { rounds, .. }, "rounds") => rounds,
            (Scheme::Pbkdf2 { iterations, .. }, "iterations") => iterations,
            _ => {
                let message = format!("'{keyword}' is an invalid keyword argument for {}", scheme.name());
                return Err(PyTypeError::new_err(message));
            }
        };
        *parameter = value;
    }
    Ok(scheme)
}

/// Returns the encoded hash of a password to be stored, with a new random salt. Omitted parameters have the recommended values.
#[pyfunction]
#[pyo3(signature = (password, scheme = "argon2id", **parameters))]
pub(crate) fn password_hash(
    py: Python<'_>,
    password: Secret<'_>,
    scheme: &str,
    parameters: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let named = Scheme::named(checked_name(scheme)?).ok_or_else(|| {
        PyValueError::new_err(format!(
            "unknown scheme {scheme:?}: expected one of {}",
            Scheme::NAMES.join(", ")
        ))
    })?;
    let scheme = with_parameters(named, parameters)?;
    let password = owned(password.bytes());
    interrupt::aside(py, move || scheme.hash(&password))?.map_err(raised)
}

/// Returns whether a password matches a stored encoded hash.
#[pyfunction]
pub(crate) fn password_verify(py: Python<'_>, password: Secret<'_>, string: &str) -> PyResult<bool> {
    let (password, string) = (owned(password.bytes()), string.to_owned());
    match interrupt::aside(py, move || password::verify(&password, &string))? {
        Ok(()) => Ok(true),
        Err(Error::WrongPassword) => Ok(false),
        Err(error) => Err(raised(error)),
    }
}

/// Returns whether a stored encoded hash has weaker parameters than the ones that are recommended today.
#[pyfunction]
pub(crate) fn password_needs_rehash(string: &str) -> PyResult<bool> {
    Scheme::of(string).map(|scheme| scheme.is_outdated()).map_err(raised)
}
