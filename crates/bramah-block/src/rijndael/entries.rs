//! The registry entries of Rijndael and AES.

use super::Rijndael;
use crate::{Cipher, Entry, Info, names::Standing};

/// Makes the registry entry of the cipher with blocks of `BITS` bits and keys of `key` bits.
const fn entry<const BITS: usize>(name: &'static str, aliases: &'static [&'static str], key: usize) -> Entry
where
    Rijndael<BITS>: Cipher,
{
    let aes = BITS == 128 && key.is_multiple_of(64);
    Entry::of::<Rijndael<BITS>>(Info {
        name,
        aliases,
        family: "rijndael",
        specification: if aes { "FIPS 197" } else { "AES Proposal: Rijndael, version 2" },
        standing: Standing::Current,
        block_len: BITS / 8,
        key_len: key / 8,
    })
}

/// Declares the registry entries of the family. The arguments are the key lengths of AES, then each block length with key
/// lengths, all in bits.
macro_rules! entries {
    ($($aes:literal)*; $($block:literal: $($key:literal)*;)*) => {
        pub(in super::super) const ENTRIES: &[Entry] = &[
            $(entry::<128>(concat!("aes-", $aes), &[concat!("rijndael-128-", $aes)], $aes),)*
            $($(entry::<$block>(concat!("rijndael-", $block, "-", $key), &[], $key),)*)*
        ];
    };
}
entries! {
    128 192 256;
    128: 160 224;
    160: 128 160 192 224 256;
    192: 128 160 192 224 256;
    224: 128 160 192 224 256;
    256: 128 160 192 224 256;
}
