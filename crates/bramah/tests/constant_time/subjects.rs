//! Tests that the time of hash functions does not depend on secrets: every function, on every backend, in every way of
//! use.

use crate::{
    report,
    rules::Leak,
    scope::{limited, quick, wanted},
    sites::{self, Site},
    trace::{Trace, trace},
};
use bramah::{
    backend::{self, Choice},
    hash::{self, Algorithm, Function, Options, Parameter},
};
use std::sync::{
    Mutex,
    atomic::{AtomicU64, AtomicUsize, Ordering},
};

/// A hash function on one backend, with a key or without.
struct Subject {
    name: String,
    algorithm: Algorithm,
    key: Vec<u8>,
    /// The length of a block in bytes.
    block: usize,
    /// Three properties of the backend: `one`, it hashes single messages; `many`, it hashes batches of messages; and
    /// `lanes`, it processes several messages of a batch at the same time.
    one: bool,
    many: bool,
    lanes: bool,
    /// Whether this is the first function with its kernels. The others differ little from it, so they are tested with
    /// less.
    first: bool,
}

impl Subject {
    /// Creates a new function for each use, since absorbing the key is part of what is tested.
    fn function(&self) -> Function {
        self.algorithm.with_options(&Options { key: &self.key, ..Options::default() }).unwrap()
    }

    fn digest_len(&self) -> usize {
        self.algorithm.output_len()
    }
}

fn subjects() -> Vec<Subject> {
    let mut subjects: Vec<Subject> = Vec::new();
    let mut kernels: Vec<&dyn Choice> = Vec::new();
    for entry in hash::entries() {
        let info = &entry.info;
        let mut algorithm = entry.algorithm();
        if entry.extendable() {
            // more than a block of output
            algorithm = algorithm.with_bits(8 * (info.block_len + 9)).unwrap();
        }
        let [one, many] = algorithm.choices();
        let first = !kernels.iter().any(|other| std::ptr::addr_eq(*other, one));
        kernels.push(one);
        if !first && quick() {
            continue;
        }
        // the self-tests run here, so that they are not followed later
        for choice in [one, many] {
            backend::infos(choice).for_each(drop);
        }
        for backend in algorithm.backends_available().into_iter().filter(|name| wanted(name)) {
            let algorithm = algorithm.with_backend(backend).unwrap();
            // a key of half the maximum length, or of the digest's length if such a key is refused
            let takes = |len: usize| {
                let key = vec![0x6b; len];
                algorithm.with_options(&Options { key: &key, ..Options::default() }).is_ok()
            };
            let key_len = info.takes(Parameter::Key).map(|key| {
                let half = key.min.max(key.max.min(64) / 2);
                if takes(half) { half } else { algorithm.output_len() }
            });
            let without_key = (!info.needs_key).then_some(0);
            for key_len in without_key.into_iter().chain(key_len) {
                let with = if key_len > 0 { " keyed" } else { "" };
                // a backend that is declared to read tables is not tested, and neither is a batch that uses it for its
                // last messages
                let named = |choice| backend::infos(choice).find(|info| info.name == backend);
                let single = named(one).or_else(|| backend::infos(one).find(|info| info.chosen));
                let safe = single.is_some_and(|info| info.constant_time);
                let [one, many] =
                    [one, many].map(|choice| safe && named(choice).is_some_and(|info| info.constant_time));
                subjects.push(Subject {
                    name: format!("{}{with} on {backend}", info.name),
                    algorithm,
                    key: vec![0x6b; key_len],
                    block: info.block_len,
                    one,
                    many,
                    lanes: many && backend != "portable",
                    first,
                });
            }
        }
    }
    subjects
}

/// Follows `run` for every subject to which it applies, with a secret message of each length and room for the digests.
fn each_subject(
    has: impl Fn(&Subject) -> bool,
    lengths: impl Fn(&Subject) -> Vec<usize> + Sync,
    digests: impl Fn(&Subject) -> usize + Sync,
    run: impl Fn(&Subject, &[u8], &mut [u8]) + Sync,
) {
    let subjects: Vec<Subject> = subjects().into_iter().filter(has).collect();
    step_all(&subjects, |subject, steps| {
        let mut failed = String::new();
        for length in lengths(subject) {
            let message = vec![0xa5; length];
            let mut out = vec![0; digests(subject) * subject.digest_len()];
            // the first use, which initializes values for the whole program, is not followed
            run(subject, &message, &mut out);
            let trace = trace(&[&raw const message[..], &raw const subject.key[..]], || {
                run(subject, &message, &mut out)
            });
            steps.fetch_add(trace.steps, Ordering::Relaxed);
            failed +=
                &judged(&format!("{}, {length} bytes", subject.name), &trace, &out, &Expected::default());
        }
        failed
    });
}

/// The memory accesses and values of a subject that may and must depend on secrets: all that it is expected to reveal.
#[derive(Default)]
pub(crate) struct Expected {
    /// The number of values that each function makes public.
    pub(crate) declassified: Vec<(Site, usize)>,
    /// The files of the library whose functions read memory at addresses that depend on the secrets, by the definition
    /// of the algorithm. Each of them must do so, and no other file may.
    pub(crate) reading: &'static [&'static str],
    /// Whether the result is erased in the end, so that no byte of it may be secret. Otherwise every byte must be
    /// secret.
    pub(crate) erased: bool,
}

/// Describes what is wrong with a trace whose result is `out`. The description is empty if nothing is wrong.
pub(crate) fn judged(what: &str, trace: &Trace, out: &[u8], expected: &Expected) -> String {
    let (allowed, leaks): (Vec<_>, Vec<_>) = trace.findings.iter().partition(|finding| {
        // a secret index is compared with the length before it is used (a branch), and Argon2 computes it with a
        // division, whose time varies
        matches!(finding.leak, Leak::Address | Leak::Branch | Leak::Time)
            && !expected.reading.is_empty()
            && finding.file().is_some_and(|file| expected.reading.iter().any(|end| file.ends_with(end)))
    });
    if !leaks.is_empty() {
        return format!("{what}:\n{}", report::list(leaks));
    }
    let mut wrong = String::new();
    for end in expected.reading {
        if !allowed.iter().any(|finding| finding.file().is_some_and(|file| file.ends_with(end))) {
            wrong += &format!("  no place of {end} depends on a secret\n");
        }
    }
    let memory = &trace.taint.memory;
    if expected.erased && out.iter().any(|byte| memory.holds(std::slice::from_ref(byte))) {
        wrong += "  something of the result is left\n";
    } else if !expected.erased && !memory.holds(out) {
        // if a rule lost the secrets, the checker would find no leak
        wrong += "  the secrets were not followed to the result\n";
    }
    wrong += &sites::wrong(trace, &expected.declassified);
    if wrong.is_empty() { wrong } else { format!("{what}:\n{wrong}") }
}

/// Follows every subject, distributed over the cores. `follow` counts the steps and describes what is wrong.
pub(crate) fn step_all<S: Sync>(subjects: &[S], follow: impl Fn(&S, &AtomicU64) -> String + Sync) {
    let (next, steps) = (AtomicUsize::new(0), AtomicU64::new(0));
    let failed = Mutex::new(String::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(subject) = subjects.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let wrong = follow(subject, &steps);
                    *failed.lock().unwrap() += &wrong;
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap();
    println!("{} subjects, {} instructions", subjects.len(), steps.into_inner());
    assert!((limited() || !subjects.is_empty()) && failed.is_empty(), "{failed}");
}

/// Tests messages in one call: a short one, and one of several blocks. The number of whole blocks is odd, for kernels
/// that process two at a time, and the bytes after them are so many that the padding needs another block.
#[test]
fn at_once() {
    each_subject(
        |subject| subject.one,
        |subject| match (subject.first, quick()) {
            (false, _) => vec![33],
            (true, false) => vec![33, 4 * subject.block - 3],
            (true, true) => vec![2 * subject.block - 3],
        },
        |_| 1,
        |subject, message, out| subject.function().digest(message, out),
    );
}

/// Tests messages in parts: parts that complete a block, that begin within a block, and that are shorter than a block.
#[test]
fn in_parts() {
    each_subject(
        |subject| subject.one,
        |subject| vec![subject.block * if subject.first { 2 } else { 1 } + 20],
        |_| 1,
        |subject, message, out| {
            let mut hasher = subject.function().hasher();
            let (head, rest) = message.split_at(9);
            let (middle, tail) = rest.split_at(rest.len() - 5);
            for part in [head, middle, tail] {
                hasher.update(part);
            }
            hasher.finalize_reset_into(out);
        },
    );
}

/// Tests more messages than lanes, of many lengths, so that lanes are used again and some messages remain at the end.
#[test]
fn many() {
    each_subject(
        |subject| subject.many,
        |subject| vec![if subject.first { subject.block + 20 } else { 33 }],
        |subject| match (subject.lanes, subject.first) {
            // one more message than the widest register has 32-bit words
            (true, true) if subject.block <= 64 => 17,
            // one more message than the widest register has 64-bit words
            (true, true) => 9,
            (true, false) => 6,
            (false, _) => 2,
        },
        |subject, message, out| {
            let part = |i: usize| &message[i * 11 % message.len()..];
            let messages: Vec<&[u8]> = (0..out.len() / subject.digest_len()).map(part).collect();
            subject.function().hash_many(&messages, out);
        },
    );
}
