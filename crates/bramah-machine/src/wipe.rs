//! Erasing of secrets in memory and on the stack.

use core::mem::MaybeUninit;

/// A part of the stack below a caller, which is erased after kernels have processed a key. Each candidate names a part that is as
/// large as the largest stack frame of its kernels. The assembly gate reads the names, and checks the frames against these
/// limits. [`ROOM`] is added for the calls that lead to a kernel. The sizes apply to x86-64. On other architectures, whose frames
/// the gate does not read, at least as many bytes are erased. The test for keys on the stack runs every candidate, and looks for
/// secrets left below a public function's frame.
pub struct Stack {
    /// The length of this part in bytes.
    pub bytes: usize,
    zero: fn(),
    zero_near: fn(),
    zero_below: [fn(); 3],
}

/// The number of bytes that are erased beyond a kernel's stack frame. These bytes cover the stack frames between the function
/// that drops the key and the kernel, for instance with buffers of a scheme. They also cover larger kernel frames in builds
/// with other optimisations than a release.
const ROOM: usize = 3 << 10;
/// The number of bytes that are erased beyond a kernel's stack frame by a function that calls the kernel itself.
const NEAR: usize = 3 << 8;

/// How much deeper a candidate's functions have reached into the stack than the part that the candidate names. Either a mode over
/// `Lean` keeps memory above the stack frame of a kernel, or the frame itself is larger.
#[derive(Clone, Copy)]
pub enum Above {
    /// No deeper than the named part.
    Nothing,
    /// Deeper by a group of blocks of at most 512 bytes, or by a frame that is larger by at most 768 bytes.
    Few,
    /// Deeper by a group of blocks of at most 4 KiB, and by the blocks of a scheme that passes several blocks in one call.
    Group,
    /// Deeper by a group of blocks and by chunks of a message, both of which a mode keeps on the stack.
    Chunks,
}
/// The additional number of 8-byte words that are erased for each variant of [`Above`], including the stack frames of the calls
/// in between.
const FEW: usize = 128;
const GROUP: usize = 1024;
const CHUNKS: usize = 1792;

/// Makes the description of a part for stack frames of at most this number of bytes. `others` is the minimum number of bytes that
/// other architectures erase.
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

/// A part of 512 bytes, for one block of a stream cipher and only the kernel of its rounds, whose stack frame has at most 48
/// bytes on x86-64. No gate checks this frame, but the test that looks for keys on the stack covers it.
pub static TINY: Tiny = Tiny(zero::<{ if cfg!(target_arch = "x86_64") { 64 } else { 256 } }>);
/// For stack frames of at most 0.75 KiB.
pub static SLIM: Stack = part!(3 << 8, others: 2 << 10);
/// For stack frames of at most 1.25 KiB.
pub static NARROW: Stack = part!(5 << 8, others: 3 << 10);
/// For stack frames of at most 2 KiB.
pub static SHALLOW: Stack = part!(2 << 10, others: 6 << 10);
/// For stack frames of at most 3 KiB.
pub static MIDDLE: Stack = part!(3 << 10, others: 6 << 10);
/// For stack frames of at most 5 KiB, and for constructors that move a value with its key.
pub static BROAD: Stack = part!(5 << 10, others: 0);
/// For stack frames of at most 7 KiB.
pub static LONG: Stack = part!(7 << 10, others: 0);
/// For stack frames of at most 9 KiB, the limit for all kernels whose candidate names no other part.
pub static WHOLE: Stack = part!(9 << 10, others: 0);
/// For stack frames of at most 16 KiB.
pub static DEEP: Stack = part!(16 << 10, others: 0);

/// A small part of the stack, erased by the function that called the kernel.
pub struct Tiny(fn());

impl Tiny {
    /// Calls `f` in its own stack frame, erases this part of the stack, and returns the result.
    #[inline(always)]
    pub fn after<T>(&self, f: impl FnOnce() -> T) -> T {
        let value = apart(f);
        (self.0)();
        value
    }
}

impl Stack {
    /// Returns the smallest part that has at least this number of bytes, or the largest part if none has.
    pub fn of_at_least(bytes: usize) -> &'static Self {
        static ALL: [&Stack; 8] = [&SLIM, &NARROW, &SHALLOW, &MIDDLE, &BROAD, &LONG, &WHOLE, &DEEP];
        ALL.into_iter().find(|part| part.bytes >= bytes).unwrap_or(&DEEP)
    }

    /// Erases this part of the stack, and the additional part that the candidate's functions have reached according to `above`.
    #[inline(always)]
    pub fn erase_below(&self, above: Above) {
        match above {
            Above::Nothing => (self.zero)(),
            Above::Few => (self.zero_below[0])(),
            Above::Group => (self.zero_below[1])(),
            Above::Chunks => (self.zero_below[2])(),
        }
    }

    /// Erases this part of the stack below the caller.
    #[inline(always)]
    pub fn erase(&self) {
        (self.zero)();
    }

    /// Erases this part of the stack below a caller that has called the kernel itself.
    #[inline(always)]
    pub fn erase_near(&self) {
        (self.zero_near)();
    }

    /// Calls `f` in its own stack frame, erases this part of the stack, and returns the result.
    #[inline(always)]
    pub fn after<T>(&self, f: impl FnOnce() -> T) -> T {
        let value = apart(f);
        self.erase();
        value
    }

    /// Calls `f`, which must call the kernel itself, in its own stack frame, erases the stack, and returns the result.
    #[inline(always)]
    pub fn after_near<T>(&self, f: impl FnOnce() -> T) -> T {
        let value = apart(f);
        self.erase_near();
        value
    }
}

/// Zeroes this number of 8-byte words of the stack below the caller, where functions that it has called may have left secrets.
///
/// The function writes 2 KiB at a time. For longer writes, `memset` of glibc 2.36 changes from register stores to `rep stosb`,
/// which takes longer on Zen 3 (4 KiB: 61 to 72 ns, and 40 ns with stores). `memset` of glibc 2.43 does not change at this
/// length.
#[inline(never)]
fn zero<const WORDS: usize>() {
    // uninitialised, because initial zeros would be written as an extra step
    let mut stack = [const { MaybeUninit::uninit() }; WORDS];
    for part in stack.chunks_mut(256) {
        // the barrier in `fill` keeps the compiler from joining all parts into one write
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

/// Calls `f` in its own stack frame, zeroes 12 KiB of that stack, and returns the result. Use it for values that `f` builds on
/// the stack and that are then moved to the heap.
pub fn after<T>(f: impl FnOnce() -> T) -> T {
    WHOLE.after(f)
}

/// Calls `f` in its own stack frame, zeroes 64 KiB of that stack, and returns the result. Use it for functions that copy large
/// values with a key.
pub fn after_deep<T>(f: impl FnOnce() -> T) -> T {
    let value = apart(f);
    deep();
    value
}

/// Calls `f` in its own stack frame.
#[inline(never)]
pub fn apart<T>(f: impl FnOnce() -> T) -> T {
    f()
}

/// Zeroes `words` in a way that the compiler does not remove.
#[inline]
pub fn wipe<T: Copy + Default>(words: &mut [T]) {
    fill(words, T::default());
}

/// Writes `value` to all of `words` in a way that the compiler does not remove.
#[inline(always)]
fn fill<T: Copy>(words: &mut [T], value: T) {
    words.fill(value);
    // the barrier counts as a read of all of `words`, so the compiler must not remove the stores above
    zeroize::optimization_barrier(words);
}
