//! The compression function of Tiger (the Tiger paper, section 3).
//!
//! A round looks up all eight bytes of one variable, so each round waits for the look-ups of the previous round. The
//! three variables and the eight words of the block stay in registers and rotate by renaming. Of the two XORs of
//! look-ups in a round, the one that the next round needs is written first.

use super::sboxes::SBOXES;
type Tables = [[u64; 256]; 4];

#[inline(always)]
fn compress_with(t: &Tables, state: &mut [u64; 3], block: &[u8; 64]) {
    let mut x = [0; 8];
    for (word, bytes) in x.iter_mut().zip(block.as_chunks().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    let [mut a, mut b, mut c] = *state;
    macro_rules! look {
        ($c:ident: $(box $table:literal byte $byte:literal),*) => {
            0 $(^ t[$table - 1][($c >> (8 * $byte)) as u8 as usize])*
        };
    }
    macro_rules! round {
        ($a:ident $b:ident $c:ident $word:literal $mul:literal) => {
            $c ^= x[$word];
            $a = $a.wrapping_sub(look!($c: box 1 byte 0, box 2 byte 2, box 3 byte 4, box 4 byte 6));
            $b = $b.wrapping_add(look!($c: box 4 byte 1, box 3 byte 3, box 2 byte 5, box 1 byte 7)).wrapping_mul($mul);
        };
    }
    macro_rules! pass {
        ($a:ident $b:ident $c:ident $mul:literal) => {
            round!($a $b $c 0 $mul);
            round!($b $c $a 1 $mul);
            round!($c $a $b 2 $mul);
            round!($a $b $c 3 $mul);
            round!($b $c $a 4 $mul);
            round!($c $a $b 5 $mul);
            round!($a $b $c 6 $mul);
            round!($b $c $a 7 $mul);
        };
    }
    pass!(a b c 5);
    key_schedule(&mut x);
    pass!(c a b 7);
    key_schedule(&mut x);
    pass!(b c a 9);
    *state = [a ^ state[0], b.wrapping_sub(state[1]), c.wrapping_add(state[2])];
}

#[inline(always)]
fn key_schedule(x: &mut [u64; 8]) {
    x[0] = x[0].wrapping_sub(x[7] ^ 0xa5a5_a5a5_a5a5_a5a5);
    x[1] ^= x[0];
    x[2] = x[2].wrapping_add(x[1]);
    x[3] = x[3].wrapping_sub(x[2] ^ (!x[1] << 19));
    x[4] ^= x[3];
    x[5] = x[5].wrapping_add(x[4]);
    x[6] = x[6].wrapping_sub(x[5] ^ (!x[4] >> 23));
    x[7] ^= x[6];
    x[0] = x[0].wrapping_add(x[7]);
    x[1] = x[1].wrapping_sub(x[0] ^ (!x[7] << 19));
    x[2] ^= x[1];
    x[3] = x[3].wrapping_add(x[2]);
    x[4] = x[4].wrapping_sub(x[3] ^ (!x[2] >> 23));
    x[5] ^= x[4];
    x[6] = x[6].wrapping_add(x[5]);
    x[7] = x[7].wrapping_sub(x[6] ^ 0x0123_4567_89ab_cdef);
}

/// Compresses blocks of one message.
#[inline(always)]
pub(super) fn compress(state: &mut [u64; 3], blocks: &[[u8; 64]]) {
    let mut s = *state;
    for block in blocks {
        compress_with(&SBOXES, &mut s, block);
    }
    *state = s;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiger::IV;

    /// Generates the S-boxes as the authors' program does: Tiger with the current tables permutes their columns of
    /// bytes.
    #[test]
    fn the_s_boxes_are_made_by_tiger() {
        let name = b"Tiger - A Fast New Hash Function, by Ross Anderson and Eli Biham";
        let mut tables = [[0; 256]; 4];
        for table in &mut tables {
            for (i, entry) in table.iter_mut().enumerate() {
                *entry = i as u64 * 0x0101_0101_0101_0101;
            }
        }
        let (mut state, mut word) = (IV, 2);
        for i in (0..256).cycle().take(5 * 256) {
            for sbox in 0..4 {
                word += 1;
                if word == 3 {
                    word = 0;
                    compress_with(&tables, &mut state, name);
                }
                for (column, other) in state[word].to_le_bytes().into_iter().enumerate() {
                    let table = &mut tables[sbox];
                    let swap = (table[i] ^ table[usize::from(other)]) & 0xff << (8 * column);
                    table[i] ^= swap;
                    if i != usize::from(other) {
                        table[usize::from(other)] ^= swap;
                    }
                }
            }
        }
        assert!(tables == SBOXES);
    }
}
