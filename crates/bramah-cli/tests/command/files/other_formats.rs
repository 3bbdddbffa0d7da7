//! Tests of files in the format FCA, and of files of `openssl enc`.

use super::keys;
use crate::support::message;

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..][..2], 16).unwrap()).collect()
}

#[test]
fn fca_goes_there_and_back() {
    let dir = keys();
    dir.write("in", message(700_000));
    for (format, flag) in [("fca", 0xa1), ("fca256", 0xa5), ("fzca", 0xa3)] {
        for (option, flag) in [("", flag), ("--hmac", flag - 1)] {
            let ran = dir
                .run(&format!("encrypt --format {format} {option} -p --passphrase-file pass -f -o out in"));
            assert_eq!((ran.text(), ran.code), ("", 0));
            assert!(
                ran.err.starts_with("bramah: warning: ") && ran.err.contains("1,000 iterations"),
                "{}",
                ran.err
            );
            assert_eq!(dir.bytes("out")[..2], [0xfc, flag]);
            dir.run("decrypt --passphrase-file pass out").gives(&message(700_000));
            dir.run("decrypt --passphrase-file pass -f -o again out").gives(b"");
            assert!(dir.bytes("again") == message(700_000));
            let piped = dir.bytes("out");
            dir.fed("decrypt --passphrase-file pass", piped).gives(&message(700_000));
        }
    }
    let shown = dir.run("inspect --json out").well().to_string();
    assert!(shown.contains(r#""format":"fzca","mode":"ctr with hmac","compressed":true"#), "{shown}");
}

/// Files that the original programs wrote.
#[test]
fn files_of_the_programs_are_read() {
    let dir = keys();
    dir.write("test", "test1234");
    for (file, text) in [
        ("fca14f68984c9fd5826fd54c5d3d5e8b18ae4ffd8b3d9fb2929ce81b4fad39f1", &b""[..]),
        ("fca05d1465a9a7f8eb94da2d07fe376998a53167f67f15786f98c7cbab9f8df248", b"\x03"),
        ("fca5123b751443893897e160c824e32f055b2f3ebe573ccce94f345afe0f292660", b"\x03"),
        ("fca4945a216cd4aca1e39a012e7ec012be485161902d701e6210e4a3d7e22e47", b""),
        ("fca3455d990669ff74cf2040b99ad4a6e7d61f261a27dcd4a018358a5f2cbd660304c0c691b19f3e", b""),
    ] {
        dir.write("file", bytes(file));
        dir.run("decrypt --passphrase-file test file").gives(text);
        dir.run("decrypt --passphrase-file pass file").is("", "bramah: file: wrong passphrase\n", 1);
        let mut changed = bytes(file);
        *changed.last_mut().unwrap() ^= 1;
        dir.write("file", changed);
        for output in ["", "-o new"] {
            let reason = "bramah: file: the authentication tag does not match: the file was changed\n";
            dir.run(&format!("decrypt --passphrase-file test {output} file")).is("", reason, 1);
        }
        assert!(!dir.path("new").exists());
    }
}

/// Files that OpenSSL 3.0 wrote.
#[test]
fn files_of_openssl_are_read() {
    let dir = keys();
    dir.write("secret", "secret");
    for (file, options) in
        [(CBC, "--cipher aes-256-cbc"), (CTR, "--cipher aes-128-ctr --digest sha512 --iterations 1000")]
    {
        dir.write("file", bytes(file));
        dir.run(&format!("decrypt -q {options} --passphrase-file secret file")).gives(b"hello, openssl\n");
    }
    dir.write("file", bytes(CBC));
    let warned = dir.run("decrypt --cipher aes-256-cbc --passphrase-file secret -o out file");
    assert!(warned.code == 0 && warned.err.contains("does not authenticate"), "{}", warned.err);
    let reason = "bramah: file: wrong passphrase, cipher, digest (-md) or iterations (-iter), or the file was changed; none of the usual digests works, with or without -pbkdf2\n";
    dir.run("decrypt -q --cipher aes-256-cbc --passphrase-file pass -o new file").is("", reason, 1);
    dir.run("decrypt -q --passphrase-file secret file").is_usage("do not record the cipher");
    // only options that were given are named
    dir.run("decrypt -q --cipher aes --passphrase-file secret file").is_usage("bramah: --cipher: ");
    dir.run("decrypt -q --cipher aes --digest md5 --passphrase-file secret file")
        .is_usage("--cipher and --digest: ");
}

/// Files that OpenSSL 3.0 wrote as base64, on one line and on several, and with stream ciphers.
#[test]
fn files_of_openssl_in_base64_are_read() {
    let dir = keys();
    dir.write("secret", "secret");
    let options = "decrypt -q --cipher aes-256-cbc --passphrase-file secret";
    for text in [
        format!("{CBC_TEXT}\n"),
        CBC_TEXT.into(),
        format!("{}\n{}\n", &CBC_TEXT[..11], &CBC_TEXT[11..]),
        format!("{}\r\n{}\r\n", &CBC_TEXT[..20], &CBC_TEXT[20..]),
    ] {
        dir.fed(options, text.clone()).gives(b"hello, openssl\n");
        dir.write("file", text);
        dir.run(&format!("{options} file")).gives(b"hello, openssl\n");
    }
    dir.write("chacha", bytes(CHACHA20));
    let ran = dir.run("decrypt -q --cipher chacha20 --iterations 1000 --passphrase-file secret chacha");
    ran.gives(b"hello, openssl\n");
    for wrong in [
        &CBC_TEXT[..41],
        &format!("{CBC_TEXT}x"),
        &format!("{CBC_TEXT}AAAA"),
        &CBC_TEXT.replace("kan", "k-n"),
    ] {
        let ran = dir.fed(options, wrong);
        assert_eq!((ran.text(), ran.code), ("", 1), "{wrong}");
        assert!(ran.err.contains("malformed base64"), "{wrong}: {}", ran.err);
    }
    let shown = dir.run("inspect --json file");
    assert!(shown.well().contains("openssl"), "{shown:?}");
}

/// If the compression flag of a file was cleared, a warning says that the contents are compressed.
#[test]
fn cleared_flags_of_compression_are_said() {
    let dir = keys();
    for option in ["", "--hmac"] {
        let sealed =
            dir.run(&format!("encrypt -q --format fzca {option} -p --passphrase-file pass -f -o out a"));
        assert_eq!(sealed.well(), "");
        let mut file = dir.bytes("out");
        file[1] &= !2;
        dir.write("out", file);
        for output in ["", "-f -o new"] {
            let ran = dir.run(&format!("decrypt --passphrase-file pass {output} out"));
            assert_eq!(ran.code, 0, "{}", ran.err);
            assert!(ran.err.contains("warning: out: the contents are compressed (zlib)"), "{}", ran.err);
        }
    }
}

const CBC_TEXT: &str = "U2FsdGVkX18kanMCjnpA1SxldV0j8focF800xivWYOE=";
const CHACHA20: &str = "53616c7465645f5f9dff90649a8d15dae6a89299d7f02c976859fdda2582b4";
const CBC: &str = "53616c7465645f5f246a73028e7a40d52c65755d23f1fa1c17cd34c62bd660e1";
const CTR: &str = "53616c7465645f5f28a96c671565a3589e2a7f849c8d99bfe360b7aa35f978";
