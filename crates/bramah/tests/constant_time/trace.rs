//! Runs a function natively, one instruction at a time, and follows secrets through it.
//!
//! The function runs in a child of this process, which `fork` made, so that all addresses are the
//! same in both; `ptrace` stops it before each instruction, and the rules are applied to the
//! registers that it has then. Its memory is never looked at: only where secrets are matters.

use crate::{
    decode::{Cache, Effect},
    report::Finding,
    rules::{self, Leak},
    taint::Taint,
};
use iced_x86::{FlowControl, Register};
use std::{
    arch::asm,
    cell::Cell,
    io,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// What was seen.
pub(crate) struct Trace {
    pub(crate) steps: u64,
    pub(crate) findings: Vec<Finding>,
    /// Where secrets are in the end.
    pub(crate) taint: Taint,
}

/// No subject is as long: one that does not end is stopped here.
const MOST_STEPS: u64 = 20_000_000;

/// The instruction of a trap.
const INT3: i64 = 0xcc;

/// The exit status of a child that may not be traced.
const REFUSED: i32 = 77;

/// Follows `secrets` through `subject`.
///
/// # Panics
/// If this system does not let a process trace its child, or if the subject does not come to its end.
pub(crate) fn trace(secrets: &[&[u8]], subject: impl FnOnce()) -> Trace {
    let child = Child::start(subject);
    let mut taint = Taint::default();
    for secret in secrets {
        taint.memory.mark(secret);
    }
    let mut trace = Trace { steps: 0, findings: Vec::new(), taint };
    let mut cache = Cache::new();
    let mut calls = Vec::new();
    let told = bramah::mode::told as fn(u32) -> u32 as usize as u64;
    loop {
        let mut registers = child.registers();
        let address = registers.rip;
        if address == told {
            // what it is given is public from here on
            let _ = trace.taint.write(Register::RDI, 0);
        }
        let at = cache.get(address, || child.code(address));
        if at.effect == Effect::Stop {
            return trace;
        }
        let mut result = rules::step(&mut trace.taint, at, &registers);
        if at.repeats() {
            // stepping stops after each round, thousands of times; here they are computed
            while result.is_ok() && registers.rcx > 1 {
                rules::advance(at, &mut registers);
                result = rules::step(&mut trace.taint, at, &registers);
            }
        }
        if let Err(leak) = result
            && !trace.findings.iter().any(|finding| finding.address == address)
        {
            let code = at.instruction.code();
            trace.findings.push(Finding { leak, address, code, calls: calls.clone() });
            if matches!(leak, Leak::Unknown(_)) {
                return trace;
            }
        }
        match at.instruction.flow_control() {
            FlowControl::Call | FlowControl::IndirectCall => calls.push(address),
            FlowControl::Return => drop(calls.pop()),
            _ => {}
        }
        trace.steps += 1;
        assert!(trace.steps < MOST_STEPS, "the subject does not end");
        match at.repeats() {
            true => child.run_to(at.instruction.next_ip()),
            false => child.step(),
        }
    }
}

/// A traced process, stopped.
struct Child {
    pid: libc::pid_t,
    /// Whether it has ended, so that its number may be another's.
    ended: Cell<bool>,
}

impl Child {
    /// Forks, and runs the child up to where the subject begins.
    fn start(subject: impl FnOnce()) -> Self {
        // SAFETY: the child runs only the subject and ends itself; the locks that other threads of
        // this process may hold are not taken by it, and those of the allocator are fork-safe.
        let pid = unsafe { libc::fork() };
        if pid == 0 {
            run(subject);
        }
        assert!(pid > 0, "fork: {}", io::Error::last_os_error());
        let child = Self { pid, ended: Cell::new(false) };
        let status = child.wait();
        if libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == REFUSED {
            refused("PTRACE_TRACEME");
        }
        child.expect_trap(status);
        // SAFETY: the child is stopped, and ours; with this it ends when we do.
        let set = unsafe { libc::ptrace(libc::PTRACE_SETOPTIONS, pid, 0, libc::PTRACE_O_EXITKILL) };
        if set != 0 {
            refused("PTRACE_SETOPTIONS");
        }
        child
    }

    fn wait(&self) -> i32 {
        let mut status = 0;
        // SAFETY: our child, and a place for its status.
        let pid = unsafe { libc::waitpid(self.pid, &mut status, 0) };
        assert_eq!(pid, self.pid, "waitpid: {}", io::Error::last_os_error());
        self.ended.set(!libc::WIFSTOPPED(status));
        status
    }

    fn expect_trap(&self, status: i32) {
        let trapped = libc::WIFSTOPPED(status) && libc::WSTOPSIG(status) == libc::SIGTRAP;
        assert!(trapped, "the subject panicked, or ended otherwise: status {status:#x}");
    }

    /// Runs one instruction.
    fn step(&self) {
        // SAFETY: the child is stopped, and ours.
        if unsafe { libc::ptrace(libc::PTRACE_SINGLESTEP, self.pid, 0, 0) } != 0 {
            refused("PTRACE_SINGLESTEP");
        }
        self.expect_trap(self.wait());
    }

    /// Runs until `address` is reached: an instruction that steps would not get through soon.
    fn run_to(&self, address: u64) {
        let word = self.peek(address).expect("code behind an instruction");
        self.poke(address, word & !0xff | INT3);
        // SAFETY: the child is stopped, and ours.
        if unsafe { libc::ptrace(libc::PTRACE_CONT, self.pid, 0, 0) } != 0 {
            refused("PTRACE_CONT");
        }
        self.expect_trap(self.wait());
        self.poke(address, word);
        let mut registers = self.registers();
        registers.rip = address; // it stands behind the trap
        // SAFETY: the child is stopped, and ours; its own registers, but for one.
        if unsafe { libc::ptrace(libc::PTRACE_SETREGS, self.pid, 0, &raw const registers) } != 0 {
            refused("PTRACE_SETREGS");
        }
    }

    fn registers(&self) -> libc::user_regs_struct {
        // SAFETY: plain numbers, for which zero is a value.
        let mut registers: libc::user_regs_struct = unsafe { std::mem::zeroed() };
        // SAFETY: the child is stopped, and ours; the structure is the one that this request fills.
        if unsafe { libc::ptrace(libc::PTRACE_GETREGS, self.pid, 0, &raw mut registers) } != 0 {
            refused("PTRACE_GETREGS");
        }
        registers
    }

    /// The bytes at `address`, enough for the longest instruction unless memory ends before.
    fn code(&self, address: u64) -> Vec<u8> {
        let words = [address, address + 8].into_iter().map_while(|at| self.peek(at));
        words.flat_map(i64::to_le_bytes).collect()
    }

    /// The word at `address`, if there is memory.
    fn peek(&self, address: u64) -> Option<i64> {
        // a word of all ones looks like an error, but for `errno`
        // SAFETY: the variable of this thread.
        unsafe { *libc::__errno_location() = 0 };
        // SAFETY: the child is stopped, and ours; an address that it does not have is an error.
        let word = unsafe { libc::ptrace(libc::PTRACE_PEEKTEXT, self.pid, address, 0) };
        // SAFETY: as above.
        (unsafe { *libc::__errno_location() } == 0).then_some(word)
    }

    fn poke(&self, address: u64, word: i64) {
        // SAFETY: the child is stopped, and ours; the write is to its own copy of the page.
        if unsafe { libc::ptrace(libc::PTRACE_POKETEXT, self.pid, address, word) } != 0 {
            refused("PTRACE_POKETEXT");
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        if !self.ended.get() {
            // SAFETY: our child, whose end has not been waited for.
            unsafe {
                libc::kill(self.pid, libc::SIGKILL);
                libc::waitpid(self.pid, std::ptr::null_mut(), 0);
            }
        }
    }
}

/// The child's side: the subject between two traps.
fn run(subject: impl FnOnce()) -> ! {
    // SAFETY: makes the parent the tracer; changes nothing else.
    if unsafe { libc::ptrace(libc::PTRACE_TRACEME, 0, 0, 0) } != 0 {
        // SAFETY: ends the process at once, without the exit handlers of its parent.
        unsafe { libc::_exit(REFUSED) };
    }
    let marked = AssertUnwindSafe(|| {
        // SAFETY: a trap, which the tracer takes; memory counts as read and written.
        unsafe { asm!("int3") };
        subject();
        // SAFETY: as above.
        unsafe { asm!("int3") };
    });
    let status = i32::from(catch_unwind(marked).is_err());
    // SAFETY: as above.
    unsafe { libc::_exit(status) }
}

fn refused(request: &str) -> ! {
    panic!(
        "{request}: {}. This test steps through a child with ptrace, which this system does not allow; \
         with BRAMAH_NO_PTRACE=1 in the environment it is left out.",
        io::Error::last_os_error()
    );
}
