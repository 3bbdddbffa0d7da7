//! Which bytes depend on a secret: of the registers, of memory, and which flags.
//!
//! A set of bytes is a bit mask, the lowest byte in bit 0, so 64 bits are enough for the widest
//! register.

use iced_x86::Register;
use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

/// General registers, vector registers, mask registers.
const FILE: usize = MASKS + 8;
const VECTORS: usize = 16;
const MASKS: usize = VECTORS + 32;

pub(crate) struct Taint {
    /// The last entry is of the registers that no secret may reach: it stays 0.
    registers: [u64; FILE + 1],
    /// In the bits of iced's `RflagsBits`.
    pub(crate) flags: u32,
    /// The values of mask registers that were set to a public number.
    masks: [Option<u64>; 8],
    pub(crate) memory: Memory,
}

impl Default for Taint {
    fn default() -> Self {
        Self { registers: [0; _], flags: 0, masks: [None; 8], memory: Memory::default() }
    }
}

/// Returns the lowest `n` bytes.
pub(crate) fn low(n: usize) -> u64 {
    if n < 64 { (1 << n) - 1 } else { u64::MAX }
}

/// Where the bytes of a register lie.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// The entry in the file; the last for the registers that no secret may reach: segments, the x87 and MMX stack, system
    /// registers.
    entry: usize,
    /// The first byte there.
    shift: u32,
    bytes: u64,
    /// The bytes that a write replaces. Those above a register of 32 bits become zero.
    replaced: u64,
}

impl From<Register> for Place {
    fn from(register: Register) -> Self {
        let full = register.full_register();
        let high = matches!(register, Register::AH | Register::BH | Register::CH | Register::DH);
        let entry = if full.is_gpr() {
            full.number()
        } else if full.is_vector_register() {
            VECTORS + full.number()
        } else if full.is_k() {
            MASKS + full.number()
        } else {
            FILE
        };
        let (shift, bytes) = (u32::from(high), low(register.size()));
        Self { entry, shift, bytes, replaced: if register.is_gpr32() { low(8) } else { bytes << shift } }
    }
}

impl Taint {
    /// Returns the secret bytes of a register.
    pub(crate) fn register(&self, register: impl Into<Place>) -> u64 {
        let place = register.into();
        self.registers[place.entry] >> place.shift & place.bytes
    }

    /// Writes a register; false if it would be a secret in one that no secret may reach.
    #[must_use]
    pub(crate) fn write(&mut self, register: impl Into<Place>, bytes: u64) -> bool {
        let place = register.into();
        if place.entry == FILE {
            return bytes == 0;
        }
        let entry = &mut self.registers[place.entry];
        *entry = *entry & !place.replaced | (bytes & place.bytes) << place.shift;
        if let Some(mask) = place.entry.checked_sub(MASKS) {
            self.masks[mask] = None;
        }
        true
    }

    /// Returns the number in a mask register, if it is known.
    pub(crate) fn mask(&self, register: Register) -> Option<u64> {
        register.is_k().then(|| self.masks[register.number()])?
    }

    /// Sets the known value of a mask register, which is no secret.
    pub(crate) fn set_mask(&mut self, register: Register, number: u64) {
        self.masks[register.number()] = Some(number);
    }

    /// Keeps only the lowest `n` bytes of vector registers 0 to 15, for `vzeroupper` and `vzeroall`.
    pub(crate) fn truncate_vectors(&mut self, n: usize) {
        for register in &mut self.registers[VECTORS..VECTORS + 16] {
            *register &= low(n);
        }
    }
}

/// A map whose keys are addresses or numbers of pages. Its hash is fast and simple, since nobody chooses these keys so that
/// their hashes collide.
pub(crate) type ByAddress<T> = HashMap<u64, T, BuildHasherDefault<Product>>;

/// The hash of a number is its product with 2^64 divided by the golden ratio.
#[derive(Default)]
pub(crate) struct Product(u64);

impl Hasher for Product {
    fn write(&mut self, _: &[u8]) {
        unreachable!("the keys are numbers");
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The secret bytes of memory: a bit for each, by page.
#[derive(Default)]
pub(crate) struct Memory(ByAddress<Box<[u64; 64]>>);

impl Memory {
    fn word(&self, word: u64) -> u64 {
        self.0.get(&(word >> 6)).map_or(0, |page| page[word as usize % 64])
    }

    /// Returns which of `n` bytes, at most 64, are secret.
    pub(crate) fn get(&self, address: u64, n: usize) -> u64 {
        let (word, shift) = (address >> 6, address % 64);
        let both = u128::from(self.word(word)) | u128::from(self.word(word + 1)) << 64;
        (both >> shift) as u64 & low(n)
    }

    /// Writes `n` bytes, at most 64.
    pub(crate) fn set(&mut self, address: u64, n: usize, bytes: u64) {
        let (word, shift) = (address >> 6, address % 64);
        let covered = u128::from(low(n)) << shift;
        let bytes = u128::from(bytes & low(n)) << shift;
        for (word, covered, bytes) in
            [(word, covered as u64, bytes as u64), (word + 1, (covered >> 64) as u64, (bytes >> 64) as u64)]
        {
            // a page is made only when it has something to hold
            if bytes != 0 || covered != 0 && self.0.contains_key(&(word >> 6)) {
                let page = self.0.entry(word >> 6).or_insert_with(|| Box::new([0; 64]));
                let word = &mut page[word as usize % 64];
                *word = *word & !covered | bytes;
            }
        }
    }

    /// Makes `n` bytes public.
    pub(crate) fn clear(&mut self, address: u64, n: usize) {
        for at in (0..n).step_by(64) {
            self.set(address + at as u64, (n - at).min(64), 0);
        }
    }

    /// Makes all of `bytes` secret.
    pub(crate) fn mark(&mut self, bytes: *const [u8]) {
        for i in 0..bytes.len() {
            self.set(bytes.cast::<u8>() as u64 + i as u64, 1, 1);
        }
    }

    /// Returns whether all of `bytes` is secret.
    pub(crate) fn holds(&self, bytes: &[u8]) -> bool {
        bytes.iter().all(|byte| self.get(byte as *const u8 as u64, 1) == 1)
    }
}
