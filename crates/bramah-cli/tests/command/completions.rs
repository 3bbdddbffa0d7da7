//! Tests of the completions that shells offer.

use crate::support::Dir;

/// Returns the completions that bash offers for the last of these words.
fn offered(dir: &Dir, words: &[&str]) -> Vec<String> {
    let script = r#"
        source <("$bramah" completions bash)
        COMP_WORDS=("$@")
        COMP_CWORD=$(($# - 1))
        _bramah bramah "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\n' "${COMPREPLY[@]}"
    "#;
    let mut bash = assert_cmd::Command::new("bash");
    bash.env("bramah", env!("CARGO_BIN_EXE_bramah")).current_dir(dir.path("."));
    let ran = bash.args(["-c", script, "bash"]).args(words).output().expect("bash runs");
    assert!(ran.stderr.is_empty(), "{ran:?}");
    String::from_utf8(ran.stdout).expect("UTF-8").lines().map(String::from).collect()
}

#[cfg(unix)]
#[test]
fn bash_completes_the_names_of_algorithms() {
    let dir = Dir::new();
    let sha3 = ["sha3-224", "sha3-256", "sha3-384", "sha3-512"];
    assert_eq!(offered(&dir, &["bramah", "hash", "-a", "sha3-"]), sha3);
    assert_eq!(offered(&dir, &["bramah", "check", "--algorithm", "sha3-"]), sha3);
    let after_comma = sha3.map(|name| format!("md5,{name}"));
    assert_eq!(offered(&dir, &["bramah", "hash", "-a", "md5,sha3-"]), after_comma);
    assert_eq!(offered(&dir, &["bramah", "cipher", "xchacha20-"]), ["xchacha20-poly1305"]);
    assert!(offered(&dir, &["bramah", "cipher", "aes-256-g"]).contains(&"aes-256-gcm".into()));
    assert_eq!(offered(&dir, &["bramah", "kdf", "argon2"]), ["argon2d", "argon2i", "argon2id"]);
    assert!(offered(&dir, &["bramah", "mac", "hmac-sha2"]).contains(&"hmac-sha256".into()));
}

#[cfg(unix)]
#[test]
fn bash_completes_the_names_of_backends() {
    let dir = Dir::new();
    for command in
        [&["hash"][..], &["cipher", "aes-128-ctr"], &["mac", "hmac-md5"], &["selftest"], &["bench"]]
    {
        let words = ["bramah"].iter().chain(command).copied().chain(["--backend", "por"]);
        assert_eq!(offered(&dir, &words.collect::<Vec<_>>()), ["portable"], "{command:?}");
    }
    // an unknown name is refused by the command, and not by the parser, which would list the completions
    dir.run("hash --backend none a").is_usage("sha256 has no backend named \"none\"");
}

#[test]
fn zsh_and_fish_have_them_too() {
    let dir = Dir::new();
    let zsh = dir.run("completions zsh");
    for name in ["sha3-256", "hmac-sha256", "xchacha20-poly1305", "argon2id"] {
        assert!(zsh.well().contains(name), "{name}");
    }
    let fish = dir.run("completions fish");
    assert!(fish.well().contains("sha3-256"));
    let mac = "complete -c bramah -n \"__fish_bramah_using_subcommand mac\" -a \"";
    let names = fish.well().lines().find_map(|line| line.strip_prefix(mac)).expect("the names of MACs");
    assert!(names.trim_end_matches('"').split(' ').any(|name| name == "hmac-sha256"), "{names}");
}

/// Names that shells do not complete are accepted too.
#[test]
fn other_names_are_taken() {
    let dir = Dir::new();
    assert_eq!(dir.run("hash -a SHA-256 a").well(), dir.run("hash a").well());
    assert!(dir.run("hash -a blake3-1024 a").well().starts_with("BLAKE3"));
    let help = dir.run("hash --help");
    assert!(!help.well().contains("possible values: blake"), "{}", help.text());
}
