//! Every bit of a message (nonce, associated data, text and tag) is flipped, for every call that opens messages. Every
//! change is detected, and no part of the message is output.

use crate::kit::{each_aead, is_of_every_kind, pattern, quick, spread, stands_for_others};
use bramah::{
    Aegis128L, Aegis128X2, Aegis128X4, Aegis256, Aegis256X2, Aegis256X4, Aes128, Aes256, AsconAead128,
    ByteLengths, Ccm, ChaCha8Poly1305, ChaCha12Poly1305, ChaCha20Poly1305, DeoxysII128, DeoxysII256,
    DstuKeyWrap, Eax, Error, Gcm, GcmSiv, InOut, Kalyna128_128, Kalyna256_512, Kccm, KeyWrap, KeyWrapPadded,
    Kgcm, Kuznyechik, Magma, Mgm, Ocb, Phelix, SecretBox, Siv, Threefish512, TripleDes, TripleDesKeyWrap,
    XChaCha8Poly1305, XChaCha12Poly1305, XChaCha20Poly1305, Xaes256Gcm, Xtea, aead,
    aead::{InParts, Layout, Metered, OpenReader, Packet, Scheme, SealWriter},
    key_wrap,
    mode::Direction,
};
use std::io::{self, Read, Write};

/// A sealed message.
#[derive(Clone)]
struct Message {
    nonce: Vec<u8>,
    header: Vec<u8>,
    sealed: Vec<u8>,
    tag: Vec<u8>,
}

impl Message {
    fn part(&mut self, part: usize) -> &mut Vec<u8> {
        [&mut self.nonce, &mut self.header, &mut self.sealed, &mut self.tag].into_iter().nth(part).unwrap()
    }
    fn packet<'a>(&'a self, text: &'a mut [u8], tag: &'a mut [u8]) -> Packet<'a> {
        tag.copy_from_slice(&self.tag);
        Packet::new(&self.nonce, &self.header, InOut::new(&self.sealed, text).unwrap(), tag)
    }
}

/// The calls of an AEAD that the tests use, independent of its type, so that each test is compiled only once.
trait Subject {
    fn nonce_len(&self) -> ByteLengths;
    /// Returns the length of the tag in use and of the longest tag, in bytes.
    fn tag_len(&self) -> (usize, usize);
    fn seal(&self, nonce: &[u8], header: &[u8], text: &mut [u8], tag: &mut [u8]);
    fn open(&self, nonce: &[u8], header: &[u8], text: InOut<'_>, tag: &[u8]) -> Result<(), Error>;
    fn decrypt(&self, nonce: &[u8], header: &[u8], sealed: &[u8]) -> Result<Vec<u8>, Error>;
    fn open_many(&self, packets: &mut [Packet<'_>]) -> Result<(), Error>;
    fn open_each(&self, packets: &mut [Packet<'_>]) -> Result<(), Error>;
    fn takes_prefix(&self, prefix: &[u8]) -> Result<(), Error>;
    fn seal_segment(&self, last: bool, parts: &mut [Vec<u8>; 4]);
    fn open_segment(&self, last: bool, parts: &mut [Vec<u8>; 4]) -> Result<(), Error>;
    fn write(&self, prefix: &[u8], message: &[u8]) -> Vec<u8>;
    fn read(&self, prefix: &[u8], sealed: &[u8], out: &mut Vec<u8>) -> io::Result<usize>;
}

/// The layout of the nonces of segments, and the length in bytes of a segment in a stream.
const SEGMENTS: (Layout, usize) = (Layout::Le31, 16);

impl<S: Scheme> Subject for aead::Aead<S> {
    fn nonce_len(&self) -> ByteLengths {
        self.nonce_len()
    }
    fn tag_len(&self) -> (usize, usize) {
        (self.verified_len(), self.tag_len())
    }
    fn seal(&self, nonce: &[u8], header: &[u8], text: &mut [u8], tag: &mut [u8]) {
        self.seal(nonce, header, text, tag).unwrap();
    }
    fn open(&self, nonce: &[u8], header: &[u8], text: InOut<'_>, tag: &[u8]) -> Result<(), Error> {
        self.open(nonce, header, text, tag)
    }
    fn decrypt(&self, nonce: &[u8], header: &[u8], sealed: &[u8]) -> Result<Vec<u8>, Error> {
        self.decrypt(nonce, header, sealed)
    }
    fn open_many(&self, packets: &mut [Packet<'_>]) -> Result<(), Error> {
        self.open_many(packets)
    }
    fn open_each(&self, packets: &mut [Packet<'_>]) -> Result<(), Error> {
        Self::open_each(&vec![self; packets.len()], packets)
    }
    fn takes_prefix(&self, prefix: &[u8]) -> Result<(), Error> {
        self.segments(SEGMENTS.0, prefix).map(drop)
    }
    fn seal_segment(&self, last: bool, [prefix, header, text, tag]: &mut [Vec<u8>; 4]) {
        let mut begun = self.segments(SEGMENTS.0, prefix).unwrap();
        match last {
            false => begun.seal_next(header, &mut text[..], tag).unwrap(),
            true => begun.seal_last(header, &mut text[..], tag).unwrap(),
        }
    }
    fn open_segment(&self, last: bool, [prefix, header, text, tag]: &mut [Vec<u8>; 4]) -> Result<(), Error> {
        let mut begun = self.segments(SEGMENTS.0, prefix).unwrap();
        match last {
            false => begun.open_next(header, &mut text[..], tag),
            true => begun.open_last(header, &mut text[..], tag),
        }
    }
    fn write(&self, prefix: &[u8], message: &[u8]) -> Vec<u8> {
        let mut writer = SealWriter::new(self.segments(SEGMENTS.0, prefix).unwrap(), SEGMENTS.1, Vec::new());
        writer.write_all(message).unwrap();
        writer.finish().unwrap()
    }
    fn read(&self, prefix: &[u8], sealed: &[u8], out: &mut Vec<u8>) -> io::Result<usize> {
        OpenReader::new(self.segments(SEGMENTS.0, prefix).unwrap(), SEGMENTS.1, sealed).read_to_end(out)
    }
}

/// The calls for messages in parts, independent of the type of the AEAD.
trait SubjectInParts: Subject {
    /// Decrypts the text, or only authenticates it.
    fn verify(&self, message: &Message, decrypts: bool) -> Result<(), Error>;
}

impl<S: InParts> SubjectInParts for aead::Aead<S> {
    fn verify(&self, message: &Message, decrypts: bool) -> Result<(), Error> {
        let mut parts = self.begin(&message.nonce).unwrap();
        for piece in message.header.chunks(9) {
            parts.header(piece).unwrap();
        }
        for piece in message.sealed.clone().chunks_mut(10) {
            match decrypts {
                true => parts.update(Direction::Decrypt, piece).unwrap(),
                false => parts.authenticate(piece).unwrap(),
            }
        }
        parts.verify(&message.tag)
    }
}

/// The calls of an AEAD that counts the use of its key, independent of its type.
trait MeteredSubject {
    fn open(&mut self, nonce: &[u8], header: &[u8], text: InOut<'_>, tag: &[u8]) -> Result<(), Error>;
    fn open_many(&mut self, packets: &mut [Packet<'_>]) -> Result<(), Error>;
}

impl<S: Scheme> MeteredSubject for Metered<S> {
    fn open(&mut self, nonce: &[u8], header: &[u8], text: InOut<'_>, tag: &[u8]) -> Result<(), Error> {
        self.open(nonce, header, text, tag)
    }
    fn open_many(&mut self, packets: &mut [Packet<'_>]) -> Result<(), Error> {
        self.open_many(packets)
    }
}

/// The properties of a scheme that a test needs, and the extent of the test.
#[derive(Clone, Copy)]
struct Of<'a> {
    name: &'a str,
    header: usize,
    text: usize,
    /// The step between the bits that are flipped.
    step: usize,
}

/// Seals a message, and returns it with all messages that differ from it in one bit, and the part and the number of the
/// bit. Unauthenticated nonces, and a bit that must be 0, are not changed.
fn changed(aead: &dyn Subject, of: Of<'_>) -> (Message, Vec<(Message, [usize; 2])>) {
    let lengths = aead.nonce_len();
    let nonce_len =
        [12, 11, 16, 24].into_iter().find(|length| lengths.contains(*length)).unwrap_or(lengths.max);
    let (tag_len, longest) = aead.tag_len();
    let mut message = Message {
        nonce: pattern(nonce_len),
        header: pattern(of.header),
        sealed: pattern(of.text),
        tag: vec![0; tag_len],
    };
    let Message { nonce, header, sealed, tag } = &mut message;
    aead.seal(nonce, header, sealed, tag);
    // a short tag may be right by chance for a changed message, so only the tag itself is changed then
    let whole = tag_len == longest;
    let mut all = Vec::new();
    for part in if whole { 0 } else { 3 }..4 {
        for bit in (0..8 * message.part(part).len()).step_by(if part == 3 { 1 } else { of.step }) {
            let mut other = message.clone();
            other.part(part)[bit / 8] ^= 1 << (bit % 8);
            let unauthenticated = part == 0 && of.name.contains("kgcm");
            let refused = part == 0 && bit == 7 && of.name.contains("mgm");
            if !unauthenticated && !refused {
                all.push((other, [part, bit]));
            }
        }
    }
    (message, all)
}

/// Opens changed messages, each in its own call, and several in one call among valid messages, so that a changed
/// message occurs in every position of the messages that are processed together.
fn whole(aead: &dyn Subject, of: Of<'_>) {
    let name = of.name;
    let (right, all) = changed(aead, of);
    for (message, at) in &all {
        let Message { nonce, header, sealed, tag } = message;
        let mut text = sealed.clone();
        assert_eq!(
            aead.open(nonce, header, (&mut text[..]).into(), tag),
            Err(Error::Unauthentic),
            "{name}: {at:?}"
        );
        assert!(text.iter().all(|byte| *byte == 0), "{name}: something is left, {at:?}");
    }
    among_many(of, &right, &all, &mut |packets| aead.open_many(packets));
}

/// Opens changed messages among valid ones, with a function that takes several messages.
fn among_many(
    of: Of<'_>,
    right: &Message,
    all: &[(Message, [usize; 2])],
    open: &mut dyn FnMut(&mut [Packet<'_>]) -> Result<(), Error>,
) {
    let mut list: Vec<(&Message, Option<[usize; 2]>)> = Vec::new();
    for (i, (message, at)) in all.iter().enumerate() {
        if i % 3 == 0 {
            list.push((right, None));
        }
        list.push((message, Some(*at)));
    }
    let plain = pattern(of.text);
    let mut texts = vec![vec![0xee; of.text]; list.len()];
    let mut tags = vec![vec![0; right.tag.len()]; list.len()];
    let mut packets: Vec<Packet<'_>> = list
        .iter()
        .zip(texts.iter_mut().zip(&mut tags))
        .map(|((message, _), (text, tag))| message.packet(text, tag))
        .collect();
    assert_eq!(open(&mut packets), Err(Error::Unauthentic), "{}", of.name);
    let verdicts: Vec<bool> = packets.iter().map(Packet::is_authentic).collect();
    for ((verdict, text), (_, at)) in verdicts.into_iter().zip(&texts).zip(&list) {
        assert_eq!(verdict, at.is_none(), "{}: {at:?} among many", of.name);
        match at {
            None => assert_eq!(*text, plain, "{}", of.name),
            Some(_) => assert!(text.iter().all(|byte| *byte == 0), "{}: {at:?} is left", of.name),
        }
    }
}

/// Opens changed messages with the calls that are built on those of [`whole`].
fn over_whole(aead: &dyn Subject, metered: &mut dyn MeteredSubject, of: Of<'_>) {
    let name = of.name;
    let (right, all) = changed(aead, of);
    for (message, at) in &all {
        let Message { nonce, header, sealed, tag } = message;
        let mut text = vec![0xee; sealed.len()];
        let opened = aead.open(nonce, header, InOut::new(sealed, &mut text).unwrap(), tag);
        assert_eq!(opened, Err(Error::Unauthentic), "{name}: {at:?} to another buffer");
        assert!(text.iter().all(|byte| *byte == 0), "{name}: something is left, {at:?}");
        let joined = [&sealed[..], tag].concat();
        assert_eq!(
            aead.decrypt(nonce, header, &joined),
            Err(Error::Unauthentic),
            "{name}: {at:?} as a vector"
        );
        text.fill(0xee);
        let opened = metered.open(nonce, header, InOut::new(sealed, &mut text).unwrap(), tag);
        assert_eq!(opened, Err(Error::Unauthentic), "{name}: {at:?} metered");
        assert!(text.iter().all(|byte| *byte == 0), "{name}: something is left, {at:?}");
    }
    among_many(of, &right, &all, &mut |packets| metered.open_many(packets));
    among_many(of, &right, &all, &mut |packets| aead.open_each(packets));
}

/// Verifies changed messages in parts, with decryption and without. The caller must not use the text of a message before the
/// message is verified.
fn parts(aead: &dyn SubjectInParts, of: Of<'_>) {
    let (right, all) = changed(aead, of);
    for decrypts in [true, false] {
        assert_eq!(aead.verify(&right, decrypts), Ok(()), "{} in parts", of.name);
        for (message, at) in &all {
            let verified = aead.verify(message, decrypts);
            assert_eq!(verified, Err(Error::Unauthentic), "{}: {at:?} in parts, {decrypts}", of.name);
        }
    }
}

/// Opens changed segments, the last one and an earlier one, by themselves and through a reader.
fn segments(aead: &dyn Subject, of: Of<'_>) {
    let (lengths, (tag_len, _)) = (aead.nonce_len(), aead.tag_len());
    let Some(length) = (8..=64).find(|length| lengths.contains(*length)) else { return };
    let prefix = vec![3; length - SEGMENTS.0.counter_len()];
    if aead.takes_prefix(&prefix) == Err(Error::NonceUnbound) {
        return;
    }
    let header = pattern(of.header);
    for last in [false, true] {
        let mut sealed = [prefix.clone(), header.clone(), pattern(of.text), vec![0; tag_len]];
        aead.seal_segment(last, &mut sealed);
        for part in usize::from(of.name.contains("kgcm"))..4 {
            for bit in (0..8 * sealed[part].len()).step_by(of.step) {
                let mut other = sealed.clone();
                other[part][bit / 8] ^= 1 << (bit % 8);
                if aead.takes_prefix(&other[0]).is_err() || part == 0 && bit == 7 && of.name.contains("mgm") {
                    continue;
                }
                let opened = aead.open_segment(last, &mut other);
                assert_eq!(opened, Err(Error::Unauthentic), "{}: part {part}, bit {bit}", of.name);
                assert!(other[2].iter().all(|byte| *byte == 0), "{}: something is left", of.name);
            }
        }
    }
    let message = pattern(21);
    let sealed = aead.write(&prefix, &message);
    for bit in (0..8 * sealed.len()).step_by(of.step) {
        let mut other = sealed.clone();
        other[bit / 8] ^= 1 << (bit % 8);
        let mut out = Vec::new();
        let read = aead.read(&prefix, &other, &mut out);
        assert_eq!(read.map_err(|error| error.kind()), Err(io::ErrorKind::InvalidData), "{}", of.name);
        // the segments before the changed one have been output
        let whole = bit / 8 / (SEGMENTS.1 + tag_len);
        assert_eq!(out, message[..SEGMENTS.1 * whole], "{}: bit {bit} by a reader", of.name);
    }
}

/// Every bit of every tag is flipped. Of the other parts, every bit is flipped over a few ciphers, and one bit of each
/// byte over the others, because a scheme depends on its cipher no more than on its key.
#[test]
fn by_name_on_every_backend() {
    each_aead(|aead| {
        let mut on = aead.on.keyed(&aead.key()).unwrap();
        let lengths = aead.on.tag_len();
        let cipher = aead.on.cipher();
        let all = cipher.is_none_or(|cipher| is_of_every_kind(&cipher) && stands_for_others(&cipher));
        // longer messages, which other functions process: those for several lanes, and for more than a group of vectors
        let longer = if cipher.is_none() || aead.name.starts_with("aes-") { 4 } else { 1 };
        let step = |step| if all && !quick() { step } else { 7 };
        let sizes = [(5, 19, step(1)), (13, 80, step(7)), (40, 530, 63), (9, 1025, 63)];
        for (number, (header, text, step)) in sizes.into_iter().take(longer).enumerate() {
            let of = Of { name: &aead.name, header: aead.header(header).len(), text, step };
            for tag_len in [lengths.max, lengths.min] {
                on.set_tag_len(tag_len).unwrap();
                whole(&on, of);
                if aead.on.takes_parts() {
                    parts(&on, of);
                }
                if lengths.min == lengths.max || number > 0 {
                    break;
                }
            }
            on.set_tag_len(lengths.max).unwrap();
            if number == 0 && all {
                segments(&on, Of { step: 7, ..of });
            }
        }
        if aead.takes(0, 0) {
            whole(&on, Of { name: &aead.name, header: 0, text: 0, step: 7 });
        }
    });
}

#[test]
fn as_types() {
    macro_rules! types {
        ($check:ident: $($type:ty, $key:expr, $new:expr;)*) => { $( {
            // a separate function, not inlined: one function with all types would take much longer to compile
            #[inline(never)]
            fn one() {
            let (key, name) = ($key, stringify!($type).to_ascii_lowercase());
            let header = if name == "secretbox" { 0 } else { 9 };
            for text in [16, 35] {
                let of = Of { name: &name, header, text, step: 1 };
                let aead = $new(&key);
                whole(&aead, of);
                over_whole(&aead, &mut Metered::new($new(&key)), of);
                $check(&aead, of);
                segments(&aead, of);
                // the functions for keys that serve one message
                for (message, at) in changed(&aead, of).1 {
                    let (mut text, Message { nonce, header, sealed, tag }) = (vec![0xee; text], message);
                    let data = InOut::new(&sealed, &mut text).unwrap();
                    let opened = <$type>::open_once(&key, &nonce, &header, data, &tag);
                    assert_eq!(opened, Err(Error::Unauthentic), "{name}: {at:?} once");
                    assert!(text.iter().all(|byte| *byte == 0), "{name}: {at:?} once, something is left");
                }
            }
            }
            one();
        } )* };
    }
    fn nothing(_: &dyn Subject, _: Of<'_>) {}
    types! { parts:
        Gcm<Aes128>, [1; 16], Gcm::<Aes128>::new;
        Gcm<Aes256>, [1; 32], Gcm::<Aes256>::new;
        Gcm<Kuznyechik>, [1; 32], Gcm::<Kuznyechik>::new;
        Eax<Aes128>, [1; 16], Eax::<Aes128>::new;
        Eax<Xtea>, [1; 16], Eax::<Xtea>::new;
        Eax<Threefish512>, [1; 64], Eax::<Threefish512>::new;
        Mgm<Kuznyechik>, [1; 32], Mgm::<Kuznyechik>::new;
        Mgm<Magma>, [1; 32], Mgm::<Magma>::new;
        Kgcm<Kalyna128_128>, [1; 16], Kgcm::<Kalyna128_128>::new;
        Kgcm<Kalyna256_512>, [1; 64], Kgcm::<Kalyna256_512>::new;
        Aegis128L, [1; 16], |key: &[u8; 16]| Aegis128L::new(key).unwrap();
        Aegis128X2, [1; 16], |key: &[u8; 16]| Aegis128X2::new(key).unwrap();
        Aegis128X4, [1; 16], |key: &[u8; 16]| Aegis128X4::new(key).unwrap();
        Aegis256, [1; 32], |key: &[u8; 32]| Aegis256::new(key).unwrap();
        Aegis256X2, [1; 32], |key: &[u8; 32]| Aegis256X2::new(key).unwrap();
        Aegis256X4, [1; 32], |key: &[u8; 32]| Aegis256X4::new(key).unwrap();
        AsconAead128, [1; 16], |key: &[u8; 16]| AsconAead128::new(key).unwrap();
        Phelix, [1; 32], |key: &[u8; 32]| Phelix::new(key).unwrap();
        Xaes256Gcm, [1; 32], |key: &[u8; 32]| Xaes256Gcm::new(key).unwrap();
        ChaCha20Poly1305, [1; 32], |key: &[u8; 32]| ChaCha20Poly1305::new(key).unwrap();
        ChaCha12Poly1305, [1; 32], |key: &[u8; 32]| ChaCha12Poly1305::new(key).unwrap();
        ChaCha8Poly1305, [1; 32], |key: &[u8; 32]| ChaCha8Poly1305::new(key).unwrap();
        XChaCha20Poly1305, [1; 32], |key: &[u8; 32]| XChaCha20Poly1305::new(key).unwrap();
        XChaCha12Poly1305, [1; 32], |key: &[u8; 32]| XChaCha12Poly1305::new(key).unwrap();
        XChaCha8Poly1305, [1; 32], |key: &[u8; 32]| XChaCha8Poly1305::new(key).unwrap();
        SecretBox, [1; 32], |key: &[u8; 32]| SecretBox::new(key).unwrap();
    }
    types! { nothing:
        Ccm<Aes128>, [1; 16], Ccm::<Aes128>::new;
        GcmSiv<Aes128>, [1; 16], GcmSiv::<Aes128>::new;
        GcmSiv<Aes256>, [1; 32], GcmSiv::<Aes256>::new;
        Siv<Aes128>, [[1; 16], [2; 16]], |[mac, counter]: &[[u8; 16]; 2]| Siv::<Aes128>::new([mac, counter]);
        Ocb<Aes256>, [1; 32], Ocb::<Aes256>::new;
        Ocb<Threefish512>, [1; 64], Ocb::<Threefish512>::new;
        Kccm<Kalyna128_128>, [1; 16], Kccm::<Kalyna128_128>::new;
        Kccm<Kalyna256_512>, [1; 64], Kccm::<Kalyna256_512>::new;
        DeoxysII128, [1; 16], |key: &[u8; 16]| DeoxysII128::new(key).unwrap();
        DeoxysII256, [1; 32], |key: &[u8; 32]| DeoxysII256::new(key).unwrap();
    }
}

/// Flips each bit of each string of associated data, text and tag of SIV with several strings.
#[test]
fn strings_of_siv() {
    let siv = Siv::<Aes256>::new([&[7; 32], &[8; 32]]);
    for length in [0, 5, 16, 40] {
        let mut parts = [pattern(4), pattern(0), pattern(16), pattern(length), vec![0; 16]];
        let [one, two, three, text, tag] = &mut parts;
        let tag: &mut [u8; 16] = tag.first_chunk_mut().unwrap();
        siv.seal_strings(&[one, two, three], &mut text[..], tag).unwrap();
        for part in 0..parts.len() {
            for bit in 0..8 * parts[part].len() {
                let mut other = parts.clone();
                other[part][bit / 8] ^= 1 << (bit % 8);
                let [one, two, three, text, tag] = &mut other;
                let tag: &[u8; 16] = tag.first_chunk().unwrap();
                let opened = siv.open_strings(&[one, two, three], &mut text[..], tag);
                assert_eq!(opened, Err(Error::Unauthentic), "{length} bytes, part {part}, bit {bit}");
                assert!(text.iter().all(|byte| *byte == 0), "something is left");
            }
        }
    }
}

/// Flips bits of wrapped keys, over every cipher on every backend, and with types that unwrap into a buffer and into a
/// vector.
#[test]
fn wrapped_keys() {
    let all: Vec<_> = key_wrap::algorithms()
        .flat_map(|algorithm| {
            let backends = algorithm.cipher().backends_available();
            let on = backends.into_iter().filter(|name| crate::common::wanted(name));
            on.map(move |name| {
                (format!("{} on {name}", algorithm.name()), algorithm.with_backend(name).unwrap())
            })
        })
        .collect();
    spread(
        &all,
        |(name, _)| name.clone(),
        |(name, on)| {
            let keyed = on.keyed(&pattern(on.key_len() + 1)[1..]).unwrap();
            let lengths = on.form().key_lengths(on.cipher().block_len());
            // wrapped keys of one and of more blocks; the chain is the same for all ciphers
            let every = is_of_every_kind(&on.cipher()) && stands_for_others(&on.cipher());
            let steps = [0, 1, 2].map(|steps| lengths.min + steps * lengths.step);
            for length in steps.into_iter().filter(|length| lengths.contains(*length)) {
                let mut wrapped = keyed.wrap(&pattern(length)).unwrap();
                for bit in (0..8 * wrapped.len()).step_by(if every && !quick() { 1 } else { 7 }) {
                    wrapped[bit / 8] ^= 1 << (bit % 8);
                    let unwrapped = keyed.unwrap(&wrapped);
                    assert_eq!(unwrapped, Err(Error::Unauthentic), "{name}: {length} bytes, bit {bit}");
                    wrapped[bit / 8] ^= 1 << (bit % 8);
                }
                assert_eq!(keyed.unwrap(&wrapped).unwrap(), pattern(length), "{name}");
            }
        },
    );
    macro_rules! types {
        ($($type:ty, $key:literal, $length:literal;)*) => { $( {
            let wrapping = <$type>::new(&[9; $key]);
            let mut wrapped = wrapping.wrap_vec(&pattern($length)).unwrap();
            let room = wrapping.unwrap_vec(&wrapped).unwrap().len();
            assert_eq!(room, $length);
            for bit in 0..8 * wrapped.len() {
                wrapped[bit / 8] ^= 1 << (bit % 8);
                let mut out = [7; $length];
                assert_eq!(wrapping.unwrap(&wrapped, &mut out), Err(Error::Unauthentic), "bit {bit}");
                assert_eq!(out, [0; $length], "something is left");
                assert_eq!(wrapping.unwrap_vec(&wrapped), Err(Error::Unauthentic), "bit {bit}");
                wrapped[bit / 8] ^= 1 << (bit % 8);
            }
        } )* };
    }
    types! {
        KeyWrap<Aes128>, 16, 24;
        KeyWrap<Kuznyechik>, 32, 32;
        KeyWrapPadded<Aes128>, 16, 8;
        KeyWrapPadded<Aes256>, 32, 40;
        TripleDesKeyWrap<TripleDes>, 24, 24;
        DstuKeyWrap<Kalyna128_128>, 16, 32;
        DstuKeyWrap<Kalyna256_512>, 64, 64;
    }
}
