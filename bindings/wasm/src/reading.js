// Hashing what is read piece by piece, in a worker or where it is called.
import { hash } from "./hash.js";
import { bytes, hex } from "./bytes.js";

/** The number of bytes that are read at once. */
export const SLICE = 1 << 20;

/** Begins messages of several hash functions, for the same bytes. */
export async function begin(names) {
  const messages = [];
  const dispose = () => messages.forEach((message) => message.dispose());
  try {
    for (const name of names) messages.push(await hash(name));
  } catch (error) {
    dispose();
    throw error;
  }
  return {
    update: (bytes) => messages.forEach((message) => message.update(bytes)),
    digests() {
      const digests = Object.fromEntries(messages.map((message, i) => [names[i], hex(message.digest("binary"))]));
      dispose();
      return digests;
    },
    dispose,
  };
}

/** The slices of a blob: the next is read while the caller works on one. */
export async function* slices(blob) {
  const read = (at) => (at < blob.size ? blob.slice(at, Math.min(at + SLICE, blob.size)).arrayBuffer() : undefined);
  let next = read(0);
  for (let at = 0; at < blob.size; ) {
    const slice = new Uint8Array(await next);
    if (slice.length !== Math.min(SLICE, blob.size - at)) {
      throw new DOMException("the file has changed while it was read", "NotReadableError");
    }
    at += slice.length;
    next = read(at);
    next?.catch(() => {});
    yield slice;
  }
}

/** Hashes the parts of a source. */
export async function hashParts(source, names, progress, check = () => {}) {
  const messages = await begin(names);
  try {
    let count = 0;
    for await (const part of source) {
      check();
      messages.update(part);
      progress((count += bytes(part).length));
    }
    return messages.digests();
  } catch (error) {
    messages.dispose();
    throw error;
  }
}
