//! The rounds of SHA-2 (FIPS 180-4, sections 6.2.2 and 6.4.2), generic over words of 32 or 64 bits: with single words
//! they are the portable code; with vectors, each lane takes a message.
//!
//! The eight working variables and sixteen words of the schedule stay in registers. The variables rotate by renaming,
//! so a round moves nothing. The schedule is computed sixteen words at a time, ahead of the rounds that use them.

use crate::simd::words::Words;

/// The parameters that depend on the word size (sections 4.1.2, 4.1.3 and 4.2).
pub(super) trait Size: Copy + 'static {
    /// The constants of the rounds, in rows of sixteen.
    const K: &'static [[Self; 16]];
    fn sum0<V: Words<Word = Self>>(x: V) -> V;
    fn sum1<V: Words<Word = Self>>(x: V) -> V;
    fn sigma0<V: Words<Word = Self>>(x: V) -> V;
    fn sigma1<V: Words<Word = Self>>(x: V) -> V;
}

/// Declares a sigma function: `rotations!(a b c)` XORs three rotations; in `rotations!(a b >> c)` the third is a shift.
macro_rules! rotations {
    ($name:ident: $a:literal $b:literal $c:literal) => {
        #[inline(always)]
        fn $name<V: Words<Word = Self>>(x: V) -> V {
            x.rotr::<$a>().xor(x.rotr::<$b>()).xor(x.rotr::<$c>())
        }
    };
    ($name:ident: $a:literal $b:literal >> $c:literal) => {
        #[inline(always)]
        fn $name<V: Words<Word = Self>>(x: V) -> V {
            x.rotr::<$a>().xor(x.rotr::<$b>()).xor(x.shr::<$c>())
        }
    };
}
pub(super) use rotations;

/// Returns, bit by bit, the majority of the three values.
#[inline(always)]
fn majority<V: Words>(a: V, b: V, c: V) -> V {
    if cfg!(target_arch = "wasm32") {
        // the round before has computed the second factor: its `a` and `b` are these `b` and `c`
        b.xor(a.xor(b).and(b.xor(c)))
    } else {
        a.majority(b, c)
    }
}

/// Compresses the words of a block into the states.
#[inline(always)]
pub(super) fn block<V: Words<Word: Size>>(isa: V::Isa, state: &mut [V; 8], mut w: [V; 16]) {
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    macro_rules! round {
        ($k:expr, $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident, $i:literal) => {
            let t1 = $h.add(V::splat(isa, $k[$i])).add(w[$i]).add($e.choose($f, $g)).add(Size::sum1($e));
            $d = $d.add(t1);
            $h = t1.add(majority($a, $b, $c)).add(Size::sum0($a));
        };
    }
    macro_rules! eight {
        ($k:expr, $i0:literal $i1:literal $i2:literal $i3:literal $i4:literal $i5:literal $i6:literal $i7:literal) => {
            round!($k, a b c d e f g h, $i0);
            round!($k, h a b c d e f g, $i1);
            round!($k, g h a b c d e f, $i2);
            round!($k, f g h a b c d e, $i3);
            round!($k, e f g h a b c d, $i4);
            round!($k, d e f g h a b c, $i5);
            round!($k, c d e f g h a b, $i6);
            round!($k, b c d e f g h a, $i7);
        };
    }
    macro_rules! schedule {
        ($($i:literal)*) => { $(
            let (x, y) = (w[($i + 1) % 16], w[($i + 14) % 16]);
            w[$i] = w[$i].add(Size::sigma0(x)).add(w[($i + 9) % 16]).add(Size::sigma1(y));
        )* };
    }
    let (first, others) = V::Word::K.split_first().expect("four or five rows");
    eight!(first, 0 1 2 3 4 5 6 7);
    eight!(first, 8 9 10 11 12 13 14 15);
    for k in others {
        schedule!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
        eight!(k, 0 1 2 3 4 5 6 7);
        eight!(k, 8 9 10 11 12 13 14 15);
    }
    for (s, v) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *s = s.add(v);
    }
}
