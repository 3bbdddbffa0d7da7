//! Ciphers over the bytes of blocks of 8: one block in single bytes, or many in slices, where register `i` has byte `i`
//! of many blocks, one in each of its bytes.

use super::Cipher;
use crate::simd::{
    Portable,
    memory::{Bytes, InOut, Room, Run},
    octets::{Octets, halves_restored, halves_transposed, loaded, stored},
};

/// A byte of one block, or the same byte of many blocks.
pub(crate) trait Byte: Copy {
    /// The token: proof that the CPU has the instructions this type compiles to.
    type Isa: Copy;
    /// Returns a byte for every block, given the same byte four times in a word.
    fn of(isa: Self::Isa, four: u32) -> Self;
    /// Returns the XOR of both.
    fn plus(self, o: Self) -> Self;
    /// Adds modulo 2^8.
    fn sum(self, o: Self) -> Self;
    /// Subtracts modulo 2^8.
    fn difference(self, o: Self) -> Self;
}

/// A byte of one block.
#[derive(Clone, Copy)]
pub(crate) struct One(pub(crate) u8);

impl Byte for One {
    type Isa = Portable;
    #[inline(always)]
    fn of(_: Portable, four: u32) -> Self {
        Self(four as u8)
    }
    #[inline(always)]
    fn plus(self, o: Self) -> Self {
        Self(self.0 ^ o.0)
    }
    #[inline(always)]
    fn sum(self, o: Self) -> Self {
        Self(self.0.wrapping_add(o.0))
    }
    #[inline(always)]
    fn difference(self, o: Self) -> Self {
        Self(self.0.wrapping_sub(o.0))
    }
}

impl<V: Octets> Byte for V {
    type Isa = <V as Octets>::Isa;
    #[inline(always)]
    fn of(isa: Self::Isa, four: u32) -> Self {
        V::splat(isa, four)
    }
    #[inline(always)]
    fn plus(self, o: Self) -> Self {
        self.xor(o)
    }
    #[inline(always)]
    fn sum(self, o: Self) -> Self {
        self.add8(o)
    }
    #[inline(always)]
    fn difference(self, o: Self) -> Self {
        self.sub8(o)
    }
}

/// The rounds of a cipher over the bytes of a block.
pub(crate) trait ByteRounds<V: Byte>: Cipher {
    /// Whether a single block is processed in single bytes, which must then be constant-time; otherwise it goes through
    /// registers.
    const ALONE: bool;
    /// Encrypts blocks, or decrypts them if `BACK` is set.
    fn rounds<const BACK: bool>(isa: V::Isa, keys: &Self::Schedule, x: [V; 8]) -> [V; 8];
}

/// Encrypts or decrypts a run: eight registers at a time, and single blocks in eight registers too, or in single bytes.
#[inline(always)]
pub(crate) fn run<C: ByteRounds<V> + ByteRounds<One>, V: Octets, const BACK: bool>(
    isa: <V as Octets>::Isa,
    keys: &C::Schedule,
    mut run: Run<'_>,
) {
    loop {
        let whole = run.next::<V::Bytes>(8);
        if whole.is_none() && <C as ByteRounds<V>>::ALONE {
            break single::<C, BACK>(keys, run);
        }
        let one = if whole.is_none() { run.next::<[u8; 8]>(1) } else { None };
        let mut room = Room::<[u8; 8], MOST>::new();
        let all = room.rows();
        if let Some(block) = &one {
            all[0] = block.get(0);
            add(&mut all[0], block.pre(0));
        }
        let mut alone = Run::new(InOut::from(<[u8; 8]>::flat_mut(all)));
        let group = match (whole, &one) {
            (Some(group), _) => group,
            (None, Some(_)) => match alone.next(8) {
                Some(group) => group,
                None => break,
            },
            (None, None) => break,
        };
        let x = halves_transposed(loaded::<V, 8>(isa, &group));
        stored(isa, halves_restored(<C as ByteRounds<V>>::rounds::<BACK>(isa, keys, x)), &group);
        if let Some(block) = &one {
            add(&mut all[0], block.post(0));
            block.put(0, all[0]);
        }
    }
}

/// Encrypts or decrypts a run in single bytes, one block after another. It is a separate function because with the
/// features of a vector kernel the compiler would put the bytes of a block into vectors.
#[inline(never)]
pub(crate) fn single<C: ByteRounds<One>, const BACK: bool>(keys: &C::Schedule, mut run: Run<'_>) {
    while let Some(group) = run.next::<[u8; 8]>(1) {
        let mut block = group.get(0);
        add(&mut block, group.pre(0));
        block = C::rounds::<BACK>(Portable, keys, block.map(One)).map(|One(byte)| byte);
        add(&mut block, group.post(0));
        group.put(0, block);
    }
}

/// The largest number of blocks in eight registers.
const MOST: usize = 64;

/// XORs a block into another one, if there is one.
#[inline(always)]
fn add(to: &mut [u8; 8], from: Option<[u8; 8]>) {
    for (to, from) in to.iter_mut().zip(from.unwrap_or([0; 8])) {
        *to ^= from;
    }
}
