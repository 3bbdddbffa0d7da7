//! The state of five words. Each block of the cipher processes one word of text and changes the state; every step depends on the
//! one before.

use crate::{
    simd::memory::{InOut, read_le32},
    wipe,
};

/// The state of one message.
#[derive(Clone, Copy, Default)]
pub(super) struct State {
    z: [u32; 5],
    /// The last word of the state after each of the four preceding blocks, indexed by the number of the block modulo 4.
    old: [u32; 4],
    /// The key words for the first half of a block, indexed by the number of the block modulo 8. The next field contains the
    /// key words for the second half.
    x0: [u32; 8],
    x1: [u32; 8],
    /// The number of the block. It starts at 0 with the first block, which has the number -8 in the paper.
    block: u64,
}

/// Applies half a block (figure 2).
#[inline(always)]
fn half(z: &mut [u32; 5], a: u32, b: u32) {
    let [mut z0, mut z1, mut z2, mut z3, mut z4] = *z;
    z0 = z0.wrapping_add(z3 ^ a);
    z3 = z3.rotate_left(15);
    z1 = z1.wrapping_add(z4);
    z4 = z4.rotate_left(25);
    z2 ^= z0;
    z0 = z0.rotate_left(9);
    z3 ^= z1;
    z1 = z1.rotate_left(10);
    z4 = z4.wrapping_add(z2);
    z2 = z2.rotate_left(17);
    z0 ^= z3.wrapping_add(b);
    z3 = z3.rotate_left(30);
    z1 ^= z4;
    z4 = z4.rotate_left(13);
    z2 = z2.wrapping_add(z0);
    z0 = z0.rotate_left(20);
    z3 = z3.wrapping_add(z1);
    z1 = z1.rotate_left(11);
    z4 ^= z2;
    z2 = z2.rotate_left(5);
    *z = [z0, z1, z2, z3, z4];
}

/// Returns the working key for a key of at most 32 bytes. Eight steps each compute four words from the eight words before them.
pub(super) fn working_key(key: &[u8]) -> [u32; 8] {
    let mut bytes = [0; 32];
    for (byte, given) in bytes.iter_mut().zip(key) {
        *byte = *given;
    }
    let mut words = [0; 8];
    read_le32(&mut words, &bytes);
    for _ in 0..8 {
        let [a, b, c, d, e, f, g, h] = words;
        let mut z = [a, b, c, d, key.len() as u32 + 64];
        half(&mut z, 0, 0);
        half(&mut z, 0, 0);
        words = [z[0] ^ e, z[1] ^ f, z[2] ^ g, z[3] ^ h, a, b, c, d];
    }
    wipe::wipe(&mut bytes);
    words
}

impl State {
    pub(super) fn new(key: &[u32; 8], key_len: usize, nonce: &[u8], tag_len: usize) -> Self {
        let mut n = [0; 8];
        read_le32(&mut n, nonce);
        for i in 0..4 {
            n[i + 4] = (i as u32).wrapping_sub(n[i]);
        }
        // the lengths of key and tag, which enter every fourth block; a tag of 128 bits counts as 0
        let lengths = 4 * key_len as u32 + 256 * (8 * tag_len as u32 % 128);
        let mut x1 = [0; 8];
        for (i, x1) in x1.iter_mut().enumerate() {
            *x1 = key[(i + 4) % 8].wrapping_add(n[i]).wrapping_add(if i % 4 == 1 { lengths } else { 0 });
        }
        let z = [key[3] ^ n[0], key[4] ^ n[1], key[5] ^ n[2], key[6] ^ n[3], key[7]];
        let mut new = Self { z, old: [0; 4], x0: *key, x1, block: 0 };
        for _ in 0..8 {
            new.first();
            new.second(0);
        }
        new
    }

    /// Computes the first half of a block, and returns a word of keystream.
    #[inline(always)]
    pub(super) fn first(&mut self) -> u32 {
        half(&mut self.z, 0, self.x0[self.block as usize % 8]);
        self.z[4].wrapping_add(self.old[self.block as usize % 4])
    }

    /// Computes the second half of a block, which absorbs a word of plaintext, and advances to the next block.
    #[inline(always)]
    pub(super) fn second(&mut self, plain: u32) {
        let number = self.block as usize % 8;
        let mut x1 = self.x1[number].wrapping_add(self.block as u32);
        if number % 4 == 3 {
            x1 = x1.wrapping_add((self.block >> 31) as u32);
        }
        half(&mut self.z, plain, x1);
        self.old[number % 4] = self.z[4];
        self.block = self.block.wrapping_add(1);
    }

    /// Encrypts whole words, or decrypts them.
    #[inline(always)]
    pub(super) fn words(&mut self, decrypt: bool, data: &mut InOut<'_>) {
        let mut state = *self;
        while let Some(word) = data.next::<[u8; 4], 1>() {
            let given = u32::from_le_bytes(word.get(0));
            let made = given ^ state.first();
            word.put(0, made.to_le_bytes());
            // this branch depends on the direction, which is not secret
            state.second(if decrypt { made } else { given });
        }
        *self = state;
    }

    /// Advances the block number by `words`, without processing anything, for tests.
    pub(super) fn skip(&mut self, words: u64) {
        self.block = self.block.wrapping_add(words);
    }

    /// Marks the beginning or the end of the associated data, so that it cannot be confused with the text.
    pub(super) fn mark_header(&mut self) {
        self.z[1] ^= 0xaada_adaa;
    }

    /// Ends the message, and returns the words of the tag. `header` and `text` are the lengths of associated data and text in
    /// bytes.
    pub(super) fn end(&mut self, header: u64, text: u64) -> [u32; 4] {
        self.z[0] ^= 0x912d_94f1;
        self.z[2] ^= (header >> 32) as u32;
        self.z[4] ^= header as u32;
        let plain = (text % 4) as u32;
        let mut tag = [0; 4];
        for i in 0..12 {
            let word = self.first() ^ plain;
            self.second(plain);
            // the last four words that are computed are the tag
            tag[i % 4] = word;
        }
        self.wipe();
        tag
    }

    pub(super) fn wipe(&mut self) {
        for words in [&mut self.z[..], &mut self.old, &mut self.x0, &mut self.x1] {
            wipe::wipe(words);
        }
    }
}
