//! What the tests of ciphers share.

use crate::common::wanted;
pub(crate) use crate::common::{Random, limited, pattern, quick, spread};
use bramah::{
    Error, InOut, Increment,
    block::{self, AnyCipher},
    mode::{Algorithm, Crypter, Direction, Ending, MODES, Mode, Padding, Stealing},
};

/// A cipher on one backend.
pub(crate) struct Cipher {
    pub(crate) name: String,
    pub(crate) on: block::Algorithm,
    /// The same on the backend that runs everywhere.
    pub(crate) portable: block::Algorithm,
}

/// Every cipher on every backend that this CPU has.
pub(crate) fn ciphers() -> Vec<Cipher> {
    let mut ciphers = Vec::new();
    for entry in block::entries() {
        for backend in entry.algorithm().backends_available().into_iter().filter(|name| wanted(name)) {
            ciphers.push(Cipher {
                name: format!("{} on {backend}", entry.info.name),
                on: entry.algorithm().with_backend(backend).unwrap(),
                portable: entry.algorithm().with_backend("portable").unwrap(),
            });
        }
    }
    ciphers
}

/// Runs a test on every cipher, spread over the cores.
pub(crate) fn each_cipher(test: impl Fn(&Cipher) + Sync) {
    spread(&ciphers(), |cipher| cipher.name.clone(), test);
}

/// A cipher in a mode on one backend, with key and IV.
pub(crate) struct Subject {
    pub(crate) name: String,
    pub(crate) on: Algorithm,
    pub(crate) portable: Algorithm,
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
    /// On the backend that runs everywhere.
    pub(crate) fn expected(&self, message: &[u8]) -> Vec<u8> {
        whole(&mut self.portable.begin(&self.key, &self.iv, Direction::Encrypt).unwrap(), message).unwrap()
    }
    /// Whether messages of this length are encrypted at all.
    pub(crate) fn takes(&self, length: usize) -> bool {
        match self.on.mode() {
            Mode::Ecb(Ending::Whole) | Mode::Cbc(Ending::Whole) => length.is_multiple_of(self.block()),
            Mode::Ecb(Ending::Stolen(_)) | Mode::Cbc(Ending::Stolen(_)) | Mode::Xts => length >= self.block(),
            _ => true,
        }
    }
    /// Whether decryption gives back what was encrypted: zeros cannot be told from the message.
    pub(crate) fn gives_back(&self, length: usize) -> bool {
        match self.on.mode() {
            Mode::Ecb(Ending::Padded(Padding::Zero)) | Mode::Cbc(Ending::Padded(Padding::Zero)) => {
                length.is_multiple_of(self.block())
            }
            _ => true,
        }
    }
    /// Whether the result is as long as the message.
    pub(crate) fn keeps_length(&self) -> bool {
        !matches!(self.on.mode(), Mode::Ecb(Ending::Padded(_)) | Mode::Cbc(Ending::Padded(_)))
    }
}

/// A message through a crypter, in one piece.
pub(crate) fn whole(crypter: &mut Crypter<AnyCipher>, message: &[u8]) -> Result<Vec<u8>, Error> {
    in_pieces(crypter, [message])
}

/// A message through a crypter, in the pieces given. What is written is what was announced.
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

/// A message replaced in place.
pub(crate) fn in_place(crypter: &mut Crypter<AnyCipher>, message: &[u8]) -> Result<Vec<u8>, Error> {
    let mut bytes = message.to_vec();
    crypter.apply(InOut::from(&mut bytes[..]))?;
    Ok(bytes)
}

/// Every mode with each of its endings and increments.
pub(crate) fn modes(cipher: block::Algorithm) -> Vec<(String, Algorithm)> {
    let mut modes = Vec::new();
    for info in MODES {
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
            _ => modes.push((info.name.into(), mode)),
        }
    }
    modes
}

/// Whether modes are tested over this cipher: over that with the longest key of those that differ in the
/// key alone, since modes see nothing of it.
fn stands_for_others(cipher: &block::Algorithm) -> bool {
    let info = cipher.info();
    block::entries().all(|entry| {
        entry.info.family != info.family
            || entry.info.block_len != info.block_len
            || entry.info.key_len <= info.key_len
    })
}

/// Every mode over ciphers of every block length on every backend.
pub(crate) fn subjects() -> Vec<Subject> {
    let mut subjects = Vec::new();
    for cipher in ciphers().into_iter().filter(|cipher| stands_for_others(&cipher.on)) {
        for (name, on) in modes(cipher.on) {
            let with = |cipher| {
                let plain = Algorithm::new(cipher, on.info());
                match on.mode() {
                    Mode::Ecb(ending) | Mode::Cbc(ending) => plain.with_ending(ending).unwrap(),
                    Mode::Ctr(increment) => plain.with_increment(increment).unwrap(),
                    _ => plain,
                }
            };
            subjects.push(Subject {
                name: format!("{} in {name}", cipher.name),
                on,
                portable: with(cipher.portable),
                key: pattern(on.key_len() + 3)[3..].to_vec(),
                iv: pattern(on.iv_len().1 + 5)[5..].to_vec(),
            });
        }
    }
    subjects
}

/// Runs a test on every cipher in every mode, spread over the cores.
pub(crate) fn each_subject(test: impl Fn(&Subject) + Sync) {
    spread(&subjects(), |subject| subject.name.clone(), test);
}
