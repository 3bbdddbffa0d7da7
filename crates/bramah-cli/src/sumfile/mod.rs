//! Lists of digests: writing and reading their lines.
//!
//! The ordinary grammar reads the lists of coreutils, BSD, OpenSSL, hashdeep and cppcrypto:
//!
//! | line | written by |
//! |---|---|
//! | `HEX  name`, `HEX *name`, `HEX name` | `sha256sum`, `openssl dgst -r`, `digest`, `sha256 -r` |
//! | `SHA256 (name) = HEX` | `cksum`, BSD, `rhash --bsd` (which pads the tag) |
//! | `SHA2-256(name)= HEX` | `openssl dgst` |
//! | `name HEX`, if the list's name ends in `.sfv` | tools for SFV, RHash |
//! | `size,HEX,HEX,name`, if the first line is `%%%% HASHDEEP-1.0` | hashdeep |
//!
//! Blank lines, and lines that begin with `#` or `;`, are ignored. What it refuses is offered to the other forms that lists
//! have, which are the rows of a table ([`FORMATS`]).

mod apart;
mod base32;
mod base64;
mod context;
mod coreutils;
mod encodings;
mod entry;
mod flaw;
mod format;
mod formats;
mod hashdeep;
mod line;
mod multihash;
mod naming;
mod reader;
mod size;
mod strength;

pub(crate) use apart::{Apart, BTIH, Of, is_btih};
pub(crate) use base32::write as write_base32;
pub(crate) use base64::write as write_base64;
pub(crate) use coreutils::Tool;
pub(crate) use encodings::{from_bagit, write_bagit, write_percented};
pub(crate) use entry::Entry;
pub(crate) use flaw::Flaw;
pub(crate) use format::{
    Encoding, Layout, LineEnd, Style, is_base32, needs_escape, write_hex, write_line, write_line_of,
    write_name,
};
pub(crate) use formats::{FORMATS, Format, MESSAGE, ORDINARY};
pub(crate) use line::{Blanks, listed_name};
pub(crate) use multihash::{multihash, write_nix};
pub(crate) use naming::{Expected, Lengths, from_list_name, read_hex, tag};
pub(crate) use reader::{DIGEST_MAX, Reader};
pub(crate) use size::Size;
pub(crate) use strength::Use;

#[cfg(test)]
mod tests;
