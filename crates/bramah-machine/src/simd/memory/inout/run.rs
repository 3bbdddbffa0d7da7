//! A run of blocks through a cipher, with streams that are XORed in before and after the cipher.

use super::InOut;
use crate::simd::memory::{Plain, add, apart, copy_blocks};
use core::{marker::PhantomData, ptr};

/// A run of whole blocks: `output[i] = E(input[i] ^ pre[i]) ^ post[i]`, where `pre` and `post` are optional.
///
/// Input and output are the same bytes or do not overlap. `post` and output are the same bytes or do not overlap. `pre` never
/// overlaps the output. Therefore a kernel must read all streams of a group of blocks before it writes any block of the group.
/// The exception are runs in which each block needs the result of the previous block: their blocks are taken one by one, with
/// [`part`](Self::part).
pub struct Run<'a> {
    input: *const u8,
    output: *mut u8,
    // in this order (if the compiler keeps it), two fields that `moved` does not load separately are never neighbours
    len: usize,
    pre: *const u8,
    /// The maximum number of bytes that may be processed together.
    most: usize,
    post: *const u8,
    /// If each block needs the result of the previous block: the block that replaces this result for the first block. `pre` or
    /// `input` then points to one block before the output, where there may be no valid memory.
    previous: *const u8,
    borrow: PhantomData<(&'a [u8], &'a mut [u8])>,
}

impl<'a> Run<'a> {
    /// Makes a run without the streams `pre` and `post`.
    #[inline(always)]
    pub fn new(data: InOut<'a>) -> Self {
        let InOut { input, output, len, .. } = data;
        Self {
            input: apart(input),
            output,
            pre: ptr::null(),
            post: ptr::null(),
            previous: ptr::null(),
            len,
            most: usize::MAX,
            borrow: PhantomData,
        }
    }

    /// Makes a run that encrypts `blocks` and XORs the result into `data`.
    ///
    /// # Panics
    /// If `blocks` is shorter than `data`.
    #[inline(always)]
    pub fn keystream(blocks: &'a [u8], data: InOut<'a>) -> Self {
        assert!(blocks.len() >= data.len);
        Self { input: blocks.as_ptr(), post: data.input, ..Self::new(data) }
    }

    /// Makes a run for CBC encryption with blocks of `block` bytes: the result of the previous block, or `previous` for the first
    /// block, is XORed in before the cipher.
    ///
    /// # Panics
    /// If `previous` is shorter than a block.
    #[inline(always)]
    pub fn cbc(previous: &'a [u8], data: InOut<'a>, block: usize) -> Self {
        let pre = data.output.wrapping_sub(block);
        Self { pre, ..Self::after(previous, data, block) }
    }

    /// Makes a run for CFB encryption with blocks of `block` bytes: the result of the previous block, or `previous` for the first
    /// block, is encrypted and XORed into each block.
    ///
    /// # Panics
    /// If `previous` is shorter than a block.
    #[inline(always)]
    pub fn cfb(previous: &'a [u8], data: InOut<'a>, block: usize) -> Self {
        let input = data.output.wrapping_sub(block);
        let run = Self::after(previous, data, block);
        Self { input, post: run.input, ..run }
    }

    #[inline(always)]
    fn after(previous: &'a [u8], data: InOut<'a>, block: usize) -> Self {
        assert!(block > 0 && previous.len() >= block);
        Self { previous: previous.as_ptr(), most: block, ..Self::new(data) }
    }

    /// Makes a run that encrypts the first block of `block` bytes into the second, the second into the third, and so on.
    ///
    /// # Panics
    /// If `blocks` is shorter than one block.
    #[inline(always)]
    pub fn feedback(blocks: &'a mut [u8], block: usize) -> Self {
        let data = InOut::from(blocks);
        let input = data.output;
        let mut run = Self::new(data);
        assert!(block > 0 && run.len >= block);
        run.skip(block);
        Self { input, most: block, ..run }
    }

    /// Sets the stream that is XORed in before the cipher.
    ///
    /// # Panics
    /// If `pre` is shorter than the run.
    #[inline(always)]
    pub fn with_pre(self, pre: &'a [u8]) -> Self {
        assert!(pre.len() >= self.len);
        Self { pre: pre.as_ptr(), ..self }
    }

    /// Sets the stream that is XORed in after the cipher.
    ///
    /// # Panics
    /// If `post` is shorter than the run.
    #[inline(always)]
    pub fn with_post(self, post: &'a [u8]) -> Self {
        assert!(post.len() >= self.len);
        Self { post: post.as_ptr(), ..self }
    }

    /// Returns the number of bytes that are left.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether no bytes are left.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Splits off the next `count` arrays, or returns `None` if fewer are left.
    #[inline(always)]
    pub fn next<B: Plain>(&mut self, count: usize) -> Option<Group<'a, B>> {
        const { assert!(size_of::<B>() > 0 && align_of::<B>() == 1) };
        let len = count * size_of::<B>();
        if self.len < len {
            return None;
        }
        let group = Group {
            input: self.input.cast(),
            output: self.output.cast(),
            pre: self.pre.cast(),
            post: self.post.cast(),
            count,
            borrow: PhantomData,
        };
        self.skip(len);
        Some(group)
    }

    /// Splits off as much as may be processed together: one block if each block needs the result of the previous block, otherwise
    /// everything.
    #[inline(always)]
    pub fn part(&mut self) -> Option<Self> {
        if self.is_empty() {
            return None;
        }
        let mut part = if self.most < self.len { self.take(self.most) } else { self.rest() };
        part.most = usize::MAX;
        if !part.previous.is_null() {
            if part.pre.is_null() {
                part.input = part.previous
            } else {
                part.pre = part.previous
            }
            (part.previous, self.previous) = (ptr::null(), ptr::null());
        }
        Some(part)
    }

    /// Returns whether the run is a single block of `block` bytes, or consists of blocks that depend on each other. Then
    /// [`chain`](Self::chain) can pass it to a kernel for single blocks.
    #[inline(always)]
    pub fn is_serial(&self, block: usize) -> bool {
        self.most == block || self.len == block
    }

    /// Returns the blocks of the run as a chain, which processes them one by one.
    ///
    /// # Panics
    /// If the run is not [serial](Self::is_serial).
    #[inline(always)]
    pub fn chain<B: Plain>(self) -> Chain<'a, B> {
        const { assert!(size_of::<B>() > 0 && align_of::<B>() == 1) };
        let block = size_of::<B>();
        assert!(self.is_serial(block));
        // in CBC, the result of the previous block is `pre`; otherwise it is the input
        let cbc = self.pre.wrapping_add(block) == self.output.cast_const();
        let (previous, before) = if cbc { (self.pre, self.input) } else { (self.input, self.pre) };
        let previous = if self.previous.is_null() { previous } else { self.previous };
        Chain {
            previous: previous.cast(),
            before: before.cast(),
            after: self.post.cast(),
            output: self.output.cast(),
            left: self.len / block,
            borrow: PhantomData,
        }
    }

    /// Returns the run, to be passed to another function. The compiler would copy several of its fields with one vector load.
    /// They have just been stored separately, so this load would wait until the stores have left the CPU's store queue.
    #[inline(always)]
    pub fn moved(self) -> Self {
        let (output, pre, post) = (apart(self.output).cast_mut(), apart(self.pre), apart(self.post));
        Self { output, pre, post, ..self }
    }

    /// Splits off everything that is left. The pointers of this run stay unchanged, because they are not read after the end.
    #[inline(always)]
    fn rest(&mut self) -> Self {
        let rest = Self { ..*self };
        self.len = 0;
        rest
    }

    /// Splits off the first `len` bytes, or all bytes if there are fewer.
    #[inline(always)]
    pub fn take(&mut self, len: usize) -> Self {
        let first = Run { len: len.min(self.len), ..*self };
        self.skip(first.len);
        first
    }

    /// Skips `len` bytes, which must exist.
    #[inline(always)]
    fn skip(&mut self, len: usize) {
        let later = |of: *const u8| if of.is_null() { of } else { of.wrapping_add(len) };
        (self.input, self.output) = (later(self.input), self.output.wrapping_add(len));
        (self.pre, self.post) = (later(self.pre), later(self.post));
        self.len -= len;
    }

    /// Returns the input bytes that are still to be read.
    #[inline(always)]
    pub fn input(&self) -> &[u8] {
        // SAFETY: the input has `len` readable bytes for `'a`; while this is borrowed nothing writes to them.
        unsafe { core::slice::from_raw_parts(self.input, self.len) }
    }

    /// Returns the stream that is XORed in before the cipher, if there is one.
    #[inline(always)]
    pub fn pre(&self) -> Option<&[u8]> {
        // SAFETY: unless `pre` is null, it has `len` readable bytes for `'a`; while this is borrowed nothing writes to them.
        (!self.pre.is_null()).then(|| unsafe { core::slice::from_raw_parts(self.pre, self.len) })
    }

    /// Returns the stream that is XORed in after the cipher, if there is one.
    #[inline(always)]
    pub fn post(&self) -> Option<&[u8]> {
        // SAFETY: unless `post` is null, it has `len` readable bytes for `'a`; while this is borrowed nothing writes to them.
        (!self.post.is_null()).then(|| unsafe { core::slice::from_raw_parts(self.post, self.len) })
    }

    /// Returns the output bytes that are still to be written.
    #[inline(always)]
    pub fn output(&mut self) -> &mut [u8] {
        // SAFETY: the output has `len` writable bytes for `'a`, and nothing else refers to them while this is borrowed.
        unsafe { core::slice::from_raw_parts_mut(self.output, self.len) }
    }

    /// Copies the rest of the run to the front of `bytes`, processes it there, and copies the result to the output. This is for
    /// kernels that process more blocks at once than are left: `bytes` may be longer than the rest, and its other bytes may
    /// have any contents.
    ///
    /// # Panics
    /// If `bytes` is shorter than the rest of the run.
    #[inline]
    pub fn within(mut self, bytes: &mut [u8], kernel: impl FnOnce(Run<'_>)) {
        let len = self.len;
        copy_blocks(&mut bytes[..len], self.input());
        if let Some(pre) = self.pre() {
            add(&mut bytes[..len], pre);
        }
        kernel(Run::new(InOut::from(&mut *bytes)));
        if let Some(post) = self.post() {
            add(&mut bytes[..len], post);
        }
        copy_blocks(self.output(), &bytes[..len]);
    }
}

/// Consecutive arrays of a [`Run`], which are processed together.
#[derive(Clone, Copy)]
pub struct Group<'a, B> {
    input: *const B,
    output: *mut B,
    pre: *const B,
    post: *const B,
    count: usize,
    borrow: PhantomData<&'a mut [B]>,
}

impl<B: Plain> Group<'_, B> {
    /// Returns array `i` of the input.
    ///
    /// # Panics
    /// If `i` is not less than the number of arrays.
    #[inline(always)]
    pub fn get(&self, i: usize) -> B {
        assert!(i < self.count);
        // SAFETY: the input has `count` arrays of bytes, which need no alignment.
        unsafe { *self.input.add(i) }
    }

    /// Returns whether there is a stream `pre`.
    #[inline(always)]
    pub fn has_pre(&self) -> bool {
        !self.pre.is_null()
    }

    /// Returns whether there is a stream `post`.
    #[inline(always)]
    pub fn has_post(&self) -> bool {
        !self.post.is_null()
    }

    /// Returns array `i` of `pre`, or `None` if there is no stream `pre`.
    ///
    /// # Panics
    /// If `i` is not less than the number of arrays.
    #[inline(always)]
    pub fn pre(&self, i: usize) -> Option<B> {
        assert!(i < self.count);
        // SAFETY: unless `pre` is null, it has `count` arrays of bytes, which need no alignment.
        (!self.pre.is_null()).then(|| unsafe { *self.pre.add(i) })
    }

    /// Returns array `i` of `post`, or `None` if there is no stream `post`. It must be read before the output is written,
    /// because `post` may be the output.
    ///
    /// # Panics
    /// If `i` is not less than the number of arrays.
    #[inline(always)]
    pub fn post(&self, i: usize) -> Option<B> {
        assert!(i < self.count);
        // SAFETY: unless `post` is null, it has `count` arrays of bytes, which need no alignment.
        (!self.post.is_null()).then(|| unsafe { *self.post.add(i) })
    }

    /// Writes array `i` of the output.
    ///
    /// # Panics
    /// If `i` is not less than the number of arrays.
    #[inline(always)]
    pub fn put(&self, i: usize, bytes: B) {
        assert!(i < self.count);
        // SAFETY: the output has `count` arrays of bytes, which need no alignment, and nothing else refers to them.
        unsafe { *self.output.add(i) = bytes }
    }
}

/// Blocks that go through a cipher one by one: `output[i] = E(output[i - 1] ^ before[i]) ^ after[i]`, where `before` and `after`
/// are optional. A kernel keeps the result of the previous block in registers.
pub struct Chain<'a, B> {
    /// The block that replaces `output[i - 1]` for the first block.
    previous: *const B,
    before: *const B,
    after: *const B,
    output: *mut B,
    left: usize,
    borrow: PhantomData<(&'a [u8], &'a mut [u8])>,
}

impl<B: Plain> Chain<'_, B> {
    /// Returns the block that replaces `output[i - 1]` for the first block, if any blocks are left.
    #[inline(always)]
    pub fn previous(&self) -> Option<B> {
        // SAFETY: if any blocks are left, the run from which this chain was made has this block, as its input or as `pre`.
        (self.left > 0).then(|| unsafe { *self.previous })
    }

    /// Moves to the next block, if there is one. Returns the block to XOR in before the cipher, the block to XOR in after it, and
    /// a reference to write the result to. Both blocks have already been read, so the result may overwrite them.
    #[inline(always)]
    pub fn step(&mut self) -> Option<(Option<B>, Option<B>, &mut B)> {
        self.left = self.left.checked_sub(1)?;
        // SAFETY: the run from which this chain was made has as many blocks as were left, in its output and in each of its
        // streams. Nothing else refers to the output. The streams are read before the output is lent.
        unsafe {
            let before = (!self.before.is_null()).then(|| *self.before);
            let after = (!self.after.is_null()).then(|| *self.after);
            let output = &mut *self.output;
            let later = |of: *const B| if of.is_null() { of } else { of.wrapping_add(1) };
            (self.before, self.after) = (later(self.before), later(self.after));
            self.output = self.output.wrapping_add(1);
            Some((before, after, output))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a test cipher with blocks of four bytes that adds one to each byte, in groups of three blocks and then one by one.
    fn inverted(mut run: Run<'_>) {
        let one = |group: &Group<'_, [u8; 4]>, i| {
            let [input, pre, post] =
                [Some(group.get(i)), group.pre(i), group.post(i)].map(|x| x.unwrap_or([0; 4]));
            let mut out = [0; 4];
            for k in 0..4 {
                out[k] = (input[k] ^ pre[k]).wrapping_add(1) ^ post[k];
            }
            out
        };
        while let Some(group) = run.next(3) {
            let out = [one(&group, 0), one(&group, 1), one(&group, 2)];
            for (i, out) in out.into_iter().enumerate() {
                group.put(i, out);
            }
        }
        let mut room = [0; 12];
        run.within(&mut room, |mut run| {
            while let Some(group) = run.next(1) {
                group.put(0, one(&group, 0));
            }
        });
    }

    fn with<'a>(run: Run<'a>, [pre, post]: [Option<&'a [u8]>; 2]) -> Run<'a> {
        let run = match pre {
            Some(pre) => run.with_pre(pre),
            None => run,
        };
        match post {
            Some(post) => run.with_post(post),
            None => run,
        }
    }

    #[test]
    fn every_stream_takes_part() {
        let text: Vec<u8> = (0..200).collect();
        let [other, another]: [Vec<u8>; 2] = [3, 7].map(|n| (0..200u8).map(|i| i.wrapping_mul(n)).collect());
        for len in (0..200).step_by(4) {
            for (pre, post) in [(false, false), (true, false), (false, true), (true, true)] {
                let expected: Vec<u8> = (0..len)
                    .map(|i| {
                        let before = if pre { other[i] } else { 0 };
                        let after = if post { another[i] } else { 0 };
                        (text[i] ^ before).wrapping_add(1) ^ after
                    })
                    .collect();
                let streams = [pre.then_some(&other[..]), post.then_some(&another[..])];
                let mut bytes = text[..len].to_vec();
                inverted(with(Run::new(InOut::from(&mut bytes[..])), streams));
                assert_eq!(bytes, expected, "{len} bytes in place, {pre} {post}");
                let mut bytes = vec![0; len];
                inverted(with(Run::new(InOut::new(&text[..len], &mut bytes).unwrap()), streams));
                assert_eq!(bytes, expected, "{len} bytes, {pre} {post}");
            }
            let mut bytes = text[..len].to_vec();
            inverted(Run::keystream(&other, InOut::from(&mut bytes[..])));
            assert!((0..len).all(|i| bytes[i] == text[i] ^ other[i].wrapping_add(1)), "{len}");
        }
    }

    /// Encrypts a serial run with the test cipher of [`inverted`], as a chain.
    fn chained(run: Run<'_>) {
        let mut chain = run.chain::<[u8; 4]>();
        let sum = |a: [u8; 4], b: Option<[u8; 4]>| {
            let b = b.unwrap_or_default();
            core::array::from_fn(|i| a[i] ^ b[i])
        };
        let Some(mut x) = chain.previous() else { return };
        while let Some((before, after, output)) = chain.step() {
            x = sum(sum(x, before).map(|x| x.wrapping_add(1)), after);
            *output = x;
        }
    }

    #[test]
    fn a_chain_is_its_parts_one_by_one() {
        let parts = |mut run: Run<'_>| {
            while let Some(part) = run.part() {
                inverted(part);
            }
        };
        let other: Vec<u8> = (0..204).map(|i: u8| i.wrapping_mul(3)).collect();
        for len in (4..200).step_by(4) {
            let text: Vec<u8> = (0..len as u8).collect();
            let same = |make: &dyn Fn(&mut [u8], &dyn Fn(Run<'_>)), what: &str| {
                let (mut one, mut two) = (text.clone(), text.clone());
                make(&mut one, &parts);
                make(&mut two, &chained);
                assert_eq!(one, two, "{what}, {len} bytes");
            };
            same(&|bytes, work| work(Run::cbc(&other, InOut::from(bytes), 4)), "CBC");
            same(&|bytes, work| work(Run::cfb(&other, InOut::from(bytes), 4)), "CFB");
            same(&|bytes, work| work(Run::feedback(bytes, 4)), "OFB");
            same(&|bytes, work| work(Run::feedback(bytes, 4).with_pre(&other)), "a MAC");
            let separate = |bytes: &mut [u8], work: &dyn Fn(Run<'_>), cbc: bool| {
                let data = InOut::new(&other[..len], bytes).unwrap();
                work(if cbc { Run::cbc(&[5; 4], data, 4) } else { Run::cfb(&[5; 4], data, 4) });
            };
            same(&|bytes, work| separate(bytes, work, true), "CBC to another place");
            same(&|bytes, work| separate(bytes, work, false), "CFB to another place");
        }
        for (pre, post) in [(false, false), (true, false), (false, true), (true, true)] {
            let streams = [pre.then_some(&other[4..]), post.then_some(&other[8..])];
            let (mut one, mut two) = ([7; 4], [7; 4]);
            inverted(with(Run::new(InOut::from(&mut one[..])), streams));
            chained(with(Run::new(InOut::from(&mut two[..])), streams));
            assert_eq!(one, two, "one block, {pre} {post}");
        }
    }

    #[test]
    #[should_panic]
    fn what_is_added_is_long_enough() {
        let _ = Run::new(InOut::from(&mut [0; 8][..])).with_pre(&[0; 7]);
    }
}
