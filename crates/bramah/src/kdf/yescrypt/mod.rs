//! yescrypt: A. Peslyak, *yescrypt - scalable KDF and password hashing scheme*, version 1.1, without ROM.
//!
//! yescrypt indexes tables by values derived from the password, as its design requires: the time may reveal something about the
//! password.

mod pwx;
mod setting;

pub use setting::{Setting, crypt};

use super::scrypt::{
    Sizes, Wiped,
    mix::{self, Lane, Scalar},
};
use crate::{
    Error, Hmac, Sha256,
    kdf::{PasswordKdf, check_output, pbkdf2::pbkdf2, scrypt::Scrypt},
    simd::{
        Portable,
        memory::{Line16, Pool},
    },
    wipe::{self, wipe},
};
use alloc::vec::Vec;
use pwx::{Boxes, Table, Work};

/// The flavor of yescrypt: how the memory is written and read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavor {
    /// The function scrypt of RFC 7914, unchanged.
    Scrypt,
    /// The memory is written once, as in scrypt. The parameter `t` raises the number of reads.
    WriteOnce,
    /// yescrypt proper: memory that is read and written throughout, and tables. pwxform has six rounds on four lanes of two
    /// words, and tables of 12 KiB.
    ReadWrite,
}

/// yescrypt and its parameters.
///
/// ```
/// use bramah::kdf::{PasswordKdf, yescrypt::Yescrypt};
///
/// let mut key = [0; 32];
/// Yescrypt::new(10, 8)?.derive(b"password", b"salt", &mut key)?;
/// # Ok::<(), bramah::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Yescrypt {
    flavor: Flavor,
    log_n: u32,
    r: u32,
    p: u32,
    t: u32,
}

impl Yescrypt {
    /// Returns yescrypt proper with `N` = 2^`log_n` blocks of `128 * r` bytes.
    ///
    /// # Errors
    /// [`Error::Parameter`] if `log_n` or `r` is 0, `log_n` is more than 63, or `r` is 2^30 or more.
    pub fn new(log_n: u32, r: u32) -> Result<Self, Error> {
        Self { flavor: Flavor::ReadWrite, log_n, r, p: 1, t: 0 }.checked()
    }

    /// Returns the binary logarithm of `N`, then `r`, `p` and `t`.
    pub fn costs(&self) -> [u32; 4] {
        [self.log_n, self.r, self.p, self.t]
    }

    /// Returns the flavor.
    pub(crate) fn kind(&self) -> Flavor {
        self.flavor
    }

    /// Returns yescrypt with `N` = 4096 and `r` = 32, which takes 16 MiB: the parameters that libxcrypt, and so most Linux
    /// distributions, use for passwords.
    pub fn recommended() -> Self {
        Self { flavor: Flavor::ReadWrite, log_n: 12, r: 32, p: 1, t: 0 }
    }

    /// Sets the flavor.
    ///
    /// # Errors
    /// [`Error::Parameter`] if `flavor` does not allow the other parameters.
    pub fn flavor(self, flavor: Flavor) -> Result<Self, Error> {
        Self { flavor, ..self }.checked()
    }

    /// Sets the number of lanes, `p`.
    ///
    /// # Errors
    /// [`Error::Parameter`] if `p` is 0, `r * p` is 2^30 or more, or in yescrypt proper `p` is more than half of `N`.
    pub fn lanes(self, p: u32) -> Result<Self, Error> {
        Self { p, ..self }.checked()
    }

    /// Sets the parameter for additional time, `t`, which is usually 0.
    ///
    /// # Errors
    /// [`Error::Parameter`] if `t` is not 0 in scrypt.
    pub fn time(self, t: u32) -> Result<Self, Error> {
        Self { t, ..self }.checked()
    }

    fn checked(self) -> Result<Self, Error> {
        const MOST: u64 = (1 << 30) - 1;
        let within = |name, value: u64, min, max| match value >= min && value <= max {
            true => Ok(()),
            false => Err(Error::Parameter { name, value, min, max }),
        };
        let rw = self.flavor == Flavor::ReadWrite;
        let scrypt = self.flavor == Flavor::Scrypt;
        within("r", self.r.into(), 1, MOST)?;
        within(
            "the logarithm of N",
            self.log_n.into(),
            1,
            if scrypt { (16 * u64::from(self.r) - 1).min(63) } else { 63 },
        )?;
        let most = MOST / u64::from(self.r);
        within("p", self.p.into(), 1, if rw { most.min((1 << self.log_n) / 2) } else { most })?;
        within("t", self.t.into(), 0, if scrypt { 0 } else { u32::MAX.into() })?;
        Ok(self)
    }

    fn derive_in(&self, password: &[u8], salt: &[u8], out: &mut [u8]) -> Result<(), Error> {
        let n = 1u64 << self.log_n;
        let share = n / u64::from(self.p);
        let rw = self.flavor == Flavor::ReadWrite;
        if rw && share >= 0x100 && share.saturating_mul(self.r.into()) >= 0x20000 {
            // first a run with a 64th of the memory, whose result takes the place of the password in the full run
            let before = Self { log_n: self.log_n - 6, t: 0, ..*self };
            let mut key = Wiped(Vec::new());
            key.0.resize(32, 0);
            before.body(password, salt, true, &mut key.0)?;
            return self.body(&key.0, salt, false, out);
        }
        self.body(password, salt, false, out)
    }

    /// Runs yescrypt, or if `before` is true, its first run with less memory; not for the flavor scrypt.
    fn body(&self, password: &[u8], salt: &[u8], before: bool, out: &mut [u8]) -> Result<(), Error> {
        let error = Error::NoMemory { bytes: self.memory() };
        let no_memory = || error.clone();
        let sizes = Sizes::new(self.log_n, self.r, self.p).ok_or_else(no_memory)?;
        let Sizes { blocks: lines, lane: room, .. } = sizes;
        let bytes = 64 * lines;
        let mut buffer = Wiped(Vec::<u8>::new());
        buffer.0.try_reserve_exact(bytes).map_err(|_| no_memory())?;
        let mut blocks = Wiped(Vec::<Line16>::new());
        blocks.0.try_reserve_exact(lines).map_err(|_| no_memory())?;
        let mut pool = Pool::new();
        pool.reserve(room.div_ceil(Pool::PER_BLOCK))?;
        buffer.0.resize(bytes, 0);
        blocks.0.resize(lines, Line16::ZERO);

        let label: &[u8] = if before { b"yescrypt-prehash" } else { b"yescrypt" };
        let mut key = Wiped(Vec::new());
        key.0.extend_from_slice(&Hmac::<Sha256>::mac(label, password));
        pbkdf2(&Hmac::<Sha256>::new(&key.0), salt, 1, &mut buffer.0)?;
        key.0.copy_from_slice(&buffer.0[..32]);
        for (line, bytes) in blocks.0.iter_mut().zip(buffer.0.as_chunks::<64>().0) {
            mix::read_turned(line, bytes);
        }
        let memory = &mut pool.lines()[..room];
        match self.flavor {
            Flavor::ReadWrite => self.mix(&mut blocks.0, memory, &mut key.0)?,
            _ => self.read(&mut blocks.0, memory),
        }
        wipe(memory);
        for (line, bytes) in blocks.0.iter().zip(buffer.0.as_chunks_mut::<64>().0) {
            mix::write_turned(line, bytes);
        }
        let hmac = Hmac::<Sha256>::new(&key.0);
        pbkdf2(&hmac, &buffer.0, 1, out)?;
        if !before {
            // as in SCRAM (RFC 5802), so that the stored hash alone does not suffice to log in
            let mut first = [0; 32];
            pbkdf2(&hmac, &buffer.0, 1, &mut first)?;
            let mut client = Hmac::<Sha256>::mac(&first, b"Client Key");
            first = Sha256::digest(client);
            let len = out.len().min(32);
            out[..len].copy_from_slice(&first[..len]);
            wipe(&mut client);
            wipe(&mut first);
        }
        Ok(())
    }

    /// Returns the total number of steps that all lanes take in the second half of smix.
    fn steps(&self) -> u64 {
        let (n, t) = (1u64 << self.log_n, u64::from(self.t));
        match (self.flavor, t) {
            (Flavor::ReadWrite, 0 | 1) => (n / u64::from(self.p)).saturating_mul(t + 1).div_ceil(3),
            (Flavor::ReadWrite, _) => (n / u64::from(self.p)).saturating_mul(t - 1),
            (_, 0) => n,
            (_, 1) => n + n.div_ceil(2),
            _ => n.saturating_mul(t),
        }
    }

    /// Runs scrypt's mixing in each lane separately, with the number of steps that `t` requires.
    fn read(&self, blocks: &mut [Line16], memory: &mut [Line16]) {
        let (n, r) = (1 << self.log_n, self.r as usize);
        for b in blocks.chunks_mut(2 * r) {
            done(Lane::new(b, memory).and_then(|lane| {
                let mut lane = [lane];
                mix::fill::<Scalar, 1>(Portable, &mut lane, n, r)?;
                mix::reread::<Scalar, 1>(Portable, &mut lane, n, r, even(self.steps()))
            }));
        }
    }

    /// Runs smix: first each lane fills its own share of the memory, then all lanes read all of it.
    fn mix(&self, blocks: &mut [Line16], memory: &mut [Line16], key: &mut [u8]) -> Result<(), Error> {
        let (n, r, p) = (1usize << self.log_n, self.r as usize, self.p as usize);
        let len = 2 * r;
        let share = (n / p) & !1;
        let all = self.steps();
        let writing = even(all / u64::from(self.p));
        let error = Error::NoMemory { bytes: self.memory() };
        let mut tables = Vec::<[Table; 3]>::new();
        tables.try_reserve_exact(p).map_err(|_| error)?;
        tables.resize(p, [[[0; 4]; 256]; 3]);
        let mut all_boxes = Vec::with_capacity(p);
        for (i, (b, tables)) in blocks.chunks_mut(len).zip(&mut tables).enumerate() {
            let first = i * share;
            let count = if i + 1 < p { share } else { n - first };
            // fills the tables: scrypt's mixing of the first two lines fills a memory, which is then copied to the tables
            let mut lines = Wiped(Vec::new());
            lines.0.resize(tables.as_flattened().len() / 4 + 2, Line16::ZERO);
            let small = lines.0.len() / 2 - 1;
            let lane = Lane::new(&mut b[..2], &mut lines.0);
            done(lane.and_then(|lane| mix::fill::<Scalar, 1>(Portable, &mut [lane], small, 1)));
            for (rows, line) in tables.as_flattened_mut().as_chunks_mut::<4>().0.iter_mut().zip(&lines.0) {
                rows.as_flattened_mut().copy_from_slice(&line.0);
            }
            if i == 0 {
                let mut last = [0; 64];
                mix::write_turned(&b[len - 1], &mut last);
                let mac = &mut Hmac::<Sha256>::mac(&last, key);
                key.copy_from_slice(mac);
                wipe(mac);
                wipe(&mut last);
            }
            let v = &mut memory[first * len..][..count * len];
            let [s2, s1, s0] = tables;
            let mut boxes = Boxes { tables: [s0, s1, s2], next: 0 };
            done(pwx::fill(Work { b, v, boxes: &mut boxes }, count));
            done(pwx::reread(Work { b, v, boxes: &mut boxes }, 1 << count.ilog2(), writing, true));
            all_boxes.push(boxes);
        }
        let rest = even(all).saturating_sub(writing);
        for (b, boxes) in blocks.chunks_mut(len).zip(&mut all_boxes) {
            done(pwx::reread(Work { b, v: &mut memory[..n * len], boxes }, n, rest, false));
        }
        drop(all_boxes);
        wipe(tables.as_flattened_mut().as_flattened_mut().as_flattened_mut());
        Ok(())
    }
}

impl PasswordKdf for Yescrypt {
    /// # Errors
    /// [`Error::DerivedLength`] if `out` is empty or longer than 2^32 - 1 digests; [`Error::NoMemory`].
    fn derive(&self, password: &[u8], salt: &[u8], out: &mut [u8]) -> Result<(), Error> {
        if self.flavor == Flavor::Scrypt {
            return Scrypt::new(self.log_n, self.r, self.p)?.derive(password, salt, out);
        }
        check_output(out.len(), u64::from(u32::MAX) * 32)?;
        wipe::after(|| self.derive_in(password, salt, out))
    }
    fn memory(&self) -> u64 {
        if let (Flavor::Scrypt, Ok(scrypt)) = (self.flavor, Scrypt::new(self.log_n, self.r, self.p)) {
            return scrypt.memory();
        }
        let block = u128::from(self.r) * 128;
        let blocks = (1u128 << self.log_n) + 1 + 2 * u128::from(self.p);
        let tables = if self.flavor == Flavor::ReadWrite { u128::from(self.p) * 12288 } else { 0 };
        u64::try_from(block * blocks + tables).unwrap_or(u64::MAX)
    }
}

/// Asserts that the memory was not too short for a kernel.
fn done(done: Option<()>) {
    debug_assert!(done.is_some());
}

/// Rounds up to the next even number.
fn even(n: u64) -> u64 {
    n.saturating_add(1) & !1
}
