//! The AEGIS family written from its draft (draft-irtf-cfrg-aegis-aead-16), a block at a time. The tag authenticates
//! lengths that are passed as arguments, and may be other lengths than those of the input.

type Block = [u8; 16];

fn xor(a: Block, b: Block) -> Block {
    std::array::from_fn(|i| a[i] ^ b[i])
}

fn and(a: Block, b: Block) -> Block {
    std::array::from_fn(|i| a[i] & b[i])
}

/// Doubles an element of the field of AES.
fn double(x: u8) -> u8 {
    x << 1 ^ if x >> 7 == 1 { 0x1b } else { 0 }
}

fn product(mut x: u8, mut y: u8) -> u8 {
    let mut z = 0;
    while y > 0 {
        z ^= if y & 1 == 1 { x } else { 0 };
        (x, y) = (double(x), y >> 1);
    }
    z
}

/// The S-box of AES: the inverse in the field, and an affine map (FIPS 197, section 5.1.1).
fn s_box() -> [u8; 256] {
    std::array::from_fn(|x| {
        // the inverse is x to the power of 254
        let inverse = (0..253).fold(x as u8, |power, _| product(power, x as u8));
        (1..5).fold(0x63 ^ inverse, |sum, turn| sum ^ inverse.rotate_left(turn))
    })
}

/// `AESRound` of the draft.
fn round(s_box: &[u8; 256], input: Block, key: Block) -> Block {
    let moved: Block = std::array::from_fn(|i| s_box[usize::from(input[(i + 4 * (i % 4)) % 16])]);
    let mixed = std::array::from_fn(|i| {
        let at = |row: usize| moved[i / 4 * 4 + (i + row) % 4];
        double(at(0)) ^ double(at(1)) ^ at(1) ^ at(2) ^ at(3)
    });
    xor(mixed, key)
}

/// The state of `degree` parallel instances.
struct State {
    s_box: [u8; 256],
    long_key: bool,
    instances: Vec<Vec<Block>>,
}

impl State {
    fn new(long_key: bool, degree: usize, key: &[u8], nonce: &[u8]) -> Self {
        let c0: Block = [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 121, 98];
        let c1: Block =
            [0xdb, 0x3d, 0x18, 0x55, 0x6d, 0xc2, 0x2f, 0xf1, 0x20, 0x11, 0x31, 0x42, 0x73, 0xb5, 0x28, 0xdd];
        let block =
            |bytes: &[u8], number: usize| -> Block { *bytes.as_chunks().0.get(number).unwrap_or(&[0; 16]) };
        let [k0, k1, n0, n1] = [block(key, 0), block(key, 1), block(nonce, 0), block(nonce, 1)];
        let (words, updates, contexts): (Vec<Block>, Vec<Vec<Block>>, [usize; 2]) = match long_key {
            false => {
                let both = xor(k0, n0);
                let words = vec![both, c1, c0, c1, both, xor(k0, c0), xor(k0, c1), xor(k0, c0)];
                (words, vec![vec![n0, k0]; 10], [3, 7])
            }
            true => {
                let words = vec![xor(k0, n0), xor(k1, n1), c1, c0, xor(k0, c0), xor(k1, c1)];
                let four = [vec![k0], vec![k1], vec![xor(k0, n0)], vec![xor(k1, n1)]];
                (words, [four.clone(), four.clone(), four.clone(), four].concat(), [3, 5])
            }
        };
        let mut state = Self { s_box: s_box(), long_key, instances: vec![words; degree] };
        for update in updates {
            for (number, words) in state.instances.iter_mut().enumerate() {
                if degree > 1 {
                    for at in contexts {
                        words[at][0] ^= number as u8;
                        words[at][1] ^= degree as u8 - 1;
                    }
                }
            }
            state.update(|_, part| update[part]);
        }
        state
    }

    /// Returns the number of words of a block that each instance absorbs.
    fn rate(&self) -> usize {
        if self.long_key { 1 } else { 2 }
    }

    fn update(&mut self, input: impl Fn(usize, usize) -> Block) {
        let count = if self.long_key { 6 } else { 8 };
        for number in 0..self.instances.len() {
            let mut keys = self.instances[number].clone();
            keys[0] = xor(keys[0], input(number, 0));
            if !self.long_key {
                keys[4] = xor(keys[4], input(number, 1));
            }
            let old = &self.instances[number];
            let new = (0..count).map(|i| round(&self.s_box, old[(i + count - 1) % count], keys[i])).collect();
            self.instances[number] = new;
        }
    }

    /// Absorbs bytes, padded with zeros to whole blocks, and returns their XOR with the keystream, which is the
    /// ciphertext if the bytes are a text.
    fn take(&mut self, bytes: &[u8]) -> Vec<u8> {
        let degree = self.instances.len();
        let mut out = Vec::new();
        for part in bytes.chunks(16 * degree * self.rate()) {
            let mut padded = part.to_vec();
            padded.resize(16 * degree * self.rate(), 0);
            let mut keystream = Vec::new();
            for word in 0..self.rate() {
                for s in &self.instances {
                    keystream.extend(match (self.long_key, word) {
                        (true, _) => xor(xor(s[1], s[4]), xor(s[5], and(s[2], s[3]))),
                        (false, 0) => xor(xor(s[6], s[1]), and(s[2], s[3])),
                        (false, _) => xor(xor(s[2], s[5]), and(s[6], s[7])),
                    });
                }
            }
            out.extend(part.iter().zip(keystream).map(|(byte, key)| byte ^ key));
            let blocks = padded.as_chunks::<16>().0;
            self.update(|number, word| blocks[word * degree + number]);
        }
        out
    }
}

/// Returns ciphertext and tag, computed with `lengths` for the lengths in bytes of associated data and text.
pub(super) fn sealed(
    name: &str,
    [key, nonce, header, text]: [&[u8]; 4],
    lengths: [u64; 2],
    tag_len: usize,
) -> (Vec<u8>, Vec<u8>) {
    let degree = name.split_once('x').map_or(1, |(_, degree)| degree.parse().unwrap());
    let mut state = State::new(name.contains("256"), degree, key, nonce);
    state.take(header);
    let ciphertext = state.take(text);
    let bits: Block = lengths.map(|bytes| (8 * bytes).to_le_bytes()).concat().try_into().unwrap();
    let at = if state.long_key { 3 } else { 2 };
    let inputs: Vec<Block> = state.instances.iter().map(|words| xor(words[at], bits)).collect();
    for _ in 0..7 {
        state.update(|number, _| inputs[number]);
    }
    let sum = |from: usize, to: usize| {
        let words = state.instances.iter().flat_map(|words| &words[from..to]);
        words.fold([0; 16], |sum, word| xor(sum, *word))
    };
    let tag = match (tag_len, state.long_key) {
        (16, true) => sum(0, 6).to_vec(),
        (16, false) => sum(0, 7).to_vec(),
        (_, true) => [sum(0, 3), sum(3, 6)].concat(),
        (_, false) => [sum(0, 4), sum(4, 8)].concat(),
    };
    (ciphertext, tag)
}
