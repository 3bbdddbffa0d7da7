// Ciphers, authenticated encryption and key wrap by name.
import { bytes, joined, text } from "./bytes.js";
import { DISPOSE, Held } from "./handle.js";
import { BramahError, PART, ofFirst } from "./load.js";
import { ciphers } from "./piece-ciphers.js";
import { aead as sealing, cipher as request } from "./requests.js";

const decoder = new TextDecoder();
const names = async (number) => {
  const piece = await ciphers.at(-1).shared();
  piece.serve(number, 0);
  return decoder.decode(piece.reply()).trimEnd().split("\n");
};

/** A message in progress. */
class Cipher {
  #held;
  #name;
  constructor(held, name) {
    [this.#held, this.#name] = [held, name];
  }
  get name() { return this.#name; }
  /** Encrypts or decrypts more of the message, and returns what is complete. */
  update(data) {
    const { piece } = this.#held;
    const given = bytes(data);
    const parts = [];
    for (let at = 0; at === 0 || at < given.length; at += PART) {
      piece.serve(request.UPDATE, this.#held.handle, given.subarray(at, at + PART));
      parts.push(piece.reply());
    }
    return joined(parts);
  }
  /** Ends the message, and returns the rest. */
  finish() {
    const { piece } = this.#held;
    piece.serve(request.FINISH, this.#held.handle);
    return piece.reply();
  }
  /** Moves to a byte of a message in CTR, or of a stream cipher that has a counter. */
  seek(position) {
    const place = new Uint8Array(8);
    new DataView(place.buffer).setBigUint64(0, BigInt(position), true);
    this.#held.piece.serve(request.SEEK, this.#held.handle, place);
    return this;
  }
  dispose() {
    this.#held.dispose();
  }
  [DISPOSE]() {
    this.dispose();
  }
}

/**
 * Begins a message of a cipher that does not authenticate, by its name: "aes-256-ctr", "serpent-256-cbc", "xchacha20".
 * Anyone who can change the ciphertext can change the plaintext: `aead` detects changes.
 */
export async function cipher(name, key, iv, options = {}) {
  return ofFirst(ciphers, (piece) => {
    const handle = piece.ask(request.NEW, { ...options, name: text(name, "name"), key: bytes(key, "key"), iv });
    return new Cipher(new Held(piece, handle, request.RELEASE), name);
  });
}
cipher.names = () => names(request.NAMES);

/** A key of authenticated encryption. */
class Aead {
  #held;
  #tag;
  #name;
  constructor(held, tag, name) {
    [this.#held, this.#tag, this.#name] = [held, tag, name];
  }
  get name() { return this.#name; }
  get tagLength() { return this.#tag; }
  #pass(number, nonce, data, header, taken) {
    const { piece } = this.#held;
    const [given, text, ad] = [bytes(nonce, "nonce"), bytes(data), bytes(header ?? "", "the associated data")];
    const front = 8 + given.length + ad.length;
    const fill = (memory) => {
      const view = new DataView(memory.buffer, memory.byteOffset, 8);
      view.setUint32(0, given.length, true);
      view.setUint32(4, ad.length, true);
      memory.set(given, 8);
      memory.set(ad, 8 + given.length);
      memory.set(text, front);
    };
    try {
      return piece.with(front + text.length, fill, number, this.#held.handle, (memory) => taken(memory.subarray(front), piece)).taken;
    } finally {
      piece.wipe();
    }
  }
  /** Encrypts a message: the ciphertext, and the tag after it. No nonce may be used twice under one key. */
  encrypt(nonce, data, additionalData) {
    return this.#pass(sealing.SEAL, nonce, data, additionalData, (text, piece) => {
      const sealed = new Uint8Array(text.length + this.#tag);
      sealed.set(text);
      sealed.set(piece.reply(), text.length);
      return sealed;
    });
  }
  /** Decrypts a message, or throws an error with the code "ERR_UNAUTHENTIC". */
  decrypt(nonce, sealed, additionalData) {
    return this.#pass(sealing.OPEN, nonce, sealed, additionalData, (text) => text.slice(0, text.length - this.#tag));
  }
  dispose() {
    this.#held.dispose();
  }
  [DISPOSE]() {
    this.dispose();
  }
}

/** Makes a key of authenticated encryption by name: "aes-256-gcm", "xchacha20-poly1305", "serpent-256-eax". */
export async function aead(name, key, { tagLength } = {}) {
  return ofFirst(ciphers, (piece) => {
    const handle = piece.ask(sealing.NEW, { name: text(name, "name"), key: bytes(key, "key"), tag_length: tagLength });
    const tag = new DataView(piece.reply().buffer).getUint32(0, true);
    return new Aead(new Held(piece, handle, sealing.RELEASE), tag, name);
  });
}
aead.names = () => names(sealing.NAMES);

/** Web Crypto's names, where the length of the key says which cipher it is. */
function algorithmOf(algorithm, key) {
  const { name, iv, additionalData, tagLength } = algorithm ?? {};
  const given = text(name, "algorithm.name");
  const length = tagLength === undefined ? undefined : tagLength / 8;
  const known = /^aes-(gcm|cbc|ctr)$/i.exec(given);
  return { name: known ? `aes-${8 * key.length}-${known[1].toLowerCase()}` : given, iv, additionalData, length };
}

async function whole(algorithm, key, data, direction) {
  const given = bytes(key, "key");
  const { name, iv, additionalData, length } = algorithmOf(algorithm, given);
  if (/-(cbc|ctr)$/i.test(name) && /^aes-(cbc|ctr)$/i.test(algorithm.name)) {
    throw new BramahError("ERR_ARGUMENT", "encrypt and decrypt authenticate: cipher() has CBC and CTR");
  }
  const made = await aead(name, given, { tagLength: length });
  try {
    return made[direction](bytes(iv, "algorithm.iv"), data, additionalData);
  } finally {
    made.dispose();
  }
}

/**
 * Encrypts a message, with the arguments in Web Crypto's order: `{ name, iv, additionalData, tagLength }` (`tagLength` in
 * bits), the bytes of the key, and the message. Returns the ciphertext with the tag after it.
 */
export const encrypt = (algorithm, key, data) => whole(algorithm, key, data, "encrypt");
/** Decrypts what `encrypt` or Web Crypto returned. */
export const decrypt = (algorithm, key, data) => whole(algorithm, key, data, "decrypt");

const request1 = (number, fields) => ofFirst(ciphers, (piece) => {
  piece.ask(number, fields);
  return piece.reply();
});
/** Wraps a key under another: "aes-256-kw" and others by name. */
export const wrapKey = (name, kek, key) =>
  request1(sealing.WRAP, { name: text(name, "name"), key: bytes(kek, "kek"), data: bytes(key, "key") });
/** Unwraps a key. */
export const unwrapKey = (name, kek, wrapped) =>
  request1(sealing.WRAP, { name: text(name, "name"), key: bytes(kek, "kek"), data: bytes(wrapped, "wrapped"), decrypt: true });

/** Encryption and a MAC over the ciphertext, by name: "a256cbc-hs512" and others. */
export const encryptThenMac = {
  encrypt: (name, key, nonce, data, ad) =>
    request1(sealing.COMPOSE, { name: text(name, "name"), key: bytes(key, "key"), nonce: bytes(nonce, "nonce"), data: bytes(data), ad }),
  decrypt: (name, key, nonce, data, ad) =>
    request1(sealing.COMPOSE, { name: text(name, "name"), key: bytes(key, "key"), nonce: bytes(nonce, "nonce"), data: bytes(data), ad, decrypt: true }),
};
