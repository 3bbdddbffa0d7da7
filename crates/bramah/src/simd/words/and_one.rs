//! A register of words and one word more.

use super::*;

/// A `V` and a word in a register of the other kind, which the CPU works on in what a `V` leaves idle. Each
/// step of a kernel is done on both, so that they stay abreast.
#[derive(Clone, Copy)]
pub(crate) struct AndOne<V: Words>(V, V::Word);

/// Both alike.
macro_rules! both {
    ($($name:ident($($o:ident),*);)*) => { $(
        #[inline(always)]
        fn $name(self, $($o: Self),*) -> Self {
            Self(self.0.$name($($o.0),*), self.1.$name($($o.1),*))
        }
    )* };
}

impl<V: Words<Word = u32>> Words for AndOne<V> {
    type Word = u32;
    const LANES: usize = V::LANES + 1;
    type Isa = V::Isa;
    const TERNARY: bool = V::TERNARY;

    #[inline(always)]
    fn splat(isa: V::Isa, x: u32) -> Self {
        Self(V::splat(isa, x), x)
    }
    #[inline(always)]
    fn load(isa: V::Isa, row: &[u32; MAX_LANES]) -> Self {
        const { assert!(V::LANES < MAX_LANES) };
        Self(V::load(isa, row), row[V::LANES])
    }
    #[inline(always)]
    fn store(self, row: &mut [u32; MAX_LANES]) {
        self.0.store(row);
        row[V::LANES] = self.1;
    }
    #[inline(always)]
    fn next_le(isa: V::Isa, streams: &mut Streams<'_>) -> Option<[Self; 16]> {
        let one = u32::next_le(Portable, &mut streams.lanes_from(V::LANES))?;
        Some(Self::zip(V::next_le(isa, streams)?, one))
    }
    #[inline(always)]
    fn next_be(isa: V::Isa, streams: &mut Streams<'_>) -> Option<[Self; 16]> {
        let one = u32::next_be(Portable, &mut streams.lanes_from(V::LANES))?;
        Some(Self::zip(V::next_be(isa, streams)?, one))
    }
    #[inline(always)]
    fn xor_le(words: [Self; 16], data: &mut InOut<'_>) {
        if data.len() < 64 * Self::LANES {
            return;
        }
        let (mut all, mut one) = ([words[0].0; 16], [0; 16]);
        for i in 0..16 {
            (all[i], one[i]) = (words[i].0, words[i].1);
        }
        V::xor_le(all, data);
        u32::xor_le(one, data);
    }
    both! {
        add(o); xor(o); and(o); or(o); not(); andnot(o); choose(a, b); majority(a, b);
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
    #[inline(always)]
    fn pinned(self) -> Self {
        Self(self.0.pinned(), self.1)
    }
}

impl<V: Words<Word = u32>> AndOne<V> {
    #[inline(always)]
    fn zip(all: [V; 16], one: [u32; 16]) -> [Self; 16] {
        let mut words = [Self(all[0], one[0]); 16];
        for i in 0..16 {
            words[i] = Self(all[i], one[i]);
        }
        words
    }
}
