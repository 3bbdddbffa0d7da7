use super::pick;
use crate::Input;
use bramah::{
    Increment, block,
    mode::{self, Direction, Ending, MODES, Padding, Stealing},
};

/// Tests a cipher in a mode: encrypts a message in some pieces and decrypts it in others.
pub(super) fn run(input: &mut Input<'_>) {
    let entries: Vec<_> = block::entries().collect();
    let mut algorithm =
        mode::Algorithm::new(pick(input, entries.iter()).algorithm(), pick(input, MODES.iter()));
    let number = input.number();
    let ending = match number % 3 {
        0 => Ending::Whole,
        1 => Ending::Padded(Padding::ALL[number / 3 % Padding::ALL.len()]),
        _ => Ending::Stolen(Stealing::ALL[number / 3 % Stealing::ALL.len()]),
    };
    algorithm = algorithm.with_ending(ending).unwrap_or(algorithm);
    algorithm = algorithm.with_increment(Increment::ALL[number % Increment::ALL.len()]).unwrap_or(algorithm);
    let name = format!("{} ({:?})", algorithm.name(), algorithm.mode());
    let key = input.filled(algorithm.key_len());
    let iv_len = input.below(algorithm.iv_lengths().max + 2);
    let iv = input.filled(iv_len);
    let both = [Direction::Encrypt, Direction::Decrypt].map(|way| algorithm.begin(&key, &iv, way));
    let [Ok(mut encrypter), Ok(mut decrypter)] = both else { return };
    let mut plain = Vec::new();
    let mut sealed = Vec::new();
    while !input.is_empty() {
        match input.byte() % 8 {
            0..4 => {
                let piece = input.message();
                let mut room = vec![0; encrypter.update_len(piece.len())];
                if input.byte() == 0 {
                    // with too small an output, no input is processed
                    let at = encrypter.position();
                    let short = room.len() / 2;
                    if encrypter.update(&piece, &mut room[..short]).is_err() {
                        assert_eq!(encrypter.position(), at, "{name}");
                    } else {
                        return;
                    }
                }
                if encrypter.update(&piece, &mut room).is_ok() {
                    plain.extend_from_slice(&piece);
                    sealed.extend_from_slice(&room);
                }
            }
            4 => {
                // seeks in the keystream, if the mode can; this ends the message in progress
                let mut crypter = algorithm.begin(&key, &iv, Direction::Encrypt).expect("as before");
                let place = place(input);
                if crypter.seek(place).is_ok() {
                    let (mut there, more) = (input.message(), input.message());
                    let same = there.clone();
                    if crypter.apply(&mut there[..]).is_ok() {
                        _ = crypter.apply(&mut more.clone()[..]);
                        crypter.seek(place).expect("as before");
                        crypter.apply(&mut there[..]).expect("as before");
                        assert_eq!(there, same, "{name}: byte {place}");
                    }
                }
            }
            5 => {
                let mut other = algorithm.begin(&key, &iv, Direction::Decrypt).expect("as before");
                let mut garbage = input.message();
                let mut room = vec![0; other.update_len(garbage.len())];
                _ = other.update(&garbage, &mut room);
                garbage.resize(other.finalize_len(), 0);
                if other.finalize(&mut garbage).is_ok() {
                    assert!(other.finalize(&mut garbage).is_err(), "{name}: ended twice");
                }
            }
            6 => {
                encrypter.reset(&iv).expect("the same IV");
                plain.clear();
                sealed.clear();
            }
            _ => break,
        }
    }
    let mut room = vec![0; encrypter.finalize_len()];
    let Ok(len) = encrypter.finalize(&mut room) else { return };
    sealed.extend_from_slice(&room[..len]);
    assert!(
        encrypter.update(b"more", &mut [0; 300]).is_err() || encrypter.is_stream(),
        "{name}: after the end"
    );
    let mut opened = Vec::new();
    for piece in sealed.chunks(1 + input.below(99)) {
        let mut room = vec![0; decrypter.update_len(piece.len())];
        decrypter.update(piece, &mut room).unwrap_or_else(|error| panic!("{name}: {error}"));
        opened.extend_from_slice(&room);
    }
    let mut room = vec![0; decrypter.finalize_len()];
    let len = decrypter.finalize(&mut room).unwrap_or_else(|error| panic!("{name}: {error}"));
    opened.extend_from_slice(&room[..len]);
    // zero padding is not removed
    let zeros = opened.len() - plain.len().min(opened.len());
    assert!(opened.starts_with(&plain) && opened[plain.len()..].iter().all(|byte| *byte == 0), "{name}");
    assert!(zeros == 0 || ending == Ending::Padded(Padding::Zero), "{name}: {zeros} bytes more");
}

/// Returns a position, mostly near a multiple of a block.
pub(super) fn place(input: &mut Input<'_>) -> u128 {
    let near = input.number() as u128;
    match input.byte() % 4 {
        0 => near,
        1 => (1_u128 << (input.byte() % 128)).wrapping_sub(near),
        2 => (1_u128 << (input.byte() % 128)).wrapping_add(near),
        _ => u128::MAX - near,
    }
}
