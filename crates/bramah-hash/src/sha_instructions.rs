//! The code that the kernels of SHA-1 and SHA-256 on SHA instructions share. A state is in two registers, in the order
//! that the instructions need; a digest is in two registers, in the order of the words of a block.

/// Defines the function `words`, which loads the message words of blocks into registers. Arguments: the features, the register
/// type, its zero, and the conversion of a register of 16 bytes to four words.
macro_rules! words {
    ($features:literal, $register:ident, $zero:expr, |$row:ident| $four:expr) => {
        /// Loads the sixteen message words of each block into four registers.
        #[inline]
        #[target_feature(enable = $features)]
        fn words<const N: usize>(blocks: [&[u8; 64]; N]) -> [[$register; 4]; N] {
            let mut w = [[$zero; 4]; N];
            for (w, block) in w.iter_mut().zip(blocks) {
                for (w, row) in w.iter_mut().zip(block.as_chunks().0) {
                    let $row = load128(row);
                    *w = $four;
                }
            }
            w
        }
    };
}
pub(super) use words;

/// Defines the function `chains`, which advances chains of PBKDF2 (RFC 8018, section 5.2), two at a time. A digest is moved
/// from the registers of a state directly to the registers of the next block.
///
/// The module must define these functions: `row` loads four words of a block, `pack` loads a state, `load` and `store`
/// load and store a digest, and `digest` converts the registers of a state to registers of a digest. It must also
/// define the macro `rounds`, which takes the number of messages, their indices, the states and the words. The
/// arguments are the number of words of a state, the features, the logical operations on registers, and for each
/// register of a digest whether it needs the mask even if the digest fills the whole state.
macro_rules! chains {
    ($words:literal, $features:literal, $and:ident $or:ident $xor:ident, $masked:tt) => {
        /// Advances chains by `count` iterations, two chains at a time. If their number is odd, the last chain is advanced by
        /// itself.
        #[allow(unused_assignments)] // the last steps of the schedule compute words that no round needs
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn chains(chains: &mut [Chain<[u32; $words]>], ends: &Ends<u32, $words>, count: u32) {
            let (pairs, rest) = chains.as_chunks_mut::<2>();
            for pair in pairs {
                $crate::sha_instructions::chains!(@ 2, 0 1; pair, ends, count, $and $or $xor, $masked);
            }
            for one in rest.as_chunks_mut::<1>().0 {
                $crate::sha_instructions::chains!(@ 1, 0; one, ends, count, $and $or $xor, $masked);
            }
        }
    };
    (@ $n:literal, $($m:literal)*; $chains:ident, $ends:ident, $count:ident, $and:ident $or:ident $xor:ident,
     [$($half:literal $masked:literal),*]) => {{
        let first = pack(&$chains[0].keys[0]);
        let mut keys = [([first.0; $n], [first.1; $n]); 2];
        let (mut u, mut sum) = ([load(&$chains[0].u); $n], [load(&$chains[0].sum); $n]);
        $(
            (keys[0].0[$m], keys[0].1[$m]) = pack(&$chains[$m].keys[0]);
            (keys[1].0[$m], keys[1].1[$m]) = pack(&$chains[$m].keys[1]);
            (u[$m], sum[$m]) = (load(&$chains[$m].u), load(&$chains[$m].sum));
        )*
        let mask = load(&$ends.mask);
        let [w0, w1, w2, w3] = $ends.words.as_chunks().0 else { unreachable!("sixteen words") };
        let (mark, rest) = ([row(w0), row(w1)], [row(w2), row(w3)]);
        for _ in 0..$count {
            for (mut a, mut b) in keys {
                let mut w = [[rest[0]; 4]; $n];
                $(
                    w[$m] = [u[$m][0], u[$m][1], rest[0], rest[1]];
                )*
                $(
                    if $masked || !$ends.whole {
                        for w in &mut w {
                            w[$half] = $or($and(w[$half], mask[$half]), mark[$half]);
                        }
                    }
                )*
                rounds!($n, $($m)*; a b, w);
                $(
                    u[$m] = digest(a[$m], b[$m]);
                )*
            }
            $(
                sum[$m] = [$xor(sum[$m][0], u[$m][0]), $xor(sum[$m][1], u[$m][1])];
            )*
        }
        $(
            store(u[$m], &mut $chains[$m].u);
            store(sum[$m], &mut $chains[$m].sum);
        )*
    }};
}
pub(super) use chains;
