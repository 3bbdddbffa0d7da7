// The npm package beside @noble/hashes, @noble/ciphers and typage (age-encryption): CPU time of the whole process for each call.
//
//   make wasm && npm ci --prefix bench/wasm && node bench/wasm/peers.mjs [--package FOLDER]
//
// The figures are nanoseconds of the package, and how many times as long the other takes.
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gcm } from "@noble/ciphers/aes.js";
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { blake2b, blake2s } from "@noble/hashes/blake2.js";
import { blake3 } from "@noble/hashes/blake3.js";
import { sha3_256 } from "@noble/hashes/sha3.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import * as age from "age-encryption";

const here = dirname(fileURLToPath(import.meta.url));
const at = process.argv.indexOf("--package");
const folder = resolve(at < 0 ? resolve(here, "../../target/wasm/package") : process.argv[at + 1]);
const ours = await import(pathToFileURL(resolve(folder, "dist/index.js")));

const used = (since) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) * 1000;
};
/** Calls a function for 0.3 s so that the engine compiles it, then for 0.3 s more, and returns the time of a call. */
async function timed(call) {
  let calls, start;
  for (let round = 0; round < 2; round++) {
    [calls, start] = [0, process.cpuUsage()];
    do {
      await call();
      calls++;
    } while (used(start) < 3e8);
  }
  return used(start) / calls;
}
async function compare(name, mine, other) {
  const [x, y] = [await mine(), await other()].map((bytes) => Buffer.from(bytes).toString("hex"));
  // an age file is another each time
  if (x.length !== y.length || (!name.startsWith("age") && x !== y)) throw new Error(`${name}: results differ`);
  const turns = [[], []];
  for (let round = 0; round < 3; round++) {
    for (const [i, call] of [mine, other].entries()) turns[i].push(await timed(call));
  }
  const [a, b] = turns.map((times) => times.toSorted((x, y) => x - y)[1]);
  console.log(`${name.padEnd(32)} ${a.toFixed(0).padStart(12)}  ${(b / a).toFixed(2).padStart(6)}`);
}

const message = (size) => Uint8Array.from({ length: size }, (_, i) => i * 7 + 3);
const key = message(32);
console.log(`Node ${process.version}, @noble/hashes 2.4.0, age-encryption 0.3.1, SIMD ${ours.hasSimd()}`);
for (const [name, other] of Object.entries({ sha256, sha512, "sha3-256": sha3_256, blake2b, blake2s, blake3 })) {
  const hash = await ours.hash(name);
  for (const size of [64, 16384]) {
    const data = message(size);
    await compare(`${name} ${size}`, () => hash.of(data, "binary"), () => other(data));
  }
}
const [chacha, aes] = [await ours.aead("xchacha20-poly1305", key), await ours.aead("aes-256-gcm", key)];
for (const size of [64, 16384]) {
  const [data, long, short] = [message(size), message(24), message(12)];
  await compare(`xchacha20-poly1305 ${size}`, () => chacha.encrypt(long, data), () => xchacha20poly1305(key, long).encrypt(data));
  await compare(`aes-256-gcm ${size}`, () => aes.encrypt(short, data), () => gcm(key, short).encrypt(data));
}
const recipient = await age.identityToRecipient(await age.generateX25519Identity());
const data = message(1 << 25);
await compare("age, 32 MiB", () => ours.encryptFile(data, { recipients: recipient }), () => {
  const encrypter = new age.Encrypter();
  encrypter.addRecipient(recipient);
  return encrypter.encrypt(data);
});
process.exit(0);
