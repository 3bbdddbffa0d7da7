//! CRCs by carry-less multiplication: Gopal and others, "Fast CRC computation for generic polynomials using PCLMULQDQ
//! instruction", 2009.
//!
//! The message is divided into numbers of 128 bits, each a polynomial. A number that is `n` bits before the end of the message
//! contributes its product with x^n; adding this product to a later number is called folding. Because x^n modulo the polynomial
//! has at most 64 bits, folding a number over `n` bits takes two multiplications, one for each half. At the end one number is
//! left. Its 16 bytes have the same CRC as all the bytes that were folded into them, and are processed by the tables.
//!
//! The state of a [`Model`] belongs to the polynomial times a power of x, of degree 64, so nothing here depends on the
//! width. In reflected models, bit `i` of 64 is the coefficient of x^(63 - i). The product of two such numbers, read as
//! 128 bits, is too large by a factor of x, so the exponents of the powers that it is multiplied with are smaller by one; and
//! the half that comes first in memory is the high half.

use super::crc::{Model, Tables};
use crate::simd::{
    gf::{Carryless, Gf1, Stored},
    memory::Bytes,
};

/// The number of distances: numbers are folded over 1, 2, 4, 8 or 16 numbers of 128 bits.
const MOVES: usize = 5;
/// The minimum number of bytes for which folding is used.
const LEAST: usize = 64;

/// For each distance, the factors for the low and for the high half of a number in a register.
pub(super) type Powers = [[u64; 2]; MOVES];

impl Model {
    /// Computes the factors for all distances.
    pub(super) const fn powers(self) -> Powers {
        let mut powers = [[0; 2]; MOVES];
        let mut i = 0;
        while i < MOVES {
            let bits = 128 << i;
            powers[i] = match self.reflected {
                true => [self.power(bits + 63), self.power(bits - 1)],
                false => [self.power(bits), self.power(bits + 64)],
            };
            i += 1;
        }
        powers
    }

    /// Returns x^n modulo the polynomial, in the form of a state.
    const fn power(self, n: u32) -> u64 {
        let mut power = if self.reflected { 1 << 63 } else { 1 };
        let mut i = 0;
        while i < n {
            power = self.bit(power);
            i += 1;
        }
        power
    }
}

/// Folds the numbers in a register over `count` numbers, a power of two.
#[inline(always)]
fn moved<G: Carryless>(isa: G::Isa, powers: &Powers, count: usize, x: G) -> G {
    let factors = G::all(isa, &powers[count.trailing_zeros() as usize]);
    x.low(factors).xor(x.high(factors))
}

/// Loads 128-bit numbers from the message.
#[inline(always)]
fn load<G: Stored>(isa: G::Isa, model: Model, blocks: &G::Blocks) -> G {
    if model.reflected { G::load_little(isa, blocks) } else { G::load(isa, blocks) }
}

/// Updates the state with bytes: by folding `N` registers if there are enough bytes for them, otherwise by folding four
/// registers of one number each, or by the tables alone if there are too few bytes for these too. `N` times the numbers in a
/// register is a power of two, at most 16.
#[inline(always)]
pub(super) fn update<G, const N: usize>(
    isa: G::Isa,
    model: Model,
    tables: &impl Tables,
    powers: &Powers,
    state: &mut u64,
    data: &[u8],
) where
    G: Stored<One = Gf1, Isa: Into<<Gf1 as Carryless>::Isa>>,
{
    let rest = if data.len() < LEAST {
        data
    } else if data.len() < 16 * N * G::COUNT {
        folded::<Gf1, 4>(isa.into(), model, tables, powers, state, data)
    } else {
        folded::<G, N>(isa, model, tables, powers, state, data)
    };
    tables.update(model, state, rest);
}

/// Updates the state with all whole blocks of 16 bytes, and returns the remaining bytes. There must be enough bytes for
/// `N` registers.
#[inline(always)]
fn folded<'d, G, const N: usize>(
    isa: G::Isa,
    model: Model,
    tables: &impl Tables,
    powers: &Powers,
    state: &mut u64,
    data: &'d [u8],
) -> &'d [u8]
where
    G: Stored<One = Gf1, Isa: Into<<Gf1 as Carryless>::Isa>>,
{
    let (vectors, last) = G::Blocks::split(data);
    let (groups, single) = vectors.as_chunks::<N>();
    let Some((first, groups)) = groups.split_first() else { return data };

    let mut x = [G::zero(isa); N];
    for (x, blocks) in x.iter_mut().zip(first) {
        *x = load(isa, model, blocks);
    }
    // XOR the state into the first 64 bits
    let start = if model.reflected { [*state, 0] } else { [0, *state] };
    x[0] = x[0].xor(G::first(isa, G::one(isa, &start)));
    for group in groups {
        for (x, blocks) in x.iter_mut().zip(group) {
            *x = moved(isa, powers, N * G::COUNT, *x).xor(load(isa, model, blocks));
        }
    }
    let mut one = x[0];
    for next in &x[1..] {
        one = moved(isa, powers, G::COUNT, one).xor(*next);
    }
    for blocks in single {
        one = moved(isa, powers, G::COUNT, one).xor(load(isa, model, blocks));
    }

    let narrow = isa.into();
    let mut numbers = [[0; 2]; 4];
    one.put(&mut numbers);
    let mut sum = Gf1::one(narrow, &numbers[0]);
    for number in &numbers[1..G::COUNT] {
        sum = moved(narrow, powers, 1, sum).xor(Gf1::one(narrow, number));
    }
    let (blocks, rest) = last.as_chunks::<16>();
    for block in blocks {
        sum = moved(narrow, powers, 1, sum).xor(load(narrow, model, block));
    }
    let [low, high] = Gf1::number(sum);
    let number = u128::from(high) << 64 | u128::from(low);
    *state = 0;
    tables.update(model, state, &if model.reflected { number.to_le_bytes() } else { number.to_be_bytes() });
    rest
}
