//! The state of ParallelHash after its name and an empty customization string, bytepad(encode_string("ParallelHash") ||
//! encode_string(""), rate). It is precomputed to save a permutation for each message (NIST SP 800-185, section 3.3).

/// The states for the rates of 168 and 136 bytes.
#[rustfmt::skip]
const STATES: [[u64; 25]; 2] = [
    [
        0x32e5cfd64d018523, 0xb44fbd26c771a5f4, 0x2af1d63af75adbd7, 0x85a9feefd74e4cdf, 0xc59891bec92cb241,
        0x3a3b0c8035487d8c, 0x69b1204adfce586e, 0xe5acc3f668db3e65, 0x78cfb13a710495b8, 0x95c6a8077c880c5a,
        0xf44743bf8cecd1ed, 0x526e32bc5c84acd0, 0xd168f1bcd6e17ad6, 0x1d16435b8b4cfa19, 0xb96c35b75c4050e8,
        0xc9c2fbc812d2f3f8, 0x8ef3f37c320c2df9, 0x293e90513b3bc8b6, 0xf2f346ea23754426, 0xe9f684eb2f5958a3,
        0xd90923e3adfa3809, 0x1d37461701368ccd, 0xd464c7c2e36e2dd7, 0xd4eb43bd0699e748, 0xe21f3c4e34510e82,
    ],
    [
        0x1c00109e22dcba70, 0xb380f66f8d38ba0c, 0xca61ecff27b8fcf2, 0x77a26c0c27e9e2b2, 0x9d320d09c8f8ceb8,
        0x504f1ccd9416c677, 0x0a9b70df75b25d3c, 0x0ce02bf7985308ec, 0xc49f8cbd34e094d0, 0x5a08ecc21b81a9ec,
        0xd8ec39bb9e072e82, 0x5aeb36737712b1a0, 0x95b16b17edf1a1a3, 0xc1ca040f52ac71b3, 0x004f33ad0cb77a16,
        0xa5b15d0c101af306, 0x5a33da1c6a6fc0ae, 0xe98d25f5d525a6c0, 0xdea5000796f3fe79, 0x93d14e95f7e6d864,
        0xb99c46a9ac7beb87, 0x5d82d250173be3b3, 0xb8a597972d1ecd1c, 0x298ff755c11a1dbb, 0x33233d213b2da117,
    ],
];

/// Returns the state for a rate of 168 or 136 bytes.
pub(super) const fn parallel_hash(rate: usize) -> [u64; 25] {
    if rate == 168 { STATES[0] } else { STATES[1] }
}
