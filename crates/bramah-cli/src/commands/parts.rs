//! Digests that depend on more than the bytes of a message: of an object in parts (S3), and of a torrent (BitTorrent).

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

/// The number of bytes that are read at a time.
const READ: usize = 1 << 20;
const MIB: u64 = 1 << 20;

/// The part lengths in MiB that are tried first: the defaults of the AWS command line, the AWS libraries, s3cmd,
/// rclone, MinIO and other programs.
const COMMON: [u64; 14] = [8, 5, 16, 15, 10, 64, 100, 32, 50, 128, 256, 512, 1024, 5120];
/// The maximum number of part lengths that are tried.
pub(crate) const MOST: usize = 64;

/// Parses the length of a part: a number of bytes, or a number of KiB, MiB or GiB, such as `8M`, `8MB` and `8MiB`.
pub(crate) fn size(text: &str) -> Result<NonZeroU64, &'static str> {
    const WANTED: &str = "expected a number of bytes above 0, or a number followed by K, M or G, such as 8M";
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

/// Returns the length of a part as text, such as `8 MiB`.
pub(crate) fn shown(size: NonZeroU64) -> String {
    match size.get() {
        bytes if bytes.is_multiple_of(MIB) => format!("{} MiB", bytes / MIB),
        bytes => format!("{bytes} bytes"),
    }
}

/// Returns the part lengths to try for an object of `length` bytes in `parts` parts: the common ones, then whole MiB in
/// ascending order, then the shortest possible length. Also returns whether further lengths in whole MiB are possible.
pub(crate) fn candidates(length: u64, parts: u64) -> (Vec<NonZeroU64>, bool) {
    let mut sizes: Vec<NonZeroU64> = Vec::new();
    let least = length.div_ceil(parts).max(1);
    // parts of this length or longer would be too few
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

/// Reads to the end, and passes the bytes to `take`.
fn read(mut reader: impl Read, mut take: impl FnMut(&[u8])) -> io::Result<()> {
    let mut buffer = vec![0; READ];
    loop {
        match input::read(&mut reader, &mut buffer)? {
            0 => return Ok(()),
            count => take(&buffer[..count]),
        }
    }
}

/// Returns a digest of parts for each of these part lengths, and the length of the message in bytes.
pub(crate) fn composites(
    reader: impl Read,
    function: &Function,
    sizes: &[NonZeroU64],
) -> io::Result<(Vec<Composite>, u64)> {
    all(reader, sizes.iter().map(|size| Multipart::new(function, *size)).collect())
}

/// Returns a digest of parts for each of these functions, all with one part length, and the length of the message in
/// bytes.
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

/// Returns the info-hash of a torrent with only this file, called `name`, and the length of the file in bytes.
pub(crate) fn torrent(file: File, is_stdin: bool, name: &[u8]) -> io::Result<([u8; 20], u64)> {
    let metadata = file.metadata()?;
    if is_stdin || !metadata.is_file() {
        return Err(io::Error::other(
            "not a regular file; info-hashes can be computed for regular files only",
        ));
    }
    let length = metadata.len();
    let from = name.iter().rposition(|&byte| byte == b'/').map_or(0, |at| at + 1);
    let mut torrent = Btih::new(&name[from..], length);
    read(file, |data| torrent.update(data))?;
    let digest =
        torrent.finalize().ok_or_else(|| io::Error::other("the file changed while it was being read"))?;
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

    /// All candidates result in the right number of parts, and every common length that does is a candidate.
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
