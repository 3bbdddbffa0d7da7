//! Authenticated encryption: the ciphertext, then the tag; no part of a message is released before its tag has been
//! verified.

use super::{
    Args,
    args::{is_stdin, refuse, takes_only, tweaked},
    whole::{self, PIECE},
};
use crate::{
    buffer::Buffer,
    commands::same::Same,
    exit::Stop,
    input::{CHANGED, Input},
    output::Output,
    report,
};
use bramah::{
    ByteLengths, Error, Standing,
    aead::{Aead, Algorithm, AnyScheme, Message},
    mode::Direction,
};
use zeroize::Zeroizing;

/// A message with the scheme and key that process it.
pub(super) struct Authenticated {
    key: Key,
    /// The associated data, if given.
    header: Option<Input>,
    /// Whether the message can be processed in parts, or only as a whole.
    in_parts: bool,
}

impl Authenticated {
    /// Returns the message that the arguments describe.
    pub(super) fn new(algorithm: Algorithm, args: &Args) -> Result<Self, Stop> {
        let name = algorithm.name();
        takes_only(&name, args, &["--iv", "--ad", "--ad-file", "--tag-len", "--tweak"])?;
        let takes = algorithm.cipher().map_or(0, |cipher| cipher.tweak_len());
        let algorithm = tweaked(algorithm, &name, takes, args, Algorithm::with_tweak)?;
        let tags = algorithm.tag_len();
        let tag_len = args.tag_len.unwrap_or(tags.max);
        if !tags.contains(tag_len) {
            return Err(Stop::usage(format_args!("--tag-len is {tag_len}, but {name} has tags of {tags}")));
        }
        let nonce = nonce(&name, algorithm.nonce_len(), args)?;
        let headers = [("--ad", args.ad.is_some()), ("--ad-file", args.ad_file.is_some())];
        if !algorithm.takes_header() {
            refuse(&headers, format_args!("{name} does not take associated data"))?;
        }
        check_stdin(args)?;
        let key = args.key.read(&name, algorithm.key_len())?;
        let refused = |error: Error| Stop::usage(format_args!("{name}: {error}"));
        let mut aead = algorithm.keyed(&key).map_err(refused)?;
        aead.set_tag_len(tag_len).map_err(refused)?;
        let header = header(args)?;
        if algorithm.standing() == Standing::Broken && !args.quiet {
            report::plain(format_args!("warning: {name} is broken; use chacha20-poly1305 instead"));
        }
        Ok(Self { key: Key { aead, nonce, tag_len }, header, in_parts: algorithm.takes_parts() })
    }

    /// Encrypts all of the input, and writes the tag after it.
    pub(super) fn seal(&mut self, input: &mut Input, output: &mut Output) -> Result<(), Stop> {
        if !self.in_parts {
            let mut bytes = whole::read(input, whole::MOST)?;
            let mut tag = [0; 128];
            let tag = &mut tag[..self.key.tag_len];
            self.whole(input, |key, header| key.aead.seal(&key.nonce, header, &mut bytes[..], tag))?;
            output.write(&bytes)?;
            return output.write(tag);
        }
        let mut pass = self.key.begin(&mut self.header, |_| ())?;
        let mut buffer = Buffer::try_new(PIECE)?;
        loop {
            let count = input.read(&mut buffer)?;
            if count == 0 {
                break;
            }
            pass.update(Direction::Encrypt, input, &mut buffer[..count])?;
            output.write(&buffer[..count])?;
        }
        let tag = &mut buffer[..pass.tag_len];
        pass.message.finish(tag).map_err(|error| input.stop(error))?;
        output.write(tag)
    }

    /// Decrypts all of the input except the tag at its end.
    pub(super) fn open(&mut self, input: &mut Input, output: &mut Output) -> Result<(), Stop> {
        if !self.in_parts {
            let tag_len = self.key.tag_len;
            let mut bytes = whole::read(input, whole::MOST + tag_len)?;
            let Some(len) = bytes.len().checked_sub(tag_len) else {
                return Err(no_tag(input, bytes.len(), tag_len));
            };
            let (text, tag) = bytes.split_at_mut(len);
            self.whole(input, |key, header| key.aead.open(&key.nonce, header, &mut text[..], tag))?;
            return output.write(text);
        }
        let Self { key, header, .. } = self;
        if output.withholds() {
            return key.begin(header, |_| ())?.decrypt(input, |_| Ok(()), |text| output.write(text));
        }
        // written output is visible at once, so the input is read twice: first to verify the tag, then to decrypt;
        // digests show that it did not change in between
        if let Some(header) = header {
            header.keep()?;
        }
        input.keep()?;
        let same = Same::new()?;
        let (mut header_digest, mut header_again) = (same.clone(), same.clone());
        let mut digests = Vec::new();
        let keep = |ciphertext: &[u8]| {
            digests.push(same.digest(ciphertext));
            Ok(())
        };
        key.begin(header, |piece| header_digest.update(piece))?.authenticate(input, keep)?;
        input.rewind()?;
        if let Some(header) = header {
            header.rewind()?;
        }
        let pass = key.begin(header, |piece| header_again.update(piece))?;
        if let Some(header) = header
            && header_digest.finalize() != header_again.finalize()
        {
            return Err(header.stop(CHANGED));
        }
        let mut digests = digests.into_iter();
        let changed = input.stop(CHANGED);
        let check = |ciphertext: &[u8]| match digests.next() {
            Some(digest) if digest == same.digest(ciphertext) => Ok(()),
            _ => Err(changed.clone()),
        };
        pass.decrypt(input, check, |text| output.write(text))?;
        if digests.next().is_some() { Err(changed) } else { Ok(()) }
    }

    /// Encrypts or decrypts the text, which was read from `input`, in one call, with all of the associated data.
    fn whole(
        &mut self,
        input: &Input,
        done: impl FnOnce(&Key, &[u8]) -> Result<(), Error>,
    ) -> Result<(), Stop> {
        let header = whole_header(&mut self.header)?;
        done(&self.key, &header).map_err(|error| input.stop(error))
    }
}

/// Returns the nonce from the arguments; an error if it does not have one of these lengths.
pub(super) fn nonce(name: &str, lengths: ByteLengths, args: &Args) -> Result<Zeroizing<Vec<u8>>, Stop> {
    let nonces = match lengths {
        ByteLengths { min: 0, max: usize::MAX, .. } => "any length".to_string(),
        nonces if nonces.max == usize::MAX => format!("at least {}", report::bytes(nonces.min)),
        nonces => nonces.to_string(),
    };
    let nonce = args.iv.as_ref().map(|iv| iv.0.clone()).ok_or_else(|| {
        Stop::usage(format_args!(
            "{name} needs a nonce of {nonces}, different for each message; give it with --iv HEX"
        ))
    })?;
    if !lengths.contains(nonce.len()) {
        let count = report::bytes(nonce.len());
        return Err(Stop::usage(format_args!("--iv has {count}, but {name} takes a nonce of {nonces}")));
    }
    Ok(nonce)
}

/// Refuses associated data from standard input if the message or the key is read from standard input too.
pub(super) fn check_stdin(args: &Args) -> Result<(), Stop> {
    if is_stdin(args.ad_file.as_ref())
        && (args.input.is_none() || is_stdin(args.input.as_ref()) || args.key.is_stdin())
    {
        return Err(Stop::usage("standard input cannot be used for --ad-file and also for IN or the key"));
    }
    Ok(())
}

/// Opens the associated data, if there is any.
pub(super) fn header(args: &Args) -> Result<Option<Input>, Stop> {
    Ok(match (&args.ad, &args.ad_file) {
        (Some(ad), _) => Some(Input::of("--ad", ad.0.to_vec())),
        (None, Some(path)) => Some(Input::open(path)?),
        (None, None) => None,
    })
}

/// Reads all of the associated data, for a scheme that needs it as a whole.
pub(super) fn whole_header(header: &mut Option<Input>) -> Result<Zeroizing<Vec<u8>>, Stop> {
    match header {
        Some(header) => whole::read(header, whole::MOST),
        None => Ok(Zeroizing::default()),
    }
}

/// Returns the error for a message that is shorter than its tag.
fn no_tag(input: &Input, count: usize, tag_len: usize) -> Stop {
    input.stop(format_args!(
        "too short: the input has {}, but the tag at its end has {tag_len}",
        report::bytes(count)
    ))
}

/// A scheme with its key, and the nonce of the message.
struct Key {
    aead: Aead<AnyScheme>,
    nonce: Zeroizing<Vec<u8>>,
    tag_len: usize,
}

impl Key {
    /// Begins a pass over the message: the nonce, then all of the associated data, each piece of which is passed to
    /// `seen`. Every pass begins here, since the keystream of some schemes depends on the associated data.
    fn begin(&self, header: &mut Option<Input>, mut seen: impl FnMut(&[u8])) -> Result<Pass<'_>, Stop> {
        let mut message = self.aead.begin(&self.nonce).map_err(Stop::usage)?;
        if let Some(header) = header {
            let mut buffer = Buffer::try_new(PIECE)?;
            loop {
                let count = header.read(&mut buffer)?;
                if count == 0 {
                    break;
                }
                seen(&buffer[..count]);
                message.header(&buffer[..count]).map_err(|error| header.stop(error))?;
            }
        }
        Ok(Pass { message, tag_len: self.tag_len })
    }
}

/// A pass over the text of the message.
struct Pass<'a> {
    message: Message<'a, AnyScheme>,
    tag_len: usize,
}

impl Pass<'_> {
    /// Authenticates all of the input except the tag, in pieces of one size, each of which is passed to `before` first, and
    /// outputs no plaintext. Fails in the end if the tag is wrong.
    fn authenticate(
        self,
        input: &mut Input,
        mut before: impl FnMut(&[u8]) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        self.open(input, |pass, input, piece| {
            before(piece)?;
            pass.message.authenticate(piece).map_err(|error| input.stop(error))
        })
    }

    /// Decrypts all of the input except the tag, in pieces of one size, each of which is passed to `before` before it
    /// is decrypted, and to `after` afterwards. Fails in the end if the tag is wrong.
    fn decrypt(
        self,
        input: &mut Input,
        mut before: impl FnMut(&[u8]) -> Result<(), Stop>,
        mut after: impl FnMut(&[u8]) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        self.open(input, |pass, input, piece| {
            before(piece)?;
            pass.update(Direction::Decrypt, input, piece)?;
            after(piece)
        })
    }

    /// Passes all of the input except the tag to `work`, in pieces of one size. Fails in the end if the tag is wrong.
    fn open(
        mut self,
        input: &mut Input,
        mut work: impl FnMut(&mut Self, &Input, &mut [u8]) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let tag_len = self.tag_len;
        let mut buffer = Buffer::try_new(PIECE + tag_len)?;
        let mut held = 0;
        loop {
            let count = held + input.fill(&mut buffer[held..])?;
            let Some(len) = count.checked_sub(tag_len) else {
                return Err(no_tag(input, count, tag_len));
            };
            if len > 0 {
                work(&mut self, input, &mut buffer[..len])?;
            }
            buffer.copy_within(len..count, 0);
            held = tag_len;
            if count < buffer.len() {
                return self.message.verify(&buffer[..tag_len]).map_err(|error| input.stop(error));
            }
        }
    }

    fn update(&mut self, direction: Direction, input: &Input, piece: &mut [u8]) -> Result<(), Stop> {
        self.message.update(direction, piece).map_err(|error| input.stop(error))
    }
}
