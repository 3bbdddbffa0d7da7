//! Finds the bytes that a call leaves in memory: on the freed heap, and on the stack below its caller.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    collections::HashSet,
    hint::black_box,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

/// Returns a key. Every byte differs from the bytes around it, so that eight consecutive bytes of the key occur nowhere
/// else.
pub(crate) fn key(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i as u8).wrapping_mul(37).wrapping_add(11)).collect()
}

/// The byte with which the stack is filled. Eight such bytes are neither a part of a key nor an address.
const PAINT: u8 = 0xa5;

/// Returns all sequences of eight consecutive bytes.
fn words_of(memory: &[u8]) -> impl Iterator<Item = &[u8; 8]> {
    memory.windows(8).filter_map(|word| word.first_chunk())
}

/// Converts positions in a copy of the stack to distances from the caller.
fn places(found: impl Iterator<Item = usize>) -> Vec<usize> {
    found.map(|at| STACK - at).collect()
}

/// Returns how often eight bytes of the key occur in memory: unchanged or XORed with a byte of HMAC's pads, in their
/// order or in reverse order, as big-endian words have them.
fn hits(memory: &[u8]) -> usize {
    let is_key = |word: &[u8; 8]| {
        [0, 0x36, 0x5c].iter().any(|mask| {
            // byte `j` of the key is 37 j + 11, so a part of the key is recognized by its first byte and the
            // differences of the bytes
            let steps =
                |step: u8| word.windows(2).all(|pair| (pair[1] ^ mask).wrapping_sub(pair[0] ^ mask) == step);
            steps(37) || steps(37u8.wrapping_neg())
        })
    };
    words_of(memory).filter(|word| word[0] != word[1] && is_key(word)).count()
}

struct Scanning;
static ACTIVE: AtomicBool = AtomicBool::new(false);
static FREED: AtomicUsize = AtomicUsize::new(0);

// SAFETY: this is the system's allocator; memory is only scanned before it is freed.
unsafe impl GlobalAlloc for Scanning {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller ensures the conditions.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, p: *mut u8, layout: Layout) {
        if ACTIVE.load(Ordering::Relaxed) {
            // SAFETY: the block belongs to the caller until it is freed below. The reads are volatile, since the memory
            // may be uninitialized and the compiler could omit other reads.
            let count = (0..layout.size().saturating_sub(7)).filter(|at| {
                // SAFETY: as for the other accesses to this block.
                let word = unsafe { p.add(*at).cast::<[u8; 8]>().read_volatile() };
                hits(&word) > 0
            });
            FREED.fetch_add(count.count(), Ordering::Relaxed);
        }
        // a hit here must not be counted again in the next allocation of this memory
        // SAFETY: as for the other accesses to this block.
        unsafe { p.write_bytes(0, layout.size()) };
        // uses the memory after the stores; otherwise the compiler would omit them
        black_box(p);
        // SAFETY: the caller ensures the conditions.
        unsafe { System.dealloc(p, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Scanning = Scanning;

/// The number of bytes of the stack that are examined.
const STACK: usize = 160 * 1024;
/// The number of bytes below the frame of [`deeper`] that belong to the test. The frames of its closures lie there, and
/// need no more bytes.
const OWN: usize = 3072;
/// The number of bytes, from the deepest changed byte upwards, that may belong to the functions that erase the stack,
/// such as addresses that they stored.
const LAST: usize = 192;

#[inline(never)]
fn paint() {
    let mut stack = [0u64; (STACK + 8192) / 8];
    for word in &mut stack {
        // SAFETY: this is a local word; the write is volatile so that the compiler does not omit it.
        unsafe { (word as *mut u64).write_volatile(u64::from_ne_bytes([PAINT; 8])) }
    }
    black_box(&stack);
}

/// Copies the stack below the caller, the deepest byte first. This function calls no other, so it overwrites little of
/// the stack.
#[inline(never)]
fn copy_stack(to: &mut [u8]) {
    let here = 0u64;
    let top = (&raw const here).cast::<u8>().wrapping_sub(to.len());
    for (at, byte) in to.iter_mut().enumerate() {
        // SAFETY: this is the part of this thread's stack below the frame, to which `paint` has written. The read is
        // volatile, since the compiler considers this memory unused.
        *byte = unsafe { top.wrapping_add(at).read_volatile() };
    }
    black_box(&here);
}

/// Calls `f` so deep in the stack that the frames of the scan do not overwrite the frames of `f`.
#[inline(never)]
fn deeper(f: &mut dyn FnMut()) {
    let room = [0u8; 1024];
    black_box(&room);
    f();
    black_box(&room);
}

/// Runs `f` on a new thread whose stack is filled with [`PAINT`], and returns a copy of this stack afterwards.
fn stack_left(f: &mut (dyn FnMut() + Send)) -> Vec<u8> {
    std::thread::scope(|scope| {
        let run = || {
            let mut copy = vec![0; STACK];
            paint();
            deeper(f);
            copy_stack(&mut copy);
            copy
        };
        let builder = std::thread::Builder::new().stack_size(1 << 20);
        builder.spawn_scoped(scope, run).unwrap().join().unwrap()
    })
}

/// The bytes that a call left.
pub(crate) struct Left {
    /// How often eight bytes of the key occur on the freed heap, and on the unused part of the stack.
    pub(crate) heap: usize,
    pub(crate) stack: usize,
    /// The number of bytes on the stack below the caller that the call wrote and did not erase, whatever they are; and
    /// the first and the last of them, as distances from the caller.
    pub(crate) traces: usize,
    pub(crate) between: (usize, usize),
}

impl Left {
    /// Returns the result without traces, for calls that process other data than keys.
    pub(crate) fn of_the_key(self) -> Self {
        Self { traces: 0, between: (0, 0), ..self }
    }

    /// Records what the call with this name left, if it left anything.
    pub(crate) fn expect_nothing(&self, name: &str) {
        if (self.heap, self.stack, self.traces) != (0, 0, 0) {
            let Self { heap, stack, traces, between: (first, last) } = self;
            found(format!(
                "{name}: key {heap} on heap, {stack} on stack; {traces} traces from {first} to {last}"
            ));
        }
    }
}

/// Descriptions of all that was found. The test reports them at its end.
static FOUND: Mutex<Vec<String>> = Mutex::new(Vec::new());

pub(crate) fn found(what: String) {
    FOUND.lock().unwrap().push(what);
}

/// Panics if anything was found.
pub(crate) fn assert_nothing_found() {
    let found = FOUND.lock().unwrap();
    assert!(found.is_empty(), "{} calls left something in memory:\n{}", found.len(), found.join("\n"));
}

/// Runs `f` on a new thread and returns what it left.
pub(crate) fn left_by(f: &(dyn Fn(&[u8]) + Sync)) -> Left {
    let key = key(32);
    FREED.store(0, Ordering::Relaxed);
    let copy = stack_left(&mut || {
        ACTIVE.store(true, Ordering::Relaxed);
        f(&key);
        ACTIVE.store(false, Ordering::Relaxed);
    });
    let heap = FREED.load(Ordering::Relaxed);
    let deepest = copy.iter().position(|byte| *byte != PAINT).unwrap_or(STACK);
    // the bytes below the frames of the test, and above the deepest frame of the functions that erase
    let below = &copy[..STACK - 1024 - OWN];
    // addresses do not count, such as the return addresses of functions that erase
    let is_address = |at: usize| {
        let word = u64::from_le_bytes(*copy[at & !7..].first_chunk().unwrap());
        (1 << 40..1 << 47).contains(&word)
    };
    let traces = |at: &usize| !matches!(below[*at], 0 | PAINT) && !is_address(*at);
    let (mut count, mut between) = (0, (0, 0));
    for at in ((deepest + LAST).min(below.len())..below.len()).rev().filter(traces) {
        between = (if count == 0 { STACK - at } else { between.0 }, STACK - at);
        count += 1;
    }
    let stack = hits(&copy[deepest..]);
    if stack > 0 {
        between = (words_of(&copy).position(|word| hits(word) > 0).map_or(0, |at| STACK - at), 0);
    }
    Left { heap, stack, traces: count, between }
}

/// Makes a value, uses it and drops it without moving it. Then returns where eight-byte words of the value are left on
/// the unused part of the stack, as distances from the caller.
fn words_left<T>(make: fn() -> T, work: fn(&T)) -> Vec<usize> {
    let mut bytes = vec![0; size_of::<T>()];
    let copy = stack_left(&mut || {
        // the value is made by a function that is not inlined, and dropped without a move at the end, since a move
        // would leave a copy
        let value = black_box(make)();
        work(&value);
        for (i, byte) in bytes.iter_mut().enumerate() {
            // SAFETY: this is a byte of the value; it may be padding, so it is read as it is in memory.
            *byte = unsafe { (&raw const value).cast::<u8>().add(i).read_volatile() };
        }
    });
    // pointers and halves of pointers, small numbers, padding, and words of equal bytes, such as of an IV here, are not
    // keys
    let is_key = |word: &&[u8]| {
        word[6..] != [0; 2]
            && !word.windows(2).any(|pair| pair == [PAINT; 2])
            && word.iter().filter(|&&byte| byte != 0).count() > 4
            && word.iter().any(|byte| *byte != word[0])
    };
    let words: HashSet<&[u8]> = bytes.windows(8).step_by(4).filter(is_key).collect();
    assert!(words.len() > 1, "{}: no words of a key", std::any::type_name::<T>());
    let found = (0..STACK - 7).filter(|at| words.contains(&copy[*at..*at + 8]));
    places(found)
}

/// Records a failure if words of round keys are left on the unused stack after a value was made, used by `work`, and
/// dropped.
pub(crate) fn expect_no_words<T>(on: &str, make: fn() -> T, work: fn(&T)) {
    let (name, words) = (std::any::type_name::<T>(), words_left(make, work));
    if let (Some(first), Some(last)) = (words.first(), words.last()) {
        found(format!(
            "{name}{on}: {} words of round keys on the stack, from {last} to {first}",
            words.len()
        ));
    }
}

/// Returns where eight-byte words of `secrets` are left on the unused part of the stack, as distances from the caller.
pub(crate) fn secrets_left(secrets: &[Vec<u8>], f: &(dyn Fn(&[u8]) + Sync)) -> Vec<usize> {
    let key = key(32);
    let copy = stack_left(&mut || f(&key));
    let words: HashSet<[u8; 8]> = secrets.iter().flat_map(|secret| words_of(secret).copied()).collect();
    let swapped = |word: &[u8; 8]| {
        let (a, b) = (word.first_chunk::<4>().unwrap(), word.last_chunk::<4>().unwrap());
        let mut halves = [0; 8];
        halves[..4].copy_from_slice(&u32::from_be_bytes(*a).to_le_bytes());
        halves[4..].copy_from_slice(&u32::from_be_bytes(*b).to_le_bytes());
        halves
    };
    let found = words_of(&copy).enumerate().filter(|(_, word)| {
        let mut back = **word;
        back.reverse();
        words.contains(*word) || words.contains(&back) || words.contains(&swapped(word))
    });
    places(found.map(|(at, _)| at))
}
