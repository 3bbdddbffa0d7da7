//! A piece of hash functions, and MACs over them. `tools/wasm.sh` compiles it once for each group of families.
#![cfg_attr(target_arch = "wasm32", no_main)]

#[cfg(target_arch = "wasm32")]
mod piece {
    use bramah_wasm::{
        Failure,
        boundary::Piece,
        hashes::Hashes,
        macs::{Hashed, Macs},
    };

    struct Functions {
        hashes: Hashes,
        macs: Macs<Hashed>,
    }

    impl Piece for Functions {
        const EMPTY: Self = Self { hashes: Hashes::EMPTY, macs: Macs::EMPTY };

        fn serve(
            &mut self,
            request: u32,
            handle: u32,
            input: &mut [u8],
            reply: &mut Vec<u8>,
        ) -> Result<u32, Failure> {
            match request {
                ..32 => self.hashes.serve(request, handle, input, reply),
                _ => self.macs.serve(request, handle, input, reply),
            }
        }
    }

    bramah_wasm::piece!(Functions);
}
