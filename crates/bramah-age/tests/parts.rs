//! Files in parts and by path: round trips, cuts, changes, and outputs that exist.

use bramah_age::{
    Decryptor, DecryptorInParts, EncryptorInParts, Error, FileOptions, Identity, Passphrase, Payload,
    Recipient, X25519Identity, decrypt_file, encrypt_file, identities_alone, recipients_alone,
};
use std::{fs, io, io::Read, path::PathBuf};

const SIZES: [usize; 7] = [0, 1, 65535, 65536, 65537, 131_072, 700_000];

fn encrypted(text: &[u8], recipient: &dyn Recipient, armored: bool, part: usize, threads: usize) -> Vec<u8> {
    let mut encryptor = EncryptorInParts::new(&[recipient], armored, threads).unwrap();
    let mut file = Vec::new();
    let mut take = |encryptor: &mut EncryptorInParts| {
        let start = file.len();
        file.resize(start + encryptor.available(), 0);
        assert_eq!(encryptor.take(&mut file[start..]), file.len() - start);
    };
    for part in text.chunks(part) {
        encryptor.update(part).unwrap();
        take(&mut encryptor);
    }
    encryptor.finish().unwrap();
    take(&mut encryptor);
    assert!(encryptor.update(b"").is_err());
    file
}

fn decrypted(
    file: &[u8],
    identity: Box<dyn Identity>,
    part: usize,
    threads: usize,
) -> Result<Vec<u8>, Error> {
    let mut decryptor = DecryptorInParts::new(vec![identity], threads);
    let (mut text, mut buffer) = (Vec::new(), [0; 5000]);
    let mut take = |decryptor: &mut DecryptorInParts| {
        loop {
            match decryptor.take(&mut buffer) {
                0 => break,
                count => text.extend_from_slice(&buffer[..count]),
            }
        }
    };
    for part in file.chunks(part) {
        decryptor.update(part)?;
        take(&mut decryptor);
    }
    decryptor.finish()?;
    take(&mut decryptor);
    Ok(text)
}

#[test]
fn parts_of_any_size_make_a_file() {
    let identity = X25519Identity::random().unwrap();
    for (size, armored) in SIZES.into_iter().flat_map(|size| [(size, false), (size, true)]) {
        let text: Vec<u8> = (0..size).map(|i| (i % 251) as u8).collect();
        for (part, threads) in [(777, 1), (65536, 1), (200_000, 1), (65536, 2), (1 << 20, 3)] {
            let file = encrypted(&text, &identity.recipient(), armored, part, threads);
            let opened = decrypted(&file, Box::new(identity.clone()), part, threads).unwrap();
            assert!(opened == text, "{size} bytes, armored {armored}, parts of {part}");
            let (mut again, open) = (Vec::new(), Decryptor::new(&file[..]).unwrap().unlock(&[&identity]));
            open.unwrap().into_reader(1).unwrap().read_to_end(&mut again).unwrap();
            assert!(again == text, "{size} bytes, armored {armored}");
        }
    }
}

#[test]
fn a_file_that_was_cut_or_changed_has_no_end() {
    let identity = X25519Identity::random().unwrap();
    let text = vec![7; 131_072];
    for armored in [false, true] {
        let file = encrypted(&text, &identity.recipient(), armored, 1 << 20, 1);
        let open = |file: &[u8]| decrypted(file, Box::new(identity.clone()), 10_000, 1);
        // the file is truncated to each length near the beginning, the end or a multiple of a chunk, and to some others
        let near =
            |len: usize| len < 300 || len % 65552 < 300 || len + 70 > file.len() || len.is_multiple_of(997);
        for len in (0..file.len() - usize::from(armored)).filter(|&len| near(len)) {
            let error = open(&file[..len]).unwrap_err();
            assert!(
                matches!(error, Error::Header(_) | Error::Payload(_) | Error::Armor(_)),
                "{len}: {error:?}"
            );
            let mut changed = file.clone();
            changed[len] ^= 1;
            assert!(open(&changed).is_err(), "{len}");
        }
        assert!(open(&[&file[..], b"x"].concat()).is_err());
    }
    let file = encrypted(&text, &identity.recipient(), false, 1 << 20, 1);
    let cut = decrypted(&file[..file.len() - 65552], Box::new(identity), 10_000, 1);
    assert!(matches!(cut, Err(Error::Payload(Payload::Short | Payload::Chunk(_)))), "{cut:?}");
}

#[test]
fn files_by_path_replace_nothing_and_appear_whole() {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("paths");
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).unwrap();
    let at = |name: &str| directory.join(name);
    let (passphrase, other) = (Passphrase::new(b"secret").work_factor(2), Passphrase::new(b"another"));
    let mut options = FileOptions::default();
    for armored in [false, true] {
        options.armored = armored;
        options.overwrite = armored;
        fs::write(at("text"), vec![9; 200_000]).unwrap();
        encrypt_file(&at("text"), &at("file"), &[&passphrase], options).unwrap();
        decrypt_file(&at("file"), &at("again"), &[&passphrase], options).unwrap();
        assert!(fs::read(at("again")).unwrap() == [9; 200_000]);
    }
    assert!(matches!(encrypt_file(&at("text"), &directory, &[&passphrase], options), Err(Error::Io(_))));
    options.overwrite = false;
    let exists =
        |result| matches!(result, Err(Error::Io(error)) if error.kind() == io::ErrorKind::AlreadyExists);
    assert!(exists(encrypt_file(&at("text"), &at("file"), &[&passphrase], options)));
    assert!(exists(decrypt_file(&at("file"), &at("again"), &[&passphrase], options)));
    let wrong = decrypt_file(&at("file"), &at("new"), &[&other], options);
    assert!(matches!(wrong, Err(Error::WrongPassphrase)));
    let mut file = fs::read(at("file")).unwrap();
    file.truncate(file.len() - 1000);
    fs::write(at("cut"), file).unwrap();
    assert!(decrypt_file(&at("cut"), &at("new"), &[&passphrase], options).is_err());
    let mut names: Vec<_> =
        fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["again", "cut", "file", "text"]);
}

/// If the output is the input under any name, the call fails and the input stays unchanged.
#[test]
fn an_output_is_never_the_input() {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("same");
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(directory.join("sub")).unwrap();
    let at = |name: &str| directory.join(name);
    let passphrase = Passphrase::new(b"secret").work_factor(2);
    fs::write(at("other"), "other").unwrap();
    fs::write(at("text"), "text").unwrap();
    encrypt_file(&at("text"), &at("file"), &[&passphrase], FileOptions::default()).unwrap();
    #[cfg(unix)]
    for name in ["text", "file"] {
        std::os::unix::fs::symlink(name, at(&format!("{name}.link"))).unwrap();
        std::os::unix::fs::symlink(at(&format!("{name}.link")), at(&format!("{name}.second"))).unwrap();
        fs::hard_link(at(name), at(&format!("{name}.hard"))).unwrap();
    }
    let ends: &[&str] = if cfg!(unix) { &["", ".link", ".second", ".hard"] } else { &[""] };
    for overwrite in [true, false] {
        let mut options = FileOptions::default();
        options.overwrite = overwrite;
        for (from, to) in ends.iter().flat_map(|from| ends.iter().map(move |to| (from, to))) {
            for place in ["", "sub/../"] {
                let name = |base: &str, end: &str| at(&format!("{place}{base}{end}"));
                let (text, file) = (fs::read(at("text")).unwrap(), fs::read(at("file")).unwrap());
                let refused = |result| match result {
                    Err(Error::Io(error)) => error.kind() == io::ErrorKind::InvalidInput,
                    _ => false,
                };
                let sealed =
                    encrypt_file(&at(&format!("text{from}")), &name("text", to), &[&passphrase], options);
                assert!(refused(sealed), "encrypt text{from} to text{to}");
                let opened =
                    decrypt_file(&at(&format!("file{from}")), &name("file", to), &[&passphrase], options);
                assert!(refused(opened), "decrypt file{from} to file{to}");
                assert!(fs::read(at("text")).unwrap() == text && fs::read(at("file")).unwrap() == file);
            }
        }
    }
    // a link to another file is followed
    #[cfg(unix)]
    {
        let mut options = FileOptions::default();
        options.overwrite = true;
        std::os::unix::fs::symlink("../other", at("sub/link")).unwrap();
        decrypt_file(&at("file"), &at("sub/link"), &[&passphrase], options).unwrap();
        assert!(fs::symlink_metadata(at("sub/link")).unwrap().is_symlink());
        assert_eq!(fs::read(at("other")).unwrap(), b"text");
        std::os::unix::fs::symlink("nowhere", at("sub/dangling")).unwrap();
        assert!(decrypt_file(&at("file"), &at("sub/dangling"), &[&passphrase], options).is_err());
    }
}

#[test]
fn no_plugin_is_taken() {
    let identity = X25519Identity::random().unwrap();
    let lines = format!("# a comment\n\n{}\n", identity.recipient());
    assert_eq!(recipients_alone(lines.as_bytes()).unwrap().len(), 1);
    assert_eq!(identities_alone(identity.expose().as_bytes()).unwrap().len(), 1);
    assert!(
        recipients_alone(b"age1yubikey1qwt50d05nh5vutpdzmlg5wn80xq5negm4uj9ghv0snvdd3yysf5yw3rhl3t").is_err()
    );
    assert!(identities_alone(b"AGE-PLUGIN-YUBIKEY-1QQPSYQ7ZQX4D2").is_err());
    assert!(identities_alone(b"").is_err() && recipients_alone(b"# nothing").is_err());
}
