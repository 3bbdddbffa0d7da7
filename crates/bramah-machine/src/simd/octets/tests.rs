//! Tests that compare every type of register with bytes processed one at a time.

use super::*;
use crate::simd::{
    Portable,
    gf::{AES, product},
    memory::{InOut, Run},
};

struct Map;
impl Affine for Map {
    const MAP: Linear = Linear([0x31, 0x62, 0xc5, 0x8a, 0x17, 0x2f, 0x5e, 0xbd]);
    const ADD: u8 = 0x9d;
}

/// The linear maps of the S-box of AES and of its inverse, each with a different constant.
struct Forward;
impl Affine for Forward {
    const MAP: Linear = AES_LINEAR;
    const ADD: u8 = 0x9d;
}
struct Backward;
impl Affine for Backward {
    const MAP: Linear = AES_LINEAR.inverse();
    const ADD: u8 = 0x9d;
}

struct Cubes;
impl Table for Cubes {
    const TABLE: &'static Aligned<256> = &{
        let (mut table, mut x) = ([0; 256], 0);
        while x < 256 {
            let y = x as u8;
            table[x] = product(y, product(y, y, AES), AES) ^ y >> 3;
            x += 1;
        }
        Aligned(table)
    };
}

struct Same;
impl Table for Same {
    const TABLE: &'static Aligned<256> = &{
        let (mut table, mut x) = ([0; 256], 0);
        while x < 256 {
            table[x] = x as u8;
            x += 1;
        }
        Aligned(table)
    };
}

/// A matrix with a column of zeros, so that some sums have fewer terms.
struct Numbers;
impl Matrix for Numbers {
    const COLUMNS: &'static [[u8; 16]; 16] = &{
        let (mut columns, mut i) = ([[0; 16]; 16], 16);
        while i < 256 {
            columns[i / 16][i % 16] = (i * 73 % 251) as u8;
            i += 1;
        }
        columns
    };
}

struct Zero;
impl Table for Zero {
    const TABLE: &'static Aligned<256> = &Aligned([0; 256]);
}

/// Returns the inverse of a byte in the field of AES.
fn inverse(x: u8) -> u8 {
    (0..254).fold(1, |power, _| product(power, x, AES))
}

fn affine(x: u8) -> u8 {
    Map::MAP.of(x) ^ Map::ADD
}

#[inline(always)]
fn all<V: Octets<Bytes: AsRef<[u8]>>>(isa: V::Isa) {
    let len = 16 * V::PIECES;
    let bytes = |from: usize| -> Vec<u8> { (0..len).map(|i| ((from + i) * 7 % 256) as u8).collect() };
    let load = |bytes: &[u8]| {
        let mut bytes = bytes.to_vec();
        let mut run = Run::new(InOut::from(&mut bytes[..]));
        V::load(isa, &run.next(1).expect("a register").get(0))
    };
    let each = |got: V, expected: &dyn Fn(usize) -> u8, what: &str| {
        let expected: Vec<u8> = (0..len).map(expected).collect();
        assert_eq!(got.store().as_ref(), expected, "{what}");
    };
    static ORDER: [u8; 16] = [3, 15, 0, 128, 7, 7, 9, 10, 255, 1, 2, 14, 13, 4, 5, 6];
    for from in (0..256).step_by(16) {
        let (a, b) = (bytes(from), bytes(from + 77));
        let (x, y) = (load(&a), load(&b));
        each(x, &|i| a[i], "load");
        each(x.xor(y), &|i| a[i] ^ b[i], "xor");
        each(x.xor3(y, x.and(y)), &|i| a[i] ^ b[i] ^ a[i] & b[i], "xor3");
        each(x.and(y), &|i| a[i] & b[i], "and");
        each(x.or(y), &|i| a[i] | b[i], "or");
        each(x.affine::<Map>(), &|i| affine(a[i]), "affine");
        each(x.look_up::<Cubes>(), &|i| Cubes::TABLE.0[a[i] as usize], "look_up");
        let turns = x.look_up_in_turn::<Cubes, Same, Cubes, Zero>(isa);
        each(
            turns,
            &|i| match i % 4 {
                0 | 2 => Cubes::TABLE.0[a[i] as usize],
                1 => a[i],
                _ => 0,
            },
            "look_up_in_turn",
        );
        each(
            x.shuffled(&ORDER),
            &|i| if ORDER[i % 16] < 16 { a[i / 16 * 16 + ORDER[i % 16] as usize] } else { 0 },
            "shuffled",
        );
        for (word, repeated) in x.fours().into_iter().enumerate() {
            each(repeated, &|i| a[i / 16 * 16 + 4 * word + i % 16 / 4], "fours");
        }
        static NIBBLES: Aligned<32> = {
            let (mut tables, mut i) = ([0; 32], 0);
            while i < 32 {
                tables[i] = (i * 59 % 251) as u8;
                i += 1;
            }
            Aligned(tables)
        };
        let nibbles = |x: u8| NIBBLES.0[x as usize % 16] ^ NIBBLES.0[16 + x as usize / 16];
        each(x.by_nibbles(&NIBBLES), &|i| nibbles(a[i]), "by_nibbles");
        if V::MULTIPLIES {
            each(x.times(y), &|i| product(a[i], b[i], AES), "times");
        }
        if V::CARRYLESS {
            // word 1 of `a` and word 0 of `b`
            let word = |bytes: &[u8], at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
            let polynomial = |i: usize| {
                let (p, q) = (word(&a, i / 16 * 16 + 8), word(&b, i / 16 * 16));
                (0..64).filter(|bit| q >> bit & 1 == 1).fold(0, |sum, bit| sum ^ u128::from(p) << bit)
            };
            each(x.carryless::<0x01>(y), &|i| polynomial(i).to_le_bytes()[i % 16], "carryless");
        }
        let [low, high] = x.zip(y);
        let pair = |i: usize, high: usize| {
            let at = i / 16 * 16 + 8 * high + i % 16 / 2;
            if i.is_multiple_of(2) { a[at] } else { b[at] }
        };
        each(low, &|i| pair(i, 0), "zip");
        each(high, &|i| pair(i, 1), "zip");
        let word = |bytes: &[u8], i: usize| u64::from_le_bytes(bytes[i / 8 * 8..][..8].try_into().unwrap());
        let of = |word: u64, i: usize| word.to_le_bytes()[i % 8];
        each(x.add64(y), &|i| of(word(&a, i).wrapping_add(word(&b, i)), i), "add64");
        each(x.sub64(y), &|i| of(word(&a, i).wrapping_sub(word(&b, i)), i), "sub64");
        each(x.add8(y), &|i| a[i].wrapping_add(b[i]), "add8");
        each(x.sub8(y), &|i| a[i].wrapping_sub(b[i]), "sub8");
        assert_eq!(x.first(), a[..16]);
    }
    each(V::splat(isa, 0x0403_0201), &|i| i as u8 % 4 + 1, "splat");
    let sixteen = core::array::from_fn(|i| i as u8 + 1);
    each(V::piece(isa, &sixteen), &|i| i as u8 % 16 + 1, "piece");

    let a = bytes(5);
    let product = |piece: &[u8], i: usize| {
        (0..16).fold(0, |sum, j| sum ^ product(Numbers::COLUMNS[j][i], piece[j], AES))
    };
    each(load(&a).multiplied::<Numbers>(isa), &|i| product(&a[i / 16 * 16..], i % 16), "multiplied");

    static BOXES: [[u8; 16]; 8] = {
        let (mut boxes, mut i) = ([[0; 16]; 8], 0);
        while i < 128 {
            boxes[i / 16][i % 16] = (i * 7 % 127 % 16) as u8;
            i += 1;
        }
        boxes
    };
    static PLACES: Places = Places::new(&BOXES);
    let (a, b) = (bytes(3), bytes(60));
    let box_of = |i: usize| {
        let place = 2 * (i % 4);
        BOXES[place][a[i] as usize % 16] | BOXES[place + 1][a[i] as usize / 16] << 4
    };
    each(load(&a).by_places(&PLACES), &|i| box_of(i), "by_places");
    let word32 = |bytes: &[u8], i: usize| u32::from_le_bytes(bytes[i / 4 * 4..][..4].try_into().unwrap());
    let of32 = |word: u32, i: usize| word.to_le_bytes()[i % 4];
    let sum = |i: usize| word32(&a, i).wrapping_add(word32(&b, i));
    each(load(&a).add32(load(&b)), &|i| of32(sum(i), i), "add32");
    each(load(&a).rotl32::<11>(), &|i| of32(word32(&a, i).rotate_left(11), i), "rotl32");
    each(load(&a).rotl32::<1>(), &|i| of32(word32(&a, i).rotate_left(1), i), "rotl32");
    let [even, odd] = load(&a).unzip32(load(&b));
    let unzipped = |i: usize, odd: usize| {
        let from = i / 16 * 16 + (i % 8 / 4 * 2 + odd) * 4 + i % 4;
        if i % 16 < 8 { a[from] } else { b[from] }
    };
    each(even, &|i| unzipped(i, 0), "unzip32");
    each(odd, &|i| unzipped(i, 1), "unzip32");
    let [x, y] = even.zip32(odd);
    each(x, &|i| a[i], "zip32");
    each(y, &|i| b[i], "zip32");
    let (x, y) = (load(&a), load(&b));
    let piece = |bytes: &[u8], piece: usize, i: usize| bytes[16 * piece + i % 16];
    macro_rules! turned {
        ($($p:literal)*) => { $(
            if $p <= V::PIECES {
                for by in 0..$p {
                    let from = |i: usize| i / 16 / $p * $p + ((i / 16 + $p - by) & ($p - 1));
                    each(x.turned::<$p>(by), &|i| piece(&a, from(i), i), "turned");
                }
            }
        )* };
    }
    turned!(1 2 4);
    let last = V::PIECES - 1;
    each(x.after(y), &|i| if i < 16 { piece(&b, last, i) } else { piece(&a, i / 16 - 1, i) }, "after");
    let words = [0x0404_0404, 0x0707_0707, 0x0909_0909, 0x0b0b_0b0b];
    each(V::by_piece(isa, &words), &|i| words[i / 16 % 4] as u8, "by_piece");
    if V::PIECES > 1 {
        let pair: [u8; 32] = core::array::from_fn(|i| i as u8 + 9);
        each(V::block(isa, &pair), &|i| pair[i % 32], "block");
        assert_eq!(x.first_block::<[u8; 32]>(), a[..32]);
    }

    let rows: [Vec<u8>; 16] =
        core::array::from_fn(|j| (0..len).map(|i| (j * 16 + i % 16) as u8 ^ (i / 16) as u8).collect());
    let x = transposed(rows.each_ref().map(|row| load(row)));
    for j in 0..16 {
        each(x[j], &|i| rows[i % 16][i / 16 * 16 + j], "transposed");
    }
    let x = halves_transposed(core::array::from_fn(|j| load(&rows[j])));
    for j in 0..8 {
        // every byte of the register is byte `j` of some block
        let stored = x[j].store();
        let blocks: Vec<usize> =
            stored.as_ref().iter().enumerate().map(|(i, byte)| usize::from(byte ^ (i / 16) as u8)).collect();
        assert!(blocks.iter().all(|at| at % 8 == j), "{blocks:?}");
    }
    let x = halves_restored(x);
    for j in 0..8 {
        each(x[j], &|i| rows[j][i], "restored");
    }
}

#[inline(always)]
fn inverting<V: Inverting<Bytes: AsRef<[u8]>>>(isa: V::Isa) {
    all::<V>(isa);
    for byte in 0..=255u8 {
        let x = V::splat(isa, u32::from_le_bytes([byte; 4]));
        macro_rules! check {
            ($map:ty) => {
                let map = |x| <$map>::MAP.of(x) ^ <$map>::ADD;
                assert_eq!(x.inverted::<$map>().first(), [map(inverse(byte)); 16], "{byte}");
                assert_eq!(x.affine_inverted::<$map>().first(), [inverse(map(byte)); 16], "{byte}");
            };
        }
        check!(Map);
        check!(Identity);
        check!(Forward);
        check!(Backward);
    }
    let x = V::splat(isa, 0x53ca_0102);
    let [a, b, c] = x.inverted_thrice::<Map, Identity, Forward>();
    let each = [a.first(), b.first(), c.first()];
    assert_eq!(
        each,
        [x.inverted::<Map>().first(), x.inverted::<Identity>().first(), x.inverted::<Forward>().first()]
    );
    // `inverted` does not move bytes to other positions
    let x = V::piece(isa, &core::array::from_fn(|i| i as u8));
    assert_eq!(x.inverted::<Map>().first(), core::array::from_fn(|i| affine(inverse(i as u8))));
    assert_eq!(x.permuted().restored().first(), x.first());
    macro_rules! check_sum {
        ($map:ty) => {
            let addend = V::splat(isa, u32::from_le_bytes([0xa7; 4])).addend::<$map>();
            let sums: [u8; 16] =
                core::array::from_fn(|i| <$map>::MAP.of(inverse(i as u8)) ^ <$map>::ADD ^ 0xa7);
            assert_eq!(x.inverted_to_permuted::<$map>(addend).restored().first(), sums);
            assert_eq!(x.permuted().inverted_from_permuted::<$map>(addend).first(), sums);
        };
    }
    check_sum!(Identity);
    check_sum!(Forward);
    check_sum!(Backward);
    let back = x.affine_inverted::<Backward>().inverted::<Identity>();
    assert_eq!(back.first(), core::array::from_fn(|i| Backward::MAP.of(i as u8) ^ Backward::ADD));
}

#[test]
fn portable() {
    inverting::<OctetsPortable>(Portable);
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::*;
    use crate::simd::{
        AesNi, Avx2, Avx2Aes, Avx2Gfni, Avx512Vbmi, Sse41, Vaes256, features::Features, gf::gather,
    };

    macro_rules! tests {
        ($($name:ident $features:literal $check:ident $type:ident $token:ident;)*) => { $(
            #[test]
            fn $name() {
                #[target_feature(enable = $features)]
                fn run() {
                    $check::<$type>($token::here());
                }
                if Features::detect().contains(Features::of($features)) {
                    // SAFETY: the CPU has the features that this code needs.
                    unsafe { run() }
                }
            }
        )* };
    }
    tests! {
        sse41 "sse4.1,ssse3" all Octets128 Sse41;
        aes_ni "aes,pclmulqdq,sse4.1,ssse3" inverting Octets128Aes AesNi;
        avx2 "avx2" all Octets256 Avx2;
        avx2_aes "avx2,aes,pclmulqdq" inverting Octets256Aes Avx2Aes;
        vaes "avx2,aes,pclmulqdq,vaes,vpclmulqdq" inverting Octets256Vaes Vaes256;
        gfni "avx2,gfni" inverting Octets256Gfni Avx2Gfni;
        avx512 "avx512f,avx512bw,avx512vl,avx512vbmi,gfni" inverting Octets512 Avx512Vbmi;
        single_aes "aes,pclmulqdq,sse4.1,ssse3" single SingleAes AesNi;
        single_avx2 "avx2,gfni" single SingleAvx2 Avx2Gfni;
        single_512 "avx512f,avx512bw,avx512vl,avx512vbmi,gfni" single_looking_up Single512 Avx512Vbmi;
        whole_512 "avx512f,avx512bw,avx512vl,avx512vbmi,gfni" whole Whole512 Avx512Vbmi;
    }

    /// Returns 16 bytes that differ from the bytes of all other calls in the tests.
    fn bytes(from: usize) -> [u8; 16] {
        core::array::from_fn(|i| ((from + i) * 7 % 256) as u8)
    }
    fn words32(x: [u8; 16]) -> [u32; 4] {
        core::array::from_fn(|i| u32::from_le_bytes(x[4 * i..][..4].try_into().expect("a word")))
    }
    fn words64(x: [u8; 16]) -> [u64; 2] {
        core::array::from_fn(|i| u64::from_le_bytes(x[8 * i..][..8].try_into().expect("a word")))
    }

    #[inline(always)]
    fn single<V: Single>(isa: V::Isa) {
        static ORDER: [u8; 16] = [3, 15, 0, 128, 7, 7, 9, 10, 255, 1, 2, 14, 13, 4, 5, 6];
        static MASK: [u8; 16] = [255, 0, 0, 255, 255, 255, 0, 0, 0, 255, 0, 255, 0, 0, 0, 255];
        struct Other;
        impl Affine for Other {
            const MAP: Linear = Linear([0x80, 1, 2, 4, 8, 0x10, 0x21, 0x40]);
        }
        let map = |i: usize, x: u8| if i < 8 { Map::MAP.of(x) } else { Other::MAP.of(x) };
        for from in (0..256).step_by(16) {
            let (a, b, c) = (bytes(from), bytes(from + 77), bytes(from + 140));
            let (x, y, z) = (V::load(isa, &a), V::load(isa, &b), V::load(isa, &c));
            let each = |got: V, expected: &dyn Fn(usize) -> u8, what: &str| {
                assert_eq!(got.store(), core::array::from_fn(expected), "{what}");
            };
            each(x, &|i| a[i], "load");
            each(x.xor(y), &|i| a[i] ^ b[i], "xor");
            each(x.xor3(y, z), &|i| a[i] ^ b[i] ^ c[i], "xor3");
            each(x.and(y), &|i| a[i] & b[i], "and");
            each(x.or(y), &|i| a[i] | b[i], "or");
            each(x.blended(y, &MASK), &|i| if MASK[i] == 255 { b[i] } else { a[i] }, "blended");
            each(x.affine::<Map, Map>(), &|i| Map::MAP.of(a[i]), "affine");
            each(x.affine::<Map, Other>(), &|i| map(i, a[i]), "affine");
            each(x.inverted::<Map, Other>(), &|i| map(i, inverse(a[i])), "inverted");
            let shuffled = |i: usize| if ORDER[i] < 128 { a[ORDER[i] as usize] } else { 0 };
            each(x.shuffled(&ORDER), &shuffled, "shuffled");
            each(V::quads(isa, words64(a)), &|i| a[i], "quads");
            each(V::splat(isa, words32(a)[1]), &|i| a[4 + i % 4], "splat");
            each(x.joined(y), &|i| if i < 8 { a[i] } else { b[i - 8] }, "joined");
            let (p, q) = (words32(a), words32(b));
            assert_eq!(words32(x.shuffled32::<0b00_11_01_10>().store()), [p[2], p[1], p[3], p[0]]);
            assert_eq!(words32(x.zipped32(y).store()), [p[0], q[0], p[1], q[1]]);
            assert_eq!(words32(x.add32(y).store()), core::array::from_fn(|i| p[i].wrapping_add(q[i])));
            assert_eq!(words32(x.shl32::<11>().store()), p.map(|x| x << 11));
            assert_eq!(words32(x.shr32::<21>().store()), p.map(|x| x >> 21));
            let (p, q) = (words64(a), words64(b));
            assert_eq!(words64(x.add64(y).store()), core::array::from_fn(|i| p[i].wrapping_add(q[i])));
            assert_eq!(words64(x.shl64::<32>().store()), p.map(|x| x << 32));
            assert_eq!(words64(x.shr64::<63>().store()), p.map(|x| x >> 63));
        }
    }

    struct FoldedCubes;
    impl Table for FoldedCubes {
        const TABLE: &'static Aligned<256> = &Aligned(folded(Cubes::TABLE.0));
    }

    #[inline(always)]
    fn single_looking_up<V: Single<Isa = Avx512Vbmi>>(isa: Avx512Vbmi) {
        single::<V>(isa);
        let boxes: [[u8; 16]; 8] =
            core::array::from_fn(|i| core::array::from_fn(|x| (x * (2 * i + 3) + i) as u8 % 16));
        let places = Places::new(&boxes);
        for from in (0..256).step_by(16) {
            let a = bytes(from);
            let x = Single512::load(isa, &a);
            const MASKS: [u8; 8] = [0x81, 3, 0, 0xff, 0x10, 0x55, 7, 0xf0];
            let mixed = |i: usize| {
                let chosen = (0..8).filter(|k| MASKS[i % 8] >> k & 1 == 1);
                chosen.fold(0, |sum, k| sum ^ Map::MAP.of(a[i / 8 * 8 + k]))
            };
            let sums = x.mixed(Map::MAP.matrix(), gather(MASKS)).store();
            assert_eq!(sums, core::array::from_fn(mixed));
            assert_eq!(x.look_up::<Cubes>().store(), a.map(|x| Cubes::TABLE.0[x as usize]));
            let b = bytes(from + 77);
            let sums = x.look_up_folded::<FoldedCubes>(Single512::load(isa, &b)).store();
            assert_eq!(sums, core::array::from_fn(|i| b[i] ^ Cubes::TABLE.0[a[i] as usize]));
            let [low, high] = x.by_places(&places).map(Single512::store);
            for i in 0..16 {
                assert_eq!(low[i], boxes[2 * (i % 4)][a[i] as usize % 16]);
                assert_eq!(high[i], boxes[2 * (i % 4) + 1][a[i] as usize / 16] << 4);
            }
        }
    }

    #[allow(clippy::extra_unused_type_parameters)] // the list above passes the type to each of its functions
    #[inline(always)]
    fn whole<V>(isa: Avx512Vbmi) {
        let order = Aligned(core::array::from_fn(|i| (7 * i + i / 32) as u8 % 32));
        let masks: [[u8; 8]; 4] =
            core::array::from_fn(|i| core::array::from_fn(|b| (37 * (8 * i + b)) as u8));
        let terms = masks.map(|masks| [Map::MAP.matrix(), gather(masks)]);
        for from in (0..256).step_by(16) {
            let mut halves = [bytes(from), bytes(from + 77)];
            let a: [u8; 32] = core::array::from_fn(|i| halves[i / 16][i % 16]);
            halves.reverse();
            let b: [u8; 32] = core::array::from_fn(|i| halves[i / 16][i % 16]);
            let x = Whole512::load(isa, &a);
            let turns = x.look_up_in_turn::<Cubes, Same, Zero, Cubes>().store();
            assert_eq!(
                turns,
                core::array::from_fn(|i| match i % 4 {
                    1 => a[i],
                    2 => Zero::TABLE.0[a[i] as usize],
                    _ => Cubes::TABLE.0[a[i] as usize],
                })
            );
            // even terms read the bytes that the first half of `order` selects, and odd terms the bytes that the second half
            // selects
            let mixed = |i: usize| {
                (0..4).fold(b[i], |sum, term| {
                    let chosen = (0..8).filter(|k| masks[term][i % 8] >> k & 1 == 1);
                    chosen.fold(sum, |sum, k| {
                        sum ^ Map::MAP.of(a[usize::from(order.0[32 * (term % 2) + i / 8 * 8 + k])])
                    })
                })
            };
            assert_eq!(x.mixed(&order, &terms, Whole512::load(isa, &b)).store(), core::array::from_fn(mixed));
        }
    }
}

#[cfg(target_arch = "aarch64")]
#[test]
fn neon() {
    use crate::simd::{Neon, NeonAes, features::Features};
    #[target_feature(enable = "neon,aes")]
    fn run() {
        all::<OctetsNeon>(Neon::here());
        inverting::<OctetsNeonAes>(NeonAes::here());
    }
    if Features::detect().contains(Features::of("neon,aes")) {
        // SAFETY: the CPU has the features that this code needs.
        unsafe { run() }
    }
}
