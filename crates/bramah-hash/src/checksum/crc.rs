//! Cyclic redundancy checks: the remainder of the message, as a polynomial over GF(2), modulo another polynomial. The
//! parameters are named as in the model of Williams, "A painless guide to CRC error detection algorithms", 1993.
//!
//! The state is a word of 64 bits whose next bits to be shifted out are at one end: at the low end if the bits of a
//! byte are processed from the lowest on (`reflected`), otherwise at the high end. So polynomials of every degree up to
//! 64 use the same code. Eight bytes are processed at a time by eight tables, one for each distance of a byte from the
//! end of the eight; if the state has at most 32 bits, at the low end, the tables have entries of 32 bits, and sixteen tables
//! for sixteen bytes take the same space. The tables are indexed by the message, which is not constant-time; a checksum
//! protects no secret.

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

/// Tables of states: table `i` contains the state after each byte value followed by `i` bytes of zeros.
pub(super) trait Tables {
    /// Updates the state with bytes of the message.
    fn update(&self, model: Model, state: &mut u64, data: &[u8]);
}

/// The tables for models of any width.
pub(super) type Wide = [[u64; 256]; 8];
/// The tables for reflected models of at most 32 bits, which have the same size.
pub(super) type Narrow = [[u32; 256]; 16];

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

    /// Computes the first `N` tables.
    const fn tables<const N: usize>(self) -> [[u64; 256]; N] {
        let mut tables = [[0; 256]; N];
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
        while i < 256 * N {
            let state = tables[i / 256 - 1][i % 256];
            let (out, rest) =
                if self.reflected { (state & 255, state >> 8) } else { (state >> 56, state << 8) };
            tables[i / 256][i % 256] = rest ^ tables[0][out as usize];
            i += 1;
        }
        tables
    }

    /// Computes the tables for any width.
    pub(super) const fn wide(self) -> Wide {
        self.tables()
    }

    /// Computes the tables for a reflected model of at most 32 bits.
    pub(super) const fn narrow(self) -> Narrow {
        assert!(self.reflected && self.width <= 32, "the state has 32 bits at the low end");
        let wide = self.tables::<16>();
        let mut tables = [[0; 256]; 16];
        let mut i = 0;
        while i < 256 * 16 {
            tables[i / 256][i % 256] = wide[i / 256][i % 256] as u32;
            i += 1;
        }
        tables
    }
}

impl Tables for Wide {
    #[inline(always)]
    fn update(&self, model: Model, state: &mut u64, data: &[u8]) {
        let (blocks, rest) = data.as_chunks::<8>();
        let mut s = *state;
        for block in blocks {
            // Halves of the state and of the bytes are added, which takes fewer shifts of words of 64 bits in WebAssembly. The
            // first of the eight bytes is followed by seven others, so it uses the last table.
            let [low, high] = [s as u32, (s >> 32) as u32];
            let [start, end] = block.as_chunks().0 else { unreachable!("eight bytes") };
            let halves = match model.reflected {
                true => [low ^ u32::from_le_bytes(*start), high ^ u32::from_le_bytes(*end)],
                false => [high ^ u32::from_be_bytes(*start), low ^ u32::from_be_bytes(*end)],
            };
            s = 0;
            for (half, tables) in halves.iter().zip(self.as_chunks::<4>().0.iter().rev()) {
                let bytes = if model.reflected { half.to_le_bytes() } else { half.to_be_bytes() };
                for (byte, table) in bytes.iter().zip(tables.iter().rev()) {
                    s ^= table[usize::from(*byte)];
                }
            }
        }
        for byte in rest {
            s = match model.reflected {
                true => s >> 8 ^ self[0][usize::from(s as u8 ^ byte)],
                false => s << 8 ^ self[0][usize::from((s >> 56) as u8 ^ byte)],
            };
        }
        *state = s;
    }
}

impl Tables for Narrow {
    #[inline(always)]
    fn update(&self, _: Model, state: &mut u64, data: &[u8]) {
        let (blocks, rest) = data.as_chunks::<16>();
        let mut s = *state as u32;
        for block in blocks {
            // The states after the last twelve bytes do not depend on `s`. They are computed first, so that the next block
            // waits only for the states after the first four bytes.
            let mut after = 0;
            for (byte, table) in block[4..].iter().zip(self[..12].iter().rev()) {
                after ^= table[usize::from(*byte)];
            }
            let [a, b, c, d] = (s ^ u32::from_le_bytes([block[0], block[1], block[2], block[3]]))
                .to_le_bytes()
                .map(usize::from);
            s = after ^ self[15][a] ^ self[14][b] ^ (self[13][c] ^ self[12][d]);
        }
        for byte in rest {
            s = s >> 8 ^ self[0][usize::from(s as u8 ^ byte)];
        }
        *state = s.into();
    }
}
