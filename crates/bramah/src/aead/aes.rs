//! GCM and GCM-SIV over AES under the names that other libraries use.

use super::{Gcm, GcmSiv};
use crate::block::rijndael::{Aes128, Aes256};

/// AES-128 in GCM: NIST SP 800-38D. The key has 16 bytes, the nonce 12, the tag 16.
///
/// A nonce must not be used twice under one key.
pub type Aes128Gcm = Gcm<Aes128>;
/// AES-256 in GCM: NIST SP 800-38D. The key has 32 bytes, the nonce 12, the tag 16.
///
/// A nonce must not be used twice under one key.
///
/// ```
/// use bramah::Aes256Gcm;
///
/// let cipher = Aes256Gcm::new(&[7; 32]);
/// let (mut message, mut tag) = (b"for you alone".to_vec(), [0; 16]);
/// cipher.seal(b"first nonce.", b"to everyone", &mut message, &mut tag)?;
/// cipher.open(b"first nonce.", b"to everyone", &mut message, &tag)?;
/// assert_eq!(message, b"for you alone");
/// # Ok::<(), bramah::Error>(())
/// ```
pub type Aes256Gcm = Gcm<Aes256>;
/// AES-128 in GCM-SIV: RFC 8452. The key has 16 bytes, the nonce 12, the tag 16.
pub type Aes128GcmSiv = GcmSiv<Aes128>;
/// AES-256 in GCM-SIV: RFC 8452. The key has 32 bytes, the nonce 12, the tag 16.
///
/// Two messages under one nonce reveal only whether they are equal.
///
/// ```
/// use bramah::Aes256GcmSiv;
///
/// let cipher = Aes256GcmSiv::new(&[7; 32]);
/// let sealed = cipher.encrypt(b"first nonce.", b"", b"for you alone")?;
/// assert_eq!(cipher.decrypt(b"first nonce.", b"", &sealed)?, b"for you alone");
/// # Ok::<(), bramah::Error>(())
/// ```
pub type Aes256GcmSiv = GcmSiv<Aes256>;
