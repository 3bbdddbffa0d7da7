//! Files that age and pyrage encrypt and Bramah decrypts, and the reverse. `make interop` builds the two programs.

use crate::support::{Dir, Links, Ran, message, tagged_recipients};

/// Makes a directory with identities of every kind, each with its recipients in `NAME.pub`.
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

/// Runs a program, which must succeed.
#[track_caller]
fn well(dir: &Dir, program: &str, arguments: &str, input: &[u8]) -> Ran {
    let ran = dir.program(program, arguments.split_whitespace(), input);
    assert_eq!(ran.code, 0, "{program} {arguments}: {}", ran.err);
    ran
}

#[test]
fn files_are_read_both_ways() {
    let dir = keys();
    // pyrage does not support hybrid identities
    let pairs = [("age", "x"), ("age", "pq"), ("age", "ssh"), ("pyrage", "x"), ("pyrage", "ssh")];
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
    for program in ["age", "pyrage"] {
        let theirs = well(&dir, program, "-e -R x.pub -R ssh.pub", &text);
        let ours = dir.fed("encrypt -R x.pub -R ssh.pub", text.clone());
        for key in ["x", "ssh"] {
            dir.fed(&format!("decrypt -i {key}"), theirs.out.clone()).gives(&text);
            assert!(well(&dir, program, &format!("-d -i {key}"), &ours.out).out == text);
        }
    }
}

/// A plugin of age's tests has the keys of the tagged recipients instead of hardware.
#[test]
fn tagged_recipients_are_read_both_ways() {
    let links = Links::new();
    let dir = &links.0;
    assert_eq!(dir.run("keygen -o x").code, 0);
    dir.write("x.pub", dir.run("keygen -y x").well());
    for recipient in tagged_recipients() {
        dir.write("tag.pub", format!("# in hardware\n{recipient}\n"));
        for len in [0, 1, 65_536, 200_000] {
            let text = message(len);
            for arguments in ["-R tag.pub", "-a -R tag.pub", &format!("-r {recipient}")] {
                let theirs = well(dir, "age", &format!("-e {arguments}"), &text);
                let ours = dir.fed(&format!("encrypt {arguments}"), text.clone());
                assert_eq!((ours.err.as_str(), ours.code), ("", 0));
                for file in [theirs, ours] {
                    dir.fed("decrypt -j tagtest", file.out.clone()).gives(&text);
                    assert!(well(dir, "age", "-d -j tagtest", &file.out).out == text, "{len}, {arguments}");
                }
            }
        }
        let ours = links.ours("age", &["-r", &recipient]);
        assert_eq!((ours.err.as_str(), ours.code), ("", 0));
        well(dir, "age", "-d -j tagtest", &ours.out).gives(b"standard input");
        dir.write("sealed", &ours.out);
        links.ours("age", &["-d", "-j", "tagtest", "sealed"]).gives(b"standard input");
        // both programs accept and refuse the same combinations of recipients
        let theirs = dir.program("age", ["-e", "-R", "tag.pub", "-R", "x.pub", "a"], b"");
        let ours = dir.run("encrypt -R tag.pub -R x.pub -o - a");
        assert_eq!((theirs.code == 0, ours.code == 0), (recipient.starts_with("age1tag1"), theirs.code == 0));
        if ours.code == 0 {
            for file in [theirs, ours] {
                for identity in ["-j tagtest", "-i x"] {
                    dir.fed(&format!("decrypt {identity}"), file.out.clone()).gives(b"abc");
                    well(dir, "age", &format!("-d {identity}"), &file.out).gives(b"abc");
                }
            }
        }
    }
}

/// Without a terminal, age reads a passphrase through its plugin batchpass.
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
