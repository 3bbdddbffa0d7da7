//! Recognising encrypted files and archives of other programs, so that the error says how to open them.

/// The first bytes of files, and the message about each.
const BEGINNINGS: &[(&[u8], &str)] = &[
    (b"-----BEGIN PGP MESSAGE-----", OPENPGP),
    (b"-----BEGIN PGP ", "this is an OpenPGP key or signature, not an encrypted file"),
    (b"-----BEGIN PKCS7-----", CMS),
    (b"-----BEGIN CMS-----", CMS),
    (b"-----BEGIN ", "this is a PEM key or certificate, not an encrypted file"),
    (b"AGE-SECRET-KEY-", "this is an identity, not an encrypted file; give the identity with -i"),
    (b"$ANSIBLE_VAULT;", "this is an Ansible Vault file: decrypt it with `ansible-vault decrypt`"),
    (b"PK\x03\x04", ZIP),
    (b"PK\x05\x06", ZIP),
    (b"7z\xbc\xaf\x27\x1c", "this is a 7z archive: unpack it with `7z x`"),
    (b"Rar!\x1a\x07", "this is a RAR archive: unpack it with `unrar x`"),
    (b"\x1f\x8b\x08", "this is a gzip file, which is not encrypted: unpack it with `gzip -d`"),
    (b"\xfd7zXZ\0", "this is an xz file, which is not encrypted: unpack it with `xz -d`"),
    (b"\x28\xb5\x2f\xfd", "this is a zstd file, which is not encrypted: unpack it with `zstd -d`"),
    (b"LUKS\xba\xbe", "this is a LUKS volume: open it with `cryptsetup open`"),
    (b"\x03\xd9\xa2\x9a", "this is a KeePass database: open it with KeePass"),
];
const OPENPGP: &str = "this is an OpenPGP file: decrypt it with `gpg --decrypt`";
const CMS: &str = "this is a CMS (PKCS #7) file: decrypt it with `openssl cms -decrypt`";
const ZIP: &str = "this is a zip archive: unpack it with `unzip` or `7z x`";
/// The beginning of a value that SOPS encrypted, in files of every format.
const SOPS: &[u8] = b"ENC[AES256_GCM,data:";

/// The first line of an armored age file, after a line of other text.
const ARMOR: &[u8] = b"\n-----BEGIN AGE ENCRYPTED FILE-----";

/// Returns the message for a file that begins with these bytes; `None` if the kind of file is unknown.
pub(super) fn named(start: &[u8]) -> Option<&'static str> {
    let text = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start).trim_ascii_start();
    let found =
        BEGINNINGS.iter().find(|(beginning, _)| text.starts_with(beginning) || start.starts_with(beginning));
    if let Some((_, what)) = found {
        return Some(what);
    }
    if start.windows(SOPS.len()).any(|window| window == SOPS) {
        return Some("this is a SOPS file: decrypt it with `sops decrypt`");
    }
    let is_age = text.starts_with(b"age-encryption.org/") || text.starts_with(&ARMOR[1..]);
    if !is_age && text.windows(ARMOR.len()).any(|window| window == ARMOR) {
        return Some(
            "text precedes `-----BEGIN AGE ENCRYPTED FILE-----`; remove everything before this line",
        );
    }
    is_openpgp(start).then_some(OPENPGP)
}

/// Returns whether a file begins with a packet of OpenPGP that contains a session key or encrypted data (RFC 9580,
/// sections 4.2 and 5).
fn is_openpgp(start: &[u8]) -> bool {
    let Some((&first, rest)) = start.split_first() else { return false };
    // the tag, and the number of length bytes
    let (tag, length) = match first {
        0xc0.. => (
            first & 0x3f,
            match rest.first() {
                Some(0..192) => 1,
                Some(192..224) => 2,
                Some(255) => 5,
                _ => return false,
            },
        ),
        0x80.. => (
            first >> 2 & 15,
            match first & 3 {
                0 => 1,
                1 => 2,
                2 => 4,
                _ => return false,
            },
        ),
        _ => return false,
    };
    let version = rest.get(length);
    match tag {
        // the versions of packets with a session key, which a public key (type 1) or a passphrase (type 3) encrypts
        1 => matches!(version, Some(3 | 6)),
        3 => matches!(version, Some(4..=6)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_other_programs_are_named() {
        for (start, says) in [
            (&b"-----BEGIN PGP MESSAGE-----\n"[..], Some("OpenPGP")),
            (b"\xef\xbb\xbf\n-----BEGIN PGP MESSAGE-----\n", Some("OpenPGP")),
            // messages of GnuPG 2.2 and 2.4, encrypted for a key and with a passphrase
            (b"\x85\x01\x0c\x03\xa0", Some("OpenPGP")),
            (b"\x84\x5e\x03\xa0", Some("OpenPGP")),
            (b"\x8c\x0d\x04\x09\x03\x08", Some("OpenPGP")),
            (b"\xc1\x4c\x03\xa0", Some("OpenPGP")),
            (b"\xc3\x0d\x04\x09\x03\x08", Some("OpenPGP")),
            (b"PK\x03\x04\x14\0", Some("zip")),
            (b"password: ENC[AES256_GCM,data:abc,iv:..", Some("sops")),
            (b"{\n\t\"a\": \"ENC[AES256_GCM,data:abc", Some("sops")),
            (b"$ANSIBLE_VAULT;1.1;AES256\n", Some("Ansible")),
            (b"AGE-SECRET-KEY-1QQQ", Some("give the identity with -i")),
            (b"", None),
            (b"abc", None),
            (b"\x85", None),
            (b"\xff\xfea\0g\0e\0", None),
        ] {
            let found = named(start);
            assert_eq!(found.is_some(), says.is_some(), "{start:?}: {found:?}");
            assert!(found.unwrap_or_default().contains(says.unwrap_or_default()), "{start:?}: {found:?}");
        }
    }
}
