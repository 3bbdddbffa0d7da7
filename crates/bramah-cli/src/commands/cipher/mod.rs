//! `bramah cipher`: encryption and decryption of files with a cipher by name.

mod args;
mod authenticated;
mod choice;
mod composed;
mod plain;
mod texts;
mod whole;
mod wrap;

pub(crate) use args::Args;

use crate::{
    exit::{Exit, Stop},
    input::Input,
    output::Output,
};
use authenticated::Authenticated;
use bramah::mode::Direction;
use choice::Choice;
use composed::Composed;
use plain::Plain;
use std::path::Path;
use texts::Texts;
use wrap::Wrap;

/// Runs `bramah cipher`.
pub(crate) fn run(args: Args) -> Result<Exit, Stop> {
    args.check()?;
    let plain = |plain: Plain| {
        let (mut input, mut output) = open(&args)?;
        if !args.quiet {
            plain.warn();
        }
        plain.run(&mut input, &mut output)?;
        output.finish()
    };
    match choice::find(&args.name, args.backend.as_deref())? {
        Choice::Mode(algorithm) => plain(Plain::in_mode(algorithm, &args)?)?,
        Choice::Stream(algorithm) => plain(Plain::stream(algorithm, &args)?)?,
        Choice::Authenticated(algorithm) => {
            let mut authenticated = Authenticated::new(algorithm, &args)?;
            let (mut input, mut output) = open(&args)?;
            match args.direction() {
                Direction::Encrypt => authenticated.seal(&mut input, &mut output)?,
                Direction::Decrypt => authenticated.open(&mut input, &mut output)?,
            }
            output.finish()?;
        }
        Choice::Composed(algorithm) => {
            let mut composed = Composed::new(algorithm, &args)?;
            let (mut input, mut output) = open(&args)?;
            composed.run(&mut input, &mut output)?;
            output.finish()?;
        }
        Choice::Wrap(algorithm) => {
            let wrap = Wrap::new(algorithm, &args)?;
            let (mut input, mut output) = open(&args)?;
            wrap.run(&mut input, &mut output)?;
            output.finish()?;
        }
        Choice::Texts(algorithm) => {
            let texts = Texts::new(algorithm, &args)?;
            let (mut input, mut output) = open(&args)?;
            if !args.quiet {
                texts.warn();
            }
            texts.run(&mut input, &mut output)?;
            output.finish()?;
        }
    }
    Ok(Exit::Well)
}

/// Opens the input and the output.
fn open(args: &Args) -> Result<(Input, Output), Stop> {
    let input = Input::open(args.input.as_deref().unwrap_or(Path::new("-")))?;
    let output = Output::create(args.output.as_deref(), args.force, input.metadata())?;
    Ok((input, output))
}
