//! Block ciphers whose key schedule is stored in the caller's memory, for languages whose programs copy states and
//! never free them.

use crate::{
    memory::text,
    status::{BAD_ARGUMENT, Failure, LENGTH, MALFORMED},
};
use bramah::{
    InOut, Increment,
    block::{self, Algorithm, Entry, MAX_BLOCK, Pass, sealed::Keyed},
};
use core::{ffi::c_char, ptr};
use std::sync::OnceLock;
use zeroize::Zeroize;

/// The mode and the direction in which the blocks of a message are processed.
pub type Operation = i32;
/// ECB, encryption.
pub const ECB_ENCRYPT: Operation = 0;
/// ECB, decryption.
pub const ECB_DECRYPT: Operation = 1;
/// CBC, encryption.
pub const CBC_ENCRYPT: Operation = 2;
/// CBC, decryption.
pub const CBC_DECRYPT: Operation = 3;
/// CFB with segments of one block, encryption.
pub const CFB_ENCRYPT: Operation = 4;
/// CFB with segments of one block, decryption.
pub const CFB_DECRYPT: Operation = 5;
/// CFB with segments of one byte, encryption. The input may have any length.
pub const CFB8_ENCRYPT: Operation = 6;
/// CFB with segments of one byte, decryption. The input may have any length.
pub const CFB8_DECRYPT: Operation = 7;
/// OFB.
pub const OFB: Operation = 8;
/// XTS, encryption. The chain is the encrypted tweak; it is multiplied by x after each block.
pub const XTS_ENCRYPT: Operation = 9;
/// XTS, decryption.
pub const XTS_DECRYPT: Operation = 10;
/// CTR with the whole block as a big-endian counter. The chain is the counter of the next block.
pub const CTR_BE: Operation = 16;
/// CTR with the whole block as a little-endian counter.
pub const CTR_LE: Operation = 17;
/// CTR with the second half of the block as a big-endian counter.
pub const CTR_BE_HALF: Operation = 18;
/// CTR with the first half of the block as a little-endian counter.
pub const CTR_LE_HALF: Operation = 19;
/// CTR with the last four bytes of the block as a big-endian counter.
pub const CTR_BE32: Operation = 20;

/// A mode of the library on whole blocks, or CFB with segments of one byte, which is built here from single blocks.
enum Mode {
    Blocks(Pass),
    Bytes { decrypt: bool },
}

fn mode(operation: Operation) -> Result<Mode, Failure> {
    let pass = match operation {
        ECB_ENCRYPT => Pass::EcbEncrypt,
        ECB_DECRYPT => Pass::EcbDecrypt,
        CBC_ENCRYPT => Pass::CbcEncrypt,
        CBC_DECRYPT => Pass::CbcDecrypt,
        CFB_ENCRYPT => Pass::CfbEncrypt,
        CFB_DECRYPT => Pass::CfbDecrypt,
        CFB8_ENCRYPT | CFB8_DECRYPT => return Ok(Mode::Bytes { decrypt: operation == CFB8_DECRYPT }),
        OFB => Pass::Ofb,
        XTS_ENCRYPT => Pass::XtsEncrypt,
        XTS_DECRYPT => Pass::XtsDecrypt,
        CTR_BE => Pass::Ctr(Increment::Be),
        CTR_LE => Pass::Ctr(Increment::Le),
        CTR_BE_HALF => Pass::Ctr(Increment::BeHalf),
        CTR_LE_HALF => Pass::Ctr(Increment::LeHalf),
        CTR_BE32 => Pass::Ctr(Increment::Be32),
        other => return Err(Failure::new(BAD_ARGUMENT, format!("unknown operation number {other}"))),
    };
    Ok(Mode::Blocks(pass))
}

/// The length in bytes of the header before the key schedule: a checksum of everything after the checksum, the index of
/// the cipher, the index of its backend in the cipher's list, and the length of the key schedule.
const FRONT: usize = 16;

/// Returns all block ciphers; the index of a cipher is its position.
fn ciphers() -> &'static [&'static Entry] {
    static ALL: OnceLock<Vec<&'static Entry>> = OnceLock::new();
    ALL.get_or_init(|| block::entries().collect())
}

/// Returns a checksum of the words of the bytes, their length, and a number that differs between most processes. So a
/// record that was not made in this process is rejected.
pub(crate) fn sum(bytes: &[u8]) -> u64 {
    static HERE: u8 = 0;
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let sum = words.iter().fold(0u64, |sum, word| sum.wrapping_add(u64::from_le_bytes(*word)));
    let start = (ptr::from_ref(&HERE) as u64 ^ bytes.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    sum.wrapping_add(u64::from_le_bytes(last)).wrapping_add(start)
}

/// Checks the checksum at the beginning of a record, and returns the bytes after it.
pub(crate) fn checked(record: &[u8]) -> Result<&[u8], Failure> {
    match record.split_first_chunk() {
        Some((front, rest)) if u64::from_le_bytes(*front) == sum(rest) => Ok(rest),
        _ => Err(Failure::new(MALFORMED, "the record was not initialised, or was changed since")),
    }
}

/// Calls `work` with the cipher that a record contains.
fn with(record: &[u8], work: &mut dyn FnMut(&dyn Keyed) -> Result<(), Failure>) -> Result<(), Failure> {
    let malformed = || Failure::new(MALFORMED, "the record has the wrong length");
    let front = record.first_chunk::<FRONT>().ok_or_else(malformed)?;
    let len = u32::from_le_bytes([front[12], front[13], front[14], front[15]]) as usize;
    let record = record.get(..len.saturating_add(FRONT)).ok_or_else(malformed)?;
    checked(record)?;
    let place = usize::from(u16::from_le_bytes([front[8], front[9]]));
    let algorithm = ciphers().get(place).ok_or_else(malformed)?.algorithm().at_backend(front[10]);
    let saved = &record[FRONT..];
    let mut result = Ok(());
    algorithm.within(&mut |cipher| {
        let (schedule, room) = cipher.schedule();
        if schedule.is_null() || room != saved.len() {
            result = Err(malformed());
            return;
        }
        // SAFETY: `schedule` are the `room` bytes of a key schedule that `cipher` lends. Because the checksum of the
        // record is right, `saved` is a copy of a key schedule of the same type and backend, which consists only of
        // numbers.
        unsafe { ptr::copy_nonoverlapping(saved.as_ptr(), schedule, room) };
        result = work(cipher);
    });
    result
}

/// Encrypts or decrypts bytes in CFB with segments of one byte.
fn by_bytes(cipher: &dyn Keyed, decrypt: bool, chain: &mut [u8], data: &mut [u8]) {
    let mut block = [0; MAX_BLOCK];
    let block = &mut block[..chain.len()];
    for byte in data {
        block.copy_from_slice(chain);
        cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(&mut *block));
        let before = *byte;
        *byte ^= block[0];
        chain.copy_within(1.., 0);
        if let Some(last) = chain.last_mut() {
            *last = if decrypt { before } else { *byte };
        }
    }
    block.zeroize();
}

/// Encrypts or decrypts a message in a mode.
fn apply(cipher: &dyn Keyed, mode: &Mode, chain: &mut [u8], mut data: InOut<'_>) -> Result<(), Failure> {
    let block = cipher.block_len();
    let no_chain = matches!(mode, Mode::Blocks(Pass::EcbEncrypt | Pass::EcbDecrypt));
    if chain.len() != if no_chain { 0 } else { block } {
        return Err(Failure::new(
            LENGTH,
            format!("the chaining value has {} bytes, but a block has {block}", chain.len()),
        ));
    }
    match mode {
        Mode::Bytes { decrypt } => {
            data.copy();
            by_bytes(cipher, *decrypt, chain, data.output());
        }
        Mode::Blocks(Pass::XtsEncrypt | Pass::XtsDecrypt) if block != 16 => {
            return Err(Failure::new(
                LENGTH,
                format!("the cipher has blocks of {block} bytes, but XTS needs 16"),
            ));
        }
        Mode::Blocks(pass) => {
            if data.len() % block != 0 {
                return Err(bramah::Error::InputLength { length: data.len() as u128, block }.into());
            }
            cipher.pass(*pass, chain, &mut data);
        }
    }
    Ok(())
}

/// Writes the record of a cipher with this key.
fn set_up(algorithm: Algorithm, key: &[u8], record: &mut [u8]) -> Result<(), Failure> {
    let (algorithm, backend) = algorithm.settled()?;
    let place = ciphers().iter().position(|entry| ptr::eq(&raw const entry.info, algorithm.info()));
    let place = place.and_then(|place| u16::try_from(place).ok()).unwrap_or(u16::MAX);
    let lengths = algorithm.key_lengths();
    if !lengths.contains(key.len()) {
        let (min, max) = (lengths.min, lengths.max);
        return Err(bramah::Error::ParameterLength { name: "key", length: key.len(), min, max }.into());
    }
    let len = algorithm.schedule_len();
    let room = record.len();
    let record = record.get_mut(..FRONT + len).ok_or_else(|| {
        Failure::new(LENGTH, format!("the memory has {room} bytes, but {} are needed", FRONT + len))
    })?;
    record[8..10].copy_from_slice(&place.to_le_bytes());
    record[10..12].copy_from_slice(&[backend, 0]);
    record[12..FRONT].copy_from_slice(&(len as u32).to_le_bytes());
    algorithm.within(&mut |cipher| {
        cipher.rekey(key, true);
        let (schedule, len) = cipher.schedule();
        let saved = &mut record[FRONT..];
        if !schedule.is_null() && len == saved.len() {
            // SAFETY: `schedule` are the bytes of a key schedule that `cipher` lends, and `saved` has the same length.
            unsafe { ptr::copy_nonoverlapping(schedule, saved.as_mut_ptr(), len) };
        }
    });
    // padding between the fields was copied too; its bytes must not change from here on, because the checksum includes
    // them
    let record = core::hint::black_box(record);
    let sum = sum(&record[8..]);
    record[..8].copy_from_slice(&sum.to_le_bytes());
    Ok(())
}

exported! {
    /// Sets up a block cipher by name, such as `aes-256` or `serpent-256`, with its key, in the caller's memory: a
    /// record of at least `bramah_record_length` bytes, at any address. The record may be copied and moved within the
    /// process, and several threads may use it at the same time. Nothing has to be freed; `bramah_wipe` erases it.
    fn bramah_record_set(
        name: *const c_char,
        key: *const u8,
        key_len: usize,
        record: *mut u8,
        record_len: usize,
    )
        reads [key: key_len] writes [record: record_len]
    {
        set_up(block::lookup(text("name", name)?)?, key, record)
    }

    /// Encrypts or decrypts whole blocks of a message with the cipher and key of a record. `operation` is
    /// `BRAMAH_ECB_ENCRYPT` or another constant of this type. `output` must have the length of `input`, and may begin
    /// at the same byte. `chain` is the block that the mode passes from block to block: the IV or counter before the
    /// first call, and after each call the value for the next call. It is empty for ECB. `BRAMAH_MALFORMED` if the
    /// record was not set up in this process, or was changed since.
    fn bramah_record_apply(
        record: *const u8,
        record_len: usize,
        operation: Operation,
        chain: *mut u8,
        chain_len: usize,
        input: *const u8,
        input_len: usize,
        output: *mut u8,
        output_len: usize,
    )
        reads [record: record_len] turns [input: input_len => output: output_len] writes [chain: chain_len]
    {
        let mode = mode(operation)?;
        let mut turn = Some(output);
        with(record, &mut |cipher| match turn.take() {
            Some(turn) => apply(cipher, &mode, chain, Turn::equal(turn)?),
            None => Ok(()),
        })
    }

    /// Encrypts whole blocks in CBC mode, but writes only the last ciphertext block, to `chain`. This is the common
    /// part of CMAC, CCM and EAX. `chain` must be zeros at first.
    fn bramah_record_chain(
        record: *const u8,
        record_len: usize,
        chain: *mut u8,
        chain_len: usize,
        data: *const u8,
        data_len: usize,
    )
        reads [record: record_len, data: data_len] writes [chain: chain_len]
    {
        with(record, &mut |cipher| {
            let block = cipher.block_len();
            if chain.len() != block || data.len() % block != 0 {
                return Err(Failure::new(LENGTH, format!("the length must be a multiple of {block} bytes")));
            }
            cipher.mac(chain, data);
            Ok(())
        })
    }

    /// Absorbs whole blocks into GHASH (NIST SP 800-38D, 6.4), the hash function of GCM. `sum`, 16 bytes, is the hash
    /// of the previous blocks; it must be zeros at first. `key`, 16 bytes, is the encrypted block of zeros.
    fn bramah_record_ghash(
        key: *const u8,
        key_len: usize,
        sum: *mut u8,
        sum_len: usize,
        data: *const u8,
        data_len: usize,
    )
        reads [key: key_len, data: data_len] writes [sum: sum_len]
    {
        match (key.try_into(), sum.try_into()) {
            (Ok(key), Ok(sum)) if data.len() % 16 == 0 => bramah::mac::ghash(key, sum, data),
            _ => return Err(Failure::new(LENGTH, "the key, the sum or a block does not have 16 bytes")),
        }
        Ok(())
    }
}

returned! {
    /// Returns the length in bytes of the record of a block cipher by name; 0 if no block cipher has this name.
    fn bramah_record_length(name: *const c_char) -> usize, otherwise 0; {
        Ok(FRONT + block::lookup(text("name", name)?)?.schedule_len())
    }
}
