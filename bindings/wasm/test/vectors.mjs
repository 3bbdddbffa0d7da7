// The vectors that the tests of every language read.
import { readFileSync } from "node:fs";

const TEXT = new Set(["name", "hash", "string", "kind"]);
const NUMBERS = new Set([
  "key_size", "nonce_size", "seed", "rounds", "iterations", "n", "r", "lanes", "memory", "version", "length", "start", "count",
]);
const lines = readFileSync(new URL("../../vectors.txt", import.meta.url), "utf8").split("\n");

/** Returns the vectors of a kind. */
export function vectors(kind) {
  const found = lines.filter((line) => line.startsWith(`${kind} `)).map((line) =>
    Object.fromEntries(line.split(" ").slice(1).map((field) => {
      const place = field.indexOf("=");
      const [name, value] = [field.slice(0, place), field.slice(place + 1)];
      return [name, TEXT.has(name) ? value : NUMBERS.has(name) ? Number(value) : new Uint8Array(Buffer.from(value, "hex"))];
    })));
  if (found.length === 0) throw new Error(`no vector of the kind ${kind}`);
  return found;
}

/** Every kind in the file. */
export const kinds = () => new Set(lines.filter((line) => line && !line.startsWith("#")).map((line) => line.split(" ")[0]));

export const hex = (bytes) => Buffer.from(bytes).toString("hex");
/** The bytes i % 251. */
export const pattern = (length, first = 0) => Uint8Array.from({ length }, (_, i) => (i + first) % 251);
export const changed = (bytes) => Uint8Array.from(bytes, (byte, i) => (i === bytes.length - 1 ? byte ^ 1 : byte));
