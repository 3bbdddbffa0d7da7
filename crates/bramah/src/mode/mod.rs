//! Modes of operation, over any block cipher.
//!
//! [`Crypter`] is a message in any mode. The registry finds a cipher and a mode by name. Types such as `Cbc<Aes256>` contain the
//! mode. The functions for whole blocks are in [`block`](crate::block).

mod changes;
mod crypter;
mod many;
mod padding;
mod plan;
mod register;
#[cfg(feature = "registry")]
mod registry;
mod sections;
mod stealing;
mod stream;
mod typed;
#[cfg(feature = "std")]
mod writer;

pub use crate::direction::Direction;
pub use crypter::Crypter;
pub use many::encrypt_many;
pub(crate) use many::mac_many;
pub use padding::Padding;
#[cfg(feature = "registry")]
pub(crate) use plan::usual_section;
pub use plan::{Ending, Mode};
pub(crate) use plan::{MESHED, check_section};
#[cfg(feature = "registry")]
pub use registry::{Algorithm, Info, MODES, cipher};
pub(crate) use sections::{MAX_KEY, acpkm, count_before, mesh, next_of_kctr};
pub use stealing::Stealing;
pub use typed::{Cbc, Cfb, Cfb1, Cfb8, CfbMeshed, Cnt, CntMeshed, Ctr, CtrAcpkm, Ecb, Kctr, Kxts, Ofb, Xts};
#[cfg(feature = "std")]
pub use writer::{CipherWriter, Pieces};
