//! PBKDF2: RFC 8018, section 5.2; NIST SP 800-132.

use crate::{
    Error,
    kdf::{check_output, value_len},
    mac::{MAX_PRF, Prf},
    wipe::{self, wipe},
};

/// The maximum number of blocks that one call of the inner loop computes side by side.
const SOME: usize = 16;

/// Derives `out` by PBKDF2 with any keyed function, whose key is the password. The function allocates no memory, and computes
/// several blocks of output side by side. To derive keys from many passwords, or on several threads, use [`Pbkdf2`].
///
/// ```
/// use bramah::{Hmac, Sha256, kdf::pbkdf2::pbkdf2};
///
/// let mut key = [0; 32];
/// pbkdf2(&Hmac::<Sha256>::new(b"password"), b"salt", 4096, &mut key)?;
/// assert_eq!(key[..4], [0xc5, 0xe4, 0x78, 0xd5]);
/// # Ok::<(), bramah::Error>(())
/// ```
///
/// # Errors
/// [`Error::Parameter`] if `iterations` is 0; [`Error::DerivedLength`] if `out` is empty or longer than 2^32 - 1 outputs of the
/// keyed function.
pub fn pbkdf2(prf: &dyn Prf, salt: &[u8], iterations: u32, out: &mut [u8]) -> Result<(), Error> {
    let len = value_len(prf)?;
    check(len, iterations, out.len())?;
    for (run, out) in out.chunks_mut(SOME * len).enumerate() {
        // the number of the run cannot overflow: there are at most 2^32 - 1 blocks
        blocks(&[prf], &[salt], len, iterations, run as u32 * SOME as u32, &mut [out]);
    }
    wipe::stack();
    Ok(())
}

/// Derives `out` by PBKDF2 with HMAC over the hash function `D`.
///
/// ```
/// use bramah::{Sha256, kdf::pbkdf2::pbkdf2_hmac};
///
/// let mut key = [0; 32];
/// pbkdf2_hmac::<Sha256>(b"password", b"salt", 4096, &mut key)?;
/// assert_eq!(key[..4], [0xc5, 0xe4, 0x78, 0xd5]);
/// # Ok::<(), bramah::Error>(())
/// ```
///
/// # Errors
/// [`Error::Parameter`] if `iterations` is 0; [`Error::DerivedLength`] if `out` is empty or longer than 2^32 - 1 digests.
pub fn pbkdf2_hmac<D: crate::mac::hmac::Digest + 'static>(
    password: &[u8],
    salt: &[u8],
    iterations: u32,
    out: &mut [u8],
) -> Result<(), Error> {
    pbkdf2(&crate::Hmac::<D>::new(password), salt, iterations, out)
}

/// Refuses arguments for which PBKDF2 is not defined. `len` is the length in bytes of an output of the keyed function, `out` the
/// length in bytes of the derived key.
fn check(len: usize, iterations: u32, out: usize) -> Result<(), Error> {
    if iterations == 0 {
        return Err(Error::Parameter { name: "iterations", value: 0, min: 1, max: u32::MAX.into() });
    }
    check_output(out, u64::from(u32::MAX) * len as u64)
}

/// Writes blocks of output, at most [`SOME`] in all: the consecutive blocks of each of `outs`. The first output begins with block
/// `before + 1`, each other output with block 1. Each output has its own function and salt.
fn blocks(
    functions: &[&dyn Prf],
    salts: &[&[u8]],
    len: usize,
    iterations: u32,
    before: u32,
    outs: &mut [&mut [u8]],
) {
    let Some(first) = functions.first() else { return };
    let mut values = [[0; SOME * MAX_PRF]; 2];
    let (mut prfs, mut n) = ([*first; SOME], 0);
    let [u, sum] = &mut values;
    for (i, ((out, prf), salt)) in outs.iter().zip(functions).zip(salts).enumerate() {
        for block in 0..out.len().div_ceil(len) {
            let number = block as u32 + 1 + if i == 0 { before } else { 0 };
            prf.mac(&[salt, &number.to_be_bytes()], &mut u[n * len..][..len]);
            prfs[n] = *prf;
            n += 1;
        }
    }
    let (u, sum) = (&mut u[..n * len], &mut sum[..n * len]);
    sum.copy_from_slice(u);
    prfs[0].iterate_each(&prfs[..n], iterations - 1, u, sum);
    let mut sums = &*sum;
    for out in outs {
        out.copy_from_slice(&sums[..out.len()]);
        sums = &sums[out.len().div_ceil(len) * len..];
    }
    wipe(values.as_flattened_mut());
}

#[cfg(feature = "alloc")]
mod many;
#[cfg(feature = "alloc")]
pub use many::Pbkdf2;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_the_counter_counts_is_refused() {
        for len in [20, 32, 64] {
            let limit = u64::from(u32::MAX) * len as u64;
            let Ok(most) = usize::try_from(limit) else { continue };
            assert_eq!(check(len, 1, most), Ok(()));
            assert_eq!(check(len, 1, most + 1), Err(Error::DerivedLength { length: most + 1, limit }));
        }
    }
}
