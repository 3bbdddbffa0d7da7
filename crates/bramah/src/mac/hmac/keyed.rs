//! HMAC's precomputed key, over any hash construction. The types and the registry share this code.

#[cfg(feature = "alloc")]
use crate::hash::Backends;
use crate::{
    backend::Backend,
    hash::{Frame, frame},
    mac::{
        MAX_PRF, Prf,
        prf::{of_kind, one_by_one, plainly},
    },
    wipe::{self, wipe},
};
use core::sync::atomic::{AtomicBool, Ordering};

/// The maximum number of keys whose chains of PBKDF2 are advanced together.
const SOME: usize = 16;

/// The length in bytes of the longest block of a hash function, SHAKE128's.
pub(super) const MAX_BLOCK: usize = 168;

/// The state in which messages start: the state after one of the two blocks that contain the key.
enum Pad<F: Frame> {
    Start(F::Start),
    /// A hash state that has absorbed the key block, for constructions that have no start after this block.
    Frame(F),
}

impl<F: Frame> Pad<F> {
    /// Returns the start, or if there is no start, the hash state. For constructions that always have a start, the case
    /// without a start is not compiled.
    #[inline(always)]
    fn start(&self) -> Result<&F::Start, &F> {
        match self {
            Self::Start(start) => Ok(start),
            Self::Frame(_) if F::AFTER => unreachable!("a start is after every block"),
            Self::Frame(frame) => Err(frame),
        }
    }

    #[inline(never)]
    fn new(start: &F::Start, backend: Backend<F::Ops>, block: &[u8]) -> Self {
        match F::after(start, backend, block) {
            Some(after) => Self::Start(after),
            None if F::AFTER => unreachable!("a start is after every block"),
            None => {
                let mut frame = F::new(start, backend);
                frame.update(block);
                Self::Frame(frame)
            }
        }
    }

    /// Begins an empty message.
    #[inline(always)]
    fn begin(&self, backend: Backend<F::Ops>) -> F {
        match self.start() {
            Ok(start) => F::new(start, backend),
            Err(frame) => frame.clone(),
        }
    }

    /// Computes the digest of the key block followed by a whole message.
    #[inline]
    fn digest(&self, backend: Backend<F::Ops>, message: &[u8], out: &mut [u8]) {
        match self.start() {
            Ok(start) => frame::digest::<F>(start, backend, message, out),
            Err(frame) => {
                let mut frame = frame.clone();
                frame.update(message);
                frame.finish(out);
            }
        }
    }
}

impl<F: Frame> Clone for Pad<F> {
    fn clone(&self) -> Self {
        match self.start() {
            Ok(start) => Self::Start(start.clone()),
            Err(frame) => Self::Frame(frame.clone()),
        }
    }
}

/// A precomputed key, with the backends of the hash function. Its fields erase themselves on drop.
pub(crate) struct HmacKey<F: Frame> {
    inner: Pad<F>,
    outer: Pad<F>,
    one: Backend<F::Ops>,
    /// The backend for many messages, if a backend other than the one in use was chosen.
    #[cfg(feature = "alloc")]
    many: Option<Backend<F::Many>>,
    /// The length of a digest in bytes.
    len: usize,
    /// Whether messages were processed in batches, which takes larger stack frames.
    batched: AtomicBool,
}

impl<F: Frame> Drop for HmacKey<F> {
    fn drop(&mut self) {
        // kernels have left the states after the key blocks on the stack, and with these states tags can be forged
        match *self.batched.get_mut() {
            false => self.one.stack().erase(),
            true => wipe::deep(),
        }
    }
}

impl<F: Frame> HmacKey<F> {
    /// Precomputes a key, for digests of `len` bytes; `len` is at most `block_len`. The caller erases the stack.
    pub(crate) fn new(
        start: &F::Start,
        one: Backend<F::Ops>,
        key: &[u8],
        block_len: usize,
        len: usize,
    ) -> Self {
        let mut room = [0; MAX_BLOCK];
        let block = &mut room[..block_len];
        pad(&|key, digest| frame::digest::<F>(start, one, key, digest), key, block, len);
        let inner = Pad::new(start, one, block);
        turn(block);
        let outer = Pad::new(start, one, block);
        wipe(&mut room);
        Self {
            inner,
            outer,
            one,
            #[cfg(feature = "alloc")]
            many: None,
            len,
            batched: AtomicBool::new(false),
        }
    }

    /// Calls `f` and returns its result. Erases what `f` left on the stack if a copy of the start or of the hash state
    /// there would contain the key block, for example in a frame's buffer or in a checksum.
    #[inline(always)]
    pub(crate) fn clean<T>(&self, f: impl FnOnce() -> T) -> T {
        match self.inner.start() {
            Ok(_) if !F::SHOWS => f(),
            Ok(_) => wipe::after(f),
            Err(_) => wipe::after_deep(f),
        }
    }

    /// Returns a hash state that has absorbed the inner key block, and no byte of the message yet.
    #[inline]
    pub(crate) fn begin(&self) -> F {
        self.inner.begin(self.one)
    }

    /// Ends a message and writes the first bytes of its tag, as many as `tag` has. This is a separate function so that messages
    /// in parts and objects share its code.
    #[inline(never)]
    pub(crate) fn finish(&self, frame: &mut F, tag: &mut [u8]) {
        let mut digest = [0; MAX_PRF];
        let digest = &mut digest[..self.len];
        frame.finish(digest);
        self.close(digest, tag);
    }

    /// Writes the first bytes of the tag of a whole message, as many as `tag` has.
    pub(crate) fn mac(&self, message: &[u8], tag: &mut [u8]) {
        let mut digest = [0; MAX_PRF];
        let digest = &mut digest[..self.len];
        self.inner.digest(self.one, message, digest);
        self.close(digest, tag);
    }

    /// Writes the first bytes of the tag of a message in parts, as many as `tag` has.
    pub(crate) fn parts(&self, parts: &[&[u8]], tag: &mut [u8]) {
        if let [message] = parts {
            return self.mac(message, tag);
        }
        let mut frame = self.begin();
        for part in parts {
            frame.update(part);
        }
        self.finish(&mut frame, tag);
    }

    /// Computes the outer digest of the inner digest, `digest`, which is then erased.
    #[inline(always)]
    fn close(&self, digest: &mut [u8], tag: &mut [u8]) {
        if tag.len() < self.len {
            self.front(digest, tag);
        } else {
            self.outer.digest(self.one, digest, tag);
        }
        wipe(digest);
    }

    /// Writes the first bytes of the outer digest. This is a separate function so that whole tags need no buffer that must be
    /// erased.
    #[inline(never)]
    fn front(&self, digest: &[u8], tag: &mut [u8]) {
        let mut whole = [0; MAX_PRF];
        self.outer.digest(self.one, digest, &mut whole[..self.len]);
        tag.copy_from_slice(&whole[..tag.len()]);
        wipe(&mut whole);
    }

    /// Remembers that messages are processed in batches.
    #[cfg(feature = "alloc")]
    pub(super) fn mark_batched(&self) {
        self.batched.store(true, Ordering::Relaxed);
    }

    /// Sets the backend for many messages in place: if the key were passed by value, the compiler would move it by
    /// copying a frame byte by byte.
    #[cfg(feature = "registry")]
    pub(crate) fn set_many(&mut self, many: Backend<F::Many>) {
        self.many = Some(many);
    }

    #[cfg(feature = "alloc")]
    pub(super) fn backends(&self) -> Backends<F> {
        Backends { one: self.one, many: self.many.unwrap_or_else(|| F::batch().get()) }
    }

    /// Advances chains of PBKDF2 as [`Prf::iterate`] does, each chain under its own key.
    pub(super) fn chains(
        &self,
        all: &mut dyn Iterator<Item = &Self>,
        count: u32,
        u: &mut [u8],
        sum: &mut [u8],
    ) {
        let chains = &mut u.chunks_mut(SOME * self.len).zip(sum.chunks_mut(SOME * self.len));
        for (u, sum) in chains {
            let (mut some, mut starts, mut n) = ([self; SOME], [None; SOME], 0);
            for ((one, start), next) in some.iter_mut().zip(&mut starts).zip(&mut *all) {
                (*one, *start) = (next, next.starts());
                n += 1;
            }
            let (some, starts) = (&some[..n], &starts[..n]);
            if let Some(first) = starts.first().copied().flatten().filter(|_| F::ITERATES) {
                let mut keys = [first; SOME];
                for (key, start) in keys.iter_mut().zip(starts) {
                    *key = start.unwrap_or(first);
                }
                F::iterate(&keys[..n], self.one, self.len, count, u, sum);
            } else {
                let chains = u.chunks_exact_mut(self.len).zip(sum.chunks_exact_mut(self.len));
                for (one, (u, sum)) in some.iter().zip(chains) {
                    one.iterate(count, u, sum);
                }
            }
        }
    }

    /// Returns the starts after the inner and the outer key block, if the construction has them.
    pub(super) fn starts(&self) -> Option<[&F::Start; 2]> {
        Some([self.inner.start().ok()?, self.outer.start().ok()?])
    }
}

impl<F: Frame> Prf for HmacKey<F> {
    fn output_len(&self) -> usize {
        self.len
    }
    fn mac(&self, parts: &[&[u8]], out: &mut [u8]) {
        self.parts(parts, out);
    }
    fn iterate(&self, count: u32, u: &mut [u8], sum: &mut [u8]) {
        match self.starts() {
            Some(starts) if F::ITERATES => F::iterate(&[starts], self.one, self.len, count, u, sum),
            _ => plainly::<dyn Prf>(self, count, u, sum),
        }
    }
    fn iterate_each(&self, functions: &[&dyn Prf], count: u32, u: &mut [u8], sum: &mut [u8]) {
        match F::ITERATES.then(|| of_kind(functions)).flatten() {
            Some(mut all) => self.chains(&mut all, count, u, sum),
            None => one_by_one(self.len, functions, count, u, sum),
        }
    }
}

impl<F: Frame> Clone for HmacKey<F> {
    fn clone(&self) -> Self {
        Self {
            inner: self.inner.clone(),
            outer: self.outer.clone(),
            one: self.one,
            #[cfg(feature = "alloc")]
            many: self.many,
            len: self.len,
            batched: AtomicBool::new(self.batched.load(Ordering::Relaxed)),
        }
    }
}

/// Writes the inner key block: the key, or if the key is longer than a block, its digest of `len` bytes, XORed with `ipad`.
#[inline(never)]
pub(super) fn pad(digest_of: &dyn Fn(&[u8], &mut [u8]), key: &[u8], block: &mut [u8], len: usize) {
    block.fill(0x36);
    if key.len() > block.len() {
        let mut digest = [0; MAX_PRF];
        digest_of(key, &mut digest[..len]);
        xor(block, &digest[..len]);
        wipe(&mut digest);
    } else {
        xor(block, key);
    }
}

/// Converts the inner key block, XORed with `ipad`, to the outer one, XORed with `opad`.
pub(super) fn turn(block: &mut [u8]) {
    for byte in block {
        *byte ^= 0x36 ^ 0x5c;
    }
}

/// XORs a key into the front of a block.
fn xor(block: &mut [u8], key: &[u8]) {
    for (byte, key) in block.iter_mut().zip(key) {
        *byte ^= key;
    }
}
