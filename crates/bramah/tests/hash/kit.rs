//! Helpers of the tests of hash functions.

pub(crate) use crate::common::{Random, bare, pattern, spread};
use crate::common::{other, splits, wanted};
use bramah::hash::{self, Algorithm, Function, Options, Parameter};

/// A function to test: an algorithm on one backend, with or without parameters.
pub(crate) struct Subject {
    pub(crate) name: String,
    pub(crate) function: Function,
    /// The function on the backend that [`other`] returns.
    pub(crate) other: Function,
    /// Whether to test code that is the same on every backend, such as the code that splits messages.
    pub(crate) splits: bool,
    pub(crate) block: usize,
    /// Whether this is the function that its name without length means: without parameters, and with the default
    /// length.
    pub(crate) plain: bool,
}

impl Subject {
    pub(crate) fn digest(&self, message: &[u8]) -> Vec<u8> {
        digest(&self.function, message)
    }
    pub(crate) fn many(&self, messages: &[&[u8]]) -> Vec<u8> {
        let mut out = vec![0; messages.len() * self.function.algorithm().output_len()];
        self.function.hash_many(messages, &mut out);
        out
    }
}

pub(crate) fn digest(function: &Function, message: &[u8]) -> Vec<u8> {
    let mut out = vec![0; function.algorithm().output_len()];
    function.digest(message, &mut out);
    out
}

/// Completes a saved state; `front` is its part before the value that binds it to the options. Computes this value and
/// the checksum as `docs/architecture.md` describes.
pub(crate) fn bound(function: &Function, front: &[u8]) -> Vec<u8> {
    let mut taken = Vec::new();
    for i in 0.. {
        let message = [b"bramah\0saved state\0bound", &bramah::Sha256::digest(front)[..], &[i]].concat();
        let digest = digest(function, &message);
        taken.extend_from_slice(&digest[..digest.len().min(32)]);
        if taken.len() >= 16 {
            break;
        }
    }
    let mut saved = [front, &bramah::Sha256::digest(&taken)[..16]].concat();
    let seal = bramah::Sha256::digest(&saved);
    saved.extend_from_slice(&seal[..8]);
    saved
}

/// Returns the algorithm with its minimum, maximum and default digest lengths. For a function with output of any
/// length, the maximum is a length greater than any block.
fn lengths(algorithm: Algorithm) -> Vec<Algorithm> {
    let lengths = algorithm.info().lengths;
    let longest = lengths.max.min(777);
    let mut all: Vec<Algorithm> = [lengths.default, lengths.min, longest]
        .iter()
        .map(|length| algorithm.with_bits(8 * length).unwrap())
        .collect();
    all.dedup();
    all
}

/// Returns every function on every backend, without parameters and with the parameters that it takes.
pub(crate) fn subjects() -> Vec<Subject> {
    let mut subjects = Vec::new();
    for entry in hash::entries() {
        let info = &entry.info;
        for algorithm in lengths(entry.algorithm()) {
            let backends = algorithm.backends_available();
            for backend in backends.iter().copied().filter(|name| wanted(name)) {
                // the length of each parameter is between its limits, except for the salt, which has its maximum length
                let values = Parameter::ALL.map(|parameter| match info.takes(parameter) {
                    Some(_) if parameter == Parameter::Domain => vec![0x0b],
                    Some(takes) if parameter == Parameter::Salt => pattern(takes.max),
                    Some(takes) => pattern(takes.min + (takes.max.min(300) - takes.min) / 3),
                    None => Vec::new(),
                });
                let mut choices = vec![];
                if !info.needs_key {
                    choices.push(("", Options::default()));
                }
                // a function may refuse these parameters by its own rules; with some digest lengths it refuses all
                // parameters
                let longest = Parameter::ALL.map(|parameter| {
                    info.takes(parameter).map_or(Vec::new(), |takes| pattern(takes.max.min(300)))
                });
                for values in [&values, &longest] {
                    if info.takes.is_empty() || choices.iter().any(|(with, _)| !with.is_empty()) {
                        break;
                    }
                    let mut all = Options::default();
                    for (parameter, value) in Parameter::ALL.into_iter().zip(values) {
                        all = all.with(parameter, value);
                    }
                    if algorithm.with_options(&all).is_ok() {
                        choices.push((" with parameters", all));
                        break;
                    }
                    // some functions do not take all parameters together, so each is tested alone
                    for takes in info.takes {
                        let parameter = takes.parameter;
                        let one = Options::default().with(parameter, all.get(parameter));
                        if algorithm.with_options(&one).is_ok() {
                            choices.push((parameter.field(), one));
                        }
                    }
                }
                let default = algorithm.output_len() == info.lengths.default;
                let with_parameters = choices.iter().any(|(with, _)| !with.is_empty());
                assert!(info.takes.is_empty() || with_parameters || !default, "{}", algorithm.name());
                for (with, options) in choices {
                    let on =
                        |backend| algorithm.with_backend(backend).unwrap().with_options(&options).unwrap();
                    subjects.push(Subject {
                        name: format!("{}{with} on {backend}", algorithm.name()),
                        function: on(backend),
                        other: on(other(&backends, backend)),
                        splits: splits(&backends, backend),
                        block: info.block_len,
                        plain: default && with.is_empty(),
                    });
                }
            }
        }
    }
    subjects
}

/// Runs a test on every subject, distributed over the cores, and prints the names of the subjects that fail.
pub(crate) fn each_subject(test: impl Fn(&Subject) + Sync) {
    spread(&subjects(), |subject| subject.name.clone(), test);
}
