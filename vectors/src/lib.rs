//! Bramah's test vectors, and their parser.
//!
//! Each algorithm has one text file, such as `hash/NAME.txt`, named as the library's registry names the algorithm. The
//! files are a part of the crate, so a test needs no path to read them:
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

/// Includes the list of a folder that the build script has written.
macro_rules! listed {
    ($name:literal, $what:literal) => {
        include!(concat!(env!("OUT_DIR"), "/", $name, $what))
    };
}

/// A folder and its files, which the build script has listed and compressed: whole files, or a few vectors of each.
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
            // the folder's own list would link all files into a program that only needs names
            const NAMES: &[&str] = listed!($name, ".names.rs");
            NAMES
        }
    )*

        /// Returns all folders.
        pub fn folders() -> impl Iterator<Item = &'static Folder> {
            [$(&$folder),*].into_iter()
        }

        /// A few vectors of each kind, for a program that tests itself with them. They take half of the space of all
        /// vectors.
        ///
        /// Vectors are of the same kind if they have the same heading and the same fields, with the same words and
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
    /// Returns the vectors of the hash function or extendable-output function with this name.
    ///
    /// They are in the order of the file. Each has a `message` and a literal `digest`, whose length determines that of
    /// the algorithm's output.
    ///
    /// ```
    /// let vectors = bramah_vectors::hash("md5").unwrap();
    /// assert_eq!(vectors[0].source, "RFC 1321, A.5: the test suite");
    /// assert!(bramah_vectors::hash("md6").is_none());
    /// assert!(bramah_vectors::hashes().contains(&"sha256"));
    /// ```
    hash, hashes, HASH in "hash": "message" => "digest";

    /// Returns the vectors of the family of block ciphers with this name.
    ///
    /// Each has a `key`, and a `plaintext` and a literal `ciphertext` of one block; the lengths of key and block
    /// determine the variant, or the word `cipher` names it. There may be a `tweak`. `iterations`, if present, is the
    /// number of times that the block is encrypted, each time from the previous result.
    ///
    /// ```
    /// let vector = &bramah_vectors::block("rijndael").unwrap()[0];
    /// assert_eq!((vector.require("key").len(), vector.require("ciphertext").len()), (16, 16));
    /// assert_eq!(vector.number("iterations"), None);
    /// ```
    block, blocks, BLOCK in "block": "key" "plaintext" => "ciphertext";

    /// Returns the vectors of the mode of block ciphers with this name.
    ///
    /// Each has the word `cipher`, a `key`, a `plaintext` and a literal `ciphertext`; an `iv` if the mode takes one,
    /// and the words `increment`, `stealing` and `padding` if they differ from the defaults.
    ///
    /// ```
    /// let vectors = bramah_vectors::mode("cbc").unwrap();
    /// let stolen = vectors.iter().find(|vector| vector.word("stealing").is_some()).unwrap();
    /// assert_eq!(stolen.source, "RFC 3962, appendix B");
    /// assert_eq!((stolen.word("cipher"), stolen.word("stealing")), (Some("aes-128"), Some("cs3")));
    /// ```
    mode, modes, MODE in "mode": "cipher" "key" "plaintext" => "ciphertext";

    /// Returns the vectors of the stream cipher, or family of stream ciphers, with this name.
    ///
    /// Each has the word `cipher`, a `key`, a `nonce`, a `plaintext` and a literal `ciphertext`; the `rounds` if the
    /// cipher has variants; and if the text does not begin at the beginning of the keystream, the number of its first
    /// block as `counter`, or the number of skipped bytes as `skip`.
    ///
    /// ```
    /// let vector = &bramah_vectors::stream("chacha").unwrap()[0];
    /// assert_eq!(vector.source, "RFC 8439, section 2.3.2");
    /// assert_eq!((vector.word("cipher"), vector.number("counter")), (Some("chacha20-ietf"), Some(1)));
    /// ```
    stream, streams, STREAM in "stream": "cipher" "key" "nonce" "plaintext" => "ciphertext";

    /// Returns the vectors of the message authentication code with this name.
    ///
    /// Each has a `key`, a `message` and a literal `tag`; if the MAC is built on a block cipher or a hash function, the
    /// word `cipher` or `hash`; and a `nonce` if the MAC takes one.
    ///
    /// ```
    /// let vector = &bramah_vectors::mac("cmac").unwrap()[0];
    /// assert_eq!((vector.word("cipher"), vector.require("tag").len()), (Some("aes-128"), 16));
    /// assert_eq!(bramah_vectors::mac("poly1305").unwrap()[0].word("cipher"), None);
    /// ```
    mac, macs, MAC in "mac": "key" "message" => "tag";

    /// Returns the vectors of the AEAD scheme with this name.
    ///
    /// Each has a `key`, a `nonce`, the associated data `ad`, a `plaintext`, and as literals a `ciphertext` and a
    /// `tag`; for modes of block ciphers, also the word `cipher`.
    ///
    /// ```
    /// let vector = &bramah_vectors::aead("eax").unwrap()[0];
    /// assert_eq!((vector.require("ad").len(), vector.require("tag").len()), (8, 16));
    /// ```
    aead, aeads, AEAD in "aead": "key" "nonce" "ad" "plaintext" => "ciphertext" "tag";

    /// Returns the vectors of the form of key wrap with this name.
    ///
    /// Each has the word `cipher`, a `key`, and, as `plaintext`, another key, whose wrapped form is the literal
    /// `ciphertext`.
    ///
    /// ```
    /// let vector = &bramah_vectors::wrap("kwp").unwrap()[0];
    /// assert_eq!((vector.require("plaintext").len(), vector.require("ciphertext").len()), (20, 32));
    /// ```
    wrap, wraps, WRAP in "wrap": "cipher" "key" "plaintext" => "ciphertext";

    /// Returns the vectors of the format-preserving encryption with this name.
    ///
    /// Each has a `cipher`, a `key`, a `radix`, a `plaintext` and a literal `ciphertext` with the same number of
    /// numerals, and perhaps a `tweak`. A numeral is a byte, or two bytes, big-endian, if the radix is above 256.
    ///
    /// ```
    /// let vector = &bramah_vectors::fpe("ff1").unwrap()[0];
    /// assert_eq!(vector.number("radix"), Some(10));
    /// assert_eq!(vector.require("ciphertext").literal(), [2, 4, 3, 3, 4, 7, 7, 4, 8, 4]);
    /// ```
    fpe, fpes, FPE in "fpe": "cipher" "key" "plaintext" => "ciphertext";

    /// Returns the vectors of the composition of encryption and a MAC with this name.
    ///
    /// Each has a `key`, which consists of both keys, a `nonce`, an `ad` and a `plaintext`, and as literals a
    /// `ciphertext` and a `tag`.
    ///
    /// ```
    /// let vector = &bramah_vectors::composition("a128cbc-hs256").unwrap()[0];
    /// assert_eq!((vector.require("plaintext").len(), vector.require("ciphertext").len()), (128, 144));
    /// ```
    composition, compositions, COMPOSITION in "composition": "key" "nonce" "ad" "plaintext" => "ciphertext" "tag";

    /// Returns the vectors of the key derivation function with this name.
    ///
    /// The inputs depend on the function: a `key` and a `nonce`; a `secret` or a `password`, a `salt`, an `info`; the
    /// words `mac`, `hash` or `function`. The result is a literal `output`.
    ///
    /// ```
    /// let vector = &bramah_vectors::kdf("hkdf").unwrap()[0];
    /// assert_eq!((vector.word("mac"), vector.require("output").len()), (Some("hmac-sha256"), 42));
    /// ```
    kdf, kdfs, KDF in "kdf": => "output";

    /// Returns the vectors of the password scheme with this name.
    ///
    /// Each has a `password` and the resulting `string`.
    ///
    /// ```
    /// let vector = &bramah_vectors::password("sha-crypt").unwrap()[0];
    /// assert!(vector.text("string").unwrap().starts_with("$5$saltstring$"));
    /// ```
    password, passwords, PASSWORD in "password": "password" "string" =>;

    /// Returns the vectors of the random number generator with this name.
    ///
    /// Each has the lists `calls` and `results`, and the initial state: the number `seed`, or the array `words` in
    /// bytes.
    ///
    /// ```
    /// let vector = &bramah_vectors::random("salsar").unwrap()[0];
    /// assert_eq!((vector.number("seed"), vector.list("results").count()), (Some(1), 40));
    /// ```
    random, randoms, RANDOM in "random": "rounds" "calls" "results" =>;
}
