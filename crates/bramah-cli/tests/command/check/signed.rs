//! Tests of `bramah check --signed-by` and `bramah sign`.

use crate::{signatures::*, support::Dir};

/// Makes a directory with the list, its files and all keys.
fn dir() -> Dir {
    let dir = Dir::new();
    dir.write("b", "def");
    dir.write("SHA256SUMS", LIST);
    for (name, key) in
        [("m.pub", MINISIGN_KEY), ("s.pub", SIGNIFY_KEY), ("ssh.pub", SSH_KEY), ("pgp.asc", OPENPGP_KEY)]
    {
        dir.write(name, key);
    }
    dir
}

fn has_gpgv() -> bool {
    std::process::Command::new("gpgv").arg("--version").output().is_ok()
}

/// Returns the formats of signatures: the name and text of each signature file, and its key.
fn forms() -> Vec<(&'static str, &'static str, String)> {
    let mut forms = vec![
        ("m.pub", "SHA256SUMS.minisig", MINISIGN.to_string()),
        ("m.pub", "SHA256SUMS.minisig", LEGACY.to_string()),
        ("s.pub", "SHA256SUMS.sig", SIGNIFY.to_string()),
        ("s.pub", "SHA256.sig", format!("{SIGNIFY}{LIST}")),
        ("ssh.pub", "SHA256SUMS.sig", SSH.to_string()),
    ];
    if has_gpgv() {
        forms.push(("pgp.asc", "SHA256SUMS.asc", OPENPGP.to_string()));
        forms.push(("pgp.asc", "clear", CLEAR.to_string()));
    }
    forms
}

#[test]
fn signatures_of_other_tools() {
    for (key, name, signature) in forms() {
        let dir = dir();
        dir.write(name, signature);
        let ran = dir.check(&format!("--signed-by {key} {name}"));
        assert_eq!((ran.text(), ran.code), ("a: OK\nb: OK\n", 0), "{name}: {}", ran.err);
        assert!(ran.err.contains("signed by ") && ran.err.lines().count() == 1, "{name}: {}", ran.err);
        // the list can be named instead of the signature next to it
        if name.starts_with("SHA256SUMS.") {
            let again = dir.check(&format!("--signed-by {key} --quiet SHA256SUMS"));
            again.is("", "", 0);
            dir.write("SHA256SUMS", LIST.replace("(a)", "(b)"));
            let ran = dir.check(&format!("--signed-by {key} {name}"));
            assert_eq!((ran.text(), ran.code), ("", 1), "{name}: {}", ran.err);
            assert!(ran.err.contains("does not match") || ran.err.contains("rejected"), "{}", ran.err);
        }
        // the signature is refused under the key of another tool
        let other = if key == "m.pub" { "s.pub" } else { "m.pub" };
        dir.write("SHA256SUMS", LIST);
        let ran = dir.check(&format!("--signed-by {other} {name}"));
        assert_eq!((ran.text(), ran.code), ("", 1), "{name}: {}", ran.err);
    }
}

/// If the signature or the signed text is damaged in any way, the whole list is refused, and no file is checked.
#[test]
fn damaged_signatures() {
    for (key, name, signature) in forms() {
        let dir = dir();
        let embedded = !name.starts_with("SHA256SUMS.");
        let mut refused = 0;
        let mut refuses = |text: &[u8], what: &str| {
            dir.write(name, text);
            let ran = dir.check(&format!("--signed-by {key} {name}"));
            assert_eq!((ran.text(), ran.code), ("", 1), "{name}, {what}: {}", ran.err);
            refused += 1;
        };
        let lines: Vec<&str> = signature.lines().collect();
        let joined = |lines: &[&str]| lines.join("\n") + "\n";
        let body = match key {
            "ssh.pub" => 1,
            "pgp.asc" => lines.iter().rposition(|line| line.starts_with("iHU")).expect("a signature"),
            _ => 1,
        };
        let with = |line: &str| {
            let mut lines = lines.clone();
            lines[body] = line;
            joined(&lines)
        };
        let own = lines[body];
        // the changed positions are in the base64; for OpenPGP, only in the part that belongs to the signature itself
        let end = if key == "pgp.asc" { 48 } else { own.len() - 2 };
        for at in (0..end).step_by(end / 12) {
            let old = own.as_bytes()[at];
            let new = if old == b'A' { 'B' } else { 'A' };
            refuses(
                with(&format!("{}{new}{}", &own[..at], &own[at + 1..])).as_bytes(),
                &format!("character {at}"),
            );
        }
        refuses(b"", "empty");
        refuses(&signature.as_bytes()[..signature.len() / 3], "a third of it");
        refuses(with("").as_bytes(), "an empty line");
        refuses(with("!").as_bytes(), "no base64");
        refuses(with(&own[4..]).as_bytes(), "shorter");
        refuses(with(&format!("AAAA{own}")).as_bytes(), "longer");
        refuses(joined(&lines[1..]).as_bytes(), "no first line");
        refuses(format!("x{signature}").as_bytes(), "a character in front");
        refuses(format!("SHA256 (a) = {}\n{signature}", crate::support::ABC).as_bytes(), "a line in front");
        if embedded {
            refuses(signature.replace("(a)", "(b)").as_bytes(), "another name");
            refuses(format!("{signature}SHA256 (c) = {}\n", crate::support::ABC).as_bytes(), "a line after");
        }
        assert!(refused >= 20, "{name}: {refused}");
    }
}

#[test]
fn trusted_comments() {
    let dir = dir();
    dir.write("SHA256SUMS.minisig", MINISIGN);
    let ran = dir.check("--signed-by m.pub SHA256SUMS.minisig");
    assert!(ran.err.contains("trusted comment: timestamp:1700000000 file:SHA256SUMS hashed"), "{}", ran.err);
    for (from, to, says) in [
        ("1700000000", "1700000001", "of the trusted comment does not match"),
        ("trusted comment: timestamp", "trusted comment:timestamp", "has no trusted comment"),
        ("uQrFh", "uQrFi", "of the trusted comment does not match"),
    ] {
        dir.write("SHA256SUMS.minisig", MINISIGN.replace(from, to));
        let ran = dir.check("--signed-by m.pub SHA256SUMS.minisig");
        assert!(ran.text().is_empty() && ran.code == 1 && ran.err.contains(says), "{from}: {}", ran.err);
    }
    // the list has another name than the signed file, as if somebody had replaced a new list by an older one
    dir.write("NEW", LIST);
    dir.write("NEW.minisig", MINISIGN);
    let ran = dir.check("--signed-by m.pub NEW");
    assert!(
        ran.code == 1 && ran.err.contains("the signature is for a file named SHA256SUMS, not NEW"),
        "{}",
        ran.err
    );
    // a minisign signature without its trusted comment looks like one of signify
    let bare: String = LEGACY.lines().take(2).map(|line| format!("{line}\n")).collect();
    dir.write("SHA256SUMS.minisig", bare);
    let ran = dir.check("--signed-by m.pub SHA256SUMS.minisig");
    assert!(ran.code == 1 && ran.err.contains("has no trusted comment"), "{}", ran.err);
    let json = dir.write("SHA256SUMS.minisig", MINISIGN);
    let ran = dir.check("--signed-by m.pub --json --quiet SHA256SUMS.minisig");
    assert!(
        ran.text().contains("\"trusted_comment\":\"timestamp:1700000000\\tfile"),
        "{json:?} {}",
        ran.text()
    );
}

/// As in a download script: only the named files are checked, and all of them must be in the list.
#[test]
fn only_the_files_that_are_named() {
    let dir = dir();
    dir.write("SHA256SUMS.minisig", MINISIGN);
    let key = MINISIGN_KEY.lines().last().expect("a line");
    let check = |rest: &str| dir.check(&format!("--signed-by {key} SHA256SUMS.minisig {rest}"));
    let ran = check("a");
    assert_eq!((ran.text(), ran.code), ("a: OK\n", 0), "{}", ran.err);
    assert!(ran.err.contains("SHA256SUMS.minisig: ignored line 2: it names another file"), "{}", ran.err);
    dir.write("other/a", "abc");
    let ran = check("other/a b");
    assert_eq!((ran.text(), ran.code), ("other/a: OK\nb: OK\n", 0), "{}", ran.err);
    assert!(!ran.err.contains("not checked"), "{}", ran.err);
    // two files with the same name are both compared
    dir.write("other/a", "abd");
    dir.write("third/a", "abc");
    for (files, out) in [
        ("a other/a", "a: OK\nother/a: FAILED\n"),
        ("other/a a", "other/a: FAILED\na: OK\n"),
        (
            "./a other/a third/a none/a",
            "./a: OK\nother/a: FAILED\nthird/a: OK\nnone/a: FAILED open or read\n",
        ),
        ("third/a none/a b", "third/a: OK\nnone/a: FAILED open or read\nb: OK\n"),
    ] {
        for jobs in ["", "-j 1"] {
            let ran = check(&format!("{jobs} {files}"));
            assert_eq!((ran.text(), ran.code), (out, 1), "{files}: {}", ran.err);
            // a hint about names in the list does not help if the user names the files
            assert!(!ran.err.contains("--windows-names") && !ran.err.contains("--base"), "{}", ran.err);
        }
    }
    let ran = check("--json other/a a none/a");
    let paths: Vec<&str> = ran.text().lines().filter_map(|line| line.split("\"path\":\"").nth(1)).collect();
    let starts = ["other/a\"", "a\"", "none/a\""];
    assert!(
        paths.len() == 3 && paths.iter().zip(starts).all(|(path, start)| path.starts_with(start)),
        "{paths:?}"
    );
    let ran = check("other/a");
    assert_eq!((ran.text(), ran.code), ("other/a: FAILED\n", 1));
    dir.write("c", "abc");
    let ran = check("a c");
    assert_eq!((ran.text(), ran.code), ("c: FAILED not in the list\na: OK\n", 1));
    assert!(ran.err.contains("WARNING: 1 file is not in the signed list"), "{}", ran.err);
    let ran = check("c");
    assert_eq!((ran.text(), ran.code), ("c: FAILED not in the list\n", 1));
    let ran = check("other/b");
    assert_eq!((ran.text(), ran.code), ("other/b: FAILED open or read\n", 1));
    dir.check(&format!("--signed-by {key} --ignore-missing SHA256SUMS.minisig a"))
        .is_usage("--ignore-missing");
    // the signed file itself can be named, too
    let ran = check("SHA256SUMS");
    assert_eq!((ran.text(), ran.code), ("SHA256SUMS: OK\n", 0));
    let ran = check("--json c");
    assert!(
        ran.text().contains("{\"path\":\"c\",\"status\":\"unlisted\"}") && ran.code == 1,
        "{}",
        ran.text()
    );
}

/// A named file fails unless a digest in the list matches it.
#[test]
fn a_line_that_shows_nothing() {
    let dir = dir();
    dir.write("m.key", MINISIGN_SECRET);
    dir.write("LIST", format!("{LIST}SIZE (c) = 3\nKMAC256 (d) = {}\n", "00".repeat(64)));
    for name in ["c", "d"] {
        dir.write(name, "abc");
    }
    dir.run("sign --key m.key LIST").is("", "", 0);
    for (files, out) in [("a c", "c: FAILED not in the list\na: OK\n"), ("c", "c: FAILED not in the list\n")]
    {
        let ran = dir.check(&format!("--signed-by m.pub LIST {files}"));
        assert_eq!((ran.text(), ran.code), (out, 1), "{}", ran.err);
    }
    assert_eq!(dir.check("--signed-by m.pub LIST a d").code, 1);
    // the signature of an embedded text does not verify a separate file with its name
    dir.write("SHA256.sig", format!("{SIGNIFY}{LIST}"));
    dir.write("SHA256", "anything");
    let ran = dir.check("--signed-by s.pub SHA256.sig SHA256");
    assert_eq!((ran.text(), ran.code), ("SHA256: FAILED not in the list\n", 1));
}

#[test]
fn keys_by_name_and_in_files() {
    let dir = dir();
    dir.write("SHA256SUMS.minisig", MINISIGN);
    dir.write("config/bramah/keys/release", MINISIGN_KEY);
    // a file with the same name does not replace the key
    dir.write("release", SIGNIFY_KEY);
    let check = |key: &str| {
        let mut command = dir.command(&format!("check --signed-by {key} SHA256SUMS"));
        crate::support::ran(command.env("XDG_CONFIG_HOME", dir.path("config")))
    };
    assert_eq!(check("release").code, 0);
    assert_eq!(check("./release").code, 1);
    let ran = check("nobody");
    assert!(
        ran.code == 1 && ran.err.contains("not a public key, and not the name of a key file: no file in "),
        "{}",
        ran.err
    );
    for (text, says) in [
        (MINISIGN_SECRET, "but a secret key"),
        (SSH_SECRET, "not a minisign, signify, SSH or OpenPGP public key"),
        ("abc", "missing key"),
        ("", "the file contains no public key of a signer"),
        (
            "untrusted comment: minisign public key\nRWTcZKixF1vQpw==\n",
            "not a minisign or signify public key",
        ),
        ("ecdsa-sha2-nistp256 AAAA", "ecdsa-sha2-nistp256 keys are not supported"),
        ("ssh-rsa AAAA", "ssh-rsa keys are not supported"),
        ("sk-ssh-ed25519@openssh.com AAAA", "keys are not supported"),
        ("ssh-ed25519-cert-v01@openssh.com AAAA", "certificates"),
    ] {
        dir.write("key", text);
        let ran = check("key");
        assert!(ran.code == 1 && ran.err.contains(says) && ran.text().is_empty(), "{text}: {}", ran.err);
    }
}

#[test]
fn allowed_signers() {
    let dir = dir();
    dir.write("SHA256SUMS.sig", SSH);
    let key = SSH_KEY.trim_end();
    for (line, options, says) in [
        (format!("a@b,c@d {key}"), "", "signed by a@b,c@d, SHA256:"),
        (format!("*@b {key}"), "--principal a@b", "signed by *@b, SHA256:"),
        (format!("*@b {key}"), "--principal a@c", "does not belong to a@c"),
        (format!("a namespaces=\"git,file\" {key}"), "", "signed by"),
        (format!("a namespaces=\"git\" {key}"), "", "not allowed for the namespace"),
        (format!("a valid-after=\"20200101Z\" {key}"), "", "signed by"),
        (format!("a valid-before=\"20200101Z\" {key}"), "", "no longer valid"),
        (format!("a valid-after=\"29991231Z\" {key}"), "", "not valid yet"),
        (format!("a cert-authority {key}"), "", "certificate authorities"),
        (format!("a {key}"), "--namespace git", "for the namespace \"file\", not for \"git\""),
    ] {
        dir.write("allowed", &line);
        let ran = dir.check(&format!("--signed-by allowed {options} SHA256SUMS"));
        assert_eq!(ran.code, i32::from(!says.starts_with("signed")), "{line}: {}", ran.err);
        assert!(ran.err.contains(says), "{line}: {}", ran.err);
    }
}

/// A line outside the signed part fails with --signed-by, and is never OK without it.
#[test]
fn lines_outside_the_frame() {
    let dir = dir();
    dir.write("c", "abc");
    let line = format!("SHA256 (c) = {}\n", crate::support::ABC);
    for (list, number) in [(format!("{line}{CLEAR}"), 1), (format!("{CLEAR}{line}"), 13)] {
        dir.write("list", &list);
        let ran = dir.check("list");
        assert_eq!((ran.text(), ran.code), ("a: OK\nb: OK\n", 1), "{}", ran.err);
        assert!(
            ran.err.contains(&format!("list: {number}: the line is outside the signed part")),
            "{}",
            ran.err
        );
        if has_gpgv() {
            let ran = dir.check("--signed-by pgp.asc list");
            assert_eq!((ran.text(), ran.code), ("", 1), "{}", ran.err);
            assert!(ran.err.contains(&format!("line {number} is outside")), "{}", ran.err);
        }
    }
}

#[test]
fn signing() {
    let dir = dir();
    dir.write("m.key", MINISIGN_SECRET);
    dir.write("ssh.key", SSH_SECRET);
    for (key, public, end) in [("m.key", "m.pub", "minisig"), ("ssh.key", "ssh.pub", "sig")] {
        dir.run(&format!("sign --key {key} SHA256SUMS b")).is("", "", 0);
        let name = format!("SHA256SUMS.{end}");
        assert_eq!(dir.check(&format!("--signed-by {public} {name}")).code, 0);
        let own = dir.check(&format!("--signed-by {public} b.{end} b"));
        assert_eq!((own.text(), own.code), ("b: OK\n", 0), "{}", own.err);
        // an existing file is replaced only with -f
        let before = dir.read(&name);
        let ran = dir.run(&format!("sign --key {key} SHA256SUMS"));
        assert!(ran.code == 1 && ran.err.contains("exists") && dir.read(&name) == before, "{}", ran.err);
        dir.run(&format!("sign -f --key {key} SHA256SUMS")).is("", "", 0);
        // a file that cannot be signed does not stop the others
        let ran = dir.run(&format!("sign --key {key} nothing m.pub"));
        assert!(ran.code == 1 && dir.files().contains(&format!("m.pub.{end}")), "{}", ran.err);
        assert!(!dir.files().iter().any(|file| file.starts_with("nothing")), "{:?}", dir.files());
    }
    // Ed25519 is deterministic, so the signature equals the one that `ssh-keygen` made
    let signature = dir.read("SHA256SUMS.sig");
    assert_eq!(signature, SSH);
    dir.run("sign --key m.key -t comment -o out SHA256SUMS").is("", "", 0);
    assert!(dir.read("out").contains("\ntrusted comment: comment\n"));
    assert_eq!(dir.read("out").lines().nth(1), MINISIGN.lines().nth(1));
    dir.run("sign --key m.key --format ssh a").is(
        "",
        "bramah: m.key: this key cannot make signatures in the format of --format; omit --format\n",
        1,
    );
    dir.run("sign --key m.pub a").is("", "bramah: m.pub: not a minisign secret key\n", 1);
    dir.run("sign --key ssh.key -t x a").is_usage("--trusted-comment");
    dir.run("sign --key m.key -o x a b").is_usage("-o");
}

#[test]
fn keys_that_sign() {
    let dir = dir();
    dir.write("pw", "pw\n");
    dir.write("wrong", "pW\n");
    for options in ["--no-passphrase", "--passphrase-file pw --work-factor 10"] {
        let ran = dir.run(&format!("keygen --sign {options} -f -o new.key"));
        assert_eq!((ran.text(), ran.code), ("", 0), "{}", ran.err);
        let public = dir.read("new.key.pub");
        let line = public.lines().last().expect("a line");
        assert_eq!(ran.err, format!("bramah: public key: {line}\n"));
        #[cfg(unix)]
        {
            let mode = std::os::unix::fs::PermissionsExt::mode(
                &std::fs::metadata(dir.path("new.key")).expect("a file").permissions(),
            );
            assert_eq!(mode & 0o777, 0o600);
        }
        assert_eq!(dir.run("keygen -y --passphrase-file pw new.key").well(), public);
        dir.run("sign -f --key new.key --passphrase-file pw SHA256SUMS").is("", "", 0);
        assert_eq!(dir.check("--signed-by new.key.pub SHA256SUMS").code, 0);
        assert_eq!(dir.check(&format!("--signed-by {line} SHA256SUMS")).code, 0);
        assert_eq!(dir.check("--signed-by m.pub SHA256SUMS").code, 1);
        let ran = dir.run("keygen --sign --no-passphrase -o new.key");
        assert!(ran.code == 1 && ran.err.contains("exists"), "{}", ran.err);
    }
    dir.run("sign --key new.key --passphrase-file wrong a").is("", "bramah: new.key: wrong passphrase\n", 1);
    dir.run("sign --key new.key --passphrase-file pw --max-work-factor 9 a").is(
        "",
        "bramah: new.key: the scrypt work factor of this key is above the limit; `bramah sign` can raise the limit with --max-work-factor\n",
        1,
    );
    dir.run("keygen --no-passphrase").is_usage("--sign");
    dir.run("keygen --sign --no-passphrase --passphrase-file pw").is_usage("--no-passphrase");
}
