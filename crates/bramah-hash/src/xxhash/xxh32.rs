//! XXH32 (the chapter of this name in the specification).

const PRIMES: [u32; 5] = [0x9e37_79b1, 0x85eb_ca77, 0xc2b2_ae3d, 0x27d4_eb2f, 0x1656_67b1];

pub(super) fn begin(seed: u64) -> [u32; 4] {
    let seed = seed as u32;
    [
        seed.wrapping_add(PRIMES[0]).wrapping_add(PRIMES[1]),
        seed.wrapping_add(PRIMES[1]),
        seed,
        seed.wrapping_sub(PRIMES[0]),
    ]
}

#[inline(always)]
pub(super) fn absorb(state: &mut [u32; 4], _seed: u64, _before: u64, stripes: &[u8]) {
    let mut s = *state;
    for stripe in stripes.as_chunks::<16>().0 {
        for (s, lane) in s.iter_mut().zip(stripe.as_chunks().0) {
            let added = s.wrapping_add(u32::from_le_bytes(*lane).wrapping_mul(PRIMES[1]));
            *s = added.rotate_left(13).wrapping_mul(PRIMES[0]);
        }
    }
    *state = s;
}

pub(super) fn finish(state: &[u32; 4], seed: u64, length: u64, end: &[u8]) -> u32 {
    let [a, b, c, d] = *state;
    let mut h = if length < 16 {
        (seed as u32).wrapping_add(PRIMES[4])
    } else {
        let rotated = [a.rotate_left(1), b.rotate_left(7), c.rotate_left(12), d.rotate_left(18)];
        rotated.into_iter().fold(0, u32::wrapping_add)
    };
    h = h.wrapping_add(length as u32);
    let (lanes, bytes) = end.as_chunks();
    for lane in lanes {
        h = h.wrapping_add(u32::from_le_bytes(*lane).wrapping_mul(PRIMES[2]));
        h = h.rotate_left(17).wrapping_mul(PRIMES[3]);
    }
    for byte in bytes {
        h = h.wrapping_add(u32::from(*byte).wrapping_mul(PRIMES[4]));
        h = h.rotate_left(11).wrapping_mul(PRIMES[0]);
    }
    h = (h ^ h >> 15).wrapping_mul(PRIMES[1]);
    h = (h ^ h >> 13).wrapping_mul(PRIMES[2]);
    h ^ h >> 16
}
