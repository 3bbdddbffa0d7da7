//! MACs as writers: all bytes written to a MAC are appended to its message.

#[cfg(feature = "hmac")]
use crate::mac::{Hmac, hmac::Digest};
#[cfg(feature = "aegis")]
use crate::{aegis::Member, mac::AegisMac};
#[cfg(feature = "_blocks")]
use crate::{
    block::Keyed,
    mac::{BlockMac, CbcMac, Cmac, DstuCmac, Gmac, Omac2, Pmac},
};
use bramah_machine::writers;

#[cfg(feature = "hmac")]
writers! {
    [D: Digest] Hmac<D>;
}
#[cfg(feature = "_blocks")]
writers! {
    [K: Keyed] BlockMac<K>;
    [K: Keyed] Cmac<K>;
    [K: Keyed] Omac2<K>;
    [K: Keyed] CbcMac<K>;
    [K: Keyed] DstuCmac<K>;
    [K: Keyed] Pmac<K>;
    [K: Keyed] Gmac<K>;
}
#[cfg(feature = "aegis")]
writers! {
    [M: Member, const TAG: usize] AegisMac<M, TAG>;
}
#[cfg(feature = "poly1305")]
writers! {
    [] crate::mac::Poly1305;
}
#[cfg(feature = "siphash")]
writers! {
    [const C: usize, const D: usize, const N: usize] crate::mac::SipHash<C, D, N>;
}
#[cfg(feature = "registry")]
writers! {
    [] crate::mac::AnyMac;
}
