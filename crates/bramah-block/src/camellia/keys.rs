//! The key schedule of Camellia: RFC 3713, 2.2.

use super::{
    field::{Box1, Box2, Box3, CONSTANTS, Enter, IN, Leave, P, before, last_map},
    pieces::{BOTH_CONSTANTS, round},
};
use crate::{Schedule, octets::spread, simd::octets::Inverting, wipe};

/// The maximum number of rounds, and of layers between groups of rounds.
const ROUNDS: usize = 24;
const LAYERS: usize = ROUNDS / 6 - 1;

/// The round keys.
#[derive(Clone)]
pub struct Keys {
    /// The keys that are XORed before the first round and after the last round (key whitening), with eight bytes for each half of
    /// a block.
    pub(super) white: [[u8; 16]; 2],
    /// A key for each round, in the stored form (under the map `IN`), at the position of the half that the round reads.
    pub(super) rounds: [[u8; 16]; ROUNDS],
    /// The keys of the layers between groups of rounds, for both halves.
    pub(super) layers: [[u8; 16]; LAYERS],
    /// The whitening keys and the layer keys for byte-sliced kernels, with each byte repeated four times in a word.
    pub(super) spread_white: [[u32; 16]; 2],
    pub(super) spread_layers: [[u32; 16]; LAYERS],
    /// The addends of the S-boxes of each round, in the form of [`Inverting::addend`]. The half into which a round XORs its
    /// result contains the key of the previous round. The addends replace this key by the key of the next round.
    pub(super) spread_rounds: [[u32; 8]; ROUNDS],
    /// Two values for each group of six rounds. The first is the key of the first round of the group, which encryption XORs into
    /// the first half before this round. The second is the XOR of the key of the last round and the constants that the S-boxes
    /// have left out, which encryption XORs into the second half after this round.
    pub(super) spread_ends: [[[u32; 8]; 2]; ROUNDS / 6],
    /// The keys of each group of six rounds for single blocks, in backends that have a kernel for them. First come the keys of
    /// the first two rounds. Then comes a value for each round: the half that the round read contains the key of the round, and
    /// the value changes this key to the key of the round after the next. At the end of a group the value is the constants that
    /// the S-boxes have left out, and after the last group the last whitening keys are XORed into it.
    pub(super) serial: [[[u8; 16]; 8]; ROUNDS / 6],
    /// The number of groups of six rounds: 3 or 4.
    pub(super) groups: usize,
}

impl Schedule for Keys {
    const EMPTY: Self = Self {
        white: [[0; 16]; 2],
        rounds: [[0; 16]; ROUNDS],
        layers: [[0; 16]; LAYERS],
        spread_white: [[0; 16]; 2],
        spread_layers: [[0; 16]; LAYERS],
        spread_rounds: [[0; 8]; ROUNDS],
        spread_ends: [[[0; 8]; 2]; ROUNDS / 6],
        serial: [[[0; 16]; 8]; ROUNDS / 6],
        groups: 0,
    };
    fn wipe(&mut self) {
        wipe::wipe(self.white.as_flattened_mut());
        wipe::wipe(self.rounds.as_flattened_mut());
        wipe::wipe(self.layers.as_flattened_mut());
        wipe::wipe(self.spread_white.as_flattened_mut());
        wipe::wipe(self.spread_layers.as_flattened_mut());
        wipe::wipe(self.spread_rounds.as_flattened_mut());
        wipe::wipe(self.spread_ends.as_flattened_mut().as_flattened_mut());
        wipe::wipe(self.serial.as_flattened_mut().as_flattened_mut());
    }
}

/// Returns the correction of the key of round `round` of a group, for byte `i` of the half that the round reads: the input
/// constant of the S-box, and, in rounds 1, 2 and 5, the constants that earlier rounds have left out in this half.
const fn correction(round: usize, i: usize) -> u8 {
    let left_out = if matches!(round, 1 | 2 | 5) { CONSTANTS[i] } else { 0 };
    before(i) ^ left_out
}

/// The corrections of a group's six rounds, two rounds in each entry.
static CORRECTIONS: [[u8; 16]; 3] = {
    let (mut corrections, mut i) = ([[0; 16]; 3], 0);
    while i < 48 {
        corrections[i / 16][i % 16] = correction(i / 8, i % 8);
        i += 1;
    }
    corrections
};

/// Masks of the bytes of a block's first half and second half.
static HALVES: [[u8; 16]; 2] = {
    let (mut masks, mut i) = ([[0; 16]; 2], 0);
    while i < 16 {
        masks[i / 8][i] = 255;
        i += 1;
    }
    masks
};

/// The constants Sigma of the key schedule, as the keys of its six rounds (RFC 3713, 2.2). Every two rounds have the
/// corrections of the first two rounds of a group of six.
static SIGMA: [[u8; 16]; 6] = {
    const WORDS: [u64; 6] = [
        0xa09e_667f_3bcc_908b, 0xb67a_e858_4caa_73b2, 0xc6ef_372f_e94f_82be, 0x54ff_53a5_f1d3_6f1c,
        0x10e5_27fa_de68_2d1d, 0xb056_88c2_b3e6_c1fd,
    ];
    let (mut keys, mut i) = ([[0; 16]; 6], 0);
    while i < 48 {
        let (key, byte) = (i / 8, i % 8);
        keys[key][key % 2 * 8 + byte] = IN.of(WORDS[key].to_be_bytes()[byte]) ^ correction(key % 2, byte);
        i += 1;
    }
    keys
};

/// Applies two rounds of the key schedule to a number.
#[inline(always)]
fn mixed<V: Inverting>(isa: V::Isa, number: u128, sigma: &[[u8; 16]; 2]) -> u128 {
    let x = [V::piece(isa, &number.to_be_bytes()).affine::<Enter>()];
    let x = round::<V, 1, 1>(isa, &sigma[1], round::<V, 0, 1>(isa, &sigma[0], x));
    // XORs the constants that the two rounds have left out in each half
    let constants = V::piece(isa, &BOTH_CONSTANTS);
    u128::from_be_bytes(x[0].xor(constants).affine::<Leave>().first())
}

/// The source of a half of a round key: the index of one of the numbers KL, KR, KA and KB, and the number of bits by which it is
/// rotated to the left. With keys of 128 bits, the two halves of one round key come from different numbers.
type Source = (usize, u32);
const KL: usize = 0;
const KR: usize = 1;
const KA: usize = 2;
const KB: usize = 3;

/// The sources of the round keys in pairs, for 18 and for 24 rounds: RFC 3713, 2.2, tables 2 and 3.
static SHORT: [[Source; 2]; 9] = [
    [(KA, 0); 2],
    [(KL, 15); 2],
    [(KA, 15); 2],
    [(KL, 45); 2],
    [(KA, 45), (KL, 60)],
    [(KA, 60); 2],
    [(KL, 94); 2],
    [(KA, 94); 2],
    [(KL, 111); 2],
];
static LONG: [[Source; 2]; 12] = [
    [(KB, 0); 2],
    [(KR, 15); 2],
    [(KA, 15); 2],
    [(KB, 30); 2],
    [(KL, 45); 2],
    [(KA, 45); 2],
    [(KR, 60); 2],
    [(KB, 60); 2],
    [(KL, 77); 2],
    [(KR, 94); 2],
    [(KA, 94); 2],
    [(KL, 111); 2],
];
/// The sources of the layer keys, for 18 and for 24 rounds.
static SHORT_LAYERS: [Source; 2] = [(KA, 30), (KL, 77)];
static LONG_LAYERS: [Source; 3] = [(KR, 30), (KL, 60), (KA, 77)];

/// Returns the half of a block that P maps to `half`: the inverse of P (RFC 3713, 2.4.1). P alternately XORs one 32-bit word
/// into the other, rotated by 8, 16, 24 and 24 bits, and then exchanges the words.
const fn before_p(half: u64) -> u64 {
    let (mut right, mut left) = ((half >> 32) as u32, half as u32);
    right ^= left.rotate_left(24);
    left ^= right.rotate_left(24);
    right ^= left.rotate_left(16);
    left ^= right.rotate_left(8);
    (left as u64) << 32 | right as u64
}
// checks `before_p`: it must map the image of each of the eight bytes under P back to this byte
const _: () = {
    let mut j = 0;
    while j < 8 {
        let (mut image, mut byte) = ([0; 8], 0);
        while byte < 8 {
            image[byte] = P[byte] >> j & 1;
            byte += 1;
        }
        assert!(before_p(u64::from_be_bytes(image)) == 1 << (56 - 8 * j));
        j += 1;
    }
};

/// Masks of the bytes of both halves whose S-box ends with [`Box1`], [`Box2`] and [`Box3`].
static BOXES: [[u8; 16]; 3] = {
    let (mut masks, mut i) = ([[0; 16]; 3], 0);
    while i < 16 {
        masks[last_map(i % 8)][i] = 255;
        i += 1;
    }
    masks
};

/// Computes the keys of a group of six rounds for byte-sliced kernels.
#[inline(always)]
fn spread_rounds<V: Inverting>(isa: V::Isa, keys: &mut Keys, group: usize) {
    let key = |i: usize| {
        let both = u128::from_be_bytes(keys.rounds[6 * group + i]);
        (both >> 64 | both) as u64 // one of the two halves is 0
    };
    let constants = u64::from_be_bytes(CONSTANTS);
    let [k0, k1, k2, k3, k4, k5] = [key(0), key(1), key(2), key(3), key(4), key(5)];
    let ends = u128::from(k0) << 64 | u128::from(k5 ^ constants);
    if let [words] = keys.spread_ends[group].as_flattened_mut().as_chunks_mut().0 {
        spread(V::piece(isa, &ends.to_be_bytes()), words);
    }
    let pairs = [[k1, k0 ^ k2], [k1 ^ k3, k2 ^ k4], [k3 ^ k5, k4 ^ constants]];
    let [first, second, third] = &BOXES;
    let words = keys.spread_rounds[6 * group..6 * group + 6].as_flattened_mut().as_chunks_mut().0;
    for ([one, two], words) in pairs.into_iter().zip(words) {
        let both = u128::from(before_p(one)) << 64 | u128::from(before_p(two));
        let x = V::piece(isa, &both.to_be_bytes());
        let (one, two) =
            (x.addend::<Box1>().and(V::piece(isa, first)), x.addend::<Box2>().and(V::piece(isa, second)));
        spread(one.xor3(two, x.addend::<Box3>().and(V::piece(isa, third))), words);
    }
}

/// Expands a key.
#[inline(always)]
pub(super) fn expand<V: Inverting>(isa: V::Isa, key: &[u8], keys: &mut Keys) {
    let (first, second) = key.split_at(key.len().min(16));
    let mut bytes = [[0; 16]; 2];
    for (to, from) in bytes[0].iter_mut().zip(first) {
        *to = *from;
    }
    for (to, from) in bytes[1].iter_mut().zip(second) {
        *to = *from;
    }
    if second.len() == 8 {
        for i in 0..8 {
            bytes[1][8 + i] = !bytes[1][i];
        }
    }
    let [kl, kr] = [u128::from_be_bytes(bytes[0]), u128::from_be_bytes(bytes[1])];
    let [one, two, three] = SIGMA.as_chunks().0 else { return };
    let ka = mixed::<V>(isa, mixed::<V>(isa, kl ^ kr, one) ^ kl, two);
    let short = second.is_empty();
    let kb = if short { 0 } else { mixed::<V>(isa, ka ^ kr, three) };
    let mut numbers = [kl, kr, ka, kb];

    keys.groups = if short { 3 } else { 4 };
    let last = if short { numbers[KA] } else { numbers[KB] }.rotate_left(111);
    keys.white = [kl.to_be_bytes(), last.to_be_bytes()];
    let (pairs, layers): (&[_], &[Source]) = match short {
        true => (&SHORT, &SHORT_LAYERS),
        false => (&LONG, &LONG_LAYERS),
    };
    for (at, [one, two]) in pairs.iter().enumerate() {
        let low = numbers[one.0].rotate_left(one.1) >> 64 << 64;
        let high = numbers[two.0].rotate_left(two.1) << 64 >> 64;
        let pair = V::piece(isa, &(low | high).to_be_bytes()).affine::<Enter>();
        let pair = pair.xor(V::piece(isa, &CORRECTIONS[at % 3]));
        for (key, half) in keys.rounds[2 * at..].iter_mut().zip(&HALVES) {
            *key = pair.and(V::piece(isa, half)).first();
        }
    }
    for group in 0..keys.groups.min(ROUNDS / 6) {
        spread_rounds::<V>(isa, keys, group);
    }
    for (at, (number, by)) in layers.iter().enumerate() {
        keys.layers[at] = numbers[*number].rotate_left(*by).to_be_bytes();
        spread(V::piece(isa, &keys.layers[at]), &mut keys.spread_layers[at]);
    }
    for (words, white) in keys.spread_white.iter_mut().zip(&keys.white) {
        spread(V::piece(isa, white), words);
    }
    wipe::wipe(&mut numbers);
    wipe::wipe(bytes.as_flattened_mut());
}
