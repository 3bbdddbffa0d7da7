//! Runs code natively, one block of instructions at a time, and records the registers before each instruction for which
//! they are needed.
//!
//! A block consists of the instructions up to one that may jump. It is copied to memory near the original, and code
//! that records the registers is inserted before each instruction whose addresses or flags matter. At its end the copy
//! saves the registers, and [`Machine::run`] returns. The caller carries out the last instruction itself: the processor
//! never takes a call or jump of the original code. Return addresses are the original ones, so that unwinding works as
//! usual.
//!
//! The registers of the code are stored in a [`Context`]. The segment register GS, which programs for Linux do not use,
//! points to it. The code has its own stack.

use crate::{
    decode::{Decoded, Decoder, Repetition},
    taint::ByAddress,
};
use iced_x86::Encoder;
use std::{
    arch::global_asm,
    ptr,
    sync::{Arc, Mutex},
};

/// The registers of the code while none of its blocks runs. The assembly below uses the offsets of these fields.
#[repr(C, align(64))]
struct Context {
    /// RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8 to R15.
    general: [u64; 16],
    flags: u64,
    /// The address of the beginning of the copy of a block.
    target: u64,
    /// The stack pointer of this program.
    host: u64,
    /// The end of the next record; each record has a lower address than the one before.
    records: u64,
    /// The address to which the copy of a block jumps at its end.
    leave: u64,
    /// The parts of the extended state that this processor has.
    parts: u64,
    reserved: [u64; 2],
    /// The registers of x87, SSE, AVX and AVX-512, in the format of XSAVE.
    extended: [u8; 4096 - 192],
}

/// The offset of the register MXCSR in the extended state, and its value when a program begins.
const MXCSR: (usize, u32) = (24, 0x1f80);

global_asm!(
    // loads the registers of the code and jumps to the block at `target`
    ".globl bramah_follow_enter",
    "bramah_follow_enter:",
    "push rbx",
    "push rbp",
    "push r12",
    "push r13",
    "push r14",
    "push r15",
    "mov gs:[144], rsp",
    "mov eax, gs:[168]",
    "xor edx, edx",
    "xrstor64 gs:[192]",
    "push qword ptr gs:[128]",
    "popfq",
    "mov rax, gs:[0]",
    "mov rcx, gs:[8]",
    "mov rdx, gs:[16]",
    "mov rbx, gs:[24]",
    "mov rsp, gs:[32]",
    "mov rbp, gs:[40]",
    "mov rsi, gs:[48]",
    "mov rdi, gs:[56]",
    "mov r8, gs:[64]",
    "mov r9, gs:[72]",
    "mov r10, gs:[80]",
    "mov r11, gs:[88]",
    "mov r12, gs:[96]",
    "mov r13, gs:[104]",
    "mov r14, gs:[112]",
    "mov r15, gs:[120]",
    "jmp qword ptr gs:[136]",
    // saves the registers of the code at the end of a block
    ".globl bramah_follow_leave",
    "bramah_follow_leave:",
    "mov gs:[0], rax",
    "mov gs:[8], rcx",
    "mov gs:[16], rdx",
    "mov gs:[24], rbx",
    "mov gs:[32], rsp",
    "mov gs:[40], rbp",
    "mov gs:[48], rsi",
    "mov gs:[56], rdi",
    "mov gs:[64], r8",
    "mov gs:[72], r9",
    "mov gs:[80], r10",
    "mov gs:[88], r11",
    "mov gs:[96], r12",
    "mov gs:[104], r13",
    "mov gs:[112], r14",
    "mov gs:[120], r15",
    "mov rsp, gs:[144]",
    "pushfq",
    "pop qword ptr gs:[128]",
    "mov eax, gs:[168]",
    "xor edx, edx",
    "xsave64 gs:[192]",
    "cld",
    "pop r15",
    "pop r14",
    "pop r13",
    "pop r12",
    "pop rbp",
    "pop rbx",
    "ret",
    // writes a record of the registers; none of these instructions changes a flag
    ".globl bramah_follow_record",
    "bramah_follow_record:",
    "mov gs:[32], rsp",
    "mov rsp, gs:[152]",
    "pushfq",
    "push r15",
    "push r14",
    "push r13",
    "push r12",
    "push r11",
    "push r10",
    "push r9",
    "push r8",
    "push rdi",
    "push rsi",
    "push rbp",
    "push qword ptr gs:[32]",
    "push rbx",
    "push rdx",
    "push rcx",
    "push rax",
    "mov gs:[152], rsp",
    "mov rsp, gs:[32]",
    // the last instructions of a copied block
    ".globl bramah_follow_end",
    "bramah_follow_end:",
    "jmp qword ptr gs:[160]",
    ".globl bramah_follow_nothing",
    "bramah_follow_nothing:",
);

unsafe extern "C" {
    fn bramah_follow_enter();
    fn bramah_follow_leave();
    static bramah_follow_record: u8;
    static bramah_follow_end: u8;
    static bramah_follow_nothing: u8;
}

/// The registers before an instruction.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Registers {
    /// The general registers, in the order of their numbers.
    pub(crate) general: [u64; 16],
    pub(crate) flags: u64,
}

pub(crate) const RSP: usize = 4;

/// A block of consecutive instructions.
pub(crate) struct Block {
    /// The address of the copy.
    copy: u64,
    pub(crate) instructions: Vec<Decoded>,
    /// Whether the last instruction jumps or may jump. [`Machine::run`] does not run such an instruction, and records
    /// no registers for it.
    pub(crate) goes: bool,
    /// The address after the last instruction.
    pub(crate) next: u64,
}

/// The maximum number of instructions in a block.
const MOST: usize = 256;
const STACK: usize = 16 << 20;
const REGION: usize = 8 << 20;

pub(crate) struct Machine {
    context: Box<Context>,
    records: Box<[Registers; MOST + 8]>,
    stack: *mut u8,
    regions: Vec<Region>,
    blocks: ByAddress<Arc<Block>>,
    decoder: Decoder,
    /// The address at which segment FS begins in this thread.
    pub(crate) thread: u64,
}

// SAFETY: a machine owns everything that it points to.
unsafe impl Send for Machine {}

/// Memory for copies of blocks.
struct Region {
    base: u64,
    used: usize,
}

/// Maps new memory, at the address `hint` if it is not 0 and the memory there is free.
fn memory(hint: u64, len: usize, executable: bool) -> Option<u64> {
    let access = libc::PROT_READ | libc::PROT_WRITE | if executable { libc::PROT_EXEC } else { 0 };
    let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: this maps new memory; with a hint alone, an existing mapping is not replaced.
    let new = unsafe { libc::mmap(hint as *mut _, len, access, kind, -1, 0) };
    (new != libc::MAP_FAILED).then_some(new as u64)
}

/// Gives this thread's part of the system's allocator enough free memory. A subject that does not allocate more while
/// it is followed then makes no system call, which could not be followed.
pub(crate) fn allocate_ahead() {
    #[cfg(target_env = "gnu")]
    {
        const AHEAD: usize = 4 << 20;
        // SAFETY: mallopt changes numbers of the allocator under the allocator's own lock; the freed memory was
        // allocated here. The first number is the size up to which memory is taken from the heap; the second is the
        // size of free memory from which on it is returned to the system.
        unsafe {
            libc::mallopt(libc::M_MMAP_THRESHOLD, 4 * AHEAD as i32);
            libc::mallopt(libc::M_TRIM_THRESHOLD, 4 * AHEAD as i32);
            libc::free(std::hint::black_box(libc::malloc(AHEAD)));
        }
    }
}

/// Machines that no thread uses at the moment. They are kept, since the blocks that they have copied can be used again.
static IDLE: Mutex<Vec<Machine>> = Mutex::new(Vec::new());

impl Machine {
    /// Returns a machine for this thread.
    pub(crate) fn take() -> Self {
        let idle = IDLE.lock().unwrap().pop();
        let mut machine = idle.unwrap_or_else(Self::new);
        const ARCH_SET_GS: i32 = 0x1001;
        const ARCH_GET_FS: i32 = 0x1003;
        // SAFETY: nothing else uses GS; the other call only writes the variable.
        let done = unsafe {
            libc::syscall(libc::SYS_arch_prctl, ARCH_SET_GS, &raw mut *machine.context)
                | libc::syscall(libc::SYS_arch_prctl, ARCH_GET_FS, &raw mut machine.thread)
        };
        assert_eq!(done, 0, "arch_prctl: {}", std::io::Error::last_os_error());
        machine
    }

    /// Returns the machine for use by another thread.
    pub(crate) fn put(self) {
        IDLE.lock().unwrap().push(self);
    }

    fn new() -> Self {
        let mut context = Box::new(Context {
            general: [0; 16],
            flags: 0x202,
            target: 0,
            host: 0,
            records: 0,
            leave: bramah_follow_leave as *const () as u64,
            // the parts of x87, SSE, AVX, and the three parts of AVX-512
            parts: parts() & 0xe7,
            reserved: [0; 2],
            extended: [0; _],
        });
        context.extended[MXCSR.0..][..4].copy_from_slice(&MXCSR.1.to_le_bytes());
        let stack = memory(0, STACK, false).expect("memory for a stack") as *mut u8;
        Self {
            context,
            records: Box::new([Registers { general: [0; 16], flags: 0 }; _]),
            stack,
            regions: Vec::new(),
            blocks: ByAddress::default(),
            decoder: Decoder::new(),
            thread: 0,
        }
    }

    /// Begins a call of a function with one argument; `back` is the address to which the function returns.
    pub(crate) fn begin(&mut self, argument: u64, back: u64) {
        let context = &mut *self.context;
        (context.general, context.flags) = ([0; 16], 0x202);
        // SAFETY: the address is within the stack, which this machine owns.
        unsafe {
            let top = self.stack.add(STACK - 64 - 8).cast::<u64>();
            top.write(back);
            context.general[RSP] = top as u64;
        }
        context.general[7] = argument;
    }

    /// Returns the registers as the last block left them.
    pub(crate) fn registers(&self) -> Registers {
        Registers { general: self.context.general, flags: self.context.flags }
    }

    /// Sets the stack pointer, RSP.
    pub(crate) fn set_stack(&mut self, to: u64) {
        self.context.general[RSP] = to;
    }

    /// Sets RCX, the counter of loop instructions.
    pub(crate) fn set_count(&mut self, to: u64) {
        self.context.general[1] = to;
    }

    /// Runs the block at `address`, without its last instruction if that one may jump. Calls `aside` with false right
    /// before the block runs, and with true right after. Returns the block, and the registers before each of its
    /// instructions that [`needs`](Decoded::needs) them, in the order of the instructions.
    pub(crate) fn run(
        &mut self,
        address: u64,
        aside: impl Fn(bool),
    ) -> (Arc<Block>, impl Iterator<Item = &Registers>) {
        let block = match self.blocks.get(&address) {
            Some(block) => Arc::clone(block),
            None => {
                let block = Arc::new(self.translate(address));
                self.blocks.insert(address, Arc::clone(&block));
                block
            }
        };
        let top = self.records.as_mut_ptr_range().end;
        self.context.target = block.copy;
        self.context.records = top as u64;
        aside(false);
        // SAFETY: GS points to the context; the copy has the effect of the original and ends with a jump to `leave`. It
        // changes nothing that this program's own code relies on, except for what the subject itself changes.
        unsafe { bramah_follow_enter() };
        aside(true);
        let count = (top as u64 - self.context.records) as usize / size_of::<Registers>();
        let first = self.records.len() - count;
        (block, self.records[first..].iter().rev())
    }

    /// Copies the block at `address`.
    fn translate(&mut self, address: u64) -> Block {
        let mut block = Block { copy: 0, instructions: Vec::new(), goes: false, next: address };
        let room = self.region(address);
        let (base, used) = (self.regions[room].base, self.regions[room].used);
        let mut at = base + used as u64;
        block.copy = at;
        while block.instructions.len() < MOST {
            let decoded = self.decoder.decode(block.next);
            if decoded.stops() && !block.instructions.is_empty() {
                break; // the instruction begins a block of its own, which is not run
            }
            let instruction = decoded.instruction;
            block.goes = decoded.goes();
            block.next = instruction.next_ip();
            if !block.goes {
                if decoded.needs {
                    at = copy(at, (&raw const bramah_follow_record, &raw const bramah_follow_end));
                }
                let mut encoder = Encoder::new(64);
                let encoded = encoder.encode(&instruction, at).map(|_| encoder.take_buffer());
                let bytes = encoded.unwrap_or_else(|error| panic!("{instruction:?}: {error}"));
                at = copy(at, (bytes.as_ptr(), bytes.as_ptr_range().end));
            }
            let single = decoded.repetition == Repetition::ByData;
            block.instructions.push(decoded);
            if block.goes || single {
                break;
            }
        }
        at = copy(at, (&raw const bramah_follow_end, &raw const bramah_follow_nothing));
        self.regions[room].used = (at - base) as usize;
        block
    }

    /// Returns the index of a region with room for a block. The region is so near to `address` that its code can reach
    /// operands whose addresses are relative to the instruction.
    fn region(&mut self, address: u64) -> usize {
        const NEAR: u64 = 1 << 30;
        const ROOM: usize = MOST * 128;
        let fits = |region: &Region| region.base.abs_diff(address) < NEAR && region.used + ROOM <= REGION;
        if let Some(index) = self.regions.iter().position(fits) {
            return index;
        }
        let places = (1..NEAR / REGION as u64).map(|i| i * REGION as u64);
        let base = places
            .flat_map(|offset| [address.wrapping_sub(offset), address.wrapping_add(offset)])
            .find_map(|hint| {
                let base = memory(hint & !0xffff, REGION, true)?;
                if base.abs_diff(address) < NEAR {
                    return Some(base);
                }
                // SAFETY: this memory was just mapped, and is not used.
                unsafe { libc::munmap(base as *mut _, REGION) };
                None
            })
            .expect("memory for copies of code: does this system forbid it to be written and run?");
        self.regions.push(Region { base, used: 0 });
        self.regions.len() - 1
    }
}

/// Copies bytes to the address `at`, and returns the address after them.
fn copy(at: u64, bytes: (*const u8, *const u8)) -> u64 {
    let len = bytes.1 as usize - bytes.0 as usize;
    // SAFETY: the target is in a region with room for a block.
    unsafe { ptr::copy_nonoverlapping(bytes.0, at as *mut u8, len) };
    at + len as u64
}

/// Returns the parts of the extended state that the system has enabled.
fn parts() -> u64 {
    assert!(is_x86_feature_detected!("xsave"), "this test needs XSAVE");
    let (low, high): (u32, u32);
    // SAFETY: the processor has the feature, and only the named registers change.
    unsafe {
        std::arch::asm!("xgetbv", in("ecx") 0, out("eax") low, out("edx") high, options(nomem, nostack))
    };
    u64::from(high) << 32 | u64::from(low)
}
