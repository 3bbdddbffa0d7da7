//! `bramah encrypt`: files for recipients, or with a passphrase.

use super::files::{
    Crew, Destination, Done, Identities, Item, Naming, OpensslArgs, OutputArgs, Outputs, PassphraseArgs,
    Recipients, Source, Target, Terminal, check_stdin, stop, uses,
};
use crate::{
    engine::{Progress, threads},
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
    path::{Path, PathBuf},
    sync::Arc,
};
use zeroize::Zeroizing;

/// The formats of encrypted files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// age version 1.
    Age,
    /// FCA by W. Ehrhardt: AES-128 in EAX mode.
    Fca,
    /// FCA256 by W. Ehrhardt: AES-256 in EAX mode.
    Fca256,
    /// FZCA by W. Ehrhardt: FCA with zlib compression.
    Fzca,
    /// openssl enc, with -pbkdf2 unless --no-pbkdf2 is given.
    Openssl,
}

impl Format {
    /// Returns whether the format is FCA or one of its variants.
    fn is_fca(self) -> bool {
        matches!(self, Self::Fca | Self::Fca256 | Self::Fzca)
    }

    /// Returns the suffix of the names of files in this format.
    fn suffix(self) -> &'static str {
        match self {
            Self::Age => ".age",
            Self::Openssl => ".enc",
            Self::Fca | Self::Fca256 | Self::Fzca => ".fca",
        }
    }
}

/// The default cipher of openssl enc.
const OPENSSL_CIPHER: &str = "aes-256-cbc";

/// Encrypt files for recipients, or with a passphrase.
///
/// Writes the format of age version 1, which age, rage and other programs read. Decryption detects every change to
/// the file and a missing end.
///
/// One IN is encrypted to -o or to standard output. With several files, or directories with --recursive, each
/// output is named NAME.age (or .fca or .enc), next to its input or below the output directory. An output file is
/// written completely or not at all, with the permissions and times of IN; an existing file is replaced only with
/// -f.
///
/// The length of the file and the number and kinds of its recipients are visible to everyone. The file is not
/// signed.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The files to encrypt; `-`, or no file, means standard input.
    #[arg(value_name = "IN")]
    pub(crate) inputs: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) recipients: Recipients,

    #[command(flatten)]
    pub(crate) identities: Identities,

    /// Encrypt with a passphrase, which Bramah asks for twice; if you enter none, Bramah generates a passphrase of ten
    /// words and shows it. --passphrase-file and --passphrase-fd imply -p.
    #[arg(short, long)]
    pub(crate) passphrase: bool,

    #[command(flatten)]
    pub(crate) source: PassphraseArgs,

    /// With -p: the work factor of scrypt, that is, log2 of its parameter N. Each step doubles time and memory; 18 takes
    /// 256 MiB. Values above 22 need --max-work-factor, both here and for `bramah decrypt`.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_WORK_FACTOR, value_parser = clap::value_parser!(u32).range(1..=30))]
    pub(crate) work_factor: u32,

    /// Write text (armor) instead of binary, for example for mail. The text is a third longer than the binary file. With
    /// --format openssl: base64 in lines (openssl's -a).
    #[arg(short, long)]
    pub(crate) armor: bool,

    /// With --format openssl: write the base64 on a single line (openssl's -A).
    #[arg(short = 'A', long, requires = "armor")]
    pub(crate) one_line: bool,

    /// The file format. Use fca, fca256, fzca and openssl only for programs that cannot read age: the passphrases of
    /// these formats are easier to guess, and changes to a file in the format openssl cannot be detected.
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "age")]
    pub(crate) format: Format,

    /// The cipher. For fca, fca256 and fzca: aes (the default), serpent or twofish. For openssl: a cipher with its mode,
    /// such as aes-256-cbc (the default), or chacha20, by Bramah's or openssl's name. These files do not record the
    /// cipher, so decrypt needs the same --cipher.
    #[arg(long, value_name = "NAME")]
    pub(crate) cipher: Option<String>,

    #[command(flatten)]
    pub(crate) openssl: OpensslArgs,

    /// For fca, fca256 and fzca only: encrypt with CTR and authenticate with HMAC, instead of using EAX.
    #[arg(long)]
    pub(crate) hmac: bool,

    /// If an argument is a directory, encrypt all files in it and in its subdirectories.
    #[arg(long)]
    pub(crate) recursive: bool,

    #[command(flatten)]
    pub(crate) out: OutputArgs,

    /// Do not warn about weaknesses of the format.
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// Accepted for compatibility with age; this command always encrypts.
    #[arg(short, long, hide = true)]
    pub(crate) encrypt: bool,
}

/// The settings for all files.
enum How {
    Age { recipients: Vec<Box<dyn Recipient>>, armor: bool },
    Fca { kind: Kind, cipher: Cipher, passphrase: Zeroizing<Vec<u8>> },
    Openssl { enc: Box<OpensslEnc>, form: Form, passphrase: Zeroizing<Vec<u8>> },
}

/// Runs `bramah encrypt`.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    args.check()?;
    let naming = Naming::Append(args.format.suffix());
    let outputs = Outputs {
        inputs: &args.inputs,
        output: args.out.output.as_deref(),
        recursive: args.recursive,
        naming,
    };
    let single = outputs.single();
    if single.is_none() {
        if args.openssl.has_no_head() {
            return Err(Stop::usage(
                "--salt and --no-salt work with one file only: several files would share one key and IV",
            ));
        }
        outputs.check()?;
    }
    if let Some(Item { output: None, .. }) = &single
        && (!args.armor || args.format.is_fca())
        && std::io::stdout().is_terminal()
    {
        return Err(Stop::usage(
            "refusing to write binary data to the terminal; use -a for text, -o FILE for a file, or -o - to write it \
             anyway",
        ));
    }
    let how = args.how()?;
    let threads = threads(args.identities.jobs());
    // with a passphrase, scrypt needs much time and memory for every file, so only one file is processed at a time
    let files = if args.with_passphrase() { 1 } else { threads };
    Crew { outputs: &outputs, files, threads, progress: args.out.progress }
        .run(|item, input, threads, progress| one(&how, item, input, args.out.force, threads, progress))
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

/// Returns the cipher of FCA with this name; without a name the default.
pub(super) fn fca_cipher(name: Option<&str>) -> Option<Cipher> {
    let all = [Cipher::Aes, Cipher::Serpent, Cipher::Twofish];
    all.into_iter().find(|cipher| cipher.name() == name.unwrap_or("aes"))
}

impl Args {
    /// Returns whether files are encrypted with a passphrase. This is the case if -p is given, or if a passphrase
    /// and no recipients are given.
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
                "missing recipient: use -r RECIPIENT, -R FILE or -i IDENTITY, or -p for a passphrase",
            ),
            (to_recipients && passphrase, "a passphrase (-p) cannot be used together with recipients"),
            (
                self.source.is_given() && !passphrase && self.identities.is_empty(),
                "a passphrase cannot be used together with recipients",
            ),
            (
                !age && !passphrase,
                "--format fca, fca256, fzca and openssl work with a passphrase only; use -p",
            ),
            (
                fca && self.armor,
                "-a does not work with --format fca, fca256 and fzca, which have no text form",
            ),
            (!fca && self.hmac, "--hmac works only with --format fca, fca256 and fzca"),
            (age && self.cipher.is_some(), "--cipher works only with --format fca, fca256, fzca and openssl"),
            (
                fca && fca_cipher(self.cipher.as_deref()).is_none(),
                "--cipher: with --format fca, fca256 and fzca, the cipher must be aes, serpent or twofish",
            ),
            (
                !openssl && (self.openssl.is_given() || self.one_line),
                "-A, -S, --digest, --iterations, --pbkdf2, --no-pbkdf2, --no-salt and --no-padding work only with \
                 --format openssl",
            ),
        ];
        if let Some((_, reason)) = reasons.iter().find(|(holds, _)| *holds) {
            return Err(Stop::usage(reason));
        }
        if passphrase && age {
            // checked before the user enters the passphrase
            self.with_work_factor(Passphrase::new(b"")).check_new().map_err(|error| {
                Stop::usage(format_args!("--work-factor: {error}; raise the limit with --max-work-factor"))
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

    /// Returns the passphrase with the work factor of new files and the largest accepted work factor.
    fn with_work_factor(&self, passphrase: Passphrase) -> Passphrase {
        passphrase.work_factor(self.work_factor).most_work_factor(self.identities.max_work_factor)
    }

    /// Reads the recipients or the passphrase, which are the same for all files.
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
                "warning: this format derives keys with 1,000 iterations of PBKDF2, too few unless the passphrase is \
                 unguessable, and does not authenticate its header; the default format, age, has neither weakness",
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
        // checked before any output is created
        NewFca::new(kind, cipher, &passphrase).map_err(|error| stop(Path::new("--cipher"), error))?;
        Ok(How::Fca { kind, cipher, passphrase })
    }
}
