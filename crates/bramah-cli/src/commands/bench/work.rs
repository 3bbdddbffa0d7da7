//! The work that is measured: one message of a size, or a batch of messages of that size.

use super::{measure::Run, size::Size};
use crate::{commands::chosen, exit::Stop};
use bramah::{
    Error, InOut,
    aead::{self, Packet},
    block::Chained,
    encrypt_then_mac, fpe,
    hash::{self, Options},
    key_wrap, mac,
    mode::{self, Direction, Ending, Mode, Stealing, encrypt_many},
    registry::Algorithm,
    stream,
};
use std::hint::black_box;

/// The approximate size of a batch in bytes, which fits into a second-level cache.
const BATCH: usize = 64 << 10;
/// The number of messages in a batch is a multiple of this number, so that no lane of any backend is idle at the end.
const LANES: usize = 64;

/// One message, or many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Work {
    size: Size,
    /// The number of messages; `None` if there is only one.
    many: Option<usize>,
}

impl Work {
    pub(super) fn one(size: Size) -> Self {
        Self { size, many: None }
    }

    pub(super) fn many(size: Size) -> Self {
        Self { size, many: Some((BATCH / size.bytes() / LANES).max(1) * LANES) }
    }

    /// Returns the size of a message.
    pub(super) fn size(&self) -> Size {
        self.size
    }

    pub(super) fn is_many(&self) -> bool {
        self.many.is_some()
    }

    /// Returns the number of messages.
    pub(super) fn messages(&self) -> usize {
        self.many.unwrap_or(1)
    }

    /// Returns the number of bytes of all messages.
    pub(super) fn bytes(&self) -> usize {
        self.size.bytes() * self.messages()
    }
}

/// The buffer that contains all messages.
pub(super) struct Messages(Vec<u8>);

impl Messages {
    /// Allocates a buffer for the largest of these works.
    pub(super) fn for_all(works: &[Work]) -> Result<Self, Stop> {
        let len = works.iter().map(Work::bytes).max().unwrap_or(0);
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(len).map_err(|error| Stop::failure(format_args!("{len} bytes: {error}")))?;
        bytes.extend((0..len).map(|i| (i % 251) as u8));
        Ok(Self(bytes))
    }

    /// Returns the function that does this work with the algorithm; an error if the algorithm takes no messages of this
    /// size.
    pub(super) fn run<'a>(
        &'a self,
        work: &Work,
        algorithm: &Algorithm,
        direction: Direction,
    ) -> Result<Run<'a>, Error> {
        let messages = &self.0[..work.bytes()];
        match algorithm {
            Algorithm::Hash(hash) => hashed(messages, work, hash),
            Algorithm::Mode(mode) => in_mode(messages, work, *mode, direction),
            Algorithm::Aead(aead) => authenticated(messages, work, *aead, direction),
            Algorithm::EncryptThenMac(on) => composed(messages, work, *on, direction),
            Algorithm::KeyWrap(wrap) => wrapped(messages, work, *wrap, direction),
            Algorithm::Fpe(fpe) => preserved(messages, work, *fpe, direction),
            Algorithm::Mac(mac) => tagged(messages, work, *mac),
            Algorithm::Stream(stream) => streamed(messages, work, *stream),
            Algorithm::Cipher(_) | Algorithm::Kdf(_) | Algorithm::Password(_) => {
                Err(Error::UnknownName(chosen::name(algorithm)))
            }
        }
    }
}

/// Refuses algorithms that cannot be measured.
pub(super) fn check(algorithm: &Algorithm, direction: Direction) -> Result<(), Stop> {
    let name = chosen::name(algorithm);
    match (algorithm, direction) {
        (Algorithm::Cipher(_), _) => Err(Stop::usage(format_args!(
            "{name} is a block cipher and needs a mode, for example {name}-ctr"
        ))),
        (
            Algorithm::Hash(_) | Algorithm::Mac(_) | Algorithm::Kdf(_) | Algorithm::Password(_),
            Direction::Decrypt,
        ) => Err(Stop::usage(format_args!("--decrypt: {name} is not a cipher"))),
        _ => Ok(()),
    }
}

fn hashed<'a>(messages: &'a [u8], work: &Work, hash: &hash::Algorithm) -> Result<Run<'a>, Error> {
    // functions that need a key get one
    let key = key(if hash.info().needs_key { 32 } else { 0 });
    let function = hash.with_options(&Options { key: &key, ..Options::default() })?;
    let mut out = vec![0; function.algorithm().output_len() * work.messages()];
    if !work.is_many() {
        return Ok(Box::new(move |times| {
            for _ in 0..times {
                function.digest(black_box(messages), &mut out);
                black_box(&mut out);
            }
        }));
    }
    let messages: Vec<&[u8]> = messages.chunks(work.size().bytes()).collect();
    Ok(Box::new(move |times| {
        for _ in 0..times {
            function.hash_many(black_box(&messages), &mut out);
            black_box(&mut out);
        }
    }))
}

/// Returns a key of `len` bytes whose two halves differ, as XTS requires.
fn key(len: usize) -> Vec<u8> {
    (0..len).map(|i| i as u8).collect()
}

/// Encrypts or decrypts in place. Modes that can encrypt several messages side by side do so.
fn in_mode<'a>(
    messages: &[u8],
    work: &Work,
    mut mode: mode::Algorithm,
    direction: Direction,
) -> Result<Run<'a>, Error> {
    let (cipher, size) = (mode.cipher(), work.size().bytes());
    if matches!(mode.mode(), Mode::Ecb(_) | Mode::Cbc(_)) && !size.is_multiple_of(cipher.block_len()) {
        mode = mode.with_ending(Ending::Stolen(Stealing::Cs1))?;
    }
    let (key, iv) = (key(mode.key_len()), vec![0; mode.iv_len().1]);
    let mut texts = messages.to_vec();
    let chained = match (mode.mode(), direction) {
        (Mode::Cbc(Ending::Whole), Direction::Encrypt) => Some(Chained::Cbc),
        (Mode::Cfb, Direction::Encrypt) => Some(Chained::Cfb),
        (Mode::Ofb, _) => Some(Chained::Ofb),
        _ => None,
    };
    if let (Some(chained), true) = (chained, work.is_many()) {
        let keyed = cipher.keyed(&key)?;
        let ivs = iv.repeat(work.messages());
        return Ok(Box::new(move |times| {
            let mut messages: Vec<InOut<'_>> = texts.chunks_mut(size).map(InOut::from).collect();
            for _ in 0..times {
                let done = encrypt_many(&keyed, chained, &ivs, black_box(&mut messages));
                done.expect("the messages are whole blocks, and each has an IV");
            }
        }));
    }
    let mut crypter = mode.begin(&key, &iv, direction)?;
    // a first run, which fails if the mode does not take a message of this length
    crypter.apply(&mut texts[..size])?;
    Ok(Box::new(move |times| {
        for _ in 0..times {
            for text in texts.chunks_mut(size) {
                let done = crypter.reset(&iv).and_then(|()| crypter.apply(black_box(text)));
                done.expect("this call succeeded in the trial run");
            }
        }
    }))
}

/// Encrypts or decrypts from one buffer to another.
fn authenticated<'a>(
    messages: &[u8],
    work: &Work,
    aead: aead::Algorithm,
    direction: Direction,
) -> Result<Run<'a>, Error> {
    // if nonces can have any length, the nonce has 12 bytes, with which GCM is fastest; otherwise it is as short as
    // possible, because in CCM the shortest nonce allows the longest texts
    let lengths = aead.nonce_len();
    let nonce_len = if lengths.max == usize::MAX { 12 } else { lengths.min };
    let (size, nonce) = (work.size().bytes(), vec![0; nonce_len]);
    let keyed = aead.keyed(&key(aead.key_len().max))?;
    let mut input = messages.to_vec();
    let tag_len = aead.tag_len().max;
    let mut tags = vec![0; tag_len * work.messages()];
    for (text, tag) in input.chunks_mut(size).zip(tags.chunks_mut(tag_len)) {
        keyed.seal(&nonce, b"", text, tag)?;
    }
    if work.is_many() {
        return Ok(Box::new(move |times| {
            let mut output = vec![0; input.len()];
            for _ in 0..times {
                let texts = input.chunks(size).zip(output.chunks_mut(size)).zip(tags.chunks_mut(tag_len));
                let packet = |((text, output), tag)| {
                    let data = InOut::new(black_box(text), output).expect("equal lengths");
                    Packet::new(&nonce, b"", data, tag)
                };
                let mut packets: Vec<_> = texts.map(packet).collect();
                let done = match direction {
                    Direction::Encrypt => keyed.seal_many(&mut packets),
                    Direction::Decrypt => keyed.open_many(&mut packets),
                };
                done.expect("this call succeeded in the trial run");
                drop(packets);
                black_box(&mut output);
            }
        }));
    }
    let mut output = vec![0; size];
    Ok(Box::new(move |times| {
        for _ in 0..times {
            for (text, tag) in input.chunks(size).zip(tags.chunks_mut(tag_len)) {
                let data = InOut::new(black_box(text), &mut output).expect("equal lengths");
                let done = match direction {
                    Direction::Encrypt => keyed.seal(&nonce, b"", data, tag),
                    Direction::Decrypt => keyed.open(&nonce, b"", data, tag),
                };
                done.expect("this call succeeded in the trial run");
                black_box(&mut output);
            }
        }
    }))
}

/// Encrypts or decrypts from one buffer to another.
fn composed<'a>(
    messages: &[u8],
    work: &Work,
    on: encrypt_then_mac::Algorithm,
    direction: Direction,
) -> Result<Run<'a>, Error> {
    let info = on.info();
    let (size, nonce) = (work.size().bytes(), vec![0; info.nonce_len.max]);
    let keyed = on.keyed(&key(info.key_len.max))?;
    let texts = messages.to_vec();
    let len = keyed.sealed_len(size);
    let mut sealed = vec![0; len * work.messages()];
    for (text, sealed) in texts.chunks(size).zip(sealed.chunks_mut(len)) {
        keyed.seal(&nonce, b"", text, sealed)?;
    }
    let mut opened = vec![0; len - keyed.tag_len()];
    Ok(Box::new(move |times| {
        for _ in 0..times {
            for (text, sealed) in texts.chunks(size).zip(sealed.chunks_mut(len)) {
                match direction {
                    Direction::Encrypt => keyed.seal(&nonce, b"", black_box(text), sealed),
                    Direction::Decrypt => keyed.open(&nonce, b"", black_box(sealed), &mut opened).map(drop),
                }
                .expect("this call succeeded in the trial run");
                black_box(&mut opened);
            }
        }
    }))
}

/// Wraps or unwraps keys, each of which has the size of a message.
fn wrapped<'a>(
    messages: &[u8],
    work: &Work,
    wrap: key_wrap::Algorithm,
    direction: Direction,
) -> Result<Run<'a>, Error> {
    let size = work.size().bytes();
    let keyed = wrap.keyed(&key(wrap.key_len()))?;
    let keys: Vec<Vec<u8>> = messages.chunks(size).map(<[u8]>::to_vec).collect();
    let wrapped = keys.iter().map(|key| keyed.wrap(key)).collect::<Result<Vec<_>, _>>()?;
    Ok(Box::new(move |times| {
        for _ in 0..times {
            for (key, wrapped) in keys.iter().zip(&wrapped) {
                let done = match direction {
                    Direction::Encrypt => keyed.wrap(black_box(key)),
                    Direction::Decrypt => keyed.unwrap(black_box(wrapped)),
                };
                black_box(done.expect("this call succeeded in the trial run"));
            }
        }
    }))
}

/// Encrypts or decrypts the message in texts of 16 bytes each, since format-preserving encryption is for short texts. A
/// message shorter than 16 bytes is one text.
fn preserved<'a>(
    messages: &[u8],
    work: &Work,
    fpe: fpe::Algorithm,
    direction: Direction,
) -> Result<Run<'a>, Error> {
    const TEXT: usize = 16;
    let ff1 = fpe.keyed(&key(fpe.key_len()), 256)?;
    let mut numerals: Vec<u16> = messages.iter().map(|byte| u16::from(*byte)).collect();
    let len = work.size().bytes().min(TEXT);
    ff1.encrypt(b"", &mut numerals[..len])?;
    Ok(Box::new(move |times| {
        for _ in 0..times {
            for text in numerals.chunks_exact_mut(len) {
                let done = match direction {
                    Direction::Encrypt => ff1.encrypt(b"", black_box(text)),
                    Direction::Decrypt => ff1.decrypt(b"", black_box(text)),
                };
                done.expect("this call succeeded in the trial run");
            }
        }
    }))
}

/// Encrypts or decrypts in place.
fn streamed<'a>(messages: &[u8], work: &Work, stream: stream::Algorithm) -> Result<Run<'a>, Error> {
    let info = stream.info();
    let nonce = vec![0; info.nonce_len.max];
    let mut begun = stream.begin(&key(info.key_len.max), &nonce)?;
    let (size, mut texts) = (work.size().bytes(), messages.to_vec());
    Ok(Box::new(move |times| {
        for _ in 0..times {
            for text in texts.chunks_mut(size) {
                let done = begun.reset(&nonce).and_then(|()| begun.apply(black_box(text)));
                done.expect("the nonce has a valid length, and the message is short");
            }
        }
    }))
}

fn tagged<'a>(messages: &'a [u8], work: &Work, mac: mac::Algorithm) -> Result<Run<'a>, Error> {
    let lengths = mac.key_len();
    let nonces = mac.nonce_len();
    let nonce = vec![0; nonces.max.min(nonces.min.max(12))];
    let mut keyed = mac.begin(&key(lengths.max.min(lengths.min.max(32))), &nonce)?;
    let len = mac.tag_len();
    let mut tags = vec![0; len * work.messages()];
    let size = work.size().bytes();
    if mac.once() || !work.is_many() {
        return Ok(Box::new(move |times| {
            for _ in 0..times {
                let mut rest = messages;
                for tag in tags.chunks_mut(len) {
                    let message;
                    (message, rest) = rest.split_at(size);
                    if mac.once() {
                        keyed.renew(&nonce).expect("the nonce has a valid length");
                    }
                    keyed.tag(black_box(message), tag).expect("the length of a tag");
                }
                black_box(&mut tags);
            }
        }));
    }
    let messages: Vec<&[u8]> = messages.chunks(size).collect();
    Ok(Box::new(move |times| {
        for _ in 0..times {
            keyed.many(black_box(&messages), &mut tags).expect("a tag for each message");
            black_box(&mut tags);
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::bench::size;

    #[test]
    fn batches_fill_all_lanes() {
        for (size, count) in [("32", 2048), ("1k", 64), ("25", 2560), ("1", 65536), ("1m", 64)] {
            let work = Work::many(size::many(size).unwrap());
            assert_eq!(work.messages(), count, "{size}");
        }
    }
}
