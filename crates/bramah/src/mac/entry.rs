//! MACs that are not built on a hash function or a block cipher, as entries of the registry.

use super::Object;
use crate::{ByteLengths, names::Standing, registry::registered};
use alloc::boxed::Box;

/// The properties that a user should know of a MAC that is not built on a hash function or a block cipher.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The MAC's name, in lower case.
    pub name: &'static str,
    /// Other names. Only letters and digits of a name count, in either case.
    pub aliases: &'static [&'static str],
    /// The specification.
    pub specification: &'static str,
    /// Whether to choose the MAC for something new.
    pub standing: Standing,
    /// The lengths of a key in bytes.
    pub key_len: ByteLengths,
    /// The lengths of a nonce in bytes; 0 if there is none.
    pub nonce_len: ByteLengths,
    /// The lengths of a tag in bytes; the longest is a whole tag.
    pub tag_len: ByteLengths,
    /// Whether a key and nonce may serve only one message.
    pub once: bool,
    /// The purposes for which the MAC is unsuitable, in words.
    pub caution: Option<&'static str>,
}

/// The function that begins a MAC: it takes the index of a candidate in the list, and a key and a nonce of valid
/// lengths.
pub(crate) struct Make(pub(crate) fn(Option<u8>, &[u8], &[u8]) -> Box<dyn Object>);

registered!(Info, Make);
