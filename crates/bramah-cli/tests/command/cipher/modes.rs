//! Tests of the output of the modes of block ciphers.

use crate::support::{Dir, hex, message};
use bramah_vectors::Bytes;

/// Returns the modes with every option for padding, stealing and increments.
fn forms() -> Vec<(&'static str, String)> {
    let mut forms = Vec::new();
    for mode in ["ecb", "cbc"] {
        for padding in ["", "--padding pkcs7", "--padding iso7816", "--padding x923", "--padding zero"] {
            forms.push((mode, padding.to_string()));
        }
        forms.push((mode, "--padding none".into()));
        for stealing in ["--stealing cs1", "--cts cs2", "--stealing cs3"] {
            forms.push((mode, stealing.into()));
        }
    }
    for increment in ["", "--increment be", "--increment le", "--increment be-half", "--increment le-half"] {
        forms.push(("ctr", increment.into()));
        forms.push(("ctr", format!("{increment} -j 3")));
    }
    for mode in ["ctr --increment be32", "cfb", "cfb8", "cfb1", "ofb", "xts", "xts --unit 77"] {
        forms.push((mode, String::new()));
    }
    forms
}

#[test]
fn what_was_encrypted_is_decrypted() {
    let dir = Dir::new();
    for (i, (mode, more)) in forms().into_iter().enumerate() {
        let bits = [128, 192, 256][i % 3];
        let keys = if mode.starts_with("xts") { 2 } else { 1 };
        let key = hex(&message(keys * bits / 8));
        let iv = match mode {
            "ecb" | "xts --unit 77" => String::new(),
            _ => format!("--iv {}", hex(&message(16))),
        };
        let arguments = format!("cipher aes-{bits}-{mode} --key {key} {iv} {more} -q");
        let large = if mode.starts_with("cfb") { 70_000 } else { (2 << 20) + 17 };
        for len in [0, 1, 15, 16, 17, 31, 32, 33, large] {
            let whole = more.contains("none");
            let steals = more.contains("--cts") || more.contains("--stealing") || mode.starts_with("xts");
            if whole && len % 16 > 0 || steals && len < 16 {
                continue;
            }
            let text = message(len);
            let encrypted = dir.fed(&arguments, text.clone());
            assert_eq!((encrypted.err.as_str(), encrypted.code), ("", 0), "{arguments}, {len}");
            let (mut expected, mut decrypted) = (len, text);
            if matches!(mode, "ecb" | "cbc") && !whole && !steals {
                expected = if more.contains("zero") { len.next_multiple_of(16) } else { len / 16 * 16 + 16 };
            }
            if more.contains("zero") {
                decrypted.resize(expected, 0);
            }
            assert_eq!(encrypted.out.len(), expected, "{arguments}, {len}");
            assert!(len < 15 || encrypted.out[..15] != decrypted[..15]);
            dir.fed(&format!("{arguments} -d"), encrypted.out).gives(&decrypted);
        }
    }
}

#[test]
fn a_data_unit_has_a_number_or_a_tweak() {
    let dir = Dir::new();
    let key = hex(&message(32));
    let text = message(40);
    let with = |tweak: &str| dir.fed(&format!("cipher aes-128-xts -q --key {key} {tweak}"), text.clone()).out;
    assert_eq!(with("--unit 258"), with("--iv 02010000000000000000000000000000"));
    assert_ne!(with("--unit 0"), with("--unit 1"));
}

#[test]
fn a_short_iv_of_ctr_has_zeros_behind_it() {
    let dir = Dir::new();
    let with =
        |iv: &str| dir.fed(&format!("cipher aes-128-ctr -q {} --iv {iv}", super::KEY), message(99)).out;
    assert_eq!(with("abcd"), with("abcd0000000000000000000000000000"));
    let nothing = dir.fed(&format!("cipher aes-128-ctr -q {} --iv= --empty-iv", super::KEY), message(99)).out;
    assert_eq!(nothing, with("00"));
}

/// The valid and invalid lengths of IVs; the examples of GOST R 34.13-2015 are tested as vectors.
#[test]
fn ivs_of_several_blocks() {
    let (dir, key) = (Dir::new(), hex(&message(32)));
    let with = |name: &str, iv: usize| {
        let arguments = format!("cipher {name} -q --key {key} --iv {}", hex(&message(iv)));
        (dir.fed(&arguments, message(100)), arguments)
    };
    for (name, ivs) in [
        ("kuznyechik-cbc", &[16, 32, 48, 1024][..]),
        ("magma-cbc", &[8, 24]),
        ("kuznyechik-ofb", &[32]),
        ("magma-cfb", &[9, 16]),
        ("magma-cfb8", &[13]),
        ("kuznyechik-cfb1", &[32]),
    ] {
        for iv in ivs {
            let (encrypted, arguments) = with(name, *iv);
            assert_eq!((encrypted.err.as_str(), encrypted.code), ("", 0), "{arguments}");
            dir.fed(&format!("{arguments} -d"), encrypted.out).gives(&message(100));
        }
    }
    for (name, iv, taken) in [
        ("kuznyechik-cbc", 24, "16 to 1024 bytes in steps of 16"),
        ("kuznyechik-cbc", 1040, "16 to 1024 bytes in steps of 16"),
        ("magma-ofb", 20, "8 to 512 bytes in steps of 8"),
        ("magma-cfb", 7, "8 to 512 bytes"),
        ("kuznyechik-cbc --cts cs3", 32, "16 bytes"),
        ("kuznyechik-ctr", 32, "1 to 16 bytes"),
        ("aes-256-cbc", 32, "16 bytes"),
        ("gost28147-a-cfb", 16, "8 bytes"),
    ] {
        let (ran, arguments) = with(name, iv);
        assert_eq!((ran.out.len(), ran.code), (0, 2), "{arguments}");
        assert!(ran.err.contains(&format!("takes an IV of {taken}\n")), "{arguments}: {}", ran.err);
    }
}

#[test]
fn threads_and_backends_change_nothing() {
    let dir = Dir::new();
    let text = message((5 << 20) + 3);
    let run = |more: &str| {
        let arguments = format!("cipher aes-256-ctr -q --key {} --iv ff {more}", hex(&message(32)));
        let ran = dir.fed(&arguments, text.clone());
        assert_eq!((ran.err.as_str(), ran.code), ("", 0), "{arguments}");
        ran.out
    };
    let one = run("");
    for jobs in [1, 2, 5, 1000] {
        assert!(run(&format!("-j {jobs}")) == one, "{jobs}");
    }
    for backend in bramah::block::lookup("aes-256").expect("a cipher").backends_available() {
        assert!(run(&format!("--backend {backend}")) == one, "{backend}");
    }
}

/// Modes work with ciphers of other block and key lengths.
#[test]
fn ciphers_with_other_blocks() {
    let dir = Dir::new();
    let others = bramah::block::entries().filter(|entry| entry.info.block_len != 16);
    for (i, entry) in others.enumerate() {
        let info = &entry.info;
        let (name, block) = (info.name, info.block_len);
        for mode in
            ["ecb", "cbc --cts cs3", "cfb", "cfb8", "cfb1", "ofb", "ctr --increment le-half", "xts", "eax"]
        {
            let defined = bramah::mode::MODES.iter().find(|info| info.name == mode);
            if defined.is_some_and(|mode| !mode.takes(&entry.algorithm())) {
                continue;
            }
            let keys = if mode == "xts" { 2 } else { 1 };
            let key = hex(&message(keys * info.key_len));
            let iv = match mode {
                "ecb" => String::new(),
                "xts" => format!("--unit {i}"),
                _ => format!("--iv {}", hex(&message(block))),
            };
            let arguments = format!("cipher {name}-{mode} -q --key {key} {iv}");
            // each length is tested with each mode over one cipher in three
            let len = [block, 3 * block - 1, 1000 + i][i % 3];
            let encrypted = dir.fed(&arguments, message(len));
            assert_eq!((encrypted.err.as_str(), encrypted.code), ("", 0), "{arguments}");
            dir.fed(&format!("{arguments} -d"), encrypted.out).gives(&message(len));
        }
        let usage = dir.run(&format!("cipher {name}-cbc --key {} --iv 00", hex(&message(info.key_len))));
        let taken = if name == "magma" { "8 to 512 bytes in steps of 8" } else { &format!("{block} bytes") };
        usage.is_usage(&format!("--iv has 1 byte, but {name}-cbc takes an IV of {taken}"));
    }
}

/// Tests the tweaks of Threefish's published vectors, and that a tweak changes the result of a mode.
#[test]
fn the_tweak_of_a_cipher() {
    let dir = Dir::new();
    let vectors = bramah_vectors::block("threefish").unwrap();
    let mut met = 0;
    for vector in vectors.iter().filter(|vector| vector.number("iterations").is_none()) {
        let field = |name| match vector.bytes(name) {
            Some(Bytes::Literal(bytes)) => bytes.to_vec(),
            _ => Vec::new(),
        };
        let [key, tweak, plaintext] = ["key", "tweak", "plaintext"].map(field);
        if tweak.is_empty() {
            continue;
        }
        let name = format!("threefish-{}-ecb --padding none -q", 8 * key.len());
        let arguments = format!("cipher {name} --key {} --tweak {}", hex(&key), hex(&tweak));
        assert_eq!(dir.fed(&arguments, plaintext).out, vector.require("ciphertext").literal(), "{vector}");
        met += 1;
    }
    assert!(met > 5, "{met} vectors with a tweak");
    let run = |more: &str| {
        let key = hex(&message(32));
        dir.fed(&format!("cipher threefish-256-eax --iv 00 --key {key} {more}"), message(100)).out
    };
    assert_eq!(run(""), run(&format!("--tweak {}", "0".repeat(32))));
    assert_ne!(run(""), run(&format!("--tweak {}", "1".repeat(32))));
}
