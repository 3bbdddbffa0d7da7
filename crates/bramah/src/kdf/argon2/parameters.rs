//! Argon2 with its parameters: their ranges, and the derivation as a whole.

use super::{Argon2Ops, DISPATCH, Memory, Variant, Version, fill::Plan, hash};
use crate::kdf::argon2::Argon2Calls;
use crate::{
    Error,
    backend::Backend,
    kdf::PasswordKdf,
    simd::memory::{Block, SLICES, Shape},
    wipe::{self, wipe},
};
use core::fmt;

/// Argon2 with its parameters: RFC 9106.
///
/// ```
/// use bramah::kdf::{Argon2, Argon2id};
///
/// // 19 MiB, two passes, one lane
/// let argon2 = Argon2::new(Argon2id, 19 << 10, 2, 1)?;
/// let mut key = [0; 32];
/// argon2.derive(b"password", b"a salt of 8 bytes or more", &mut key)?;
/// # Ok::<(), bramah::Error>(())
/// ```
#[derive(Clone)]
pub struct Argon2<'a> {
    pub(super) kind: Variant,
    pub(super) version: Version,
    pub(super) memory: u32,
    pub(super) passes: u32,
    pub(super) lanes: u32,
    pub(super) secret: &'a [u8],
    pub(super) data: &'a [u8],
    short_salts: bool,
    /// Whether to compute the results of cppcrypto 0.12, which deviate from the specification.
    cppcrypto: bool,
    threads: usize,
    backend: Option<Backend<Argon2Ops>>,
}

/// The maximum length in bytes of each byte string that Argon2 takes.
const MAX_LEN: usize = u32::MAX as usize;
const MAX_LANES: u32 = (1 << 24) - 1;
/// The minimum length of a salt in bytes. The next constant is the minimum length of an output in bytes.
const MIN_SALT: usize = 8;
const MIN_OUTPUT: usize = 4;
/// The parameters of the self-test. With these parameters, both kinds of addresses occur (dependent on data, and independent
/// of data), some addresses come from the second group of 128 words, and blocks are XORed onto existing blocks.
const SELF_TESTED: Argon2<'static> = Argon2::unchecked(Variant::Id, 1200, 2, 2);

/// The parameters of [`Argon2::recommended`].
impl Default for Argon2<'_> {
    fn default() -> Self {
        Self::recommended()
    }
}

impl<'a> Argon2<'a> {
    const fn unchecked(kind: Variant, memory: u32, passes: u32, lanes: u32) -> Self {
        Self {
            kind,
            version: Version::V13,
            memory,
            passes,
            lanes,
            secret: &[],
            data: &[],
            short_salts: false,
            cppcrypto: false,
            threads: 1,
            backend: None,
        }
    }

    /// Returns [`SELF_TESTED`] on one particular backend.
    pub(super) const fn self_test(backend: Backend<Argon2Ops>) -> Self {
        Self { backend: Some(backend), ..SELF_TESTED }
    }

    /// Returns Argon2 of version 0x13 with `memory` KiB (m), `passes` passes over the memory (t) and `lanes` lanes (p).
    ///
    /// # Errors
    /// [`Error::Parameter`] if `passes` is 0, `lanes` is not from 1 to 2^24 - 1, or `memory` is less than 8 KiB for each lane.
    pub fn new(kind: Variant, memory: u32, passes: u32, lanes: u32) -> Result<Self, Error> {
        in_range("the number of passes (t)", passes, 1, u32::MAX)?;
        in_range("the number of lanes (p)", lanes, 1, MAX_LANES)?;
        in_range("the memory in KiB (m)", memory, 2 * SLICES * lanes, u32::MAX)?;
        Ok(Self::unchecked(kind, memory, passes, lanes))
    }

    /// Returns Argon2 as cppcrypto 0.12 computed it, for keys that were derived with that library: version 0x10 with deviations.
    /// Outputs longer than 64 bytes differ if their length modulo 64 is from 1 to 32. If `memory` is less than 8 KiB for each
    /// lane, 8 KiB are used for each lane, although the given number is hashed. Salts of fewer than 8 bytes are accepted.
    ///
    /// # Errors
    /// [`Error::Parameter`] if `passes` is 0, or `lanes` is not from 1 to 2^24 - 1.
    pub fn cppcrypto_0_12(kind: Variant, memory: u32, passes: u32, lanes: u32) -> Result<Self, Error> {
        in_range("the number of passes (t)", passes, 1, u32::MAX)?;
        in_range("the number of lanes (p)", lanes, 1, MAX_LANES)?;
        let standard = Self::unchecked(kind, memory, passes, lanes);
        Ok(Self { cppcrypto: true, short_salts: true, ..standard.version(Version::V10) })
    }

    /// Returns the parameters that RFC 9106 recommends where less memory is available (section 4, the second option):
    /// Argon2id with 64 MiB, three passes and four lanes.
    pub const fn recommended() -> Self {
        Self::unchecked(Variant::Id, 64 << 10, 3, 4)
    }

    /// Sets the version.
    #[must_use]
    pub const fn version(self, version: Version) -> Self {
        Self { version, ..self }
    }

    /// Sets a secret (K), which is hashed together with the password and is not stored with the result.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if the secret has 2^32 bytes or more.
    pub fn secret(self, secret: &'a [u8]) -> Result<Self, Error> {
        short("secret", secret, 0)?;
        Ok(Self { secret, ..self })
    }

    /// Sets associated data (X), on which the result depends.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if the data has 2^32 bytes or more.
    pub fn data(self, data: &'a [u8]) -> Result<Self, Error> {
        short("associated data", data, 0)?;
        Ok(Self { data, ..self })
    }

    /// Also accepts salts of fewer than 8 bytes, which no specification allows, to verify old results.
    #[must_use]
    pub const fn short_salts(self) -> Self {
        Self { short_salts: true, ..self }
    }

    /// Sets the number of threads, including the caller's. Each lane is computed by one thread, so more threads than lanes have
    /// no effect. The default is 1; without the feature `std` the number is always 1.
    #[must_use]
    pub const fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Returns the parameters with the backend of this name, instead of the backend that is chosen
    /// automatically.
    ///
    /// # Errors
    /// [`Error::UnknownBackend`] if there is no backend with this name; [`Error::BackendUnavailable`] if this CPU cannot run it.
    #[cfg(feature = "registry")]
    pub fn with_backend(self, name: &str) -> Result<Self, Error> {
        let [index] = crate::registry::backends::find([&DISPATCH], "argon2", name)?;
        Ok(Self { backend: Some(DISPATCH.at_or_chosen(index)), ..self })
    }

    /// Returns the names of the backends that this CPU can run, best first.
    #[cfg(feature = "registry")]
    pub fn backends_available() -> alloc::vec::Vec<&'static str> {
        crate::registry::backends::available([super::choice()])
    }

    /// Returns the variant: Argon2d, Argon2i or Argon2id.
    pub const fn kind(&self) -> Variant {
        self.kind
    }
    /// Returns the version, the memory in KiB, the number of passes and the number of lanes.
    pub const fn costs(&self) -> (Version, u32, u32, u32) {
        (self.version, self.memory, self.passes, self.lanes)
    }

    pub(super) fn shape(&self) -> Shape {
        // `memory` can only be lower than this minimum after `cppcrypto_0_12`
        let memory = self.memory.max(2 * SLICES * self.lanes);
        Shape { lanes: self.lanes, segment: memory / (SLICES * self.lanes) }
    }

    /// Derives `out`, of 4 bytes or more, from a password and a salt of 8 bytes or more. The memory used is erased.
    ///
    /// # Errors
    /// [`Error::OutputLength`] and [`Error::ParameterLength`] for invalid lengths; [`Error::NoMemory`] if there is not enough
    /// memory.
    pub fn derive(&self, password: &[u8], salt: &[u8], out: &mut [u8]) -> Result<(), Error> {
        self.derive_in(&mut Memory::new(), password, salt, out)
    }

    /// Derives `out` as [`derive`](Self::derive) does, in memory that stays allocated for the next call.
    ///
    /// # Errors
    /// The errors of [`derive`](Self::derive).
    pub fn derive_in(
        &self,
        memory: &mut Memory,
        password: &[u8],
        salt: &[u8],
        out: &mut [u8],
    ) -> Result<(), Error> {
        if !(MIN_OUTPUT..=MAX_LEN).contains(&out.len()) {
            return Err(Error::OutputLength { length: out.len(), min: MIN_OUTPUT, max: MAX_LEN });
        }
        short("password", password, 0)?;
        short("salt", salt, if self.short_salts { 0 } else { MIN_SALT })?;
        let backend = match self.backend.or_else(|| DISPATCH.chosen()) {
            Some(backend) => backend,
            None => {
                // The choice of a backend runs self-tests, which would fail without memory. So first make sure that more memory
                // is available than the self-tests need, because an allocator may need more the second time.
                Memory::new().reserve(&Self { memory: 2 * SELF_TESTED.memory, ..SELF_TESTED })?;
                DISPATCH.get()
            }
        };
        memory.reserve(self)?;
        let plan =
            Plan { kind: self.kind, passes: self.passes, overwrite: matches!(self.version, Version::V10) };
        let mut first = [0; 64];
        first_hash(self, password, salt, out.len(), &mut first);
        wipe::stack();
        let mut sum = Block::ZERO;
        crate::simd::memory::fill(
            &mut memory.0,
            self.shape(),
            self.passes,
            self.threads,
            &|segments| {
                for segment in &mut *segments {
                    if segment.spot().is_first() {
                        hash::begin(&first, segment);
                    }
                }
                backend.fill(segments, &plan);
            },
            &mut sum,
        );
        hash::end(&sum, out, self.cppcrypto);
        wipe(&mut sum.0);
        wipe(&mut first);
        wipe::stack();
        Ok(())
    }
}

impl PasswordKdf for Argon2<'_> {
    fn derive(&self, password: &[u8], salt: &[u8], out: &mut [u8]) -> Result<(), Error> {
        Self::derive(self, password, salt, out)
    }
    fn memory(&self) -> u64 {
        self.shape().blocks() * size_of::<Block>() as u64
    }
}

/// Formats the parameters without the secret.
impl fmt::Debug for Argon2<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Argon2")
            .field("kind", &self.kind)
            .field("version", &self.version)
            .field("memory", &self.memory)
            .field("passes", &self.passes)
            .field("lanes", &self.lanes)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

fn in_range(name: &'static str, value: u32, min: u32, max: u32) -> Result<(), Error> {
    match (min..=max).contains(&value) {
        true => Ok(()),
        false => Err(Error::Parameter { name, value: value.into(), min: min.into(), max: max.into() }),
    }
}

/// Refuses byte strings that are shorter than `min`, or too long for a length field of four bytes.
fn short(name: &'static str, bytes: &[u8], min: usize) -> Result<(), Error> {
    match (min..=MAX_LEN).contains(&bytes.len()) {
        true => Ok(()),
        false => Err(Error::ParameterLength { name, length: bytes.len(), min, max: MAX_LEN }),
    }
}

/// Computes H_0, the first hash, of the password, the salt and all parameters.
fn first_hash(argon2: &Argon2<'_>, password: &[u8], salt: &[u8], tag_len: usize, out: &mut [u8; 64]) {
    // the caller has checked that all lengths are below 2^32
    let le = |x: usize| (x as u32).to_le_bytes();
    let numbers = [
        argon2.lanes.to_le_bytes(),
        le(tag_len),
        argon2.memory.to_le_bytes(),
        argon2.passes.to_le_bytes(),
        (argon2.version as u32).to_le_bytes(),
        (argon2.kind as u32).to_le_bytes(),
    ];
    let (secret, data) = (argon2.secret, argon2.data);
    hash::blake2b(
        &[
            numbers.as_flattened(),
            &le(password.len()),
            password,
            &le(salt.len()),
            salt,
            &le(secret.len()),
            secret,
            &le(data.len()),
            data,
        ],
        out,
    );
}
