//! Phelix written from its paper (Whiting, Schneier, Lucks and Muller, eSTREAM 2005), a word at a time, for keys of 32
//! bytes and tags of 16 bytes. Words may be skipped after the associated data and after the first part of the text.

struct State {
    z: [u32; 5],
    key: [u32; 8],
    nonce: [u32; 8],
    /// The last word of the state after each of the last four blocks.
    old: Vec<u32>,
    /// The number of the block, from -8.
    number: i128,
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks(4).map(|part| u32::from_le_bytes(part.try_into().unwrap())).collect()
}

/// Applies half a block: additions or XORs of one word to another, each followed by a rotation of the added word.
fn half(z: &mut [u32; 5], a: u32, b: u32) {
    z[0] = z[0].wrapping_add(z[3] ^ a);
    z[3] = z[3].rotate_left(15);
    z[1] = z[1].wrapping_add(z[4]);
    z[4] = z[4].rotate_left(25);
    z[2] ^= z[0];
    z[0] = z[0].rotate_left(9);
    z[3] ^= z[1];
    z[1] = z[1].rotate_left(10);
    z[4] = z[4].wrapping_add(z[2]);
    z[2] = z[2].rotate_left(17);
    z[0] ^= z[3].wrapping_add(b);
    z[3] = z[3].rotate_left(30);
    z[1] ^= z[4];
    z[4] = z[4].rotate_left(13);
    z[2] = z[2].wrapping_add(z[0]);
    z[0] = z[0].rotate_left(20);
    z[3] = z[3].wrapping_add(z[1]);
    z[1] = z[1].rotate_left(11);
    z[4] ^= z[2];
    z[2] = z[2].rotate_left(5);
}

impl State {
    fn new(key: &[u8], nonce: &[u8]) -> Self {
        let mut k = words(key);
        for _ in 0..8 {
            let mut z = [k[0], k[1], k[2], k[3], key.len() as u32 + 64];
            half(&mut z, 0, 0);
            half(&mut z, 0, 0);
            let four: Vec<u32> = (0..4).map(|i| z[i] ^ k[4 + i]).collect();
            k = [&four[..], &k[..4]].concat();
        }
        let mut n = words(nonce);
        for i in 0..4u32 {
            n.push(i.wrapping_sub(n[i as usize]));
        }
        let (key, nonce): ([u32; 8], [u32; 8]) = (k.try_into().unwrap(), n.try_into().unwrap());
        let z = [key[3] ^ nonce[0], key[4] ^ nonce[1], key[5] ^ nonce[2], key[6] ^ nonce[3], key[7]];
        let mut new = Self { z, key, nonce, old: vec![0; 4], number: -8 };
        for _ in 0..8 {
            new.block(|_| 0);
        }
        new
    }

    /// Returns the key word of a block's second half.
    fn second(&self) -> u32 {
        let i = self.number.rem_euclid(8) as usize;
        let from_zero = self.number + 8;
        let extra = match i % 4 {
            1 => 4 * 32,
            3 => (from_zero >> 31) as u32,
            _ => 0,
        };
        self.key[(i + 4) % 8].wrapping_add(self.nonce[i]).wrapping_add(extra).wrapping_add(from_zero as u32)
    }

    /// Applies a block and returns its word of keystream. `plain` returns the plaintext word for a word of keystream,
    /// and the block absorbs it.
    fn block(&mut self, plain: impl Fn(u32) -> u32) -> u32 {
        half(&mut self.z, 0, self.key[self.number.rem_euclid(8) as usize]);
        let keystream = self.z[4].wrapping_add(self.old[self.number.rem_euclid(4) as usize]);
        let second = self.second();
        half(&mut self.z, plain(keystream), second);
        self.old[self.number.rem_euclid(4) as usize] = self.z[4];
        self.number += 1;
        keystream
    }
}

/// Returns ciphertext and tag.
pub(super) fn sealed(
    [key, nonce, header, text]: [&[u8]; 4],
    first: usize,
    skipped: [u64; 2],
) -> (Vec<u8>, Vec<u8>) {
    let mut state = State::new(key, nonce);
    state.z[1] ^= 0xaada_adaa;
    for word in words(header) {
        state.block(|_| word);
    }
    state.number += i128::from(skipped[0] / 4);
    state.z[1] ^= 0xaada_adaa;
    let mut ciphertext = Vec::new();
    for (at, word) in words(text).into_iter().enumerate() {
        if 4 * at == first {
            state.number += i128::from(skipped[1] / 4);
        }
        ciphertext.extend((state.block(|_| word) ^ word).to_le_bytes());
    }
    let length = header.len() as u64 + skipped[0];
    state.z[0] ^= 0x912d_94f1;
    state.z[2] ^= (length >> 32) as u32;
    state.z[4] ^= length as u32;
    let plain = ((text.len() as u64 + skipped[1]) % 4) as u32;
    let all: Vec<u32> = (0..12).map(|_| state.block(|_| plain) ^ plain).collect();
    (ciphertext, all[8..].iter().flat_map(|word| word.to_le_bytes()).collect())
}
