//! The arguments of `bramah cipher`.

use crate::{commands::name::CIPHERS, engine::parse_jobs, exit::Stop, hex::Hex, key};
use bramah::{
    Error, Increment,
    mode::{Direction, Ending, Padding, Stealing},
};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::{num::NonZeroUsize, path::PathBuf};

/// Encrypt or decrypt with a cipher: low level, for scripts, standards and tests.
///
/// NAME is a cipher and a mode, such as aes-256-ctr or aes-256-gcm (`bramah list ciphers` and `bramah list
/// modes` have them), a stream cipher, such as chacha20 (`bramah list streams`), or a scheme that authenticates,
/// such as xchacha20-poly1305 (`bramah list aeads`). Key wrap (aes-256-kw, aes-256-kwp) takes a key as its input, and no
/// --iv. ff1 (aes-256-ff1) encrypts every line of the input to a line of the same characters and length. a128cbc-hs256, a192cbc-hs384 and a256cbc-hs512 are cbc and a MAC (RFC 7518). Only ccm, eax, gcm, gcm-siv, kccm, kgcm,
/// mgm, ocb, siv, key wrap, cbc with a MAC and the schemes of `bramah list aeads` authenticate: they write
/// the ciphertext and then the tag, and give out nothing of a message whose tag is wrong. ccm, gcm-siv, kccm, ocb, siv and cbc with a
/// MAC need the whole message in memory: it, and the associated data, may have 1 GiB each. The others cannot tell whether a message was
/// tampered with. Reusing a nonce, or an IV of ccm, ctr, ctr-acpkm, kctr, cnt, ofb, eax, gcm, kccm, kgcm or mgm, under one key
/// reveals the XOR of the messages; of ocb, which blocks are the same in both; of gcm-siv and siv, whether a message came again. A file is written whole or not at all.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The cipher, with its mode if it has one.
    #[arg(value_parser = CIPHERS, hide_possible_values = true)]
    pub(crate) name: String,

    /// The file to encrypt or decrypt; `-`, or none, is standard input.
    #[arg(value_name = "IN")]
    pub(crate) input: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) key: key::Args,

    /// Decrypt.
    #[arg(short, long)]
    pub(crate) decrypt: bool,

    /// The IV, or the nonce (12 bytes for gcm and gcm-siv, 7 to 13 for ccm, up to 15 for ocb over AES; a block for kccm and kgcm; a block whose first bit is 0 for mgm; of eax and siv any length), or the tweak of xts,
    /// in hexadecimal. ctr fills up a short one with zeros at the end; cbc, cfb and ofb over kuznyechik and magma take up to 64
    /// blocks.
    #[arg(long, visible_alias = "nonce", value_name = "HEX")]
    pub(crate) iv: Option<Hex>,

    /// Take an --iv of no bytes for ctr, which then counts from zero: with a key that encrypts nothing else.
    #[arg(long, requires = "iv")]
    pub(crate) empty_iv: bool,

    /// The number of the data unit, in place of the tweak: xts, kxts.
    #[arg(long, value_name = "N", conflicts_with = "iv")]
    pub(crate) unit: Option<u64>,

    /// The tweak beside the key, in hexadecimal: threefish, of 16 bytes that are zeros by default; ff1, of any number that is 0 by
    /// default.
    #[arg(long, value_name = "HEX")]
    pub(crate) tweak: Option<Hex>,

    /// The characters that a text may have, in the order of their numerals, each once: ff1.
    #[arg(long, value_name = "CHARACTERS")]
    pub(crate) alphabet: Option<String>,

    /// The number of characters that a text may have, 2 to 36, of 0 to 9 and a to z: ff1.
    #[arg(long, value_name = "N", conflicts_with = "alphabet", value_parser = clap::value_parser!(u8).range(2..=36))]
    pub(crate) radix: Option<u8>,

    /// The number of bits that the key is reduced to, those that it has by default: rc2.
    #[arg(long, value_name = "BITS")]
    pub(crate) effective_bits: Option<u16>,

    /// The byte of the keystream that IN begins with, 0 by default: ctr, and stream ciphers with a counter.
    #[arg(long, value_name = "BYTES")]
    pub(crate) position: Option<u128>,

    /// The number of rounds, an even one: chacha and salsa20.
    #[arg(long, value_name = "N")]
    pub(crate) rounds: Option<u32>,

    /// The associated data, which is authenticated and not encrypted, in hexadecimal: with a tag.
    #[arg(long, value_name = "HEX")]
    pub(crate) ad: Option<Hex>,

    /// The file whose bytes are authenticated and not encrypted: with a tag.
    #[arg(long, value_name = "FILE", conflicts_with = "ad")]
    pub(crate) ad_file: Option<PathBuf>,

    /// The bytes of the tag, all of them by default: aegis, ascon-aead128, ccm, eax, gcm, kccm, kgcm, mgm and phelix.
    #[arg(long, value_name = "N")]
    pub(crate) tag_len: Option<usize>,

    /// How the last block is filled up, pkcs7 by default: ecb and cbc. What zero fills up stays when it is
    /// decrypted; none takes whole blocks alone.
    #[arg(long, value_name = "HOW", value_parser = padding())]
    pub(crate) padding: Option<Ending>,

    /// No padding, but ciphertext stealing, from one block up: ecb and cbc. cs3 is Kerberos', and cs2 is as
    /// without stealing where the blocks are whole.
    #[arg(long, visible_alias = "cts", value_name = "HOW", conflicts_with = "padding", value_parser = stealing())]
    pub(crate) stealing: Option<Ending>,

    /// The part of the block that is the counter, `be` by default: ctr. It is the whole block as a big-endian or
    /// little-endian number, its last half as a big-endian one, its first half as a little-endian one, its last 32 bits
    /// as a big-endian one, or its first 32 bits as a little-endian one.
    #[arg(long, value_name = "HOW", value_parser = increment())]
    pub(crate) increment: Option<Increment>,

    /// The bytes after which the key changes, whole blocks: ctr-acpkm. By default they are 1024 over blocks of 8 bytes and
    /// 4096 over blocks of 16.
    #[arg(long, value_name = "BYTES")]
    pub(crate) section: Option<usize>,

    /// The number of threads, 1 by default: ctr, and stream ciphers with a counter.
    #[arg(short, long, value_name = "N", value_parser = parse_jobs)]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// The implementation to use, by its name in `bramah list ciphers --backends`, say.
    #[arg(long, value_name = "NAME", value_parser = crate::commands::name::Backend, hide_possible_values = true)]
    pub(crate) backend: Option<String>,

    /// Write to this file: to a temporary one first, which takes its place when all is well. Its owner
    /// alone can read it. `-` is standard output, even if that is a terminal.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,

    /// Replace OUT if it is there.
    #[arg(short, long)]
    pub(crate) force: bool,

    /// Do not warn that the mode does not authenticate.
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

impl Args {
    /// Returns the direction.
    pub(crate) fn direction(&self) -> Direction {
        if self.decrypt { Direction::Decrypt } else { Direction::Encrypt }
    }

    /// Refuses arguments that the grammar cannot refuse.
    pub(crate) fn check(&self) -> Result<(), Stop> {
        if self.key.is_stdin() && (self.input.is_none() || is_stdin(self.input.as_ref())) {
            return Err(Stop::usage("standard input cannot be both the key and IN"));
        }
        Ok(())
    }
}

/// Returns whether an argument means standard input.
pub(super) fn is_stdin(path: Option<&PathBuf>) -> bool {
    path.is_some_and(|path| path.as_os_str() == "-")
}

/// Refuses the arguments for some algorithms alone, except those that this kind takes.
pub(super) fn takes_only(algorithm: &str, args: &Args, taken: &[&str]) -> Result<(), Stop> {
    let some = [
        ("--iv", args.iv.is_some()),
        ("--ad", args.ad.is_some()),
        ("--ad-file", args.ad_file.is_some()),
        ("--tag-len", args.tag_len.is_some()),
        ("--tweak", args.tweak.is_some()),
        ("--alphabet", args.alphabet.is_some()),
        ("--radix", args.radix.is_some()),
        ("--effective-bits", args.effective_bits.is_some()),
        ("--unit", args.unit.is_some()),
        ("--padding", args.padding.is_some()),
        ("--stealing", args.stealing.is_some()),
        ("--increment", args.increment.is_some()),
        ("--section", args.section.is_some()),
        ("-j", args.jobs.is_some()),
        ("--position", args.position.is_some()),
        ("--rounds", args.rounds.is_some()),
    ];
    let refused = some.map(|(name, given)| (name, given && !taken.contains(&name)));
    refuse(algorithm, &refused, "takes no such argument")
}

/// Returns the algorithm under the given tweak, if any: `takes` returns how many bytes a tweak has.
pub(super) fn tweaked<A>(
    algorithm: A,
    name: &str,
    takes: usize,
    args: &Args,
    with_tweak: fn(A, &[u8]) -> Result<A, Error>,
) -> Result<A, Stop> {
    let Some(tweak) = &args.tweak else { return Ok(algorithm) };
    if takes == 0 {
        return Err(Stop::usage(format_args!("--tweak: {name} takes none; threefish does")));
    }
    with_tweak(algorithm, &tweak.0).map_err(|error| Stop::usage(format_args!("--tweak: {error}")))
}

/// Refuses arguments that do not apply to the algorithm, if they are given.
pub(super) fn refuse(algorithm: &str, arguments: &[(&str, bool)], reason: &str) -> Result<(), Stop> {
    match arguments.iter().find(|(_, given)| *given) {
        Some((argument, _)) => Err(Stop::usage(format_args!("{argument}: {algorithm} {reason}"))),
        None => Ok(()),
    }
}

/// Makes a parser for words whose meanings the library defines.
fn words<T: Clone + Send + Sync + 'static>(
    words: impl IntoIterator<Item = &'static str>,
    meaning: fn(&str) -> Option<T>,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(words).try_map(move |word| meaning(&word).ok_or("no such word"))
}

const NONE: &str = "none";

fn padding() -> impl TypedValueParser<Value = Ending> {
    words(Padding::ALL.map(Padding::name).into_iter().chain([NONE]), |word| match word {
        NONE => Some(Ending::Whole),
        word => Padding::from_name(word).map(Ending::Padded),
    })
}

fn stealing() -> impl TypedValueParser<Value = Ending> {
    words(Stealing::ALL.map(Stealing::name), |word| Stealing::from_name(word).map(Ending::Stolen))
}

fn increment() -> impl TypedValueParser<Value = Increment> {
    words(Increment::ALL.map(Increment::name), Increment::from_name)
}
