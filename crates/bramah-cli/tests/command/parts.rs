//! Tests of digests that depend on more than the bytes of a file: those of S3's objects in parts, and of torrents.

use crate::support::Dir;

/// Returns content in which no two parts are equal.
fn content(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i / 4096 + i % 253) as u8).collect()
}

/// The functions whose digests of parts are tested; the expected digests come from Python's hashlib and zlib, and from
/// a table of CRC-32C.
const FUNCTIONS: [&str; 5] = ["md5", "sha1", "sha256", "crc32", "crc32c"];
const KNOWN: [(usize, &str, [&str; 5]); 7] = [
    (
        0,
        "8M",
        [
            "59adb24ef3cdbe0297f05b395827453f-1",
            "vhvewKp0tNyweZQ+cFKAlsyphfg=-1",
            "Xfbg4nYTWdMKgnUFjimfzAOBU0VF9Vz0PkGYP11MlFY=-1",
            "IUTfHA==-1",
            "SGdLxw==-1",
        ],
    ),
    (
        11,
        "5",
        [
            "9b5ee7d1615b27eeb5759902fddd5430-3",
            "bKk8D4xP3Xm8in9wXqWMCw/EJso=-3",
            "Bp1cpN3yElN1xvEZQU6gBYmS3Lw5dfe0cSxlvlxHqjo=-3",
            "4n3j9Q==-3",
            "IPF4Pg==-3",
        ],
    ),
    (
        10,
        "5",
        [
            "eecf472679bdb79c2fac69fa8fcc3f30-2",
            "g0LREfhvm/DpMJwMNthAdwK3AdA=-2",
            "cOFMkQ+lKD2u2+DrzlgCfIgJwpaiX9xtCZ0LGoD+3w0=-2",
            "WDomLQ==-2",
            "Pql87A==-2",
        ],
    ),
    (
        3145728,
        "1M",
        [
            "f1ede6954b59b85df5132411d12d9f16-3",
            "RBfZuztTTMHO+UL1sADkbCr13XE=-3",
            "smMS/0iHfnlpFFXydf1hDzAcHw7BLmfxuQAkV9EOGw8=-3",
            "AyEJ6g==-3",
            "Qr7pTA==-3",
        ],
    ),
    (
        3145729,
        "1MiB",
        [
            "f1e11f830e01d86afa70652e20b472cb-4",
            "g82EEs3rLi698tDYjm76Px07sf4=-4",
            "tDdrxzCpySH6mIQvt29Kh0G8cGrSO4nfOvEKxVpikXI=-4",
            "w8XtEg==-4",
            "jaRSlw==-4",
        ],
    ),
    (
        5242880,
        "5MB",
        [
            "46ffed9280451e81e27370acfce62960-1",
            "AOewEkhkIBUfp23fbNcGO0/kons=-1",
            "6QIc4c3ApMxTjH9B+51o+tzf1WTQDK5yz8FfxkvWjIg=-1",
            "OXa27A==-1",
            "1eY2sA==-1",
        ],
    ),
    (
        2097152,
        "300000",
        [
            "0431fec8be2a4ad19db4d7321a8b5909-7",
            "5EWqW823QDAQeNqYPbqW/GTWtBw=-7",
            "73SJ79q3kXF8HQ1Jp0ERee8Hbs6uHVGnzYEYyHoAEWI=-7",
            "6VD2rg==-7",
            "poqZ1Q==-7",
        ],
    ),
];

#[test]
fn known_answers() {
    let dir = Dir::new();
    for (len, size, digests) in KNOWN {
        dir.write("f", content(len));
        for (function, digest) in FUNCTIONS.into_iter().zip(digests) {
            let hash = format!("hash -a {function} --part-size {size}");
            dir.run(&format!("{hash} --untagged f")).is(&format!("{digest}  f\n"), "", 0);
            dir.fed(&format!("{hash} --untagged"), content(len)).is(&format!("{digest}  -\n"), "", 0);
            // a list contains the part size
            let list = dir.run(&format!("{hash} f")).well().to_string();
            dir.write("list", list);
            dir.check("--strict list").is("f: OK\n", "", 0);
            dir.check(&format!("--strict -a {function} list")).is("f: OK\n", "", 0);
            dir.check(&format!("-a {function} --part-size {size} --digest {digest} f")).is("f: OK\n", "", 0);
        }
    }
    let all = dir.run("hash -a md5,crc32 --part-size 1M f");
    assert_eq!(all.well().lines().count(), 2);
    // without -a, the ETag is printed
    dir.run("hash --part-size 300000 --untagged f").is(&format!("{}  f\n", KNOWN[6].2[0]), "", 0);
    let json = dir.run("hash --part-size 300000 --json f");
    let object: serde_json::Value = serde_json::from_str(json.well().lines().next().unwrap()).unwrap();
    assert_eq!((&object["digest"], &object["part_size"]), (&KNOWN[6].2[0].into(), &300_000.into()));
}

/// If no part size is given, the usual part sizes are tried, and a message says which one matched.
#[test]
fn sizes_are_found() {
    let dir = Dir::new();
    dir.write("f", content(3 << 20));
    for (list, size) in [
        ("f1ede6954b59b85df5132411d12d9f16-3  f\n".to_string(), "1 MiB"),
        ("ETag (f) = \"7f17c088a8d493e6db22e12a8a3fe4cb-2\"\n".to_string(), "2 MiB"),
        ("MD5 (f) = dca2c5fc9bc93d2892ac741c0b4ab2fa-1\n".to_string(), "3145728 bytes"),
        ("53d8999ce356f3dc0ee628f16b69464c-7  f\n".to_string(), "449390 bytes"),
    ] {
        dir.write("list", &list);
        let says = match size {
            "3145728 bytes" => "3 MiB",
            size => size,
        };
        dir.check("list").is("f: OK\n", &format!("bramah: f: matches in parts of {says}\n"), 0);
        dir.check("--quiet --strict list").is("", "", 0);
    }
    const FAILED: &str = "bramah: WARNING: 1 computed checksum did NOT match\n";
    let none =
        "bramah: f: the digest does not match for any usual part size; give the part size with --part-size\n";
    dir.write("list", format!("{}-4  f\n", "0".repeat(32)));
    dir.check("list").is("f: FAILED\n", &format!("{none}{FAILED}"), 1);
    dir.check("--part-size 1M list").is("f: FAILED\n", FAILED, 1);
    dir.write("list", format!("{}-9999999  f\n", "0".repeat(32)));
    let parts = "bramah: f: a file of 3145728 bytes cannot have 9999999 parts\n";
    dir.check("list").is("f: FAILED\n", &format!("{parts}{FAILED}"), 1);
    // the right digest with a wrong number of parts
    dir.write("list", format!("{}4  f\n", &"f1ede6954b59b85df5132411d12d9f16-3"[..33]));
    assert_eq!(dir.check("--part-size 1M list").code, 1);
    dir.fed("check --digest f1ede6954b59b85df5132411d12d9f16-3 -", content(3 << 20)).is(
        "-: FAILED open or read\n",
        "bramah: -: not a regular file; give the part size with --part-size\n\
         bramah: WARNING: 1 listed file could not be read\n",
        1,
    );
    dir.fed("check --part-size 1M --digest f1ede6954b59b85df5132411d12d9f16-3 -", content(3 << 20))
        .is("-: OK\n", "", 0);
}

/// Digests of parts may be mixed with other lines, and each malformed line is reported with its reason.
#[test]
fn lists_of_several_kinds() {
    let dir = Dir::new();
    dir.write("f", content(3 << 20));
    dir.write(
        "list",
        "MD5 (f) = 5f67ff49bd0d06f5d196786218f9f74e\nS3-MD5:1048576 (f) = f1ede6954b59b85df5132411d12d9f16-3\nS3-MD5:1048576 (gone) = f1ede6954b59b85df5132411d12d9f16-3\nS3-MD5:0 (f) = f1ede6954b59b85df5132411d12d9f16-3\nS3-FOO:1 (f) = 00-1\n",
    );
    let ran = dir.check("list");
    assert_eq!(ran.text(), "f: OK\nf: OK\ngone: FAILED open or read\n");
    assert!(
        ran.err.contains("gone: No such file") && ran.err.contains("2 lines are improperly"),
        "{}",
        ran.err
    );
    assert_eq!(dir.check("--ignore-missing list").text(), "f: OK\nf: OK\n");
    assert_eq!(dir.check("--ignore-missing --strict list").code, 1);
    // with -a, lines whose tag names another algorithm are ignored
    assert_eq!(dir.check("-a sha1 list").text(), "");
    let json = dir.check("--json list");
    assert!(json.text().contains("\"part_size\":1048576"), "{}", json.text());
}

#[test]
fn one_digest_on_the_command_line() {
    let dir = Dir::new();
    let sha = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    dir.check(&format!("-a sha256 --digest {sha} a")).is("a: OK\n", "", 0);
    dir.check(&format!("--digest sha256:{sha} a a")).is("a: OK\na: OK\n", "", 0);
    dir.check("--digest sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0= a").is("a: OK\n", "", 0);
    dir.fed(&format!("check -a sha256 --digest {sha} -"), "abc").is("-: OK\n", "", 0);
    let ran = dir.fed(&format!("check -a sha256 --digest {sha} -"), "abd");
    assert_eq!((ran.text(), ran.code), ("-: FAILED\n", 1));
    for (digest, says) in [
        ("nonsense", "--digest: "),
        ("zz", "--digest: "),
        ("-", "--digest: "),
        ("sha256:ba7816bf", "--digest: the digest has 8 digits, but sha256 has 64"),
        ("ba:78:16:bf", "--digest: "),
        ("nothing:ba78", "--digest: "),
    ] {
        let ran = dir.check(&format!("--digest {digest} a"));
        ran.is_usage(says);
        assert!(!ran.err.contains("checksum line"), "{digest}: {}", ran.err);
    }
    // as it was copied, or in groups
    for digest in [format!(" {sha}\n"), format!("{} {}", &sha[..32], &sha[32..]), format!("\t{sha}  ")] {
        let ran = dir.bramah(["check", "--digest", &digest, "a"]);
        assert_eq!((ran.text(), ran.code), ("a: OK\n", 0), "{digest}: {}", ran.err);
    }
    for text in [format!("{sha}  a"), format!("{sha} *a"), " ".into(), "sha256: 00".into()] {
        dir.bramah(["check", "--digest", &text, "a"]).is_usage("expected only a digest");
    }
    dir.check(&format!("--digest {sha}")).is_usage("no files to compare with the digest");
    dir.run("check --digest 00\\n a").is_usage("expected only a digest");
}

/// The info-hashes are those of `rhash --btih` 1.4.3.
#[cfg(unix)]
#[test]
fn torrents() {
    let dir = Dir::new();
    dir.write("f", "hello");
    dir.write("sub/f", "hello");
    const F: &str = "ceee41954403667f59106f33bedd480c142809f4";
    dir.run("hash -a btih f sub/f").is(&format!("BTIH (f) = {F}\nBTIH (sub/f) = {F}\n"), "", 0);
    dir.run("hash -a btih --untagged f").is(&format!("{F}  f\n"), "", 0);
    let magnet = format!("magnet:?xl=5&dn=f&xt=urn:btih:{F}&xt=urn:aich:vl2mmho4yxukfwv63yhtwsbm3gxksq2n\n");
    dir.write("magnet", &magnet);
    dir.check("--strict magnet").is("f: OK\nf: OK\n", "", 0);
    dir.write("sized", magnet.replace("xl=5", "xl=6"));
    assert_eq!(dir.check("sized").text(), "f: FAILED\nf: FAILED\n");
    dir.write("tagged", format!("BTIH (f) = {F}\nbtih (sub/f) = z3xedfkeanth6wiqn4z35xkibqkcqcpu\n"));
    dir.check("--strict tagged").is("f: OK\nsub/f: OK\n", "", 0);
    dir.write("plain", format!("{F}  f\n"));
    dir.check("-a btih --strict plain").is("f: OK\n", "", 0);
    assert_eq!(dir.check("plain").text(), "f: FAILED\n");
    dir.write("f", "hellO");
    assert_eq!(dir.check("-a btih plain").text(), "f: FAILED\n");
    // another file name results in another info-hash
    dir.write("g", "hello");
    dir.write("other", format!("BTIH (g) = {F}\n"));
    assert_eq!(dir.check("other").text(), "g: FAILED\n");
    assert_eq!(dir.fed("hash -a btih", "hello").code, 1);
    dir.run("hash -a btih,md5 f").is_usage("cannot be used with other algorithms");
    dir.run("hash -a btih --raw f").is_usage("cannot be used with other algorithms");
}

/// Lists with the digests that `xxhsum --little-endian --tag` 0.8.1 writes.
#[test]
fn little_endian_lists() {
    let dir = Dir::new();
    dir.write("f", "hello");
    let list = "XXH32_LE (f) = f97700fb\nXXH64_LE (f) = a36d9f887d82c726\n\
                XXH128_LE (f) = 1838525eaacf79c77f3e1b07adc1e9b5\nXXH3_LE (f) = fddc625c55e85595\n";
    dir.write("list", list);
    dir.check("--strict list").is(&"f: OK\n".repeat(4), "", 0);
    dir.write("list", list.replace("_LE", ""));
    assert_eq!(dir.check("list").text(), "f: FAILED\n".repeat(4));
    // without a tag the byte order is unknown: the line fails, and a hint is printed
    for (name, digest) in [
        ("xxh32", "f97700fb"),
        ("xxh64", "a36d9f887d82c726"),
        ("xxh3-64", "fddc625c55e85595"),
        ("xxh3-128", "1838525eaacf79c77f3e1b07adc1e9b5"),
    ] {
        dir.write("plain", format!("{digest}  f\n"));
        let ran = dir.check(&format!("-a {name} plain"));
        assert_eq!((ran.text(), ran.code), ("f: FAILED\n", 1), "{name}");
        let hint = format!(
            "f: the {name} digest matches if its bytes are reversed, as in lines from `xxhsum --little-endian`"
        );
        assert!(ran.err.contains(&hint), "{name}: {}", ran.err);
        assert!(!dir.check(&format!("--status -a {name} plain")).err.contains("reversed"));
        dir.write("plain", format!("{}  f\n", digest.replace('f', "e")));
        assert!(!dir.check(&format!("-a {name} plain")).err.contains("reversed"), "{name}");
    }
    // the check value of CRC-64/NVME, with its bytes reversed
    dir.write("f", "123456789");
    dir.write("plain", "8898790a86148bae  f\n");
    let ran = dir.check("-a crc64-nvme plain");
    assert_eq!((ran.text(), ran.code), ("f: FAILED\n", 1));
    assert!(ran.err.contains("reversed, as in Azure's `x-ms-content-crc64`\n"), "{}", ran.err);
}

/// Several threads check digests of parts and torrents, and the results are in the order of the list.
#[test]
fn lines_are_checked_side_by_side() {
    let dir = Dir::new();
    let (mut list, mut wanted, mut notes) = (String::new(), String::new(), String::new());
    for i in 0..150 {
        let name = format!("f{i}");
        dir.write(&name, content(10 + 7000 * (i % 5)));
        let line = match i % 3 {
            0 => dir.run(&format!("hash -a btih {name}")),
            1 => dir.run(&format!("hash -a md5 --part-size 8M --untagged {name}")),
            _ => dir.run(&format!("hash -a crc32 --part-size 8M {name}")),
        };
        let line = line.well().to_string();
        if i % 3 == 1 && i % 7 > 0 {
            notes += &format!("bramah: {name}: matches in parts of {} bytes\n", 10 + 7000 * (i % 5));
        }
        if i % 7 == 0 {
            dir.write(&name, content(11));
            wanted += &format!("{name}: FAILED\n");
        } else {
            wanted += &format!("{name}: OK\n");
        }
        list += &line;
    }
    dir.write("list", list);
    for jobs in ["-j 1", "-j 2", "-j 5", ""] {
        let ran = dir.check(&format!("{jobs} list"));
        assert_eq!((ran.text(), ran.code), (wanted.as_str(), 1), "{jobs}");
        let kept: String = ran
            .err
            .lines()
            .filter(|line| line.contains("matches in"))
            .map(|line| format!("{line}\n"))
            .collect();
        assert_eq!(kept, notes, "{jobs}");
    }
}
