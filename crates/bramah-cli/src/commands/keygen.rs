//! `bramah keygen`: makes identities for decryption, and key pairs for signing.

use super::{
    files::{Terminal, check_len, contents, stop},
    sign::KeyArgs,
};
use crate::{
    exit::{Exit, Stop},
    output::Output,
    report,
};
use bramah_age::{Ask, HybridIdentity, MOST_WORK_FACTOR, X25519Identity};
use std::{
    io::IsTerminal as _,
    path::{Path, PathBuf},
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};
use zeroize::Zeroizing;

/// Make an identity to decrypt files with, or a key pair for signing.
///
/// An identity (AGE-SECRET-KEY-1...) is secret; it is written to -o or to standard output. Its recipient (age1...)
/// is public: anyone who has it can encrypt files for the identity. The recipient is written as a comment next to
/// the identity, and to standard error unless the identity itself goes to a terminal. age and rage can read
/// identities and recipients.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// With -y: the file of identities; `-`, or no file, means standard input.
    #[arg(value_name = "FILE", requires = "public")]
    pub(crate) file: Option<PathBuf>,

    /// Print the recipients of the identities in FILE, or the public key of a signing key. FILE may be encrypted
    /// with a passphrase, or be an SSH private key.
    #[arg(short = 'y', long = "public")]
    pub(crate) public: bool,

    /// Make a post-quantum identity (ML-KEM-768 with X25519), which also protects files that someone stores today
    /// and attacks later with a quantum computer. Its recipient is 1,959 characters long.
    #[arg(long, visible_alias = "pq", conflicts_with = "public")]
    pub(crate) post_quantum: bool,

    #[command(flatten)]
    pub(crate) signing: KeyArgs,

    /// Write to this file, which only its owner can read. The file is written completely or not at all.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,

    /// Replace OUT if it exists.
    #[arg(short, long)]
    pub(crate) force: bool,
}

/// Runs `bramah keygen`.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    let output = args.output.as_deref();
    if args.signing.sign {
        return args.signing.make(output, args.force);
    }
    if args.public {
        let path = args.file.as_deref().unwrap_or(Path::new("-"));
        let file = contents(path)?;
        let text = match args.signing.public(path, &file)? {
            Some(key) => key,
            None => recipients(path, &file, args.signing.source.given()?)?,
        };
        let mut output = Output::begin(output, args.force, None)?;
        output.write(text.as_bytes())?;
        output.finish()?;
        return Ok(Exit::Well);
    }
    let fail = |error| stop(Path::new("keygen"), error);
    let (recipient, identity) = match args.post_quantum {
        true => {
            let identity = HybridIdentity::random().map_err(fail)?;
            (identity.recipient().to_string(), identity.expose())
        }
        false => {
            let identity = X25519Identity::random().map_err(fail)?;
            (identity.recipient().to_string(), identity.expose())
        }
    };
    let created = timestamp(SystemTime::now());
    // allocated once, with exactly this length: a reallocation would leave the secret in freed memory
    let parts = ["# created: ", &created, "\n# public key: ", &recipient, "\n", &identity, "\n"];
    let mut text = Zeroizing::new(String::with_capacity(parts.iter().map(|part| part.len()).sum()));
    parts.iter().for_each(|part| text.push_str(part));
    let is_shown = output.is_none_or(|path| path.as_os_str() == "-") && std::io::stdout().is_terminal();
    let mut output = Output::begin(output, args.force, None)?;
    output.write(text.as_bytes())?;
    output.finish()?;
    if !is_shown {
        report::plain(format_args!("public key: {recipient}"));
    }
    Ok(Exit::Well)
}

/// Returns the recipients of the identities in a file, one on each line.
fn recipients(path: &Path, file: &[u8], passphrase: Option<Zeroizing<Vec<u8>>>) -> Result<String, Stop> {
    let ask: Arc<dyn Ask> = Arc::new(Terminal::with(passphrase));
    let name = report::shown(path.as_os_str().as_encoded_bytes());
    let fail = |error| stop(path, error);
    let identities = bramah_age::identities(file, &name, &ask, MOST_WORK_FACTOR).map_err(fail)?;
    let mut text = String::new();
    for identity in identities {
        for recipient in identity.recipients().map_err(fail)?.unwrap_or_default() {
            let Some(recipient) = recipient.text() else {
                return Err(Stop::about(
                    path,
                    "this identity belongs to a plugin; use the plugin to print the recipient",
                ));
            };
            text.push_str(&recipient);
            text.push('\n');
        }
    }
    // `encrypt -R` must accept the result
    check_len(text.len())
        .map_err(|reason| Stop::about(path, format_args!("cannot list the recipients: {reason}")))?;
    bramah_age::recipients(text.as_bytes(), &ask).map_err(fail)?;
    Ok(text)
}

/// Returns a time in UTC, in the format of RFC 3339. Days are counted from March 1 of the year 0, so that a leap day is
/// the last day of a year.
pub(crate) fn timestamp(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (days, second) = (seconds / 86_400 + 719_468, seconds % 86_400);
    // an era is 400 years
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Compares times with the output of GNU `date -u -d @SECONDS`.
    #[test]
    fn times_are_those_of_the_calendar() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(timestamp(UNIX_EPOCH + Duration::from_secs(seconds)), text);
        }
    }
}
