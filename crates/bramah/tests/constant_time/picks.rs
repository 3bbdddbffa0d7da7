//! Instructions that move bytes unchanged from one or two registers, to positions that the opcode and the immediate
//! determine. Their rule is exact, so that public words beside a secret one stay public.

use crate::taint::{Place, Taint, low};
use iced_x86::{Instruction, Mnemonic, OpKind};

/// The way in which an instruction moves bytes. All sizes are numbers of bytes.
#[derive(Clone, Copy)]
enum Way {
    /// Copies one of the parts of the second register: the size of a part, and the number of parts.
    Part(u32, u32),
    /// Replaces one of the parts of the first register: the size of a part, and the number of parts.
    Inserted(u32, u32),
    /// Takes each unit of this size from one of the two registers, as a bit of the immediate says.
    Blended(u32),
    /// In each group of sixteen bytes, takes the first half from the first register and the second half from the second, from
    /// the positions that bits of the immediate determine: the size of a unit.
    Mixed(u32),
    /// In each group, copies units from the positions that two bits of the immediate determine: the sizes of a unit and of a
    /// group.
    Shuffled(u32, u32),
    /// Shifts the second register towards its first byte.
    Shifted,
    /// Copies units from each register alternately, from one half of each group of sixteen bytes: the size of a unit, and
    /// which half.
    Unpacked(u32, u32),
}

/// The rule of one instruction that moves bytes.
pub(crate) struct Pick {
    way: Way,
    immediate: u32,
    /// The size of the result in bytes.
    size: u32,
    /// The two sources; `None` stands for memory. With two operands, the first is the destination and also the first source.
    sources: [Option<Place>; 2],
}

impl Pick {
    /// Returns what the rule needs of an instruction, or `None` for other instructions.
    pub(crate) fn new(instruction: &Instruction) -> Option<Self> {
        let size = instruction.op0_register().size() as u32;
        if instruction.has_op_mask() || size > 32 {
            return None;
        }
        let immediate = (0..instruction.op_count()).any(|i| instruction.op_kind(i) == OpKind::Immediate8);
        let operands = instruction.op_count() - u32::from(immediate);
        let source =
            |i: u32| (instruction.op_kind(i) == OpKind::Register).then(|| instruction.op_register(i).into());
        Some(Self {
            way: way(instruction, size, immediate)?,
            immediate: if immediate { instruction.immediate8().into() } else { 0 },
            size,
            sources: [operands.saturating_sub(2), operands.checked_sub(1)?].map(source),
        })
    }

    /// Returns the secret bytes of the result; `loaded` are the secret bytes of the memory that the instruction reads.
    pub(crate) fn of(&self, taint: &Taint, loaded: u64) -> u64 {
        let (imm, size) = (self.immediate, self.size);
        let [a, b] = self.sources.map(|source| source.map_or(loaded, |place| taint.register(place)));
        let units = |unit: u32, from: &dyn Fn(u32) -> u64| {
            (0..size / unit).fold(0, |bytes, i| bytes | (from(i) & low(unit as usize)) << (i * unit))
        };
        match self.way {
            Way::Part(size, parts) => b >> (imm % parts * size) & low(size as usize),
            Way::Inserted(size, parts) => {
                let (place, bytes) = (imm % parts * size, low(size as usize));
                a & !(bytes << place) | (b & bytes) << place
            }
            Way::Blended(unit) => {
                units(unit, &|i| if imm >> (i % 8) & 1 == 1 { b >> (i * unit) } else { a >> (i * unit) })
            }
            Way::Mixed(unit) => units(unit, &|i| {
                let bits = if unit == 4 { 2 } else { 1 };
                let (run, within) = (i * unit / 16 * 16, i * unit % 16 / unit);
                // all groups use the same bits for 32-bit words, and each group its own bits for longer words
                let place = if unit == 4 { imm >> (within * bits) } else { imm >> i } & (16 / unit - 1);
                let source = if within < 8 / unit { a } else { b };
                source >> (run + place * unit)
            }),
            Way::Shuffled(unit, run) => {
                units(unit, &|i| b >> (i * unit / run * run + (imm >> (i % 4 * 2) & 3) * unit))
            }
            Way::Shifted => b >> imm.min(63) & low(16 - imm.min(16) as usize),
            Way::Unpacked(unit, high) => units(unit, &|i| {
                let (run, within) = (i * unit / 16 * 16, i * unit % 16 / unit);
                let source = if within % 2 == 0 { a } else { b };
                source >> (run + 8 * high + within / 2 * unit)
            }),
        }
    }
}

fn way(instruction: &Instruction, size: u32, immediate: bool) -> Option<Way> {
    use Mnemonic::*;
    use Way::*;
    Some(match instruction.mnemonic() {
        Pextrb | Vpextrb => Part(1, 16),
        Pextrw | Vpextrw => Part(2, 8),
        Pextrd | Vpextrd => Part(4, 4),
        Pextrq | Vpextrq => Part(8, 2),
        Vextracti128 | Vextractf128 => Part(16, 2),
        Pinsrb | Vpinsrb => Inserted(1, 16),
        Pinsrw | Vpinsrw => Inserted(2, 8),
        Pinsrd | Vpinsrd => Inserted(4, 4),
        Pinsrq | Vpinsrq => Inserted(8, 2),
        Vinserti128 | Vinsertf128 => Inserted(16, 2),
        Pblendw | Vpblendw if size == 16 => Blended(2),
        Vpblendd | Blendps | Vblendps => Blended(4),
        Blendpd | Vblendpd => Blended(8),
        Shufps | Vshufps => Mixed(4),
        Shufpd | Vshufpd => Mixed(8),
        Pshufd | Vpshufd => Shuffled(4, 16),
        Vpermq | Vpermpd if immediate => Shuffled(8, 32),
        Psrldq | Vpsrldq if size == 16 => Shifted,
        Punpcklbw | Vpunpcklbw => Unpacked(1, 0),
        Punpckhbw | Vpunpckhbw => Unpacked(1, 1),
        Punpcklwd | Vpunpcklwd => Unpacked(2, 0),
        Punpckhwd | Vpunpckhwd => Unpacked(2, 1),
        Punpckldq | Vpunpckldq | Unpcklps | Vunpcklps => Unpacked(4, 0),
        Punpckhdq | Vpunpckhdq | Unpckhps | Vunpckhps => Unpacked(4, 1),
        Punpcklqdq | Vpunpcklqdq | Unpcklpd | Vunpcklpd | Movlhps | Vmovlhps => Unpacked(8, 0),
        Punpckhqdq | Vpunpckhqdq | Unpckhpd | Vunpckhpd => Unpacked(8, 1),
        _ => return None,
    })
}
