//! Words of blocks that are adjacent in memory, with one block in each lane, for block ciphers.

use super::*;

/// Blocks of two 32-bit words, one block in each lane, in two registers.
pub trait Pairs: Words<Word = u32> {
    /// The bytes of one register.
    type Bytes: Bytes;

    /// Loads a register without reordering its words.
    fn raw(isa: Self::Isa, bytes: &Self::Bytes) -> Self;
    /// Stores a register without reordering its words.
    fn bytes(self) -> Self::Bytes;
    /// Converts the blocks in two registers to a register of their first words and a register of their second words, in some
    /// order of the lanes. Words are big-endian if `BIG` is set, otherwise little-endian.
    fn unzip<const BIG: bool>(isa: Self::Isa, raw: [Self; 2]) -> [Self; 2];
    /// Converts the registers of first and second words back to blocks.
    fn zip<const BIG: bool>(isa: Self::Isa, words: [Self; 2]) -> [Self; 2];
}

/// Blocks of four 32-bit words, one block in each lane, in four registers.
pub trait Fours: Pairs {
    /// Converts little-endian blocks in four registers to registers where register `i` has word `i` of each block, in some order
    /// of the lanes. The conversion is its own inverse.
    fn square(isa: Self::Isa, raw: [Self; 4]) -> [Self; 4];
    /// Returns these words unchanged. Where there are few registers, the words are then computed in program order. Kernels over
    /// several sets of words need this: otherwise, the compiler would interleave the computations of all sets.
    #[inline(always)]
    fn in_order(words: [Self; 4]) -> [Self; 4] {
        words
    }
}

/// Blocks of eight 32-bit words, one block in each lane, in eight registers.
pub trait Eights: Fours {
    /// Converts big-endian blocks in eight registers to registers where register `i` has word `i` of each block, in some order of
    /// the lanes.
    fn words_of(isa: Self::Isa, raw: [Self; 8]) -> [Self; 8];
    /// Undoes [`words_of`](Self::words_of).
    fn raw_of(isa: Self::Isa, words: [Self; 8]) -> [Self; 8];
}

/// Blocks of 64-bit words, converted four words at a time.
pub trait Quads: Words<Word = u64> {
    /// Four words of one lane, in memory order.
    type Row: Copy;

    /// Loads a row from memory.
    fn row(isa: Self::Isa, bytes: &[u8; 32]) -> Self::Row;
    /// Stores a row to memory.
    fn row_bytes(row: Self::Row) -> [u8; 32];
    /// Returns the XOR of two rows.
    fn xor_rows(a: Self::Row, b: Self::Row) -> Self::Row;
    /// Converts one row of each lane to words, read as little-endian. `row` returns the row of a lane.
    fn gather(isa: Self::Isa, row: impl FnMut(usize) -> Self::Row) -> [Self; 4];
    /// Converts words back to rows, and calls `put` with the lane and the row of each lane.
    fn scatter(words: [Self; 4], put: impl FnMut(usize, Self::Row));
}

impl Pairs for u32 {
    type Bytes = [u8; 4];

    #[inline(always)]
    fn raw(_: Portable, bytes: &[u8; 4]) -> Self {
        u32::from_ne_bytes(*bytes)
    }
    #[inline(always)]
    fn bytes(self) -> [u8; 4] {
        self.to_ne_bytes()
    }
    #[inline(always)]
    fn unzip<const BIG: bool>(_: Portable, [a, b]: [Self; 2]) -> [Self; 2] {
        if BIG { [u32::from_be(a), u32::from_be(b)] } else { [u32::from_le(a), u32::from_le(b)] }
    }
    #[inline(always)]
    fn zip<const BIG: bool>(_: Portable, [a, b]: [Self; 2]) -> [Self; 2] {
        if BIG { [a.to_be(), b.to_be()] } else { [a.to_le(), b.to_le()] }
    }
}

impl Fours for u32 {
    #[inline(always)]
    fn square(_: Portable, [a, b, c, d]: [Self; 4]) -> [Self; 4] {
        [u32::from_le(a), u32::from_le(b), u32::from_le(c), u32::from_le(d)]
    }
}

impl Eights for u32 {
    #[inline(always)]
    fn words_of(_: Portable, mut raw: [Self; 8]) -> [Self; 8] {
        for word in &mut raw {
            *word = u32::from_be(*word);
        }
        raw
    }
    #[inline(always)]
    fn raw_of(isa: Portable, words: [Self; 8]) -> [Self; 8] {
        Self::words_of(isa, words)
    }
}

impl Quads for u64 {
    type Row = [u64; 4];

    #[inline(always)]
    fn row(_: Portable, bytes: &[u8; 32]) -> [u64; 4] {
        let mut row = [0; 4];
        for (word, bytes) in row.iter_mut().zip(bytes.as_chunks().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        row
    }
    #[inline(always)]
    fn row_bytes(row: [u64; 4]) -> [u8; 32] {
        let mut bytes = [0; 32];
        for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(row) {
            *bytes = word.to_le_bytes();
        }
        bytes
    }
    #[inline(always)]
    fn xor_rows(a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
        [a[0] ^ b[0], a[1] ^ b[1], a[2] ^ b[2], a[3] ^ b[3]]
    }
    #[inline(always)]
    fn gather(_: Portable, mut row: impl FnMut(usize) -> [u64; 4]) -> [Self; 4] {
        row(0)
    }
    #[inline(always)]
    fn scatter(words: [Self; 4], mut put: impl FnMut(usize, [u64; 4])) {
        put(0, words);
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86 {
    use super::*;
    use crate::simd::{arch::*, opaque::in_order256};

    /// SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features that this code needs.
    macro_rules! pairs {
        ($name:ident $token:ident $bytes:literal $load:ident $store:ident $shuffle:ident $low:ident $high:ident $bytewise:ident $to:ident $from:ident $low64:ident $high64:ident, |$x:ident| $all:expr $(, in order $in_order:ident)?) => {
            #[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
            impl Pairs for $name {
                type Bytes = [u8; $bytes];

                #[inline(always)]
                fn raw(_: $token, bytes: &[u8; $bytes]) -> Self {
                    Self(unsafe { $load(bytes) })
                }
                #[inline(always)]
                fn bytes(self) -> [u8; $bytes] {
                    let mut bytes = [0; $bytes];
                    unsafe { $store(&mut bytes, self.0) };
                    bytes
                }
                #[inline(always)]
                fn unzip<const BIG: bool>(_: $token, [a, b]: [Self; 2]) -> [Self; 2] {
                    unsafe {
                        let $x = _mm_set_epi64x(0x0c0d0e0f_08090a0b, 0x04050607_00010203);
                        let swap = $all;
                        let swapped = |x| if BIG { $bytewise(x, swap) } else { x };
                        let (a, b) = ($to(swapped(a.0)), $to(swapped(b.0)));
                        [Self($from($shuffle::<0x88>(a, b))), Self($from($shuffle::<0xdd>(a, b)))]
                    }
                }
                #[inline(always)]
                fn zip<const BIG: bool>(_: $token, [a, b]: [Self; 2]) -> [Self; 2] {
                    unsafe {
                        let $x = _mm_set_epi64x(0x0c0d0e0f_08090a0b, 0x04050607_00010203);
                        let swap = $all;
                        let (low, high) = ($low(a.0, b.0), $high(a.0, b.0));
                        if BIG {
                            [Self($bytewise(low, swap)), Self($bytewise(high, swap))]
                        } else {
                            [Self(low), Self(high)]
                        }
                    }
                }
            }

            #[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
            impl Fours for $name {
                #[inline(always)]
                fn square(_: $token, [a, b, c, d]: [Self; 4]) -> [Self; 4] {
                    unsafe {
                        let (ab, ab2) = ($low(a.0, b.0), $high(a.0, b.0));
                        let (cd, cd2) = ($low(c.0, d.0), $high(c.0, d.0));
                        [
                            Self($low64(ab, cd)),
                            Self($high64(ab, cd)),
                            Self($low64(ab2, cd2)),
                            Self($high64(ab2, cd2)),
                        ]
                    }
                }
                $(
                    #[inline(always)]
                    fn in_order(words: [Self; 4]) -> [Self; 4] {
                        unsafe { $in_order(words.map_words(|word| word.0)) }.map_words(Self)
                    }
                )?
            }
        };
    }
    pairs!(U32x4 Sse41 16 load128 store128 _mm_shuffle_ps _mm_unpacklo_epi32 _mm_unpackhi_epi32
        _mm_shuffle_epi8 _mm_castsi128_ps _mm_castps_si128 _mm_unpacklo_epi64 _mm_unpackhi_epi64, |x| x);
    pairs!(U32x8 Avx2 32 load256 store256 _mm256_shuffle_ps _mm256_unpacklo_epi32 _mm256_unpackhi_epi32
        _mm256_shuffle_epi8 _mm256_castsi256_ps _mm256_castps_si256 _mm256_unpacklo_epi64 _mm256_unpackhi_epi64,
        |x| _mm256_broadcastsi128_si256(x), in order in_order256);
    pairs!(U32x16 Avx512 64 load512 store512 _mm512_shuffle_ps _mm512_unpacklo_epi32 _mm512_unpackhi_epi32
        _mm512_shuffle_epi8 _mm512_castsi512_ps _mm512_castps_si512 _mm512_unpacklo_epi64 _mm512_unpackhi_epi64,
        |x| _mm512_broadcast_i32x4(x));

    /// Implements [`Eights`] for registers that hold one or two blocks of eight words. In every 16-byte piece, the words of the
    /// first four registers are a square of four by four words, which is transposed, and so are the words of the last four.
    /// Then `apart` separates the pieces with even index from the pieces with odd index of two registers, and `beside` undoes
    /// this.
    ///
    /// SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features that this code needs.
    macro_rules! eights {
        ($name:ident $token:ident $bytewise:ident, |$x:ident| $all:expr, |$a:ident, $b:ident| apart $apart:expr, beside $beside:expr) => {
            #[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
            impl Eights for $name {
                #[inline(always)]
                fn words_of(isa: $token, [r0, r1, r2, r3, r4, r5, r6, r7]: [Self; 8]) -> [Self; 8] {
                    let (first, second) =
                        (Self::square(isa, [r0, r1, r2, r3]), Self::square(isa, [r4, r5, r6, r7]));
                    let mut words = [r0; 8];
                    unsafe {
                        let $x = _mm_set_epi64x(0x0c0d0e0f_08090a0b, 0x04050607_00010203);
                        let swap = $all;
                        for i in 0..4 {
                            let ($a, $b) = ($bytewise(first[i].0, swap), $bytewise(second[i].0, swap));
                            [words[i], words[4 + i]] = $apart.map_words(Self);
                        }
                    }
                    words
                }
                #[inline(always)]
                fn raw_of(isa: $token, words: [Self; 8]) -> [Self; 8] {
                    let (mut first, mut second) = ([words[0]; 4], [words[0]; 4]);
                    unsafe {
                        let $x = _mm_set_epi64x(0x0c0d0e0f_08090a0b, 0x04050607_00010203);
                        let swap = $all;
                        for i in 0..4 {
                            let ($a, $b) = ($bytewise(words[i].0, swap), $bytewise(words[4 + i].0, swap));
                            [first[i], second[i]] = $beside.map_words(Self);
                        }
                    }
                    let ([r0, r1, r2, r3], [r4, r5, r6, r7]) =
                        (Self::square(isa, first), Self::square(isa, second));
                    [r0, r1, r2, r3, r4, r5, r6, r7]
                }
            }
        };
    }
    eights!(U32x8 Avx2 _mm256_shuffle_epi8, |x| _mm256_broadcastsi128_si256(x),
        |a, b| apart [_mm256_permute2x128_si256::<0x20>(a, b), _mm256_permute2x128_si256::<0x31>(a, b)],
        beside [_mm256_permute2x128_si256::<0x20>(a, b), _mm256_permute2x128_si256::<0x31>(a, b)]);
    eights!(U32x16 Avx512 _mm512_shuffle_epi8, |x| _mm512_broadcast_i32x4(x),
    |a, b| apart [_mm512_shuffle_i32x4::<0x88>(a, b), _mm512_shuffle_i32x4::<0xdd>(a, b)],
    beside [
        _mm512_permutex2var_epi64(a, _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11), b),
        _mm512_permutex2var_epi64(a, _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15), b),
    ]);

    /// Declares vectors whose row is a 256-bit register.
    macro_rules! quads {
        ($name:ident $token:ident $lanes:literal, |$rows:ident| $gather:expr, |$words:ident| $scatter:expr) => {
            // SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features needed here.
            #[allow(clippy::undocumented_unsafe_blocks)]
            impl Quads for $name {
                type Row = __m256i;

                #[inline(always)]
                fn row(_: $token, bytes: &[u8; 32]) -> __m256i {
                    unsafe { load256(bytes) }
                }
                #[inline(always)]
                fn row_bytes(row: __m256i) -> [u8; 32] {
                    let mut bytes = [0; 32];
                    unsafe { store256(&mut bytes, row) };
                    bytes
                }
                #[inline(always)]
                fn xor_rows(a: __m256i, b: __m256i) -> __m256i {
                    unsafe { _mm256_xor_si256(a, b) }
                }
                #[inline(always)]
                fn gather(_: $token, mut row: impl FnMut(usize) -> __m256i) -> [Self; 4] {
                    let mut $rows = [row(0); $lanes];
                    for lane in 1..$lanes {
                        $rows[lane] = row(lane);
                    }
                    unsafe { $gather }
                }
                #[inline(always)]
                fn scatter($words: [Self; 4], mut put: impl FnMut(usize, __m256i)) {
                    let rows: [__m256i; $lanes] = unsafe { $scatter };
                    for lane in 0..$lanes {
                        put(lane, rows[lane]);
                    }
                }
            }
        };
    }

    /// Transposes a square of four by four words.
    ///
    /// # Safety
    /// The CPU has AVX2.
    #[inline(always)]
    unsafe fn square([r0, r1, r2, r3]: [__m256i; 4]) -> [__m256i; 4] {
        // SAFETY: the caller guarantees that the CPU has AVX2.
        unsafe {
            let (a, b) = (_mm256_unpacklo_epi64(r0, r1), _mm256_unpackhi_epi64(r0, r1));
            let (c, d) = (_mm256_unpacklo_epi64(r2, r3), _mm256_unpackhi_epi64(r2, r3));
            [
                _mm256_permute2x128_si256::<0x20>(a, c),
                _mm256_permute2x128_si256::<0x20>(b, d),
                _mm256_permute2x128_si256::<0x31>(a, c),
                _mm256_permute2x128_si256::<0x31>(b, d),
            ]
        }
    }

    /// Transposes two squares of four by four words: one in the low halves of the registers, and one in the high halves.
    ///
    /// # Safety
    /// The CPU has AVX-512 F.
    #[inline(always)]
    unsafe fn squares([r0, r1, r2, r3]: [__m512i; 4]) -> [__m512i; 4] {
        // SAFETY: the caller guarantees that the CPU has AVX-512 F.
        unsafe {
            let (a, b) = (_mm512_unpacklo_epi64(r0, r1), _mm512_unpackhi_epi64(r0, r1));
            let (c, d) = (_mm512_unpacklo_epi64(r2, r3), _mm512_unpackhi_epi64(r2, r3));
            let low = _mm512_set_epi64(13, 12, 5, 4, 9, 8, 1, 0);
            let high = _mm512_set_epi64(15, 14, 7, 6, 11, 10, 3, 2);
            [
                _mm512_permutex2var_epi64(a, low, c),
                _mm512_permutex2var_epi64(b, low, d),
                _mm512_permutex2var_epi64(a, high, c),
                _mm512_permutex2var_epi64(b, high, d),
            ]
        }
    }

    quads!(U64x4 Avx2 4, |rows| square(rows).map_words(Self), |words| square(words.map_words(|word| word.0)));
    quads!(U64x8 Avx512 8,
    |rows| {
        let pair = |low, high| _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high);
        let [a, b, c, d, e, f, g, h] = rows;
        squares([pair(a, e), pair(b, f), pair(c, g), pair(d, h)]).map_words(Self)
    },
    |words| {
        // lanes 0 to 3 are in the first half of each register, and lanes 4 to 7 in the second: two squares side by side
        let [a, b, c, d] = squares(words.map_words(|word| word.0));
        let halves = |x| (_mm512_castsi512_si256(x), _mm512_extracti64x4_epi64::<1>(x));
        let ((r0, r4), (r1, r5), (r2, r6), (r3, r7)) = (halves(a), halves(b), halves(c), halves(d));
        [r0, r1, r2, r3, r4, r5, r6, r7]
    });
}

#[cfg(target_arch = "aarch64")]
mod neon {
    use super::*;
    use crate::simd::arch::*;

    // SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has NEON.
    #[allow(clippy::undocumented_unsafe_blocks)]
    impl Pairs for U32x4 {
        type Bytes = [u8; 16];

        #[inline(always)]
        fn raw(_: Neon, bytes: &[u8; 16]) -> Self {
            Self(unsafe { vreinterpretq_u32_u8(load128(bytes)) })
        }
        #[inline(always)]
        fn bytes(self) -> [u8; 16] {
            let mut bytes = [0; 16];
            unsafe { store128(&mut bytes, vreinterpretq_u8_u32(self.0)) };
            bytes
        }
        #[inline(always)]
        fn unzip<const BIG: bool>(_: Neon, raw: [Self; 2]) -> [Self; 2] {
            unsafe {
                let swap = |x: Self| {
                    if BIG { vreinterpretq_u32_u8(vrev32q_u8(vreinterpretq_u8_u32(x.0))) } else { x.0 }
                };
                let (a, b) = (swap(raw[0]), swap(raw[1]));
                [Self(vuzp1q_u32(a, b)), Self(vuzp2q_u32(a, b))]
            }
        }
        #[inline(always)]
        fn zip<const BIG: bool>(_: Neon, [a, b]: [Self; 2]) -> [Self; 2] {
            unsafe {
                let swap =
                    |x| Self(if BIG { vreinterpretq_u32_u8(vrev32q_u8(vreinterpretq_u8_u32(x))) } else { x });
                [swap(vzip1q_u32(a.0, b.0)), swap(vzip2q_u32(a.0, b.0))]
            }
        }
    }

    #[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
    impl Fours for U32x4 {
        #[inline(always)]
        fn square(_: Neon, [a, b, c, d]: [Self; 4]) -> [Self; 4] {
            unsafe {
                let wide = |x| vreinterpretq_u64_u32(x);
                let (ab, ab2) = (wide(vzip1q_u32(a.0, b.0)), wide(vzip2q_u32(a.0, b.0)));
                let (cd, cd2) = (wide(vzip1q_u32(c.0, d.0)), wide(vzip2q_u32(c.0, d.0)));
                let words = |x| Self(vreinterpretq_u32_u64(x));
                [
                    words(vzip1q_u64(ab, cd)),
                    words(vzip2q_u64(ab, cd)),
                    words(vzip1q_u64(ab2, cd2)),
                    words(vzip2q_u64(ab2, cd2)),
                ]
            }
        }
    }

    #[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
    impl Quads for U64x2 {
        type Row = [uint8x16_t; 2];

        #[inline(always)]
        fn row(_: Neon, bytes: &[u8; 32]) -> [uint8x16_t; 2] {
            let halves = bytes.as_chunks().0;
            unsafe { [load128(&halves[0]), load128(&halves[1])] }
        }
        #[inline(always)]
        fn row_bytes(row: [uint8x16_t; 2]) -> [u8; 32] {
            let mut bytes = [0; 32];
            for (bytes, half) in bytes.as_chunks_mut().0.iter_mut().zip(row) {
                unsafe { store128(bytes, half) };
            }
            bytes
        }
        #[inline(always)]
        fn xor_rows(a: [uint8x16_t; 2], b: [uint8x16_t; 2]) -> [uint8x16_t; 2] {
            unsafe { [veorq_u8(a[0], b[0]), veorq_u8(a[1], b[1])] }
        }
        #[inline(always)]
        fn gather(_: Neon, mut row: impl FnMut(usize) -> [uint8x16_t; 2]) -> [Self; 4] {
            let (a, b) = (row(0), row(1));
            unsafe {
                let words = |x| vreinterpretq_u64_u8(x);
                [
                    Self(vtrn1q_u64(words(a[0]), words(b[0]))),
                    Self(vtrn2q_u64(words(a[0]), words(b[0]))),
                    Self(vtrn1q_u64(words(a[1]), words(b[1]))),
                    Self(vtrn2q_u64(words(a[1]), words(b[1]))),
                ]
            }
        }
        #[inline(always)]
        fn scatter([a, b, c, d]: [Self; 4], mut put: impl FnMut(usize, [uint8x16_t; 2])) {
            unsafe {
                let bytes = |x| vreinterpretq_u8_u64(x);
                put(0, [bytes(vtrn1q_u64(a.0, b.0)), bytes(vtrn1q_u64(c.0, d.0))]);
                put(1, [bytes(vtrn2q_u64(a.0, b.0)), bytes(vtrn2q_u64(c.0, d.0))]);
            }
        }
    }
}
