//! Tests that the checker finds leaks. Code that leaks is reported with the right kind of leak, and code that does not
//! leak is not reported.

use crate::{
    report,
    rules::Leak,
    sites::{self, Site},
    trace::trace,
};
use std::{arch::asm, hint::black_box};

/// The secret bytes on which a subject depends, and public bytes.
#[repr(align(64))]
struct Room {
    secret: [u8; 64],
    public: [u8; 64],
}

/// Fails if the checker does not find the expected leak in `subject`, or if it finds any leak but none is expected.
fn expect(name: &str, expected: Option<Leak>, subject: impl FnOnce(&mut Room)) {
    let mut room = Box::new(Room { secret: [1; 64], public: [0; 64] });
    let secret: *const [u8] = &raw const room.secret;
    let trace = trace(&[secret], || subject(&mut room));
    let found = trace.findings.iter().any(|finding| Some(finding.leak) == expected);
    let right = if expected.is_some() { found } else { trace.findings.is_empty() };
    assert!(right, "{name}: expected {expected:?}, found\n{}", report::list(&trace.findings));
}

const TIMING: Leak = Leak::Unknown("whether the instruction takes the same time for all operands");
const EFFECT: Leak = Leak::Unknown("what the instruction does");

static TABLE: [u8; 256] = [7; 256];

#[inline(never)]
fn early_exit(a: &[u8], b: &[u8]) -> bool {
    for (x, y) in a.iter().zip(b) {
        if black_box(x) != y {
            return false;
        }
    }
    true
}

#[inline(never)]
fn no_exit(a: &[u8], b: &[u8]) -> bool {
    a.iter().zip(b).fold(0, |difference, (x, y)| black_box(difference | (x ^ y))) == 0
}

#[test]
fn leaks_in_rust_are_reported() {
    expect("a table look-up", Some(Leak::Address), |room| {
        black_box(black_box(&TABLE)[usize::from(room.secret[0])]);
    });
    expect("a branch", Some(Leak::Branch), |room| {
        if room.secret[3] == b'x' {
            black_box(());
        }
    });
    expect("a division", Some(Leak::Time), |room| {
        black_box(black_box(1000) / (u32::from(room.secret[0]) | 1));
    });
    expect("a floating-point division", Some(Leak::Time), |room| {
        black_box(black_box(1000.0) / f64::from(room.secret[0]));
    });
    expect("a comparison that ends early", Some(Leak::Branch), |room| {
        black_box(early_exit(&room.secret, &room.public));
    });
    expect("a comparison by the C library", Some(Leak::Branch), |room| {
        black_box(room.secret[..black_box(60)] == room.public[..black_box(60)]);
    });
    expect("a copy of a secret length", Some(Leak::Branch), |room| {
        let n = usize::from(room.secret[0]);
        room.public[..n].copy_from_slice(&room.secret[..n]);
    });
}

/// Compares like `early_exit`, but declassifies the difference of each byte before it branches on it, so that no
/// instruction leaks.
#[inline(never)]
fn early_exit_declassified(a: &[u8], b: &[u8]) -> bool {
    for (x, y) in a.iter().zip(b) {
        if bramah::ct::declassify(u32::from(x ^ y)) != 0 {
            return false;
        }
    }
    true
}

#[test]
fn a_place_that_may_not_declassify_is_reported() {
    let mut room = Box::new(Room { secret: [1; 64], public: [1; 64] });
    let secret: *const [u8] = &raw const room.secret;
    let trace =
        trace(&[secret], || room.public[0] = early_exit_declassified(&room.secret, &room.public).into());
    assert!(trace.findings.is_empty(), "{}", report::list(&trace.findings));
    assert_eq!(trace.declassified.len(), 64);
    let wrong = sites::wrong(&trace, &[]);
    assert!(wrong.contains("64 values made public by a function that may not"), "{wrong}");
    assert!(wrong.contains("early_exit_declassified") && wrong.lines().count() == 1, "{wrong}");
    // a function that may declassify may do so once for each comparison
    let site = Site { file: "constant_time/planted.rs", function: "early_exit_declassified" };
    let wrong = sites::wrong_with(&trace, &[site], &[(site, 1)]);
    assert!(wrong.contains("64 values made public") && wrong.lines().count() == 1, "{wrong}");
    assert_eq!(sites::wrong_with(&trace, &[site], &[(site, 64)]), "");
}

#[test]
fn clean_rust_is_not_reported() {
    expect("a comparison to the end", None, |room| {
        // the result is public, but code that examined it would need a branch
        black_box(no_exit(&room.secret, &room.public));
    });
    expect("a copy", None, |room| {
        let n = black_box(60);
        room.public[..n].copy_from_slice(&room.secret[..n]);
    });
    expect("what was overwritten", None, |room| {
        room.secret.fill(black_box(5));
        if black_box(room.secret[9]) == 5 {
            black_box(TABLE[usize::from(room.secret[8])]);
        }
    });
    expect("what the allocator is given back", None, |room| drop(black_box(room.secret.to_vec())));
    expect("what is not secret", None, |room| {
        if black_box(room.public[63]) == 0 {
            black_box(TABLE[usize::from(room.public[0])]);
        }
    });
}

fn has_avx512() -> bool {
    let has = is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl");
    println!(
        "this CPU {} AVX-512, whose rules are {}tested",
        if has { "has" } else { "lacks" },
        if has { "" } else { "not " }
    );
    has
}

/// Instructions to test. RSI points to the secret bytes, and RDI to the public ones.
macro_rules! instructions {
    ($name:literal, $expected:expr, $($line:literal)+) => {
        expect($name, $expected, |room| {
            // SAFETY: only the room, the stack and the registers named below change.
            unsafe {
                asm!(
                    $($line,)+
                    "2:",
                    inout("rsi") room.secret.as_ptr() => _,
                    inout("rdi") room.public.as_mut_ptr() => _,
                    out("r12") _,
                    clobber_abi("C"),
                )
            }
        })
    };
}

#[test]
fn leaking_instructions_are_reported() {
    let branch = Some(Leak::Branch);
    let address = Some(Leak::Address);
    instructions!("the high byte of a register", branch,
        "mov cl, [rsi]" "xor eax, eax" "mov ah, cl" "movzx edx, ah" "test edx, edx" "jz 2f");
    instructions!("a byte among public ones", branch,
        "mov cl, [rsi]" "mov [rdi + 3], cl" "mov rax, [rdi]" "shr rax, 24" "test al, al" "jz 2f");
    instructions!("the stack", branch,
        "push qword ptr [rsi]" "pop rax" "test rax, rax" "jz 2f");
    instructions!("a carry", branch,
        "mov al, [rsi]" "add al, 1" "jc 2f");
    instructions!("flags that a shift by 0 leaves", branch,
        "xor ecx, ecx" "cmp byte ptr [rsi], 1" "shl edx, cl" "jz 2f");
    instructions!("a condition made a number", branch,
        "cmp byte ptr [rsi], 1" "setz al" "sbb edx, edx" "test al, al" "jz 2f");
    instructions!("a loop", branch,
        "movzx ecx, byte ptr [rsi]" "inc ecx" "jrcxz 2f");
    instructions!("a chosen address", address,
        "cmp byte ptr [rsi], 1" "mov rax, rdi" "cmovz rax, rsi" "mov cl, [rax]");
    instructions!("a store", address,
        "movzx eax, byte ptr [rsi]" "mov byte ptr [rdi + rax], 0");
    instructions!("a prefetch", address,
        "movzx eax, byte ptr [rsi]" "prefetcht0 [rdi + rax]");
    instructions!("a look-up by a string instruction", address,
        "push rbx" "mov rbx, rdi" "mov al, [rsi]" "xlatb" "pop rbx");
    instructions!("a jump", Some(Leak::Target),
        "movzx eax, byte ptr [rsi]" "and eax, 0" "lea rcx, [rip + 2f]" "add rcx, rax" "jmp rcx");
    instructions!("a return", Some(Leak::Target),
        "movzx eax, byte ptr [rsi]" "and eax, 0" "lea rcx, [rip + 2f]" "add rcx, rax" "push rcx" "ret");
    instructions!("a count", Some(Leak::Count),
        "movzx ecx, byte ptr [rsi]" "rep stosb");
    instructions!("a repeated comparison", Some(Leak::Count),
        "mov ecx, 9" "repe cmpsb");
    instructions!("a copy by a repetition", branch,
        "mov r12, rdi" "mov ecx, 3" "rep movsb" "cmp byte ptr [r12 + 2], 0" "jz 2f");
    instructions!("vector registers", branch,
        "movdqu xmm0, [rsi]" "pxor xmm1, xmm1" "pcmpeqb xmm0, xmm1" "pmovmskb eax, xmm0" "test eax, eax"
        "jz 2f");
    instructions!("a masked store", Some(Leak::Mask),
        "movdqu xmm0, [rsi]" "maskmovdqu xmm1, xmm0");
    instructions!("a square root", Some(Leak::Time),
        "movq xmm0, [rsi]" "sqrtsd xmm0, xmm0");
    instructions!("the x87 unit", Some(TIMING),
        "fild qword ptr [rsi]" "fstp st(0)");
    instructions!("a system call", Some(EFFECT),
        "mov eax, 39" "syscall");
    if is_x86_feature_detected!("sse4.2") {
        instructions!("a comparison of strings", Some(TIMING),
            "movdqu xmm0, [rsi]" "pcmpistri xmm0, [rdi], 0");
    }
    if is_x86_feature_detected!("bmi2") {
        instructions!("a deposit of bits", Some(Leak::Time),
            "mov rax, [rsi]" "pdep rcx, rax, rax");
    }
}

#[test]
fn leaking_vector_instructions_are_reported() {
    let branch = Some(Leak::Branch);
    if is_x86_feature_detected!("avx2") {
        instructions!("what vzeroupper keeps", branch,
            "vmovdqu ymm0, [rsi]" "vzeroupper" "vmovd eax, xmm0" "test eax, eax" "jz 2f");
        instructions!("what a legacy instruction keeps", branch,
            "vmovdqu ymm0, [rsi]" "pxor xmm0, xmm0" "vpmovmskb eax, ymm0" "vzeroupper" "test eax, eax" "jz 2f");
        instructions!("a gather", Some(Leak::Address),
            "vpmovzxbd ymm0, [rsi]" "vpcmpeqd ymm1, ymm1, ymm1" "vpgatherdd ymm2, [rdi + ymm0], ymm1"
            "vzeroupper");
        instructions!("a gather under a mask", Some(Leak::Mask),
            "vpxor xmm0, xmm0, xmm0" "vmovdqu ymm1, [rsi]" "vpgatherdd ymm2, [rdi + ymm0], ymm1" "vzeroupper");
        instructions!("a word picked out", branch,
            "vmovd xmm0, [rsi]" "vpextrd eax, xmm0, 0" "test eax, eax" "jz 2f");
        instructions!("a word that was moved within its register", branch,
            "vmovd xmm0, [rsi]" "vpshufd xmm0, xmm0, 0x4e" "vpextrd eax, xmm0, 2" "test eax, eax" "jz 2f");
        instructions!("a half that was moved", branch,
            "vmovd xmm0, [rsi]" "vpermq ymm0, ymm0, 0x4e" "vextracti128 xmm0, ymm0, 1" "vmovd eax, xmm0"
            "vzeroupper" "test eax, eax" "jz 2f");
        instructions!("a word put beside others", branch,
            "vpxor xmm0, xmm0, xmm0" "vpinsrd xmm0, xmm0, [rsi], 2" "vpextrd eax, xmm0, 2" "test eax, eax" "jz 2f");
        instructions!("words taken in turn", branch,
            "vmovd xmm0, [rsi]" "vmovd xmm1, [rdi]" "vpunpckldq xmm0, xmm1, xmm0" "vpextrd eax, xmm0, 1"
            "test eax, eax" "jz 2f");
        instructions!("words that were shuffled", branch,
            "vmovd xmm0, [rsi]" "vmovd xmm1, [rdi]" "vshufps xmm0, xmm1, xmm0, 0" "vpextrd eax, xmm0, 3"
            "test eax, eax" "jz 2f");
        instructions!("words that were blended", branch,
            "vmovd xmm0, [rsi]" "vmovd xmm1, [rdi]" "vpblendd xmm0, xmm1, xmm0, 1" "vmovd eax, xmm0"
            "test eax, eax" "jz 2f");
        instructions!("bytes that were shifted", branch,
            "vmovd xmm0, [rsi]" "vpsrldq xmm0, xmm0, 3" "vmovd eax, xmm0" "test eax, eax" "jz 2f");
        instructions!("a masked load", Some(Leak::Mask),
            "vmovdqu ymm0, [rsi]" "vpmaskmovd ymm1, ymm0, [rdi]" "vzeroupper");
    }
    if has_avx512() {
        instructions!("a mask that is tested", branch,
            "vmovdqu64 zmm0, [rsi]" "vptestmb k1, zmm0, zmm0" "vzeroupper" "kortestq k1, k1" "jz 2f");
        instructions!("a store under a mask register", Some(Leak::Mask),
            "vmovdqu64 zmm0, [rsi]" "vptestmb k1, zmm0, zmm0" "vmovdqu8 [rdi]{{k1}}, zmm0" "vzeroupper");
        instructions!("what a store under a mask leaves", branch,
            "mov al, [rsi]" "mov [rdi + 8], al" "mov eax, 0xff" "kmovd k1, eax" "vpxor xmm0, xmm0, xmm0"
            "vmovdqu8 [rdi]{{k1}}, ymm0" "cmp byte ptr [rdi + 8], 0" "jz 2f");
        instructions!("a store under a mask that is set again", branch,
            "mov al, [rsi]" "mov [rdi + 8], al" "mov eax, 0x1ff" "kmovd k1, eax" "kshiftrd k1, k1, 1"
            "vpxor xmm0, xmm0, xmm0" "vmovdqu8 [rdi]{{k1}}, ymm0" "cmp byte ptr [rdi + 8], 0" "jz 2f");
        instructions!("a store of words under a mask", branch,
            "mov al, [rsi]" "mov [rdi + 8], al" "mov eax, 3" "kmovd k1, eax" "vpxor xmm0, xmm0, xmm0"
            "vmovdqu32 [rdi]{{k1}}, ymm0" "cmp byte ptr [rdi + 8], 0" "jz 2f");
        instructions!("a gather of sixteen", Some(Leak::Address),
            "vpmovzxbd zmm0, [rsi]" "kxnorw k1, k1, k1" "vpgatherdd zmm2{{k1}}, [rdi + zmm0]" "vzeroupper");
        instructions!("a scatter", Some(EFFECT),
            "vpxor xmm0, xmm0, xmm0" "kxnorw k1, k1, k1" "vpscatterdd [rdi + zmm0]{{k1}}, zmm0" "vzeroupper");
        instructions!("an upper register", branch,
            "vmovdqu64 zmm31, [rsi]" "vpxorq zmm30, zmm31, [rdi]{{1to8}}" "vzeroupper" "vmovd eax, xmm30"
            "test eax, eax" "jz 2f");
    }
}

#[test]
fn clean_instructions_are_not_reported() {
    instructions!("a register that was cleared", None,
        "mov rax, [rsi]" "xor eax, eax" "test rax, rax" "jz 2f");
    instructions!("the upper half, which a write to the lower clears", None,
        "mov rax, [rsi]" "mov eax, 5" "test rax, rax" "jz 2f");
    instructions!("a public byte beside a secret one", None,
        "mov al, [rsi]" "mov [rdi + 1], al" "mov rax, [rdi]" "test al, al" "jz 2f");
    if is_x86_feature_detected!("avx2") {
        instructions!("a public word beside a secret one", None,
            "vmovd xmm0, [rsi]" "vpextrd eax, xmm0, 1" "test eax, eax" "jz 2f");
        instructions!("a public word that was moved beside a secret one", None,
            "vmovd xmm0, [rsi]" "vpshufd xmm0, xmm0, 0x4e" "vpextrd eax, xmm0, 0" "test eax, eax" "jz 2f");
        instructions!("the public half", None,
            "vmovd xmm0, [rsi]" "vextracti128 xmm0, ymm0, 1" "vmovd eax, xmm0" "vzeroupper" "test eax, eax" "jz 2f");
        instructions!("the public half, when they have changed places", None,
            "vmovd xmm0, [rsi]" "vpermq ymm0, ymm0, 0x4e" "vmovd eax, xmm0" "vzeroupper" "test eax, eax" "jz 2f");
        instructions!("a public word that a secret one was put beside", None,
            "vpxor xmm0, xmm0, xmm0" "vpinsrd xmm0, xmm0, [rsi], 2" "vpextrd eax, xmm0, 3" "test eax, eax" "jz 2f");
        instructions!("words taken in turn", None,
            "vmovd xmm0, [rsi]" "vmovd xmm1, [rdi]" "vpunpckldq xmm0, xmm1, xmm0" "vmovd eax, xmm0"
            "test eax, eax" "jz 2f");
        instructions!("public words that were shuffled", None,
            "vmovd xmm0, [rsi]" "vmovd xmm1, [rdi]" "vshufps xmm0, xmm1, xmm0, 0" "vpextrd eax, xmm0, 1"
            "test eax, eax" "jz 2f");
        instructions!("a secret word that another took the place of", None,
            "vmovd xmm0, [rsi]" "vmovd xmm1, [rdi]" "vpblendd xmm0, xmm0, xmm1, 1" "vmovd eax, xmm0"
            "test eax, eax" "jz 2f");
        instructions!("secret bytes that were shifted out", None,
            "vmovd xmm0, [rsi]" "vpsrldq xmm0, xmm0, 4" "vmovd eax, xmm0" "test eax, eax" "jz 2f");
    }
    instructions!("the stack pointer after a push", None,
        "push qword ptr [rsi]" "mov al, [rsp]" "add rsp, 8" "cmp rsp, rdi" "jz 2f");
    instructions!("flags that were set again", None,
        "cmp byte ptr [rsi], 1" "cmp byte ptr [rdi], 1" "jz 2f");
    instructions!("flags that a shift by a number set", None,
        "cmp byte ptr [rsi], 1" "mov eax, 16" "shr eax, 4" "jz 2f");
    instructions!("a choice without a branch", None,
        "cmp byte ptr [rsi], 1" "sbb eax, eax" "and eax, [rdi]" "mov [rdi], eax");
    instructions!("a shift by a secret", None,
        "mov cl, [rsi]" "mov eax, 1" "shl eax, cl" "mov [rdi], eax");
    instructions!("a repeated copy that a repeated fill overwrites", None,
        "mov r12, rdi" "mov ecx, 9" "rep movsb" "mov rdi, r12" "mov ecx, 9" "xor eax, eax" "rep stosb"
        "cmp byte ptr [r12 + 8], 0" "jz 2f");
    instructions!("pointers after a repetition", None,
        "mov ecx, 9" "rep movsb" "mov al, [rsi]" "mov [rdi], al" "test ecx, ecx" "jz 2f");
    instructions!("registers of zeros and ones", None,
        "movdqu xmm0, [rsi]" "movdqa xmm1, xmm0" "pxor xmm0, xmm0" "pcmpeqd xmm1, xmm1" "por xmm0, xmm1"
        "pmovmskb eax, xmm0" "test eax, eax" "jz 2f");
    if is_x86_feature_detected!("avx2") {
        instructions!("what vzeroupper clears", None,
            "vmovdqu ymm0, [rsi]" "pxor xmm0, xmm0" "vzeroupper" "vpmovmskb eax, ymm0" "vzeroupper"
            "test eax, eax" "jz 2f");
    }
    if has_avx512() {
        instructions!("what a store under a mask overwrites", None,
            "mov al, [rsi]" "mov [rdi + 8], al" "mov eax, 0x1ff" "kmovd k1, eax" "vpxor xmm0, xmm0, xmm0"
            "vmovdqu8 [rdi]{{k1}}, ymm0" "cmp byte ptr [rdi + 8], 0" "jz 2f");
        instructions!("what lies behind a secret stored under a mask", None,
            "mov eax, 0xff" "kmovd k1, eax" "vmovdqu64 zmm0, [rsi]" "vmovdqu8 [rdi]{{k1}}, zmm0" "vzeroupper"
            "cmp byte ptr [rdi + 8], 0" "jz 2f");
        instructions!("what words under a mask overwrite", None,
            "mov al, [rsi]" "mov [rdi + 8], al" "mov eax, 4" "kmovd k1, eax" "vpxor xmm0, xmm0, xmm0"
            "vmovdqu32 [rdi]{{k1}}, ymm0" "cmp byte ptr [rdi + 8], 0" "jz 2f");
        instructions!("a choice by a mask register", None,
            "vmovdqu64 zmm0, [rsi]" "vptestmb k1, zmm0, zmm0" "vpxorq zmm1, zmm1, zmm1"
            "vmovdqu8 zmm1{{k1}}, zmm0" "vmovdqu64 [rdi], zmm1" "vzeroupper");
    }
}
