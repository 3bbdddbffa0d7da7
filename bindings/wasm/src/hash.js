// Hash functions by name.
import { bytes, output, text, whole } from "./bytes.js";
import { listed, pieceOf } from "./family.js";
import { DISPOSE, Held } from "./handle.js";
import { BramahError, PART } from "./load.js";
import { hashes } from "./piece-hashes.js";
import { hash as request } from "./requests.js";

const decoder = new TextDecoder();
/** The length from which Web Crypto computes a whole message faster, with the instructions of the CPU. */
const LONG = 4096;
/** The length up to which a message waits for its end: then it is passed in one call. */
const SHORT = 1 << 14;
/** The length up to which a whole message is passed to the module at once. */
const WHOLE = 1 << 20;
const WEB = { sha1: "SHA-1", sha256: "SHA-256", sha384: "SHA-384", sha512: "SHA-512" };

/** A message in progress. */
class Hash {
  #held;
  #properties;
  #digest;
  #keyed;
  /** The memory of `#digest`. */
  #kept;
  /** Whether the message in the module is empty. */
  #empty;
  /** The length of the message, which waits in the buffer of the module and is not empty; 0 if it does not wait. */
  #waiting = 0;
  constructor(held, properties, keyed, empty) {
    [this.#held, this.#properties, this.#keyed, this.#empty] = [held, properties, keyed, empty];
  }
  get name() { return this.#properties.name; }
  get digestSize() { return this.#properties.digestSize; }
  get blockSize() { return this.#properties.blockSize; }
  #open() {
    const { piece } = this.#held;
    if (this.#digest) throw new BramahError("ERR_ENDED", "the message has ended: init() begins another");
    if (this.#waiting) piece.settle();
    return piece;
  }
  /** For the module, when its buffer is needed: the request for the bytes that wait, and where they are. */
  settled() {
    const length = this.#waiting;
    this.#waiting = 0;
    this.#empty = false;
    return [request.UPDATE, this.#held.handle, this.digestSize, length];
  }
  /** Discards the message, and begins an empty one. */
  init() {
    const { piece } = this.#held;
    if (this.#waiting) piece.dismiss(this.#properties.digestSize, this.#waiting);
    this.#waiting = 0;
    if (!this.#empty) piece.serve(request.RESET, this.#held.handle);
    this.#empty = true;
    this.#digest = undefined;
    return this;
  }
  update(data) {
    const piece = this.#open();
    const given = bytes(data);
    const { length } = given;
    if (length === 0) return this;
    if (this.#empty && length <= SHORT && !this.#keyed) {
      piece.lodge(this, given, this.#properties.digestSize);
      this.#waiting = length;
      return this;
    }
    this.#empty = false;
    piece.feed(request.UPDATE, this.#held.handle, given);
    return this;
  }
  /** Ends the message. */
  digest(form) {
    const { piece } = this.#held;
    if (this.#digest) return form === "binary" ? this.#digest.slice() : output(this.#digest, form);
    const { digestSize } = this.#properties;
    let digest;
    if (this.#waiting) {
      digest = piece.answerGuest(request.DIGEST, this.#held.handle, digestSize, this.#waiting);
      this.#waiting = 0;
    } else digest = piece.answer(request.FINISH, this.#held.handle, digestSize);
    this.#empty = true;
    if (this.#keyed) piece.wipe();
    // what is returned is the caller's
    this.#kept ??= new Uint8Array(digest.length);
    this.#kept.set(digest);
    this.#digest = this.#kept;
    return output(digest, form);
  }
  /** Ends the message of a function with output of any length. */
  extend(length, form) {
    const piece = this.#open();
    const size = new Uint8Array(4);
    new DataView(size.buffer).setUint32(0, whole(length, "length"), true);
    piece.serve(request.EXTEND, this.#held.handle, size);
    this.#digest = new Uint8Array();
    return output(piece.reply(), form);
  }
  clone() {
    const piece = this.#open();
    const handle = piece.serve(request.CLONE, this.#held.handle);
    return new Hash(new Held(piece, handle, request.RELEASE, this.#keyed), this.#properties, this.#keyed, false);
  }
  /** The state of the message, for `hash.restore`. It is as secret as the message and the key. */
  save() {
    const piece = this.#open();
    piece.serve(request.SAVE, this.#held.handle);
    return piece.reply();
  }
  /** Continues the message whose state was saved, of the same function under the same options. */
  load(state) {
    const { piece } = this.#held;
    const saved = bytes(state, "state");
    // a message whose new state is refused does not change
    piece.serve(request.RESTORE, this.#held.handle, saved);
    this.#empty = false;
    this.#digest = undefined;
    return this;
  }
  /** The digest of a whole message. The message in progress does not change. */
  of(data, form) {
    const { piece } = this.#held;
    return output(piece.answer(request.DIGEST, this.#held.handle, this.#properties.digestSize, bytes(data)), form);
  }
  /** The digests of many messages, one after another. */
  many(messages) {
    const { piece } = this.#held;
    return many(piece, this.#held.handle, this.digestSize, messages);
  }
  dispose() {
    this.#kept?.fill(0);
    this.#held.dispose();
  }
  [DISPOSE]() {
    this.dispose();
  }
}

function begin(piece, name, { bits, emptyKey, key, salt, personal, functionName, domain, context, publicKey, keyIdentifier, nonce, ...unknown } = {}) {
  for (const option in unknown) throw new TypeError(`a hash function has no option ${option}`);
  const secret = key !== undefined;
  const handle = piece.ask(request.NEW, {
    name: text(name, "name"), bits, empty_key: emptyKey, key, salt, personal, function_name: functionName, domain, context,
    public_key: publicKey, key_identifier: keyIdentifier, nonce,
  }, secret);
  const reply = piece.reply();
  const view = new DataView(reply.buffer);
  const properties = { digestSize: view.getUint32(0, true), blockSize: view.getUint32(4, true), name: decoder.decode(reply.subarray(8)) };
  return new Hash(new Held(piece, handle, request.RELEASE, secret), properties, secret, true);
}

// an unknown name is refused by a module, which has the words for it
const pieceFor = (name) => (pieceOf(text(name, "name")) ?? hashes.sha2).shared();

/** Begins a message of a hash function by its name. */
export async function hash(name, options) {
  return begin(await pieceFor(name), name, options);
}

/** Continues the message whose state `save` returned. Options are those of the message. */
hash.restore = async (state, options) => {
  const saved = bytes(state, "state");
  const name = decoder.decode(saved.subarray(9, 9 + saved[8]));
  if (saved.length < 40 || decoder.decode(saved.subarray(0, 6)) !== "bramah") {
    throw new BramahError("ERR_MALFORMED", "not a saved state");
  }
  return begin(await pieceFor(name), name, options).load(saved);
};

/** All hash functions: `name`; `standing`, which is "current", "legacy", "broken" or "checksum"; whether it `needsKey`. */
export const hashFunctions = async () => listed();

/** The names of all hash functions. */
hash.names = async () => listed().map(({ name }) => name);

function many(piece, handle, size, messages) {
  if (typeof messages === "string" || typeof messages?.[Symbol.iterator] !== "function" || ArrayBuffer.isView(messages)) {
    throw new TypeError("messages must be an array of messages");
  }
  const all = Array.isArray(messages) ? messages.slice() : [...messages];
  for (let i = 0; i < all.length; i++) {
    const message = all[i];
    if (!(message instanceof Uint8Array) || message.length === 0) all[i] = bytes(message, `messages[${i}]`);
  }
  const digests = new Uint8Array(all.length * size);
  for (let first = 0, next; first < all.length; first = next) {
    let length = 4;
    for (next = first; next < all.length && (next === first || length + 4 + all[next].length <= PART); next++) {
      length += 4 + all[next].length;
    }
    const count = next - first;
    const fill = (memory) => {
      const view = new DataView(memory.buffer, memory.byteOffset, 4 + 4 * count);
      view.setUint32(0, count, true);
      let at = 4 + 4 * count;
      for (let i = 0; i < count; i++) {
        const message = all[first + i];
        view.setUint32(4 + 4 * i, message.length, true);
        memory.set(message, at);
        at += message.length;
      }
    };
    piece.with(length, fill, request.MANY, handle);
    digests.set(piece.reply(), first * size);
  }
  return digests;
}

// One object of each function without options serves all messages that are whole.
const objects = new Map();

async function object(name, bits) {
  const piece = await pieceFor(name);
  const key = bits === undefined ? name : `${name} ${bits}`;
  const found = objects.get(key);
  if (found?.piece === piece) return found.hash;
  const made = begin(piece, name, { bits });
  objects.set(key, { piece, hash: made });
  return made;
}

/** Computes the digest of a whole message. */
export async function digest(name, data, { form, bits } = {}) {
  const given = bytes(data);
  const web = given.length >= LONG && WEB[name] && globalThis.crypto?.subtle;
  // a view of shared memory is not taken there
  if (web && !isShared(given)) return output(new Uint8Array(await web.digest(WEB[name], given)), form);
  const made = await object(name, bits);
  if (given.length <= WHOLE) return made.of(given, form);
  // in parts, so that the memory of the module stays small
  const result = made.init().update(given).digest(form);
  made.init();
  return result;
}

function isShared(data) {
  return typeof SharedArrayBuffer !== "undefined" && data.buffer instanceof SharedArrayBuffer;
}

/** Computes the digests of many messages, one after another in a Uint8Array. */
export async function hashMany(name, messages, options) {
  if (options) {
    const made = await hash(name, options);
    try {
      return made.many(messages);
    } finally {
      made.dispose();
    }
  }
  return (await object(text(name, "name"))).many(messages);
}
