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
//! Blank lines, and lines that begin with `#` or `;`, are ignored. Lines that the ordinary grammar refuses are tried in the
//! other formats, which are the rows of a table ([`FORMATS`]).
//!
//! Nothing here opens a file. Whether a file exists is checked in two cases: if the first letter of its name may be a mark of
//! shasum, and if the name of a list refers to it.

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
pub mod names;
mod naming;
mod reader;
mod shard;
mod size;
mod strength;

pub use apart::{Apart, BTIH, Of, is_btih};
pub use base32::write as write_base32;
pub use base64::write as write_base64;
pub use coreutils::Tool;
pub use encodings::{from_bagit, write_bagit, write_percented};
pub use entry::Entry;
pub use flaw::Flaw;
pub use format::{
    Encoding, Layout, LineEnd, Style, is_base32, needs_escape, write_hex, write_line, write_line_of,
    write_name,
};
pub use formats::{FORMATS, Format, MESSAGE, ORDINARY};
pub use line::{Blanks, listed_name};
pub use multihash::{multihash, write_nix};
pub use naming::{Expected, Lengths, from_list_name, read_hex, tag};
pub use reader::{DIGEST_MAX, Numbered, Reader};
pub use shard::Shard;
pub use size::Size;
pub use strength::Use;

#[cfg(test)]
mod tests;
