//! `bramah bao`: verifies any part of a file with the tree of its BLAKE3 hash.

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
/// The subcommands and the files are the same as in the program `bao`. An encoded file (`bao encode`) contains the original
/// file together with the tree; with --outboard, the tree is in a separate file. Bramah verifies the file against the hash
/// that `bramah hash -a blake3 --untagged FILE` prints. Anyone who has this hash can also verify a slice, which is a range
/// of bytes with the parts of the tree that belong to it, without the rest of the file. Bramah writes only verified bytes,
/// and an output file appears only if all of it was verified.
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
    /// The file to encode; `-` means standard input, which Bramah copies to a temporary file first.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The encoded file to write; `-`, or no file, means standard output.
    #[arg(value_name = "OUT", conflicts_with = "outboard")]
    out: Option<PathBuf>,

    /// Write only the hash tree, without the content of FILE, to this file.
    #[arg(long, value_name = "TREE")]
    outboard: Option<PathBuf>,

    /// Replace the output file if it exists.
    #[arg(short, long)]
    force: bool,
}

/// The files of a subcommand that reads an encoded file.
#[derive(clap::Args)]
struct Files {
    /// The encoded file, or with --outboard the original file; `-`, or no file, means standard input.
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// The file to write the result to; `-`, or no file, means standard output.
    #[arg(value_name = "OUT")]
    out: Option<PathBuf>,

    /// Read the hash tree from this file, which was made by `bao encode --outboard`.
    #[arg(long, value_name = "TREE")]
    outboard: Option<PathBuf>,

    /// Replace the output file if it exists.
    #[arg(short, long)]
    force: bool,
}

/// Verify an encoded file, and write the original file.
#[derive(clap::Args)]
struct DecodeArgs {
    /// The BLAKE3 hash of the original file: 64 hexadecimal digits.
    #[arg(value_name = "HASH")]
    hash: Hex,

    #[command(flatten)]
    files: Files,

    /// Skip this many bytes at the start of the original file.
    #[arg(long, value_name = "BYTES", default_value_t = 0, hide_default_value = true)]
    start: u64,

    /// Write at most this many bytes of the original file.
    #[arg(long, value_name = "BYTES")]
    count: Option<u64>,
}

/// Extract a slice of an encoded file; `bao decode-slice` verifies it later.
#[derive(clap::Args)]
struct SliceArgs {
    /// The offset of the slice in the original file, in bytes.
    #[arg(value_name = "START")]
    start: u64,

    /// The length of the slice in bytes.
    #[arg(value_name = "COUNT")]
    count: u64,

    #[command(flatten)]
    files: Files,
}

/// Verify a slice, and write its bytes of the original file.
#[derive(clap::Args)]
struct DecodeSliceArgs {
    /// The BLAKE3 hash of the whole original file: 64 hexadecimal digits.
    #[arg(value_name = "HASH")]
    hash: Hex,

    /// The offset of the slice in the original file, in bytes, as given to `bao slice`.
    #[arg(value_name = "START")]
    start: u64,

    /// The length of the slice in bytes, as given to `bao slice`.
    #[arg(value_name = "COUNT")]
    count: u64,

    /// The slice; `-`, or no file, means standard input.
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// The file to write the verified bytes to; `-`, or no file, means standard output.
    #[arg(value_name = "OUT")]
    out: Option<PathBuf>,

    /// Replace the output file if it exists.
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
        report::about(&name, "ignored additional bytes after the end of the verified content");
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

/// Opens the inputs and the output of a subcommand; also returns the name of the first input, for messages.
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
    hash.0[..].try_into().map_err(|_| {
        Stop::usage("HASH: expected the BLAKE3 hash of the original file, 64 hexadecimal digits")
    })
}

/// The files that an encoding is read from.
struct Source {
    /// The first file: the content if the tree is in a separate file, otherwise the whole encoding.
    first: Box<dyn Skip>,
    /// The tree, if it is in a separate file.
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

    /// Returns whether the first file has bytes that were not read.
    fn goes_on(&mut self) -> bool {
        self.first.read(&mut [0]).is_ok_and(|count| count > 0)
    }
}

/// Returns a reader of a file; it seeks if the file is a regular one.
fn reader(file: File) -> Box<dyn Skip> {
    match file.metadata() {
        Ok(metadata) if metadata.is_file() => Box::new(Seeking::new(file)),
        _ => Box::new(Reading::new(file)),
    }
}

/// The length of the output buffer in bytes.
const WRITTEN: usize = 1 << 16;

/// The output of a subcommand.
struct Out {
    output: Output,
    /// The error of the first write that failed.
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

    /// Calls `write` and completes the output: an output file appears only if `write` succeeded. Errors of `write` are
    /// reported about the input `name`.
    fn fill(mut self, name: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Stop> {
        let mut buffered = BufWriter::with_capacity(WRITTEN, &mut self);
        let done = write(&mut buffered).and_then(|()| buffered.flush());
        // dropping the buffer writes verified bytes to a pipe even after an error; the pipe has received earlier bytes anyway
        drop(buffered);
        match (done, self.stop) {
            (_, Some(stop)) => Err(stop),
            (Err(error), None) => Err(Stop::about(name, message(&error))),
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

/// Returns the message for an error of reading.
fn message(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => "the encoded file, the tree or the original file is truncated".into(),
        _ => report::reason(error),
    }
}
