//! Encrypted files: age, FCA, `openssl enc`.

use crate::{
    failure::{Failure, Status, unknown_request},
    fields::{Fields, malformed},
    hashes::line,
    requests::file::{CHUNKS, FCA, FINISH, KEY, KEYGEN, NEW, OPENSSL, RECIPIENT, RELEASE, UPDATE},
    table::Table,
};
use bramah_age::{
    DEFAULT_WORK_FACTOR, DecryptorInParts, DividedDecryptor, DividedEncryptor, EncryptorInParts, Error,
    HybridIdentity, Identity, MOST_WORK_FACTOR, Passphrase, PayloadKey, Recipient, X25519Identity,
    fca::{self, Fca, FcaHeader, Kind, NewFca},
    identities_alone,
    openssl::{Form, OpensslEnc},
    recipients_alone,
};
use core::{mem, str};
use zeroize::Zeroizing;

enum File {
    Encrypting(Box<EncryptorInParts>),
    Decrypting(Box<DecryptorInParts>),
    DividedEncrypting(Box<DividedEncryptor>),
    DividedDecrypting(Box<DividedDecryptor>),
    /// The chunks of a file that another instance reads or writes.
    Chunks {
        key: Zeroizing<[u8; 32]>,
        decrypt: bool,
    },
}

/// Files in progress.
pub struct Files(Table<File>);

impl From<Error> for Failure {
    #[cold]
    fn from(error: Error) -> Self {
        let status = match &error {
            Error::Io(_) => Status::Ended,
            Error::HeaderMac | Error::Armor(_) | Error::Payload(_) => Status::Unauthentic,
            Error::NoMatch | Error::PassphraseNeeded => Status::NoMatch,
            Error::WrongPassphrase => Status::WrongPassword,
            Error::WorkFactor { .. } => Status::Limit,
            _ => Status::Malformed,
        };
        match error {
            Error::Primitive(error) => error.into(),
            error => Self::new(status, error.to_string()),
        }
    }
}

impl Files {
    /// No files.
    pub const EMPTY: Self = Self(Table::EMPTY);

    /// Serves a request.
    ///
    /// # Errors
    /// The errors of reading and writing encrypted files.
    pub fn serve(
        &mut self,
        request: u32,
        handle: u32,
        input: &mut [u8],
        reply: &mut Vec<u8>,
    ) -> Result<u32, Failure> {
        match request {
            UPDATE => {
                let file = self.0.at(handle)?;
                *reply = file.update(input)?;
                return Ok(file.passes().into());
            }
            FINISH => *reply = self.0.at(handle)?.finish()?,
            NEW => {
                let file = begin(&Fields::read(input)?)?;
                return Ok(self.0.add(file));
            }
            RELEASE => self.0.remove(handle),
            KEY => reply.extend_from_slice(self.0.at(handle)?.key()?),
            CHUNKS => *reply = self.0.at(handle)?.chunks(input)?,
            KEYGEN => keygen(&Fields::read(input)?, reply)?,
            RECIPIENT => {
                let text =
                    str::from_utf8(input).map_err(|_| Failure::new(Status::Malformed, "not an identity"))?;
                let recipient = match text.trim() {
                    text if text.starts_with("AGE-SECRET-KEY-PQ-1") => {
                        HybridIdentity::parse(text)?.recipient().to_string()
                    }
                    text => X25519Identity::parse(text)?.recipient().to_string(),
                };
                *reply = recipient.into_bytes();
            }
            FCA => of_fca(&Fields::read(input)?, reply)?,
            OPENSSL => of_openssl(&Fields::read(input)?, reply)?,
            _ => return Err(unknown_request()),
        }
        Ok(0)
    }
}

impl File {
    fn update(&mut self, part: &[u8]) -> Result<Vec<u8>, Failure> {
        match self {
            Self::Encrypting(parts) => parts.update(part)?,
            Self::Decrypting(parts) => parts.update(part)?,
            Self::DividedEncrypting(parts) => parts.update(part)?,
            Self::DividedDecrypting(parts) => parts.update(part)?,
            Self::Chunks { .. } => return Err(unknown_request()),
        }
        Ok(self.take_all())
    }

    fn finish(&mut self) -> Result<Vec<u8>, Failure> {
        match self {
            Self::Encrypting(parts) => parts.finish()?,
            Self::Decrypting(parts) => parts.finish()?,
            Self::DividedEncrypting(parts) => parts.finish()?,
            Self::DividedDecrypting(parts) => parts.finish()?,
            Self::Chunks { .. } => return Err(unknown_request()),
        }
        Ok(self.take_all())
    }

    fn take_all(&mut self) -> Vec<u8> {
        let mut out = match self {
            Self::Encrypting(parts) => parts.take_all(),
            Self::Decrypting(parts) => parts.take_all(),
            Self::DividedEncrypting(parts) => parts.take_all(),
            Self::DividedDecrypting(parts) => parts.take_all(),
            Self::Chunks { .. } => Zeroizing::default(),
        };
        mem::take(&mut *out)
    }

    /// Returns whether the file is divided, and the output for all further parts is the parts as they are.
    fn passes(&self) -> bool {
        match self {
            Self::DividedEncrypting(parts) => !parts.is_armored(),
            Self::DividedDecrypting(parts) => parts.is_plain() && parts.key().is_some(),
            _ => false,
        }
    }

    /// Returns the key of the payload of a divided file.
    fn key(&self) -> Result<&[u8; 32], Failure> {
        match self {
            Self::DividedEncrypting(parts) => Some(parts.key()),
            Self::DividedDecrypting(parts) => parts.key(),
            Self::Chunks { key, .. } => Some(&**key),
            _ => None,
        }
        .ok_or_else(unknown_request)
    }

    /// Serves `CHUNKS`.
    fn chunks(&self, input: &[u8]) -> Result<Vec<u8>, Failure> {
        let key = PayloadKey::new(self.key()?)?;
        let (first, rest) = input.split_first_chunk().ok_or_else(malformed)?;
        let (&last, chunks) = rest.split_first().ok_or_else(malformed)?;
        let (first, last) = (u64::from_le_bytes(*first), last != 0);
        if matches!(self, Self::DividedDecrypting(_) | Self::Chunks { decrypt: true, .. }) {
            return Ok(mem::take(&mut *key.decrypt(first, chunks, last)?));
        }
        Ok(key.encrypt(first, chunks, last)?)
    }
}

/// Takes a work factor.
fn factor(fields: &Fields<'_>, name: &str, default: u32) -> Result<u32, Failure> {
    let factor = fields.number(name)?.unwrap_or(default);
    match factor {
        1..=30 => Ok(factor),
        _ => Err(Failure::new(Status::Argument, format!("{name} is {factor}, but must be 1 to 30"))),
    }
}

fn begin(fields: &Fields<'_>) -> Result<File, Failure> {
    if let Some(key) = fields.bytes("key")? {
        let key = Zeroizing::new(key.try_into().map_err(|_| malformed())?);
        let decrypt = fields.choice("decrypt")?;
        fields.check("a payload")?;
        return Ok(File::Chunks { key, decrypt });
    }
    let divided = fields.choice("divided")?;
    let passphrase = fields.bytes("passphrase")?;
    let most = factor(fields, "max_work_factor", MOST_WORK_FACTOR)?;
    if fields.choice("decrypt")? {
        let mut identities: Vec<Box<dyn Identity>> = Vec::new();
        if let Some(text) = fields.bytes("identities")? {
            identities = identities_alone(text)?;
        }
        if let Some(passphrase) = passphrase {
            identities.push(Box::new(Passphrase::new(passphrase).most_work_factor(most)));
        }
        fields.check("decryption")?;
        return match identities.is_empty() {
            true => Err(Failure::new(Status::Argument, "set identities or passphrase")),
            false if divided => Ok(File::DividedDecrypting(Box::new(DividedDecryptor::new(identities)))),
            false => Ok(File::Decrypting(Box::new(DecryptorInParts::new(identities, 1)))),
        };
    }
    let recipients: Vec<Box<dyn Recipient>> = match (fields.bytes("recipients")?, passphrase) {
        (Some(recipients), None) => recipients_alone(recipients)?,
        (None, Some(passphrase)) => {
            let factor = factor(fields, "work_factor", DEFAULT_WORK_FACTOR)?;
            vec![Box::new(Passphrase::new(passphrase).work_factor(factor).most_work_factor(most))]
        }
        _ => return Err(Failure::new(Status::Argument, "set either recipients or passphrase")),
    };
    let armor = fields.choice("armor")?;
    fields.check("encryption")?;
    let recipients: Vec<&dyn Recipient> = recipients.iter().map(|one| &**one).collect();
    Ok(match divided {
        true => File::DividedEncrypting(Box::new(DividedEncryptor::new(&recipients, armor)?)),
        false => File::Encrypting(Box::new(EncryptorInParts::new(&recipients, armor, 1)?)),
    })
}

fn keygen(fields: &Fields<'_>, reply: &mut Vec<u8>) -> Result<(), Failure> {
    let (identity, recipient): (Zeroizing<String>, String) = match fields.name()? {
        "x25519" => {
            let made = X25519Identity::random()?;
            (made.expose(), made.recipient().to_string())
        }
        "hybrid" => {
            let made = HybridIdentity::random()?;
            (made.expose(), made.recipient().to_string())
        }
        name => {
            return Err(Failure::new(
                Status::UnknownName,
                format!("unknown kind of identity {name}: x25519 or hybrid"),
            ));
        }
    };
    reply.reserve_exact(identity.len() + recipient.len() + 2);
    line(reply, &identity);
    line(reply, &recipient);
    Ok(())
}

fn of_fca(fields: &Fields<'_>, reply: &mut Vec<u8>) -> Result<(), Failure> {
    let passphrase = fields.bytes("passphrase")?.unwrap_or_default();
    let mut data = fields.bytes("data")?.unwrap_or_default();
    let cipher = match fields.text("cipher")? {
        None | Some("aes") => fca::Cipher::Aes,
        Some("twofish") => fca::Cipher::Twofish,
        Some("serpent") => fca::Cipher::Serpent,
        Some(name) => {
            return Err(Failure::new(Status::UnknownName, format!("FCA does not have the cipher {name}")));
        }
    };
    if fields.choice("decrypt")? {
        fields.check("FCA")?;
        let (header, rest) = data
            .split_first_chunk()
            .ok_or_else(|| Failure::new(Status::Malformed, "not a file of FCA: it is too short"))?;
        let fca = Fca::open(FcaHeader::parse(header)?, cipher, passphrase)?;
        data = rest;
        let done = fca.decrypt(&mut data, reply);
        // what is not authentic is not returned
        if done.is_err() {
            reply.fill(0);
            reply.clear();
        }
        let _contents = done?;
    } else {
        let kind = Kind {
            eax: fields.choice("eax")?,
            strong: fields.choice("strong")?,
            compressed: fields.choice("compressed")?,
        };
        fields.check("FCA")?;
        NewFca::new(kind, cipher, passphrase)?.encrypt(&mut data, reply)?;
    }
    Ok(())
}

fn of_openssl(fields: &Fields<'_>, reply: &mut Vec<u8>) -> Result<(), Failure> {
    let passphrase = fields.bytes("passphrase")?.unwrap_or_default();
    let mut data = fields.bytes("data")?.unwrap_or_default();
    let cipher = fields.text("cipher")?.unwrap_or("aes-256-cbc");
    let digest = fields.text("digest")?.unwrap_or("sha256");
    let iterations = fields.number("iterations")?.unwrap_or(10_000);
    let (decrypt, armor) = (fields.choice("decrypt")?, fields.choice("armor")?);
    fields.check("openssl enc")?;
    let enc = OpensslEnc::new(cipher, digest, iterations)?;
    if decrypt {
        enc.decrypt(&mut data, reply, passphrase)?;
    } else {
        let form = if armor { Form::Lines } else { Form::Bytes };
        enc.encrypt(&mut data, reply, passphrase, form)?;
    }
    Ok(())
}
