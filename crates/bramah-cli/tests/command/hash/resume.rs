//! Tests of the file of states of `--resume`: every changed byte and field is detected, so that no digest is wrong.

use crate::support::{Dir, Ran, hex};
use bramah::Sha256;
use serde_json::{Value, json};
use std::fs;

/// The length of the file in bytes. States are saved after every [`INTERVAL`] bytes.
const LEN: usize = 299_999;
const INTERVAL: usize = 100_000;
/// The offset of the state that an interrupted run saved.
const OFFSET: u64 = 200_000;

/// The message that refuses the whole file of states.
const REFUSED: &str = "bramah: state: damaged, or not a file of saved states (version 2); delete it to hash from the beginning\n";

fn dir() -> Dir {
    let dir = Dir::new();
    let bytes: Vec<u8> = (0..LEN as u32).map(|i| ((i % 251) ^ (i >> 9)) as u8).collect();
    dir.write("large", bytes);
    dir.write("k1", [1; 32]);
    dir.write("k2", [2; 32]);
    dir.write("k3", [3; 16]);
    dir
}

/// Makes the file `state` as a run of `hash OPTIONS large` leaves it if it is killed after [`OFFSET`] bytes; returns
/// its text.
fn interrupted(dir: &Dir, options: &str) -> String {
    let _ = fs::remove_file(dir.path("state"));
    // a run in which a file fails keeps the states, like a run that is killed
    dir.run(&format!("hash {options} --resume state --resume-interval {INTERVAL} large missing"));
    let text = dir.read("state");
    let value: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["files"][hex(b"large")]["offset"], OFFSET, "{text}");
    text
}

fn resumed(dir: &Dir, options: &str) -> Ran {
    dir.run(&format!("hash {options} --resume state large"))
}

/// Returns the text with a new digest, as an attacker would compute it after a change.
fn sealed(value: &Value) -> String {
    let text = json!({ "version": value["version"], "files": value["files"] }).to_string();
    let digest = hex(&Sha256::digest(&text));
    format!("{},\"sha256\":\"{digest}\"}}\n", &text[..text.len() - 1])
}

#[test]
fn every_byte_of_the_file_of_states_counts() {
    let dir = dir();
    let right = dir.run("hash large").well().to_string();
    let text = interrupted(&dir, "");
    let mut wrong = Vec::new();
    let mut run = |bytes: &[u8], what: String| {
        dir.write("state", bytes);
        let ran = resumed(&dir, "");
        let refused = ran.code == 1 && ran.out.is_empty() && ran.err == REFUSED;
        if !refused || dir.bytes("state") != bytes {
            wrong.push(format!("{what}: {ran:?}"));
        }
    };
    for at in 0..text.len() {
        // of the many hexadecimal digits of the state, only some are changed
        if at % 7 != 0 && text.as_bytes()[at].is_ascii_hexdigit() && (300..text.len() - 90).contains(&at) {
            continue;
        }
        let mut bytes = text.clone().into_bytes();
        bytes[at] = if bytes[at] == b'1' { b'2' } else { b'1' };
        run(&bytes, format!("byte {at}"));
    }
    run(&text.as_bytes()[..text.len() - 1], "cut".into());
    run(format!("{text} ").as_bytes(), "longer".into());
    run(text.replace("\"version\"", " \"version\"").as_bytes(), "a blank".into());
    run(text.to_uppercase().as_bytes(), "upper case".into());
    run(b"", "empty".into());
    run(b"{\"version\":1}", "version 1".into());
    run(b"{\"version\":1,\"files\":{}}", "version 1".into());
    run(b"\xff\xfe", "no text".into());
    assert!(wrong.is_empty(), "{} runs: {}", wrong.len(), wrong[..wrong.len().min(3)].join("\n"));
    dir.write("state", &text);
    let ran = resumed(&dir, "");
    ran.is(&right, &format!("bramah: large: resuming at byte {OFFSET}\n"), 0);
    assert!(!dir.path("state").exists());
}

/// If a field is changed and the digest is recomputed, a message says why the file is hashed from its beginning.
#[test]
fn every_field_counts() {
    let dir = dir();
    let options = "-a sha256,sha224";
    let right = dir.run(&format!("hash {options} large")).well().to_string();
    let text = interrupted(&dir, options);
    let whole: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(sealed(&whole), text, "the test seals as the command does");
    let name = hex(b"large");
    let from_the_beginning = |what: &str, change: &dyn Fn(&mut Value), says: &str| {
        let mut value = whole.clone();
        change(&mut value["files"][&name]);
        assert_ne!(value, whole, "{what}");
        dir.write("state", sealed(&value));
        let err = format!("bramah: large: hashing from the beginning: {says}\n");
        assert_eq!(resumed(&dir, options), Ran { out: right.clone().into(), err, code: 0 }, "{what}");
    };
    const CHANGED: &str = "the file has changed since the state was saved";
    const MALFORMED: &str = "the saved state of this file is malformed";
    const OTHERS: &str = "the saved state of this file is for other algorithms";
    const DAMAGED: &str = "sha256: the saved state is damaged, or comes from another version or algorithm";
    for (offset, says) in [
        (json!(0), "sha256: the saved state of this file is damaged: it is not the state after 0 bytes"),
        (
            json!(OFFSET + 1000),
            "sha256: the saved state of this file is damaged: it is not the state after 201000 bytes",
        ),
        (
            json!(OFFSET - 1),
            "sha256: the saved state of this file is damaged: it is not the state after 199999 bytes",
        ),
        (
            json!(LEN + 1),
            "sha256: the saved state of this file is damaged: it is not the state after 300000 bytes",
        ),
        (json!("200000"), MALFORMED),
        (json!(-1), MALFORMED),
        (Value::Null, MALFORMED),
    ] {
        from_the_beginning("offset", &|file| file["offset"] = offset.clone(), says);
    }
    from_the_beginning("size", &|file| file["size"] = json!(LEN + 1), CHANGED);
    from_the_beginning("size", &|file| file["size"] = json!("300000"), MALFORMED);
    from_the_beginning("modified", &|file| file["modified"] = json!("1.000000000"), CHANGED);
    from_the_beginning("modified", &|file| file["modified"] = Value::Null, CHANGED);
    from_the_beginning("states", &|file| file["states"] = json!([]), MALFORMED);
    from_the_beginning("states", &|file| file["states"] = json!({}), OTHERS);
    from_the_beginning("a field more", &|file| file["more"] = json!(1), MALFORMED);
    from_the_beginning("no fields", &|file| *file = json!(1), MALFORMED);
    for field in ["size", "modified", "offset", "states"] {
        from_the_beginning(field, &|file| drop(file.as_object_mut().unwrap().remove(field)), MALFORMED);
    }
    from_the_beginning(
        "a state less",
        &|file| drop(file["states"].as_object_mut().unwrap().remove("sha224")),
        OTHERS,
    );
    from_the_beginning(
        "a state more",
        &|file| file["states"]["md5"] = file["states"]["sha224"].clone(),
        OTHERS,
    );
    from_the_beginning(
        "exchanged",
        &|file| file["states"]["sha256"] = file["states"]["sha224"].clone(),
        DAMAGED,
    );
    from_the_beginning("no text", &|file| file["states"]["sha256"] = json!(7), MALFORMED);
    from_the_beginning("no digits", &|file| file["states"]["sha256"] = json!("zz"), MALFORMED);
    // the state of SHA-224 is from an earlier offset than the state of SHA-256
    let mut value = whole.clone();
    let earlier = {
        let mut hasher = bramah::hash::lookup("sha224").unwrap().hasher();
        hasher.update(&dir.bytes("large")[..INTERVAL]);
        hex(&hasher.save())
    };
    value["files"][&name]["states"]["sha224"] = json!(earlier);
    dir.write("state", sealed(&value));
    let err = "bramah: large: hashing from the beginning: sha224: the saved state of this file is damaged: it is not the state after 200000 bytes\n";
    resumed(&dir, options).is(&right, err, 0);
    // the state of a file with another name
    let mut value = whole.clone();
    let file = value["files"].as_object_mut().unwrap().remove(&name).unwrap();
    value["files"][hex(b"larger")] = file;
    dir.write("state", sealed(&value));
    resumed(&dir, options).is(&right, "", 0);
    // another version of the format
    let mut value = whole.clone();
    value["version"] = json!(1);
    dir.write("state", sealed(&value));
    resumed(&dir, options).is("", REFUSED, 1);
    // the unchanged file of states is accepted
    dir.write("state", &text);
    resumed(&dir, options).is(&right, &format!("bramah: large: resuming at byte {OFFSET}\n"), 0);
}

/// A state that was saved under other options is not continued, for every function and option.
#[test]
fn a_state_is_of_one_key_and_of_one_choice_of_options() {
    let dir = dir();
    let groups: &[&[&str]] = &[
        &[
            "-a blake2b",
            "-a blake2b --key-file k1",
            "-a blake2b --key-file k2",
            "-a blake2b --salt 01",
            "-a blake2b --salt 02",
            "-a blake2b --personal 01",
            "-a blake2b -l 256",
        ],
        &["-a blake2s --key-file k1", "-a blake2s --key-file k2"],
        &["-a blake2sp --key-file k1", "-a blake2sp --key-file k2", "-a blake2sp"],
        &[
            "-a blake3",
            "-a blake3 --key-file k1",
            "-a blake3 --key-file k2",
            "-a blake3 --context x",
            "-a blake3 --context y",
        ],
        &["-a blake256 --salt 00000000000000000000000000000001", "-a blake256"],
        &[
            "-a kmac128 --key-file k1",
            "-a kmac128 --key-file k2",
            "-a kmac128 --key-file k1 --personal 01",
            "-a kmac128 --key-file k3",
        ],
        &["-a cshake128", "-a cshake128 --personal 01", "-a cshake128 --function-name 01"],
        &["-a parallelhash128 --block-size 1000", "-a parallelhash128 --block-size 1001"],
        &["-a k12", "-a k12 --personal 01"],
        &["-a turboshake128", "-a turboshake128 --domain 02"],
        &[
            "-a skein512",
            "-a skein512 --key-file k1",
            "-a skein512 --key-file k2",
            "-a skein512 --nonce 01",
            "-a skein512 --personal 01",
            "-a skein512 --public-key 01",
            "-a skein512 --key-identifier 01",
            "-a skein512 --tree 4,4,255",
            "-a skein512 --tree 4,5,255",
        ],
        &["-a kupyna-256 --key-file k1", "-a kupyna-256 --key-file k2", "-a kupyna-256"],
    ];
    for group in groups {
        let right: Vec<Ran> = group.iter().map(|options| dir.run(&format!("hash {options} large"))).collect();
        for (made, options) in group.iter().enumerate() {
            assert_eq!(right[made].code, 0, "{options}: {}", right[made].err);
            let text = interrupted(&dir, options);
            for (other, options) in group.iter().enumerate() {
                dir.write("state", &text);
                let ran = resumed(&dir, options);
                assert_eq!(
                    (ran.text(), ran.code),
                    (right[other].text(), 0),
                    "{}, then {options}",
                    group[made]
                );
                let says = if made == other { "resuming at byte" } else { "hashing from the beginning" };
                assert!(ran.err.contains(says), "{}, then {options}: {}", group[made], ran.err);
            }
        }
    }
}

/// If states cannot be saved, the digest is still right.
#[test]
fn states_that_cannot_be_saved() {
    let dir = dir();
    let arguments = ["hash", "--resume", "none/state", "--resume-interval", "100000", "large"];
    let ran = dir.bramah(arguments);
    assert_eq!((ran.text(), ran.code), (dir.run("hash large").well(), 1));
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    assert!(ran.err.starts_with("bramah: none/state: cannot save the states: "), "{}", ran.err);
}
