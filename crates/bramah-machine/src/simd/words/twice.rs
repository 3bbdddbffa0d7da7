//! Two registers of words, treated as one.

use super::*;

/// Two values of type `V` side by side. In a kernel in which every step depends on the previous one, the second register takes
/// almost no extra time.
#[derive(Clone, Copy)]
pub struct Twice<V>(V, V);

impl<V: Words> Twice<V> {
    #[inline(always)]
    fn zip(low: [V; 16], high: [V; 16]) -> [Self; 16] {
        let mut words = [Self(low[0], high[0]); 16];
        for i in 0..16 {
            words[i] = Self(low[i], high[i]);
        }
        words
    }
}

/// Applies each operation to both registers.
macro_rules! both {
    ($($name:ident($($o:ident),*);)*) => { $(
        #[inline(always)]
        fn $name(self, $($o: Self),*) -> Self {
            Self(self.0.$name($($o.0),*), self.1.$name($($o.1),*))
        }
    )* };
}

impl<V: Words> Words for Twice<V> {
    type Word = V::Word;
    const LANES: usize = 2 * V::LANES;
    type Isa = V::Isa;
    const TERNARY: bool = V::TERNARY;

    #[inline(always)]
    fn splat(isa: V::Isa, x: V::Word) -> Self {
        Self(V::splat(isa, x), V::splat(isa, x))
    }
    #[inline(always)]
    fn load(isa: V::Isa, row: &[V::Word; MAX_LANES]) -> Self {
        const { assert!(2 * V::LANES <= MAX_LANES) };
        let mut high = *row;
        high.copy_within(V::LANES.., 0);
        Self(V::load(isa, row), V::load(isa, &high))
    }
    #[inline(always)]
    fn store(self, row: &mut [V::Word; MAX_LANES]) {
        let mut high = *row;
        self.1.store(&mut high);
        row[V::LANES..2 * V::LANES].copy_from_slice(&high[..V::LANES]);
        self.0.store(row);
    }
    #[inline(always)]
    fn next_le(isa: V::Isa, streams: &mut Streams<'_>) -> Option<[Self; 16]> {
        let high = V::next_le(isa, &mut streams.lanes_from(V::LANES))?;
        Some(Self::zip(V::next_le(isa, streams)?, high))
    }
    #[inline(always)]
    fn next_be(isa: V::Isa, streams: &mut Streams<'_>) -> Option<[Self; 16]> {
        let high = V::next_be(isa, &mut streams.lanes_from(V::LANES))?;
        Some(Self::zip(V::next_be(isa, streams)?, high))
    }
    both! {
        add(o); sub(o); xor(o); and(o); or(o); not(); andnot(o); choose(a, b); majority(a, b);
    }
    #[inline(always)]
    fn ternary<const TABLE: i32>(self, b: Self, c: Self) -> Self {
        Self(self.0.ternary::<TABLE>(b.0, c.0), self.1.ternary::<TABLE>(b.1, c.1))
    }
    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        Self(self.0.shl::<N>(), self.1.shl::<N>())
    }
    #[inline(always)]
    fn shr<const N: u32>(self) -> Self {
        Self(self.0.shr::<N>(), self.1.shr::<N>())
    }
    #[inline(always)]
    fn rotl<const N: u32>(self) -> Self {
        Self(self.0.rotl::<N>(), self.1.rotl::<N>())
    }
    #[inline(always)]
    fn rotr<const N: u32>(self) -> Self {
        Self(self.0.rotr::<N>(), self.1.rotr::<N>())
    }
}
