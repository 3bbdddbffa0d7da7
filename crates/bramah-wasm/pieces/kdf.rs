//! The piece of key derivation and passwords.
#![cfg_attr(target_arch = "wasm32", no_main)]

#[cfg(target_arch = "wasm32")]
mod piece {
    use bramah_wasm::{
        Failure, boundary::Piece, fields::Fields, kdf, macs::Hashed, passwords, requests::kdf as requests,
    };

    struct Functions;

    impl Piece for Functions {
        const EMPTY: Self = Self;

        fn serve(
            &mut self,
            request: u32,
            _: u32,
            input: &mut [u8],
            reply: &mut Vec<u8>,
        ) -> Result<u32, Failure> {
            let fields = Fields::read(input)?;
            match request {
                requests::DERIVE => kdf::derive::<Hashed>(&fields, reply),
                requests::HASH => passwords::make(&fields, reply),
                requests::VERIFY => passwords::verify(&fields),
                requests::OUTDATED => passwords::outdated(&fields),
                requests::NAMES => kdf::names(reply),
                _ => Err(bramah_wasm::unknown_request()),
            }
        }
    }

    bramah_wasm::piece!(Functions);
}
