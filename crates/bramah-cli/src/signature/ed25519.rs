//! Ed25519 (RFC 8032, section 5.1) over the curve of `curve25519-dalek`, with SHA-512 from this library.

use bramah::{Sha512, wipe};
use curve25519_dalek::{
    Scalar,
    edwards::{CompressedEdwardsY, EdwardsPoint},
    scalar::clamp_integer,
};
use zeroize::Zeroizing;

/// The length in bytes of a public key and of a seed.
pub(super) const KEY: usize = 32;
/// The length of a signature in bytes.
pub(super) const SIGNATURE: usize = 64;

/// A public key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PublicKey(pub(super) [u8; KEY]);

impl PublicKey {
    /// Returns whether the signature is valid. Each value must have its only accepted form: the scalar is below the
    /// order of the group, points have their canonical encoding, and neither the key nor the commitment is of small
    /// order.
    pub(super) fn verify(&self, message: &[u8], signature: &[u8; SIGNATURE]) -> bool {
        let (commitment, scalar) = (signature.first_chunk::<32>(), signature.last_chunk::<32>());
        let (Some(commitment), Some(scalar)) = (commitment, scalar) else { return false };
        let Some(scalar) = Scalar::from_canonical_bytes(*scalar).into_option() else { return false };
        let (Some(key), Some(point)) = (point(&self.0), point(commitment)) else { return false };
        if key.is_small_order() || point.is_small_order() {
            return false;
        }
        let challenge = challenge(commitment, &self.0, message);
        let expected = EdwardsPoint::vartime_double_scalar_mul_basepoint(&challenge, &-key, &scalar);
        expected.compress().to_bytes() == *commitment
    }

    /// Returns whether signatures under this key can be accepted: the key has its canonical encoding and is not of
    /// small order.
    pub(super) fn is_usable(&self) -> bool {
        point(&self.0).is_some_and(|point| !point.is_small_order())
    }
}

/// Returns the point with this encoding; `None` if the encoding is not canonical.
fn point(bytes: &[u8; KEY]) -> Option<EdwardsPoint> {
    let point = CompressedEdwardsY(*bytes).decompress()?;
    (point.compress().to_bytes() == *bytes).then_some(point)
}

fn challenge(commitment: &[u8; 32], key: &[u8; KEY], message: &[u8]) -> Scalar {
    let mut hash = Sha512::new();
    hash.update(commitment);
    hash.update(key);
    hash.update(message);
    Scalar::from_bytes_mod_order_wide(&hash.finalize())
}

/// A secret key: the reduced scalar and the prefix that a seed is expanded to, 32 bytes each. They stay at one address
/// on the heap, because each move would leave a copy, and are erased on drop.
pub(crate) struct SecretKey {
    halves: Box<Zeroizing<[u8; 64]>>,
    public: PublicKey,
}

impl SecretKey {
    /// Expands a seed.
    pub(super) fn of_seed(seed: &[u8; KEY]) -> Self {
        let mut key = Self { halves: Box::new(Zeroizing::new([0; 64])), public: PublicKey([0; KEY]) };
        wipe::after_deep(|| key.expand(seed));
        key
    }

    /// Fills in the scalar and the prefix of a seed. The functions of the curve take and return scalars by value; the
    /// copies that they leave on the stack must be erased by the caller of this function, and of the functions below
    /// that use them.
    fn expand(&mut self, seed: &[u8; KEY]) {
        let digest = Sha512::digest(seed);
        let half = digest.first_chunk().expect("a digest has 64 bytes");
        let scalar = Scalar::from_bytes_mod_order(clamp_integer(*half));
        self.halves.copy_from_slice(&digest);
        self.halves[..32].copy_from_slice(scalar.as_bytes());
        self.public = PublicKey(EdwardsPoint::mul_base(&scalar).compress().to_bytes());
    }

    /// Returns the public key, computed from the scalar. A public key that is stored next to a seed is never trusted.
    pub(super) fn public(&self) -> PublicKey {
        self.public
    }

    /// Signs a message.
    pub(super) fn sign(&self, message: &[u8]) -> [u8; SIGNATURE] {
        wipe::after_deep(|| self.signed(message))
    }

    fn signed(&self, message: &[u8]) -> [u8; SIGNATURE] {
        let (scalar, prefix) = self.halves.split_first_chunk().expect("two halves");
        let mut hash = Sha512::new();
        hash.update(prefix);
        hash.update(message);
        let nonce = Scalar::from_bytes_mod_order_wide(&hash.finalize_reset());
        let commitment = EdwardsPoint::mul_base(&nonce).compress().to_bytes();
        let challenge = challenge(&commitment, &self.public.0, message);
        let scalar = challenge * Scalar::from_bytes_mod_order(*scalar) + nonce;
        let mut signature = [0; SIGNATURE];
        signature[..32].copy_from_slice(&commitment);
        signature[32..].copy_from_slice(scalar.as_bytes());
        signature
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex<const N: usize>(text: &str) -> [u8; N] {
        let bytes = base16ct::lower::decode_vec(text).expect("hexadecimal");
        bytes.try_into().expect("the length")
    }

    /// RFC 8032, section 7.1, tests 1 to 3.
    #[test]
    fn signatures_are_those_of_the_standard() {
        for (seed, public, message, signature) in [
            (
                "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
                "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
                "",
                "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
            ),
            (
                "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
                "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
                "72",
                "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
            ),
            (
                "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
                "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
                "af82",
                "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
            ),
        ] {
            let message = base16ct::lower::decode_vec(message).expect("hexadecimal");
            let secret = SecretKey::of_seed(&hex(seed));
            assert_eq!(secret.public(), PublicKey(hex(public)));
            let signature = hex::<64>(signature);
            assert_eq!(secret.sign(&message), signature);
            assert!(secret.public().verify(&message, &signature));
            for bit in 0..512 {
                let mut damaged = signature;
                damaged[bit / 8] ^= 1 << (bit % 8);
                assert!(!secret.public().verify(&message, &damaged), "bit {bit}");
            }
        }
    }

    /// Adding the order of the group to the scalar must not result in a second valid signature.
    #[test]
    fn one_form_of_a_signature_counts() {
        const ORDER: [u8; 32] = [
            0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
        ];
        let secret = SecretKey::of_seed(&[7; 32]);
        let mut signature = secret.sign(b"abc");
        assert!(secret.public().verify(b"abc", &signature));
        let mut carry = 0;
        for (byte, more) in signature[32..].iter_mut().zip(ORDER) {
            let sum = u16::from(*byte) + u16::from(more) + carry;
            *byte = sum as u8;
            carry = sum >> 8;
        }
        assert!(!secret.public().verify(b"abc", &signature));
    }

    /// Under a key of small order, one signature can be valid for many messages.
    #[test]
    fn keys_of_small_order_sign_nothing() {
        let mut one = [0; 32];
        one[0] = 1;
        let mut signature = [0; 64];
        signature[0] = 1;
        assert!(!PublicKey(one).is_usable());
        assert!(!PublicKey(one).verify(b"abc", &signature));
        // a second encoding of the same point: its coordinate plus the prime of the field
        let mut other = [0xff; 32];
        other[0] = 0xee;
        other[31] = 0x7f;
        assert!(!PublicKey(other).is_usable());
    }
}
