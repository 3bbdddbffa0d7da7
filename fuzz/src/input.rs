//! Taking values from an input.

/// The rest of an input, from whose front values are taken. After its end, values are zero and slices are empty.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a>(pub &'a [u8]);

impl<'a> Input<'a> {
    /// Returns whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the next byte.
    pub fn byte(&mut self) -> u8 {
        self.slice(1).first().copied().unwrap_or_default()
    }

    /// Returns the next two bytes as a little-endian number.
    pub fn number(&mut self) -> usize {
        usize::from(self.byte()) | usize::from(self.byte()) << 8
    }

    /// Returns a number below `end`, which must not be zero.
    pub fn below(&mut self, end: usize) -> usize {
        self.number() % end
    }

    /// Returns up to `len` bytes.
    pub fn slice(&mut self, len: usize) -> &'a [u8] {
        let (now, later) = self.0.split_at(len.min(self.0.len()));
        self.0 = later;
        now
    }

    /// Returns bytes after their length, a byte.
    pub fn short(&mut self) -> &'a [u8] {
        let len = self.byte().into();
        self.slice(len)
    }

    /// Returns `len` bytes: the rest of the input, repeated, or zeros if nothing is left.
    pub fn filled(&mut self, len: usize) -> Vec<u8> {
        let given = self.slice(len);
        match given {
            [] => vec![0; len],
            given => given.iter().copied().cycle().take(len).collect(),
        }
    }

    /// Returns a message: a few bytes of the input, or up to 20,000 bytes that repeat some of them.
    pub fn message(&mut self) -> Vec<u8> {
        match self.byte() {
            0..200 => self.short().to_vec(),
            _ => {
                let len = self.below(20_000);
                let unit = self.slice(7);
                (0..len).map(|i| unit.get(i % 7).copied().unwrap_or(3) ^ (i % 251) as u8).collect()
            }
        }
    }

    /// Returns text from up to `len` bytes; bytes that are not text become question marks.
    pub fn text(&mut self, len: usize) -> String {
        String::from_utf8_lossy(self.slice(len)).into_owned()
    }
}
