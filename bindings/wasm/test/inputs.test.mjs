// What is refused, what is slower but right, and what is erased.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import * as bramah from "../dist/index.js";
import { compile as compileInBrowser } from "../dist/engine-web.js";
import { loader } from "../dist/load.js";
import { ciphers } from "../dist/piece-ciphers.js";
import { hashes } from "../dist/piece-hashes.js";
import { kdf } from "../dist/piece-kdf.js";
import { useSimd } from "../dist/simd.js";
import { pattern } from "./vectors.mjs";

const ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

test("bytes in every form", async () => {
  const bytes = new TextEncoder().encode("xabcx");
  const inside = bytes.buffer.slice(0);
  for (const data of [
    "abc", bytes.slice(1, 4), bytes.subarray(1, 4), new DataView(inside, 1, 3), Buffer.from("abc"), bytes.slice(1, 4).buffer,
    new Int8Array(inside, 1, 3), new Uint8ClampedArray(inside, 1, 3),
  ]) {
    assert.equal(await bramah.sha256(data), ABC);
  }
  const shared = new SharedArrayBuffer(5);
  new Uint8Array(shared).set(bytes);
  assert.equal(await bramah.sha256(new Uint8Array(shared, 1, 3)), ABC);
  assert.equal(await bramah.sha256(new Uint8Array(new SharedArrayBuffer(8192))), await bramah.sha256(new Uint8Array(8192)));
  const resizable = new ArrayBuffer(5, { maxByteLength: 10 });
  new Uint8Array(resizable).set(bytes);
  const view = new Uint8Array(resizable, 1, 3);
  assert.equal(await bramah.sha256(view), ABC);
  resizable.resize(2);
  await assert.rejects(async () => bramah.sha256(view), /detached or has shrunk/);
});

test("hash functions and MACs are found by their names in every spelling", async () => {
  const found = { "SHA-512/256": "sha512-256", "Blake2b-160": "blake2b-160", "skein512-160": "skein-512-160", rmd160: "ripemd-160", "SHAKE256": "shake256-512", "sha-1": "sha1" };
  for (const [name, meant] of Object.entries(found)) assert.equal((await bramah.hash(name)).name, meant);
  const sizes = { "HMAC-SHA-256": 32, "hmac sha3-256": 32, KMAC256: 64, blake3: 32, poly1305: 16, "cmac-kuznyechik": 16, "siphash-2-4": 8 };
  for (const [name, size] of Object.entries(sizes)) assert.equal((await bramah.mac(name, pattern(/siphash/.test(name) ? 16 : 32))).digestSize, size, name);
  for (const name of ["nothing", "sha", "12", ""]) await assert.rejects(bramah.hash(name), { code: "ERR_UNKNOWN_NAME" });
  await assert.rejects(bramah.mac("hmac-nothing", ""), { code: "ERR_UNKNOWN_NAME" });
});

test("a message in parts of all lengths", async () => {
  const whole = pattern(20000);
  const made = await bramah.hash("sha256");
  const expected = made.of(whole);
  // up to 16 KiB wait in the module's buffer for the rest
  for (const cut of [0, 1, 64, 16383, 16384, 16385, 20000]) {
    assert.equal(made.init().update(whole.subarray(0, cut)).update(whole.subarray(cut)).digest(), expected, `cut at ${cut}`);
    made.init().update(whole.subarray(0, cut));
    const copy = made.clone();
    const restored = (await bramah.hash("sha256")).update("dropped").load(made.save());
    for (const one of [made, copy, restored]) assert.equal(one.update(whole.subarray(cut)).digest(), expected, `continued at ${cut}`);
  }
  made.init().update("abc");
  assert.throws(() => made.load(new Uint8Array(50)), { code: "ERR_MALFORMED" });
  assert.equal(made.digest(), ABC, "a state that is refused changes nothing");
  made.init().update("dropped").init();
  assert.equal(made.digest(), made.of(""));
  assert.equal(made.digest("hex"), made.of(""), "a second digest");
  made.digest("binary").fill(0);
  assert.equal(made.digest(), made.of(""), "what is returned is a copy");
});

test("messages take turns in the buffer of their module", async () => {
  const [a, b, c] = [await bramah.hash("sha256"), await bramah.hash("sha224"), await bramah.hash("sha256")];
  const [x, y] = [a.of("one two"), b.of("three")];
  a.update("one");
  b.update("three");
  c.update("gone");
  c.dispose();
  a.update(" two");
  assert.equal(b.digest(), y);
  assert.equal(a.digest(), x);
  a.init().update("one");
  assert.equal(a.of("one two"), x, "a whole message in between");
  assert.equal(a.update(" two").digest(), x);
  a.init().update("one");
  b.init().update("three").init();
  assert.equal(b.digest(), b.of(""), "a message that waited is discarded");
  assert.equal(a.update(" two").digest(), x);
  a.init().update("one").update("").update(" two");
  await bramah.hashMany("sha256", ["one", "two"]);
  assert.equal(a.digest(), x, "many messages in between");
});

test("checksums of messages in parts", async () => {
  const whole = pattern(5000);
  for (const name of ["adler32", "crc32", "crc32c", "crc64", "crc64-nvme", "crc24", "crc-posix", "sum-bsd", "sum-sysv"]) {
    const made = await bramah.hash(name);
    for (const length of [0, 255, 256, 575, 576, 1600, 1663, 5000]) {
      for (const start of [0, 3]) {
        const parts = made.init().update(whole.subarray(0, start));
        for (let at = start; at < length; at += 199) parts.update(whole.subarray(at, Math.min(at + 199, length)));
        const expected = parts.digest();
        const message = whole.subarray(0, Math.max(start, length));
        assert.equal(made.of(message), expected, `${name} of ${length} bytes`);
        assert.equal(made.init().update(message.subarray(0, start)).update(message.subarray(start)).digest(), expected, `${name} from ${start} on`);
      }
    }
  }
});

test("wrong types, and buffers that are gone", async () => {
  for (const wrong of [undefined, null, 1, 1n, true, {}, [1, 2], Symbol("x"), () => 1, new Date(), new Map()]) {
    await assert.rejects(async () => bramah.sha256(wrong), TypeError);
  }
  const gone = new ArrayBuffer(8);
  const view = new Uint8Array(gone);
  structuredClone(gone, { transfer: [gone] });
  await assert.rejects(async () => bramah.sha256(gone), TypeError);
  await assert.rejects(async () => bramah.sha256(view), TypeError);
  assert.equal(await bramah.sha256(new Uint8Array()), await bramah.sha256(""));
  for (const name of [undefined, 1, {}, null]) await assert.rejects(bramah.hash(name), TypeError);
  await assert.rejects(bramah.hash("sha257"), { code: "ERR_UNKNOWN_NAME" });
  await assert.rejects(bramah.hash("sha256", { key: "k" }), { code: "ERR_ARGUMENT" });
  await assert.rejects(bramah.hash("sha256", { nothing: 1 }), TypeError);
  await assert.rejects(bramah.hash("shake128", { bits: -8 }), TypeError);
  await assert.rejects(bramah.hash("shake128", { bits: 1.5 }), TypeError);
  await assert.rejects(bramah.hashMany("sha256", "abc"), TypeError);
  await assert.rejects(bramah.hashMany("sha256", ["abc", 1]), /messages\[1\]/);
  await assert.rejects(bramah.aead("aes-256-gcm", pattern(31)), { code: "ERR_ARGUMENT" });
  await assert.rejects(bramah.aead("aes-256-gcm", undefined), TypeError);
  await assert.rejects(bramah.cipher("aes-256-ctr", pattern(32), pattern(16), { nothing: 1 }), /nothing/);
  await assert.rejects(bramah.pbkdf2({ password: "", salt: "", iterations: 0, hashLength: 1 }), { code: "ERR_ARGUMENT" });
  await assert.rejects(bramah.argon2id({}), TypeError);
  const made = await bramah.hash("sha256");
  assert.throws(() => made.digest("base64"), TypeError);
});

test("the form of a digest", async () => {
  for (const data of ["abc", "a".repeat(5000)]) {
    const digits = await bramah.sha256(data);
    assert.equal(await bramah.sha256(data, "hex"), digits);
    assert.deepEqual(await bramah.sha256(data, "binary"), Uint8Array.from(Buffer.from(digits, "hex")));
    await assert.rejects(bramah.sha256(data, "base64"), TypeError);
    // the index of an element is no form
    assert.deepEqual(await Promise.all([data, data].map(bramah.sha256)), [digits, digits]);
  }
});

test("objects after their end", async () => {
  const made = await bramah.hash("sha256");
  made.update("abc");
  assert.equal(made.digest(), ABC);
  assert.equal(made.digest(), ABC);
  assert.throws(() => made.update("more"), { code: "ERR_ENDED" });
  assert.throws(() => made.save(), { code: "ERR_ENDED" });
  made.init();
  made.dispose();
  made.dispose();
  for (const use of [() => made.update("a"), () => made.digest(), () => made.clone(), () => made.init(), () => made.of("")]) {
    assert.throws(use, { code: "ERR_ENDED" });
  }
  // what `using` calls
  const other = await bramah.mac("hmac-sha256", "key");
  other[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
  assert.throws(() => other.update("a"), { code: "ERR_ENDED" });
  const aead = await bramah.aead("aes-128-gcm", pattern(16));
  aead.dispose();
  assert.throws(() => aead.encrypt(pattern(12), ""), { code: "ERR_ENDED" });
  // another object gets the place of the one that is gone, and the old one does not reach it
  const next = await bramah.aead("aes-128-gcm", pattern(16));
  assert.throws(() => aead.decrypt(pattern(12), pattern(20)), { code: "ERR_ENDED" });
  next.dispose();
});

const found = (piece, secret) => Buffer.from(piece.memory.buffer).includes(Buffer.from(secret));

test("secrets are erased from the memory of a module", async () => {
  const secret = Uint8Array.from({ length: 32 }, (_, i) => (i * 37 + 11) & 255);
  const message = new TextEncoder().encode("a message that nobody else should read, of 64 bytes or more, yes");
  const load = (loaders) => Promise.all(loaders.map((one) => one.shared()));
  const [cipherPieces, hashPieces, kdfPieces] = [await load(ciphers), await load([hashes.sha2, hashes.blake]), await load(kdf)];
  const parts = [secret, secret.subarray(0, 16), secret.subarray(16)];
  const clean = (pieces, what) => {
    for (const piece of pieces) {
      for (const part of parts) assert.equal(found(piece, part), false, `the key is left after ${what}`);
      assert.equal(found(piece, message.subarray(0, 32)), false, `the message is left after ${what}`);
    }
  };
  for (const name of ["aes-256-gcm", "xchacha20-poly1305", "serpent-256-eax", "aes-256-gcm-siv", "aegis-256"]) {
    const aead = await bramah.aead(name, secret);
    const nonce = pattern({ "aes-256-gcm": 12, "aes-256-gcm-siv": 12, "xchacha20-poly1305": 24, "serpent-256-eax": 16, "aegis-256": 32 }[name]);
    const sealed = aead.encrypt(nonce, message);
    aead.decrypt(nonce, sealed);
    aead.dispose();
    clean(cipherPieces, name);
  }
  for (const name of ["aes-256-ctr", "aes-256-cbc", "xchacha20"]) {
    const made = await bramah.cipher(name, secret, pattern(name === "xchacha20" ? 24 : 16));
    made.update(message);
    made.dispose();
    clean(cipherPieces, name);
  }
  for (const name of ["cmac-aes-256", "poly1305"]) {
    const made = await bramah.mac(name, secret);
    made.update(message).digest();
    made.dispose();
    clean(cipherPieces, name);
  }
  await bramah.hmac("sha256", secret, message);
  await bramah.blake3(message, 256, secret);
  clean(hashPieces, "HMAC and a keyed hash function");
  await bramah.wrapKey("aes-256-kw", secret, message);
  clean(cipherPieces, "key wrap");
  await bramah.pbkdf2({ password: secret, salt: "saltsalt", iterations: 10, hashLength: 32 });
  await bramah.argon2id({ password: secret, salt: "saltsalt", iterations: 1, parallelism: 1, memorySize: 64, hashLength: 32 });
  await bramah.scrypt({ password: secret, salt: "saltsalt", costFactor: 16, blockSize: 8, parallelism: 1, hashLength: 32 });
  await bramah.password.hash(secret, "bcrypt", { cost: 4 });
  clean(kdfPieces, "key derivation");
  // the test can fail: while an object lives, its key is there
  const live = await bramah.cipher("xchacha20", secret, pattern(24));
  const alive = await bramah.mac("poly1305", secret);
  assert.equal(found(cipherPieces[0], secret.subarray(16)), true);
  live.dispose();
  alive.dispose();
});

test("an engine without SIMD", async () => {
  useSimd(false);
  hashes.sha2.forget();
  assert.equal(await bramah.sha256("abc"), ABC);
  useSimd(undefined);
  hashes.sha2.forget();
});

test("too little memory", async () => {
  await assert.rejects(
    bramah.argon2id({ password: "p", salt: "saltsalt", iterations: 1, parallelism: 1, memorySize: 2 ** 32 - 1, hashLength: 32 }),
    { code: "ERR_NO_MEMORY" },
  );
  // and the next call works
  assert.equal((await bramah.argon2id({ password: "p", salt: "saltsalt", iterations: 1, parallelism: 1, memorySize: 64, hashLength: 32 })).length, 64);
  const made = await bramah.hash("shake128");
  assert.throws(() => made.extend(2 ** 32 - 1), { code: "ERR_NO_MEMORY" });
  await assert.rejects(async () => made.update("a"), { code: "ERR_ENDED" });
  assert.equal(await bramah.sha256("abc"), ABC);
});

test("an engine without a compiler", () => {
  for (const file of ["index", "sha256"]) {
    const address = new URL(`../dist/${file}.js`, import.meta.url).href;
    const code = `import(${JSON.stringify(address)}).then(async ({ sha256, hasSimd }) => {
      if (hasSimd) console.log(hasSimd());
      try { console.log(await sha256("abc")); } catch (error) { console.log(error.code); }
    })`;
    const run = spawnSync(process.execPath, ["--jitless", "-e", code], { encoding: "utf8" });
    const expected = file === "index" ? `^(false\nERR_NO_WASM|(true|false)\n${ABC})$` : `^(ERR_NO_WASM|${ABC})$`;
    assert.match(run.stdout.trim(), new RegExp(expected), run.stderr);
  }
});

test("a module that is not there", async () => {
  const missing = loader([() => new URL("./missing.wasm", import.meta.url), () => new URL("./missing.wasm", import.meta.url)]);
  await assert.rejects(missing.shared(), /missing\.wasm/);
  // in a browser; the page writes the message with a capital, which no address may have
  const { fetch } = globalThis;
  globalThis.fetch = async () => new Response(null, { status: 404, statusText: "Not Found" });
  try {
    await assert.rejects(compileInBrowser("http://127.0.0.1/missing.wasm"), /^Error: could not load http:.*missing\.wasm: 404 Not Found$/);
  } finally {
    globalThis.fetch = fetch;
  }
});
