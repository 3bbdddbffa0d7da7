//! Printing output of an extendable-output function, of any length and from any position.

use super::hashing::Form;
use crate::{
    buffer::Buffer,
    exit::{Exit, Stop},
    input::Input,
    names, output, report,
    sumfile::{Layout, needs_escape, write_hex, write_name},
};
use bramah::hash::{AnyReader, Function, READ_LEN};
use std::{
    io::Write,
    path::{Path, PathBuf},
};

/// The part of the output that is written.
#[derive(Clone, Copy)]
pub(super) struct Part {
    /// The position in the output of the first byte to write.
    pub(super) seek: u64,
    /// The length of the part in bytes.
    pub(super) length: u64,
}

/// Writes, for each file, the bytes of the function's output that `part` selects.
pub(super) fn run(function: &Function, form: Form, part: Part, files: &[PathBuf]) -> Result<Exit, Stop> {
    if part.seek.checked_add(part.length).is_none() {
        return Err(Stop::usage(format_args!(
            "cannot seek to byte {} and read {} bytes: the output has only {} bytes",
            part.seek,
            part.length,
            u64::MAX
        )));
    }
    let mut buffer = Buffer::try_new(READ_LEN)?;
    let mut exit = Exit::Well;
    for path in files {
        match message(function, path, &mut buffer) {
            Ok(reader) => line(reader, form, part, path, &mut buffer)?,
            Err(stop) => {
                report::plain(stop.reason);
                exit = Exit::Failure;
            }
        }
    }
    Ok(exit)
}

/// Hashes a file.
fn message(function: &Function, path: &Path, buffer: &mut [u8]) -> Result<AnyReader, Stop> {
    let mut hasher = function.hasher();
    let mut input = Input::open(path)?;
    loop {
        match input.read(buffer)? {
            0 => break,
            count => hasher.update(&buffer[..count]),
        }
    }
    let name = hasher.algorithm().name();
    let reader = hasher.finalize_xof();
    reader.ok_or_else(|| Stop::usage(format_args!("{name} has a fixed output length")))
}

/// Writes the line of a file, piece by piece.
fn line(mut reader: AnyReader, form: Form, part: Part, path: &Path, piece: &mut [u8]) -> Result<(), Stop> {
    if part.seek > 0 && !reader.seek(part.seek) {
        let name = reader.algorithm().name();
        return Err(Stop::usage(format_args!("the output of {name} can be read only from the beginning")));
    }
    let name = names::bytes(path);
    let escape = needs_escape(&name);
    let layout = match form {
        Form::List(style) => Some(style.layout),
        _ => None,
    };
    let mut text = Vec::new();
    if layout.is_some() && escape {
        text.push(b'\\');
    }
    if layout == Some(Layout::Tagged) {
        text.extend_from_slice(reader.algorithm().info().tag.as_bytes());
        text.extend_from_slice(b" (");
        write_name(&mut text, &name, escape);
        text.extend_from_slice(b") = ");
    }
    let mut out = output::stdout();
    let mut rest = part.length;
    loop {
        let count = piece.len().min(usize::try_from(rest).unwrap_or(usize::MAX));
        reader.read(&mut piece[..count]);
        match form {
            Form::Raw => text.extend_from_slice(&piece[..count]),
            _ => write_hex(&mut text, &piece[..count]),
        }
        rest -= count as u64;
        if rest == 0 {
            break;
        }
        out.write_all(&text).map_err(|error| output::write_error(&error))?;
        text.clear();
    }
    if let Some(layout) = layout.filter(|layout| *layout != Layout::Tagged) {
        text.extend_from_slice(layout.blanks());
        write_name(&mut text, &name, escape);
    }
    if !matches!(form, Form::Raw) {
        text.push(b'\n');
    }
    out.write_all(&text).map_err(|error| output::write_error(&error))
}
