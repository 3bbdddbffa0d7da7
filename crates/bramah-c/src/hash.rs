//! Hash functions by name.

use crate::{
    handle::{Kind, Locked},
    memory::{several, text},
    options::{Given, Options},
    status::{BAD_ARGUMENT, FINISHED, Failure, LENGTH, UNSUPPORTED},
    xof::Xof,
};
use bramah::hash::{self, Algorithm, AnyHasher, Function, Node, Parameter, Tree};
use core::ffi::c_char;

/// A hash function with its options, and a message in progress.
pub struct HashKind;

impl Kind for HashKind {
    const TAG: u32 = 0xb4a6_0002;
    const NAME: &'static str = "a hash";
    type Fixed = Fixed;
    type Moving = Moving;
}

/// A hash function with its options, and a message in progress. Functions that take the handle as `const` do not change
/// the message.
pub type Hash = crate::handle::Handle<HashKind>;

/// A hash function with its options.
#[derive(Clone)]
pub struct Fixed {
    algorithm: Algorithm,
    function: Function,
    /// Whether any option was set; if so, the algorithm without options is a different function.
    options: bool,
}

/// A message in progress.
pub struct Moving {
    hasher: AnyHasher,
    finished: bool,
}

impl Fixed {
    fn new(name: &str, given: &Given<'_>) -> Result<Self, Failure> {
        let algorithm = given.on_backend(hash::lookup(name)?, |hash, backend| hash.with_backend(backend))?;
        let mut options = hash::Options { empty_key: given.choice("empty_key")?, ..Default::default() };
        let mut any = options.empty_key;
        for parameter in Parameter::ALL {
            if let Some(bytes) = given.bytes(parameter.field())? {
                any |= !bytes.is_empty();
                options = options.with(parameter, bytes);
            }
        }
        options.tree = tree(given)?;
        let function = algorithm.with_options(&options)?;
        Ok(Self { algorithm, function, options: any || options.tree.is_some() })
    }

    /// Returns an error if the length of the output is not the length of the digest.
    #[inline]
    fn check(&self, len: usize) -> Result<(), Failure> {
        let digest = self.algorithm.output_len();
        if len == digest { Ok(()) } else { Err(wrong_length(len, digest)) }
    }

    /// Computes the digest of a message.
    #[inline]
    fn digest(&self, message: &[u8], out: &mut [u8]) {
        if self.options {
            self.function.digest(message, out);
        } else {
            self.algorithm.digest(message, out);
        }
    }

    /// Computes the digests of a batch of messages, after checking the length of the output.
    pub(crate) fn many(&self, messages: &[&[u8]], out: &mut [u8]) -> Result<(), Failure> {
        let needed = self.algorithm.output_len().saturating_mul(messages.len());
        if out.len() != needed {
            return Err(wrong_length(out.len(), needed));
        }
        self.function.hash_many(messages, out);
        Ok(())
    }

    /// Returns the length of a digest in bytes.
    pub(crate) fn digest_len(&self) -> usize {
        self.algorithm.output_len()
    }
}

#[cold]
fn wrong_length(len: usize, needed: usize) -> Failure {
    Failure::new(LENGTH, format!("the output has {len} bytes, but {needed} are needed"))
}

/// Reads the options that describe a tree.
fn tree(given: &Given<'_>) -> Result<Option<Tree>, Failure> {
    let node = Node::default();
    let parts = (given.number("fanout")?, given.number("depth")?, given.number("leaf_length")?);
    let places = (given.number("node_offset")?, given.number("node_depth")?, given.number("inner_length")?);
    let last_node = given.choice("last_node")?;
    let levels = (given.number("leaf")?, given.number("fan_out")?, given.number("max_height")?);
    let blocks = given.number("block_size")?;
    let is_node = parts != (None, None, None) || places != (None, None, None) || last_node;
    Ok(match (is_node, levels, blocks) {
        (false, (None, None, None), None) => None,
        (true, (None, None, None), None) => Some(Tree::Node(Node {
            fanout: parts.0.unwrap_or(node.fanout),
            depth: parts.1.unwrap_or(node.depth),
            leaf_length: parts.2.unwrap_or(node.leaf_length),
            node_offset: places.0.unwrap_or(node.node_offset),
            node_depth: places.1.unwrap_or(node.node_depth),
            inner_length: places.2.unwrap_or(node.inner_length),
            last_node,
        })),
        (false, (Some(leaf), Some(fan_out), Some(max_height)), None) => {
            Some(Tree::Levels { leaf, fan_out, max_height })
        }
        (false, (None, None, None), Some(blocks)) => Some(Tree::Blocks(blocks)),
        _ => return Err(Failure::new(BAD_ARGUMENT, "the options do not describe one tree")),
    })
}

/// Returns an error if the message has ended.
#[inline]
fn open(hash: &mut Locked<'_, HashKind>) -> Result<(), Failure> {
    if hash.finished { Err(ended()) } else { Ok(()) }
}

#[cold]
fn ended() -> Failure {
    Failure::new(FINISHED, "the message has ended: reset the hash first")
}

exported! {
    /// Creates a hash function by name, such as `sha3-256` or `blake2b-384`, and starts a new message. Only the letters
    /// and digits of the name are compared, ignoring case. `options` may be null.
    ///
    /// Options, if the function takes them. Bytes options: `key`, `salt`, `personal` (the customization string of SP
    /// 800-185), `function_name`, `domain`, `context`, `public_key`, `key_identifier`, `nonce`. Number options:
    /// `empty_key` (1: use the empty key, for a function that needs a key); for a node of a BLAKE2 tree `fanout`,
    /// `depth`, `leaf_length`, `node_offset`, `node_depth`, `inner_length`, `last_node`; for Skein's trees `leaf`,
    /// `fan_out`, `max_height`; for ParallelHash `block_size`. Text option: `backend`.
    fn bramah_hash_new(hash: *mut *mut Hash, name: *const c_char, options: *const Options) makes hash {
        let name = text("name", name)?;
        let fixed = Given::with(options, name, |given| Fixed::new(name, given))?;
        let hasher = fixed.function.hasher();
        hash.fill(fixed, Moving { hasher, finished: false });
        Ok(())
    }

    /// Frees a hash handle, erases its state, and sets the caller's pointer to null. A null pointer is ignored.
    fn bramah_hash_free(hash: *mut *mut Hash) {
        Handle::free(hash)
    }

    /// Copies a hash handle with its options and its message in progress.
    fn bramah_hash_clone(copy: *mut *mut Hash, hash: *const Hash) makes copy {
        let hash = Handle::lock(hash)?;
        copy.fill(hash.fixed().clone(), Moving { hasher: hash.hasher.clone(), finished: hash.finished });
        Ok(())
    }

    /// Appends bytes to the message.
    fn bramah_hash_update(hash: *mut Hash, data: *const u8, data_len: usize) reads [data: data_len] {
        let mut hash = Handle::lock(hash)?;
        open(&mut hash)?;
        hash.hasher.update(data);
        Ok(())
    }

    /// Appends bytes to the message on up to `threads` threads, including the caller's, if the function is a tree, such
    /// as BLAKE3; otherwise only on the caller's thread. Several threads are faster from about 100 KiB on.
    fn bramah_hash_update_threads(hash: *mut Hash, data: *const u8, data_len: usize, threads: usize)
        reads [data: data_len]
    {
        let mut hash = Handle::lock(hash)?;
        open(&mut hash)?;
        hash.hasher.update_parallel(data, threads);
        Ok(())
    }

    /// Ends the message and writes its digest, exactly `bramah_hash_length` bytes. Call `bramah_hash_reset` before the
    /// next message.
    fn bramah_hash_finish(hash: *mut Hash, out: *mut u8, out_len: usize) writes [out: out_len] {
        let mut hash = Handle::lock(hash)?;
        open(&mut hash)?;
        hash.fixed().check(out.len())?;
        hash.hasher.finalize_reset_into(out);
        hash.finished = true;
        Ok(())
    }

    /// Writes the digest of the message so far. The message can be continued afterwards.
    fn bramah_hash_peek(hash: *const Hash, out: *mut u8, out_len: usize) writes [out: out_len] {
        let mut hash = Handle::lock(hash)?;
        open(&mut hash)?;
        hash.fixed().check(out.len())?;
        hash.hasher.clone().finalize_reset_into(out);
        Ok(())
    }

    /// Ends the message, and creates a reader of its output, which has any length. `BRAMAH_UNSUPPORTED` if the output
    /// of the function has a fixed length.
    fn bramah_hash_finish_xof(hash: *mut Hash, xof: *mut *mut Xof) makes xof {
        let mut hash = Handle::lock(hash)?;
        open(&mut hash)?;
        let reader = hash.hasher.clone().finalize_xof().ok_or_else(|| not_extendable(hash.fixed()))?;
        hash.hasher.reset();
        hash.finished = true;
        xof.fill((), reader);
        Ok(())
    }

    /// Discards the message and starts a new one with the same options.
    fn bramah_hash_reset(hash: *mut Hash) {
        let mut hash = Handle::lock(hash)?;
        hash.hasher.reset();
        hash.finished = false;
        Ok(())
    }

    /// Writes the digest of a whole message. The message in progress does not change. Several threads may call this
    /// with one handle at the same time.
    fn bramah_hash_digest(hash: *const Hash, message: *const u8, message_len: usize, out: *mut u8, out_len: usize)
        reads [message: message_len] writes [out: out_len]
    {
        let hash = Handle::fixed(hash)?;
        hash.check(out.len())?;
        hash.digest(message, out);
        Ok(())
    }

    /// Writes `out_len` bytes of output for a whole message. The message in progress does not change. Several threads
    /// may call this with one handle at the same time. `BRAMAH_UNSUPPORTED` if the output of the function has a fixed
    /// length.
    fn bramah_hash_xof(hash: *const Hash, message: *const u8, message_len: usize, out: *mut u8, out_len: usize)
        reads [message: message_len] writes [out: out_len]
    {
        let hash = Handle::fixed(hash)?;
        let mut hasher = hash.function.hasher();
        hasher.update(message);
        hasher.finalize_xof().ok_or_else(|| not_extendable(hash))?.read(out);
        Ok(())
    }

    /// Writes the digests of `count` messages to `out` one after another; several messages are hashed at once if the
    /// CPU supports it. `messages` and `lengths` have `count` elements, and `out` has the length of `count` digests.
    /// Several threads may call this with one handle at the same time.
    fn bramah_hash_many(
        hash: *const Hash,
        messages: *const *const u8,
        lengths: *const usize,
        count: usize,
        out: *mut u8,
        out_len: usize,
    )
        writes [out: out_len]
    {
        Handle::fixed(hash)?.many(&several("messages", messages, lengths, count, out)?, out)
    }

    /// Writes the digest of a whole message under a hash function by name, without options. The name is looked up in
    /// each call, which takes longer than hashing a short message; `bramah_hash_digest` avoids the look-up.
    fn bramah_hash_once(name: *const c_char, message: *const u8, message_len: usize, out: *mut u8, out_len: usize)
        reads [message: message_len] writes [out: out_len]
    {
        let algorithm = hash::lookup(text("name", name)?)?;
        let function = algorithm.with_options(&hash::Options::default())?;
        if out.len() != algorithm.output_len() {
            return Err(wrong_length(out.len(), algorithm.output_len()));
        }
        function.digest(message, out);
        Ok(())
    }

    /// Writes the state of the message so far, which another process or a later version can load, and sets `written` to
    /// its length: at most 2,048 bytes for functions that are not trees. If `out` is too short, the call fails with
    /// `BRAMAH_LENGTH`, and `written` is the length that is needed. The state contains the end of the message. If there
    /// is a key, the state lets anyone who has it test a guess of the key, as a tag does.
    fn bramah_hash_save(hash: *const Hash, out: *mut u8, out_len: usize, written: *mut usize)
        sets [written] writes [out: out_len]
    {
        let mut hash = Handle::lock(hash)?;
        open(&mut hash)?;
        let saved = zeroize::Zeroizing::new(hash.hasher.save());
        written.set(saved.len());
        out.get_mut(..saved.len()).ok_or_else(|| wrong_length(out_len, saved.len()))?.copy_from_slice(&saved);
        Ok(())
    }

    /// Discards the message and continues the message whose state was saved. The function and the options must be the
    /// same as when it was saved, otherwise the call fails with `BRAMAH_MALFORMED`.
    fn bramah_hash_load(hash: *mut Hash, saved: *const u8, saved_len: usize) reads [saved: saved_len] {
        let mut hash = Handle::lock(hash)?;
        let hasher = hash.fixed().function.restore(saved)?;
        *hash = Moving { hasher, finished: false };
        Ok(())
    }
}

#[cold]
fn not_extendable(hash: &Fixed) -> Failure {
    Failure::new(UNSUPPORTED, format!("{} has a fixed output length", hash.algorithm.name()))
}

returned! {
    /// Returns the length of a digest in bytes, or 0 if the handle is not a hash handle.
    fn bramah_hash_length(hash: *const Hash) -> usize, otherwise 0; {
        Ok(Handle::fixed(hash)?.digest_len())
    }

    /// Returns the length of a block in bytes, to which HMAC pads its key, or 0 if the handle is not a hash handle.
    fn bramah_hash_block(hash: *const Hash) -> usize, otherwise 0; {
        Ok(Handle::fixed(hash)?.algorithm.info().block_len)
    }
}
