//! Balloon: D. Boneh, H. Corrigan-Gibbs, S. Schechter, "Balloon Hashing: A Memory-Hard Function Providing Provable
//! Protection Against Sequential Attacks", 2016, with any hash function; and its variant M for several lanes.
//!
//! The paper leaves open how numbers are written. Here it is as its authors' program and RustCrypto's
//! `balloon-hash` have it: 8 bytes, the lowest first.

use super::PasswordKdf;
use crate::{
    Error,
    hash::{Frame, Hash, Options},
    wipe::wipe,
};
use alloc::vec::Vec;
use core::{fmt, marker::PhantomData};

/// The blocks besides the one before that each block is mixed with, delta in the paper.
const DELTA: u64 = 3;

/// Balloon over a hash function of `N` bytes, with its parameters.
///
/// ```
/// use bramah::{hash::sha2::Sha256Hash, kdf::balloon::Balloon};
///
/// let balloon = Balloon::<Sha256Hash, 32>::new(1024, 3)?;
/// let mut key = [0; 32];
/// balloon.derive(b"password", b"salt", &mut key)?;
/// # Ok::<(), bramah::Error>(())
/// ```
pub struct Balloon<H, const N: usize> {
    space: u32,
    time: u32,
    lanes: Option<u32>,
    hash: PhantomData<H>,
}

impl<H: Hash, const N: usize> Balloon<H, N> {
    /// With `space` blocks of a digest, gone over `time` times, in one lane (Balloon).
    ///
    /// # Errors
    /// [`Error::Parameter`] for no space or no time.
    pub fn new(space: u32, time: u32) -> Result<Self, Error> {
        for (name, value) in [("the space cost", space), ("the time cost", time)] {
            if value == 0 {
                return Err(Error::Parameter { name, value: 0, min: 1, max: u32::MAX.into() });
            }
        }
        Ok(Self { space, time, lanes: None, hash: PhantomData })
    }

    /// In so many lanes, each of that much space, and their results together (Balloon-M, which with one lane gives
    /// another result than Balloon).
    ///
    /// # Errors
    /// [`Error::Parameter`] for none.
    pub fn lanes(self, lanes: u32) -> Result<Self, Error> {
        match lanes {
            0 => Err(Error::Parameter { name: "the number of lanes", value: 0, min: 1, max: u32::MAX.into() }),
            _ => Ok(Self { lanes: Some(lanes), ..self }),
        }
    }

    /// Makes `out`, as long as a digest, of a password and a salt.
    ///
    /// # Errors
    /// [`Error::OutputLength`] for another length; [`Error::NoMemory`] if there is not enough.
    pub fn derive(&self, password: &[u8], salt: &[u8], out: &mut [u8]) -> Result<(), Error> {
        let length = out.len();
        let Ok(out) = <&mut [u8; N]>::try_from(out) else {
            return Err(Error::OutputLength { length, min: N, max: N });
        };
        let mut space: Vec<[u8; N]> = Vec::new();
        let no_memory = Error::NoMemory { bytes: self.memory() };
        let Ok(blocks) = usize::try_from(self.space) else { return Err(no_memory) };
        space.try_reserve_exact(blocks).map_err(|_| no_memory)?;
        space.resize(blocks, [0; N]);
        match self.lanes {
            None => self.lane(password, salt, None, &mut space, out),
            Some(lanes) => {
                let (mut sum, mut result) = ([0; N], [0; N]);
                for lane in 1..=u64::from(lanes) {
                    self.lane(password, salt, Some(lane), &mut space, &mut result);
                    for (sum, byte) in sum.iter_mut().zip(&result) {
                        *sum ^= byte;
                    }
                }
                digest::<H>(&[password, salt, &sum], out);
                wipe(&mut sum);
                wipe(&mut result);
            }
        }
        wipe(space.as_flattened_mut());
        crate::wipe::stack();
        Ok(())
    }

    /// A lane of Balloon-M, by its number from 1 on, or all of Balloon.
    fn lane(&self, password: &[u8], salt: &[u8], lane: Option<u64>, space: &mut [[u8; N]], out: &mut [u8; N]) {
        let number = lane.map(u64::to_le_bytes);
        let lane: &[u8] = number.as_ref().map_or(&[], |number| number);
        let mut count = 0u64;
        // every call of the hash function takes in how many there were before
        let mut hash = |parts: [&[u8]; 4], out: &mut [u8; N]| {
            let [a, b, c, d] = parts;
            digest::<H>(&[&count.to_le_bytes(), a, b, c, d], out);
            count = count.wrapping_add(1);
        };
        let mut block = [0; N];
        hash([password, salt, lane, &[]], &mut block);
        for (i, place) in space.iter_mut().enumerate() {
            if i > 0 {
                let before = block;
                hash([&before, &[], &[], &[]], &mut block);
            }
            *place = block;
        }
        let blocks = u64::from(self.space);
        for time in 0..u64::from(self.time) {
            for m in 0..space.len() {
                let before = space[if m == 0 { space.len() - 1 } else { m - 1 }];
                hash([&before, &space[m], &[], &[]], &mut block);
                space[m] = block;
                for i in 0..DELTA {
                    let (mut index, mut other) = ([0; N], [0; N]);
                    let numbers = [time.to_le_bytes(), (m as u64).to_le_bytes(), i.to_le_bytes()];
                    digest::<H>(&[numbers.as_flattened()], &mut index);
                    hash([salt, lane, &index, &[]], &mut other);
                    // the digest as a number, lowest byte first
                    let place = other.iter().rev().fold(0, |rest, byte| (rest << 8 | u64::from(*byte)) % blocks);
                    let (own, other) = (space[m], space[place as usize]);
                    hash([&own, &other, &[], &[]], &mut block);
                    space[m] = block;
                }
            }
        }
        if let Some(last) = space.last() {
            *out = *last;
        }
        wipe(&mut block);
    }
}

/// The digest of the parts, one after another.
fn digest<H: Hash>(parts: &[&[u8]], out: &mut [u8]) {
    let start = H::start(Options::NONE, out.len());
    let mut frame = H::Frame::new(&start, H::Frame::dispatch().get());
    for part in parts {
        frame.update(part);
    }
    frame.finish(out);
}

impl<H: Hash, const N: usize> PasswordKdf for Balloon<H, N> {
    fn derive(&self, password: &[u8], salt: &[u8], out: &mut [u8]) -> Result<(), Error> {
        Self::derive(self, password, salt, out)
    }
    fn memory(&self) -> u64 {
        u64::from(self.space) * N as u64
    }
}

impl<H, const N: usize> Clone for Balloon<H, N> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<H, const N: usize> Copy for Balloon<H, N> {}

impl<H, const N: usize> fmt::Debug for Balloon<H, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Balloon")
            .field("space", &self.space)
            .field("time", &self.time)
            .field("lanes", &self.lanes)
            .finish()
    }
}
