//! Counters that carry or end, and seeking in their streams.

use crate::kit::{Random, each_cipher, in_place, is_of_every_kind, pattern, quick, stands_for_others};
use bramah::{
    Error, Increment,
    mode::{Algorithm, Direction, MODES, Mode},
};

/// Increments a counter according to the definition, a byte at a time.
fn increment(block: &mut [u8], by: Increment) {
    let len = block.len();
    let (range, big) = match by {
        Increment::Be => (0..len, true),
        Increment::Le => (0..len, false),
        Increment::BeHalf => (len / 2..len, true),
        Increment::LeHalf => (0..len / 2, false),
        Increment::Le32 => (0..4, false),
        _ => (len - 4..len, true),
    };
    let number = &mut block[range];
    if big {
        number.reverse();
    }
    for byte in &mut *number {
        *byte = byte.wrapping_add(1);
        if *byte != 0 {
            break;
        }
    }
    if big {
        number.reverse();
    }
}

fn ctr(cipher: bramah::block::Algorithm, by: Increment) -> Algorithm {
    let info = MODES.iter().find(|info| matches!(info.mode, Mode::Ctr(_))).unwrap();
    Algorithm::new(cipher, info).with_increment(by).unwrap()
}

/// More than twice the number of blocks that the widest backend processes together, which is 32.
const FAR: usize = 72;

/// Tests every carry of the counter, with messages that begin and end at any distance from the carry. For comparison,
/// each counter is computed from the definition, and encrypted alone.
#[test]
fn carries() {
    each_cipher(|cipher| {
        if !stands_for_others(&cipher.on) || !is_of_every_kind(&cipher.on) {
            return;
        }
        let block = cipher.on.block_len();
        let key = pattern(cipher.on.key_len());
        let keyed = cipher.other.keyed(&key).unwrap();
        let mut random = Random(7);
        for by in Increment::ALL {
            let mode = ctr(cipher.on, by);
            let little = matches!(by, Increment::Le | Increment::LeHalf | Increment::Le32);
            let width = match by {
                Increment::Be | Increment::Le => block,
                Increment::BeHalf | Increment::LeHalf => block / 2,
                _ => 4,
            };
            for border in [1, 2, 4, 8, block / 2, block] {
                // all-ones bytes below the carry; the bytes above it are random, or all ones too
                for full in [false, true] {
                    let mut counter = if full { vec![0xff; block] } else { random.bytes(block) };
                    for i in 0..border.min(width) {
                        counter[if little { i } else { block - 1 - i }] = 0xff;
                    }
                    // begins the largest distance before the carry
                    counter[if little { 0 } else { block - 1 }] = 0xff - (FAR - 1) as u8;
                    let mut starts = Vec::new();
                    let mut expected = Vec::new();
                    for _ in 0..2 * FAR + 1 {
                        starts.push(counter.clone());
                        expected.extend_from_slice(&counter);
                        increment(&mut counter, by);
                    }
                    for block in expected.chunks_exact_mut(block) {
                        keyed.encrypt_blocks(block).unwrap();
                    }
                    for before in (0..=FAR).step_by(if quick() { 13 } else { 1 }) {
                        for after in [0, 5 * before % (FAR + 1), FAR] {
                            let first = FAR - before;
                            let zeros = vec![0; (before + after) * block + before % block];
                            let mut crypter = mode.begin(&key, &starts[first], Direction::Encrypt).unwrap();
                            let found = in_place(&mut crypter, &zeros).unwrap();
                            let len = found.len().min(expected.len() - first * block);
                            assert!(
                                found[..len] == expected[first * block..][..len],
                                "{} {by:?}: from {before} blocks before the border of {border} bytes to {after} after",
                                cipher.name
                            );
                        }
                    }
                }
            }
        }
    });
}

#[test]
fn every_place_can_be_gone_to() {
    each_cipher(|cipher| {
        let block = cipher.on.block_len();
        let key = pattern(cipher.on.key_len());
        let zeros = vec![0; 12 * block];
        for by in Increment::ALL {
            let mut start = vec![0xff; block];
            start[block / 3] = 7;
            let mut crypter = ctr(cipher.on, by).begin(&key, &start, Direction::Encrypt).unwrap();
            let stream = in_place(&mut crypter, &zeros).unwrap();
            for from in (0..stream.len()).step_by(3) {
                crypter.seek(from as u128).unwrap();
                assert_eq!(crypter.position(), from as u128);
                let rest = in_place(&mut crypter, &zeros[from..]).unwrap();
                assert_eq!(rest, stream[from..], "{} {by:?} from {from}", cipher.name);
            }
            // `apply_at` keeps the current position, which is in the middle of a block, and the message continues there
            crypter.seek(5).unwrap();
            for from in (0..stream.len()).step_by(5) {
                for to in [from, from + 1, from + block - 1, from + 3 * block + 2, stream.len()] {
                    let part = &stream[from..to.clamp(from, stream.len())];
                    let mut text = vec![0; part.len()];
                    crypter.apply_at(from as u128, &mut text[..]).unwrap();
                    assert_eq!(text, part, "{} {by:?} from {from} to {to}", cipher.name);
                }
                assert_eq!(crypter.position(), 5);
            }
            assert_eq!(in_place(&mut crypter, &zeros[5..]).unwrap(), stream[5..], "{} {by:?}", cipher.name);
            if by == Increment::Be32 {
                let mut text = [1; 6];
                let end = (block as u128) << 32;
                assert_eq!(crypter.apply_at(end - 5, &mut text[..]), Err(Error::CounterOverflow));
                assert_eq!(crypter.apply_at(u128::MAX, &mut text[..]), Err(Error::CounterOverflow));
                assert_eq!(text, [1; 6]);
                crypter.apply_at(end - 6, &mut text[..]).unwrap();
            }
        }
    });
}

/// Beyond 2^32 and 2^64 blocks, the keystream at a position equals that of a stream whose counter begins there.
#[test]
fn far_places() {
    each_cipher(|cipher| {
        let block = cipher.on.block_len();
        let key = pattern(cipher.on.key_len());
        let zeros = vec![0; 3 * block];
        // with blocks of eight bytes there are only 2^64 counters
        for shift in [31, 32, 63, 64, 90].into_iter().filter(|shift| *shift < 8 * block) {
            let mut start = vec![0; block];
            let mut crypter = ctr(cipher.on, Increment::Be).begin(&key, &start, Direction::Encrypt).unwrap();
            let blocks = (1u128 << shift) - 1;
            crypter.seek(blocks * block as u128).unwrap();
            let far = in_place(&mut crypter, &zeros).unwrap();
            let number = blocks.to_be_bytes();
            let len = block.min(16);
            start[block - len..].copy_from_slice(&number[16 - len..]);
            crypter.reset(&start).unwrap();
            assert_eq!(in_place(&mut crypter, &zeros).unwrap(), far, "{} 2^{shift}", cipher.name);
        }
    });
}

/// No counter repeats: the first byte that would need a repeated counter is refused, and nothing is written.
#[test]
fn the_end_of_the_stream() {
    each_cipher(|cipher| {
        let block = cipher.on.block_len() as u128;
        let key = pattern(cipher.on.key_len());
        let mut crypter = ctr(cipher.on, Increment::Be32).begin(&key, &[9; 5], Direction::Encrypt).unwrap();
        let end = block << 32;
        crypter.seek(end - 5).unwrap();
        let mut text = [1; 6];
        assert_eq!(crypter.apply(&mut text[..]), Err(Error::CounterOverflow));
        assert_eq!(text, [1; 6]);
        crypter.apply(&mut text[..5]).unwrap();
        assert_eq!(crypter.apply(&mut text[5..]), Err(Error::CounterOverflow));
        crypter.apply(&mut text[..0]).unwrap();
        assert_eq!(crypter.seek(end + 1), Err(Error::CounterOverflow));
        crypter.seek(end).unwrap();
        assert_eq!(crypter.apply(&mut text[..1]), Err(Error::CounterOverflow));
    });
}

/// An IV shorter than a block is padded with zeros.
#[test]
fn short_ivs() {
    each_cipher(|cipher| {
        let block = cipher.on.block_len();
        let key = pattern(cipher.on.key_len());
        for length in 0..=block {
            let iv = pattern(length);
            let mut long = iv.clone();
            long.resize(block, 0);
            let run = |iv: &[u8]| {
                let mut crypter = ctr(cipher.on, Increment::Be).begin(&key, iv, Direction::Encrypt).unwrap();
                in_place(&mut crypter, &pattern(3 * block + 1)).unwrap()
            };
            assert_eq!(run(&iv), run(&long), "{}: an IV of {length} bytes", cipher.name);
        }
    });
}

/// Several threads give the result of one thread, from any position.
#[test]
fn threads() {
    each_cipher(|cipher| {
        if !stands_for_others(&cipher.on) || !is_of_every_kind(&cipher.on) {
            return;
        }
        let block = cipher.on.block_len();
        let key = pattern(cipher.on.key_len());
        let text = pattern(61 * block + 5);
        for by in Increment::ALL {
            let mode = ctr(cipher.on, by);
            let iv = vec![0xff; block];
            let expected = in_place(&mut mode.begin(&key, &iv, Direction::Encrypt).unwrap(), &text).unwrap();
            for threads in [1, 2, 3, 7, 100] {
                for before in [0, 5, block] {
                    let mut crypter = mode.begin(&key, &iv, Direction::Encrypt).unwrap();
                    let mut out = text.clone();
                    let (head, rest) = out.split_at_mut(before);
                    let (middle, tail) = rest.split_at_mut(50 * block);
                    crypter.apply(head).unwrap();
                    crypter.apply_parallel(middle, threads).unwrap();
                    crypter.apply(tail).unwrap();
                    assert_eq!(out, expected, "{} {by:?} on {threads} threads", cipher.name);
                }
            }
        }
    });
}
