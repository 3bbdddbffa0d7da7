//! The values of `--format`: the list formats of other tools, all of which `bramah check` reads.

use crate::sumfile::{
    Encoding, Layout, LineEnd, Reader, Style, is_base32, multihash, write_bagit, write_base32, write_base64,
    write_hex, write_line, write_nix, write_percented,
};
use bramah::hash::Algorithm;
use clap::ValueEnum;
use std::path::Path;

/// A format of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListForm {
    /// `SHA256 (FILE) = DIGEST`, the default.
    Bsd,
    /// `DIGEST  FILE`, like --untagged.
    Coreutils,
    /// `FILE CRC32`, which RHash and SFV tools read. Without -a: crc32.
    Sfv,
    /// RHash's format: a comment that begins with `; RHash`, then lines `FILE DIGEST DIGEST`. Without -a: crc32, md5.
    Rhash,
    /// hashdeep's size, digests and name, separated by commas. Without -a: md5, sha256.
    Hashdeep,
    /// `sha256-BASE64  FILE`, subresource integrity as in web pages.
    Sri,
    /// `sha256:BASE32  FILE`, in the base32 of Nix.
    Nix,
    /// `HEX  FILE`, a multihash: its first bytes identify the function.
    Multihash,
    /// `b...  FILE`, the content identifier (CIDv1) of the file as one raw block.
    Cid,
    /// Magnet links with the size, the name and the digests.
    Magnet,
    /// The manifest of a BagIt bag, with the escapes of RFC 8493.
    Bagit,
}

impl ListForm {
    /// Returns the default algorithms of this list format, for when the user names none.
    pub(super) fn usual(self) -> &'static [&'static str] {
        match self {
            Self::Sfv => &["crc32"],
            Self::Rhash => &["crc32", "md5"],
            Self::Hashdeep => &["md5", "sha256"],
            _ => &["sha256"],
        }
    }

    /// Returns why the format cannot contain digests of these algorithms; `None` if it can.
    pub(super) fn refuses(self, algorithms: &[Algorithm]) -> Option<String> {
        let name = |algorithm: &Algorithm| algorithm.name();
        let first = |known: &dyn Fn(&Algorithm) -> bool| {
            algorithms.iter().find(|algorithm| !known(algorithm)).map(name)
        };
        match self {
            Self::Sri => {
                first(&|algorithm| ["sha256", "sha384", "sha512"].contains(&name(algorithm).as_str()))
                    .map(|name| format!("sri supports only sha256, sha384 and sha512, not {name}"))
            }
            Self::Nix => {
                first(&|algorithm| ["md5", "sha1", "sha256", "sha512"].contains(&name(algorithm).as_str()))
                    .map(|name| format!("nix supports only md5, sha1, sha256 and sha512, not {name}"))
            }
            Self::Multihash | Self::Cid => first(&|algorithm| multihash(*algorithm).is_some())
                .map(|name| format!("no multihash code is defined for {name}")),
            Self::Rhash | Self::Sfv => {
                let by_length = ["crc32", "md5", "sha1", "sha224", "sha256", "sha384", "sha512"];
                first(&|algorithm| by_length.contains(&name(algorithm).as_str()))
                    .map(|name| format!("sfv and rhash support only crc32, md5, sha1 and SHA-2, not {name}"))
            }
            Self::Bagit if algorithms.len() > 1 => Some("a BagIt manifest has only one algorithm".into()),
            _ => None,
        }
    }

    /// Writes the lines that precede the first file.
    pub(super) fn begin(self, algorithms: &[Algorithm], out: &mut Vec<u8>) {
        match self {
            Self::Rhash => out.extend_from_slice(b"; RHash's form, written by bramah\n"),
            Self::Hashdeep => {
                out.extend_from_slice(b"%%%% HASHDEEP-1.0\n%%%% size,");
                for algorithm in algorithms {
                    out.extend_from_slice(algorithm.name().as_bytes());
                    out.push(b',');
                }
                out.extend_from_slice(b"filename\n## \n");
            }
            _ => {}
        }
    }

    /// Returns whether lines of this format can contain this file name.
    fn has(self, name: &[u8]) -> bool {
        let breaks = name.iter().any(|byte| b"\n\r".contains(byte));
        let around = name.first().is_some_and(u8::is_ascii_whitespace)
            || name.last().is_some_and(u8::is_ascii_whitespace);
        match self {
            Self::Bsd | Self::Coreutils | Self::Magnet => true,
            // a name that begins with a backslash is fine: only readers that do not know manifests take it for an
            // escaped one
            Self::Bagit => true,
            Self::Sfv | Self::Rhash => !breaks && !around && !name.starts_with(b";"),
            _ => !breaks,
        }
    }

    /// Writes the lines of a file; `digests` are concatenated. Returns whether the format can contain the name of the
    /// file.
    pub(super) fn write(
        self,
        algorithms: &[Algorithm],
        digests: &[u8],
        size: u64,
        name: &[u8],
        out: &mut Vec<u8>,
    ) -> bool {
        if !self.has(name) {
            return false;
        }
        let mut rest = digests;
        let each = algorithms.iter().map(|algorithm| {
            let digest;
            (digest, rest) = rest.split_at(algorithm.output_len());
            (*algorithm, digest)
        });
        match self {
            Self::Bsd | Self::Coreutils => {
                let layout = if self == Self::Bsd { Layout::Tagged } else { Layout::Untagged };
                let style = Style { layout, encoding: Encoding::Hex };
                for (algorithm, digest) in each {
                    write_line(out, style.of(algorithm), || algorithm.tag(), digest, name, LineEnd::LineFeed);
                }
            }
            Self::Sfv | Self::Rhash => {
                let mut line = name.to_vec();
                for (_, digest) in each {
                    let mut text = Vec::new();
                    write_hex(&mut text, digest);
                    line.push(b' ');
                    line.extend(text.to_ascii_uppercase());
                }
                line.push(b'\n');
                if !self.reads_back(&line, algorithms, digests, name) {
                    return false;
                }
                out.extend(line);
            }
            Self::Hashdeep => {
                out.extend_from_slice(format!("{size},").as_bytes());
                for (_, digest) in each {
                    write_hex(out, digest);
                    out.push(b',');
                }
                out.extend_from_slice(name);
                out.push(b'\n');
            }
            Self::Magnet => {
                out.extend_from_slice(format!("magnet:?xl={size}&dn=").as_bytes());
                write_percented(out, name);
                for (algorithm, digest) in each {
                    let name = algorithm.name();
                    let urn = if name == "tth" { "tree:tiger" } else { &name };
                    out.extend_from_slice(format!("&xt=urn:{urn}:").as_bytes());
                    if name == "sha1" || is_base32(algorithm) {
                        write_base32(out, digest);
                    } else {
                        write_hex(out, digest);
                    }
                }
                out.push(b'\n');
            }
            _ => {
                for (algorithm, digest) in each {
                    self.prefixed(algorithm, digest, out);
                    out.extend_from_slice(b"  ");
                    match self {
                        Self::Bagit => write_bagit(out, name),
                        _ => out.extend_from_slice(name),
                    }
                    out.push(b'\n');
                }
            }
        }
        true
    }

    /// Returns whether this name and these digests are obtained from a line that begins with the name, both if the line is the
    /// first of a list and if other lines precede it. A name can look like the line of another format, like a comment, or like
    /// further digests.
    fn reads_back(self, line: &[u8], algorithms: &[Algorithm], digests: &[u8], name: &[u8]) -> bool {
        let mut begin = Vec::new();
        self.begin(algorithms, &mut begin);
        [&b""[..], b"a 00000000\n"].iter().all(|earlier| {
            let list = [&begin, *earlier, line].concat();
            // names are compared with the files of a directory that does not exist
            let missing = Some(Path::new("\0"));
            let reader =
                Reader::new(&list[..], LineEnd::LineFeed, None, None).of_list(Path::new("list"), missing);
            let (mut rest, mut count) = (digests, 0);
            for entry in reader.skip(usize::from(!earlier.is_empty())) {
                let Ok((_, Ok(entry))) = entry else { return false };
                let Some(after) = rest.strip_prefix(&entry.digest[..]) else { return false };
                if entry.name != name || algorithms.get(count) != Some(&entry.algorithm) {
                    return false;
                }
                (rest, count) = (after, count + 1);
            }
            count == algorithms.len()
        })
    }

    /// Writes a digest in a form that names its algorithm.
    fn prefixed(self, algorithm: Algorithm, digest: &[u8], out: &mut Vec<u8>) {
        let code = || [multihash(algorithm).unwrap_or_default(), digest.to_vec()].concat();
        match self {
            Self::Sri => {
                out.extend_from_slice(format!("{}-", algorithm.name()).as_bytes());
                write_base64(out, digest);
            }
            Self::Nix => {
                out.extend_from_slice(format!("{}:", algorithm.name()).as_bytes());
                write_nix(out, digest);
            }
            Self::Cid => {
                out.push(b'b');
                // the version of the identifier, 1, and the multicodec of raw bytes
                write_base32(out, &[&[0x01, 0x55][..], &code()].concat());
            }
            Self::Multihash => write_hex(out, &code()),
            _ => write_hex(out, digest),
        }
    }
}
