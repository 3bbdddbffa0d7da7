//! Erasing memory.

use core::mem::MaybeUninit;

/// A part of the stack below a caller, which is erased after kernels that have processed a key. Each candidate names
/// one that is as large as the largest frame of its kernels: the assembly gate reads the names, and limits the frames.
/// [`ROOM`] is added for the calls that lead to a kernel. The sizes are those for x86-64; other architectures, whose
/// frames the gate does not read, erase the same number of bytes or more. The test for keys on the stack runs every
/// candidate, and looks for anything that is left below a public function's frame.
pub struct Stack {
    /// The length of that part in bytes.
    pub bytes: usize,
    zero: fn(),
    zero_near: fn(),
    zero_below: [fn(); 3],
}

/// The bytes that are erased beyond a kernel's frame. They cover the frames of the functions that lead to the kernel
/// from the place where the key is dropped, for instance buffers of a scheme, and larger frames of kernels in builds
/// with other optimisations than a release.
const ROOM: usize = 3 << 10;
/// The bytes beyond a kernel's frame that are erased by a function that calls the kernel itself.
const NEAR: usize = 3 << 8;

/// How much deeper than the part that it names a candidate's functions have reached into the stack: because a mode over
/// `Lean` keeps memory above the frame of a kernel, or because the frame itself is larger.
#[derive(Clone, Copy)]
pub enum Above {
    /// No deeper.
    Nothing,
    /// A group of blocks of at most 512 bytes, or a frame that is larger by at most 768 bytes.
    Few,
    /// A group of blocks of at most 4 KiB, and the blocks of a scheme that passes several at once.
    Group,
    /// Chunks of a message, and a group.
    Chunks,
}
/// The number of words of 8 bytes for each of these, including the calls between.
const FEW: usize = 128;
const GROUP: usize = 1024;
const CHUNKS: usize = 1792;

/// Makes the description of a part for frames of at most this many bytes. Other architectures erase at least this many
/// bytes.
macro_rules! part {
    ($frame:expr, others: $others:expr) => {{
        const OTHERS: usize = if cfg!(target_arch = "x86_64") { 0 } else { $others };
        const fn words(bytes: usize) -> usize {
            if bytes > OTHERS { bytes / 8 } else { OTHERS / 8 }
        }
        const WORDS: usize = words($frame + ROOM);
        Stack {
            bytes: 8 * WORDS,
            zero: zero::<WORDS>,
            zero_near: zero::<{ words($frame + NEAR) }>,
            zero_below: [zero::<{ WORDS + FEW }>, zero::<{ WORDS + GROUP }>, zero::<{ WORDS + CHUNKS }>],
        }
    }};
}

/// 512 bytes, for one block of a stream cipher and just the kernel of its rounds, whose frame has at most 48 bytes on
/// x86-64. No gate limits that frame to this part, but the test that looks for keys on the stack covers it.
pub static TINY: Tiny = Tiny(zero::<{ if cfg!(target_arch = "x86_64") { 64 } else { 256 } }>);
/// For frames of at most 0.75 KiB.
pub static SLIM: Stack = part!(3 << 8, others: 2 << 10);
/// For frames of at most 1.25 KiB.
pub static NARROW: Stack = part!(5 << 8, others: 3 << 10);
/// For frames of at most 2 KiB.
pub static SHALLOW: Stack = part!(2 << 10, others: 6 << 10);
/// For frames of at most 3 KiB.
pub static MIDDLE: Stack = part!(3 << 10, others: 6 << 10);
/// For frames of at most 5 KiB, and for constructors that move a value with its key.
pub static BROAD: Stack = part!(5 << 10, others: 0);
/// For frames of at most 7 KiB.
pub static LONG: Stack = part!(7 << 10, others: 0);
/// For frames of at most 9 KiB, which is the limit for all kernels that name no other part.
pub static WHOLE: Stack = part!(9 << 10, others: 0);
/// For frames of at most 16 KiB.
pub static DEEP: Stack = part!(16 << 10, others: 0);

/// A part that is erased by the function that called the kernel.
pub struct Tiny(fn());

impl Tiny {
    /// Calls `f` in a stack frame of its own, erases this part of the stack, and returns the result.
    #[inline(always)]
    pub fn after<T>(&self, f: impl FnOnce() -> T) -> T {
        let value = apart(f);
        (self.0)();
        value
    }
}

impl Stack {
    /// Returns the smallest part that has at least this many bytes, or else the largest part.
    pub fn of_at_least(bytes: usize) -> &'static Self {
        static ALL: [&Stack; 8] = [&SLIM, &NARROW, &SHALLOW, &MIDDLE, &BROAD, &LONG, &WHOLE, &DEEP];
        ALL.into_iter().find(|part| part.bytes >= bytes).unwrap_or(&DEEP)
    }

    /// Zeroes this part of the stack, and as much more below it as the candidate's functions have reached.
    #[inline(always)]
    pub fn erase_below(&self, above: Above) {
        match above {
            Above::Nothing => (self.zero)(),
            Above::Few => (self.zero_below[0])(),
            Above::Group => (self.zero_below[1])(),
            Above::Chunks => (self.zero_below[2])(),
        }
    }

    /// Zeroes this part of the stack below the caller.
    #[inline(always)]
    pub fn erase(&self) {
        (self.zero)();
    }

    /// Zeroes this part of the stack below a caller that has called the kernel itself.
    #[inline(always)]
    pub fn erase_near(&self) {
        (self.zero_near)();
    }

    /// Calls `f` in a stack frame of its own, erases this part of the stack, and returns the result.
    #[inline(always)]
    pub fn after<T>(&self, f: impl FnOnce() -> T) -> T {
        let value = apart(f);
        self.erase();
        value
    }

    /// Calls `f`, which calls the kernel itself, in a stack frame of its own, erases the stack, and returns the result.
    #[inline(always)]
    pub fn after_near<T>(&self, f: impl FnOnce() -> T) -> T {
        let value = apart(f);
        self.erase_near();
        value
    }
}

/// Zeroes this many words of 8 bytes of the stack below the caller, where functions that it has called may have left
/// secrets.
///
/// It writes 2 KiB at a time. For more, `memset` of glibc 2.36 changes from stores of registers to `rep stosb`, which
/// takes longer on Zen 3 (4 KiB: 61 to 72 ns, but 40 with stores). That of glibc 2.43 does not change there.
#[inline(never)]
fn zero<const WORDS: usize>() {
    // not zeros at first: these would be written too
    let mut stack = [const { MaybeUninit::uninit() }; WORDS];
    for part in stack.chunks_mut(256) {
        // the barrier in `fill` keeps the compiler from filling all parts at once
        fill(part, MaybeUninit::new(0u64));
    }
}

/// Zeroes 12 KiB of the stack below the caller.
#[inline(always)]
pub fn stack() {
    zero::<1536>();
}

/// Zeroes 64 KiB of the stack below the caller, for kernels that hold large tables.
#[inline(always)]
pub fn deep() {
    zero::<8192>();
}

/// Calls `f` in a stack frame of its own, zeroes 12 KiB of that stack, and returns the result. For values that `f`
/// builds on the stack and that are then moved into a box.
pub fn after<T>(f: impl FnOnce() -> T) -> T {
    WHOLE.after(f)
}

/// Calls `f` in a stack frame of its own, zeroes 64 KiB of that stack, and returns the result. For functions that copy
/// large values which hold a key.
pub fn after_deep<T>(f: impl FnOnce() -> T) -> T {
    let value = apart(f);
    deep();
    value
}

/// Calls `f` in a stack frame of its own.
#[inline(never)]
pub fn apart<T>(f: impl FnOnce() -> T) -> T {
    f()
}

/// Zeroes `words` in a way that the compiler keeps.
#[inline]
pub fn wipe<T: Copy + Default>(words: &mut [T]) {
    fill(words, T::default());
}

/// Writes `value` to all of `words` in a way that the compiler keeps.
#[inline(always)]
fn fill<T: Copy>(words: &mut [T], value: T) {
    words.fill(value);
    // the barrier counts as a read of all of `words`, so the stores above cannot be dropped
    zeroize::optimization_barrier(words);
}
