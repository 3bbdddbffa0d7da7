//! Recipients and identities of every kind, and files of them.

use bramah_age::{
    Ask, Decryptor, Encryptor, EncryptorInParts, Error, FileKey, HybridIdentity, HybridRecipient, Identity,
    Passphrase, Recipient, SshIdentity, SshRecipient, Stanza, TagRecipient, Wrapped, X25519Identity,
    X25519Recipient, identities, recipient, recipients, recipients_alone,
};
use std::{
    io::{Read, Write},
    str::FromStr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};
use zeroize::Zeroizing;

/// Answers every question with one passphrase, and counts the questions.
#[derive(Default)]
struct Answer(&'static str, AtomicUsize);

impl Ask for Answer {
    fn passphrase(&self, _: &str) -> Result<Zeroizing<Vec<u8>>, Error> {
        self.1.fetch_add(1, Relaxed);
        Ok(Zeroizing::new(self.0.as_bytes().to_vec()))
    }
    fn secret(&self, _: &str) -> Result<Zeroizing<String>, Error> {
        Ok(Zeroizing::new(self.0.into()))
    }
    fn value(&self, prompt: &str) -> Result<String, Error> {
        Ok(prompt.into())
    }
    fn confirm(&self, _: &str, _: &str, _: Option<&str>) -> Result<bool, Error> {
        Ok(true)
    }
    fn show(&self, _: &str) {}
}

fn asked(answer: &'static str) -> (Arc<Answer>, Arc<dyn Ask>) {
    let ask = Arc::new(Answer(answer, AtomicUsize::new(0)));
    (ask.clone(), ask)
}

fn sealed(recipients: &[&dyn Recipient], text: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    Encryptor::new(recipients).unwrap().encrypt(text, &mut file, 1).unwrap();
    file
}

fn opened(identities: &[&dyn Identity], file: &[u8]) -> Result<Vec<u8>, Error> {
    let mut text = Vec::new();
    Decryptor::new(file)?.unlock(identities)?.decrypt(&mut text, 1)?;
    Ok(text)
}

/// `str::parse` accepts and refuses the same texts as the `parse` functions of the types.
#[test]
fn keys_are_parsed_from_text() {
    fn refuses<T: FromStr<Err = Error>>() {
        for text in ["", "age1", "ssh-ed25519 AAAA", "AGE-SECRET-KEY-1"] {
            assert!(
                matches!(text.parse::<T>(), Err(Error::Key(_))),
                "{}: {text}",
                std::any::type_name::<T>()
            );
        }
    }
    let identity = X25519Identity::generate().unwrap();
    let read: X25519Identity = identity.expose().parse().unwrap();
    let recipient: X25519Recipient = identity.recipient().to_string().parse().unwrap();
    assert_eq!(read.recipient(), recipient);
    let identity = HybridIdentity::generate().unwrap();
    let read: HybridIdentity = identity.expose().parse().unwrap();
    let recipient: HybridRecipient = identity.recipient().to_string().parse().unwrap();
    assert_eq!(read.recipient().to_string(), recipient.to_string());
    let recipient: SshRecipient = SSH_PUBLIC.trim().parse().unwrap();
    assert!(recipient.text().is_some_and(|text| SSH_PUBLIC.starts_with(&text)));
    refuses::<X25519Identity>();
    refuses::<X25519Recipient>();
    refuses::<HybridIdentity>();
    refuses::<HybridRecipient>();
    refuses::<SshRecipient>();
    refuses::<TagRecipient>();
}

/// Keys that `ssh-keygen -t ed25519` made: plain, and encrypted with the passphrase "secret".
const SSH: &str = include_str!("data/ssh_ed25519");
const SSH_PUBLIC: &str = include_str!("data/ssh_ed25519.pub");
const SSH_ENCRYPTED: &str = include_str!("data/ssh_ed25519_encrypted");
const SSH_ENCRYPTED_PUBLIC: &str = include_str!("data/ssh_ed25519_encrypted.pub");
/// Tagged recipients with their stanzas.
const TAGGED: &str = include_str!("data/tagged.txt");

/// The tagged recipients, of P-256 alone and with ML-KEM.
fn tagged() -> [TagRecipient; 2] {
    let lines = TAGGED.lines().filter(|line| !line.starts_with('#'));
    let found: Vec<_> = lines.map(|line| line.split(' ').nth(1).unwrap()).collect();
    [0, 1].map(|i| TagRecipient::parse(found[i]).unwrap())
}

#[test]
fn keys_are_read_as_they_are_written() {
    let identity = X25519Identity::random().unwrap();
    let again = X25519Identity::parse(&identity.expose()).unwrap();
    assert_eq!(again.recipient(), identity.recipient());
    assert_eq!(X25519Recipient::parse(&identity.recipient().to_string()).unwrap(), identity.recipient());
    let identity = HybridIdentity::random().unwrap();
    let again = HybridIdentity::parse(&identity.expose()).unwrap();
    assert!(again.recipient() == identity.recipient());
    assert_eq!(identity.recipient().to_string().len(), 1959);
}

#[test]
fn every_recipient_opens_with_its_identity_alone() {
    let (_, ask) = asked("secret");
    let curves = [X25519Identity::random().unwrap(), X25519Identity::random().unwrap()];
    let ssh = SshIdentity::parse(SSH, ask.clone(), "").unwrap();
    let other_ssh = SshIdentity::parse(SSH_ENCRYPTED, ask.clone(), "").unwrap();
    let hybrid = HybridIdentity::random().unwrap();
    let passphrase = Passphrase::new(b"correct horse").work_factor(4);
    let file = sealed(&[&curves[0].recipient(), &ssh.recipient()], b"text");
    for identity in [&curves[0] as &dyn Identity, &ssh] {
        assert_eq!(opened(&[identity], &file).unwrap(), b"text");
    }
    for identity in [&curves[1] as &dyn Identity, &other_ssh, &hybrid, &passphrase] {
        assert!(matches!(opened(&[identity], &file), Err(Error::NoMatch)));
    }
    assert_eq!(opened(&[&hybrid, &curves[1], &ssh], &file).unwrap(), b"text");

    let file = sealed(&[&hybrid.recipient()], b"text");
    assert_eq!(opened(&[&curves[0], &hybrid], &file).unwrap(), b"text");
    assert!(matches!(opened(&[&HybridIdentity::random().unwrap()], &file), Err(Error::NoMatch)));

    let file = sealed(&[&passphrase], b"text");
    assert_eq!(opened(&[&passphrase], &file).unwrap(), b"text");
    assert!(matches!(opened(&[&curves[0]], &file), Err(Error::PassphraseNeeded)));
    let wrong = Passphrase::new(b"correct horsf");
    assert!(matches!(opened(&[&wrong], &file), Err(Error::WrongPassphrase)));
    let careful = passphrase.clone().most_work_factor(3);
    assert!(matches!(opened(&[&careful], &file), Err(Error::WorkFactor { factor: 4, most: 3 })));
}

#[test]
fn recipients_that_would_weaken_others_are_refused() {
    let curve = X25519Identity::random().unwrap().recipient();
    let hybrid = HybridIdentity::random().unwrap().recipient();
    let passphrase = Passphrase::new(b"correct horse").work_factor(2);
    let [tag, hybrid_tag] = tagged();
    let sets: [&[&dyn Recipient]; 10] = [
        &[&curve, &hybrid],
        &[&curve, &passphrase],
        &[&passphrase, &passphrase],
        &[&hybrid, &passphrase],
        &[&curve, &hybrid_tag],
        &[&hybrid_tag, &curve],
        &[&tag, &hybrid_tag],
        &[&tag, &hybrid],
        &[&tag, &passphrase],
        &[&hybrid_tag, &passphrase],
    ];
    for set in sets {
        assert!(matches!(Encryptor::new(set), Err(Error::Key(_))));
    }
    assert!(matches!(Encryptor::new(&[]), Err(Error::Header(_))));
    Encryptor::new(&[&hybrid, &hybrid]).unwrap();
    Encryptor::new(&[&hybrid, &hybrid_tag]).unwrap();
    Encryptor::new(&[&curve, &tag]).unwrap();
}

#[test]
fn encrypted_identities_ask_only_when_they_are_needed() {
    let identity = X25519Identity::random().unwrap();
    let text = format!("# mine\n\n{}\n", *identity.expose());
    let file = sealed(&[&identity.recipient()], b"text");
    let passphrase = Passphrase::new(b"secret").work_factor(4);
    let encrypted = sealed(&[&passphrase], text.as_bytes());
    let (answer, ask) = asked("secret");
    let found = identities(&encrypted, "keys", &ask, 22).unwrap();
    assert_eq!(answer.1.load(Relaxed), 0);
    for _ in 0..2 {
        assert_eq!(opened(&[&*found[0]], &file).unwrap(), b"text");
    }
    assert_eq!(answer.1.load(Relaxed), 1);
    assert_eq!(found[0].recipients().unwrap().unwrap()[0].text(), identity.recipient().text());
    let (_, wrong) = asked("wrong");
    let found = identities(&encrypted, "keys", &wrong, 22).unwrap();
    assert!(matches!(opened(&[&*found[0]], &file), Err(Error::WrongPassphrase)));

    // an SSH identity asks for its passphrase only if the file is for its key
    let (answer, ask) = asked("secret");
    let found = identities(SSH_ENCRYPTED.as_bytes(), "key", &ask, 22).unwrap();
    assert!(matches!(opened(&[&*found[0]], &file), Err(Error::NoMatch)));
    assert_eq!(answer.1.load(Relaxed), 0);
    let file = sealed(&[&SshRecipient::parse(SSH_ENCRYPTED_PUBLIC).unwrap()], b"text");
    assert_eq!(opened(&[&*found[0]], &file).unwrap(), b"text");
    assert_eq!(answer.1.load(Relaxed), 1);
    let (_, wrong) = asked("Secret");
    let found = identities(SSH_ENCRYPTED.as_bytes(), "key", &wrong, 22).unwrap();
    assert!(matches!(opened(&[&*found[0]], &file), Err(Error::WrongPassphrase)));
}

#[test]
fn files_of_recipients_and_identities_are_strict() {
    let (_, ask) = asked("");
    let curve = X25519Identity::random().unwrap();
    let hybrid = HybridIdentity::random().unwrap();
    let [tag, hybrid_tag] = tagged();
    let text = format!(
        "# two\r\n{}\r\n\n{}\n{tag}\n{hybrid_tag}\r\n{SSH_PUBLIC}",
        curve.recipient(),
        hybrid.recipient()
    );
    let found: Vec<_> = recipients(text.as_bytes(), &ask).unwrap().iter().map(|found| found.text()).collect();
    let key = SSH_PUBLIC.rsplit_once(' ').unwrap().0.to_string();
    let tags = [tag.text(), hybrid_tag.text()];
    let [first, second] = tags.clone();
    assert_eq!(found, [curve.recipient().text(), hybrid.recipient().text(), first, second, Some(key)]);
    // no plugin is started for tagged recipients
    let alone = recipients_alone(format!("{tag}\n{hybrid_tag}").as_bytes()).unwrap();
    assert_eq!([alone[0].text(), alone[1].text()], tags);
    let (secret, public) = (curve.expose().to_string(), curve.recipient().to_string());
    for (text, says) in [
        ("# none\n", "no recipients"),
        (&secret[..], "line 1: expected a recipient, but this is an identity"),
        (&format!("{public}\n{public}x"), "line 2: malformed"),
        (&format!("{public}\n{tag}q"), "line 2: malformed age1tag1... recipient: the checksum is wrong"),
        ("age1tagpq1x", "line 1: malformed age1tagpq1... recipient"),
        ("ssh-rsa AAAA", "ssh-rsa is not supported"),
        ("ecdsa-sha2-nistp256 AAAA", "only ssh-ed25519 is supported"),
        ("nobody", "unknown kind"),
    ] {
        let error = recipients(text.as_bytes(), &ask).err().unwrap().to_string();
        assert!(error.contains(says), "{error}");
        assert!(!error.contains("AGE-SECRET"), "{error}");
    }
    for (text, says) in [
        ("", "no identities"),
        (&public, "line 1: expected an identity, but this is a recipient"),
        ("AGE-SECRET-KEY-1QQQQ", "line 1: malformed"),
        ("\u{feff}x", "unknown kind"),
    ] {
        let error = identities(text.as_bytes(), "f", &ask, 22).err().unwrap().to_string();
        assert!(error.contains(says), "{error}");
    }
    assert!(recipient(&public.to_uppercase(), &ask).is_err());
    assert!(identities(b"\xff", "f", &ask, 22).is_err());
}

#[test]
fn files_of_all_lengths_go_through_all_ways() {
    let identity = X25519Identity::random().unwrap();
    for len in [0, 1, 100, 65_535, 65_536, 65_537, 131_072, 262_144, 262_145, 524_288, 1_000_000] {
        let text: Vec<u8> = (0..len).map(|i| (i % 251) as u8).collect();
        for threads in 1..=3 {
            let encryptor = || Encryptor::new(&[&identity.recipient()]).unwrap();
            let mut whole = Vec::new();
            assert_eq!(encryptor().encrypt(&text[..], &mut whole, threads).unwrap(), len as u64);
            let mut writer = encryptor().into_writer(Vec::new(), threads).unwrap();
            for piece in text.chunks(70_001) {
                writer.write_all(piece).unwrap();
            }
            let written = writer.finish().unwrap();
            let mut armored = Vec::new();
            encryptor().encrypt_armored(&text[..], &mut armored, threads).unwrap();
            for file in [&whole, &written, &armored] {
                let unlock = || Decryptor::new(&file[..]).unwrap().unlock(&[&identity]).unwrap();
                let (mut pumped, mut read) = (Vec::new(), Vec::new());
                unlock().decrypt(&mut pumped, threads).unwrap();
                unlock().into_reader(threads).unwrap().read_to_end(&mut read).unwrap();
                assert!(pumped == text && read == text, "{len}, {threads}");
            }
            assert_eq!(whole.len(), written.len());
        }
    }
}

#[test]
fn parts_are_read_where_they_are_sought() {
    use std::io::{Cursor, Seek, SeekFrom};
    let identity = X25519Identity::random().unwrap();
    let text: Vec<u8> = (0..200_000_u32).map(|i| (i % 251) as u8).collect();
    let file = sealed(&[&identity.recipient()], &text);
    let unlocked = Decryptor::new(&file[..]).unwrap().unlock(&[&identity]).unwrap();
    let mut reader = unlocked.into_seek_reader(Cursor::new(&file)).unwrap();
    assert_eq!(reader.len(), 200_000);
    for place in [199_999_u64, 0, 65_535, 65_536, 131_071, 200_000, 200_001, 7] {
        assert_eq!(reader.seek(SeekFrom::Start(place)).unwrap(), place);
        let mut found = Vec::new();
        reader.by_ref().take(70_000).read_to_end(&mut found).unwrap();
        let from = text.len().min(place as usize);
        assert!(found == text[from..text.len().min(from + 70_000)], "{place}");
    }
    assert_eq!(reader.seek(SeekFrom::End(-1)).unwrap(), 199_999);
    assert!(reader.seek(SeekFrom::Current(-200_000)).is_err());
    // a truncation between chunks is detected before any text is returned
    let cut = file.len() - (200_000 % 65_536 + 16);
    let unlocked = Decryptor::new(&file[..cut]).unwrap().unlock(&[&identity]).unwrap();
    assert!(matches!(unlocked.into_seek_reader(Cursor::new(&file[..cut])), Err(Error::Payload(_))));
    let mut armored = Vec::new();
    let encryptor = Encryptor::new(&[&identity.recipient()]).unwrap();
    encryptor.encrypt_armored(&text[..], &mut armored, 1).unwrap();
    let unlocked = Decryptor::new(&armored[..]).unwrap().unlock(&[&identity]).unwrap();
    let refused = unlocked.into_seek_reader(Cursor::new(&armored)).err();
    assert!(matches!(refused, Some(Error::Io(error)) if error.kind() == std::io::ErrorKind::Unsupported));
}

/// A recipient that makes these stanzas for every file key, as a plugin could, and stores the key.
struct Made(Vec<Stanza>, Mutex<Option<FileKey>>);

impl Recipient for Made {
    fn wrap(&self, key: &FileKey) -> Result<Wrapped, Error> {
        *self.1.lock().unwrap() = Some(key.clone());
        Ok(Wrapped { stanzas: self.0.clone(), ..Wrapped::default() })
    }
}

/// Returns a stanza of an unknown kind.
fn stanza(arguments: usize, body: usize) -> Stanza {
    Stanza::new("kind", (0..arguments).map(|i| i.to_string()), &vec![7; body])
}

/// The reader and the writer have the same limits, and the writer refuses a header before it writes anything.
#[test]
fn whatever_is_written_is_read() {
    let curve = |arguments: &[&str], body: usize| {
        vec![Stanza::new("X25519", arguments.iter().map(|&argument| argument.into()), &vec![7; body])]
    };
    let share = "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc";
    let scrypt = |factor: &str, body: usize| {
        let arguments = ["BwcHBwcHBwcHBwcHBwcHBw".to_string(), factor.into()];
        Stanza::new("scrypt", arguments, &vec![7; body])
    };
    let ssh = |tag: &str, share: &str, body: usize| {
        vec![Stanza::new("ssh-ed25519", [tag.into(), share.into()], &vec![7; body])]
    };
    let tag = |kind: &str, tag: &str, sent: usize, body: usize| {
        let sent = "BwcH".repeat(sent / 3) + ["", "Bw", "Bwc"][sent % 3];
        vec![Stanza::new(kind, [tag.into(), sent], &vec![7; body])]
    };
    // a header has 22 bytes in its first line and 48 in its last; the stanza has 8 bytes in its first line, 65 for each
    // 48 bytes of its body, and 1 in its empty last line
    let longest = ((2 << 20) - 22 - 48 - 8 - 1) / 65 * 48;
    let sets = [
        ("one stanza", vec![stanza(0, 0)], true),
        ("no stanza", vec![], false),
        ("1,024 stanzas", vec![stanza(1, 32); 1024], true),
        ("1,025 stanzas", vec![stanza(1, 32); 1025], false),
        ("3,000 stanzas", vec![stanza(1, 32); 3000], false),
        ("128 arguments", vec![stanza(128, 32)], true),
        ("129 arguments", vec![stanza(129, 32)], false),
        ("a header of nearly 2 MiB", vec![stanza(0, longest)], true),
        ("a header of more than 2 MiB", vec![stanza(0, longest + 48)], false),
        ("many stanzas that are too long together", vec![stanza(0, 3000); 1000], false),
        ("a stanza of 4.8 MB", vec![stanza(0, 4_800_000)], false),
        ("an empty argument", vec![Stanza::new("kind", [String::new()], b"")], false),
        ("a space", vec![Stanza::new("kind", ["a b".into()], b"")], false),
        ("a line in an argument", vec![Stanza::new("kind", ["a\n---".into()], b"")], false),
        ("no kind", vec![Stanza::new("", [], b"")], false),
        ("a passphrase alone", vec![scrypt("18", 32)], true),
        ("a passphrase and another stanza", vec![scrypt("18", 32), stanza(1, 32)], false),
        ("another stanza and a passphrase", vec![stanza(1, 32), scrypt("18", 32)], false),
        ("two passphrases", vec![scrypt("18", 32); 2], false),
        ("a work factor of 31", vec![scrypt("31", 32)], false),
        ("a work factor of 018", vec![scrypt("018", 32)], false),
        ("a passphrase with a longer body", vec![scrypt("18", 33)], false),
        ("X25519", curve(&[share], 32), true),
        ("X25519 without a share", curve(&[], 32), false),
        ("X25519 with two shares", curve(&[share, share], 32), false),
        ("X25519 with a short share", curve(&[&share[1..]], 32), false),
        ("X25519 with a short body", curve(&[share], 31), false),
        ("ssh-ed25519", ssh("BwcHBw", share, 32), true),
        ("ssh-ed25519 with a long body", ssh("BwcHBw", share, 48), false),
        ("ssh-ed25519 with a wrong share", ssh("BwcHBw", "BwcH", 32), false),
        ("p256tag", tag("p256tag", "BwcHBw", 65, 32), true),
        ("p256tag with a long tag", tag("p256tag", "BwcHBwc", 65, 32), false),
        ("p256tag with a compressed share", tag("p256tag", "BwcHBw", 33, 32), false),
        ("p256tag with a share of ML-KEM", tag("p256tag", "BwcHBw", 1153, 32), false),
        ("p256tag with a long body", tag("p256tag", "BwcHBw", 65, 33), false),
        ("p256tag without a tag", vec![Stanza::new("p256tag", [share.into()], &[7; 32])], false),
        ("mlkem768p256tag", tag("mlkem768p256tag", "BwcHBw", 1153, 32), true),
        ("mlkem768p256tag with a short tag", tag("mlkem768p256tag", "BwcH", 1153, 32), false),
        ("mlkem768p256tag with a share of P-256", tag("mlkem768p256tag", "BwcHBw", 65, 32), false),
        ("mlkem768p256tag with a short body", tag("mlkem768p256tag", "BwcHBw", 1153, 16), false),
        ("mlkem768x25519", vec![Stanza::new("mlkem768x25519", [share.into()], &[7; 32])], false),
    ];
    for (name, stanzas, good) in sets {
        let made = Made(stanzas, Mutex::default());
        let new = Encryptor::new(&[&made]);
        assert_eq!(new.is_ok(), good, "{name}: {:?}", new.err());
        let parts = EncryptorInParts::new(&[&made], true, 1);
        assert_eq!(parts.is_ok(), good, "{name} in parts");
        if !good {
            continue;
        }
        let new = Encryptor::new(&[&made]).unwrap();
        let mut file = Vec::new();
        new.encrypt(&b"text"[..], &mut file, 1).unwrap();
        let key = made.1.lock().unwrap().clone().unwrap();
        let mut text = Vec::new();
        let unlocked = Decryptor::new(&file[..]).and_then(|file| file.unlock_with(key));
        unlocked.unwrap_or_else(|error| panic!("{name}: {error}")).decrypt(&mut text, 1).unwrap();
        assert_eq!(text, b"text", "{name}");
    }
    let curve = X25519Identity::random().unwrap();
    let recipient = curve.recipient();
    let file = sealed(&[&recipient as &dyn Recipient; 1024], b"text");
    assert_eq!(opened(&[&curve], &file).unwrap(), b"text");
    let error = Encryptor::new(&[&recipient as &dyn Recipient; 1025]).unwrap_err().to_string();
    assert!(error.contains("at most 1024 recipients"), "{error}");
    // 1,024 recipients whose stanzas are longer than 2 MiB together
    let hybrid = HybridIdentity::random().unwrap().recipient();
    let stanza = hybrid.wrap(&FileKey::random().unwrap()).unwrap().stanzas.remove(0);
    let many = Made(vec![stanza.clone(); 1024], Mutex::default());
    assert_eq!(Encryptor::new(&[&many]).is_ok(), 1024 * (stanza.arguments[0].len() + 64) < 2 << 20);
}
