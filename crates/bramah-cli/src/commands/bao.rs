//! `bramah bao`: files with the tree of BLAKE3, by which any part of them is verified.

use crate::{
    exit::{Exit, Stop},
    hex::Hex,
    input::{self, Input},
    output::Output,
    report,
};
use bramah::bao::{self, Encoding, Form, Range, Reading, Seeking, Skip};
use std::{
    fs::{File, Metadata},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

/// Verify any part of a large file by itself, with the tree of BLAKE3.
///
/// Reads and writes the files of the command `bao`, with its words. An encoding (`bao encode`) is the file and the tree, or
/// with --outboard the tree alone. The hash that it is verified against is that of `bramah hash -a blake3 --untagged FILE`. Whoever
/// has the hash can verify a slice, which is some bytes of the file and what of the tree belongs to them, without the rest of
/// the file. Nothing is written that has not been verified; a file appears only if all of it was.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(clap::Subcommand)]
enum Verb {
    Encode(EncodeArgs),
    Decode(DecodeArgs),
    Slice(SliceArgs),
    DecodeSlice(DecodeSliceArgs),
}

/// Encode a file.
#[derive(clap::Args)]
struct EncodeArgs {
    /// The file; `-` is standard input, which is kept in a temporary file.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The file that gets the encoding; `-`, or none, is standard output.
    #[arg(value_name = "OUT", conflicts_with = "outboard")]
    out: Option<PathBuf>,

    /// Write the tree to this file, without the content.
    #[arg(long, value_name = "TREE")]
    outboard: Option<PathBuf>,

    /// Replace a file that is there.
    #[arg(short, long)]
    force: bool,
}

/// The files of a verb that reads an encoding.
#[derive(clap::Args)]
struct Files {
    /// The encoding, or with --outboard the content; `-`, or none, is standard input.
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// The file that gets the result; `-`, or none, is standard output.
    #[arg(value_name = "OUT")]
    out: Option<PathBuf>,

    /// The tree, if it is in a file of its own.
    #[arg(long, value_name = "TREE")]
    outboard: Option<PathBuf>,

    /// Replace a file that is there.
    #[arg(short, long)]
    force: bool,
}

/// Verify an encoding, and write its content.
#[derive(clap::Args)]
struct DecodeArgs {
    /// The BLAKE3 of the content, 64 hexadecimal digits.
    #[arg(value_name = "HASH")]
    hash: Hex,

    #[command(flatten)]
    files: Files,

    /// Leave out so many bytes of the content.
    #[arg(long, value_name = "BYTES", default_value_t = 0, hide_default_value = true)]
    start: u64,

    /// Write no more than so many bytes of the content.
    #[arg(long, value_name = "BYTES")]
    count: Option<u64>,
}

/// Take a slice of an encoding, which is not verified here: decode-slice does that.
#[derive(clap::Args)]
struct SliceArgs {
    /// The number of bytes before the slice.
    #[arg(value_name = "START")]
    start: u64,

    /// The number of its bytes.
    #[arg(value_name = "COUNT")]
    count: u64,

    #[command(flatten)]
    files: Files,
}

/// Verify a slice, and write its content.
#[derive(clap::Args)]
struct DecodeSliceArgs {
    /// The BLAKE3 of the whole content, 64 hexadecimal digits.
    #[arg(value_name = "HASH")]
    hash: Hex,

    /// The number of bytes before the slice, as it was made.
    #[arg(value_name = "START")]
    start: u64,

    /// The number of its bytes, as it was made.
    #[arg(value_name = "COUNT")]
    count: u64,

    /// The slice; `-`, or none, is standard input.
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// The file that gets the content; `-`, or none, is standard output.
    #[arg(value_name = "OUT")]
    out: Option<PathBuf>,

    /// Replace a file that is there.
    #[arg(short, long)]
    force: bool,
}

/// Runs `bramah bao`.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    match &args.verb {
        Verb::Encode(args) => encode(args)?,
        Verb::Decode(args) => decode(args)?,
        Verb::Slice(args) => slice(args)?,
        Verb::DecodeSlice(args) => decode_slice(args)?,
    }
    Ok(Exit::Well)
}

fn encode(args: &EncodeArgs) -> Result<(), Stop> {
    let input = Input::open(&args.file)?;
    let source = input.metadata().cloned();
    let mut content = input.kept()?;
    let form = if args.outboard.is_some() { Form::Outboard } else { Form::Combined };
    let out = Out::create(args.out.as_deref().or(args.outboard.as_deref()), args.force, source.as_ref())?;
    out.fill(&args.file, |out| bao::encode(&mut content, form, out).map(drop))
}

fn decode(args: &DecodeArgs) -> Result<(), Stop> {
    let hash = hash(&args.hash)?;
    let range = Range { start: args.start, count: args.count.unwrap_or(u64::MAX) };
    let (mut from, out, name) = args.files.open()?;
    out.fill(&name, |out| bao::decode(&mut from.encoding(), &hash, range, out).map(drop))?;
    if range == Range::ALL && from.goes_on() {
        report::about(&name, "more bytes follow, which are no part of what was verified");
    }
    Ok(())
}

fn slice(args: &SliceArgs) -> Result<(), Stop> {
    let range = Range { start: args.start, count: args.count };
    let (mut from, out, name) = args.files.open()?;
    out.fill(&name, |out| bao::slice(&mut from.encoding(), range, out))
}

fn decode_slice(args: &DecodeSliceArgs) -> Result<(), Stop> {
    let hash = hash(&args.hash)?;
    let range = Range { start: args.start, count: args.count };
    let (mut from, out, name) = opened(args.file.as_deref(), None, args.out.as_deref(), args.force)?;
    out.fill(&name, |out| bao::decode(&mut Encoding::slice(&mut *from.first), &hash, range, out).map(drop))
}

impl Files {
    fn open(&self) -> Result<(Source, Out, PathBuf), Stop> {
        opened(self.file.as_deref(), self.outboard.as_deref(), self.out.as_deref(), self.force)
    }
}

/// Opens what a verb reads, and its output; returns the name of what it reads besides, for messages.
fn opened(
    file: Option<&Path>,
    outboard: Option<&Path>,
    out: Option<&Path>,
    force: bool,
) -> Result<(Source, Out, PathBuf), Stop> {
    let from = Source::open(file, outboard)?;
    let out = Out::create(out, force, from.metadata.as_ref())?;
    let name = from.name.clone();
    Ok((from, out, name))
}

fn hash(hash: &Hex) -> Result<[u8; 32], Stop> {
    hash.0[..].try_into().map_err(|_| Stop::usage("wanted: the BLAKE3 of the content, 64 hexadecimal digits"))
}

/// Where an encoding is read from.
struct Source {
    /// The file that is named first: the content if the tree is apart.
    first: Box<dyn Skip>,
    /// The tree, if it is apart.
    tree: Option<Box<dyn Skip>>,
    name: PathBuf,
    metadata: Option<Metadata>,
}

impl Source {
    fn open(file: Option<&Path>, outboard: Option<&Path>) -> Result<Self, Stop> {
        let path = file.unwrap_or(Path::new("-"));
        let open = |path: &Path| input::open(path).map_err(|error| Stop::io(path, &error));
        let first = open(path)?;
        let metadata = first.metadata().ok().filter(Metadata::is_file);
        let tree = outboard.map(open).transpose()?.map(reader);
        let name = if path.as_os_str() == "-" { "standard input".into() } else { path.to_path_buf() };
        Ok(Self { first: reader(first), tree, name, metadata })
    }

    fn encoding(&mut self) -> Encoding<'_> {
        match &mut self.tree {
            Some(tree) => Encoding::outboard(&mut **tree, &mut *self.first),
            None => Encoding::combined(&mut *self.first),
        }
    }

    /// Returns whether there is more than was read.
    fn goes_on(&mut self) -> bool {
        self.first.read(&mut [0]).is_ok_and(|count| count > 0)
    }
}

/// Returns a reader of a file, which seeks if it can.
fn reader(file: File) -> Box<dyn Skip> {
    match file.metadata() {
        Ok(metadata) if metadata.is_file() => Box::new(Seeking::new(file)),
        _ => Box::new(Reading::new(file)),
    }
}

/// The bytes that are written at once.
const WRITTEN: usize = 1 << 16;

/// The output of a verb.
struct Out {
    output: Output,
    /// The end of the run, if a write has failed.
    stop: Option<Stop>,
}

impl Out {
    fn create(path: Option<&Path>, force: bool, source: Option<&Metadata>) -> Result<Self, Stop> {
        let output = match path {
            Some(_) => Output::keeping(path, force, source)?,
            None => Output::create(None, force, source)?,
        };
        Ok(Self { output, stop: None })
    }

    /// Writes what `write` writes, whole or not at all if it is a file; `name` is the file that is at fault if that fails.
    fn fill(mut self, name: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Stop> {
        let mut buffered = BufWriter::with_capacity(WRITTEN, &mut self);
        let done = write(&mut buffered).and_then(|()| buffered.flush());
        // what was verified before a failure is written to a pipe, which cannot take back what it has got
        drop(buffered);
        match (done, self.stop) {
            (_, Some(stop)) => Err(stop),
            (Err(error), None) => Err(Stop::about(name, told(&error))),
            (Ok(()), None) => self.output.finish(),
        }
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.output.write(bytes) {
            Ok(()) => Ok(bytes.len()),
            Err(stop) => {
                self.stop = Some(stop);
                Err(io::Error::other("the output cannot be written"))
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns an error of reading in words.
fn told(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => "the encoding or the content is cut off".into(),
        _ => report::reason(error),
    }
}
