//! The piece of lists of digests.
#![cfg_attr(target_arch = "wasm32", no_main)]

#[cfg(target_arch = "wasm32")]
mod piece {
    use bramah_wasm::{Failure, boundary::Piece, lists};

    struct Lists;

    impl Piece for Lists {
        const EMPTY: Self = Self;

        fn serve(
            &mut self,
            request: u32,
            _handle: u32,
            input: &mut [u8],
            reply: &mut Vec<u8>,
        ) -> Result<u32, Failure> {
            lists::serve(request, input, reply)
        }
    }

    bramah_wasm::piece!(Lists);
}
