//! XXH64 (the chapter of this name in the specification).

pub(super) const PRIMES: [u64; 5] = [
    0x9e37_79b1_85eb_ca87, 0xc2b2_ae3d_27d4_eb4f, 0x1656_67b1_9e37_79f9, 0x85eb_ca77_c2b2_ae63,
    0x27d4_eb2f_1656_67c5,
];

pub(super) fn begin(seed: u64) -> [u64; 4] {
    [
        seed.wrapping_add(PRIMES[0]).wrapping_add(PRIMES[1]),
        seed.wrapping_add(PRIMES[1]),
        seed,
        seed.wrapping_sub(PRIMES[0]),
    ]
}

#[inline(always)]
fn round(accumulator: u64, lane: u64) -> u64 {
    let added = accumulator.wrapping_add(lane.wrapping_mul(PRIMES[1]));
    added.rotate_left(31).wrapping_mul(PRIMES[0])
}

#[inline(always)]
pub(super) fn absorb(state: &mut [u64; 4], _seed: u64, _before: u64, stripes: &[u8]) {
    let mut s = *state;
    for stripe in stripes.as_chunks::<32>().0 {
        for (s, lane) in s.iter_mut().zip(stripe.as_chunks().0) {
            *s = round(*s, u64::from_le_bytes(*lane));
        }
    }
    *state = s;
}

/// Mixes a number so that each bit of the result depends on every bit of `h`.
#[inline(always)]
pub(super) fn avalanche(mut h: u64) -> u64 {
    h = (h ^ h >> 33).wrapping_mul(PRIMES[1]);
    h = (h ^ h >> 29).wrapping_mul(PRIMES[2]);
    h ^ h >> 32
}

pub(super) fn finish(state: &[u64; 4], seed: u64, length: u64, end: &[u8]) -> u64 {
    let [a, b, c, d] = *state;
    let mut h = if length < 32 {
        seed.wrapping_add(PRIMES[4])
    } else {
        let rotated = [a.rotate_left(1), b.rotate_left(7), c.rotate_left(12), d.rotate_left(18)];
        let sum = rotated.into_iter().fold(0, u64::wrapping_add);
        state
            .iter()
            .fold(sum, |h, lane| (h ^ round(0, *lane)).wrapping_mul(PRIMES[0]).wrapping_add(PRIMES[3]))
    };
    h = h.wrapping_add(length);
    let (lanes, mut rest) = end.as_chunks();
    for lane in lanes {
        h ^= round(0, u64::from_le_bytes(*lane));
        h = h.rotate_left(27).wrapping_mul(PRIMES[0]).wrapping_add(PRIMES[3]);
    }
    if let Some((half, more)) = rest.split_first_chunk() {
        h ^= u64::from(u32::from_le_bytes(*half)).wrapping_mul(PRIMES[0]);
        h = h.rotate_left(23).wrapping_mul(PRIMES[1]).wrapping_add(PRIMES[2]);
        rest = more;
    }
    for byte in rest {
        h ^= u64::from(*byte).wrapping_mul(PRIMES[4]);
        h = h.rotate_left(11).wrapping_mul(PRIMES[0]);
    }
    avalanche(h)
}
