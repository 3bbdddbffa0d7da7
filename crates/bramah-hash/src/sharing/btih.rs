//! The info-hash of BitTorrent for a torrent with a single file: "The BitTorrent Protocol Specification" (BEP 3).

use crate::sha1::Sha1;
use alloc::format;

/// The length of a digest of SHA-1 in bytes.
const LEN: u64 = 20;
/// The minimum and the maximum length in bytes of a piece that RHash chooses.
const PIECES: [u64; 2] = [16 << 10, 8 << 20];

/// The info-hash (BTIH) of a torrent with a single file, as RHash makes it: the SHA-1 of a dictionary that contains the
/// length of the file, its name, the length of a piece and the SHA-1 of each piece. So it depends on more than the
/// content of the file. Broken, as SHA-1 is.
///
/// RHash derives the length of a piece from the length of the file ([`piece_length`](Self::piece_length)), and sets no
/// flags. Other programs choose other lengths; then the info-hash of the same file is different.
///
/// ```
/// use bramah::{Btih, Hex};
///
/// let mut torrent = Btih::new(b"f", 5);
/// torrent.update(b"hello");
/// let digest = torrent.finalize().expect("5 bytes");
/// assert_eq!(Hex(&digest).to_string(), "ceee41954403667f59106f33bedd480c142809f4");
/// ```
#[derive(Clone, Debug)]
pub struct Btih {
    info: Sha1,
    piece: Sha1,
    /// The length of a piece in bytes, and in `held` the number of bytes of the current piece so far.
    size: u64,
    held: u64,
    /// The number of bytes that the file still needs; `None` if it had too many.
    left: Option<u64>,
}

impl Btih {
    /// Starts a torrent for a file with this name and a length of `length` bytes.
    pub fn new(name: &[u8], length: u64) -> Self {
        let size = Self::piece_length(length);
        let mut info = Sha1::new();
        info.update(format!("d6:lengthi{length}e4:name{}:", name.len()).as_bytes());
        info.update(name);
        let pieces = u128::from(LEN) * u128::from(length.div_ceil(size));
        info.update(format!("12:piece lengthi{size}e6:pieces{pieces}:").as_bytes());
        Self { info, piece: Sha1::new(), size, held: 0, left: Some(length) }
    }

    /// Returns the length in bytes of the pieces of a file of `length` bytes: 1/1024 of the smallest power of two above
    /// `length`, at least 16 KiB and at most 8 MiB.
    pub fn piece_length(length: u64) -> u64 {
        let [least, most] = PIECES;
        length.max(1).ilog2().checked_sub(9).map_or(least, |bits| 1u64 << bits).clamp(least, most)
    }

    /// Appends bytes to the file.
    pub fn update(&mut self, data: impl AsRef<[u8]>) {
        let mut data = data.as_ref();
        self.left = self.left.and_then(|left| left.checked_sub(data.len() as u64));
        while !data.is_empty() {
            // the cast is safe, because a piece has at most 8 MiB
            let (now, rest) = data.split_at(data.len().min((self.size - self.held) as usize));
            self.piece.update(now);
            self.held += now.len() as u64;
            if self.held == self.size {
                self.close();
            }
            data = rest;
        }
    }

    fn close(&mut self) {
        self.info.update(self.piece.finalize_reset());
        self.held = 0;
    }

    /// Ends the file and returns the info-hash; `None` if the file does not have the length given to
    /// [`new`](Self::new).
    pub fn finalize(mut self) -> Option<[u8; LEN as usize]> {
        if self.held > 0 {
            self.close();
        }
        self.info.update(b"e");
        (self.left == Some(0)).then(|| self.info.finalize())
    }
}
