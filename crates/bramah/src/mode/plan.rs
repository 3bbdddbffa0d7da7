//! Modes with their parameters, and what follows from them.

use super::{padding::Padding, stealing::Stealing};
use crate::{Error, block::Pass, simd::blocks::Increment};

/// Which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From plaintext to ciphertext.
    Encrypt,
    /// And back.
    Decrypt,
}

/// What becomes of a message that is no whole number of blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// It is refused.
    #[default]
    Whole,
    /// It is padded, and the padding taken off.
    Padded(Padding),
    /// It is as long encrypted; from one block on.
    Stolen(Stealing),
}

/// A mode of operation with its parameters.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Mode {
    /// Electronic codebook: NIST SP 800-38A, 6.1. Equal blocks are equal encrypted.
    Ecb(Ending),
    /// Cipher block chaining: NIST SP 800-38A, 6.2. The IV must not be foreseeable.
    Cbc(Ending),
    /// Cipher feedback of whole blocks: NIST SP 800-38A, 6.3 (CFB128, CFB64).
    Cfb,
    /// Cipher feedback of bytes: a call of the cipher for each.
    Cfb8,
    /// Cipher feedback of bits, from the highest of each byte: eight calls of the cipher for each byte.
    Cfb1,
    /// Output feedback: NIST SP 800-38A, 6.4.
    Ofb,
    /// Counter: NIST SP 800-38A, 6.5. No counter may come twice under one key.
    Ctr(Increment),
    /// Counter, incremented by a function of the caller's: [`Ctr::with_function`](super::Ctr::with_function).
    CtrBy,
    /// For storage: IEEE 1619. The key is two, side by side, and the IV the tweak: the number of the data
    /// unit, little-endian. A data unit is one message.
    Xts,
}

/// The blocks that a data unit of XTS has at most: NIST SP 800-38E.
pub(super) const MAX_DATA_UNIT: u64 = 1 << 20;

/// What follows from the mode and the direction, worked out once.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    /// What is done to whole blocks; `None` where bytes are taken one by one.
    pub(super) pass: Option<Pass>,
    /// Whether as many bytes come out as go in, at once.
    pub(super) stream: bool,
    /// Whether there is padding.
    pub(super) padded: bool,
    /// What of the message must be kept back because of what may follow, at least.
    pub(super) kept: usize,
    /// The bytes that there may be.
    pub(super) limit: u128,
    /// The bytes of a whole IV.
    pub(super) iv: usize,
    /// Whether something follows from the IV.
    pub(super) starts: bool,
    /// What in the length of a message is beyond whole blocks, as a mask, if whole blocks go straight through;
    /// else all of it.
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
            iv: iv_lengths(mode, block).1,
            starts: matches!(mode, Mode::Ctr(_) | Mode::CtrBy | Mode::Xts),
            beyond: usize::MAX,
            pass: match mode {
                Mode::Ecb(_) => either(Pass::EcbEncrypt, Pass::EcbDecrypt),
                Mode::Cbc(_) => either(Pass::CbcEncrypt, Pass::CbcDecrypt),
                Mode::Cfb => either(Pass::CfbEncrypt, Pass::CfbDecrypt),
                Mode::Xts => either(Pass::XtsEncrypt, Pass::XtsDecrypt),
                Mode::Ofb => Some(Pass::Ofb),
                Mode::Ctr(increment) => Some(Pass::Ctr(increment)),
                Mode::Cfb8 | Mode::Cfb1 | Mode::CtrBy => None,
            },
            stream: !matches!(mode, Mode::Ecb(_) | Mode::Cbc(_) | Mode::Xts),
            padded: matches!(ending, Some(Ending::Padded(_))),
            kept: match (mode, ending) {
                (Mode::Xts, _) | (_, Some(Ending::Stolen(_))) => block + 1,
                (_, Some(Ending::Padded(padding))) if !encrypt => usize::from(padding != Padding::Zero),
                _ => 0,
            },
            limit: match mode {
                Mode::Xts => u128::from(MAX_DATA_UNIT) * len,
                Mode::Ctr(by) => by.period(block).map_or(u128::MAX, |blocks| blocks.saturating_mul(len)),
                _ => u128::MAX,
            },
        };
        if plan.pass.is_some() && plan.kept == 0 && !plan.padded && block.is_power_of_two() {
            plan.beyond = block - 1;
        }
        plan
    }
}

/// Refuses a cipher with blocks of a length that the mode is not defined for.
pub(crate) fn check_block(mode: Mode, block: usize) -> Result<(), Error> {
    let (min, max) = (16, 32);
    match mode {
        // IEEE 1619 has blocks of 16 bytes; for those of Rijndael up to 32 its field has a polynomial likewise
        Mode::Xts if block < min || block > max => Err(Error::Parameter {
            name: "the cipher's block in bits",
            value: 8 * block as u64,
            min: 8 * min as u64,
            max: 8 * max as u64,
        }),
        _ => Ok(()),
    }
}

/// The fewest and the most bytes of an IV.
pub(crate) fn iv_lengths(mode: Mode, block: usize) -> (usize, usize) {
    match mode {
        Mode::Ecb(_) => (0, 0),
        Mode::Ctr(_) | Mode::CtrBy => (0, block),
        _ => (block, block),
    }
}
