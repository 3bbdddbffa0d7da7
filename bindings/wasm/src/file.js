// Hashing files in a pool of workers.
import { processors } from "#workers";
import { bytes, text } from "./bytes.js";
import { employ, helpers } from "./pool.js";
import { hashParts, slices } from "./reading.js";
import { ranges, rootOf } from "./tree.js";

/** A shorter file is hashed where it is called: that takes a few milliseconds, less than a worker. */
const SHORT = 1 << 18;

function groups(names, count) {
  const parts = Array.from({ length: Math.max(1, Math.min(names.length, count)) }, () => []);
  names.forEach((name, i) => parts[i % parts.length].push(name));
  return parts;
}

/**
 * Hashes a File, Blob, stream or other source of bytes with one or several functions, in workers. Returns an object with a
 * digest, in hexadecimal digits, for each name.
 */
export async function hashFile(source, names, { onProgress, signal, workers } = {}) {
  const list = (Array.isArray(names) ? names : [names]).map((name) => text(name, "the name of a hash function"));
  if (list.length === 0) throw new TypeError("no hash function");
  signal?.throwIfAborted();
  const count = workers ?? processors();
  const parts = groups(list, count);
  const blob = typeof Blob !== "undefined" && source instanceof Blob ? source : undefined;
  const total = blob?.size;
  const check = () => signal?.throwIfAborted();
  let most = 0;
  const progress = (count) => {
    if (count > most) onProgress?.((most = count), total);
  };

  const pieces = list.length === 1 && blob && /^blake3(-?256)?$/i.test(list[0]) && isCloneable(blob) && ranges(total, count);
  if (pieces) {
    const trees = await helpers(Math.min(count, pieces.length));
    if (trees.length > 0) return { [list[0]]: await employ(trees, signal, (id) => ofTree(blob, pieces, trees, id, progress)) };
  }
  const found = workers === 0 || total <= SHORT ? [] : await helpers(parts.length);
  if (found.length === 0) return hashParts(parted(source), list, progress, check);
  const told = parts.map(() => 0);
  const digests = await employ(found, signal, (id) => {
    if (!blob || !isCloneable(blob)) return passed(parted(source), found, parts, id, progress, check);
    return Promise.all(found.map((one, i) => one.ask({ id, blob, names: parts[i] }, (count) => {
      told[i] = count;
      progress(Math.min(...told));
    })));
  });
  const all = Object.assign({}, ...digests);
  return Object.fromEntries(list.map((name) => [name, all[name]]));
}

/** BLAKE3 of a blob, of which each worker hashes one range after another. */
async function ofTree(blob, pieces, found, id, progress) {
  const parts = Array(pieces.length);
  let next = 0;
  let done = 0;
  await Promise.all(found.map(async (one) => {
    while (next < pieces.length) {
      const place = next++;
      parts[place] = await one.ask({ id, blob, range: pieces[place] }, (bytes) => progress((done += bytes)));
    }
  }));
  return rootOf(parts);
}

/** Whether a worker can receive a blob: not from `openAsBlob` of Node. */
function isCloneable(blob) {
  try {
    structuredClone(blob);
    return true;
  } catch {
    return false;
  }
}

/** Returns an iterator over the parts of a source. */
function parted(source) {
  if (typeof Blob !== "undefined" && source instanceof Blob) return slices(source);
  if (typeof source?.[Symbol.asyncIterator] === "function") return source;
  if (typeof source?.getReader === "function") return ofReader(source.getReader());
  return [bytes(source, "the file")];
}

async function* ofReader(reader) {
  try {
    for (let part; !(part = await reader.read()).done; ) yield part.value;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

async function passed(source, found, parts, id, progress, check) {
  await Promise.all(found.map((one, i) => one.ask({ id, names: parts[i] })));
  let count = 0;
  for await (const part of source) {
    check();
    const given = bytes(part, "a part of the stream");
    // a copy for each worker, which is passed on and not copied again
    await Promise.all(found.map((one) => {
      const copy = given.slice();
      return one.ask({ id, part: copy }, undefined, [copy.buffer]);
    }));
    count += given.length;
    progress(count);
  }
  return Promise.all(found.map((one) => one.ask({ id, end: true })));
}
