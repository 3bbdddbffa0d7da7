//! `bramah completions`: scripts with which a shell completes our words.

use crate::{
    cli::Cli,
    exit::{Exit, Stop},
    output,
};
use clap::CommandFactory;

/// Write the completions of a shell to standard output.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The shell.
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

/// Runs `bramah completions`.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "bramah", &mut text);
    output::print(&text)
}
