//! Deoxys-II: J. Jean, I. Nikolić, T. Peyrin and Y. Seurin, *Deoxys v1.43*, CAESAR 2021, and *The Deoxys AEAD Family*,
//! Journal of Cryptology 34, 2021. Sections that are named in this folder are sections of the first of these papers.
//!
//! Deoxys-BC is a tweakable block cipher built from rounds of AES. A first pass XORs the encrypted blocks of the associated data
//! and of the plaintext, each encrypted under its own tweak. The result, encrypted with the nonce as tweak, is the tag. The
//! second pass encrypts the nonce under the tweaks (tag XOR counter); these encryptions are the keystream.

mod kernel;
mod lanes;
mod schedule;

#[cfg(feature = "registry")]
use super::Entry;
use super::{
    Aead, Dedicated, Info,
    frame::MAX_TAG,
    sealed::{Scheme, Tag, Whole},
};
use crate::{
    backend::{self, Backend, Dispatch, candidate, candidates, table_calls},
    mode::Direction,
    names::{ByteLengths, Standing},
    simd::{self, memory::InOut},
    wipe,
};
use kernel::Job;
use schedule::{BLOCK, SUBKEYS};
crate::backend::only! {
    x86: { use crate::simd::blocks::{Block1, Block2, Block4}; }
    aarch64: { use crate::simd::blocks::Block1; }
}

/// Authenticated encryption with Deoxys-II-128-128: keys of 16 bytes, nonces of 15, tags of 16.
///
/// Reusing a nonce reveals whether a message was sent again with the same associated data, and nothing else. A message
/// must be available as a whole.
///
/// ```
/// use bramah::DeoxysII128;
///
/// let deoxys = DeoxysII128::new(&[7; 16])?;
/// let (mut text, mut tag) = (*b"for you alone", [0; 16]);
/// deoxys.seal(&[1; 15], b"to everyone", &mut text[..], &mut tag)?;
/// deoxys.open(&[1; 15], b"to everyone", &mut text[..], &tag)?;
/// assert_eq!(text, *b"for you alone");
/// # Ok::<(), bramah::Error>(())
/// ```
pub type DeoxysII128 = Aead<DeoxysIIScheme<16>>;
/// Authenticated encryption with Deoxys-II-256-128: keys of 32 bytes, nonces of 15, tags of 16.
///
/// Reusing a nonce reveals whether a message was sent again with the same associated data, and nothing else. A message
/// must be available as a whole.
pub type DeoxysII256 = Aead<DeoxysIIScheme<32>>;

#[cfg(feature = "registry")]
pub(super) const ENTRIES: &[Entry] =
    &[Entry::of_whole::<DeoxysIIScheme<16>>(), Entry::of_whole::<DeoxysIIScheme<32>>()];

/// The functions of a backend, for whole messages.
pub struct DeoxysOps {
    encrypt: backend::Entry<unsafe fn(Job<'_>, &mut InOut<'_>)>,
    decrypt: backend::Entry<unsafe fn(Job<'_>, &mut InOut<'_>)>,
}

table_calls! {
    /// The calls of a Deoxys backend.
    trait DeoxysCalls: Backend<DeoxysOps> {
        fn encrypt(job: Job<'_>, data: &mut InOut<'_>) = encrypt;
        fn decrypt(job: Job<'_>, data: &mut InOut<'_>) = decrypt;
    }
}

/// Declares a candidate: its name, its CPU features, the token for these features, and the number and the type of the
/// vectors in a group.
macro_rules! groups {
    ($name:literal $($features:literal)?; $isa:expr, $count:literal $lanes:ty) => {
        candidate!($name, $($features,)? DeoxysOps {
            encrypt: fn encrypt_entry(job: Job<'_>, data: &mut InOut<'_>) {
                kernel::whole::<$lanes, $count, false>($isa, job, data)
            },
            decrypt: fn decrypt_entry(job: Job<'_>, data: &mut InOut<'_>) {
                kernel::whole::<$lanes, $count, true>($isa, job, data)
            }
        })
    };
}

static DISPATCH: Dispatch<DeoxysOps> = Dispatch::new(
    "deoxys-ii",
    candidates! {
        x86: [
            groups!(
                "vaes512" "avx512f,avx512bw,avx512vl,aes,pclmulqdq,vaes,vpclmulqdq";
                simd::Vaes512::here(), 8 Block4
            ),
            groups!("vaes" "avx2,aes,pclmulqdq,vaes,vpclmulqdq"; simd::Vaes256::here(), 8 Block2),
            groups!("aes-ni" "aes,pclmulqdq,sse4.1,ssse3"; simd::AesNi::here(), 8 Block1),
        ],
        aarch64: [groups!("armv8" "neon,aes"; simd::NeonAes::here(), 8 Block1)],
        any: [groups!("portable"; simd::Portable, 1 lanes::Four)],
    },
    |backend| {
        agrees::<16>(backend, 0x6883_b74e_c2c4_7d2b_78e5_3435_f3c9_85cc)
            && agrees::<32>(backend, 0xa74a_a937_ab39_a986_7267_02b9_05bb_fbb0)
    },
);

/// Deoxys-II with a key of 16 or 32 bytes.
#[derive(Clone)]
pub struct DeoxysIIScheme<const KEY: usize> {
    backend: Backend<DeoxysOps>,
    /// For each round, the part of the subtweakey that depends on the key. With a key of 16 bytes, which has fewer rounds, zeros
    /// follow the last round.
    keys: [[u8; BLOCK]; SUBKEYS],
}

impl<const KEY: usize> Dedicated for DeoxysIIScheme<KEY> {
    const INFO: Info = Info {
        name: if KEY == 16 { "deoxys-ii-128" } else { "deoxys-ii-256" },
        aliases: if KEY == 16 { &["deoxys-ii-128-128"] } else { &["deoxys-ii-256-128"] },
        specification: "Jean, Nikolić, Peyrin and Seurin, Deoxys v1.43, CAESAR 2021",
        standing: Standing::Current,
        key_len: ByteLengths::fixed(KEY),
        nonce_len: ByteLengths::fixed(15),
        tag_len: ByteLengths::fixed(BLOCK),
        header: true,
        misuse_resistant: true,
    };
    type Table = DeoxysOps;

    fn dispatch() -> &'static Dispatch<DeoxysOps> {
        &DISPATCH
    }

    fn keyed(backend: Backend<DeoxysOps>, key: &[u8]) -> Self {
        const { assert!(KEY == 16 || KEY == 32, "Deoxys-II has keys of 128 and 256 bits") };
        Self { backend, keys: schedule::expand(key) }
    }
}

impl<const KEY: usize> Scheme for DeoxysIIScheme<KEY> {
    fn nonce_len(&self) -> ByteLengths {
        Self::INFO.nonce_len
    }

    fn tag_len(&self) -> ByteLengths {
        Self::INFO.tag_len
    }

    fn backend(&self) -> &'static str {
        self.backend.name()
    }

    #[inline]
    fn whole(&self, message: Whole<'_, '_>, tag: &mut Tag) {
        let Some(tag) = tag.first_chunk_mut() else { return };
        let keys = &self.keys[..schedule::count(KEY)];
        let received = message.received.first_chunk().unwrap_or(&[0; BLOCK]);
        let job = Job { keys, nonce: message.nonce, associated: message.header, received, tag };
        match message.direction {
            Direction::Encrypt => self.backend.encrypt(job, message.data),
            Direction::Decrypt => self.backend.decrypt(job, message.data),
        }
    }
}

impl<const KEY: usize> Drop for DeoxysIIScheme<KEY> {
    fn drop(&mut self) {
        wipe::wipe(self.keys.as_flattened_mut());
        wipe::stack();
    }
}

/// Runs the self-test of a candidate: encrypts and decrypts a text of one group and one of several groups, and returns whether
/// the texts come back and the tags agree with the expected value.
fn agrees<const KEY: usize>(backend: Backend<DeoxysOps>, expected: u128) -> bool {
    let mut pattern = [0; 1131];
    for (byte, i) in pattern.iter_mut().zip((0..=250).cycle()) {
        *byte = i;
    }
    let scheme = DeoxysIIScheme::<KEY>::keyed(backend, &pattern[..KEY]);
    let (mut good, mut fold) = (true, 0u128);
    for len in [50, 1131] {
        let (mut text, mut tags) = (pattern, [[0; MAX_TAG]; 2]);
        for i in 0..2 {
            let (direction, received) = ([Direction::Encrypt, Direction::Decrypt][i], tags[0]);
            let message = Whole {
                direction,
                nonce: &pattern[1..16],
                header: &pattern[..len / 2],
                data: &mut InOut::from(&mut text[..len]),
                tag_len: BLOCK,
                received: &received[..i * BLOCK],
            };
            scheme.whole(message, &mut tags[i]);
        }
        good &= text == pattern && tags[0] == tags[1];
        fold = fold.rotate_left(1) ^ tags[0].first_chunk().map_or(0, |tag| u128::from_be_bytes(*tag));
    }
    good && fold == expected
}
