//! Helpers of the tests of MACs.

pub(crate) use crate::common::{Random, bytes, limited, pattern, quick, spread};
use crate::common::{other, splits, wanted};
use bramah::mac::{self, Algorithm, AnyMac};

/// A MAC on one backend, and on another.
pub(crate) struct Subject {
    pub(crate) name: String,
    pub(crate) on: Algorithm,
    /// The MAC on the backend that [`other`] returns.
    pub(crate) other: Algorithm,
    /// Whether to test code that is the same on every backend, such as the code that splits messages.
    pub(crate) splits: bool,
}

impl Subject {
    pub(crate) fn key(&self) -> Vec<u8> {
        let lengths = self.on.key_len();
        pattern(lengths.max.min(lengths.min.max(32)))
    }
    pub(crate) fn nonce(&self) -> Vec<u8> {
        let lengths = self.on.nonce_len();
        pattern(lengths.max.min(lengths.min.max(12)))
    }
    pub(crate) fn begin(&self) -> AnyMac {
        self.on.begin(&self.key(), &self.nonce()).unwrap()
    }
    /// Returns the tag of a message on the other backend.
    pub(crate) fn expected(&self, message: &[u8]) -> Vec<u8> {
        tag(&mut self.other.begin(&self.key(), &self.nonce()).unwrap(), message)
    }
    /// Returns the length of the blocks into which the MAC splits a message.
    pub(crate) fn block(&self) -> usize {
        let hash = self.on.hash().map(|hash| hash.info().block_len);
        hash.or(self.on.cipher().map(|cipher| cipher.block_len())).unwrap_or(16)
    }
}

/// Returns the whole tag of a message.
pub(crate) fn tag(mac: &mut AnyMac, message: &[u8]) -> Vec<u8> {
    let mut tag = vec![0; mac.tag_len()];
    mac.update(message);
    mac.finalize(&mut tag).unwrap();
    mac.reset();
    tag
}

/// Returns whether a MAC is tested. MACs made of Rijndael are tested with four combinations of block and key lengths,
/// since the other lengths make no difference to a MAC.
fn is_tested(algorithm: &Algorithm) -> bool {
    algorithm.cipher().is_none_or(|cipher| {
        cipher.info().family != "rijndael" || {
            [(16, 16), (16, 32), (20, 20), (32, 32)].contains(&(cipher.block_len(), cipher.key_len()))
        }
    })
}

/// Returns every MAC on every available backend.
pub(crate) fn subjects() -> Vec<Subject> {
    let mut subjects = Vec::new();
    for algorithm in mac::algorithms().filter(is_tested) {
        let backends = algorithm.backends_available();
        for backend in backends.iter().copied().filter(|name| wanted(name)) {
            let on = |backend| algorithm.with_backend(backend).unwrap();
            subjects.push(Subject {
                name: format!("{} on {backend}", algorithm.name()),
                on: on(backend),
                other: on(other(&backends, backend)),
                splits: splits(&backends, backend),
            });
        }
    }
    subjects
}

/// Runs a test on every subject, distributed over the cores.
pub(crate) fn each(test: impl Fn(&Subject) + Sync) {
    spread(&subjects(), |subject| subject.name.clone(), test);
}
