//! `bramah decrypt`: files in age's format, in FCA and its siblings, and those of `openssl enc`.

mod other;
mod twice;

use super::{
    encrypt::fca_cipher,
    files::{
        BEGINNING, Crew, Destination, Done, Identities, Item, Naming, OpensslArgs, Outputs, PassphraseArgs,
        Source, Target, Terminal, check_stdin, stop, uses,
    },
};
use crate::{
    engine::{Progress, Show, parse_jobs, threads},
    exit::{Exit, Stop},
    input::Input,
    report,
};
use bramah_age::{
    Ask as _, Decryptor, Identity,
    fca::{self, Contents, Fca, FcaHeader},
    is_age, openssl,
};
use std::{io::Read, num::NonZeroUsize, path::PathBuf, sync::Arc};

/// The formats that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// The format that the file begins as.
    Auto,
    /// age, version 1, plain or as text.
    Age,
    /// W. Ehrhardt's FCA, FCA256 and FZCA.
    Fca,
    /// openssl enc, as bytes or as base64 (-a, -A).
    Openssl,
}

/// Decrypt files.
///
/// The file tells its format: age, version 1; FCA, FCA256 or FZCA; or openssl enc. A file for a recipient needs its
/// identity, -i; otherwise the passphrase is asked for. With one IN, or none, the text goes to -o or to standard output;
/// of several files, or of directories with --recursive, each loses the .age (or .fca or .enc) at the end of its name,
/// beside it or below the directory that -o names. A file is written whole or not at all, with the permissions and times
/// of IN, and replaces none without -f. Standard output gets the parts of a file that were found authentic; only exit
/// code 0 says that they were all. Of openssl enc nothing is authenticated, and a file made without -pbkdf2 takes
/// --no-pbkdf2; where the passphrase fits with another of the usual digests or derivations, the error names it.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The files to decrypt; `-`, or none, is standard input.
    #[arg(value_name = "IN")]
    pub(crate) inputs: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) identities: Identities,

    #[command(flatten)]
    pub(crate) source: PassphraseArgs,

    /// The format, if the file may not tell it.
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "auto")]
    pub(crate) format: Format,

    /// The cipher, which these formats do not name. Of FCA: aes, the default, serpent or twofish. Of openssl enc: the
    /// cipher and its mode, such as aes-256-cbc, or chacha20 or rc4, by openssl's names too.
    #[arg(long, value_name = "NAME")]
    pub(crate) cipher: Option<String>,

    #[command(flatten)]
    pub(crate) openssl: OpensslArgs,

    /// The file is the base64 of openssl enc, also where it is too short to be recognised as that.
    #[arg(short = 'a', long)]
    pub(crate) base64: bool,

    /// Decrypt all files in directories.
    #[arg(long)]
    pub(crate) recursive: bool,

    /// Write to this file: to a temporary one first, which takes its place when all is well. `-` is standard output,
    /// even if that is a terminal and this is no text. With several files, the directory to write to. Links are
    /// followed; one to a descriptor is the descriptor.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,

    /// Replace files that are there.
    #[arg(short, long)]
    pub(crate) force: bool,

    /// The number of threads; by default as many as there are processors.
    #[arg(long, value_name = "N", value_parser = parse_jobs)]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// How to show progress on standard error: a bar on a terminal, or a line every ten seconds.
    #[arg(long, value_enum, value_name = "HOW", default_value = "auto", num_args = 0..=1, require_equals = true, default_missing_value = "plain")]
    pub(crate) progress: Show,

    /// Do not warn that a format does not authenticate.
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// Decrypt, which is what this command does: as age has it.
    #[arg(short, long, hide = true)]
    pub(crate) decrypt: bool,
}

/// The ends of names that are removed.
const SUFFIXES: &[&str] = &[".age", ".fca", ".enc"];

/// What is the same for all files.
struct How<'a> {
    args: &'a Args,
    terminal: Arc<Terminal>,
    identities: Vec<Box<dyn Identity>>,
}

/// Runs `bramah decrypt`.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    let input = args.inputs.is_empty() || args.inputs.iter().any(|path| path.as_os_str() == "-");
    check_stdin(
        [("IN", input), ("the passphrase", args.source.is_stdin())]
            .into_iter()
            .chain(uses("-i", &args.identities.identities)),
    )?;
    let outputs = Outputs {
        inputs: &args.inputs,
        output: args.output.as_deref(),
        recursive: args.recursive,
        naming: Naming::Remove(SUFFIXES),
    };
    let terminal = Arc::new(Terminal::with(args.source.given()?));
    let identities = args.identities.read_or_passphrase(&terminal)?;
    let how = How { args, terminal, identities };
    if outputs.single().is_none() {
        outputs.check()?;
    }
    let threads = threads(args.jobs);
    // a passphrase takes the time and memory of scrypt for every file
    let files = if args.identities.is_empty() { 1 } else { threads };
    Crew { outputs: &outputs, files, threads, progress: args.progress }
        .run(|item, input, threads, progress| how.one(item, input, threads, progress))
}

impl How<'_> {
    /// Decrypts one file.
    fn one(&self, item: &Item, input: &mut Input, threads: usize, progress: &Progress) -> Done {
        let mut start = vec![0; BEGINNING];
        let count = input.fill(&mut start)?;
        start.truncate(count);
        match self.format(&start) {
            Format::Auto if let Some(what) = other::named(&start) => {
                return Err(Stop::about(&item.input, what));
            }
            Format::Fca => return self.fca(item, input, start, progress),
            Format::Openssl => return self.openssl(item, input, start, progress),
            Format::Age | Format::Auto => {}
        }
        let fail = |error| match error {
            bramah_age::Error::NoMatch if self.args.identities.is_empty() => Stop::about(
                &item.input,
                "it is encrypted to recipients, and no identity was given: -i FILE names a file with one",
            ),
            error => stop(&item.input, error),
        };
        let metadata = input.metadata().cloned();
        let reader = from(&start, input, progress);
        let identities: Vec<&dyn Identity> = self.identities.iter().map(|identity| &**identity).collect();
        // before the output is begun: nothing is written for a file that cannot be opened
        let unlocked = Decryptor::new(reader).and_then(|file| file.unlock(&identities)).map_err(fail)?;
        let mut output = self.output(item, metadata.as_ref())?;
        unlocked.decrypt(Target(&mut output), threads).map_err(fail)?;
        output.finish()
    }

    /// Returns the format of a file that begins so.
    fn format(&self, start: &[u8]) -> Format {
        match self.args.format {
            // it begins with random bytes
            Format::Auto if self.args.openssl.has_no_head() || self.args.base64 => Format::Openssl,
            Format::Auto if is_age(start) => Format::Age,
            Format::Auto if fca::is_fca(start) => Format::Fca,
            Format::Auto if openssl::is_openssl(start) => Format::Openssl,
            format => format,
        }
    }

    fn output(&self, item: &Item, source: Option<&std::fs::Metadata>) -> Result<Destination, Stop> {
        Destination::create(item.output.as_deref(), self.args.force, source)
    }

    /// Decrypts an FCA file, whose only tag is at its end. Where the output is visible at once, and where the text is
    /// compressed, the tag is verified in a first pass.
    fn fca(&self, item: &Item, input: &mut Input, start: Vec<u8>, progress: &Progress) -> Done {
        let fail = |error| stop(&item.input, error);
        let cipher = fca_cipher(self.args.cipher.as_deref())
            .ok_or_else(|| Stop::usage("--cipher: FCA takes aes, serpent or twofish"))?;
        let (header, rest) = start
            .split_first_chunk::<{ fca::HEADER }>()
            .ok_or_else(|| input.stop("malformed header: it is cut off"))?;
        let header = FcaHeader::parse(header).map_err(fail)?;
        let passphrase = self.terminal.passphrase("Passphrase: ").map_err(fail)?;
        let fca = Fca::open(header, cipher, &passphrase).map_err(fail)?;
        let metadata = input.metadata().cloned();
        let mut output = self.output(item, metadata.as_ref())?;
        if output.withholds() && !header.kind().compressed {
            let contents = fca.decrypt(&mut from(rest, input, progress), &mut Target(&mut output));
            warn_of(item, contents.map_err(fail)?);
            return output.finish();
        }
        input.keep()?;
        let mut first = twice::First::new(from(rest, input, progress))?;
        fca.verify(&mut first).map_err(fail)?;
        let seen = first.seen();
        input.rewind()?;
        let mut second = twice::Second::new(from(rest, input, progress), seen)?;
        let contents = fca.decrypt(&mut second, &mut Target(&mut output)).map_err(fail)?;
        warn_of(item, contents);
        output.finish()
    }

    /// Decrypts a file of `openssl enc`.
    fn openssl(&self, item: &Item, input: &mut Input, start: Vec<u8>, progress: &Progress) -> Done {
        let fail = |error| stop(&item.input, error);
        let args = self.args;
        let Some(cipher) = &args.cipher else {
            let name = report::shown(item.input.as_os_str().as_encoded_bytes());
            return Err(Stop::usage(format_args!(
                "{name}: a file of openssl enc does not name its cipher: --cipher does, such as --cipher aes-256-cbc; and \
                 --no-pbkdf2 if it was made without -pbkdf2, --digest and --iterations if they are not sha256 and 10000",
            )));
        };
        let enc = args.openssl.enc(cipher)?;
        let enc = if args.base64 { enc.base64() } else { enc };
        if !args.quiet {
            report::plain(
                "warning: openssl enc does not authenticate: nobody can tell whether the file was changed",
            );
        }
        let passphrase = self.terminal.passphrase("Passphrase: ").map_err(fail)?;
        let metadata = input.metadata().cloned();
        let mut output = self.output(item, metadata.as_ref())?;
        let mut reader = from(&start, input, progress);
        enc.decrypt(&mut reader, &mut Target(&mut output), &passphrase).map_err(fail)?;
        output.finish()
    }
}

/// Warns of contents that are probably not the text.
fn warn_of(item: &Item, contents: Contents) {
    if contents == Contents::Zlib {
        let name = report::shown(item.input.as_os_str().as_encoded_bytes());
        report::plain(format_args!(
            "warning: {name}: the contents are compressed (zlib), and the header, which is not authenticated, does not say \
             so: somebody may have changed it"
        ));
    }
}

/// Reads the beginning, which was read before, and the rest of an input.
fn from<'a>(start: &'a [u8], input: &'a mut Input, progress: &'a Progress) -> impl Read + Send + 'a {
    start.chain(Source { input, progress })
}
