//! The arguments of `bramah cipher`.

use crate::{commands::name::CIPHERS, engine::parse_jobs, exit::Stop, hex::Hex, key};
use bramah::{
    Error, Increment,
    mode::{Direction, Ending, Padding, Stealing},
};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::{fmt, num::NonZeroUsize, path::PathBuf};

/// Encrypt or decrypt with a named cipher: a low-level tool for scripts, standards and tests.
///
/// To protect files, use `bramah encrypt` instead: that command chooses nonces and detects changes by itself.
///
/// NAME is a block cipher with a mode, such as aes-256-ctr or aes-256-gcm (`bramah list ciphers` and `bramah list
/// modes` print the parts), a stream cipher, such as chacha20 (`bramah list streams`), or an AEAD scheme, such as
/// xchacha20-poly1305 (`bramah list aeads`). Key wrap (aes-256-kw, aes-256-kwp) takes a key as its input and no
/// --iv. ff1 (aes-256-ff1) encrypts each line of the input to a line of the same length in the same characters.
/// a128cbc-hs256, a192cbc-hs384 and a256cbc-hs512 combine cbc with a MAC (RFC 7518).
///
/// Only ccm, eax, gcm, gcm-siv, kccm, kgcm, mgm, ocb, siv, key wrap, cbc with a MAC and the schemes of `bramah list
/// aeads` authenticate. They write the ciphertext followed by the tag, and on decryption they write nothing if the
/// tag is wrong. All other ciphers cannot detect that a message was changed.
///
/// ccm, gcm-siv, kccm, ocb, siv and cbc with a MAC hold the whole message in memory; the message and its associated
/// data may be up to 1 GiB each.
///
/// Never use a nonce twice under one key. With ccm, ctr, ctr-acpkm, kctr, cnt, ofb, eax, gcm, kccm, kgcm and mgm
/// that reveals the XOR of the two messages; with ocb, which blocks they share; with gcm-siv and siv, only whether
/// the messages are equal.
///
/// An output file is written completely or not at all.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The cipher: a block cipher and a mode, such as aes-256-gcm, or another cipher, such as chacha20-poly1305.
    #[arg(value_parser = CIPHERS, hide_possible_values = true)]
    pub(crate) name: String,

    /// The file to encrypt or decrypt; `-`, or no file, means standard input.
    #[arg(value_name = "IN")]
    pub(crate) input: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) key: key::Args,

    /// Decrypt instead of encrypting.
    #[arg(short, long)]
    pub(crate) decrypt: bool,

    /// The IV, nonce or xts tweak, in hexadecimal.
    ///
    /// Nonces: 12 bytes for gcm and gcm-siv, 7 to 13 for ccm, up to 15 for ocb over AES, one block for kccm and
    /// kgcm, one block whose most significant bit is 0 for mgm, any length for eax and siv. ctr pads a short IV with
    /// zeros at the end; cbc, cfb and ofb over kuznyechik and magma take up to 64 blocks.
    #[arg(long, visible_alias = "nonce", value_name = "HEX")]
    pub(crate) iv: Option<Hex>,

    /// For ctr only: accept an empty --iv, with which ctr counts from zero. Use this option only with a key that
    /// encrypts nothing else.
    #[arg(long, requires = "iv")]
    pub(crate) empty_iv: bool,

    /// For xts and kxts only: the number of the data unit, instead of --iv.
    #[arg(long, value_name = "N", conflicts_with = "iv")]
    pub(crate) unit: Option<u64>,

    /// For threefish and ff1 only: the tweak, in hexadecimal. For threefish: 16 bytes; by default, all of them are zero.
    /// For ff1: any number of bytes; by default, none.
    #[arg(long, value_name = "HEX")]
    pub(crate) tweak: Option<Hex>,

    /// For ff1 only: the alphabet, that is, all characters that a text may contain, each written once. Their order
    /// matters: the first character has the value 0, the second the value 1.
    #[arg(long, value_name = "CHARACTERS")]
    pub(crate) alphabet: Option<String>,

    /// For ff1 only: the radix, from 2 to 36. Texts may contain only the first N characters of 0-9 and a-z.
    #[arg(long, value_name = "N", conflicts_with = "alphabet", value_parser = clap::value_parser!(u8).range(2..=36))]
    pub(crate) radix: Option<u8>,

    /// For rc2 only: the number of effective key bits. Default: all bits of the key.
    #[arg(long, value_name = "BITS")]
    pub(crate) effective_bits: Option<u16>,

    /// Only for ctr, and for stream ciphers that have a counter: the offset in the keystream, in bytes, at which IN begins.
    /// Default: 0.
    #[arg(long, value_name = "BYTES")]
    pub(crate) position: Option<u128>,

    /// For chacha and salsa20 only: the number of rounds, which must be even.
    #[arg(long, value_name = "N")]
    pub(crate) rounds: Option<u32>,

    /// For authenticating ciphers only: the associated data, in hexadecimal. It is authenticated, but not encrypted.
    #[arg(long, value_name = "HEX")]
    pub(crate) ad: Option<Hex>,

    /// For authenticating ciphers only: a file with the associated data, which is authenticated, but not encrypted.
    #[arg(long, value_name = "FILE", conflicts_with = "ad")]
    pub(crate) ad_file: Option<PathBuf>,

    /// For aegis, ascon-aead128, ccm, eax, gcm, kccm, kgcm, mgm and phelix only: the length of the tag in bytes.
    /// Default: the length of the full tag.
    #[arg(long, value_name = "N")]
    pub(crate) tag_len: Option<usize>,

    /// For ecb and cbc only: how to pad the last block. Default: pkcs7. With zero, decryption does not remove the
    /// padding; with none, the message must consist of whole blocks.
    #[arg(long, value_name = "HOW", value_parser = padding())]
    pub(crate) padding: Option<Ending>,

    /// For ecb and cbc only: use ciphertext stealing instead of padding. The message must have at least one block. cs3
    /// is the variant that Kerberos uses; cs2 differs from it only if the message consists of whole blocks: then cs2
    /// uses no stealing.
    #[arg(long, visible_alias = "cts", value_name = "HOW", conflicts_with = "padding", value_parser = stealing())]
    pub(crate) stealing: Option<Ending>,

    /// For ctr only: which part of the block is the counter. be: the whole block, big-endian (the default). le: the whole
    /// block, little-endian. be-half: the last half, big-endian. le-half: the first half, little-endian. be32: the last
    /// 32 bits, big-endian. le32: the first 32 bits, little-endian.
    #[arg(long, value_name = "HOW", value_parser = increment())]
    pub(crate) increment: Option<Increment>,

    /// For ctr-acpkm only: the number of bytes after which the key changes. It must be a multiple of the block size.
    /// Default: 1024 for 8-byte blocks, 4096 for 16-byte blocks.
    #[arg(long, value_name = "BYTES")]
    pub(crate) section: Option<usize>,

    /// Only for ctr, and for stream ciphers that have a counter: the number of threads. Default: 1.
    #[arg(short, long, value_name = "N", value_parser = parse_jobs)]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// The implementation to use; `bramah list ciphers --backends` prints the names.
    #[arg(long, value_name = "NAME", value_parser = crate::commands::name::Backend, hide_possible_values = true)]
    pub(crate) backend: Option<String>,

    /// Write to this file, which only its owner can read. Bramah writes a temporary file first, and renames it to OUT
    /// only if everything succeeds. `-` means standard output, even if it is a terminal.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,

    /// Replace OUT if it exists.
    #[arg(short, long)]
    pub(crate) force: bool,

    /// Do not print the warning that the cipher does not detect changes to the message.
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
            return Err(Stop::usage("standard input cannot be used for both the key and IN"));
        }
        Ok(())
    }
}

/// Returns whether an argument means standard input.
pub(super) fn is_stdin(path: Option<&PathBuf>) -> bool {
    path.is_some_and(|path| path.as_os_str() == "-")
}

/// Refuses every argument that only some algorithms take, except those in `taken`.
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
    refuse(&refused, format_args!("{algorithm} does not take this option"))
}

/// Returns the algorithm with the tweak of the arguments, if there is one; `takes` returns the length of a tweak in
/// bytes.
pub(super) fn tweaked<A>(
    algorithm: A,
    name: &str,
    takes: usize,
    args: &Args,
    with_tweak: fn(A, &[u8]) -> Result<A, Error>,
) -> Result<A, Stop> {
    let Some(tweak) = &args.tweak else { return Ok(algorithm) };
    if takes == 0 {
        return Err(Stop::usage(format_args!("--tweak: {name} does not take a tweak; threefish and ff1 do")));
    }
    with_tweak(algorithm, &tweak.0).map_err(|error| Stop::usage(format_args!("--tweak: {error}")))
}

/// Refuses arguments that do not apply to the algorithm, if they are given.
pub(super) fn refuse(arguments: &[(&str, bool)], reason: fmt::Arguments<'_>) -> Result<(), Stop> {
    match arguments.iter().find(|(_, given)| *given) {
        Some((argument, _)) => Err(Stop::usage(format_args!("{argument}: {reason}"))),
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
