//! The functions that may make a value public that was computed from secrets, by a call of
//! [`declassify`](bramah::ct::declassify), and how often they do so. If a comparison calls it for each byte, or another
//! function calls it, the tests of all subjects that run this function fail.

use crate::{
    report::{frames, show},
    trace::Trace,
};
use std::{collections::BTreeMap, fmt::Write};

/// A function that may declassify.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Site {
    /// The end of the path of the function's file.
    pub(crate) file: &'static str,
    pub(crate) function: &'static str,
}

/// The function that reveals whether two tags or two password hashes are equal, once for each comparison.
pub(crate) const COMPARISON: Site = Site { file: "src/ct.rs", function: "same" };
/// The function that reveals whether a padding is right, and how long the message is: two values for each message with
/// a right padding.
pub(crate) const PADDING: Site = Site { file: "src/mode/padding.rs", function: "unpad" };
/// The function that reveals a byte of a digest that determines how much SHA-crypt hashes, by the definition of the
/// scheme: one value for each password.
pub(crate) const SHA_CRYPT: Site = Site { file: "src/password/sha_crypt.rs", function: "digest" };
/// The function that reveals whether a password contains a zero byte, which bcrypt refuses: one value for each
/// password.
pub(crate) const BCRYPT: Site = Site { file: "src/kdf/bcrypt/mod.rs", function: "has_zero" };

/// The function that reveals the tag with which SIV encrypts: one value for each of its four words.
pub(crate) const SIV_TAG: Site = Site { file: "src/aead/siv.rs", function: "published" };

/// The function that reveals the length of a key that was padded and wrapped, after it was authenticated: one value for
/// each key.
pub(crate) const KEY_LENGTH: Site = Site { file: "src/key_wrap/mod.rs", function: "padded" };

/// The function that reveals whether all numerals of a text are less than the radix: one value for each text.
pub(crate) const NUMERALS: Site = Site { file: "src/fpe/mod.rs", function: "check" };
/// The function that reveals whether all characters of a text are in the alphabet: one value for each text.
const CHARACTERS: Site = Site { file: "src/fpe/alphabet.rs", function: "numerals" };

/// All functions that may declassify. No other function may.
const SITES: [Site; 8] = [COMPARISON, PADDING, SHA_CRYPT, BCRYPT, SIV_TAG, KEY_LENGTH, NUMERALS, CHARACTERS];

impl Site {
    /// Returns whether this function is among the functions at an address, which are listed innermost first, and
    /// whether only closures of the same file and functions of the standard library are inlined into it at this
    /// address.
    fn holds(&self, frames: &[(String, String, u32)]) -> bool {
        let is_std = |file: &str| file.starts_with("/rustc/") || file.contains("/library/core/src/");
        // the debug information may assign an instruction of any function to a line of the standard library
        let near = |file: &str| file.ends_with(self.file) || is_std(file);
        let at = frames.iter().position(|(function, file, _)| {
            // the parameters of a generic function are not part of the name here
            let name = function.split('<').next().unwrap_or_default().rsplit("::").next();
            name == Some(self.function) && near(file)
        });
        at.is_some_and(|at| frames[..at].iter().all(|(_, file, _)| near(file)))
    }
}

/// Describes what is wrong with the values that were declassified: a call from a function that is not in `sites`, or a
/// number of calls that is not the one in `expected`. The description is empty if nothing is wrong.
pub(crate) fn wrong_with(trace: &Trace, sites: &[Site], expected: &[(Site, usize)]) -> String {
    let (mut wrong, mut counts) = (String::new(), vec![0; sites.len()]);
    let mut others: BTreeMap<u64, usize> = BTreeMap::new();
    for address in &trace.declassified {
        match sites.iter().position(|site| site.holds(&frames(*address))) {
            Some(site) => counts[site] += 1,
            None => *others.entry(*address).or_insert(0) += 1,
        }
    }
    for (address, count) in others {
        let place = show(address);
        let _ = writeln!(wrong, "  {count} values made public by a function that may not: {place}");
    }
    for (site, count) in sites.iter().zip(counts) {
        let due = expected.iter().find(|(other, _)| other == site).map_or(0, |(_, count)| *count);
        if count != due {
            let Site { file, function } = site;
            let _ = writeln!(wrong, "  {count} values made public by {function} of {file}, not {due}");
        }
    }
    wrong
}

/// Describes what is wrong, as [`wrong_with`] does, with [`SITES`] as the functions that may declassify.
pub(crate) fn wrong(trace: &Trace, expected: &[(Site, usize)]) -> String {
    wrong_with(trace, &SITES, expected)
}
