// Which file a name in a list means.
import assert from "node:assert/strict";
import { it } from "node:test";
import { Files, isList, parts } from "../matching.js";
import { size, texts } from "../texts.js";

function among(...paths) {
  const files = new Files();
  for (const path of paths) files.add({ path, file: { size: 1 } });
  return (name, list) => {
    const { item, several } = files.find(name, list);
    return several ? "several" : item?.path;
  };
}

it("takes the file at the place beside the list", () => {
  const find = among("a/x", "b/x", "b/sub/x");
  assert.equal(find("x", "b/SHA256SUMS"), "b/x");
  assert.equal(find("./x", "a/list"), "a/x");
  assert.equal(find("sub/x", "b/list"), "b/sub/x");
  assert.equal(find("../a/x", "b/list"), "a/x");
});

it("takes the one whose path ends so, and no other", () => {
  const find = among("down/a/x", "down/b/x", "lone");
  assert.equal(find("a/x"), "down/a/x");
  assert.equal(find("/home/me/down/b/x"), "down/b/x");
  assert.equal(find("x"), "several");
  assert.equal(find("c/x"), undefined);
  assert.equal(find("any/folder/lone"), "lone");
  assert.equal(find("alone"), undefined);
  assert.equal(find(""), undefined);
});

it("takes an absolute name for no place beside the list", () => {
  const find = among("b/etc/passwd", "b/x");
  assert.equal(find("/x", "b/list"), "b/x");
  assert.equal(find("/etc/passwd", "other/list"), "b/etc/passwd");
});

it("compares names in one form of Unicode, and separators of Windows as such", () => {
  assert.equal(among("caf\u00e9")("cafe\u0301"), "caf\u00e9");
  assert.equal(among("a/b.txt")("a\\b.txt"), "a/b.txt");
  assert.deepEqual(parts("a//./b/../c"), ["a", "c"]);
});

it("keeps one file of a path", () => {
  const files = new Files();
  files.add({ path: "a", file: { size: 1 } });
  files.add({ path: "a", file: { size: 2 } });
  assert.equal(files.size, 1);
  assert.equal(files.find("a").item.file.size, 2);
});

it("knows lists by their names", () => {
  const is = (path, size = 100) => isList({ path, file: { size } });
  for (const name of [
    "SHA256SUMS", "sha256sums.txt", "MD5SUMS", "a.iso.sha256", "b2sums", "x.sfv", "down/checksums.txt", "manifest-sha256.txt", "a.sha512.asc",
    "sha256sum.txt", "CHECKSUM", "a.b3",
  ]) assert.ok(is(name), name);
  for (const name of ["a.iso", "letter.txt", "summer.txt", "resume.pdf", "hashing.md"]) assert.ok(!is(name), name);
  assert.ok(!is("huge.sha256", 1 << 30));
});

it("has every text that the page's files name", async () => {
  const { readFileSync, readdirSync } = await import("node:fs");
  const folder = new URL("../", import.meta.url);
  const used = new Set();
  for (const name of readdirSync(folder)) {
    if (!/\.(js|html)$/.test(name) || name === "texts.js") continue;
    const text = readFileSync(new URL(name, folder), "utf8");
    for (const [, one] of text.matchAll(/texts\.(?!js\b)(\w+)/g)) used.add(one);
    for (const [, one] of text.matchAll(/data-(?:text|label|placeholder)="(\w+)"/g)) used.add(one);
  }
  assert.deepEqual([...used].filter((one) => !(one in texts)), [], "used and not there");
  assert.deepEqual(Object.keys(texts).filter((one) => !used.has(one)), [], "there and not used");
  assert.equal(size(1), "1 byte");
  assert.equal(size(5 * 2 ** 30), "5 GiB");
});
