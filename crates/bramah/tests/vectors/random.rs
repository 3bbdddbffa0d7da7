//! Compares Salsar, a generator whose output is determined by a seed, with every file of `random/`.

use crate::common::bytes;
use bramah::random::Salsar;
use bramah_vectors::Vector;

#[test]
fn every_file() {
    for file in bramah_vectors::randoms() {
        assert_eq!(*file, "salsar", "a generator without a test");
        for vector in bramah_vectors::random(file).expect("a file that is listed") {
            match vector.number("rounds") {
                Some(8) => meets::<8>(&vector),
                Some(12) => meets::<12>(&vector),
                Some(20) => meets::<20>(&vector),
                rounds => panic!("{vector}: {rounds:?}"),
            }
        }
    }
}

fn meets<const ROUNDS: u32>(vector: &Vector) {
    let mut salsar: Salsar<ROUNDS> = match vector.number("seed") {
        Some(seed) => Salsar::new(seed.try_into().unwrap()),
        None => {
            let bytes = bytes(vector, "words");
            let words: Vec<u32> = bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
            Salsar::from_words(words[..].try_into().unwrap())
        }
    };
    let calls: Vec<&str> = vector.list("calls").collect();
    let results: Vec<&str> = vector.list("results").collect();
    assert!(!calls.is_empty() && calls.len() == results.len(), "{vector}");
    for (i, (call, result)) in calls.into_iter().zip(results).enumerate() {
        let (name, argument) = call.split_once(':').unwrap_or((call, ""));
        let found = match name {
            "dword" => format!("{:08x}", salsar.dword()),
            "long" => salsar.long().to_string(),
            "word" => salsar.word().to_string(),
            "rangew" => salsar.range_word(argument.parse().unwrap()).to_string(),
            "rangel" => salsar.range(argument.parse().unwrap()).to_string(),
            "read" => {
                let mut out = vec![0; argument.parse().unwrap()];
                salsar.read(&mut out);
                out.iter().map(|byte| format!("{byte:02x}")).collect()
            }
            "double" | "double53" => {
                let value = if name == "double" { salsar.double() } else { salsar.double53() };
                // the numbers in the file have more digits than single precision, in which these values are computed
                let expected: f64 = result.parse().unwrap();
                assert_eq!(value as f32, expected as f32, "{vector}: call {i}, {call}");
                assert!((value - expected).abs() <= 1e-14, "{vector}: call {i}, {call}: {value}");
                continue;
            }
            other => panic!("{vector}: no call is named {other}"),
        };
        assert_eq!(found, result, "{vector}: call {i}, {call}");
    }
}
