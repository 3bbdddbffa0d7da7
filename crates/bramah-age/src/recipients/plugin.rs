//! Plugins: C2SP, *The age plugin protocol*, version 1. A plugin is a program `age-plugin-NAME` in the directories of
//! `PATH`. It receives and sends stanzas over its standard input and output.

use super::{Ask, Identity, Recipient, Wrapped};
use crate::{
    Error, FileKey, Stanza, stanza,
    text::{bech32, from_base64, from_bech32},
};
use std::{
    any::Any,
    env,
    io::{self, BufRead as _, BufReader, Read as _, Write as _},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::{
        Arc,
        mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender},
    },
    thread,
    time::{Duration, Instant},
};
use zeroize::Zeroizing;

/// The maximum length in bytes of a line that a plugin sends.
const MOST: u64 = 1 << 20;
/// The maximum number of checks whether a plugin has exited, and the time between two checks: one second in all.
const GRACE: usize = 200;
const MOMENT: Duration = Duration::from_millis(5);
/// The time between two calls of [`Ask::waiting`].
const PATIENCE: Duration = Duration::from_millis(100);

/// A plugin's recipient, written `age1NAME1...`, or a plugin's identity, to whose recipient the plugin encrypts.
#[derive(Clone)]
pub struct PluginRecipient {
    name: String,
    text: Zeroizing<String>,
    is_identity: bool,
    ask: Arc<dyn Ask>,
}

impl PluginRecipient {
    /// Parses a recipient.
    ///
    /// # Errors
    /// [`Error::Key`] if the text is not Bech32, or if its prefix does not name a plugin.
    pub fn parse(text: &str, ask: Arc<dyn Ask>) -> Result<Self, Error> {
        let wrong = || Error::key("malformed plugin recipient (age1NAME1...)");
        let (prefix, _) = from_bech32(text).ok_or_else(wrong)?;
        let name = prefix.strip_prefix("age1").filter(|name| is_name(name)).ok_or_else(wrong)?;
        Ok(Self { name: name.into(), text: Zeroizing::new(text.into()), is_identity: false, ask })
    }
}

/// A plugin's identity, written `AGE-PLUGIN-NAME-1...`.
#[derive(Clone)]
pub struct PluginIdentity {
    name: String,
    text: Zeroizing<String>,
    ask: Arc<dyn Ask>,
}

impl PluginIdentity {
    /// Parses an identity.
    ///
    /// # Errors
    /// [`Error::Key`] if the text is not Bech32, or if its prefix does not name a plugin.
    pub fn parse(text: &str, ask: Arc<dyn Ask>) -> Result<Self, Error> {
        let wrong = || Error::key("malformed plugin identity (AGE-PLUGIN-NAME-1...)");
        let (prefix, _) = from_bech32(text).ok_or_else(wrong)?;
        let name = prefix.strip_prefix("AGE-PLUGIN-").and_then(|name| name.strip_suffix('-'));
        let name = name.map(str::to_ascii_lowercase).filter(|name| is_name(name)).ok_or_else(wrong)?;
        Ok(Self { name, text: Zeroizing::new(text.into()), ask })
    }

    /// Creates the identity of a plugin that needs only its name, and no other data.
    ///
    /// # Errors
    /// [`Error::Key`] if the name is not allowed for a plugin.
    pub fn named(name: &str, ask: Arc<dyn Ask>) -> Result<Self, Error> {
        let name = name.to_ascii_lowercase();
        if !is_name(&name) {
            return Err(Error::key("invalid plugin name"));
        }
        let text = bech32(&format!("age-plugin-{name}-"), b"")?.to_ascii_uppercase();
        Ok(Self { name, text: Zeroizing::new(text), ask })
    }
}

/// Returns whether a name is allowed for a plugin. It becomes a part of a program's name.
fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"+-._".contains(&byte))
}

/// A running plugin. Two threads write its input and read its output, so that a plugin that sends nothing or reads
/// nothing cannot block the caller.
struct Running<'a> {
    name: &'a str,
    ask: &'a dyn Ask,
    child: Child,
    /// The value that [`Ask::started`] returned, which is dropped before the process ID can be reused.
    kept: Option<Box<dyn Any + Send>>,
    /// The channel to the plugin's input. Closing it asks the plugin to exit.
    input: Option<Sender<Zeroizing<Vec<u8>>>>,
    /// The lines that the plugin sends, without line breaks.
    output: Receiver<io::Result<Line>>,
    /// Whether to kill the plugin at once, without giving it time to exit.
    hopeless: bool,
}

/// A line without its line break. It may contain a file key, so it is erased on drop.
type Line = Zeroizing<Vec<u8>>;

impl<'a> Running<'a> {
    fn start(name: &'a str, machine: &str, ask: &'a dyn Ask) -> Result<Self, Error> {
        let program = format!("age-plugin-{name}");
        let started = Command::new(&program)
            .arg(format!("--age-plugin={machine}"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            // the working directory does not depend on the caller
            .current_dir(env::temp_dir())
            .spawn();
        let mut child = started.map_err(|error| {
            failed(
                name,
                match error.kind() {
                    io::ErrorKind::NotFound => "not found on the PATH; install this program".into(),
                    _ => error.to_string(),
                },
            )
        })?;
        let (pipes, kept) = ((child.stdin.take(), child.stdout.take()), ask.started(name, child.id()));
        let (input, texts) = mpsc::channel();
        // the channel holds one line, so a plugin that sends endlessly has to wait
        let (lines, output) = mpsc::sync_channel(1);
        let new = Self { name, ask, child, kept: Some(kept), input: Some(input), output, hopeless: false };
        let (Some(stdin), Some(stdout)) = pipes else {
            return Err(failed(name, "cannot connect to the plugin's standard input and output".into()));
        };
        let threads = thread::Builder::new()
            .spawn(move || write_to(stdin, &texts))
            .and_then(|_| thread::Builder::new().spawn(move || read_from(stdout, &lines)));
        threads.map_err(|error| new.failed(error))?;
        Ok(new)
    }

    fn send(&mut self, kind: &str, arguments: &[&str], body: &[u8]) -> Result<(), Error> {
        let stanza = Stanza::new(kind, arguments.iter().map(|&argument| argument.into()), body);
        self.send_stanza(&stanza)
    }

    fn send_stanza(&mut self, stanza: &Stanza) -> Result<(), Error> {
        let mut text = Zeroizing::new(Vec::with_capacity(4 * stanza.body.len() + 4096));
        stanza.write(&mut text)?;
        // if the plugin has exited or stopped reading, the error is found when its answer is read
        if let Some(input) = &self.input {
            let _ = input.send(text);
        }
        Ok(())
    }

    fn failed(&self, reason: impl ToString) -> Error {
        failed(self.name, reason.to_string())
    }

    /// Waits for the next line, without a timeout, and returns it.
    fn line(&mut self) -> Result<Vec<u8>, Error> {
        let since = Instant::now();
        loop {
            return match self.output.recv_timeout(PATIENCE) {
                Ok(Ok(mut line)) => Ok(std::mem::take(&mut *line)),
                Ok(Err(error)) => Err(self.failed(error)),
                Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
                Err(RecvTimeoutError::Timeout) => {
                    self.ask.waiting(self.name, since.elapsed()).inspect_err(|_| self.hopeless = true)?;
                    continue;
                }
            };
        }
    }

    /// Returns the error for a plugin that closed its output before it had finished.
    fn ended(&mut self) -> Error {
        // the system reports the exit shortly after the end of the output; from then on, the process ID must not be
        // used
        for _ in 0..GRACE {
            self.kept = None;
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    return self.failed(format!("the plugin exited before it had finished: {status}"));
                }
                Ok(None) => thread::sleep(MOMENT),
                Err(_) => break,
            }
        }
        self.failed("the plugin closed its output before it had finished")
    }

    /// Answers the stanzas that are for the user, and returns the first other stanza.
    fn receive(&mut self) -> Result<Stanza, Error> {
        loop {
            let first = self.line()?;
            let stanza = Stanza::read(&first, || self.line()).map_err(|error| match error {
                Error::Header(reason) => self.failed(format_args!("malformed answer: {reason}")),
                error => error,
            })?;
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
            _ => return Err(self.failed("the plugin asked a malformed question")),
        };
        match answer {
            Ok(true) => self.send("ok", &["yes"], b""),
            Ok(false) => self.send("ok", &["no"], b""),
            Err(_) => self.send("fail", &[], b""),
        }
    }

    /// Acknowledges an error that a plugin reports, and returns it.
    fn reported(&mut self, stanza: &Stanza) -> Error {
        let reason = self.failed(String::from_utf8_lossy(&stanza.body));
        match self.send("ok", &[], b"") {
            Ok(()) => reason,
            Err(error) => error,
        }
    }
}

impl Drop for Running<'_> {
    /// Closes the plugin's input, so that the plugin exits, and kills the plugin if it does not exit in time.
    fn drop(&mut self) {
        self.input = None;
        self.kept = None;
        for _ in 0..if self.hopeless { 0 } else { GRACE } {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(MOMENT);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Writes texts to the input of a plugin until the channel is closed or the plugin stops reading.
fn write_to(mut input: ChildStdin, texts: &Receiver<Zeroizing<Vec<u8>>>) {
    for text in texts {
        if input.write_all(&text).is_err() {
            return;
        }
    }
}

/// Sends each line of a plugin to a channel until the plugin's output ends or the receiver is dropped.
fn read_from(output: ChildStdout, lines: &SyncSender<io::Result<Line>>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Zeroizing::new(Vec::with_capacity(128));
        let read = output.by_ref().take(MOST).read_until(b'\n', &mut line);
        let sent = match (read, line.pop()) {
            (Ok(_), Some(b'\n')) => lines.send(Ok(line)),
            (Ok(_), Some(_)) if line.len() as u64 + 1 == MOST => {
                lines.send(Err(io::Error::other("the plugin sent a line longer than 1 MiB")))
            }
            // end of the output; a last line without a line break is ignored
            (Ok(_), _) => return,
            (Err(error), _) => lines.send(Err(error)),
        };
        if sent.is_err() {
            return;
        }
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
        let (mut wrapped, mut labelled, mut size) = (Wrapped::default(), false, 0);
        loop {
            let stanza = plugin.receive()?;
            match (stanza.kind.as_str(), &stanza.arguments[..]) {
                ("recipient-stanza", [index, kind, arguments @ ..]) if index == "0" => {
                    size += stanza.text_len();
                    // stop a plugin that sends endlessly before it uses up the memory
                    if wrapped.stanzas.len() == stanza::MOST_STANZAS || size > stanza::MOST {
                        plugin.hopeless = true;
                        return Err(plugin.failed("the plugin returned more recipients than a file can have"));
                    }
                    let made = Stanza::new(kind, arguments.iter().cloned(), &stanza.body);
                    super::check(&made).map_err(|error| plugin.failed(error))?;
                    wrapped.stanzas.push(made);
                    plugin.send("ok", &[], b"")?;
                }
                ("recipient-stanza", _) => {
                    return Err(plugin.failed("the plugin sent a malformed recipient stanza"));
                }
                ("labels", labels) if !labelled => {
                    labelled = true;
                    wrapped.labels.extend(labels.iter().cloned());
                    plugin.send("ok", &[], b"")?;
                }
                ("labels", _) => return Err(plugin.failed("the plugin sent its labels twice")),
                ("error", _) => return Err(plugin.reported(&stanza)),
                ("done", _) if wrapped.stanzas.is_empty() => {
                    return Err(plugin.failed("the plugin returned no recipient stanza"));
                }
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
                    key = Some(new.ok_or_else(|| {
                        plugin.failed("the plugin returned a file key whose length is not 16 bytes")
                    })?);
                    plugin.send("ok", &[], b"")?;
                }
                ("file-key", _) => {
                    return Err(plugin.failed("the plugin returned a malformed file key, or more than one"));
                }
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
