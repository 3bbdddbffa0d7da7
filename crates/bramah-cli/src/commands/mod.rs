//! The subcommands, each with its arguments and its work.

pub(crate) mod bench;
pub(crate) mod check;
mod chosen;
pub(crate) mod cipher;
pub(crate) mod completions;
pub(crate) mod decrypt;
pub(crate) mod encrypt;
pub(crate) mod environment;
mod files;
pub(crate) mod hash;
pub(crate) mod inspect;
pub(crate) mod kdf;
pub(crate) mod keygen;
pub(crate) mod list;
pub(crate) mod mac;
pub(crate) mod man;
pub(crate) mod name;
pub(crate) mod password;
pub(crate) mod random;
mod same;
pub(crate) mod selftest;
mod suggest;

use crate::{
    cli::Command,
    exit::{Exit, Stop},
};

/// Runs a subcommand. Every subcommand refuses invalid environment variables, even those that it would not use.
pub(crate) fn run(command: Command) -> Result<Exit, Stop> {
    environment::check()?;
    match command {
        Command::Hash(args) => hash::run(*args),
        Command::Check(args) => check::run(*args),
        Command::Encrypt(args) => encrypt::run(&args),
        Command::Decrypt(args) => decrypt::run(&args),
        Command::Keygen(args) => keygen::run(&args),
        Command::Inspect(args) => inspect::run(&args),
        Command::Cipher(args) => cipher::run(*args),
        Command::Mac(args) => mac::run(args),
        Command::Kdf(args) => kdf::run(&args),
        Command::Password(args) => password::run(&args),
        Command::Random(args) => random::run(&args),
        Command::List(args) => list::run(&args),
        Command::Selftest(args) => selftest::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    }
}
