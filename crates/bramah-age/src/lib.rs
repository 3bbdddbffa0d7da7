//! Encrypted files in the age format, version 1 (C2SP, *The age file encryption format*), with support for several
//! threads.
//!
//! A file is encrypted to [`Recipient`]s and decrypted with [`Identity`]s. A recipient is a public key, and its
//! identity is the private key: [`X25519Recipient`], [`HybridRecipient`] against quantum computers, [`SshRecipient`],
//! [`TagRecipient`] for an identity in hardware, or [`PluginRecipient`]. A [`Passphrase`] is both a recipient and an
//! identity.
//!
//! # Encrypt
//!
//! The sender needs only the public key, which is text that starts with `age1`:
//!
//! ```
//! use bramah_age::{Encryptor, X25519Recipient};
//!
//! let key = "age1t7rxyev2z3rw82stdlrrepyc39nvn86l5078zqkf5uasdy86jp6svpy7pa";
//! let recipient: X25519Recipient = key.parse()?;
//! let mut file = Vec::new();
//! Encryptor::new(&[&recipient])?.encrypt(&b"a text"[..], &mut file, 1)?;
//! assert!(file.starts_with(b"age-encryption.org/v1\n"));
//! # Ok::<(), bramah_age::Error>(())
//! ```
//!
//! # Decrypt
//!
//! The receiver generates the key pair, and keeps the identity secret:
//!
//! ```
//! use bramah_age::{Decryptor, Encryptor, X25519Identity};
//!
//! let identity = X25519Identity::generate()?;
//! let mut file = Vec::new();
//! Encryptor::new(&[&identity.recipient()])?.encrypt(&b"a text"[..], &mut file, 1)?;
//!
//! let mut text = Vec::new();
//! Decryptor::new(&file[..])?.unlock(&[&identity])?.decrypt(&mut text, 1)?;
//! assert_eq!(text, b"a text");
//! # Ok::<(), bramah_age::Error>(())
//! ```
//!
//! # Which type
//!
//! | You have | Encrypt | Decrypt |
//! |---|---|---|
//! | names of files | [`encrypt_file`] | [`decrypt_file`] |
//! | a reader and a writer | [`Encryptor::encrypt`] | [`Unlocked::decrypt`] |
//! | bytes that come or go piece by piece | [`Encryptor::into_writer`] | [`Unlocked::into_reader`] |
//! | a file, and need only a part of it | | [`SeekReader`] |
//! | your own input and output | [`EncryptorInParts`] | [`DecryptorInParts`] |
//! | your own threads, or processes | [`DividedEncryptor`] and [`PayloadKey`] | [`DividedDecryptor`] and [`PayloadKey`] |
//!
//! A part of a file is returned only after the chunk that contains it has been verified.
//!
//! Every file has its own key. An age file hides neither its length nor the number and types of its recipients. It is
//! not signed, so anyone who knows a recipient can make a file for it.
//!
//! Two older formats are supported for programs that can read nothing else: [`fca`] and [`openssl`].

mod armor;
mod decrypt;
mod derivation;
mod divided;
mod encrypt;
mod envelope;
mod error;
pub mod fca;
mod header;
mod identities;
mod key;
pub mod openssl;
mod parts;
mod paths;
mod queue;
mod recipients;
#[doc(hidden)] // for the signatures that the command makes
pub mod ssh_wire;
mod stanza;
mod stream;
mod text;

pub use armor::{ArmorReader, ArmorWriter};
pub use decrypt::{Decryptor, Sizes, Source, Unlocked, is_age};
pub use divided::{DividedDecryptor, DividedEncryptor};
pub use encrypt::Encryptor;
pub use error::{Error, Payload};
pub use header::Header;
pub use identities::{
    EncryptedFile, identities, identities_alone, identity, recipient, recipients, recipients_alone,
};
pub use key::FileKey;
pub use parts::{DecryptorInParts, EncryptorInParts};
pub use paths::{FileOptions, decrypt_file, encrypt_file};
pub use recipients::{
    Ask, DEFAULT_WORK_FACTOR, HybridIdentity, HybridRecipient, Identity, MOST_WORK_FACTOR, Passphrase,
    PassphraseOnDemand, PluginIdentity, PluginRecipient, Recipient, SshIdentity, SshRecipient, TagRecipient,
    Wrapped, X25519Identity, X25519Recipient,
};
pub use stanza::Stanza;
pub use stream::{PayloadKey, Reader, SeekReader, Writer};
