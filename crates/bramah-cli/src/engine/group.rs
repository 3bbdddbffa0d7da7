//! The unit of work: a group of files that are consecutive in the output.

/// The kind of a name in a group.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// Named by the user: read even if it is not a regular file.
    Argument,
    /// Found in a directory.
    Found,
    /// Standard input.
    Stdin,
    /// Cannot be read, for this reason.
    Failed(Box<str>),
    /// Skipped for this reason, which is not a failure.
    Skipped(Box<str>),
}

/// The number of files in a group: enough to fill the lanes several times.
pub(super) const GROUP_LEN: usize = 64;

/// An ordered source of files, each with data of type `T` for its result.
pub(crate) trait Items<T>: Send {
    /// Appends items until the group has `most` items. If it has fewer afterwards, no items are left.
    fn fill(&mut self, group: &mut Group<T>, most: usize);
}

/// Consecutive files; one buffer contains all their names.
#[derive(Debug)]
pub(crate) struct Group<T> {
    /// The position of the first file among all files.
    pub(crate) first: u64,
    names: Vec<u8>,
    items: Vec<Item<T>>,
}

#[derive(Debug)]
struct Item<T> {
    /// The offset in the buffer at which the name ends.
    end: usize,
    kind: Kind,
    what: T,
}

impl<T> Default for Group<T> {
    fn default() -> Self {
        Self { first: 0, names: Vec::new(), items: Vec::new() }
    }
}

impl<T> Group<T> {
    /// Empties the group; the next item will have the position `first` among all files.
    pub(crate) fn restart(&mut self, first: u64) {
        self.first = first;
        self.names.clear();
        self.items.clear();
    }

    /// Appends an item; its name is `directory` followed by `name`, without a separator.
    pub(crate) fn push(&mut self, directory: &[u8], name: &[u8], kind: Kind, what: T) {
        self.names.extend_from_slice(directory);
        self.names.extend_from_slice(name);
        self.items.push(Item { end: self.names.len(), kind, what });
    }

    /// Returns the number of items.
    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns the position after the last item among all files.
    pub(crate) fn end(&self) -> u64 {
        self.first + self.items.len() as u64
    }

    /// Returns the name, the kind and the data of an item.
    pub(crate) fn get(&self, index: usize) -> (&[u8], &Kind, &T) {
        let Item { end, kind, what } = &self.items[index];
        (&self.names[self.start(index)..*end], kind, what)
    }

    fn start(&self, index: usize) -> usize {
        index.checked_sub(1).map_or(0, |before| self.items[before].end)
    }

    /// Splits off the items from `index` on as a separate group.
    pub(crate) fn split_off(&mut self, index: usize) -> Self {
        let start = self.start(index);
        let mut items = self.items.split_off(index);
        for item in &mut items {
            item.end -= start;
        }
        Self { first: self.first + index as u64, names: self.names.split_off(start), items }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_keeps_names_and_places() {
        let mut group = Group::default();
        group.restart(10);
        for name in ["a", "bc", "", "def"] {
            group.push(b"d/", name.as_bytes(), Kind::Found, name);
        }
        let rest = group.split_off(1);
        assert_eq!((group.len(), group.first, group.end()), (1, 10, 11));
        assert_eq!((rest.len(), rest.first, rest.end()), (3, 11, 14));
        assert_eq!(group.get(0).0, b"d/a");
        assert_eq!([0, 1, 2].map(|i| rest.get(i).0), [&b"d/bc"[..], b"d/", b"d/def"]);
        assert_eq!([0, 1, 2].map(|i| *rest.get(i).2), ["bc", "", "def"]);
    }
}
