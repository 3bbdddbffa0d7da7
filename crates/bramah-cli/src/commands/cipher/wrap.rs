//! Key wrap: the whole input is a key and the output its wrapped form, or the reverse.

use super::{Args, args::takes_only, whole};
use crate::{exit::Stop, input::Input, output::Output};
use bramah::{
    key_wrap::{Algorithm, AnyKeyWrap},
    mode::Direction,
};
use zeroize::Zeroizing;

/// The key under which a key is wrapped or unwrapped.
pub(super) struct Wrap {
    key: AnyKeyWrap,
    direction: Direction,
}

impl Wrap {
    /// Makes the key wrap that the arguments describe.
    pub(super) fn new(algorithm: Algorithm, args: &Args) -> Result<Self, Stop> {
        let name = algorithm.name();
        takes_only(&name, args, &[])?;
        let key = args.key.read(&name, algorithm.key_lengths())?;
        let key = algorithm.keyed(&key).map_err(|error| Stop::usage(format_args!("{name}: {error}")))?;
        Ok(Self { key, direction: args.direction() })
    }

    /// Wraps or unwraps all of the input. Nothing is written if the input is refused.
    pub(super) fn run(&self, input: &mut Input, output: &mut Output) -> Result<(), Stop> {
        let bytes = whole::read(input, whole::MOST)?;
        let done = match self.direction {
            Direction::Encrypt => self.key.wrap(&bytes),
            Direction::Decrypt => self.key.unwrap(&bytes),
        };
        output.write(&Zeroizing::new(done.map_err(|error| input.stop(error))?))
    }
}
