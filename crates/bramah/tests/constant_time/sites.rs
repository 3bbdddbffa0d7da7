//! The functions that may make a value public that was made of secrets, by a call of
//! [`declassify`](bramah::ct::declassify), and how often they do. A comparison that calls it for each byte, or a new
//! place that calls it, fails the tests of everything that passes through it.

use crate::{
    report::{frames, show},
    trace::Trace,
};
use std::{collections::BTreeMap, fmt::Write};

/// A function that may declassify.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Site {
    /// The end of its file's path.
    pub(crate) file: &'static str,
    pub(crate) function: &'static str,
}

/// Whether two tags or two values of a password are equal: once for each comparison.
pub(crate) const COMPARISON: Site = Site { file: "src/ct.rs", function: "same" };
/// Whether a padding is right, and how long the message is: twice for each message that ends in a right padding.
pub(crate) const PADDING: Site = Site { file: "src/mode/padding.rs", function: "unpad" };
/// The byte of a digest that says how much SHA-crypt hashes, by the definition of the scheme: once for each password.
pub(crate) const SHA_CRYPT: Site = Site { file: "src/password/sha_crypt.rs", function: "digest" };
/// Whether a password has a byte that is zero, which bcrypt does not take: once for each password.
pub(crate) const BCRYPT: Site = Site { file: "src/kdf/bcrypt/mod.rs", function: "has_zero" };

/// The tag that SIV encrypts under: once for each of its four words.
pub(crate) const SIV_TAG: Site = Site { file: "src/aead/siv.rs", function: "published" };

/// The length of a key that was filled up and wrapped, after it was found authentic: once for each key.
pub(crate) const KEY_LENGTH: Site = Site { file: "src/key_wrap/mod.rs", function: "padded" };

/// Whether all numerals of a text are below the radix: once for each text.
pub(crate) const NUMERALS: Site = Site { file: "src/fpe/mod.rs", function: "check" };
/// Whether all characters of a text are in the alphabet: once for each text.
const CHARACTERS: Site = Site { file: "src/fpe/alphabet.rs", function: "numerals" };

/// All there are. Nothing else may declassify.
const SITES: [Site; 8] = [COMPARISON, PADDING, SHA_CRYPT, BCRYPT, SIV_TAG, KEY_LENGTH, NUMERALS, CHARACTERS];

impl Site {
    /// Returns whether the function is among those at an address, which come innermost first, and whether only closures
    /// of the same file and functions of the standard library are inlined into it there.
    fn holds(&self, frames: &[(String, String, u32)]) -> bool {
        let is_std = |file: &str| file.starts_with("/rustc/") || file.contains("/library/core/src/");
        // the line of an instruction may be one of the standard library, in any function
        let near = |file: &str| file.ends_with(self.file) || is_std(file);
        let at = frames.iter().position(|(function, file, _)| {
            // the parameters of a generic function are no part of its name here
            let name = function.split('<').next().unwrap_or_default().rsplit("::").next();
            name == Some(self.function) && near(file)
        });
        at.is_some_and(|at| frames[..at].iter().all(|(_, file, _)| near(file)))
    }
}

/// Describes what is wrong with the values that were declassified: a call from a function that is none of `sites`, or a
/// number of calls other than in `expected`. Empty if nothing is wrong.
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

/// Describes what is wrong, as [`wrong_with`] does, given all functions that may declassify.
pub(crate) fn wrong(trace: &Trace, expected: &[(Site, usize)]) -> String {
    wrong_with(trace, &SITES, expected)
}
