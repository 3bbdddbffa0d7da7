//! Cyclic redundancy checks: the message, as a polynomial over GF(2), modulo another. Each is named by the parameters of the
//! model of Williams, "A painless guide to CRC error detection algorithms", 1993.
//!
//! The state is kept with the next bits to go at one end of 64 bits: the low end if the bits of a byte are taken from the
//! lowest on (`reflected`), else the high end. So polynomials of every degree up to 64 run the same code. Eight bytes are taken
//! at a time by eight tables, one for each distance of a byte from the end of the eight. The tables are indexed by the message:
//! a checksum protects no secret.

/// A polynomial and the order of bits.
#[derive(Clone, Copy)]
pub(super) struct Model {
    /// The degree of the polynomial.
    pub(super) width: u32,
    /// The polynomial without its highest power; the power 0 is the lowest bit.
    pub(super) polynomial: u64,
    /// Whether the bits of a byte are taken from the lowest on.
    pub(super) reflected: bool,
}

/// The number of bytes that are taken at a time.
const AT_ONCE: usize = 8;

/// The states after each byte, followed by 0 to 7 bytes of zeros.
pub(super) type Tables = [[u64; 256]; AT_ONCE];

impl Model {
    /// Returns the polynomial as the state is kept.
    const fn placed(self) -> u64 {
        self.state(self.polynomial)
    }

    /// Returns a number of `width` bits as the state is kept; it is its own inverse for reflected models.
    const fn state(self, number: u64) -> u64 {
        let high = number << (64 - self.width);
        if self.reflected { high.reverse_bits() } else { high }
    }

    /// Returns the number of `width` bits that a state stands for: reflected models deliver it reflected.
    pub(super) const fn number(self, state: u64) -> u64 {
        if self.reflected { state } else { state >> (64 - self.width) }
    }

    /// Returns the state that begins with a number of `width` bits, as [`number`](Self::number) delivers it.
    pub(super) const fn start(self, number: u64) -> u64 {
        if self.reflected { number } else { number << (64 - self.width) }
    }

    /// Returns the state after a bit of zero.
    pub(super) const fn bit(self, state: u64) -> u64 {
        let (out, rest) = if self.reflected { (state & 1, state >> 1) } else { (state >> 63, state << 1) };
        rest ^ if out == 1 { self.placed() } else { 0 }
    }

    /// Computes the tables.
    pub(super) const fn tables(self) -> Tables {
        let mut tables = [[0; 256]; AT_ONCE];
        let mut byte = 0;
        while byte < 256 {
            let mut state = if self.reflected { byte as u64 } else { (byte as u64) << 56 };
            let mut bits = 0;
            while bits < 8 {
                state = self.bit(state);
                bits += 1;
            }
            tables[0][byte] = state;
            byte += 1;
        }
        let mut i = 256;
        while i < 256 * AT_ONCE {
            let state = tables[i / 256 - 1][i % 256];
            let (out, rest) =
                if self.reflected { (state & 255, state >> 8) } else { (state >> 56, state << 8) };
            tables[i / 256][i % 256] = rest ^ tables[0][out as usize];
            i += 1;
        }
        tables
    }

    /// Takes bytes into the state.
    #[inline(always)]
    pub(super) fn update(self, tables: &Tables, state: &mut u64, data: &[u8]) {
        let (blocks, rest) = data.as_chunks::<AT_ONCE>();
        let mut s = *state;
        for block in blocks {
            // the byte that comes first is followed by seven others
            let bytes = match self.reflected {
                true => (s ^ u64::from_le_bytes(*block)).to_le_bytes(),
                false => (s ^ u64::from_be_bytes(*block)).to_be_bytes(),
            };
            s = 0;
            for (byte, table) in bytes.iter().zip(tables.iter().rev()) {
                s ^= table[usize::from(*byte)];
            }
        }
        for byte in rest {
            s = match self.reflected {
                true => s >> 8 ^ tables[0][usize::from(s as u8 ^ byte)],
                false => s << 8 ^ tables[0][usize::from((s >> 56) as u8 ^ byte)],
            };
        }
        *state = s;
    }
}
