//! `bramah encrypt`: files for recipients, or with a passphrase.

use super::files::{
    Crew, Destination, Done, Identities, Item, Naming, OpensslArgs, Outputs, PassphraseArgs, Recipients,
    Source, Target, Terminal, check_stdin, stop, uses,
};
use crate::{
    engine::{Progress, Show, parse_jobs, threads},
    exit::{Exit, Stop},
    input::Input,
    report,
};
use bramah_age::{
    DEFAULT_WORK_FACTOR, Encryptor, Passphrase, Recipient,
    fca::{Cipher, Kind, NewFca, check_passphrase},
    openssl::{Form, OpensslEnc},
};
use std::{
    io::IsTerminal as _,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::Arc,
};
use zeroize::Zeroizing;

/// The formats that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// age, version 1.
    Age,
    /// W. Ehrhardt's FCA: AES with 128 bits in EAX.
    Fca,
    /// W. Ehrhardt's FCA256: AES with 256 bits in EAX.
    Fca256,
    /// W. Ehrhardt's FZCA: FCA of compressed text.
    Fzca,
    /// openssl enc, with its option -pbkdf2 unless --no-pbkdf2 is given.
    Openssl,
}

impl Format {
    /// Returns whether the format is one of FCA and its siblings.
    fn is_fca(self) -> bool {
        matches!(self, Self::Fca | Self::Fca256 | Self::Fzca)
    }

    /// Returns the end of the names of files in this format.
    fn suffix(self) -> &'static str {
        match self {
            Self::Age => ".age",
            Self::Openssl => ".enc",
            Self::Fca | Self::Fca256 | Self::Fzca => ".fca",
        }
    }
}

/// The cipher of openssl enc unless another is named.
const OPENSSL_CIPHER: &str = "aes-256-cbc";

/// Encrypt files for recipients, or with a passphrase.
///
/// The format is that of age, version 1, which age, rage and others read: nothing of a file is given out that was
/// changed, and a file that was cut off is noticed. With one IN, or none, the result goes to -o or to standard output;
/// of several files, or of directories with --recursive, each becomes NAME.age (or .fca or .enc) beside it, or below the directory that
/// -o names. A file is written whole or not at all, with the permissions and times of IN, and replaces none without -f.
/// Neither the length of a file nor the number and kinds of its recipients are secret; it is not signed.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The files to encrypt; `-`, or none, is standard input.
    #[arg(value_name = "IN")]
    pub(crate) inputs: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) recipients: Recipients,

    #[command(flatten)]
    pub(crate) identities: Identities,

    /// Encrypt with a passphrase, as --passphrase-file and --passphrase-fd alone do. It is asked for twice; if it is left
    /// empty, one of ten words is made and shown.
    #[arg(short, long)]
    pub(crate) passphrase: bool,

    #[command(flatten)]
    pub(crate) source: PassphraseArgs,

    /// The work factor of the passphrase, as the logarithm of scrypt's N. Each step doubles time and memory: 18 are 256
    /// MiB. More than 22, which `bramah decrypt` does not accept by itself, takes --max-work-factor here too.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_WORK_FACTOR, value_parser = clap::value_parser!(u32).range(1..=30))]
    pub(crate) work_factor: u32,

    /// Write text (armor), for mail and the like; by a third longer. Of openssl enc it is base64 in lines (-a).
    #[arg(short, long)]
    pub(crate) armor: bool,

    /// Write the base64 of openssl enc in one line, as openssl does with -A.
    #[arg(short = 'A', long, requires = "armor")]
    pub(crate) one_line: bool,

    /// The format. fca, fca256, fzca and openssl are for other programs that read nothing else: 1,000 rounds of PBKDF2 protect
    /// a passphrase badly, and openssl enc does not show whether a file was changed.
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "age")]
    pub(crate) format: Format,

    /// The cipher. Of fca and fca256: aes, the default, or serpent or twofish for their siblings. Of openssl: the cipher and
    /// its mode, aes-256-cbc by default, or chacha20, by openssl's names too; decryption needs it again.
    #[arg(long, value_name = "NAME")]
    pub(crate) cipher: Option<String>,

    #[command(flatten)]
    pub(crate) openssl: OpensslArgs,

    /// CTR and HMAC in place of EAX: fca, fca256 and fzca.
    #[arg(long)]
    pub(crate) hmac: bool,

    /// Encrypt all files in directories.
    #[arg(long)]
    pub(crate) recursive: bool,

    /// Write to this file: to a temporary one first, which takes its place when all is well. `-` is standard output,
    /// even if that is a terminal. With several files, the directory to write to. Links are
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

    /// Do not warn that a format protects badly.
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// Encrypt, which is what this command does: as age has it.
    #[arg(short, long, hide = true)]
    pub(crate) encrypt: bool,
}

/// What is the same for all files.
enum How {
    Age { recipients: Vec<Box<dyn Recipient>>, armor: bool },
    Fca { kind: Kind, cipher: Cipher, passphrase: Zeroizing<Vec<u8>> },
    Openssl { enc: Box<OpensslEnc>, form: Form, passphrase: Zeroizing<Vec<u8>> },
}

/// Runs `bramah encrypt`.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    args.check()?;
    let naming = Naming::Append(args.format.suffix());
    let outputs =
        Outputs { inputs: &args.inputs, output: args.output.as_deref(), recursive: args.recursive, naming };
    let single = outputs.single();
    if single.is_none() {
        if args.openssl.has_no_head() {
            return Err(Stop::usage(
                "--salt and --no-salt are for one file: several would have the same key and IV",
            ));
        }
        outputs.check()?;
    }
    if let Some(Item { output: None, .. }) = &single
        && (!args.armor || args.format.is_fca())
        && std::io::stdout().is_terminal()
    {
        return Err(Stop::usage(
            "standard output is a terminal, and this is no text: -a writes text, -o FILE names a file, -o - is the \
             terminal all the same",
        ));
    }
    let how = args.how()?;
    let threads = threads(args.jobs);
    // a passphrase takes the time and memory of scrypt for every file
    let files = if args.with_passphrase() { 1 } else { threads };
    Crew { outputs: &outputs, files, threads, progress: args.progress }
        .run(|item, input, threads, progress| one(&how, item, input, args.force, threads, progress))
}

/// Encrypts one file.
fn one(how: &How, item: &Item, input: &mut Input, force: bool, threads: usize, progress: &Progress) -> Done {
    let mut output = Destination::create(item.output.as_deref(), force, input.metadata())?;
    input.read_ahead()?;
    let fail = |error| stop(&item.input, error);
    let source = Source { input, progress };
    match how {
        How::Age { recipients, armor } => {
            let recipients: Vec<&dyn Recipient> = recipients.iter().map(|recipient| &**recipient).collect();
            let encryptor = Encryptor::new(&recipients).map_err(fail)?;
            match armor {
                true => encryptor.encrypt_armored(source, Target(&mut output), threads),
                false => encryptor.encrypt(source, Target(&mut output), threads),
            }
            .map_err(fail)?;
        }
        How::Fca { kind, cipher, passphrase } => {
            let fca = NewFca::new(*kind, *cipher, passphrase).map_err(fail)?;
            let mut source = source;
            fca.encrypt(&mut source, &mut Target(&mut output)).map_err(fail)?;
        }
        How::Openssl { enc, form, passphrase } => {
            let mut source = source;
            enc.encrypt(&mut source, &mut Target(&mut output), passphrase, *form).map_err(fail)?;
        }
    }
    output.finish()
}

/// Returns the cipher of this name, which is one of three.
pub(super) fn fca_cipher(name: Option<&str>) -> Option<Cipher> {
    let all = [Cipher::Aes, Cipher::Serpent, Cipher::Twofish];
    all.into_iter().find(|cipher| cipher.name() == name.unwrap_or("aes"))
}

impl Args {
    /// Returns whether files are encrypted with a passphrase: that is asked for, or a passphrase is given and nothing else.
    fn with_passphrase(&self) -> bool {
        let recipients = !self.recipients.is_empty() || !self.identities.is_empty();
        self.passphrase || self.source.is_given() && !recipients
    }

    /// Refuses arguments that the grammar cannot refuse.
    fn check(&self) -> Result<(), Stop> {
        let to_recipients = !self.recipients.is_empty() || !self.identities.is_empty();
        let passphrase = self.with_passphrase();
        let (fca, age, openssl) =
            (self.format.is_fca(), self.format == Format::Age, self.format == Format::Openssl);
        let reasons = [
            (
                !to_recipients && !passphrase,
                "nothing says for whom: -r RECIPIENT, -R FILE, -i IDENTITY, or -p for a passphrase",
            ),
            (to_recipients && passphrase, "a passphrase (-p) cannot be used together with recipients"),
            (
                self.source.is_given() && !passphrase && self.identities.is_empty(),
                "a passphrase cannot be used together with recipients",
            ),
            (!age && !passphrase, "fca, fca256, fzca and openssl take a passphrase alone: -p"),
            (fca && self.armor, "-a: fca, fca256 and fzca have no form as text"),
            (!fca && self.hmac, "--hmac is for fca, fca256 and fzca"),
            (age && self.cipher.is_some(), "--cipher is for fca, fca256 and openssl: --format names them"),
            (
                fca && fca_cipher(self.cipher.as_deref()).is_none(),
                "--cipher: fca, fca256 and fzca take aes, serpent or twofish",
            ),
            (
                !openssl && (self.openssl.is_given() || self.one_line),
                "-A, -S, --digest, --iterations, --pbkdf2, --no-pbkdf2, --no-salt and --no-padding are for --format openssl",
            ),
        ];
        if let Some((_, reason)) = reasons.iter().find(|(holds, _)| *holds) {
            return Err(Stop::usage(reason));
        }
        if passphrase && age {
            // before it is asked for
            self.with_work_factor(Passphrase::new(b"")).check_new().map_err(|error| {
                Stop::usage(format_args!("--work-factor: {error}: --max-work-factor accepts more"))
            })?;
        }
        let input = self.inputs.is_empty() || self.inputs.iter().any(|path| path.as_os_str() == "-");
        check_stdin(
            [("IN", input), ("the passphrase", self.source.is_stdin())]
                .into_iter()
                .chain(uses("-i", &self.identities.identities))
                .chain(uses("-R", &self.recipients.recipients_files)),
        )
    }

    /// Returns the passphrase with the work factor of new files, and the largest one.
    fn with_work_factor(&self, passphrase: Passphrase) -> Passphrase {
        passphrase.work_factor(self.work_factor).most_work_factor(self.identities.max_work_factor)
    }

    /// Reads what is the same for all files.
    fn how(&self) -> Result<How, Stop> {
        if self.format == Format::Age {
            let recipients: Vec<Box<dyn Recipient>> = match self.with_passphrase() {
                true => {
                    let passphrase = Passphrase::new(&self.source.new_one()?);
                    vec![Box::new(self.with_work_factor(passphrase))]
                }
                false => {
                    let terminal = Arc::new(Terminal::with(self.source.given()?));
                    self.recipients.read(&self.identities, &terminal)?
                }
            };
            return Ok(How::Age { recipients, armor: self.armor });
        }
        if self.format == Format::Openssl {
            let cipher = self.cipher.as_deref().unwrap_or(OPENSSL_CIPHER);
            let enc = self.openssl.enc(cipher)?;
            enc.check_new().map_err(Stop::usage)?;
            if !self.quiet {
                for warning in self.openssl.warnings(cipher, &enc) {
                    report::plain(format_args!("warning: {warning}"));
                }
            }
            let form = match (self.armor, self.one_line) {
                (false, _) => Form::Bytes,
                (true, false) => Form::Lines,
                (true, true) => Form::OneLine,
            };
            return Ok(How::Openssl { enc: Box::new(enc), form, passphrase: self.source.new_one()? });
        }
        if !self.quiet {
            report::plain(
                "warning: this format derives its keys by 1,000 rounds of PBKDF2, which protect only passphrases that \
                 nobody can guess, and does not authenticate its header; age's format, the default, does better",
            );
        }
        let passphrase = self.source.new_one()?;
        check_passphrase(&passphrase).map_err(Stop::usage)?;
        let cipher = fca_cipher(self.cipher.as_deref()).unwrap_or_default();
        let kind = Kind {
            strong: self.format == Format::Fca256,
            eax: !self.hmac,
            compressed: self.format == Format::Fzca,
        };
        // before any file is begun
        NewFca::new(kind, cipher, &passphrase).map_err(|error| stop(Path::new("--cipher"), error))?;
        Ok(How::Fca { kind, cipher, passphrase })
    }
}
