//! MACs as writers: what is written is appended to the message.

use crate::{
    aegis::Member,
    block::Keyed,
    mac::{
        AegisMac, BlockMac, CbcMac, Cmac, DstuCmac, Gmac, Hmac, Omac2, Pmac, Poly1305, SipHash, hmac::Digest,
    },
};
use bramah_machine::writers;

writers! {
    [D: Digest] Hmac<D>;
    [K: Keyed] BlockMac<K>;
    [K: Keyed] Cmac<K>;
    [K: Keyed] Omac2<K>;
    [K: Keyed] CbcMac<K>;
    [K: Keyed] DstuCmac<K>;
    [K: Keyed] Pmac<K>;
    [M: Member, const TAG: usize] AegisMac<M, TAG>;
    [K: Keyed] Gmac<K>;
    [] Poly1305;
    [const C: usize, const D: usize, const N: usize] SipHash<C, D, N>;
}
#[cfg(feature = "registry")]
writers! {
    [] crate::mac::AnyMac;
}
