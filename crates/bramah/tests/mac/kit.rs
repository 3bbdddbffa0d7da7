//! Helpers of the tests of MACs.

use crate::common::wanted;
pub(crate) use crate::common::{Random, bytes, for_all, limited, pattern, quick, spread};
use bramah::mac::{self, Algorithm, AnyMac};

/// A MAC on one backend, and on the portable backend.
pub(crate) struct Subject {
    pub(crate) name: String,
    pub(crate) on: Algorithm,
    pub(crate) portable: Algorithm,
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
    /// Returns the tag of a message on the portable backend.
    pub(crate) fn expected(&self, message: &[u8]) -> Vec<u8> {
        tag(&mut self.portable.begin(&self.key(), &self.nonce()).unwrap(), message)
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
        let portable = algorithm.with_backend("portable").unwrap();
        for backend in algorithm.backends_available().into_iter().filter(|name| wanted(name)) {
            let name = format!("{} on {backend}", algorithm.name());
            subjects.push(Subject { name, on: algorithm.with_backend(backend).unwrap(), portable });
        }
    }
    subjects
}

/// Runs a test on every subject, distributed over the cores.
pub(crate) fn each(test: impl Fn(&Subject) + Sync) {
    spread(&subjects(), |subject| subject.name.clone(), test);
}
