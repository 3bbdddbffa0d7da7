//! Memory: byte arrays as types, messages, buffers, and the blocks that Argon2 and scrypt fill. The arithmetic on the values read
//! from memory is in other modules.
#![allow(unused_imports)] // the architecture and the features decide which of the names are used

mod ahead;
mod bytes;
mod fixed_stack;
#[cfg(feature = "alloc")]
mod grid;
mod inout;
mod lazy;
#[cfg(feature = "alloc")]
mod lines;
mod packet;
mod scratch;

pub use ahead::Ahead;
pub(in crate::simd) use bytes::prefetch_line;
#[cfg(target_arch = "aarch64")]
pub use bytes::words4x32;
pub use bytes::{
    Bytes, MAX_LANES, Streams, add, apart, apart_slice, copy_blocks, copy_short, copy_whole, read_le32,
    short_le, store_whole, store_whole32, store_whole64, whole_bytes, wipe_whole,
};
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub use bytes::{
    load2x64, load4x64, load8x32, load8x64, load256, load512, store2x64, store4x64, store8x32, store8x64,
    store256, store512,
};
crate::simd::architectures::only! {
    vectors: { pub use bytes::{load4x32, load128, store4x32, store128}; }
}
pub use fixed_stack::FixedStack;
#[cfg(feature = "alloc")]
pub use grid::{Block, GROUP, Next, Pool, Segment, Work, fill};
#[cfg(feature = "alloc")]
pub use grid::{SLICES, Shape, Spot};
pub use inout::InOut;
pub use inout::{Group, Run};
pub use inout::{Lanes, MAX_CHAINS, Step};
pub use lazy::Lazy;
#[cfg(all(
    feature = "alloc",
    any(
        target_arch = "x86",
        target_arch = "x86_64",
        all(target_arch = "wasm32", target_feature = "simd128")
    )
))]
pub use lines::Apart;
#[cfg(feature = "alloc")]
pub use lines::{Line16, MOST_LINES, prefetch_lines};
pub use packet::Packet;
pub use scratch::{Line, Plain, Room, Scratch, align_frame};
