//! Tests of EAX: only authentic text is output.

use super::{IV, KEY};
use crate::support::{Dir, message};
use std::{
    fs,
    io::{Read, Seek, SeekFrom, Write},
    os::unix::fs::FileExt,
    process::Stdio,
};

/// A length in bytes above the limit up to which input from a pipe is held in memory.
const LARGE: usize = (3 << 20) + 5;

fn eax(more: &str) -> String {
    format!("cipher aes-128-eax {KEY} {IV} {more}")
}

/// Checks that an input is refused with the message `says` and without output: from a file and from standard input, to
/// a file and to standard output.
#[track_caller]
fn refused(dir: &Dir, sealed: &[u8], more: &str, says: &str) {
    dir.write("bad", sealed);
    let before = dir.files();
    dir.run(&eax(&format!("{more} -d bad"))).is("", &format!("bramah: bad: {says}\n"), 1);
    dir.fed(&eax(&format!("{more} -d")), sealed).is("", &format!("bramah: -: {says}\n"), 1);
    dir.run(&eax(&format!("{more} -d -o out bad"))).is("", &format!("bramah: bad: {says}\n"), 1);
    dir.fed(&eax(&format!("{more} -d -o out")), sealed).is("", &format!("bramah: -: {says}\n"), 1);
    assert_eq!(dir.files(), before, "nothing is left");
    // an existing output file is kept
    dir.write("old", "old");
    dir.run(&eax(&format!("{more} -d -f -o old bad"))).is("", &format!("bramah: bad: {says}\n"), 1);
    assert_eq!(dir.read("old"), "old");
}

const NOT: &str = "the message is not authentic";

#[test]
fn known_answer() {
    let dir = Dir::new();
    // Bellare, Rogaway and Wagner, appendix G
    let arguments = "cipher aes-128-eax --key 91945d3f4dcbee0bf45ef52255f095a4 \
                     --iv becaf043b0a23d843194ba972c66debd --ad fa3bfd4806eb53fa";
    let sealed = [
        0x19, 0xdd, 0x5c, 0x4c, 0x93, 0x31, 0x04, 0x9d, 0x0b, 0xda, 0xb0, 0x27, 0x74, 0x08, 0xf6, 0x79, 0x67,
        0xe5,
    ];
    dir.fed(arguments, [0xf7, 0xfb]).gives(&sealed);
    dir.fed(&format!("{arguments} -d"), sealed).gives(&[0xf7, 0xfb]);
}

#[test]
fn what_was_sealed_is_opened() {
    let dir = Dir::new();
    dir.write("ad", "to whom");
    let piece = 1 << 20;
    let lens = [0, 1, 16, 17, piece - 16, piece - 1, piece, piece + 1, piece + 16, 2 * piece, LARGE];
    for (i, len) in lens.into_iter().enumerate() {
        let more = ["", "--ad-file ad", "--ad 746f2077686f6d", "--tag-len 8", "--ad 00 --tag-len 1"][i % 5];
        let text = message(len);
        dir.write("text", &text);
        let sealed = dir.run(&eax(&format!("{more} text")));
        assert_eq!((sealed.err.as_str(), sealed.code), ("", 0));
        let tag = if more.contains("tag-len 8") {
            8
        } else if more.contains("tag-len 1") {
            1
        } else {
            16
        };
        assert_eq!(sealed.out.len(), len + tag);
        dir.write("sealed", &sealed.out);
        dir.run(&eax(&format!("{more} -d sealed"))).gives(&text);
        dir.fed(&eax(&format!("{more} -d")), sealed.out.clone()).gives(&text);
        dir.run(&eax(&format!("{more} -d -f -o opened sealed"))).gives(b"");
        assert!(dir.bytes("opened") == text, "{len}");
        dir.fed(&eax(&format!("{more} -d -f -o opened")), sealed.out).gives(b"");
        assert!(dir.bytes("opened") == text, "{len}");
    }
    let with = |ad: &str| dir.run(&eax(&format!("{ad} a"))).out;
    assert_eq!(with("--ad-file ad"), with("--ad 746f2077686f6d"));
    assert_eq!(with("--ad="), with(""));
    assert_ne!(with("--ad 00"), with(""));
    let with = |iv: &str| dir.run(&format!("cipher aes-128-eax {KEY} {iv} a"));
    assert_ne!(with("--iv=").out, with("--iv 00").out);
}

#[test]
fn a_file_is_read_from_where_it_stands() {
    let dir = Dir::new();
    let text = message(LARGE);
    let mut sealed = b"head".to_vec();
    sealed.extend(dir.fed(&eax(""), text.clone()).out);
    dir.write("sealed", sealed);
    let mut file = fs::File::open(dir.path("sealed")).unwrap();
    file.seek(SeekFrom::Start(4)).unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_bramah"));
    let out = command.args(eax("-d").split_whitespace()).stdin(file).output().unwrap();
    assert!(out.status.success() && out.stdout == text);
}

#[test]
fn every_byte_counts() {
    let dir = Dir::new();
    let sealed = dir.fed(&eax("--ad 01"), message(20)).out;
    for i in 0..sealed.len() {
        let mut bad = sealed.clone();
        bad[i] ^= 1 << (i % 8);
        refused(&dir, &bad, "--ad 01", NOT);
    }
    for len in 16..sealed.len() {
        refused(&dir, &sealed[..len], "--ad 01", NOT);
    }
    for len in [0, 1, 15] {
        let bytes = if len == 1 { "byte" } else { "bytes" };
        let says = format!("too short: the input has {len} {bytes}, but the tag at its end has 16");
        refused(&dir, &sealed[..len], "--ad 01", &says);
    }
    refused(&dir, &[&sealed[..], &[0]].concat(), "--ad 01", NOT);
    for more in ["", "--ad 02", "--ad 0100", "--ad-file a", "--ad 01 --tag-len 15"] {
        refused(&dir, &sealed, more, NOT);
    }
    let other = eax("--ad 01 -d").replace("ff", "fe");
    dir.fed(&other, sealed.clone()).is("", &format!("bramah: -: {NOT}\n"), 1);
    let other = eax("--ad 01 -d").replace("0e0f", "0e10");
    dir.fed(&other, sealed).is("", &format!("bramah: -: {NOT}\n"), 1);
}

#[test]
fn large_files_that_are_not_authentic() {
    let dir = Dir::new();
    let sealed = dir.fed(&eax(""), message(LARGE)).out;
    for at in [0, 1 << 20, sealed.len() - 17, sealed.len() - 1] {
        let mut bad = sealed.clone();
        bad[at] ^= 0x80;
        refused(&dir, &bad, "", NOT);
    }
    refused(&dir, &sealed[..sealed.len() - 1], "", NOT);
    refused(&dir, &sealed[..2 << 20], "", NOT);
}

/// Standard output only receives text that the first pass has verified.
#[test]
fn a_file_that_changes_while_it_is_read() {
    let dir = Dir::new();
    let (text, sealed) = (message(LARGE), dir.fed(&eax(""), message(LARGE)).out);
    for change in ["byte", "cut", "more"] {
        dir.write("sealed", &sealed);
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_bramah"))
            .current_dir(dir.path(""))
            .args(eax("-d sealed").split_whitespace())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut out = child.stdout.take().unwrap();
        let mut got = vec![0; 1];
        // now the first pass has read the whole file, and the second pass waits because its first output fills the pipe
        out.read_exact(&mut got).unwrap();
        let mut file = fs::OpenOptions::new().write(true).open(dir.path("sealed")).unwrap();
        match change {
            "byte" => file.write_at(&[sealed[2_500_000] ^ 1], 2_500_000).map(drop).unwrap(),
            "cut" => file.set_len(2 << 20).unwrap(),
            _ => file.seek(SeekFrom::End(0)).and_then(|_| file.write_all(b"more")).unwrap(),
        }
        out.read_to_end(&mut got).unwrap();
        let ended = child.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), Some(1), "{change}");
        assert_eq!(
            str::from_utf8(&ended.stderr),
            Ok("bramah: sealed: the file changed while it was being read\n")
        );
        assert!(got.len() < LARGE && got == text[..got.len()], "{change}");
    }
}

/// Schemes that authenticate the ciphertext without decrypting it, and schemes that cannot.
#[test]
fn large_files_of_every_kind() {
    const LONG_KEY: &str = "--key 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
    let dir = Dir::new();
    let text = message(LARGE);
    dir.write("text", &text);
    for (name, key, iv) in [
        ("aes-256-gcm", LONG_KEY, 12),
        ("chacha20-poly1305", LONG_KEY, 12),
        ("kuznyechik-mgm", LONG_KEY, 16),
        ("kalyna-128-128-kgcm", KEY, 16),
        ("xaes-256-gcm", LONG_KEY, 24),
        ("aegis-128l", KEY, 16),
        ("ascon-aead128", KEY, 16),
    ] {
        let of = |more: &str| format!("cipher {name} {key} --iv {} --ad 01 {more}", "07".repeat(iv));
        let sealed = dir.run(&of("text")).out;
        dir.write("sealed", &sealed);
        dir.run(&of("-d sealed")).gives(&text);
        dir.fed(&of("-d"), sealed.clone()).gives(&text);
        dir.run(&of("-d -f -o opened sealed")).gives(b"");
        assert!(dir.bytes("opened") == text, "{name}");
        for at in [2 << 20, sealed.len() - 1] {
            let mut bad = sealed.clone();
            bad[at] ^= 4;
            dir.write("bad", bad);
            dir.run(&of("-d bad")).is("", &format!("bramah: bad: {NOT}\n"), 1);
            dir.run(&of("-d -f -o opened bad")).is("", &format!("bramah: bad: {NOT}\n"), 1);
            assert!(dir.bytes("opened") == text, "{name}");
        }
    }
}

#[test]
fn to_devices_only_what_is_authentic() {
    let dir = Dir::new();
    let sealed = dir.fed(&eax(""), message(99)).out;
    dir.write("sealed", &sealed);
    dir.write("bad", &sealed[..sealed.len() - 1]);
    let read = |name: &str| {
        dir.shell(&format!(
            "rm -f fifo; mkfifo fifo; cat fifo & $bramah {} -o fifo {name}; code=$?; wait; exit $code",
            eax("-d")
        ))
    };
    read("sealed").gives(&message(99));
    read("bad").is("", &format!("bramah: bad: {NOT}\n"), 1);
}
