//! Closed standard input and output, or ones that are open in the wrong direction: no command reads an empty file or
//! loses its results without an error.

use crate::support::{Dir, Ran, sums};
use std::os::unix::fs::symlink;

const KEY: &str = "--key 000102030405060708090a0b0c0d0e0f";
const IV: &str = "--iv 000102030405060708090a0b0c0d0e0f";

/// Makes a directory with the inputs of the commands, and links to `bramah` under the names of other tools.
fn directory() -> Dir {
    let dir = Dir::with_empty();
    for tool in TOOLS {
        symlink(env!("CARGO_BIN_EXE_bramah"), dir.path(tool)).unwrap();
    }
    dir.write("key", "00112233445566778899aabbccddeeff");
    dir.write("string", dir.shell("\"$bramah\" password hash --password-file a -m 64 -t 1").out);
    dir.write("list", dir.run("hash a").out);
    dir.write("sums", sums(&dir, ["a"]));
    dir.write("sealed", dir.run(&format!("cipher aes-128-eax {KEY} {IV} a")).out);
    dir
}

const TOOLS: [&str; 11] = [
    "md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "b2sum", "digest", "b3sum",
    "shasum", "md5",
];

/// Returns a command for every way to read standard input, for which `IN` stands.
fn readers() -> Vec<String> {
    let mut all: Vec<String> = [
        "hash IN",
        "hash -a sha256,blake3 IN",
        "hash -j 1 a IN",
        "hash --files-from IN",
        "hash --key-file /dev/stdin -a blake2b a",
        "hash --merge /dev/stdin",
        "check IN",
        "check --audit IN",
        "mac cmac-aes-128 KEY IN",
        "mac cmac-aes-128 KEY a IN",
        "mac cmac-aes-128 KEY --check 00112233445566778899aabbccddeeff IN",
        "mac hmac-sha256 --key-fd 0 a",
        "mac hmac-sha256 --key-file /dev/stdin a",
        "kdf hkdf --hash sha256 --key-fd 0",
        "kdf pbkdf2 --hash sha256 --iterations 1 --salt 00 --password-fd 0",
        "kdf argon2id -m 64 -t 1 --salt 0011223344556677 --password-file a --secret-file IN",
        "password hash -m 64 -t 1 --password-fd 0",
        "password verify --string-file string --password-fd 0",
        "password verify --string-file IN --password-file a",
        "cipher aes-128-ctr -q KEY IV IN",
        "cipher aes-128-ctr -q KEY IV -o out IN",
        "cipher aes-128-cbc -q KEY IV -d IN",
        "cipher chacha20 -q --key-fd 0 --iv 0000000000000000 a",
        "cipher aes-128-eax KEY IV IN",
        "cipher aes-128-eax KEY IV -d IN",
        "cipher aes-128-eax KEY IV -d -o out IN",
        "cipher aes-128-eax KEY IV --ad-file IN a",
    ]
    .map(|arguments| format!("\"$bramah\" {arguments}"))
    .into();
    for tool in TOOLS {
        let algorithm = if tool == "digest" { " sha256" } else { "" };
        all.push(format!("./{tool}{algorithm} IN"));
    }
    all.extend(["./sha256sum -c IN", "./b3sum -c IN", "./b3sum --seek 1 IN"].map(String::from));
    all.iter().map(|command| command.replace("KEY", KEY).replace("IV", IV)).collect()
}

/// Returns every command that writes to standard output.
fn writers() -> Vec<String> {
    let mut all: Vec<String> = [
        "--help",
        "--version",
        "hash a",
        "hash -j 1 --json a",
        "hash --merge list",
        "check list",
        "check --json list",
        "check --audit list",
        "mac cmac-aes-128 KEY a",
        "mac cmac-aes-128 KEY --raw a",
        "kdf hkdf --hash sha256 --key 00",
        "kdf hkdf --hash sha256 --key 00 --raw -o -",
        "password hash -m 64 -t 1 --password-file a",
        "password verify --string-file string --password-file a",
        "random",
        "random --hex",
        "random -o -",
        "random -o /dev/stdout",
        "cipher aes-128-ctr -q KEY IV a",
        "cipher aes-128-ctr -q KEY IV -o - a",
        "cipher aes-128-ctr -q KEY IV -o /dev/stdout a",
        "cipher aes-128-cbc -q KEY IV a",
        "cipher chacha20 -q --key-file key --iv 0000000000000000 a",
        "cipher aes-128-eax KEY IV a",
        "cipher aes-128-eax KEY IV -d sealed",
        "list",
        "list ciphers --backends",
        "list aeads --json",
        "selftest md5 --cases 1",
        "bench md5 --sizes 64 --time 1",
        "completions bash",
    ]
    .map(|arguments| format!("\"$bramah\" {arguments}"))
    .into();
    for tool in TOOLS {
        let algorithm = if tool == "digest" { " sha256" } else { "" };
        all.push(format!("./{tool}{algorithm} a"));
    }
    let further = [
        "./sha256sum -c sums", "./sha256sum --help", "./b2sum --version", "./b3sum --seek 1 a",
        "./md5 -s abc",
    ];
    all.extend(further.map(String::from));
    all.iter().map(|command| command.replace("KEY", KEY).replace("IV", IV)).collect()
}

/// Returns an error text if a command did not report the failure.
fn complaint(what: &str, ran: &Ran) -> Option<String> {
    let told = ran.code == 1 && !ran.err.is_empty() && !ran.err.contains("panicked");
    (!told).then(|| format!("{what}: {ran:?}"))
}

#[test]
fn closed_standard_input_is_no_empty_file() {
    let dir = directory();
    let files = dir.files();
    let mut wrong = Vec::new();
    for command in readers() {
        // standard input is named `-` or by one of the system's names, and is closed or not open for reading
        for (name, how) in [("-", "<&-"), ("-", "0>sink"), ("/dev/stdin", "<&-"), ("/dev/fd/0", "<&-")] {
            if how == "0>sink" && command.contains("/dev/stdin") {
                // this name opens the file again, for reading
                continue;
            }
            let line = format!("{} {how}", command.replace("IN", name));
            let ran = dir.shell(&line);
            wrong.extend(complaint(&line, &ran));
            // the line of another file is allowed, but not the digest of the empty message
            if String::from_utf8_lossy(&ran.out).contains(&crate::support::EMPTY[..8]) {
                wrong.push(format!("{line}: the digest of nothing"));
            }
            if name == "-" && !ran.err.contains("Bad file descriptor") && !command.contains("/dev/") {
                wrong.push(format!("{line}: {}", ran.err));
            }
            let _ = std::fs::remove_file(dir.path("sink"));
            if dir.files() != files {
                wrong.push(format!("{line}: {:?}", dir.files()));
                let _ = std::fs::remove_file(dir.path("out"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn closed_standard_output_loses_nothing() {
    let dir = directory();
    let mut wrong = Vec::new();
    for command in writers() {
        for how in [">&-", "1<empty", "<&- >&-"] {
            let line = format!("{command} {how}");
            let ran = dir.shell(&line);
            wrong.extend(complaint(&line, &ran));
            if !ran.err.contains("Bad file descriptor") && !command.contains("/dev/stdout") {
                wrong.push(format!("{line}: {}", ran.err));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// A command that does not use standard input and output works if they are closed, and no file that the command opens
/// gets the descriptor of one of them.
#[test]
fn files_are_written_without_standard_descriptors() {
    let dir = directory();
    for arguments in [
        "hash a -o out".to_string(),
        "hash --update out a".into(),
        "random -f -o out".into(),
        "kdf hkdf --hash sha256 --key 00 -f -o out".into(),
        format!("cipher aes-128-ctr -q {KEY} {IV} -f -o out a"),
        format!("cipher aes-128-eax {KEY} {IV} -d -f -o out sealed"),
        "check --quiet list".into(),
        "check --status list".into(),
    ] {
        let _ = std::fs::remove_file(dir.path("out"));
        dir.shell(&format!("\"$bramah\" {arguments} <&- >&-")).is("", "", 0);
        let with_them = std::fs::read(dir.path("out")).ok();
        let _ = std::fs::remove_file(dir.path("out"));
        dir.shell(&format!("\"$bramah\" {arguments} <&- >&- 2>&-")).is("", "", 0);
        let without = std::fs::read(dir.path("out")).ok();
        assert_eq!(with_them.as_ref().map(Vec::len), without.as_ref().map(Vec::len), "{arguments}");
        assert_eq!(with_them.is_some(), arguments.contains("out"), "{arguments}");
    }
    // a message that cannot be printed does not change the result
    assert_eq!(dir.shell("\"$bramah\" hash none a -o out <&- >&- 2>&-").code, 1);
    assert_eq!(dir.read("out"), dir.read("list"));
}
