//! Tests of the messages and exit codes of refusals.

use super::keys;

#[test]
fn wrong_usage_is_said() {
    let dir = keys();
    for (arguments, says) in [
        ("encrypt a", "missing recipient"),
        ("encrypt -p -R public a", "cannot be used together"),
        ("encrypt -r nobody a", "-r: unknown kind of recipient; expected age1"),
        ("encrypt -R - -i -", "standard input cannot be used for both IN and -i"),
        ("encrypt -R - -i - a", "standard input cannot be used for both -i and -R"),
        ("encrypt -R public --hmac a", "--hmac works only with --format fca"),
        ("encrypt -R public --cipher aes a", "--cipher works only with --format fca"),
        (
            "encrypt --format fca -p --passphrase-file pass --cipher des a",
            "the cipher must be aes, serpent or twofish",
        ),
        ("encrypt -R public --md md5 a", "work only with --format openssl"),
        ("encrypt -r AGE1TAG1QQQ a", "-r: a recipient must be in lower case"),
        ("encrypt -r Age1qqq a", "-r: a recipient must be in lower case, not in mixed case"),
        ("encrypt --format fca -R public a", "work with a passphrase only"),
        ("encrypt --passphrase-file pass -R public a", "cannot be used together"),
        (
            "encrypt -p --passphrase-file pass --work-factor 23 a",
            "above the limit of 22; raise the limit with --max-work-factor",
        ),
        (
            "encrypt -p --passphrase-file pass --work-factor 6 --max-work-factor 5 a",
            "above the limit of 5; raise the limit with --max-work-factor",
        ),
        ("decrypt -i key - a", "standard input cannot be combined with other files"),
        ("keygen key", "required"),
    ] {
        dir.run(arguments).is_usage(says);
    }
}

/// The message about a mistyped key says what is wrong with it.
#[test]
fn miswritten_keys_are_explained() {
    let dir = keys();
    let public = dir.read("public");
    for (text, says) in [
        (public.to_uppercase(), "a recipient must be in lower case"),
        (format!(" \t{public}"), "unexpected white space before a recipient"),
        (public.replace("age1", "Age1"), "a recipient must be in lower case, not in mixed case"),
        ("AGE1TAG1QQQ\n".into(), "a recipient must be in lower case"),
        ("  age1tagpq1qqq\n".into(), "unexpected white space before a recipient"),
        ("nobody\n".into(), "unknown kind of recipient"),
    ] {
        dir.write("keys", &text);
        dir.run("encrypt -R keys a").is("", &format!("bramah: keys: line 1: {}\n", full(says)), 1);
    }
    let secret = dir.read("key").lines().last().unwrap().to_string();
    for (text, says) in [
        (secret.to_lowercase(), "an identity must be in upper case"),
        (format!(" {secret}"), "unexpected white space before an identity"),
    ] {
        dir.write("keys", &text);
        dir.run("decrypt -i keys a").is("", &format!("bramah: keys: line 1: {says}\n"), 1);
    }
}

/// Returns a reason with the text that follows it in every message.
fn full(says: &str) -> String {
    match says {
        "unknown kind of recipient" => {
            format!("{says}; expected age1..., age1pq1... or ssh-ed25519 ...")
        }
        says => says.into(),
    }
}

/// `keygen -y` never writes a file of recipients that `-R` refuses: the longest file is written and can be read, and
/// with one more recipient the file is not written.
#[test]
fn recipients_that_cannot_be_read_are_not_written() {
    let dir = keys();
    assert_eq!(dir.run("keygen --pq -o pq").code, 0);
    let identity = dir.read("pq").lines().last().unwrap().to_string() + "\n";
    let line = dir.run("keygen -y pq").well().len();
    let most = (16 << 20) / line;
    dir.write("many", identity.repeat(most + 1));
    let ran = dir.run("keygen -y -o out many");
    assert_eq!((ran.text(), ran.code), ("", 1));
    assert!(ran.err.contains("cannot list the recipients: too long for a file of recipients"), "{}", ran.err);
    assert!(!dir.path("out").exists());
    dir.write("many", identity.repeat(most));
    assert_eq!(dir.run("keygen -y -o out many").well(), "");
    assert_eq!(dir.bytes("out").len(), most * line);
    // the file is read, although an encrypted file cannot have so many recipients
    let ran = dir.run("encrypt -R out a");
    assert!(ran.err.contains("at most 1024 recipients"), "{}", ran.err);
}

/// A passphrase for FCA may have 255 bytes, but not 256.
#[test]
fn no_fca_file_has_a_passphrase_that_its_programs_refuse() {
    let dir = keys();
    for (format, len) in
        ["fca", "fca256", "fzca"].into_iter().flat_map(|format| [(format, 255), (format, 256)])
    {
        dir.write("long", "x".repeat(len));
        let ran = dir.run(&format!("encrypt -q --format {format} -p --passphrase-file long -f -o out a"));
        if len > 255 {
            ran.is_usage("at most 255 bytes");
            continue;
        }
        assert_eq!(ran.well(), "");
        dir.run("decrypt -q --passphrase-file long out").gives(b"abc");
    }
}

/// `decrypt` accepts all work factors that `encrypt` writes.
#[test]
fn work_factors_that_are_written_are_read() {
    let dir = keys();
    for factor in [1, 5, 6] {
        let options = format!("--work-factor {factor} --max-work-factor 5 -p --passphrase-file pass");
        let ran = dir.run(&format!("encrypt {options} -f -o out a"));
        assert_eq!(ran.code, if factor > 5 { 2 } else { 0 }, "{}", ran.err);
        dir.run("decrypt --max-work-factor 5 --passphrase-file pass out").gives(b"abc");
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

/// A private key in PEM, given in place of a recipient, is not called an unknown recipient.
#[test]
fn private_keys_are_not_recipients() {
    let dir = keys();
    for kind in ["OPENSSH PRIVATE KEY", "PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "EC PRIVATE KEY"] {
        dir.write("secret", format!("-----BEGIN {kind}-----\nAAAA\n-----END {kind}-----\n"));
        let says = "bramah: secret: line 1: expected a recipient, but this is a private key, which is secret; use the public key instead\n";
        dir.run("encrypt -R secret a").is("", says, 1);
    }
}

#[test]
fn text_before_an_armored_file_is_named() {
    let dir = keys();
    dir.run("encrypt -R public -a -o out a").is("", "", 0);
    for text in ["Hi Bob\n", "Hi Bob,\r\n\r\n", "-\n"] {
        dir.write("mail", text.to_string() + &dir.read("out"));
        let says = "bramah: mail: text precedes `-----BEGIN AGE ENCRYPTED FILE-----`; remove everything before this line\n";
        dir.run("decrypt -i key mail").is("", says, 1);
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
        "bramah: out: none of the identities can decrypt this file; give another identity file with -i\n",
        1,
    );
    dir.run("decrypt -i key -o new secret").is(
        "",
        "bramah: secret: this file needs a passphrase, not an identity; omit -i and --plugin to enter the passphrase\n",
        1,
    );
    dir.write("wrong", "wrong horse");
    dir.run("decrypt --passphrase-file wrong -o new secret").is("", "bramah: secret: wrong passphrase\n", 1);
    dir.run("decrypt --passphrase-file pass --max-work-factor 3 secret").is(
        "",
        "bramah: secret: the scrypt work factor is 4, above the limit of 3; raise the limit with --max-work-factor\n",
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
    // a changed bit in each part, truncations within and between chunks, and extra bytes at the end
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
    // standard output receives the authentic beginning, and the exit code shows that the file is incomplete
    dir.write("out", &good[..good.len() - 1]);
    let ran = dir.run("decrypt -i key out");
    assert_eq!(ran.code, 1);
    assert!(ran.out == super::message(65_536));
}

/// If an input cannot be read, no output is created.
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
    // no file is created, and no list is replaced
    dir.write("out", "old");
    dir.run("encrypt -R public -f -o out sub").is("", "bramah: sub: Is a directory\n", 1);
    assert_eq!(dir.read("out"), "old");
    // the bytes that are read ahead are not lost, whatever position the input begins at
    dir.write("text", crate::support::message(10_000));
    let sealed =
        dir.shell("{ dd bs=1 count=5000 of=/dev/null 2>/dev/null; $bramah encrypt -R public; } <text").out;
    assert!(dir.fed("decrypt -i key", sealed).out == crate::support::message(10_000)[5000..]);
}

/// No output is written if a plugin exits immediately, or wraps the key for more recipients than a file can have.
#[cfg(unix)]
#[test]
fn bad_plugins_are_named() {
    let dir = keys();
    for (name, script, says) in [
        ("ends", "exit 3", "the plugin exited before it had finished: exit status: 3"),
        (
            "both",
            "printf -- '-> recipient-stanza 0 scrypt BwcHBwcHBwcHBwcHBwcHBw 10\\nBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc\\n-> done\\n\\n'; cat >&2",
            "malformed header: a passphrase must be the only recipient",
        ),
    ] {
        let program = dir.write(format!("age-plugin-{name}"), format!("#!/bin/sh\n{script}\n"));
        std::fs::set_permissions(program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        let before = dir.files();
        // -j names a plugin, as in age, if the value is not a number
        for (option, output) in [("--plugin", ""), ("-j", "-o new"), ("--plugin", "-j 2 -o new")] {
            let ran = dir.shell(&format!(
                "PATH=\"$PWD:$PATH\" $bramah encrypt -R public -e -i key {option} {name} {output} a"
            ));
            assert_eq!((ran.text(), ran.code), ("", 1), "{}", ran.err);
            assert!(ran.err.contains(says), "{}", ran.err);
            assert!(
                says.starts_with("malformed") || ran.err.contains(&format!("age-plugin-{name}: ")),
                "{}",
                ran.err
            );
            assert_eq!(dir.files(), before);
        }
    }
    let public = dir.read("public");
    dir.write("many", public.repeat(1025));
    let ran = dir.run("encrypt -R many a");
    assert_eq!((ran.text(), ran.code), ("", 1));
    assert!(ran.err.contains("at most 1024 recipients"), "{}", ran.err);
    dir.write("many", public.repeat(1024));
    assert_eq!(dir.run("encrypt -R many -o new a").well(), "");
    dir.run("decrypt -i key new").gives(b"abc");
}

/// The message about a file in an unsupported format names the format, and the message about a missing identity asks
/// for an identity.
#[test]
fn what_cannot_be_decrypted_is_named() {
    let dir = keys();
    for (start, says) in [
        (&b"-----BEGIN PGP MESSAGE-----\n\nhQEMA"[..], "this is an OpenPGP file"),
        (b"\x85\x01\x0c\x03abcdefgh", "this is an OpenPGP file"),
        (b"PK\x03\x04abc", "this is a zip archive"),
        (b"a: ENC[AES256_GCM,data:abc]\nsops:\n", "this is a SOPS file"),
        (b"\xff\xfe-\0-\0-\0-\0-\0B\0E\0", "the text is UTF-16; convert the file to UTF-8"),
    ] {
        dir.write("file", start);
        let ran = dir.run("decrypt -i key file");
        assert_eq!((ran.text(), ran.code), ("", 1), "{}", ran.err);
        assert!(ran.err.starts_with("bramah: file: ") && ran.err.contains(says), "{}", ran.err);
    }
    assert_eq!(dir.run("encrypt -R public -o out a").well(), "");
    dir.run("decrypt out").is(
        "",
        "bramah: out: encrypted for recipients: decryption needs an identity; give an identity file with -i FILE\n",
        1,
    );
    // among several files, the message names the one that needs --cipher
    dir.write("b.enc", b"Salted__abcdefghabcdefgh");
    std::fs::rename(dir.path("out"), dir.path("m.age")).unwrap();
    std::fs::create_dir(dir.path("to")).unwrap();
    let ran = dir.run("decrypt -i key -o to m.age b.enc");
    assert!(
        ran.code != 0 && ran.err.contains("b.enc: files from openssl enc do not record the cipher"),
        "{}",
        ran.err
    );
    assert_eq!(dir.read("to/m"), "abc");
}

/// A UTF-8 byte order mark, which some editors write, is ignored.
#[test]
fn marks_are_passed_over() {
    let dir = keys();
    for name in ["key", "public"] {
        dir.write(format!("marked-{name}"), format!("\u{feff}{}", dir.read(name)));
        let wide: Vec<u8> =
            format!("\u{feff}{}", dir.read(name)).encode_utf16().flat_map(u16::to_le_bytes).collect();
        dir.write(format!("wide-{name}"), wide);
    }
    assert_eq!(dir.run("encrypt -a -R marked-public -o out a").well(), "");
    dir.write("marked", format!("\u{feff}{}", dir.read("out")));
    dir.write("spaced", format!("\u{feff}\r\n \n{}", dir.read("out")));
    for file in ["out", "marked", "spaced"] {
        dir.run(&format!("decrypt -i marked-key {file}")).gives(b"abc");
        dir.fed("decrypt -i key", dir.bytes(file)).gives(b"abc");
    }
    for arguments in ["encrypt -R wide-public a", "decrypt -i wide-key out"] {
        let ran = dir.run(arguments);
        assert!(ran.code == 1 && ran.err.contains("UTF-16 text"), "{}", ran.err);
    }
    // only one byte order mark is ignored
    dir.write("twice", format!("\u{feff}\u{feff}{}", dir.read("out")));
    assert_eq!(dir.run("decrypt -i key twice").code, 1);
}

/// `--passphrase-file` implies `-p`.
#[test]
fn a_passphrase_file_alone_is_enough() {
    let dir = keys();
    assert_eq!(dir.run("encrypt --passphrase-file pass --work-factor 4 -o out a").well(), "");
    dir.run("decrypt --passphrase-file pass out").gives(b"abc");
    let fca = dir.run("encrypt -q --format fca --passphrase-file pass -o fca a");
    assert_eq!(fca.well(), "");
    dir.run("decrypt --passphrase-file pass fca").gives(b"abc");
}
