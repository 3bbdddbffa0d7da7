//! Tests that the time of ciphers does not depend on secrets, on every backend. The tests expand keys of every length,
//! and use every mode with ciphers of every block length. The key and the message are secret, and the IV is not.
//! Results that become public, such as whether a tag or a padding was right, pass through the function
//! [`bramah::ct::declassify`], which only the functions in [`sites`](crate::sites) may call.

use crate::{
    kinds::is_of_every_kind,
    scope::{self, limited, quick, wanted},
    sites::{COMPARISON, KEY_LENGTH, NUMERALS, PADDING, SIV_TAG, Site},
    subjects::{Expected, judged, step_all},
    trace::trace,
};
use bramah::{
    InOut,
    aead::{self, Packet},
    backend,
    block::{self, Chained},
    encrypt_then_mac, fpe, key_wrap, mac,
    mode::{Algorithm, Direction, Ending, MODES, Mode, Padding, Stealing, encrypt_many},
};
use std::sync::atomic::Ordering;

/// An operation on a key and a message, to be followed.
pub(crate) struct Subject {
    name: String,
    key: Vec<u8>,
    pub(crate) message: Vec<u8>,
    pub(crate) expected: Expected,
    run: Box<dyn Fn(&[u8], &mut [u8]) + Sync + Send>,
}

impl Subject {
    /// Expects that the function `site` makes `count` values public.
    pub(crate) fn declassifying(mut self, site: Site, count: usize) -> Self {
        self.expected.declassified.push((site, count));
        self
    }
}

/// Returns ciphers on every backend whose time does not depend on secrets: all ciphers if `all` is set, otherwise the
/// one with the longest key for each block length of each family.
fn ciphers(all: bool) -> Vec<(String, block::Algorithm)> {
    let mut ciphers = Vec::new();
    for entry in block::entries() {
        let info = &entry.info;
        let longest = |len| {
            block::entries().all(|e| {
                e.info.family != info.family || e.info.block_len != info.block_len || e.info.key_len <= len
            })
        };
        if !all && !longest(info.key_len) {
            continue;
        }
        let choice = entry.algorithm().choice();
        for candidate in (0..choice.count()).filter_map(|index| choice.info(index)) {
            if candidate.available && candidate.constant_time && wanted(candidate.name) {
                let on = entry.algorithm().with_backend(candidate.name).unwrap();
                ciphers.push((format!("{} on {}", info.name, candidate.name), on));
            }
        }
    }
    ciphers
}

/// Returns whether to test only the blocks of a cipher on a backend, whose name ends `on`, in `keys` and in three modes. A portable block of some
/// ciphers takes tens of thousands of instructions, and every mode and MAC computes it by the same functions. The code of modes
/// and MACs is tested with the ciphers of every kind, and on the cipher's other backends; the modes that a national standard has
/// for one cipher, too.
pub(crate) fn only_blocks(cipher: &block::Algorithm, on: &str) -> bool {
    let choice = cipher.choice();
    let mut candidates = (0..choice.count()).filter_map(|index| choice.info(index));
    on.ends_with("portable")
        && !scope::all()
        && !is_of_every_kind(cipher)
        && candidates.any(|other| other.name != "portable" && other.available && other.constant_time)
}

pub(crate) fn step(subjects: Vec<Subject>) {
    step_all(&subjects, |subject, steps| {
        let mut out = vec![0; subject.message.len()];
        let mut run = || {
            out.copy_from_slice(&subject.message);
            (subject.run)(&subject.key, &mut out);
        };
        // the first use chooses backends and is not followed
        run();
        let trace = trace(&[&raw const subject.key[..], &raw const subject.message[..]], run);
        steps.fetch_add(trace.steps, Ordering::Relaxed);
        judged(&subject.name, &trace, &out, &subject.expected)
    });
}

/// Returns a nonce of twelve bytes, or of the nearest length that the mode allows. Its first bit is not set, as MGM
/// requires.
fn nonce(mode: &aead::Algorithm) -> &'static [u8] {
    let lengths = mode.nonce_len();
    &b"twelve bytes and some more, of which the longest blocks need these"
        [..12.clamp(lengths.min, lengths.max)]
}

/// Returns three subjects that open a message: with its tag, with a tag whose first byte is wrong, and with one whose
/// last byte is wrong. With a wrong tag, no byte of the message may be output.
pub(crate) fn opened(
    name: String,
    on: aead::Algorithm,
    nonce: &[u8],
    header: &'static [u8],
    sealed: &[u8],
    tag: &[u8],
) -> [Subject; 3] {
    ["its tag", "a tag with another first byte", "a tag with another last byte"].map(|which| {
        let (nonce, mut tag) = (nonce.to_vec(), tag.to_vec());
        match which {
            "its tag" => {}
            "a tag with another first byte" => tag[0] ^= 1,
            _ => *tag.last_mut().unwrap() ^= 0x80,
        }
        let right = which == "its tag";
        let key_len = on.key_len().max;
        let mut open =
            subject(format!("{name} opened with {which}"), key_len, sealed.len(), move |key, out| {
                let verdict = on.keyed(key).unwrap().open(&nonce, header, out, &tag);
                assert_eq!(verdict.is_ok(), right);
            });
        open.message = sealed.to_vec();
        open.expected.erased = !right;
        open.declassifying(COMPARISON, 1)
    })
}

pub(crate) fn subject(
    name: String,
    key_len: usize,
    message: usize,
    run: impl Fn(&[u8], &mut [u8]) + Sync + Send + 'static,
) -> Subject {
    let expected = Expected::default();
    Subject { name, key: key(key_len), message: vec![0xa5; message], expected, run: Box::new(run) }
}

/// Returns a key. Its two halves, which are the two keys of XTS, are different.
pub(crate) fn key(len: usize) -> Vec<u8> {
    (0..len).map(|i| i as u8 ^ 0x6b).collect()
}

#[test]
fn keys() {
    step(
        ciphers(true)
            .into_iter()
            .map(|(name, on)| {
                let (key, block) = (on.key_len(), on.block_len());
                subject(name, key, block, move |key, out| {
                    let keyed = on.keyed(key).unwrap();
                    keyed.encrypt_blocks(out).unwrap();
                    keyed.decrypt_blocks(out).unwrap();
                })
            })
            .collect(),
    );
}

/// Processes messages that are so long that a backend uses all its sizes of groups of blocks, and then a part of a
/// block.
#[test]
fn modes() {
    let mut subjects = Vec::new();
    for (name, on) in ciphers(false) {
        let block = on.block_len();
        let only_blocks = only_blocks(&on, &name);
        let modes = MODES.iter().filter(|info| info.takes(&on));
        for info in modes.filter(|info| !only_blocks || ["ecb", "cbc", "ctr"].contains(&info.name)) {
            let mode = Algorithm::new(on, info);
            // the code that processes the end of a message is generic over the length of blocks, so one length suffices
            let endings: Vec<Ending> = match info.mode {
                Mode::Ecb(_) | Mode::Cbc(_) if block == 16 => Stealing::ALL.map(Ending::Stolen).into(),
                Mode::Ecb(_) | Mode::Cbc(_) => vec![Ending::Stolen(Stealing::Cs3)],
                _ => vec![Ending::Whole],
            };
            for (ending, direction) in endings
                .into_iter()
                .flat_map(|ending| [Direction::Encrypt, Direction::Decrypt].map(|d| (ending, d)))
            {
                let mode = mode.with_ending(ending).unwrap_or(mode);
                let length = match info.mode {
                    Mode::Cfb8 | Mode::Cfb1 => 5,
                    _ if quick() => 5 * block + 3,
                    // full groups of blocks and smaller ones; a backend without vectors processes all groups with the
                    // same code
                    _ if name.ends_with(" portable") => 9 * block + 3,
                    _ if block > 16 => 19 * block + 3,
                    _ => 47 * block + 3,
                };
                let name = format!("{name}, {} {ending:?} {direction:?}", info.name);
                // XTS compares its two keys, and refuses equal ones
                let comparisons = usize::from(matches!(info.mode, Mode::Xts));
                let one = subject(name, mode.key_len(), length, move |key, out| {
                    let iv = vec![7; mode.iv_len().1];
                    let mut begun = mode.begin(key, &iv, direction).unwrap();
                    let head = if begun.is_stream() { 3 } else { 0 };
                    let (head, tail) = out.split_at_mut(head);
                    if !head.is_empty() {
                        begun.apply(head).unwrap();
                    }
                    begun.apply(tail).unwrap();
                });
                subjects.push(one.declassifying(COMPARISON, comparisons));
            }
        }
        let cbc = MODES.iter().find(|info| info.name == "cbc").unwrap();
        let padded = Algorithm::new(on, cbc);
        for padding in Padding::ALL.into_iter().filter(|_| block == 16 && !only_blocks) {
            let padded = padded.with_ending(Ending::Padded(padding)).unwrap();
            let name = format!("{name}, cbc {padding:?}");
            subjects.push(subject(name.clone(), on.key_len(), block, move |key, out| {
                let mut begun = padded.begin(key, &vec![7; block], Direction::Encrypt).unwrap();
                let half = out.len() / 2;
                begun.update(&out[..half], &mut []).unwrap();
                begun.finalize(out).unwrap();
            }));
            // a second subject decrypts the block, and removes the padding
            let mut encrypted = vec![0; block];
            let mut encrypt = padded.begin(&key(on.key_len()), &vec![7; block], Direction::Encrypt).unwrap();
            encrypt.update(&vec![0xa5; block - 3], &mut []).unwrap();
            encrypt.finalize(&mut encrypted).unwrap();
            let name = format!("{name} back");
            let mut back = subject(name, on.key_len(), block, move |key, out| {
                let mut begun = padded.begin(key, &vec![7; block], Direction::Decrypt).unwrap();
                // the text is on the stack, because freed memory counts as public (`trace.rs`)
                let mut text = [0; 128];
                let mut len = begun.update(out, &mut text).unwrap();
                len += begun.finalize(&mut text[len..]).unwrap();
                // the bytes after the end of the message remain ciphertext
                out[..len].copy_from_slice(&text[..len]);
            });
            back.message = encrypted;
            // padding zeros are not removed, since they may belong to the message
            let count = if padding == Padding::Zero { 0 } else { 2 };
            subjects.push(back.declassifying(PADDING, count));
        }
    }
    step(subjects);
}

/// Seals eight messages of `len` bytes in one call. Opens them with their tags, and with tags of which two are wrong.
fn eight_messages(name: &str, mode: aead::Algorithm, len: usize) -> [Subject; 3] {
    fn packets<'a>(texts: &'a mut [u8], len: usize, tags: &'a mut [[u8; 16]; 8]) -> Vec<Packet<'a>> {
        let texts = texts.chunks_mut(len).zip(tags);
        texts.map(|(text, tag)| Packet::new(b"twelve bytes", b"header", text, tag)).collect()
    }
    let key_len = mode.key_len().max;
    let of = |what: &str| format!("{name}, eight messages in {}{what}", mode.name());
    let sealing = subject(of(""), key_len, 8 * len, move |key, out| {
        let keyed = mode.keyed(key).unwrap();
        let mut tags = [[0; 16]; 8];
        keyed.seal_many(&mut packets(out, len, &mut tags)).unwrap();
        out[..8 * 16].copy_from_slice(tags.as_flattened());
    });
    let (mut sealed, mut tags) = (vec![0xa5; 8 * len], [[0; 16]; 8]);
    mode.keyed(&key(key_len)).unwrap().seal_many(&mut packets(&mut sealed, len, &mut tags)).unwrap();
    let opening = |wrong: bool| {
        let mut received = tags;
        if wrong {
            received[1][0] ^= 1;
            received[6][15] ^= 0x80;
        }
        let what = if wrong { " opened with two wrong tags" } else { " opened" };
        let mut open = subject(of(what), key_len, 8 * len, move |key, out| {
            let (keyed, mut tags) = (mode.keyed(key).unwrap(), received);
            assert_eq!(keyed.open_many(&mut packets(out, len, &mut tags)).is_ok(), !wrong);
            // the texts of messages with wrong tags are erased; other texts replace them here, so that every byte of
            // the result depends on secrets
            for erased in [1, 6].into_iter().filter(|_| wrong) {
                assert!(out[erased * len..][..len].iter().all(|byte| *byte == 0));
                out.copy_within(..len, erased * len);
            }
        });
        open.message.clone_from(&sealed);
        // one value for each message
        open.declassifying(COMPARISON, 8)
    };
    [sealing, opening(false), opening(true)]
}

/// Tests every candidate of GHASH in the modes that hash with it, with AES on every backend and with one other cipher:
/// in one call, in parts, and with eight messages in one call. The candidate is not part of the name of a mode's
/// backend, but is set for the whole program. So the candidates are tested one after another.
#[test]
fn every_hash_of_gcm() {
    let choice = backend::all().into_iter().find(|choice| choice.name() == "ghash").unwrap();
    let all: Vec<_> = (0..choice.count()).filter_map(|at| Some((at, choice.info(at)?))).collect();
    let best = all.iter().find(|(_, info)| info.chosen).unwrap().0;
    let ciphers = ciphers(false);
    let serpent = ciphers.iter().find(|(_, on)| on.info().name == "serpent-256");
    let over = ciphers.iter().filter(|(_, on)| on.info().name == "aes-256").chain(serpent);
    assert!(over.clone().count() > 1 || limited());
    for (at, info) in all.iter().filter(|(_, info)| info.available && info.constant_time) {
        assert!(choice.force(*at));
        let mut subjects = Vec::new();
        for (name, on) in over.clone() {
            let name = format!("{name} with {} for ghash", info.name);
            for mode in aead::MODES.iter().filter_map(|mode| aead::Algorithm::new(*on, mode).ok()) {
                let is_gcm = mode.name().ends_with("-gcm");
                if !is_gcm && !mode.name().ends_with("-gcm-siv") {
                    continue;
                }
                let (nonce, key_len) = (nonce(&mode), mode.key_len().max);
                let name = format!("{name}, {}", mode.name());
                // the code that seals with AES in one call never makes the tag public
                let at_once = is_gcm || name.starts_with("aes-") && !name.contains(" on portable ");
                let words = if at_once { 0 } else { 4 };
                // one message has full groups of blocks for the widest vectors and some bytes after them; the other is
                // shorter than a group
                for len in [41 * 16 + 3, 3 * 16 + 3].into_iter().take(if quick() { 1 } else { 2 }) {
                    let sealing =
                        subject(format!("{name}, {len} bytes"), key_len, len + 85, move |key, out| {
                            let keyed = mode.keyed(key).unwrap();
                            // the tag may be public, so only the contents of `out` must be secret
                            let (header, text) = out.split_at_mut(85);
                            keyed.seal(nonce, header, text, &mut [0; 16]).unwrap();
                        });
                    subjects.push(sealing.declassifying(SIV_TAG, words));
                    let (mut sealed, mut tag) = (vec![0xa5; len], vec![0; 16]);
                    let keyed = mode.keyed(&key(key_len)).unwrap();
                    keyed.seal(nonce, b"header", &mut sealed[..], &mut tag).unwrap();
                    subjects.extend(opened(
                        format!("{name}, {len} bytes"),
                        mode,
                        nonce,
                        b"header",
                        &sealed,
                        &tag,
                    ));
                }
                if !is_gcm {
                    continue;
                }
                subjects.extend(eight_messages(&name, mode, 9 * 16 + 3));
                for direction in [Direction::Encrypt, Direction::Decrypt] {
                    let name = format!("{name} in parts, {direction:?}");
                    subjects.push(subject(name, key_len, 23 * 16 + 3, move |key, out| {
                        let keyed = mode.keyed(key).unwrap();
                        let (tag, text) = out.split_at_mut(16);
                        let mut message = keyed.begin(nonce).unwrap();
                        message.header(tag).unwrap();
                        let (head, tail) = text.split_at_mut(5);
                        message.update(direction, head).unwrap();
                        message.update(direction, tail).unwrap();
                        if direction == Direction::Encrypt {
                            message.finish(tag).unwrap();
                        }
                    }));
                }
            }
        }
        step(subjects);
    }
    assert!(choice.force(best));
}

#[test]
fn macs_and_eax() {
    let mut subjects = Vec::new();
    for (name, on) in ciphers(false).into_iter().filter(|(name, on)| !only_blocks(on, name)) {
        let block = on.block_len();
        // the code around the cipher is generic over the cipher, and `modes` tests the kernels of the cipher. So for
        // most ciphers one message for each construction suffices, and a short one if a block takes thousands of
        // instructions
        let all = is_of_every_kind(&on);
        let blocks = if !all && name.ends_with(" portable") { 2 } else { 6 };
        for kind in mac::Construction::ALL.into_iter().filter(|kind| kind.takes(&on)) {
            let lengths = [(blocks - 1) * block + 3, block, 3 * block];
            for length in if all { &lengths[..] } else { &lengths[..1] } {
                let length = *length;
                let mac = mac::Algorithm::new(kind, on);
                subjects.push(subject(format!("{name}, {kind:?}"), on.key_len(), length, move |key, out| {
                    let mut mac = mac.keyed(key).unwrap();
                    mac.update(&*out);
                    mac.finalize(&mut out[..block]).unwrap();
                    let (tag, rest) = out.split_at_mut(block);
                    for (i, byte) in rest.iter_mut().enumerate() {
                        *byte = tag[i % block];
                    }
                }));
            }
        }
        let modes = || aead::MODES.iter().filter_map(move |mode| aead::Algorithm::new(on, mode).ok());
        for (mode, direction) in modes()
            .flat_map(|mode| [Direction::Encrypt, Direction::Decrypt].map(|direction| (mode, direction)))
        {
            let (cipher, name) = (&name, format!("{name}, {} {direction:?}", mode.name()));
            if !mode.takes_parts() {
                // Opening is tested after this. GCM-SIV with a fast kernel of AES seals the whole message in one call:
                // that code never needs a public tag, and hashes long messages with other code than short ones.
                let at_once = cipher.starts_with("aes-")
                    && !cipher.ends_with(" portable")
                    && mode.name().ends_with("-gcm-siv");
                let lengths = [blocks * block + 3, 41 * block + 3];
                for length in &lengths[..if at_once { 2 } else { 1 }] {
                    if direction == Direction::Encrypt {
                        let name = format!("{name}, {length} bytes");
                        let one = subject(name, mode.key_len().max, *length, move |key, out| {
                            let keyed = mode.keyed(key).unwrap();
                            // the tag may be public, so only the contents of `out` must be secret
                            let (header, text) = out.split_at_mut(block);
                            keyed.seal(nonce(&mode), header, text, &mut [0; 16]).unwrap();
                        });
                        let words = if mode.name().ends_with("-siv") && !at_once { 4 } else { 0 };
                        subjects.push(one.declassifying(SIV_TAG, words));
                    }
                }
                continue;
            }
            subjects.push(subject(name, on.key_len(), blocks * block + 3, move |key, out| {
                let keyed = mode.keyed(key).unwrap();
                let (tag, text) = out.split_at_mut(block);
                let mut message = keyed.begin(nonce(&mode)).unwrap();
                message.header(tag).unwrap();
                let (head, tail) = text.split_at_mut(5);
                message.update(direction, head).unwrap();
                message.update(direction, tail).unwrap();
                // decryption of a message ends with a comparison of tags, as tested after this
                if direction == Direction::Encrypt {
                    message.finish(tag).unwrap();
                }
            }));
        }
        for mode in modes() {
            let (mut sealed, mut tag) = (vec![0xa5; 3 * block + 3], vec![0; block]);
            let (nonce, name) = (nonce(&mode), format!("{name}, {}", mode.name()));
            let keyed = mode.keyed(&key(mode.key_len().max)).unwrap();
            keyed.seal(nonce, b"header", &mut sealed[..], &mut tag).unwrap();
            subjects.extend(opened(name, mode, nonce, b"header", &sealed, &tag));
        }
        for mode in modes().filter(|mode| mode.name().ends_with("-gcm")) {
            subjects.extend(eight_messages(&name, mode, 2 * block + 3));
        }
        for form in key_wrap::Form::ALL {
            let Ok(wrap) = key_wrap::Algorithm::new(on, form) else { continue };
            let is_padded = form == key_wrap::Form::Kwp;
            let lengths = form.key_lengths(block);
            let len = lengths.min.max(24).next_multiple_of(lengths.step);
            let one = subject(format!("{name}, {}", form.name()), on.key_len(), len, move |key, out| {
                let keyed = wrap.keyed(key).unwrap();
                let wrapped = keyed.wrap(out).unwrap();
                assert_eq!(keyed.unwrap(&wrapped).unwrap().len(), out.len());
                out.copy_from_slice(&wrapped[wrapped.len() - out.len()..]);
            });
            let one = one.declassifying(COMPARISON, 1);
            subjects.push(one.declassifying(KEY_LENGTH, is_padded.into()));
        }
        // a numeral is a byte of the message modulo the radix, which is a power of two; with the last radix a numeral
        // is made of two bytes
        for radix in [2, 256, 65536] {
            let Ok(fpe) = fpe::Algorithm::new(on) else { continue };
            let one = subject(format!("{name}, ff1 of {radix}"), on.key_len(), 40, move |key, out| {
                let ff1 = fpe.keyed(key, radix).unwrap();
                let mut numerals: Vec<u16> = match radix {
                    65536 => out.as_chunks().0.iter().map(|pair| u16::from_le_bytes(*pair)).collect(),
                    _ => out.iter().map(|byte| u16::from(*byte) & (radix - 1) as u16).collect(),
                };
                ff1.encrypt(b"tweak", &mut numerals).unwrap();
                let encrypted = numerals.clone();
                ff1.decrypt(b"tweak", &mut numerals).unwrap();
                out.iter_mut().zip(encrypted).for_each(|(byte, numeral)| *byte = numeral as u8);
            });
            subjects.push(one.declassifying(NUMERALS, 2));
        }
        for mode in [Chained::Cbc, Chained::Cfb, Chained::Ofb] {
            let count = if quick() || blocks < 6 { 5 } else { 35 };
            let name = format!("{name}, {count} messages in {mode:?}");
            subjects.push(subject(name, on.key_len(), 2 * count * block, move |key, out| {
                let keyed = on.keyed(key).unwrap();
                let mut messages: Vec<InOut<'_>> = out.chunks_mut(2 * block).map(InOut::from).collect();
                encrypt_many(&keyed, mode, &vec![7; count * block], &mut messages).unwrap();
            }));
        }
    }
    step(subjects);
}

/// Tests Encrypt-then-MAC: sealing, and opening with the right tag and with wrong ones. If the tag of a message is
/// wrong, the padding is not examined.
#[test]
fn compositions() {
    let mut subjects = Vec::new();
    for on in encrypt_then_mac::algorithms() {
        let info = on.info();
        let key_len = info.key_len.max;
        // the self-tests run here, so that they are not followed later
        on.choices().into_iter().for_each(|choice| backend::infos(choice).for_each(drop));
        for backend in on.backends_available().into_iter().filter(|name| wanted(name)) {
            let on = on.with_backend(backend).unwrap();
            let name = format!("{} on {backend}", info.name);
            let (nonce, length) = ([9; 16], 5 * 16 + 3);
            let keyed = on.keyed(&key(key_len)).unwrap();
            let room = keyed.sealed_len(length);
            subjects.push(subject(format!("{name}, sealed"), key_len, room, move |key, out| {
                on.keyed(key).unwrap().seal_in_place(&nonce, b"header", out, length).unwrap();
            }));
            let sealed = keyed.encrypt(&nonce, b"header", &vec![0xa5; length]).unwrap();
            for wrong in [None, Some(room - info.tag_len.max), Some(room - 1)] {
                let name = format!("{name}, opened with a wrong byte {wrong:?}");
                let mut open = subject(name, key_len, room, move |key, out| {
                    let mut text = vec![0; room - info.tag_len.max];
                    let opened = on.keyed(key).unwrap().open(&nonce, b"header", out, &mut text);
                    assert_eq!(opened.ok(), wrong.is_none().then_some(length));
                    // fills `out` with bytes of the decrypted text, which may be shorter
                    for (out, text) in out.iter_mut().zip(text[..length].iter().cycle()) {
                        *out = *text;
                    }
                });
                open.message = sealed.clone();
                if let Some(place) = wrong {
                    open.message[place] ^= 0x80;
                    open.expected.erased = true;
                }
                let open = open.declassifying(COMPARISON, 1);
                subjects.push(open.declassifying(PADDING, if wrong.is_none() { 2 } else { 0 }));
            }
        }
    }
    step(subjects);
}
