//! Numbers, which differ between engines in their widths and units, but not in their values.

use crate::{
    Refused, malformed,
    rows::{Places, Rows},
};
use core::ops::Range;

/// A column of Booleans, one bit each.
pub(super) struct Booleans<'a> {
    places: Places<'a>,
    bits: &'a [u8],
}

impl<'a> Booleans<'a> {
    /// # Safety
    /// The array of the rows has this type, and does not change for `'a`.
    pub(super) unsafe fn new(rows: Rows<'a>) -> Result<Self, Refused> {
        let count = (rows.places.offset + rows.places.len).div_ceil(8);
        // SAFETY: the caller upholds the contract of this function.
        let bits = unsafe { rows.buffer(1, 0, count) }?;
        Ok(Self { places: rows.places, bits })
    }

    pub(super) fn len(&self) -> usize {
        self.places.len
    }

    /// Appends a value; returns false for a null.
    pub(super) fn write(&self, row: usize, out: &mut Vec<u8>) -> bool {
        let (valid, place) = (self.places.is_valid(row), self.places.offset + row);
        if valid {
            out.push(self.bits[place / 8] >> (place % 8) & 1);
        }
        valid
    }
}

/// Numbers of a fixed width, one after another, in the machine's byte order.
pub(crate) struct Fixed<'a> {
    pub(crate) places: Places<'a>,
    bytes: &'a [u8],
    width: usize,
}

impl<'a> Fixed<'a> {
    /// # Safety
    /// The array of the rows has numbers of `width` bytes, and does not change for `'a`.
    pub(crate) unsafe fn new(rows: Rows<'a>, width: usize) -> Result<Self, Refused> {
        let (Some(skip), Some(count)) =
            (rows.places.offset.checked_mul(width), rows.places.len.checked_mul(width))
        else {
            return Err(malformed("too many numbers"));
        };
        // SAFETY: the caller upholds the contract of this function.
        let bytes = unsafe { rows.buffer(1, skip, count) }?;
        Ok(Self { places: rows.places, bytes, width })
    }

    /// Returns a number of at most 16 bytes, sign-extended if it has a sign; `None` for a null.
    #[inline]
    pub(crate) fn get(&self, row: usize, signed: bool) -> Option<i128> {
        let bytes = self.raw(row)?;
        if let Ok(bytes) = <[u8; 4]>::try_from(bytes) {
            // a short path for 32 bits, the usual width of a dictionary's indices
            let number = i32::from_ne_bytes(bytes);
            return Some(if signed { number.into() } else { number.cast_unsigned().into() });
        }
        let mut number = [0; 16];
        if cfg!(target_endian = "little") {
            number[..bytes.len()].copy_from_slice(bytes);
        } else {
            number[16 - bytes.len()..].copy_from_slice(bytes);
        }
        let unused = 128 - 8 * bytes.len() as u32;
        let number = i128::from_ne_bytes(number) << unused;
        Some(if signed { number >> unused } else { (number as u128 >> unused) as i128 })
    }

    /// Returns the numbers in `rows` if numbers have 32 bits and none in the column is null; otherwise `None`.
    pub(crate) fn words(&self, rows: Range<usize>) -> Option<impl Iterator<Item = i32> + use<'_, 'a>> {
        if self.width != 4 || self.places.has_nulls() {
            return None;
        }
        let (words, _) = self.bytes[4 * rows.start..4 * rows.end].as_chunks();
        Some(words.iter().map(|word| i32::from_ne_bytes(*word)))
    }

    /// Returns the bytes of a number; `None` for a null.
    #[inline]
    fn raw(&self, row: usize) -> Option<&'a [u8]> {
        self.places.is_valid(row).then(|| &self.bytes[row * self.width..][..self.width])
    }
}

/// Integers, and integers that count fractions: decimal numbers, and times in seconds.
pub(super) struct Scaled<'a> {
    pub(super) numbers: Fixed<'a>,
    pub(super) signed: bool,
    /// The number of digits after the decimal point.
    pub(super) scale: i32,
    /// The number by which each integer is divided first: the milliseconds of a day, or 1. A remainder is an error.
    pub(super) unit: i128,
}

impl Scaled<'_> {
    pub(super) fn len(&self) -> usize {
        self.numbers.places.len
    }

    /// Appends a number as decimal digits; returns false for a null.
    pub(super) fn write(&self, row: usize, out: &mut Vec<u8>) -> Result<bool, Refused> {
        if self.numbers.width == 32 {
            let Some(bytes) = self.numbers.raw(row) else { return Ok(false) };
            let mut limbs = [0; 4];
            for (limb, bytes) in limbs.iter_mut().zip(bytes.chunks_exact(8)) {
                *limb = u64::from_ne_bytes([
                    bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
                ]);
            }
            if cfg!(target_endian = "big") {
                limbs.reverse();
            }
            wide(limbs, self.scale, out);
            return Ok(true);
        }
        let Some(number) = self.numbers.get(row, self.signed) else { return Ok(false) };
        if number % self.unit != 0 {
            return Err(malformed(format_args!("the date in row {row} is not a whole number of days")));
        }
        let number = number / self.unit;
        let mut text = [0; 40];
        let digits = digits(number.unsigned_abs(), &mut text);
        print(number < 0, digits, self.scale, out);
        Ok(true)
    }
}

/// Returns the decimal digits of a number, at least one.
fn digits(mut number: u128, text: &mut [u8; 40]) -> &[u8] {
    let mut begin = text.len();
    // most numbers have 64 bits, whose division takes a fraction of the time
    while number > u128::from(u64::MAX) {
        begin -= 1;
        text[begin] = b'0' + (number % 10) as u8;
        number /= 10;
    }
    let mut number = number as u64;
    loop {
        begin -= 1;
        text[begin] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return &text[begin..];
        }
    }
}

/// Appends a number of 256 bits in two's complement, with its lowest limb first.
fn wide(mut limbs: [u64; 4], scale: i32, out: &mut Vec<u8>) {
    let negative = limbs[3] >> 63 == 1;
    if negative {
        let mut carry = true;
        for limb in &mut limbs {
            (*limb, carry) = (!*limb).overflowing_add(carry.into());
        }
    }
    let mut text = Vec::with_capacity(80);
    while text.is_empty() || limbs != [0; 4] {
        let mut rest = 0;
        for limb in limbs.iter_mut().rev() {
            let part = rest << 64 | u128::from(*limb);
            (*limb, rest) = ((part / 10) as u64, part % 10);
        }
        text.push(b'0' + rest as u8);
    }
    text.reverse();
    print(negative, &text, scale, out);
}

/// Appends a number with `scale` of its digits after the point, without zeros at the end; a negative scale appends
/// zeros. Zero has no sign.
fn print(negative: bool, digits: &[u8], scale: i32, out: &mut Vec<u8>) {
    if digits == b"0" {
        return out.push(b'0');
    }
    if negative {
        out.push(b'-');
    }
    let Ok(scale) = usize::try_from(scale) else {
        out.extend_from_slice(digits);
        out.resize(out.len() + scale.unsigned_abs() as usize, b'0');
        return;
    };
    let whole = digits.len().saturating_sub(scale);
    let used = digits.iter().rposition(|digit| *digit != b'0').map_or(0, |last| last + 1).max(whole);
    match whole {
        0 => out.push(b'0'),
        _ => out.extend_from_slice(&digits[..whole]),
    }
    if used > whole {
        out.push(b'.');
        out.resize(out.len() + scale.saturating_sub(digits.len()), b'0');
        out.extend_from_slice(&digits[whole..used]);
    }
}

/// Floating-point numbers of 16, 32 or 64 bits.
pub(super) struct Floats<'a>(pub(super) Fixed<'a>);

impl Floats<'_> {
    pub(super) fn len(&self) -> usize {
        self.0.places.len
    }

    /// Appends a number as binary64, big-endian; all NaNs have the same bytes, and so have both zeros. Returns false
    /// for a null.
    pub(super) fn write(&self, row: usize, out: &mut Vec<u8>) -> bool {
        let Some(bits) = self.0.get(row, false) else { return false };
        let number = match self.0.width {
            2 => half(bits as u16),
            4 => f64::from(f32::from_bits(bits as u32)),
            _ => f64::from_bits(bits as u64),
        };
        let number = if number.is_nan() {
            f64::from_bits(0x7ff8_0000_0000_0000)
        } else if number == 0.0 {
            0.0
        } else {
            number
        };
        out.extend_from_slice(&number.to_bits().to_be_bytes());
        true
    }
}

/// Returns the value of a binary16 number (IEEE 754-2008, section 3.6).
fn half(bits: u16) -> f64 {
    let (exponent, fraction) = (bits >> 10 & 31, f64::from(bits & 1023));
    let size = match exponent {
        0 => fraction / 1024.0 / 16384.0,
        31 if bits & 1023 == 0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1.0 + fraction / 1024.0) * f64::from_bits((1008 + u64::from(exponent)) << 52),
    };
    if bits >> 15 == 1 { -size } else { size }
}
