//! The rounds of Skipjack, over bytes of one block, or in slices: register `i` has byte `i` of as many blocks as it has
//! bytes.

use super::{Keys, table::F};
use crate::simd::{
    Portable,
    gf::Aligned,
    memory::{Bytes, InOut, Room, Run},
    octets::{Octets, Table, halves_restored, halves_transposed, loaded, stored},
};

/// The table F.
struct Lookup;
impl Table for Lookup {
    const TABLE: &'static Aligned<256> = &F;
}

/// A byte of one block, or of many.
trait Byte: Copy {
    /// The token: proof that the CPU has the instructions this type compiles to.
    type Isa: Copy;
    /// Returns the XOR of both.
    fn plus(self, o: Self) -> Self;
    /// Returns the XOR with a byte.
    fn plus_byte(self, isa: Self::Isa, byte: u8) -> Self;
    /// Looks up F.
    fn found(self) -> Self;
}

/// A byte of one block.
#[derive(Clone, Copy)]
struct One(u8);

impl Byte for One {
    type Isa = Portable;
    #[inline(always)]
    fn plus(self, o: Self) -> Self {
        Self(self.0 ^ o.0)
    }
    #[inline(always)]
    fn plus_byte(self, _: Portable, byte: u8) -> Self {
        Self(self.0 ^ byte)
    }
    #[inline(always)]
    fn found(self) -> Self {
        Self(F.0[usize::from(self.0)])
    }
}

impl<V: Octets> Byte for V {
    type Isa = <V as Octets>::Isa;
    #[inline(always)]
    fn plus(self, o: Self) -> Self {
        self.xor(o)
    }
    #[inline(always)]
    fn plus_byte(self, isa: Self::Isa, byte: u8) -> Self {
        self.xor(V::splat(isa, u32::from_le_bytes([byte; 4])))
    }
    #[inline(always)]
    fn found(self) -> Self {
        self.look_up::<Lookup>()
    }
}

/// A word of 16 bits: its high and its low byte.
type Word<V> = [V; 2];

/// Adds what F finds for a byte and a byte of the key to another byte.
#[inline(always)]
fn step<V: Byte>(isa: V::Isa, to: V, byte: V, key: u8) -> V {
    to.plus(byte.plus_byte(isa, key).found())
}

/// Applies the permutation G of a round, numbered from 0 on, or its inverse.
#[inline(always)]
fn g<V: Byte, const BACK: bool>(isa: V::Isa, keys: &Keys, round: usize, [mut a, mut b]: Word<V>) -> Word<V> {
    let key = [0, 1, 2, 3].map(|i| keys.0[(4 * round + i) % 10]);
    if BACK {
        b = step(isa, b, a, key[3]);
        a = step(isa, a, b, key[2]);
        b = step(isa, b, a, key[1]);
        a = step(isa, a, b, key[0]);
    } else {
        a = step(isa, a, b, key[0]);
        b = step(isa, b, a, key[1]);
        a = step(isa, a, b, key[2]);
        b = step(isa, b, a, key[3]);
    }
    [a, b]
}

/// Adds two words and the number of a round, from 1 on, which has one byte.
#[inline(always)]
fn sum<V: Byte>(isa: V::Isa, [a, b]: Word<V>, [c, d]: Word<V>, number: usize) -> Word<V> {
    [a.plus(c), b.plus(d).plus_byte(isa, number as u8)]
}

/// Encrypts blocks, or decrypts them if `BACK` is set.
#[inline(always)]
fn rounds<V: Byte, const BACK: bool>(isa: V::Isa, keys: &Keys, x: [V; 8]) -> [V; 8] {
    let mut w = [[x[0], x[1]], [x[2], x[3]], [x[4], x[5]], [x[6], x[7]]];
    for i in 0..32 {
        let round = if BACK { 31 - i } else { i };
        let [a, b, c, d] = w;
        // eight rounds by rule A, eight by rule B, and so again
        let by_a = round / 8 % 2 == 0;
        w = match (BACK, by_a) {
            (false, true) => {
                let new = g::<V, BACK>(isa, keys, round, a);
                [sum(isa, new, d, round + 1), new, b, c]
            }
            (false, false) => [d, g::<V, BACK>(isa, keys, round, a), sum(isa, a, b, round + 1), c],
            (true, true) => [g::<V, BACK>(isa, keys, round, b), c, d, sum(isa, a, b, round + 1)],
            (true, false) => {
                let old = g::<V, BACK>(isa, keys, round, b);
                [old, sum(isa, old, c, round + 1), d, a]
            }
        };
    }
    let [[a, b], [c, d], [e, f], [g, h]] = w;
    [a, b, c, d, e, f, g, h]
}

/// Takes a run through the cipher: eight registers at a time, and single blocks in as many.
#[inline(always)]
pub(super) fn run<V: Octets, const BACK: bool>(isa: <V as Octets>::Isa, keys: &Keys, mut run: Run<'_>) {
    loop {
        let whole = run.next::<V::Bytes>(8);
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
        stored(isa, halves_restored(rounds::<V, BACK>(isa, keys, x)), &group);
        if let Some(block) = &one {
            add(&mut all[0], block.post(0));
            block.put(0, all[0]);
        }
    }
}

/// Takes a run through the cipher, block after block, whose bytes are looked up in memory.
pub(super) fn single<const BACK: bool>(keys: &Keys, mut run: Run<'_>) {
    while let Some(group) = run.next::<[u8; 8]>(1) {
        let mut block = group.get(0);
        add(&mut block, group.pre(0));
        block = rounds::<One, BACK>(Portable, keys, block.map(One)).map(|One(byte)| byte);
        add(&mut block, group.post(0));
        group.put(0, block);
    }
}

/// The most blocks in eight registers.
const MOST: usize = 64;

/// XORs a block to another, if there is one.
#[inline(always)]
fn add(to: &mut [u8; 8], from: Option<[u8; 8]>) {
    for (to, from) in to.iter_mut().zip(from.unwrap_or([0; 8])) {
        *to ^= from;
    }
}
