//! Lists of digests: writing and reading their lines.
//!
//! One grammar reads the lists of coreutils, BSD, OpenSSL, RHash, hashdeep and cppcrypto:
//!
//! | line | written by |
//! |---|---|
//! | `HEX  name`, `HEX *name`, `HEX name` | `sha256sum`, `openssl dgst -r`, `digest`, `sha256 -r` |
//! | `SHA256 (name) = HEX` | `cksum`, BSD, `rhash --bsd` (which pads the tag) |
//! | `SHA2-256(name)= HEX` | `openssl dgst` |
//! | `name HEX`, if the list's name ends in `.sfv` | tools for SFV, RHash |
//! | `size,HEX,HEX,name`, if the first line is `%%%% HASHDEEP-1.0` | hashdeep |
//!
//! Blank lines, and lines that begin with `#` or `;`, are ignored.

mod base64;
mod coreutils;
mod entry;
mod flaw;
mod format;
mod hashdeep;
mod line;
mod naming;
mod reader;
mod strength;

pub(crate) use base64::write as write_base64;
pub(crate) use coreutils::Tool;
pub(crate) use entry::Entry;
pub(crate) use flaw::Flaw;
pub(crate) use format::{Encoding, Layout, LineEnd, Style, needs_escape, write_hex, write_line, write_name};
pub(crate) use line::{Blanks, listed_name};
pub(crate) use naming::{Expected, Lengths, from_list_name, is_sfv, read_hex, tag};
pub(crate) use reader::{DIGEST_MAX, Reader};
pub(crate) use strength::Use;

#[cfg(test)]
mod tests;
