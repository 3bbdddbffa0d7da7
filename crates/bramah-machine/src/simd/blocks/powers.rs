//! Groups of consecutive powers of x, times an element of GF(2^n), for the tweaks of XTS.

use super::ModeBlocks;

/// Eight vectors of consecutive powers of x, times an element of GF(2^n), in registers.
pub trait Powers<V: ModeBlocks>: Copy {
    /// Starts with these eight vectors.
    fn new(isa: V::Isa, group: [V; 8]) -> Self;
    /// Returns a placeholder whose powers are not used.
    fn unused(any: V) -> Self;
    /// Returns the current eight vectors.
    fn get(&self) -> &[V; 8];
    /// Multiplies all vectors by `x^n`, where `n` is the number of blocks in the eight vectors.
    fn advance(&mut self, isa: V::Isa);
}

/// Powers whose vectors are multiplied one after another.
#[derive(Clone, Copy)]
pub struct EachPower<V>([V; 8]);

impl<V: ModeBlocks> Powers<V> for EachPower<V> {
    #[inline(always)]
    fn new(_: V::Isa, group: [V; 8]) -> Self {
        Self(group)
    }
    #[inline(always)]
    fn unused(any: V) -> Self {
        Self([any; 8])
    }
    #[inline(always)]
    fn get(&self) -> &[V; 8] {
        &self.0
    }
    #[inline(always)]
    fn advance(&mut self, isa: V::Isa) {
        let step = (8 * V::COUNT) as u32;
        // unrolled, because a loop would keep the powers in memory
        macro_rules! all {
            ($($i:literal)*) => { $( self.0[$i] = self.0[$i].times_x(isa, step); )* };
        }
        all!(0 1 2 3 4 5 6 7);
    }
}
