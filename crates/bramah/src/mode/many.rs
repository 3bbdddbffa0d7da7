//! Batches: many messages under one key, side by side, in modes whose blocks depend on each other.

use crate::{
    Error,
    block::{Chained, Keyed, MAX_BLOCK, Pass},
    simd::memory::{InOut, MAX_CHAINS},
};

/// Encrypts messages of any lengths, each with its own IV. The number of messages that run side by side is large
/// enough to keep the CPU busy.
///
/// ```
/// use bramah::{Aes128, InOut, block::Chained, mode::encrypt_many};
///
/// let (mut one, mut other) = ([1; 32], [2; 160]);
/// let ivs = [[3; 16], [4; 16]];
/// let mut messages = [InOut::from(&mut one[..]), InOut::from(&mut other[..])];
/// encrypt_many(&Aes128::new(&[0; 16]), Chained::Cbc, &ivs.concat(), &mut messages)?;
/// # Ok::<(), bramah::Error>(())
/// ```
///
/// # Errors
/// [`Error::ParameterLength`] if `ivs` is not one block for each message; [`Error::InputLength`] if a message in CBC does not
/// consist of whole blocks. Nothing is written then.
pub fn encrypt_many<K: Keyed>(
    cipher: &K,
    mode: Chained,
    ivs: &[u8],
    messages: &mut [InOut<'_>],
) -> Result<(), Error> {
    let block = cipher.block_len();
    let all = block.saturating_mul(messages.len());
    if ivs.len() != all {
        return Err(Error::ParameterLength { name: "list of IVs", length: ivs.len(), min: all, max: all });
    }
    if let (Chained::Cbc, Some(broken)) =
        (mode, messages.iter().find(|message| !message.len().is_multiple_of(block)))
    {
        return Err(Error::InputLength { length: broken.len() as u128, block });
    }
    let pass = match mode {
        Chained::Cbc => Pass::CbcEncrypt,
        Chained::Cfb => Pass::CfbEncrypt,
        Chained::Ofb => Pass::Ofb,
    };
    let mut waiting =
        ivs.chunks(block).zip(messages.iter_mut().map(InOut::reborrow)).filter(|(_, m)| !m.is_empty());
    let mut chains = [0; MAX_CHAINS * MAX_BLOCK];
    let mut data = [(); MAX_CHAINS].map(|()| InOut::from(&mut [][..]));
    let (lanes, mut busy) = (cipher.lanes(), 0);
    loop {
        while busy < lanes
            && let Some((iv, message)) = waiting.next()
        {
            chains[busy * block..][..block].copy_from_slice(iv);
            data[busy] = message;
            busy += 1;
        }
        let Some(blocks) = data[..busy].iter().map(|message| message.len() / block).min() else { break };
        if busy == 1 {
            cipher.pass(pass, &mut chains[..block], &mut data[0].take(blocks * block));
        } else if blocks > 0 {
            cipher.many(mode, &mut chains[..busy * block], &mut data[..busy], blocks);
            for message in &mut data[..busy] {
                message.take(blocks * block);
            }
        }
        for lane in (0..busy).rev() {
            if data[lane].len() < block {
                // in CFB and OFB, an incomplete last block uses only a part of a block of keystream
                let mut keystream = [0; MAX_BLOCK];
                let keystream = &mut keystream[..block];
                keystream.copy_from_slice(&chains[lane * block..][..block]);
                if !data[lane].is_empty() {
                    cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(&mut *keystream));
                    data[lane].xor(keystream);
                }
                busy -= 1;
                data.swap(lane, busy);
                chains.copy_within(busy * block..(busy + 1) * block, lane * block);
            }
        }
    }
    crate::wipe::wipe(&mut chains);
    Ok(())
}

/// Computes CBC-MAC of the whole blocks of each message. `chains` contains one block for each message: the chaining
/// value.
pub(crate) fn mac_many<K: Keyed>(cipher: &K, chains: &mut [u8], messages: &[&[u8]]) {
    let block = cipher.block_len();
    let mut side_by_side = [0; MAX_CHAINS * MAX_BLOCK];
    let mut data: [&[u8]; MAX_CHAINS] = [&[]; MAX_CHAINS];
    let mut which = [0; MAX_CHAINS];
    let (lanes, mut busy, mut next) = (cipher.lanes(), 0, 0);
    loop {
        while busy < lanes && next < messages.len() {
            if messages[next].len() >= block {
                side_by_side[busy * block..][..block].copy_from_slice(&chains[next * block..][..block]);
                (data[busy], which[busy]) = (messages[next], next);
                busy += 1;
            }
            next += 1;
        }
        let Some(blocks) = data[..busy].iter().map(|message| message.len() / block).min() else { break };
        if busy == 1 {
            cipher.mac(&mut side_by_side[..block], &data[0][..blocks * block]);
        } else {
            cipher.many_macs(&mut side_by_side[..busy * block], &data[..busy], blocks);
        }
        for lane in (0..busy).rev() {
            data[lane] = &data[lane][blocks * block..];
            if data[lane].len() < block {
                chains[which[lane] * block..][..block]
                    .copy_from_slice(&side_by_side[lane * block..][..block]);
                busy -= 1;
                (data[lane], which[lane]) = (data[busy], which[busy]);
                side_by_side.copy_within(busy * block..(busy + 1) * block, lane * block);
            }
        }
    }
    crate::wipe::wipe(&mut side_by_side);
}
