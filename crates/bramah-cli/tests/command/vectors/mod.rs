//! Runs the command on every published vector that it can express.
//!
//! The input (a file or standard input), the output (a file or standard output) and for ciphers the direction change
//! from vector to vector, so that an algorithm with many vectors is tested with all combinations.

mod derive;
mod encrypt;
mod hash;
mod mac;

use crate::support::{Dir, hex};
use bramah_vectors::{Bytes, Folder, Vector};
use std::{
    collections::{BTreeMap, BTreeSet},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// The reason why the command cannot express a vector.
type Reason = &'static str;

const GENERATOR: Reason = "`random` makes secrets and takes no seed";
const NO_BLOCK: Reason = "the command has no block function without a stream";
const ITERATED: Reason = "a block encrypted again and again is a run of the command for each time";
const NODES: Reason = "the command has no tree of BLAKE2";
const COUNTER: Reason = "the command's SP 800-108 has a counter of 4 bytes before the fixed input";
const EMPTY_KEY: Reason = "the command refuses an empty key, and KMAC needs a key";
const FLAVOR: Reason = "the command derives no key with yescrypt and its older forms";
const LONG: Reason = "an option is longer than an argument of a program may be";
const ALPHABET: Reason = "an alphabet of so many characters is longer than an argument may be";
const SLOW: Reason = "takes seconds: the library's tests run it";

/// The vectors that the command cannot express: the file, their number, and the reason. Every other vector is run.
const UNEXPRESSED: &[(&str, usize, Reason)] = &[
    ("block/anubis", 7, ITERATED),
    ("block/aria", 3, ITERATED),
    ("block/blowfish", 7, ITERATED),
    ("block/camellia", 3, ITERATED),
    ("block/cast", 5, ITERATED),
    ("block/hight", 1, ITERATED),
    ("block/hight-le", 1, ITERATED),
    ("block/idea", 40, ITERATED),
    ("block/kalyna", 5, ITERATED),
    ("block/kuznyechik", 1, ITERATED),
    ("block/lea", 3, ITERATED),
    ("block/mars", 11, ITERATED),
    ("block/rijndael", 25, ITERATED),
    ("block/seed", 1, ITERATED),
    ("block/serpent", 3, ITERATED),
    ("block/shacal2", 9, ITERATED),
    ("block/sm4", 1, ITERATED),
    ("block/threefish", 3, ITERATED),
    ("block/twofish", 3, ITERATED),
    ("block/xtea", 1, ITERATED),
    ("block/xtea-le", 1, ITERATED),
    ("fpe/ff1", 10, ALPHABET),
    ("hash/blake2b", 24, NODES),
    ("hash/blake2s", 21, NODES),
    ("hash/kmac128", 8, EMPTY_KEY),
    ("hash/kmac256", 8, EMPTY_KEY),
    ("hash/kmacxof128", 8, EMPTY_KEY),
    ("hash/kmacxof256", 8, EMPTY_KEY),
    ("hash/kt128", 1, LONG),
    ("hash/kt256", 1, LONG),
    ("kdf/hchacha", 10, NO_BLOCK),
    ("kdf/hsalsa20", 11, NO_BLOCK),
    ("kdf/pbkdf2", 2, SLOW),
    ("kdf/s2k", 2, SLOW),
    ("kdf/scrypt", 1, SLOW),
    ("kdf/sp800-108", 84, COUNTER),
    ("kdf/yescrypt", 5, SLOW),
    ("kdf/yescrypt", 25, FLAVOR),
    ("random/salsar", 18, GENERATOR),
];

/// Vectors that are run one after another in the same directory.
struct Task {
    folder: &'static Folder,
    name: &'static str,
    vectors: Vec<Vector>,
}

/// The largest number of vectors in a task, for files whose vectors are run one by one.
const FEW: usize = 40;

fn tasks() -> Vec<Task> {
    let mut tasks = Vec::new();
    for folder in bramah_vectors::folders() {
        for &name in folder.names {
            let vectors = folder.read(name).expect("a file that the folder lists");
            // one run of the command hashes many messages
            let few = if folder.name == "hash" { vectors.len() } else { FEW };
            tasks.extend(vectors.chunks(few).map(|part| Task { folder, name, vectors: part.to_vec() }));
        }
    }
    // the long tasks first, so that the threads finish at about the same time
    tasks.sort_by_key(|task| std::cmp::Reverse(task.vectors.len()));
    tasks
}

#[test]
fn every_vector_through_the_command() {
    let tasks = tasks();
    let next = AtomicUsize::new(0);
    let unexpressed: Mutex<BTreeMap<(String, Reason), usize>> = Mutex::default();
    let failed: Mutex<Vec<String>> = Mutex::default();
    let run = AtomicUsize::new(0);
    let work = || {
        let dir = Dir::new();
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            // a vector that fails ends only its own task
            let done = catch_unwind(AssertUnwindSafe(|| run_task(&dir, task)));
            let reasons = done.unwrap_or_else(|panic| {
                let reason = panic.downcast_ref::<String>().map_or("not said why", |reason| reason);
                failed.lock().unwrap().push(format!("{}/{}: {reason}", task.folder.name, task.name));
                Vec::new()
            });
            run.fetch_add(task.vectors.len() - reasons.len(), Ordering::Relaxed);
            for reason in reasons {
                let file = format!("{}/{}", task.folder.name, task.name);
                *unexpressed.lock().unwrap().entry((file, reason)).or_default() += 1;
            }
        }
    };
    let threads = thread::available_parallelism().map_or(2, |count| count.get().min(8));
    thread::scope(|scope| (0..threads).for_each(|_| _ = scope.spawn(work)));
    println!("{} vectors run", run.into_inner());
    let found: Vec<_> = unexpressed.into_inner().unwrap().into_iter().collect();
    found.iter().for_each(|((file, reason), count)| println!("not run: {file}: {count}: {reason}"));
    let failed = failed.into_inner().unwrap();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    let listed = UNEXPRESSED.iter().map(|&(file, count, reason)| ((file.to_string(), reason), count));
    let mut listed: Vec<_> = listed.collect();
    listed.sort();
    assert_eq!(found, listed, "the vectors that the command cannot express are not those listed");
}

/// Returns whether this is the first vector with the algorithm of this name.
fn first_of(name: &str) -> bool {
    static MET: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    MET.lock().unwrap().insert(name.to_string())
}

/// Returns whether the vector with this number, from one, is run if one in `few` is. The numbers of a task that are run are odd
/// and even in turn, so that they have all combinations of input, output and direction.
fn taken(turn: usize, few: usize) -> bool {
    std::env::var_os("BRAMAH_TEST_ALL").is_some() || turn % few == 1
}

/// Runs the vectors of a task, and returns a reason for each that the command cannot express.
fn run_task(dir: &Dir, task: &Task) -> Vec<Reason> {
    let one_by_one = |run: fn(&Dir, &str, &Vector, usize) -> Result<(), Reason>| {
        let turns = task.vectors.iter().zip(1..);
        turns.filter_map(|(vector, turn)| run(dir, task.name, vector, turn).err()).collect()
    };
    match task.folder.name {
        "hash" => hash::run(dir, task.name, &task.vectors),
        "block" => one_by_one(encrypt::block),
        "mode" => one_by_one(encrypt::mode),
        "stream" => one_by_one(encrypt::stream),
        "aead" => one_by_one(encrypt::authenticated),
        "wrap" => one_by_one(encrypt::wrapped),
        "fpe" => one_by_one(encrypt::preserved),
        "composition" => one_by_one(encrypt::authenticated),
        "mac" => one_by_one(mac::run),
        "kdf" => one_by_one(derive::key),
        "password" => one_by_one(derive::password),
        "random" => one_by_one(|_, _, _, _| Err(GENERATOR)),
        other => panic!("no test of the command runs the vectors in {other}/"),
    }
}

/// Returns the bytes of a vector's field; `None` if the vector does not have the field.
fn bytes(vector: &Vector, field: &str) -> Option<Vec<u8>> {
    vector.bytes(field).map(|bytes: &Bytes| {
        bytes.expand(|text, len| {
            let mut out = vec![0; len];
            let shake = bramah::hash::lookup("shake256").and_then(|shake| shake.with_bits(8 * len));
            shake.expect("an algorithm").digest(text, &mut out);
            out
        })
    })
}

/// The arguments of a run of the command.
#[derive(Clone)]
struct Arguments(Vec<String>);

impl Arguments {
    fn new(words: &str) -> Self {
        Self(words.split(' ').map(String::from).collect())
    }

    /// Returns the name of the algorithm.
    fn name(&self) -> &str {
        &self.0[2]
    }

    fn add(mut self, argument: impl Into<String>) -> Self {
        self.0.push(argument.into());
        self
    }

    /// Adds an option with a number, if there is one.
    fn number(self, option: &str, value: Option<u64>) -> Self {
        match value {
            Some(value) => self.add(option).add(value.to_string()),
            None => self,
        }
    }

    /// Adds an option with a hexadecimal value, if there is one; the value may be empty.
    fn hex(self, option: &str, value: Option<&[u8]>) -> Self {
        match value {
            Some(value) => self.add(format!("{option}={}", hex(value))),
            None => self,
        }
    }

    /// Adds an option with a word, if there is one.
    fn word(self, option: &str, value: Option<&str>) -> Self {
        match value {
            Some(value) => self.add(option).add(value),
            None => self,
        }
    }

    /// Returns an error if an argument is longer than the 128 KiB that Linux allows.
    fn fit(&self) -> Result<(), Reason> {
        if self.0.iter().all(|argument| argument.len() < 128 << 10) { Ok(()) } else { Err(LONG) }
    }

    /// Runs the command to a file or to standard output, and returns what it wrote there.
    #[track_caller]
    fn run(self, dir: &Dir, input: Input<'_>, to_file: bool) -> Vec<u8> {
        let mut arguments = self;
        let mut fed: &[u8] = b"";
        match input {
            Input::File(bytes) => {
                dir.write("in", bytes);
                arguments = arguments.add("in");
            }
            Input::Fed(bytes) => fed = bytes,
        }
        if to_file {
            arguments = arguments.add("-f").add("-o").add("out");
        }
        let ran = dir.program(env!("CARGO_BIN_EXE_bramah"), &arguments.0, fed);
        assert_eq!((ran.err.as_str(), ran.code), ("", 0), "{}", arguments.0.join(" "));
        match to_file {
            true => {
                assert!(ran.out.is_empty(), "{}", arguments.0.join(" "));
                dir.bytes("out")
            }
            false => ran.out,
        }
    }
}

/// The source of the input.
#[derive(Clone, Copy)]
enum Input<'a> {
    /// A file that is named as an argument.
    File(&'a [u8]),
    /// Standard input.
    Fed(&'a [u8]),
}

impl<'a> Input<'a> {
    fn of(bytes: &'a [u8], from_file: bool) -> Self {
        if from_file { Self::File(bytes) } else { Self::Fed(bytes) }
    }
}
