//! chacha-opt: ChaCha with nonces of 8 bytes and counters of 64 bits, XChaCha and HChaCha, with any even number of rounds.

use super::{copied, overlap, read, refuse, write};
use bramah::{
    Error,
    stream::{
        self, Keystream, Stream,
        chacha::{ChaCha8, ChaCha12, ChaCha20, hchacha as derive},
    },
};
use zeroize::Zeroize;

const BLOCK: usize = 64;

/// The state of a message, in 128 bytes of the caller at any address. All fields are bytes, so any 128 bytes are a
/// valid value of the type, and the caller may copy it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct State {
    key: [u8; 32],
    nonce: [u8; 8],
    /// The number of key stream blocks that have been used, little-endian.
    blocks: [u8; 8],
    /// The number of rounds, little-endian.
    rounds: [u8; 8],
    /// The number of bytes in `held`, the buffered incomplete block, little-endian.
    count: [u8; 8],
    held: [u8; BLOCK],
}

const _: () = assert!(size_of::<State>() == 128 && align_of::<State>() == 1);

/// XORs the key stream, from the current block on, into `data`.
fn apply(state: &State, function: &str, data: &mut [u8]) {
    fn run<K: Keystream>(stream: Result<Stream<K>, Error>, block: u64, data: &mut [u8]) -> Result<(), Error> {
        let mut stream = stream?;
        stream.seek(BLOCK as u128 * u128::from(block))?;
        stream.apply(data)
    }
    let State { key, nonce, .. } = state;
    let block = u64::from_le_bytes(state.blocks);
    let done = match u64::from_le_bytes(state.rounds) {
        8 => run(ChaCha8::new(key, nonce), block, data),
        12 => run(ChaCha12::new(key, nonce), block, data),
        20 => run(ChaCha20::new(key, nonce), block, data),
        rounds => {
            let rounds = u32::try_from(rounds).unwrap_or(0);
            let cipher = stream::lookup("chacha20").and_then(|cipher| cipher.with_rounds(rounds));
            run(cipher.and_then(|cipher| cipher.begin(key, nonce)), block, data)
        }
    };
    if let Err(error) = done {
        refuse(function, &error.to_string());
    }
}

impl State {
    fn new(function: &str, key: &[u8; 32], nonce: &[u8; 8], rounds: usize) -> Self {
        if rounds == 0 || !rounds.is_multiple_of(2) || u32::try_from(rounds).is_err() {
            refuse(function, &format!("invalid number of rounds: {rounds} (must be even)"));
        }
        let rounds = (rounds as u64).to_le_bytes();
        Self { key: *key, nonce: *nonce, blocks: [0; 8], rounds, count: [0; 8], held: [0; BLOCK] }
    }

    /// Starts XChaCha, with a key and nonce derived by HChaCha (draft-irtf-cfrg-xchacha-03, 2.3).
    fn extended(function: &str, key: &[u8; 32], nonce: &[u8; 24], rounds: usize) -> Self {
        let mut state = Self::new(function, key, &[0; 8], rounds);
        let [input @ .., _, _, _, _, _, _, _, _] = nonce;
        state.key = derive(key, input, rounds as u32);
        state.nonce.copy_from_slice(&nonce[16..]);
        state
    }

    /// Encrypts all whole blocks of the buffered bytes followed by `input` (or by zeros if there is no input), and
    /// buffers the remaining bytes.
    fn update(&mut self, input: Option<&[u8]>, len: usize, out: &mut [u8]) {
        let count = u64::from_le_bytes(self.count) as usize;
        let written = out.len();
        let rest = count + len - written;
        if written == 0 {
            fill(&mut self.held[count..rest], input);
        } else {
            out[..count].copy_from_slice(&self.held[..count]);
            fill(&mut out[count..], input.map(|input| &input[..written - count]));
            fill(&mut self.held[..rest], input.map(|input| &input[written - count..]));
            apply(self, "chacha_update", out);
            self.blocks =
                (u64::from_le_bytes(self.blocks).wrapping_add((written / BLOCK) as u64)).to_le_bytes();
        }
        self.count = (rest as u64).to_le_bytes();
    }

    fn wipe(&mut self) {
        let Self { key, nonce, blocks, rounds, count, held } = self;
        [&mut key[..], nonce, blocks, rounds, count, held].into_iter().for_each(Zeroize::zeroize);
    }
}

/// Copies the bytes of `from`, or zeros if there are none.
fn fill(to: &mut [u8], from: Option<&[u8]>) {
    match from {
        Some(from) => to.copy_from_slice(from),
        None => to.fill(0),
    }
}

/// Chooses the implementation. Returns 0 if ChaCha works on this machine, or 1 if no implementation passes its
/// self-test. The call is optional, because the first use chooses the implementation too.
#[unsafe(no_mangle)]
pub extern "C" fn chacha_startup() -> i32 {
    let tested = std::panic::catch_unwind(|| {
        let mut text = [0; 2 * BLOCK];
        ChaCha20::new(&[0; 32], &[0; 8]).and_then(|mut stream| stream.apply(&mut text[..])).is_ok()
    });
    i32::from(!tested.unwrap_or(false))
}

/// Derives a key from a key and a nonce of 16 bytes: HChaCha (draft-irtf-cfrg-xchacha-03, 2.2).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hchacha(
    key: *const [u8; 32],
    iv: *const [u8; 16],
    out: *mut [u8; 32],
    rounds: usize,
) {
    const NAME: &str = "hchacha";
    // SAFETY: the contract of the C interface (the documentation of the crate), which the caller keeps. The inputs are
    // copied before the output is written.
    let (key, iv, out) = unsafe { (array(NAME, key), array(NAME, iv), write(NAME, "out", out.cast(), 32)) };
    let mut state = State::new(NAME, &key, &[0; 8], rounds);
    out.copy_from_slice(&derive(&key, &iv, rounds as u32));
    state.wipe();
}

/// Returns a copy of the array at a pointer.
///
/// # Safety
/// The pointer is null, or `N` bytes can be read.
unsafe fn array<const N: usize>(function: &str, pointer: *const [u8; N]) -> [u8; N] {
    if pointer.is_null() {
        refuse(function, "a key or nonce is null");
    }
    // SAFETY: not null; bytes have no alignment, and the caller upholds the rest of the contract.
    unsafe { *pointer }
}

/// Starts a message under ChaCha.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn chacha_init(
    state: *mut State,
    key: *const [u8; 32],
    iv: *const [u8; 8],
    rounds: usize,
) {
    const NAME: &str = "chacha_init";
    // SAFETY: the contract of the C interface (the documentation of the crate), which the caller keeps.
    unsafe { put(NAME, state, State::new(NAME, &array(NAME, key), &array(NAME, iv), rounds)) }
}

/// Starts a message under XChaCha.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xchacha_init(
    state: *mut State,
    key: *const [u8; 32],
    iv: *const [u8; 24],
    rounds: usize,
) {
    const NAME: &str = "xchacha_init";
    // SAFETY: the contract of the C interface (the documentation of the crate), which the caller keeps.
    unsafe { put(NAME, state, State::extended(NAME, &array(NAME, key), &array(NAME, iv), rounds)) }
}

/// Writes a state to the caller's memory.
///
/// # Safety
/// The pointer is null, or 128 bytes can be written.
unsafe fn put(function: &str, to: *mut State, state: State) {
    if to.is_null() {
        refuse(function, "the state is null");
    }
    // SAFETY: not null, aligned because a state consists of bytes, and the caller upholds the rest of the contract.
    unsafe { *to = state };
}

/// Returns the caller's state at a pointer.
///
/// # Safety
/// The pointer is null, or points to a state that nothing else uses for `'a`.
unsafe fn state<'a>(function: &str, state: *mut State) -> &'a mut State {
    // SAFETY: the caller upholds the contract of this function.
    let Some(state) = (unsafe { state.as_mut() }) else { refuse(function, "the state is null") };
    if u64::from_le_bytes(state.count) >= BLOCK as u64 || state.rounds == [0; 8] {
        refuse(function, "the state was not initialised, or is already finished");
    }
    state
}

/// Encrypts or decrypts the next part of the message, and returns the number of bytes written. Only whole blocks are
/// written; the remaining bytes are buffered. So `out` needs room for `inlen + 63` bytes. If `in` is null, the key
/// stream is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn chacha_update(s: *mut State, input: *const u8, out: *mut u8, inlen: usize) -> usize {
    const NAME: &str = "chacha_update";
    // SAFETY: the contract of the C interface (the documentation of the crate), which the caller keeps. If the output
    // overlaps the input, a copy of the input is read, because the stored bytes are written first.
    unsafe {
        let state = state(NAME, s);
        let available = u64::from_le_bytes(state.count) as usize + inlen;
        let written = available - available % BLOCK;
        let from = (!input.is_null()).then(|| read(NAME, "in", input, inlen));
        let copy = from.filter(|_| overlap((input, inlen), (out, written))).map(copied);
        let from = copy.as_ref().map_or(from, |copy| Some(copy));
        state.update(from, inlen, write(NAME, "out", out, written));
        written
    }
}

/// Encrypts or decrypts the buffered bytes, fewer than 64, erases the state, and returns their number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn chacha_final(s: *mut State, out: *mut u8) -> usize {
    const NAME: &str = "chacha_final";
    // SAFETY: the contract of the C interface (the documentation of the crate), which the caller keeps.
    unsafe {
        let state = state(NAME, s);
        let count = u64::from_le_bytes(state.count) as usize;
        let out = write(NAME, "out", out, count);
        out.copy_from_slice(&state.held[..count]);
        apply(state, NAME, out);
        state.wipe();
        count
    }
}

/// Calls [`chacha_update`], for a message that [`xchacha_init`] has started. The documentation of chacha-opt uses this
/// name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xchacha_update(
    s: *mut State,
    input: *const u8,
    out: *mut u8,
    inlen: usize,
) -> usize {
    // SAFETY: the same contract.
    unsafe { chacha_update(s, input, out, inlen) }
}

/// Calls [`chacha_final`], for a message that [`xchacha_init`] has started. The documentation of chacha-opt uses this
/// name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xchacha_final(s: *mut State, out: *mut u8) -> usize {
    // SAFETY: the same contract.
    unsafe { chacha_final(s, out) }
}

/// Encrypts or decrypts a whole message.
///
/// # Safety
/// The contract of the functions of the C interface.
unsafe fn whole(function: &str, mut state: State, input: *const u8, out: *mut u8, len: usize) {
    if input.is_null() {
        // SAFETY: the caller upholds the contract of this function.
        unsafe { write(function, "out", out, len) }.fill(0);
    } else {
        // SAFETY: both have `len` bytes, `copy` allows overlaps, and the caller upholds the rest of the contract.
        unsafe { core::ptr::copy(input, out, if out.is_null() { 0 } else { len }) };
    }
    // SAFETY: the caller upholds the contract of this function.
    apply(&state, function, unsafe { write(function, "out", out, len) });
    state.wipe();
}

/// Encrypts or decrypts a whole message. If `in` is null, the key stream is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn chacha(
    key: *const [u8; 32],
    iv: *const [u8; 8],
    input: *const u8,
    out: *mut u8,
    inlen: usize,
    rounds: usize,
) {
    const NAME: &str = "chacha";
    // SAFETY: the contract of the C interface (the documentation of the crate), which the caller keeps.
    unsafe { whole(NAME, State::new(NAME, &array(NAME, key), &array(NAME, iv), rounds), input, out, inlen) }
}

/// Encrypts or decrypts a whole message under XChaCha. If `in` is null, the key stream is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xchacha(
    key: *const [u8; 32],
    iv: *const [u8; 24],
    input: *const u8,
    out: *mut u8,
    inlen: usize,
    rounds: usize,
) {
    const NAME: &str = "xchacha";
    // SAFETY: the contract of the C interface (the documentation of the crate), which the caller keeps.
    unsafe {
        whole(NAME, State::extended(NAME, &array(NAME, key), &array(NAME, iv), rounds), input, out, inlen)
    }
}
