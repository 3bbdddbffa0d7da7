//! Reads the kernel entries from an assembly listing.

use rustc_demangle::demangle;
use std::collections::{BTreeMap, HashMap};

/// A listing in AT&T syntax, as LLVM prints it.
pub(crate) struct Listing<'a> {
    lines: Vec<&'a str>,
    /// The line of each label.
    labels: HashMap<&'a str, usize>,
}

/// Joins the listings of several crates. The number of the listing is added to its local labels, since different
/// listings use the same labels.
pub(crate) fn joined(texts: impl Iterator<Item = String>) -> String {
    texts.enumerate().map(|(number, text)| text.replace(".L", &format!(".L{number}."))).collect()
}

/// The contents of a kernel entry.
pub(crate) struct Report {
    /// The name of the list of candidates and of the backend.
    pub(crate) name: String,
    /// The static of `wipe.rs` that the candidate names as its stack.
    pub(crate) stack: String,
    pub(crate) instructions: usize,
    /// The functions that the entry calls, or jumps to without return, and how often.
    pub(crate) calls: BTreeMap<String, usize>,
    /// The number of stores of vector registers to the stack.
    pub(crate) spills: usize,
    /// The number of stores of vector registers of more than 16 bytes to the stack, unless the entry aligns its
    /// stack. Some of these stores cross a cache line.
    pub(crate) unaligned: usize,
    /// The number of bytes of stack that the entry and the functions of the library that it calls take.
    pub(crate) frame: usize,
}

impl<'a> Listing<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let lines: Vec<&str> = text.lines().collect();
        let label =
            |line: &&'a str| (!line.starts_with(['\t', ' ', '#'])).then(|| line.split(':').next()).flatten();
        let labels = lines.iter().enumerate().filter_map(|(i, line)| Some((label(line)?, i))).collect();
        Self { lines, labels }
    }

    /// Returns every kernel entry in the lists of candidates.
    pub(crate) fn entries(&self) -> Vec<Report> {
        let mut reports = Vec::new();
        let (mut backend, mut stack) = (None, String::new());
        for line in &self.lines {
            let Some(value) = line.trim_start().strip_prefix(".quad\t") else { continue };
            let value = value.trim();
            if let Some(text) = self.string(value) {
                (backend, stack) = (Some(text), String::new());
            } else if value.starts_with("_R") && value.contains("4wipe") {
                stack = format!("{:#}", demangle(value));
            } else if is_entry(value) {
                let symbol = value.split('+').next().unwrap_or(value);
                reports.push(Report { stack: stack.clone(), ..self.report(symbol, backend.unwrap_or("?")) });
            }
        }
        reports
    }

    /// Returns the string that follows a label.
    fn string(&self, label: &str) -> Option<&'a str> {
        let from = *self.labels.get(label)?;
        let text = self.lines.get(from + 1)?.trim_start();
        let text = text.strip_prefix(".ascii\t\"").or_else(|| text.strip_prefix(".asciz\t\""))?;
        text.strip_suffix('"')
    }

    /// Returns the line at which a function's code begins. If an entry only jumps to its kernel, which was too large to
    /// be inlined, this is the line of the kernel.
    fn code(&self, symbol: &str) -> usize {
        let from = *self.labels.get(symbol).unwrap_or_else(|| panic!("{symbol} has no code"));
        let instruction = |line: &&&str| line.starts_with('\t') && !line.trim_start().starts_with(['.', '#']);
        let first = self.lines[from + 1..].iter().find(instruction);
        match first.and_then(|line| line.trim_start().strip_prefix("jmp\t")) {
            Some(kernel) if self.labels.contains_key(kernel) && kernel.starts_with("_R") => {
                self.labels[kernel]
            }
            _ => from,
        }
    }

    /// Returns the mnemonics and operands of the function whose label stands at a line.
    fn instructions(&self, from: usize) -> impl Iterator<Item = (&'a str, &'a str)> + '_ {
        self.lines[from + 1..]
            .iter()
            .take_while(|line| {
                let ends = line.starts_with(".L") && line.contains("func_end");
                !ends && !line.trim_start().starts_with(".cfi_endproc")
            })
            .filter_map(|line| line.strip_prefix('\t').filter(|i| !i.starts_with(['.', '#'])))
            .map(|instruction| instruction.split_once('\t').unwrap_or((instruction, "")))
    }

    /// Returns the number of bytes of stack that the function at a line takes, together with the functions that it
    /// calls. Functions that end in a panic, that are called through a pointer, or that are already on the path to this
    /// function do not count.
    fn depth(&self, from: usize, way: &mut Vec<usize>) -> usize {
        way.push(from);
        let (mut frame, mut below) = (0, 0);
        for (mnemonic, operands) in self.instructions(from) {
            frame += taken(mnemonic, operands);
            let Some(symbol) = leaves_for(mnemonic, operands) else { continue };
            let Some(called) = self.labels.get(symbol).filter(|called| !way.contains(called)) else {
                continue;
            };
            if !format!("{:#}", demangle(symbol)).contains("panic") {
                let address = if mnemonic.starts_with("call") { 8 } else { 0 };
                below = below.max(address + self.depth(*called, way));
            }
        }
        way.pop();
        frame + below
    }

    fn report(&self, symbol: &str, backend: &str) -> Report {
        let demangled = format!("{:#}", demangle(symbol));
        // `<crate::hash::family::Type as ..>::dispatch::DISPATCH::entry`, or `crate::hash::family::LIST::entry`
        let path = demangled.trim_start_matches('<');
        let (of, list) = match path.split_once(" as ") {
            Some((of, _)) => (of, demangled.rsplit("::").nth(2).unwrap_or("")),
            None => path.trim_end_matches("::entry").rsplit_once("::").unwrap_or((path, "")),
        };
        // a crate such as `bramah_block` stands for the folder `block`
        let (library, of) = of.split_once("::").unwrap_or((of, ""));
        let of = match library.strip_prefix("bramah_") {
            Some(room) if room != "machine" => format!("{room}::{of}"),
            _ => of.to_string(),
        };
        // in a table of several functions, the name contains the function: `..::ecb_encrypt_entry`
        let which = demangled.rsplit("::").next().and_then(|name| name.strip_suffix("_entry")).unwrap_or("");
        let list = if which.is_empty() { list } else { which };
        let mut report = Report {
            name: format!("{of} {list} {backend}"),
            stack: String::new(),
            instructions: 0,
            calls: BTreeMap::new(),
            spills: 0,
            unaligned: 0,
            frame: 0,
        };
        let mut aligned = false;
        let from = self.code(symbol);
        report.frame = self.depth(from, &mut Vec::new());
        for (mnemonic, operands) in self.instructions(from) {
            report.instructions += 1;
            if let Some(symbol) = leaves_for(mnemonic, operands) {
                *report.calls.entry(format!("{:#}", demangle(symbol))).or_default() += 1;
            } else if mnemonic == "ud2" {
                *report.calls.entry("a trap".into()).or_default() += 1;
            } else if is_spill(mnemonic, operands) {
                report.spills += 1;
                report.unaligned += usize::from(!aligned && !operands.starts_with("%xmm"));
            } else {
                aligned |= mnemonic == "andq" && operands.ends_with(", %rsp");
            }
        }
        report
    }
}

/// Returns the function that an instruction calls, or jumps to without return.
fn leaves_for<'a>(mnemonic: &str, operands: &'a str) -> Option<&'a str> {
    let leaves = mnemonic.starts_with("call") || mnemonic.starts_with('j') && !operands.starts_with(".L");
    // a jump through a register or a table stays inside the function, unless it is the table of symbols
    let inside = mnemonic == "jmpq" && operands.starts_with('*') && !operands.contains('@');
    (leaves && !inside).then(|| operands.trim_start_matches('*').split(['@', '(']).next().unwrap_or(operands))
}

/// Returns whether a symbol is a function that a candidate macro wrote, by the end of its mangled path.
fn is_entry(symbol: &str) -> bool {
    symbol.starts_with("_R") && (symbol.ends_with("5entry") || symbol.ends_with("_entry"))
}

/// Returns the largest number of bytes by which an instruction (a push, a subtraction or an alignment) moves the stack
/// pointer down.
fn taken(mnemonic: &str, operands: &str) -> usize {
    let constant =
        |of: &str| operands.strip_prefix('$').and_then(|rest| rest.strip_suffix(of))?.parse::<isize>().ok();
    match mnemonic {
        "pushq" => 8,
        "subq" => constant(", %rsp").map_or(0, |bytes| bytes.unsigned_abs()),
        "andq" => constant(", %rsp").map_or(0, |mask| mask.unsigned_abs() - 1),
        _ => 0,
    }
}

/// Returns whether an instruction stores a vector register to the stack.
fn is_spill(mnemonic: &str, operands: &str) -> bool {
    let to_stack = operands.ends_with("(%rsp)") || operands.ends_with("(%rbp)");
    let register = |name: &str| operands.starts_with(name);
    (mnemonic.starts_with("vmov") || mnemonic.starts_with("mov"))
        && to_stack
        && (register("%xmm") || register("%ymm") || register("%zmm"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_that_jumps_to_its_kernel_is_the_kernel() {
        let text = "\
_RNvC1a6kernel:
\t.cfi_startproc
\tvmovdqa\t%ymm0, 32(%rsp)
\tretq
.Lfunc_end0:
_RNvC1a5entry:
\t.cfi_startproc
\tjmp\t_RNvC1a6kernel
.Lfunc_end1:
.Llist:
\t.quad\t_RNvC1a5entry
";
        let entries = Listing::new(text).entries();
        assert_eq!((entries[0].instructions, entries[0].spills, entries[0].calls.len()), (2, 1, 0));
    }

    #[test]
    fn a_frame_is_pushes_room_and_alignment() {
        let text = "\
_RNvC1a5entry:
\tpushq\t%rbp
\tmovq\t%rsp, %rbp
\tpushq\t%rbx
\tandq\t$-64, %rsp
\tsubq\t$4224, %rsp
\tsubq\t$8, %rcx
\tretq
.Lfunc_end1:
.Llist:
\t.quad\t_RNvC1a5entry
";
        assert_eq!(Listing::new(text).entries()[0].frame, 8 + 8 + 63 + 4224);
    }

    #[test]
    fn a_frame_includes_the_deepest_call() {
        let text = "\
_RNvC1a4deep:
\tsubq\t$1024, %rsp
\tcallq\t_RNvC1a4deep
\tretq
.Lfunc_end0:
_RNvC1a5panic:
\tsubq\t$9999, %rsp
.Lfunc_end1:
_RNvC1a5entry:
\tpushq\t%rbx
\tcallq\tmemcpy@PLT
\tcallq\t*_RNvC1a4deep@GOTPCREL(%rip)
\tcallq\t_RNvC1a5panic
\tretq
.Lfunc_end2:
.Llist:
\t.quad\t_RNvC1a5entry
";
        assert_eq!(Listing::new(text).entries()[0].frame, 8 + 8 + 1024);
    }

    #[test]
    fn calls_panics_and_spills_are_found() {
        let text = "\
_RNvNtC1a1b5entry:
\t.cfi_startproc
\tvmovdqa\t%ymm0, 32(%rsp)
\tvmovdqa\t(%rsp), %ymm0
\tmovups\t%xmm1, (%rsp)
\tvmovdqu\t%ymm0, (%rdi)
\tjne\t.LBB0_1
\tcallq\tmemcpy@PLT
\tud2
\tjmp\t_RNvC1a4tail
\tretq
.Lfunc_end0:
.Lname:
\t.ascii\t\"avx2\"
.Llist:
\t.quad\t.Lname
\t.asciz\t\"\\004\"
\t.quad\t_RNvNtC1a1b5entry
";
        let entries = Listing::new(text).entries();
        assert_eq!(entries.len(), 1);
        let entry = &entries[0];
        assert!(entry.name.ends_with(" avx2"), "{}", entry.name);
        assert_eq!((entry.instructions, entry.spills, entry.calls.len()), (9, 2, 3), "{:?}", entry.calls);
        assert_eq!(entry.unaligned, 1);

        let aligned = text.replacen("\tvmovdqa", "\tandq\t$-64, %rsp\n\tvmovdqa", 1);
        let entries = Listing::new(&aligned).entries();
        assert_eq!((entries[0].spills, entries[0].unaligned), (2, 0));
    }
}
