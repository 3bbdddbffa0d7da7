//! fastpbkdf2: PBKDF2 with HMAC-SHA-1, -SHA-256 and -SHA-512.

use super::{copied, overlap, read, refuse, write};
use bramah::{
    Sha1, Sha256, Sha512,
    kdf::{PasswordKdf, Pbkdf2},
};
use std::{
    sync::{
        OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
    thread::available_parallelism,
};

/// The number of threads that [`fastpbkdf2_set_threads`] has set; 0 if it was not called.
static THREADS: AtomicUsize = AtomicUsize::new(0);

/// The environment variable that contains the number of threads.
const VARIABLE: &str = "FASTPBKDF2_THREADS";

/// Returns the number of threads: set by the last call, otherwise by the environment variable, otherwise 1.
fn threads() -> usize {
    static BY_ENVIRONMENT: OnceLock<usize> = OnceLock::new();
    match THREADS.load(Ordering::Relaxed) {
        0 => *BY_ENVIRONMENT.get_or_init(|| {
            let value = std::env::var(VARIABLE).unwrap_or_default();
            value.trim().parse().map_or(1, processors_for)
        }),
        set => set,
    }
}

/// Returns `threads`, or the number of processors if `threads` is 0.
fn processors_for(threads: usize) -> usize {
    match threads {
        0 => available_parallelism().map_or(1, Into::into),
        threads => threads,
    }
}

/// Sets the number of threads, including the caller's, on which later calls compute their output blocks; 0 means one
/// for each processor.
#[unsafe(no_mangle)]
pub extern "C" fn fastpbkdf2_set_threads(threads: usize) {
    THREADS.store(processors_for(threads), Ordering::Relaxed);
}

/// The arguments of a call: a password, a salt, and the output.
struct Call {
    function: &'static str,
    pw: (*const u8, usize),
    salt: (*const u8, usize),
    out: (*mut u8, usize),
}

impl Call {
    /// Derives the output from password and salt.
    ///
    /// # Safety
    /// The bytes of each argument can be read, or written, during the call.
    unsafe fn derive(self, pbkdf2: Result<Pbkdf2, bramah::Error>) {
        let Self { function, pw, salt, out } = self;
        let pbkdf2 = pbkdf2.unwrap_or_else(|error| refuse(function, &error.to_string()));
        let lent = (out.0.cast_const(), out.1);
        // the output may overlap the password or the salt
        let copies = (overlap(pw, lent) || overlap(salt, lent)).then(|| {
            // SAFETY: the caller upholds the contract of this function; the borrows end here.
            unsafe {
                (copied(read(function, "pw", pw.0, pw.1)), copied(read(function, "salt", salt.0, salt.1)))
            }
        });
        let (pw, salt) = match &copies {
            Some((pw, salt)) => (pw.as_slice(), salt.as_slice()),
            // SAFETY: the caller upholds the contract of this function, and the output overlaps neither password nor
            // salt.
            None => unsafe { (read(function, "pw", pw.0, pw.1), read(function, "salt", salt.0, salt.1)) },
        };
        // SAFETY: the caller upholds the contract of this function, and no input that is still needed overlaps the
        // output.
        let out = unsafe { write(function, "out", out.0, out.1) };
        if let Err(error) = pbkdf2.threads(threads()).derive(pw, salt, out) {
            refuse(function, &error.to_string());
        }
    }
}

/// Defines the function for each hash function.
macro_rules! functions {
    ($($name:ident $hash:ty, $of:literal;)*) => {$(
        #[doc = concat!("Derives `nout` bytes by PBKDF2 with HMAC-", $of, " (RFC 8018, section 5.2). Aborts if `iterations` or")]
        /// `nout` is 0.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            pw: *const u8,
            npw: usize,
            salt: *const u8,
            nsalt: usize,
            iterations: u32,
            out: *mut u8,
            nout: usize,
        ) {
            let call = Call { function: stringify!($name), pw: (pw, npw), salt: (salt, nsalt), out: (out, nout) };
            // SAFETY: the contract of the C interface (the documentation of the crate), which the caller keeps.
            unsafe { call.derive(Pbkdf2::new::<$hash>(iterations)) }
        }
    )*};
}
functions! {
    fastpbkdf2_hmac_sha1 Sha1, "SHA-1";
    fastpbkdf2_hmac_sha256 Sha256, "SHA-256";
    fastpbkdf2_hmac_sha512 Sha512, "SHA-512";
}
