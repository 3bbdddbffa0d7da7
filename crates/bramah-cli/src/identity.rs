//! The identity of a file, which does not depend on its name.

use std::fs::Metadata;

/// The numbers that identify a file on this machine: the number of its device and the number of its inode.
pub(crate) type Identity = (u64, u64);

/// Returns the identity of the file that has this metadata.
#[cfg(unix)]
pub(crate) fn identity(metadata: &Metadata) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    Some((metadata.dev(), metadata.ino()))
}

/// Returns `None`: this system does not reveal the identity of a file.
#[cfg(not(unix))]
pub(crate) fn identity(_: &Metadata) -> Option<Identity> {
    None
}
