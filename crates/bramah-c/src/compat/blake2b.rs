//! blake2b-opt: BLAKE2b with digests of 64 bytes, and blake2b-opt's own keyed form, which differs from RFC 7693: the
//! message is preceded by the key, padded with zeros to a block.

use super::{read, refuse, write};
use bramah::{
    Blake2b512,
    hash::{Frame, Hash, Options, Start, blake2::Blake2bHash},
};
use zeroize::{Zeroize, Zeroizing};

const BLOCK: usize = 128;
const DIGEST: usize = 64;

/// The state of a message, in 256 bytes of the caller at any address. It contains the bytes that the library saves.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct State {
    /// 1 while the message is in progress, 0 after its end.
    begun: u8,
    /// The number of saved bytes.
    len: u8,
    /// The saved bytes: a byte count of 16 bytes, eight words, and the bytes of an incomplete block.
    saved: [u8; 16 + 64 + BLOCK],
    unused: [u8; 46],
}

const _: () = assert!(size_of::<State>() == 256 && align_of::<State>() == 1);

type Message = <Blake2bHash as Hash>::Frame;

fn start() -> Start<Blake2bHash> {
    Blake2bHash::start(&Options::default(), DIGEST)
}

fn begin() -> Message {
    Message::new(&start(), Message::dispatch().get())
}

/// Returns a key, padded with zeros to a block.
fn block(function: &str, key: &[u8]) -> Zeroizing<[u8; BLOCK]> {
    if key.len() > DIGEST {
        refuse(function, &format!("the key has {} bytes, but may have at most {DIGEST}", key.len()));
    }
    let mut block = Zeroizing::new([0; BLOCK]);
    block[..key.len()].copy_from_slice(key);
    block
}

impl State {
    fn of(message: &Message) -> Self {
        let mut state = Self { begun: 1, len: 0, saved: [0; 208], unused: [0; 46] };
        message.save(&mut |bytes| {
            state.saved[usize::from(state.len)..][..bytes.len()].copy_from_slice(bytes);
            state.len += bytes.len() as u8;
        });
        state
    }

    /// Returns the message in progress; ends the process if there is none.
    fn message(&self, function: &str) -> Message {
        let saved = self.saved.get(..usize::from(self.len)).filter(|_| self.begun == 1);
        let message = saved.and_then(|saved| Message::restore(&start(), Message::dispatch().get(), saved));
        message.unwrap_or_else(|| refuse(function, "the state was not initialised, or is already finished"))
    }

    fn wipe(&mut self) {
        self.saved.zeroize();
        (self.begun, self.len) = (0, 0);
    }
}

/// Returns the caller's state at a pointer.
///
/// # Safety
/// The pointer is null, or points to a state that nothing else uses for `'a`.
unsafe fn state<'a>(function: &str, state: *mut State) -> &'a mut State {
    // SAFETY: the caller upholds the contract of this function.
    unsafe { state.as_mut() }.unwrap_or_else(|| refuse(function, "the state is null"))
}

/// Chooses the implementation. Returns 0 if BLAKE2b works on this machine, or 1 if no implementation passes its
/// self-test. The call is optional, because the first use chooses the implementation too.
#[unsafe(no_mangle)]
pub extern "C" fn blake2b_startup() -> i32 {
    std::panic::catch_unwind(|| Blake2b512::digest(b"")).is_err().into()
}

/// Starts a message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blake2b_init(s: *mut State) {
    // SAFETY: the contract of the C interface (the documentation of the crate), which the caller keeps.
    unsafe { *state("blake2b_init", s) = State::of(&begin()) }
}

/// Starts a message under a key of at most 64 bytes, in blake2b-opt's own keyed form.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blake2b_keyed_init(s: *mut State, key: *const u8, keylen: usize) {
    const NAME: &str = "blake2b_keyed_init";
    let mut message = begin();
    // SAFETY: the contract of the C interface (the documentation of the crate), which the caller keeps.
    unsafe {
        message.update(&*block(NAME, read(NAME, "key", key, keylen)));
        *state(NAME, s) = State::of(&message);
    }
}

/// Appends bytes to the message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blake2b_update(s: *mut State, input: *const u8, inlen: usize) {
    const NAME: &str = "blake2b_update";
    // SAFETY: the contract of the C interface (the documentation of the crate), which the caller keeps.
    unsafe {
        let state = state(NAME, s);
        let mut message = state.message(NAME);
        message.update(read(NAME, "in", input, inlen));
        *state = State::of(&message);
    }
}

/// Ends the message, writes its digest of 64 bytes, and erases the state.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blake2b_final(s: *mut State, hash: *mut u8) {
    const NAME: &str = "blake2b_final";
    // SAFETY: the contract of the C interface (the documentation of the crate), which the caller keeps.
    unsafe {
        let state = state(NAME, s);
        state.message(NAME).finish(write(NAME, "hash", hash, DIGEST));
        state.wipe();
    }
}

/// Writes the digest of a whole message, 64 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blake2b(hash: *mut u8, input: *const u8, inlen: usize) {
    const NAME: &str = "blake2b";
    // SAFETY: the contract of the C interface (the documentation of the crate), which the caller keeps. The digest may
    // overlap the message, which is not used any more when the digest is written.
    unsafe {
        let digest = Blake2b512::digest(read(NAME, "in", input, inlen));
        write(NAME, "hash", hash, DIGEST).copy_from_slice(&digest);
    }
}

/// Writes the digest of a whole message, 64 bytes, under a key of at most 64 bytes, in blake2b-opt's own keyed form.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blake2b_keyed(
    hash: *mut u8,
    input: *const u8,
    inlen: usize,
    key: *const u8,
    keylen: usize,
) {
    const NAME: &str = "blake2b_keyed";
    let (mut message, mut digest) = (begin(), [0; DIGEST]);
    // SAFETY: the contract of the C interface (the documentation of the crate), which the caller keeps. The digest may
    // overlap the inputs, which are not used any more when the digest is written.
    unsafe {
        message.update(&*block(NAME, read(NAME, "key", key, keylen)));
        message.update(read(NAME, "in", input, inlen));
        message.finish(&mut digest);
        write(NAME, "hash", hash, DIGEST).copy_from_slice(&digest);
    }
}
