//! `bramah list`, and the man pages and completions made from the grammar.

use crate::support::Dir;
use serde_json::Value;

#[test]
fn every_cipher_mode_and_mac_is_listed() {
    let dir = Dir::new();
    let names = |kind: &str| {
        let ran = dir.run(&format!("list {kind}"));
        let name = |line: &str| line.split(' ').next().unwrap_or_default().to_string();
        ran.well().lines().skip(1).map(name).collect::<Vec<_>>()
    };
    let ciphers = names("ciphers");
    assert_eq!(ciphers, bramah::block::entries().map(|entry| entry.info.name).collect::<Vec<_>>());
    let modes = names("modes");
    assert_eq!(modes.len(), bramah::mode::MODES.len() + bramah::aead::MODES.len());
    for mode in &modes {
        // the modes of GOST 28147-89 and DSTU 7624 are defined only for these ciphers
        let defined = ["aes-128", "gost28147-z", "kalyna-128-128"].map(|cipher| format!("{cipher}-{mode}"));
        let is_known = |name: &String| bramah::cipher(name).is_ok() || bramah::aead::lookup(name).is_ok();
        assert!(defined.iter().any(is_known), "{mode}");
    }
    let macs = names("macs");
    assert_eq!(macs, bramah::mac::algorithms().map(|mac| mac.name()).collect::<Vec<_>>());
    assert!(macs.iter().all(|name| bramah::mac::lookup(name).is_ok()));
    let mut wraps = names("wraps");
    // the key wrap of Kalyna is listed once for each block length
    wraps.dedup();
    assert_eq!(wraps, bramah::key_wrap::Form::ALL.map(|form| form.name()));
    let over = |wrap: &String| ["aes-128", "3des", "kalyna-128-128"].map(|cipher| format!("{cipher}-{wrap}"));
    assert!(wraps.iter().all(|wrap| over(wrap).iter().any(|name| bramah::key_wrap::lookup(name).is_ok())));
    // without an argument, hash functions are listed
    assert_eq!(dir.run("list").well(), dir.run("list hashes").well());
    let listed = dir.run("list ciphers");
    let aes = listed.well().lines().find(|line| line.starts_with("aes-256 ")).expect("a line of AES-256");
    assert_eq!(
        aes.split_whitespace().collect::<Vec<_>>(),
        ["aes-256", "128", "256", "current", "FIPS", "197"]
    );
}

#[test]
fn backends_are_those_of_the_ciphers() {
    let dir = Dir::new();
    let ran = dir.run("list ciphers --backends");
    for entry in bramah::block::entries() {
        let lines: Vec<&str> =
            ran.well().lines().filter(|line| line.split(' ').next() == Some(entry.info.name)).collect();
        assert_eq!(lines.len(), entry.algorithm().choice().count());
        assert_eq!(lines.iter().filter(|line| line.ends_with(" in use")).count(), 1);
    }
    assert_eq!(dir.run("list modes --backends").well(), ran.text());
    let macs = dir.run("list macs --backends");
    assert!(macs.well().starts_with(ran.text()));
    for name in ["ghash", "poly1305", "siphash"] {
        assert!(macs.text().lines().any(|line| line.starts_with(name)), "{name}");
    }
}

#[test]
fn json_has_a_line_for_each() {
    let dir = Dir::new();
    for (kind, fields) in [
        ("hashes", &["name", "backends"][..]),
        ("ciphers", &["name", "block_bits", "key_bits", "standing", "specification", "backends"]),
        ("modes", &["name", "title", "authenticates", "specification"]),
        ("wraps", &["name", "wrapped_key_bytes", "ciphers", "specification"]),
        ("macs", &["name", "tag_bits", "key_bytes", "nonce_bytes", "standing", "specification", "backends"]),
    ] {
        let ran = dir.run(&format!("list {kind} --json"));
        assert!(ran.well().lines().count() > 2);
        for line in ran.text().lines() {
            let object: Value = serde_json::from_str(line).expect("JSON");
            assert!(fields.iter().all(|field| !object[field].is_null()), "{line}");
        }
    }
    dir.run("list ciphers --markdown").is_usage("--markdown works only with hashes");
    dir.run("list frob").is_usage("frob");
}

#[test]
fn shells_and_manuals_know_every_command() {
    let dir = Dir::new();
    dir.run("man pages").is("", "", 0);
    let page = |name: &str| dir.read(&format!("pages/{name}.1")).replace("\\-", "-");
    for argument in
        ["--key-file", "--key-fd", "--key-env", "--iv", "--padding", "--stealing", "--increment", "--unit"]
    {
        assert!(page("bramah-cipher").contains(argument), "{argument}");
    }
    assert!(page("bramah-mac").contains("--check") && page("bramah").contains("bramah-cipher"));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = dir.run(&format!("completions {shell}"));
        let text = ran.well();
        assert!(["key-file", "increment", "stealing"].iter().all(|word| text.contains(word)), "{shell}");
        // the completions of some shells do not contain the values of options
        let values = ["be-half", "iso7816", "cs3"].iter().all(|word| text.contains(word));
        assert!(values || matches!(shell, "powershell" | "elvish"), "{shell}");
    }
    for command in ["cipher", "mac"] {
        let help = dir.run(&format!("{command} --help"));
        let words: Vec<&str> = help.well().split_whitespace().collect();
        assert!(
            words.join(" ").contains("only for tests: everyone on the machine can see"),
            "{}",
            help.text()
        );
    }
}
