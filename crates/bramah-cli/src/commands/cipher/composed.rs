//! Encrypt-then-MAC. The whole message is held in memory, since the tag is verified before anything is decrypted.

use super::{
    Args,
    args::takes_only,
    authenticated::{check_stdin, header, nonce, whole_header},
    whole,
};
use crate::{exit::Stop, input::Input, output::Output};
use bramah::{
    encrypt_then_mac::{Algorithm, AnyEncryptThenMac},
    mode::Direction,
};
use zeroize::Zeroizing;

/// A message with the scheme and key that process it.
pub(super) struct Composed {
    key: AnyEncryptThenMac,
    nonce: Zeroizing<Vec<u8>>,
    /// The associated data, if given.
    header: Option<Input>,
    direction: Direction,
}

impl Composed {
    /// Returns the message that the arguments describe.
    pub(super) fn new(algorithm: Algorithm, args: &Args) -> Result<Self, Stop> {
        let info = algorithm.info();
        takes_only(info.name, args, &["--iv", "--ad", "--ad-file"])?;
        let nonce = nonce(info.name, info.nonce_len, args)?;
        check_stdin(args)?;
        let key = args.key.read(info.name, info.key_len)?;
        let key =
            algorithm.keyed(&key).map_err(|error| Stop::usage(format_args!("{}: {error}", info.name)))?;
        Ok(Self { key, nonce, header: header(args)?, direction: args.direction() })
    }

    /// Encrypts or decrypts all of the input. Nothing is written if the input is refused.
    pub(super) fn run(&mut self, input: &mut Input, output: &mut Output) -> Result<(), Stop> {
        let most = match self.direction {
            Direction::Encrypt => whole::MOST,
            Direction::Decrypt => self.key.sealed_len(whole::MOST),
        };
        let bytes = whole::read(input, most)?;
        let header = whole_header(&mut self.header)?;
        let done = match self.direction {
            Direction::Encrypt => self.key.encrypt(&self.nonce, &header, &bytes),
            Direction::Decrypt => self.key.decrypt(&self.nonce, &header, &bytes),
        };
        output.write(&Zeroizing::new(done.map_err(|error| input.stop(error))?))
    }
}
