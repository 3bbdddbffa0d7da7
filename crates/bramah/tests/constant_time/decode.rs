//! Decodes each instruction once: its operands, and whether its time depends on data.

use crate::{operands::Operands, picks::Pick};
use iced_x86::{
    Code, ConditionCode, CpuidFeature, DecoderOptions, FlowControl, Instruction, InstructionInfo,
    InstructionInfoFactory, Mnemonic, OpKind, Register,
};
use std::slice;

/// An instruction, with all its properties that do not depend on the contents of the registers.
pub(crate) struct Decoded {
    pub(crate) instruction: Instruction,
    pub(crate) operands: Operands,
    pub(crate) effect: Effect,
    pub(crate) timing: Timing,
    pub(crate) flags: Flags,
    pub(crate) repetition: Repetition,
    /// The rule for an instruction that moves bytes to other positions.
    pub(crate) pick: Option<Pick>,
    /// Whether a condition determines which of two operands is the result.
    pub(crate) conditional_move: bool,
    /// Whether the instruction moves a general register to a mask register.
    pub(crate) sets_mask: bool,
    /// Whether the rules need the values of the registers.
    pub(crate) needs: bool,
}

/// How often an instruction is carried out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repetition {
    /// The instruction is carried out once.
    None,
    /// The instruction copies or fills memory. The number of repetitions is in register RCX, and does not depend on the
    /// data.
    Counted,
    /// The instruction is repeated until the data that it reads ends it.
    ByData,
}

/// How the results of an instruction depend on secret operands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// If any operand that the instruction reads is secret, everything that it writes is secret.
    Any,
    /// The instruction copies the bytes of the source, and writes zeros to the higher bytes of the result.
    Move,
    /// The result is the same for all operands.
    Constant,
    /// Vector registers 0 to 15 keep only this number of bytes.
    Truncate(usize),
    /// The effect is not covered by a rule.
    Unknown,
}

/// Whether the time of an instruction depends on the values of its operands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Timing {
    Constant,
    Variable,
    Unknown,
}

/// Sets of processor flags, as bits of iced's `RflagsBits`.
#[derive(Clone, Copy)]
pub(crate) struct Flags {
    pub(crate) read: u32,
    /// The flags whose value depends on the operands.
    pub(crate) written: u32,
    /// The flags that the instruction sets to a constant value.
    pub(crate) fixed: u32,
    /// Whether the flags may also remain unchanged.
    pub(crate) may_stay: bool,
}

impl Decoded {
    /// Returns whether the effect of the instruction is unknown, so that it must not be run. System calls are run
    /// nevertheless, since the allocator must be able to finish its work.
    pub(crate) fn stops(&self) -> bool {
        self.effect == Effect::Unknown && self.instruction.mnemonic() != Mnemonic::Syscall
    }

    /// Returns whether the address of the next instruction is unknown before this one is run.
    pub(crate) fn goes(&self) -> bool {
        let goes = self.instruction.flow_control() != FlowControl::Next;
        self.stops() || goes && self.instruction.mnemonic() != Mnemonic::Syscall
    }

    fn new(instruction: Instruction, info: &InstructionInfo) -> Self {
        let repetition = repetition(&instruction);
        let mut decoded = Self {
            operands: Operands::new(&instruction, info, repetition),
            effect: effect(&instruction),
            timing: timing(&instruction),
            flags: Flags {
                read: instruction.rflags_read(),
                written: instruction.rflags_written() | instruction.rflags_undefined(),
                fixed: instruction.rflags_cleared() | instruction.rflags_set(),
                may_stay: may_keep_flags(&instruction),
            },
            repetition,
            pick: Pick::new(&instruction),
            conditional_move: instruction.condition_code() != ConditionCode::None
                && instruction.op_count() == 2,
            sets_mask: sets_mask(&instruction),
            needs: false,
            instruction,
        };
        decoded.needs = !decoded.goes()
            && (!decoded.operands.accesses.is_empty()
                || instruction.condition_code() != ConditionCode::None
                || instruction.is_string_instruction()
                || decoded.sets_mask);
        decoded
    }
}

/// A decoder of the instructions in the memory of this program.
pub(crate) struct Decoder(InstructionInfoFactory);

impl Decoder {
    pub(crate) fn new() -> Self {
        Self(InstructionInfoFactory::new())
    }

    /// Returns the instruction at `address`.
    pub(crate) fn decode(&mut self, address: u64) -> Decoded {
        const LONGEST: usize = 15;
        let decode = |len| {
            // SAFETY: the program is about to run the code at this address, so it can be read.
            let code = unsafe { slice::from_raw_parts(address as *const u8, len) };
            iced_x86::Decoder::with_ip(64, code, address, DecoderOptions::NONE).decode()
        };
        // reads the next page only if needed, since it may not exist
        let page = 4096 - address as usize % 4096;
        let mut instruction = decode(LONGEST.min(page));
        if instruction.is_invalid() && page < LONGEST {
            instruction = decode(LONGEST);
        }
        Decoded::new(instruction, self.0.info(&instruction))
    }
}

fn repetition(instruction: &Instruction) -> Repetition {
    use Mnemonic::*;
    let repeats = instruction.has_rep_prefix() || instruction.has_repne_prefix();
    if !instruction.is_string_instruction() || !repeats {
        return Repetition::None;
    }
    match instruction.mnemonic() {
        Movsb | Movsw | Movsd | Movsq | Stosb | Stosw | Stosd | Stosq if instruction.has_rep_prefix() => {
            Repetition::Counted
        }
        _ => Repetition::ByData,
    }
}

fn sets_mask(instruction: &Instruction) -> bool {
    use Mnemonic::*;
    matches!(instruction.mnemonic(), Kmovb | Kmovw | Kmovd | Kmovq)
        && instruction.op0_register().is_k()
        && instruction.op1_register().is_gpr()
}

fn effect(instruction: &Instruction) -> Effect {
    use Mnemonic::*;
    if instruction.code() == Code::INVALID || instruction.is_save_restore_instruction() {
        return Effect::Unknown;
    }
    let memory = (0..instruction.op_count()).any(|i| instruction.op_kind(i) == OpKind::Memory);
    match instruction.mnemonic() {
        // changes that the system makes are not followed
        Syscall | Sysenter | Int | Int1 | Int3 | Ud0 | Ud1 | Ud2 | Hlt => Effect::Unknown,
        Vzeroupper => Effect::Truncate(16),
        Vzeroall => Effect::Truncate(0),
        // the addresses that a scatter writes to depend on the value of the index register
        _ if instruction.is_vsib() && instruction.op0_kind() == OpKind::Memory => Effect::Unknown,
        // iced reports that `xor` and similar instructions with the same register twice read nothing, but does not
        // report it for these instructions
        Pcmpeqb | Pcmpeqw | Pcmpeqd | Pcmpeqq if same_registers(instruction, 0, 1) => Effect::Constant,
        Vpcmpeqb | Vpcmpeqw | Vpcmpeqd | Vpcmpeqq
            if same_registers(instruction, 1, 2) && !instruction.has_op_mask() =>
        {
            Effect::Constant
        }
        Vpternlogd | Vpternlogq
            if matches!(instruction.immediate8(), 0 | 0xff) && !instruction.has_op_mask() =>
        {
            Effect::Constant
        }
        // to and from memory these instructions move four or eight bytes; between registers they merge two operands
        Movss | Movsd | Vmovss | Vmovsd if memory && !instruction.has_op_mask() => Effect::Move,
        Movsb | Movsw | Movsq if instruction.is_string_instruction() => Effect::Move,
        Movsd if instruction.is_string_instruction() => Effect::Move,
        Mov | Movzx | Push | Pop | Movd | Movq | Movdqa | Movdqu | Movaps | Movups | Movapd | Movupd
        | Vmovd | Vmovq | Vmovdqa | Vmovdqu | Vmovaps | Vmovups | Vmovapd | Vmovupd | Vmovdqa32
        | Vmovdqa64 | Vmovdqu8 | Vmovdqu16 | Vmovdqu32 | Vmovdqu64
            if !instruction.has_op_mask() =>
        {
            Effect::Move
        }
        _ => Effect::Any,
    }
}

fn same_registers(instruction: &Instruction, a: u32, b: u32) -> bool {
    instruction.op_kind(a) == OpKind::Register
        && instruction.op_kind(b) == OpKind::Register
        && instruction.op_register(a) == instruction.op_register(b)
}

/// Returns whether the instruction may leave the flags unchanged, as a shift by CL does if CL is 0, and a repeated
/// comparison if its count is 0.
fn may_keep_flags(instruction: &Instruction) -> bool {
    use Mnemonic::*;
    let shift = matches!(instruction.mnemonic(), Shl | Shr | Sal | Sar | Rol | Ror | Rcl | Rcr | Shld | Shrd);
    // iced reports the flags of a shift by a constant correctly
    let by_cl = || instruction.op_register(instruction.op_count() - 1) == Register::CL;
    shift && by_cl() || instruction.is_string_instruction()
}

/// Returns how the time of an instruction depends on data. Integer and logical instructions take the same time for all
/// values, except for divisions and a few instructions in microcode. The result is `Unknown` for instructions of
/// extensions that are not listed here.
fn timing(instruction: &Instruction) -> Timing {
    use CpuidFeature::*;
    use Mnemonic::*;
    match instruction.mnemonic() {
        Div | Idiv => return Timing::Variable,
        // on AMD processors before Zen 3 these are in microcode, with a loop over the set bits of the mask
        Pdep | Pext => return Timing::Variable,
        Pcmpestri | Pcmpestrm | Pcmpistri | Pcmpistrm | Vpcmpestri | Vpcmpestrm | Vpcmpistri | Vpcmpistrm => {
            return Timing::Unknown;
        }
        _ => {}
    }
    let constant = instruction.cpuid_features().iter().all(|feature| {
        matches!(
            feature,
            INTEL8086
                | INTEL186
                | INTEL286
                | INTEL386
                | INTEL486
                | X64
                | MULTIBYTENOP
                | CMOV
                | CX8
                | CMPXCHG16B
                | MOVBE
                | POPCNT
                | LZCNT
                | BMI1
                | BMI2
                | ADX
                | SSE
                | SSE2
                | SSE3
                | SSSE3
                | SSE4_1
                | SSE4_2
                | AVX
                | AVX2
                | AVX512F
                | AVX512BW
                | AVX512DQ
                | AVX512VL
                | AVX512_VBMI
                | AVX512_VBMI2
                | AVX512_IFMA
                | AVX512_BITALG
                | AVX512_VPOPCNTDQ
                | AES
                | VAES
                | PCLMULQDQ
                | VPCLMULQDQ
                | GFNI
                | SHA
                | CpuidFeature::SHA512
                | CpuidFeature::SM3
                | CpuidFeature::SM4
        )
    });
    match constant {
        false => Timing::Unknown,
        // the time depends on whether floating-point numbers are subnormal, and on the operands of divisions
        true if !instruction.is_string_instruction() && computes_floats(instruction.mnemonic()) => {
            Timing::Variable
        }
        true => Timing::Constant,
    }
}

/// Returns whether the instruction calculates with floating-point numbers. Instructions that only move or combine the
/// bits of such numbers do not count.
fn computes_floats(mnemonic: Mnemonic) -> bool {
    const BITWISE: [&str; 13] = [
        "mov", "and", "or", "xor", "shuf", "unpck", "blend", "perm", "insert", "extract", "broadcast",
        "mask", "gather",
    ];
    let name = format!("{mnemonic:?}").to_lowercase();
    let stem = name.strip_prefix('v').unwrap_or(&name);
    // instructions for packed integers, such as `pabsd`, begin with `p`
    let floats = ["ps", "pd", "ss", "sd"].iter().any(|kind| stem.ends_with(kind)) || stem.starts_with("cvt");
    floats && !stem.starts_with('p') && !BITWISE.iter().any(|bitwise| stem.starts_with(bitwise))
}
