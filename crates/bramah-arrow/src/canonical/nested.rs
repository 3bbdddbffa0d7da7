//! Lists, maps and runs, whose values are in a child array.

use super::{Canonical, Kind, scaled::Fixed};
use crate::{
    Refused, malformed,
    rows::{Places, Rows},
};
use core::ops::Range;

/// The beginning and the end, in the child array, of each list of a column.
pub(super) struct Ends<'a> {
    places: Places<'a>,
    layout: Layout<'a>,
}

enum Layout<'a> {
    Short(&'a [i32]),
    Long(&'a [i64]),
    /// The beginning of each list, and the number of its values.
    ShortViews(&'a [i32], &'a [i32]),
    LongViews(&'a [i64], &'a [i64]),
    /// The number of values of every list, for lists of one length.
    Every(usize),
}

/// Returns the number of buffers of a list's type; `None` for other types.
pub(super) fn buffers(format: &str) -> Option<i64> {
    match format {
        "+l" | "+L" | "+m" => Some(2),
        "+vl" | "+vL" => Some(3),
        _ => format.starts_with("+w:").then_some(1),
    }
}

impl<'a> Ends<'a> {
    /// # Safety
    /// The array of the rows has the type of the format, and does not change for `'a`.
    pub(super) unsafe fn new(format: &str, rows: Rows<'a>) -> Result<Self, Refused> {
        let Places { len, offset, .. } = rows.places;
        // SAFETY: the caller's promise; every buffer has the size that Arrow defines for the layout.
        let layout = unsafe {
            match format {
                "+l" | "+m" => Layout::Short(rows.buffer(1, offset, len + 1)?),
                "+L" => Layout::Long(rows.buffer(1, offset, len + 1)?),
                "+vl" => Layout::ShortViews(rows.buffer(1, offset, len)?, rows.buffer(2, offset, len)?),
                "+vL" => Layout::LongViews(rows.buffer(1, offset, len)?, rows.buffer(2, offset, len)?),
                _ => {
                    let count = format.strip_prefix("+w:").and_then(|count| count.parse().ok());
                    Layout::Every(count.ok_or_else(|| malformed("the length of its lists is not a number"))?)
                }
            }
        };
        Ok(Self { places: rows.places, layout })
    }

    pub(super) fn len(&self) -> usize {
        self.places.len
    }

    /// Returns where the values of a list are among the `count` values of the child; `None` for a null.
    pub(super) fn get(&self, row: usize, count: usize) -> Result<Option<Range<usize>>, Refused> {
        if !self.places.is_valid(row) {
            return Ok(None);
        }
        let between = |begin: i64, end: i64| Some(usize::try_from(begin).ok()?..usize::try_from(end).ok()?);
        let range = match &self.layout {
            Layout::Short(ends) => between(ends[row].into(), ends[row + 1].into()),
            Layout::Long(ends) => between(ends[row], ends[row + 1]),
            Layout::ShortViews(begins, lens) => {
                between(begins[row].into(), i64::from(begins[row]) + i64::from(lens[row]))
            }
            Layout::LongViews(begins, lens) => {
                begins[row].checked_add(lens[row]).and_then(|end| between(begins[row], end))
            }
            Layout::Every(len) => {
                let place = self.places.offset + row;
                place.checked_mul(*len).and_then(|begin| Some(begin..begin.checked_add(*len)?))
            }
        };
        match range {
            Some(range) if range.start <= range.end && range.end <= count => Ok(Some(range)),
            _ => Err(malformed(format_args!("the list in row {row} is outside its values"))),
        }
    }
}

/// Appends the entries of a map in the order of their bytes, since engines keep them in different orders.
pub(super) fn sorted(entries: &Canonical<'_>, range: Range<usize>, out: &mut Vec<u8>) -> Result<(), Refused> {
    let mut items = Vec::with_capacity(range.len());
    for place in range {
        let mut item = Vec::new();
        entries.item(place, &mut item)?;
        items.push(item);
    }
    items.sort();
    for item in &items {
        out.extend_from_slice(item);
    }
    Ok(())
}

/// A run-end-encoded column: each value stands for the rows from the end of the previous run up to the end of its own
/// run.
pub(super) struct Runs<'a> {
    places: Places<'a>,
    ends: Fixed<'a>,
    values: Box<Canonical<'a>>,
}

impl<'a> Runs<'a> {
    /// Checks that the ends increase and that the last run reaches the end of the column.
    pub(super) fn new(places: Places<'a>, ends: Fixed<'a>, values: Canonical<'a>) -> Result<Self, Refused> {
        let mut last = 0;
        for row in 0..ends.places.len {
            match ends.get(row, true) {
                Some(end) if end > last => last = end,
                _ => return Err(malformed(format_args!("run {row} does not end after the run before it"))),
            }
        }
        if last < (places.offset + places.len) as i128 || values.len() < ends.places.len {
            return Err(malformed("its runs end before the column"));
        }
        Ok(Self { places, ends, values: Box::new(values) })
    }

    pub(super) fn len(&self) -> usize {
        self.places.len
    }

    pub(super) fn write(&self, row: usize, out: &mut Vec<u8>) -> Result<Kind, Refused> {
        self.values.write(self.place(row), out)
    }

    pub(super) fn values(&self) -> &Canonical<'a> {
        &self.values
    }

    /// Appends for each row in `rows` the index of the run that contains the row.
    pub(super) fn extend(&self, rows: Range<usize>, out: &mut Vec<usize>) {
        let mut place = self.place(rows.start);
        for row in rows {
            let at = (self.places.offset + row) as i128;
            // this loop ends at the last run at the latest, because that run reaches the end of the column
            while self.ends.get(place, true).is_some_and(|end| end <= at) {
                place += 1;
            }
            out.push(place);
        }
    }

    /// Returns the index of the run that contains a row.
    pub(super) fn place(&self, row: usize) -> usize {
        let row = (self.places.offset + row) as i128;
        let (mut low, mut high) = (0, self.ends.places.len);
        while low < high {
            let middle = low.midpoint(high);
            if self.ends.get(middle, true).is_some_and(|end| end <= row) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        low
    }
}
