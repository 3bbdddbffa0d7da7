//! Plants known bugs, one after another, in a copy of the tree, and checks that the tests that the list names for each
//! bug fail.
//!
//! ```text
//! cargo run -p mutants -- [--list] [--copy] [--no-baseline] [--groups | --together] [NAME...]
//! ```
//!
//! The bugs are in `tools/mutants/planted.txt`. These are bugs that other tools cannot plant: in constants, carries and
//! borders of kernels, each with the tests that must detect it. `README.md` in that folder says how to read and extend
//! the list.

mod groups;
mod list;
mod run;
mod tree;

use list::{Bug, Tests, bugs};
use run::Outcome;
use std::{path::Path, process::ExitCode};
use tree::Tree;

/// The arguments of the command line.
#[derive(Default)]
struct Arguments {
    list: bool,
    copy: bool,
    no_baseline: bool,
    /// One build for each group of bugs in different files with different tests.
    groups: bool,
    together: bool,
    names: Vec<String>,
}

fn arguments() -> Result<Arguments, String> {
    let mut arguments = Arguments::default();
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--list" => arguments.list = true,
            "--copy" => arguments.copy = true,
            "--no-baseline" => arguments.no_baseline = true,
            "--groups" => arguments.groups = true,
            "--together" => arguments.together = true,
            name if !name.starts_with('-') => arguments.names.push(argument),
            _ => return Err(format!("{argument} is not an option")),
        }
    }
    Ok(arguments)
}

/// Returns the bugs with these names, or all.
fn chosen(names: &[String]) -> Result<Vec<Bug>, String> {
    let all = bugs()?;
    if let Some(name) = names.iter().find(|name| all.iter().all(|bug| bug.name != **name)) {
        return Err(format!("no bug is named {name}"));
    }
    Ok(all.into_iter().filter(|bug| names.is_empty() || names.contains(&bug.name)).collect())
}

/// Plants the bugs in groups, and returns whether the tests caught all of them, except those known to be missed.
fn run() -> Result<bool, String> {
    let arguments = arguments()?;
    let bugs = chosen(&arguments.names)?;
    if arguments.list {
        for bug in &bugs {
            println!("{:<28} {}", bug.name, bug.what);
        }
        return Ok(true);
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).ok_or("the tree has no root")?;
    let tree = Tree::new(root)?;
    tree.refresh()?;
    if arguments.copy {
        println!("{}", tree.root().display());
        return Ok(true);
    }
    if !arguments.no_baseline {
        // without bugs all of these tests must pass, otherwise a failing test would prove nothing
        let all: Vec<&Tests> = bugs.iter().flat_map(|bug| &bug.tests).collect();
        for tests in &all {
            match tests.run(&tree)? {
                Outcome::Passed => {}
                outcome => return Err(format!("without a bug, {tests} {outcome}")),
            }
        }
    }
    let groups = match (arguments.together, arguments.groups) {
        (true, _) => vec![bugs],
        (false, true) => groups::divided(bugs),
        (false, false) => bugs.into_iter().map(|bug| vec![bug]).collect(),
    };
    let count = groups.len();
    let mut good = true;
    for (number, group) in groups.iter().enumerate() {
        println!("build {} of {count}, with {} bugs", number + 1, group.len());
        for bug in group {
            tree.plant(bug)?;
        }
        for bug in group {
            let mut caught = Vec::new();
            for tests in &bug.tests {
                let outcome = tests.run(&tree)?;
                if let Outcome::NotBuilt = outcome {
                    return Err(format!("{}: the tree does not build with this bug", bug.name));
                }
                if !matches!(outcome, Outcome::Passed) {
                    caught.push(format!("{tests} {outcome}{}", tree.first_words()));
                }
            }
            let verdict = match (caught.len() == bug.tests.len(), &bug.missed) {
                (true, None) => format!("caught: {}", caught.join("; ")),
                (true, Some(_)) => "caught, although the list says that it is missed".into(),
                (false, Some(reason)) => format!("missed, as is known: {reason}"),
                (false, None) => format!("MISSED by a test that must see it; caught by {caught:?}"),
            };
            good &= (caught.len() == bug.tests.len()) == bug.missed.is_none();
            println!("{:<28} {verdict}", bug.name);
        }
        tree.refresh()?;
    }
    Ok(good)
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("mutants: {message}");
            ExitCode::FAILURE
        }
    }
}
