//! The numbers of requests. `bindings/wasm/src/requests.js` has the same.

/// Hash functions.
pub mod hash {
    /// Begins a message; fields: `name`, `bits`, and the options of the function. Returns a handle, and as output the
    /// lengths of a digest and of a block (each 4 bytes, little-endian) and the name.
    pub const NEW: u32 = 0;
    /// Appends the input to the message.
    pub const UPDATE: u32 = 1;
    /// Ends the message, and writes its digest over the input, which has the length of a digest. An empty message begins.
    pub const FINISH: u32 = 2;
    /// Computes the digest of a whole message. The input is room for a digest, followed by the message; the digest is written to
    /// that room. The message in progress does not change.
    pub const DIGEST: u32 = 3;
    /// Copies the object, and returns the handle of the copy.
    pub const CLONE: u32 = 4;
    /// Outputs the state of the message.
    pub const SAVE: u32 = 5;
    /// Continues the message whose state is the input.
    pub const RESTORE: u32 = 6;
    /// Discards the message and begins an empty one.
    pub const RESET: u32 = 7;
    /// Erases and frees the object. Its handle cannot be used afterwards.
    pub const RELEASE: u32 = 8;
    /// Outputs the digests of many messages. The input is their number and their lengths (4 bytes each,
    /// little-endian), and the messages.
    pub const MANY: u32 = 9;
    /// Ends the message, and outputs as many bytes as the number in the input (4 bytes, little-endian).
    pub const EXTEND: u32 = 10;
    /// Outputs all hash functions, one on each line: the name, the standing, and `key` if it needs one. After them come lines of
    /// `=` and a word: each name by which `NEW` finds them, without the length in bits that may follow.
    pub const NAMES: u32 = 11;
    /// BLAKE3, without a key: outputs a part of a content that is hashed apart. The input is the number of bytes before the part (8
    /// bytes, little-endian), and the bytes of the part: 2^n KiB, after a multiple of as many, or less at the end of the content. The
    /// output is the beginning and the length of the part (8 bytes each, little-endian), and its chaining value.
    pub const PART: u32 = 12;
    /// Joins parts, each of which begins where the previous part ends, to a larger one.
    pub const JOIN: u32 = 13;
    /// Joins all parts of a content, at least two, and outputs its hash.
    pub const ROOT: u32 = 14;
}

/// MACs.
pub mod mac {
    /// Begins a message; fields: `name`, `key`, `nonce`. Returns a handle, and as output the length of a tag.
    pub const NEW: u32 = 32;
    /// Appends the input to the message.
    pub const UPDATE: u32 = 33;
    /// Ends the message, and outputs a tag of the length in the input.
    pub const FINISH: u32 = 34;
    /// Ends the message and compares its tag with the input.
    pub const VERIFY: u32 = 35;
    /// Copies the object, and returns the handle of the copy.
    pub const CLONE: u32 = 36;
    /// Discards the message and begins an empty one.
    pub const RESET: u32 = 37;
    /// Erases and frees the object. Its handle cannot be used afterwards.
    pub const RELEASE: u32 = 38;
    /// Outputs the names of all MACs.
    pub const NAMES: u32 = 39;
}

/// Key derivation and passwords.
pub mod kdf {
    /// Derives a key; fields: `name`, `password`, `length`, and the parameters of the function. Outputs the key.
    pub const DERIVE: u32 = 64;
    /// Hashes a password; fields: `name`, `password`, and the parameters of the scheme. Outputs the string to store.
    pub const HASH: u32 = 65;
    /// Fields: `password`, `string`, and limits. Returns 1 if the password is right, else 0.
    pub const VERIFY: u32 = 66;
    /// Field: `string`. Returns 1 if its parameters are below those that are recommended now, else 0.
    pub const OUTDATED: u32 = 67;
    /// Outputs the names of all functions.
    pub const NAMES: u32 = 68;
}

/// Ciphers that do not authenticate.
pub mod cipher {
    /// Begins a message; fields: `name`, `key`, `iv`, `decrypt` and options. Returns a handle.
    pub const NEW: u32 = 96;
    /// Encrypts or decrypts the input, and outputs the result as far as it is complete.
    pub const UPDATE: u32 = 97;
    /// Ends the message, and outputs the rest of the result.
    pub const FINISH: u32 = 98;
    /// Moves to a position in the message. The input is the position in bytes (8 bytes, little-endian).
    pub const SEEK: u32 = 99;
    /// Erases and frees the object. Its handle cannot be used afterwards.
    pub const RELEASE: u32 = 100;
    /// Outputs the names of all ciphers.
    pub const NAMES: u32 = 101;
}

/// Authenticated encryption and key wrap.
pub mod aead {
    /// Fields: `name`, `key`, `tag_length`. Returns a handle, and as output the length of a tag.
    pub const NEW: u32 = 128;
    /// The input is, in this order: the length of the nonce and the length of the associated data (4 bytes each,
    /// little-endian), the nonce, the associated data, and the text, which is encrypted in place. Outputs the tag.
    pub const SEAL: u32 = 129;
    /// The input is as in `SEAL`, followed by the tag. The text is decrypted in place.
    pub const OPEN: u32 = 130;
    /// Erases and frees the object. Its handle cannot be used afterwards.
    pub const RELEASE: u32 = 131;
    /// Fields: `name`, `key`, `data`, `decrypt`. Outputs the wrapped or unwrapped key.
    pub const WRAP: u32 = 132;
    /// Fields: `name`, `key`, `nonce`, `ad`, `data`, `decrypt`. Encrypts or decrypts by a cipher and a MAC, and outputs the
    /// result.
    pub const COMPOSE: u32 = 133;
    /// Outputs the names of all schemes.
    pub const NAMES: u32 = 134;
}

/// Encrypted files.
pub mod file {
    /// Begins a file; fields: `decrypt`, `recipients`, `identities`, `passphrase`, `work_factor`, `max_work_factor`,
    /// `armor`, `divided`. Returns a handle. If the file is divided, its chunks are encrypted or decrypted by `CHUNKS` only. The
    /// field `key`, with or without `decrypt`, is the key of a payload: it begins an object that serves `CHUNKS` only.
    pub const NEW: u32 = 160;
    /// Encrypts or decrypts the input, which is the next part of the file, and outputs the result as far as it is complete.
    /// If the file is divided and encrypted, the input is the next encrypted chunks, and the output is the header and the
    /// chunks, armored or not. If the file is divided and decrypted, the output is the encrypted chunks, of which any may be
    /// incomplete, and there is no output before the header was unlocked. Returns 1 if the file is divided, and the output for
    /// all parts after this one is the parts as they are; else 0.
    pub const UPDATE: u32 = 161;
    /// Ends the file, and outputs the rest of the result.
    pub const FINISH: u32 = 162;
    /// Erases and frees the object. Its handle cannot be used afterwards.
    pub const RELEASE: u32 = 163;
    /// Field: `name`, `x25519` or `hybrid`. Outputs an identity, a newline and its recipient.
    pub const KEYGEN: u32 = 164;
    /// Outputs the recipient of the identity in the input.
    pub const RECIPIENT: u32 = 165;
    /// A whole file in the format FCA; fields: `decrypt`, `passphrase`, `data`, `cipher`, `eax`, `strong`, `compressed`.
    pub const FCA: u32 = 166;
    /// A whole file of `openssl enc`; fields: `decrypt`, `passphrase`, `data`, `cipher`, `digest`, `iterations`, `armor`.
    pub const OPENSSL: u32 = 167;
    /// Outputs the key of the payload of a divided file, of 32 bytes.
    pub const KEY: u32 = 168;
    /// Encrypts or decrypts consecutive chunks, and outputs the result. The input is the number of the first chunk (8 bytes,
    /// little-endian), 1 if the last of them is the last chunk of the file and 0 if not (1 byte), and the chunks. All chunks are
    /// complete, except the last chunk of the file.
    pub const CHUNKS: u32 = 169;
}

/// Lists of digests.
pub mod lists {
    /// Reads a list; fields: `text`, `name` of its file, `algorithm`. Outputs an object of JSON with the lines.
    pub const PARSE: u32 = 192;
    /// Writes a list; fields: `entries` (an array of JSON), `form`. Outputs the list.
    pub const FORMAT: u32 = 193;
}
