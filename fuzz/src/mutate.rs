//! The mutator of the plain loop: deterministic, from a seed.

/// Pseudorandom numbers (xorshift64*); the seed must not be zero.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Begins with a seed; zero becomes one.
    pub fn new(seed: u64) -> Self {
        Self(seed.max(1))
    }

    /// Returns the next number.
    pub fn number(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// Returns a number below `end`, which must not be zero.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.number()) * end as u128) >> 64) as usize
    }
}

/// The maximum length of an input, in bytes.
pub const LONGEST: usize = 4096;

/// Bytes and numbers at which code often behaves differently.
const SPECIAL: [u8; 12] = [0, 1, 7, 8, 15, 16, 64, 127, 128, 254, 255, b'\n'];

/// Makes an input from the inputs in `corpus` and from `words`: an input of the corpus with a few changes, or two of
/// them joined.
pub fn input(random: &mut Random, corpus: &[Vec<u8>], words: &[&str]) -> Vec<u8> {
    let mut bytes = match corpus {
        [] => Vec::new(),
        corpus => corpus[random.below(corpus.len())].clone(),
    };
    for _ in 0..1 << random.below(5) {
        change(random, &mut bytes, corpus, words);
    }
    bytes.truncate(LONGEST);
    bytes
}

fn change(random: &mut Random, bytes: &mut Vec<u8>, corpus: &[Vec<u8>], words: &[&str]) {
    let at = random.below(bytes.len() + 1);
    let longest = 1 << random.below(7);
    let len = random.below(longest).min(bytes.len() - at);
    match random.below(11) {
        0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
        1 if at < bytes.len() => bytes[at] = random.number() as u8,
        2 if at < bytes.len() => bytes[at] = SPECIAL[random.below(SPECIAL.len())],
        3 if at < bytes.len() => bytes[at] = bytes[at].wrapping_add(random.below(9) as u8).wrapping_sub(4),
        4 => drop(bytes.drain(at..at + len)),
        5 => {
            let copy = bytes[at..at + len].to_vec();
            let to = random.below(bytes.len() + 1);
            bytes.splice(to..to, copy);
        }
        6 => {
            let more: Vec<u8> = (0..random.below(8)).map(|_| random.number() as u8).collect();
            bytes.splice(at..at, more);
        }
        7 => bytes.truncate(at),
        8 if !corpus.is_empty() => {
            let other = &corpus[random.below(corpus.len())];
            bytes.truncate(at);
            bytes.extend_from_slice(&other[random.below(other.len() + 1)..]);
        }
        9 => {
            let number = match random.below(4) {
                0 => 1_u64 << random.below(64),
                1 => (1_u64 << random.below(64)) - 1,
                2 => random.number() >> random.below(64),
                _ => random.below(300) as u64,
            };
            // replaces the digits at this position
            let digits = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            bytes.splice(at..at + digits, number.to_string().into_bytes());
        }
        _ if !words.is_empty() => {
            let word = words[random.below(words.len())].bytes();
            bytes.splice(at..at + len * random.below(2), word);
        }
        _ => bytes.extend((0..random.below(64)).map(|i| (i % 251) as u8)),
    }
}
