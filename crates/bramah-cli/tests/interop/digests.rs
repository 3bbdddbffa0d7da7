//! Lists of RHash and xxhsum, checked by Bramah, and lists of Bramah, checked by these programs: 1,000 files of random
//! lengths.

use crate::support::Dir;

/// The number of files.
const FILES: usize = 1000;

/// The hash functions of RHash: its options, and Bramah's names.
const RHASH: [(&str, &str); 18] = [
    ("--crc32", "crc32"),
    ("--crc32c", "crc32c"),
    ("--md4", "md4"),
    ("--md5", "md5"),
    ("--sha1", "sha1"),
    ("--sha512", "sha512"),
    ("--tiger", "tiger"),
    ("--tth", "tth"),
    ("--aich", "aich"),
    ("--ed2k", "ed2k"),
    ("--whirlpool", "whirlpool"),
    ("--has160", "has-160"),
    ("--snefru128", "snefru-128"),
    ("--snefru256", "snefru-256"),
    ("--edonr256", "edon-r-256"),
    ("--edonr512", "edon-r-512"),
    ("--gost12-256", "streebog-256"),
    ("--sha3-256", "sha3-256"),
];

/// Writes files of random lengths: most are short, and some have several blocks of AICH.
fn files(dir: &Dir) -> Vec<String> {
    let mut state = 7u64;
    let mut next = || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (state >> 33) as usize
    };
    (0..FILES)
        .map(|i| {
            let length = match i % 100 {
                0 => next() % 1_000_000,
                1..=20 => next() % 20_000,
                _ => next() % 600,
            };
            let name = format!("f{i}");
            dir.write(&name, (0..length).map(|_| next() as u8).collect::<Vec<_>>());
            name
        })
        .collect()
}

#[test]
fn rhash() {
    let dir = Dir::new();
    let names = files(&dir);
    let files = names.iter().map(String::as_str);
    for (option, algorithm) in RHASH {
        let theirs = dir.program("rhash", ["--bsd", option].into_iter().chain(files.clone()), b"");
        dir.write("theirs", &theirs.out);
        dir.check("--quiet --strict theirs").is("", "", 0);
        let ours = dir.bramah(["hash", "-a", algorithm].into_iter().chain(files.clone()));
        let line = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let digest = |text: &[u8]| -> Vec<String> {
            let text = String::from_utf8(text.to_vec()).unwrap();
            text.lines().map(|text| line(text).rsplit(' ').next().unwrap_or_default().to_string()).collect()
        };
        assert_eq!(digest(&ours.out), digest(&theirs.out), "{algorithm}");
        // RHash does not know all tags, but uses its options for lines without a tag
        let ours = dir.bramah(["hash", "--untagged", "-a", algorithm].into_iter().chain(files.clone()));
        dir.write("ours", &ours.out);
        let read = dir.program("rhash", [option, "-c", "ours"], b"");
        assert_eq!(read.code, 0, "{algorithm}: {}", String::from_utf8_lossy(&read.out));
    }
}

/// Info-hashes of torrents, with several names, and with lengths at which the length of a piece changes.
#[test]
fn torrents() {
    let dir = Dir::new();
    let mut names = files(&dir);
    names.truncate(100);
    for (name, length) in
        [("s 1", 16 << 20), ("s\u{e9}", (16 << 20) - 1), ("s3", (32 << 20) + 1), ("empty", 0)]
    {
        dir.write(name, vec![7; length]);
        names.push(name.into());
    }
    let files = names.iter().map(String::as_str);
    let theirs = dir.program("rhash", ["--bsd", "--btih"].into_iter().chain(files.clone()), b"");
    dir.write("theirs", &theirs.out);
    dir.check("--quiet --strict theirs").is("", "", 0);
    let theirs = dir.program("rhash", ["--magnet", "--btih", "--sha1"].into_iter().chain(files.clone()), b"");
    dir.write("theirs", &theirs.out);
    dir.check("--quiet --strict theirs").is("", "", 0);
    let ours = dir.bramah(["hash", "--untagged", "-a", "btih"].into_iter().chain(files.clone()));
    let theirs = dir.program("rhash", ["--btih", "--simple"].into_iter().chain(files), b"");
    assert_eq!(String::from_utf8_lossy(&ours.out), String::from_utf8_lossy(&theirs.out));
}

#[test]
fn xxhsum() {
    let dir = Dir::new();
    let names = files(&dir);
    let files = names.iter().map(String::as_str);
    for (option, algorithm) in [("-H0", "xxh32"), ("-H1", "xxh64"), ("-H2", "xxh3-128"), ("-H3", "xxh3-64")] {
        let theirs = dir.program("xxhsum", [option, "--tag"].into_iter().chain(files.clone()), b"");
        dir.write("theirs", &theirs.out);
        dir.check("--quiet --strict theirs").is("", "", 0);
        let ours = dir.bramah(["hash", "-a", algorithm].into_iter().chain(files.clone()));
        assert_eq!(ours.out, theirs.out, "{algorithm}");
        dir.write("ours", &ours.out);
        assert_eq!(dir.program("xxhsum", ["-c", "ours"], b"").code, 0, "{algorithm}");
        let theirs =
            dir.program("xxhsum", [option, "--tag", "--little-endian"].into_iter().chain(files.clone()), b"");
        dir.write("theirs", &theirs.out);
        dir.check("--quiet --strict theirs").is("", "", 0);
        let theirs = dir.program("xxhsum", [option].into_iter().chain(files.clone()), b"");
        dir.write("theirs", &theirs.out);
        dir.check(&format!("--quiet --strict -a {algorithm} theirs")).is("", "", 0);
    }
}
