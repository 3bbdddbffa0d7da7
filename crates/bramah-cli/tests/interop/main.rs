//! Compares `bramah` with other programs. Run by `make interop`, which needs OpenSSL 3, OpenSSH, minisign, signify,
//! GnuPG, RHash, xxhsum and coreutils 9, and makes age, pyrage and bao.
#![cfg(unix)]

mod age;
mod bao;
#[cfg(target_os = "linux")]
mod coreutils;
mod digests;
mod lists;
mod openssl;
mod personality;
mod signatures;
#[allow(dead_code, unused_imports)] // each of the two programs of tests uses a part
#[path = "../command/support.rs"]
mod support;
