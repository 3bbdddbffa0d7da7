//! The rounds of ChaCha (RFC 8439, sections 2.1 and 2.3).

use super::Rounds;
use crate::simd::Words;

/// ChaCha.
pub(crate) struct ChaCha;

impl Rounds for ChaCha {
    const COUNTER: usize = 12;

    #[rustfmt::skip]
    #[inline(always)]
    fn double<V: Words<Word = u32>>(v: &mut [V; 16]) {
        macro_rules! steps {
            ($($a:literal $b:literal $c:literal $d:literal,)*) => {
                $( v[$a] = v[$a].add(v[$b]); )*
                $( v[$d] = v[$d].xor(v[$a]); )*
                $( v[$d] = v[$d].rotl::<16>(); )*
                $( v[$c] = v[$c].add(v[$d]); )*
                $( v[$b] = v[$b].xor(v[$c]); )*
                $( v[$b] = v[$b].rotl::<12>(); )*
                $( v[$a] = v[$a].add(v[$b]); )*
                $( v[$d] = v[$d].xor(v[$a]); )*
                $( v[$d] = v[$d].rotl::<8>(); )*
                $( v[$c] = v[$c].add(v[$d]); )*
                $( v[$b] = v[$b].xor(v[$c]); )*
                $( v[$b] = v[$b].rotl::<7>(); )*
            };
        }
        steps!(0 4 8 12, 1 5 9 13, 2 6 10 14, 3 7 11 15,);
        steps!(0 5 10 15, 1 6 11 12, 2 7 8 13, 3 4 9 14,);
    }
}
