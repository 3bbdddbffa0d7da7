//! Key derivation by name.

#[cfg(feature = "argon2")]
use super::argon2::{self, Argon2};
#[cfg(feature = "balloon")]
use super::balloon::Balloon;
#[cfg(feature = "bcrypt")]
use super::bcrypt::{self, BcryptPbkdf};
#[cfg(feature = "pbkdf2")]
use super::pbkdf2::Pbkdf2;
#[cfg(feature = "scrypt")]
use super::scrypt::{self, Scrypt};
use super::{Concatenation, Counter, PasswordKdf, Place, Sp800108, concat, hkdf, pbkdf1, s2k, sp800_108};
#[cfg(feature = "sha1")]
use crate::hash::sha1::Sha1Hash;
use crate::{
    Error,
    backend::Choice,
    hash::{self, Frame, Hash, choices_of, sha2::Sha256Hash},
    mac,
    names::Standing,
    registry::{self, registered},
};
use alloc::{boxed::Box, format, string::String, vec::Vec};

/// The properties of a key derivation function that a user should know.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The name of the function, in lower case.
    pub name: &'static str,
    /// Other names. Comparisons of names ignore case and everything except letters and digits.
    pub aliases: &'static [&'static str],
    /// The specification.
    pub specification: &'static str,
    /// The standing of the function, which states whether it is recommended for new designs.
    pub standing: Standing,
    /// Whether the function is for passwords, and therefore slow on purpose. Never use any other function with a password.
    pub for_passwords: bool,
    /// The parameters that the function takes besides the password or secret.
    pub takes: &'static [Parameter],
}

/// A parameter that a function may take: a field of [`Parameters`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Parameter {
    /// The field [`Parameters::salt`].
    Salt,
    /// The field [`Parameters::info`].
    Info,
    /// The field [`Parameters::label`].
    Label,
    /// The field [`Parameters::context`].
    Context,
    /// The field [`Parameters::iv`].
    Iv,
    /// The field [`Parameters::hash`].
    Hash,
    /// The field [`Parameters::mac`].
    Mac,
    /// The field [`Parameters::iterations`].
    Iterations,
    /// The field [`Parameters::n`].
    N,
    /// The field [`Parameters::r`].
    R,
    /// The field [`Parameters::lanes`].
    Lanes,
    /// The field [`Parameters::memory`].
    Memory,
    /// The field [`Parameters::version`].
    Version,
    /// The field [`Parameters::secret`].
    Secret,
    /// The field [`Parameters::data`].
    Data,
}

impl Parameter {
    /// Returns the name of the field.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Salt => "salt",
            Self::Info => "info",
            Self::Label => "label",
            Self::Context => "context",
            Self::Iv => "iv",
            Self::Hash => "hash",
            Self::Mac => "mac",
            Self::Iterations => "iterations",
            Self::N => "n",
            Self::R => "r",
            Self::Lanes => "lanes",
            Self::Memory => "memory",
            Self::Version => "version",
            Self::Secret => "secret",
            Self::Data => "data",
        }
    }
}

/// The inputs of a function other than the password or secret. If a field is `None`, the function uses its recommended value
/// for this input, or an empty string.
#[derive(Clone, Copy, Default)]
pub struct Parameters<'a> {
    /// The salt, in bytes.
    pub salt: Option<&'a [u8]>,
    /// The purpose of the key: "other information" or "fixed input" in the specifications.
    pub info: Option<&'a [u8]>,
    /// The label of SP 800-108; label, context and length make up the fixed input.
    pub label: Option<&'a [u8]>,
    /// The context of SP 800-108.
    pub context: Option<&'a [u8]>,
    /// The initial value of SP 800-108's feedback mode.
    pub iv: Option<&'a [u8]>,
    /// The hash function, or the hash function of HMAC for functions built on HMAC. The default is SHA-256, and SHA-1 for PBKDF1.
    pub hash: Option<hash::Algorithm>,
    /// The keyed function of SP 800-108. The default is HMAC over the hash function.
    pub mac: Option<mac::Algorithm>,
    /// The number of iterations of PBKDF1 and PBKDF2, of bytes hashed by S2K, of rounds of bcrypt_pbkdf, or of passes of Argon2
    /// and Balloon.
    pub iterations: Option<u32>,
    /// The cost parameter N of scrypt, a power of two.
    pub n: Option<u64>,
    /// The block size parameter r of scrypt, in units of 128 bytes.
    pub r: Option<u32>,
    /// The number of lanes of Argon2 and Balloon, or the parallelization parameter p of scrypt.
    pub lanes: Option<u32>,
    /// The memory of Argon2 in KiB, or the memory of Balloon in digests.
    pub memory: Option<u32>,
    /// The version of Argon2.
    #[cfg(feature = "argon2")]
    pub version: Option<argon2::Version>,
    /// The secret of Argon2, a key that is not stored together with the results.
    pub secret: Option<&'a [u8]>,
    /// The associated data of Argon2.
    pub data: Option<&'a [u8]>,
    /// The maximum number of threads, including the caller's; 0 means 1.
    pub threads: usize,
    /// Whether Argon2 accepts salts of fewer than 8 bytes.
    pub short_salts: bool,
}

/// The implementation of a function, in its registry entry.
pub(crate) struct Make(Function);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Function {
    #[cfg(feature = "argon2")]
    Argon2(argon2::Variant),
    #[cfg(feature = "scrypt")]
    Scrypt,
    #[cfg(feature = "pbkdf2")]
    Pbkdf2,
    #[cfg(feature = "balloon")]
    Balloon,
    #[cfg(feature = "bcrypt")]
    BcryptPbkdf,
    #[cfg(feature = "sha1")]
    Pbkdf1,
    S2k,
    Hkdf,
    Sp800108(Mode),
    Concatenation(Concatenation),
    Mgf1,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Counter,
    Feedback,
    Pipeline,
}

registered!(Info, Make);

/// For each function, the candidates of the code that takes most of the time. For a function built on a hash function these are
/// the candidates of SHA-256, or of SHA-1 for PBKDF1.
mod most {
    use super::*;

    #[cfg(feature = "argon2")]
    pub(super) fn argon2() -> [&'static dyn Choice; 2] {
        [argon2::choice(); 2]
    }
    #[cfg(feature = "scrypt")]
    pub(super) fn scrypt() -> [&'static dyn Choice; 2] {
        [scrypt::choice(); 2]
    }
    #[cfg(feature = "bcrypt")]
    pub(super) fn bcrypt() -> [&'static dyn Choice; 2] {
        [bcrypt::choice(); 2]
    }
    #[cfg(feature = "pbkdf2")]
    pub(super) fn loops() -> [&'static dyn Choice; 2] {
        <Sha256Hash as Hash>::Frame::loops().unwrap_or_else(sha256)
    }
    #[cfg(feature = "sha1")]
    pub(super) fn sha1() -> [&'static dyn Choice; 2] {
        [choices_of::<Sha1Hash>()[0]; 2]
    }
    pub(super) fn sha256() -> [&'static dyn Choice; 2] {
        [choices_of::<Sha256Hash>()[0]; 2]
    }
}

macro_rules! entries {
    ($($(#[$when:meta])? $name:literal [$($alias:literal)*] $specification:literal $standing:ident $passwords:literal
        [$($takes:ident)*] $choices:ident $function:expr;)*) => {
        static ENTRIES: &[Entry] = &[$($(#[$when])? Entry {
            info: Info {
                name: $name,
                aliases: &[$($alias),*],
                specification: $specification,
                standing: Standing::$standing,
                for_passwords: $passwords,
                takes: &[$(Parameter::$takes),*],
            },
            choices: most::$choices,
            make: Make($function),
        }),*];
    };
}
entries! {
    #[cfg(feature = "argon2")]
    "argon2id" [] "RFC 9106" Current true
        [Salt Memory Iterations Lanes Version Secret Data] argon2 Function::Argon2(argon2::Variant::Id);
    #[cfg(feature = "argon2")]
    "argon2i" [] "RFC 9106" Current true
        [Salt Memory Iterations Lanes Version Secret Data] argon2 Function::Argon2(argon2::Variant::I);
    #[cfg(feature = "argon2")]
    "argon2d" [] "RFC 9106" Current true
        [Salt Memory Iterations Lanes Version Secret Data] argon2 Function::Argon2(argon2::Variant::D);
    #[cfg(feature = "scrypt")]
    "scrypt" [] "RFC 7914" Current true [Salt N R Lanes Hash] scrypt Function::Scrypt;
    #[cfg(feature = "pbkdf2")]
    "pbkdf2" [] "RFC 8018, section 5.2" Legacy true [Salt Iterations Hash] loops Function::Pbkdf2;
    #[cfg(feature = "balloon")]
    "balloon" [] "Boneh, Corrigan-Gibbs, Schechter, 2016" Legacy true
        [Salt Memory Iterations Lanes Hash] sha256 Function::Balloon;
    #[cfg(feature = "bcrypt")]
    "bcrypt-pbkdf" [] "OpenBSD, bcrypt_pbkdf" Legacy true [Salt Iterations] bcrypt Function::BcryptPbkdf;
    #[cfg(feature = "sha1")]
    "pbkdf1" [] "RFC 8018, section 5.1" Broken true [Salt Iterations Hash] sha1 Function::Pbkdf1;
    "s2k" ["openpgp-s2k" "pgp-s2k"] "RFC 9580, section 3.7.1" Legacy true
        [Salt Iterations Hash] sha256 Function::S2k;
    "hkdf" [] "RFC 5869" Current false [Salt Info Hash] sha256 Function::Hkdf;
    "sp800-108-counter" ["kbkdf" "sp800-108"] "NIST SP 800-108r1, section 4.1" Current false
        [Label Context Info Hash Mac] sha256 Function::Sp800108(Mode::Counter);
    "sp800-108-feedback" [] "NIST SP 800-108r1, section 4.2" Current false
        [Label Context Info Iv Hash Mac] sha256 Function::Sp800108(Mode::Feedback);
    "sp800-108-pipeline" [] "NIST SP 800-108r1, section 4.3" Current false
        [Label Context Info Hash Mac] sha256 Function::Sp800108(Mode::Pipeline);
    "kdf1" ["kdf1-18033"] "ISO/IEC 18033-2" Current false [Info Hash] sha256 Function::Concatenation(Concatenation::KDF1);
    "kdf2" ["x963-kdf" "ansi-x9.63"] "ISO/IEC 18033-2, ANSI X9.63" Current false
        [Info Hash] sha256 Function::Concatenation(Concatenation::KDF2);
    "kdf3" [] "ANSI X9.44" Current false [Info Hash] sha256 Function::Concatenation(Concatenation::KDF3);
    "one-step" ["concat-kdf" "sskdf" "sp800-56c"] "NIST SP 800-56Cr2, section 4" Current false
        [Info Hash] sha256 Function::Concatenation(Concatenation::ONE_STEP);
    "mgf1" [] "RFC 8017, appendix B.2.1" Current false [Hash] sha256 Function::Mgf1;
}

/// Returns the entries of all functions.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    ENTRIES.iter()
}

/// Returns the function with this name.
///
/// ```
/// use bramah::kdf::{self, Parameters};
///
/// let scrypt = kdf::lookup("scrypt")?;
/// let parameters = Parameters { salt: Some(b"NaCl"), n: Some(1024), r: Some(8), lanes: Some(16), ..Default::default() };
/// let mut key = [0; 64];
/// scrypt.derive(b"password", &parameters, &mut key)?;
/// # Ok::<(), bramah::Error>(())
/// ```
///
/// # Errors
/// [`Error::UnknownName`] if no function has this name.
pub fn lookup(name: &str) -> Result<&'static Entry, Error> {
    registry::find(entries, name)
}

impl Entry {
    /// Returns the parameters, with the function's default for each parameter that is `None` and has a default. From the password
    /// and these parameters the key can be derived again, even if a later version has other defaults.
    ///
    /// # Errors
    /// [`Error::UnknownName`] if the registry lacks the default hash function.
    pub fn with_defaults<'a>(&self, parameters: &Parameters<'a>) -> Result<Parameters<'a>, Error> {
        let mut all = *parameters;
        let takes_hash = self.info.takes.contains(&Parameter::Hash);
        if takes_hash && all.hash.is_none() && all.mac.is_none() {
            #[cfg(feature = "sha1")]
            let default = if self.make.0 == Function::Pbkdf1 { "sha1" } else { "sha256" };
            #[cfg(not(feature = "sha1"))]
            let default = "sha256";
            all.hash = Some(hash::lookup(default)?);
        }
        match self.make.0 {
            #[cfg(feature = "argon2")]
            Function::Argon2(_) => {
                let (version, memory, passes, lanes) = Argon2::recommended().costs();
                all.version.get_or_insert(version);
                all.memory.get_or_insert(memory);
                all.iterations.get_or_insert(passes);
                all.lanes.get_or_insert(lanes);
            }
            #[cfg(feature = "scrypt")]
            Function::Scrypt => {
                let [log_n, r, p] = Scrypt::recommended().parameters();
                all.n.get_or_insert(1 << log_n);
                all.r.get_or_insert(r);
                all.lanes.get_or_insert(p);
            }
            #[cfg(feature = "pbkdf2")]
            Function::Pbkdf2 => _ = all.iterations.get_or_insert(Pbkdf2::recommended().iterations()),
            #[cfg(feature = "balloon")]
            Function::Balloon => {
                all.memory.get_or_insert(BALLOON.0);
                all.iterations.get_or_insert(BALLOON.1);
            }
            #[cfg(feature = "bcrypt")]
            Function::BcryptPbkdf => _ = all.iterations.get_or_insert(BCRYPT_PBKDF_ROUNDS),
            #[cfg(feature = "sha1")]
            Function::Pbkdf1 => _ = all.iterations.get_or_insert(PBKDF1_ITERATIONS),
            Function::S2k => _ = all.iterations.get_or_insert(S2K_OCTETS),
            Function::Hkdf | Function::Sp800108(_) | Function::Concatenation(_) | Function::Mgf1 => {}
        }
        Ok(all)
    }

    /// Returns the function's default parameters, as text.
    pub fn recommended(&self) -> String {
        match self.make.0 {
            #[cfg(feature = "argon2")]
            Function::Argon2(_) => {
                let (_, memory, passes, lanes) = Argon2::recommended().costs();
                format!("m={memory},t={passes},p={lanes}")
            }
            #[cfg(feature = "scrypt")]
            Function::Scrypt => {
                let [log_n, r, p] = Scrypt::recommended().parameters();
                format!("N={},r={r},p={p},HMAC-SHA-256", 1_u64 << log_n)
            }
            #[cfg(feature = "pbkdf2")]
            Function::Pbkdf2 => format!("c={},HMAC-SHA-256", Pbkdf2::recommended().iterations()),
            #[cfg(feature = "balloon")]
            Function::Balloon => format!("s={},t={},SHA-256", BALLOON.0, BALLOON.1),
            #[cfg(feature = "bcrypt")]
            Function::BcryptPbkdf => format!("rounds={BCRYPT_PBKDF_ROUNDS}"),
            #[cfg(feature = "sha1")]
            Function::Pbkdf1 => format!("c={PBKDF1_ITERATIONS},SHA-1"),
            Function::S2k => format!("c={S2K_OCTETS},SHA-256"),
            Function::Hkdf | Function::Sp800108(_) => "HMAC-SHA-256".into(),
            Function::Concatenation(_) | Function::Mgf1 => "SHA-256".into(),
        }
    }

    /// Derives `out` from a password or secret.
    ///
    /// # Errors
    /// The errors of the function; [`Error::NotTaken`] if a parameter is set that the function does not take.
    pub fn derive(&self, input: &[u8], parameters: &Parameters<'_>, out: &mut [u8]) -> Result<(), Error> {
        for (given, parameter) in given(parameters) {
            if given && !self.info.takes.contains(&parameter) {
                return Err(Error::NotTaken { function: self.info.name, parameter: parameter.field() });
            }
        }
        let parameters = &self.with_defaults(parameters)?;
        let salt = parameters.salt.unwrap_or_default();
        let info = parameters.info.unwrap_or_default();
        let hash = || self.hash(parameters);
        match self.make.0 {
            #[cfg(feature = "sha1")]
            Function::Pbkdf1 => pbkdf1(&hash()?, input, salt, parameters.iterations.unwrap_or_default(), out),
            Function::S2k => s2k::s2k(&hash()?, input, salt, parameters.iterations.unwrap_or_default(), out),
            Function::Hkdf => hkdf::hkdf(&mac::Algorithm::hmac(hash()?)?, salt, input, info, out),
            Function::Concatenation(which) => which.derive(&hash()?, input, info, out),
            Function::Mgf1 => concat::mgf1(&hash()?, input, out),
            Function::Sp800108(mode) => {
                let fixed = fixed(parameters, out.len())?;
                let mac = match parameters.mac {
                    Some(mac) => mac,
                    None => mac::Algorithm::hmac(hash()?)?,
                };
                let counter = Counter { bytes: 4, place: Place::Before };
                let mode = match mode {
                    Mode::Counter => Sp800108::Counter(counter),
                    Mode::Feedback => {
                        Sp800108::Feedback { iv: parameters.iv.unwrap_or_default(), counter: Some(counter) }
                    }
                    Mode::Pipeline => Sp800108::Pipeline { counter: Some(counter) },
                };
                mode.derive(mac.keyed(input)?.prf().ok_or(Error::NoPrf)?, &fixed, out)
            }
            // the functions for passwords that implement `PasswordKdf`
            #[allow(unreachable_patterns)] // all of them may be left out of the build
            _ => self.password(parameters)?.derive(input, salt, out),
        }
    }
}

/// The minimum number of iterations of PBKDF1 that RFC 8018 recommends.
const PBKDF1_ITERATIONS: u32 = 1000;
/// The maximum number of bytes that OpenPGP can encode (RFC 9580, section 3.7.1.3).
const S2K_OCTETS: u32 = 65_011_712;

impl Entry {
    /// Returns a function for passwords, set up with these parameters.
    ///
    /// # Errors
    /// The errors of the function; [`Error::NoPasswordKdf`] if the function is not for passwords, or is PBKDF1 or S2K.
    #[cfg_attr(not(feature = "all"), allow(unused_variables, unreachable_code))] // where functions are left out
    pub fn password<'a>(&self, parameters: &Parameters<'a>) -> Result<Box<dyn PasswordKdf + 'a>, Error> {
        let parameters = self.with_defaults(parameters)?;
        let threads = parameters.threads.max(1);
        let hash = || self.hash(&parameters);
        let iterations = parameters.iterations.unwrap_or_default();
        let (memory, lanes) = (parameters.memory.unwrap_or_default(), parameters.lanes);
        Ok(match self.make.0 {
            #[cfg(feature = "argon2")]
            Function::Argon2(kind) => {
                let mut argon2 = Argon2::new(kind, memory, iterations, lanes.unwrap_or_default())?
                    .threads(threads)
                    .version(parameters.version.unwrap_or(argon2::Version::V13))
                    .secret(parameters.secret.unwrap_or_default())?
                    .data(parameters.data.unwrap_or_default())?;
                if parameters.short_salts {
                    argon2 = argon2.short_salts();
                }
                Box::new(argon2)
            }
            #[cfg(feature = "scrypt")]
            Function::Scrypt => {
                let (n, r) = (parameters.n.unwrap_or_default(), parameters.r.unwrap_or_default());
                let scrypt = Scrypt::with_n(n, r, lanes.unwrap_or_default())?;
                Box::new(scrypt.with_hash(hash()?)?.threads(threads))
            }
            #[cfg(feature = "pbkdf2")]
            Function::Pbkdf2 => Box::new(Pbkdf2::with_hash(hash()?, iterations)?.threads(threads)),
            #[cfg(feature = "balloon")]
            Function::Balloon => {
                let balloon = Balloon::new(memory, iterations)?;
                let balloon = match lanes {
                    Some(lanes) => balloon.lanes(lanes)?,
                    None => balloon,
                };
                Box::new(balloon.over(hash()?))
            }
            #[cfg(feature = "bcrypt")]
            Function::BcryptPbkdf => Box::new(BcryptPbkdf::new(iterations)?),
            _ => return Err(Error::NoPasswordKdf),
        })
    }

    /// Returns the hash function in `parameters`, which must [have their defaults](Self::with_defaults).
    fn hash(&self, parameters: &Parameters<'_>) -> Result<hash::Algorithm, Error> {
        parameters.hash.ok_or(Error::NotTaken { function: self.info.name, parameter: "hash" })
    }
}

/// The default space cost and time cost of Balloon in RustCrypto's crate `balloon-hash`.
const BALLOON: (u32, u32) = (1024, 3);
/// The number of rounds that `ssh-keygen` uses.
const BCRYPT_PBKDF_ROUNDS: u32 = 24;

/// Returns, for each parameter, whether it is set.
fn given(parameters: &Parameters<'_>) -> [(bool, Parameter); 15] {
    #[cfg(feature = "argon2")]
    let version = parameters.version.is_some();
    #[cfg(not(feature = "argon2"))]
    let version = false;
    [
        (parameters.salt.is_some(), Parameter::Salt),
        (parameters.info.is_some(), Parameter::Info),
        (parameters.label.is_some(), Parameter::Label),
        (parameters.context.is_some(), Parameter::Context),
        (parameters.iv.is_some(), Parameter::Iv),
        (parameters.hash.is_some(), Parameter::Hash),
        (parameters.mac.is_some(), Parameter::Mac),
        (parameters.iterations.is_some(), Parameter::Iterations),
        (parameters.n.is_some(), Parameter::N),
        (parameters.r.is_some(), Parameter::R),
        (parameters.lanes.is_some(), Parameter::Lanes),
        (parameters.memory.is_some(), Parameter::Memory),
        (version, Parameter::Version),
        (parameters.secret.is_some(), Parameter::Secret),
        (parameters.data.is_some(), Parameter::Data),
    ]
}

/// Returns the fixed input of SP 800-108: `info`, or the concatenation of label, context and output length. `length` is in bytes.
fn fixed(parameters: &Parameters<'_>, length: usize) -> Result<Vec<u8>, Error> {
    match (parameters.info, parameters.label, parameters.context) {
        (Some(info), None, None) => Ok(info.to_vec()),
        (Some(_), ..) => Err(Error::Together { parameters: ["fixed input", "label or context"] }),
        (None, label, context) => {
            sp800_108::fixed_input(label.unwrap_or_default(), context.unwrap_or_default(), length)
        }
    }
}
