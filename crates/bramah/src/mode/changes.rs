//! Messages whose IV is longer than a block, and messages whose key changes.

use super::{
    crypter::{Crypter, apart},
    plan::Mode,
    sections::{FirstKey, acpkm, count_before, mesh},
};
use crate::{
    block::{Keyed, Pass},
    simd::memory::InOut,
    wipe,
};

impl<K: Keyed> Crypter<K> {
    /// Encrypts or decrypts bytes in CFB or OFB with the register of a long IV.
    #[cold]
    #[inline(never)]
    pub(super) fn feed(&mut self, data: &mut InOut<'_>) {
        let (block, cfb) = (self.block, matches!(self.mode, Mode::Cfb));
        while !data.is_empty() {
            if let (0, Some(register)) = (self.count, &mut self.register) {
                let held = &mut self.held[0].as_mut()[..block];
                held.copy_from_slice(&register.bytes()[..block]);
                self.cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(&mut *held));
                if !cfb {
                    register.push(held);
                }
            }
            let part = data.take(block - self.count);
            self.within(part);
            if let (0, true, Some(register)) = (self.count, cfb, &mut self.register) {
                register.push(&self.chain.as_ref()[..block]);
            }
        }
    }
}

impl<K: Keyed> Crypter<K> {
    /// Stores the cipher's key for the next messages, if the key changes within a message.
    pub(super) fn keep_first_key(&mut self, key: &[u8]) {
        if self.plan.section.is_some() {
            self.first = Some(apart(|| FirstKey::new(key)));
        }
    }

    /// Sets the cipher's key to the first key of the message.
    #[cold]
    pub(super) fn first_key(&mut self) {
        if let Some(first) = &self.first {
            self.cipher.rekey(first.bytes(), self.meshes());
        }
    }

    /// Returns whether the key changes by key meshing (RFC 4357).
    fn meshes(&self) -> bool {
        matches!(self.mode, Mode::CntMeshed | Mode::CfbMeshed)
    }

    /// Encrypts or decrypts the next bytes of a message whose key changes after each section.
    #[inline(never)]
    pub(super) fn in_sections(&mut self, section: usize, data: &mut InOut<'_>) {
        while !data.is_empty() {
            let used = (self.position % section as u128) as usize;
            if used == 0 && self.position > 0 {
                self.next_key();
            }
            let mut part = data.take(section - used);
            self.under_one_key(&mut part);
        }
    }

    /// Replaces the key by the key of the next section.
    fn next_key(&mut self) {
        if self.meshes() {
            mesh(&mut self.cipher);
            let chain = &mut self.chain.as_mut()[..self.block];
            self.cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(chain));
        } else if let Some(first) = &self.first {
            let len = first.bytes().len();
            let mut key = acpkm(&self.cipher, len);
            self.cipher.rekey(&key[..len], false);
            wipe::wipe(&mut key);
        }
    }

    /// Encrypts or decrypts in a mode in which `next` advances the counter before each block.
    pub(super) fn count_by_steps(&mut self, next: fn(&mut [u8]), data: &mut InOut<'_>) {
        let block = self.block;
        if self.count > 0 {
            let part = data.take(block - self.count);
            self.within(part);
        }
        count_before(&self.cipher, next, &mut self.chain.as_mut()[..block], data);
        if !data.is_empty() {
            self.keystream();
            self.within(data.reborrow());
        }
    }
}
