//! The rounds of Blowfish in registers, without addresses that depend on the text or the key, and the key schedule on top of
//! these rounds.
//!
//! Four registers have the left halves of the blocks, and four have the right halves. The bytes of the halves are sorted into
//! planes: all first bytes together, all second bytes, and so on. An S-box of words is stored as four tables of bytes. Each table
//! is looked up for a whole plane, and the results are sorted back into words. If there are fewer blocks than a group, the rest
//! of the registers is padded with dummy blocks.

use super::tables::{P, State, WORDS, cycled};
use crate::{
    octets::{columns, planes},
    simd::{
        gf::Aligned,
        memory::{Room, Run, align_frame},
        octets::{Octets, loaded, stored},
    },
    wipe,
};

/// The S-boxes as tables of bytes: four tables for each S-box, the table of the lowest bytes first.
#[derive(Clone)]
pub(super) struct Planes(pub(super) [[Aligned<256>; 4]; 4]);

impl Planes {
    /// Tables before a key has been expanded.
    pub(super) const EMPTY: Self = Self([const { [const { Aligned([0; 256]) }; 4] }; 4]);

    /// Writes word `x` of S-box `number`.
    fn set(&mut self, number: usize, x: usize, word: u32) {
        for (table, byte) in self.0[number].iter_mut().zip(word.to_le_bytes()) {
            table.0[x] = byte;
        }
    }

    /// Copies the S-boxes from a state, which stores them as words.
    pub(super) fn fill(&mut self, state: &State) {
        for (i, word) in state.0[P..].iter().enumerate() {
            self.set(i / 256, i % 256, *word);
        }
    }

    /// Erases the tables.
    pub(super) fn wipe(&mut self) {
        for table in self.0.as_flattened_mut() {
            wipe::wipe(&mut table.0);
        }
    }
}

/// The shuffle indices that reverse the bytes of each word.
static SWAPPED: [u8; 16] = [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12];

/// Returns the S-box words for each byte of a plane.
#[inline(always)]
fn look_up<V: Octets>(x: V, [a, b, c, d]: &[Aligned<256>; 4]) -> [V; 4] {
    columns([x.look_up_in(a), x.look_up_in(b), x.look_up_in(c), x.look_up_in(d)])
}

/// Encrypts or decrypts the blocks in eight registers.
#[inline(always)]
fn rounds<V: Octets, const BACK: bool>(
    isa: V::Isa,
    subkeys: &[u32; P],
    boxes: &Planes,
    mut x: [V; 8],
) -> [V; 8] {
    let (mut left, mut right) = ([x[0]; 4], [x[0]; 4]);
    for i in 0..4 {
        [left[i], right[i]] = x[2 * i].shuffled(&SWAPPED).unzip32(x[2 * i + 1].shuffled(&SWAPPED));
    }
    let [s0, s1, s2, s3] = &boxes.0;
    let subkey = |i: usize| V::splat(isa, subkeys[if BACK { P - 1 - i } else { i }]);
    macro_rules! round {
        ($a:ident $b:ident $key:expr) => {{
            let key = $key;
            for i in 0..4 {
                $a[i] = $a[i].xor(key);
            }
            let [low, second, third, top] = planes($a);
            let (top, third) = (look_up(top, s0), look_up(third, s1));
            let mut sum = top;
            for i in 0..4 {
                sum[i] = top[i].add32(third[i]);
            }
            let second = look_up(second, s2);
            for i in 0..4 {
                sum[i] = sum[i].xor(second[i]);
            }
            let low = look_up(low, s3);
            for i in 0..4 {
                $b[i] = $b[i].xor(sum[i].add32(low[i]));
            }
        }};
    }
    for i in 0..8 {
        round!(left right subkey(2 * i));
        round!(right left subkey(2 * i + 1));
    }
    // the last round does not exchange the halves of the blocks
    let (last, second) = (subkey(17), subkey(16));
    for i in 0..4 {
        let [a, b] = right[i].xor(last).zip32(left[i].xor(second));
        [x[2 * i], x[2 * i + 1]] = [a.shuffled(&SWAPPED), b.shuffled(&SWAPPED)];
    }
    x
}

/// Returns the subkeys at the front of a state.
#[inline(always)]
fn subkeys(state: &State) -> &[u32; P] {
    let Some(subkeys) = state.0.first_chunk() else { unreachable!("a state begins with the subkeys") };
    subkeys
}

/// Encrypts or decrypts the groups of eight registers of a run, and ignores the blocks after them.
#[inline(always)]
pub(super) fn groups<V: Octets, const BACK: bool>(
    isa: V::Isa,
    state: &State,
    boxes: &Planes,
    mut run: Run<'_>,
) {
    align_frame();
    while let Some(group) = run.next::<V::Bytes>(8) {
        stored(isa, rounds::<V, BACK>(isa, subkeys(state), boxes, loaded(isa, &group)), &group);
    }
}

/// The maximum length in bytes of the blocks after the last whole group of a run for which tables are faster than registers.
const FEW: usize = 15 * 8;

/// Encrypts or decrypts a run. Groups of `len` bytes go to `groups`. The blocks after the last group go to `tables`, if it is
/// given and at most [`FEW`] bytes are left. Otherwise these blocks are padded to a group.
#[inline(always)]
pub(super) fn run(len: usize, mut data: Run<'_>, tables: Option<impl Fn(Run<'_>)>, groups: impl Fn(Run<'_>)) {
    let left = data.len() % len;
    if left < data.len() {
        groups(data.take(data.len() - left));
    }
    match tables {
        _ if left == 0 => {}
        Some(tables) if left <= FEW => tables(data.moved()),
        _ => {
            let mut room = Room::<u8, 512>::new();
            data.within(&mut room.rows()[..len], groups);
        }
    }
}

/// Expands a key.
#[inline(always)]
pub(super) fn expand<V: Octets>(isa: V::Isa, key: &[u8], state: &mut State, boxes: &mut Planes) {
    align_frame();
    state.reset(0);
    boxes.fill(state);
    let mut words: [u32; P] = cycled(key);
    for (subkey, word) in state.0.iter_mut().zip(&words) {
        *subkey ^= word;
    }
    let mut block = [0; 16];
    for i in (0..WORDS).step_by(2) {
        let mut x = [V::splat(isa, 0); 8];
        x[0] = V::piece(isa, &block);
        block = rounds::<V, false>(isa, subkeys(state), boxes, x)[0].first();
        for (j, bytes) in block.as_chunks().0.iter().enumerate().take(2) {
            let word = u32::from_be_bytes(*bytes);
            state.0[i + j] = word;
            if let Some(at) = (i + j).checked_sub(P) {
                boxes.set(at / 256, at % 256, word);
            }
        }
    }
    wipe::wipe(&mut words);
    wipe::wipe(&mut block);
}
