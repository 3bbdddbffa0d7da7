//! `bramah decrypt`: decrypts files in the format of age, in FCA and its variants, and files of `openssl enc`.

mod other;
mod twice;

use super::{
    encrypt::fca_cipher,
    files::{
        BEGINNING, Crew, Destination, Done, Identities, Item, Naming, OpensslArgs, OutputArgs, Outputs,
        PassphraseArgs, Source, Target, Terminal, check_stdin, stop, uses,
    },
};
use crate::{
    engine::{Progress, threads},
    exit::{Exit, Stop},
    input::Input,
    report,
};
use bramah_age::{
    Ask as _, Decryptor, Identity,
    fca::{self, Contents, Fca, FcaHeader},
    is_age, openssl,
};
use std::{io::Read, path::PathBuf, sync::Arc};

/// The formats of encrypted files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// The format that the first bytes of the file indicate.
    Auto,
    /// age version 1, binary or armored.
    Age,
    /// W. Ehrhardt's FCA, FCA256 and FZCA.
    Fca,
    /// openssl enc, binary or base64 (-a, -A).
    Openssl,
}

/// Decrypt files of age, openssl enc and FCA.
///
/// Bramah recognises the format of the file: age version 1, openssl enc, FCA, FCA256 or FZCA. A file encrypted for
/// a recipient needs the matching identity (-i); for all others Bramah asks for the passphrase.
///
/// One IN is decrypted to -o or to standard output. With several files, or directories with --recursive, each
/// output takes the name of its input without .age, .fca or .enc, next to its input or below the output directory.
/// An output file is written completely or not at all, with the permissions and times of IN; an existing file is
/// replaced only with -f. Standard output receives only authenticated parts of a file, but only exit code 0 means
/// that the file was complete.
///
/// openssl enc does not authenticate at all. A file made without -pbkdf2 needs --no-pbkdf2; if the passphrase is right
/// for another common digest or derivation, the error names the options.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The files to decrypt; `-`, or no file, means standard input.
    #[arg(value_name = "IN")]
    pub(crate) inputs: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) identities: Identities,

    #[command(flatten)]
    pub(crate) source: PassphraseArgs,

    /// The format of the files. By default, Bramah detects the format of each file.
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "auto")]
    pub(crate) format: Format,

    /// The cipher, for formats that do not record the cipher. For FCA: aes (the default), serpent or twofish. For openssl
    /// enc: a cipher with its mode, such as aes-256-cbc, or chacha20 or rc4, by Bramah's or openssl's name.
    #[arg(long, value_name = "NAME")]
    pub(crate) cipher: Option<String>,

    #[command(flatten)]
    pub(crate) openssl: OpensslArgs,

    /// Read the file as base64 from `openssl enc -a`, even if the file is too short for Bramah to detect that.
    #[arg(short = 'a', long)]
    pub(crate) base64: bool,

    /// If an argument is a directory, decrypt all files in it and in its subdirectories.
    #[arg(long)]
    pub(crate) recursive: bool,

    #[command(flatten)]
    pub(crate) out: OutputArgs,

    /// Do not print the warning that the format does not detect changes to the file.
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// Accepted for compatibility with age; this command always decrypts.
    #[arg(short, long, hide = true)]
    pub(crate) decrypt: bool,
}

/// The suffixes that are removed from the names of decrypted files.
const SUFFIXES: &[&str] = &[".age", ".fca", ".enc"];

/// The settings for all files.
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
        output: args.out.output.as_deref(),
        recursive: args.recursive,
        naming: Naming::Remove(SUFFIXES),
    };
    let terminal = Arc::new(Terminal::with(args.source.given()?));
    let identities = args.identities.read_or_passphrase(&terminal)?;
    let how = How { args, terminal, identities };
    if outputs.single().is_none() {
        outputs.check()?;
    }
    let threads = threads(args.identities.jobs());
    // with a passphrase, scrypt needs much time and memory for every file, so only one file is processed at a time
    let files = if args.identities.is_empty() { 1 } else { threads };
    Crew { outputs: &outputs, files, threads, progress: args.out.progress }
        .run(|item, input, threads, progress| how.one(item, input, threads, progress))
}

impl How<'_> {
    /// Decrypts one file.
    fn one(&self, item: &Item, input: &mut Input, threads: usize, progress: &Progress) -> Done {
        let mut start = vec![0; BEGINNING];
        let count = input.fill(&mut start)?;
        start.truncate(count);
        match self.format(&start) {
            Format::Auto => {
                if let Some(what) = other::named(&start) {
                    return Err(Stop::about(&item.input, what));
                }
            }
            Format::Fca => return self.fca(item, input, start, progress),
            Format::Openssl => return self.openssl(item, input, start, progress),
            Format::Age => {}
        }
        let fail = |error| match error {
            bramah_age::Error::NoMatch if self.args.identities.is_empty() => Stop::about(
                &item.input,
                "encrypted for recipients: decryption needs an identity; give an identity file with -i FILE",
            ),
            error => stop(&item.input, error),
        };
        let metadata = input.metadata().cloned();
        let reader = from(&start, input, progress);
        let identities: Vec<&dyn Identity> = self.identities.iter().map(|identity| &**identity).collect();
        // the file is unlocked before the output is created, so that nothing is written for a file that cannot be
        // unlocked
        let unlocked = Decryptor::new(reader).and_then(|file| file.unlock(&identities)).map_err(fail)?;
        let mut output = self.output(item, metadata.as_ref())?;
        unlocked.decrypt(Target(&mut output), threads).map_err(fail)?;
        output.finish()
    }

    /// Returns the format of a file that begins with these bytes.
    fn format(&self, start: &[u8]) -> Format {
        match self.args.format {
            // such a file begins with random bytes
            Format::Auto if self.args.openssl.has_no_head() || self.args.base64 => Format::Openssl,
            Format::Auto if is_age(start) => Format::Age,
            Format::Auto if fca::is_fca(start) => Format::Fca,
            Format::Auto if openssl::is_openssl(start) => Format::Openssl,
            format => format,
        }
    }

    fn output(&self, item: &Item, source: Option<&std::fs::Metadata>) -> Result<Destination, Stop> {
        Destination::create(item.output.as_deref(), self.args.out.force, source)
    }

    /// Decrypts an FCA file, whose only tag is at its end. If written output becomes visible immediately, or the text
    /// is compressed, a first pass verifies the tag.
    fn fca(&self, item: &Item, input: &mut Input, start: Vec<u8>, progress: &Progress) -> Done {
        let fail = |error| stop(&item.input, error);
        let cipher = fca_cipher(self.args.cipher.as_deref()).ok_or_else(|| {
            Stop::usage("--cipher: for a file in the format FCA, the cipher must be aes, serpent or twofish")
        })?;
        let (header, rest) = start
            .split_first_chunk::<{ fca::HEADER }>()
            .ok_or_else(|| input.stop("malformed header: the file is truncated"))?;
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
                "{name}: files from openssl enc do not record the cipher; name the cipher, for example with --cipher \
                 aes-256-cbc. Add --no-pbkdf2 if the file was made without -pbkdf2, and --digest or --iterations if \
                 they were not sha256 and 10000",
            )));
        };
        let enc = args.openssl.enc(cipher)?;
        let enc = if args.base64 { enc.base64() } else { enc };
        if !args.quiet {
            report::plain(
                "warning: openssl enc does not authenticate files: changes to this file cannot be detected",
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

/// Warns of contents that are probably not the original text.
fn warn_of(item: &Item, contents: Contents) {
    if contents == Contents::Zlib {
        let name = report::shown(item.input.as_os_str().as_encoded_bytes());
        report::plain(format_args!(
            "warning: {name}: the contents are compressed (zlib) although the header does not say so; the header is \
             not authenticated and may have been changed"
        ));
    }
}

/// Returns a reader of the whole input: first the bytes that were already read, then the rest.
fn from<'a>(start: &'a [u8], input: &'a mut Input, progress: &'a Progress) -> impl Read + Send + 'a {
    start.chain(Source { input, progress })
}
