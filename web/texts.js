// All texts of the page, so that a translation changes only this file. A text with values is a function of them.

/** @param {number} n @param {string} one @param {string} many */
const plural = (n, one, many) => `${n.toLocaleString(LANGUAGE)} ${n === 1 ? one : many}`;

/** The language of the texts, as a tag of BCP 47. */
export const LANGUAGE = "en";

export const texts = {
  title: "Bramah",
  tagline: "Checksums, checksum lists and age encryption, in your browser",
  documentTitle: "Bramah: digests and encryption that stay on this device",
  skip: "Skip to the content",
  tabs: "What to do",
  tabDigests: "Digests",
  tabCheck: "Check a list",
  tabAge: "Encryption",

  offlineReady: "Ready to work offline",
  offlineNow: "Offline",
  offlineNone: "This browser keeps no copy for offline use",
  version: (name) => `Version ${name}`,

  promise: "Your files stay here",
  promises: [
    "Files are read in this browser. Neither they nor anything about them is sent anywhere.",
    "Once loaded, the page makes no requests. Its content security policy tells the browser to block any request to another server.",
    "Between visits, it stores only its own program. Disconnect from the network and reload: it still works.",
  ],

  cancel: "Cancel",
  clear: "Clear",
  copy: "Copy",
  copied: "Copied",
  copyDigest: (algorithm, name) => `Copy the ${algorithm} digest of ${name}`,
  copyFailed: "The browser did not let the page copy. Select the text and copy it yourself.",
  chooseFiles: "Choose files",
  chooseFile: "Choose a file",
  chooseFolder: "Choose a folder",
  unreadableFolder: (name) => `${name}: the browser could not read this folder`,

  functions: "Hash functions",
  otherFunction: "Another function",
  otherFunctionHint: "blake2b-256, sm3, crc32 …",
  unknownFunction: (name) => `${name}: no hash function has this name`,
  noFunction: "Choose at least one hash function.",
  standing: {
    broken: (name) => `${name} is broken: two different files can be made with the same digest. Use it only to detect accidental changes or to check old lists.`,
    legacy: (name) => `${name} is a legacy function: better ones have replaced it.`,
    checksum: (name) => `${name} is a checksum: it detects accidental changes, but anyone can make another file with the same value.`,
  },

  dropDigests: "Drop files or folders here",
  dropDigestsHint: "Files of any size: they are read in pieces and never held in memory as a whole.",
  progressDigests: "Progress of the digests",
  rowsDigests: "Files and their digests",
  waiting: "waiting",
  reading: (percent) => `${percent} %`,
  countFiles: (done, all, bytes, allBytes) => `${done} of ${plural(all, "file", "files")}, ${bytes} of ${allBytes}`,
  doneFiles: (all, bytes, failed) =>
    `${plural(all, "file", "files")}, ${bytes}${failed ? `; ${plural(failed, "file", "files")} could not be read` : ""}`,
  cancelled: "Cancelled",
  rowsMore: (n) => `${plural(n, "more file is", "more files are")} not shown here, but included in the list that you copy or save.`,
  listForm: "List",
  listCoreutils: "as sha256sum writes it",
  listTagged: "as BSD and cksum write it",
  copyList: "Copy list",
  saveList: "Save list",
  savedList: (name) => `Saved ${name}.`,

  dropCheck: "Drop a list and its files here",
  dropCheckHint: "Together or one after the other: a list such as SHA256SUMS, and the files or folders that it names.",
  chooseList: "Choose a list",
  pasteList: "Or paste a list, or one digest",
  pasteListHint: "ba7816bf…f20015ad  file.iso",
  listFunction: "Its hash function, if the list does not name it",
  listFunctionHint: "sha256",
  progressCheck: "Progress of the check",
  rowsCheck: "Lines of the list and what was found",
  status: {
    ok: "OK",
    failed: "FAILED",
    missing: "missing",
    several: "several files",
    unread: "FAILED to read",
    malformed: "malformed",
    waiting: "waiting",
    reading: "reading",
    cancelled: "cancelled",
  },
  statusSize: (wanted, found) => `the list says ${wanted}, the file has ${found} bytes`,
  statusSeveral: "several of the chosen files have this name; drop the folder that contains the list",
  line: (n) => `line ${n}`,
  malformedName: (n) => `Line ${n}`,
  verdictGood: (n) => `All good: ${plural(n, "file matches", "files match")} the list.`,
  verdictBad: "Not everything matches.",
  verdictPartly: (n) => `${plural(n, "file matches", "files match")}; the others were not chosen.`,
  verdictNoFiles: "Now choose the files that the list names.",
  verdictNoLines: "No properly formatted checksum lines found.",
  verdictNoList: (n) => `${plural(n, "file is", "files are")} here. Now choose or paste their list.`,
  verdictChecking: "Checking …",
  verdictCancelled: "Cancelled before everything was checked.",
  countNotMatched: (n) => `${plural(n, "computed checksum", "computed checksums")} did NOT match`,
  countMissing: (n) => `${plural(n, "listed file was", "listed files were")} not chosen`,
  countUnread: (n) => `${plural(n, "listed file", "listed files")} could not be read`,
  countMalformed: (n) => `${plural(n, "line is", "lines are")} improperly formatted`,
  countUnlisted: (n) => `${plural(n, "chosen file is", "chosen files are")} not in the list`,
  guessed: (algorithm) =>
    `The list does not name its function. The length of its digests suggests ${algorithm}.`,
  listForms: (form) => `Format of the list: ${form}`,
  lonely: "A single digest: it is compared with every chosen file.",

  dropAge: "Drop a file here",
  dropAgeHint: "A file of any size. Files encrypted here open with age, rage and bramah, and the other way round.",
  ageMode: "What to do",
  encrypt: "Encrypt",
  decrypt: "Decrypt",
  ageWith: "With",
  passphrase: "Passphrase",
  passphraseAgain: "Repeat the passphrase",
  passphraseHint: "Nobody can open the file without it, and nobody can recover it for you. A few random words make a good one.",
  showPassphrase: "Show it",
  keys: "Keys",
  recipients: "Recipients, one per line",
  recipientsHint: "age1…",
  identities: "Your identity",
  identitiesHint: "AGE-SECRET-KEY-1…",
  newKey: "Make a new key",
  openKey: "Open a key file",
  newKeyNote: (name) => `${name} contains the new identity. Whoever has it can open files that you encrypt to its recipient, shown above.`,
  armor: "As text (armor), for mail and forms",
  chosen: (name, size) => `${name}, ${size}`,
  encryptGo: "Encrypt and save",
  decryptGo: "Decrypt and save",
  wayPicker: "You choose where to save. The file appears there only when it is complete.",
  wayOpfs: "The result is written to the browser's own storage and offered as a download. That copy is erased when you leave the page.",
  wayMemory: (limit) => `This browser has no storage for large results: they are held in memory and limited to ${limit}.`,
  progressAge: "Progress",
  encrypting: (done, all) => `Encrypting: ${done} of ${all}`,
  decrypting: (done, all) => `Decrypting: ${done} of ${all}`,
  encrypted: (name, size) => `${name} is encrypted, ${size}.`,
  decrypted: (name, size) => `${name} is decrypted, ${size}.`,
  download: "Download",
  forget: "Erase the copy",
  forgotten: "The copy is erased.",
  noFile: "Choose a file first.",
  noPassphrase: "Type a passphrase.",
  passphrasesDiffer: "The two passphrases differ.",
  noRecipients: "Name a recipient, or make a new key.",
  noIdentities: "Give your identity, or open your key file.",
  looksEncrypted: "This is an age file: ready to decrypt.",
  nothingWritten: "Nothing was written.",

  error: {
    NotReadableError: "The file changed while it was being read, or can no longer be read.",
    NotFoundError: "The file no longer exists.",
    NotAllowedError: "The browser did not allow it.",
    QuotaExceededError: "There is not enough space for the result.",
    worker: "The worker that processes the file has stopped. Try again; if this happens again, the device may be short of memory.",
    load: "The program could not be loaded. Reload the page while you are online.",
    tooLarge: (limit) => `The result is too large to hold in memory; the limit is ${limit}.`,
  },
  failed: (name, reason) => `${name}: ${reason}`,
};

/** @param {number} bytes A number of bytes. @returns {string} It with a unit. */
export function size(bytes) {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
  let unit = 0;
  let value = bytes;
  while (value >= 1024 && unit + 1 < units.length) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit === 0 ? 0 : value < 10 ? 2 : value < 100 ? 1 : 0;
  const number = value.toLocaleString(LANGUAGE, { maximumFractionDigits: digits });
  return `${number} ${bytes === 1 ? "byte" : units[unit]}`;
}
