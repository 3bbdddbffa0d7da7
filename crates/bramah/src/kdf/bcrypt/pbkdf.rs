//! bcrypt_pbkdf of OpenBSD and OpenSSH: a kind of PBKDF2 whose pseudorandom function is bcrypt over SHA-512 hashes. The bytes of
//! its output blocks are interleaved.

use super::{BLOCKS, DISPATCH, Job, Plan};
use crate::kdf::bcrypt::BcryptCalls;
use crate::{
    Error, Sha512,
    kdf::PasswordKdf,
    wipe::{self, wipe},
};
use alloc::{vec, vec::Vec};

/// bcrypt_pbkdf, with which OpenSSH derives the keys that encrypt private keys.
///
/// ```
/// use bramah::kdf::bcrypt::BcryptPbkdf;
///
/// let mut key = [0; 48];
/// BcryptPbkdf::new(16)?.derive(b"password", b"16 bytes of salt", &mut key)?;
/// # Ok::<(), bramah::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BcryptPbkdf {
    rounds: u32,
}

/// The text that bcrypt_pbkdf encrypts: "OxychromaticBlowfishSwatDynamite".
const TEXT: [[u32; 2]; BLOCKS] = [
    [0x4f78_7963, 0x6872_6f6d],
    [0x6174_6963, 0x426c_6f77],
    [0x6669_7368, 0x5377_6174],
    [0x4479_6e61, 0x6d69_7465],
];
const PLAN: Plan = Plan { rounds: 64, salt_first: true, text: &TEXT };

/// The length of a block in bytes. The next constant is the maximum length of an output in bytes: more than `BLOCK` blocks
/// could not be interleaved.
const BLOCK: usize = 32;
const MAX_OUTPUT: usize = BLOCK * BLOCK;

impl BcryptPbkdf {
    /// Returns bcrypt_pbkdf with `rounds` rounds, at least 1; `ssh-keygen` uses 16 or 24.
    ///
    /// # Errors
    /// [`Error::Parameter`] if `rounds` is 0.
    pub const fn new(rounds: u32) -> Result<Self, Error> {
        match rounds {
            0 => {
                Err(Error::Parameter { name: "the number of rounds", value: 0, min: 1, max: u32::MAX as u64 })
            }
            _ => Ok(Self { rounds }),
        }
    }

    /// Derives `out`, of 1 to 1024 bytes, from a password and a salt. Neither may be empty.
    ///
    /// # Errors
    /// [`Error::OutputLength`] and [`Error::ParameterLength`] for invalid lengths.
    pub fn derive(self, password: &[u8], salt: &[u8], out: &mut [u8]) -> Result<(), Error> {
        if !(1..=MAX_OUTPUT).contains(&out.len()) {
            return Err(Error::OutputLength { length: out.len(), min: 1, max: MAX_OUTPUT });
        }
        for (name, bytes) in [("password", password), ("salt", salt)] {
            if bytes.is_empty() {
                return Err(Error::ParameterLength { name, length: 0, min: 1, max: usize::MAX });
            }
        }
        let count = out.len().div_ceil(BLOCK);
        let mut key = Sha512::digest(password);
        let mut inputs: Vec<[u8; 64]> = (1..=count as u32)
            .map(|i| {
                let mut hasher = Sha512::new();
                hasher.update(salt);
                hasher.update(i.to_be_bytes());
                hasher.finalize()
            })
            .collect();
        let mut sums = vec![[0; BLOCK]; count];
        let mut results = vec![[[0; 2]; BLOCKS]; count];
        for _ in 0..self.rounds {
            // one round of all blocks, side by side
            let jobs: Vec<Job> = inputs.iter().map(|salt| Job::new(&key, salt)).collect();
            DISPATCH.get().run(&jobs, &PLAN, &mut results);
            for ((input, sum), result) in inputs.iter_mut().zip(&mut sums).zip(&results) {
                let mut bytes = [0; BLOCK];
                for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(result.as_flattened()) {
                    *bytes = word.to_le_bytes();
                }
                for (sum, byte) in sum.iter_mut().zip(&bytes) {
                    *sum ^= byte;
                }
                *input = Sha512::digest(bytes);
                wipe(&mut bytes);
            }
        }
        for (i, byte) in out.iter_mut().enumerate() {
            *byte = sums[i % count][i / count];
        }
        wipe(&mut key);
        wipe(inputs.as_flattened_mut());
        wipe(sums.as_flattened_mut());
        wipe(results.as_flattened_mut().as_flattened_mut());
        wipe::deep();
        Ok(())
    }
}

impl PasswordKdf for BcryptPbkdf {
    fn derive(&self, password: &[u8], salt: &[u8], out: &mut [u8]) -> Result<(), Error> {
        Self::derive(*self, password, salt, out)
    }
    fn memory(&self) -> u64 {
        size_of::<crate::block::blowfish::State>() as u64
    }
}
