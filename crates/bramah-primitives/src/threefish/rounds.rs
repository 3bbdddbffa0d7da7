//! Threefish (section 3.3 of Skein 1.3), generic over words. With single words this is the portable code. With vectors,
//! each lane takes a block.
//!
//! The words stay in their registers. Instead of moving words, the permutation changes which words are mixed. After
//! four rounds, when a subkey is added, every word is back in its place. The parts of a subkey that do not depend on
//! the rounds are added to each other first, so that a word waits for only one addition. All rounds are unrolled, so
//! that the index of each key word is a constant.

use super::*;
use crate::simd::words::Words;

/// Returns word `j` of the extended key, which repeats from the beginning after its last word.
#[inline(always)]
fn word<V: Copy, const N: usize>(key: &[V; N], parity: V, j: usize) -> V {
    if j % (N + 1) == N { parity } else { key[j % (N + 1)] }
}

/// Applies one round. The arguments are `words rotations round; index: words to mix, ...`, where the index selects the
/// rotation count.
macro_rules! round {
    ($x:ident $rotations:ident $d:expr; $($j:literal: $a:literal $b:literal,)*) => {
        $( $x[$a] = $x[$a].add($x[$b]); )*
        $( $x[$b] = $x[$b].rotl::<{ $rotations[$d][$j] }>(); )*
        $( $x[$b] = $x[$b].xor($x[$a]); )*
    };
}

/// Inverts one round. The arguments are the same as for `round!`.
macro_rules! unround {
    ($x:ident $rotations:ident $d:expr; $($j:literal: $a:literal $b:literal,)*) => {
        $( $x[$b] = $x[$b].xor($x[$a]); )*
        $( $x[$b] = $x[$b].rotr::<{ $rotations[$d][$j] }>(); )*
        $( $x[$a] = $x[$a].sub($x[$b]); )*
    };
}

/// Applies four rounds. The second macro inverts them.
macro_rules! forward {
    ($x:ident $rotations:ident $d:literal; [$($p:tt)*] [$($q:tt)*] [$($r:tt)*] [$($s:tt)*]) => {
        round!($x $rotations $d; $($p)*);
        round!($x $rotations $d + 1; $($q)*);
        round!($x $rotations $d + 2; $($r)*);
        round!($x $rotations $d + 3; $($s)*);
    };
}
macro_rules! backward {
    ($x:ident $rotations:ident $d:literal; [$($p:tt)*] [$($q:tt)*] [$($r:tt)*] [$($s:tt)*]) => {
        unround!($x $rotations $d + 3; $($s)*);
        unround!($x $rotations $d + 2; $($r)*);
        unround!($x $rotations $d + 1; $($q)*);
        unround!($x $rotations $d; $($p)*);
    };
}

/// Applies or inverts four rounds, of which round `d` is the first.
macro_rules! four256 {
    ($way:ident $x:ident $d:literal) => {
        $way!($x ROTATIONS_256 $d; [0: 0 1, 1: 2 3,] [0: 0 3, 1: 2 1,] [0: 0 1, 1: 2 3,] [0: 0 3, 1: 2 1,]);
    };
}
macro_rules! four512 {
    ($way:ident $x:ident $d:literal) => {
        $way!($x ROTATIONS_512 $d;
            [0: 0 1, 1: 2 3, 2: 4 5, 3: 6 7,]
            [0: 2 1, 1: 4 7, 2: 6 5, 3: 0 3,]
            [0: 4 1, 1: 6 3, 2: 0 5, 3: 2 7,]
            [0: 6 1, 1: 0 7, 2: 2 5, 3: 4 3,]);
    };
}
macro_rules! four1024 {
    ($way:ident $x:ident $d:literal) => {
        $way!($x ROTATIONS_1024 $d;
            [0: 0 1, 1: 2 3, 2: 4 5, 3: 6 7, 4: 8 9, 5: 10 11, 6: 12 13, 7: 14 15,]
            [0: 0 9, 1: 2 13, 2: 6 11, 3: 4 15, 4: 10 7, 5: 12 3, 6: 14 5, 7: 8 1,]
            [0: 0 7, 1: 2 5, 2: 4 3, 3: 6 1, 4: 12 15, 5: 14 13, 6: 8 11, 7: 10 9,]
            [0: 0 15, 1: 2 11, 2: 6 13, 3: 4 9, 4: 14 1, 5: 8 5, 6: 10 3, 7: 12 7,]);
    };
}

/// Declares functions for rounds 0 to 3 and for rounds 4 to 7, each in both directions. The compiler optimises each
/// function once, and then inlines it.
macro_rules! fours {
    ($($n:literal $four:ident: $($name:ident $way:ident $d:literal)*;)*) => { $($(
        #[inline(always)]
        pub fn $name<V: Words<Word = u64>>(x: &mut [V; $n]) {
            $four!($way x $d);
        }
    )*)* };
}
fours!(
    4 four256: first256 forward 0 second256 forward 4 unfirst256 backward 0 unsecond256 backward 4;
    8 four512: first512 forward 0 second512 forward 4 unfirst512 backward 0 unsecond512 backward 4;
    16 four1024: first1024 forward 0 second1024 forward 4 unfirst1024 backward 0 unsecond1024 backward 4;
);

/// Declares the encryption of blocks of `$n` words. The arguments are the two functions of four rounds; the indices of the
/// words to which a subkey adds neither a tweak word nor its number; for every eight rounds, the number of the first of two
/// subkeys; and the number of the last subkey.
macro_rules! threefish {
    ($(#[$doc:meta])* $name:ident, $n:literal, $first:ident $second:ident, $plain:tt, $($s:literal)*, $last:literal) => {
        $(#[$doc])*
        #[inline(always)]
        pub fn $name<V: Words<Word = u64>>(
            isa: V::Isa,
            key: &[V; $n],
            tweak: [V; 2],
            block: &[V; $n],
        ) -> [V; $n] {
            let mut parity = V::splat(isa, C240);
            for word in key {
                parity = parity.xor(*word);
            }
            let tweak = [tweak[0], tweak[1], tweak[0].xor(tweak[1])];
            let mut x = *block;
            $(
                threefish!(@subkey isa x $n key parity tweak $s, $plain);
                $first(&mut x);
                threefish!(@subkey isa x $n key parity tweak $s + 1, $plain);
                $second(&mut x);
            )*
            threefish!(@subkey isa x $n key parity tweak $last, $plain);
            x
        }
    };
    (@subkey $isa:ident $x:ident $n:literal $key:ident $parity:ident $tweak:ident $s:expr, [$($i:literal)*]) => {
        $( $x[$i] = $x[$i].add(word($key, $parity, $s + $i)); )*
        let tweaked = word($key, $parity, $s + $n - 3).add($tweak[$s % 3]);
        $x[$n - 3] = $x[$n - 3].add(tweaked.opaque());
        let tweaked = word($key, $parity, $s + $n - 2).add($tweak[($s + 1) % 3]);
        $x[$n - 2] = $x[$n - 2].add(tweaked.opaque());
        let numbered = word($key, $parity, $s + $n - 1).add(V::splat($isa, $s));
        $x[$n - 1] = $x[$n - 1].add(numbered.opaque());
    };
}

threefish!(
    /// Threefish-256.
    threefish256, 4, first256 second256, [0], 0 2 4 6 8 10 12 14 16, 18
);
threefish!(
    /// Threefish-512.
    threefish512, 8, first512 second512, [0 1 2 3 4], 0 2 4 6 8 10 12 14 16, 18
);
threefish!(
    /// Threefish-1024.
    threefish1024, 16, first1024 second1024, [0 1 2 3 4 5 6 7 8 9 10 11 12], 0 2 4 6 8 10 12 14 16 18, 20
);
