//! The states of AEGIS-128L and AEGIS-256 and the functions that change them (draft, sections 3.3 to 3.9 and 4.3 to 4.9), for any
//! degree of parallelism (sections 5.4 and 5.5). With one instance, the parallel modes are the plain algorithms.

use super::word::Word;
use crate::simd::memory::Bytes;
use core::hint::black_box;

/// The constants C0 and C1 of section 2: the Fibonacci sequence modulo 256.
const C0: [u8; 16] =
    [0x00, 0x01, 0x01, 0x02, 0x03, 0x05, 0x08, 0x0d, 0x15, 0x22, 0x37, 0x59, 0x90, 0xe9, 0x79, 0x62];
const C1: [u8; 16] =
    [0xdb, 0x3d, 0x18, 0x55, 0x6d, 0xc2, 0x2f, 0xf1, 0x20, 0x11, 0x31, 0x42, 0x73, 0xb5, 0x28, 0xdd];

/// A state of AEGIS. It absorbs a message in blocks of `RATE` words.
pub(super) trait State<V: Word, const RATE: usize>: Copy {
    /// Returns the state after the setup of a key and a nonce, whose lengths the caller has checked: `Init`.
    fn init(isa: V::Isa, key: &[u8], nonce: &[u8]) -> Self;
    /// Absorbs a block of the message: `Update`.
    fn update(&mut self, input: [V; RATE]);
    /// Absorbs a block in decryption, given its ciphertext and the keystream: `Update`.
    fn update_decrypted(&mut self, ciphertext: [V; RATE], keystream: [V; RATE]);
    /// Returns the keystream for the next block of the message.
    fn keystream(&self) -> [V; RATE];
    /// Absorbs the lengths in bits of the associated data and of the message: `Finalize`, except for the tag.
    fn finish(&mut self, lengths: V);
    /// Returns a word with the 128-bit tag of each instance.
    fn short_tag(&self) -> V;
    /// Returns two words with the two halves of the 256-bit tag of each instance.
    fn long_tag(&self) -> [V; 2];
    /// Returns the words of the state.
    fn words(&self) -> &[V];
    /// Returns a state of stored words. `word` returns the word at an index; `any` is an arbitrary word that is overwritten.
    fn of(any: V, word: impl FnMut(usize) -> V) -> Self;
}

/// Returns the context of each instance: the number of the instance, and the number of the last instance. With only one instance,
/// the context is zero.
#[inline(always)]
fn contexts<V: Word>(isa: V::Isa) -> V {
    let mut contexts = V::Bytes::ZERO;
    for (i, context) in contexts.as_mut().chunks_exact_mut(16).enumerate() {
        context[0] = i as u8;
        context[1] = V::DEGREE as u8 - 1;
    }
    V::load(isa, &contexts)
}

/// Loads block `number`, 0 or 1, of a key or nonce into each instance.
#[inline(always)]
fn block<V: Word>(isa: V::Isa, bytes: &[u8], number: usize) -> V {
    let (blocks, _) = bytes.as_chunks();
    V::splat(isa, blocks.get(number).unwrap_or(&[0; 16]))
}

/// Returns `count`, hidden from the compiler so that it keeps the loop: the unrolled steps would take ten times the code and no
/// less time.
#[inline(always)]
fn times(count: usize) -> usize {
    black_box(count)
}

/// Returns the XOR of words.
macro_rules! sum {
    ($first:expr $(, $other:expr)*) => { $first$(.xor($other))* };
}

/// The state of AEGIS-128L: eight words.
#[derive(Clone, Copy)]
pub(super) struct State128L<V>([V; 8]);

impl<V: Word> State<V, 2> for State128L<V> {
    #[inline(always)]
    fn init(isa: V::Isa, key: &[u8], nonce: &[u8]) -> Self {
        let (key, nonce) = (block::<V>(isa, key, 0), block::<V>(isa, nonce, 0));
        let (c0, c1) = (V::splat(isa, &C0), V::splat(isa, &C1));
        let both = key.xor(nonce);
        let mut state = Self([both, c1, c0, c1, both, key.xor(c0), key.xor(c1), key.xor(c0)]);
        let contexts = contexts::<V>(isa);
        for _ in 0..times(10) {
            if V::DEGREE > 1 {
                state.0[3] = state.0[3].xor(contexts);
                state.0[7] = state.0[7].xor(contexts);
            }
            state.update([nonce, key]);
        }
        state
    }

    #[inline(always)]
    fn update(&mut self, input: [V; 2]) {
        V::step(&mut self.0, input, None);
    }
    #[inline(always)]
    fn update_decrypted(&mut self, ciphertext: [V; 2], keystream: [V; 2]) {
        V::step(&mut self.0, ciphertext, Some(keystream));
    }

    #[inline(always)]
    fn keystream(&self) -> [V; 2] {
        let [_, s1, s2, s3, _, s5, s6, s7] = self.0;
        [sum!(s6, s1, s2.and(s3)), sum!(s2, s5, s6.and(s7))]
    }

    #[inline(always)]
    fn finish(&mut self, lengths: V) {
        let t = self.0[2].xor(lengths);
        for _ in 0..times(7) {
            self.update([t, t]);
        }
    }

    #[inline(always)]
    fn short_tag(&self) -> V {
        let [s0, s1, s2, s3, s4, s5, s6, _] = self.0;
        sum!(s0, s1, s2, s3, s4, s5, s6)
    }

    #[inline(always)]
    fn long_tag(&self) -> [V; 2] {
        let [s0, s1, s2, s3, s4, s5, s6, s7] = self.0;
        [sum!(s0, s1, s2, s3), sum!(s4, s5, s6, s7)]
    }

    #[inline(always)]
    fn words(&self) -> &[V] {
        &self.0
    }
    #[inline(always)]
    fn of(any: V, mut word: impl FnMut(usize) -> V) -> Self {
        let mut words = [any; 8];
        for i in 0..8 {
            words[i] = word(i);
        }
        Self(words)
    }
}

/// The state of AEGIS-256: six words.
#[derive(Clone, Copy)]
pub(super) struct State256<V>([V; 6]);

impl<V: Word> State<V, 1> for State256<V> {
    #[inline(always)]
    fn init(isa: V::Isa, key: &[u8], nonce: &[u8]) -> Self {
        let (k0, k1) = (block::<V>(isa, key, 0), block::<V>(isa, key, 1));
        let (c0, c1) = (V::splat(isa, &C0), V::splat(isa, &C1));
        let (both0, both1) = (k0.xor(block(isa, nonce, 0)), k1.xor(block(isa, nonce, 1)));
        let mut state = Self([both0, both1, c1, c0, k0.xor(c0), k1.xor(c1)]);
        let contexts = contexts::<V>(isa);
        let inputs = [k0, k1, both0, both1];
        for _ in 0..times(4) {
            // the bound is a constant so that the loop is unrolled and the indices are constants; with an index that varies,
            // the inputs would lie in memory
            for i in 0..4 {
                if V::DEGREE > 1 {
                    state.0[3] = state.0[3].xor(contexts);
                    state.0[5] = state.0[5].xor(contexts);
                }
                state.update([inputs[i]]);
            }
        }
        state
    }

    #[inline(always)]
    fn update(&mut self, input: [V; 1]) {
        V::step(&mut self.0, input, None);
    }
    #[inline(always)]
    fn update_decrypted(&mut self, ciphertext: [V; 1], keystream: [V; 1]) {
        V::step(&mut self.0, ciphertext, Some(keystream));
    }

    #[inline(always)]
    fn keystream(&self) -> [V; 1] {
        let [_, s1, s2, s3, s4, s5] = self.0;
        [sum!(s1, s4, s5, s2.and(s3))]
    }

    #[inline(always)]
    fn finish(&mut self, lengths: V) {
        let t = self.0[3].xor(lengths);
        for _ in 0..times(7) {
            self.update([t]);
        }
    }

    #[inline(always)]
    fn short_tag(&self) -> V {
        let [s0, s1, s2, s3, s4, s5] = self.0;
        sum!(s0, s1, s2, s3, s4, s5)
    }

    #[inline(always)]
    fn long_tag(&self) -> [V; 2] {
        let [s0, s1, s2, s3, s4, s5] = self.0;
        [sum!(s0, s1, s2), sum!(s3, s4, s5)]
    }

    #[inline(always)]
    fn words(&self) -> &[V] {
        &self.0
    }
    #[inline(always)]
    fn of(any: V, mut word: impl FnMut(usize) -> V) -> Self {
        let mut words = [any; 6];
        for i in 0..6 {
            words[i] = word(i);
        }
        Self(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{aegis::word::InMemory, simd::Portable};

    /// Returns words of one instance with these blocks, given as big-endian numbers.
    fn words<const N: usize>(numbers: [u128; N]) -> [InMemory<1>; N] {
        numbers.map(|number| InMemory::load(Portable, &number.to_be_bytes()))
    }

    fn numbers<const N: usize>(words: [InMemory<1>; N]) -> [u128; N] {
        words.map(|word| u128::from_be_bytes(word.store()))
    }

    /// Tests the state update of appendix A.2.1.
    #[test]
    fn update_of_128l() {
        let mut state = State128L(words([
            0x9b7e60b24cc873ea894ecc07911049a3,
            0x330be08f35300faa2ebf9a7b0d274658,
            0x7bbd5bd2b049f7b9b515cf26fbe7756c,
            0xc35a00f55ea86c3886ec5e928f87db18,
            0x9ebccafce87cab446396c4334592c91f,
            0x58d83e31f256371e60fc6bb257114601,
            0x1639b56ea322c88568a176585bc915de,
            0x640818ffb57dc0fbc2e72ae93457e39a,
        ]));
        state.update(words([0x033e6975b94816879e42917650955aa0, 0xfcc1968a46b7e97861bd6e89af6aa55f]));
        let expected = [
            0x596ab773e4433ca0127c73f60536769d,
            0x790394041a3d26ab697bde865014652d,
            0x38cf49e4b65248acd533041b64dd0611,
            0x16d8e58748f437bfff1797f780337cee,
            0x9689ecdf08228c74d7e3360cca53d0a5,
            0xa21746bb193a569e331e1aa985d0d729,
            0x09d714e6fcf9177a8ed1cde7e3d259a6,
            0x61279ba73167f0ab76f0a11bf203bdff,
        ];
        assert_eq!(numbers(state.0), expected);
    }

    /// Tests the state update of appendix A.3.1.
    #[test]
    fn update_of_256() {
        let mut state = State256(words([
            0x1fa1207ed76c86f2c4bb40e8b395b43e,
            0xb44c375e6c1e1978db64bcd12e9e332f,
            0x0dab84bfa9f0226432ff630f233d4e5b,
            0xd7ef65c9b93e8ee60c75161407b066e7,
            0xa760bb3da073fbd92bdc24734b1f56fb,
            0xa828a18d6a964497ac6e7e53c5f55c73,
        ]));
        state.update(words([0xb165617ed04ab738afb2612c6d18a1ec]));
        let expected = [
            0xe6bc643bae82dfa3d991b1b323839dcd,
            0x648578232ba0f2f0a3677f617dc052c3,
            0xea788e0e572044a46059212dd007a789,
            0x2f1498ae19b80da13fba698f088a8590,
            0xa54c2ee95e8c2a2c3dae2ec743ae6b86,
            0xa3240fceb68e32d5d114df1b5363ab67,
        ];
        assert_eq!(numbers(state.0), expected);
    }

    /// Tests the AES round of appendix A.1 by one state update. All words are zero, except the input of the round, and
    /// the word after it, which is the round key and becomes the result.
    #[test]
    fn round_of_aes() {
        let [input, key] = words([0x000102030405060708090a0b0c0d0e0f, 0x101112131415161718191a1b1c1d1e1f]);
        let zero = input.xor(input);
        let mut state = State256([zero, input, key, zero, zero, zero]);
        state.update([zero]);
        assert_eq!(numbers([state.0[2]]), [0x7a7b4e5638782546a8c0477a3b813f43]);
    }
}
