// Key derivation and passwords.
import { bytes, output, text, whole } from "./bytes.js";
import { BramahError, ofFirst } from "./load.js";
import { kdf as pieces } from "./piece-kdf.js";
import { kdf as request } from "./requests.js";

const decoder = new TextDecoder();

/** Sends a request. What needs much memory has an instance of its own, which is then given up with its memory. */
const ask = (number, fields) => ofFirst(pieces, (piece, from) => {
  try {
    const result = piece.ask(number, fields);
    return { result, reply: piece.reply() };
  } finally {
    if (piece.broken || piece.large) from.forget();
  }
});

/** Derives a key of `length` bytes from a password or another secret, with a function by its name. */
export async function kdf(name, password, length, options = {}) {
  const { emptyKey, shortSalts, form = "binary", ...rest } = options;
  const { reply } = await ask(request.DERIVE, {
    ...rest, name: text(name, "name"), password: bytes(password, "password"), length: whole(length, "length"), short_salts: shortSalts,
  });
  return output(reply, form);
}

/** The names of all functions. */
kdf.names = async () => decoder.decode((await ask(request.NAMES, {})).reply).trimEnd().split("\n");

/** The name of the hash function that an object, its promise or a text stands for. */
async function hashName(hashing, otherwise) {
  const given = await hashing;
  if (given === undefined) return otherwise;
  return text(typeof given === "string" ? given : given?.name, "hashFunction");
}

/** PBKDF2, as in hash-wasm. */
export async function pbkdf2({ password, salt, iterations, hashLength, hashFunction, outputType } = {}) {
  const hash = await hashName(hashFunction, "sha256");
  return kdf("pbkdf2", password, hashLength, { salt: bytes(salt, "salt"), iterations, hash, form: outputType ?? "hex" });
}

/** scrypt, as in hash-wasm. */
export async function scrypt({ password, salt, costFactor, blockSize, parallelism, hashLength, outputType } = {}) {
  return kdf("scrypt", password, hashLength, { salt: bytes(salt, "salt"), n: costFactor, r: blockSize, lanes: parallelism, form: outputType ?? "hex" });
}

const base64 = (data) => btoa(String.fromCharCode(...data)).replace(/=+$/, "");

const argon2 = (name) => async ({ password, salt, secret, iterations, parallelism, memorySize, hashLength, outputType = "hex" } = {}) => {
  const given = bytes(salt, "salt");
  const encoded = outputType === "encoded";
  const form = encoded ? "binary" : outputType;
  const key = await kdf(name, password, hashLength, { salt: given, secret, iterations, lanes: parallelism, memory: memorySize, form });
  if (!encoded) return key;
  return `$${name}$v=19$m=${memorySize},t=${iterations},p=${parallelism}$${base64(given)}$${base64(key)}`;
};

/** Argon2, as in hash-wasm: `outputType` is "hex", "binary" or "encoded", and `memorySize` is in KiB. */
export const argon2id = argon2("argon2id");
export const argon2i = argon2("argon2i");
export const argon2d = argon2("argon2d");

/** HKDF (RFC 5869). */
export async function hkdf(hash, secret, salt, info, length, form = "binary") {
  return kdf("hkdf", secret, length, { hash: await hashName(hash, "sha256"), salt, info, form });
}

const LIMITS = { limitMemory: "limit_memory", limitIterations: "limit_iterations", limitCost: "limit_cost", limitWritten: "limit_written", limitHashed: "limit_hashed" };

function named(options) {
  const fields = {};
  for (const [name, value] of Object.entries(options)) fields[LIMITS[name] ?? (name === "logN" ? "log_n" : name)] = value;
  return fields;
}

/** Strings for passwords, as systems store them. */
export const password = {
  /** Makes the string of a password, with "argon2id" or another scheme by its name. The salt is random. */
  async hash(given, name = "argon2id", options = {}) {
    const { reply } = await ask(request.HASH, { ...named(options), name: text(name, "name"), password: bytes(given, "password") });
    return decoder.decode(reply);
  },
  /** Returns whether a password is the one from which the string was made. */
  async verify(given, string, limits = {}) {
    const { result } = await ask(request.VERIFY, { ...named(limits), password: bytes(given, "password"), string: text(string, "string") });
    return result === 1;
  },
  /** Returns whether the parameters of a string are below those that are recommended now. */
  async outdated(string) {
    return (await ask(request.OUTDATED, { string: text(string, "string") })).result === 1;
  },
};

/** bcrypt, as in hash-wasm; the result is the encoded string, which begins with $2b$. */
export async function bcrypt({ password: given, salt, costFactor, outputType = "encoded" } = {}) {
  if (outputType !== "encoded") throw new BramahError("ERR_ARGUMENT", 'bcrypt returns only the output "encoded"');
  return password.hash(given, "bcrypt", { salt: bytes(salt, "salt"), cost: costFactor });
}

const verifier = (name, pattern) => async ({ password: given, hash } = {}) => {
  if (!pattern.test(text(hash, "hash"))) throw new BramahError("ERR_MALFORMED", `not a string of ${name}`);
  return password.verify(given, hash);
};
export const argon2Verify = verifier("Argon2", /^\$argon2/);
export const bcryptVerify = verifier("bcrypt", /^\$2[abxy]\$/);
