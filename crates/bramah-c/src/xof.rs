//! Extendable output: output of any length.

use crate::{
    handle::Kind,
    status::{Failure, UNSUPPORTED},
};
use bramah::hash::AnyReader;

/// The output of an extendable-output function.
pub struct XofKind;

impl Kind for XofKind {
    const TAG: u32 = 0xb4a6_0003;
    const NAME: &'static str = "an output";
    type Fixed = ();
    type Moving = AnyReader;
}

/// A reader of the output of an extendable-output function, such as SHAKE128. It starts at the first byte.
pub type Xof = crate::handle::Handle<XofKind>;

exported! {
    /// Writes the next bytes of the output, and advances.
    fn bramah_xof_read(xof: *mut Xof, out: *mut u8, out_len: usize) writes [out: out_len] {
        Handle::lock(xof)?.read(out);
        Ok(())
    }

    /// Moves to byte `position` of the output, counted from 0. `BRAMAH_UNSUPPORTED` for functions whose output cannot
    /// seek.
    fn bramah_xof_seek(xof: *mut Xof, position: u64) {
        let mut xof = Handle::lock(xof)?;
        match xof.seek(position) {
            true => Ok(()),
            false => {
                let name = xof.algorithm().name();
                Err(Failure::new(UNSUPPORTED, format!("the output of {name} can only be read from the beginning")))
            }
        }
    }

    /// Copies a reader; the copy continues at the same position.
    fn bramah_xof_clone(copy: *mut *mut Xof, xof: *const Xof) makes copy {
        copy.fill((), Handle::lock(xof)?.clone());
        Ok(())
    }

    /// Frees a reader, erases its state, and sets the caller's pointer to null. A null pointer is ignored.
    fn bramah_xof_free(xof: *mut *mut Xof) {
        Handle::free(xof)
    }
}
