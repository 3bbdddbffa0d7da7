//! Questions on the terminal: for passphrases, and from plugins.

use super::carried::Carried;
use crate::{
    exit::Stop,
    input, os,
    password::{self, DEVICE},
    report,
};
use bramah_age::{Ask, Error};
use std::{
    any::Any,
    collections::BTreeMap,
    fs::OpenOptions,
    io::{self, BufRead as _, BufReader, Write as _},
    sync::{Mutex, PoisonError},
    thread::{self, ThreadId},
    time::Duration,
};
use zeroize::Zeroizing;

/// The user at the terminal, or a passphrase from another source.
#[derive(Default)]
pub(crate) struct Terminal {
    given: Option<Zeroizing<Vec<u8>>>,
    /// The passphrases that the user entered, by prompt, so that Bramah asks for each of them only once.
    entered: Mutex<BTreeMap<String, Zeroizing<Vec<u8>>>>,
    /// The time that each thread had waited for its plugin at the last check.
    waits: Mutex<Vec<(ThreadId, Duration)>>,
}

/// The waiting time after which a message says that Bramah waits for a plugin.
const PATIENCE: Duration = Duration::from_secs(2);

impl Terminal {
    /// Makes a terminal that answers requests for passphrases with `given`, if there is one, and otherwise asks the
    /// user.
    pub(crate) fn with(given: Option<Zeroizing<Vec<u8>>>) -> Self {
        Self { given, ..Self::default() }
    }
}

impl Ask for Terminal {
    fn passphrase(&self, prompt: &str) -> Result<Zeroizing<Vec<u8>>, Error> {
        if let Some(given) = &self.given {
            return Ok(given.clone());
        }
        let mut entered = self.entered.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(passphrase) = entered.get(prompt) {
            return Ok(passphrase.clone());
        }
        let passphrase = hidden(prompt).map_err(carry)?;
        let passphrase = Zeroizing::new(passphrase.as_bytes().to_vec());
        entered.insert(prompt.into(), passphrase.clone());
        Ok(passphrase)
    }

    fn secret(&self, prompt: &str) -> Result<Zeroizing<String>, Error> {
        hidden(&format!("{} ", shown(prompt))).map_err(carry)
    }

    fn value(&self, prompt: &str) -> Result<String, Error> {
        visible(&format!("{} ", shown(prompt))).map_err(carry)
    }

    fn confirm(&self, prompt: &str, yes: &str, no: Option<&str>) -> Result<bool, Error> {
        let choices = match no {
            Some(no) => format!("1: {}, 2: {}", shown(yes), shown(no)),
            None => format!("1: {}", shown(yes)),
        };
        loop {
            let answer = visible(&format!("{} ({choices}) ", shown(prompt))).map_err(carry)?;
            match answer.trim() {
                "1" => return Ok(true),
                "2" if no.is_some() => return Ok(false),
                _ => {}
            }
        }
    }

    fn show(&self, message: &str) {
        report::plain(message);
    }

    fn started(&self, _: &str, process: u32) -> Box<dyn Any + Send> {
        Box::new(os::child(process))
    }

    fn waiting(&self, name: &str, time: Duration) -> Result<(), Error> {
        let mut waits = self.waits.lock().unwrap_or_else(PoisonError::into_inner);
        let this = thread::current().id();
        let before = match waits.iter_mut().find(|(thread, _)| *thread == this) {
            Some((_, last)) => std::mem::replace(last, time),
            None => {
                waits.push((this, time));
                Duration::ZERO
            }
        };
        // a time shorter than the last one belongs to a new wait
        if time >= PATIENCE && !(PATIENCE..=time).contains(&before) {
            report::plain(format_args!(
                "waiting for age-plugin-{name}; you may have to touch a device. Press Ctrl-C to cancel"
            ));
        }
        Ok(())
    }
}

/// Returns a plugin's text without control characters.
fn shown(text: &str) -> String {
    String::from_utf8_lossy(&report::printable(text.as_bytes())).into_owned()
}

fn carry(stop: Stop) -> Error {
    Error::Io(Carried(stop).into())
}

fn nobody() -> Stop {
    Stop::usage(
        "cannot ask for the passphrase, because there is no terminal; use --passphrase-file, --passphrase-fd or \
         BRAMAH_PASSPHRASE",
    )
}

/// Asks for a line, without showing it while the user types.
pub(super) fn hidden(prompt: &str) -> Result<Zeroizing<String>, Stop> {
    if OpenOptions::new().read(true).write(true).open(DEVICE).is_err() {
        return Err(nobody());
    }
    password::hidden(prompt).map_err(|error| {
        Stop::failure(format_args!("cannot read the passphrase: {}", report::reason(&error)))
    })
}

/// Shows a text on the terminal, even if standard error is redirected.
pub(super) fn tell(text: &str) -> Result<(), Stop> {
    let device = if cfg!(windows) { "CONOUT$" } else { DEVICE };
    let mut terminal = OpenOptions::new().write(true).open(device).map_err(|_| nobody())?;
    terminal.write_all(text.as_bytes()).map_err(|error| super::screen::terminal_error(&error))
}

fn visible(prompt: &str) -> Result<String, Stop> {
    let fail =
        |error: io::Error| Stop::failure(format_args!("cannot use the terminal: {}", report::reason(&error)));
    let _question = input::Question::new();
    tell(prompt)?;
    let terminal = OpenOptions::new().read(true).open(DEVICE).map_err(|_| nobody())?;
    let mut line = String::new();
    BufReader::new(terminal).read_line(&mut line).map_err(fail)?;
    Ok(line.trim_end_matches(['\n', '\r']).into())
}
