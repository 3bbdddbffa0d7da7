//! The recipients and identities that the arguments name.

use super::{Terminal, stop};
use crate::{engine::parse_jobs, exit::Stop, input, report};
use bramah_age::{Ask, Identity, MOST_WORK_FACTOR, PassphraseOnDemand, PluginIdentity, Recipient};
use std::{
    io::{self, Read as _},
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::Arc,
};
use zeroize::Zeroizing;

/// The maximum size of a file of recipients or identities, in bytes.
const MOST: usize = 1 << 24;

/// The arguments that name identities.
#[derive(clap::Args)]
pub(crate) struct Identities {
    /// A file of identities, one per line, as `bramah keygen` writes it, or an SSH private key (ssh-ed25519).
    /// Either may be encrypted with a passphrase. `-` means standard input. Repeatable.
    #[arg(short, long = "identity", value_name = "FILE")]
    pub(crate) identities: Vec<PathBuf>,

    /// Use the plugin age-plugin-PLUGIN, for plugins that need no identity file. Repeatable.
    #[arg(long = "plugin", value_name = "PLUGIN")]
    plugins: Vec<String>,

    /// Number of threads. Default: the number of processors. For compatibility with age, `-j PLUGIN` is accepted too,
    /// and means --plugin PLUGIN.
    #[arg(short, long, value_name = "N", value_parser = parse_jobs_or_plugin)]
    jobs: Vec<Jobs>,

    /// The largest work factor of scrypt to accept, that is, log2 of its parameter N. Each step doubles time and memory;
    /// 22 takes 4 GiB.
    #[arg(long, value_name = "N", default_value_t = MOST_WORK_FACTOR, value_parser = clap::value_parser!(u32).range(1..=30))]
    pub(crate) max_work_factor: u32,
}

/// A value of `-j`: the number of threads, as in all commands, or the name of a plugin, as in age.
#[derive(Clone)]
enum Jobs {
    Threads(NonZeroUsize),
    Plugin(String),
}

/// Reads a value of `-j`: digits are a number of threads, anything else the name of a plugin.
fn parse_jobs_or_plugin(text: &str) -> Result<Jobs, &'static str> {
    if text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'+') {
        return parse_jobs(text).map(Jobs::Threads);
    }
    Ok(Jobs::Plugin(text.into()))
}

impl Identities {
    /// Returns whether the arguments name no identity.
    pub(crate) fn is_empty(&self) -> bool {
        self.identities.is_empty() && self.plugins().next().is_none()
    }

    /// Returns the names of plugins.
    fn plugins(&self) -> impl Iterator<Item = &String> {
        let also = self.jobs.iter().filter_map(|jobs| match jobs {
            Jobs::Plugin(name) => Some(name),
            Jobs::Threads(_) => None,
        });
        self.plugins.iter().chain(also)
    }

    /// Returns the last number of threads that was given, if any.
    pub(crate) fn jobs(&self) -> Option<NonZeroUsize> {
        self.jobs.iter().rev().find_map(|jobs| match jobs {
            Jobs::Threads(number) => Some(*number),
            Jobs::Plugin(_) => None,
        })
    }

    /// Reads all identities that the arguments name.
    pub(crate) fn read(&self, terminal: &Arc<Terminal>) -> Result<Vec<Box<dyn Identity>>, Stop> {
        let ask: Arc<dyn Ask> = terminal.clone();
        let mut found: Vec<Box<dyn Identity>> = Vec::new();
        for path in &self.identities {
            let contents = contents(path)?;
            let name = report::shown(path.as_os_str().as_encoded_bytes());
            let identities = bramah_age::identities(&contents, &name, &ask, self.max_work_factor);
            found.extend(identities.map_err(|error| stop(path, error))?);
        }
        for name in self.plugins() {
            let plugin = PluginIdentity::named(name, ask.clone());
            found.push(Box::new(
                plugin.map_err(|error| Stop::usage(format_args!("--plugin {name}: {error}")))?,
            ));
        }
        Ok(found)
    }

    /// Reads all identities that the arguments name; if they name none, returns one that asks for a passphrase.
    pub(crate) fn read_or_passphrase(
        &self,
        terminal: &Arc<Terminal>,
    ) -> Result<Vec<Box<dyn Identity>>, Stop> {
        if self.is_empty() {
            let passphrase = PassphraseOnDemand::new(terminal.clone(), "Passphrase: ", self.max_work_factor);
            return Ok(vec![Box::new(passphrase)]);
        }
        self.read(terminal)
    }
}

/// The arguments that name recipients.
#[derive(clap::Args)]
pub(crate) struct Recipients {
    /// A recipient to encrypt for: age1..., age1pq1..., age1tag1..., age1tagpq1..., or an SSH public key,
    /// `ssh-ed25519 ...`. Repeatable.
    #[arg(short, long = "recipient", value_name = "RECIPIENT")]
    pub(crate) recipients: Vec<String>,

    /// A file of recipients, one per line; `-` means standard input. Repeatable.
    #[arg(short = 'R', long = "recipients-file", value_name = "FILE")]
    pub(crate) recipients_files: Vec<PathBuf>,
}

impl Recipients {
    /// Returns whether the arguments name no recipient.
    pub(crate) fn is_empty(&self) -> bool {
        self.recipients.is_empty() && self.recipients_files.is_empty()
    }

    /// Reads all recipients that the arguments name, and the recipients of the identities.
    pub(crate) fn read(
        &self,
        identities: &Identities,
        terminal: &Arc<Terminal>,
    ) -> Result<Vec<Box<dyn Recipient>>, Stop> {
        let ask: Arc<dyn Ask> = terminal.clone();
        let mut found = Vec::new();
        for text in &self.recipients {
            let recipient = bramah_age::recipient(text, &ask);
            // the error does not show the text: it may be a secret
            found.push(recipient.map_err(|error| Stop::usage(format_args!("-r: {error}")))?);
        }
        for path in &self.recipients_files {
            let recipients = bramah_age::recipients(&contents(path)?, &ask);
            found.extend(recipients.map_err(|error| stop(path, error))?);
        }
        for identity in identities.read(terminal)? {
            let recipients = identity.recipients().map_err(|error| stop(Path::new("-i"), error))?;
            found.extend(recipients.unwrap_or_default());
        }
        Ok(found)
    }
}

/// Reads a file of recipients or identities.
pub(crate) fn contents(path: &Path) -> Result<Zeroizing<Vec<u8>>, Stop> {
    let fail = |error: io::Error| Stop::about(path, report::reason(&error));
    let file = input::open(path).map_err(fail)?;
    let len = file.metadata().map_or(0, |metadata| metadata.len()).min(MOST as u64);
    // memory is allocated up front, because a reallocation would leave secrets in freed memory; this works for files,
    // but the length of a pipe is not known
    let mut contents = Zeroizing::new(Vec::with_capacity(len as usize + 4096));
    file.take(MOST as u64 + 1).read_to_end(&mut contents).map_err(fail)?;
    check_len(contents.len()).map_err(|reason| Stop::about(path, reason))?;
    Ok(contents)
}

/// Refuses a length in bytes that is too large for a file of recipients or identities, both when such a file is read
/// and when it is written.
pub(crate) fn check_len(len: usize) -> Result<(), &'static str> {
    match len {
        0..=MOST => Ok(()),
        _ => Err("too long for a file of recipients or identities: the limit is 16 MiB"),
    }
}

/// Refuses a second use of standard input.
pub(crate) fn check_stdin<'a>(uses: impl IntoIterator<Item = (&'a str, bool)>) -> Result<(), Stop> {
    let mut used = uses.into_iter().filter(|(_, used)| *used).map(|(name, _)| name);
    match (used.next(), used.next()) {
        (Some(first), Some(second)) => {
            Err(Stop::usage(format_args!("standard input cannot be used for both {first} and {second}")))
        }
        _ => Ok(()),
    }
}

/// Returns, for each path given to the argument `name`, that name and whether the path is `-` (standard input).
pub(crate) fn uses<'a>(name: &'a str, paths: &'a [PathBuf]) -> impl Iterator<Item = (&'a str, bool)> {
    paths.iter().map(move |path| (name, path.as_os_str() == "-"))
}
