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
