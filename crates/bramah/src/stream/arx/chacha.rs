//! The rounds of ChaCha (RFC 8439, sections 2.1 and 2.3).

use super::{Rounds, Weave};
use crate::simd::words::Words;

/// The steps of two columns or diagonals. Each step adds, XORs or rotates.
#[rustfmt::skip]
macro_rules! step {
    (a $v:ident: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( $v[$a] = $v[$a].add($v[$b]); )* };
    (d $v:ident: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( $v[$d] = $v[$d].xor($v[$a]); )* };
    (r1 $v:ident: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( $v[$d] = $v[$d].rotl::<16>(); )* };
    (c $v:ident: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( $v[$c] = $v[$c].add($v[$d]); )* };
    (b $v:ident: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( $v[$b] = $v[$b].xor($v[$c]).pinned(); )* };
    (r2 $v:ident: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( $v[$b] = $v[$b].rotl::<12>(); )* };
    (r3 $v:ident: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( $v[$d] = $v[$d].rotl::<8>(); )* };
    (r4 $v:ident: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( $v[$b] = $v[$b].rotl::<7>(); )* };
    // P and Q are pairs of columns; R and S are the pairs of diagonals that can follow P and Q
    ($step:ident $v:ident P) => { step!($step $v: 0 4 8 12, 1 5 9 13,) };
    ($step:ident $v:ident Q) => { step!($step $v: 2 6 10 14, 3 7 11 15,) };
    ($step:ident $v:ident R) => { step!($step $v: 3 4 9 14, 0 5 10 15,) };
    ($step:ident $v:ident S) => { step!($step $v: 1 6 11 12, 2 7 8 13,) };
    ($v:ident $($step:ident $two:ident;)*) => { $( step!($step $v $two); )* };
}

/// Writes a round with two columns together, and the other two columns some steps later: while one pair adds, the other pair
/// rotates, so that more units of the CPU are busy.
#[rustfmt::skip]
macro_rules! round {
    ($v:ident: $p:ident $q:ident) => {
        step!($v
            a $p; d $p; r1 $p; a $q; c $p; d $q; b $p; r1 $q; r2 $p; c $q; a $p; b $q; d $p; r2 $q; r3 $p;
            a $q; c $p; d $q; b $p; r3 $q; r4 $p; c $q; b $q; r4 $q;
        )
    };
}

/// The rounds of ChaCha.
pub(crate) struct ChaCha;

impl ChaCha {
    /// Applies two rounds, and does twelve parts of other work between their steps. The first steps of the second round are
    /// placed between the last steps of the first round, because the CPU cannot look ahead far enough to find them otherwise.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    #[rustfmt::skip]
    #[inline(always)]
    pub(crate) fn woven<V: Words<Word = u32>, W: Weave>(v: &mut [V; 16], w: &mut W) {
        step!(v a P; d P; r1 P; a Q;);
        w.part::<0>();
        step!(v c P; d Q; b P; r1 Q;);
        w.part::<1>();
        step!(v r2 P; c Q; a P; b Q;);
        w.part::<2>();
        step!(v d P; r2 Q; r3 P; a Q;);
        w.part::<3>();
        step!(v c P; d Q; b P; r3 Q;);
        w.part::<4>();
        step!(v r4 P; c Q; a R; b Q;);
        w.part::<5>();
        step!(v d R; r4 Q; r1 R; a S;);
        w.part::<6>();
        step!(v c R; d S; b R; r1 S;);
        w.part::<7>();
        step!(v r2 R; c S; a R; b S;);
        w.part::<8>();
        step!(v d R; r2 S; r3 R; a S;);
        w.part::<9>();
        step!(v c R; d S; b R; r3 S;);
        w.part::<10>();
        step!(v r4 R; c S; b S; r4 S;);
        w.part::<11>();
    }
}

impl Rounds for ChaCha {
    const COUNTER: usize = 12;
    const IN_ROWS: u32 = 12;

    #[inline(always)]
    fn first<V: Words<Word = u32>>(v: &mut [V; 16]) {
        round!(v: P Q);
    }
    #[inline(always)]
    fn second<V: Words<Word = u32>>(v: &mut [V; 16]) {
        round!(v: R S);
    }
}
