//! `bramah completions`: scripts with which a shell completes our words.

use crate::{
    exit::{Exit, Stop},
    output,
};

/// Write the completions of a shell to standard output.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The shell.
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

/// Runs `bramah completions`, for this grammar.
pub(crate) fn run(args: &Args, grammar: &mut clap::Command) -> Result<Exit, Stop> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, grammar, "bramah", &mut text);
    output::print(&text)
}
