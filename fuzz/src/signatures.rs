//! Keys and signatures of minisign, signify and SSH.

use crate::Input;
use bramah_cli::fuzz::signature;

/// Parts of keys and signatures.
pub const WORDS: &[&str] = &[
    "untrusted comment: ",
    "trusted comment: ",
    "minisign public key",
    "RWRTY0Iy",
    "RWQAAEIy",
    "RWQ",
    "RUT",
    "\n",
    "\r\n",
    "=",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI",
    "ssh-rsa ",
    "cert-authority ",
    "namespaces=\"file\",",
    "valid-after=\"20200101Z\"",
    "-----BEGIN SSH SIGNATURE-----\n",
    "-----END SSH SIGNATURE-----\n",
    "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n",
    "-----BEGIN PGP SIGNATURE-----\n\n",
    "-----BEGIN PGP SIGNED MESSAGE-----\n",
    "U1NIU0lHAAAAAQ",
    "*",
    "!",
];

/// Keys of minisign, signify and SSH whose owners have signed only one message.
const KNOWN: [&str; 3] = [
    "RWTcZKixF1vQp5azTlA2zjdvUSGWwSJtIKi+zGW7HxZMxh3NzmLCce5x",
    "RWQtXvhVokdE3Ns2BZo7ZPQSjs+Ukk2zGBzXzitUnK/mOcfoDSJ8XXOw",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIP3zffmO7QMiaJ5sHEH8jjDoEjByGqRLfTf7+UDIsC5d",
];

/// Parses the input as keys and signatures, and verifies them.
pub fn run(data: &[u8]) {
    let mut input = Input(data);
    let known = KNOWN[usize::from(input.byte()) % KNOWN.len()];
    let message = input.short();
    let len = input.number();
    let key = input.slice(len);
    signature(known, key, input.0, message);
}
