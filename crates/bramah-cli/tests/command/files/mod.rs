//! Tests of `bramah encrypt`, `decrypt`, `keygen` and `inspect`.

#[cfg(unix)]
mod many;
mod openssl;
mod other_formats;
#[cfg(unix)]
mod output;
mod refusals;

use crate::support::{Dir, message, tagged_recipients};

/// Makes a directory with an identity in `key`, its recipient in `public`, and a passphrase in `pass`.
pub(crate) fn keys() -> Dir {
    let dir = Dir::new();
    let made = dir.run("keygen -o key");
    assert_eq!((made.text(), made.code), ("", 0));
    let public = dir.run("keygen -y key").well().to_string();
    assert_eq!(made.err, format!("bramah: public key: {public}"));
    assert!(public.starts_with("age1") && public.len() == 63, "{public}");
    dir.write("public", public);
    dir.write("pass", "correct horse\n");
    dir
}

#[test]
fn files_go_there_and_back() {
    let dir = keys();
    for len in [0, 1, 65_536, 65_537, 3_000_000] {
        let text = message(len);
        dir.write("in", &text);
        for (to, from) in [
            ("-R public", "-i key"),
            ("-i key", "-i key"),
            ("-aR public", "-i key"),
            ("-p --work-factor 4 --passphrase-file pass", "--passphrase-file pass"),
        ] {
            assert_eq!(dir.run(&format!("encrypt {to} -f -o out in")).well(), "");
            dir.run(&format!("decrypt {from} out")).gives(&text);
            assert_eq!(dir.run(&format!("decrypt {from} -f -o again out")).well(), "");
            assert!(dir.bytes("again") == text, "{to}, {len}");
            let fed = dir.fed(&format!("encrypt {to}"), text.clone());
            assert_eq!((fed.err.as_str(), fed.code), ("", 0));
            dir.fed(&format!("decrypt {from} --jobs 3"), fed.out).gives(&text);
        }
    }
}

#[test]
fn recipients_are_arguments_too() {
    let dir = keys();
    let public = dir.read("public");
    dir.run(&format!("encrypt -r {} -o out a", public.trim())).gives(b"");
    dir.run("decrypt -i key out").gives(b"abc");
    let mut command = dir.command("encrypt -p --work-factor 4 -o env a");
    let ran = crate::support::ran(command.env("BRAMAH_PASSPHRASE", "correct horse"));
    assert_eq!(ran.well(), "");
    dir.run("decrypt --passphrase-file pass env").gives(b"abc");
    assert_eq!(dir.fed("decrypt --passphrase-fd 0 env", "correct horse\n").well(), "abc");
    assert!(dir.bytes("env") != dir.bytes("out"));
}

#[test]
fn identities_may_be_encrypted_or_post_quantum() {
    let dir = keys();
    assert_eq!(dir.run("encrypt -p --work-factor 4 --passphrase-file pass -o key.age key").well(), "");
    assert_eq!(dir.run("encrypt -R public -o out a").well(), "");
    dir.run("decrypt -i key.age --passphrase-file pass out").gives(b"abc");
    assert_eq!(dir.run("keygen --pq -o pq").code, 0);
    dir.write("pq.public", dir.run("keygen -y pq").well());
    assert_eq!(dir.run("encrypt -R pq.public -o hybrid a").well(), "");
    dir.run("decrypt -i key -i pq hybrid").gives(b"abc");
    dir.run("encrypt -R pq.public -R public a").is(
        "",
        "bramah: a: these recipients cannot be combined: a passphrase must be the only recipient, and post-quantum recipients cannot be mixed with others\n",
        1,
    );
}

#[test]
fn tagged_recipients_need_no_plugin() {
    let dir = Dir::new();
    for (recipient, kind) in tagged_recipients().iter().zip(["p256tag", "mlkem768p256tag"]) {
        dir.write("tag.pub", format!("# hardware\n{recipient}\n"));
        for to in ["-R tag.pub", &format!("-r {recipient}")] {
            assert_eq!(dir.run(&format!("encrypt -f {to} -o out a")).well(), "");
            let shown = dir.run("inspect --json out");
            let shown: serde_json::Value = serde_json::from_str(shown.well()).unwrap();
            assert_eq!(shown["recipients"], serde_json::json!({ kind: 1 }));
            assert_eq!(shown["post_quantum"], kind.starts_with("mlkem"));
        }
        let wrong = dir.run(&format!("encrypt -r {recipient}q -o wrong a"));
        wrong.is_usage("-r: malformed age1tag");
    }
}

#[test]
fn what_a_file_shows_is_shown() {
    let dir = keys();
    dir.write("in", message(70_000));
    assert_eq!(dir.run("encrypt -R public -o out in").well(), "");
    assert_eq!(dir.run("encrypt -aR public -o text in").well(), "");
    let shown = "out\n  format: age\n  version: 1\n  armored: no\n  needs: an identity AGE-SECRET-KEY-1...\n  recipients: \
                 X25519: 1\n  post quantum: no\n  header bytes: 168\n  chunks: 2\n  plaintext bytes: 70000\n  \
                 authenticated: yes\n";
    assert_eq!(dir.run("inspect out").well(), shown);
    let objects = dir.run("inspect --json out text");
    for (line, armored) in objects.well().lines().zip([false, true]) {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(object["armored"], armored);
        assert_eq!((&object["plaintext_bytes"], &object["chunks"]), (&70_000.into(), &2.into()));
        assert_eq!(object["recipients"], serde_json::json!({ "X25519": 1 }));
    }
    dir.run("inspect a").is("", "bramah: a: not a file encrypted by age, FCA or openssl enc\n", 1);
}
