//! ChaCha and Salsa20 with Poly1305: RFC 8439, 2.8; draft-irtf-cfrg-xchacha, 2.1; and Bernstein's
//! *Cryptography in NaCl*, 2009, 10 (secretbox).

#[cfg(target_arch = "x86_64")]
mod fused;
mod scheme;
#[cfg(target_arch = "x86_64")]
mod whole;

#[cfg(feature = "registry")]
use super::Entry;
use super::{Aead, Info};
#[cfg(feature = "chacha")]
use crate::stream::chacha;
#[cfg(feature = "salsa20")]
use crate::stream::salsa20;
#[cfg(target_arch = "x86_64")]
use crate::{backend::candidate, simd::features::Design};
use crate::{
    backend::{Backend, Candidate, Dispatch, Entries, Pair, candidates, table_calls},
    mac::poly1305,
    names::{ByteLengths, Standing},
    simd::memory::InOut,
    stream::arx,
};
pub use scheme::{Named, WithPoly1305};

/// Authenticated encryption with ChaCha20-Poly1305: keys of 32 bytes, nonces of 12, tags of 16. No nonce may be used twice under
/// one key.
///
/// ```
/// use bramah::ChaCha20Poly1305;
///
/// let aead = ChaCha20Poly1305::new(&[7; 32])?;
/// let (mut text, mut tag) = (*b"for you alone", [0; 16]);
/// aead.seal(&[0; 12], b"to everyone", &mut text[..], &mut tag)?;
/// aead.open(&[0; 12], b"to everyone", &mut text[..], &tag)?;
/// assert_eq!(text, *b"for you alone");
/// # Ok::<(), bramah::Error>(())
/// ```
#[cfg(feature = "chacha")]
pub type ChaCha20Poly1305 = Aead<WithPoly1305<chacha::Family, 20, 12>>;
/// Authenticated encryption with ChaCha12-Poly1305: [`ChaCha20Poly1305`] with 12 rounds.
#[cfg(feature = "chacha")]
pub type ChaCha12Poly1305 = Aead<WithPoly1305<chacha::Family, 12, 12>>;
/// Authenticated encryption with ChaCha8-Poly1305: [`ChaCha20Poly1305`] with 8 rounds.
#[cfg(feature = "chacha")]
pub type ChaCha8Poly1305 = Aead<WithPoly1305<chacha::Family, 8, 12>>;
/// Authenticated encryption with XChaCha20-Poly1305: keys of 32 bytes, nonces of 24, which may be random; tags of 16.
#[cfg(feature = "chacha")]
pub type XChaCha20Poly1305 = Aead<WithPoly1305<chacha::Family, 20, 24>>;
/// Authenticated encryption with XChaCha12-Poly1305: [`XChaCha20Poly1305`] with 12 rounds.
#[cfg(feature = "chacha")]
pub type XChaCha12Poly1305 = Aead<WithPoly1305<chacha::Family, 12, 24>>;
/// Authenticated encryption with XChaCha8-Poly1305: [`XChaCha20Poly1305`] with 8 rounds.
#[cfg(feature = "chacha")]
pub type XChaCha8Poly1305 = Aead<WithPoly1305<chacha::Family, 8, 24>>;
/// Authenticated encryption with XSalsa20-Poly1305, which NaCl calls secretbox: keys of 32 bytes, nonces of 24, which may be
/// random; tags of 16, which NaCl writes before the text; no associated data.
///
/// ```
/// use bramah::SecretBox;
///
/// let secretbox = SecretBox::new(&[7; 32])?;
/// let mut boxed = *b"0123456789abcdefsecret";
/// let (tag, text) = boxed.split_at_mut(16);
/// secretbox.seal(&[1; 24], b"", &mut text[..], tag)?;
/// # Ok::<(), bramah::Error>(())
/// ```
#[cfg(feature = "salsa20")]
pub type SecretBox = Aead<WithPoly1305<salsa20::Family, 20, 24>>;

/// The functions of a backend: a candidate of the cipher, a candidate of Poly1305, and for some pairs a candidate that
/// encrypts and authenticates in one call.
pub type FusedOps = Pair<arx::ArxOps, poly1305::Poly1305Ops, Fused>;

/// The functions that process parts of a message. Arguments: the cipher's state, the number of rounds, Poly1305's state,
/// preceding ciphertext in whole blocks of Poly1305 that is authenticated first, and the text. A text that does not consist of
/// whole blocks of the cipher must be the end of a message. In decryption, the remainder of such a text after its last group of
/// eight blocks must be longer than seven blocks.
type OnParts = Entries<unsafe fn(&mut [u32; 16], u32, &mut poly1305::State, &[u8], &mut InOut<'_>), 2>;
/// The functions that process a whole message. Arguments: the cipher's state at its first block, the number of rounds, the
/// associated data, the text, and the tag that is computed.
type OnWhole = Entries<unsafe fn(&mut [u32; 16], u32, &[u8], &mut InOut<'_>, &mut [u8; 16]), 2>;

/// The functions that encrypt and authenticate, or authenticate and decrypt, in one call. A candidate has the functions for parts
/// of a message, or those for whole messages. Each is at the index of its direction.
pub struct Fused {
    parts: OnParts,
    whole: OnWhole,
}

/// The indices of the functions of [`Fused`].
const SEAL: usize = 0;
const OPEN: usize = 1;

table_calls! {
    /// The calls of a backend that encrypts and authenticates in one call.
    trait FusedCalls: Backend<Fused> {
        fn part[place](state: &mut [u32; 16], rounds: u32, mac: &mut poly1305::State, before: &[u8], data: &mut InOut<'_>) -> bool = parts;
        fn whole[place](state: &mut [u32; 16], rounds: u32, header: &[u8], data: &mut InOut<'_>, tag: &mut [u8; 16]) -> bool = whole;
    }
}

/// The candidates that compute ChaCha and Poly1305 in one call.
#[cfg(all(feature = "chacha", target_arch = "x86_64"))]
static FUSED: &[Candidate<Fused>] = &[
    candidate!("avx512-ifma", "avx512f,avx512bw,avx512vl,avx512ifma,bmi2", Fused {
        whole: [all fn(state: &mut [u32; 16], rounds: u32, header: &[u8], data: &mut InOut<'_>, tag: &mut [u8; 16])
            SEAL => seal_entry { whole::run::<false>(state, rounds, header, data, tag) }
            OPEN => open_entry { whole::run::<true>(state, rounds, header, data, tag) }
        ];
        parts: OnParts::some([])
    })
    .erasing(&crate::wipe::BROAD),
    candidate!("avx2", "avx2,bmi1,bmi2", Fused {
        parts: [all fn(state: &mut [u32; 16], rounds: u32, mac: &mut poly1305::State, before: &[u8], data: &mut InOut<'_>)
            SEAL => seal_entry { fused::seal(state, rounds, mac, before, data) }
            OPEN => open_entry { fused::open(state, rounds, mac, before, data) }
        ];
        whole: OnWhole::some([])
    })
    .erasing(&crate::wipe::BROAD),
];

const fn info(
    name: &'static str,
    aliases: &'static [&'static str],
    specification: &'static str,
    nonce: usize,
    header: bool,
) -> Info {
    Info {
        name,
        aliases,
        specification,
        standing: Standing::Current,
        key_len: ByteLengths::fixed(32),
        nonce_len: ByteLengths::fixed(nonce),
        tag_len: ByteLengths::fixed(16),
        header,
        misuse_resistant: false,
    }
}

const IETF: &str = "RFC 8439, 2.8";
const X: &str = "draft-irtf-cfrg-xchacha-03, 2.1";

#[cfg(feature = "chacha")]
impl Named for chacha::Family {
    const NAMED: &'static [(u32, usize, Info)] = &[
        (20, 12, info("chacha20-poly1305", &["chacha20-poly1305-ietf"], IETF, 12, true)),
        (12, 12, info("chacha12-poly1305", &[], IETF, 12, true)),
        (8, 12, info("chacha8-poly1305", &[], IETF, 12, true)),
        (20, 24, info("xchacha20-poly1305", &["xchacha20-poly1305-ietf"], X, 24, true)),
        (12, 24, info("xchacha12-poly1305", &[], X, 24, true)),
        (8, 24, info("xchacha8-poly1305", &[], X, 24, true)),
    ];
    const NACL: bool = false;

    fn dispatch() -> &'static Dispatch<FusedOps> {
        static DISPATCH: Dispatch<FusedOps> = Dispatch::new("chacha-poly1305", CHACHA, |backend| {
            scheme::agrees::<chacha::Family, 20, 12>(backend, 0xf7736e043447e47c02b451455714b5dd)
        });
        &DISPATCH
    }
}

#[cfg(feature = "salsa20")]
impl Named for salsa20::Family {
    const NAMED: &'static [(u32, usize, Info)] = &[(
        20,
        24,
        info("xsalsa20-poly1305", &["secretbox"], "Bernstein, Cryptography in NaCl, 2009", 24, false),
    )];
    const NACL: bool = true;

    fn dispatch() -> &'static Dispatch<FusedOps> {
        static DISPATCH: Dispatch<FusedOps> = Dispatch::new("salsa20-poly1305", SALSA20, |backend| {
            scheme::agrees::<salsa20::Family, 20, 24>(backend, 0x510f36b5033af76c0b6c04082af63a13)
        });
        &DISPATCH
    }
}

/// Declares a pair. The arguments are the list of the cipher's candidates, the name of the pair, and the names of a
/// candidate of the cipher and of a candidate of Poly1305. If a further list is given, the pair also contains the candidate
/// that has the pair's name in this list.
macro_rules! pair {
    ($ciphers:path: $name:literal, $cipher:literal, $mac:literal $(, $fused:ident)?) => {
        Candidate::pair($name, ($ciphers, $cipher), (poly1305::CANDIDATES, $mac))$(.both(($fused, $name)))?
            // the kernels' stack frames lie below the buffer for long messages
            .erasing(&crate::wipe::LONG)
    };
}
#[cfg(feature = "chacha")]
static CHACHA: &[Candidate<FusedOps>] = candidates! {
    x86_64: [pair!(arx::CHACHA_CANDIDATES: "avx512-ifma", "avx512", "avx512-ifma", FUSED)],
    x86_32: [pair!(arx::CHACHA_CANDIDATES: "avx512-ifma", "avx512", "avx512-ifma")],
    x86_64: [pair!(arx::CHACHA_CANDIDATES: "avx512-zen5", "avx512-zen5", "avx512-ifma").first_on(Design::Zen5)],
    x86: [pair!(arx::CHACHA_CANDIDATES: "avx512", "avx512", "avx512")],
    // `avx2-long` uses vectors only for long inputs; here the loop of `FUSED` authenticates the long messages instead
    x86_64: [pair!(arx::CHACHA_CANDIDATES: "avx2", "avx2", "avx2-long", FUSED)],
    x86_32: [pair!(arx::CHACHA_CANDIDATES: "avx2", "avx2", "avx2")],
    x86: [pair!(arx::CHACHA_CANDIDATES: "sse4.1", "sse4.1", "portable")],
    aarch64: [pair!(arx::CHACHA_CANDIDATES: "neon", "neon", "portable")],
    wasm: [pair!(arx::CHACHA_CANDIDATES: "simd128", "simd128", "portable")],
    any: [pair!(arx::CHACHA_CANDIDATES: "portable", "portable", "portable")],
};
#[cfg(feature = "salsa20")]
static SALSA20: &[Candidate<FusedOps>] = candidates! {
    x86: [pair!(arx::SALSA20_CANDIDATES: "avx512-ifma", "avx512", "avx512-ifma")],
    x86_64: [pair!(arx::SALSA20_CANDIDATES: "avx512-zen5", "avx512-zen5", "avx512-ifma").first_on(Design::Zen5)],
    x86: [
        pair!(arx::SALSA20_CANDIDATES: "avx512", "avx512", "avx512"),
        pair!(arx::SALSA20_CANDIDATES: "avx2", "avx2", "avx2"),
        pair!(arx::SALSA20_CANDIDATES: "sse4.1", "sse4.1", "portable"),
    ],
    aarch64: [pair!(arx::SALSA20_CANDIDATES: "neon", "neon", "portable")],
    wasm: [pair!(arx::SALSA20_CANDIDATES: "simd128", "simd128", "portable")],
    any: [pair!(arx::SALSA20_CANDIDATES: "portable", "portable", "portable")],
};

#[cfg(feature = "registry")]
pub(super) const ENTRIES: &[Entry] = &[
    #[cfg(feature = "chacha")]
    Entry::of::<WithPoly1305<chacha::Family, 20, 12>>(),
    #[cfg(feature = "chacha")]
    Entry::of::<WithPoly1305<chacha::Family, 12, 12>>(),
    #[cfg(feature = "chacha")]
    Entry::of::<WithPoly1305<chacha::Family, 8, 12>>(),
    #[cfg(feature = "chacha")]
    Entry::of::<WithPoly1305<chacha::Family, 20, 24>>(),
    #[cfg(feature = "chacha")]
    Entry::of::<WithPoly1305<chacha::Family, 12, 24>>(),
    #[cfg(feature = "chacha")]
    Entry::of::<WithPoly1305<chacha::Family, 8, 24>>(),
    #[cfg(feature = "salsa20")]
    Entry::of::<WithPoly1305<salsa20::Family, 20, 24>>(),
];
