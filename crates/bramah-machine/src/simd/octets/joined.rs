//! Several registers as one, for blocks that are longer than a register.

use super::{Affine, Octets, Places, Table};
use crate::simd::{gf::Aligned, memory::Bytes};

/// `Q` registers, treated as one long register.
#[derive(Clone, Copy)]
pub struct Joined<V, const Q: usize>([V; Q]);

impl<V: Octets, const Q: usize> Joined<V, Q> {
    /// Applies a function to each register.
    #[inline(always)]
    fn each(mut self, work: impl Fn(V) -> V) -> Self {
        for i in 0..Q {
            self.0[i] = work(self.0[i]);
        }
        self
    }
    /// Applies a function to each pair of corresponding registers.
    #[inline(always)]
    fn with(mut self, o: Self, work: impl Fn(V, V) -> V) -> Self {
        for i in 0..Q {
            self.0[i] = work(self.0[i], o.0[i]);
        }
        self
    }
}

impl<V: Octets<Bytes: Bytes>, const Q: usize> Octets for Joined<V, Q> {
    type Isa = V::Isa;
    type Bytes = [V::Bytes; Q];
    const PIECES: usize = Q * V::PIECES;
    const MULTIPLIES: bool = V::MULTIPLIES;
    const LOOKS_UP: bool = V::LOOKS_UP;

    #[inline(always)]
    fn load(isa: V::Isa, bytes: &[V::Bytes; Q]) -> Self {
        let mut x = [V::load(isa, &bytes[0]); Q];
        for i in 1..Q {
            x[i] = V::load(isa, &bytes[i]);
        }
        Self(x)
    }
    #[inline(always)]
    fn store(self) -> [V::Bytes; Q] {
        let mut bytes = [self.0[0].store(); Q];
        for i in 1..Q {
            bytes[i] = self.0[i].store();
        }
        bytes
    }
    #[inline(always)]
    fn splat(isa: V::Isa, word: u32) -> Self {
        Self([V::splat(isa, word); Q])
    }
    #[inline(always)]
    fn piece(isa: V::Isa, bytes: &[u8; 16]) -> Self {
        Self([V::piece(isa, bytes); Q])
    }
    #[inline(always)]
    fn first(self) -> [u8; 16] {
        self.0[0].first()
    }
    #[inline(always)]
    fn bytes_of<B: Bytes>(block: &B) -> Option<&[V::Bytes; Q]> {
        V::Bytes::split(block.as_ref()).0.first_chunk()
    }
    #[inline(always)]
    fn bytes_of_mut<B: Bytes>(block: &mut B) -> Option<&mut [V::Bytes; Q]> {
        V::Bytes::split_mut(block.as_mut()).0.first_chunk_mut()
    }
    #[inline(always)]
    fn turned<const P: usize>(self, by: usize) -> Self {
        if P <= V::PIECES {
            return self.each(|x| x.turned::<P>(by));
        }
        // if a group of pieces spans all registers: rotates first by whole registers, then by pieces
        let (whole, rest) = (by % P / V::PIECES, by % P % V::PIECES);
        let mut x = self.0;
        for i in 0..Q {
            x[i] = self.0[(i + Q - whole) % Q];
        }
        for _ in 0..rest {
            let y = x;
            for i in 0..Q {
                x[i] = y[i].after(y[(i + Q - 1) % Q]);
            }
        }
        Self(x)
    }
    #[inline(always)]
    fn after(self, o: Self) -> Self {
        let mut x = self.0;
        for i in 0..Q {
            x[i] = self.0[i].after(if i == 0 { o.0[Q - 1] } else { self.0[i - 1] });
        }
        Self(x)
    }
    #[inline(always)]
    fn by_piece(isa: V::Isa, words: &[u32; 4]) -> Self {
        let mut x = [V::by_piece(isa, words); Q];
        for i in 1..Q {
            let from = i * V::PIECES;
            let [a, b, c, d] =
                [words[from % 4], words[(from + 1) % 4], words[(from + 2) % 4], words[(from + 3) % 4]];
            x[i] = V::by_piece(isa, &[a, b, c, d]);
        }
        Self(x)
    }
    #[inline(always)]
    fn xor(self, o: Self) -> Self {
        self.with(o, |x, o| x.xor(o))
    }
    #[inline(always)]
    fn xor3(self, a: Self, b: Self) -> Self {
        let mut x = self.0;
        for i in 0..Q {
            x[i] = x[i].xor3(a.0[i], b.0[i]);
        }
        Self(x)
    }
    #[inline(always)]
    fn and(self, o: Self) -> Self {
        self.with(o, |x, o| x.and(o))
    }
    #[inline(always)]
    fn or(self, o: Self) -> Self {
        self.with(o, |x, o| x.or(o))
    }
    #[inline(always)]
    fn affine<M: Affine>(self) -> Self {
        self.each(|x| x.affine::<M>())
    }
    #[inline(always)]
    fn times(self, o: Self) -> Self {
        self.with(o, |x, o| x.times(o))
    }
    #[inline(always)]
    fn look_up<T: Table>(self) -> Self {
        self.each(|x| x.look_up::<T>())
    }
    #[inline(always)]
    fn look_up_in(self, table: &Aligned<256>) -> Self {
        self.each(|x| x.look_up_in(table))
    }
    #[inline(always)]
    fn by_nibbles(self, tables: &'static Aligned<32>) -> Self {
        self.each(|x| x.by_nibbles(tables))
    }
    #[inline(always)]
    fn shuffled(self, order: &[u8; 16]) -> Self {
        self.each(|x| x.shuffled(order))
    }
    #[inline(always)]
    fn zip(self, o: Self) -> [Self; 2] {
        let mut both = [self, o];
        for i in 0..Q {
            let [low, high] = self.0[i].zip(o.0[i]);
            (both[0].0[i], both[1].0[i]) = (low, high);
        }
        both
    }
    #[inline(always)]
    fn by_places(self, places: &Places) -> Self {
        self.each(|x| x.by_places(places))
    }
    #[inline(always)]
    fn unzip32(self, o: Self) -> [Self; 2] {
        let mut both = [self, o];
        for i in 0..Q {
            let [even, odd] = self.0[i].unzip32(o.0[i]);
            (both[0].0[i], both[1].0[i]) = (even, odd);
        }
        both
    }
    #[inline(always)]
    fn zip32(self, o: Self) -> [Self; 2] {
        let mut both = [self, o];
        for i in 0..Q {
            let [low, high] = self.0[i].zip32(o.0[i]);
            (both[0].0[i], both[1].0[i]) = (low, high);
        }
        both
    }
    #[inline(always)]
    fn add32(self, o: Self) -> Self {
        self.with(o, |x, o| x.add32(o))
    }
    #[inline(always)]
    fn rotl32<const N: u32>(self) -> Self {
        self.each(|x| x.rotl32::<N>())
    }
    #[inline(always)]
    fn add64(self, o: Self) -> Self {
        self.with(o, |x, o| x.add64(o))
    }
    #[inline(always)]
    fn sub64(self, o: Self) -> Self {
        self.with(o, |x, o| x.sub64(o))
    }
    #[inline(always)]
    fn add8(self, o: Self) -> Self {
        self.with(o, |x, o| x.add8(o))
    }
    #[inline(always)]
    fn sub8(self, o: Self) -> Self {
        self.with(o, |x, o| x.sub8(o))
    }
}
