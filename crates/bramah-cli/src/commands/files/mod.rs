//! The code that `encrypt`, `decrypt`, `keygen` and `inspect` share: encrypted files in the formats of the library
//! `bramah-age`.

mod asking;
mod carried;
mod crew;
mod keys;
mod openssl;
mod passphrase;
mod plan;
mod screen;

pub(crate) use asking::Terminal;
pub(crate) use carried::{Source, Target, stop};
pub(crate) use crew::{Crew, Done};
pub(crate) use keys::{Identities, Recipients, check_len, check_stdin, contents, uses};
pub(crate) use openssl::Args as OpensslArgs;
pub(crate) use passphrase::Args as PassphraseArgs;
pub(crate) use plan::{Item, Naming, OutputArgs, Outputs};
pub(crate) use screen::Destination;

/// The number of bytes at the beginning of a file that suffice to recognise its format: white space and the first line
/// of armor.
pub(crate) const BEGINNING: usize = 1200;
