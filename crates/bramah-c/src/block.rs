//! Block ciphers by name, without a mode.

use crate::{
    cipher::{DECRYPT, Direction, ENCRYPT},
    handle::Kind,
    memory::text,
    options::{Given, Options},
    status::{BAD_ARGUMENT, Failure},
};
use bramah::block::{self, AnyCipher};
use core::ffi::c_char;

/// A block cipher with its key.
pub struct BlockKind;

impl Kind for BlockKind {
    const TAG: u32 = 0xb4a6_0006;
    const NAME: &'static str = "a block cipher";
    type Fixed = Fixed;
    type Moving = ();
}

/// A block cipher with its key, for single blocks, as modes of operation use it. Several threads may use it at the same
/// time.
pub type Block = crate::handle::Handle<BlockKind>;

/// A block cipher with its key.
pub struct Fixed {
    cipher: AnyCipher,
    block: usize,
}

exported! {
    /// Creates a block cipher by name, such as `aes-256` or `serpent-256`. `options` may be null. Bytes option:
    /// `tweak`. Text option: `backend`.
    fn bramah_block_new(
        block: *mut *mut Block,
        name: *const c_char,
        key: *const u8,
        key_len: usize,
        options: *const Options,
    )
        makes block reads [key: key_len]
    {
        let name = text("name", name)?;
        let algorithm = Given::with(options, name, |given| {
            let algorithm = given.on_backend(block::lookup(name)?, |cipher, backend| cipher.with_backend(backend))?;
            match given.bytes("tweak")? {
                Some(tweak) => Ok(algorithm.with_tweak(tweak)?),
                None => Ok(algorithm),
            }
        })?;
        block.fill(Fixed { cipher: algorithm.keyed(key)?, block: algorithm.block_len() }, ());
        Ok(())
    }

    /// Frees a block cipher handle, erases its key, and sets the caller's pointer to null. A null pointer is ignored.
    fn bramah_block_free(block: *mut *mut Block) {
        Handle::free(block)
    }

    /// Encrypts or decrypts whole blocks, each independently of the others. `direction` is `BRAMAH_ENCRYPT` or
    /// `BRAMAH_DECRYPT`. `output` must have the length of `input`, and may begin at the same byte.
    fn bramah_block_apply(
        block: *const Block,
        direction: Direction,
        input: *const u8,
        input_len: usize,
        output: *mut u8,
        output_len: usize,
    )
        turns [input: input_len => output: output_len]
    {
        let fixed = Handle::fixed(block)?;
        let mut data = output.equal()?;
        if data.len() % fixed.block != 0 {
            return Err(bramah::Error::InputLength { length: data.len() as u128, block: fixed.block }.into());
        }
        let input = data.input().as_ptr();
        let output = data.output();
        if input != output.as_ptr() {
            // both have the same length, and `Turn` has checked that they do not overlap
            core::ptr::copy_nonoverlapping(input, output.as_mut_ptr(), output.len());
        }
        match direction {
            ENCRYPT => Ok(fixed.cipher.encrypt_blocks(output)?),
            DECRYPT => Ok(fixed.cipher.decrypt_blocks(output)?),
            other => Err(Failure::new(BAD_ARGUMENT, format!("the direction is {other}, but must be 0 or 1"))),
        }
    }
}

returned! {
    /// Returns the length of a block in bytes, or 0 if the handle is not a block cipher handle.
    fn bramah_block_length(block: *const Block) -> usize, otherwise 0; {
        Ok(Handle::fixed(block)?.block)
    }
}
