//! A test of the circuits of the S-boxes against their tables.

use super::{boxes::*, tables::boxed};

#[test]
fn circuits_are_the_tables() {
    // bit `i` of a word belongs to the block whose six inputs have the value `i`
    let input = |number: usize| (0..64).fold(0_u64, |word, i| word | ((i >> (5 - number) & 1) as u64) << i);
    let inputs = [0, 1, 2, 3, 4, 5].map(input);
    let all = [
        s1(inputs, !0),
        s2(inputs, !0),
        s3(inputs, !0),
        s4(inputs, !0),
        s5(inputs, !0),
        s6(inputs, !0),
        s7(inputs, !0),
        s8(inputs, !0),
    ];
    for (number, outputs) in all.iter().enumerate() {
        for bits in 0..64 {
            let value = outputs.iter().fold(0, |value, word| value << 1 | (word >> bits & 1) as u8);
            assert_eq!(value, boxed(number, bits), "S-box {} of {bits}", number + 1);
        }
    }
}
