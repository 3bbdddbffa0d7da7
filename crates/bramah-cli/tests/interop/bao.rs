//! Encodings and slices of `bao` and of Bramah, each read by the other program, intact and damaged in every way: 50
//! random cases.

use crate::support::Dir;

/// The number of cases.
const CASES: usize = 50;

/// A pseudorandom number generator with the same numbers in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) as usize % end
    }

    /// Returns a length next to a multiple of a chunk, or any length.
    fn length(&mut self) -> usize {
        let border = [0, 1, 2, 3, 4, 5, 8, 15, 16, 17, 64, 65, 200][self.below(13)] * 1024;
        match self.below(4) {
            0 => border,
            1 => border + 1,
            2 => border.saturating_sub(1),
            _ => self.below(40_000),
        }
    }
}

/// Returns the bytes unchanged, or with a changed bit, truncated, with a byte more or less, or with two halves
/// exchanged.
fn damaged(mut bytes: Vec<u8>, random: &mut Random) -> Vec<u8> {
    let at = random.below(bytes.len());
    match random.below(7) {
        0 | 1 => bytes[at] ^= 1 << random.below(8),
        2 => bytes.truncate(at),
        3 => bytes.insert(at, 0),
        4 => _ = bytes.remove(at),
        5 => bytes.rotate_left(at),
        _ => {}
    }
    bytes
}

#[test]
fn bao() {
    let dir = Dir::new();
    let mut random = Random(7);
    for case in 0..CASES {
        let len = random.length();
        let file: Vec<u8> = (0..len).map(|_| random.below(256) as u8).collect();
        dir.write("file", &file);
        let hash =
            String::from_utf8(dir.program("bao", ["hash", "file"], b"").out).unwrap()[..64].to_string();
        let both = |arguments: &[&str]| {
            let theirs = dir.program("bao", arguments, b"");
            let ours = dir.bramah(["bao"].iter().chain(arguments));
            (theirs, ours)
        };
        let same = |arguments: &[&str]| {
            let (theirs, ours) = both(arguments);
            assert_eq!(
                (ours.code == 0, ours.code),
                (theirs.code == 0, ours.code.min(1)),
                "case {case}: {arguments:?}: {} {}",
                ours.err,
                theirs.err
            );
            assert!(ours.code != 0 || ours.out == theirs.out, "case {case}: {arguments:?}");
            // both programs write only verified bytes before a failure, but not equally many
            let (short, long) =
                if ours.out.len() < theirs.out.len() { (&ours, &theirs) } else { (&theirs, &ours) };
            assert!(long.out.starts_with(&short.out), "case {case}: {arguments:?}");
            ours.out
        };
        dir.program("bao", ["encode", "file", "combined"], b"");
        dir.program("bao", ["encode", "file", "--outboard=tree"], b"");
        assert!(dir.bramah(["bao", "encode", "file"]).out == dir.bytes("combined"), "case {case}");
        assert!(
            dir.bramah(["bao", "encode", "file", "--outboard", "-"]).out == dir.bytes("tree"),
            "case {case}"
        );
        let start = random.below(len + 2000).to_string();
        let count = random.length().to_string();
        let slice = same(&["slice", &start, &count, "combined"]);
        assert!(same(&["slice", &start, &count, "file", "--outboard=tree"]) == slice, "case {case}");
        let (combined, tree) =
            (damaged(dir.bytes("combined"), &mut random), damaged(dir.bytes("tree"), &mut random));
        dir.write("slice", damaged(slice, &mut random));
        dir.write("combined", combined);
        same(&["decode", &hash, "combined"]);
        same(&["decode-slice", &hash, &start, &count, "slice"]);
        same(&["slice", &start, &count, "combined"]);
        match case % 2 {
            0 => dir.write("tree", tree),
            _ if len > 0 => dir.write("file", damaged(file, &mut random)),
            _ => continue,
        };
        same(&["decode", &hash, "file", "--outboard=tree"]);
    }
}
