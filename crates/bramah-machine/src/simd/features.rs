//! CPU features: their names, and which of them this CPU has; and the design of the CPU, if it matters.

use core::sync::atomic::{AtomicU32, Ordering};

/// A set of CPU features.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features(u32);

/// Declares the features of an architecture, in the spelling of `#[target_feature]`.
macro_rules! names {
    ($($name:literal),* $(,)?) => {
        const NAMES: &[&str] = &[$($name),*];
    };
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
names!(
    "sse2", "ssse3", "sse4.1", "avx", "avx2", "bmi1", "bmi2", "aes", "pclmulqdq", "sha", "avx512f",
    "avx512bw", "avx512vl", "avx512dq", "avx512vbmi", "avx512ifma", "gfni", "vaes", "vpclmulqdq", "sha512",
    "sm3", "sm4",
);

#[cfg(target_arch = "aarch64")]
names!("neon", "aes", "sha2", "sha3", "sm4");

#[cfg(target_arch = "wasm32")]
names!("simd128");

#[cfg(not(any(
    target_arch = "x86",
    target_arch = "x86_64",
    target_arch = "aarch64",
    target_arch = "wasm32"
)))]
names!();

/// The index of the lowest bit of the design. The bits below it stand for the features.
const DESIGN: u32 = 28;
const _: () = assert!(NAMES.len() as u32 <= DESIGN && Design::COUNT <= 8);
/// This bit is set once detection has run. No feature and no design uses it.
const KNOWN: u32 = 1 << 31;
/// The features and the design of this CPU after they were first asked for, and 0 before.
static CACHE: AtomicU32 = AtomicU32::new(0);

/// Returns the features of this CPU, as bits, and its design. Both are asked for together and once: in a virtual machine CPUID
/// takes tens of microseconds.
#[inline]
fn known() -> u32 {
    #[cold]
    fn ask() -> u32 {
        let (features, design) = detect();
        let known = KNOWN | (design as u32) << DESIGN | features;
        CACHE.store(known, Ordering::Relaxed);
        known
    }
    match CACHE.load(Ordering::Relaxed) {
        0 => ask(),
        known => known,
    }
}

impl Features {
    /// No feature.
    pub const NONE: Self = Self(0);

    /// Returns the set named by the string that `#[target_feature(enable = ..)]` takes.
    ///
    /// # Panics
    /// On a name that is not detected; in a constant, that is a compile error.
    pub const fn of(list: &str) -> Self {
        let bytes = list.as_bytes();
        let (mut set, mut start, mut i) = (0, 0, 0);
        while i <= bytes.len() {
            if i == bytes.len() || bytes[i] == b',' {
                if i > start {
                    set |= bit(bytes.split_at(i).0.split_at(start).1);
                }
                start = i + 1;
            }
            i += 1;
        }
        Self(set)
    }

    /// Returns the union of this set and `other`.
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns whether all of `other` is in this set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns the names in this set.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        NAMES.iter().enumerate().filter(move |(i, _)| self.0 >> i & 1 == 1).map(|(_, name)| *name)
    }

    /// Returns the features that this CPU has and its operating system supports; detected once.
    #[inline]
    pub fn detect() -> Self {
        Self(known() & ((1 << DESIGN) - 1))
    }
}

const fn bit(name: &[u8]) -> u32 {
    let mut i = 0;
    while i < NAMES.len() {
        if same_name(name, NAMES[i].as_bytes()) {
            return 1 << i;
        }
        i += 1;
    }
    panic!("a CPU feature that is not detected")
}

/// Compares two names; usable in a constant.
pub const fn same_name(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// Detects features, and the design, by CPUID and XGETBV (Intel SDM volume 1, section 13 and volume 2, CPUID), which works
/// without `std`.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[allow(unused_unsafe)] // `__cpuid_count` is safe to call from Rust 1.93 on
fn detect() -> (u32, Design) {
    #[cfg(target_arch = "x86")]
    use core::arch::x86::{__cpuid_count, _xgetbv};
    #[cfg(target_arch = "x86_64")]
    use core::arch::x86_64::{__cpuid_count, _xgetbv};

    #[target_feature(enable = "xsave")]
    fn xcr0() -> u64 {
        // SAFETY: the caller has checked OSXSAVE, so XGETBV and register 0 exist.
        unsafe { _xgetbv(0) }
    }
    // SAFETY: every CPU that Rust's x86 targets run on has CPUID.
    let leaf = |n: u32, sub: u32| unsafe { __cpuid_count(n, sub) };
    let maker = leaf(0, 0);
    let one = leaf(1, 0);
    let (seven, seven1) = if maker.eax >= 7 {
        let seven = leaf(7, 0);
        let seven1 = if seven.eax >= 1 { Some(leaf(7, 1)) } else { None };
        (Some(seven), seven1)
    } else {
        (None, None)
    };
    // SAFETY: OSXSAVE (leaf 1, ECX bit 27) means that XGETBV may be used.
    let saved = if one.ecx >> 27 & 1 == 1 { unsafe { xcr0() } } else { 0 };
    let ymm = saved & 0x06 == 0x06;
    let zmm = saved & 0xe6 == 0xe6;

    let mut bits = 0;
    let mut put = |name: &str, word: u32, at: u32, usable: bool| {
        if usable && word >> at & 1 == 1 {
            bits |= bit(name.as_bytes());
        }
    };
    put("sse2", one.edx, 26, true);
    put("ssse3", one.ecx, 9, true);
    put("sse4.1", one.ecx, 19, true);
    put("aes", one.ecx, 25, true);
    put("pclmulqdq", one.ecx, 1, true);
    put("avx", one.ecx, 28, ymm);
    if let Some(seven) = seven {
        put("bmi1", seven.ebx, 3, true);
        put("bmi2", seven.ebx, 8, true);
        put("sha", seven.ebx, 29, true);
        put("gfni", seven.ecx, 8, true);
        put("avx2", seven.ebx, 5, ymm);
        put("vaes", seven.ecx, 9, ymm);
        put("vpclmulqdq", seven.ecx, 10, ymm);
        put("avx512f", seven.ebx, 16, zmm);
        put("avx512dq", seven.ebx, 17, zmm);
        put("avx512ifma", seven.ebx, 21, zmm);
        put("avx512bw", seven.ebx, 30, zmm);
        put("avx512vl", seven.ebx, 31, zmm);
        put("avx512vbmi", seven.ecx, 1, zmm);
    }
    if let Some(seven1) = seven1 {
        put("sha512", seven1.eax, 0, ymm);
        put("sm3", seven1.eax, 1, ymm);
        put("sm4", seven1.eax, 2, ymm);
    }
    let names = [maker.ebx, maker.edx, maker.ecx].map(u32::to_le_bytes);
    (bits, design(names.as_flattened(), one.eax))
}

#[cfg(all(target_arch = "aarch64", feature = "std"))]
fn detect() -> (u32, Design) {
    let mut bits = 0;
    macro_rules! ask {
        ($($name:tt)*) => { $(if std::arch::is_aarch64_feature_detected!($name) { bits |= bit($name.as_bytes()); })* };
    }
    ask!("neon" "aes" "sha2" "sha3" "sm4");
    (bits, Design::Any)
}

/// Returns the features that the build enables, since there is no operating system to ask.
#[cfg(all(target_arch = "aarch64", not(feature = "std")))]
fn detect() -> (u32, Design) {
    let mut bits = 0;
    macro_rules! ask {
        ($($name:tt)*) => { $(if cfg!(target_feature = $name) { bits |= bit($name.as_bytes()); })* };
    }
    ask!("neon" "aes" "sha2" "sha3" "sm4");
    (bits, Design::Any)
}

/// Returns the features that the build enables: WebAssembly has no test at run time, and an engine refuses a module with
/// instructions that it lacks.
#[cfg(target_arch = "wasm32")]
fn detect() -> (u32, Design) {
    (if cfg!(target_feature = "simd128") { bit(b"simd128") } else { 0 }, Design::Any)
}

#[cfg(not(any(
    target_arch = "x86",
    target_arch = "x86_64",
    target_arch = "aarch64",
    target_arch = "wasm32"
)))]
fn detect() -> (u32, Design) {
    (0, Design::Any)
}

/// A design of CPU, if different implementations are best on it than on most CPUs with the same features.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Design {
    /// No particular design.
    Any,
    /// AMD's Zen and Zen+. They compute on registers of 256 bits in two halves, so code that uses registers of 128 bits loses
    /// less speed than on other CPUs.
    Zen1,
    /// AMD's Zen 5. On this CPU, an addition or a rotation of a vector takes two cycles instead of one, so a single chain of
    /// such steps is faster in general registers; and the CPU begins two to four of these operations on 512 bits in a cycle, so
    /// that sixteen lanes of SHA-256 are faster than the SHA instructions. Measured by `bench/yardstick.c`.
    Zen5,
    /// Intel's CPUs. One CPU of the class of Sapphire Rapids was measured. With the SHA instructions, Intel's CPUs begin a
    /// round of SHA-256 only in every third cycle, and AMD's in every cycle. Therefore sixteen lanes of AVX-512 take 0.57 of
    /// the time of the SHA instructions.
    Intel,
    /// Intel's Skylake, Cascade Lake and Cooper Lake for servers, which have AVX-512 without SHA instructions, VAES, GFNI and IFMA.
    /// On a Skylake, SHA-512 of 16 KiB takes 0.89 of the time with the rounds that have the fewest operations, as on Zen 3, which
    /// has four integer units too.
    Skylake,
}

impl Design {
    /// The number of designs.
    pub const COUNT: usize = 5;

    /// Returns the design of this CPU; detected once.
    #[inline]
    pub fn detect() -> Self {
        Self::of(known())
    }

    /// Returns the design of this CPU if it was detected before, and otherwise [`Design::Any`]. A kernel calls this: features
    /// are detected before a kernel is chosen, and the kernel stays without the call of CPUID.
    #[inline]
    pub fn detected() -> Self {
        Self::of(CACHE.load(Ordering::Relaxed))
    }

    /// Returns whether Intel made this CPU, if its design was detected before.
    #[inline]
    pub fn is_intel() -> bool {
        matches!(Self::detected(), Self::Intel | Self::Skylake)
    }

    /// Returns the design in a value of the cache.
    #[inline]
    fn of(known: u32) -> Self {
        const DESIGNS: [Design; Design::COUNT] =
            [Design::Any, Design::Zen1, Design::Zen5, Design::Intel, Design::Skylake];
        DESIGNS[(known >> DESIGN & 7) as usize % Self::COUNT]
    }
}

/// Returns the design from the maker and the first word of leaf 1 of CPUID. Only speed depends on it.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn design(maker: &[u8], one: u32) -> Design {
    let (family, model) = (one >> 8 & 15, one >> 4 & 15);
    of(maker, family + (one >> 20 & 255), model | (one >> 12 & 0xf0))
}

/// Returns the design for a maker's family and model. Model 1 of family 23, model 2 of family 26 and stepping 4 of Intel's model
/// 85 were measured. According to Linux, models 00 to 2f of family 23 are Zen. The first version of Linux that knew Zen 5 named
/// models 00 to 0f, 20 to 2f, 40 to 4f and 70 to 7f of family 26; of the models between these, 10 to 1f and 60 to 6f are treated
/// as Zen 5 too. Later steppings of model 85 are Cascade Lake and Cooper Lake.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn of(maker: &[u8], family: u32, model: u32) -> Design {
    match (maker, family, model) {
        (b"AuthenticAMD", 23, 0x00..=0x2f) => Design::Zen1,
        (b"AuthenticAMD", 26, 0x00..=0x2f | 0x40..=0x4f | 0x60..=0x7f) => Design::Zen5,
        (b"GenuineIntel", 6, 0x55) => Design::Skylake,
        (b"GenuineIntel", ..) => Design::Intel,
        _ => Design::Any,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_parse_as_sets() {
        assert_eq!(Features::of(""), Features::NONE);
        for name in NAMES {
            assert_eq!(Features::of(name).names().collect::<Vec<_>>(), [*name]);
        }
        let all = Features::of(&NAMES.join(","));
        assert!(all.contains(Features::detect()));
    }

    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[test]
    fn designs_are_those_of_makers_families_and_models() {
        let amd = |family, model| of(b"AuthenticAMD", family, model);
        // the models of the CPUs in bench/results, and models next to the limits of a range
        assert_eq!((amd(23, 1), amd(23, 0x2f), amd(23, 0x31)), (Design::Zen1, Design::Zen1, Design::Any));
        assert_eq!((amd(25, 1), amd(25, 17), amd(26, 2)), (Design::Any, Design::Any, Design::Zen5));
        assert_eq!((amd(26, 0x30), amd(26, 0x50), amd(26, 0x80)), (Design::Any, Design::Any, Design::Any));
        let intel = |family, model| of(b"GenuineIntel", family, model);
        assert_eq!(
            (intel(6, 167), intel(6, 85), intel(19, 85)),
            (Design::Intel, Design::Skylake, Design::Intel)
        );
        assert_eq!(of(b"HygonGenuine", 24, 1), Design::Any);
    }

    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    #[test]
    fn detection_agrees_with_std() {
        let have = Features::detect();
        macro_rules! compare {
            ($($name:tt)*) => { $(assert_eq!(have.contains(Features::of($name)), std::is_x86_feature_detected!($name), $name);)* };
        }
        compare!("sse2" "ssse3" "sse4.1" "avx" "avx2" "bmi1" "bmi2" "aes" "pclmulqdq" "sha" "avx512f" "avx512bw"
            "avx512vl" "avx512dq" "avx512vbmi" "avx512ifma" "gfni" "vaes" "vpclmulqdq" "sha512" "sm3" "sm4");
    }
}
