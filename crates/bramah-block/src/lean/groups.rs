//! The groups to which the remaining blocks of a run are padded.

use crate::simd::features::Design;

/// The maximum number of group sizes of one backend.
const MOST: usize = 4;

/// The group sizes, in blocks, of the functions of a table, the largest first. Each size comes with the number of blocks from
/// which a full group takes less time than the blocks alone. Remaining blocks, fewer than a group but at least this number, are
/// padded with dummy blocks to the largest group that allows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Groups {
    /// Each group size in blocks and the number of blocks from which it is used for padding; both are 0 for an unused entry.
    groups: [[usize; 2]; MOST],
    /// The group sizes on CPUs by Intel.
    intel: [[usize; 2]; MOST],
    /// The minimum number of blocks that are padded to any group, or `usize::MAX` if there are no groups.
    least: usize,
}

impl Groups {
    /// Makes a list of groups: `(64, 34)` means groups of 64 blocks, to which 34 or more remaining blocks are padded.
    pub(crate) const fn of(list: &[(usize, usize)]) -> Self {
        let (mut groups, mut least, mut i) = ([[0; 2]; MOST], usize::MAX, 0);
        while i < list.len() {
            let (blocks, from) = list[i];
            assert!(blocks.is_power_of_two() && (i == 0 || blocks < list[i - 1].0), "the largest first");
            assert!(0 < from && from <= blocks);
            groups[i] = [blocks, from];
            if from < least {
                least = from;
            }
            i += 1;
        }
        Self { groups, intel: groups, least }
    }

    /// Sets other groups for CPUs by Intel.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    pub(crate) const fn on_intel(self, list: &[(usize, usize)]) -> Self {
        let Self { groups: intel, least, .. } = Self::of(list);
        Self { intel, least: if least < self.least { least } else { self.least }, ..self }
    }

    /// Returns the groups for this CPU.
    #[inline(always)]
    fn here(&self) -> &[[usize; 2]; MOST] {
        if Design::is_intel() { &self.intel } else { &self.groups }
    }

    /// Makes the list for a backend that processes `blocks` blocks at once and pads two or more remaining blocks to this
    /// number. If `blocks` is 1, the list is empty.
    pub(crate) const fn at_once(blocks: usize) -> Self {
        if blocks == 1 { Self::of(&[]) } else { Self::of(&[(blocks, 2)]) }
    }

    /// Returns the minimum number of blocks that are padded to any group.
    #[inline(always)]
    pub(super) const fn least(&self) -> usize {
        self.least
    }

    /// Returns the number of blocks of the largest group, or 1 if there is none.
    #[inline(always)]
    pub(super) fn largest(&self) -> usize {
        let [[blocks, _], ..] = *self.here();
        if blocks == 0 { 1 } else { blocks }
    }

    /// Returns the number of blocks at the end of `count` blocks that are padded, and the group size to which they are padded.
    /// Returns `None` if no blocks are padded.
    #[inline(always)]
    pub(super) fn filled(&self, count: usize) -> Option<(usize, usize)> {
        for &[blocks, from] in self.here() {
            let left = count & blocks.wrapping_sub(1);
            if blocks == 0 {
                break;
            }
            if left >= from {
                return Some((left, blocks));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_group_that_a_rest_is_enough_for() {
        let groups = Groups::of(&[(64, 34), (32, 5), (4, 3)]);
        assert_eq!((groups.least(), groups.largest()), (3, 64));
        for (count, expected) in [
            (0, None),
            (1, None),
            (2, None),
            (3, Some((3, 4))),
            (4, None),
            (5, Some((5, 32))),
            (31, Some((31, 32))),
            (32, None),
            (33, None),
            (34, Some((34, 64))),
            (64, None),
            (64 + 3, Some((3, 4))),
            (64 + 32 + 1, None),
            (128 + 33 + 2, Some((35, 64))),
            (128 + 63, Some((63, 64))),
        ] {
            assert_eq!(groups.filled(count), expected, "{count}");
        }
    }

    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[test]
    fn other_groups_on_cpus_by_intel() {
        let groups = Groups::of(&[(32, 21), (8, 5)]).on_intel(&[(8, 4)]);
        assert_eq!(groups.least(), 4, "of both lists");
        Design::detect();
        let expected = match Design::is_intel() {
            true => (8, Some((4, 8)), Some((6, 8))),
            false => (32, None, Some((30, 32))),
        };
        assert_eq!((groups.largest(), groups.filled(4), groups.filled(30)), expected);
    }

    #[test]
    fn one_group_or_none() {
        let none = Groups::at_once(1);
        assert_eq!((none.least(), none.largest(), none.filled(7)), (usize::MAX, 1, None));
        assert_eq!((Groups::at_once(4).least(), Groups::at_once(4).filled(7)), (2, Some((3, 4))));
    }
}
