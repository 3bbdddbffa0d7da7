//! Tagged recipients, whose identities are keys in hardware that a plugin uses: C2SP, *The age file encryption format*,
//! section "The tagged recipient types". They use HPKE (RFC 9180) in base mode with HKDF-SHA-256 and ChaCha20-Poly1305.
//! The KEM is DHKEM(P-256, HKDF-SHA256), or MLKEM768-P256 (draft-ietf-hpke-pq) against quantum computers.
//!
//! The stanza contains a tag of four bytes that depends on the public key. So anyone who has the file and the public
//! key can see that the file is encrypted to this key, and a plugin finds its stanzas before the user has to touch the
//! hardware.

use super::{
    POST_QUANTUM, Recipient, Wrapped, arguments, decoded,
    hpke::{self, LATTICE_KEY, LATTICE_TEXT},
};
use crate::{
    Error, FileKey, Stanza,
    key::random,
    text::{base64, bech32, from_bech32},
};
use bramah::{Hmac, Sha256};
use ml_kem::{EncapsulationKey768, KeyExport as _};
use p256::{
    NonZeroScalar, PublicKey,
    elliptic_curve::{point::AffineCoordinates as _, sec1::ToSec1Point as _},
};
use std::fmt;
use zeroize::Zeroizing;

pub(super) const KIND: &str = "p256tag";
pub(super) const HYBRID_KIND: &str = "mlkem768p256tag";
const INFO: &[u8] = b"age-encryption.org/p256tag";
const HYBRID_INFO: &[u8] = b"age-encryption.org/mlkem768p256tag";
/// The Bech32 prefixes of the two kinds of recipients.
const PUBLIC: &str = "age1tag";
const HYBRID_PUBLIC: &str = "age1tagpq";
/// The identifiers of the KEMs in HPKE.
const KEM: u16 = 0x0010;
const HYBRID_KEM: u16 = 0x0050;
/// The label of MLKEM768-P256.
const HYBRID_LABEL: &[u8] = b"MLKEM768-P256";
/// The lengths in bytes of a compressed point, and of an uncompressed one.
const COMPRESSED: usize = 33;
const POINT: usize = 65;
/// The length in bytes of the tag in a stanza.
const TAG: usize = 4;

/// Returns whether a recipient has the prefix of a tagged recipient.
pub(crate) fn is_tagged(text: &str) -> bool {
    [PUBLIC, HYBRID_PUBLIC]
        .iter()
        .any(|prefix| text.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('1')))
}

/// The public key of an identity in hardware, written `age1tag1...` (P-256) or `age1tagpq1...` (ML-KEM-768 with P-256).
#[derive(Clone, PartialEq)]
pub struct TagRecipient {
    curve: PublicKey,
    lattice: Option<EncapsulationKey768>,
}

impl TagRecipient {
    /// Parses a recipient of either kind.
    ///
    /// # Errors
    /// [`Error::Key`] in these cases: the text is not Bech32 with the prefix `age1tag` or `age1tagpq`; it does not
    /// encode 33 or 1249 bytes; the point is not on the curve P-256; the point is not compressed for `age1tag`, or not
    /// uncompressed for `age1tagpq`; a coefficient of the ML-KEM-768 key is above 3328.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let (name, len) = match is_tagged(text) {
            true if text.starts_with(HYBRID_PUBLIC) => ("age1tagpq1...", LATTICE_KEY + POINT),
            true => ("age1tag1...", COMPRESSED),
            false => return Err(wrong("age1tag1... or age1tagpq1...", "the prefix is wrong")),
        };
        let Some((_, bytes)) = from_bech32(text) else {
            let has = |is: fn(&char) -> bool| text.chars().any(|letter| is(&letter));
            return Err(match has(char::is_ascii_uppercase) && has(char::is_ascii_lowercase) {
                true => wrong(name, "the text is in mixed case"),
                false => wrong(
                    name,
                    "the checksum is wrong, or the text contains characters that Bech32 does not use",
                ),
            });
        };
        if bytes.len() != len {
            return Err(wrong(
                name,
                &format!("the decoded recipient has {} bytes, but must have {len}", bytes.len()),
            ));
        }
        let (lattice, point) = bytes.split_at(if len == COMPRESSED { 0 } else { LATTICE_KEY });
        // rejects points at infinity, and points in the compact or "hybrid" encodings
        match (len, point[0]) {
            (COMPRESSED, 2 | 3) => {}
            (COMPRESSED, _) => return Err(wrong(name, "the public key is not a compressed point")),
            (_, 4) => {}
            _ => return Err(wrong(name, "the public key is not an uncompressed point")),
        }
        let curve = PublicKey::from_sec1_bytes(point)
            .map_err(|_| wrong(name, "the public key is not a point on the curve P-256"))?;
        let lattice = match lattice {
            [] => None,
            lattice => {
                let key = lattice.try_into().ok().and_then(|key| EncapsulationKey768::new(key).ok());
                Some(key.ok_or_else(|| wrong(name, "the ML-KEM-768 key contains coefficients above 3328"))?)
            }
        };
        Ok(Self { curve, lattice })
    }

    /// Returns whether the recipient is post-quantum, that is, written `age1tagpq1...`.
    pub fn is_post_quantum(&self) -> bool {
        self.lattice.is_some()
    }

    /// Returns the uncompressed point.
    fn point(&self) -> [u8; POINT] {
        self.curve.to_uncompressed_point().into()
    }

    /// Encapsulates a shared secret with the given random values. `message` is used only for ML-KEM. Returns the bytes
    /// to send, and the shared secret.
    fn encapsulate(&self, ephemeral: &NonZeroScalar, message: &[u8; 32]) -> (Vec<u8>, Zeroizing<[u8; 32]>) {
        let share: [u8; POINT] = PublicKey::from_secret_scalar(ephemeral).to_uncompressed_point().into();
        let product = product(&self.curve, ephemeral);
        match &self.lattice {
            None => (share.to_vec(), hpke::of_product(KEM, &product, &[share, self.point()].concat())),
            Some(lattice) => {
                let (mut text, secret) = hpke::encapsulated(lattice, message);
                text.extend_from_slice(&share);
                (text, hpke::combined(&secret, &product, &share, &self.point(), HYBRID_LABEL))
            }
        }
    }

    /// Returns the tag of a stanza whose encapsulated bytes are `sent`.
    fn tag(&self, sent: &[u8]) -> [u8; TAG] {
        let (digest, info) = match &self.lattice {
            None => (Sha256::digest(self.curve.to_compressed_point()), INFO),
            // only the point is hashed, because the hardware may not reveal its ML-KEM key before it is touched
            Some(_) => (Sha256::digest(self.point()), HYBRID_INFO),
        };
        let mac = Hmac::<Sha256>::mac(info, &[sent, &digest[..4]].concat());
        *mac.first_chunk().expect("4 of 32 bytes")
    }
}

fn wrong(name: &str, reason: &str) -> Error {
    Error::key(format!("malformed {name} recipient: {reason}"))
}

impl fmt::Display for TagRecipient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match &self.lattice {
            None => bech32(PUBLIC, &self.curve.to_compressed_point()),
            Some(lattice) => bech32(HYBRID_PUBLIC, &[&lattice.to_bytes()[..], &self.point()].concat()),
        };
        f.write_str(&text.map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for TagRecipient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TagRecipient({self})")
    }
}

impl Recipient for TagRecipient {
    fn wrap(&self, key: &FileKey) -> Result<Wrapped, Error> {
        let (ephemeral, message) = (ephemeral()?, Zeroizing::new(random::<32>()?));
        let (sent, shared) = self.encapsulate(&ephemeral, &message);
        let (kind, kem, info) = match self.is_post_quantum() {
            false => (KIND, KEM, INFO),
            true => (HYBRID_KIND, HYBRID_KEM, HYBRID_INFO),
        };
        let sealed = hpke::seal(kem, info, &shared, key)?;
        let wrapped = Wrapped::one(Stanza::new(kind, [base64(&self.tag(&sent)), base64(&sent)], &sealed));
        Ok(if self.is_post_quantum() { wrapped.labelled(POST_QUANTUM) } else { wrapped })
    }

    fn text(&self) -> Option<String> {
        Some(self.to_string())
    }
}

/// Returns a random scalar, from 1 to the order of the curve minus 1.
fn ephemeral() -> Result<Zeroizing<NonZeroScalar>, Error> {
    loop {
        // one number in 2^32 is not below the order, and is drawn again
        if let Some(number) = scalar(&Zeroizing::new(random::<32>()?)) {
            return Ok(number);
        }
    }
}

/// Returns the scalar that the bytes encode, big-endian. Returns `None` if it is zero, or not below the order of the
/// curve.
fn scalar(bytes: &[u8; 32]) -> Option<Zeroizing<NonZeroScalar>> {
    NonZeroScalar::from_repr((*bytes).into()).into_option().map(Zeroizing::new)
}

/// Multiplies a point, which must not be the point at infinity, by a scalar, and returns the x coordinate of the
/// product (SEC 1, section 3.3.1).
fn product(point: &PublicKey, number: &NonZeroScalar) -> Zeroizing<[u8; 32]> {
    let product = Zeroizing::new(point.to_projective() * **number);
    let product = Zeroizing::new(product.to_affine());
    Zeroizing::new(product.x().into())
}

/// Returns an error if a stanza of either kind is malformed. Its body is not checked.
pub(super) fn check(stanza: &Stanza) -> Result<(), Error> {
    let [tag, sent] = arguments(stanza)?;
    decoded::<TAG>(stanza, tag)?;
    match stanza.kind.as_str() {
        KIND => drop(decoded::<POINT>(stanza, sent)?),
        _ => drop(decoded::<{ LATTICE_TEXT + POINT }>(stanza, sent)?),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::from_base64;
    use bramah::Shake256;
    use ml_kem::{Decapsulate as _, DecapsulationKey768, Seed};

    fn hex(text: &str) -> Vec<u8> {
        (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..][..2], 16).unwrap()).collect()
    }

    fn number(bytes: &[u8]) -> NonZeroScalar {
        *scalar(bytes.try_into().unwrap()).unwrap()
    }

    /// The secret key of a recipient: its P-256 scalar, and its ML-KEM key if it is a hybrid one.
    struct Token(NonZeroScalar, Option<DecapsulationKey768>);

    impl Token {
        fn of_number(bytes: &[u8]) -> Self {
            Self(number(bytes), None)
        }

        /// Derives an MLKEM768-P256 key from a seed (draft-irtf-cfrg-concrete-hybrid-kems).
        fn of_seed(seed: &[u8]) -> Self {
            let mut expanded = [0; 96];
            let mut shake = Shake256::new();
            shake.update(seed);
            shake.finalize_xof().read(&mut expanded);
            let lattice = DecapsulationKey768::from_seed(Seed::try_from(&expanded[..64]).unwrap());
            Self(number(&expanded[64..]), Some(lattice))
        }

        fn recipient(&self) -> TagRecipient {
            let lattice = self.1.as_ref().map(|key| key.encapsulation_key().clone());
            TagRecipient { curve: PublicKey::from_secret_scalar(&self.0), lattice }
        }

        /// Returns the shared secret that the bytes `sent` encapsulate.
        fn decapsulate(&self, sent: &[u8]) -> [u8; 32] {
            let (text, share) = sent.split_at(sent.len() - POINT);
            let product = product(&PublicKey::from_sec1_bytes(share).unwrap(), &self.0);
            let public = self.recipient().point();
            *match &self.1 {
                None => hpke::of_product(KEM, &product, &[share, &public].concat()),
                Some(key) => {
                    let secret = key.decapsulate(text.try_into().unwrap());
                    hpke::combined(&secret.into(), &product, share, &public, HYBRID_LABEL)
                }
            }
        }

        /// Decrypts a stanza if its tag matches the key.
        fn unwrap(&self, stanza: &Stanza) -> Option<FileKey> {
            super::super::check(stanza).unwrap();
            let [tag, sent] = arguments(stanza).unwrap();
            let sent = from_base64(sent).unwrap();
            if from_base64(tag).unwrap() != self.recipient().tag(&sent) {
                return None;
            }
            let (kind, kem, info) = match self.1 {
                None => (KIND, KEM, INFO),
                Some(_) => (HYBRID_KIND, HYBRID_KEM, HYBRID_INFO),
            };
            assert_eq!(stanza.kind, kind);
            hpke::open(kem, info, &self.decapsulate(&sent), stanza.body[..].try_into().unwrap()).unwrap()
        }
    }

    fn tokens() -> [Token; 2] {
        [Token::of_number(&[7; 32]), Token::of_seed(&[7; 32])]
    }

    /// RFC 9180, appendix A.5.1: the ephemeral share, the shared secret, and the first message.
    #[test]
    fn vectors_of_dhkem_p_256() {
        let token =
            Token::of_number(&hex("a4d1c55836aa30f9b3fbb6ac98d338c877c2867dd3a77396d13f68d3ab150d3b"));
        let recipient = token.recipient();
        let public = "04a697bffde9405c992883c5c439d6cc358170b51af72812333b015621dc0f40bad9bb726f68a5c013806a790ec716ab86\
                      69f84f6b694596c2987cf35baba2a006";
        assert_eq!(recipient.point()[..], hex(public));
        let ephemeral = number(&hex("7550253e1147aae48839c1f8af80d2770fb7a4c763afe7d0afa7e0f42a5b3689"));
        let (sent, shared) = recipient.encapsulate(&ephemeral, &[0; 32]);
        let share = "04c07836a0206e04e31d8ae99bfd549380b072a1b1b82e563c935c095827824fc1559eac6fb9e3c70cd3193968994e7fe97\
                     81aa103f5b50e934b5b2f387e381291";
        assert_eq!(sent, hex(share));
        assert_eq!(shared[..], hex("806520f82ef0b03c823b7fc524b6b55a088f566b9751b89551c170f4113bd850"));
        assert_eq!(token.decapsulate(&sent), *shared);
        let (key, nonce) = hpke::schedule(KEM, b"Ode on a Grecian Urn", &shared);
        let cipher = bramah::ChaCha20Poly1305::new(&key[..]).unwrap();
        let sealed = cipher.encrypt(&nonce[..], b"Count-0", b"Beauty is truth, truth beauty").unwrap();
        let first =
            "6469c41c5c81d3aa85432531ecf6460ec945bde1eb428cb2fedf7a29f5a685b4ccb0d057f03ea2952a27bb458b";
        assert_eq!(sealed, hex(first));
    }

    /// The vectors of draft-ietf-hpke-pq for MLKEM768-P256, as filippo.io/hpke 0.4.0 contains them: the seed, the
    /// random bytes, the shared secret, and SHA-256 of the public key and of the encapsulated bytes.
    #[test]
    fn vectors_of_mlkem768_p256() {
        let vectors = [
            [
                "dfa3a04d54a0ec2f7edec57185e3df94063855fc7af64f25b815417a2c6eb0e4",
                "93f347b9b3d83b860c47c6abc515490bf0d50775db3ebb660ecaf9ae5d6c3094",
                "41bc577accfd8e9d87791ae51b05b01ac8727672c01f71776d0698b02a8059f4",
                "3688931682c215e9e06ad620eba7faa70dd0d38081b4ea3d5b636ee062578991",
                "df5a72888ef5948abfc5ede46c7fc5063208b6f065ff53f317c34044cc5b468f",
                "d2c98c031c61421425c3615f37c898cb8af9408535501f4c232efa96c676e4a3",
            ],
            [
                "97981e2761ed8ee8ce18b516d9b677fb13466f123268abccfc1cf2974fc9ed7e",
                "921de292ad41875cdf0d18b80b5a70ffecc4ed2ab70a5ffe2c5dc6d852a4235c",
                "572dc13c0e09a93a80d470ff9cc7ef24d2bbb5f426384e021bb606a20c1d1054",
                "d429a36ef033a91f0d903b5bcb0b1a9c7e35ab0f071cce04e8e46ba60f5a1d44",
                "bbae4aa535ebd39aa6fad6f2b3e987f3e5ee6131b37922b108445dee16a253c8",
                "e8dd3950f16d8fc925781511fbab936cd995525f4a29f2e7a0d37faa0c0700b5",
            ],
        ];
        for vector in vectors {
            let [seed, message, ephemeral, secret, public_digest, sent_digest] = vector.map(hex);
            let token = Token::of_seed(&seed);
            let recipient = token.recipient();
            let lattice = recipient.lattice.as_ref().unwrap().to_bytes();
            let public = [&lattice[..], &recipient.point()].concat();
            assert_eq!(Sha256::digest(public)[..], public_digest);
            let message = message[..].try_into().unwrap();
            let (sent, shared) = recipient.encapsulate(&number(&ephemeral), &message);
            assert_eq!(Sha256::digest(&sent)[..], sent_digest);
            assert_eq!(shared[..], secret);
            assert_eq!(token.decapsulate(&sent), *shared);
        }
    }

    #[test]
    fn stanzas_of_age_are_opened() {
        let lines = include_str!("../../tests/data/tagged.txt").lines().filter(|line| !line.starts_with('#'));
        let mut kinds = Vec::new();
        for line in lines {
            let words: Vec<&str> = line.split(' ').collect();
            let [secret, text, kind, tag, sent, body]: [&str; 6] = words[..].try_into().unwrap();
            let token = if kind == KIND { Token::of_number } else { Token::of_seed }(&hex(secret));
            let recipient = TagRecipient::parse(text).unwrap();
            assert!(recipient == token.recipient());
            assert_eq!(recipient.to_string(), text);
            let stanza = Stanza::new(kind, [tag.into(), sent.into()], &from_base64(body).unwrap());
            let key = token.unwrap(&stanza).expect("the tag and the key of age");
            assert_eq!(key.expose()[..], hex("000102030405060708090a0b0c0d0e0f"));
            kinds.push(kind);
        }
        assert_eq!(kinds, [KIND, HYBRID_KIND]);
    }

    #[test]
    fn what_is_wrapped_is_for_its_key_alone() {
        let [curve, hybrid] = tokens();
        let others = [Token::of_number(&[8; 32]), Token::of_seed(&[8; 32])];
        let key = FileKey::from_bytes(&[9; 16]).unwrap();
        for (token, other, labels) in [(curve, &others[0], 0), (hybrid, &others[1], 1)] {
            let recipient = token.recipient();
            assert_eq!(recipient.is_post_quantum(), labels == 1);
            let wrapped = recipient.wrap(&key).unwrap();
            assert_eq!(wrapped.labels.len(), labels);
            assert!(wrapped.labels.iter().all(|label| label == "postquantum"));
            let [stanza] = &wrapped.stanzas[..] else { panic!("one stanza") };
            assert_eq!(token.unwrap(stanza).unwrap().expose(), key.expose());
            assert!(other.unwrap(stanza).is_none());
            // a second stanza for the same key shares no argument and no body with the first
            let next = recipient.wrap(&key).unwrap().stanzas.remove(0);
            assert!(next.arguments[0] != stanza.arguments[0] && next.arguments[1] != stanza.arguments[1]);
            assert!(next.body != stanza.body);
        }
    }

    #[test]
    fn numbers_are_below_the_order_and_not_zero() {
        let order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";
        let mut bytes: [u8; 32] = hex(order)[..].try_into().unwrap();
        assert!(scalar(&bytes).is_none());
        bytes[31] -= 1;
        assert!(scalar(&bytes).is_some());
        assert!(scalar(&[0xff; 32]).is_none());
        assert!(scalar(&[0; 32]).is_none());
    }

    /// Recipients with one fault each, and the reason that the error names.
    #[test]
    fn bad_recipients_are_refused_for_their_reason() {
        let [curve, hybrid] = tokens().map(|token| token.recipient());
        let compressed = curve.curve.to_compressed_point();
        let lattice = hybrid.lattice.as_ref().unwrap().to_bytes();
        let with = |text: &[u8], at: usize, byte: u8| {
            let mut text = text.to_vec();
            text[at] = byte;
            text
        };
        let pair = |point: &[u8]| [&lattice[..], point].concat();
        let hybrid_point = hybrid.point();
        let short = hybrid.curve.to_compressed_point();
        // x = 1 is not on the curve, because 1^3 - 3 * 1 + b has no square root
        let nowhere = [&[2], &[0; 31][..], &[1]].concat();
        // the x coordinate is p, the prime of the field, so it is not reduced
        let large = hex("02ffffffff00000001000000000000000000000000ffffffffffffffffffffffff");
        let cases = [
            (PUBLIC, vec![], "the decoded recipient has 0 bytes, but must have 33"),
            (PUBLIC, vec![0], "the decoded recipient has 1 bytes, but must have 33"),
            (PUBLIC, compressed[..32].to_vec(), "the decoded recipient has 32 bytes, but must have 33"),
            (PUBLIC, curve.point().to_vec(), "the decoded recipient has 65 bytes, but must have 33"),
            (PUBLIC, pair(&hybrid_point), "the decoded recipient has 1249 bytes, but must have 33"),
            (PUBLIC, vec![0; 33], "the public key is not a compressed point"),
            (PUBLIC, with(&compressed, 0, 4), "the public key is not a compressed point"),
            (PUBLIC, with(&compressed, 0, 5), "the public key is not a compressed point"),
            (PUBLIC, nowhere, "not a point on the curve P-256"),
            (PUBLIC, large, "not a point on the curve P-256"),
            (HYBRID_PUBLIC, compressed.to_vec(), "the decoded recipient has 33 bytes, but must have 1249"),
            (HYBRID_PUBLIC, pair(&short), "the decoded recipient has 1217 bytes, but must have 1249"),
            (
                HYBRID_PUBLIC,
                pair(&hybrid_point[..64]),
                "the decoded recipient has 1248 bytes, but must have 1249",
            ),
            (HYBRID_PUBLIC, pair(&[0; 65]), "the public key is not an uncompressed point"),
            (HYBRID_PUBLIC, pair(&with(&hybrid_point, 0, 2)), "the public key is not an uncompressed point"),
            (HYBRID_PUBLIC, pair(&with(&hybrid_point, 0, 6)), "the public key is not an uncompressed point"),
            (
                HYBRID_PUBLIC,
                pair(&with(&hybrid_point, 64, hybrid_point[64] ^ 1)),
                "not a point on the curve P-256",
            ),
            (HYBRID_PUBLIC, pair(&with(&[0; 65], 0, 4)), "not a point on the curve P-256"),
            (
                HYBRID_PUBLIC,
                [&[0xff; LATTICE_KEY][..], &hybrid_point].concat(),
                "the ML-KEM-768 key contains coefficients above 3328",
            ),
        ];
        let refused = |text: &str, says: &str| {
            let error = TagRecipient::parse(text).unwrap_err().to_string();
            assert!(error.starts_with("malformed age1tag") && error.contains(says), "{error}: {says}");
            assert!(error.len() < 120, "the text may be a secret: {error}");
        };
        for (prefix, bytes, says) in cases {
            let text = bech32(prefix, &bytes).unwrap();
            refused(&text, says);
            assert!(
                TagRecipient::parse(&text)
                    .unwrap_err()
                    .to_string()
                    .contains(&format!("{prefix}1... recipient: "))
            );
        }
        for recipient in [curve, hybrid] {
            let text = recipient.to_string();
            assert!(TagRecipient::parse(&text).unwrap() == recipient);
            let last = text.len() - 1;
            let other = if text.ends_with('q') { "p" } else { "q" };
            refused(&format!("{}{other}", &text[..last]), "checksum is wrong");
            refused(&text[..last], "checksum is wrong");
            refused(&format!("{text} "), "checksum is wrong");
            let upper = text.find('1').unwrap() + 9;
            let mixed = format!("{}{}", &text[..upper], text[upper..].to_uppercase());
            refused(&mixed, "the text is in mixed case");
            refused(&text.to_uppercase(), "the prefix is wrong");
        }
        for other in ["age1tag", "age1tags1qqqq", "age1pq1qqqq", "age1qqqq", ""] {
            refused(other, "the prefix is wrong");
            assert!(!is_tagged(other));
        }
    }
}
