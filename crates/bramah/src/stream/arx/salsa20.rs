//! The rounds of Salsa20 (*Salsa20 specification*, sections 3 to 6).

use super::Rounds;
use crate::simd::Words;

/// Salsa20.
pub(crate) struct Salsa20;

impl Rounds for Salsa20 {
    const COUNTER: usize = 8;

    #[rustfmt::skip]
    #[inline(always)]
    fn double<V: Words<Word = u32>>(v: &mut [V; 16]) {
        macro_rules! steps {
            ($($a:literal $b:literal $c:literal $d:literal,)*) => {
                $( v[$b] = v[$b].xor(v[$a].add(v[$d]).rotl::<7>()); )*
                $( v[$c] = v[$c].xor(v[$b].add(v[$a]).rotl::<9>()); )*
                $( v[$d] = v[$d].xor(v[$c].add(v[$b]).rotl::<13>()); )*
                $( v[$a] = v[$a].xor(v[$d].add(v[$c]).rotl::<18>()); )*
            };
        }
        steps!(0 4 8 12, 5 9 13 1, 10 14 2 6, 15 3 7 11,);
        steps!(0 1 2 3, 5 6 7 4, 10 11 8 9, 15 12 13 14,);
    }
}
