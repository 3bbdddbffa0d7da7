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
use iced_x86::{ConditionCode, FlowControl, Mnemonic, Register};
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
    let loaded = loaded(taint, at, registers, thread)?;
    let mut secret = loaded != 0 || taint.flags & at.flags.read != 0;
    let any = |places: &[Place]| places.iter().any(|&place| taint.register(place) != 0);
    secret |= any(&at.operands.read);
    secret &= at.effect != Effect::Constant;

    let mut leak = any(&at.operands.addressing).then_some(Leak::Address);
    if secret && leak.is_none() {
        leak = shows(taint, at, repeated, loaded);
    }
    let result = match at.effect {
        Effect::Move => moved(taint, at, loaded),
        // if the condition of a conditional move is not secret, it is known which operand is the result
        _ if at.conditional_move && taint.flags & at.flags.read == 0 => {
            if holds(at.instruction.condition_code(), registers.flags) {
                moved(taint, at, loaded)
            } else {
                taint.register(at.instruction.op0_register())
            }
        }
        _ if secret => at.pick.as_ref().map_or(u64::MAX, |pick| pick.of(taint, loaded)),
        _ => 0,
    };
    write(taint, at, registers, thread, result)?;
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

/// Returns the secret bytes among the bytes that an instruction reads from memory. If it reads from several addresses, they
/// are not followed, and all bytes count as secret.
fn loaded(taint: &Taint, at: &Decoded, registers: &Registers, thread: u64) -> Result<u64, Leak> {
    let mut loaded = 0;
    for access in &at.operands.accesses {
        match &access.place {
            Target::Bytes(address, size) if access.reads => {
                loaded |= taint.memory.get(address.value(registers, thread), *size);
            }
            Target::Bytes(..) => {}
            Target::Several => loaded = u64::MAX,
            Target::Unknown(what) => return Err(Leak::Unknown(what)),
        }
    }
    Ok(loaded)
}

/// Marks the bytes of memory that an instruction writes as secret or public.
fn store(taint: &mut Taint, at: &Decoded, registers: &Registers, thread: u64, result: u64) {
    for access in at.operands.accesses.iter().filter(|access| access.writes) {
        // instructions that write to several addresses are not followed
        let Target::Bytes(address, size) = &access.place else { continue };
        let address = address.value(registers, thread);
        // the bytes that are written, or may be written, and those that may remain unchanged
        let (written, kept) = match stored(taint, at) {
            _ if !access.may_stay || at.repetition != Repetition::None => (u64::MAX, 0),
            Some(bytes) => (bytes, !bytes),
            None => (u64::MAX, u64::MAX),
        };
        let kept = taint.memory.get(address, *size) & kept;
        taint.memory.set(address, *size, result & written | kept);
    }
}

/// Marks the operands that an instruction writes as secret or public, but not the flags.
fn write(
    taint: &mut Taint,
    at: &Decoded,
    registers: &Registers,
    thread: u64,
    result: u64,
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
    store(taint, at, registers, thread, result);
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
