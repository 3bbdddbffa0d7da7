// Which module has a hash function.
import { FUNCTIONS } from "./functions.js";
import { hashes } from "./piece-hashes.js";

const folded = (name) => name.toLowerCase().replace(/[^a-z0-9]/g, "");
let words, functions;

function read() {
  words = new Map();
  functions = new Map();
  for (const [piece, list] of Object.entries(FUNCTIONS)) {
    for (const line of list.split("\n")) {
      const [name, standing, key] = line.split(" ");
      // a function that several modules have is taken from the first
      if (name === "=") words.has(folded(standing)) || words.set(folded(standing), hashes[piece]);
      else functions.has(name) || functions.set(name, { name, standing, needsKey: key === "key" });
    }
  }
}

/** The loader of the module that has a hash function by this name, which may end with a length in bits; undefined if none has. */
export function pieceOf(name) {
  if (!words) read();
  const wanted = folded(name);
  for (let end = wanted.length; end > 0; end--) {
    const found = words.get(wanted.slice(0, end));
    if (found) return found;
    if (!/[0-9]/.test(wanted[end - 1])) return undefined;
  }
  return undefined;
}

/** All hash functions: `name`; `standing`, which is "current", "legacy", "broken" or "checksum"; whether it `needsKey`. */
export function listed() {
  if (!functions) read();
  return [...functions.values()].map((one) => ({ ...one }));
}
