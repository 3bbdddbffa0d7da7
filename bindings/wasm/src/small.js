// Hash functions in modules of their own: a fixed number of messages in progress, and one buffer.
import { compile } from "#engine";
import { bytes, output } from "./bytes.js";
import { hasSimd } from "./simd.js";

const BUFFER = 1 << 16;

/** Makes the functions of a module: `digest(data)`, `create()` and `load()`. */
export function small({ name, digestSize, blockSize, urls }) {
  // `whole` is the place for messages that are whole
  let loading, exports, memory, whole;
  const begin = async () => {
    if (typeof WebAssembly === "undefined") {
      throw Object.assign(new Error("this engine has no WebAssembly"), { code: "ERR_NO_WASM" });
    }
    const module = await compile(urls[hasSimd() ? 1 : 0]());
    ({ exports } = await WebAssembly.instantiate(module, {}));
    whole = exports.create();
  };
  const load = () =>
    (loading ??= begin().catch((error) => {
      loading = undefined;
      throw error;
    }));
  const buffer = () => {
    if (!memory?.length) memory = new Uint8Array(exports.memory.buffer, exports.buffer(), BUFFER);
    return memory;
  };
  const feed = (slot, data) => {
    const to = buffer();
    for (let at = 0; at < data.length; at += BUFFER) {
      const part = data.length <= BUFFER ? data : data.subarray(at, at + BUFFER);
      to.set(part);
      exports.update(slot, part.length);
      to.fill(0, 0, part.length);
    }
  };
  const take = (length) => {
    const digest = buffer().slice(0, length);
    buffer().fill(0, 0, length);
    return digest;
  };
  const lost = globalThis.FinalizationRegistry && new FinalizationRegistry((slot) => exports.release(slot));

  class Small {
    #slot;
    #digest;
    constructor(slot) {
      if (slot < 0) throw new Error(`too many messages of ${name} at the same time: dispose of some`);
      this.#slot = slot;
      lost?.register(this, slot, this);
    }
    get name() { return name; }
    get digestSize() { return digestSize; }
    get blockSize() { return blockSize; }
    #at() {
      if (this.#slot === undefined) throw new Error("the object was disposed of");
      return this.#slot;
    }
    #open() {
      if (this.#digest) throw new Error("the message has ended: init() begins another");
      return this.#at();
    }
    init() {
      exports.reset(this.#at());
      this.#digest = undefined;
      return this;
    }
    update(data) {
      feed(this.#open(), bytes(data));
      return this;
    }
    digest(form) {
      const slot = this.#at();
      this.#digest ??= (exports.finish(slot), take(digestSize));
      return output(this.#digest.slice(), form);
    }
    clone() {
      return new Small(exports.copy(this.#open()));
    }
    dispose() {
      if (this.#slot === undefined) return;
      lost?.unregister(this);
      exports.release(this.#slot);
      this.#digest?.fill(0);
      this.#slot = this.#digest = undefined;
    }
    [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
      this.dispose();
    }
  }

  const create = () => {
    if (!exports) throw new Error(`${name} is not loaded yet: await its load() first`);
    return new Small(exports.create());
  };
  const digest = async (data, form) => {
    const given = bytes(data);
    if (!exports) await load();
    feed(whole, given);
    exports.finish(whole);
    return output(take(digestSize), form);
  };
  return Object.assign(digest, { create, load });
}
