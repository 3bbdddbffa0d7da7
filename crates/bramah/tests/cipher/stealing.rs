//! Ciphertext stealing, compared with its definitions written here over single blocks: the addendum to SP 800-38A for
//! CBC, the same exchange for ECB, and IEEE 1619, 5.3, for XTS. Tests every short length, and some lengths around the
//! longest runs of blocks that backends process together.

use crate::kit::{Cipher, each_cipher, is_of_every_kind, pattern, quick, stands_for_others, whole};
use bramah::{
    block::AnyCipher,
    mode::{Algorithm, Direction, Ending, MODES, Mode, Stealing},
};

/// Returns every length from one to seven blocks, and some ranges of longer lengths, each from one whole number of
/// blocks to the next.
fn lengths(block: usize) -> Vec<usize> {
    let long = [16, 17, 31, 32, 33, 34, 64, 65, 66]
        .into_iter()
        .flat_map(|blocks| blocks * block..=(blocks + 1) * block);
    let all = (block..=7 * block).chain(long);
    all.step_by(if quick() { 5 } else { 1 }).collect()
}

fn one(cipher: &AnyCipher, block: &[u8]) -> Vec<u8> {
    let mut out = block.to_vec();
    cipher.encrypt_blocks(&mut out).unwrap();
    out
}

fn sum(a: &[u8], b: &[u8]) -> Vec<u8> {
    a.iter().zip(b).map(|(a, b)| a ^ b).collect()
}

/// Returns the ciphertext of a message in ECB, or with an IV in CBC.
fn stolen(
    cipher: &AnyCipher,
    block: usize,
    iv: Option<&[u8]>,
    stealing: Stealing,
    message: &[u8],
) -> Vec<u8> {
    let pieces: Vec<&[u8]> = message.chunks(block).collect();
    let mut blocks: Vec<Vec<u8>> = Vec::new();
    for piece in &pieces {
        let before = blocks.last().map(Vec::as_slice);
        // CBC fills the last block with zeros; ECB fills it with the end of the previous ciphertext block
        let mut filled = piece.to_vec();
        match (iv, before) {
            (None, Some(before)) => filled.extend_from_slice(&before[piece.len()..]),
            _ => filled.resize(block, 0),
        }
        if let Some(iv) = iv {
            filled = sum(&filled, before.unwrap_or(iv));
        }
        blocks.push(one(cipher, &filled));
    }
    let Some(last) = blocks.pop() else { unreachable!("a message has a block") };
    let Some(mut short) = blocks.pop() else { return last };
    let end = pieces[pieces.len() - 1].len();
    short.truncate(end);
    let swapped = match stealing {
        Stealing::Cs1 => false,
        Stealing::Cs2 => end < block,
        _ => true,
    };
    let (first, second) = if swapped { (last, short) } else { (short, last) };
    [blocks.concat(), first, second].concat()
}

/// Returns the ciphertext of a data unit in XTS.
fn xts(cipher: &AnyCipher, tweaks: &AnyCipher, number: &[u8], message: &[u8]) -> Vec<u8> {
    let block = number.len();
    let mut tweak = one(tweaks, number);
    // the polynomial of the field without its highest term
    let polynomial: u32 = match block {
        16 => 0x87,
        20 => 0x2d,
        24 => 0x87,
        28 => 0x309,
        _ => 0x425,
    };
    let mut encrypt = |bytes: &[u8]| {
        let out = sum(&one(cipher, &sum(bytes, &tweak)), &tweak);
        // bit i of byte j is the coefficient of x^(8 j + i)
        let bits: Vec<u8> = tweak.iter().flat_map(|byte| (0..8).map(move |i| byte >> i & 1)).collect();
        let mut shifted = [&[0], &bits[..bits.len() - 1]].concat();
        for (i, bit) in shifted.iter_mut().enumerate().take(32) {
            *bit ^= bits[bits.len() - 1] & (polynomial >> i & 1) as u8;
        }
        tweak =
            shifted.chunks(8).map(|bits| bits.iter().rev().fold(0, |byte, bit| byte << 1 | bit)).collect();
        out
    };
    let mut blocks: Vec<Vec<u8>> = Vec::new();
    for piece in message.chunks(block) {
        if piece.len() == block {
            blocks.push(encrypt(piece));
            continue;
        }
        let before = blocks.pop().unwrap();
        let (short, filling) = before.split_at(piece.len());
        blocks.push(encrypt(&[piece, filling].concat()));
        blocks.push(short.to_vec());
    }
    blocks.concat()
}

fn mode(cipher: &Cipher, name: &str) -> Algorithm {
    Algorithm::new(cipher.on, MODES.iter().find(|info| info.name == name).unwrap())
}

#[test]
fn every_length_in_ecb_and_cbc() {
    each_cipher(|cipher| {
        if !stands_for_others(&cipher.on) || !is_of_every_kind(&cipher.on) {
            return;
        }
        let key = pattern(cipher.on.key_len());
        let block = cipher.on.block_len();
        let keyed = cipher.other.keyed(&key).unwrap();
        for name in ["ecb", "cbc"] {
            for stealing in Stealing::ALL {
                let on = mode(cipher, name).with_ending(Ending::Stolen(stealing)).unwrap();
                let iv = pattern(on.iv_len().1 + 3)[3..].to_vec();
                let chain = matches!(on.mode(), Mode::Cbc(_)).then_some(&iv[..]);
                for len in lengths(block) {
                    let message = pattern(len + 1)[1..].to_vec();
                    let expected = stolen(&keyed, block, chain, stealing, &message);
                    let run = |direction, text: &[u8]| {
                        whole(&mut on.begin(&key, &iv, direction).unwrap(), text).unwrap()
                    };
                    let at = format!("{} {name} {}, {len} bytes", cipher.name, stealing.name());
                    assert_eq!(run(Direction::Encrypt, &message), expected, "{at}");
                    assert_eq!(run(Direction::Decrypt, &expected), message, "{at}");
                }
            }
        }
    });
}

#[test]
fn every_length_in_xts() {
    each_cipher(|cipher| {
        if !stands_for_others(&cipher.on) || !is_of_every_kind(&cipher.on) {
            return;
        }
        let block = cipher.on.block_len();
        let both = pattern(2 * cipher.on.key_len());
        let (key, second) = both.split_at(cipher.on.key_len());
        let (keyed, tweaks) = (cipher.other.keyed(key).unwrap(), cipher.other.keyed(second).unwrap());
        let on = mode(cipher, "xts");
        if !on.info().takes(&cipher.on) {
            return;
        }
        let number = pattern(block + 9)[9..].to_vec();
        for len in lengths(block).into_iter().chain([129 * block, 1031 * block + 5]) {
            let message = pattern(len + 1)[1..].to_vec();
            let expected = xts(&keyed, &tweaks, &number, &message);
            let run = |direction, text: &[u8]| {
                whole(&mut on.begin(&both, &number, direction).unwrap(), text).unwrap()
            };
            assert_eq!(run(Direction::Encrypt, &message), expected, "{}: {len} bytes", cipher.name);
            assert_eq!(run(Direction::Decrypt, &expected), message, "{}: {len} bytes", cipher.name);
        }
    });
}
