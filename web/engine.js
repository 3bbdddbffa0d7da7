// What the page takes from the package.
import * as bramah from "./bramah/index.js";

/** @returns {Promise<{ update(bytes: Uint8Array): void, digest(): string, dispose(): void }>} A message to be digested. */
export async function hasher(name) {
  const hash = await bramah.hash(name);
  return {
    update: (bytes) => hash.update(bytes),
    digest: () => hash.digest("hex"),
    dispose: () => hash.dispose(),
  };
}

/** @returns {Promise<{ name: string, standing: string }[]>} All hash functions that take no key. */
export const functions = async () => (await bramah.hashFunctions()).filter(({ needsKey }) => !needsKey);

/** Reads a list. */
export async function parseList(bytes, hints) {
  const entries = await bramah.parseList(bytes, hints);
  return { entries: [...entries], form: entries.form };
}

/** Writes a list. */
export const formatList = (entries, form) => bramah.formatList(entries, form);

/** @returns {Promise<{ identity: string, recipient: string }>} A new key. */
export const newKey = () => bramah.generateIdentity();

/** @returns {{ readable: ReadableStream<Uint8Array>, writable: WritableStream<Uint8Array> }} */
export const encryption = (options) => bramah.encryptStream(options);

/** @returns {{ readable: ReadableStream<Uint8Array>, writable: WritableStream<Uint8Array> }} */
export const decryption = (options) => bramah.decryptStream(options);
