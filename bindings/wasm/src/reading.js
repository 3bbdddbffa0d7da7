// Hashing what is read piece by piece, in a worker or where it is called.
import { hash } from "./hash.js";
import { hex } from "./bytes.js";

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

/** Hashes a blob: the next slice is read while one is hashed. */
export async function hashBlob(blob, names, progress, stopped = () => false) {
  const messages = await begin(names);
  const read = (at) => (at < blob.size ? blob.slice(at, Math.min(at + SLICE, blob.size)).arrayBuffer() : undefined);
  try {
    let next = read(0);
    for (let at = 0; at < blob.size; ) {
      const slice = new Uint8Array(await next);
      stopped();
      if (slice.length !== Math.min(SLICE, blob.size - at)) {
        throw new DOMException("the file has changed while it was read", "NotReadableError");
      }
      next = read(at + slice.length);
      next?.catch(() => {});
      messages.update(slice);
      at += slice.length;
      progress(at);
    }
    return messages.digests();
  } catch (error) {
    messages.dispose();
    throw error;
  }
}
