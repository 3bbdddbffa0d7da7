//! The list of all choices, and the backends that may be forced.

use bramah::{
    backend::{self, Basis, Choice, Dispatch},
    hash::{Frame, Hash, sha2::Sha256Hash, sm3::Sm3Hash},
};
use std::{collections::BTreeSet, env, fs, path::Path, process::Command};

fn names() -> Vec<&'static str> {
    backend::all().into_iter().map(Choice::name).collect()
}

/// Files in which a macro makes choices, and the names that they get.
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
        &["crc32", "crc32c", "crc64", "crc24", "crc-posix", "adler32", "sum-bsd", "sum-sysv"],
    ),
    (
        "hash/skein/mod.rs",
        &["skein-256", "skein-256.many", "skein-512", "skein-512.many", "skein-1024", "skein-1024.many"],
    ),
    ("stream/steps.rs", &["abc", "hc-128", "hc-256", "rabbit", "rabbit-rfc4503", "rc4", "sosemanuk"]),
];

/// Collects the names of choices in the sources: names that are written there, and those of [`IN_MACROS`]. A macro in
/// another file, or a name that is no literal, is refused.
fn in_sources(folder: &Path, root: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            in_sources(&path, root, found);
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let file = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
        // the folder of a crate of one room stands for the room
        let file = file.replacen("bramah-", "", 1).replacen("bramah/src/", "", 1).replacen("/src/", "/", 1);
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
                // macros that other files call with the name
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

/// SHA-256 and SM3 have states of the same type, and so have their backends for many messages.
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

/// Runs this test program once more, with one test, one variable set and `BRAMAH_BACKEND` not.
fn again(test: &str, variable: (&str, &str)) {
    let mut program = Command::new(env::current_exe().unwrap());
    program.args(["--exact", test, "--nocapture"]).env_remove("BRAMAH_BACKEND").env(variable.0, variable.1);
    let output = program.env("BRAMAH_TEST_CHILD", "1").output().unwrap();
    assert!(output.status.success(), "{variable:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"));
}

/// The first uses of a list, from many threads at the same time, give one choice, whatever each thread measures.
#[test]
fn threads_agree_on_a_choice() {
    if env::var_os("BRAMAH_TEST_CHILD").is_none() {
        return (0..8)
            .for_each(|_| again("backends::threads_agree_on_a_choice", ("BRAMAH_CHOICE", "measured")));
    }
    let all = backend::all();
    let barrier = std::sync::Barrier::new(8);
    let choices = || -> Vec<&str> {
        barrier.wait();
        all.iter().map(|choice| chosen(*choice)).collect()
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(choices)).collect();
        let mut found = threads.into_iter().map(|thread| thread.join().unwrap());
        let first = found.next().unwrap();
        assert!(found.all(|other| other == first));
    });
}

/// Nothing is measured if the listed order is asked for, by the variable or by the program; else every list whose first
/// candidate here has rivals is.
#[test]
fn the_listed_order_can_be_asked_for() {
    let figures = || -> Vec<usize> {
        let infos = |choice: &'static dyn Choice| backend::infos(choice).filter(|info| info.cycles.is_some());
        backend::all().into_iter().map(|choice| infos(choice).count()).collect()
    };
    match env::var("BRAMAH_TEST_CHILD").is_ok().then(|| env::var("BRAMAH_CHOICE").unwrap()).as_deref() {
        None => ["listed", "measured", "program"].into_iter().for_each(|asked| {
            again("backends::the_listed_order_can_be_asked_for", ("BRAMAH_CHOICE", asked));
        }),
        Some("measured") => {
            let figures = figures();
            assert!(figures.iter().all(|count| *count != 1), "one alone is no rival");
            let x86 = cfg!(any(target_arch = "x86", target_arch = "x86_64"));
            assert_eq!(backend::basis(), if x86 { Basis::Measured } else { Basis::Listed });
        }
        Some(asked) => {
            if asked == "program" {
                backend::set_basis(Basis::Listed);
            }
            assert_eq!(backend::basis(), Basis::Listed);
            assert!(figures().iter().all(|count| *count == 0));
            for choice in backend::all() {
                let first = backend::infos(choice).find(|info| info.available).unwrap();
                assert!(first.chosen, "{}: {} comes first", choice.name(), first.name);
            }
        }
    }
}
