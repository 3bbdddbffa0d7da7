//! Runs a function natively, and follows secrets through it, one instruction at a time.
//!
//! A block of instructions is run, and then the rules are applied to each instruction with the values that the
//! registers had before it. The contents of memory are never examined; only the positions of secrets matter.

use crate::{
    aside,
    decode::{Decoded, Repetition},
    machine::{self, Machine, RSP, Registers},
    operands::Target,
    report::Finding,
    rules::{self, Leak},
    taint::Taint,
};
use iced_x86::{FlowControl, Mnemonic, OpKind, Register};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The result of following the secrets through a subject.
pub(crate) struct Trace {
    pub(crate) steps: u64,
    pub(crate) findings: Vec<Finding>,
    /// The addresses of the instructions that called [`declassify`](bramah::ct::declassify), one entry for each call.
    pub(crate) declassified: Vec<u64>,
    /// The positions of secrets at the end.
    pub(crate) taint: Taint,
}

/// The number of instructions after which a subject is stopped, in case it does not end. No subject is so long.
const MOST_STEPS: u64 = 200_000_000;

/// The address to which the subject returns. There is no code at this address.
const BACK: u64 = 1;

/// The function that is followed, and whether it has panicked.
struct Subject<F> {
    function: Option<F>,
    panicked: bool,
}

extern "C" fn run<F: FnOnce()>(subject: *mut Subject<F>) {
    // SAFETY: `trace` passes the address of its own variable, and waits until this function ends.
    let subject = unsafe { &mut *subject };
    if let Some(function) = subject.function.take() {
        subject.panicked = catch_unwind(AssertUnwindSafe(function)).is_err();
    }
}

/// Runs `subject`, and follows the bytes of `secrets` through it.
///
/// # Panics
/// Panics if the subject panics or does not end.
pub(crate) fn trace<F: FnOnce()>(secrets: &[*const [u8]], subject: F) -> Trace {
    let mut subject = Subject { function: Some(subject), panicked: false };
    let mut machine = Machine::take();
    machine::allocate_ahead();
    aside::set(true);
    machine.begin(&raw mut subject as u64, BACK);
    let mut trace =
        Trace { steps: 0, findings: Vec::new(), declassified: Vec::new(), taint: Taint::default() };
    for secret in secrets {
        trace.taint.memory.mark(*secret);
    }
    trace.follow(&mut machine, run::<F> as *const () as u64);
    aside::set(false);
    machine.put();
    assert!(trace.steps < MOST_STEPS, "the subject does not end");
    assert!(!subject.panicked, "the subject panicked");
    trace
}

impl Trace {
    /// Follows the code from `address` on, until it returns.
    fn follow(&mut self, machine: &mut Machine, mut address: u64) {
        let mut calls = Vec::new();
        // after an unknown instruction secrets are no longer followed, but the subject runs to its end, since it may
        // hold a lock of the allocator
        let mut lost = false;
        let declassify = bramah::ct::declassify as fn(u32) -> u32 as usize as u64;
        // the address of the instruction that called the current function, which may also be a jump at the end of a
        // function
        let mut from = address;
        let free = libc::free as *const () as u64;
        while address != BACK && self.steps < MOST_STEPS {
            if address == declassify {
                self.declassified.push(from);
                // the argument of `declassify` is public from now on
                let _ = self.taint.write(Register::RDI, 0);
            }
            if address == free {
                // Freed memory counts as public: it belongs to the allocator, which reads it, and so do other threads,
                // which are not followed. Another test checks that no secret is left in it.
                let pointer = machine.registers().general[7] as *mut libc::c_void;
                // SAFETY: the pointer is null or points to memory that is about to be freed.
                let len = unsafe { libc::malloc_usable_size(pointer) };
                self.taint.memory.clear(pointer as u64, len);
            }
            let thread = machine.thread;
            let (block, mut records) = machine.run(address, aside::set);
            let (last, before) = match block.goes {
                true => {
                    block.instructions.split_last().map_or((None, &[][..]), |(last, rest)| (Some(last), rest))
                }
                false => (None, &block.instructions[..]),
            };
            let none = Registers { general: [0; 16], flags: 0 };
            for at in before {
                let registers = if at.needs { records.next().unwrap_or(&none) } else { &none };
                lost = lost || !self.step(at, registers, thread, &calls);
            }
            drop(records);
            address = block.next;
            if let Some(last) = last {
                let registers = machine.registers();
                lost = lost || !self.step(last, &registers, thread, &calls);
                if last.stops() {
                    return;
                }
                match last.instruction.flow_control() {
                    FlowControl::Call | FlowControl::IndirectCall => calls.push(last.instruction.ip()),
                    FlowControl::Return => drop(calls.pop()),
                    _ => {}
                }
                from = last.instruction.ip();
                address = goes(machine, last, &registers);
            }
        }
    }

    /// Applies the rules to an instruction. Returns false if the instruction is unknown.
    fn step(&mut self, at: &Decoded, registers: &Registers, thread: u64, calls: &[u64]) -> bool {
        self.steps += 1;
        let mut result = rules::step(&mut self.taint, at, registers, thread);
        if at.repetition == Repetition::Counted {
            // each round of a repeated instruction is a separate step
            let mut registers = *registers;
            while result.is_ok() && registers.general[1] > 1 {
                rules::advance(at, &mut registers);
                result = rules::step(&mut self.taint, at, &registers, thread);
            }
        }
        let Err(leak) = result else { return true };
        let address = at.instruction.ip();
        if !self.findings.iter().any(|finding| finding.address == address) {
            let code = at.instruction.code();
            self.findings.push(Finding { leak, address, code, calls: calls.to_vec() });
        }
        !matches!(leak, Leak::Unknown(_))
    }
}

/// Carries out an instruction that may jump, and returns the address of the next instruction.
fn goes(machine: &mut Machine, at: &Decoded, registers: &Registers) -> u64 {
    let instruction = &at.instruction;
    let (next, stack) = (instruction.next_ip(), registers.general[RSP]);
    // SAFETY: the program is about to read at this address.
    let read = |address: u64| unsafe { (address as *const u64).read_unaligned() };
    let operand = || match instruction.op0_kind() {
        OpKind::Register => registers.general[instruction.op0_register().number()],
        OpKind::Memory => match &at.operands.accesses[0].place {
            Target::Bytes(address, _) => read(address.value(registers, machine.thread)),
            _ => panic!("the address of a jump: {instruction:?}"),
        },
        _ => instruction.near_branch_target(),
    };
    match instruction.flow_control() {
        FlowControl::UnconditionalBranch | FlowControl::IndirectBranch => operand(),
        FlowControl::ConditionalBranch => {
            let count = registers.general[1];
            let taken = match instruction.mnemonic() {
                Mnemonic::Jrcxz => count == 0,
                Mnemonic::Jecxz => count as u32 == 0,
                Mnemonic::Loop => {
                    machine.set_count(count.wrapping_sub(1));
                    count != 1
                }
                _ => rules::holds(instruction.condition_code(), registers.flags),
            };
            if taken { instruction.near_branch_target() } else { next }
        }
        FlowControl::Call | FlowControl::IndirectCall => {
            let target = operand();
            // SAFETY: the program is about to write at this address, on its own stack.
            unsafe { ((stack - 8) as *mut u64).write_unaligned(next) };
            machine.set_stack(stack - 8);
            target
        }
        FlowControl::Return => {
            let dropped = if instruction.op_count() > 0 { u64::from(instruction.immediate16()) } else { 0 };
            machine.set_stack(stack + 8 + dropped);
            read(stack)
        }
        // all other instructions are unknown to the rules
        _ => BACK,
    }
}
