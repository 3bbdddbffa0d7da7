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
