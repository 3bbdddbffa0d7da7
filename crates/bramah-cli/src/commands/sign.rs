//! `bramah sign`: writes signatures next to files; and the keys of `bramah keygen --sign`.

use super::files::{PassphraseArgs, Terminal, contents, stop};
use crate::{
    exit::{Exit, Stop},
    input, output, report,
    signature::{self, MOST_TRUSTED, NAMESPACE, Refused, SecretSigner, WORK_FACTOR},
};
use bramah_age::{Ask, Error, MOST_WORK_FACTOR, SshIdentity};
use std::{
    io::Write as _,
    path::{Path, PathBuf},
    sync::Arc,
};
use zeroize::Zeroizing;

/// The formats of signatures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// FILE.minisig, with a minisign key.
    Minisign,
    /// FILE.sig, with an SSH key.
    Ssh,
}

/// Sign files, such as lists of digests.
///
/// The signature is written next to each FILE: FILE.minisig with a minisign key, as `bramah keygen --sign` and
/// `minisign -G` make them, or FILE.sig with an SSH private key (ssh-ed25519). `bramah check --signed-by`, minisign
/// and `ssh-keygen -Y verify` read these signatures. A signature is written completely or not at all; an existing
/// signature is replaced only with -f.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The files to sign.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// The file with the secret key; it may be encrypted with a passphrase.
    #[arg(short, long, value_name = "KEY")]
    pub(crate) key: PathBuf,

    /// The format of the signature. By default, the format that fits the key; Bramah refuses a key of the other format.
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<Format>,

    /// For minisign only: a comment that is signed together with the file. Default: the time, the name of the file and the
    /// word `hashed`.
    #[arg(short, long, value_name = "TEXT", value_parser = comment)]
    pub(crate) trusted_comment: Option<String>,

    /// The namespace of an SSH signature, which states its purpose.
    #[arg(long, value_name = "NAME", default_value = NAMESPACE)]
    pub(crate) namespace: String,

    #[command(flatten)]
    pub(crate) source: PassphraseArgs,

    /// The largest work factor of scrypt to accept for an encrypted minisign key, that is, log2 of its parameter N.
    #[arg(long, value_name = "N", default_value_t = MOST_WORK_FACTOR, value_parser = clap::value_parser!(u32).range(1..=30))]
    pub(crate) max_work_factor: u32,

    /// Write the signature to this file; works with one FILE only.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,

    /// Replace existing signatures.
    #[arg(short, long)]
    pub(crate) force: bool,
}

fn comment(text: &str) -> Result<String, String> {
    if text.contains(signature::is_hidden) {
        return Err("the comment must be one line without control characters".into());
    }
    match text.len() < MOST_TRUSTED - 32 {
        true => Ok(text.into()),
        false => Err(format!("the comment is too long; the limit is {} bytes", MOST_TRUSTED - 33)),
    }
}

/// Runs `bramah sign`.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    if args.output.is_some() && args.files.len() > 1 {
        return Err(Stop::usage("-o works with one file only"));
    }
    if args.namespace.is_empty() {
        return Err(Stop::usage("--namespace must not be empty"));
    }
    let terminal = Arc::new(Terminal::with(args.source.given()?));
    let signer = read(&args.key, &contents(&args.key)?, args.max_work_factor, &terminal)?;
    let own = match signer {
        SecretSigner::Minisign(..) => Format::Minisign,
        SecretSigner::Ssh(_) => Format::Ssh,
    };
    if args.format.is_some_and(|format| format != own) {
        return Err(Stop::about(
            &args.key,
            "this key cannot make signatures in the format of --format; omit --format",
        ));
    }
    if own == Format::Ssh && args.trusted_comment.is_some() {
        return Err(Stop::usage(
            "--trusted-comment works with minisign keys only: SSH signatures have no comment",
        ));
    }
    let mut exit = Exit::Well;
    for file in &args.files {
        // a file that cannot be signed does not stop the others
        if let Err(Stop { reason, .. }) = sign(args, &signer, file) {
            report::plain(reason);
            exit = Exit::Failure;
        }
    }
    Ok(exit)
}

/// Signs one file.
fn sign(args: &Args, signer: &SecretSigner, path: &Path) -> Result<(), Stop> {
    let fail = |error: std::io::Error| Stop::io(path, &error);
    let place = match &args.output {
        Some(place) => place.clone(),
        None => {
            let mut name = path.as_os_str().to_owned();
            name.push(signer.suffix());
            name.into()
        }
    };
    let file = input::file(path).map_err(fail)?;
    let before = file.metadata().map_err(fail)?;
    let mut target = output::Target::public(&place, args.force)?;
    let comment = args.trusted_comment.clone().unwrap_or_else(|| {
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.filter(|name| !name.contains(char::is_control) && name.len() < MOST_TRUSTED / 2);
        let name = name.map(|name| format!("\tfile:{name}")).unwrap_or_default();
        format!("timestamp:{}{name}\thashed", signature::now())
    });
    let text = signer.sign(&file, &comment, &args.namespace).map_err(fail)?;
    if input::changed(&before, &file.metadata().map_err(fail)?) {
        return Err(Stop::about(path, input::CHANGED));
    }
    target.write_all(text.as_bytes()).map_err(|error| Stop::io(&place, &error))?;
    target.finish()
}

/// The reason why a secret key could not be read: an error of the command, or a fault of the key.
enum Failed {
    Stop(Stop),
    Refused(Refused),
}

impl From<Refused> for Failed {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

/// Reads a secret key of minisign or SSH.
fn read(path: &Path, file: &[u8], most_work: u32, terminal: &Arc<Terminal>) -> Result<SecretSigner, Stop> {
    let shown = report::shown(path.as_os_str().as_encoded_bytes()).to_string();
    let prompt = format!("Passphrase for {shown}: ");
    if signature::is_minisign(file) {
        let ask = || terminal.passphrase(&prompt).map_err(|error| Failed::Stop(stop(path, error)));
        return signature::minisign(file, most_work, ask).map_err(|failed| match failed {
            Failed::Stop(stop) => stop,
            Failed::Refused(Refused::Passphrase) => stop(path, Error::WrongPassphrase),
            Failed::Refused(Refused::Other(reason)) => Stop::about(path, reason),
        });
    }
    let text = str::from_utf8(file).ok().filter(|text| text.trim_start().starts_with("-----BEGIN"));
    let text = text.ok_or_else(|| Stop::about(path, "not a minisign secret key or an SSH private key"))?;
    let identity = SshIdentity::parse(text, terminal.clone(), &prompt).map_err(|error| stop(path, error))?;
    let seed = identity.seed().map_err(|error| stop(path, error))?;
    let signer = SecretSigner::ssh(&seed);
    // compares the seed with the public key that is stored next to it
    match identity.recipient().text_of_key() == signer.public() {
        true => Ok(signer),
        false => {
            Err(Stop::about(path, "damaged SSH private key: the secret half does not match the public half"))
        }
    }
}

/// The arguments of `bramah keygen` for signing keys.
#[derive(clap::Args)]
pub(crate) struct KeyArgs {
    /// Make a key pair for signing, as minisign does. The secret key is encrypted with a passphrase, which Bramah asks
    /// for twice, and written to -o or to standard output; the public key is written to OUT.pub and to standard
    /// error.
    #[arg(long, conflicts_with_all = ["post_quantum", "public"])]
    pub(crate) sign: bool,

    /// With --sign: do not encrypt the secret key.
    #[arg(long, requires = "sign")]
    pub(crate) no_passphrase: bool,

    /// With --sign: the work factor of scrypt, log2 of its parameter N. Each step doubles time and memory; 20,
    /// which minisign uses, takes 1 GiB.
    #[arg(long, value_name = "N", default_value_t = WORK_FACTOR, value_parser = clap::value_parser!(u32).range(10..=MOST_WORK_FACTOR as i64))]
    pub(crate) work_factor: u32,

    #[command(flatten)]
    pub(crate) source: PassphraseArgs,
}

impl KeyArgs {
    /// Makes a signing key, and writes the secret and the public key.
    pub(crate) fn make(&self, output: Option<&Path>, force: bool) -> Result<Exit, Stop> {
        if self.no_passphrase && self.source.is_given() {
            return Err(Stop::usage("--no-passphrase cannot be used together with a passphrase"));
        }
        let passphrase = if self.no_passphrase { None } else { Some(self.source.new_one()?) };
        let key = passphrase.as_ref().map(|passphrase| &passphrase[..]);
        let (secret, signer) = signature::generate(key, self.work_factor).map_err(Stop::failure)?;
        let file = output.filter(|path| path.as_os_str() != "-");
        let public = match file {
            Some(path) => {
                let mut name = path.as_os_str().to_owned();
                name.push(".pub");
                Some(output::Target::public(Path::new(&name), force)?)
            }
            None => None,
        };
        let is_shown = file.is_none() && std::io::IsTerminal::is_terminal(&std::io::stdout());
        let mut output = output::Output::begin(output, force, None)?;
        output.write(secret.as_bytes())?;
        output.finish()?;
        if let Some(mut public) = public {
            public
                .write_all(signer.public_file().as_bytes())
                .map_err(|error| Stop::failure(report::reason(&error)))?;
            public.finish()?;
        }
        if !is_shown || file.is_none() {
            report::plain(format_args!("public key: {}", signer.public()));
        }
        Ok(Exit::Well)
    }

    /// Returns the public key of a secret signing key, if the file is a minisign key.
    pub(crate) fn public(&self, path: &Path, file: &Zeroizing<Vec<u8>>) -> Result<Option<String>, Stop> {
        if !signature::is_minisign(file) {
            return Ok(None);
        }
        let terminal = Arc::new(Terminal::with(self.source.given()?));
        read(path, file, MOST_WORK_FACTOR, &terminal).map(|signer| Some(signer.public_file()))
    }
}
