//! The registers and the memory that an instruction reads and writes. They are determined once for each instruction,
//! since it may run a million times.

use crate::{decode::Repetition, machine::Registers, taint::Place};
use iced_x86::{CodeSize, Instruction, InstructionInfo, Mnemonic, OpAccess, OpKind, Register, UsedMemory};

/// The registers and the memory that an instruction reads and writes. The flags are in [`Flags`](crate::decode::Flags).
pub(crate) struct Operands {
    /// The registers that are read.
    pub(crate) read: Box<[Place]>,
    /// The registers that are written, and whether each may also remain unchanged. Pointers and counts that the
    /// instruction advances independently of the data are not included.
    pub(crate) written: Box<[(Place, bool)]>,
    pub(crate) accesses: Box<[Access]>,
    /// The registers from which the addresses are computed.
    pub(crate) addressing: Box<[Place]>,
    /// The mask register that determines which elements of memory are accessed.
    pub(crate) mask: Place,
    /// The register that a move reads, unless it reads memory.
    pub(crate) source: Option<Place>,
    /// The number of bytes that a move copies: `movd eax, xmm0` copies four of the sixteen.
    pub(crate) width: usize,
}

/// An access to memory.
pub(crate) struct Access {
    pub(crate) place: Target,
    pub(crate) reads: bool,
    pub(crate) writes: bool,
    /// Whether the memory may remain unchanged although the instruction writes to it.
    pub(crate) may_stay: bool,
}

/// The memory that is accessed.
pub(crate) enum Target {
    /// An address, and the number of bytes that are accessed from this address on, from 1 to 64.
    Bytes(Address, usize),
    /// Several addresses; a vector register contains the indices.
    Several,
    /// An address that the rules cannot determine; the text says what is unknown.
    Unknown(&'static str),
}

/// An address: the sum of a constant, general registers and the base of a segment.
pub(crate) struct Address {
    displacement: u64,
    base: Option<usize>,
    index: Option<(usize, u64)>,
    /// A mask of the bits of the address that are used, 32 or 64, before the base of the segment is added.
    bits: u64,
    /// Whether the segment is FS.
    of_thread: bool,
}

impl Address {
    /// Returns the address with these values of the registers; segment FS begins at `thread`.
    pub(crate) fn value(&self, registers: &Registers, thread: u64) -> u64 {
        let mut sum = self.displacement;
        if let Some(base) = self.base {
            sum = sum.wrapping_add(registers.general[base]);
        }
        if let Some((index, scale)) = self.index {
            sum = sum.wrapping_add(registers.general[index].wrapping_mul(scale));
        }
        (sum & self.bits).wrapping_add(if self.of_thread { thread } else { 0 })
    }

    /// Returns the address of an access, or `None` if it depends on a register whose value is not recorded.
    fn new(used: &UsedMemory) -> Option<Self> {
        let number = |register: Register| match register {
            Register::None => Some(None),
            _ => register.full_register().is_gpr().then(|| Some(register.full_register().number())),
        };
        let of_thread = match used.segment() {
            Register::FS => true,
            Register::None | Register::ES | Register::CS | Register::SS | Register::DS => false,
            _ => return None,
        };
        Some(Self {
            displacement: used.displacement(),
            base: number(used.base())?,
            index: number(used.index())?.map(|index| (index, used.scale() as u64)),
            bits: match used.address_size() {
                CodeSize::Code16 => return None,
                CodeSize::Code32 => u32::MAX.into(),
                _ => u64::MAX,
            },
            of_thread,
        })
    }
}

impl Operands {
    pub(crate) fn new(instruction: &Instruction, info: &InstructionInfo, repetition: Repetition) -> Self {
        let registers = || info.used_registers().iter();
        let last = instruction.op_count().saturating_sub(1);
        let from_register = instruction.op_count() > 0
            && instruction.op_kind(last) == OpKind::Register
            && instruction.mnemonic() != Mnemonic::Pop;
        let operands = (0..instruction.op_count()).filter(|&i| instruction.op_kind(i) == OpKind::Register);
        Self {
            read: registers()
                .filter(|used| reads(used.access()))
                .map(|used| used.register().into())
                .collect(),
            written: registers()
                .filter(|used| writes(used.access()) && !advances(instruction, used.register()))
                .map(|used| (used.register().into(), may_stay(used.access())))
                .collect(),
            accesses: info
                .used_memory()
                .iter()
                .map(|used| Access {
                    place: target(instruction, used, repetition),
                    reads: reads(used.access()),
                    writes: writes(used.access()),
                    may_stay: may_stay(used.access()),
                })
                .collect(),
            addressing: addressing(instruction, info),
            mask: mask(instruction).into(),
            source: from_register.then(|| instruction.op_register(last).into()),
            width: operands.map(|i| instruction.op_register(i).size()).min().unwrap_or(64),
        }
    }
}

fn reads(access: OpAccess) -> bool {
    use OpAccess::*;
    matches!(access, Read | CondRead | ReadWrite | ReadCondWrite)
}

fn writes(access: OpAccess) -> bool {
    use OpAccess::*;
    matches!(access, Write | CondWrite | ReadWrite | ReadCondWrite)
}

fn may_stay(access: OpAccess) -> bool {
    matches!(access, OpAccess::CondWrite | OpAccess::ReadCondWrite)
}

fn target(instruction: &Instruction, used: &UsedMemory, repetition: Repetition) -> Target {
    if used.index().is_vector_register() {
        return Target::Several;
    }
    // iced reports no size for repeated instructions
    let repeated = repetition != Repetition::None;
    let size = if repeated { instruction.memory_size() } else { used.memory_size() }.size();
    if !(1..=64).contains(&size) {
        return Target::Unknown("the size of the memory accessed");
    }
    match Address::new(used) {
        Some(address) => Target::Bytes(address, size),
        None => Target::Unknown("the address of the memory accessed"),
    }
}

/// Returns the registers from which the addresses of an instruction are computed.
fn addressing(instruction: &Instruction, info: &InstructionInfo) -> Box<[Place]> {
    let mut registers = Vec::new();
    for used in info.used_memory() {
        registers.extend([used.base(), used.index()]);
    }
    // iced does not list operands that are neither read nor written, such as the operand of a prefetch and an address
    // that is only computed
    let memory = (0..instruction.op_count()).any(|i| instruction.op_kind(i) == OpKind::Memory);
    if memory && !matches!(instruction.mnemonic(), Mnemonic::Lea | Mnemonic::Nop) {
        registers.extend([instruction.memory_base(), instruction.memory_index()]);
    }
    registers.sort();
    registers.dedup();
    registers.into_iter().filter(|&register| register != Register::None).map(Place::from).collect()
}

/// Returns the mask register that determines which elements of memory are accessed.
fn mask(instruction: &Instruction) -> Register {
    use Mnemonic::*;
    match instruction.mnemonic() {
        Vmaskmovps | Vmaskmovpd | Vpmaskmovd | Vpmaskmovq => instruction.op1_register(),
        Maskmovdqu | Vmaskmovdqu => instruction.op2_register(),
        _ if instruction.is_vsib() && !instruction.has_op_mask() => instruction.op2_register(),
        _ => instruction.op_mask(),
    }
}

/// Returns whether a register is a pointer or a count that the instruction advances independently of the data.
fn advances(instruction: &Instruction, register: Register) -> bool {
    let full = register.full_register();
    if instruction.is_stack_instruction() {
        return full == Register::RSP && instruction.op0_register() != Register::RSP;
    }
    instruction.is_string_instruction() && matches!(full, Register::RSI | Register::RDI | Register::RCX)
}
