//! `bramah man`: the manual pages.

use crate::{
    exit::{Exit, Stop},
    report,
};
use std::{
    fs,
    io::{self, Write},
    path::PathBuf,
};

/// Write the manual pages (bramah.1, bramah-hash.1, ...) into a directory.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The directory for the manual pages. Bramah creates this directory if it does not exist.
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

/// Runs `bramah man` for this grammar; `sections` returns the last sections of the page of a command, or, if it is
/// called with `None`, of the page of the whole program.
pub(crate) fn run(
    args: &Args,
    commands: clap::Command,
    sections: fn(Option<&str>) -> String,
) -> Result<Exit, Stop> {
    let fail = |error: io::Error| {
        report::about(&args.directory, report::reason(&error));
        Ok(Exit::Failure)
    };
    if let Err(error) = fs::create_dir_all(&args.directory) {
        return fail(error);
    }
    let mut pages = vec![(String::from("bramah.1"), None)];
    pages.extend(commands.get_subcommands().map(|command| {
        let name = command.get_name().to_string();
        (format!("bramah-{name}.1"), Some(name))
    }));
    let append = |page: &str, text: &str| {
        let mut file = fs::OpenOptions::new().append(true).open(args.directory.join(page))?;
        file.write_all(text.as_bytes())
    };
    let written = clap_mangen::generate_to(commands, &args.directory)
        .and_then(|()| pages.iter().try_for_each(|(page, name)| append(page, &sections(name.as_deref()))));
    match written {
        Ok(()) => Ok(Exit::Well),
        Err(error) => fail(error),
    }
}
