// Files: hashing in workers, age as streams, FCA and openssl enc.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import * as bramah from "../dist/index.js";
import { hex, pattern } from "./vectors.mjs";

const folder = mkdtempSync(join(tmpdir(), "bramah-"));
after(() => {
  bramah.endWorkers();
  rmSync(folder, { recursive: true });
});
const data = pattern(5_000_001);
const sha256 = createHash("sha256").update(data).digest("hex");
const md5 = createHash("md5").update(data).digest("hex");

async function* slowly(bytes, size) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test("blobs, streams and bytes in workers", async () => {
  const sources = {
    blob: () => new Blob([data]),
    stream: () => new Blob([data]).stream(),
    iterator: () => slowly(data, 70_001),
    bytes: () => data,
  };
  for (const [name, source] of Object.entries(sources)) {
    for (const workers of [undefined, 1, 0]) {
      const seen = [];
      const found = await bramah.hashFile(source(), ["sha256", "md5"], { workers, onProgress: (bytes, total) => seen.push([bytes, total]) });
      assert.deepEqual(found, { sha256, md5 }, name);
      assert.equal(seen.at(-1)[0], data.length, name);
      assert.equal(seen.at(-1)[1], name === "blob" ? data.length : undefined, name);
    }
  }
  assert.deepEqual(await bramah.hashFile(new Blob(["abc"]), "md5"), { md5: "900150983cd24fb0d6963f7d28e17f72" });
  assert.deepEqual(await bramah.hashFile(new Blob([]), "md5"), { md5: "d41d8cd98f00b204e9800998ecf8427e" });
  writeFileSync(join(folder, "file"), data);
  assert.deepEqual(await bramah.hashFile(await openAsBlob(join(folder, "file")), "sha256"), { sha256 });
  assert.equal(data.length, 5_000_001, "the caller's bytes are not taken away");
});

test("progress goes forward, once for each number of bytes", async () => {
  const sources = { blob: () => new Blob([data]), stream: () => new Blob([data]).stream(), iterator: () => slowly(data, 70_001) };
  for (const [name, source] of Object.entries(sources)) {
    for (const workers of [undefined, 2, 1, 0]) {
      const seen = [];
      await bramah.hashFile(source(), ["sha256", "md5", "crc32"], { workers, onProgress: (bytes) => seen.push(bytes) });
      assert.equal(seen.at(-1), data.length, name);
      assert.deepEqual(seen, [...new Set(seen)].sort((a, b) => a - b), `${name}, ${workers} workers`);
    }
  }
  // an error of the caller's function ends the work
  const onProgress = () => {
    throw new RangeError("enough");
  };
  for (const workers of [2, 0]) {
    await assert.rejects(bramah.hashFile(new Blob([data]), ["sha256", "md5"], { workers, onProgress }), { name: "RangeError", message: "enough" });
  }
});

test("what goes wrong with a file", async () => {
  await assert.rejects(bramah.hashFile(new Blob([data]), "sha257"), { code: "ERR_UNKNOWN_NAME" });
  await assert.rejects(bramah.hashFile(new Blob([data]), []), TypeError);
  await assert.rejects(bramah.hashFile(7, "sha256"), TypeError);
  const broken = (async function* () {
    yield data.subarray(0, 1000);
    throw new RangeError("the source broke");
  })();
  await assert.rejects(bramah.hashFile(broken, "sha256"), { name: "RangeError", message: "the source broke" });
  writeFileSync(join(folder, "changes"), data);
  const blob = await openAsBlob(join(folder, "changes"));
  writeFileSync(join(folder, "changes"), data.subarray(0, 2_000_000));
  await assert.rejects(bramah.hashFile(blob, "sha256"), /read|change/i);
  assert.deepEqual(await bramah.hashFile(new Blob([data]), "sha256"), { sha256 }, "the pool still works");
});

test("an AbortSignal", async () => {
  await assert.rejects(bramah.hashFile(new Blob([data]), "sha256", { signal: AbortSignal.abort() }), { name: "AbortError" });
  const endless = (async function* () {
    for (;;) yield data.subarray(0, 100_000);
  })();
  const controller = new AbortController();
  let count = 0;
  const onProgress = () => ++count === 3 && controller.abort(new Error("enough"));
  await assert.rejects(bramah.hashFile(endless, "sha256", { signal: controller.signal, onProgress }), { message: "enough" });
  assert.deepEqual(await bramah.hashFile(new Blob([data]), "sha256"), { sha256 });
});

/** Messages of all lengths that matter, together longer than what is hashed where it is. */
function messages() {
  const list = ["text", new Uint8Array(), pattern(3_000_000), new DataView(data.buffer, 5, 100)];
  for (let i = 0; i < 40_000; i++) list.push(data.subarray(i * 10, i * 10 + ((i * 13) % 200)));
  for (let i = 0; i < 2_000; i++) list.push(data.subarray(i * 2_000, i * 2_000 + ((i * 977) % 4_500)));
  const shared = new Uint8Array(new SharedArrayBuffer(50_000));
  shared.set(data.subarray(7, 50_007));
  list.push(shared.subarray(10, 40_010));
  return list;
}

test("many messages in workers", async () => {
  const list = messages();
  const key = pattern(32);
  for (const [name, options] of [["sha256"], ["blake3", { key }], ["shake128", { bits: 72 }]]) {
    const expected = hex(await bramah.hashMany(name, list, { workers: 0, ...options }));
    for (const workers of [undefined, 1, 3]) assert.equal(hex(await bramah.hashMany(name, list, { workers, ...options })), expected, name);
  }
  assert.equal(hex(key), hex(pattern(32)), "the caller's key is not erased");
  assert.equal(data.length, 5_000_001, "the caller's bytes are not taken away");
  assert.equal((await bramah.hashMany("sha256", [], { workers: 2 })).length, 0);
  const digests = await bramah.hashMany("sha256", new Set(list), { workers: 2 });
  assert.equal(digests.length, 32 * new Set(list).size, "any iterable");
  // a list of few bytes, and one for no worker
  assert.equal(hex(await bramah.hashMany("md5", ["abc"], { workers: 2 })), "900150983cd24fb0d6963f7d28e17f72");
});

test("buffers that the caller gives to the workers", async () => {
  const list = messages();
  const own = Array.from({ length: 8 }, (_, i) => data.slice(i, 1_000_000 + i));
  list.push(...own, own[0]);
  const expected = hex(await bramah.hashMany("sha256", list, { workers: 0 }));
  assert.equal(hex(await bramah.hashMany("sha256", list, { workers: 2, transfer: true })), expected);
  assert.equal(own[0].length, 1_000_000, "a message that is there twice is copied");
  assert.deepEqual(own.slice(1).map(({ length }) => length), Array(7).fill(0), "the others are given away");
  assert.equal(data.length, 5_000_001, "and no buffer of which a message is a part");
});

test("many messages do not block the caller", async () => {
  const list = messages();
  await bramah.hashMany("whirlpool", list, { workers: 2 });
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await bramah.hashMany("whirlpool", list, { workers: 2 });
  assert.ok(turns > 5, `${turns} turns of the loop of events`);
  clearInterval(timer);
});

test("what goes wrong with many messages", async () => {
  const list = messages();
  const workers = 2;
  for (const [name, wrong, options, error] of [
    ["sha257", list, {}, { code: "ERR_UNKNOWN_NAME" }], ["sha256", list, { key: "k" }, { code: "ERR_ARGUMENT" }],
    ["sha256", list, { nothing: 1 }, TypeError], ["sha256", [...list, 1], {}, /messages\[\d+\]/], ["sha256", "abc", {}, TypeError],
    ["sha256", {}, {}, TypeError], ["sha256", null, {}, TypeError], ["blake3", list, { key: {} }, TypeError],
    ["blake3", list, { key: () => 1 }, TypeError], [7, list, {}, TypeError], ["sha256", list, { workers: -1 }, TypeError],
  ]) {
    await assert.rejects(bramah.hashMany(name, wrong, { workers, ...options }), error, String(name));
  }
  await assert.rejects(bramah.hashMany("sha256", list, { workers, signal: AbortSignal.abort() }), { name: "AbortError" });
  const controller = new AbortController();
  const aborted = bramah.hashMany("whirlpool", list, { workers, signal: controller.signal });
  setTimeout(() => controller.abort(new Error("enough")), 1);
  await assert.rejects(aborted, { message: "enough" });
  assert.equal((await bramah.hashMany("sha256", list, { workers })).length, 32 * list.length, "the pool still works");
  // a buffer that the caller gives to somebody else meanwhile
  const gone = data.slice(0, 1_000);
  const late = bramah.hashMany("whirlpool", [...list, gone], { workers });
  setImmediate(() => structuredClone(gone, { transfer: [gone.buffer] }));
  await assert.rejects(late, /messages\[\d+\] has changed while it was hashed/);
});

test("workers that are ended", async (t) => {
  const list = messages();
  const started = [];
  const took = (worker) => started.push(worker);
  process.on("worker", took);
  const end = () => Promise.all(started.splice(0).map((worker) => worker.terminate()));
  // a worker without work does not keep the process alive, not even until its end is known
  const alive = setInterval(() => {}, 1000);
  t.after(() => clearInterval(alive));
  const parts = (async function* () {
    for (let i = 0; ; i++) {
      if (i === 3) await end();
      yield data.subarray(0, 100_000);
    }
  })();
  bramah.endWorkers();
  await assert.rejects(bramah.hashFile(parts, ["sha256", "md5"], { workers: 2 }), { code: "ERR_WORKER" });
  const digests = await bramah.hashMany("sha256", list, { workers: 2 });
  assert.equal(started.length, 2);
  const many = bramah.hashMany("whirlpool", list, { workers: 2 });
  await Promise.all([end(), assert.rejects(many, { code: "ERR_WORKER" })]);
  // and those that have no work
  assert.deepEqual(await bramah.hashMany("sha256", list, { workers: 2 }), digests);
  assert.equal(started.length, 2);
  await end();
  assert.deepEqual(await bramah.hashMany("sha256", list, { workers: 2 }), digests);
  process.off("worker", took);
});

const through = async (stream, bytes, size = 65_536) => {
  const source = new ReadableStream({
    async start(controller) {
      for await (const part of slowly(bytes, size)) controller.enqueue(part);
      controller.close();
    },
  });
  return new Uint8Array(await new Response(source.pipeThrough(stream)).arrayBuffer());
};

test("age: key pairs, a passphrase, armor", async () => {
  const pairs = [await bramah.generateIdentity(), await bramah.generateIdentity("hybrid")];
  assert.match(pairs[0].identity, /^AGE-SECRET-KEY-1/);
  assert.match(pairs[1].recipient, /^age1pq1/);
  for (const { identity, recipient } of pairs) assert.equal(await bramah.identityToRecipient(identity), recipient);
  for (const length of [0, 1, 65_536, 65_537, 1_000_003]) {
    const text = data.subarray(0, length);
    for (const { identity, recipient } of pairs) {
      for (const armor of [false, true]) {
        const file = await through(bramah.encryptStream({ recipients: [recipient], armor }), text);
        assert.equal(Buffer.from(file).toString("latin1").startsWith(armor ? "-----BEGIN AGE" : "age-encryption.org/v1\n"), true);
        assert.equal(hex(await through(bramah.decryptStream({ identities: identity }), file, 10_007)), hex(text));
      }
    }
  }
  const file = await bramah.encryptFile("for you", { passphrase: "secret", workFactor: 10 });
  assert.equal(new TextDecoder().decode(await bramah.decryptFile(file, { passphrase: "secret" })), "for you");
  await assert.rejects(bramah.decryptFile(file, { passphrase: "wrong" }), { code: "ERR_WRONG_PASSWORD" });
  await assert.rejects(bramah.decryptFile(file, { identities: pairs[0].identity }), { code: "ERR_NO_MATCH" });
  await assert.rejects(bramah.decryptFile(file, { passphrase: "secret", maxWorkFactor: 9 }), { code: "ERR_LIMIT" });
  await assert.rejects(bramah.decryptFile("no such file", { passphrase: "secret" }), { code: "ERR_MALFORMED" });
  await assert.rejects(bramah.encryptFile("", {}), { code: "ERR_ARGUMENT" });
  await assert.rejects(bramah.encryptFile("", { recipients: "age1wrong" }), { code: "ERR_MALFORMED" });
  const changed = file.slice();
  changed[changed.length - 1] ^= 1;
  await assert.rejects(bramah.decryptFile(changed, { passphrase: "secret" }), { code: "ERR_UNAUTHENTIC" });
  await assert.rejects(bramah.decryptFile(file.slice(0, -1), { passphrase: "secret" }), { code: "ERR_UNAUTHENTIC" });
});

test("age: whole files have memory of their own length", async () => {
  const { identity, recipient } = await bramah.generateIdentity();
  for (const length of [0, 1, 65_536, 65_537, 262_144, 262_145, 2_000_000]) {
    const text = new Uint8Array(new SharedArrayBuffer(length));
    text.set(data.subarray(0, length));
    for (const armor of [false, true]) {
      const file = await bramah.encryptFile(text, { recipients: recipient, armor });
      const again = await bramah.decryptFile(file, { identities: identity });
      assert.equal(hex(again), hex(text), `${length}, armor ${armor}`);
      assert.deepEqual([again.buffer.byteLength, file.buffer.byteLength], [length, file.length]);
      // a stream makes and reads the same format
      assert.equal(hex(await through(bramah.decryptStream({ identities: identity }), file, 65_536)), hex(text));
      assert.equal(hex(await bramah.decryptFile(await through(bramah.encryptStream({ recipients: recipient, armor }), data.subarray(0, length), 65_536), { identities: identity })), hex(text));
    }
  }
  const many = await Promise.all(Array.from({ length: 30 }, () => bramah.generateIdentity()));
  const long = await bramah.encryptFile("for you", { recipients: many.map((pair) => pair.recipient) });
  assert.equal(new TextDecoder().decode(await bramah.decryptFile(long, { identities: many[29].identity })), "for you");
});

test("FCA and openssl enc", async () => {
  for (const options of [{}, { eax: false, strong: false }, { compressed: true }, { cipher: "serpent" }]) {
    const file = await bramah.fca.encrypt(data.subarray(0, 100_000), { passphrase: "secret", ...options });
    assert.equal(hex(await bramah.fca.decrypt(file, { passphrase: "secret", cipher: options.cipher })), hex(data.subarray(0, 100_000)));
    await assert.rejects(bramah.fca.decrypt(file, { passphrase: "wrong", cipher: options.cipher }), { code: "ERR_WRONG_PASSWORD" });
  }
  const file = await bramah.opensslEnc.encrypt("for you", { passphrase: "secret", armor: true });
  assert.equal(new TextDecoder().decode(await bramah.opensslEnc.decrypt(file, { passphrase: "secret" })), "for you");
  const theirs = spawnSync("openssl", ["enc", "-d", "-a", "-aes-256-cbc", "-pbkdf2", "-pass", "pass:secret"], { input: file });
  if (!theirs.error) assert.equal(theirs.stdout.toString(), "for you");
});

test("BLAKE3 of a long file, in several workers", async () => {
  const MIB = 1 << 20;
  const message = pattern(MIB);
  // the least length that is divided, and one whose last range and last slice are short
  for (const length of [16 * MIB, 37 * MIB + 1025, 16 * MIB - 1]) {
    const blob = new Blob([...Array(Math.floor(length / MIB)).fill(message), message.subarray(0, length % MIB)]);
    const expected = await bramah.hashFile(blob, "blake3", { workers: 0 });
    for (const workers of [1, 2, 3]) {
      const seen = [];
      const found = await bramah.hashFile(blob, "blake3", { workers, onProgress: (done, total) => seen.push([done, total]) });
      assert.deepEqual(found, expected, `${length} bytes in ${workers} workers`);
      assert.deepEqual(seen.at(-1), [length, length]);
      assert.ok(seen.every(([done], i) => i === 0 || done > seen[i - 1][0]), "progress grows");
    }
  }
  const blob = new Blob(Array(64).fill(message));
  const abort = new AbortController();
  const stopped = bramah.hashFile(blob, "blake3", { workers: 2, signal: abort.signal, onProgress: () => abort.abort() });
  await assert.rejects(stopped, { name: "AbortError" });
  assert.deepEqual(await bramah.hashFile(blob, "blake3", { workers: 2 }), await bramah.hashFile(blob, "blake3", { workers: 0 }));
});
