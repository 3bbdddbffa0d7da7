//! The S-boxes of Serpent and their inverses, bit-sliced: bit `i` of four words is the input of an S-box, for every `i` at once,
//! so that no table is needed. Each S-box is a circuit that a search found: of seven or eight functions of three bits for CPUs
//! that have them, and of 14 to 18 functions of two bits for other CPUs.

use crate::simd::words::Words;

/// Declares a function that applies the S-box whose number is a constant. Each line is a circuit. A gate has its number, its
/// function and the numbers of its inputs, where 0 to 3 are the input words. After `=>` come the gates that are the outputs.
macro_rules! circuits {
    ($(#[$doc:meta])* $name:ident; $($n:literal: $($to:literal = $function:tt $a:literal $($b:literal $($c:literal)?)?),* => $w:literal $x:literal $y:literal $z:literal;)*) => {
        $(#[$doc])*
        #[inline(always)]
        fn $name<const N: usize, V: Words<Word = u32>>([x0, x1, x2, x3]: [V; 4]) -> [V; 4] {
            const { assert!(N < 8) };
            // every gate is written before it is read
            let mut gate = [x0; 22];
            (gate[1], gate[2], gate[3]) = (x1, x2, x3);
            match N {
                $($n => {
                    $(gate[$to] = circuits!(@ gate $function $a $($b $($c)?)?);)*
                    [gate[$w], gate[$x], gate[$y], gate[$z]]
                })*
                _ => unreachable!("S-boxes are 0 to 7"),
            }
        }
    };
    (@ $gate:ident $table:literal $a:literal $b:literal $c:literal) => {
        $gate[$a].ternary::<$table>($gate[$b], $gate[$c])
    };
    (@ $gate:ident $function:ident $a:literal $($b:literal)?) => { $gate[$a].$function($($gate[$b])?) };
}
#[rustfmt::skip]
circuits! {
    /// Applies S-box `N` with functions of three bits ([`Words::ternary`]).
    substituted_by_three;
    0: 4 = 0xc9 3 1 0, 5 = 0xc3 4 2 0, 6 = 0xe2 3 1 0, 7 = 0x96 3 2 0, 8 = 0x1b 7 6 5, 9 = 0x27 7 6 5, 10 = 0x95 7 6 4 => 8 9 10 5;
    1: 4 = 0xe4 1 0 3, 5 = 0xb4 2 1 0, 6 = 0xc3 5 3 0, 7 = 0x96 3 1 0, 8 = 0x17 7 5 4, 9 = 0x4b 7 5 4, 10 = 0x2d 7 5 4 => 8 9 6 10;
    2: 4 = 0x69 3 2 1, 5 = 0x87 4 2 0, 6 = 0x9d 5 3 0, 7 = 0x2d 6 2 1, 8 = 0xa6 5 1 0, 9 = 0xa4 8 6 4, 10 = 0xe1 8 2 1 => 5 9 7 10;
    3: 4 = 0x9d 0 2 3, 5 = 0xb6 3 1 0, 6 = 0xc3 5 4 0, 7 = 0x52 2 1 0, 8 = 0x78 7 5 3, 9 = 0x49 7 4 1, 10 = 0xa2 3 2 1, 11 = 0x4b 10 4 0 => 11 6 8 9;
    4: 4 = 0x79 3 1 0, 5 = 0x4b 4 2 1, 6 = 0x9c 3 2 0, 7 = 0x2d 6 4 1, 8 = 0x5e 6 4 3, 9 = 0xc3 8 1 0, 10 = 0x5b 6 4 1, 11 = 0x6b 10 8 0 => 7 9 11 5;
    5: 4 = 0x92 3 1 0, 5 = 0x2d 4 3 2, 6 = 0xb4 2 1 0, 7 = 0x87 6 4 3, 8 = 0x58 6 4 0, 9 = 0xc3 8 3 0, 10 = 0x79 4 3 1, 11 = 0xe1 10 8 7 => 7 5 11 9;
    6: 4 = 0x6c 3 2 0, 5 = 0xc3 4 1 0, 6 = 0xca 5 0 3, 7 = 0x69 5 3 0, 8 = 0x8d 7 6 4, 9 = 0x1b 7 6 4, 10 = 0xb8 7 6 4 => 8 5 9 10;
    7: 4 = 0x49 2 1 0, 5 = 0x87 4 3 0, 6 = 0x6b 3 2 0, 7 = 0x87 6 5 1, 8 = 0xb6 6 1 0, 9 = 0x1f 8 4 2, 10 = 0x26 4 3 2, 11 = 0x87 10 1 0 => 11 7 9 5;
}
#[rustfmt::skip]
circuits! {
    /// Applies the inverse of S-box `N` with functions of three bits.
    restored_by_three;
    0: 4 = 0x3a 3 0 1, 5 = 0x1e 2 1 0, 6 = 0xc3 5 3 0, 7 = 0x69 3 1 0, 8 = 0x1e 7 5 4, 9 = 0x4d 7 5 4, 10 = 0x78 7 5 4 => 8 9 6 10;
    1: 4 = 0xa3 0 1 3, 5 = 0x65 3 1 0, 6 = 0xc3 5 2 0, 7 = 0x96 3 2 1, 8 = 0x8b 7 6 4, 9 = 0xd1 7 6 4, 10 = 0x9c 7 5 4 => 8 9 10 6;
    2: 4 = 0xa3 3 1 2, 5 = 0x59 3 2 1, 6 = 0x2d 5 4 0, 7 = 0x4b 5 4 0, 8 = 0xb1 3 2 1, 9 = 0xa5 8 1 0, 10 = 0x6a 9 7 4 => 9 6 7 10;
    3: 4 = 0x6b 3 2 1, 5 = 0x2d 4 3 0, 6 = 0x9b 4 1 0, 7 = 0x2d 6 3 2, 8 = 0x97 3 1 0, 9 = 0x2d 8 5 2, 10 = 0x86 8 3 2, 11 = 0x0b 10 4 1 => 5 11 9 7;
    4: 4 = 0x9b 3 1 0, 5 = 0x2d 4 3 2, 6 = 0x85 2 1 0, 7 = 0x4b 6 4 3, 8 = 0x29 3 2 0, 9 = 0x4b 8 4 1, 10 = 0x27 2 1 0, 11 = 0x2d 10 8 3 => 9 11 7 5;
    5: 4 = 0x25 3 1 0, 5 = 0x87 4 2 1, 6 = 0x79 2 1 0, 7 = 0x2d 6 4 3, 8 = 0xb1 3 2 0, 9 = 0x4b 8 6 1, 10 = 0x9d 3 1 0, 11 = 0x2d 10 8 2 => 5 7 11 9;
    6: 4 = 0xd4 2 0 3, 5 = 0xb4 3 2 0, 6 = 0xc3 5 1 0, 7 = 0x5c 3 2 0, 8 = 0x4b 7 4 1, 9 = 0x2d 7 4 1, 10 = 0x6a 9 8 5 => 8 6 10 9;
    7: 4 = 0x9c 0 1 2, 5 = 0x86 4 3 2, 6 = 0xa5 5 1 0, 7 = 0x6d 4 3 0, 8 = 0x87 7 5 3, 9 = 0xa3 3 2 0, 10 = 0x59 9 6 4, 11 = 0x4b 9 8 6 => 10 6 8 11;
}
#[rustfmt::skip]
circuits! {
    /// Applies S-box `N` with functions of two bits.
    substituted_by_two;
    0: 4 = andnot 3 0, 5 = xor 3 2, 6 = xor 5 1, 7 = xor 6 4, 8 = andnot 1 5, 9 = xor 8 0, 10 = and 6 2, 11 = or 10 9, 12 = not 5, 13 = xor 12 11, 14 = xor 3 0, 15 = and 14 1, 16 = xor 10 0, 17 = or 14 1, 18 = or 17 2, 19 = xor 18 16, 20 = not 15, 21 = xor 20 11 => 21 13 19 7;
    1: 4 = andnot 0 1, 5 = not 3, 6 = xor 5 0, 7 = xor 4 2, 8 = xor 7 5, 9 = and 6 2, 10 = xor 6 1, 11 = andnot 9 7, 12 = andnot 10 0, 13 = or 10 8, 14 = xor 13 1, 15 = andnot 12 11, 16 = xor 15 14, 17 = andnot 9 10, 18 = or 17 15, 19 = or 12 11, 20 = not 19 => 20 18 8 16;
    2: 4 = and 2 0, 5 = xor 2 1, 6 = xor 4 3, 7 = and 6 1, 8 = xor 5 0, 9 = andnot 6 2, 10 = xor 6 5, 11 = xor 8 6, 12 = or 11 7, 13 = not 8, 14 = xor 13 7, 15 = and 12 8, 16 = andnot 9 12, 17 = or 15 9 => 10 17 16 14;
    3: 4 = andnot 3 2, 5 = or 4 0, 6 = xor 5 1, 7 = andnot 2 1, 8 = or 7 6, 9 = xor 8 3, 10 = andnot 1 3, 11 = andnot 10 6, 12 = or 3 0, 13 = xor 11 2, 14 = xor 12 10, 15 = xor 14 9, 16 = or 7 3, 17 = xor 15 13, 18 = andnot 0 2, 19 = andnot 18 16, 20 = xor 19 14 => 20 13 17 9;
    4: 4 = xor 1 0, 5 = andnot 3 0, 6 = or 4 2, 7 = xor 5 2, 8 = xor 4 3, 9 = or 8 1, 10 = xor 8 7, 11 = andnot 1 10, 12 = andnot 3 6, 13 = xor 11 8, 14 = xor 12 10, 15 = and 7 0, 16 = andnot 15 8, 17 = andnot 16 6, 18 = not 7, 19 = xor 18 9 => 19 14 17 13;
    5: 4 = xor 1 0, 5 = xor 2 1, 6 = xor 3 0, 7 = andnot 4 6, 8 = not 5, 9 = xor 8 7, 10 = andnot 3 9, 11 = andnot 5 0, 12 = xor 8 6, 13 = xor 10 4, 14 = or 11 2, 15 = andnot 7 12, 16 = andnot 2 0, 17 = xor 15 14, 18 = or 16 12, 19 = xor 18 11 => 9 13 17 19;
    6: 4 = not 2, 5 = and 3 0, 6 = xor 5 4, 7 = xor 6 1, 8 = xor 3 1, 9 = andnot 8 6, 10 = xor 8 0, 11 = xor 10 6, 12 = andnot 3 11, 13 = andnot 9 10, 14 = or 13 12, 15 = andnot 6 3, 16 = andnot 15 13, 17 = or 11 8, 18 = xor 17 16, 19 = xor 5 2, 20 = xor 19 16 => 18 7 14 20;
    7: 4 = xor 1 0, 5 = andnot 1 2, 6 = andnot 0 3, 7 = xor 5 3, 8 = xor 4 2, 9 = and 7 0, 10 = xor 9 8, 11 = and 8 0, 12 = or 11 7, 13 = xor 12 4, 14 = or 7 4, 15 = or 8 6, 16 = and 15 14, 17 = xor 14 0, 18 = andnot 8 17, 19 = not 7, 20 = xor 19 18 => 20 13 16 10;
}
#[rustfmt::skip]
circuits! {
    /// Applies the inverse of S-box `N` with functions of two bits.
    restored_by_two;
    0: 4 = or 1 0, 5 = xor 3 0, 6 = xor 4 2, 7 = xor 5 1, 8 = andnot 1 6, 9 = or 8 7, 10 = or 6 0, 11 = and 10 9, 12 = not 6, 13 = xor 12 3, 14 = and 7 0, 15 = or 14 12, 16 = xor 15 9, 17 = andnot 5 12, 18 = andnot 3 2, 19 = andnot 18 7, 20 = xor 19 17 => 20 11 13 16;
    1: 4 = xor 2 1, 5 = or 3 1, 6 = xor 4 0, 7 = xor 6 5, 8 = and 6 5, 9 = xor 8 3, 10 = xor 3 2, 11 = andnot 10 6, 12 = andnot 11 4, 13 = xor 12 9, 14 = andnot 6 10, 15 = or 14 0, 16 = not 9, 17 = xor 16 15, 18 = andnot 1 0, 19 = or 18 16, 20 = andnot 11 19 => 17 13 20 7;
    2: 4 = xor 2 0, 5 = xor 3 2, 6 = andnot 5 1, 7 = andnot 5 4, 8 = xor 6 4, 9 = xor 7 1, 10 = andnot 3 0, 11 = not 3, 12 = or 10 9, 13 = xor 12 4, 14 = xor 2 1, 15 = andnot 14 11, 16 = xor 15 12, 17 = and 9 8, 18 = or 17 15, 19 = xor 18 2 => 8 13 16 19;
    3: 4 = xor 2 1, 5 = xor 3 2, 6 = andnot 5 4, 7 = xor 6 0, 8 = or 7 3, 9 = or 4 3, 10 = xor 8 4, 11 = and 9 7, 12 = andnot 1 5, 13 = xor 11 1, 14 = or 12 7, 15 = andnot 0 2, 16 = xor 14 3, 17 = or 15 10, 18 = xor 17 7 => 10 18 13 16;
    4: 4 = xor 3 0, 5 = or 3 2, 6 = xor 5 1, 7 = andnot 6 0, 8 = xor 7 2, 9 = or 3 1, 10 = xor 8 4, 11 = and 9 4, 12 = xor 11 6, 13 = and 12 0, 14 = or 13 8, 15 = not 9, 16 = xor 15 14, 17 = xor 12 2, 18 = andnot 17 0, 19 = not 6, 20 = xor 19 18 => 20 10 16 12;
    5: 4 = xor 1 0, 5 = andnot 2 1, 6 = xor 5 3, 7 = andnot 6 0, 8 = xor 7 2, 9 = and 3 1, 10 = or 9 4, 11 = xor 10 6, 12 = xor 11 2, 13 = and 12 0, 14 = xor 13 6, 15 = andnot 11 0, 16 = or 15 8, 17 = xor 16 9, 18 = not 8, 19 = xor 18 4 => 11 14 17 19;
    6: 4 = not 1, 5 = andnot 0 2, 6 = xor 4 3, 7 = andnot 3 2, 8 = or 6 0, 9 = xor 6 5, 10 = andnot 0 3, 11 = or 10 4, 12 = xor 2 0, 13 = andnot 7 11, 14 = xor 13 12, 15 = xor 3 2, 16 = andnot 13 15, 17 = andnot 16 8, 18 = or 15 12, 19 = xor 18 6, 20 = not 19, 21 = xor 20 17 => 21 9 14 17;
    7: 4 = and 1 0, 5 = andnot 4 3, 6 = xor 5 2, 7 = or 1 0, 8 = or 4 2, 9 = and 7 3, 10 = andnot 0 2, 11 = xor 9 8, 12 = xor 10 3, 13 = andnot 10 6, 14 = xor 13 1, 15 = andnot 8 7, 16 = or 15 12, 17 = not 1, 18 = xor 17 16, 19 = andnot 2 17, 20 = or 19 6, 21 = xor 20 0 => 21 18 14 11;
}

/// Applies S-box `N`, 0 to 7. The first word has the lowest bits of the inputs.
#[inline(always)]
pub fn substituted<const N: usize, V: Words<Word = u32>>(x: [V; 4]) -> [V; 4] {
    if V::TERNARY { substituted_by_three::<N, V>(x) } else { substituted_by_two::<N, V>(x) }
}

/// Applies the inverse of S-box `N`.
#[inline(always)]
pub(super) fn restored<const N: usize, V: Words<Word = u32>>(x: [V; 4]) -> [V; 4] {
    if V::TERNARY { restored_by_three::<N, V>(x) } else { restored_by_two::<N, V>(x) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The S-boxes: *Serpent: A Proposal for the Advanced Encryption Standard*, appendix A.5.
    #[rustfmt::skip]
    const TABLES: [[u8; 16]; 8] = [
        [3, 8, 15, 1, 10, 6, 5, 11, 14, 13, 4, 2, 7, 0, 9, 12],
        [15, 12, 2, 7, 9, 0, 5, 10, 1, 11, 14, 8, 6, 13, 3, 4],
        [8, 6, 7, 9, 3, 12, 10, 15, 13, 1, 14, 4, 0, 11, 5, 2],
        [0, 15, 11, 8, 12, 9, 6, 3, 13, 1, 2, 4, 10, 7, 5, 14],
        [1, 15, 8, 3, 12, 0, 11, 6, 2, 5, 4, 10, 9, 14, 7, 13],
        [15, 5, 2, 11, 4, 10, 9, 12, 0, 3, 14, 8, 13, 6, 7, 1],
        [7, 2, 12, 5, 8, 4, 6, 11, 14, 9, 1, 15, 13, 3, 10, 0],
        [1, 13, 15, 0, 14, 8, 2, 11, 7, 4, 12, 10, 9, 3, 5, 6],
    ];

    #[test]
    fn circuits_are_the_tables() {
        // bit `i` of the four words has the four bits of the number `i`
        let inputs = [0xaaaa, 0xcccc, 0xf0f0, 0xff00];
        let value =
            |x: [u32; 4], i: usize| (0..4).fold(0, |sum, bit| sum | (x[bit] >> i & 1) << bit) as usize;
        macro_rules! check {
            ($($n:literal)*) => { $(
                let (out, back) = (substituted::<$n, u32>(inputs), restored::<$n, u32>(inputs));
                for i in 0..16 {
                    assert_eq!(value(out, i), usize::from(TABLES[$n][i]), "S-box {} of {i}", $n);
                    assert_eq!(usize::from(TABLES[$n][value(back, i)]), i, "the inverse of S-box {} of {i}", $n);
                }
            )* };
        }
        check!(0 1 2 3 4 5 6 7);
    }
}
