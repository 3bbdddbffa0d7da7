//! Instructions, decoded once each: their operands, and whether their time depends on data.

use crate::operands::Operands;
use iced_x86::{
    Code, ConditionCode, CpuidFeature, DecoderOptions, FlowControl, Instruction, InstructionInfo,
    InstructionInfoFactory, Mnemonic, OpKind, Register,
};
use std::slice;

/// An instruction, with all that can be said without knowing the registers.
pub(crate) struct Decoded {
    pub(crate) instruction: Instruction,
    pub(crate) operands: Operands,
    pub(crate) effect: Effect,
    pub(crate) timing: Timing,
    pub(crate) flags: Flags,
    pub(crate) repetition: Repetition,
    /// Whether it moves a general register to a mask register.
    pub(crate) sets_mask: bool,
    /// Whether the rules need the values of its registers.
    pub(crate) needs: bool,
}

/// How often an instruction is carried out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repetition {
    /// The instruction is carried out once.
    None,
    /// As often as register RCX says, whatever the data is: the instruction copies or fills.
    Counted,
    /// Until the data that it reads ends it.
    ByData,
}

/// How secrets pass through an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// If anything read is secret, all that is written is.
    Any,
    /// The bytes of the result are those of the source, with zeros above.
    Move,
    /// The result is the same for all operands.
    Constant,
    /// Only so many bytes of vector registers 0 to 15 stay.
    Truncate(usize),
    /// Something that no rule covers.
    Unknown,
}

/// Whether the time of an instruction depends on the values of its operands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Timing {
    Constant,
    Variable,
    Unknown,
}

/// The flags, in the bits of iced's `RflagsBits`.
#[derive(Clone, Copy)]
pub(crate) struct Flags {
    pub(crate) read: u32,
    /// The flags whose value depends on the operands.
    pub(crate) written: u32,
    /// The flags that get a constant value.
    pub(crate) fixed: u32,
    /// Whether the flags may also stay as they were.
    pub(crate) may_stay: bool,
}

impl Decoded {
    /// Returns whether the effect of the instruction is not known, so that it must not be run. System calls are run:
    /// the allocator must not be left in the middle of its work.
    pub(crate) fn stops(&self) -> bool {
        self.effect == Effect::Unknown && self.instruction.mnemonic() != Mnemonic::Syscall
    }

    /// Returns whether the next instruction is not known before this one is run.
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
            // SAFETY: the program is about to run what lies here.
            let code = unsafe { slice::from_raw_parts(address as *const u8, len) };
            iced_x86::Decoder::with_ip(64, code, address, DecoderOptions::NONE).decode()
        };
        // no further than needed: the next page may not exist
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
        // the state that the system changes is not followed
        Syscall | Sysenter | Int | Int1 | Int3 | Ud0 | Ud1 | Ud2 | Hlt => Effect::Unknown,
        Vzeroupper => Effect::Truncate(16),
        Vzeroall => Effect::Truncate(0),
        // a scatter writes where only the index register's value tells
        _ if instruction.is_vsib() && instruction.op0_kind() == OpKind::Memory => Effect::Unknown,
        // iced knows `xor` and its kin with one register twice, but not these
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
        // to and from memory these move four or eight bytes; between registers they merge
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

/// Returns whether the instruction may leave the flags unchanged: a shift by CL if CL is 0, and a repeated comparison
/// if its count is 0.
fn may_keep_flags(instruction: &Instruction) -> bool {
    use Mnemonic::*;
    let shift = matches!(instruction.mnemonic(), Shl | Shr | Sal | Sar | Rol | Ror | Rcl | Rcr | Shld | Shrd);
    // iced knows the flags of a shift by a constant
    let by_cl = || instruction.op_register(instruction.op_count() - 1) == Register::CL;
    shift && by_cl() || instruction.is_string_instruction()
}

/// Returns how the time of an instruction depends on data. Integer and logical instructions take the same time for all
/// values, except for divisions and a few in microcode; of an extension that is not listed here, this is not known.
fn timing(instruction: &Instruction) -> Timing {
    use CpuidFeature::*;
    use Mnemonic::*;
    match instruction.mnemonic() {
        Div | Idiv => return Timing::Variable,
        // microcode on AMD before Zen 3, a loop over the set bits of the mask
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
        // floating-point numbers may be subnormal, or divided
        true if !instruction.is_string_instruction() && computes_floats(instruction.mnemonic()) => {
            Timing::Variable
        }
        true => Timing::Constant,
    }
}

/// Returns whether it calculates with floating-point numbers, rather than moving or combining their bits.
fn computes_floats(mnemonic: Mnemonic) -> bool {
    const BITWISE: [&str; 13] = [
        "mov", "and", "or", "xor", "shuf", "unpck", "blend", "perm", "insert", "extract", "broadcast",
        "mask", "gather",
    ];
    let name = format!("{mnemonic:?}").to_lowercase();
    let stem = name.strip_prefix('v').unwrap_or(&name);
    // `p` begins the packed integers: `pabsd`
    let floats = ["ps", "pd", "ss", "sd"].iter().any(|kind| stem.ends_with(kind)) || stem.starts_with("cvt");
    floats && !stem.starts_with('p') && !BITWISE.iter().any(|bitwise| stem.starts_with(bitwise))
}
