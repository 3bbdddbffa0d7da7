//! Builds the command as it ships, reads the assembly of the library in it, finds the entries of its kernels, and fails
//! if an entry contains a call or a panic, stores more vectors to the stack than `spills.txt` allows, makes many of
//! these stores to a stack that is not aligned for them, or takes more stack than is erased.
//!
//! An entry is a function named `entry` that a candidate macro wrote into a static list of
//! candidates; its backend's name is the string that stands before it in that list.

mod listing;

use listing::{Listing, Report};
use std::{collections::HashMap, fs, path::Path, process::ExitCode};

/// The maximum number of bytes of stack that kernels may take, by the part of the stack that their candidate names: 3 KiB less
/// than is erased after them (`wipe.rs` of the library).
const FRAMES: &[(&str, usize)] = &[
    ("bramah_machine::wipe::SLIM", 3 << 8),
    ("bramah_machine::wipe::NARROW", 5 << 8),
    ("bramah_machine::wipe::SHALLOW", 2 << 10),
    ("bramah_machine::wipe::MIDDLE", 3 << 10),
    ("bramah_machine::wipe::BROAD", 5 << 10),
    ("bramah_machine::wipe::LONG", 7 << 10),
    ("bramah_machine::wipe::WHOLE", 9 << 10),
    ("bramah_machine::wipe::DEEP", 16 << 10),
];

/// The maximum number of bytes of stack for kernels after which another part of the stack is erased than the one that their
/// candidate names, by the beginning of the kernel's name.
const OTHER_FRAMES: &[(&str, usize)] = &[
    // `wipe::SLIM` near the kernel, 1.5 KiB, after each short message
    ("block::rijndael::Rijndael<128> gcm_siv_short", 3 << 8),
    // `wipe::NARROW` near the kernel, 2 KiB, after each longer message
    ("block::rijndael::Rijndael<128> gcm_siv", 92 << 4),
    // `wipe::SLIM` at least, and the 8 KiB of `Above::Group`
    ("block::rijndael::Rijndael<128> ocb", 2 << 10),
    ("block::rijndael::Rijndael<128> many", 2 << 10),
    ("block::rijndael::Rijndael<128> gcm_encrypt_many", 2 << 10),
    ("block::rijndael::Rijndael<128> gcm_decrypt_many", 2 << 10),
    // `wipe::deep`, 64 KiB: the tables of Blowfish
    ("kdf::bcrypt", 17 << 10),
];

/// The maximum number of stores of wide registers to a stack that is not aligned for them (`align_frame` of the library
/// aligns it).
const UNALIGNED: usize = 90;

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let rules = fs::read_to_string(root.join("tools/assembly-gate/spills.txt")).expect("spills.txt");
    let allowed = allowed(&rules);
    // reuses the build of `make size`
    let files = match size_gate::build(&root) {
        Ok(release) => release.listings,
        Err(error) => {
            eprintln!("assembly-gate: {error}");
            return ExitCode::from(2);
        }
    };
    let texts = files.iter().map(|file| fs::read_to_string(file).expect("the assembly that was just built"));
    let text = listing::joined(texts);
    let listing = Listing::new(&text);
    let mut reports = listing.entries();
    reports.sort_by(|a, b| a.name.cmp(&b.name));
    if reports.is_empty() {
        eprintln!("assembly-gate: {files:?} hold no kernel entry");
        return ExitCode::from(2);
    }

    let mut failures = 0;
    let mut seen = Vec::new();
    println!("{:>6} {:>5} {:>6} {:>6}  entry", "instr", "calls", "spills", "frame");
    for Report { name, stack, instructions, calls, spills, unaligned, frame } in &reports {
        println!("{instructions:>6} {:>5} {spills:>6} {frame:>6}  {name}", calls.values().sum::<usize>());
        seen.push(name.as_str());
        let Allowed { spills: most, calls: most_calls } =
            rule(&allowed, name).map(|(_, rule)| rule).unwrap_or_default();
        if calls.values().sum::<usize>() > most_calls {
            for (call, times) in calls {
                eprintln!("assembly-gate: {name}: calls {call}, {times} times; {most_calls} allowed in all");
            }
            failures += 1;
        }
        let other = OTHER_FRAMES.iter().find(|(prefix, _)| name.starts_with(prefix));
        let Some((_, most_stack)) = other.or_else(|| FRAMES.iter().find(|(part, _)| part == stack)) else {
            eprintln!("assembly-gate: {name}: its candidate names no part of the stack: {stack:?}");
            failures += 1;
            continue;
        };
        if frame > most_stack {
            eprintln!("assembly-gate: {name}: {frame} bytes of stack, {most_stack} allowed");
            failures += 1;
        }
        if *spills > most {
            eprintln!("assembly-gate: {name}: {spills} vector stores to the stack, {most} allowed");
            failures += 1;
        }
        if *unaligned > UNALIGNED {
            eprintln!(
                "assembly-gate: {name}: {unaligned} stores of wide registers to an unaligned stack, {UNALIGNED} allowed"
            );
            failures += 1;
        }
    }
    for name in allowed.keys().filter(|rule| !seen.iter().any(|name| matches(rule, name))) {
        eprintln!("assembly-gate: spills.txt names {name:?}, which is not there");
        failures += 1;
    }
    println!("{} entries, {failures} failures", reports.len());
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Returns the rule for an entry: the rule with its name, or the longest rule with stars that matches the name.
fn rule<'a>(allowed: &'a HashMap<String, Allowed>, name: &str) -> Option<(&'a str, Allowed)> {
    let rules = allowed.iter().filter(|(rule, _)| matches(rule, name));
    rules.max_by_key(|(rule, _)| (*rule == name, rule.len())).map(|(rule, allowed)| (rule.as_str(), *allowed))
}

/// Returns whether a name matches a rule, in which each star matches any text.
fn matches(rule: &str, name: &str) -> bool {
    let Some((head, rest)) = rule.split_once('*') else { return rule == name };
    let Some(name) = name.strip_prefix(head) else { return false };
    (0..=name.len()).any(|skip| name.is_char_boundary(skip) && matches(rest, &name[skip..]))
}

/// The spills and calls that an entry may have.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Allowed {
    spills: usize,
    calls: usize,
}

/// Returns the rules of `spills.txt`, by the names of entries with their backends. A family has a comment with its reasons, its
/// path, and lines `REST OF THE ENTRY: BACKEND SPILLS, BACKEND SPILLS+CALLS, ..`.
fn allowed(text: &str) -> HashMap<String, Allowed> {
    let mut allowed = HashMap::new();
    let mut family = None;
    let mut reasons = false;
    for line in text.lines() {
        if line.trim().is_empty() {
            reasons = false;
        } else if line.starts_with('#') {
            reasons = true;
        } else if !line.starts_with(' ') {
            assert!(reasons, "spills.txt: no reason: {line}");
            (family, reasons) = (Some(line), false);
        } else {
            let family = family.unwrap_or_else(|| panic!("spills.txt: of no family: {line}"));
            let wrong = || -> ! { panic!("spills.txt: not ENTRY: BACKEND SPILLS+CALLS, ..: {line}") };
            let (rest, limits) = line.trim().split_once(": ").unwrap_or_else(|| wrong());
            let between = if rest.starts_with("::") { "" } else { " " };
            for limit in limits.split(", ") {
                let (backends, numbers) = limit.split_once(' ').unwrap_or_else(|| wrong());
                let (spills, calls) = numbers.split_once('+').unwrap_or((numbers, "0"));
                let number = |text: &str| text.parse().unwrap_or_else(|_| wrong());
                let rule = Allowed { spills: number(spills), calls: number(calls) };
                for name in choices(&format!("{family}{between}{rest} {backends}")) {
                    assert!(!allowed.contains_key(&name), "spills.txt: twice: {name}");
                    allowed.insert(name, rule);
                }
            }
        }
    }
    allowed
}

/// Expands a text with `{a,b}` to all its alternatives.
fn choices(text: &str) -> Vec<String> {
    let Some((head, (choice, rest))) =
        text.split_once('{').and_then(|(head, rest)| Some((head, rest.split_once('}')?)))
    else {
        return vec![text.into()];
    };
    let rests = choices(rest);
    choice.split(',').flat_map(|one| rests.iter().map(move |rest| format!("{head}{one}{rest}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::{Allowed, allowed, choices, rule};

    #[test]
    fn families_are_read_and_the_closest_rule_is_taken() {
        let rules = allowed(
            "# of all\n\n# reasons\nhash::a\n    ::B<{1,2}> f: {x,y} 3, z 4+5\n    ALL: x 6\n\n# more\nhash::c\n    ::* *: x 7\n",
        );
        assert_eq!(rules.len(), 8);
        let of = |name| rule(&rules, name).map(|(_, Allowed { spills, calls })| (spills, calls));
        assert_eq!(of("hash::a::B<1> f x"), Some((3, 0)));
        assert_eq!(of("hash::a::B<2> f y"), Some((3, 0)));
        assert_eq!(of("hash::a::B<2> f z"), Some((4, 5)));
        assert_eq!(of("hash::a ALL x"), Some((6, 0)));
        assert_eq!(of("hash::c::D g x"), Some((7, 0)));
        assert_eq!(of("hash::a::B<3> f x"), None);
        assert_eq!(of("hash::c::D g y"), None);
        let rules = allowed("# why\na\n    ::*: x 1\n    ::B*: x 2\n    ::B f: x 3\n");
        let of = |name| rule(&rules, name).map(|(_, rule)| rule.spills);
        assert_eq!((of("a::C x"), of("a::B g x"), of("a::B f x")), (Some(1), Some(2), Some(3)));
        assert_eq!(choices("a{b,c}d{e,f}"), ["abde", "abdf", "acde", "acdf"]);
    }

    #[test]
    fn a_family_without_reasons_and_a_rule_that_is_none_are_refused() {
        for text in [
            "hash::a\n    ::B f: x 3\n",
            "# of all\n\nhash::a\n    ::B f: x 3\n",
            "# why\nhash::a\n    ::B f: x 3\nhash::b\n    ::B f: x 3\n",
            "    ::B f: x 3\n",
            "# why\na\n    ::B f x 3\n",
            "# why\na\n    ::B f: x\n",
            "# why\na\n    ::B f: x 3+\n",
            "# why\na\n    ::B f: x 3, x 4\n",
        ] {
            assert!(std::panic::catch_unwind(|| allowed(text)).is_err(), "{text}");
        }
    }

    #[test]
    fn the_rules_of_the_tree_can_be_read() {
        assert!(allowed(include_str!("../spills.txt")).len() > 500);
    }
}
