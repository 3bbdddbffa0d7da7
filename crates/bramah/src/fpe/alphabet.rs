//! Alphabets: the characters that stand for numerals.

use crate::{Error, ct::declassify};
use alloc::{string::String, vec::Vec};
use core::fmt;

/// An alphabet: the characters that stand for the numerals 0, 1 and so on.
#[derive(Clone, PartialEq, Eq)]
pub struct Alphabet {
    characters: Vec<char>,
}

impl Alphabet {
    /// Returns the alphabet that consists of the characters of a text, 2 to 65536, in their order.
    ///
    /// # Errors
    /// [`Error::Alphabet`] if there are fewer than 2 or more than 65536 characters, or if a character occurs twice.
    pub fn new(characters: &str) -> Result<Self, Error> {
        let characters: Vec<char> = characters.chars().collect();
        let mut sorted = characters.clone();
        sorted.sort_unstable();
        let repeated = sorted.windows(2).any(|pair| pair[0] == pair[1]);
        if repeated || !(2..=1 << 16).contains(&characters.len()) {
            return Err(Error::Alphabet);
        }
        Ok(Self { characters })
    }

    /// Returns the number of characters, which is the radix.
    pub fn radix(&self) -> u32 {
        self.characters.len() as u32
    }

    /// Converts a text to numerals. For each character the whole alphabet is read, so that the time does not depend on the text.
    ///
    /// # Errors
    /// [`Error::Character`] if a character of the text is not in the alphabet.
    pub fn numerals(&self, text: &str) -> Result<Vec<u16>, Error> {
        // reserved up front, because a vector that grows leaves a copy of the numerals
        let mut numerals = Vec::with_capacity(text.len());
        let mut missing = 0;
        for character in text.chars() {
            let (mut numeral, mut found) = (0, 0);
            for (number, other) in (0..).zip(&self.characters) {
                let same = equal(character as u32, *other as u32);
                numeral |= number & same;
                found |= same;
            }
            numerals.push(numeral as u16);
            missing |= !found;
        }
        if declassify(missing) == 0 {
            return Ok(numerals);
        }
        crate::wipe::wipe(&mut numerals);
        Err(Error::Character)
    }

    /// Converts numerals to a text. For each numeral the whole alphabet is read, so that the time does not depend on the text. A
    /// numeral that is not below the radix becomes the first character.
    pub fn text(&self, numerals: &[u16]) -> String {
        let mut text = String::with_capacity(4 * numerals.len());
        for numeral in numerals {
            let first = self.characters.first().map_or(0, |first| *first as u32);
            let mut found = first;
            for (number, character) in (0..).zip(&self.characters) {
                found ^= (first ^ *character as u32) & equal(number, (*numeral).into());
            }
            text.extend(char::from_u32(found));
        }
        text
    }
}

/// Returns all ones if two numbers below 2^31 are equal, otherwise 0.
#[inline(always)]
fn equal(a: u32, b: u32) -> u32 {
    (((a ^ b).wrapping_sub(1) as i32) >> 31) as u32
}

impl fmt::Debug for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Alphabet").field(&self.characters.iter().collect::<String>()).finish()
    }
}
