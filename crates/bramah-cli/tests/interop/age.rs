//! age and rage, both ways: `make interop` builds them.

use crate::support::{Dir, Ran, message};

/// A directory with identities of every kind, each with its recipients in `NAME.pub`.
fn keys() -> Dir {
    let dir = Dir::new();
    assert_eq!(dir.run("keygen -o x").code, 0);
    assert_eq!(dir.run("keygen --pq -o pq").code, 0);
    for name in ["x", "pq"] {
        dir.write(format!("{name}.pub"), dir.run(&format!("keygen -y {name}")).well());
    }
    let made = dir.program("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", "ssh"], b"");
    assert_eq!((made.err.as_str(), made.code), ("", 0));
    dir
}

/// Runs a program that has to go well.
#[track_caller]
fn well(dir: &Dir, program: &str, arguments: &str, input: &[u8]) -> Ran {
    let ran = dir.program(program, arguments.split_whitespace(), input);
    assert_eq!(ran.code, 0, "{program} {arguments}: {}", ran.err);
    ran
}

#[test]
fn files_are_read_both_ways() {
    let dir = keys();
    // rage reads no post-quantum identities
    let pairs = [("age", "x"), ("age", "pq"), ("age", "ssh"), ("rage", "x"), ("rage", "ssh")];
    for (program, key) in pairs {
        for len in [0, 1, 65_535, 65_536, 65_537, 200_000, 1_000_000] {
            for armor in ["", "-a"] {
                let text = message(len);
                let theirs = well(&dir, program, &format!("-e {armor} -R {key}.pub"), &text);
                dir.fed(&format!("decrypt -i {key}"), theirs.out).gives(&text);
                let ours = dir.fed(&format!("encrypt {armor} -R {key}.pub"), text.clone());
                assert_eq!((ours.err.as_str(), ours.code), ("", 0));
                let opened = well(&dir, program, &format!("-d -i {key}"), &ours.out);
                assert!(opened.out == text, "{program}, {key}, {len}, {armor}");
            }
        }
    }
}

#[test]
fn several_recipients_are_read_both_ways() {
    let dir = keys();
    let text = message(1000);
    for program in ["age", "rage"] {
        let theirs = well(&dir, program, "-e -R x.pub -R ssh.pub", &text);
        let ours = dir.fed("encrypt -R x.pub -R ssh.pub", text.clone());
        for key in ["x", "ssh"] {
            dir.fed(&format!("decrypt -i {key}"), theirs.out.clone()).gives(&text);
            assert!(well(&dir, program, &format!("-d -i {key}"), &ours.out).out == text);
        }
    }
}

/// age takes a passphrase without a terminal by its plugin batchpass.
#[test]
fn passphrases_are_read_both_ways() {
    let dir = keys();
    let script =
        "AGE_PASSPHRASE='correct horse' AGE_PASSPHRASE_WORK_FACTOR=10 age -e -j batchpass -o theirs a";
    let ran = dir.shell(script);
    assert_eq!(ran.code, 0, "{}", ran.err);
    dir.write("pass", "correct horse");
    dir.run("decrypt --passphrase-file pass theirs").gives(b"abc");
    assert_eq!(dir.run("encrypt -p --passphrase-file pass --work-factor 10 -o ours a").well(), "");
    dir.shell("AGE_PASSPHRASE='correct horse' age -d -j batchpass ours").gives(b"abc");
}

#[test]
fn recipients_of_identities_are_the_same() {
    let dir = keys();
    for key in ["x", "pq"] {
        let theirs = well(&dir, "age-keygen", &format!("-y {key}"), b"");
        assert_eq!(theirs.text(), dir.read(&format!("{key}.pub")));
    }
    let theirs = well(&dir, "age-keygen", "-pq", b"");
    dir.write("theirs", &theirs.out);
    let ours = dir.run("keygen -y theirs");
    assert!(theirs.text().contains(&format!("# public key: {}", ours.well())));
}
