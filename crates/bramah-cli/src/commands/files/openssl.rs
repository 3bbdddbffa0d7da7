//! The arguments for files of `openssl enc`. Each has a name in the style of Bramah, and most also the name of
//! openssl's option.

use crate::{exit::Stop, hex::Hex};
use bramah::Standing;
use bramah_age::openssl::{Derivation, ITERATIONS, OpensslEnc, SALT, Salt};

const HEADING: &str = "Options for openssl enc";
/// The default digest: OpenSSL's since version 1.1.0.
const DIGEST: &str = "sha256";
/// The number of iterations of PBKDF2 with SHA-256 that OWASP recommends (2023).
const ENOUGH: u32 = 600_000;

/// The parameters that a file of `openssl enc` does not record: the key derivation, the padding and, if the file does
/// not begin with `Salted__`, the salt.
#[derive(clap::Args)]
#[group(skip)]
pub(crate) struct Args {
    /// The digest for key derivation (openssl's -md). Default: sha256. Files from OpenSSL before 1.1.0 need md5.
    #[arg(long, visible_alias = "md", value_name = "NAME", help_heading = HEADING)]
    digest: Option<String>,

    /// The number of PBKDF2 iterations (openssl's -iter). Default: 10000.
    #[arg(long, visible_alias = "iter", value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = HEADING)]
    iterations: Option<u32>,

    /// Derive the key with PBKDF2, as openssl does with -pbkdf2 or -iter. This is the default.
    #[arg(long, conflicts_with = "no_pbkdf2", help_heading = HEADING)]
    pbkdf2: bool,

    /// Derive the key with a single digest (EVP_BytesToKey), as openssl does without -pbkdf2 and -iter. Passphrases are
    /// then easy to guess.
    #[arg(long, conflicts_with = "iterations", help_heading = HEADING)]
    no_pbkdf2: bool,

    /// For files that do not contain the salt: the salt, 8 bytes in hexadecimal (-S of OpenSSL 3).
    #[arg(short = 'S', long, value_name = "HEX", help_heading = HEADING)]
    salt: Option<Hex>,

    /// Use no salt (openssl's -nosalt).
    #[arg(long, visible_alias = "nosalt", conflicts_with = "salt", help_heading = HEADING)]
    no_salt: bool,

    /// For ecb and cbc only: use no padding (openssl's -nopad). The plaintext must consist of whole blocks.
    #[arg(long, visible_alias = "nopad", help_heading = HEADING)]
    no_padding: bool,
}

impl Args {
    /// Returns whether any of these arguments is given.
    pub(crate) fn is_given(&self) -> bool {
        self.digest.is_some()
            || self.iterations.is_some()
            || self.pbkdf2
            || self.no_pbkdf2
            || self.no_padding
            || self.has_no_head()
    }

    /// Returns whether files do not begin with their salt, so their format cannot be recognised.
    pub(crate) fn has_no_head(&self) -> bool {
        self.no_salt || self.salt.is_some()
    }

    /// Returns the format of files with this cipher and the parameters of the arguments.
    pub(crate) fn enc(&self, cipher: &str) -> Result<OpensslEnc, Stop> {
        let derivation = match self.no_pbkdf2 {
            true => Derivation::BytesToKey,
            false => Derivation::Pbkdf2 { iterations: self.iterations.unwrap_or(ITERATIONS) },
        };
        let salt = match &self.salt {
            Some(Hex(salt)) => Salt::Given(salt.as_slice().try_into().map_err(|_| {
                Stop::usage(format_args!(
                    "--salt: expected {SALT} bytes; openssl pads a shorter salt with zeros at its end"
                ))
            })?),
            None if self.no_salt => Salt::None,
            None => Salt::InFile,
        };
        let enc = OpensslEnc::with(cipher, self.digest.as_deref().unwrap_or(DIGEST), derivation)
            .map_err(|error| {
                let options = if self.digest.is_some() { "--cipher and --digest" } else { "--cipher" };
                Stop::usage(format_args!("{options}: {error}"))
            })?
            .salt(salt);
        Ok(if self.no_padding { enc.without_padding() } else { enc })
    }

    /// Returns the warnings to print before files are written.
    pub(crate) fn warnings(&self, cipher: &str, enc: &OpensslEnc) -> Vec<String> {
        let mut warnings: Vec<String> = vec![
            "openssl enc does not authenticate: changes to the file cannot be detected; the default format, age, \
             detects them"
                .into(),
        ];
        let iterations = self.iterations.unwrap_or(ITERATIONS);
        if self.no_pbkdf2 {
            warnings.push(
                "--no-pbkdf2 derives the key with one digest: an attacker can try billions of passphrases per second; \
                 OpenSSL 1.1.1 and later also read files with PBKDF2 (-pbkdf2)"
                    .into(),
            );
        } else if iterations < ENOUGH {
            warnings.push(format!(
                "{iterations} iterations of PBKDF2 are too few unless the passphrase is unguessable; use --iterations \
                 {ENOUGH}, and -iter {ENOUGH} when decrypting with openssl"
            ));
        }
        if self.has_no_head() {
            let more = match enc.is_stream() {
                true => ": two such files reveal the XOR of their plaintexts",
                false => ", and one guess can be tried on many files at once",
            };
            warnings.push(format!(
                "without a random salt, all files under this passphrase have the same key and IV{more}"
            ));
        }
        if enc.standing() != Standing::Current {
            warnings.push(format!(
                "{cipher} is {}; use this cipher only for programs that support no other",
                enc.standing().name()
            ));
        }
        warnings
    }
}
