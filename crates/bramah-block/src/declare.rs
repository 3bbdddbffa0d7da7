//! The macros that declare the types of a family, and its entries in the registry.

/// Declares types of ciphers with their keys, and the corresponding types for encryption only. A line has the type, the type for
/// encryption, the cipher, and the length of a key in bytes, which may be a parameter of the type:
/// `types! { Xyz XyzEnc<KEY = 16> = XyzCipher, KEY; }`.
macro_rules! types {
    ($($(#[$doc:meta])* $type:ident $enc:ident $(<$key:ident $(= $default:literal)?>)? = $cipher:ty, $len:tt;)*) => { $(
        $(#[$doc])*
        pub type $type $(<const $key: usize $(= $default)?>)? = $crate::BlockCipher<$cipher, $len>;
        #[doc = concat!("[`", stringify!($type), "`] with keys for encryption alone.")]
        pub type $enc $(<const $key: usize $(= $default)?>)? = $crate::BlockCipher<$cipher, $len, $crate::EncryptOnly>;
    )* };
}
pub(crate) use types;

/// Declares the registry's entries of a family. A group has the family, the specification, the status (current, legacy or broken)
/// and the block length in bytes. An entry has the constructor of `Entry`, the cipher, its name and other names, and the key
/// lengths in bytes.
macro_rules! entries {
    ($($family:expr, $specification:expr, $standing:ident, $block_len:literal {
        $($of:ident $cipher:ty, $name:expr, [$($alias:expr),*], $key_len:expr;)*
    })*) => {
        #[cfg(feature = "registry")]
        pub(crate) const ENTRIES: &[$crate::Entry] = &[$($(
            $crate::Entry::$of::<$cipher>($crate::Info {
                name: $name,
                aliases: &[$($alias),*],
                family: $family,
                specification: $specification,
                standing: $crate::names::Standing::$standing,
                block_len: $block_len,
                key_len: $key_len,
            }),
        )*)*];
    };
}
pub(crate) use entries;
