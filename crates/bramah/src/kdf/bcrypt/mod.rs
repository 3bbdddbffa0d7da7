//! bcrypt: N. Provos, D. Mazieres, "A Future-Adaptable Password Scheme", USENIX 1999; and bcrypt_pbkdf, with which OpenSSH
//! derives keys.
//!
//! Both functions index S-boxes by values that depend on the password, as Blowfish's design requires. So the time may reveal
//! something about the password.

mod pbkdf;
mod string;

pub use pbkdf::BcryptPbkdf;
pub use string::{Prefix, Stored};

use crate::{
    Error,
    backend::{Backend, Dispatch, Entry, candidate, table_calls},
    block::blowfish::{self, State, cycled},
    ct::declassify,
    wipe::{self, wipe},
};
use alloc::vec::Vec;
use core::hint::black_box;

/// A password and a salt, prepared for the key schedule of the cipher.
pub(crate) struct Job {
    key: [u32; 18],
    /// The salt as words, repeated to fill 16 words.
    salt: [u32; 16],
    /// The salt as a key.
    salt_key: [u32; 18],
    /// The value that is XORed onto the first subkey of Blowfish; 0 except for marked passwords.
    mark: u32,
}

impl Job {
    fn new(key: &[u8], salt: &[u8]) -> Self {
        Self { key: cycled(key), salt: cycled(salt), salt_key: cycled(salt), mark: 0 }
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        wipe(&mut self.key);
        wipe(&mut self.salt);
        wipe(&mut self.salt_key);
    }
}

/// The number of ciphers that are computed side by side.
const SIDE_BY_SIDE: usize = 3;
/// The number of passwords whose jobs are prepared together.
const GROUP: usize = 4 * SIDE_BY_SIDE;
/// The maximum number of blocks in the text that is encrypted at the end.
const BLOCKS: usize = 4;

/// The parameters in which bcrypt and bcrypt_pbkdf differ: the number of rounds of the key schedule, whether the salt comes
/// before the key in a round, and the text that is encrypted at the end.
pub(crate) struct Plan {
    rounds: u32,
    salt_first: bool,
    text: &'static [[u32; 2]],
}

/// The table of functions of a bcrypt candidate.
pub(crate) struct BcryptOps {
    run: Entry<unsafe fn(&[Job], &Plan, &mut [[[u32; 2]; BLOCKS]])>,
}

table_calls! {
    /// The calls of a bcrypt backend.
    trait BcryptCalls: Backend<BcryptOps> {
        fn run(jobs: &[Job], plan: &Plan, out: &mut [[[u32; 2]; BLOCKS]]) = run;
    }
}

static DISPATCH: Dispatch<BcryptOps> = Dispatch::new(
    "bcrypt",
    &[candidate!("portable", BcryptOps { run: run = fn(jobs: &[Job], plan: &Plan, out: &mut [[[u32; 2]; BLOCKS]]) })
        .indexing()],
    |backend| {
        let plan = Plan { rounds: 1, salt_first: false, text: &TEXT };
        let mut out = [[[0; 2]; BLOCKS]; 3];
        backend.run(&[Job::new(b"a\0", &[1; 16]), Job::new(b"b\0", &[2; 16]), Job::new(b"c\0", &[3; 16])], &plan, &mut out);
        [out[0][0][0], out[1][1][1], out[2][2][0]] == SELF_TEST
    },
);
/// The result of the self-test, computed by a candidate that passes the test vectors.
const SELF_TEST: [u32; 3] = [0x2f9d_1b5b, 0xed8c_973e, 0x6454_e630];

/// Returns bcrypt's list of candidates, which has only one entry.
#[cfg(feature = "registry")]
pub(crate) fn choice() -> &'static dyn crate::backend::Choice {
    &DISPATCH
}

/// Calls `work` with ciphers whose contents are unspecified, and erases them afterwards.
#[cfg(not(all(target_arch = "wasm32", feature = "std")))]
#[inline(always)]
fn with_ciphers(work: impl FnOnce(&mut [State; SIDE_BY_SIDE])) {
    work(&mut [const { State::EMPTY }; SIDE_BY_SIDE]);
}

/// Calls `work` with ciphers whose contents are unspecified, and erases them afterwards.
///
/// The ciphers have a fixed address, which WebAssembly's instructions can contain. An address on the stack would be added to each
/// index first, and each round waits for that.
#[cfg(all(target_arch = "wasm32", feature = "std"))]
#[inline(always)]
fn with_ciphers(work: impl FnOnce(&mut [State; SIDE_BY_SIDE])) {
    use core::cell::RefCell;
    std::thread_local! {
        static CIPHERS: RefCell<[State; SIDE_BY_SIDE]> =
            const { RefCell::new([const { State::EMPTY }; SIDE_BY_SIDE]) };
    }
    CIPHERS.with_borrow_mut(|ciphers| {
        work(ciphers);
        ciphers.iter_mut().for_each(State::wipe);
    });
}

/// Runs EksBlowfish (the slow key schedule and the final encryption) for all jobs.
fn run(jobs: &[Job], plan: &Plan, out: &mut [[[u32; 2]; BLOCKS]]) {
    with_ciphers(|ciphers| run_with(ciphers, jobs, plan, out));
    wipe::deep();
}

/// Runs EksBlowfish for all jobs with these ciphers.
#[inline(always)]
fn run_with(ciphers: &mut [State; SIDE_BY_SIDE], jobs: &[Job], plan: &Plan, out: &mut [[[u32; 2]; BLOCKS]]) {
    for (jobs, out) in jobs.chunks(SIDE_BY_SIDE).zip(out.chunks_mut(SIDE_BY_SIDE)) {
        if let ([job], [out], [cipher, ..]) = (jobs, &mut *out, &mut *ciphers) {
            let cipher = core::array::from_mut(cipher);
            side_by_side(cipher, [job], plan, core::array::from_mut(out));
            continue;
        }
        // an incomplete last group is filled up with copies of its first job: the copies are computed side by side with the
        // other jobs, and so cost hardly any time
        let Some(first) = jobs.first() else { continue };
        let (mut several, mut results) = ([first; SIDE_BY_SIDE], [[[0; 2]; BLOCKS]; SIDE_BY_SIDE]);
        several.iter_mut().zip(jobs).for_each(|(to, job)| *to = job);
        side_by_side(ciphers, several, plan, &mut results);
        out.iter_mut().zip(&results).for_each(|(to, result)| *to = *result);
        wipe(results.as_flattened_mut());
    }
}

#[inline(never)]
fn side_by_side<const N: usize>(
    ciphers: &mut [State; N],
    jobs: [&Job; N],
    plan: &Plan,
    out: &mut [[[u32; 2]; BLOCKS]; N],
) {
    let (mut keys, mut salts, mut first) = ([&jobs[0].key; N], [&jobs[0].salt_key; N], [&jobs[0].salt; N]);
    for n in 0..N {
        ciphers[n].reset(jobs[n].mark);
        (keys[n], salts[n], first[n]) = (&jobs[n].key, &jobs[n].salt_key, &jobs[n].salt);
    }
    blowfish::expand::<N, true>(ciphers, &keys, &first);
    let turns = if plan.salt_first { [&salts, &keys] } else { [&keys, &salts] };
    for _ in 0..plan.rounds {
        for keys in turns {
            blowfish::expand::<N, false>(ciphers, keys, &first);
        }
    }
    for (i, text) in plan.text.iter().enumerate() {
        let mut blocks = [*text; N];
        for _ in 0..64 {
            blowfish::crypt::<false, N>(ciphers, &mut blocks);
        }
        for n in 0..N {
            out[n][i] = blocks[n];
        }
    }
}

/// The text that bcrypt encrypts: "OrpheanBeholderScryDoubt".
const TEXT: [[u32; 2]; 3] =
    [[0x4f72_7068, 0x6561_6e42], [0x6568_6f6c, 0x6465_7253], [0x6372_7944, 0x6f75_6274]];

/// bcrypt with a cost.
///
/// A password has at most 72 bytes and contains no zero byte. Longer passwords are refused, unless
/// [`truncating`](Self::truncating) allows ignoring their last bytes, which other libraries do silently.
///
/// ```
/// use bramah::kdf::bcrypt::{Bcrypt, Stored};
///
/// let bcrypt = Bcrypt::new(4)?; // in real use, 10 or more
/// let stored = bcrypt.hash(b"password", &[7; 16])?.to_string();
/// assert!(stored.starts_with("$2b$04$") && stored.len() == 60);
/// assert!(stored.parse::<Stored>()?.verify(b"password")?);
/// assert!(!stored.parse::<Stored>()?.verify(b"passw0rd")?);
/// # Ok::<(), bramah::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bcrypt {
    cost: u32,
    truncating: bool,
    way: Way,
}

/// The way in which a password is converted to a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Usual,
    /// As in crypt_blowfish until 2011: bytes are sign-extended, which is a fault: `$2x$`.
    Signed,
    /// As usual, but passwords whose hash the fault of `$2x$` may have produced are marked, so that their result differs: `$2a$`
    /// of crypt_blowfish.
    Marked,
}

/// The maximum number of bytes of a password that enter the result.
const MAX_PASSWORD: usize = 72;

impl Bcrypt {
    /// Returns bcrypt with 2^`cost` rounds; `cost` is 4 to 31.
    ///
    /// # Errors
    /// [`Error::Parameter`] if `cost` is less than 4 or more than 31.
    pub const fn new(cost: u32) -> Result<Self, Error> {
        match cost {
            4..=31 => Ok(Self { cost, truncating: false, way: Way::Usual }),
            _ => Err(Error::Parameter { name: "the cost", value: cost as u64, min: 4, max: 31 }),
        }
    }

    /// Returns bcrypt with cost 10, the minimum that is advised today (OWASP, Password Storage). bcrypt is for existing systems;
    /// choose Argon2id for new ones.
    pub const fn recommended() -> Self {
        Self { cost: 10, truncating: false, way: Way::Usual }
    }

    /// Returns bcrypt that ignores everything after the first 72 bytes of a password.
    #[must_use]
    pub const fn truncating(self) -> Self {
        Self { truncating: true, ..self }
    }

    /// Returns the cost, the binary logarithm of the number of rounds.
    pub const fn cost(self) -> u32 {
        self.cost
    }

    /// Derives `out`, the result of 23 bytes, from a password and a salt.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] for a password of more than 72 bytes, unless [`truncating`](Self::truncating);
    /// [`Error::ZeroByte`] for a password with a zero byte.
    pub fn derive(self, password: &[u8], salt: &[u8; 16], out: &mut [u8; 23]) -> Result<(), Error> {
        self.derive_many(&[password], core::array::from_ref(salt), core::array::from_mut(out))
    }

    /// Derives the results of many passwords, side by side. Each password takes little more than half the time that a password
    /// takes alone.
    ///
    /// # Errors
    /// The errors of [`derive`](Self::derive) for the first password that is refused; then no results are derived.
    /// [`Error::Lengths`] if the three slices do not have the same length.
    pub fn derive_many(
        self,
        passwords: &[&[u8]],
        salts: &[[u8; 16]],
        out: &mut [[u8; 23]],
    ) -> Result<(), Error> {
        if passwords.len() != salts.len() || passwords.len() != out.len() {
            return Err(Error::Lengths { input: passwords.len(), output: salts.len().min(out.len()) });
        }
        for password in passwords {
            self.check(password)?;
        }
        let plan = Plan { rounds: 1 << self.cost, salt_first: false, text: &TEXT };
        for ((passwords, salts), out) in
            passwords.chunks(GROUP).zip(salts.chunks(GROUP)).zip(out.chunks_mut(GROUP))
        {
            let jobs: Vec<Job> =
                passwords.iter().zip(salts).map(|(password, salt)| self.job(password, salt)).collect();
            let mut results = [[[0; 2]; BLOCKS]; GROUP];
            DISPATCH.get().run(&jobs, &plan, &mut results[..jobs.len()]);
            for (out, result) in out.iter_mut().zip(&results) {
                for (out, word) in out.chunks_mut(4).zip(result.as_flattened()) {
                    out.copy_from_slice(&word.to_be_bytes()[..out.len()]);
                }
            }
            wipe(results.as_flattened_mut());
        }
        wipe::deep();
        Ok(())
    }

    fn check(self, password: &[u8]) -> Result<(), Error> {
        if password.len() > MAX_PASSWORD && !self.truncating {
            let length = password.len();
            return Err(Error::ParameterLength { name: "password", length, min: 0, max: MAX_PASSWORD });
        }
        if has_zero(password) { Err(Error::ZeroByte) } else { Ok(()) }
    }

    /// Returns whether `$2a$` of crypt_blowfish would mark the password.
    fn is_marked(self, password: &[u8]) -> bool {
        self.job(password, &[0; 16]).mark > 0
    }

    fn job(self, password: &[u8], salt: &[u8; 16]) -> Job {
        // a zero byte ends the password, and is part of the key if the password has fewer than 72 bytes
        let mut bytes = [0; MAX_PASSWORD + 1];
        let len = password.len().min(MAX_PASSWORD);
        bytes[..len].copy_from_slice(&password[..len]);
        let mut job = Job::new(&bytes[..=len], salt);
        if self.way != Way::Usual {
            let (signed, mark) = signed(&bytes[..=len], &job.key);
            match self.way {
                Way::Signed => job.key = signed,
                _ => job.mark = mark,
            }
        }
        wipe(&mut bytes);
        job
    }
}

/// Returns whether any byte is zero. The time does not reveal which byte. This is a separate function so that the test of
/// constant time can name it.
#[inline(never)]
fn has_zero(password: &[u8]) -> bool {
    // the subtraction borrows, and so sets the highest bit, only for the byte 0
    let zero = |byte: &u8| u32::from(*byte).wrapping_sub(1) >> 31;
    declassify(password.iter().fold(0, |found, byte| black_box(found | zero(byte)))) != 0
}

/// Returns the words of a key as the fault of `$2x$` computes them: each byte is sign-extended and ORed into the word, over the
/// preceding bytes. Also returns the mark. The mark is set if a byte other than the first of its word is negative, and either all
/// lower halves or all upper halves of the words equal the usual ones.
fn signed(key: &[u8], usual: &[u32; 18]) -> ([u32; 18], u32) {
    let mut words = [0; 18];
    let (mut negative, mut differing) = (0, 0);
    let mut bytes = key.iter().cycle();
    for (word, usual) in words.iter_mut().zip(usual) {
        for i in 0..4 {
            *word = *word << 8 | bytes.next().map_or(0, |byte| *byte as i8 as u32);
            if i > 0 {
                negative |= *word & 0x80;
            }
        }
        differing |= *word ^ usual;
    }
    // adding 0xffff sets bit 16 if any bit of `differing` is set
    let differing = (differing >> 16 | differing) & 0xffff;
    (words, negative << 9 & !(differing + 0xffff) & 1 << 16)
}
