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
//! `README.md` describes the format and counts the vectors by source.

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

/// A folder and its files, which the build script has compressed into `$from`.
macro_rules! folder {
    ($name:literal, $from:expr, [$($file:literal)*], [$($input:literal)*], [$($output:literal)*]) => {{
        const NAMES: &[&str] = &[$($file),*];
        static FILES: [File; NAMES.len()] = [$(File::new(
            concat!($name, "/", $file, ".txt"),
            include_bytes!(concat!(env!("OUT_DIR"), $from, $name, "/", $file, ".deflate")),
        )),*];
        Folder { name: $name, names: NAMES, files: &FILES, inputs: &[$($input),*], outputs: &[$($output),*] }
    }};
}

/// Names the files of each folder, embeds them, and makes the functions that read them.
macro_rules! folders {
    ($(
        $(#[$doc:meta])*
        $read:ident, $list:ident, $folder:ident in $name:literal:
        $($input:literal)* => $($output:literal)*; $($file:literal)*;
    )*) => {$(
        static $folder: Folder = folder!($name, "/all/", [$($file)*], [$($input)*], [$($output)*]);

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
            const NAMES: &[&str] = &[$($file),*];
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
                static $folder: Folder = folder!($name, "/few/", [$($file)*], [$($input)*], [$($output)*]);

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
    "adler32"
    "ascon-cxof128"
    "ascon-hash256"
    "ascon-xof128"
    "blake-224"
    "blake-256"
    "blake-384"
    "blake-512"
    "blake2b"
    "blake2bp"
    "blake2s"
    "blake2sp"
    "blake3"
    "crc-posix"
    "crc24"
    "crc32"
    "crc32c"
    "crc64"
    "cshake128"
    "cshake256"
    "gost94"
    "gost94-cryptopro"
    "groestl"
    "jh-224"
    "jh-256"
    "jh-384"
    "jh-512"
    "keccak-256"
    "kmac128"
    "kmac256"
    "kmacxof128"
    "kmacxof256"
    "kt128"
    "kt256"
    "kupyna"
    "md4"
    "md5"
    "parallelhash128"
    "parallelhash256"
    "parallelhashxof128"
    "parallelhashxof256"
    "ripemd-128"
    "ripemd-160"
    "ripemd-256"
    "ripemd-320"
    "sha1"
    "sha224"
    "sha256"
    "sha3-224"
    "sha3-256"
    "sha3-384"
    "sha3-512"
    "sha384"
    "sha512"
    "sha512-224"
    "sha512-256"
    "sha512-t"
    "shake128"
    "shake256"
    "skein-1024"
    "skein-256"
    "skein-512"
    "sm3"
    "streebog-256"
    "streebog-512"
    "sum-bsd"
    "sum-sysv"
    "tiger"
    "tiger2"
    "tuplehash128"
    "tuplehash256"
    "tuplehashxof128"
    "tuplehashxof256"
    "turboshake128"
    "turboshake256"
    "whirlpool";

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
    "anubis"
    "aria"
    "blowfish"
    "camellia"
    "cast"
    "des"
    "idea"
    "kalyna"
    "kuznyechik"
    "magma"
    "mars"
    "noekeon"
    "rc2"
    "rc6"
    "rijndael"
    "seed"
    "serpent"
    "shacal2"
    "simon"
    "skipjack"
    "sm4"
    "speck"
    "tea"
    "threefish"
    "twofish"
    "xtea"
    "xtea-le";

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
    "cbc"
    "cfb"
    "cfb-meshed"
    "cfb1"
    "cfb8"
    "cnt"
    "cnt-meshed"
    "ctr"
    "ctr-acpkm"
    "ecb"
    "kctr"
    "kxts"
    "ofb"
    "xts";

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
    "abc"
    "chacha"
    "hc-128"
    "hc-256"
    "rabbit"
    "rc4"
    "salsa20"
    "sosemanuk";

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
    "aegismac-128l"
    "aegismac-128l-128"
    "aegismac-128x2"
    "aegismac-128x2-128"
    "aegismac-128x4"
    "aegismac-128x4-128"
    "aegismac-256"
    "aegismac-256-128"
    "aegismac-256x2"
    "aegismac-256x2-128"
    "aegismac-256x4"
    "aegismac-256x4-128"
    "blake2b-opt-keyed"
    "cbc-mac"
    "cmac"
    "dstu7624-cmac"
    "gmac"
    "hmac"
    "imit"
    "imit-meshed"
    "omac-acpkm"
    "omac2"
    "pmac"
    "poly1305"
    "siphash-1-3"
    "siphash-1-3-128"
    "siphash-2-4"
    "siphash-2-4-128"
    "siphash-4-8"
    "siphash-4-8-128";

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
    "aegis-128l"
    "aegis-128x2"
    "aegis-128x4"
    "aegis-256"
    "aegis-256x2"
    "aegis-256x4"
    "ascon-aead128"
    "ccm"
    "chacha12-poly1305"
    "chacha20-poly1305"
    "chacha8-poly1305"
    "deoxys-ii-128"
    "deoxys-ii-256"
    "eax"
    "gcm"
    "gcm-siv"
    "kccm"
    "kccm-6"
    "kccm-8"
    "kgcm"
    "mgm"
    "ocb"
    "phelix"
    "siv"
    "xaes-256-gcm"
    "xchacha12-poly1305"
    "xchacha20-poly1305"
    "xchacha8-poly1305"
    "xsalsa20-poly1305";

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
    "dstu7624-kw"
    "kw"
    "kwp"
    "tkw";

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
    "a128cbc-hs256"
    "a192cbc-hs384"
    "a256cbc-hs512";

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
    "argon2d"
    "argon2i"
    "argon2id"
    "balloon"
    "bcrypt-pbkdf"
    "concatenation"
    "hchacha"
    "hkdf"
    "hsalsa20"
    "pbkdf1"
    "pbkdf2"
    "s2k"
    "scrypt"
    "sp800-108"
    "yescrypt";

    /// Returns the vectors of the scheme of strings for passwords of that name.
    ///
    /// Each has a `password` and the `string` that it comes to.
    ///
    /// ```
    /// let vector = &bramah_vectors::password("sha-crypt").unwrap()[0];
    /// assert!(vector.text("string").unwrap().starts_with("$5$saltstring$"));
    /// ```
    password, passwords, PASSWORD in "password": "password" "string" =>;
    "argon2"
    "bcrypt"
    "pbkdf2"
    "scrypt"
    "sha-crypt";

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
    "salsar";
}
