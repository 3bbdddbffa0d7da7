//! The function that is applied to each value, or to each row.

use super::compute::Failed;
use bramah::{
    Error, Sequence,
    hash::{
        self, Algorithm, Function, Options,
        cshake::{Encoded, bits, left_encode, right_encode},
    },
    mac::AnyMac,
};
use bramah_arrow::{Fields, Refused};

/// The function that is applied to each value or row.
#[derive(Clone)]
pub(crate) enum Job {
    /// The digest of a hash function.
    Hash(Function),
    /// The tag of a MAC.
    Mac(AnyMac),
    /// The digest of a row that has this number of values. Each message is an encoded row.
    Rows(Rows, usize),
}

impl Job {
    /// Returns the length of a result in bytes.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Hash(function) => function.algorithm().output_len(),
            Self::Mac(mac) => mac.tag_len(),
            Self::Rows(rows, _) => rows.output_len(),
        }
    }

    pub(crate) fn many(&mut self, messages: &[&[u8]], out: &mut [u8]) -> Result<(), Failed> {
        match self {
            Self::Hash(function) => function.hash_many(messages, out),
            Self::Mac(mac) => mac.many(messages, out).map_err(|error| error.to_string())?,
            Self::Rows(Rows::Sequence(sequence), count) => sequence.many(*count, messages, out),
            Self::Rows(Rows::Tuple(function, _), _) => function.hash_many(messages, out),
        }
        Ok(())
    }

    /// Appends the encoding of a row; returns false, and appends nothing, if the row is null.
    pub(crate) fn write(&self, fields: &Fields<'_>, row: usize, out: &mut Vec<u8>) -> Result<bool, Refused> {
        let Self::Rows(Rows::Tuple(_, end), _) = self else { return fields.write(row, out) };
        let valid = fields.write_strings(row, out, |begin, out| {
            let len = left_encode(bits(out.len() - begin));
            out.splice(begin..begin, len.as_slice().iter().copied());
        })?;
        if valid {
            out.extend_from_slice(end.as_slice());
        }
        Ok(valid)
    }
}

/// How the values of a row become one digest.
#[derive(Clone)]
pub(crate) enum Rows {
    /// SequenceHash or SequenceMAC.
    Sequence(Sequence),
    /// TupleHash (NIST SP 800-185, section 5): cSHAKE with its name, over strings after their lengths, and then the length
    /// of the output.
    Tuple(Function, Encoded),
}

impl Rows {
    /// Returns TupleHash if the algorithm belongs to that family, otherwise SequenceHash over the algorithm.
    pub(crate) fn hash(algorithm: Algorithm, customization: &[u8]) -> Result<Self, Error> {
        let len = algorithm.output_len();
        let (function, end) = match algorithm.info().name {
            "tuplehash128" => ("cshake128", bits(len)),
            "tuplehash256" => ("cshake256", bits(len)),
            "tuplehashxof128" => ("cshake128", 0),
            "tuplehashxof256" => ("cshake256", 0),
            _ => return Sequence::hash(algorithm, customization).map(Self::Sequence),
        };
        let options = Options { function_name: b"TupleHash", personal: customization, ..Options::default() };
        let function = hash::lookup(function)?.with_bits(8 * len)?.with_options(&options)?;
        Ok(Self::Tuple(function, right_encode(end)))
    }

    /// Returns the length of a digest in bytes.
    pub(crate) fn output_len(&self) -> usize {
        match self {
            Self::Sequence(sequence) => sequence.output_len(),
            Self::Tuple(function, _) => function.algorithm().output_len(),
        }
    }
}
