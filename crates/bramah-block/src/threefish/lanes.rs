//! Threefish on several blocks side by side, one in each lane. Blocks are transposed, so that register `i` has word `i` of every
//! block, and transposed back at the end.
//!
//! Unlike in Skein, all lanes have the same key and the same tweak. Therefore the subkeys are computed in advance, and the
//! rounds between two subkeys are a loop.

use super::keys::{Keys, subkeys};
use crate::primitives::threefish::*;
use crate::simd::{
    Portable,
    memory::{Group, Run},
    words::{Quads, Words},
};

/// Declares the kernel for blocks of `$n` words.
macro_rules! kernel {
    ($module:ident: $n:literal, $first:ident $second:ident $unfirst:ident $unsecond:ident) => {
        pub(super) mod $module {
            use super::*;

            /// The number of four-word rows in a block.
            const ROWS: usize = $n / 4;

            #[inline(always)]
            fn add<V: Words<Word = u64>>(isa: V::Isa, x: &mut [V; $n], subkey: &[u64; $n]) {
                for i in 0..$n {
                    x[i] = x[i].add(V::splat(isa, subkey[i]));
                }
            }
            #[inline(always)]
            fn sub<V: Words<Word = u64>>(isa: V::Isa, x: &mut [V; $n], subkey: &[u64; $n]) {
                for i in 0..$n {
                    x[i] = x[i].sub(V::splat(isa, subkey[i]));
                }
            }

            /// Encrypts or decrypts a group of blocks, one in each lane.
            #[inline(always)]
            fn blocks<V: Quads, const BACK: bool>(isa: V::Isa, keys: &Keys<$n>, blocks: Group<'_, [u8; 32]>) {
                let mut x = [V::splat(isa, 0); $n];
                for (row, words) in x.as_chunks_mut::<4>().0.iter_mut().enumerate() {
                    *words = V::gather(isa, |lane| {
                        let i = ROWS * lane + row;
                        let bytes = V::row(isa, &blocks.get(i));
                        match blocks.pre(i) {
                            Some(pre) => V::xor_rows(bytes, V::row(isa, &pre)),
                            None => bytes,
                        }
                    });
                }
                let (pairs, last) = keys.subkeys.split_at(subkeys($n) - 1);
                let (pairs, last) = (pairs.as_chunks::<2>().0, &last[0]);
                if BACK {
                    sub(isa, &mut x, last);
                    for [one, two] in pairs.iter().rev() {
                        $unsecond(&mut x);
                        sub(isa, &mut x, two);
                        $unfirst(&mut x);
                        sub(isa, &mut x, one);
                    }
                } else {
                    for [one, two] in pairs {
                        add(isa, &mut x, one);
                        $first(&mut x);
                        add(isa, &mut x, two);
                        $second(&mut x);
                    }
                    add(isa, &mut x, last);
                }
                for (row, words) in x.as_chunks::<4>().0.iter().enumerate() {
                    V::scatter(*words, |lane, bytes| {
                        let i = ROWS * lane + row;
                        let bytes = match blocks.post(i) {
                            Some(post) => V::xor_rows(bytes, V::row(isa, &post)),
                            None => bytes,
                        };
                        blocks.put(i, V::row_bytes(bytes));
                    });
                }
            }

            /// Encrypts or decrypts single blocks. This is a separate function because with the features of a vector
            /// kernel the compiler would put the words of a block into vectors, which takes twice as long.
            #[inline(never)]
            fn single<const BACK: bool>(keys: &Keys<$n>, mut run: Run<'_>) {
                while let Some(group) = run.next(ROWS) {
                    blocks::<u64, BACK>(Portable, keys, group);
                }
            }

            /// Encrypts or decrypts a run: as many blocks at once as there are lanes, then single blocks.
            #[inline(always)]
            pub(in super::super) fn run<V: Quads, const BACK: bool>(
                isa: V::Isa,
                keys: &Keys<$n>,
                mut run: Run<'_>,
            ) {
                if V::LANES > 1 {
                    while let Some(group) = run.next(ROWS * V::LANES) {
                        blocks::<V, BACK>(isa, keys, group);
                    }
                }
                if !run.is_empty() {
                    single::<BACK>(keys, run);
                }
            }
        }
    };
}
kernel!(w4: 4, first256 second256 unfirst256 unsecond256);
kernel!(w8: 8, first512 second512 unfirst512 unsecond512);
kernel!(w16: 16, first1024 second1024 unfirst1024 unsecond1024);
