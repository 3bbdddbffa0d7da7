//! Byte strings as the files write them.

use core::fmt;

/// A byte string: written out, or by the rule that makes it.
///
/// The files write hex in lower case (nothing at all for the empty string), `repeat(HEX, n)`, `ramp(start, step, len)`,
/// `cycle(period, len)` or `shake256("TEXT", len)`. [`Display`](fmt::Display) writes the same form again, so a parsed
/// string prints as it stood.
///
/// ```
/// use bramah_vectors::Bytes;
///
/// let ramp = Bytes::parse("ramp(250, 3, 4)").unwrap();
/// assert_eq!(ramp, Bytes::Ramp { start: 250, step: 3, len: 4 });
/// assert_eq!(ramp.expand(|_, _| unreachable!()), [250, 253, 0, 3]);
/// assert_eq!(ramp.to_string(), "ramp(250, 3, 4)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bytes {
    /// The bytes themselves.
    Literal(Vec<u8>),
    /// A unit, repeated.
    Repeat {
        /// The unit that is repeated.
        unit: Vec<u8>,
        /// How many times.
        count: usize,
    },
    /// Byte `i` is `start + step * i` modulo 256.
    Ramp {
        /// The first byte.
        start: u8,
        /// The difference between each byte and the one before.
        step: u8,
        /// How many bytes.
        len: usize,
    },
    /// Byte `i` is `i` modulo `period`.
    Cycle {
        /// After how many bytes it begins again, from 1 on.
        period: u8,
        /// How many bytes.
        len: usize,
    },
    /// The first bytes of the SHAKE256 of a text.
    Shake256 {
        /// The message of SHAKE256.
        text: &'static str,
        /// How many bytes it gives.
        len: usize,
    },
}

impl Bytes {
    /// Reads a byte string as the files write it.
    ///
    /// # Errors
    ///
    /// A description of the fault, in words.
    ///
    /// ```
    /// use bramah_vectors::Bytes;
    ///
    /// assert_eq!(Bytes::parse("00ff"), Ok(Bytes::Literal(vec![0, 255])));
    /// assert!(Bytes::parse("00FF").is_err());
    /// ```
    pub fn parse(text: &'static str) -> Result<Self, String> {
        let Some((rule, rest)) = text.split_once('(') else {
            return hex(text).map(Bytes::Literal);
        };
        let inner = rest.strip_suffix(')').ok_or("`)` is missing at the end")?;
        match rule {
            "repeat" => {
                let [unit, count] = arguments(inner)?;
                let (unit, count) = (hex(unit)?, number(count)?);
                unit.len().checked_mul(count).ok_or("too long")?;
                Ok(Bytes::Repeat { unit, count })
            }
            "ramp" => {
                let [start, step, len] = arguments(inner)?;
                Ok(Bytes::Ramp { start: number(start)?, step: number(step)?, len: number(len)? })
            }
            "cycle" => {
                let [period, len] = arguments(inner)?;
                let period = number(period)?;
                if period == 0 {
                    Err("a period of 0".into())
                } else {
                    Ok(Bytes::Cycle { period, len: number(len)? })
                }
            }
            "shake256" => {
                let quoted = inner.strip_prefix('"').ok_or("the text is not in quotes")?;
                let (text, len) = quoted.split_once("\", ").ok_or("the text is not in quotes")?;
                if text.contains('"') {
                    return Err("a quote inside the text".into());
                }
                Ok(Bytes::Shake256 { text, len: number(len)? })
            }
            _ => Err(format!("`{rule}` is no rule: there are repeat, ramp, cycle and shake256")),
        }
    }

    /// Returns the bytes.
    ///
    /// `shake256` is asked for the first so many bytes of the SHAKE256 of a message; it is called
    /// for [`Bytes::Shake256`] alone.
    ///
    /// # Panics
    ///
    /// If `shake256` returns another length than it was asked for.
    ///
    /// ```
    /// use bramah_vectors::Bytes;
    ///
    /// let none = |_: &[u8], _| unreachable!();
    /// assert_eq!(Bytes::parse("repeat(6162, 2)").unwrap().expand(none), b"abab");
    /// ```
    pub fn expand(&self, shake256: impl Fn(&[u8], usize) -> Vec<u8>) -> Vec<u8> {
        match self {
            Bytes::Literal(bytes) => bytes.clone(),
            Bytes::Repeat { unit, count } => unit.repeat(*count),
            Bytes::Ramp { start, step, len } => {
                core::iter::successors(Some(*start), |byte| Some(byte.wrapping_add(*step)))
                    .take(*len)
                    .collect()
            }
            Bytes::Cycle { period, len } => (0..*period).cycle().take(*len).collect(),
            Bytes::Shake256 { text, len } => {
                let bytes = shake256(text.as_bytes(), *len);
                assert_eq!(bytes.len(), *len, "what SHAKE256 returned is not as long as asked");
                bytes
            }
        }
    }

    /// Returns bytes that are written out.
    ///
    /// # Panics
    ///
    /// If a rule makes them.
    ///
    /// ```
    /// assert_eq!(bramah_vectors::Bytes::parse("616263").unwrap().literal(), b"abc");
    /// ```
    pub fn literal(&self) -> &[u8] {
        match self {
            Bytes::Literal(bytes) => bytes,
            rule => panic!("{rule} is not written out"),
        }
    }

    /// Returns how many bytes [`expand`](Bytes::expand) gives, without making them.
    ///
    /// ```
    /// assert_eq!(bramah_vectors::Bytes::parse("repeat(6162, 500000)").unwrap().len(), 1_000_000);
    /// ```
    pub fn len(&self) -> usize {
        match self {
            Bytes::Literal(bytes) => bytes.len(),
            Bytes::Repeat { unit, count } => unit.len() * count,
            Bytes::Ramp { len, .. } | Bytes::Cycle { len, .. } | Bytes::Shake256 { len, .. } => *len,
        }
    }

    /// Tells whether there are no bytes.
    ///
    /// ```
    /// assert!(bramah_vectors::Bytes::parse("").unwrap().is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        match self {
            Bytes::Literal(bytes) => out.write_str(&hex(bytes)),
            Bytes::Repeat { unit, count } => write!(out, "repeat({}, {count})", hex(unit)),
            Bytes::Ramp { start, step, len } => write!(out, "ramp({start}, {step}, {len})"),
            Bytes::Cycle { period, len } => write!(out, "cycle({period}, {len})"),
            Bytes::Shake256 { text, len } => write!(out, "shake256(\"{text}\", {len})"),
        }
    }
}

/// Splits the arguments of a rule.
fn arguments<const N: usize>(text: &'static str) -> Result<[&'static str; N], String> {
    let parts: Vec<_> = text.split(", ").collect();
    parts.try_into().map_err(|parts: Vec<_>| format!("{} arguments, not {N}", parts.len()))
}

/// Reads a decimal number, in its one spelling.
pub(crate) fn number<T: core::str::FromStr + ToString>(text: &str) -> Result<T, String> {
    let value = text.parse().ok().filter(|value: &T| value.to_string() == text);
    value.ok_or_else(|| format!("`{text}` is no decimal number that fits"))
}

/// Reads hex in lower case.
fn hex(text: &str) -> Result<Vec<u8>, String> {
    let digit = |digit: u8| match digit {
        b'0'..=b'9' => Ok(digit - b'0'),
        b'a'..=b'f' => Ok(digit - b'a' + 10),
        _ => Err(format!("`{}` is no hex digit in lower case", digit.escape_ascii())),
    };
    let (pairs, rest) = text.as_bytes().as_chunks();
    let bytes = pairs.iter().map(|&[high, low]| Ok(digit(high)? << 4 | digit(low)?)).collect();
    if rest.is_empty() { bytes } else { bytes.and(Err("an odd number of hex digits".into())) }
}
