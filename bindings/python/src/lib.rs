//! The extension module of the Python package `bramah`: the library's registry with the interfaces of `hashlib`, `hmac` and the
//! package `cryptography`, digests of Arrow columns, and encrypted files. The Python files next to this module define the names
//! that programs import.

mod aead;
mod arrow;
mod bao;
mod buffer;
mod cipher;
mod constructor;
mod encrypted;
mod errors;
mod files;
mod fpe;
mod hash;
mod interrupt;
mod kdf;
mod key_wrap;
mod lock;
mod mac;
mod multipart;
mod names;
mod options;
mod path;
mod random;
mod segments;
mod text;

use pyo3::pymodule;

/// Hash functions, ciphers, authenticated encryption, MACs and key derivation.
#[pymodule(gil_used = false)]
mod _bramah {
    /// The version of the package.
    #[allow(non_upper_case_globals)] // the name is Python's
    #[pymodule_export]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    use super::{
        aead::{AnyAead, aeads},
        arrow::{
            ArrowArray, arrow_decrypt, arrow_detokenize, arrow_encrypt, arrow_hash, arrow_hmac,
            arrow_row_hash, arrow_row_mac, arrow_tokenize,
        },
        bao::{bao_decode, bao_decode_slice, bao_encode, bao_hash, bao_join, bao_part, bao_slice},
        cipher::{Cipher, cipher, ciphers},
        constructor::{Constructor, aliases, constructor, constructors, hash_files},
        encrypted::{FileDecryptor, FileEncryptor, decrypt_file, encrypt_file, generate_identity},
        errors::{InvalidTag, NoMatch, NotAgeFile, WrongPassphrase},
        fpe::{Fpe, fpes},
        hash::{Hash, Xof},
        kdf::{
            argon2, kdf_by_name, password_hash, password_needs_rehash, password_verify, pbkdf2_hmac,
            pbkdf2_many, scrypt,
        },
        key_wrap::{Composition, encrypt_then_macs, key_wraps, unwrap_key, wrap_key},
        mac::{Mac, hmac_digest, hmac_many, mac_by_name, macs},
        multipart::Multipart,
        names::backends,
        random::{Salsar, random_bytes},
        segments::Segments,
    };
}
