//! Blocks of sixteen bytes in NEON registers.
