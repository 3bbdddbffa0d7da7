//! Which bytes depend on a secret: of the registers, of memory, and which flags.
//!
//! A set of bytes is a bit mask, the lowest byte in bit 0, so 64 bits are enough for the widest
//! register.

use iced_x86::Register;
use std::collections::HashMap;

/// General registers, vector registers, mask registers.
const FILE: usize = 16 + 32 + 8;

pub(crate) struct Taint {
    registers: [u64; FILE],
    /// In the bits of iced's `RflagsBits`.
    pub(crate) flags: u32,
    /// The values of mask registers that were set to a public number.
    masks: [Option<u64>; 8],
    pub(crate) memory: Memory,
}

impl Default for Taint {
    fn default() -> Self {
        Self { registers: [0; FILE], flags: 0, masks: [None; 8], memory: Memory::default() }
    }
}

/// Returns the lowest `n` bytes.
pub(crate) fn low(n: usize) -> u64 {
    if n < 64 { (1 << n) - 1 } else { u64::MAX }
}

/// Returns the place of a register: its entry in the file, and the first of its bytes there. `None` for the registers
/// that no secret may reach: segments, the x87 and MMX stack, system registers.
fn place(register: Register) -> Option<(usize, u32)> {
    let full = register.full_register();
    let high = matches!(register, Register::AH | Register::BH | Register::CH | Register::DH);
    if full.is_gpr() {
        Some((full.number(), u32::from(high)))
    } else if full.is_vector_register() {
        Some((16 + full.number(), 0))
    } else if full.is_k() {
        Some((48 + full.number(), 0))
    } else {
        None
    }
}

impl Taint {
    /// Returns the secret bytes of a register.
    pub(crate) fn register(&self, register: Register) -> u64 {
        match place(register) {
            Some((entry, shift)) => self.registers[entry] >> shift & low(register.size()),
            None => 0,
        }
    }

    /// Writes a register; false if it is one that no secret may reach. The bytes above a register of 32 bits become
    /// zero.
    #[must_use]
    pub(crate) fn write(&mut self, register: Register, bytes: u64) -> bool {
        let Some((entry, shift)) = place(register) else { return bytes == 0 };
        let size = if register.is_gpr32() { 8 } else { register.size() };
        let old = self.registers[entry] & !(low(size) << shift);
        self.registers[entry] = old | (bytes & low(register.size())) << shift;
        if register.is_k() {
            self.masks[register.number()] = None;
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
        for register in &mut self.registers[16..32] {
            *register &= low(n);
        }
    }
}

/// The secret bytes of memory: a bit for each, by page.
#[derive(Default)]
pub(crate) struct Memory(HashMap<u64, Box<[u64; 64]>>);

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
