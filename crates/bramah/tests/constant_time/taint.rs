//! Which bytes of the registers and of memory, and which flags, depend on a secret.
//!
//! A set of bytes is a bit mask, the lowest byte in bit 0, so 64 bits are enough for the widest
//! register.

use iced_x86::Register;
use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

/// The total number of registers: 16 general registers, 32 vector registers and 8 mask registers. `VECTORS` and `MASKS` are the
/// indices of the first vector register and the first mask register.
const FILE: usize = MASKS + 8;
const VECTORS: usize = 16;
const MASKS: usize = VECTORS + 32;

pub(crate) struct Taint {
    /// The secret bytes of each register. The last entry stands for the registers in which no secret is allowed, and
    /// stays 0.
    registers: [u64; FILE + 1],
    /// The flags that depend on a secret, as bits of iced's `RflagsBits`.
    pub(crate) flags: u32,
    /// The values of the mask registers that were set to a public number.
    masks: [Option<u64>; 8],
    pub(crate) memory: Memory,
}

impl Default for Taint {
    fn default() -> Self {
        Self { registers: [0; _], flags: 0, masks: [None; 8], memory: Memory::default() }
    }
}

/// Returns the set of the lowest `n` bytes.
pub(crate) fn low(n: usize) -> u64 {
    if n < 64 { (1 << n) - 1 } else { u64::MAX }
}

/// The position of the bytes of a register in [`Taint`].
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// The entry in the table of registers. It is the last entry for registers in which no secret is allowed: segment
    /// registers, the x87 and MMX stack, and system registers.
    entry: usize,
    /// The index of the register's first byte in the entry: 1 for AH to DH, otherwise 0.
    shift: u32,
    bytes: u64,
    /// The bytes that a write replaces. A write to a register of 32 bits sets the bytes above it to zero.
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

    /// Sets the secret bytes of a register. Returns false if a byte is secret but the register is one in which no
    /// secret is allowed.
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

    /// Returns the number in a mask register, or `None` if it is unknown.
    pub(crate) fn mask(&self, register: Register) -> Option<u64> {
        register.is_k().then(|| self.masks[register.number()])?
    }

    /// Sets the known value of a mask register, which is not secret.
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

/// A hash: the product of the number and 2^64 divided by the golden ratio.
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

/// The secret bytes of memory: for each page, a bit for each byte.
#[derive(Default)]
pub(crate) struct Memory(ByAddress<Box<[u64; 64]>>);

impl Memory {
    fn word(&self, word: u64) -> u64 {
        self.0.get(&(word >> 6)).map_or(0, |page| page[word as usize % 64])
    }

    /// Returns which of the `n` bytes at an address are secret; `n` is at most 64.
    pub(crate) fn get(&self, address: u64, n: usize) -> u64 {
        let (word, shift) = (address >> 6, address % 64);
        let both = u128::from(self.word(word)) | u128::from(self.word(word + 1)) << 64;
        (both >> shift) as u64 & low(n)
    }

    /// Sets which of the `n` bytes at an address are secret; `n` is at most 64.
    pub(crate) fn set(&mut self, address: u64, n: usize, bytes: u64) {
        let (word, shift) = (address >> 6, address % 64);
        let covered = u128::from(low(n)) << shift;
        let bytes = u128::from(bytes & low(n)) << shift;
        for (word, covered, bytes) in
            [(word, covered as u64, bytes as u64), (word + 1, (covered >> 64) as u64, (bytes >> 64) as u64)]
        {
            // a page is added only when it has secret bytes
            if bytes != 0 || covered != 0 && self.0.contains_key(&(word >> 6)) {
                let page = self.0.entry(word >> 6).or_insert_with(|| Box::new([0; 64]));
                let word = &mut page[word as usize % 64];
                *word = *word & !covered | bytes;
            }
        }
    }

    /// Makes the `n` bytes at an address public.
    pub(crate) fn clear(&mut self, address: u64, n: usize) {
        for at in (0..n).step_by(64) {
            self.set(address + at as u64, (n - at).min(64), 0);
        }
    }

    /// Makes all bytes of `bytes` secret.
    pub(crate) fn mark(&mut self, bytes: *const [u8]) {
        for i in 0..bytes.len() {
            self.set(bytes.cast::<u8>() as u64 + i as u64, 1, 1);
        }
    }

    /// Returns whether all bytes of `bytes` are secret.
    pub(crate) fn holds(&self, bytes: &[u8]) -> bool {
        bytes.iter().all(|byte| self.get(byte as *const u8 as u64, 1) == 1)
    }
}
