//! Signatures of the same list by minisign 0.11, signify-openbsd 31, OpenSSH 9.2 and GnuPG 2.2.40, with keys made for
//! these tests.

/// The list that all signatures sign.
pub(crate) const LIST: &str = "\
SHA256 (a) = ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n\
SHA256 (b) = cb8379ac2098aa165029e3938a51da0bcecfc008fd6795f401178647f96c5b34\n";
/// A minisign public key.
pub(crate) const MINISIGN_KEY: &str = "\
untrusted comment: minisign public key A7D05B17B1A864DC\n\
RWTcZKixF1vQp5azTlA2zjdvUSGWwSJtIKi+zGW7HxZMxh3NzmLCce5x\n";
/// The unencrypted secret key for [`MINISIGN_KEY`].
pub(crate) const MINISIGN_SECRET: &str = "\
untrusted comment: minisign encrypted secret key\n\
RWQAAEIyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA3GSosRdb0KehWw3HNLj0jl0JYPjVwJLuREIn1qRIJmLOCyku1SAOaZazTlA2zjdvUSGWwSJtIKi+zGW7HxZMxh3NzmLCce5xAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n";
/// The minisign signature of the hash of the list.
pub(crate) const MINISIGN: &str = "\
untrusted comment: signature from minisign secret key\n\
RUTcZKixF1vQp6Vbz59kkxPboAdjYr8W7ykPTqSYHKqhCW9NDbR0/uUCVjHJbTstH3P/7BuY5SnZLd6zGPdoJy1yDDPGCU4JoAU=\n\
trusted comment: timestamp:1700000000\tfile:SHA256SUMS\thashed\n\
uQrFhVFiVuQdFoHPxOX44WHWdYUGeT3Zjn8BARR0S8yzcq+a+nGeEvCUEawhpnMe2pghQ3pxY28jyzw70yUgBA==\n";
/// The signature of the list itself by `minisign -l`.
pub(crate) const LEGACY: &str = "\
untrusted comment: signature from minisign secret key\n\
RWTcZKixF1vQp/gvuW/rWnivmDCfuoG93c9j+xyCQI4xK0UjBVmzDXb9mieSaQx22LnEaWqxBegNl8ChPhLPZAdkP4HiB3GLtgo=\n\
trusted comment: a comment\n\
A4FLf5vNf4s0yuZOWBVessBJ374bO5aKNYitYs191ylakEcvdvKhd5zAF+J0fTodBbH47vERFFiVyWDwGmICDg==\n";
/// A signify public key.
pub(crate) const SIGNIFY_KEY: &str = "\
untrusted comment: test key public key\n\
RWQtXvhVokdE3Ns2BZo7ZPQSjs+Ukk2zGBzXzitUnK/mOcfoDSJ8XXOw\n";
/// The signify signature; `signify -e` writes the list after it.
pub(crate) const SIGNIFY: &str = "\
untrusted comment: verify with s.pub\n\
RWQtXvhVokdE3PFATZkQ9i1KIX3TSSka4OcI514yKRNcKmCedla+P9ZTQMq6+t+qSs6jOmmjMS7WSfHYYumVUOciOrw0ZY/NpAY=\n";
/// An SSH public key.
pub(crate) const SSH_KEY: &str = "\
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIP3zffmO7QMiaJ5sHEH8jjDoEjByGqRLfTf7+UDIsC5d test\n";
/// The private key for [`SSH_KEY`].
pub(crate) const SSH_SECRET: &str = "\
-----BEGIN OPENSSH PRIVATE KEY-----\n\
b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW\n\
QyNTUxOQAAACD98335ju0DImiebBxB/I4w6BIwchqkS303+/lAyLAuXQAAAIicM0QHnDNE\n\
BwAAAAtzc2gtZWQyNTUxOQAAACD98335ju0DImiebBxB/I4w6BIwchqkS303+/lAyLAuXQ\n\
AAAEAusjIO3WpfNsVEPkxED1647MDpfY2rVuU0p7CYB88Bwf3zffmO7QMiaJ5sHEH8jjDo\n\
EjByGqRLfTf7+UDIsC5dAAAABHRlc3QB\n\
-----END OPENSSH PRIVATE KEY-----\n";
/// The signature by `ssh-keygen -Y sign -n file`.
pub(crate) const SSH: &str = "\
-----BEGIN SSH SIGNATURE-----\n\
U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAg/fN9+Y7tAyJonmwcQfyOMOgSMH\n\
IapEt9N/v5QMiwLl0AAAAEZmlsZQAAAAAAAAAGc2hhNTEyAAAAUwAAAAtzc2gtZWQyNTUx\n\
OQAAAEDR4TXTuCw6QJOAljNC+RzyOwWASGQxoAyWmkChVFbWXnCT/OmXdLWuF+/ySuVUR7\n\
wdOxgWPXrllSRxWqpBD+0L\n\
-----END SSH SIGNATURE-----\n";
/// An OpenPGP public key.
pub(crate) const OPENPGP_KEY: &str = "\
-----BEGIN PGP PUBLIC KEY BLOCK-----\n\
\n\
mDMEawwzFRYJKwYBBAHaRw8BAQdAtuh1fdpstoUj8dAE8ULtSvGJIGaLTIbuI+xf\n\
inFZ3bW0F3Rlc3QgPHRlc3RAZXhhbXBsZS5jb20+iJAEExYIADgWIQS+ODx8ptAy\n\
8P2++CFlUr02QcVBwwUCawwzFQIbAwULCQgHAgYVCgkICwIEFgIDAQIeAQIXgAAK\n\
CRBlUr02QcVBw59dAQCfZuQ8HZbohf8pR8d7/1io/2my2k6XFloniThABWpsmwD+\n\
KfNLhEKNYC0r2mvrsFflM/2LVxp7en46itXBlfl54Qg=\n\
=nuRi\n\
-----END PGP PUBLIC KEY BLOCK-----\n";
/// The list, clear-signed by `gpg --clearsign`.
pub(crate) const CLEAR: &str = "\
-----BEGIN PGP SIGNED MESSAGE-----\n\
Hash: SHA256\n\
\n\
SHA256 (a) = ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n\
SHA256 (b) = cb8379ac2098aa165029e3938a51da0bcecfc008fd6795f401178647f96c5b34\n\
-----BEGIN PGP SIGNATURE-----\n\
\n\
iHUEARYIAB0WIQS+ODx8ptAy8P2++CFlUr02QcVBwwUCawwzFQAKCRBlUr02QcVB\n\
w9RHAQCQ9IEcRdqRd9R0UwH2s0zVqBgxgD51gAFHKBECGKfjRwD/cwynX3EmyvlO\n\
mKtEdeeFgSgBUyanzYxNNvqQsGPp5w8=\n\
=QkEQ\n\
-----END PGP SIGNATURE-----\n";
/// The signature by `gpg --detach-sign --armor`.
pub(crate) const OPENPGP: &str = "\
-----BEGIN PGP SIGNATURE-----\n\
\n\
iHUEABYIAB0WIQS+ODx8ptAy8P2++CFlUr02QcVBwwUCawwzFQAKCRBlUr02QcVB\n\
w215AQDFNArWstcVErn/UWRcO3aWzGCGkfRjYxY/AxFuFjrnnQEAhDw1to4m/E/K\n\
4LXB2xXUX92cYrQqMVQ/pn5sH+oEzAA=\n\
=emTv\n\
-----END PGP SIGNATURE-----\n";
