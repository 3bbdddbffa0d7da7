//! Random bytes, and erasing and comparing secrets.

use bramah::random::Generator;
use core::{cell::RefCell, hint::black_box};
use zeroize::Zeroize;

thread_local! {
    /// The random number generator of this thread, created on first use.
    static GENERATOR: RefCell<Option<Generator>> = const { RefCell::new(None) };
}

exported! {
    /// Writes random bytes for keys, nonces and other secrets. Each thread has its own generator, which is seeded by
    /// the operating system, and seeded again in a forked process.
    fn bramah_random(out: *mut u8, out_len: usize) writes [out: out_len] {
        let filled = GENERATOR.try_with(|generator| {
            let mut generator = generator.borrow_mut();
            match &mut *generator {
                Some(generator) => generator.fill(out),
                None => {
                    let new = generator.insert(Generator::new()?);
                    new.fill(out)
                }
            }
        });
        match filled {
            Ok(filled) => Ok(filled?),
            // the thread is ending, and its generator no longer exists
            Err(_) => Ok(Generator::new()?.fill(out)?),
        }
    }

    /// Fills memory with zeros. The compiler cannot remove this call.
    fn bramah_wipe(bytes: *mut u8, bytes_len: usize) writes [bytes: bytes_len] {
        bytes.zeroize();
        Ok(())
    }

    /// Sets `equal` to 1 if two byte strings of `len` bytes are equal, otherwise to 0. The time depends only on `len`.
    fn bramah_equal(a: *const u8, b: *const u8, len: usize, equal: *mut i32) sets [equal] reads [a: len, b: len] {
        let mut difference = 0;
        for (a, b) in a.iter().zip(b) {
            // opaque, because otherwise the compiler may stop at the first difference
            difference = black_box(difference | (a ^ b));
        }
        equal.set((difference == 0).into());
        Ok(())
    }
}
