//! Objects by handles.

use crate::failure::{Failure, disposed};

/// Objects by their handles, which are numbers from 1.
pub(crate) struct Table<T>(Vec<Option<T>>);

impl<T> Table<T> {
    /// No objects.
    pub(crate) const EMPTY: Self = Self(Vec::new());

    /// Takes an object, and returns its handle.
    pub(crate) fn add(&mut self, object: T) -> u32 {
        let free = self.0.iter().position(Option::is_none);
        let place = free.unwrap_or(self.0.len());
        if free.is_none() {
            self.0.push(None);
        }
        self.0[place] = Some(object);
        place as u32 + 1
    }

    /// Returns an object.
    pub(crate) fn at(&mut self, handle: u32) -> Result<&mut T, Failure> {
        let place = handle.wrapping_sub(1) as usize;
        self.0.get_mut(place).and_then(Option::as_mut).ok_or_else(disposed)
    }

    /// Erases an object. One that does not exist is ignored.
    pub(crate) fn remove(&mut self, handle: u32) {
        if let Some(place) = self.0.get_mut(handle.wrapping_sub(1) as usize) {
            *place = None;
        }
    }
}
