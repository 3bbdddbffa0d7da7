//! Digests that are no function of a message alone: of an object in parts (S3), and of a torrent (BitTorrent).

use crate::input;
use bramah::{
    Btih,
    hash::{Composite, Function, Multipart},
};
use std::{
    fs::File,
    io::{self, Read},
    num::NonZeroU64,
};

/// The bytes that are read at a time.
const READ: usize = 1 << 20;
const MIB: u64 = 1 << 20;

/// Parts of these lengths in MiB are tried first: those of the AWS command line, of its libraries at the least, and of s3cmd,
/// rclone, MinIO and others.
const COMMON: [u64; 14] = [8, 5, 16, 15, 10, 64, 100, 32, 50, 128, 256, 512, 1024, 5120];
/// The most lengths of parts that are tried.
pub(crate) const MOST: usize = 64;

/// Parses the length of a part: a number of bytes, or of KiB, MiB or GiB, as `8M`, `8MB` and `8MiB` are.
pub(crate) fn size(text: &str) -> Result<NonZeroU64, &'static str> {
    const WANTED: &str = "a size is a number of bytes above 0, or one with K, M or G after it, such as 8M";
    let at = text.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    let (digits, unit) = text.split_at(at);
    let shift = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        _ => return Err(WANTED),
    };
    let bytes = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << shift));
    bytes.and_then(NonZeroU64::new).ok_or(WANTED)
}

/// Shows the length of a part.
pub(crate) fn shown(size: NonZeroU64) -> String {
    match size.get() {
        bytes if bytes.is_multiple_of(MIB) => format!("{} MiB", bytes / MIB),
        bytes => format!("{bytes} bytes"),
    }
}

/// Returns the lengths of parts to try for an object of `length` bytes in so many parts, and whether there are more of whole
/// MiB: the common ones, then whole MiB from the smallest one on, and the shortest of all.
pub(crate) fn candidates(length: u64, parts: u64) -> (Vec<NonZeroU64>, bool) {
    let mut sizes: Vec<NonZeroU64> = Vec::new();
    let least = length.div_ceil(parts).max(1);
    // parts of this length or more are fewer
    let end = match parts {
        1 => least.saturating_add(1),
        _ => (length.saturating_sub(1) / (parts - 1)).saturating_add(1),
    };
    if length.div_ceil(least).max(1) != parts {
        return (sizes, false);
    }
    let whole = (least.div_ceil(MIB)..).map(|count| count.saturating_mul(MIB));
    let mut whole = whole.take_while(|size| *size < end);
    let mut add = |size: u64| {
        let size = NonZeroU64::new(size).filter(|size| (least..end).contains(&size.get()));
        sizes.extend(size.filter(|size| !sizes.contains(size)));
        sizes.len() < MOST - 1
    };
    COMMON.iter().for_each(|count| _ = add(count * MIB));
    while let Some(size) = whole.next()
        && add(size)
    {}
    let more = whole.next().is_some();
    _ = add(least);
    (sizes, more)
}

/// Passes everything that a reader has to `take`.
fn read(mut reader: impl Read, mut take: impl FnMut(&[u8])) -> io::Result<()> {
    let mut buffer = vec![0; READ];
    loop {
        match input::read(&mut reader, &mut buffer)? {
            0 => return Ok(()),
            count => take(&buffer[..count]),
        }
    }
}

/// Computes the digests of a message in parts of each of these lengths; returns them with the length of the message.
pub(crate) fn composites(
    reader: impl Read,
    function: &Function,
    sizes: &[NonZeroU64],
) -> io::Result<(Vec<Composite>, u64)> {
    all(reader, sizes.iter().map(|size| Multipart::new(function, *size)).collect())
}

/// Computes the digests of a message in parts of one length, of each of these functions; returns them with the length of the
/// message.
pub(crate) fn composites_of(
    reader: impl Read,
    functions: &[Function],
    size: NonZeroU64,
) -> io::Result<(Vec<Composite>, u64)> {
    all(reader, functions.iter().map(|function| Multipart::new(function, size)).collect())
}

fn all(reader: impl Read, mut uploads: Vec<Multipart>) -> io::Result<(Vec<Composite>, u64)> {
    let mut length = 0;
    read(reader, |data| {
        length += data.len() as u64;
        uploads.iter_mut().for_each(|upload| upload.update(data));
    })?;
    Ok((uploads.into_iter().map(Multipart::finalize).collect(), length))
}

/// Computes the info-hash of a torrent of a regular file of this name that is not standard input; returns it with the length of
/// the file.
pub(crate) fn torrent(file: File, is_stdin: bool, name: &[u8]) -> io::Result<([u8; 20], u64)> {
    let metadata = file.metadata()?;
    if is_stdin || !metadata.is_file() {
        return Err(io::Error::other("not a regular file; a torrent is made of a regular file only"));
    }
    let length = metadata.len();
    let from = name.iter().rposition(|&byte| byte == b'/').map_or(0, |at| at + 1);
    let mut torrent = Btih::new(&name[from..], length);
    read(file, |data| torrent.update(data))?;
    let digest =
        torrent.finalize().ok_or_else(|| io::Error::other("the file has changed while it was read"))?;
    Ok((digest, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_parts() {
        for (text, bytes) in [
            ("1", Some(1)),
            ("8M", Some(8 << 20)),
            ("8MB", Some(8 << 20)),
            ("8MiB", Some(8 << 20)),
            ("5g", Some(5 << 30)),
            ("64k", Some(64 << 10)),
            ("0", None),
            ("", None),
            ("M", None),
            ("8T", None),
            ("-8", None),
            ("8 M", None),
            ("99999999999999G", None),
        ] {
            assert_eq!(size(text).ok().map(NonZeroU64::get), bytes, "{text}");
        }
    }

    /// All lengths that are tried give the number of parts, and no common one that does is left out.
    #[test]
    fn candidates_give_the_number_of_parts() {
        for length in [0, 1, 5 << 20, (5 << 20) + 1, (8 << 20) - 1, 8 << 20, 100 << 20, 1 << 40, u64::MAX] {
            for parts in [1, 2, 3, 7, 13, 100, 10_000, u64::MAX] {
                let (sizes, _) = candidates(length, parts);
                assert!(sizes.len() <= MOST);
                let gives = |size: u64| length.div_ceil(size).max(1) == parts;
                for size in &sizes {
                    assert!(gives(size.get()), "{length} in {parts} parts of {size}");
                }
                for size in COMMON.map(|count| count * MIB).into_iter().filter(|size| gives(*size)) {
                    let found = sizes.iter().any(|found| found.get() == size);
                    assert!(found || parts == 1, "{length} in {parts} parts of {size}");
                }
            }
        }
    }
}
