//! The registry's entries for MACs that are not built on a hash function or a block cipher.

use super::Object;
use crate::{ByteLengths, names::Standing, registry::registered};
use alloc::boxed::Box;

/// The properties that a user should know of a MAC that is not built on a hash function or a block cipher.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The name of the MAC, in lower case.
    pub name: &'static str,
    /// Other names. Comparisons of names ignore case and everything except letters and digits.
    pub aliases: &'static [&'static str],
    /// The specification.
    pub specification: &'static str,
    /// The standing of the MAC, which states whether it is recommended for new designs.
    pub standing: Standing,
    /// The lengths of a key in bytes.
    pub key_len: ByteLengths,
    /// The lengths of a nonce in bytes; 0 if the MAC has none.
    pub nonce_len: ByteLengths,
    /// The lengths of a tag in bytes; the maximum is the length of a whole tag.
    pub tag_len: ByteLengths,
    /// Whether a key and a nonce may be used together for only one message.
    pub once: bool,
    /// The purposes for which the MAC is unsuitable, as text.
    pub caution: Option<&'static str>,
}

/// The function that begins a MAC. It takes the index of a candidate in its list, if one was chosen, and a key and a nonce of
/// valid lengths.
pub(crate) struct Make(pub(crate) fn(Option<u8>, &[u8], &[u8]) -> Box<dyn Object>);

registered!(Info, Make);
