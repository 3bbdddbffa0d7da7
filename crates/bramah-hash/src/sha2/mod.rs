//! SHA-2: FIPS 180-4.

mod candidates;
mod rounds;
mod rounds32;
mod rounds64;
crate::backend::only! {
    x86: { mod sha512_ni; mod sha_ni; }
    x86_64: { mod schedule32; mod schedule64; }
    aarch64: { mod armv8; }
}

use super::{
    Hash, Hasher, Info, Lengths, Options,
    frame::{MerkleDamgard, Params, StateStart},
    function,
};
pub use candidates::{Compress256, Compress512};

/// The padding and output of SHA-224 and SHA-256.
pub struct Params256;
impl Params for Params256 {
    type Compress = Compress256;
    const BIG_ENDIAN: bool = true;
}

/// The padding and output of SHA-384, SHA-512 and SHA-512/t.
pub struct Params512;
impl Params for Params512 {
    type Compress = Compress512;
    const BIG_ENDIAN: bool = true;
    const LENGTH_LEN: usize = 16;
}

const fn info<P: Params>(
    name: &'static str,
    tag: &'static str,
    aliases: &'static [&'static str],
    lengths: Lengths,
) -> Info {
    Info {
        aliases,
        specification: "FIPS 180-4",
        ..Info::new(name, tag, lengths, MerkleDamgard::<P>::BLOCK_LEN)
    }
}

// initial values: sections 5.3.2 to 5.3.6.2
function!(
    /// SHA224: FIPS 180-4.
    Sha224Hash, Sha224, MerkleDamgard<Params256>, 28,
    [0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4],
    info::<Params256>("sha224", "SHA224", &["sha2-224"], Lengths::fixed(28))
);
function!(
    /// SHA256: FIPS 180-4.
    Sha256Hash, Sha256, MerkleDamgard<Params256>, 32,
    [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19],
    info::<Params256>("sha256", "SHA256", &["sha2-256"], Lengths::fixed(32))
);
function!(
    /// SHA384: FIPS 180-4.
    Sha384Hash, Sha384, MerkleDamgard<Params512>, 48,
    [
        0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939,
        0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4,
    ],
    info::<Params512>("sha384", "SHA384", &["sha2-384"], Lengths::fixed(48))
);
function!(
    /// SHA512: FIPS 180-4.
    Sha512Hash, Sha512, MerkleDamgard<Params512>, 64,
    [
        0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
        0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
    ],
    info::<Params512>("sha512", "SHA512", &["sha2-512"], Lengths::fixed(64))
);
function!(
    /// SHA512/224: FIPS 180-4.
    Sha512_224Hash, Sha512_224, MerkleDamgard<Params512>, 28,
    [
        0x8c3d37c819544da2, 0x73e1996689dcd4d6, 0x1dfab7ae32ff9c82, 0x679dd514582f9fcf,
        0x0f6d2b697bd44da8, 0x77e36f7304c48942, 0x3f9d85a86a1d36c8, 0x1112e6ad91d692a1,
    ],
    info::<Params512>("sha512-224", "SHA512/224", &["sha2-512/224", "sha512t224"], Lengths::fixed(28))
);
function!(
    /// SHA512/256: FIPS 180-4.
    Sha512_256Hash, Sha512_256, MerkleDamgard<Params512>, 32,
    [
        0x22312194fc2bf72c, 0x9f555fa3c84c64c2, 0x2393b86b6f53b151, 0x963877195940eabd,
        0x96283ee2a88effe3, 0xbe5e1e2553863992, 0x2b0199fc2c85b8aa, 0x0eb72ddc81c52ca2,
    ],
    info::<Params512>("sha512-256", "SHA512/256", &["sha2-512/256", "sha512t256"], Lengths::fixed(32))
);

/// The hash function of [`Sha512T`].
pub struct Sha512THash;
impl Hash for Sha512THash {
    type Frame = MerkleDamgard<Params512>;
    const INFO: Info = {
        let lengths = Lengths { min: 1, max: 63, default: 32, except: 48, named: &[16, 20] };
        info::<Params512>("sha512-t", "SHA512/t", &["sha2-512/t"], lengths)
    };
    /// Returns the start: the digest of the name `SHA-512/t`, computed from the initial state of SHA-512 with some bits
    /// inverted (section 5.3.6).
    fn start(_: &Options<'_>, length: usize) -> super::Start<Self> {
        let mut state = Sha512Hash::start(Options::NONE, 64).state.map(|word| word ^ 0xa5a5a5a5a5a5a5a5);
        let bits = 8 * length;
        let digits = [bits / 100, bits / 10 % 10, bits % 10].map(|digit| b'0' + digit as u8);
        let digits = &digits[digits.iter().position(|digit| *digit != b'0').unwrap_or(0)..];
        let mut block = [0; 128];
        block[..8].copy_from_slice(b"SHA-512/");
        block[8..][..digits.len()].copy_from_slice(digits);
        block[8 + digits.len()] = 0x80;
        block[127] = 8 * (8 + digits.len()) as u8;
        rounds64::compress(&mut state, &[block]);
        StateStart::new(state)
    }
}
/// SHA-512/t with digests of `N` bytes, 1 to 63 but not 48: FIPS 180-4, section 5.3.6.
pub type Sha512T<const N: usize> = Hasher<Sha512THash, N>;

// without the feature `sha2`, this module is compiled only for saved states, and the registry lists none of its functions
#[cfg(not(feature = "sha2"))]
super::functions! {}
#[cfg(feature = "sha2")]
super::functions! {
    Sha224Hash,
    Sha256Hash,
    Sha384Hash,
    Sha512Hash,
    Sha512_224Hash,
    Sha512_256Hash,
    Sha512THash,
}
