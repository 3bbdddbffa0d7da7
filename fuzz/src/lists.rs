//! Lists of digests, as `bramah check` reads them.

/// Parts of lines.
pub const WORDS: &[&str] = &[
    "SHA256 (",
    ") = ",
    ")= ",
    "BLAKE2b-256 (",
    "MD5(",
    "SHA512/224 (",
    "  ",
    " *",
    "\\",
    "\\n",
    "\n",
    "\r\n",
    "\0",
    "# ",
    ";",
    "\u{feff}",
    "Skein-256-",
    "BLAKE3-keyed (",
    "BLAKE3 (a) = 64",
    "BLAKE2b-8 (a) = 64",
    "KMAC256-512 (",
    "%%%% HASHDEEP-1.0\n%%%% size,blake3-8,filename\n",
    "SHA256:\n ",
    "#mtree\n",
    "sha256digest=",
    "sha256sums=(",
    "source=(",
    "{\"path\":\"a\",\"alg\":\"sha256\",\"digest\":\"",
    "DIST a 3 SHA256 ",
    "magnet:?xl=3&dn=a&xt=urn:sha256:",
    "a: BA7816BF ",
    "-----BEGIN PGP SIGNED MESSAGE-----\n\n",
    "Algorithm : ",
    "path,size,sha256\n",
    "--hash=sha256:",
    "d41d8cd98f00b204e9800998ecf8427e",
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=",
];

/// Reads a list in every way; a list that was read and is written again must be read as the same list.
pub fn run(data: &[u8]) {
    bramah_cli::fuzz::list(data);
}
