//! The hashes of file sharing networks: ED2K and AICH of eDonkey and eMule (over MD4 and SHA-1), and TTH of Direct
//! Connect and Gnutella (over Tiger). They use the kernels of these hash functions. The info-hash of BitTorrent is over
//! SHA-1, and also depends on the name of the file.

mod aich;
mod btih;
mod ed2k;
mod tth;

use super::{Info, Lengths, Standing, frame::Leafwise, function};
use aich::AichTree;
pub use btih::Btih;
use ed2k::Ed2kTree;
use tth::TthTree;

const fn info(
    name: &'static str,
    aliases: &'static [&'static str],
    tag: &'static str,
    specification: &'static str,
    length: usize,
) -> Info {
    Info {
        aliases,
        specification,
        standing: Standing::Broken,
        plain: false,
        ..Info::new(name, tag, Lengths::fixed(length), 64)
    }
}

function!(
    /// ED2K as eMule and RHash compute it: an empty chunk is appended to a message that ends with a whole chunk.
    /// Broken, as MD4 is.
    ///
    /// ```
    /// assert_eq!(bramah::Ed2k::digest(b"abc"), bramah::Md4::digest(b"abc"));
    /// ```
    Ed2kHash, Ed2k, Leafwise<Ed2kTree<true>>, 16, (), info("ed2k", &["ed2k-emule"], "ED2K", "eMule", 16)
);
function!(
    /// ED2K as the first eDonkey clients compute it: [`Ed2k`] without the empty chunk. It differs only for messages
    /// whose length is a multiple of a chunk, 9,728,000 bytes.
    Ed2kEdonkeyHash, Ed2kEdonkey, Leafwise<Ed2kTree<false>>, 16, (),
    info("ed2k-edonkey", &[], "ED2K-EDONKEY", "eDonkey2000", 16)
);
function!(
    /// AICH of eMule: a binary tree of SHA-1 over blocks of 184,320 bytes. Checksum lists write it in base32. Broken,
    /// as SHA-1 is.
    AichHash, Aich, Leafwise<AichTree>, 20, (), info("aich", &[], "AICH", "eMule", 20)
);
function!(
    /// TTH, the tree hash of Direct Connect: a binary tree of Tiger over leaves of 1,024 bytes. Checksum lists write it
    /// in base32. Legacy, as Tiger is.
    TthHash, Tth, Leafwise<TthTree>, 24, (),
    Info { standing: Standing::Legacy, ..info("tth", &["tiger-tree", "tree-tiger"], "TTH", "Chapweske, Mohr: THEX (2003)", 24) }
);

super::functions! { Ed2kHash, Ed2kEdonkeyHash, AichHash, TthHash }
