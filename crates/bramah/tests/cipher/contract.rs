//! The result for a message does not depend on the pieces and buffers in which it is passed.

use crate::kit::{Random, all, each_cipher, each_subject, in_pieces, in_place, pattern, quick};
use bramah::{
    InOut,
    mode::{Algorithm, Direction, Ending, MODES, Mode},
};

/// A number of blocks that is greater than twice the widest group of any backend.
const BLOCKS: usize = 70;

#[test]
fn every_length_and_back() {
    each_subject(|subject| {
        let block = subject.block();
        let data = pattern(BLOCKS * block);
        // every length up to a few blocks, then whole blocks and a byte more or less
        let most = if subject.is_bytewise() { 6 } else { BLOCKS };
        // the sizes of groups are powers of two: tests every small number, and numbers around multiples of eight
        let counted = |n: &usize| all() || *n < 10 || matches!(n % 8, 0 | 1 | 7);
        let near = (1..most).filter(counted).flat_map(|n| [n * block - 1, n * block, n * block + 1]);
        let lengths =
            (0..6 * block).step_by(subject.step()).chain(near).filter(|length| subject.takes(*length));
        for length in lengths {
            let message = &data[..length];
            let encrypted = subject.encrypt(message);
            assert_eq!(encrypted, subject.expected(message), "{}: {length} bytes", subject.name);
            if subject.gives_back(length) {
                assert_eq!(subject.decrypt(&encrypted), message, "{}: {length} bytes back", subject.name);
            }
            if subject.keeps_length() {
                assert_eq!(encrypted.len(), length);
                let mut crypter = subject.begin(Direction::Encrypt);
                assert_eq!(
                    in_place(&mut crypter, message).unwrap(),
                    encrypted,
                    "{}: {length} in place",
                    subject.name
                );
                crypter = subject.begin(Direction::Decrypt);
                assert_eq!(
                    in_place(&mut crypter, &encrypted).unwrap(),
                    message,
                    "{}: {length} in place",
                    subject.name
                );
            } else {
                assert!(encrypted.len() >= length && encrypted.len() <= length + block);
            }
        }
    });
}

/// Tests every number of blocks up to two of the widest groups of most backends, since each number is divided into
/// other groups, full or padded. A block has the same result alone as among others.
#[test]
fn every_number_of_blocks() {
    each_cipher(|cipher| {
        const MOST: usize = 2 * 64 + 2;
        let block = cipher.on.block_len();
        let key = pattern(cipher.on.key_len());
        let keyed = cipher.on.keyed(&key).unwrap();
        let (plain, mut encrypted) = (pattern(MOST * block), pattern(MOST * block));
        for block in encrypted.chunks_mut(block) {
            keyed.encrypt_blocks(block).unwrap();
        }
        let info = MODES.iter().find(|info| info.name == "ecb").unwrap();
        let ecb = Algorithm::new(cipher.on, info);
        let [mut encrypter, mut decrypter] = [Direction::Encrypt, Direction::Decrypt]
            .map(|direction| ecb.begin(&key, &[], direction).unwrap());
        // all numbers; in quick tests, small ones, and then those at multiples of eight and next to them
        let counted = |count: &usize| all() || !quick() || *count < 34 || matches!(count % 8, 0 | 1 | 7);
        for count in (1..=MOST).filter(counted) {
            let (plain, encrypted) = (&plain[..count * block], &encrypted[..count * block]);
            let mut data = plain.to_vec();
            keyed.encrypt_blocks(&mut data).unwrap();
            assert_eq!(data, encrypted, "{}: {count} blocks in place", cipher.name);
            keyed.decrypt_blocks(&mut data).unwrap();
            assert_eq!(data, plain, "{}: {count} blocks in place, back", cipher.name);
            encrypter.reset(&[]).unwrap();
            encrypter.apply(InOut::new(plain, &mut data).unwrap()).unwrap();
            assert_eq!(data, encrypted, "{}: {count} blocks", cipher.name);
            decrypter.reset(&[]).unwrap();
            decrypter.apply(InOut::new(encrypted, &mut data).unwrap()).unwrap();
            assert_eq!(data, plain, "{}: {count} blocks back", cipher.name);
        }
    });
}

/// Tests numbers of blocks, with groups that are padded, in modes that XOR a stream of counters or offsets before or
/// after the cipher.
#[test]
fn every_number_of_blocks_with_streams() {
    each_subject(|subject| {
        if !matches!(subject.on.mode(), Mode::Ctr(_) | Mode::Xts | Mode::Cbc(Ending::Whole)) {
            return;
        }
        const MOST: usize = 2 * 64 + 2;
        let block = subject.block();
        let plain = pattern(MOST * block);
        let counted = |count: &usize| all() || *count < 34 || matches!(count % 8, 0 | 1 | 7);
        // in no tested mode does a block depend on a later one
        let all = subject.expected(&plain);
        for count in (1..=MOST).filter(counted) {
            let (plain, all) = (&plain[..count * block], &all[..count * block]);
            let mut crypter = subject.begin(Direction::Encrypt);
            assert_eq!(in_place(&mut crypter, plain).unwrap(), all, "{}: {count} blocks", subject.name);
            assert_eq!(subject.decrypt(all), plain, "{}: {count} blocks back", subject.name);
            let mut crypter = subject.begin(Direction::Decrypt);
            assert_eq!(
                in_place(&mut crypter, all).unwrap(),
                plain,
                "{}: {count} blocks in place, back",
                subject.name
            );
        }
    });
}

/// A message that is split anywhere has the same result. The code is the same on every backend.
#[test]
fn every_split() {
    each_subject(|subject| {
        if !subject.splits {
            return;
        }
        let block = subject.block();
        let data = pattern(4 * block + block / 2);
        for length in
            [0, block, 2 * block, 2 * block + 3, data.len()].into_iter().filter(|n| subject.takes(*n))
        {
            let message = &data[..length];
            let encrypted = subject.encrypt(message);
            let (mut encrypt, mut decrypt) =
                (subject.begin(Direction::Encrypt), subject.begin(Direction::Decrypt));
            let plain = subject.decrypt(&encrypted);
            for split in (0..=length).step_by(if quick() { 5 } else { 1 }) {
                encrypt.reset(&subject.iv).unwrap();
                let (head, tail) = message.split_at(split);
                let parts = in_pieces(&mut encrypt, [head, &[], tail]).unwrap();
                assert_eq!(parts, encrypted, "{}: {length} bytes split at {split}", subject.name);
                decrypt.reset(&subject.iv).unwrap();
                let (head, tail) = encrypted.split_at(split);
                let parts = in_pieces(&mut decrypt, [head, tail]).unwrap();
                assert_eq!(parts, plain, "{}: {length} bytes split at {split}, back", subject.name);
            }
            encrypt.reset(&subject.iv).unwrap();
            assert_eq!(in_pieces(&mut encrypt, message.chunks(1)).unwrap(), encrypted, "{}", subject.name);
            assert_eq!(encrypt.position(), length as u128);
        }
    });
}

#[test]
fn random_pieces() {
    each_subject(|subject| {
        let mut random = Random(subject.name.len() as u64);
        for _ in 0..if quick() {
            3
        } else if all() {
            20
        } else {
            8
        } {
            let block = subject.block();
            let length = random.below(100 * block);
            let length =
                if subject.takes(length) { length } else { length.next_multiple_of(block).max(block) };
            let message = random.bytes(length);
            let encrypted = subject.encrypt(&message);
            assert_eq!(encrypted, subject.expected(&message), "{}", subject.name);
            let mut pieces = Vec::new();
            let mut rest = &message[..];
            while !rest.is_empty() {
                let (piece, more) = rest.split_at(random.below(40 * block).min(rest.len()));
                pieces.push(piece);
                rest = more;
            }
            assert_eq!(
                in_pieces(&mut subject.begin(Direction::Encrypt), pieces).unwrap(),
                encrypted,
                "{}",
                subject.name
            );
        }
    });
}

/// Buffers may begin at any offset in a cache line.
#[test]
fn every_offset() {
    each_subject(|subject| {
        if !subject.keeps_length() {
            return;
        }
        let length = 21 * subject.block();
        let data = pattern(length);
        let encrypted = subject.encrypt(&data);
        let (mut input, mut output) = (vec![0; length + 64], vec![0; length + 64]);
        let mut crypter = subject.begin(Direction::Encrypt);
        for offset in 0..64 {
            let (from, to) = (offset, 63 - offset);
            input[from..][..length].copy_from_slice(&data);
            crypter.reset(&subject.iv).unwrap();
            let pair = bramah::InOut::new(&input[from..][..length], &mut output[to..][..length]).unwrap();
            crypter.apply(pair).unwrap();
            assert_eq!(output[to..][..length], encrypted, "{} at {offset}", subject.name);
        }
    });
}

/// A reset gives the same result as a new object with the same key.
#[test]
fn reset_is_a_new_start() {
    each_subject(|subject| {
        let block = subject.block();
        let data = pattern(9 * block);
        let mut crypter = subject.begin(Direction::Encrypt);
        for cut in [0, 1, block - 1, block, 3 * block + 2] {
            let mut out = vec![0; data.len()];
            crypter.update(&data[..cut], &mut out).unwrap();
            crypter.reset(&subject.iv).unwrap();
            assert_eq!(crypter.position(), 0);
            assert_eq!(
                in_pieces(&mut crypter, [&data[..]]).unwrap(),
                subject.encrypt(&data),
                "{}",
                subject.name
            );
            crypter.reset(&subject.iv).unwrap();
        }
    });
}

/// Every backend expands random keys as another one does: both encrypt alike, and decrypt what was encrypted.
#[test]
fn keys_are_expanded_alike() {
    each_cipher(|cipher| {
        let mut random = Random(5);
        for _ in 0..if quick() {
            50
        } else if all() {
            1000
        } else {
            200
        } {
            let key = random.bytes(cipher.on.key_len());
            let blocks = random.bytes(5 * cipher.on.block_len());
            let (on, other) = (cipher.on.keyed(&key).unwrap(), cipher.other.keyed(&key).unwrap());
            let (mut a, mut b) = (blocks.clone(), blocks.clone());
            on.encrypt_blocks(&mut a).unwrap();
            other.encrypt_blocks(&mut b).unwrap();
            assert_eq!(a, b, "{}", cipher.name);
            on.decrypt_blocks(&mut a).unwrap();
            assert_eq!(a, blocks, "{}", cipher.name);
            other.decrypt_blocks(&mut b).unwrap();
            assert_eq!(b, blocks, "{}", cipher.name);
        }
    });
}
