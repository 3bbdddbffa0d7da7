//! The operations of a cipher with its key. Each kind of operation is an enum. One method passes it through every layer down to
//! the table of functions, where the name of the variant is the index of the function.

use crate::{
    fused::{gcm, gcm_siv},
    ocb,
    simd::{blocks::Increment, memory::Bytes},
};

/// Declares an enum of operations, and a second enum, without fields, of their names. Each name is the index of the operation's
/// function in a table of backends' functions.
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
            /// Returns the name of this operation.
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
    /// Authenticated encryption or decryption in one call. The text is a separate argument. Some operations also start from a
    /// separate argument `number`; the others ignore it.
    pub enum Authenticated<'a, 'p>, named AuthenticatedName {
        /// Whole blocks in EAX. The three blocks are the counter, the result of OMAC's last encryption, and the block that OMAC
        /// adds next.
        Eax([&'a mut [u8]; 3]),
        /// Whole blocks in OCB, from the first block of a message on, or a whole message. For a whole message `number` is the
        /// little-endian block from which the first offset is computed, with zeros at the bits that select a part of the
        /// stretched block.
        Ocb(ocb::Message<'a>),
        /// A part of a message in GCM, whose ciphertext is hashed. If the part is not a whole message, only the whole groups of
        /// blocks at the front of the text are processed, and the text is then the remaining part. `number` is the counter of the
        /// first block, as a little-endian number; for a whole message it is the counter of the block that masks the tag. The
        /// counter must not wrap within the part.
        Gcm(gcm::Part<'a>),
        /// At most [`gcm::ROW`] messages in GCM with 12-byte nonces. The texts are in this argument, and the separate text is
        /// unused.
        GcmMany(gcm::Many<'a, 'p>),
        /// A whole message in GCM-SIV, under a key of 16 or 32 bytes from which the message keys are derived. `number` is the
        /// 12-byte nonce as a little-endian number.
        GcmSiv(gcm_siv::Message<'a>),
        /// The six rounds of key wrap (NIST SP 800-38F, 6.1), or their inverse, over semiblocks of 8 bytes. `number` is the
        /// semiblock before the text, as a little-endian number; the new semiblock is written to the reference.
        KeyWrap(&'a mut u64),
    }
}

/// The number of functions in a table for [`Authenticated`]: one for encryption and one for decryption of each.
pub(crate) const AUTHENTICATED: usize = 2 * AuthenticatedName::COUNT;

impl AuthenticatedName {
    /// Returns the index of the function for encryption, or for decryption if `decrypt` is set.
    #[inline(always)]
    pub(crate) const fn at(self, decrypt: bool) -> usize {
        2 * self as usize + decrypt as usize
    }
}

/// Returns the three slices as blocks, or `None` if a slice does not have the length of a block.
#[inline(always)]
pub(crate) fn three_blocks<'a, B: Bytes>([a, b, c]: &'a mut [&mut [u8]; 3]) -> Option<[&'a mut B; 3]> {
    match (B::split_mut(a).0, B::split_mut(b).0, B::split_mut(c).0) {
        ([a], [b], [c]) => Some([a, b, c]),
        _ => None,
    }
}
