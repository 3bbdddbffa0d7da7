//! Balloon: D. Boneh, H. Corrigan-Gibbs, S. Schechter, "Balloon Hashing: A Memory-Hard Function Providing Provable Protection
//! Against Sequential Attacks", 2016, with any hash function; and its variant Balloon-M for several lanes.
//!
//! The paper does not say how numbers are encoded. Here they have 8 bytes, little-endian, as in its authors' program and
//! RustCrypto's `balloon-hash`.

use super::{HashFunction, MAX_DIGEST, PasswordKdf};
use crate::{
    Error,
    wipe::{self, wipe},
};
use alloc::vec::Vec;

/// The number of blocks at pseudorandom indices that each block is mixed with, besides the preceding block: delta in the paper.
const DELTA: u64 = 3;

/// Balloon with its parameters.
///
/// Balloon reads memory at addresses that depend only on the salt.
///
/// ```
/// use bramah::{Sha256, kdf, kdf::balloon::Balloon};
///
/// let balloon = Balloon::new(1024, 3)?.over(kdf::of::<Sha256>());
/// let mut key = [0; 32];
/// balloon.derive(b"password", b"salt", &mut key)?;
/// # Ok::<(), bramah::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balloon {
    space: u32,
    time: u32,
    lanes: Option<u32>,
}

impl Balloon {
    /// Returns Balloon with `space` digests of memory, `time` passes over the memory, and one lane.
    ///
    /// # Errors
    /// [`Error::Parameter`] if `space` or `time` is 0.
    pub fn new(space: u32, time: u32) -> Result<Self, Error> {
        positive("the space cost", space)?;
        positive("the time cost", time)?;
        Ok(Self { space, time, lanes: None })
    }

    /// Sets the number of lanes. Their results are combined. This is Balloon-M, whose results differ from those of Balloon
    /// even with one lane. Each lane takes `space` digests of memory.
    ///
    /// # Errors
    /// [`Error::Parameter`] if `lanes` is 0.
    pub fn lanes(self, lanes: u32) -> Result<Self, Error> {
        positive("the number of lanes", lanes)?;
        Ok(Self { lanes: Some(lanes), ..self })
    }

    /// Returns this Balloon over a hash function.
    pub const fn over<F: HashFunction>(self, hash: F) -> Over<F> {
        Over { balloon: self, hash }
    }
}

fn positive(name: &'static str, value: u32) -> Result<(), Error> {
    match value {
        0 => Err(Error::Parameter { name, value: 0, min: 1, max: u32::MAX.into() }),
        _ => Ok(()),
    }
}

/// [`Balloon`] over a hash function.
#[derive(Clone, Copy, Debug)]
pub struct Over<F> {
    balloon: Balloon,
    hash: F,
}

/// A buffer for a digest.
type Digest = [u8; MAX_DIGEST];

impl<F: HashFunction> Over<F> {
    /// Derives `out`, as long as a digest, from a password and a salt.
    ///
    /// # Errors
    /// [`Error::OutputLength`] if `out` is not as long as a digest; [`Error::NoMemory`] if there is not enough memory.
    pub fn derive(&self, password: &[u8], salt: &[u8], out: &mut [u8]) -> Result<(), Error> {
        let len = super::digest_len(&self.hash)?;
        if out.len() != len {
            return Err(Error::OutputLength { length: out.len(), min: len, max: len });
        }
        let mut space = Vec::new();
        let Some(bytes) = usize::try_from(self.memory()).ok().filter(|n| space.try_reserve_exact(*n).is_ok())
        else {
            return Err(Error::NoMemory { bytes: self.memory() });
        };
        space.resize(bytes, 0);
        match self.balloon.lanes {
            None => {
                self.lane(password, salt, &[], &mut space);
                out.copy_from_slice(&space[bytes - len..]);
            }
            Some(lanes) => {
                let mut sum: Digest = [0; MAX_DIGEST];
                for lane in 1..=u64::from(lanes) {
                    self.lane(password, salt, &lane.to_le_bytes(), &mut space);
                    for (sum, byte) in sum.iter_mut().zip(&space[bytes - len..]) {
                        *sum ^= byte;
                    }
                }
                self.hash.hash(&[password, salt, &sum[..len]], out);
                wipe(&mut sum);
            }
        }
        wipe(&mut space);
        wipe::stack();
        Ok(())
    }

    /// Computes Balloon, or one lane of Balloon-M. `lane` is the encoded number of the lane, and empty for Balloon. The result
    /// is the last digest of `space`.
    fn lane(&self, password: &[u8], salt: &[u8], lane: &[u8], space: &mut [u8]) {
        let len = self.hash.digest_len();
        let count = u64::from(self.balloon.space);
        let place = |index: u64| index as usize * len..(index as usize + 1) * len;
        let mut block: Digest = [0; MAX_DIGEST];
        let block = &mut block[..len];
        // the first input of each call of the hash function is the number of preceding calls
        let mut calls = 0u64;
        let mut hash = |parts: [&[u8]; 3], out: &mut [u8]| {
            let [a, b, c] = parts;
            self.hash.hash(&[&calls.to_le_bytes(), a, b, c], out);
            calls = calls.wrapping_add(1);
        };
        hash([password, salt, lane], block);
        space[place(0)].copy_from_slice(block);
        for m in 1..count {
            hash([&space[place(m - 1)], &[], &[]], block);
            space[place(m)].copy_from_slice(block);
        }
        for time in 0..u64::from(self.balloon.time) {
            for m in 0..count {
                let before = if m == 0 { count - 1 } else { m - 1 };
                hash([&space[place(before)], &space[place(m)], &[]], block);
                space[place(m)].copy_from_slice(block);
                for i in 0..DELTA {
                    let numbers = [time.to_le_bytes(), m.to_le_bytes(), i.to_le_bytes()];
                    let mut index: Digest = [0; MAX_DIGEST];
                    self.hash.hash(&[numbers.as_flattened()], &mut index[..len]);
                    hash([salt, lane, &index[..len]], block);
                    // the digest is a little-endian number; this computes it modulo `count`
                    let other =
                        block.iter().rev().fold(0, |rest, byte| (rest << 8 | u64::from(*byte)) % count);
                    hash([&space[place(m)], &space[place(other)], &[]], block);
                    space[place(m)].copy_from_slice(block);
                }
            }
        }
        wipe(block);
    }
}

impl<F: HashFunction> PasswordKdf for Over<F> {
    fn derive(&self, password: &[u8], salt: &[u8], out: &mut [u8]) -> Result<(), Error> {
        Self::derive(self, password, salt, out)
    }
    fn memory(&self) -> u64 {
        u64::from(self.balloon.space).saturating_mul(self.hash.digest_len() as u64)
    }
}
