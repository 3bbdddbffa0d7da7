//! Tests of columns of nested types and of numbers, in which positions, children or runs contradict each other.

#![allow(unsafe_code)] // arrays as another library makes them

use bramah_arrow::{ArrowArray, ArrowSchema, Canonical, Fields, Kind, Refused};
use core::ffi::{CStr, c_void};
use std::ptr::null;

unsafe extern "C" fn kept(_: *mut ArrowArray) {}

/// An array of some type, and the memory of its buffers and children.
struct Sample {
    schema: ArrowSchema,
    array: ArrowArray,
    buffers: Vec<*const c_void>,
    schemas: Vec<*mut ArrowSchema>,
    arrays: Vec<*mut ArrowArray>,
    _kept: Vec<Box<dyn std::any::Any>>,
}

impl Sample {
    /// Makes an array without nulls; the bitmap is its first buffer, except in run-end-encoded arrays.
    fn new(format: &'static CStr, length: i64) -> Self {
        let schema = ArrowSchema { format: format.as_ptr(), ..ArrowSchema::released() };
        let array = ArrowArray { length, release: Some(kept), ..ArrowArray::released() };
        let buffers = if format == c"+r" { vec![] } else { vec![null()] };
        Self { schema, array, buffers, schemas: vec![], arrays: vec![], _kept: vec![] }.linked()
    }

    fn buffer<T: 'static>(mut self, values: Vec<T>) -> Self {
        self.buffers.push(values.as_ptr().cast());
        self._kept.push(Box::new(values));
        self.linked()
    }

    fn child(mut self, child: Self) -> Self {
        let mut child = Box::new(child);
        self.schemas.push(&mut child.schema);
        self.arrays.push(&mut child.array);
        self._kept.push(child);
        self.linked()
    }

    fn linked(mut self) -> Self {
        self.array.n_buffers = self.buffers.len() as i64;
        self.array.buffers = self.buffers.as_mut_ptr();
        (self.schema.n_children, self.array.n_children) =
            (self.schemas.len() as i64, self.arrays.len() as i64);
        (self.schema.children, self.array.children) = (self.schemas.as_mut_ptr(), self.arrays.as_mut_ptr());
        self
    }

    /// Returns the canonical bytes of all values.
    fn read(&self) -> Result<Vec<(Kind, Vec<u8>)>, Refused> {
        // SAFETY: the structures and their buffers outlive the call, and have the sizes of their layouts
        let column = unsafe { Canonical::read(&self.schema, &self.array) }?;
        (0..column.len())
            .map(|row| {
                let mut bytes = Vec::new();
                Ok((column.write(row, &mut bytes)?, bytes))
            })
            .collect()
    }

    /// Asserts that the array is refused as malformed, for a reason that contains `text`.
    #[track_caller]
    fn malformed(&self, text: &str) {
        match self.read() {
            Err(Refused::Malformed(found)) if found.contains(text) => {}
            other => panic!("{other:?} instead of {text:?}"),
        }
    }
}

/// Three numbers of one byte.
fn numbers() -> Sample {
    Sample::new(c"c", 3).buffer(vec![1_i8, -2, 3])
}

#[test]
fn lists_are_within_their_values() {
    let list = |ends: [i32; 3]| Sample::new(c"+l", 2).buffer(ends.to_vec()).child(numbers());
    let found = list([0, 1, 3]).read().unwrap();
    let item = |text: &[u8]| {
        let mut item = vec![Kind::Number as u8];
        item.extend_from_slice(text);
        item.extend_from_slice(&(text.len() as u128 + 1).to_le_bytes());
        item
    };
    assert_eq!(found, [(Kind::List, item(b"1")), (Kind::List, [item(b"-2"), item(b"3")].concat())]);
    for ends in [[0, 2, 1], [0, 1, 4], [-1, 0, 1], [0, i32::MAX, 3], [3, -3, 3]] {
        list(ends).malformed("outside its values");
    }
    let long = |ends: [i64; 2]| Sample::new(c"+L", 1).buffer(ends.to_vec()).child(numbers());
    assert!(long([1, 3]).read().is_ok());
    for ends in [[0, 4], [i64::MIN, 0], [0, i64::MAX]] {
        long(ends).malformed("outside its values");
    }
    let views =
        |begin: i64, len: i64| Sample::new(c"+vL", 1).buffer(vec![begin]).buffer(vec![len]).child(numbers());
    assert!(views(1, 2).read().is_ok());
    for (begin, len) in [(0, 4), (3, 1), (-1, 1), (1, -1), (i64::MAX, 1), (1, i64::MAX)] {
        views(begin, len).malformed("outside its values");
    }
    let fixed = |format, length| Sample::new(format, length).child(numbers());
    assert!(fixed(c"+w:1", 3).read().is_ok());
    fixed(c"+w:2", 2).malformed("outside its values");
    fixed(c"+w:9223372036854775807", 2).malformed("outside its values");
    fixed(c"+w:-1", 1).malformed("not a number");
    Sample::new(c"+w:1", 1).malformed("one child");
    fixed(c"+w:1", 1).child(numbers()).malformed("one child");
}

#[test]
fn runs_cover_the_column() {
    let runs = |length, ends: Vec<i32>| {
        Sample::new(c"+r", length).child(Sample::new(c"i", ends.len() as i64).buffer(ends)).child(numbers())
    };
    let found = runs(5, vec![2, 3, 5]).read().unwrap();
    let texts: Vec<_> = found.iter().map(|(_, bytes)| &bytes[..]).collect();
    assert_eq!(texts, [b"1".as_slice(), b"1", b"-2", b"3", b"3"]);
    for ends in [vec![2, 2, 5], vec![0, 3, 5], vec![3, 2, 5], vec![-1, 3, 5]] {
        runs(5, ends).malformed("does not end after");
    }
    runs(6, vec![2, 3, 5]).malformed("before the column");
    runs(4, vec![1, 2, 3, 4]).malformed("before the column"); // more runs than values
    runs(1, vec![]).malformed("before the column");
    Sample::new(c"+r", 1).child(numbers()).malformed("missing");
    Sample::new(c"+r", 1).child(numbers()).child(numbers()).malformed("its runs end at int8");
}

#[test]
fn structs_have_as_many_values_in_each_field() {
    let table = |length, offset| {
        let mut sample = Sample::new(c"+s", length).child(numbers());
        sample.array.offset = offset;
        sample
    };
    assert_eq!(table(2, 1).read().unwrap().len(), 2);
    for (length, offset) in [(4, 0), (1, 3), (3, 1), (1, i64::MAX), (-1, 0), (1, -1)] {
        assert!(
            matches!(table(length, offset).read(), Err(Refused::Malformed(_))),
            "{length} from {offset} on"
        );
    }
    let mut sample = table(2, 0);
    sample.array.n_children = 2;
    sample.malformed("disagree about children");
    let mut sample = table(2, 0);
    sample.array.children = std::ptr::null_mut();
    sample.malformed("children are missing");
    let mut sample = table(2, 0);
    sample.arrays[0] = std::ptr::null_mut();
    sample.malformed("children are missing");
    let sample = numbers();
    // SAFETY: as in `read`
    let fields = unsafe { Fields::read(&sample.schema, &sample.array) };
    assert!(matches!(fields, Err(Refused::Type(text)) if text.contains("int8")));
}

#[test]
fn numbers_have_their_widths() {
    let found = Sample::new(c"d:38,-3", 2).buffer(vec![5_i128, 0]).read().unwrap();
    assert_eq!(found, [(Kind::Number, b"5000".to_vec()), (Kind::Number, b"0".to_vec())]);
    for format in [c"d:10,129", c"d:10,-129", c"d:10", c"d:10,2,17", c"tiM", c"+ud:0", c"tsx:", c"ts"] {
        let refused = Sample::new(format, 1).buffer(vec![0_u128; 4]).read();
        assert!(matches!(refused, Err(Refused::Type(_) | Refused::Malformed(_))), "{format:?}");
    }
    Sample::new(c"tdm", 1).buffer(vec![-1_i64]).malformed("whole number of days");
    Sample::new(c"l", i64::MAX).buffer(vec![0_i64]).malformed("memory");
    Sample::new(c"l", 1).malformed("buffers");
}

#[test]
fn nesting_has_an_end() {
    let nested = |times| {
        let mut sample = numbers();
        for _ in 0..times {
            sample = Sample::new(c"+w:1", 1).child(sample);
        }
        sample
    };
    assert!(nested(32).read().is_ok());
    nested(33).malformed("nested");
    nested(2000).malformed("nested");
}
