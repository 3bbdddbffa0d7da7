//! Subjects that are hash functions: every function, on every backend, in every way of use.

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

/// A function on one backend, with a key or without.
struct Subject {
    name: String,
    algorithm: Algorithm,
    key: Vec<u8>,
    /// The bytes of a block.
    block: usize,
    /// Whether the backend is for one message, for many, and whether it takes those at once.
    one: bool,
    many: bool,
    lanes: bool,
    /// The first function with its kernels: the others differ in little, so less of each will do.
    first: bool,
}

impl Subject {
    /// Makes the function anew for each use, since absorbing the key is a part of the use.
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
        // here the self-tests run, which are not followed
        for choice in [one, many] {
            backend::infos(choice).for_each(drop);
        }
        for backend in algorithm.backends_available().into_iter().filter(|name| wanted(name)) {
            let algorithm = algorithm.with_backend(backend).unwrap();
            // half the longest key, or, where that is refused, one as long as the digest
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
                // one that says itself that it reads tables is not followed, and no batch that ends there
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

/// Steps through `run` for every subject whose backend is for `run`, with a secret message of each length and room for
/// as many digests.
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
            // what is set up on first use is set up now
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

/// The memory accesses and values that a subject may and must reveal.
#[derive(Default)]
pub(crate) struct Expected {
    /// The number of values that each function makes public.
    pub(crate) declassified: Vec<(Site, usize)>,
    /// The files of the library whose functions read memory at places that depend on the secrets, by the definition of
    /// the algorithm. Each must be seen to do so, and nothing else may.
    pub(crate) reading: &'static [&'static str],
    /// Whether the result is erased in the end, so that no byte of it may be secret; else each must be.
    pub(crate) erased: bool,
}

/// Describes what is wrong with a trace whose result is `out`. Empty if nothing is wrong.
pub(crate) fn judged(what: &str, trace: &Trace, out: &[u8], expected: &Expected) -> String {
    let (allowed, leaks): (Vec<_>, Vec<_>) = trace.findings.iter().partition(|finding| {
        // a place is compared with the length before it is used, and Argon2 divides to find it
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
        // a rule that loses secrets would find no leak
        wrong += "  the secrets were not followed to the result\n";
    }
    wrong += &sites::wrong(trace, &expected.declassified);
    if wrong.is_empty() { wrong } else { format!("{what}:\n{wrong}") }
}

/// Follows every subject, spread over the cores: `follow` counts its steps and describes what is wrong.
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

/// A short message, and one of several blocks: an odd number that are whole, for kernels that take two at a time, and
/// so many bytes after them that padding takes another block.
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

/// In parts that fill a block, that begin within one, and that are less than one.
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

/// More messages than lanes, of many lengths, so that lanes are filled again and some are left over.
#[test]
fn many() {
    each_subject(
        |subject| subject.many,
        |subject| vec![if subject.first { subject.block + 20 } else { 33 }],
        |subject| match (subject.lanes, subject.first) {
            // one more than the lanes of 32-bit words in the widest register
            (true, true) if subject.block <= 64 => 17,
            // and of 64-bit words
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
