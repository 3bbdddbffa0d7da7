//! Tests of `bramah bao`: known answers of the program `bao` 0.13.1, every kind of range, and damage to every byte.

use crate::support::Dir;

/// Returns content in which no two chunks are equal.
pub(crate) fn content(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i / 1024 + i % 251) as u8).collect()
}

/// The hash of a file.
fn hash(dir: &Dir, file: &str) -> String {
    dir.run(&format!("hash -a blake3 --untagged {file}")).well()[..64].to_string()
}

/// Lengths around multiples of a chunk, of a group of chunks that are verified together, and of a group of chunks that
/// are encoded together.
const LENGTHS: [usize; 15] =
    [0, 1, 1023, 1024, 1025, 2048, 2049, 3072, 5000, 8193, 65_536, 65_537, 200_000, 1_048_576, 2_100_000];

#[test]
fn what_is_encoded_is_decoded() {
    let dir = Dir::new();
    for len in LENGTHS {
        let file = content(len);
        dir.write("file", &file);
        let hash = hash(&dir, "file");
        dir.run("bao encode -f file combined").is("", "", 0);
        dir.run("bao encode -f file --outboard tree").is("", "", 0);
        let chunks = len.div_ceil(1024).max(1);
        assert_eq!(dir.bytes("tree").len(), 8 + 64 * (chunks - 1), "{len}");
        assert_eq!(dir.bytes("combined").len(), 8 + 64 * (chunks - 1) + len, "{len}");
        dir.run("bao encode file -").gives(&dir.bytes("combined"));
        dir.fed("bao encode -", file.clone()).gives(&dir.bytes("combined"));
        dir.run(&format!("bao decode {hash} combined")).gives(&file);
        dir.fed(&format!("bao decode {hash}"), dir.bytes("combined")).gives(&file);
        dir.run(&format!("bao decode {hash} file --outboard tree")).gives(&file);
        dir.run(&format!("bao decode -f {hash} combined out")).is("", "", 0);
        assert!(dir.bytes("out") == file, "{len}");
        for (start, count) in [
            (0, 1),
            (0, len),
            (1023, 2),
            (len / 2, 3000),
            (len, 5),
            (len + 10_000, 1),
            (7, 0),
            (0, usize::MAX),
        ] {
            let part = &file[start.min(len)..start.saturating_add(count).min(len)];
            dir.run(&format!("bao slice -f {start} {count} combined slice")).is("", "", 0);
            let slice = dir.bytes("slice");
            dir.run(&format!("bao slice {start} {count} file --outboard tree")).gives(&slice);
            dir.fed(&format!("bao slice {start} {count}"), dir.bytes("combined")).gives(&slice);
            dir.run(&format!("bao decode-slice {hash} {start} {count} slice")).gives(part);
            dir.run(&format!("bao decode {hash} combined --start {start} --count {count}")).gives(part);
            dir.run(&format!("bao decode {hash} file --outboard tree --start {start} --count {count}"))
                .gives(part);
        }
    }
}

/// The encodings and slices equal those of `bao` for the same content.
#[test]
fn known_answers() {
    let dir = Dir::new();
    let vectors = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../bindings/vectors.txt"));
    let vectors = vectors.expect("the vectors of all languages");
    let known: Vec<_> = vectors.lines().filter(|line| line.starts_with("bao ")).collect();
    assert!(known.len() > 5, "{known:?}");
    for line in known {
        let field =
            |name: &str| line.split(' ').find_map(|one| one.strip_prefix(name)?.strip_prefix('=')).unwrap();
        let (len, start, count) = (field("length"), field("start"), field("count"));
        dir.write("file", content(len.parse().unwrap()));
        let digest = |arguments: &str| {
            let made = dir.run(arguments);
            assert_eq!((made.err.as_str(), made.code), ("", 0));
            dir.write("made", &made.out);
            dir.run("hash --untagged made").well()[..64].to_string()
        };
        assert_eq!(hash(&dir, "file"), field("digest"), "{len}");
        assert_eq!(digest("bao encode file"), field("combined"), "{len}");
        assert_eq!(digest("bao encode file --outboard -"), field("outboard"), "{len}");
        dir.run("bao encode -f file combined").well();
        assert_eq!(digest(&format!("bao slice {start} {count} combined")), field("slice"), "{len}");
    }
}

/// A changed byte and a truncation are detected at every tested position, and so is a wrong hash. No output file
/// appears.
#[test]
fn damage_is_found() {
    let dir = Dir::new();
    let len = 5000;
    let file = content(len);
    dir.write("file", &file);
    let hash = hash(&dir, "file");
    dir.run("bao encode file combined").well();
    dir.run("bao encode file --outboard tree").well();
    dir.run("bao slice 2000 1000 combined slice").well();
    dir.run("bao slice 9000 10 combined past").well();
    let fails = |arguments: &str, says: &str| {
        let ran = dir.run(arguments);
        assert!(ran.code == 1 && ran.err.contains(says), "{arguments}: {} {}", ran.code, ran.err);
        assert!(file.starts_with(&ran.out) || ran.out.is_empty(), "{arguments}: what is wrong was written");
        assert!(!dir.path("out").exists(), "{arguments}");
    };
    for (name, arguments) in [
        ("combined", format!("bao decode {hash} damaged out")),
        ("tree", format!("bao decode {hash} file out --outboard damaged")),
        ("file", format!("bao decode {hash} damaged out --outboard tree")),
        ("slice", format!("bao decode-slice {hash} 2000 1000 damaged out")),
        // for a range after the end of the content, only the length can be verified
        ("past", format!("bao decode-slice {hash} 9000 10 damaged out")),
    ] {
        let good = dir.bytes(name);
        for at in (0..good.len()).step_by(97).chain(0..8).chain([good.len() - 1]) {
            let mut bad = good.clone();
            bad[at] ^= 1 << (at % 8);
            // a slice that does not reach the end of the content does not verify the length
            if name != "slice" || at >= 8 {
                dir.write("damaged", &bad);
                fails(&arguments, "bramah: ");
            }
            dir.write("damaged", &good[..at]);
            fails(&arguments, "truncated");
        }
    }
    fails(&format!("bao decode {} combined out", "0".repeat(64)), "not the content of this hash");
    // a slice that was made for another range lacks the nodes that this range needs
    fails(&format!("bao decode-slice {hash} 0 5000 slice out"), "slice: ");
    dir.run("bao decode 00 combined").is_usage("64 hexadecimal digits");
    dir.run(&format!("bao decode {hash} combined combined"))
        .code
        .eq(&1)
        .then_some(())
        .expect("an input is no output");
    assert!(dir.bytes("combined").len() > len);
}

/// Bytes after an encoding are not written; a message reports them, while `bao` ignores them.
#[cfg(unix)]
#[test]
fn what_follows_is_named() {
    let dir = Dir::new();
    dir.write("file", "abc");
    let hash = hash(&dir, "file");
    dir.run("bao encode file --outboard tree").well();
    dir.write("file", "abcd");
    let says = "bramah: file: ignored additional bytes after the end of the verified content\n";
    dir.run(&format!("bao decode {hash} file --outboard tree")).is("abc", says, 0);
}
