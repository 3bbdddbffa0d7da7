//! `bramah completions`: scripts with which shells complete commands, options and names.

use crate::{
    exit::{Exit, Stop},
    output,
};
use clap::builder::PossibleValue;
use clap_complete::Shell;

/// Print a completion script for a shell.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The shell for which to print a completion script.
    #[arg(value_enum)]
    shell: Shell,
}

/// Runs `bramah completions`, for this grammar.
pub(crate) fn run(args: &Args, grammar: &mut clap::Command) -> Result<Exit, Stop> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, grammar, "bramah", &mut text);
    match args.shell {
        Shell::Bash => {
            let script = String::from_utf8_lossy(&text).into_owned();
            text = after_commas(&script).into_bytes();
        }
        Shell::Fish => text.extend(arguments(grammar).into_bytes()),
        _ => {}
    }
    output::print(&text)
}

/// Returns clap's script for bash, changed so that `--algorithm` completes the name after the last comma of its value.
fn after_commas(script: &str) -> String {
    let mut takes_list = false;
    let mut changed = String::with_capacity(script.len());
    for line in script.lines() {
        if takes_list {
            let line = line.replace("compgen -W", "compgen -P \"${cur%\"${cur##*,}\"}\" -W");
            changed += &line.replace("-- \"${cur}\"", "-- \"${cur##*,}\"");
        } else {
            changed += line;
        }
        changed.push('\n');
        takes_list = matches!(line.trim(), "--algorithm)" | "-a)");
    }
    changed
}

/// Returns lines for fish that complete the names that commands take as arguments. Clap's generator for fish completes
/// only options.
fn arguments(grammar: &clap::Command) -> String {
    let mut lines = String::new();
    for command in grammar.get_subcommands() {
        for argument in command.get_positionals() {
            let values = argument.get_possible_values();
            let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
            if !names.is_empty() {
                lines += &format!(
                    "complete -c bramah -n \"__fish_bramah_using_subcommand {}\" -a \"{}\"\n",
                    command.get_name(),
                    names.join(" ")
                );
            }
        }
    }
    lines
}
