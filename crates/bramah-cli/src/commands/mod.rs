//! The subcommands: the arguments and the code of each.

pub(crate) mod bao;
pub(crate) mod bench;
pub(crate) mod check;
mod chosen;
pub(crate) mod cipher;
pub(crate) mod completions;
pub(crate) mod decrypt;
pub(crate) mod encrypt;
pub(crate) mod environment;
mod files;
pub(crate) mod hash;
pub(crate) mod inspect;
pub(crate) mod kdf;
pub(crate) mod keygen;
pub(crate) mod list;
pub(crate) mod mac;
pub(crate) mod man;
pub(crate) mod name;
mod parts;
pub(crate) mod password;
pub(crate) mod random;
mod same;
pub(crate) mod selftest;
pub(crate) mod sign;
mod suggest;
