//! Bao: encodings of files that contain the inner nodes of BLAKE3's tree, so that any part of a file can be verified by
//! itself (O'Connor, "The Bao Spec").
//!
//! An encoding consists of the length of the content (8 bytes, little-endian) and the tree, from its root on, with each
//! parent before its two children. A parent is the chaining values of its children, 64 bytes; a leaf is a chunk of the
//! content, 1 KiB. A *combined* encoding contains the chunks; an *outboard* encoding omits them; a *slice* contains
//! only the parts of a combined encoding that are needed to verify a range. Content is verified against its plain
//! BLAKE3 hash.
//!
//! The same tree lets several machines hash one content: each hashes a [`Part`], and the parts are then joined.
//!
//! ```
//! use bramah::{Blake3, bao::{self, Encoding, Range, Reading}};
//! use std::io::Cursor;
//!
//! let content = [7; 5000];
//! let mut encoded = Vec::new();
//! let hash = bao::encode(&mut Cursor::new(&content), bao::Form::Combined, &mut encoded)?;
//! assert_eq!(hash, Blake3::digest(content));
//!
//! let range = Range { start: 3000, count: 10 };
//! let mut slice = Vec::new();
//! bao::slice(&mut Encoding::combined(&mut Reading::new(&encoded[..])), range, &mut slice)?;
//!
//! let mut part = Vec::new();
//! bao::decode(&mut Encoding::slice(&mut Reading::new(&slice[..])), &hash, range, &mut part)?;
//! assert_eq!(part, [7; 10]);
//! # Ok::<(), std::io::Error>(())
//! ```

mod decode;
mod encode;
mod group;
mod parts;
mod shape;
mod slice;
mod source;
mod walk;

pub use decode::decode;
pub use encode::{Form, encode};
pub use parts::Part;
pub use shape::Range;
pub use slice::slice;
pub use source::{Encoding, Reading, Seeking, Skip};

/// A parent: the chaining values of its two children, left and right.
type Pair = [u8; 64];
