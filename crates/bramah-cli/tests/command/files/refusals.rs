//! What is refused, with which words and exit code.

use super::keys;

#[test]
fn wrong_usage_is_said() {
    let dir = keys();
    for (arguments, says) in [
        ("encrypt a", "nothing says for whom"),
        ("encrypt -p -R public a", "cannot be used together"),
        ("encrypt -r nobody a", "-r: a recipient of an unknown kind"),
        ("encrypt -R - -i -", "standard input cannot be both IN and -i"),
        ("encrypt -R - -i - a", "standard input cannot be both -i and -R"),
        ("encrypt -R public --hmac a", "--hmac and --cipher are for fca"),
        ("encrypt --format fca -R public a", "take a passphrase alone"),
        ("encrypt --passphrase-file pass -R public a", "only taken with -p"),
        ("decrypt -i key - a", "standard input cannot be one of several files"),
        ("keygen key", "required"),
    ] {
        dir.run(arguments).is_usage(says);
    }
}

#[test]
fn secrets_are_not_repeated() {
    let dir = keys();
    let secret = dir.read("key").lines().last().unwrap().to_string();
    dir.write("identity", &secret);
    for arguments in ["encrypt -R identity a".to_string(), format!("encrypt -r {secret} a")] {
        let ran = dir.run(&arguments);
        assert!(ran.code != 0 && ran.err.contains("this is an identity"), "{}", ran.err);
        assert!(!ran.err.contains("AGE-SECRET-KEY-1"), "{}", ran.err);
    }
}

#[test]
fn files_that_do_not_open_leave_nothing() {
    let dir = keys();
    assert_eq!(dir.run("keygen -o other").code, 0);
    assert_eq!(dir.run("encrypt -R public -o out a").well(), "");
    assert_eq!(dir.run("encrypt -p --work-factor 4 --passphrase-file pass -o secret a").well(), "");
    let before = dir.files();
    dir.run("decrypt -i other -o new out").is(
        "",
        "bramah: out: no identity opens this file: -i names a file with another one\n",
        1,
    );
    dir.run("decrypt -i key -o new secret").is(
        "",
        "bramah: secret: this file needs a passphrase, and no identity: without -i and -j it is asked for\n",
        1,
    );
    dir.write("wrong", "wrong horse");
    dir.run("decrypt --passphrase-file wrong -o new secret").is("", "bramah: secret: wrong passphrase\n", 1);
    dir.run("decrypt --passphrase-file pass --max-work-factor 3 secret").is(
        "",
        "bramah: secret: the passphrase would need 2^4 steps of scrypt, and at most 2^3 are accepted: --max-work-factor \
         accepts more\n",
        1,
    );
    dir.run("decrypt -i key a").is("", "bramah: a: malformed header: this is not an age file\n", 1);
    std::fs::remove_file(dir.path("wrong")).unwrap();
    assert_eq!(dir.files(), before);
}

#[test]
fn changed_files_leave_nothing() {
    let dir = keys();
    dir.write("in", super::message(100_000));
    assert_eq!(dir.run("encrypt -R public -o out in").well(), "");
    let good = dir.bytes("out");
    let before = dir.files();
    // a bit of each part, cuts within and between chunks, and something after the end
    let mut changed: Vec<Vec<u8>> = [5, 100, 160, 175, 200, 70_000, good.len() - 1]
        .iter()
        .map(|&place| {
            let mut file = good.clone();
            file[place] ^= 4;
            file
        })
        .collect();
    changed.extend([10, 168, 184, 184 + 65_552, good.len() - 1].map(|len| good[..len].to_vec()));
    changed.push([&good[..], b"x"].concat());
    for file in changed {
        dir.write("out", &file);
        for output in ["-o new", "-f -o in"] {
            let ran = dir.run(&format!("decrypt -i key {output} out"));
            assert_eq!((ran.text(), ran.code), ("", 1), "{}", ran.err);
            assert!(ran.err.starts_with("bramah: out: ") && ran.err.lines().count() == 1, "{}", ran.err);
        }
        assert_eq!(dir.files(), before);
        assert!(dir.bytes("in") == super::message(100_000));
    }
    // standard output gets the authentic beginning, and the exit code says that it is not all
    dir.write("out", &good[..good.len() - 1]);
    let ran = dir.run("decrypt -i key out");
    assert_eq!(ran.code, 1);
    assert!(ran.out == super::message(65_536));
}

/// An input that cannot be read leaves nothing of an output.
#[cfg(unix)]
#[test]
fn nothing_is_written_for_what_cannot_be_read() {
    let dir = keys();
    dir.write("sub/a", "");
    let key = "--key 000102030405060708090a0b0c0d0e0f --iv 000102030405060708090a0b0c0d0e0f";
    let list = "hash --merge";
    for command in [
        "encrypt -R public".into(),
        "encrypt -a -R public".into(),
        "encrypt -p --passphrase-file pass --work-factor 1".into(),
        "encrypt -q -p --passphrase-file pass --format fca".into(),
        "encrypt -q -p --passphrase-file pass --format fzca".into(),
        "decrypt -i key".into(),
        "keygen -y".into(),
        list.into(),
        format!("cipher -q aes-128-ctr {key}"),
        format!("cipher -q aes-128-cbc {key}"),
        format!("cipher aes-128-eax {key}"),
        format!("cipher aes-128-eax {key} -d"),
        format!("cipher aes-128-gcm {key}"),
        format!("mac cmac-aes-128 {}", &key[..38]),
        "hash".into(),
        "hash --json".into(),
    ] {
        for input in ["sub", "gone", "/proc/self/mem"] {
            let ran = dir.run(&format!("{command} {input}"));
            let summary = command == "hash --json" && ran.text().lines().count() == 2;
            assert!(ran.code == 1 && !ran.err.is_empty(), "{command} {input}: {ran:?}");
            assert!(ran.out.is_empty() || summary, "{command} {input}: {ran:?}");
        }
    }
    // nor is a file made, or a list replaced
    dir.write("out", "old");
    dir.run("encrypt -R public -f -o out sub").is("", "bramah: sub: Is a directory\n", 1);
    assert_eq!(dir.read("out"), "old");
    // what is read ahead is a part of it, from wherever the input begins
    dir.write("text", crate::support::message(10_000));
    let sealed =
        dir.shell("{ dd bs=1 count=5000 of=/dev/null 2>/dev/null; $bramah encrypt -R public; } <text").out;
    assert!(dir.fed("decrypt -i key", sealed).out == crate::support::message(10_000)[5000..]);
}
