//! Messages whose state is stored in the caller's memory, for languages whose programs copy states and never free them.

use crate::{
    memory::text,
    record::{checked, sum},
    status::{Failure, LENGTH, MALFORMED, UNSUPPORTED},
};
use bramah::{
    Error,
    hash::{self, Algorithm, AnyHasher, Function},
    mac::Poly1305,
    stream::{self, sosemanuk},
};
use core::ffi::c_char;
use std::sync::RwLock;
use zeroize::{Zeroize, Zeroizing};

/// The hash functions of messages in progress; a state contains the index of its function in this list.
static FUNCTIONS: RwLock<Vec<(String, Function)>> = RwLock::new(Vec::new());

/// Returns the function with this name (without options) and its index in the list; adds it if it is new.
fn placed(name: &str) -> Result<(u16, Function), Failure> {
    let known = |functions: &[(String, Function)], name: &str| {
        let place = functions.iter().position(|(known, _)| known == name)?;
        Some((place as u16, functions[place].1.clone()))
    };
    let functions = FUNCTIONS.read().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(found) = known(&functions, name) {
        return Ok(found);
    }
    drop(functions);
    let algorithm = hash::lookup(name)?;
    let mut functions = FUNCTIONS.write().unwrap_or_else(std::sync::PoisonError::into_inner);
    // a name can be spelled in many ways, so after many entries only the canonical name is stored
    let name = if functions.len() < 256 { String::from(name) } else { algorithm.name() };
    if known(&functions, &name).is_none() {
        if functions.len() > usize::from(u16::MAX) {
            return Err(Failure::new(LENGTH, "too many functions"));
        }
        functions.push((name.clone(), algorithm.with_options(&hash::Options::default())?));
    }
    known(&functions, &name).ok_or_else(|| Failure::new(LENGTH, "a list that loses its names"))
}

/// Converts the body of an empty message of BLAKE2b or BLAKE2s to the body of a message under a key: its first block is
/// the key (RFC 7693, 2.9).
fn begin_with_key(function: &Function, key: &[u8], body: &mut Vec<u8>) -> Result<(), Failure> {
    // check the key by creating the function with it
    let options = hash::Options { key, ..hash::Options::default() };
    let algorithm = function.algorithm();
    algorithm.with_options(&options)?;
    if !matches!(algorithm.entry().info.name, "blake2b" | "blake2s") {
        return Err(Failure::new(UNSUPPORTED, format!("{} takes no key here", algorithm.name())));
    }
    let block = algorithm.info().block_len;
    // set the byte count, and XOR the length of the key into the second byte of the first word of the state
    body[0] = block as u8;
    body[17] ^= key.len() as u8;
    body.extend_from_slice(key);
    body.resize(body.len() - key.len() + block, 0);
    Ok(())
}

/// Writes the state of a message to the caller's memory.
fn store(place: u16, hasher: &AnyHasher, state: &mut [u8]) -> Result<(), Failure> {
    let mut body = Zeroizing::new(Vec::with_capacity(512));
    hasher.save_body(&mut body);
    store_body(place, &body, state)
}

/// Writes the body of a saved state to the caller's memory, after a header: a checksum of everything after it (8
/// bytes), the index of the function and the length of the body (2 bytes each).
fn store_body(place: u16, body: &[u8], state: &mut [u8]) -> Result<(), Failure> {
    let room = state.len();
    let short =
        || Failure::new(LENGTH, format!("the memory has {room} bytes, but {} are needed", 12 + body.len()));
    let state = state.get_mut(..12 + body.len()).ok_or_else(short)?;
    state[8..10].copy_from_slice(&place.to_le_bytes());
    state[10..12].copy_from_slice(&(body.len() as u16).to_le_bytes());
    state[12..].copy_from_slice(body);
    let sum = sum(&state[8..]);
    state[..8].copy_from_slice(&sum.to_le_bytes());
    Ok(())
}

/// Reads the state of a message from the caller's memory; returns the index of its function and the message.
fn load(state: &[u8]) -> Result<(u16, AnyHasher), Failure> {
    let malformed = || Failure::new(MALFORMED, "not the state of a message");
    let front = state.first_chunk::<12>().ok_or_else(malformed)?;
    let len = usize::from(u16::from_le_bytes([front[10], front[11]]));
    let body = &checked(state.get(..12 + len).ok_or_else(malformed)?)?[4..];
    let place = u16::from_le_bytes([front[8], front[9]]);
    let functions = FUNCTIONS.read().unwrap_or_else(std::sync::PoisonError::into_inner);
    let (_, function) = functions.get(usize::from(place)).ok_or_else(malformed)?;
    Ok((place, function.restore_body(body).ok_or_else(malformed)?))
}

/// Returns an error if the length of the output is not the length of the digest.
fn fits(algorithm: &Algorithm, out: &[u8]) -> Result<(), Failure> {
    match algorithm.output_len() {
        length if length == out.len() => Ok(()),
        length => {
            Err(Failure::new(LENGTH, format!("the output has {} bytes, but {length} are needed", out.len())))
        }
    }
}

/// Reads the words of a state, little-endian.
fn words<const N: usize>(bytes: &[u8]) -> Result<[u32; N], Failure> {
    let (all, _) = bytes.as_chunks::<4>();
    if bytes.len() != 4 * N {
        return Err(Failure::new(
            LENGTH,
            format!("the state has {} bytes, but must have {}", bytes.len(), 4 * N),
        ));
    }
    Ok(core::array::from_fn(|i| u32::from_le_bytes(all[i])))
}

/// Writes the state of Sosemanuk, which must be between two blocks.
fn store_sosemanuk(message: &mut sosemanuk::Sosemanuk, state: &mut [u8]) -> Result<(), Failure> {
    let none = || Failure::new(MALFORMED, "a block is incomplete");
    let mut saved = message.saved().ok_or_else(none)?;
    for (bytes, word) in state.as_chunks_mut::<4>().0.iter_mut().zip(&saved) {
        *bytes = word.to_le_bytes();
    }
    saved.zeroize();
    Ok(())
}

exported! {
    /// Starts a message under a hash function by name. Its state is stored in the caller's memory: at least 320 bytes,
    /// at any address. The state may be copied and moved within the process, and nothing has to be freed. `key` is the
    /// key of BLAKE2b or BLAKE2s, or empty.
    fn bramah_resume_hash(
        name: *const c_char,
        key: *const u8,
        key_len: usize,
        state: *mut u8,
        state_len: usize,
    )
        reads [key: key_len] writes [state: state_len]
    {
        let (place, function) = placed(text("name", name)?)?;
        let mut body = Zeroizing::new(Vec::with_capacity(512));
        function.hasher().save_body(&mut body);
        if !key.is_empty() {
            begin_with_key(&function, key, &mut body)?;
        }
        store_body(place, &body, state)
    }

    /// Appends bytes to a message that `bramah_resume_hash` has started. `BRAMAH_MALFORMED` if the state was not made
    /// in this process, or was changed since.
    fn bramah_resume_hash_update(state: *mut u8, state_len: usize, data: *const u8, data_len: usize)
        reads [data: data_len] writes [state: state_len]
    {
        let (place, mut hasher) = load(state)?;
        hasher.update(data);
        store(place, &hasher, state)
    }

    /// Writes the digest of the message so far. The state does not change, so the message can be continued.
    fn bramah_resume_hash_digest(state: *const u8, state_len: usize, out: *mut u8, out_len: usize)
        reads [state: state_len] writes [out: out_len]
    {
        let (_, mut hasher) = load(state)?;
        fits(&hasher.algorithm(), out)?;
        hasher.finalize_reset_into(out);
        Ok(())
    }

    /// Writes the digest of a whole message. This one call replaces `bramah_resume_hash` (without a key),
    /// `bramah_resume_hash_update` and `bramah_resume_hash_digest`.
    fn bramah_resume_hash_whole(
        name: *const c_char,
        data: *const u8,
        data_len: usize,
        out: *mut u8,
        out_len: usize,
    )
        reads [data: data_len] writes [out: out_len]
    {
        let (_, function) = placed(text("name", name)?)?;
        fits(&function.algorithm(), out)?;
        function.digest(data, out);
        Ok(())
    }

    /// Writes the body of the state, without the header that `bramah_hash_save` adds, and sets `written` to its length.
    /// The body is the number of bytes of the message so far (in a sponge, of the block so far) in 16 bytes, the state
    /// of the function, and the bytes of the incomplete block. All numbers are little-endian.
    fn bramah_resume_hash_body(
        state: *const u8,
        state_len: usize,
        out: *mut u8,
        out_len: usize,
        written: *mut usize,
    )
        sets [written] reads [state: state_len] writes [out: out_len]
    {
        let (_, hasher) = load(state)?;
        let mut body = Zeroizing::new(Vec::with_capacity(512));
        hasher.save_body(&mut body);
        let short = || Failure::new(LENGTH, format!("the output has {out_len} bytes, but {} are needed", body.len()));
        out.get_mut(..body.len()).ok_or_else(short)?.copy_from_slice(&body);
        written.set(body.len());
        Ok(())
    }

    /// Encrypts or decrypts a part of a message with a stream cipher by name that can seek, such as ChaCha or Salsa20.
    /// The part begins at the beginning of key stream block `block`, counted from 0. `rounds` is 0 for the default
    /// number. `output` must have the length of `input`, and may begin at the same byte.
    fn bramah_resume_stream(
        name: *const c_char,
        key: *const u8,
        key_len: usize,
        nonce: *const u8,
        nonce_len: usize,
        rounds: u64,
        block: u64,
        input: *const u8,
        input_len: usize,
        output: *mut u8,
        output_len: usize,
    )
        reads [key: key_len, nonce: nonce_len] turns [input: input_len => output: output_len]
    {
        let mut algorithm = stream::lookup(text("name", name)?)?;
        if rounds > 0 {
            let rounds = u32::try_from(rounds).unwrap_or(u32::MAX);
            algorithm = algorithm.with_rounds(rounds)?;
        }
        let mut message = algorithm.begin(key, nonce)?;
        message.seek(64 * u128::from(block))?;
        Ok(message.apply(output.equal()?)?)
    }

    /// Starts a message under Sosemanuk, with a key of 1 to 32 bytes and a nonce of 16 bytes, and writes its state to
    /// `state`, 76 bytes. The state may be copied, and nothing has to be freed.
    fn bramah_resume_sosemanuk(
        key: *const u8,
        key_len: usize,
        nonce: *const u8,
        nonce_len: usize,
        state: *mut u8,
        state_len: usize,
    )
        reads [key: key_len, nonce: nonce_len] writes [state: state_len]
    {
        words::<{ sosemanuk::SAVED }>(state)?;
        store_sosemanuk(&mut sosemanuk::Sosemanuk::new(key, nonce)?, state)
    }

    /// Encrypts or decrypts the next part of a message under Sosemanuk. A block of the key stream has 112 bytes: `used`
    /// is the number of bytes of the current block that earlier parts have used. `state` is advanced to the block in
    /// which the next part begins.
    fn bramah_resume_sosemanuk_apply(
        state: *mut u8,
        state_len: usize,
        used: usize,
        input: *const u8,
        input_len: usize,
        output: *mut u8,
        output_len: usize,
    )
        turns [input: input_len => output: output_len] writes [state: state_len]
    {
        if used >= sosemanuk::BLOCK {
            return Err(Failure::new(LENGTH, format!("invalid position {used} in a block of {} bytes", sosemanuk::BLOCK)));
        }
        let mut saved = Zeroizing::new(words::<{ sosemanuk::SAVED }>(state)?);
        let mut data = output.equal()?;
        let mut message = sosemanuk::Sosemanuk::resumed(&saved);
        let mut skipped = Zeroizing::new([0; sosemanuk::BLOCK]);
        message.keystream(&mut skipped[..used])?;
        // first up to the end of the last whole block, where the state is saved, and then the remaining bytes
        let end = (used + data.len()) / sosemanuk::BLOCK * sosemanuk::BLOCK;
        if end > used || used == 0 {
            message.apply(data.take(end.saturating_sub(used)))?;
            store_sosemanuk(&mut message, state)?;
        }
        saved.zeroize();
        Ok(message.apply(data)?)
    }

    /// Absorbs whole blocks of 16 bytes into a message under Poly1305, with a key of 32 bytes. `sum`, 24 bytes, is the
    /// state after the previous blocks; it must be zeros at first. It may be copied, and nothing has to be freed.
    fn bramah_resume_poly1305(
        key: *const u8,
        key_len: usize,
        sum: *mut u8,
        sum_len: usize,
        data: *const u8,
        data_len: usize,
    )
        reads [key: key_len, data: data_len] writes [sum: sum_len]
    {
        if data.len() % 16 != 0 {
            return Err(Error::InputLength { length: data.len() as u128, block: 16 }.into());
        }
        let mut message = poly1305(key, sum)?;
        message.update(data);
        for (bytes, word) in sum.as_chunks_mut::<8>().0.iter_mut().zip(message.accumulator()) {
            *bytes = word.to_le_bytes();
        }
        Ok(())
    }

    /// Writes the tag, 16 bytes, of a message under Poly1305. `sum` is the state after its earlier blocks, and `data`
    /// the remaining bytes of the message, of any length.
    fn bramah_resume_poly1305_tag(
        key: *const u8,
        key_len: usize,
        sum: *const u8,
        sum_len: usize,
        data: *const u8,
        data_len: usize,
        tag: *mut u8,
        tag_len: usize,
    )
        reads [key: key_len, sum: sum_len, data: data_len] writes [tag: tag_len]
    {
        let mut message = poly1305(key, sum)?;
        message.update(data);
        if tag.len() != 16 {
            return Err(Failure::new(LENGTH, "the tag must have 16 bytes"));
        }
        tag.copy_from_slice(&message.finalize());
        Ok(())
    }
}

/// Returns the message under Poly1305 whose state so far is `sum`.
fn poly1305(key: &[u8], sum: &[u8]) -> Result<Poly1305, Failure> {
    let (Ok(key), ([low, high, top], [])) = (key.try_into(), sum.as_chunks::<8>()) else {
        return Err(Failure::new(LENGTH, "the key must have 32 bytes and the sum 24"));
    };
    Ok(Poly1305::resumed(key, [low, high, top].map(|word| u64::from_le_bytes(*word))))
}
