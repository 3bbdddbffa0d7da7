//! The rounds of Salsa20 (*Salsa20 specification*, sections 3 to 6).

use super::Rounds;
use crate::simd::words::Words;

/// The steps of two columns or rows. Each step adds, rotates and XORs.
#[rustfmt::skip]
macro_rules! step {
    (b $v:ident: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( $v[$b] = $v[$b].xor($v[$a].add($v[$d]).rotl::<7>()).pinned(); )* };
    (c $v:ident: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( $v[$c] = $v[$c].xor($v[$b].add($v[$a]).rotl::<9>()).pinned(); )* };
    (d $v:ident: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( $v[$d] = $v[$d].xor($v[$c].add($v[$b]).rotl::<13>()).pinned(); )* };
    (a $v:ident: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( $v[$a] = $v[$a].xor($v[$d].add($v[$c]).rotl::<18>()).pinned(); )* };
    ($step:ident $v:ident P) => { step!($step $v: 0 4 8 12, 5 9 13 1,) };
    ($step:ident $v:ident Q) => { step!($step $v: 10 14 2 6, 15 3 7 11,) };
    ($step:ident $v:ident R) => { step!($step $v: 0 1 2 3, 5 6 7 4,) };
    ($step:ident $v:ident S) => { step!($step $v: 10 11 8 9, 15 12 13 14,) };
    ($v:ident $($step:ident $two:ident;)*) => { $( step!($step $v $two); )* };
}

/// The rounds of Salsa20.
pub(crate) struct Salsa20;

impl Rounds for Salsa20 {
    const COUNTER: usize = 8;
    const IN_ROWS: u32 = 0;

    #[inline(always)]
    fn first<V: Words<Word = u32>>(v: &mut [V; 16]) {
        step!(v b P; b Q; c P; c Q; d P; d Q; a P; a Q;);
    }
    #[inline(always)]
    fn second<V: Words<Word = u32>>(v: &mut [V; 16]) {
        step!(v b R; b S; c R; c S; d R; d S; a R; a S;);
    }
}
