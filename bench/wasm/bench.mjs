// The npm package beside hash-wasm, @noble/hashes, @noble/ciphers and typage (age-encryption): CPU time of the whole process for each
// call, in turns, the median of seven.
//
//   make wasm && npm ci --prefix bench/wasm && node bench/wasm/bench.mjs [PART] [--package FOLDER] [--only REGEXP] [--stream MIB]
//
// PART is `hash`, `many`, `kdf` (beside hash-wasm), `noble`, `age`, or nothing for all. `--stream` is the length of the stream that
// age encrypts, 256 by default. Results of both sides are compared before they are timed. Before that,
// calls are repeated for as long as --warm says, 600 ms by default: an engine compiles a module again while it runs. The
// figures are nanoseconds of the package, and how many times as long the other takes.
import { loadavg } from "node:os";
import { gcm } from "@noble/ciphers/aes.js";
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { blake2b, blake2s } from "@noble/hashes/blake2.js";
import { blake3 } from "@noble/hashes/blake3.js";
import { sha3_256 } from "@noble/hashes/sha3.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import * as age from "age-encryption";
import * as other from "hash-wasm";
import { given, median, option, ours } from "./common.mjs";

const only = new RegExp(option("--only", "."));
const streamed = Number(option("--stream", "256"));
const warm = Number(option("--warm", "600")) * 1e6;
const parts = given.length > 0 ? given : ["hash", "many", "kdf", "noble", "age"];

const ROUNDS = 7;
const now = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1000;
};
const hex = (bytes) => (typeof bytes === "string" ? bytes : Buffer.from(bytes).toString("hex"));

/** Calls a function for about this many nanoseconds, and returns the time of a call. */
async function timed(call, nanoseconds, waits) {
  let calls = 0;
  const start = now();
  let spent = 0;
  for (let group = 1; spent < nanoseconds; group = Math.min(2 * group, 1024)) {
    for (let i = 0; i < group; i++) {
      if (waits) await call();
      else call();
    }
    calls += group;
    spent = now() - start;
    if (spent * 2 > nanoseconds * 3) break;
  }
  return spent / calls;
}

/** Times two functions with the same result, or if it is `random`, with results of the same length, in turns. Prints a line. */
async function compare(name, a, b, waits = false, random = false) {
  const [x, y] = [hex(await a()), hex(await b())];
  if (random ? x.length !== y.length : x !== y) throw new Error(`${name}: results differ: ${x.slice(0, 32)}, ${y.slice(0, 32)}`);
  for (const call of [a, b]) await timed(call, warm, waits);
  const times = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, call] of [a, b].entries()) times[i].push(await timed(call, warm / 8, waits));
  }
  const [t, u] = times.map(median);
  console.log(`${name.padEnd(32)} ${t.toFixed(0).padStart(12)}  ${(u / t).toFixed(2).padStart(6)}`);
}

const message = (size) => Uint8Array.from({ length: size }, (_, i) => i * 7 + 3);

/** The functions of hash-wasm, each with the name that the package has for it. */
const FUNCTIONS = {
  adler32: () => other.createAdler32(),
  blake2b: () => other.createBLAKE2b(512),
  blake2s: () => other.createBLAKE2s(256),
  blake3: () => other.createBLAKE3(256),
  crc32: () => other.createCRC32(),
  crc32c: () => other.createCRC32(0x82f63b78),
  crc64: () => other.createCRC64(),
  "keccak-256": () => other.createKeccak(256),
  md4: () => other.createMD4(),
  md5: () => other.createMD5(),
  "ripemd-160": () => other.createRIPEMD160(),
  sha1: () => other.createSHA1(),
  sha224: () => other.createSHA224(),
  sha256: () => other.createSHA256(),
  "sha3-224": () => other.createSHA3(224),
  "sha3-256": () => other.createSHA3(256),
  "sha3-384": () => other.createSHA3(384),
  "sha3-512": () => other.createSHA3(512),
  sha384: () => other.createSHA384(),
  sha512: () => other.createSHA512(),
  sm3: () => other.createSM3(),
  whirlpool: () => other.createWhirlpool(),
  xxh32: () => other.createXXHash32(),
  "xxh3-128": () => other.createXXHash128(),
  "xxh3-64": () => other.createXXHash3(),
  xxh64: () => other.createXXHash64(),
};
const SIZES = [64, 1024, 16384, 1 << 20];

const BENCHES = {
  async hash() {
    for (const [name, make] of Object.entries(FUNCTIONS)) {
      if (!only.test(name)) continue;
      const [a, b] = [await ours.hash(name), await make()];
      for (const size of SIZES) {
        const data = message(size);
        await compare(`${name} ${size}`, () => a.init().update(data).digest("binary"), () => b.init().update(data).digest("binary"));
      }
    }
  },
  // beside a loop of the other's
  async many() {
    const join = (digests) => Buffer.concat(digests);
    for (const name of ["blake3", "md5", "sha1", "sha256", "sha512", "sha3-256", "blake2b", "blake2s"]) {
      if (!only.test(name)) continue;
      const b = await FUNCTIONS[name]();
      for (const size of [64, 1024]) {
        const all = Array.from({ length: 256 }, (_, i) => message(size).fill(i, 0, 8));
        const loop = () => join(all.map((data) => b.init().update(data).digest("binary")));
        await compare(`${name} 256 x ${size}`, () => ours.hashMany(name, all), loop, true);
      }
    }
  },
  async kdf() {
    const [password, salt] = ["password", "somesalt12345678"];
    const bench = async (name, call) => {
      if (only.test(name)) await compare(name, () => call(ours), () => call(other), true);
    };
    for (const [memorySize, iterations] of [[1024, 3], [16384, 2], [65536, 3]]) {
      await bench(`argon2id ${memorySize} KiB, ${iterations} passes`, (of) =>
        of.argon2id({ password, salt, iterations, parallelism: 1, memorySize, hashLength: 32 }));
    }
    for (const [costFactor, blockSize] of [[1024, 8], [16384, 8]]) {
      await bench(`scrypt ${costFactor}, ${blockSize}`, (of) =>
        of.scrypt({ password, salt, costFactor, blockSize, parallelism: 1, hashLength: 32 }));
    }
    for (const [name, make] of [["sha1", "createSHA1"], ["sha256", "createSHA256"], ["sha512", "createSHA512"]]) {
      await bench(`pbkdf2-${name} 10000`, async (of) =>
        of.pbkdf2({ password, salt, iterations: 10000, hashLength: 32, hashFunction: of === ours ? name : other[make]() }));
    }
    // without the version, which is 2b here and 2a there
    await bench("bcrypt 8", async (of) =>
      (await of.bcrypt({ password, salt: new Uint8Array(16).fill(7), costFactor: 8, outputType: "encoded" })).slice(4));
  },
  async noble() {
    const key = message(32);
    for (const [name, call] of Object.entries({ sha256, sha512, "sha3-256": sha3_256, blake2b, blake2s, blake3 })) {
      if (!only.test(name)) continue;
      const hash = await ours.hash(name);
      for (const size of [64, 16384]) {
        const data = message(size);
        await compare(`${name} ${size}, noble`, () => hash.of(data, "binary"), () => call(data));
      }
    }
    for (const [name, length, call] of [["xchacha20-poly1305", 24, xchacha20poly1305], ["aes-256-gcm", 12, gcm]]) {
      if (!only.test(name)) continue;
      const aead = await ours.aead(name, key);
      for (const size of [64, 16384]) {
        const [nonce, data] = [message(length), message(size)];
        await compare(`${name} ${size}, noble`, () => aead.encrypt(nonce, data), () => call(key, nonce).encrypt(data));
      }
    }
  },
  async age() {
    const bench = async (name, ...sides) => {
      if (only.test(name)) await compare(name, ...sides);
    };
    const identity = await age.generateX25519Identity();
    const recipient = await age.identityToRecipient(identity);
    const data = message(1 << 25);
    const encrypter = () => {
      const encrypter = new age.Encrypter();
      encrypter.addRecipient(recipient);
      return encrypter;
    };
    const decrypter = () => {
      const decrypter = new age.Decrypter();
      decrypter.addIdentity(identity);
      return decrypter;
    };
    const file = await ours.encryptFile(data, { recipients: recipient });
    await bench("age, 32 MiB", () => ours.encryptFile(data, { recipients: recipient }), () => encrypter().encrypt(data), true, true);
    await bench("age, 32 MiB, decryption", () => ours.decryptFile(file, { identities: identity }), () => decrypter().decrypt(file), true);
    // in slices of 64 KiB, as a browser passes a file
    const slices = function* () {
      for (let i = 0; i < 16 * streamed; i++) yield data.subarray((i % 512) << 16, ((i % 512) + 1) << 16);
    };
    const read = async (stream) => {
      let length = 0;
      for await (const part of stream) length += part.length;
      return String(length);
    };
    await bench(`age, ${streamed} MiB as a stream`,
      () => read(ReadableStream.from(slices()).pipeThrough(ours.encryptStream({ recipients: recipient }))),
      async () => read(await encrypter().encrypt(ReadableStream.from(slices()))), true);
  },
};

console.log(`Node ${process.version}, hash-wasm 4.13.0, noble 2.4.0 and age-encryption 0.3.1, SIMD ${ours.hasSimd()}, load ${loadavg()[0].toFixed(2)}`);
for (const part of parts) {
  if (!BENCHES[part]) throw new Error(`no part ${part}: ${Object.keys(BENCHES).join(", ")}`);
  await BENCHES[part]();
}
console.log(`load ${loadavg()[0].toFixed(2)}`);
process.exit(0);
