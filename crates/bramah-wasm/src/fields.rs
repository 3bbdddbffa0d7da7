//! Named values in the input of a request.
//!
//! Each is the length of its name (1 byte), the name, its kind (1 byte: 0 a number, 1 bytes, 2 text), the length of its
//! value (4 bytes, little-endian) and the value; a number has 8 bytes, little-endian.

use crate::failure::{Failure, Status};
use core::{cell::Cell, str};

enum Value<'a> {
    Number(u64),
    Bytes(&'a [u8]),
    Text(&'a str),
}

/// The named values of a request, which takes those that it knows.
pub struct Fields<'a> {
    fields: Vec<(&'a str, Value<'a>)>,
    /// A bit for each that was taken.
    taken: Cell<u64>,
}

impl<'a> Fields<'a> {
    /// Reads the input of a request.
    ///
    /// # Errors
    /// The input is malformed.
    pub fn read(mut input: &'a [u8]) -> Result<Self, Failure> {
        let mut fields = Vec::new();
        while !input.is_empty() && fields.len() < 64 {
            fields.push(next(&mut input).ok_or_else(malformed)?);
        }
        if input.is_empty() { Ok(Self { fields, taken: Cell::new(0) }) } else { Err(malformed()) }
    }

    fn find(&self, name: &str) -> Option<&Value<'a>> {
        let place = self.fields.iter().position(|(other, _)| *other == name)?;
        self.taken.set(self.taken.get() | 1 << place);
        Some(&self.fields[place].1)
    }

    /// Refuses fields that were not taken.
    ///
    /// # Errors
    /// Names one of them.
    pub fn check(&self, of: &str) -> Result<(), Failure> {
        match self.fields.iter().enumerate().find(|(i, _)| self.taken.get() >> i & 1 == 0) {
            Some((_, (name, _))) => {
                Err(Failure::new(Status::Argument, format!("{of} does not take the option {name}")))
            }
            None => Ok(()),
        }
    }

    /// Takes bytes; text is taken as its bytes.
    ///
    /// # Errors
    /// The field is a number.
    pub fn bytes(&self, name: &str) -> Result<Option<&'a [u8]>, Failure> {
        match self.find(name) {
            None => Ok(None),
            Some(Value::Bytes(bytes)) => Ok(Some(bytes)),
            Some(Value::Text(text)) => Ok(Some(text.as_bytes())),
            Some(Value::Number(_)) => Err(other(name, "bytes")),
        }
    }

    /// Takes text.
    ///
    /// # Errors
    /// The field is of another kind.
    pub fn text(&self, name: &str) -> Result<Option<&'a str>, Failure> {
        match self.find(name) {
            None => Ok(None),
            Some(Value::Text(text)) => Ok(Some(text)),
            Some(_) => Err(other(name, "text")),
        }
    }

    /// Takes the name of an algorithm.
    ///
    /// # Errors
    /// There is none.
    pub fn name(&self) -> Result<&'a str, Failure> {
        self.text("name")?.ok_or_else(|| Failure::new(Status::Argument, "no name of an algorithm"))
    }

    /// Takes a number.
    ///
    /// # Errors
    /// The field is of another kind, or does not fit.
    pub fn number<N: TryFrom<u64>>(&self, name: &str) -> Result<Option<N>, Failure> {
        match self.find(name) {
            None => Ok(None),
            Some(Value::Number(number)) => match N::try_from(*number) {
                Ok(number) => Ok(Some(number)),
                Err(_) => {
                    Err(Failure::new(Status::Argument, format!("{name} is {number}, which is too large")))
                }
            },
            Some(_) => Err(other(name, "a number")),
        }
    }

    /// Takes a choice: a number that is not 0 means yes.
    ///
    /// # Errors
    /// The field is of another kind.
    pub fn choice(&self, name: &str) -> Result<bool, Failure> {
        Ok(self.number::<u64>(name)?.unwrap_or(0) != 0)
    }
}

fn next<'a>(input: &mut &'a [u8]) -> Option<(&'a str, Value<'a>)> {
    let name = cut(input, 1)?[0];
    let name = str::from_utf8(cut(input, name.into())?).ok()?;
    let kind = cut(input, 1)?[0];
    let len = number(input)?;
    let value = cut(input, len)?;
    Some((
        name,
        match kind {
            0 => Value::Number(u64::from_le_bytes(value.try_into().ok()?)),
            1 => Value::Bytes(value),
            _ => Value::Text(str::from_utf8(value).ok()?),
        },
    ))
}

/// Takes bytes from the front.
pub(crate) fn cut<'a>(input: &mut &'a [u8], len: usize) -> Option<&'a [u8]> {
    let (front, rest) = input.split_at_checked(len)?;
    *input = rest;
    Some(front)
}

/// Takes a number of 4 bytes from the front.
pub(crate) fn number(input: &mut &[u8]) -> Option<usize> {
    let (front, rest) = input.split_first_chunk()?;
    *input = rest;
    Some(u32::from_le_bytes(*front) as usize)
}

/// Returns the failure of a malformed request.
#[cold]
pub(crate) fn malformed() -> Failure {
    Failure::new(Status::Argument, "malformed request")
}

#[cold]
fn other(name: &str, kind: &str) -> Failure {
    Failure::new(Status::Argument, format!("{name} must be {kind}"))
}
