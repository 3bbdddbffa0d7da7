//! Plugins: a script that speaks the protocol.
#![cfg(unix)]

use bramah_age::{Ask, Decryptor, Encryptor, Error, Identity, PluginIdentity};
use std::{env, fs, os::unix::fs::PermissionsExt, sync::Arc};
use zeroize::Zeroizing;

/// A plugin whose stanza is the file key itself. It asks for a PIN, shows a message, and asks to be confirmed.
const SCRIPT: &str = r#"#!/bin/sh
say() { printf '%s\n' "$@"; }
answer() { read -r first; read -r body; }
skip() { while read -r line; do [ "$line" = "-> done" ] && { read -r line; return; }; done; }
case "$1" in
--age-plugin=recipient-v1)
    while read -r line; do
        case "$line" in
        "-> wrap-file-key") read -r key ;;
        "-> done") read -r line; break ;;
        esac
    done
    say "-> msg" "aGVsbG8"; answer
    say "-> unknown-command" ""; answer
    [ "$first" = "-> unsupported" ] || exit 1
    say "-> labels" ""; answer
    say "-> recipient-stanza 0 script argument" "$key"; answer
    say "-> done" "" ;;
--age-plugin=identity-v1)
    while read -r line; do
        case "$line" in
        "-> recipient-stanza 0 script argument") read -r key ;;
        "-> done") read -r line; break ;;
        esac
    done
    say "-> request-secret" "UElO"; answer
    [ "$body" = "MTIzNA" ] || { say "-> error internal" "d3JvbmcgUElO"; answer; say "-> done" ""; exit; }
    say "-> confirm eWVz bm8" "c3VyZQ"; answer
    [ "$first" = "-> ok yes" ] || exit 1
    [ -z "$key" ] || { say "-> file-key 0" "$key"; answer; }
    say "-> done" "" ;;
esac
"#;

struct Pin(&'static str);

impl Ask for Pin {
    fn passphrase(&self, _: &str) -> Result<Zeroizing<Vec<u8>>, Error> {
        panic!("a plugin asks for no passphrase of a file")
    }
    fn secret(&self, prompt: &str) -> Result<Zeroizing<String>, Error> {
        assert_eq!(prompt, "PIN");
        Ok(Zeroizing::new(self.0.into()))
    }
    fn value(&self, _: &str) -> Result<String, Error> {
        panic!("nothing else is asked for")
    }
    fn confirm(&self, prompt: &str, yes: &str, no: Option<&str>) -> Result<bool, Error> {
        assert_eq!((prompt, yes, no), ("sure", "yes", Some("no")));
        Ok(true)
    }
    fn show(&self, message: &str) {
        assert_eq!(message, "age-plugin-script: hello");
    }
}

/// One test, since it changes the environment of the process.
#[test]
#[allow(unsafe_code)] // setting the environment
fn a_plugin_wraps_and_unwraps() {
    let directory = env::temp_dir().join(format!("bramah-age-plugin-{}", std::process::id()));
    fs::create_dir_all(&directory).unwrap();
    let program = directory.join("age-plugin-script");
    fs::write(&program, SCRIPT).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", directory.display(), env::var("PATH").unwrap());
    // SAFETY: this program has one test, so that no other thread reads the environment at the same time
    unsafe { env::set_var("PATH", path) };

    let plugin = |pin, name| PluginIdentity::named(name, Arc::new(Pin(pin))).unwrap();
    let identity = plugin("1234", "script");
    let recipients = identity.recipients().unwrap().unwrap();
    let mut file = Vec::new();
    Encryptor::new(&[&*recipients[0]]).unwrap().encrypt(&b"text"[..], &mut file, 1).unwrap();
    let open = |identity: &dyn Identity| {
        let mut text = Vec::new();
        Decryptor::new(&file[..])?.unlock(&[identity])?.decrypt(&mut text, 1)?;
        Ok::<_, Error>(text)
    };
    assert_eq!(open(&identity).unwrap(), b"text");
    assert_eq!(open(&plugin("4321", "script")).unwrap_err().to_string(), "age-plugin-script: wrong PIN");
    let missing = open(&plugin("", "no-such")).unwrap_err().to_string();
    assert!(missing.starts_with("age-plugin-no-such: no such program"), "{missing}");
    assert!(PluginIdentity::named("../x", Arc::new(Pin(""))).is_err());
    fs::remove_dir_all(&directory).unwrap();
}
