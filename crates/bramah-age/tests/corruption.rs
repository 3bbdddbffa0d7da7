//! Changed files are refused: with any bit changed, truncated anywhere, and with chunks that are dropped, duplicated,
//! swapped or taken from another file.

use bramah_age::{Decryptor, Encryptor, Error, Identity, Recipient, X25519Identity};

fn opened(identity: &dyn Identity, file: &[u8], threads: usize) -> Result<Vec<u8>, Error> {
    let mut text = Vec::new();
    Decryptor::new(file)?.unlock(&[identity])?.decrypt(&mut text, threads)?;
    Ok(text)
}

fn sealed(recipient: &dyn Recipient, text: &[u8], armored: bool) -> Vec<u8> {
    let (mut file, encryptor) = (Vec::new(), Encryptor::new(&[recipient]).unwrap());
    match armored {
        true => encryptor.encrypt_armored(text, &mut file, 1).unwrap(),
        false => encryptor.encrypt(text, &mut file, 1).unwrap(),
    };
    file
}

#[test]
fn every_bit_and_every_cut_of_a_small_file() {
    let identity = X25519Identity::random().unwrap();
    for len in [0, 1, 33] {
        let text: Vec<u8> = (0..len).collect();
        let mut file = sealed(&identity.recipient(), &text, false);
        assert_eq!(opened(&identity, &file, 1).unwrap(), text);
        for bit in 0..8 * file.len() {
            file[bit / 8] ^= 1 << (bit % 8);
            assert!(opened(&identity, &file, 1).is_err(), "{len}, bit {bit}");
            file[bit / 8] ^= 1 << (bit % 8);
        }
        for end in 0..file.len() {
            assert!(opened(&identity, &file[..end], 1).is_err(), "{len}, cut at {end}");
        }
        for extra in [&b"\n"[..], b"\0", &file.clone()] {
            assert!(opened(&identity, &[&file, extra].concat(), 1).is_err());
        }
    }
}

/// Armor with any bit changed, or truncated anywhere, is refused. Only the line break after the last line may be
/// missing.
#[test]
fn every_character_and_every_cut_of_armor() {
    let identity = X25519Identity::random().unwrap();
    let text = b"text in armor";
    let file = sealed(&identity.recipient(), text, true);
    let end = file.len() - 1;
    for bit in 0..8 * end {
        let mut changed = file.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        assert!(opened(&identity, &changed, 1).is_err(), "bit {bit}");
    }
    for cut in 0..end {
        assert!(opened(&identity, &file[..cut], 1).is_err(), "cut at {cut}");
    }
    // the line break after the last line may be missing
    assert_eq!(opened(&identity, &file[..end], 1).unwrap(), text);
}

#[test]
fn chunks_out_of_place() {
    const SEALED: usize = 65_536 + 16;
    let identity = X25519Identity::random().unwrap();
    // nine chunks and a part of a tenth, and nine whole chunks: both are more than one batch
    for len in [9 * 65_536 + 100, 9 * 65_536_usize] {
        let text: Vec<u8> = (0..len).map(|i| (i % 251) as u8).collect();
        let file = sealed(&identity.recipient(), &text, false);
        let other = sealed(&identity.recipient(), &text, false);
        let header = file.len() - len - 16 * len.div_ceil(65_536);
        let chunks = |file: &[u8]| file[header..].chunks(SEALED).map(<[u8]>::to_vec).collect::<Vec<_>>();
        let (good, foreign) = (chunks(&file), chunks(&other));
        let count = good.len();
        let mut changes: Vec<Vec<Vec<u8>>> = Vec::new();
        let mut change = |edit: &dyn Fn(&mut Vec<Vec<u8>>)| {
            let mut chunks = good.clone();
            edit(&mut chunks);
            changes.push(chunks);
        };
        for i in 0..count {
            change(&|chunks| drop(chunks.remove(i)));
            change(&|chunks| chunks.insert(i, good[i].clone()));
            change(&|chunks| chunks[i] = foreign[i].clone());
            change(&|chunks| chunks.truncate(i));
            change(&|chunks| chunks[i].truncate(good[i].len() - 1));
            for j in 0..i {
                change(&|chunks| chunks.swap(i, j));
            }
        }
        change(&|chunks| chunks.push(Vec::from([0; 16])));
        change(&|chunks| chunks.push(good[count - 1].clone()));
        change(&|chunks| chunks.extend(foreign.clone()));
        for (number, chunks) in changes.iter().enumerate() {
            let changed = [&file[..header], &chunks.concat()].concat();
            for threads in 1..=3 {
                let mut found = Vec::new();
                let unlocked = Decryptor::new(&changed[..]).unwrap().unlock(&[&identity]).unwrap();
                assert!(unlocked.decrypt(&mut found, threads).is_err(), "{len}, change {number}");
                // the text that was written before the error is a prefix of the original
                assert!(text.starts_with(&found), "{len}, change {number}, {threads} threads");
            }
        }
        assert!(opened(&identity, &file, 3).unwrap() == text);
    }
}

/// Pseudorandom numbers from a seed (xorshift64*).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % end
    }
}

/// Changes a file in one of several ways.
fn change(file: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let mut changed = file.to_vec();
    let (place, other) = (numbers.below(file.len()), numbers.below(file.len()));
    let (from, to) = (place.min(other), place.max(other) + 1);
    match numbers.below(8) {
        0 | 1 => changed[place] ^= 1 << numbers.below(8),
        2 => changed[place] = numbers.below(256) as u8,
        3 => changed.truncate(place),
        4 => drop(changed.drain(from..to)),
        5 => drop(changed.splice(from..from, file[from..to].iter().copied())),
        6 => changed.swap(place, other),
        _ => (0..=numbers.below(20)).for_each(|_| changed.push(numbers.below(256) as u8)),
    }
    changed
}

/// Tries 100,000 changes, or the number in `BRAMAH_TEST_CORRUPTIONS`: `make corruptions` tries a million.
#[test]
fn no_random_change_is_accepted() {
    let count: usize = std::env::var("BRAMAH_TEST_CORRUPTIONS").map_or(100_000, |text| text.parse().unwrap());
    let identity = X25519Identity::random().unwrap();
    let text: Vec<u8> = (0..140_000_u32).map(|i| (i % 251) as u8).collect();
    let files = [0, 40, 500, 140_000].map(|len| sealed(&identity.recipient(), &text[..len], false));
    let mut numbers = Numbers(0x1234_5678_9abc_def1);
    let mut tried = 0;
    while tried < count {
        // only one change in 50 is a change of the longest file
        let file = &files[if tried % 50 == 0 { 3 } else { tried % 3 }];
        let changed = change(file, &mut numbers);
        if changed == *file {
            continue;
        }
        tried += 1;
        assert!(opened(&identity, &changed, 1).is_err(), "change {tried}");
    }
}
