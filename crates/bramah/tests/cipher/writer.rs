//! Ciphers that write to a growing `Vec` and to writers.

use crate::kit::{Random, each_subject, pattern, quick};
use bramah::{
    Aes128, Cbc, ChaCha20, Ctr, Error,
    mode::{CipherWriter, Direction, Ending, Padding},
};
use std::io::{self, ErrorKind, Write};

/// A message in uneven pieces through a writer has the result of one piece, in every mode and both directions.
#[test]
fn through_a_writer() {
    each_subject(|subject| {
        let mut random = Random(9);
        let lengths = if quick() { vec![0, 1, 100] } else { vec![0, 1, 16, 31, 100, 128, 255, 700] };
        for length in lengths.into_iter().filter(|length| subject.takes(*length)) {
            let message = pattern(length);
            let expected = subject.expected(&message);
            for (direction, from, to) in
                [(Direction::Encrypt, &message, &expected), (Direction::Decrypt, &expected, &message)]
            {
                if direction == Direction::Decrypt && !subject.gives_back(length) {
                    continue;
                }
                let mut writer = CipherWriter::new(subject.begin(direction), Vec::new());
                let mut crypter = subject.begin(direction);
                let mut out = b"before".to_vec();
                let mut rest = &from[..];
                while !rest.is_empty() {
                    let (piece, more) = rest.split_at((1 + random.below(90)).min(rest.len()));
                    writer.write_all(piece).unwrap();
                    crypter.update_vec(piece, &mut out).unwrap();
                    rest = more;
                }
                crypter.finalize_vec(&mut out).unwrap();
                assert!(writer.finish().unwrap() == *to, "{} {length} {direction:?}", subject.name);
                assert!(out[..6] == *b"before" && out[6..] == *to, "{} {length} {direction:?}", subject.name);
            }
        }
    });
}

#[test]
fn streams_and_long_messages() {
    let message = pattern(200_001);
    let mut expected = message.clone();
    ChaCha20::new(&[1; 32], &[2; 8]).unwrap().apply(&mut expected[..]).unwrap();
    let mut writer = CipherWriter::new(ChaCha20::new(&[1; 32], &[2; 8]).unwrap(), Vec::new());
    io::copy(&mut &message[..], &mut writer).unwrap();
    assert!(writer.finish().unwrap() == expected);
    let mut writer = CipherWriter::new(ChaCha20::new(&[1; 32], &[2; 8]).unwrap(), Vec::new());
    writer.write_all(&message).unwrap();
    assert!(writer.finish().unwrap() == expected);
    // the modes as types
    let mut ctr = Ctr::<Aes128>::new(&[1; 16], &[2; 16]).unwrap();
    expected.clone_from(&message);
    ctr.apply(&mut expected[..]).unwrap();
    ctr.reset(&[2; 16]).unwrap();
    let mut writer = CipherWriter::new(ctr, Vec::new());
    writer.write_all(&message).unwrap();
    assert!(writer.finish().unwrap() == expected);
}

/// After an error nothing is written, and an error of the cipher leaves a growing `Vec` unchanged.
#[test]
fn errors_stay() {
    /// A writer that accepts this many bytes, and then fails once.
    struct Full(usize, bool);
    impl Write for Full {
        fn write(&mut self, data: &[u8]) -> io::Result<usize> {
            if self.1 {
                panic!("written to after an error");
            }
            if self.0 == 0 {
                self.1 = true;
                return Err(ErrorKind::StorageFull.into());
            }
            let len = data.len().min(self.0);
            self.0 -= len;
            Ok(len)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut writer = CipherWriter::new(ChaCha20::new(&[1; 32], &[2; 8]).unwrap(), Full(100, false));
    writer.write_all(&[0; 60]).unwrap();
    assert_eq!(writer.write_all(&[0; 60]).unwrap_err().kind(), ErrorKind::StorageFull);
    assert_eq!(writer.write_all(&[0; 60]).unwrap_err().kind(), ErrorKind::Other);
    assert!(writer.finish().is_err());

    let padded = Ending::Padded(Padding::Pkcs7);
    let cbc = || Cbc::<Aes128>::new(&[1; 16], &[2; 16], padded, Direction::Decrypt).unwrap();
    let mut writer = CipherWriter::new(cbc(), Vec::new());
    writer.write_all(&[7; 33]).unwrap();
    assert_eq!(writer.finish().unwrap_err().kind(), ErrorKind::InvalidData);

    let (mut cbc, mut out) = (cbc(), Vec::new());
    cbc.update_vec(&[7; 33], &mut out).unwrap();
    let before = out.clone();
    assert!(matches!(cbc.finalize_vec(&mut out), Err(Error::InputLength { .. })));
    assert_eq!(out, before);
}
