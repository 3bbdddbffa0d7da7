//! The piece of ciphers, authenticated encryption, key wrap, and all MACs.
#![cfg_attr(target_arch = "wasm32", no_main)]

#[cfg(target_arch = "wasm32")]
mod piece {
    use bramah_wasm::{
        Failure,
        aeads::Aeads,
        boundary::Piece,
        ciphers::Ciphers,
        macs::{All, Macs},
    };

    struct Functions {
        macs: Macs<All>,
        ciphers: Ciphers,
        aeads: Aeads,
    }

    impl Piece for Functions {
        const EMPTY: Self = Self { macs: Macs::EMPTY, ciphers: Ciphers::EMPTY, aeads: Aeads::EMPTY };

        fn serve(
            &mut self,
            request: u32,
            handle: u32,
            input: &mut [u8],
            reply: &mut Vec<u8>,
        ) -> Result<u32, Failure> {
            match request {
                ..96 => self.macs.serve(request, handle, input, reply),
                ..128 => self.ciphers.serve(request, handle, input, reply),
                _ => self.aeads.serve(request, handle, input, reply),
            }
        }
    }

    bramah_wasm::piece!(Functions);
}
