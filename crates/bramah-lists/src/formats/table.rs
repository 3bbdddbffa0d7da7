//! The table of the list formats, with the tools that write each format, an example, and the function that reads its
//! lines.

use super::{Scan, apart, arrays, columns, groups, lines, markup, named, records, trees};

/// A format of lists.
pub struct Format {
    /// The name of the format.
    pub name: &'static str,
    /// The tools that write the format, for users.
    pub by: &'static str,
    /// An example: the list of a file `a.txt` that contains the three bytes `abc`.
    pub example: &'static str,
    /// Reads a line that the ordinary grammar has refused. Returns whether the line is in this format.
    pub(super) takes: fn(&mut Scan, &[u8], u64) -> bool,
}

const fn row(
    name: &'static str,
    by: &'static str,
    example: &'static str,
    takes: fn(&mut Scan, &[u8], u64) -> bool,
) -> Format {
    Format { name, by, example, takes }
}

/// The formats that the ordinary grammar reads, for descriptions.
pub const ORDINARY: &[Format] = &[
    row(
        "coreutils",
        "sha256sum, md5deep, busybox, toybox, openssl dgst -r; with one space: cppcrypto and -r of BSD's tools",
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a.txt\n",
        never,
    ),
    row(
        "bsd",
        "bramah hash, cksum, BSD, openssl dgst, rhash --bsd",
        "SHA256 (a.txt) = ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n",
        never,
    ),
    row(
        "hashdeep",
        "hashdeep; sizes are compared too",
        "%%%% HASHDEEP-1.0\n%%%% size,md5,filename\n3,900150983cd24fb0d6963f7d28e17f72,a.txt\n",
        never,
    ),
];

/// The other formats, in the order in which they are tried. Formats with an unmistakable word come before formats that
/// could match any text.
pub static FORMATS: &[Format] = &[
    row(
        "distinfo",
        "BSD ports distinfo; sizes are compared too",
        "TIMESTAMP = 1\nSHA256 (a.txt) = ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\nSIZE (a.txt) = 3\n",
        lines::distinfo,
    ),
    row(
        "md5-sha1",
        "openssl dgst -md5-sha1; both digests are checked",
        "MD5-SHA1(a.txt)= 900150983cd24fb0d6963f7d28e17f72a9993e364706816aba3e25717850c26c9cd0d89d\n",
        lines::md5_sha1,
    ),
    row(
        "s3",
        "S3: the ETag or checksum of a multipart object, then the number of parts; give the part size with `check --part-size`",
        "ETag (a.txt) = af5da9f45af7a300e3aded972f8ff687-1\n",
        apart::parts,
    ),
    row(
        "btih",
        "rhash --btih: the info-hash of a torrent of the file, which also depends on the name of the file",
        "BTIH (a.txt) = 351c57d9dcabc5c94d4597b137e1b94bea21504c\n",
        apart::torrent,
    ),
    row(
        "sri",
        "web pages (SRI) and OCI: the algorithm, then the digest",
        "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=  a.txt\n",
        lines::prefixed,
    ),
    row(
        "xxhsum",
        "xxhsum -H3: the name XXH3, then the digest",
        "XXH3_78af5f94892f3950  a.txt\n",
        lines::xxhsum,
    ),
    row(
        "magnet",
        "rhash --magnet; sizes are compared too",
        "magnet:?xl=3&dn=a.txt&xt=urn:md5:900150983cd24fb0d6963f7d28e17f72\n",
        lines::magnet,
    ),
    row(
        "ed2k",
        "rhash -L: eDonkey links; sizes are compared too",
        "ed2k://|file|a.txt|3|a448017aaf21d8525fc10ae87aa6729d|/\n",
        lines::ed2k,
    ),
    row(
        "manifest",
        "Gentoo Manifest; sizes are compared too",
        "DIST a.txt 3 SHA256 ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n",
        lines::manifest,
    ),
    row(
        "debian",
        "Debian Release, .dsc and .changes files; sizes are compared too",
        "Origin: Debian\nSHA256:\n ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad 3 a.txt\n",
        named::debian,
    ),
    row(
        "get-filehash",
        "PowerShell Get-FileHash, as a list, a table, CSV or JSON",
        "\nAlgorithm : SHA256\nHash      : BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD\nPath      : a.txt\n\n",
        records::get_filehash,
    ),
    row(
        "certutil",
        "certutil -hashfile",
        "SHA256 hash of a.txt:\nba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\nCertUtil: -hashfile command completed successfully.\n",
        records::certutil,
    ),
    row(
        "dc3dd",
        "logs of dc3dd and dcfldd: the digests of the output file",
        "dc3dd 7.2.646 started at 2020-01-01 00:00:00 +0000\noutput results for file `a.txt':\n   ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad (sha256)\n",
        records::log,
    ),
    row(
        "wheel",
        "RECORD files of Python wheels; sizes are compared too",
        "a.txt,sha256=ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0,3\n",
        lines::wheel,
    ),
    row(
        "csv",
        "CSV (commas or semicolons) whose first line names the columns; cfv",
        "path,size,sha256\na.txt,3,ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n",
        columns::csv,
    ),
    row(
        "aide",
        "AIDE databases; sizes are compared too",
        "@@begin_db\n@@db_spec name size sha256\na.txt 3 ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=\n@@end_db\n",
        columns::aide,
    ),
    row(
        "mtree",
        "BSD mtree; sizes are compared too",
        "#mtree\n. type=dir\na.txt type=file size=3 sha256digest=ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n",
        trees::mtree,
    ),
    row(
        "json",
        "output of bramah hash --json; npm's package-lock.json",
        "{\"path\":\"a.txt\",\"alg\":\"sha256\",\"digest\":\"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\",\"size\":3,\"status\":\"ok\"}\n",
        markup::json,
    ),
    row(
        "xml",
        "fciv (XML), Metalink",
        "<?xml version=\"1.0\"?>\n<FCIV><FILE_ENTRY><name>a.txt</name><MD5>kAFQmDzST7DWlj99KOF/cg==</MD5></FILE_ENTRY></FCIV>\n",
        markup::xml,
    ),
    row(
        "pkgbuild",
        "Arch PKGBUILD, Alpine APKBUILD",
        "source=(a.txt)\nsha256sums=('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')\n",
        arrays::build,
    ),
    row(
        "sums",
        "cksum and sum without options: a decimal number, a size, a name",
        "1219131554 3 a.txt\n",
        lines::decimal,
    ),
    row(
        "sized",
        "md5deep -z, sha256deep -z and so on: a size before the digest",
        "         3  900150983cd24fb0d6963f7d28e17f72  a.txt\n",
        lines::sized,
    ),
    row(
        "lock",
        "pip --hash, poetry.lock and uv.lock",
        "a.txt --hash=sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n",
        named::lock,
    ),
    row(
        "gpg",
        "gpg --print-md and --print-mds: groups of digits over several lines",
        "a.txt: BA7816BF 8F01CFEA 414140DE 5DAE2223 B00361A3 96177A9C B410FF61 F20015AD\n",
        groups::gpg,
    ),
    row(
        "sfv",
        "RHash without options, and tools for SFV: digests after the name",
        "; Generated by RHash\na.txt 352441C2\n",
        lines::name_first,
    ),
    row(
        "lone",
        "Maven and others: FILE.sha256 contains only the digest of FILE",
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n",
        groups::lone,
    ),
];

fn never(_: &mut Scan, _: &[u8], _: u64) -> bool {
    false
}
