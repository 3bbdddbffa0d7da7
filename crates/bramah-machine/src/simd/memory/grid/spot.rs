//! The rule that decides which blocks of a grid may be read while one of them is written. This file has no pointers: a model test
//! runs it with `meeting.rs` in all orders in which threads can run.

/// The number of segments of a lane.
pub const SLICES: u32 = 4;

/// The shape of a grid.
#[derive(Clone, Copy)]
pub struct Shape {
    /// The number of lanes.
    pub lanes: u32,
    /// The number of blocks of a segment, at least 2.
    pub segment: u32,
}

impl Shape {
    /// Returns the number of blocks of a lane; meaningless unless [`is_numbered`](Self::is_numbered).
    #[inline(always)]
    pub fn lane(self) -> u32 {
        SLICES.wrapping_mul(self.segment)
    }
    /// Returns the number of blocks of all lanes.
    pub fn blocks(self) -> u64 {
        (u64::from(self.lanes) * u64::from(self.segment)).saturating_mul(SLICES.into())
    }
    /// Returns whether the blocks of a lane can be numbered in 32 bits.
    pub fn is_numbered(self) -> bool {
        self.segment <= u32::MAX / SLICES
    }
}

/// The position of a segment.
#[derive(Clone, Copy)]
pub struct Spot {
    /// The grid's shape.
    pub shape: Shape,
    /// The number of completed passes over the grid.
    pub pass: u32,
    /// The index of the segment in its lane.
    pub slice: u32,
    /// The index of the lane.
    pub lane: u32,
}

impl Spot {
    /// Returns the segment of `lane` in a step. Each pass has one step for each slice.
    pub fn new(shape: Shape, step: u64, lane: u32) -> Self {
        let (pass, slice) = ((step / u64::from(SLICES)) as u32, (step % u64::from(SLICES)) as u32);
        Self { shape, pass, slice, lane }
    }

    /// Returns whether this is the first segment that is written in its lane.
    pub fn is_first(self) -> bool {
        self.pass == 0 && self.slice == 0
    }

    /// Returns the index in the lane of the first block of the segment.
    #[inline(always)]
    pub fn start(self) -> u32 {
        self.slice * self.shape.segment
    }

    /// Returns whether block `index` of `lane` has been written and is not being overwritten. `at` is the index in the lane of
    /// the next block to be written in this segment.
    #[inline(always)]
    pub fn is_readable(self, at: u32, lane: u32, index: u32) -> bool {
        let Self { shape, pass, lane: own, .. } = self;
        if lane == own {
            index < at || pass > 0 && index != at && index < shape.lane()
        } else {
            // in another lane, the segment of this slice may be being written
            let start = self.start();
            let after = pass > 0 && index >= start + shape.segment && index < shape.lane();
            lane < shape.lanes && (index < start || after)
        }
    }
}
