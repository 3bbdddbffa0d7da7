// age files whose chunks are divided among workers: the same results and the same errors as on one thread.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createCipheriv } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { after, test } from "node:test";
import { inflateSync } from "node:zlib";
import { chunksOf } from "../dist/chunks.js";
import * as bramah from "../dist/index.js";
import { age } from "../dist/piece-age.js";
import { file as request } from "../dist/requests.js";
import { hex, pattern } from "./vectors.mjs";

after(() => bramah.endWorkers());

const MIB = 1 << 20;
const SEALED = 65_552;
/** Longer than what is processed where the call is, with a last chunk that is not complete. */
const LONG = 20 * MIB + 12_345;
const data = pattern(LONG);
const { identity, recipient } = await bramah.generateIdentity();
const recipients = [recipient];
const identities = [identity];
const workers = 2;

/** Sends bytes through a stream, in slices of a size. */
async function through(stream, bytes, size = 65_536) {
  let at = 0;
  const source = new ReadableStream({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.subarray(at, (at += size)));
      else controller.close();
    },
  });
  return new Uint8Array(await new Response(source.pipeThrough(stream)).arrayBuffer());
}

const same = (found, expected, what) => assert.equal(Buffer.compare(found, expected), 0, what);

/** Calls a function with random bytes that are the same each time. */
async function repeatable(body) {
  const { getRandomValues } = crypto;
  let count = 0;
  crypto.getRandomValues = (out) => out.fill(++count);
  try {
    return await body();
  } finally {
    crypto.getRandomValues = getRandomValues;
  }
}

/** Returns the bytes of a promise in hexadecimal digits, or its error as text. */
const outcome = (promise) => promise.then(hex, ({ name, code, message }) => `${name} ${code}: ${message}`);

test("the same bytes as on one thread", async () => {
  for (const length of [0, 1, 65_536, 65_537, MIB, MIB + 1, 9 * MIB, LONG]) {
    const text = data.subarray(0, length);
    for (const armor of length === LONG ? [false] : [false, true]) {
      const options = { recipients, armor };
      const expected = await repeatable(() => through(bramah.encryptStream(options), text));
      for (const workers of length === LONG ? [1, 2, 3] : [2]) {
        const what = `${length} bytes, armor ${armor}, ${workers} workers`;
        const size = workers === 3 ? 3 * MIB + 7 : 65_536;
        same(await repeatable(() => through(bramah.encryptStream({ ...options, workers }), text, size)), expected, what);
        same(await repeatable(() => bramah.encryptFile(text, { ...options, workers })), expected, what);
        same(await through(bramah.decryptStream({ identities, workers }), expected, size), text, what);
        const whole = await bramah.decryptFile(expected, { identities, workers });
        same(whole, text, what);
        assert.equal(whole.buffer.byteLength, length, "memory of its own length");
      }
      same(await bramah.decryptFile(expected, { identities }), text, "and back, on one thread");
    }
  }
  same(data, pattern(LONG), "the caller's bytes are neither erased nor taken away");
});

test("every file of the age test kit has the same result", async () => {
  const folder = new URL("../../../crates/bramah-age/tests/testkit/", import.meta.url);
  const names = readdirSync(folder);
  assert.equal(names.length, 143);
  let [opened, refused] = [0, 0];
  for (const name of names) {
    const all = readFileSync(new URL(name, folder));
    const end = all.indexOf("\n\n");
    const fields = all.subarray(0, end).toString().split("\n").map((line) => line.split(": "));
    const of = (key) => fields.filter(([name]) => name === key).map(([, value]) => value);
    const file = of("compressed").length > 0 ? inflateSync(all.subarray(end + 2)) : all.subarray(end + 2);
    const options = { identities: of("identity"), passphrase: of("passphrase")[0] };
    if (options.identities.length === 0) delete options.identities;
    const expected = await outcome(bramah.decryptFile(file, options));
    assert.equal(await outcome(bramah.decryptFile(file, { ...options, workers })), expected, name);
    assert.equal(await outcome(through(bramah.decryptStream({ ...options, workers }), file, 10_007)), expected, name);
    if (of("expect")[0] === "success") opened++;
    else refused++;
  }
  assert.ok(opened > 20 && refused > 80, `${opened} opened, ${refused} refused`);
});

/** The key of the payload of a file. */
async function payloadKey(file) {
  const piece = await age.fresh();
  const handle = piece.ask(request.NEW, { decrypt: true, divided: true, identities: identity });
  piece.serve(request.UPDATE, handle, file.subarray(0, 1000));
  piece.serve(request.KEY, handle);
  return piece.reply();
}

/** Encrypts a chunk. */
function sealed(key, number, last, text) {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(number), 3);
  nonce[11] = last ? 1 : 0;
  const cipher = createCipheriv("chacha20-poly1305", key, nonce, { authTagLength: 16 });
  return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

test("what was changed is refused as on one thread, and nothing of it is passed on", async () => {
  const text = data.subarray(0, 18 * MIB);
  const file = await bramah.encryptFile(text, { recipients });
  const begin = file.length - 18 * 16 * SEALED;
  const key = await payloadKey(file);
  const at = (number) => begin + number * SEALED;
  const cut = (...parts) => Buffer.concat(parts.map(([from, to]) => file.subarray(from, to)));
  const changed = (place) => Object.assign(file.slice(), { [place]: file[place] ^ 1 });
  const all = 18 * 16;
  const damaged = {
    "the first chunk": [changed(at(0)), 0],
    "a chunk": [changed(at(200) + 5), 200],
    "the tag of a chunk": [changed(at(200) + SEALED - 1), 200],
    "two chunks": [Object.assign(changed(at(150)), { [at(200)]: file[at(200)] ^ 1 }), 150],
    "the last byte": [changed(file.length - 1), all - 1],
    "swapped chunks": [cut([0, at(100)], [at(101), at(102)], [at(100), at(101)], [at(102), file.length]), 100],
    "swapped parts": [cut([0, at(160)], [at(176), at(192)], [at(160), at(176)], [at(192), file.length]), 160],
    "a chunk that is missing": [cut([0, at(170)], [at(171), file.length]), 170],
    "a chunk twice": [cut([0, at(171)], [at(170), file.length]), 171],
    "an end between chunks": [cut([0, at(200)]), 199],
    "an end between parts": [cut([0, at(192)]), 191],
    "an end within a chunk": [cut([0, at(200) + 1000]), 200],
    "an end within a tag": [cut([0, at(200) + 10]), 200],
    "no payload": [cut([0, begin]), 0],
    "an end within the header": [cut([0, 100]), 0],
    "other bytes at the end": [Buffer.concat([file, Buffer.from("more")]), all - 1],
    "the last chunk twice": [Buffer.concat([file, file.subarray(at(all - 1))]), all - 1],
    "an empty chunk at the end": [Buffer.concat([
      file.subarray(0, at(all - 1)), sealed(key, all - 1, false, text.subarray(-65_536)), sealed(key, all, true, ""),
    ]), all],
  };
  const armored = await bramah.encryptFile(text, { recipients, armor: true });
  const line = (number) => 35 + Math.floor(number / 48) * 65;
  damaged["a line of armor"] = [Object.assign(armored.slice(), { [line(at(200))]: 33 }), 200];
  damaged["a line of armor after a chunk"] = [Object.assign(armored.slice(), { [line(at(150))]: armored[line(at(150))] === 65 ? 66 : 65, [line(at(250))]: 33 }), 151];
  damaged["armor without an end"] = [armored.subarray(0, armored.length - 40), all];
  for (const [what, [bad, most]] of Object.entries(damaged)) {
    const expected = await outcome(bramah.decryptFile(bad, { identities }));
    assert.match(expected, /^BramahError ERR_(UNAUTHENTIC|MALFORMED): /, what);
    assert.equal(await outcome(bramah.decryptFile(bad, { identities, workers })), expected, what);
    assert.equal(await outcome(through(bramah.decryptStream({ identities }), bad)), expected, what);
    let length = 0;
    const seen = bramah.decryptStream({ identities, workers });
    const read = new ReadableStream({
      start(controller) {
        for (let i = 0; i < bad.length; i += 65_536) controller.enqueue(bad.subarray(i, i + 65_536));
        controller.close();
      },
    }).pipeThrough(seen).pipeTo(new WritableStream({
      write(part) {
        same(part, text.subarray(length, length + part.length), what);
        length += part.length;
      },
    }));
    assert.equal(await outcome(read), expected, what);
    assert.ok(length <= most * 65_536, `${what}: ${length} bytes were passed on`);
  }
  same(await bramah.decryptFile(file, { identities, workers }), text, "the workers still work");
});

test("wrong options and wrong keys", async () => {
  const file = await bramah.encryptFile(data, { recipients, workers });
  const other = await bramah.generateIdentity();
  await assert.rejects(bramah.decryptFile(file, { identities: other.identity, workers }), { code: "ERR_NO_MATCH" });
  await assert.rejects(bramah.decryptFile(file, { passphrase: "secret", workers }), { code: "ERR_NO_MATCH" });
  await assert.rejects(bramah.encryptFile(data, { workers }), { code: "ERR_ARGUMENT" });
  await assert.rejects(bramah.encryptFile(data, { recipients: "age1wrong", workers }), { code: "ERR_MALFORMED" });
  for (const workers of [-1, 1.5, "2", null, {}]) {
    await assert.rejects(bramah.encryptFile(data, { recipients, workers }), /workers must be a whole number/);
    assert.throws(() => bramah.decryptStream({ identities, workers }), /workers must be a whole number/);
  }
  const writer = bramah.encryptStream({ recipients, workers }).writable.getWriter();
  await assert.rejects(writer.write(7), TypeError);
  same(await bramah.decryptFile(file, { identities, workers: 0 }), data, "none");
});

/** Bytes without an end, in slices of 64 KiB; counts those that were asked for. */
function endless(count) {
  return new ReadableStream({
    pull(controller) {
      const at = count.bytes % (16 * MIB);
      controller.enqueue(data.subarray(at, at + 65_536));
      count.bytes += 65_536;
    },
  });
}

/** Reads so many bytes. */
async function take(reader, length) {
  for (let count = 0; count < length; ) {
    const { done, value } = await reader.read();
    assert.ok(!done);
    count += value.length;
  }
}

const moment = () => new Promise((resolve) => setTimeout(resolve, 200));

/** Waits for a condition, ten seconds at most. */
async function until(condition) {
  for (let i = 0; i < 50 && !condition(); i++) await moment();
}

test("no more is read than what waits for the reader", async () => {
  const count = { bytes: 0 };
  const reader = endless(count).pipeThrough(bramah.encryptStream({ recipients, workers })).getReader();
  await take(reader, 24 * MIB);
  for (let bytes = -1; bytes !== count.bytes; await moment()) ({ bytes } = count);
  // four parts that workers have, one in the stream's queue, and one that is read
  assert.ok(count.bytes <= 24 * MIB + 8 * MIB, `${count.bytes} bytes were read`);
  const { bytes } = count;
  await moment();
  assert.equal(count.bytes, bytes, "nothing more while nobody reads");
  await take(reader, 24 * MIB);
  assert.ok(count.bytes > bytes);
  await reader.cancel();
});

/** Follows the workers that are started and ended. */
function followed() {
  const running = new Set();
  const took = (worker) => {
    running.add(worker);
    worker.once("exit", () => running.delete(worker));
  };
  process.on("worker", took);
  return { running, stop: () => process.off("worker", took) };
}

test("an AbortSignal and cancel end the workers", async () => {
  bramah.endWorkers();
  const { running, stop } = followed();
  const enough = new Error("enough");
  const ways = {
    "a signal": async (reader, controller) => {
      controller.abort(enough);
      await assert.rejects(reader.read().then(() => reader.read()).then(() => reader.read()), enough);
    },
    "cancel": async (reader) => reader.cancel(enough),
  };
  for (const [way, end] of Object.entries(ways)) {
    const controller = new AbortController();
    const reader = endless({ bytes: 0 }).pipeThrough(bramah.encryptStream({ recipients, workers, signal: controller.signal })).getReader();
    await take(reader, 12 * MIB);
    assert.equal(running.size, 2, way);
    await end(reader, controller);
    await until(() => running.size === 0);
    assert.equal(running.size, 0, way);
  }
  for (const workers of [0, 2]) {
    // before the begin, and while nothing is written
    const late = new AbortController();
    const reader = bramah.encryptStream({ recipients, workers, signal: late.signal }).readable.getReader();
    late.abort(enough);
    await assert.rejects(reader.read(), enough);
    const early = bramah.encryptStream({ recipients, workers, signal: AbortSignal.abort(enough) }).readable.getReader();
    await assert.rejects(early.read(), enough);
    await assert.rejects(bramah.encryptFile(data, { recipients, workers, signal: AbortSignal.abort(enough) }), enough);
  }
  const controller = new AbortController();
  const whole = bramah.encryptFile(data, { recipients, workers, signal: controller.signal });
  setTimeout(() => controller.abort(enough), 1);
  await assert.rejects(whole, enough);
  stop();
  const file = await bramah.encryptFile(data, { recipients, workers });
  same(await bramah.decryptFile(file, { identities, workers, signal: new AbortController().signal }), data, "afterwards");
});

test("workers that end, and a process that does not wait for them", async () => {
  bramah.endWorkers();
  const { running, stop } = followed();
  const reader = endless({ bytes: 0 }).pipeThrough(bramah.encryptStream({ recipients, workers })).getReader();
  await take(reader, 12 * MIB);
  assert.equal(running.size, 2);
  await Promise.all([...running].map((worker) => worker.terminate()));
  await assert.rejects(take(reader, 1 / 0), { code: "ERR_WORKER" });
  const file = await bramah.encryptFile(data, { recipients, workers });
  assert.equal(running.size, 2, "others are started");
  // those that have no work
  await Promise.all([...running].map((worker) => worker.terminate()));
  same(await bramah.decryptFile(file, { identities, workers }), data);
  stop();
  const index = JSON.stringify(new URL("../dist/index.js", import.meta.url).href);
  const code = `import { encryptStream } from ${index};
    const stream = encryptStream({ recipients: ${JSON.stringify(recipients)}, workers: 2 });
    const [writer, reader] = [stream.writable.getWriter(), stream.readable.getReader()];
    (async () => { while (!(await reader.read()).done); })();
    for (let i = 0; i < 20; i++) await writer.write(new Uint8Array(1 << 20));
    console.log("written");`;
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8", timeout: 60_000 });
  assert.deepEqual([run.stdout, run.status, run.stderr], ["written\n", 0, ""]);
});

test("where workers cannot be started, the work is done where the call is", () => {
  const index = JSON.stringify(new URL("../dist/index.js", import.meta.url).href);
  const code = `import { createHash } from "node:crypto";
    import { decryptFile, encryptFile, generateIdentity } from ${index};
    const { identity, recipient } = await generateIdentity();
    const text = new Uint8Array(${LONG}).fill(7);
    const file = await encryptFile(text, { recipients: recipient, workers: 2 });
    const again = await decryptFile(file, { identities: identity, workers: 2 });
    console.log(Buffer.compare(text, again));`;
  const run = spawnSync(process.execPath, ["--experimental-permission", "--allow-fs-read=*", "--input-type=module", "-e", code], { encoding: "utf8" });
  assert.equal(run.stdout, "0\n", run.stderr);
});

test("keys are erased", async () => {
  bramah.endWorkers();
  const secret = Uint8Array.from({ length: 32 }, (_, i) => (i * 37 + 11) & 255);
  const found = (piece, key) => [key, key.subarray(0, 16), key.subarray(16)].some((part) => Buffer.from(piece.memory.buffer).includes(Buffer.from(part)));
  const pieces = [];
  const { fresh } = age;
  age.fresh = async (room) => {
    const piece = await fresh(room);
    pieces.push(piece);
    return piece;
  };
  // what a worker does
  for (const decrypt of [false, true]) {
    const key = secret.slice();
    const chunks = await chunksOf(key, decrypt);
    assert.equal(hex(key), "00".repeat(32));
    const [piece] = pieces.splice(0);
    const text = crypto.getRandomValues(new Uint8Array(1000));
    const copy = text.slice();
    assert.equal(found(piece, secret), true, "the test can fail");
    if (decrypt) assert.throws(() => chunks.process({ chunks: text, first: 0, last: true }), { code: "ERR_UNAUTHENTIC" });
    else chunks.process({ chunks: text, first: 0, last: true });
    assert.equal(hex(text), decrypt ? hex(copy) : "00".repeat(1000), "a text is erased");
    assert.equal(found(piece, copy.subarray(0, 100)), false);
    chunks.dispose();
    assert.equal(found(piece, secret), false);
  }
  // what the caller's thread does
  const keys = [];
  const sent = [];
  const took = (worker) => {
    const { postMessage } = worker;
    worker.postMessage = (message, transfer) => {
      if (message.payload) {
        keys.push(message.payload.slice());
        sent.push(message.payload);
      }
      return postMessage.call(worker, message, transfer);
    };
  };
  process.on("worker", took);
  const file = await bramah.encryptFile(data, { recipients, workers });
  await bramah.decryptFile(file, { identities, workers });
  const bad = Object.assign(file.slice(), { [file.length - 1]: file.at(-1) ^ 1 });
  await assert.rejects(bramah.decryptFile(bad, { identities, workers }), { code: "ERR_UNAUTHENTIC" });
  process.off("worker", took);
  age.fresh = fresh;
  assert.equal(keys.length, 6);
  assert.deepEqual(sent.map(({ length }) => length), Array(6).fill(0), "keys are transferred");
  assert.equal(pieces.length, 3);
  for (const piece of pieces) for (const key of keys) assert.equal(found(piece, key), false);
});
