//! Plugins: C2SP, *The age plugin protocol*, version 1. A plugin is a program `age-plugin-NAME` that is found as other
//! programs are; it is spoken to in stanzas over its standard input and output.

use super::{Ask, Identity, Recipient, Wrapped};
use crate::{
    Error, FileKey, Stanza,
    text::{bech32, from_base64, from_bech32},
};
use std::{
    env,
    io::{BufRead as _, BufReader, Read as _, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::Arc,
    thread,
    time::Duration,
};
use zeroize::Zeroizing;

/// The longest line that a plugin may send, in bytes.
const MOST: u64 = 1 << 20;
/// How often, and after which time each, it is looked whether a plugin has ended.
const GRACE: usize = 200;
const MOMENT: Duration = Duration::from_millis(5);

/// A recipient of a plugin, written `age1NAME1...`, or an identity of one, to whose recipient the plugin encrypts.
#[derive(Clone)]
pub struct PluginRecipient {
    name: String,
    text: Zeroizing<String>,
    is_identity: bool,
    ask: Arc<dyn Ask>,
}

impl PluginRecipient {
    /// Reads a recipient.
    ///
    /// # Errors
    /// [`Error::Key`] if this is not in Bech32, or the prefix does not name a plugin.
    pub fn parse(text: &str, ask: Arc<dyn Ask>) -> Result<Self, Error> {
        let wrong = || Error::key("malformed recipient of a plugin, age1NAME1...");
        let (prefix, _) = from_bech32(text).ok_or_else(wrong)?;
        let name = prefix.strip_prefix("age1").filter(|name| is_name(name)).ok_or_else(wrong)?;
        Ok(Self { name: name.into(), text: Zeroizing::new(text.into()), is_identity: false, ask })
    }
}

/// An identity of a plugin, written `AGE-PLUGIN-NAME-1...`.
#[derive(Clone)]
pub struct PluginIdentity {
    name: String,
    text: Zeroizing<String>,
    ask: Arc<dyn Ask>,
}

impl PluginIdentity {
    /// Reads an identity.
    ///
    /// # Errors
    /// [`Error::Key`] if this is not in Bech32, or the prefix does not name a plugin.
    pub fn parse(text: &str, ask: Arc<dyn Ask>) -> Result<Self, Error> {
        let wrong = || Error::key("malformed identity of a plugin, AGE-PLUGIN-NAME-1...");
        let (prefix, _) = from_bech32(text).ok_or_else(wrong)?;
        let name = prefix.strip_prefix("AGE-PLUGIN-").and_then(|name| name.strip_suffix('-'));
        let name = name.map(str::to_ascii_lowercase).filter(|name| is_name(name)).ok_or_else(wrong)?;
        Ok(Self { name, text: Zeroizing::new(text.into()), ask })
    }

    /// Makes the identity of a plugin that needs no data but its name.
    ///
    /// # Errors
    /// [`Error::Key`] if no plugin can have this name.
    pub fn named(name: &str, ask: Arc<dyn Ask>) -> Result<Self, Error> {
        let name = name.to_ascii_lowercase();
        if !is_name(&name) {
            return Err(Error::key("a name that no plugin can have"));
        }
        let text = bech32(&format!("age-plugin-{name}-"), b"")?.to_ascii_uppercase();
        Ok(Self { name, text: Zeroizing::new(text), ask })
    }
}

/// Returns whether a plugin can have this name; it is a part of the name of a program.
fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"+-._".contains(&byte))
}

/// A plugin that runs.
struct Running<'a> {
    name: &'a str,
    ask: &'a dyn Ask,
    child: Child,
    /// Taken when the plugin is to end.
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl<'a> Running<'a> {
    fn start(name: &'a str, machine: &str, ask: &'a dyn Ask) -> Result<Self, Error> {
        let program = format!("age-plugin-{name}");
        let started = Command::new(&program)
            .arg(format!("--age-plugin={machine}"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            // the same for every caller
            .current_dir(env::temp_dir())
            .spawn();
        let mut child = started.map_err(|error| {
            failed(
                name,
                match error.kind() {
                    std::io::ErrorKind::NotFound => {
                        "no such program is on the PATH: it has to be installed".into()
                    }
                    _ => error.to_string(),
                },
            )
        })?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed(name, "it has no input or no output".into()));
        };
        Ok(Self { name, ask, child, input: Some(input), output: BufReader::new(output) })
    }

    fn send(&mut self, kind: &str, arguments: &[&str], body: &[u8]) -> Result<(), Error> {
        let stanza = Stanza::new(kind, arguments.iter().map(|&argument| argument.into()), body);
        self.send_stanza(&stanza)
    }

    fn send_stanza(&mut self, stanza: &Stanza) -> Result<(), Error> {
        let mut text = Zeroizing::new(Vec::with_capacity(4 * stanza.body.len() + 4096));
        stanza.write(&mut text)?;
        let sent = self.input.as_mut().map_or(Ok(()), |input| input.write_all(&text));
        sent.map_err(|error| self.failed(error))
    }

    fn failed(&self, reason: impl ToString) -> Error {
        failed(self.name, reason.to_string())
    }

    fn line(&mut self) -> Result<Vec<u8>, Error> {
        let mut line = Vec::new();
        let read = self.output.by_ref().take(MOST).read_until(b'\n', &mut line);
        read.map_err(|error| failed(self.name, error.to_string()))?;
        match line.pop() {
            Some(b'\n') => Ok(line),
            _ => Err(failed(self.name, "it ended before it was done".into())),
        }
    }

    /// Reads the next stanza that is not for the user; answers those that are.
    fn receive(&mut self) -> Result<Stanza, Error> {
        loop {
            let first = self.line()?;
            let stanza = Stanza::read(&first, || self.line()).map_err(|error| self.failed(error))?;
            let text = String::from_utf8_lossy(&stanza.body).into_owned();
            match stanza.kind.as_str() {
                "msg" => {
                    self.ask.show(&format!("age-plugin-{}: {text}", self.name));
                    self.send("ok", &[], b"")?;
                }
                "request-secret" => match self.ask.secret(&text) {
                    Ok(secret) => self.send("ok", &[], secret.as_bytes())?,
                    Err(_) => self.send("fail", &[], b"")?,
                },
                "request-public" => match self.ask.value(&text) {
                    Ok(value) => self.send("ok", &[], value.as_bytes())?,
                    Err(_) => self.send("fail", &[], b"")?,
                },
                "confirm" => self.confirm(&stanza, &text)?,
                _ => return Ok(stanza),
            }
        }
    }

    fn confirm(&mut self, stanza: &Stanza, text: &str) -> Result<(), Error> {
        let decoded = |argument: &String| from_base64(argument).and_then(|text| String::from_utf8(text).ok());
        let answers: Option<Vec<String>> = stanza.arguments.iter().map(decoded).collect();
        let answer = match answers.as_deref() {
            Some([yes]) => self.ask.confirm(text, yes, None),
            Some([yes, no]) => self.ask.confirm(text, yes, Some(no)),
            _ => return Err(self.failed("a malformed question")),
        };
        match answer {
            Ok(true) => self.send("ok", &["yes"], b""),
            Ok(false) => self.send("ok", &["no"], b""),
            Err(_) => self.send("fail", &[], b""),
        }
    }

    /// Returns the error that a plugin reports, after confirming it.
    fn reported(&mut self, stanza: &Stanza) -> Error {
        let reason = self.failed(String::from_utf8_lossy(&stanza.body));
        match self.send("ok", &[], b"") {
            Ok(()) => reason,
            Err(error) => error,
        }
    }
}

impl Drop for Running<'_> {
    /// Lets the plugin end, which the end of its input tells it to, and kills it if it does not.
    fn drop(&mut self) {
        self.input = None;
        for _ in 0..GRACE {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(MOMENT);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn failed(name: &str, reason: String) -> Error {
    Error::Plugin { name: name.into(), reason }
}

impl Recipient for PluginRecipient {
    fn wrap(&self, key: &FileKey) -> Result<Wrapped, Error> {
        let mut plugin = Running::start(&self.name, "recipient-v1", &*self.ask)?;
        let add = if self.is_identity { "add-identity" } else { "add-recipient" };
        plugin.send(add, &[&self.text], b"")?;
        plugin.send("wrap-file-key", &[], key.expose())?;
        plugin.send("extension-labels", &[], b"")?;
        plugin.send("done", &[], b"")?;
        let (mut wrapped, mut labelled) = (Wrapped::default(), false);
        loop {
            let stanza = plugin.receive()?;
            match (stanza.kind.as_str(), &stanza.arguments[..]) {
                ("recipient-stanza", [index, kind, arguments @ ..]) if index == "0" => {
                    wrapped.stanzas.push(Stanza::new(kind, arguments.iter().cloned(), &stanza.body));
                    plugin.send("ok", &[], b"")?;
                }
                ("recipient-stanza", _) => return Err(plugin.failed("a malformed stanza")),
                ("labels", labels) if !labelled => {
                    labelled = true;
                    wrapped.labels.extend(labels.iter().cloned());
                    plugin.send("ok", &[], b"")?;
                }
                ("labels", _) => return Err(plugin.failed("it sent its labels twice")),
                ("error", _) => return Err(plugin.reported(&stanza)),
                ("done", _) if wrapped.stanzas.is_empty() => return Err(plugin.failed("it wrapped no key")),
                ("done", _) => return Ok(wrapped),
                _ => plugin.send("unsupported", &[], b"")?,
            }
        }
    }
}

impl Identity for PluginIdentity {
    fn unwrap(&self, stanzas: &[Stanza]) -> Result<Option<FileKey>, Error> {
        let mut plugin = Running::start(&self.name, "identity-v1", &*self.ask)?;
        plugin.send("add-identity", &[&self.text], b"")?;
        for stanza in stanzas {
            let arguments = ["0".into(), stanza.kind.clone()].into_iter().chain(stanza.arguments.clone());
            plugin.send_stanza(&Stanza::new("recipient-stanza", arguments, &stanza.body))?;
        }
        plugin.send("done", &[], b"")?;
        let mut key = None;
        loop {
            let stanza = plugin.receive()?;
            match (stanza.kind.as_str(), &stanza.arguments[..]) {
                ("file-key", [index]) if index == "0" && key.is_none() => {
                    let body = Zeroizing::new(stanza.body);
                    let new = FileKey::from_bytes(&body);
                    key = Some(new.ok_or_else(|| plugin.failed("a key that does not have 16 bytes"))?);
                    plugin.send("ok", &[], b"")?;
                }
                ("file-key", _) => return Err(plugin.failed("a malformed key")),
                ("error", _) => return Err(plugin.reported(&stanza)),
                ("done", _) => return Ok(key),
                _ => plugin.send("unsupported", &[], b"")?,
            }
        }
    }

    fn recipients(&self) -> Result<Option<Vec<Box<dyn Recipient>>>, Error> {
        let Self { name, text, ask } = self.clone();
        Ok(Some(vec![Box::new(PluginRecipient { name, text, is_identity: true, ask })]))
    }
}
