//! The piece of SHA-256 alone.
#![cfg_attr(target_arch = "wasm32", no_std, no_main)]

#[cfg(target_arch = "wasm32")]
bramah_wasm::small_piece!(bramah::Sha256);
