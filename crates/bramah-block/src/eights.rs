//! Ciphers over the bytes of 8-byte blocks. A single block is processed in eight single bytes. Many blocks are processed in eight
//! registers, where register `i` has byte `i` of every block.

use super::Cipher;
use crate::simd::{
    Portable,
    memory::{Bytes, InOut, Room, Run},
    octets::{Octets, halves_restored, halves_transposed, loaded, stored},
};

/// One byte of a single block, or the bytes at one position of many blocks.
pub(crate) trait Byte: Copy {
    /// The type of the token, which proves that the CPU has the instructions for this type.
    type Isa: Copy;
    /// Returns this byte for every block. `four` is a word that has the byte four times.
    fn of(isa: Self::Isa, four: u32) -> Self;
    /// Returns the XOR of both bytes.
    fn plus(self, o: Self) -> Self;
    /// Adds modulo 2^8.
    fn sum(self, o: Self) -> Self;
    /// Subtracts modulo 2^8.
    fn difference(self, o: Self) -> Self;
}

/// One byte of a single block.
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
    /// Whether a single block is processed in single bytes, whose rounds must then be constant-time. Otherwise a single block
    /// goes through registers.
    const ALONE: bool;
    /// Encrypts the blocks, or decrypts them if `BACK` is set.
    fn rounds<const BACK: bool>(isa: V::Isa, keys: &Self::Schedule, x: [V; 8]) -> [V; 8];
}

/// Encrypts or decrypts a run, eight registers at a time. Single blocks use eight registers too, or single bytes.
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

/// Encrypts or decrypts a run in single bytes, one block after another. This is a separate function because with the CPU features
/// of a vector kernel the compiler would put the bytes of a block into vectors.
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

/// The maximum number of blocks in eight registers.
const MOST: usize = 64;

/// XORs a block into another one, or does nothing if `from` is `None`.
#[inline(always)]
fn add(to: &mut [u8; 8], from: Option<[u8; 8]>) {
    for (to, from) in to.iter_mut().zip(from.unwrap_or([0; 8])) {
        *to ^= from;
    }
}
