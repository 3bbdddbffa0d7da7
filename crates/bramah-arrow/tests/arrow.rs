//! Tests of columns in every layout: one number is wrong at a time, and the column must be refused.

#![allow(unsafe_code)] // arrays as another library makes them

use bramah_arrow::{ArrowArray, ArrowSchema, Column, NULLABLE, Refused, Values, type_name};
use core::{
    ffi::{CStr, c_void},
    ops::Range,
};
use std::ptr::null;

unsafe extern "C" fn kept(_: *mut ArrowArray) {}

/// An array of four values in some layout, and the memory that it points to. The buffers contain a fifth value.
struct Sample {
    format: &'static CStr,
    array: ArrowArray,
    buffers: Vec<*const c_void>,
    _kept: Vec<Box<dyn std::any::Any>>,
}

const VALUES: [&str; 5] = ["skipped", "null", "", "abc", "a value that is longer than twelve bytes"];

impl Sample {
    fn new(format: &'static CStr) -> Self {
        let bytes: Vec<u8> = VALUES.concat().into_bytes();
        let ends: Vec<i64> =
            (0..=5).map(|i| VALUES[..i].iter().map(|value| value.len() as i64).sum()).collect();
        let mut sample =
            Self { format, array: ArrowArray::released(), buffers: Vec::new(), _kept: Vec::new() };
        sample.add(vec![0b1101_u8]);
        match format.to_str().unwrap() {
            "u" | "z" => sample.add(ends.iter().map(|end| *end as i32).collect()).add(bytes),
            "U" | "Z" => sample.add(ends).add(bytes),
            "vu" | "vz" => {
                let views = VALUES.iter().zip(&ends).map(|(value, begin)| {
                    let mut view = [0; 16];
                    view[..4].copy_from_slice(&(value.len() as i32).to_ne_bytes());
                    if value.len() <= 12 {
                        view[4..][..value.len()].copy_from_slice(value.as_bytes());
                    } else {
                        view[12..].copy_from_slice(&(*begin as i32).to_ne_bytes());
                    }
                    view
                });
                let sizes = vec![bytes.len() as i64];
                sample.add(views.collect()).add(bytes).add(sizes)
            }
            _ => sample.add(vec![7_u8; 5 * 3]),
        };
        sample.array.n_buffers = sample.buffers.len() as i64;
        sample.array.buffers = sample.buffers.as_mut_ptr();
        sample.array.release = Some(kept);
        // the second value is null; the fifth value and the other bits of the bitmap are beyond the array
        (sample.array.length, sample.array.null_count) = (4, 1);
        sample
    }

    fn add<T: 'static>(&mut self, values: Vec<T>) -> &mut Self {
        self.buffers.push(values.as_ptr().cast());
        self._kept.push(Box::new(values));
        self
    }

    /// Replaces a buffer.
    fn set<T: 'static>(&mut self, i: usize, values: Vec<T>) {
        self.add(values);
        self.buffers[i] = self.buffers.pop().unwrap();
        self.array.buffers = self.buffers.as_mut_ptr();
    }

    fn schema(&self) -> ArrowSchema {
        ArrowSchema { format: self.format.as_ptr(), ..ArrowSchema::released() }
    }

    fn read(&self) -> Result<Vec<Option<Vec<u8>>>, Refused> {
        // SAFETY: the sample keeps its buffers; what is wrong in it is what must be refused
        all(unsafe { Column::read(&self.schema(), &self.array) }?)
    }
}

fn all(column: Column<'_>) -> Result<Vec<Option<Vec<u8>>>, Refused> {
    match column {
        Column::Plain(values) => {
            let one_by_one: Result<Vec<_>, Refused> =
                (0..values.len()).map(|row| Ok(values.get(row)?.map(Vec::from))).collect();
            assert_eq!(together(&values, 0..values.len()), one_by_one);
            one_by_one
        }
        Column::Dictionary { indices, values } => {
            let value = |row| match indices.get(row, values.len())? {
                Some(place) => Ok(values.get(place)?.map(Vec::from)),
                None => Ok(None),
            };
            (0..indices.len()).map(value).collect()
        }
    }
}

/// The values of `rows`, by one call.
fn together(values: &Values<'_>, rows: Range<usize>) -> Result<Vec<Option<Vec<u8>>>, Refused> {
    let (mut found, mut places) = (Vec::new(), Vec::new());
    values.extend(rows.clone(), &mut found, &mut places)?;
    if found.len() == rows.len() {
        places = (0..rows.len()).collect();
    }
    assert_eq!(found.len(), places.len());
    let mut all = vec![None; rows.len()];
    for (value, place) in found.into_iter().zip(places) {
        all[place] = Some(value.to_vec());
    }
    Ok(all)
}

const FORMATS: [&CStr; 7] = [c"u", c"z", c"U", c"Z", c"vu", c"vz", c"w:3"];

#[test]
fn values() {
    for format in FORMATS {
        let mut sample = Sample::new(format);
        let expected: Vec<Option<Vec<u8>>> = match format.to_str().unwrap() {
            "w:3" => vec![Some(vec![7; 3]), None, Some(vec![7; 3]), Some(vec![7; 3])],
            _ => (0..4).map(|i| (i != 1).then(|| VALUES[i].into())).collect(),
        };
        assert_eq!(sample.read().unwrap(), expected, "{format:?}");
        sample.array.null_count = -1;
        assert_eq!(sample.read().unwrap(), expected, "{format:?}");
        (sample.array.offset, sample.array.length) = (2, 2);
        assert_eq!(sample.read().unwrap(), expected[2..], "{format:?}");
        (sample.array.offset, sample.array.length) = (2, 0);
        assert_eq!(sample.read().unwrap(), expected[4..], "{format:?}");

        // a part of the rows, with and without the null
        (sample.array.offset, sample.array.length) = (0, 4);
        let schema = sample.schema();
        // SAFETY: the sample keeps its buffers
        let Column::Plain(values) = (unsafe { Column::read(&schema, &sample.array) }).unwrap() else {
            panic!("{format:?} has no dictionary");
        };
        for rows in [0..3, 1..2, 2..4, 3..3] {
            assert_eq!(together(&values, rows.clone()).unwrap(), expected[rows], "{format:?}");
        }
    }
}

/// Every number that cannot be right is refused before a buffer is read.
#[test]
fn numbers() {
    let wrong = [i64::MIN, -1, 1 << 44, 1 << 58, 1 << 59, 1 << 60, 1 << 61, 1 << 62, i64::MAX - 4, i64::MAX];
    for format in FORMATS {
        for number in wrong {
            // 2^44 values of 1 to 16 bytes can be in memory, so only offsets and lengths above 2^44 are sure to be
            // wrong
            let mut sample = Sample::new(format);
            if number != 1 << 44 {
                sample.array.offset = number;
                assert!(
                    matches!(sample.read(), Err(Refused::Malformed(_))),
                    "{format:?}: the offset {number}"
                );
                sample.array.offset = 0;
                sample.array.length = number;
                assert!(
                    matches!(sample.read(), Err(Refused::Malformed(_))),
                    "{format:?}: the length {number}"
                );
                sample.array.length = 4;
            }
            for nulls in [number, 0, 2, 3, 4, 5, -2] {
                sample.array.null_count = nulls;
                assert_eq!(sample.read().is_ok(), nulls == -1, "{format:?}: {nulls} nulls");
            }
            sample.buffers[0] = null();
            sample.array.null_count = 1;
            assert!(sample.read().is_err(), "{format:?}: a null without a bitmap");
            sample.array.null_count = 0;
            sample.array.n_buffers -= 1;
            let views = format.to_bytes().starts_with(b"v");
            // if a column of views has one buffer less, another buffer is taken for the buffer of sizes, so it may be
            // accepted
            assert!(sample.read().is_err() || views, "{format:?}: a buffer is missing");
            sample.array.n_buffers = number.min(0);
            assert!(sample.read().is_err(), "{format:?}: {} buffers", number.min(0));
        }
        for i in 1..Sample::new(format).buffers.len() {
            let mut sample = Sample::new(format);
            sample.buffers[i] = null();
            assert!(sample.read().is_err(), "{format:?}: the buffer {i} is null");
        }
        let mut sample = Sample::new(format);
        sample.array.release = None;
        assert!(sample.read().is_err(), "{format:?}: released");
    }
}

/// Offsets below zero, descending offsets, and offsets beyond the last offset are refused.
#[test]
fn offsets() {
    let wrong: [[i64; 5]; 8] = [
        [-1, 7, 11, 11, 14],
        [0, -7, 11, 11, 14],
        [0, 7, 11, 11, -14],
        [0, 7, 11, 11, i64::MIN],
        [0, 7, 12, 11, 14],
        [0, 7, 11, 15, 14],
        [1000, 2000, 2000, 11, 14],
        [i64::MAX, 0, 0, 0, 0],
    ];
    for offsets in wrong {
        for format in [c"U", c"Z"] {
            let mut sample = Sample::new(format);
            sample.set(1, offsets.to_vec());
            assert!(matches!(sample.read(), Err(Refused::Malformed(_))), "{format:?}: {offsets:?}");
        }
        for format in [c"u", c"z"] {
            let mut sample = Sample::new(format);
            sample
                .set(1, offsets.map(|offset| offset.clamp(i32::MIN.into(), i32::MAX.into()) as i32).to_vec());
            assert!(matches!(sample.read(), Err(Refused::Malformed(_))), "{format:?}: {offsets:?}");
        }
    }
    for last in [1 << 59, 1 << 61, 1 << 62, i64::MAX] {
        let mut sample = Sample::new(c"U");
        sample.set(1, vec![0, 7, 11, 11, last]);
        assert!(matches!(sample.read(), Err(Refused::Malformed(_))), "the last offset {last}");
    }
    // wrong offsets of a null, and wrong offsets outside of the array, are accepted, because they are not used
    let mut sample = Sample::new(c"u");
    sample.set(1, vec![0, 7, 7, 7, 10_i32, -3]);
    assert!(sample.read().is_ok());
    for (place, word) in [(0, 1 << 30), (0, -1), (8, 1), (8, -1), (12, 15), (12, -1), (12, i32::MAX)] {
        let mut sample = Sample::new(c"vu");
        (sample.array.offset, sample.array.length, sample.array.null_count) = (4, 1, -1);
        sample.set(0, vec![0xff_u8]);
        assert!(sample.read().is_ok());
        // SAFETY: the buffer has five views
        let mut view = unsafe { *sample.buffers[1].cast::<[u8; 16]>().add(4) };
        view[place..][..4].copy_from_slice(&i32::to_ne_bytes(word));
        sample.set(1, vec![[0; 16], [0; 16], [0; 16], [0; 16], view]);
        assert!(matches!(sample.read(), Err(Refused::Malformed(_))), "a view with {word} at {place}");
    }
    for size in [-1, 10, 1 << 62, i64::MIN] {
        let mut sample = Sample::new(c"vz");
        (sample.array.offset, sample.array.length, sample.array.null_count) = (4, 1, -1);
        sample.set(0, vec![0xff_u8]);
        sample.set(3, vec![size]);
        assert!(matches!(sample.read(), Err(Refused::Malformed(_))), "a buffer of {size} bytes");
    }
}

#[test]
fn dictionaries() {
    let mut dictionary = Sample::new(c"u");
    let mut of = dictionary.schema();
    let mut read = |format: &CStr, indices: *const c_void, len| {
        let mut buffers = [null(), indices];
        let array = ArrowArray {
            length: len,
            n_buffers: 2,
            buffers: buffers.as_mut_ptr(),
            dictionary: &mut dictionary.array,
            release: Some(kept),
            ..ArrowArray::released()
        };
        let schema = ArrowSchema { format: format.as_ptr(), dictionary: &mut of, ..ArrowSchema::released() };
        // SAFETY: the buffers outlive the call
        all(unsafe { Column::read(&schema, &array) }?)
    };
    let expected = [Some(b"abc".to_vec()), None, Some(b"skipped".to_vec())];
    assert_eq!(read(c"s", [3_i16, 1, 0].as_ptr().cast(), 3).unwrap(), expected);
    assert_eq!(read(c"L", [3_u64, 1, 0].as_ptr().cast(), 3).unwrap(), expected);
    for wrong in [-1, 4, i64::MAX, i64::MIN, i64::from(u32::MAX)] {
        for format in [c"l", c"L", c"i", c"s", c"c"] {
            if wrong.to_ne_bytes()[0] == 0 && format != c"l" && format != c"L" {
                continue;
            }
            assert!(read(format, [wrong].as_ptr().cast(), 1).is_err(), "{format:?}: {wrong}");
        }
    }
    let refused = read(c"g", [0_i64].as_ptr().cast(), 1);
    assert!(refused.unwrap_err().to_string().contains("double"));
}

/// A column of structs is a table only if its rows cannot be null. Otherwise it is refused, and not read as its only
/// field.
#[test]
fn tables() {
    let mut child = Sample::new(c"u");
    let mut of = child.schema();
    let (mut children, mut types) = ([&raw mut child.array], [&raw mut of]);
    let mut buffers = [null()];
    let mut table = ArrowArray {
        length: 2,
        offset: 2,
        n_buffers: 1,
        buffers: buffers.as_mut_ptr(),
        n_children: 1,
        children: children.as_mut_ptr(),
        release: Some(kept),
        ..ArrowArray::released()
    };
    let mut schema = ArrowSchema {
        format: c"+s".as_ptr(),
        n_children: 1,
        children: types.as_mut_ptr(),
        ..ArrowSchema::released()
    };
    // SAFETY: the structures and their buffers outlive the calls
    let read = |schema: &ArrowSchema, table: &ArrowArray| all(unsafe { Column::of_table(schema, table) }?);
    assert_eq!(read(&schema, &table).unwrap(), [Some(vec![]), Some(b"abc".to_vec())]);
    // SAFETY: as above
    let plain = unsafe { Column::read(&schema, &table) };
    assert!(matches!(plain, Err(Refused::Type(text)) if text.contains("struct")));
    schema.flags = NULLABLE;
    assert!(matches!(read(&schema, &table), Err(Refused::Type(text)) if text.contains("struct")));
    schema.flags = 0;
    // tables with more rows than the column has are refused
    for (offset, length) in [(3, 2), (0, 5), (4, 1), (i64::MAX, 1), (1 << 62, 1), (1, i64::MAX), (-1, 1)] {
        (table.offset, table.length) = (offset, length);
        assert!(
            matches!(read(&schema, &table), Err(Refused::Malformed(_))),
            "{length} rows from {offset} on"
        );
    }
    (table.offset, table.length) = (0, 4);
    assert!(read(&schema, &table).is_ok());
    let bits = [0b1011_u8];
    let mut bitmap = [bits.as_ptr().cast::<c_void>()];
    table.buffers = bitmap.as_mut_ptr();
    table.null_count = 1;
    assert!(matches!(read(&schema, &table), Err(Refused::Malformed(text)) if text.contains("null")));
    table.buffers = buffers.as_mut_ptr();
    table.null_count = 0;
    schema.n_children = 2;
    assert!(matches!(read(&schema, &table), Err(Refused::Type(text)) if text.contains("2 columns")));
}

#[test]
fn types_are_named() {
    for (format, name) in [
        ("l", "int64"),
        ("f", "float"),
        ("d:38,9", "decimal128(38, 9)"),
        ("d:38,9,256", "decimal256(38, 9)"),
        ("tsu:", "timestamp[us]"),
        ("tsu:UTC", "timestamp[us, tz=UTC]"),
        ("+w:3", "fixed_size_list[3]"),
        ("+us:0,1", "sparse_union"),
        ("?", "the unknown Arrow type \"?\""),
        ("", "the unknown Arrow type \"\""),
    ] {
        assert_eq!(type_name(format), name);
    }
    let mut sample = Sample::new(c"u");
    sample.format = c"l";
    let refused = sample.read().unwrap_err();
    assert_eq!(
        refused,
        Refused::Type("unsupported column type int64: cast it to strings or binary first".into())
    );
}
