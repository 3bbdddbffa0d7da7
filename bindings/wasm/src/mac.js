// MACs by name.
import { bytes, output, text } from "./bytes.js";
import { pieceOf } from "./family.js";
import { DISPOSE, Held } from "./handle.js";
import { BramahError, ofFirst } from "./load.js";
import { ciphers } from "./piece-ciphers.js";
import { mac as request } from "./requests.js";

/** A message in progress under a key. */
class Mac {
  #held;
  #size;
  #ended = false;
  #name;
  constructor(held, size, name) {
    [this.#held, this.#size, this.#name] = [held, size, name];
  }
  get name() { return this.#name; }
  get digestSize() { return this.#size; }
  #open() {
    const { piece } = this.#held;
    if (this.#ended) throw new BramahError("ERR_ENDED", "the message has ended: init() begins another");
    return piece;
  }
  /** Discards the message, and begins an empty one under the same key and nonce. */
  init() {
    this.#held.piece.serve(request.RESET, this.#held.handle);
    this.#ended = false;
    return this;
  }
  update(data) {
    const piece = this.#open();
    const given = bytes(data);
    piece.feed(request.UPDATE, this.#held.handle, given);
    return this;
  }
  /** Ends the message, and returns its tag, of `length` bytes if it may be shortened. */
  digest(form, length = this.#size) {
    const piece = this.#open();
    const size = new Uint8Array(4);
    new DataView(size.buffer).setUint32(0, length, true);
    piece.serve(request.FINISH, this.#held.handle, size);
    this.#ended = true;
    const tag = piece.reply();
    piece.wipe();
    return output(tag, form);
  }
  /** Ends the message. Returns whether the tag is right; the time does not show where it differs. */
  verify(tag) {
    const piece = this.#open();
    const given = bytes(tag, "tag");
    if (given.length !== this.#size) throw new BramahError("ERR_ARGUMENT", `the tag must have ${this.#size} bytes, not ${given.length}`);
    this.#ended = true;
    try {
      piece.serve(request.VERIFY, this.#held.handle, given);
      return true;
    } catch (error) {
      if (error.code === "ERR_UNAUTHENTIC") return false;
      throw error;
    } finally {
      piece.wipe();
    }
  }
  clone() {
    const piece = this.#open();
    const handle = piece.serve(request.CLONE, this.#held.handle);
    return new Mac(new Held(piece, handle, request.RELEASE), this.#size, this.#name);
  }
  dispose() {
    this.#held.dispose();
  }
  [DISPOSE]() {
    this.dispose();
  }
}

/** Begins a message under a key, with a MAC by its name: "hmac-sha256", "kmac128", "cmac-aes-128", "poly1305". */
export async function mac(name, key, { nonce } = {}) {
  const hashed = pieceOf(text(name, "name").replace(/^hmac/i, ""));
  return ofFirst(hashed ? [hashed] : ciphers, (piece) => {
    const handle = piece.ask(request.NEW, { name, key: bytes(key, "key"), nonce });
    const size = new DataView(piece.reply().buffer).getUint32(0, true);
    return new Mac(new Held(piece, handle, request.RELEASE), size, name);
  });
}

/** The names of all MACs. */
mac.names = async () => {
  const piece = await ciphers.at(-1).shared();
  piece.serve(request.NAMES, 0);
  return new TextDecoder().decode(piece.reply()).trimEnd().split("\n");
};

/** Computes HMAC of a whole message: the name of the hash function, the key, the message. */
export async function hmac(name, key, data, form) {
  const made = await mac(`hmac-${text(name, "name")}`, key);
  try {
    return made.update(data).digest(form);
  } finally {
    made.dispose();
  }
}

/** Begins HMAC over the hash function of an object, as hash-wasm's createHMAC does. */
export async function createHMAC(hashing, key) {
  return mac(`hmac-${text((await hashing)?.name, "the name of the hash function")}`, key);
}

async function kmac(name, key, data, { length, personal, form } = {}) {
  const { hash } = await import("./hash.js");
  const made = await hash(name, { key: bytes(key, "key"), personal, bits: length === undefined ? undefined : 8 * length });
  try {
    return made.of(data, form);
  } finally {
    made.dispose();
  }
}

/** Computes KMAC128 of a whole message. Options: `length` in bytes, `personal`, `form`. */
export const kmac128 = (key, data, options) => kmac("kmac128", key, data, options);
/** Computes KMAC256 of a whole message. */
export const kmac256 = (key, data, options) => kmac("kmac256", key, data, options);
