//! The operations of a cipher with its key. Each kind of them is an enum, and one method takes it through every layer down to the
//! table of functions, in which the names of its variants are places.

use crate::{
    fused::{gcm, gcm_siv},
    ocb,
    simd::{blocks::Increment, memory::Bytes},
};

/// Declares an enum of operations, and an enum of their names, which are places in a table.
macro_rules! operations {
    (
        $(#[$about:meta])*
        pub enum $operation:ident $(<$($life:lifetime),+>)?, named $name:ident {
            $($(#[$doc:meta])* $variant:ident $(($data:ty))?,)+
        }
    ) => {
        $(#[$about])*
        pub enum $operation $(<$($life),+>)? {
            $($(#[$doc])* $variant $(($data))?,)+
        }

        #[doc = concat!("The name of each [`", stringify!($operation), "`].")]
        #[derive(Clone, Copy)]
        pub(crate) enum $name {
            $($variant,)+
        }

        impl $name {
            /// The number of operations.
            pub(crate) const COUNT: usize = [$(Self::$variant),+].len();
        }

        impl $(<$($life),+>)? $operation $(<$($life),+>)? {
            /// Returns its name.
            #[inline(always)]
            pub(crate) fn name(&self) -> $name {
                match self {
                    $(Self::$variant { .. } => $name::$variant,)+
                }
            }
        }
    };
}

operations! {
    /// An operation on whole blocks in one call: a mode and a direction.
    #[derive(Clone, Copy, Debug)]
    #[allow(missing_docs)] // the modes and directions
    pub enum Pass, named PassName {
        EcbEncrypt,
        EcbDecrypt,
        CbcEncrypt,
        CbcDecrypt,
        CfbEncrypt,
        CfbDecrypt,
        Ofb,
        Ctr(Increment),
        XtsEncrypt,
        XtsDecrypt,
    }
}

operations! {
    /// Authenticated encryption or decryption in one call, of a text, which is an argument beside it. Another argument, `number`, is
    /// that with which some operations begin; the others ignore it.
    pub enum Authenticated<'a, 'p>, named AuthenticatedName {
        /// Whole blocks in EAX: the counter, the result of OMAC's last encryption, and the block that OMAC adds next.
        Eax([&'a mut [u8]; 3]),
        /// Whole blocks in OCB, from the first of a message on; or a whole message, of which `number` is the block that the first
        /// offset is made of, as a little-endian number, with zeros in place of the bits that choose a part of the stretched block.
        Ocb(ocb::Message<'a>),
        /// A part of a message in GCM, whose ciphertext is hashed: the whole groups from the front of the text, which is then what
        /// follows them, and all of it if the part is a whole message. `number` is the counter of the first block, as a
        /// little-endian number, or that of the block that masks the tag if the part is a whole message. It must not wrap within
        /// the part.
        Gcm(gcm::Part<'a>),
        /// At most [`gcm::ROW`] messages in GCM, whose nonces have 12 bytes, and which have the texts: there is none beside them.
        GcmMany(gcm::Many<'a, 'p>),
        /// A whole message in GCM-SIV, under a key of 16 or 32 bytes from which its keys are derived. `number` is the nonce, 12
        /// bytes, as a little-endian number.
        GcmSiv(gcm_siv::Message<'a>),
        /// Semiblocks of 8 bytes, which go through the six rounds of key wrap (NIST SP 800-38F, 6.1) or back. `number` is the
        /// semiblock before them, as a little-endian number; the one that takes its place is written.
        KeyWrap(&'a mut u64),
    }
}

/// The number of places for functions of [`Authenticated`] in a table.
pub(crate) const AUTHENTICATED: usize = 2 * AuthenticatedName::COUNT;

impl AuthenticatedName {
    /// Returns the place of its function for encryption, or of that for decryption.
    #[inline(always)]
    pub(crate) const fn at(self, decrypt: bool) -> usize {
        2 * self as usize + decrypt as usize
    }
}

/// Returns the blocks that slices are, unless one of them has another length.
#[inline(always)]
pub(crate) fn three_blocks<'a, B: Bytes>([a, b, c]: &'a mut [&mut [u8]; 3]) -> Option<[&'a mut B; 3]> {
    match (B::split_mut(a).0, B::split_mut(b).0, B::split_mut(c).0) {
        ([a], [b], [c]) => Some([a, b, c]),
        _ => None,
    }
}
