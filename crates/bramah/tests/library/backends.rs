//! Tests the list of all choices of backends, and the backends that may be forced.

use bramah::{
    backend::{self, Choice, Dispatch},
    hash::{Frame, Hash, sha2::Sha256Hash, sm3::Sm3Hash},
};
use std::{collections::BTreeSet, env, fs, path::Path};

fn names() -> Vec<&'static str> {
    backend::all().into_iter().map(Choice::name).collect()
}

/// Files in which a macro defines choices, with the names of these choices.
const IN_MACROS: &[(&str, &[&str])] = &[
    (
        "aegis/candidates.rs",
        &["aegis-128l", "aegis-128x2", "aegis-128x4", "aegis-256", "aegis-256x2", "aegis-256x4"],
    ),
    ("block/boxed.rs", &["cast-128", "cast-256", "mars"]),
    ("block/des/mod.rs", &["des", "3des"]),
    ("block/hight/mod.rs", &["hight", "hight-le"]),
    ("block/kalyna/mod.rs", &["kalyna-128", "kalyna-256", "kalyna-512"]),
    (
        "block/lanes.rs",
        &[
            "idea", "lea", "noekeon", "noekeon-indirect", "rc2", "rc6", "simon-64", "simon-128", "speck-64",
            "speck-128", "tea",
        ],
    ),
    (
        "block/magma/mod.rs",
        &[
            "magma", "gost28147-z", "gost28147-test", "gost28147-a", "gost28147-b", "gost28147-c",
            "gost28147-d",
        ],
    ),
    ("block/rijndael/mod.rs", &["aes", "rijndael-160", "rijndael-192", "rijndael-224", "rijndael-256"]),
    ("block/threefish/cipher.rs", &["threefish-256", "threefish-512", "threefish-1024"]),
    ("block/xtea/mod.rs", &["xtea", "xtea-le"]),
    ("hash/blake2/parallel.rs", &["blake2bp", "blake2bp.many", "blake2sp", "blake2sp.many"]),
    ("hash/columns/mod.rs", &[]),
    ("hash/frame/mod.rs", &[]),
    ("hash/gost94/mod.rs", &["gost94", "gost94.many", "gost94-cryptopro", "gost94-cryptopro.many"]),
    (
        "hash/ripemd/mod.rs",
        &[
            "ripemd-128", "ripemd-128.many", "ripemd-160", "ripemd-160.many", "ripemd-256",
            "ripemd-256.many", "ripemd-320", "ripemd-320.many",
        ],
    ),
    (
        "hash/checksum/mod.rs",
        &["crc32", "crc32c", "crc64", "crc64-nvme", "crc24", "crc-posix", "adler32", "sum-bsd", "sum-sysv"],
    ),
    ("hash/xxhash/mod.rs", &["xxh32", "xxh64", "xxh3-64", "xxh3-128"]),
    (
        "hash/skein/mod.rs",
        &["skein-256", "skein-256.many", "skein-512", "skein-512.many", "skein-1024", "skein-1024.many"],
    ),
    ("stream/steps.rs", &["abc", "hc-128", "hc-256", "rabbit", "rabbit-rfc4503", "rc4", "sosemanuk"]),
];

/// Returns the names in the arguments of the macros that define both lists of candidates of a compression function:
/// each string literal that ends with `.many`, both with this ending and without it.
fn of_compressions(text: &str) -> Vec<String> {
    let calls = ["lists! {", "compressions!("].iter().flat_map(|call| text.split(call).skip(1));
    let many = calls.flat_map(|call| call.split('"').filter_map(|literal| literal.strip_suffix(".many")));
    let mut names: Vec<String> =
        many.filter(|name| !name.is_empty()).flat_map(|name| [name.into(), format!("{name}.many")]).collect();
    names.sort();
    names.dedup();
    names
}

/// Collects the names of choices in the source files of a folder: the names written in the source, and the names in
/// [`IN_MACROS`]. Panics at a macro in another file, and at a name that is not a literal.
fn in_sources(folder: &Path, root: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            in_sources(&path, root, found);
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let file = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
        // the folder of a crate that has one module of the library stands for this module
        let file = file.replacen("bramah-", "", 1).replacen("bramah/src/", "", 1).replacen("/src/", "/", 1);
        found.extend(of_compressions(&text));
        let macros = IN_MACROS.iter().find(|(name, _)| *name == file);
        for (at, call) in text.match_indices("Dispatch::new(") {
            let argument = text[at + call.len()..].trim_start();
            match argument.strip_prefix('"').and_then(|name| name.split_once('"')) {
                Some((name, _)) => found.push(name.into()),
                None => {
                    assert!(macros.is_some(), "{file}: the name of a choice is no literal: {:.40}", argument)
                }
            }
        }
        if let Some((_, names)) = macros {
            found.extend(names.iter().map(ToString::to_string));
            for name in *names {
                let literal = format!("\"{}\"", name.trim_end_matches(".many"));
                // these files define macros that other files call with the name
                let elsewhere = ["block/boxed.rs", "block/lanes.rs", "stream/steps.rs"].contains(&&*file);
                assert!(elsewhere || text.contains(&literal), "{file}: {name} is not there");
            }
        }
    }
}

#[test]
fn all_choices_are_listed_once() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut sources = Vec::new();
    for name in ["bramah-primitives", "bramah-block", "bramah-hash", "bramah"] {
        in_sources(&crates.join(name).join("src"), &crates, &mut sources);
    }
    let listed = names();
    let (sources, once): (BTreeSet<&str>, BTreeSet<&str>) =
        (sources.iter().map(String::as_str).collect(), listed.iter().copied().collect());
    assert_eq!(once.len(), listed.len(), "a name is there twice: {listed:?}");
    assert_eq!(sources, once);
    println!("{} choices", listed.len());
}

fn chosen(choice: &'static dyn Choice) -> &'static str {
    let mut infos = (0..choice.count()).filter_map(|index| choice.info(index));
    infos.find(|info| info.chosen).unwrap().name
}

/// SHA-256 and SM3 have states of the same type, and their backends for many messages have the same type, too. Still a
/// backend of one cannot be forced for the other.
#[test]
fn backends_of_another_algorithm_are_not_forced() {
    let sha256: &'static Dispatch<_> = <Sha256Hash as Hash>::Frame::batch();
    let sm3 = <Sm3Hash as Hash>::Frame::batch();
    let before = chosen(sha256);
    for other in sm3.available() {
        assert!(!sha256.force(other), "SM3's {}", other.name());
        assert_eq!(chosen(sha256), before);
    }
    for own in sha256.available() {
        assert!(sha256.force(own), "{}", own.name());
        assert_eq!(chosen(sha256), own.name());
    }
    let best = sha256.available().next().unwrap();
    assert!(sha256.force(best));
    assert!(!Choice::force(sha256, sha256.count()), "a place behind the last");
}

/// A backend for batches counts as constant-time only if the backend for one message with the same name does: the batch may
/// hash its messages one after another.
#[test]
fn a_batch_claims_no_more_than_one_message() {
    let mut indexing = 0;
    for entry in bramah::hash::entries() {
        let [one, many] = entry.algorithm().choices();
        for single in backend::candidates(one).filter(|single| !single.constant_time) {
            indexing += 1;
            let batch = backend::candidates(many).find(|batch| batch.name == single.name);
            assert!(batch.is_none_or(|batch| !batch.constant_time), "{}: {}", entry.info.name, single.name);
        }
    }
    assert!(indexing > 10, "{indexing} candidates that read tables");
}

/// The backend in use is the first one in the list that this CPU can run, unless `BRAMAH_BACKEND` names another.
#[test]
fn the_first_that_can_run_is_in_use() {
    if env::var_os("BRAMAH_BACKEND").is_none() {
        // another test forces a backend of SHA-256
        for choice in backend::all().into_iter().filter(|choice| choice.name() != "sha256.many") {
            let first = backend::infos(choice).find(|info| info.available).unwrap();
            assert!(first.chosen, "{}: {} comes first", choice.name(), first.name);
        }
    }
}
