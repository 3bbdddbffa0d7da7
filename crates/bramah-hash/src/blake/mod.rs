//! BLAKE, a finalist of the SHA-3 competition: "SHA-3 proposal BLAKE", version 1.4 (2011).

mod candidates;
mod rounds;

use super::{
    Hash, Hasher, Info, Lengths, Options, Parameter, Standing,
    frame::{Context, MerkleDamgard, Params, StateStart, Word},
};
pub use candidates::{Compress256, Compress512};

/// Returns the state before the message: the initial value, followed by the salt as big-endian words.
#[inline(always)]
fn state<W: Word>(iv: [W; 8], salt: &[u8]) -> [W; 12] {
    let mut state = [W::ZERO; 12];
    state[..8].copy_from_slice(&iv);
    if !salt.is_empty() {
        put_salt(&mut state, salt);
    }
    state
}

/// Writes the salt to the state. Never inlined, so that a start without a salt stays a constant.
#[inline(never)]
fn put_salt<W: Word>(state: &mut [W; 12], salt: &[u8]) {
    for (word, bytes) in state[8..].iter_mut().zip(salt.chunks_exact(W::SIZE)) {
        *word = W::read_be(bytes);
    }
}

/// Declares a hash function; the second line of its arguments describes the padding and the initial value.
macro_rules! function {
    ($(#[$doc:meta])* $type:ident, $hash:ident, $bits:literal,
     $params:ident: $compress:ty, $length_len:literal, $end:literal, $salt:literal, $iv:expr) => {
        #[doc = concat!("The hash function of [`", stringify!($type), "`].")]
        pub struct $hash;
        #[doc = concat!("The padding and output of [`", stringify!($type), "`].")]
        pub struct $params;

        impl Params<Context> for $params {
            type Compress = $compress;
            const BIG_ENDIAN: bool = true;
            const LENGTH_LEN: usize = $length_len;
            const END: u8 = $end;
        }

        impl Hash for $hash {
            type Frame = MerkleDamgard<$params, Context>;
            const INFO: Info = Info {
                specification: "BLAKE 1.4",
                standing: Standing::Legacy,
                takes: &[Parameter::Salt.bytes($salt, $salt)],
                ..Info::new(
                    concat!("blake-", $bits),
                    concat!("BLAKE-", $bits),
                    Lengths::fixed($bits / 8),
                    8 * $length_len,
                )
            };
            #[inline]
            fn start(options: &Options<'_>, _: usize) -> super::Start<Self> {
                StateStart::new(state($iv, options.salt))
            }
        }

        $(#[$doc])*
        pub type $type = Hasher<$hash, { $bits / 8 }>;
    };
}

// initial values: sections 2.1.1 and 2.2.1; padding: sections 2.1.3 and 2.2.3
function!(
    /// BLAKE-224, with a salt of 16 bytes or none: BLAKE 1.4, section 2.3.
    Blake224, Blake224Hash, 224,
    Params224: Compress256, 8, 0, 16,
    [0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4]
);
function!(
    /// BLAKE-256, with a salt of 16 bytes or none: BLAKE 1.4, section 2.1. It was a finalist of the
    /// SHA-3 competition and is unbroken; BLAKE2 and BLAKE3 are its faster successors.
    ///
    /// ```
    /// use bramah::{Blake256, hash::Options};
    ///
    /// let mut salted = Blake256::with_options(&Options { salt: b"of sixteen bytes", ..Options::default() })?;
    /// salted.update(b"message");
    /// assert_ne!(salted.finalize(), Blake256::digest(b"message"));
    /// # Ok::<(), bramah::Error>(())
    /// ```
    Blake256, Blake256Hash, 256,
    Params256: Compress256, 8, 1, 16,
    [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]
);
function!(
    /// BLAKE-384, with a salt of 32 bytes or none: BLAKE 1.4, section 2.4.
    Blake384, Blake384Hash, 384,
    Params384: Compress512, 16, 0, 32,
    [
        0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939,
        0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4,
    ]
);
function!(
    /// BLAKE-512, with a salt of 32 bytes or none: BLAKE 1.4, section 2.2.
    Blake512, Blake512Hash, 512,
    Params512: Compress512, 16, 1, 32,
    [
        0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
        0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
    ]
);

super::functions! { Blake224Hash, Blake256Hash, Blake384Hash, Blake512Hash }
