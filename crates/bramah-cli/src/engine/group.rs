//! The unit of work: a run of files that are consecutive in the output.

/// The kind of a name in a group.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// Named by the user: read whatever it is.
    Argument,
    /// Found in a directory.
    Found,
    /// Standard input.
    Stdin,
    /// Cannot be read, for this reason.
    Failed(Box<str>),
    /// Left out, for this reason; no failure.
    Skipped(Box<str>),
}

/// The number of files in a group: enough to fill the lanes several times.
pub(super) const GROUP_LEN: usize = 64;

/// Files in order, each with what it is for.
pub(crate) trait Items<T>: Send {
    /// Appends items until the group has `most`; if it has fewer then, the items have ended.
    fn fill(&mut self, group: &mut Group<T>, most: usize);
}

/// Consecutive files. All their names are in one buffer.
#[derive(Debug)]
pub(crate) struct Group<T> {
    /// The position of the first one in the whole order.
    pub(crate) first: u64,
    names: Vec<u8>,
    items: Vec<Item<T>>,
}

#[derive(Debug)]
struct Item<T> {
    /// The place after the name.
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
    /// Empties the group; the next item will have number `first` in the whole order.
    pub(crate) fn restart(&mut self, first: u64) {
        self.first = first;
        self.names.clear();
        self.items.clear();
    }

    /// Appends an item; its name is `directory` and `name` joined as they are.
    pub(crate) fn push(&mut self, directory: &[u8], name: &[u8], kind: Kind, what: T) {
        self.names.extend_from_slice(directory);
        self.names.extend_from_slice(name);
        self.items.push(Item { end: self.names.len(), kind, what });
    }

    /// Returns the number of items.
    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns the position after the last item in the whole order.
    pub(crate) fn end(&self) -> u64 {
        self.first + self.items.len() as u64
    }

    /// Returns the name and kind of an item, and what it is for.
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
