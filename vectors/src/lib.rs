//! Bramah's test vectors, and their parser.
//!
//! Each algorithm has one text file, such as `hash/NAME.txt`, named as the library's registry names
//! the algorithm. The files are part of the crate, so that a test reads them with no path in hand:
//!
//! ```
//! for vector in bramah_vectors::hash("sha256").unwrap() {
//!     let message = vector.require("message").expand(|text, len| {
//!         // Here stands the library's own SHAKE256: this crate does not depend on it.
//!         # let _ = text; vec![0; len]
//!     });
//!     let digest = vector.require("digest").literal();
//!     // assert_eq!(sha256(&message), digest, "{vector}");
//!     # assert_eq!((message.len(), digest.len()), (vector.require("message").len(), 32));
//! }
//! ```
//!
//! `README.md` describes the format. The example `sources` counts the vectors by source.

mod bytes;
#[cfg(test)]
#[path = "few.rs"]
mod few_of_a_file;
mod folder;
mod parse;
mod vector;

pub use bytes::Bytes;
use folder::File;
pub use folder::Folder;
pub use parse::{ParseError, parse};
pub use vector::{Value, Vector};

/// Includes a list that the build script has written of a folder.
macro_rules! listed {
    ($name:literal, $what:literal) => {
        include!(concat!(env!("OUT_DIR"), "/", $name, $what))
    };
}

/// A folder and its files, which the build script has listed and compressed: all of each, or a few vectors.
macro_rules! folder {
    ($name:literal, $files:literal, [$($input:literal)*], [$($output:literal)*]) => {{
        const NAMES: &[&str] = listed!($name, ".names.rs");
        static FILES: [File; NAMES.len()] = listed!($name, $files);
        Folder { name: $name, names: NAMES, files: &FILES, inputs: &[$($input),*], outputs: &[$($output),*] }
    }};
}

/// Embeds the files of each folder, and makes the functions that read them.
macro_rules! folders {
    ($(
        $(#[$doc:meta])*
        $read:ident, $list:ident, $folder:ident in $name:literal: $($input:literal)* => $($output:literal)*;
    )*) => {$(
        static $folder: Folder = folder!($name, ".all.rs", [$($input)*], [$($output)*]);

        $(#[$doc])*
        ///
        /// `None` if there is no such file.
        ///
        /// # Panics
        ///
        /// If the file is malformed; the message names the file and the line.
        pub fn $read(name: &str) -> Option<Vec<Vector>> {
            $folder.read(name)
        }

        #[doc = concat!("Returns the names [`", stringify!($read), "`] knows, in alphabetical order.")]
        pub fn $list() -> &'static [&'static str] {
            // the folder's own list would keep its files in a program that asks for names alone
            const NAMES: &[&str] = listed!($name, ".names.rs");
            NAMES
        }
    )*

        /// Returns all the folders.
        pub fn folders() -> impl Iterator<Item = &'static Folder> {
            [$(&$folder),*].into_iter()
        }

        /// A few vectors of each kind, for a program that tests itself with them: these take half of
        /// the room that all take.
        ///
        /// Vectors are of one kind if they stand under one heading and have the same fields, with the same words and
        /// lengths of results.
        ///
        /// ```
        /// let [few, all] = [bramah_vectors::few::hash("md5"), bramah_vectors::hash("md5")];
        /// let [few, all] = [few.unwrap(), all.unwrap()];
        /// assert!(few.len() < all.len());
        /// assert!(few.iter().all(|vector| all.contains(vector)));
        /// ```
        pub mod few {
            use crate::{Folder, Vector, folder::File};
            $(
                static $folder: Folder = folder!($name, ".few.rs", [$($input)*], [$($output)*]);

                #[doc = concat!("Returns a few of the vectors that [`", stringify!($read), "`](crate::", stringify!($read), ") does.")]
                ///
                /// # Panics
                ///
                /// If the file is malformed; the message names the file and the line.
                pub fn $read(name: &str) -> Option<Vec<Vector>> {
                    $folder.read(name)
                }
            )*
        }
    };
}

folders! {
    /// Returns the vectors of the hash or extendable-output function of that name.
    ///
    /// They come in the order of the file. Each has a `message` and a literal `digest`, whose
    /// length is the one asked of the algorithm where it offers several.
    ///
    /// ```
    /// let vectors = bramah_vectors::hash("md5").unwrap();
    /// assert_eq!(vectors[0].source, "RFC 1321, A.5: the test suite");
    /// assert!(bramah_vectors::hash("md6").is_none());
    /// assert!(bramah_vectors::hashes().contains(&"sha256"));
    /// ```
    hash, hashes, HASH in "hash": "message" => "digest";

    /// Returns the vectors of the family of block ciphers of that name.
    ///
    /// Each has a `key`, and a `plaintext` and a literal `ciphertext` of one block; the lengths of
    /// key and block tell the variant, or the word `cipher` does. A `tweak`, if given, stands beside the key. `iterations`, if given, is how many times the block is
    /// encrypted, each time the result before.
    ///
    /// ```
    /// let vector = &bramah_vectors::block("rijndael").unwrap()[0];
    /// assert_eq!((vector.require("key").len(), vector.require("ciphertext").len()), (16, 16));
    /// assert_eq!(vector.number("iterations"), None);
    /// ```
    block, blocks, BLOCK in "block": "key" "plaintext" => "ciphertext";

    /// Returns the vectors of the mode of block ciphers of that name.
    ///
    /// Each has the word `cipher`, a `key`, a `plaintext` and a literal `ciphertext`; an `iv` where
    /// the mode takes one, and the words `increment`, `stealing` and `padding` where they are not
    /// what is usual.
    ///
    /// ```
    /// let vectors = bramah_vectors::mode("cbc").unwrap();
    /// let stolen = vectors.iter().find(|vector| vector.word("stealing").is_some()).unwrap();
    /// assert_eq!(stolen.source, "RFC 3962, appendix B");
    /// assert_eq!((stolen.word("cipher"), stolen.word("stealing")), (Some("aes-128"), Some("cs3")));
    /// ```
    mode, modes, MODE in "mode": "cipher" "key" "plaintext" => "ciphertext";

    /// Returns the vectors of the stream cipher of that name, or family of such.
    ///
    /// Each has the word `cipher`, a `key`, a `nonce`, a `plaintext` and a literal `ciphertext`; the
    /// `rounds` where there are several; and where the text does not begin with the keystream, a
    /// `counter`, the number of the first block, or `skip`, the bytes passed over.
    ///
    /// ```
    /// let vector = &bramah_vectors::stream("chacha").unwrap()[0];
    /// assert_eq!(vector.source, "RFC 8439, section 2.3.2");
    /// assert_eq!((vector.word("cipher"), vector.number("counter")), (Some("chacha20-ietf"), Some(1)));
    /// ```
    stream, streams, STREAM in "stream": "cipher" "key" "nonce" "plaintext" => "ciphertext";

    /// Returns the vectors of the message authentication code of that name.
    ///
    /// Each has a `key`, a `message` and a literal `tag`; where the code is made of a block cipher or a
    /// hash function, the word `cipher` or `hash`; and a `nonce` where it takes one.
    ///
    /// ```
    /// let vector = &bramah_vectors::mac("cmac").unwrap()[0];
    /// assert_eq!((vector.word("cipher"), vector.require("tag").len()), (Some("aes-128"), 16));
    /// assert_eq!(bramah_vectors::mac("poly1305").unwrap()[0].word("cipher"), None);
    /// ```
    mac, macs, MAC in "mac": "key" "message" => "tag";

    /// Returns the vectors of the authenticated encryption of that name.
    ///
    /// Each has a `key`, a `nonce`, the data `ad` that is authenticated alone, a `plaintext`, and,
    /// literal, a `ciphertext` and a `tag`; and where it is a mode of block ciphers, the word `cipher`.
    ///
    /// ```
    /// let vector = &bramah_vectors::aead("eax").unwrap()[0];
    /// assert_eq!((vector.require("ad").len(), vector.require("tag").len()), (8, 16));
    /// ```
    aead, aeads, AEAD in "aead": "key" "nonce" "ad" "plaintext" => "ciphertext" "tag";

    /// Returns the vectors of the form of key wrap of that name.
    ///
    /// Each has the word `cipher`, a `key`, and, as `plaintext`, another key, whose wrapped form is the literal
    /// `ciphertext`.
    ///
    /// ```
    /// let vector = &bramah_vectors::wrap("kwp").unwrap()[0];
    /// assert_eq!((vector.require("plaintext").len(), vector.require("ciphertext").len()), (20, 32));
    /// ```
    wrap, wraps, WRAP in "wrap": "cipher" "key" "plaintext" => "ciphertext";

    /// Returns the vectors of the scheme of format-preserving encryption of that name.
    ///
    /// Each has a `cipher`, a `key`, a `radix`, a `plaintext` and a literal `ciphertext` of as many numerals, and perhaps a
    /// `tweak`. A numeral is a byte, or two bytes, the higher first, if the radix is above 256.
    ///
    /// ```
    /// let vector = &bramah_vectors::fpe("ff1").unwrap()[0];
    /// assert_eq!(vector.number("radix"), Some(10));
    /// assert_eq!(vector.require("ciphertext").literal(), [2, 4, 3, 3, 4, 7, 7, 4, 8, 4]);
    /// ```
    fpe, fpes, FPE in "fpe": "cipher" "key" "plaintext" => "ciphertext";

    /// Returns the vectors of the composition of encryption and a MAC of that name.
    ///
    /// Each has a `key`, which is the keys of both, a `nonce`, an `ad` and a `plaintext`, and the literals `ciphertext` and
    /// `tag`.
    ///
    /// ```
    /// let vector = &bramah_vectors::composition("a128cbc-hs256").unwrap()[0];
    /// assert_eq!((vector.require("plaintext").len(), vector.require("ciphertext").len()), (128, 144));
    /// ```
    composition, compositions, COMPOSITION in "composition": "key" "nonce" "ad" "plaintext" => "ciphertext" "tag";

    /// Returns the vectors of the derivation of keys of that name.
    ///
    /// The inputs depend on the function: a `key` and a `nonce`; a `secret` or a `password`, a `salt`, an `info`; the
    /// `mac`, the `hash`, or which `function` it is. The output is a literal `output`.
    ///
    /// ```
    /// let vector = &bramah_vectors::kdf("hkdf").unwrap()[0];
    /// assert_eq!((vector.word("mac"), vector.require("output").len()), (Some("hmac-sha256"), 42));
    /// ```
    kdf, kdfs, KDF in "kdf": => "output";

    /// Returns the vectors of the scheme of strings for passwords of that name.
    ///
    /// Each has a `password` and the `string` that it comes to.
    ///
    /// ```
    /// let vector = &bramah_vectors::password("sha-crypt").unwrap()[0];
    /// assert!(vector.text("string").unwrap().starts_with("$5$saltstring$"));
    /// ```
    password, passwords, PASSWORD in "password": "password" "string" =>;

    /// Returns the vectors of the generator of that name.
    ///
    /// Each has the lists `calls` and `results`, and what the generator starts from: the number `seed`
    /// or the array `words`, in bytes.
    ///
    /// ```
    /// let vector = &bramah_vectors::random("salsar").unwrap()[0];
    /// assert_eq!((vector.number("seed"), vector.list("results").count()), (Some(1), 40));
    /// ```
    random, randoms, RANDOM in "random": "rounds" "calls" "results" =>;
}
