//! The rules for secrets in each instruction: which results become secret, and whether the instruction reveals a
//! secret.
//!
//! The rule for every instruction that does more than move bytes is: if any operand that it reads is secret, everything
//! that it writes is secret. This rule never loses a secret. An instruction that is not covered by a rule is reported.

use crate::{
    decode::{Decoded, Effect, Repetition, Timing},
    machine::Registers,
    operands::Target,
    taint::{Place, Taint, low},
};
use iced_x86::{ConditionCode, FlowControl, Mnemonic, OpKind, Register};
use std::fmt;

/// The way in which an instruction reveals a secret, or the reason why that is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leak {
    Branch,
    Target,
    Address,
    Mask,
    Count,
    Time,
    Unknown(&'static str),
}

impl fmt::Display for Leak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Branch => f.write_str("a branch on a secret"),
            Self::Target => f.write_str("a jump to a secret address"),
            Self::Address => f.write_str("an access at a secret address"),
            Self::Mask => f.write_str("an access under a secret mask"),
            Self::Count => f.write_str("a repetition that a secret ends"),
            Self::Time => f.write_str("an instruction whose time depends on a secret operand"),
            Self::Unknown(why) => write!(f, "not known: {why}"),
        }
    }
}

/// Updates `taint` for the instruction that is about to run, and returns whether the instruction leaks. After an
/// unknown instruction, `taint` has no meaning.
pub(crate) fn step(taint: &mut Taint, at: &Decoded, registers: &Registers, thread: u64) -> Result<(), Leak> {
    if at.effect == Effect::Unknown {
        return Err(Leak::Unknown("what the instruction does"));
    }
    // each round of a repeated instruction is a separate step
    let repeated = at.repetition != Repetition::None;
    if repeated && taint.register(Register::RCX) != 0 {
        return Err(Leak::Count);
    }
    if repeated && registers.general[1] == 0 {
        return Ok(());
    }
    let memory = accesses(taint, at, registers, thread, repeated)?;
    let mut secret = memory.loaded != 0 || memory.gathers || taint.flags & at.flags.read != 0;
    let any = |places: &[Place]| places.iter().any(|&place| taint.register(place) != 0);
    secret |= any(&at.operands.read);
    secret &= at.effect != Effect::Constant;

    let mut leak = any(&at.operands.addressing).then_some(Leak::Address);
    if secret && leak.is_none() {
        leak = shows(taint, at, repeated, memory.loaded);
    }
    let result = match at.effect {
        Effect::Move => moved(taint, at, memory.loaded),
        // if the condition of a conditional move is not secret, it is known which operand is the result
        _ if conditional_move(at) && taint.flags & at.flags.read == 0 => {
            if holds(at.instruction.condition_code(), registers.flags) {
                moved(taint, at, memory.loaded)
            } else {
                taint.register(at.instruction.op0_register())
            }
        }
        _ if secret => picked(taint, at, memory.loaded).unwrap_or(u64::MAX),
        _ => 0,
    };
    write(taint, at, registers, result, memory.stores)?;
    if !at.flags.may_stay {
        taint.flags &= !(at.flags.written | at.flags.fixed);
    }
    if secret {
        taint.flags |= at.flags.written;
    }
    match leak {
        Some(leak) => Err(leak),
        // only the first round has been examined
        None if at.repetition == Repetition::ByData => Err(Leak::Unknown("how often it repeats")),
        None => Ok(()),
    }
}

fn conditional_move(at: &Decoded) -> bool {
    at.instruction.condition_code() != ConditionCode::None && at.instruction.op_count() == 2
}

/// Returns whether a condition is true with these flags.
pub(crate) fn holds(condition: ConditionCode, flags: u64) -> bool {
    let [carry, parity, zero, sign, overflow] = [0, 2, 6, 7, 11].map(|bit| flags >> bit & 1 == 1);
    match condition {
        ConditionCode::None => true,
        ConditionCode::o => overflow,
        ConditionCode::no => !overflow,
        ConditionCode::b => carry,
        ConditionCode::ae => !carry,
        ConditionCode::e => zero,
        ConditionCode::ne => !zero,
        ConditionCode::be => carry | zero,
        ConditionCode::a => !(carry | zero),
        ConditionCode::s => sign,
        ConditionCode::ns => !sign,
        ConditionCode::p => parity,
        ConditionCode::np => !parity,
        ConditionCode::l => sign != overflow,
        ConditionCode::ge => sign == overflow,
        ConditionCode::le => zero | (sign != overflow),
        ConditionCode::g => !zero & (sign == overflow),
    }
}

/// The memory accesses of an instruction.
#[derive(Default)]
struct Accesses {
    /// The secret bytes among the bytes that are read.
    loaded: u64,
    /// Whether the instruction reads from several addresses. They are not followed, and all bytes read count as secret.
    gathers: bool,
    stores: Stores,
}

/// The writes to memory. An instruction that is followed has at most two.
type Stores = [Option<Store>; 2];

struct Store {
    address: u64,
    size: usize,
    /// The bytes that are written, or may be written.
    written: u64,
    /// The secret bytes among the bytes that may remain unchanged.
    kept: u64,
}

fn accesses(
    taint: &Taint,
    at: &Decoded,
    registers: &Registers,
    thread: u64,
    repeated: bool,
) -> Result<Accesses, Leak> {
    let mut accesses = Accesses::default();
    for access in &at.operands.accesses {
        let (address, size) = match &access.place {
            Target::Bytes(address, size) => (address.value(registers, thread), *size),
            Target::Several => {
                accesses.gathers = true;
                continue;
            }
            Target::Unknown(what) => return Err(Leak::Unknown(what)),
        };
        if access.reads {
            accesses.loaded |= taint.memory.get(address, size);
        }
        if access.writes {
            let (written, kept) = match stored(taint, at) {
                _ if !access.may_stay || repeated => (u64::MAX, 0),
                Some(bytes) => (bytes, !bytes),
                None => (u64::MAX, u64::MAX),
            };
            let Some(free) = accesses.stores.iter_mut().find(|store| store.is_none()) else {
                return Err(Leak::Unknown("the many places that it writes to"));
            };
            *free = Some(Store { address, size, written, kept });
        }
    }
    Ok(accesses)
}

/// Marks the operands that an instruction writes as secret or public, but not the flags.
fn write(
    taint: &mut Taint,
    at: &Decoded,
    registers: &Registers,
    result: u64,
    stores: Stores,
) -> Result<(), Leak> {
    if let Effect::Truncate(n) = at.effect {
        taint.truncate_vectors(n);
        return Ok(());
    }
    for &(register, may_stay) in &at.operands.written {
        let kept = if may_stay { taint.register(register) } else { 0 };
        if !taint.write(register, result | kept) {
            return Err(Leak::Unknown("a secret in a register that is not followed"));
        }
    }
    for Store { address, size, written, kept } in stores.into_iter().flatten() {
        let kept = taint.memory.get(address, size) & kept;
        taint.memory.set(address, size, result & written | kept);
    }
    if at.sets_mask && result == 0 {
        let source = at.instruction.op1_register().full_register().number();
        let width = match at.instruction.mnemonic() {
            Mnemonic::Kmovb => 1,
            Mnemonic::Kmovw => 2,
            Mnemonic::Kmovd => 4,
            _ => 8,
        };
        let number = registers.general[source] & low(8 * width);
        taint.set_mask(at.instruction.op0_register(), number);
    }
    Ok(())
}

/// Returns the bytes that a store with a mask writes, or `None` if the mask is unknown.
fn stored(taint: &Taint, at: &Decoded) -> Option<u64> {
    let mask = taint.mask(at.instruction.op_mask())?;
    let element = at.instruction.memory_size().element_size();
    let elements = (0..64 / element).filter(|i| mask >> i & 1 == 1);
    Some(elements.fold(0, |bytes, i| bytes | low(element) << (i * element)))
}

/// Advances the registers by one round of a repeated copy or fill.
pub(crate) fn advance(at: &Decoded, registers: &mut Registers) {
    const DIRECTION: u64 = 1 << 10;
    let size = at.instruction.memory_size().size() as u64;
    let step = if registers.flags & DIRECTION == 0 { size } else { size.wrapping_neg() };
    registers.general[1] -= 1;
    registers.general[7] = registers.general[7].wrapping_add(step);
    registers.general[6] = registers.general[6].wrapping_add(step);
}

/// Returns how an instruction that reads a secret reveals it by other means than an address.
fn shows(taint: &Taint, at: &Decoded, repeated: bool, loaded: u64) -> Option<Leak> {
    use Mnemonic::*;
    let instruction = &at.instruction;
    match instruction.flow_control() {
        FlowControl::ConditionalBranch => return Some(Leak::Branch),
        FlowControl::IndirectBranch | FlowControl::IndirectCall => return Some(Leak::Target),
        FlowControl::Return if loaded != 0 => return Some(Leak::Target),
        _ => {}
    }
    let compares =
        matches!(instruction.mnemonic(), Cmpsb | Cmpsw | Cmpsd | Cmpsq | Scasb | Scasw | Scasd | Scasq);
    if repeated && compares {
        return Some(Leak::Count);
    }
    if !at.operands.accesses.is_empty() && taint.register(at.operands.mask) != 0 {
        return Some(Leak::Mask);
    }
    match at.timing {
        Timing::Constant => None,
        Timing::Variable => Some(Leak::Time),
        Timing::Unknown => {
            Some(Leak::Unknown("whether the instruction takes the same time for all operands"))
        }
    }
}

/// Returns the secret bytes among the bytes that a move copies.
fn moved(taint: &Taint, at: &Decoded, loaded: u64) -> u64 {
    at.operands.source.map_or(loaded, |source| taint.register(source)) & low(at.operands.width)
}

/// Returns the secret bytes of the result of an instruction that moves bytes unchanged from one or two registers, to
/// positions that its opcode and its immediate determine. Returns `None` for other instructions. Thus public words
/// beside a secret one stay public.
fn picked(taint: &Taint, at: &Decoded, loaded: u64) -> Option<u64> {
    use Mnemonic::*;
    let instruction = &at.instruction;
    let size = instruction.op0_register().size() as u32;
    if instruction.has_op_mask() || size > 32 {
        return None;
    }
    let immediate = (0..instruction.op_count()).any(|i| instruction.op_kind(i) == OpKind::Immediate8);
    let imm = if immediate { u32::from(instruction.immediate8()) } else { 0 };
    let registers = instruction.op_count() - u32::from(immediate);
    let operand = |i: u32| match instruction.op_kind(i) {
        OpKind::Register => taint.register(instruction.op_register(i)),
        _ => loaded,
    };
    // with two operands, the first is the destination and also the first source
    let (last, first) = (registers.checked_sub(1)?, registers.saturating_sub(2));
    let (a, b) = (operand(first), operand(last));
    let part = |size: u32, parts: u32| b >> (imm % parts * size) & low(size as usize);
    let inserted = |size: u32, parts: u32| {
        let (place, bytes) = (imm % parts * size, low(size as usize));
        a & !(bytes << place) | (b & bytes) << place
    };
    let blended = |unit: u32| {
        let second = (0..size / unit).filter(|i| imm >> (i % 8) & 1 == 1);
        let mask = second.fold(0, |mask, i| mask | low(unit as usize) << (i * unit));
        a & !mask | b & mask
    };
    // in each group of `run` bytes, copies units of `unit` bytes from the positions that two bits of the immediate
    // determine
    let shuffled = |unit: u32, run: u32| {
        (0..size / unit).fold(0, |bytes, i| {
            let from = i * unit / run * run + (imm >> (i % 4 * 2) & 3) * unit;
            bytes | (b >> from & low(unit as usize)) << (i * unit)
        })
    };
    // copies `unit` bytes from each register alternately, from one half of each group of sixteen bytes
    let unpacked = |unit: u32, high: u32| {
        (0..size / unit).fold(0, |bytes, i| {
            let (run, within) = (i * unit / 16 * 16, i * unit % 16 / unit);
            let from = run + 8 * high + within / 2 * unit;
            let source = if within % 2 == 0 { a } else { b };
            bytes | (source >> from & low(unit as usize)) << (i * unit)
        })
    };
    // in each group of sixteen bytes, the first half comes from `a` and the second from `b`, from the positions that
    // the bits of the immediate determine
    let mixed = |unit: u32| {
        let bits = if unit == 4 { 2 } else { 1 };
        (0..size / unit).fold(0, |bytes, i| {
            let (run, within) = (i * unit / 16 * 16, i * unit % 16 / unit);
            // all groups use the same bits for 32-bit words, and each group its own bits for longer words
            let place = if unit == 4 { imm >> (within * bits) } else { imm >> i } & (16 / unit - 1);
            let source = if within < 8 / unit { a } else { b };
            bytes | (source >> (run + place * unit) & low(unit as usize)) << (i * unit)
        })
    };
    Some(match instruction.mnemonic() {
        Pextrb | Vpextrb => part(1, 16),
        Pextrw | Vpextrw => part(2, 8),
        Pextrd | Vpextrd => part(4, 4),
        Pextrq | Vpextrq => part(8, 2),
        Vextracti128 | Vextractf128 => part(16, 2),
        Pinsrb | Vpinsrb => inserted(1, 16),
        Pinsrw | Vpinsrw => inserted(2, 8),
        Pinsrd | Vpinsrd => inserted(4, 4),
        Pinsrq | Vpinsrq => inserted(8, 2),
        Vinserti128 | Vinsertf128 => inserted(16, 2),
        Pblendw | Vpblendw if size == 16 => blended(2),
        Vpblendd | Blendps | Vblendps => blended(4),
        Blendpd | Vblendpd => blended(8),
        Shufps | Vshufps => mixed(4),
        Shufpd | Vshufpd => mixed(8),
        Pshufd | Vpshufd => shuffled(4, 16),
        Vpermq | Vpermpd if immediate => shuffled(8, 32),
        Psrldq | Vpsrldq if size == 16 => b >> imm.min(63) & low(16 - imm.min(16) as usize),
        Punpcklbw | Vpunpcklbw => unpacked(1, 0),
        Punpckhbw | Vpunpckhbw => unpacked(1, 1),
        Punpcklwd | Vpunpcklwd => unpacked(2, 0),
        Punpckhwd | Vpunpckhwd => unpacked(2, 1),
        Punpckldq | Vpunpckldq | Unpcklps | Vunpcklps => unpacked(4, 0),
        Punpckhdq | Vpunpckhdq | Unpckhps | Vunpckhps => unpacked(4, 1),
        Punpcklqdq | Vpunpcklqdq | Unpcklpd | Vunpcklpd | Movlhps | Vmovlhps => unpacked(8, 0),
        Punpckhqdq | Vpunpckhqdq | Unpckhpd | Vunpckhpd => unpacked(8, 1),
        _ => return None,
    })
}
