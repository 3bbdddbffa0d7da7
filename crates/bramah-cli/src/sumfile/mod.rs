//! Lists of digests: how a line is written, and how it is read.

mod format;

pub(crate) use format::{Encoding, Layout, LineEnd, Style, write_base64, write_hex, write_line};
