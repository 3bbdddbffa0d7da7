//! Encrypted files: age version 1 (C2SP, *The age file encryption format*), whose chunks several threads seal and open.
//!
//! A file is encrypted to [`Recipient`]s and decrypted with [`Identity`]s: pairs of keys ([`X25519Recipient`],
//! [`HybridRecipient`] against quantum computers, [`SshRecipient`], [`TagRecipient`] whose identity is in hardware,
//! [`PluginRecipient`]) or a [`Passphrase`].
//! [`Encryptor`] and [`Decryptor`] take whole files from a reader to a writer, or are a [`Writer`], a [`Reader`], or a
//! [`SeekReader`] of any part; [`EncryptorInParts`] and [`DecryptorInParts`] read and write nothing
//! themselves. Nothing of a file is returned before it was found authentic.
//!
//! Every file has a key of its own. What an age file does not hide is its length, and the number and kinds of its
//! recipients; it is not signed: whoever knows a recipient can make a file for it.
//!
//! Two older formats can be read and written for programs that have nothing else, [`fca`] and [`openssl`].

mod armor;
mod decrypt;
mod derivation;
mod encrypt;
mod error;
pub mod fca;
mod header;
mod identities;
mod key;
pub mod openssl;
mod parts;
mod paths;
mod recipients;
#[doc(hidden)] // for the signatures of the command
pub mod ssh_wire;
mod stanza;
mod stream;
mod text;

pub use armor::{ArmorReader, ArmorWriter};
pub use decrypt::{Decryptor, Sizes, Source, Unlocked, is_age};
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
pub use stream::{Reader, SeekReader, Writer};
