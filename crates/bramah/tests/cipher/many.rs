//! Several messages in one call have the same results as one message at a time.

use crate::kit::{Random, each_cipher};
use bramah::{
    Error, InOut,
    block::Chained,
    mode::{Direction, encrypt_many},
};

#[test]
fn as_one_by_one() {
    each_cipher(|cipher| {
        let block = cipher.on.block_len();
        let mut random = Random(17);
        let key = random.bytes(cipher.on.key_len());
        let keyed = cipher.on.keyed(&key).unwrap();
        for (chained, name) in [(Chained::Cbc, "cbc"), (Chained::Cfb, "cfb"), (Chained::Ofb, "ofb")] {
            let mode = bramah::cipher(&format!("{}-{name}", cipher.on.info().name)).unwrap();
            let mode = mode.with_backend("portable").unwrap();
            for count in [0, 1, 2, 5, 16, 31, 32, 33, 70] {
                let lengths: Vec<usize> = (0..count)
                    .map(|_| match chained {
                        Chained::Cbc => block * random.below(9),
                        _ => random.below(9 * block),
                    })
                    .collect();
                let ivs = random.bytes(count * block);
                let messages: Vec<Vec<u8>> = lengths.iter().map(|length| random.bytes(*length)).collect();
                let expected: Vec<Vec<u8>> = messages
                    .iter()
                    .zip(ivs.chunks(block))
                    .map(|(message, iv)| {
                        let mut bytes = message.clone();
                        mode.begin(&key, iv, Direction::Encrypt).unwrap().apply(&mut bytes[..]).unwrap();
                        bytes
                    })
                    .collect();
                let mut places = messages.clone();
                let mut list: Vec<InOut<'_>> = places.iter_mut().map(|m| InOut::from(&mut m[..])).collect();
                encrypt_many(&keyed, chained, &ivs, &mut list).unwrap();
                assert_eq!(places, expected, "{} {name}: {count} in place", cipher.name);
                let mut outs: Vec<Vec<u8>> = lengths.iter().map(|length| vec![0; *length]).collect();
                let pairs = messages.iter().zip(&mut outs);
                let mut list: Vec<InOut<'_>> = pairs.map(|(m, o)| InOut::new(m, o).unwrap()).collect();
                encrypt_many(&keyed, chained, &ivs, &mut list).unwrap();
                assert_eq!(outs, expected, "{} {name}: {count}", cipher.name);
            }
        }
    });
}

#[test]
fn what_does_not_fit_is_refused() {
    each_cipher(|cipher| {
        let block = cipher.on.block_len();
        let keyed = cipher.on.keyed(&vec![1; cipher.on.key_len()]).unwrap();
        let (mut one, mut other) = (vec![1; block], vec![2; block + 1]);
        let mut list = [InOut::from(&mut one[..]), InOut::from(&mut other[..])];
        let ivs = vec![0; 2 * block];
        let error = Error::InputLength { length: block as u128 + 1, block };
        assert_eq!(encrypt_many(&keyed, Chained::Cbc, &ivs, &mut list), Err(error));
        assert!(matches!(
            encrypt_many(&keyed, Chained::Ofb, &ivs[1..], &mut list),
            Err(Error::ParameterLength { name: "list of IVs", .. })
        ));
        assert_eq!((one, other), (vec![1; block], vec![2; block + 1]));
    });
}
