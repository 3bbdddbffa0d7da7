//! Hash functions by name.

use super::{
    FAMILIES, Hash, Info, Options, Start, checked_start,
    frame::{Backends, Extendable, Frame, choices},
    info::stem,
};
use crate::{
    Error,
    backend::{self, Backend, Choice, Dispatch},
    wipe,
};
use alloc::{boxed::Box, format, string::String, sync::Arc, vec, vec::Vec};
use core::fmt;

/// A hash function as the registry has it: what is known of it, and how to reach it.
pub struct Entry {
    /// Names, lengths and standing.
    pub info: Info,
    /// Whether the output goes on as long as it is asked for.
    pub extendable: bool,
    choices: fn() -> [&'static dyn Choice; 2],
    prepare: fn(Algorithm, &Options<'_>) -> Result<Arc<dyn Prepared>, Error>,
    digest: fn(Algorithm, &[u8], &mut [u8]),
    many: fn(Algorithm, &[&[u8]], &mut [u8]),
}

impl Entry {
    /// The entry of a hash function.
    pub(crate) const fn of<H: Hash>() -> Self {
        Self {
            info: H::INFO,
            extendable: H::INFO.lengths.max == usize::MAX,
            choices: choices::<H::Frame>,
            prepare: |algorithm, options| {
                let start = checked_start::<H>(options, algorithm.length)?;
                Ok(Arc::new(Of::<H> { start, backends: algorithm.backends::<H>(), algorithm }))
            },
            digest: |algorithm, message, out| {
                // in this order: a start that no other call has seen stays in registers
                let backend = algorithm.one::<H>();
                let start = H::start(&Options::default(), algorithm.length);
                H::Frame::digest(&start, backend, message, out);
            },
            many: |algorithm, messages, out| {
                let start = H::start(&Options::default(), algorithm.length);
                H::Frame::many(&start, algorithm.backends::<H>(), messages, algorithm.length, out);
            },
        }
    }

    /// The function with the digest length that its name alone means.
    pub fn algorithm(&'static self) -> Algorithm {
        Algorithm { entry: self, length: self.info.lengths.default, one: None, many: None }
    }

    /// The function at every length that has a name of its own.
    pub fn algorithms(&'static self) -> impl Iterator<Item = Algorithm> {
        let default = [self.info.lengths.default];
        let named = self.info.lengths.named;
        let count = named.len().max(1);
        (0..count)
            .map(move |i| Algorithm { length: *named.get(i).unwrap_or(&default[0]), ..self.algorithm() })
    }
}

/// Every hash function.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    FAMILIES.iter().copied().flatten()
}

/// A hash function with its digest length, chosen by name.
///
/// ```
/// let sha256 = bramah::hash::lookup("SHA2-256")?;
/// let mut digest = [0; 32];
/// sha256.digest(b"abc", &mut digest);
/// assert_eq!(digest[..4], [0xba, 0x78, 0x16, 0xbf]);
/// # Ok::<(), bramah::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Algorithm {
    entry: &'static Entry,
    length: usize,
    /// Candidates that stand in for the ones in use, by their places in the lists.
    one: Option<u8>,
    many: Option<u8>,
}

/// A name or tag with the bits of a digest.
fn named(name: &str, bits: usize) -> String {
    match stem(name) {
        Some(stem) => format!("{stem}{bits}"),
        None => format!("{name}-{bits}"),
    }
}

/// The letters and digits of a name, in lower case: all that names are compared by.
fn folded(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// The hash function of a name: ours, or what coreutils, OpenSSL, RHash, Botan, libgcrypt and
/// cppcrypto call it. Only letters and digits count, in any case; a function with several digest
/// lengths takes the number of bits behind its name.
///
/// # Errors
/// [`Error::UnknownName`], or [`Error::OutputLength`] if the bits are not a defined length.
pub fn lookup(name: &str) -> Result<Algorithm, Error> {
    let wanted = folded(name);
    let names =
        |entry: &'static Entry| core::iter::once(entry.info.name).chain(entry.info.aliases.iter().copied());
    for entry in entries() {
        if names(entry).any(|name| folded(name) == wanted) {
            return Ok(entry.algorithm());
        }
    }
    // the longest name that is in front of nothing but digits
    let mut best: Option<(usize, &'static Entry, usize)> = None;
    for entry in entries().filter(|entry| !entry.info.lengths.is_fixed()) {
        for name in names(entry).flat_map(|name| [Some(name), stem(name)]).flatten().map(folded) {
            if let Some(rest) = wanted.strip_prefix(&name)
                && let Ok(bits) = rest.parse::<usize>()
                && !rest.starts_with('0')
                && best.is_none_or(|(length, ..)| length < name.len())
            {
                best = Some((name.len(), entry, bits));
            }
        }
    }
    match best {
        Some((_, entry, bits)) => entry.algorithm().with_bits(bits),
        None => Err(Error::UnknownName(String::from(name))),
    }
}

impl Algorithm {
    /// What is known of the function.
    pub fn info(&self) -> &'static Info {
        &self.entry.info
    }

    /// Its place in the registry.
    pub fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// The bytes of a digest.
    pub fn output_len(&self) -> usize {
        self.length
    }

    /// Its name with the bits of the digest where there are several lengths: `blake2b-256`.
    pub fn name(&self) -> String {
        if self.info().lengths.is_fixed() {
            String::from(self.info().name)
        } else {
            named(self.info().name, 8 * self.length)
        }
    }

    /// The word in front of the file name in a tagged list.
    pub fn tag(&self) -> String {
        if self.info().lengths.is_fixed() || self.length == self.info().bare_tag {
            String::from(self.info().tag)
        } else {
            named(self.info().tag, 8 * self.length)
        }
    }

    /// The same function with digests of `bits`.
    ///
    /// # Errors
    /// [`Error::OutputLength`] if that is not a defined length, or no whole bytes.
    pub fn with_bits(self, bits: usize) -> Result<Self, Error> {
        let length = bits / 8;
        if bits.is_multiple_of(8) && self.info().lengths.contains(length) {
            return Ok(Self { length, ..self });
        }
        // the name may be shared by entries that differ in their lengths
        let (mut min, mut max) = (usize::MAX, 0);
        for entry in entries().filter(|entry| entry.info.name == self.info().name) {
            let lengths = &entry.info.lengths;
            if bits.is_multiple_of(8) && lengths.contains(length) {
                return self.on_backends_of(Self { length, ..entry.algorithm() });
            }
            (min, max) = (min.min(lengths.min), max.max(lengths.max));
        }
        Err(Error::OutputLength { length: bits.div_ceil(8), min, max })
    }

    /// Another entry's function, on the backends that were chosen for this one.
    fn on_backends_of(self, other: Self) -> Result<Self, Error> {
        let mut chosen = other;
        for (choice, index) in self.choices().into_iter().zip([self.one, self.many]) {
            if let Some(info) = index.and_then(|index| choice.info(index.into())) {
                chosen = chosen.with_backend(info.name)?;
            }
        }
        Ok(chosen)
    }

    /// The same function on backends of this name, where it has such: the one for one message,
    /// the one for many, or both.
    ///
    /// # Errors
    /// [`Error::UnknownBackend`] if it has none of this name, [`Error::BackendUnavailable`] if
    /// this CPU cannot run it.
    pub fn with_backend(mut self, name: &str) -> Result<Self, Error> {
        let mut lacking = None;
        let mut found = false;
        for (choice, pick) in self.choices().into_iter().zip([&mut self.one, &mut self.many]) {
            for index in 0..choice.count() {
                let info = choice.info(index).expect("an index below the count");
                if info.name == name {
                    if info.available {
                        *pick = Some(index as u8);
                        found = true;
                    } else {
                        lacking = Some(info.name);
                    }
                }
            }
        }
        let algorithm = self.info().name;
        match lacking {
            _ if found => Ok(self),
            Some(backend) => Err(Error::BackendUnavailable { algorithm, backend }),
            None => Err(Error::UnknownBackend { algorithm, backend: String::from(name) }),
        }
    }

    /// The candidates for one message and those for many.
    pub fn choices(&self) -> [&'static dyn Choice; 2] {
        (self.entry.choices)()
    }

    /// The names of all backends that this CPU can run, for one message or many.
    pub fn backends_available(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        for info in self.choices().iter().flat_map(|choice| infos(*choice)) {
            if info.available && !names.contains(&info.name) {
                names.push(info.name);
            }
        }
        names
    }

    /// The digest of a whole message, without allocating.
    ///
    /// # Panics
    /// If `out` is not [`output_len`](Self::output_len) bytes long.
    #[inline]
    pub fn digest(&self, message: &[u8], out: &mut [u8]) {
        assert_eq!(out.len(), self.length, "a digest of {} bytes", self.length);
        (self.entry.digest)(*self, message, out);
    }

    /// The digests of many messages, of any lengths, one after another in `out`.
    ///
    /// # Panics
    /// If `out` is not [`output_len`](Self::output_len) bytes for each message.
    pub fn hash_many(&self, messages: &[&[u8]], out: &mut [u8]) {
        assert_eq!(
            out.len(),
            self.length * messages.len(),
            "a digest of {} bytes for each message",
            self.length
        );
        (self.entry.many)(*self, messages, out);
    }

    /// An empty message.
    pub fn hasher(&self) -> AnyHasher {
        self.function().hasher()
    }

    /// The function without key, salt and personalisation.
    pub fn function(&self) -> Function {
        self.with_options(&Options::default()).expect("empty options are within every limit")
    }

    /// The function with a key, a salt or a personalisation.
    ///
    /// # Errors
    /// One is longer than the function takes.
    pub fn with_options(&self, options: &Options<'_>) -> Result<Function, Error> {
        let prepared = (self.entry.prepare)(*self, options);
        if !options.key.is_empty() {
            wipe::stack();
        }
        prepared.map(Function)
    }

    #[inline]
    fn one<H: Hash>(&self) -> Backend<<H::Frame as Frame>::Ops> {
        match self.one {
            None => H::Frame::dispatch().get(),
            Some(index) => forced(H::Frame::dispatch(), index),
        }
    }

    fn backends<H: Hash>(&self) -> Backends<H::Frame> {
        let many = match self.many {
            None => H::Frame::batch().get(),
            Some(index) => forced(H::Frame::batch(), index),
        };
        Backends { one: self.one::<H>(), many }
    }
}

/// The candidate at `index`, which was found to be available.
#[cold]
fn forced<T: Sync>(dispatch: &'static Dispatch<T>, index: u8) -> Backend<T> {
    dispatch.at(index.into()).unwrap_or_else(|| dispatch.get())
}

impl fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Algorithm").field(&self.name()).finish()
    }
}

impl PartialEq for Algorithm {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.entry, other.entry) && self.length == other.length
    }
}
impl Eq for Algorithm {}

/// The candidates of a choice, best first.
pub fn infos(choice: &'static dyn Choice) -> impl Iterator<Item = backend::Info> {
    (0..choice.count()).filter_map(|index| choice.info(index))
}

/// A hash function with everything decided: digest length, key, salt, personalisation, backends.
#[derive(Clone)]
pub struct Function(Arc<dyn Prepared>);

/// What [`Function`] needs of a hash function.
trait Prepared: Send + Sync {
    fn algorithm(&self) -> Algorithm;
    fn digest(&self, message: &[u8], out: &mut [u8]);
    fn many(&self, messages: &[&[u8]], out: &mut [u8]);
    fn hasher(self: Arc<Self>) -> Box<dyn Object>;
    fn restore(self: Arc<Self>, saved: &[u8]) -> Option<Box<dyn Object>>;
}

struct Of<H: Hash> {
    start: Start<H>,
    backends: Backends<H::Frame>,
    algorithm: Algorithm,
}

impl<H: Hash> Prepared for Of<H> {
    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
    fn digest(&self, message: &[u8], out: &mut [u8]) {
        H::Frame::digest(&self.start, self.backends.one, message, out);
    }
    fn many(&self, messages: &[&[u8]], out: &mut [u8]) {
        H::Frame::many(&self.start, self.backends, messages, self.algorithm.length, out);
    }
    fn hasher(self: Arc<Self>) -> Box<dyn Object> {
        let frame = H::Frame::new(&self.start, self.backends.one);
        Box::new(Begun { of: self, frame })
    }
    fn restore(self: Arc<Self>, saved: &[u8]) -> Option<Box<dyn Object>> {
        let frame = H::Frame::restore(&self.start, self.backends.one, saved)?;
        Some(Box::new(Begun { of: self, frame }))
    }
}

impl Function {
    /// The algorithm.
    pub fn algorithm(&self) -> Algorithm {
        self.0.algorithm()
    }

    /// The digest of a whole message.
    ///
    /// # Panics
    /// If `out` is not as long as a digest.
    pub fn digest(&self, message: &[u8], out: &mut [u8]) {
        assert_eq!(out.len(), self.algorithm().length, "the length of a digest");
        self.0.digest(message, out);
    }

    /// The digests of many messages, one after another in `out`.
    ///
    /// # Panics
    /// If `out` is not a digest long for each message.
    pub fn hash_many(&self, messages: &[&[u8]], out: &mut [u8]) {
        assert_eq!(
            out.len(),
            self.algorithm().length * messages.len(),
            "the length of a digest for each message"
        );
        self.0.many(messages, out);
    }

    /// An empty message.
    pub fn hasher(&self) -> AnyHasher {
        let hasher = AnyHasher(self.0.clone().hasher());
        hasher.clean_stack();
        hasher
    }

    /// A message that [`AnyHasher::save`] saved, with the same key, salt and personalisation.
    ///
    /// # Errors
    /// [`Error::SavedState`] if the bytes are damaged, of another version or of another algorithm.
    pub fn restore(&self, saved: &[u8]) -> Result<AnyHasher, Error> {
        let body = unsealed(saved, &self.algorithm().name()).ok_or(Error::SavedState)?;
        let hasher = self.0.clone().restore(body).map(AnyHasher).ok_or(Error::SavedState)?;
        hasher.clean_stack();
        Ok(hasher)
    }
}

/// A message in progress, of whichever function.
pub struct AnyHasher(Box<dyn Object>);

/// What [`AnyHasher`] needs of a hash in progress.
trait Object: Send + Sync {
    fn algorithm(&self) -> Algorithm;
    fn backend(&self) -> &'static str;
    fn secret(&self) -> bool;
    fn update(&mut self, data: &[u8]);
    fn finish(&mut self, out: &mut [u8]);
    fn reset(&mut self);
    fn boxed_clone(&self) -> Box<dyn Object>;
    fn save(&self, put: &mut dyn FnMut(&[u8]));
    fn extendable(&mut self) -> Option<&mut dyn Extendable>;
}

struct Begun<H: Hash> {
    of: Arc<Of<H>>,
    frame: H::Frame,
}

impl<H: Hash> Object for Begun<H> {
    fn algorithm(&self) -> Algorithm {
        self.of.algorithm
    }
    fn backend(&self) -> &'static str {
        self.frame.backend().name()
    }
    fn secret(&self) -> bool {
        H::Frame::secret(&self.of.start)
    }
    fn update(&mut self, data: &[u8]) {
        self.frame.update(data);
    }
    fn finish(&mut self, out: &mut [u8]) {
        self.frame.finish(out);
    }
    fn reset(&mut self) {
        self.frame = H::Frame::new(&self.of.start, self.of.backends.one);
    }
    fn boxed_clone(&self) -> Box<dyn Object> {
        Box::new(Self { of: self.of.clone(), frame: self.frame.clone() })
    }
    fn save(&self, put: &mut dyn FnMut(&[u8])) {
        self.frame.save(put);
    }
    fn extendable(&mut self) -> Option<&mut dyn Extendable> {
        if self.of.algorithm.entry.extendable { self.frame.extendable() } else { None }
    }
}

impl AnyHasher {
    /// The algorithm.
    pub fn algorithm(&self) -> Algorithm {
        self.0.algorithm()
    }

    /// The name of the backend in use.
    pub fn backend(&self) -> &'static str {
        self.0.backend()
    }

    /// Appends to the message.
    pub fn update(&mut self, data: impl AsRef<[u8]>) {
        self.0.update(data.as_ref());
    }

    /// Ends the message, writes its digest, and begins a new one with the same key, salt and
    /// personalisation.
    ///
    /// # Panics
    /// If `out` is not as long as a digest.
    pub fn finalize_reset_into(&mut self, out: &mut [u8]) {
        assert_eq!(out.len(), self.algorithm().length, "the length of a digest");
        self.0.finish(out);
        self.0.reset();
        self.clean_stack();
    }

    /// Ends the message and gives its digest.
    pub fn finalize(mut self) -> Vec<u8> {
        let mut out = vec![0; self.algorithm().length];
        self.0.finish(&mut out);
        out
    }

    /// Ends the message and gives its output, of any length; `None` if the function has no such
    /// output ([`Entry::extendable`]).
    ///
    /// ```
    /// let mut hasher = bramah::hash::lookup("shake128")?.hasher();
    /// hasher.update(b"seed");
    /// let mut output = [0; 1000];
    /// hasher.finalize_xof().expect("SHAKE128 has it").read(&mut output);
    /// # Ok::<(), bramah::Error>(())
    /// ```
    pub fn finalize_xof(mut self) -> Option<AnyReader> {
        self.0.extendable()?.pad();
        Some(AnyReader(self.0))
    }

    /// Forgets the message, but keeps key, salt and personalisation.
    pub fn reset(&mut self) {
        self.0.reset();
        self.clean_stack();
    }

    /// Erases what a call has left of a key on the stack: moves copy.
    #[inline]
    fn clean_stack(&self) {
        if self.0.secret() {
            wipe::stack();
        }
    }

    /// The message so far, to be resumed by [`Function::restore`] in this or a later release. It
    /// does not hold the key itself, but must be kept as secret as the message and the key.
    pub fn save(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(512);
        self.0.save(&mut |bytes| body.extend_from_slice(bytes));
        let sealed = sealed(&self.algorithm().name(), &body);
        wipe::wipe(&mut body);
        sealed
    }
}

impl Clone for AnyHasher {
    fn clone(&self) -> Self {
        let clone = Self(self.0.boxed_clone());
        clone.clean_stack();
        clone
    }
}

impl fmt::Debug for AnyHasher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyHasher").field("algorithm", &self.algorithm().name()).finish_non_exhaustive()
    }
}

/// The output of a function that has one of any length, from its first byte on.
pub struct AnyReader(Box<dyn Object>);

impl AnyReader {
    /// The algorithm.
    pub fn algorithm(&self) -> Algorithm {
        self.0.algorithm()
    }

    /// Writes the next bytes.
    pub fn read(&mut self, out: &mut [u8]) {
        if let Some(extendable) = self.0.extendable() {
            extendable.squeeze(out); // always: this was made of one that is
        }
    }
}

impl Clone for AnyReader {
    fn clone(&self) -> Self {
        Self(self.0.boxed_clone())
    }
}

impl fmt::Debug for AnyReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyReader").field("algorithm", &self.algorithm().name()).finish_non_exhaustive()
    }
}

/// The first bytes of a saved state; the last is the version.
const MAGIC: &[u8; 8] = b"bramah\0\x01";
/// The bytes of the SHA-256 digest behind it, against damage.
const SEAL: usize = 8;

/// A saved state: magic, the length of the name, the name, the body, the seal.
fn sealed(name: &str, body: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(MAGIC.len() + 1 + name.len() + body.len() + SEAL);
    out.extend_from_slice(MAGIC);
    out.push(name.len() as u8);
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(body);
    let seal = crate::Sha256::digest(&out);
    out.extend_from_slice(&seal[..SEAL]);
    out
}

fn unsealed<'a>(saved: &'a [u8], name: &str) -> Option<&'a [u8]> {
    let (front, seal) = saved.split_at_checked(saved.len().checked_sub(SEAL)?)?;
    let body = front.strip_prefix(MAGIC)?.strip_prefix(&[name.len() as u8])?.strip_prefix(name.as_bytes())?;
    (crate::Sha256::digest(front)[..SEAL] == *seal).then_some(body)
}

#[cfg(feature = "std")]
mod read {
    use super::{AnyHasher, AnyReader, Function};
    use std::{fs::File, io, path::Path};

    /// How much is read at a time.
    pub const READ_LEN: usize = 1 << 20;

    impl AnyHasher {
        /// Appends all that `reader` gives, read 1 MiB at a time, and returns its length.
        ///
        /// # Errors
        /// The first error of the reader; what was read before it has been appended.
        pub fn update_reader(&mut self, mut reader: impl io::Read) -> io::Result<u64> {
            let mut buffer = vec![0; READ_LEN];
            let mut total = 0;
            loop {
                match reader.read(&mut buffer) {
                    Ok(0) => return Ok(total),
                    Ok(n) => {
                        self.update(&buffer[..n]);
                        total += n as u64;
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) => return Err(error),
                }
            }
        }
    }

    impl io::Write for AnyHasher {
        fn write(&mut self, data: &[u8]) -> io::Result<usize> {
            self.update(data);
            Ok(data.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Never ends and never fails.
    impl io::Read for AnyReader {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            Self::read(self, out);
            Ok(out.len())
        }
    }

    impl Function {
        /// The digest of all that `reader` gives.
        ///
        /// # Errors
        /// The first error of the reader.
        pub fn hash_reader(&self, reader: impl io::Read) -> io::Result<Vec<u8>> {
            let mut hasher = self.hasher();
            hasher.update_reader(reader)?;
            Ok(hasher.finalize())
        }

        /// The digest of a file.
        ///
        /// # Errors
        /// That of opening or reading it.
        pub fn hash_file(&self, path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
            self.hash_reader(File::open(path)?)
        }
    }
}
#[cfg(feature = "std")]
pub use read::READ_LEN;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_entries_share_a_name() {
        let mut seen: Vec<(String, &str)> = Vec::new();
        for entry in entries() {
            let named = entry.algorithms().map(|a| a.name()).filter(|n| n != entry.info.name);
            let mut own: Vec<String> = named.map(|n| folded(&n)).collect();
            own.extend(
                core::iter::once(entry.info.name).chain(entry.info.aliases.iter().copied()).map(folded),
            );
            own.sort();
            own.dedup();
            for name in own {
                if let Some((_, other)) = seen.iter().find(|(n, _)| *n == name) {
                    // one name for two entries that differ in their lengths
                    assert_eq!(*other, entry.info.name, "{name} has two meanings");
                }
                assert_eq!(lookup(&name).unwrap().info().name, entry.info.name, "{name}");
                seen.push((name, entry.info.name));
            }
        }
    }

    #[test]
    fn a_name_may_be_shared_by_entries_of_other_lengths() {
        for (name, bits) in [("groestl", 256), ("groestl-512", 512), ("groestl-256", 256), ("kupyna-264", 264)] {
            let algorithm = lookup(name).unwrap();
            assert_eq!(8 * algorithm.output_len(), bits, "{name}");
            let portable = algorithm.with_backend("portable").unwrap();
            for bits in [8, 256, 264, 512] {
                let other = portable.with_bits(bits).unwrap();
                assert!(other.info().lengths.contains(bits / 8) && other.one.is_some(), "{name}, {bits}");
            }
        }
        for (first, entry) in entries().enumerate() {
            for other in entries().skip(first + 1).filter(|other| other.info.name == entry.info.name) {
                let (a, b) = (entry.info.lengths, other.info.lengths);
                assert!(a.max < b.min || b.max < a.min, "{} twice", entry.info.name);
            }
        }
        let error = lookup("groestl-520").map(|_| ()).unwrap_err();
        assert_eq!(error, Error::OutputLength { length: 65, min: 1, max: 64 });
    }

    #[test]
    fn bits_take_the_place_of_a_t() {
        for (name, expected, tag, entry) in [
            ("sha512/128", "sha512-128", "SHA512/128", "sha512-t"),
            ("sha512t160", "sha512-160", "SHA512/160", "sha512-t"),
            ("SHA-512/200", "sha512-200", "SHA512/200", "sha512-t"),
            ("SHA2-512/8", "sha512-8", "SHA512/8", "sha512-t"),
            ("SHA2-512/256", "sha512-256", "SHA512/256", "sha512-256"),
            ("SHA512t224", "sha512-224", "SHA512/224", "sha512-224"),
            ("SHA512_256", "sha512-256", "SHA512/256", "sha512-256"),
        ] {
            let algorithm = lookup(name).unwrap();
            assert_eq!(
                (algorithm.name(), algorithm.tag(), algorithm.info().name),
                (expected.into(), tag.into(), entry)
            );
        }
        for name in ["sha512/384", "sha512/512", "sha512/12"] {
            assert!(matches!(lookup(name), Err(Error::OutputLength { .. })), "{name}");
        }
    }

    #[test]
    fn unknown_names_are_refused() {
        for name in ["", "sha", "sha257", "256", "sha256x", "sha512/0"] {
            assert!(matches!(lookup(name), Err(Error::UnknownName(n)) if n == name));
        }
    }
}
