//! `bramah man`: the manual pages.

use crate::{
    cli::Cli,
    exit::{Exit, Stop},
    report,
};
use clap::CommandFactory;
use std::{fs, io, path::PathBuf};

/// Write the manual pages into a directory: bramah.1, bramah-hash.1, and so on.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The directory; made if it is not there.
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

/// Runs `bramah man`.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    let fail = |error: io::Error| {
        report::about(&args.directory, report::reason(&error));
        Ok(Exit::Failure)
    };
    if let Err(error) = fs::create_dir_all(&args.directory) {
        return fail(error);
    }
    match clap_mangen::generate_to(Cli::command(), &args.directory) {
        Ok(()) => Ok(Exit::Well),
        Err(error) => fail(error),
    }
}
