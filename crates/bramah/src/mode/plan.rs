//! Modes with their parameters, and the properties that follow from them.

use super::{padding::Padding, stealing::Stealing};
use crate::{Error, block::Pass, direction::Direction, names::ByteLengths, simd::blocks::Increment};

/// A method of processing a message that does not consist of whole blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// The message is refused.
    #[default]
    Whole,
    /// The message is padded before encryption, and the padding is removed after decryption.
    Padded(Padding),
    /// Ciphertext stealing: the ciphertext is as long as the message, which must have at least one block.
    Stolen(Stealing),
}

/// A mode of operation with its parameters.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Mode {
    /// Electronic codebook: NIST SP 800-38A, 6.1. Equal blocks have equal ciphertexts.
    Ecb(Ending),
    /// Cipher block chaining: NIST SP 800-38A, 6.2. The IV must not be predictable. Over Kuznyechik and Magma, an IV of `z`
    /// blocks starts `z` chains, and every `z`-th block of the message belongs to the same chain: GOST R 34.13-2015, 5.4.
    Cbc(Ending),
    /// Cipher feedback of whole blocks: NIST SP 800-38A, 6.3 (CFB128, CFB64). For segments of [8 bits](Self::Cfb8) and
    /// of [1 bit](Self::Cfb1) there are separate modes; the standard's other segments are not supported. Over
    /// Kuznyechik and Magma an IV may be longer than a block: GOST R 34.13-2015, 5.5.
    Cfb,
    /// Cipher feedback of bytes. The cipher is called once for each byte.
    Cfb8,
    /// Cipher feedback of bits, beginning with the highest bit of each byte. The cipher is called eight times for each byte.
    Cfb1,
    /// Output feedback: NIST SP 800-38A, 6.4. Every bit of a block of keystream is used. Over Kuznyechik and Magma an IV may have
    /// several blocks: GOST R 34.13-2015, 5.3.
    Ofb,
    /// Counter: NIST SP 800-38A, 6.5. No counter may be used twice under one key. Every bit of a block of keystream is
    /// used; GOST R 34.13-2015, 5.2, allows using only the first `s` bits of each block, which is not supported.
    Ctr(Increment),
    /// Counter mode whose counter is advanced by a caller's function: [`Ctr::with_function`](super::Ctr::with_function).
    CtrBy,
    /// Counter mode with a key that changes after each section of this number of bytes: CTR-ACPKM of RFC 8645, 6.2.2. The counter
    /// block begins with the IV; the bytes after the IV count.
    CtrAcpkm(usize),
    /// Counter mode of DSTU 7624:2014, section 7: the encrypted IV is the counter, a little-endian number that is incremented
    /// before each block.
    Kctr,
    /// Counter mode of GOST 28147-89: RFC 5830, 6. The IV is encrypted; for each block, a constant is added to each half of the
    /// result.
    Cnt,
    /// [`Mode::Cnt`] with a key that changes after every 1024 bytes: CryptoPro key meshing of RFC 4357, 2.3.2.
    CntMeshed,
    /// [`Mode::Cfb`] with a key that changes after every 1024 bytes: CryptoPro key meshing of RFC 4357, 2.3.2.
    CfbMeshed,
    /// XTS of DSTU 7624:2014, section 14, for storage: one key encrypts the IV and the data. The encrypted IV is doubled before
    /// each block, including the first; [`Mode::Xts`] doubles it after each block. An incomplete last block is processed as in
    /// [`Mode::Xts`].
    Kxts,
    /// XTS, for storage: IEEE 1619. The key is the concatenation of two keys. The IV is the tweak: the number of the data unit,
    /// little-endian. A data unit is one message.
    Xts,
}

impl Mode {
    /// Returns whether the cipher decrypts blocks in this direction and so needs round keys for decryption.
    pub(super) fn decrypts(self, direction: Direction) -> bool {
        match self {
            Self::Ecb(_) | Self::Cbc(_) | Self::Kxts | Self::Xts => direction == Direction::Decrypt,
            // key meshing computes the next key by decrypting a constant
            Self::CntMeshed | Self::CfbMeshed => true,
            _ => false,
        }
    }
}

/// The maximum number of blocks in a data unit of XTS: NIST SP 800-38E.
pub(super) const MAX_DATA_UNIT: u64 = 1 << 20;

/// The properties that follow from the mode, the direction and the length of a block, computed once.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    /// The pass that processes whole blocks; `None` for modes without such a pass, for example CFB8.
    pub(super) pass: Option<Pass>,
    /// Whether the output of every call is as long as its input.
    pub(super) stream: bool,
    /// Whether the mode pads the message.
    pub(super) padded: bool,
    /// The minimum number of bytes that must be buffered until it is known whether the message ends there.
    pub(super) kept: usize,
    /// The maximum number of bytes of a message.
    pub(super) limit: u128,
    /// The usual length of an IV in bytes. An IV of this length needs no further checks. `usize::MAX` if every IV
    /// must be checked.
    pub(super) iv: usize,
    /// Whether the mode computes its first values from the IV when a message begins.
    pub(super) starts: bool,
    /// The length in bytes of a section, after which the key changes.
    pub(super) section: Option<usize>,
    /// The mask of the length bits that rule out the fast path for whole blocks: `block - 1`, or all ones if the mode has no fast
    /// path.
    pub(super) beyond: usize,
}

impl Plan {
    pub(super) fn new(mode: Mode, direction: Direction, block: usize) -> Self {
        let encrypt = direction == Direction::Encrypt;
        let either = |one, other| Some(if encrypt { one } else { other });
        let ending = match mode {
            Mode::Ecb(ending) | Mode::Cbc(ending) => Some(ending),
            _ => None,
        };
        let len = block as u128;
        let mut plan = Self {
            iv: match mode {
                // every IV must be checked, and padded with zeros
                Mode::CtrAcpkm(_) => usize::MAX,
                _ => iv_lengths(mode, block).1,
            },
            starts: matches!(
                mode,
                Mode::Ctr(_)
                    | Mode::CtrBy
                    | Mode::Kctr
                    | Mode::Kxts
                    | Mode::Xts
                    | Mode::Cnt
                    | Mode::CntMeshed
            ),
            section: match mode {
                Mode::CtrAcpkm(section) => Some(section),
                Mode::CntMeshed | Mode::CfbMeshed => Some(MESHED),
                _ => None,
            },
            beyond: usize::MAX,
            pass: match mode {
                Mode::Ecb(_) => either(Pass::EcbEncrypt, Pass::EcbDecrypt),
                Mode::Cbc(_) => either(Pass::CbcEncrypt, Pass::CbcDecrypt),
                Mode::Cfb | Mode::CfbMeshed => either(Pass::CfbEncrypt, Pass::CfbDecrypt),
                Mode::Kxts | Mode::Xts => either(Pass::XtsEncrypt, Pass::XtsDecrypt),
                Mode::Ofb => Some(Pass::Ofb),
                Mode::Ctr(increment) => Some(Pass::Ctr(increment)),
                Mode::CtrAcpkm(_) => Some(Pass::Ctr(Increment::Be)),
                Mode::Cfb8 | Mode::Cfb1 | Mode::CtrBy | Mode::Kctr | Mode::Cnt | Mode::CntMeshed => None,
            },
            stream: !matches!(mode, Mode::Ecb(_) | Mode::Cbc(_) | Mode::Kxts | Mode::Xts),
            padded: matches!(ending, Some(Ending::Padded(_))),
            kept: match (mode, ending) {
                (Mode::Kxts | Mode::Xts, _) | (_, Some(Ending::Stolen(_))) => block + 1,
                (_, Some(Ending::Padded(padding))) if !encrypt => usize::from(padding != Padding::Zero),
                _ => 0,
            },
            limit: match mode {
                Mode::Xts => u128::from(MAX_DATA_UNIT) * len,
                Mode::Ctr(by) => by.period(block).map_or(u128::MAX, |blocks| blocks.saturating_mul(len)),
                // after this number of blocks the counter, with its two additions, repeats
                Mode::Cnt | Mode::CntMeshed => (((1 << 32) - 1) << 32) * len,
                _ => u128::MAX,
            },
        };
        if plan.section.is_none()
            && plan.pass.is_some()
            && (plan.kept == 0 || matches!(mode, Mode::Kxts | Mode::Xts))
            && !plan.padded
            && block.is_power_of_two()
        {
            plan.beyond = block - 1;
        }
        plan
    }
}

/// The length in bytes of a section in the key meshing of RFC 4357.
pub(crate) const MESHED: usize = 1024;

/// Returns the usual length in bytes of a section of CTR-ACPKM, for blocks of `block` bytes. RFC 9189 uses 1024 bytes for blocks
/// of 8 bytes, and 4096 bytes for blocks of 16 bytes.
#[cfg(feature = "registry")]
pub(crate) fn usual_section(block: usize) -> usize {
    if block == 8 { 1024 } else { 256 * block }
}

/// Refuses a section whose `length` in bytes is 0 or not a multiple of the block's length.
pub(crate) fn check_section(length: usize, block: usize) -> Result<(), Error> {
    match length > 0 && length.is_multiple_of(block) {
        true => Ok(()),
        false => Err(Error::Section { length, block }),
    }
}

/// Refuses a cipher with blocks of a length for which the mode is not defined.
pub(crate) fn check_block(mode: Mode, block: usize) -> Result<(), Error> {
    let (min, max) = match mode {
        // RFC 8645 defines the mode for blocks of 8 and 16 bytes
        Mode::CtrAcpkm(_) => (8, 16),
        Mode::Cnt | Mode::CntMeshed | Mode::CfbMeshed => (8, 8),
        Mode::Kxts => (16, 64),
        // IEEE 1619 defines the mode for blocks of 16 bytes; analogous polynomials define the field for Rijndael's blocks of up
        // to 32 bytes
        Mode::Xts => (16, 32),
        _ => return Ok(()),
    };
    match block < min || block > max {
        true => Err(Error::Parameter {
            name: "the cipher's block in bits",
            value: 8 * block as u64,
            min: 8 * min as u64,
            max: 8 * max as u64,
        }),
        false => Ok(()),
    }
}

/// The maximum number of blocks of an IV. GOST R 34.13-2015 has no limit. IVs longer than a block are stored on the heap, so
/// without `alloc` there are none.
const MAX_IV_BLOCKS: usize = if cfg!(feature = "alloc") { 64 } else { 1 };

/// Returns all lengths of an IV in bytes. `long` is true for ciphers that take IVs of several blocks: GOST R 34.13-2015, 5.3 to
/// 5.5.
pub(crate) fn all_iv_lengths(mode: Mode, block: usize, long: bool) -> ByteLengths {
    let (min, max) = iv_lengths(mode, block);
    let longest = MAX_IV_BLOCKS * block;
    match mode {
        // GOST R 34.13-2015 has no ciphertext stealing
        Mode::Cbc(Ending::Stolen(_)) => ByteLengths { min, max, step: 1 },
        Mode::Cbc(_) | Mode::Ofb if long => ByteLengths { min, max: longest, step: block },
        Mode::Cfb | Mode::Cfb8 | Mode::Cfb1 if long => ByteLengths { min, max: longest, step: 1 },
        _ => ByteLengths { min, max, step: 1 },
    }
}

/// Returns the minimum and the maximum length of an IV in bytes, without IVs longer than a block.
pub(crate) fn iv_lengths(mode: Mode, block: usize) -> (usize, usize) {
    match mode {
        Mode::Ecb(_) => (0, 0),
        Mode::Ctr(_) | Mode::CtrBy => (0, block),
        // the counter has at least 32 bits, and at most three quarters of the block
        Mode::CtrAcpkm(_) => (block / 4, block - 4),
        _ => (block, block),
    }
}
