//! Tests of `bramah random --salsar`, the reproducible generator.

use crate::support::Dir;

/// Vectors of W. Ehrhardt's units; each word is printed with its lowest byte first.
#[test]
fn salsar() {
    let dir = Dir::new();
    for (arguments, hex) in [
        ("7 10", "eec4710b138c6109761f"),
        ("-12345 16", "574dfbf74a4ada84a27457596728dda1"),
        ("4294954951 16", "574dfbf74a4ada84a27457596728dda1"),
        ("-12345 --rounds 20 16", "aca3ab1a85082dc3442394538ad59475"),
        ("1 --rounds 12 4", "bc8c3a0c"),
    ] {
        let ran = dir.run(&format!("random --hex --salsar {arguments}"));
        assert_eq!((ran.text(), ran.code), (&*format!("{hex}\n"), 0), "{arguments}");
        assert!(ran.err.contains("these bytes are not secret"), "{}", ran.err);
    }
    // more bytes than are written at a time
    assert_eq!(dir.run("random -o long --salsar 7 200001").code, 0);
    let mut expected = vec![0; 200_001];
    bramah::random::Salsar::<8>::new(7).read(&mut expected);
    assert!(std::fs::read(dir.path("long")).unwrap() == expected);
}

#[test]
fn bad_seeds_and_rounds() {
    let dir = Dir::new();
    dir.run("random --salsar 4294967296").is_usage("expected a number from -2147483648 to 4294967295");
    dir.run("random --salsar 1 --rounds 9").is_usage("[possible values: 8, 12, 20]");
    dir.run("random --rounds 8").is_usage("--salsar");
}
