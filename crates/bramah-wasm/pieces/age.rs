//! The piece of encrypted files.
#![cfg_attr(target_arch = "wasm32", no_main)]

#[cfg(target_arch = "wasm32")]
mod piece {
    use bramah_wasm::{Failure, boundary::Piece, files::Files};

    struct Functions(Files);

    impl Piece for Functions {
        const EMPTY: Self = Self(Files::EMPTY);

        fn serve(
            &mut self,
            request: u32,
            handle: u32,
            input: &mut [u8],
            reply: &mut Vec<u8>,
        ) -> Result<u32, Failure> {
            self.0.serve(request, handle, input, reply)
        }
    }

    bramah_wasm::piece!(Functions);
}
