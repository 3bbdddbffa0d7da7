//! Cyclic redundancy checks: the remainder of the message, as a polynomial over GF(2), modulo another polynomial. The
//! parameters are named as in the model of Williams, "A painless guide to CRC error detection algorithms", 1993.
//!
//! The state is a word of 64 bits whose next bits to be shifted out are at one end: at the low end if the bits of a
//! byte are processed from the lowest on (`reflected`), otherwise at the high end. So polynomials of every degree up to
//! 64 use the same code. Eight bytes are processed at a time by eight tables, one for each distance of a byte from the
//! end of the eight. The tables are indexed by the message, which is not constant-time; a checksum protects no secret.

/// A polynomial and the order in which the bits of a byte are processed.
#[derive(Clone, Copy)]
pub(super) struct Model {
    /// The degree of the polynomial.
    pub(super) width: u32,
    /// The polynomial without its highest power; the power 0 is the lowest bit.
    pub(super) polynomial: u64,
    /// Whether the bits of a byte are processed from the lowest on.
    pub(super) reflected: bool,
}

/// The number of bytes that are processed at a time.
const AT_ONCE: usize = 8;

/// Tables of states: table `i` contains the state after each byte value followed by `i` bytes of zeros.
pub(super) type Tables = [[u64; 256]; AT_ONCE];

impl Model {
    /// Returns the polynomial in the position that it has in the state.
    const fn placed(self) -> u64 {
        self.state(self.polynomial)
    }

    /// Converts a number of `width` bits to a state. For reflected models this reverses the bits.
    const fn state(self, number: u64) -> u64 {
        let high = number << (64 - self.width);
        if self.reflected { high.reverse_bits() } else { high }
    }

    /// Converts a state to the checksum of `width` bits. A reflected model keeps the bits reversed.
    pub(super) const fn number(self, state: u64) -> u64 {
        if self.reflected { state } else { state >> (64 - self.width) }
    }

    /// Converts a number of `width` bits, in the form that [`number`](Self::number) returns, to a state.
    pub(super) const fn start(self, number: u64) -> u64 {
        if self.reflected { number } else { number << (64 - self.width) }
    }

    /// Returns the state after one more bit of the message, which is 0.
    pub(super) const fn bit(self, state: u64) -> u64 {
        let (out, rest) = if self.reflected { (state & 1, state >> 1) } else { (state >> 63, state << 1) };
        rest ^ if out == 1 { self.placed() } else { 0 }
    }

    /// Computes the eight tables.
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

    /// Updates the state with bytes of the message.
    #[inline(always)]
    pub(super) fn update(self, tables: &Tables, state: &mut u64, data: &[u8]) {
        let (blocks, rest) = data.as_chunks::<AT_ONCE>();
        let mut s = *state;
        for block in blocks {
            // the first of the eight bytes is followed by seven others, so it uses the last table
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
