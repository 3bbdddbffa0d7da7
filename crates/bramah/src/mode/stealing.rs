//! Ciphertext stealing: messages of any length from one block on are encrypted without padding.

use crate::{
    block::{Pass, sealed::Keyed},
    direction::Direction,
    simd::memory::InOut,
};

/// The order of the last two blocks of ciphertext. One of them is as short as the last block of the message. Source:
/// Addendum to NIST SP 800-38A, "Three variants of ciphertext stealing for CBC mode".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stealing {
    /// The short block comes first. If the message consists of whole blocks, nothing is stolen.
    Cs1,
    /// The short block comes last. If the message consists of whole blocks, nothing is stolen. W. Ehrhardt's units write this
    /// order.
    #[default]
    Cs2,
    /// The last two blocks are always swapped, even if both are complete: Kerberos (RFC 3962).
    Cs3,
}

impl Stealing {
    /// All variants, in the order of their declaration.
    pub const ALL: [Self; 3] = [Self::Cs1, Self::Cs2, Self::Cs3];

    /// Returns the variant's name: `cs1`, `cs2` or `cs3`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cs1 => "cs1",
            Self::Cs2 => "cs2",
            Self::Cs3 => "cs3",
        }
    }

    /// Returns the variant with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stealing| stealing.name() == name)
    }

    /// Returns whether the last two blocks are swapped, so that the block of `short` bytes comes last in the
    /// ciphertext.
    fn short_last(self, short: usize, block: usize) -> bool {
        match self {
            Self::Cs1 => false,
            Self::Cs2 => short < block,
            Self::Cs3 => true,
        }
    }
}

/// Encrypts or decrypts, in place, the end of a message: more than one block, and at most two. `chain` is the chaining value in
/// CBC, and `None` in ECB.
pub(super) fn finish(
    cipher: &impl Keyed,
    stealing: Stealing,
    chain: Option<&[u8]>,
    direction: Direction,
    tail: &mut [u8],
) {
    let block = cipher.block_len();
    let short = tail.len() - block;
    let swapped = stealing.short_last(short, block);
    match direction {
        Direction::Encrypt => {
            let (first, last) = tail.split_at_mut(block);
            if let Some(chain) = chain {
                xor(first, chain);
            }
            cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(&mut *first));
            // `first` is X of the standard; its bytes after the first `short` complete the last block
            if chain.is_some() {
                // the first bytes of X are output, so they change places with the bytes that are encrypted next
                for (first, last) in first.iter_mut().zip(last) {
                    let mixed = *first ^ *last;
                    *last = core::mem::replace(first, mixed);
                }
            } else {
                first[..short].swap_with_slice(last);
            }
            cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(first));
            // the complete block is now first; in CS1, the short block must be first
            if !swapped {
                tail.rotate_left(block);
            }
        }
        Direction::Decrypt => {
            if !swapped {
                tail.rotate_left(short);
            }
            let (first, last) = tail.split_at_mut(block);
            cipher.pass(Pass::EcbDecrypt, &mut [], &mut InOut::from(&mut *first));
            if chain.is_some() {
                for (first, last) in first.iter_mut().zip(last) {
                    let message = *first ^ *last;
                    *first = core::mem::replace(last, message);
                }
            } else {
                first[..short].swap_with_slice(last);
            }
            cipher.pass(Pass::EcbDecrypt, &mut [], &mut InOut::from(&mut *first));
            if let Some(chain) = chain {
                xor(first, chain);
            }
        }
    }
}

/// Encrypts or decrypts, in place, the end of a data unit in XTS: more than one block, and less than two. IEEE 1619, 5.3.2 and
/// 5.4.2.
pub(super) fn finish_xts(cipher: &impl Keyed, tweak: &mut [u8], direction: Direction, tail: &mut [u8]) {
    let block = cipher.block_len();
    let short = tail.len() - block;
    let (first, last) = tail.split_at_mut(block);
    let mut next = [0; crate::block::MAX_BLOCK];
    let next = &mut next[..block];
    next.copy_from_slice(tweak);
    crate::simd::blocks::double_le(next);
    let (pass, one, two) = match direction {
        Direction::Encrypt => (Pass::XtsEncrypt, tweak, next),
        Direction::Decrypt => (Pass::XtsDecrypt, next, tweak),
    };
    cipher.pass(pass, one, &mut InOut::from(&mut *first));
    first[..short].swap_with_slice(last);
    cipher.pass(pass, two, &mut InOut::from(first));
}

fn xor(to: &mut [u8], with: &[u8]) {
    for (to, with) in to.iter_mut().zip(with) {
        *to ^= with;
    }
}
