//! Helpers of the tests of ciphers.

pub(crate) use crate::common::{Random, all, limited, pattern, quick, spread};
use crate::common::{other, splits, wanted};
pub(crate) use crate::kinds::is_of_every_kind;
use bramah::{
    Error, InOut, Increment, aead,
    block::{self, AnyCipher},
    mode::{Algorithm, Crypter, Direction, Ending, Info as ModeInfo, MODES, Mode, Padding, Stealing},
    stream::{self, AnyKeystream},
};

/// A block cipher on one backend, and on another to compare with.
pub(crate) type Cipher = Pair<block::Algorithm>;

/// Returns every cipher on every backend that this CPU has.
pub(crate) fn ciphers() -> Vec<Cipher> {
    block::entries()
        .flat_map(|entry| {
            let on = entry.algorithm();
            pairs(entry.info.name, on, on.backends_available(), block::Algorithm::with_backend)
        })
        .collect()
}

/// Runs a test on every cipher on every backend, on all cores.
pub(crate) fn each_cipher(test: impl Fn(&Cipher) + Sync) {
    spread(&ciphers(), |cipher| cipher.name.clone(), test);
}

/// A cipher in a mode on one backend, with key and IV.
pub(crate) struct Subject {
    pub(crate) name: String,
    pub(crate) on: Algorithm,
    pub(crate) other: Algorithm,
    /// As in [`Pair`].
    pub(crate) splits: bool,
    pub(crate) key: Vec<u8>,
    pub(crate) iv: Vec<u8>,
}

impl Subject {
    pub(crate) fn block(&self) -> usize {
        self.on.cipher().block_len()
    }
    pub(crate) fn begin(&self, direction: Direction) -> Crypter<AnyCipher> {
        self.on.begin(&self.key, &self.iv, direction).unwrap()
    }
    pub(crate) fn encrypt(&self, message: &[u8]) -> Vec<u8> {
        whole(&mut self.begin(Direction::Encrypt), message).unwrap()
    }
    pub(crate) fn decrypt(&self, message: &[u8]) -> Vec<u8> {
        whole(&mut self.begin(Direction::Decrypt), message).unwrap()
    }
    /// Returns the result on the other backend.
    pub(crate) fn expected(&self, message: &[u8]) -> Vec<u8> {
        whole(&mut self.other.begin(&self.key, &self.iv, Direction::Encrypt).unwrap(), message).unwrap()
    }
    /// Returns whether the mode encrypts one block or eight for each byte: then no length is special, and long messages
    /// are slow.
    pub(crate) fn is_bytewise(&self) -> bool {
        matches!(self.on.mode(), Mode::Cfb1 | Mode::Cfb8)
    }
    /// Returns the step between tested lengths. The lengths in between are tested over other ciphers, for which the
    /// step is 1.
    pub(crate) fn step(&self) -> usize {
        if quick() || self.is_bytewise() || !is_of_every_kind(&self.on.cipher()) { 7 } else { 1 }
    }
    /// Returns whether the mode accepts messages of this length.
    pub(crate) fn takes(&self, length: usize) -> bool {
        match self.on.mode() {
            Mode::Ecb(Ending::Whole) | Mode::Cbc(Ending::Whole) => length.is_multiple_of(self.block()),
            Mode::Ecb(Ending::Stolen(_)) | Mode::Cbc(Ending::Stolen(_)) | Mode::Kxts | Mode::Xts => {
                length >= self.block()
            }
            _ => true,
        }
    }
    /// Returns whether decryption returns the message; zero padding cannot be distinguished from zeros at the end of a
    /// message.
    pub(crate) fn gives_back(&self, length: usize) -> bool {
        match self.on.mode() {
            Mode::Ecb(Ending::Padded(Padding::Zero)) | Mode::Cbc(Ending::Padded(Padding::Zero)) => {
                length.is_multiple_of(self.block())
            }
            _ => true,
        }
    }
    /// Returns whether the result is as long as the message.
    pub(crate) fn keeps_length(&self) -> bool {
        !matches!(self.on.mode(), Mode::Ecb(Ending::Padded(_)) | Mode::Cbc(Ending::Padded(_)))
    }
}

/// Passes a message through a crypter in one piece.
pub(crate) fn whole(crypter: &mut Crypter<AnyCipher>, message: &[u8]) -> Result<Vec<u8>, Error> {
    in_pieces(crypter, [message])
}

/// Passes a message through a crypter in the given pieces, and checks that each call writes the announced number of
/// bytes.
pub(crate) fn in_pieces<'a>(
    crypter: &mut Crypter<AnyCipher>,
    pieces: impl IntoIterator<Item = &'a [u8]>,
) -> Result<Vec<u8>, Error> {
    let mut out = Vec::new();
    for piece in pieces {
        let at = out.len();
        let announced = crypter.update_len(piece.len());
        out.resize(at + announced, 0xee);
        assert_eq!(crypter.update(piece, &mut out[at..])?, announced);
    }
    let at = out.len();
    let most = crypter.finalize_len();
    out.resize(at + most, 0xee);
    let written = crypter.finalize(&mut out[at..])?;
    assert!(written <= most);
    out.truncate(at + written);
    Ok(out)
}

/// Encrypts or decrypts a message in place.
pub(crate) fn in_place(crypter: &mut Crypter<AnyCipher>, message: &[u8]) -> Result<Vec<u8>, Error> {
    let mut bytes = message.to_vec();
    crypter.apply(InOut::from(&mut bytes[..]))?;
    Ok(bytes)
}

/// Returns every mode of a cipher with each of its endings and increments.
pub(crate) fn modes(cipher: block::Algorithm) -> Vec<(String, Algorithm)> {
    let mut modes = Vec::new();
    for info in MODES.iter().filter(|info| info.takes(&cipher)) {
        let mode = Algorithm::new(cipher, info);
        match info.mode {
            Mode::Ecb(_) | Mode::Cbc(_) => {
                modes.push((info.name.into(), mode));
                for padding in Padding::ALL {
                    let with = mode.with_ending(Ending::Padded(padding)).unwrap();
                    modes.push((format!("{} {}", info.name, padding.name()), with));
                }
                for stealing in Stealing::ALL {
                    let with = mode.with_ending(Ending::Stolen(stealing)).unwrap();
                    modes.push((format!("{} {}", info.name, stealing.name()), with));
                }
            }
            Mode::Ctr(_) => {
                for increment in Increment::ALL {
                    let with = mode.with_increment(increment).unwrap();
                    modes.push((format!("{} {}", info.name, increment.name()), with));
                }
            }
            Mode::CtrAcpkm(_) => {
                modes.push((info.name.into(), mode));
                let section = 3 * cipher.block_len();
                modes.push((
                    format!("{} in sections of {section}", info.name),
                    mode.with_section(section).unwrap(),
                ));
            }
            _ => modes.push((info.name.into(), mode)),
        }
    }
    modes
}

/// Returns whether modes are tested over this cipher. Among ciphers of a family with the same block length, only the
/// last one with the longest key is used, because modes do not depend on the key or on constants.
pub(crate) fn stands_for_others(cipher: &block::Algorithm) -> bool {
    let info = cipher.info();
    let alike = || {
        block::entries()
            .filter(|entry| entry.info.family == info.family && entry.info.block_len == info.block_len)
    };
    let longest = alike().map(|entry| entry.info.key_len).max();
    alike()
        .filter(|entry| Some(entry.info.key_len) == longest)
        .last()
        .is_some_and(|entry| entry.info.name == info.name)
}

/// Returns whether a mode is tested over all families of ciphers. ECB, CBC, CTR and XTS use runs of blocks in all ways:
/// plain, and with a stream XORed before the cipher, after it, or on both sides. Other modes use runs in the same ways,
/// so they are tested only over some ciphers; but a mode that is defined only for some ciphers is tested over all of
/// these.
fn is_kind_of_run(info: &ModeInfo) -> bool {
    let kinds = ["ecb", "cbc", "ctr", "xts"];
    let of_every_kind = || block::entries().map(|entry| entry.algorithm()).filter(is_of_every_kind);
    kinds.contains(&info.name) || !of_every_kind().any(|cipher| info.takes(&cipher))
}

/// Returns every mode over ciphers of every block length on every backend.
pub(crate) fn subjects() -> Vec<Subject> {
    let mut subjects = Vec::new();
    for cipher in ciphers().into_iter().filter(|cipher| stands_for_others(&cipher.on)) {
        let all = is_of_every_kind(&cipher.on);
        let mut last = None;
        for (name, on) in modes(cipher.on) {
            let is_variant = last.replace(on.info().name) == Some(on.info().name);
            if !all && (is_variant || !is_kind_of_run(on.info())) {
                continue;
            }
            let with = |cipher| {
                let plain = Algorithm::new(cipher, on.info());
                match on.mode() {
                    Mode::Ecb(ending) | Mode::Cbc(ending) => plain.with_ending(ending).unwrap(),
                    Mode::Ctr(increment) => plain.with_increment(increment).unwrap(),
                    Mode::CtrAcpkm(section) => plain.with_section(section).unwrap(),
                    _ => plain,
                }
            };
            subjects.push(Subject {
                name: format!("{} in {name}", cipher.name),
                on,
                other: with(cipher.other),
                splits: cipher.splits,
                key: pattern(on.key_len() + 3)[3..].to_vec(),
                iv: pattern(on.iv_len().1 + 5)[5..].to_vec(),
            });
        }
    }
    subjects
}

/// Runs a test on every cipher in every mode, on all cores.
pub(crate) fn each_subject(test: impl Fn(&Subject) + Sync) {
    spread(&subjects(), |subject| subject.name.clone(), test);
}

/// An algorithm on one backend, and on another.
pub(crate) struct Pair<A> {
    pub(crate) name: String,
    pub(crate) on: A,
    /// The algorithm on the backend that [`other`] returns.
    pub(crate) other: A,
    /// Whether to test code that is the same on every backend, such as the code that splits messages.
    pub(crate) splits: bool,
}

/// Returns an algorithm on every backend that this CPU can run.
fn pairs<A: Copy>(
    name: &str,
    algorithm: A,
    backends: Vec<&'static str>,
    with: fn(A, &str) -> Result<A, Error>,
) -> Vec<Pair<A>> {
    let pair = |backend: &&'static str| Pair {
        name: format!("{name} on {backend}"),
        on: with(algorithm, backend).unwrap(),
        other: with(algorithm, other(&backends, backend)).unwrap(),
        splits: splits(&backends, backend),
    };
    backends.iter().filter(|name| wanted(name)).map(pair).collect()
}

pub(crate) type Aead = Pair<aead::Algorithm>;

impl Aead {
    pub(crate) fn key(&self) -> Vec<u8> {
        pattern(self.on.key_len().max)
    }
    /// Returns a nonce; if nonces have several lengths, the length depends on `number`.
    pub(crate) fn nonce(&self, number: usize) -> Vec<u8> {
        let lengths = self.on.nonce_len();
        let steps = (lengths.max - lengths.min) / lengths.step;
        let length = lengths.min + number % (steps.min(40) + 1) * lengths.step;
        pattern(length + 1)[1..].to_vec()
    }
    /// Returns associated data of this length, or none if the scheme takes none.
    pub(crate) fn header(&self, length: usize) -> Vec<u8> {
        pattern(if self.on.takes_header() { length } else { 0 })
    }
    /// Returns whether the scheme accepts associated data and text of these lengths: MGM and the GCM of DSTU 7624
    /// refuse messages with neither.
    pub(crate) fn takes(&self, header: usize, text: usize) -> bool {
        header + text > 0 || !self.is_mgm() && self.authenticates_nonces()
    }
    /// Returns whether the tag depends on the nonce, which it does except in the GCM of DSTU 7624.
    pub(crate) fn authenticates_nonces(&self) -> bool {
        self.on.mode().is_none_or(|mode| mode.name != "kgcm")
    }
    /// Returns whether the scheme is MGM, which refuses nonces whose first bit is 1, and empty messages.
    pub(crate) fn is_mgm(&self) -> bool {
        self.on.mode().is_some_and(|mode| mode.name == "mgm")
    }
    /// Returns the length of a block of the text in bytes.
    pub(crate) fn block(&self) -> usize {
        self.on.cipher().map_or(64, |cipher| cipher.block_len())
    }
}

/// Returns every authenticated mode over every cipher, and every dedicated scheme, on every backend.
pub(crate) fn aeads() -> Vec<Aead> {
    aead::algorithms()
        .flat_map(|aead| pairs(&aead.name(), aead, aead.backends_available(), aead::Algorithm::with_backend))
        .collect()
}

/// Runs a test on every authenticated mode and scheme on every backend, spread over the cores.
pub(crate) fn each_aead(test: impl Fn(&Aead) + Sync) {
    spread(&aeads(), |aead| aead.name.clone(), test);
}

pub(crate) type Stream = Pair<stream::Algorithm>;

impl Stream {
    pub(crate) fn key(&self) -> Vec<u8> {
        pattern(self.on.info().key_len.max)
    }
    pub(crate) fn nonce(&self) -> Vec<u8> {
        pattern(self.on.info().nonce_len.max + 1)[1..].to_vec()
    }
    pub(crate) fn begin(&self) -> bramah::stream::Stream<AnyKeystream> {
        self.on.begin(&self.key(), &self.nonce()).unwrap()
    }
    /// Returns the first `len` bytes of the keystream, on the other backend.
    pub(crate) fn expected(&self, len: usize) -> Vec<u8> {
        let mut out = vec![0; len];
        self.other.begin(&self.key(), &self.nonce()).unwrap().keystream(&mut out).unwrap();
        out
    }
}

/// Returns every stream cipher on every backend.
pub(crate) fn streams() -> Vec<Stream> {
    stream::entries()
        .flat_map(|entry| {
            let on = entry.algorithm();
            pairs(entry.info.name, on, on.backends_available(), stream::Algorithm::with_backend)
        })
        .collect()
}

/// Runs a test on every stream cipher on every backend, spread over the cores.
pub(crate) fn each_stream(test: impl Fn(&Stream) + Sync) {
    spread(&streams(), |stream| stream.name.clone(), test);
}
