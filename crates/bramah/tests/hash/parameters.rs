//! Parameters of the typed hash functions: those that are out of range, salts that are shorter than their field, and starts
//! that are constants.

use bramah::{
    Blake2b, Blake2s256, Blake256, Blake512, Error, Sha256, Sha512_224, Sha512_256, Sha512T,
    hash::{
        self, Hash, Node, Options, Tree,
        blake2::{Blake2bHash, Blake2sHash},
        cshake::{ParallelHash128Hash, ParallelHash256Hash, ParallelHashXof128Hash, ParallelHashXof256Hash},
    },
};

#[test]
fn salts_of_blake_have_one_length() {
    let salt = [0; 33];
    let with = |salt| Options { salt, ..Options::default() };
    for len in [1, 15, 17, 32] {
        let error = Blake256::with_options(&with(&salt[..len])).map(|_| ()).unwrap_err();
        assert_eq!(error, Error::ParameterLength { name: "salt", length: len, min: 16, max: 16 });
    }
    for len in [1, 16, 31, 33] {
        let error = Blake512::with_options(&with(&salt[..len])).map(|_| ()).unwrap_err();
        assert_eq!(error, Error::ParameterLength { name: "salt", length: len, min: 32, max: 32 });
    }
    // no salt is the same as a salt of zeros
    assert_eq!(Blake256::with_options(&with(&salt[..16])).unwrap().finalize(), Blake256::digest(b""));
}

#[test]
fn parameters_of_blake2_out_of_range_are_refused() {
    let refused = |options: &Options<'_>| Blake2s256::with_options(options).map(|_| ()).unwrap_err();
    let none = Options::default();
    let long = [0; 65];
    assert_eq!(
        refused(&Options { key: &long[..33], ..none }),
        Error::ParameterLength { name: "key", length: 33, min: 1, max: 32 }
    );
    assert_eq!(
        refused(&Options { salt: &long[..9], ..none }),
        Error::ParameterLength { name: "salt", length: 9, min: 1, max: 8 }
    );
    assert_eq!(
        refused(&Options { personal: &long[..9], ..none }),
        Error::ParameterLength { name: "personalisation", length: 9, min: 1, max: 8 }
    );
    let tree = |tree| Options { tree: Some(Tree::Node(tree)), ..none };
    let error = refused(&tree(Node { depth: 0, ..Node::default() }));
    assert_eq!(error, Error::Parameter { name: "depth", value: 0, min: 1, max: 255 });
    let error = refused(&tree(Node { inner_length: 33, ..Node::default() }));
    assert_eq!(error, Error::Parameter { name: "inner length", value: 33, min: 0, max: 32 });
    let error = refused(&tree(Node { node_offset: 1 << 48, ..Node::default() }));
    let max = (1 << 48) - 1;
    assert_eq!(error, Error::Parameter { name: "node offset", value: 1 << 48, min: 0, max });
    assert!(Blake2b::<64>::with_options(&Options { key: &long, ..none }).is_err());
    assert!(Sha256::with_options(&tree(Node::default())).is_err_and(|error| error == Error::Tree));
}

#[test]
fn short_salts_of_blake2_end_in_zeros() {
    let mac = |salt: &[u8], personal: &[u8]| {
        Blake2b::<20>::with_options(&Options { salt, personal, ..Options::default() }).unwrap().finalize()
    };
    assert_eq!(mac(&[1, 2], &[3]), mac(&[1, 2, 0, 0], &[3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
    assert_ne!(mac(&[1], &[]), mac(&[], &[1]));
}

/// `digest` takes a constant as the start; `with_options` computes the start from its parameters.
#[test]
fn constant_starts_are_those_without_options() {
    fn same<H: Hash, const N: usize>() {
        assert!(H::START.is_some(), "{}", H::INFO.name);
        for len in [0, 1, 300] {
            let message = vec![7; len];
            let mut computed = hash::Hasher::<H, N>::with_options(Options::NONE).unwrap();
            computed.update(&message);
            assert_eq!(
                hash::Hasher::<H, N>::digest(&message),
                computed.finalize(),
                "{} of {len} bytes",
                H::INFO.name
            );
        }
    }
    same::<Blake2bHash, 64>();
    same::<Blake2sHash, 32>();
    same::<ParallelHash128Hash, 32>();
    same::<ParallelHash256Hash, 64>();
    same::<ParallelHashXof128Hash, 32>();
    same::<ParallelHashXof256Hash, 64>();
}

/// SHA-512/t computes its start from the name of the function (FIPS 180-4, section 5.3.6). SHA-512/224 and SHA-512/256 have
/// constants.
#[test]
fn starts_of_sha512_224_and_256_come_from_their_names() {
    assert_eq!(Sha512T::<28>::digest(b"abc"), Sha512_224::digest(b"abc"));
    assert_eq!(Sha512T::<32>::digest(b"abc"), Sha512_256::digest(b"abc"));
}
