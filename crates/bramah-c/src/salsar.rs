//! Salsar: a random number generator whose output depends only on a seed.

use crate::{
    handle::Kind,
    status::{Failure, PARAMETER},
};
use bramah::random;

/// A random number generator whose output depends only on a seed.
pub struct SalsarKind;

impl Kind for SalsarKind {
    const TAG: u32 = 0xb4a6_000d;
    const NAME: &'static str = "a generator";
    type Fixed = ();
    type Moving = Rounds;
}

/// A random number generator whose output depends only on a seed: W. Ehrhardt's salsar, the key stream of Salsa20. Do
/// not use it for secrets; use `bramah_random` instead.
pub type Salsar = crate::handle::Handle<SalsarKind>;

/// The generator, by the number of rounds of Salsa20.
pub enum Rounds {
    /// 8 rounds, the default.
    Eight(random::Salsar<8>),
    /// 12 rounds.
    Twelve(random::Salsar<12>),
    /// 20 rounds.
    Twenty(random::Salsar<20>),
}

exported! {
    /// Creates a generator from a seed. `rounds` is 8, 12 or 20, or 0 for the default, 8.
    fn bramah_salsar_new(salsar: *mut *mut Salsar, seed: u32, rounds: u32) makes salsar {
        let rounds = match rounds {
            0 | 8 => Rounds::Eight(random::Salsar::new(seed)),
            12 => Rounds::Twelve(random::Salsar::new(seed)),
            20 => Rounds::Twenty(random::Salsar::new(seed)),
            other => {
                return Err(Failure::new(PARAMETER, format!("rounds is {other}, but must be 8, 12 or 20")));
            }
        };
        salsar.fill((), rounds);
        Ok(())
    }

    /// Frees a generator, and sets the caller's pointer to null. A null pointer is ignored.
    fn bramah_salsar_free(salsar: *mut *mut Salsar) {
        Handle::free(salsar)
    }

    /// Writes the next bytes. The unused bytes of the last block of 64 bytes are discarded, as in the original.
    fn bramah_salsar_read(salsar: *mut Salsar, out: *mut u8, out_len: usize) writes [out: out_len] {
        match &mut *Handle::lock(salsar)? {
            Rounds::Eight(salsar) => salsar.read(out),
            Rounds::Twelve(salsar) => salsar.read(out),
            Rounds::Twenty(salsar) => salsar.read(out),
        }
        Ok(())
    }

    /// Sets `word` to the next 32-bit number.
    fn bramah_salsar_word(salsar: *mut Salsar, word: *mut u32) sets [word] {
        word.set(match &mut *Handle::lock(salsar)? {
            Rounds::Eight(salsar) => salsar.dword(),
            Rounds::Twelve(salsar) => salsar.dword(),
            Rounds::Twenty(salsar) => salsar.dword(),
        });
        Ok(())
    }
}
