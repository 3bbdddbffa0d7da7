//! Plugins: a script that speaks the protocol.
#![cfg(unix)]

use bramah_age::{Ask, Decryptor, Encryptor, Error, Identity, Passphrase, PluginIdentity, Stanza};
use std::{
    env, fs, io,
    os::unix::fs::PermissionsExt,
    path::Path,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use zeroize::Zeroizing;

/// A plugin whose stanza is the file key itself. It asks for a PIN, shows a message, and asks for confirmation.
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

/// Misbehaving plugins: the name, the script, and the error messages when the plugin is asked to wrap and to unwrap a
/// key.
const BAD: [(&str, &str, &str, &str); 7] = [
    (
        "ends",
        "exit 3",
        "the plugin exited before it had finished: exit status: 3",
        "the plugin exited before it had finished: exit status: 3",
    ),
    (
        "killed",
        "kill -9 $$",
        "the plugin exited before it had finished: signal: 9",
        "the plugin exited before it had finished: signal: 9",
    ),
    (
        "reads",
        "exec >&-; cat >&2",
        "the plugin closed its output before it had finished",
        "the plugin closed its output before it had finished",
    ),
    (
        "many",
        "i=0; while [ $i -lt 3000 ]; do printf -- '-> recipient-stanza 0 many\\nAAAA\\n'; i=$((i + 1)); done; printf -- '-> done\\n\\n'; cat >&2",
        "the plugin returned more recipients than a file can have",
        "",
    ),
    (
        "large",
        "echo '-> recipient-stanza 0 large'; head -c 3600000 /dev/zero | base64 -w 64; echo; printf -- '-> done\\n\\n'; cat >&2",
        "malformed answer: a stanza is longer than the limit for a header, 2 MiB",
        "malformed answer: a stanza is longer than the limit for a header, 2 MiB",
    ),
    (
        "words",
        "echo '-> recipient-stanza 0 X25519'; echo; printf -- '-> done\\n\\n'; cat >&2",
        "malformed header: the stanza X25519 must have 1 argument",
        "",
    ),
    (
        "line",
        "head -c 2000000 /dev/zero | tr '\\0' a; cat >&2",
        "the plugin sent a line longer than 1 MiB",
        "the plugin sent a line longer than 1 MiB",
    ),
];

/// Refuses all questions, records the waits for plugins, and ends a wait after this duration.
struct Waits(Duration, Mutex<Vec<(String, Duration)>>);

impl Ask for Waits {
    fn passphrase(&self, _: &str) -> Result<Zeroizing<Vec<u8>>, Error> {
        Err(Error::NoMatch)
    }
    fn secret(&self, _: &str) -> Result<Zeroizing<String>, Error> {
        Err(Error::NoMatch)
    }
    fn value(&self, _: &str) -> Result<String, Error> {
        Err(Error::NoMatch)
    }
    fn confirm(&self, _: &str, _: &str, _: Option<&str>) -> Result<bool, Error> {
        Err(Error::NoMatch)
    }
    fn show(&self, _: &str) {}
    fn waiting(&self, name: &str, time: Duration) -> Result<(), Error> {
        self.1.lock().unwrap().push((name.into(), time));
        if time >= self.0 { Err(io::Error::other("waited enough").into()) } else { Ok(()) }
    }
}

/// Plugins that exit early, send too much, or send nothing: the message names the plugin, and is the same each time.
fn bad_plugins_are_named(directory: &Path) {
    let script = |name: &str, text: &str| {
        let program = directory.join(format!("age-plugin-{name}"));
        fs::write(&program, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    };
    let file = {
        let mut file = Vec::new();
        let passphrase = Passphrase::new(b"secret").work_factor(1);
        Encryptor::new(&[&passphrase]).unwrap().encrypt(&b"text"[..], &mut file, 1).unwrap();
        file
    };
    let ask = |time| Arc::new(Waits(time, Mutex::default()));
    for (name, text, wrapping, unwrapping) in BAD {
        script(name, text);
        for _ in 0..if name == "ends" { 20 } else { 1 } {
            let identity = PluginIdentity::named(name, ask(Duration::from_secs(600))).unwrap();
            let recipients = identity.recipients().unwrap().unwrap();
            let error = Encryptor::new(&[&*recipients[0]]).unwrap_err().to_string();
            assert!(error.starts_with(&format!("age-plugin-{name}: {wrapping}")), "{error}");
            let opened = Decryptor::new(&file[..]).unwrap().unlock(&[&identity]);
            let error = opened.err().map_or_else(String::new, |error| error.to_string());
            assert!(
                unwrapping.is_empty() || error.starts_with(&format!("age-plugin-{name}: {unwrapping}")),
                "{error}"
            );
        }
    }
    // a plugin that neither reads nor writes, and receives more than fits into a pipe
    script("hangs", "exec sleep 600");
    let asked = ask(Duration::from_millis(250));
    let identity = PluginIdentity::named("hangs", asked.clone()).unwrap();
    let stanza = Stanza::new("kind", [], &[7; 500_000]);
    let began = Instant::now();
    let error = identity.unwrap(&[stanza]).unwrap_err().to_string();
    assert!(error == "waited enough" && began.elapsed() < Duration::from_secs(10), "{error}");
    let waits = asked.1.lock().unwrap();
    assert!(waits.len() >= 2 && waits.iter().all(|(name, _)| name == "hangs"), "{waits:?}");
}

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

/// This file has only one test, because it changes the environment of the process.
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
    assert!(missing.starts_with("age-plugin-no-such: not found on the PATH"), "{missing}");
    bad_plugins_are_named(&directory);
    assert!(PluginIdentity::named("../x", Arc::new(Pin(""))).is_err());
    fs::remove_dir_all(&directory).unwrap();
}
