// Pieces: instances of the modules, and the requests to them.
import { compile } from "#engine";
import { bytes } from "./bytes.js";
import { hasSimd } from "./simd.js";

const CODES = [
  , "ERR_ARGUMENT", "ERR_UNKNOWN_NAME", "ERR_UNAUTHENTIC", "ERR_WRONG_PASSWORD", "ERR_LIMIT", "ERR_NO_MEMORY", "ERR_ENDED",
  "ERR_MALFORMED", "ERR_NO_MATCH", "ERR_NO_ENTROPY",
];
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** An error of the library: `code` says of which kind. */
export class BramahError extends Error {
  constructor(code, message, options) {
    super(message, options);
    this.name = "BramahError";
    this.code = code;
  }
}

/** The number of bytes that are passed to a piece at once. */
export const PART = 1 << 16;
/** The memory that an instance may keep after a request. */
const KEPT = 32 << 20;
/** The part of an instance's memory below all data, which is its stack. It grows from its end to its beginning. */
export const STACK = 1 << 20;
/** The end of the stack that may have secrets after a call: the library erases what lies deeper, as a test of all vectors shows. */
export const DEPTH = 1 << 16;

const noMemory = (length) => new BramahError("ERR_NO_MEMORY", `there is not enough memory for ${length} bytes`);

/** The error of an object whose instance is lost. */
export const gone = () => new BramahError("ERR_ENDED", "an earlier call failed for lack of memory, and this object with it");

/** An instance of a module. */
export class Piece {
  #exports;
  #part = 0;
  #room;
  #view;
  /** The object whose bytes wait in the buffer. */
  #guest;
  /** `room` is the number of bytes that the instance is passed at once without new memory. */
  constructor(instance, room = PART) {
    this.#exports = instance.exports;
    this.#room = room;
    this.#part = this.#exports.allocate(room);
    if (this.#part === 0) throw noMemory(room);
  }
  /** The memory of the instance. */
  get memory() {
    if (!this.#exports) throw gone();
    // a view loses its bytes when the memory grows
    if (!this.#view?.length) this.#view = new Uint8Array(this.#exports.memory.buffer);
    return this.#view;
  }
  get broken() {
    return this.#exports === undefined;
  }
  /** Whether the instance has grown so large that it should not be kept. */
  get large() {
    return this.memory.length > KEPT;
  }
  #run(request, handle, pointer, length) {
    if (!this.#exports) throw gone();
    let result;
    try {
      result = this.#exports.serve(request, handle, pointer, length);
    } catch (error) {
      // a trap: nothing of the instance can be used any more
      this.#exports = this.#view = undefined;
      throw new BramahError("ERR_NO_MEMORY", `there is not enough memory, or an internal error: ${error.message}`, { cause: error });
    }
    if (result < 0) {
      const message = decoder.decode(this.reply());
      throw new BramahError(CODES[-result] ?? "ERR_INTERNAL", message);
    }
    return result;
  }
  /** Returns a copy of the output of the last request, or what `take` makes of it. The output is erased. */
  reply(take = (output) => output.slice()) {
    const at = this.#exports.reply() >>> 0;
    const reply = take(this.memory.subarray(at, at + this.#exports.reply_length()));
    this.#exports.clear();
    return reply;
  }
  /**
   * Leaves the bytes of a message in the buffer, after room for `length` bytes of output, until `answerGuest` or `dismiss`. If
   * anything else is asked for before, they are passed with the request that `settled` of the guest returns.
   */
  lodge(guest, data, length) {
    if (this.#guest) this.settle();
    this.memory.set(data, this.#part + length);
    this.#guest = guest;
  }
  /** Passes the bytes of the guest to the instance, and erases them. */
  settle() {
    const guest = this.#guest;
    if (!guest) return;
    this.#guest = undefined;
    const [request, handle, from, length] = guest.settled();
    const at = this.#part + from;
    try {
      this.#run(request, handle, at, length);
    } finally {
      if (this.#exports) this.memory.fill(0, at, at + length);
    }
  }
  /** Sends a request with the bytes of the guest, after `length` bytes of output, which it returns. All is erased. */
  answerGuest(request, handle, length, count) {
    this.#guest = undefined;
    const at = this.#part;
    try {
      this.#run(request, handle, at, length + count);
      return this.memory.slice(at, at + length);
    } finally {
      if (this.#exports) this.memory.fill(0, at, at + length + count);
    }
  }
  /** Erases the bytes of the guest: `count` bytes after room for `length` bytes of output. */
  dismiss(length, count) {
    this.#guest = undefined;
    this.memory.fill(0, this.#part + length, this.#part + length + count);
  }
  /** Sends a request for each part of the data, which is erased at the end. */
  feed(request, handle, data) {
    this.settle();
    const at = this.#part;
    try {
      for (let from = 0; from < data.length; from += PART) {
        const part = data.length <= PART ? data : data.subarray(from, from + PART);
        this.memory.set(part, at);
        this.#run(request, handle, at, part.length);
      }
    } finally {
      if (this.#exports) this.memory.fill(0, at, at + Math.min(data.length, PART));
    }
  }
  /** Sends a request with bytes, which are erased afterwards. Returns its number. */
  serve(request, handle, data) {
    this.settle();
    const length = data?.length ?? 0;
    if (length === 0) return this.#run(request, handle, 0, 0);
    if (length <= this.#room) {
      const at = this.#part;
      this.memory.set(data, at);
      try {
        return this.#run(request, handle, at, length);
      } finally {
        if (this.#exports) this.memory.fill(0, at, at + length);
      }
    }
    return this.with(length, (memory) => memory.set(data), request, handle).number;
  }
  /**
   * Sends a request whose output of `length` bytes is written in front of the data. Returns the output;
   * all is erased.
   */
  answer(request, handle, length, data) {
    this.settle();
    const total = length + (data?.length ?? 0);
    if (total > PART) return this.with(total, (memory) => memory.set(data, length), request, handle, (memory) => memory.slice(0, length)).taken;
    const at = this.#part;
    if (data) this.memory.set(data, at + length);
    try {
      this.#run(request, handle, at, total);
      return this.memory.slice(at, at + length);
    } finally {
      if (this.#exports) this.memory.fill(0, at, at + total);
    }
  }
  /** Sends a request with `length` bytes that `fill` writes. Returns its number, and what `take` makes of the bytes. */
  with(length, fill, request, handle, take) {
    this.settle();
    const at = length <= this.#room ? this.#part : this.#exports?.allocate(length) >>> 0;
    if (at === 0 && this.#exports) throw noMemory(length);
    try {
      if (this.#exports) fill(this.memory.subarray(at, at + length));
      const number = this.#run(request, handle, at, length);
      return { number, taken: take?.(this.memory.subarray(at, at + length)) };
    } finally {
      if (this.#exports && at !== this.#part) this.#exports.free(at, length);
      else if (this.#exports) this.memory.fill(0, at, at + length);
    }
  }
  /** Sends a request with named values, and erases the stack if they are secret. */
  ask(request, fields, secret = true) {
    const data = encoded(fields);
    try {
      return this.serve(request, 0, data);
    } finally {
      data.fill(0);
      if (secret) this.wipe();
    }
  }
  /** Erases what calls have left on the stack of the instance, or `depth` bytes of it. */
  wipe(depth = DEPTH) {
    if (this.#exports) this.memory.fill(0, STACK - depth, STACK);
  }
}

/** Encodes named values; those that are undefined or null are left out. */
function encoded(fields) {
  const parts = [];
  let length = 0;
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    let kind = 1, data;
    if (typeof value === "string") [kind, data] = [2, encoder.encode(value)];
    else if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") {
      if (typeof value === "number" && !(Number.isSafeInteger(value) && value >= 0)) {
        throw new TypeError(`${name} must be a whole number, not ${value}`);
      }
      [kind, data] = [0, new Uint8Array(8)];
      new DataView(data.buffer).setBigUint64(0, BigInt(value), true);
    } else data = bytes(value, name);
    const label = encoder.encode(name);
    parts.push([label, kind, data]);
    length += label.length + 6 + data.length;
  }
  const all = new Uint8Array(length);
  const view = new DataView(all.buffer);
  let at = 0;
  for (const [label, kind, data] of parts) {
    all[at] = label.length;
    all.set(label, at + 1);
    at += 1 + label.length;
    all[at] = kind;
    view.setUint32(at + 1, data.length, true);
    all.set(data, at + 5);
    at += 5 + data.length;
    if (kind !== 1) data.fill(0);
  }
  return all;
}

/** Asks the first of these modules that knows the name. */
export async function ofFirst(pieces, ask) {
  for (const one of pieces.slice(0, -1)) {
    try {
      return ask(await one.shared(), one);
    } catch (error) {
      if (error.code !== "ERR_UNKNOWN_NAME") throw error;
    }
  }
  return ask(await pieces.at(-1).shared(), pieces.at(-1));
}

/**
 * Makes the loader of a module: `shared()` is one instance for all objects, `fresh(room)` one for a single request or a stream, with
 * a buffer of so many bytes.
 */
export function loader(urls) {
  const modules = [];
  let piece, loading;
  const compiled = () => {
    if (typeof WebAssembly === "undefined") {
      throw new BramahError("ERR_NO_WASM", "this engine has no WebAssembly, perhaps because it was started without a compiler");
    }
    const which = hasSimd() ? 1 : 0;
    return (modules[which] ??= compile(urls[which]()).catch((error) => {
      modules[which] = undefined;
      throw error;
    }));
  };
  const fresh = async (room) => {
    let memory;
    const random = (at, length) => {
      try {
        const out = new Uint8Array(memory.buffer, at >>> 0, length);
        for (let i = 0; i < length; i += 65536) crypto.getRandomValues(out.subarray(i, i + 65536));
        return 1;
      } catch {
        return 0;
      }
    };
    const module = await compiled();
    const instance = await WebAssembly.instantiate(module, { bramah: { random } });
    memory = instance.exports.memory;
    return new Piece(instance, room);
  };
  const shared = async () => {
    if (piece && !piece.broken) return piece;
    piece = undefined;
    loading ??= fresh().finally(() => (loading = undefined));
    return (piece = await loading);
  };
  return { shared, fresh, loaded: () => (piece && !piece.broken ? piece : undefined), forget: () => (piece = undefined) };
}
