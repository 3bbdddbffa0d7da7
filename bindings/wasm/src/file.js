// Hashing files in a pool of workers.
import { processors, startWorker } from "#workers";
import { bytes, text } from "./bytes.js";
import { BramahError } from "./load.js";
import { hashParts, slices } from "./reading.js";

/** A shorter file is hashed where it is called: that takes a few milliseconds, less than a worker. */
const SHORT = 1 << 18;
const idle = [];
let last = 0;
let unavailable = false;

/** A worker, which serves one task at a time. */
class Helper {
  #worker;
  #task;
  constructor() {
    this.started = new Promise((resolve, reject) => {
      this.#worker = startWorker(
        (message) => {
          if (message.ready) resolve();
          else this.#task?.(message);
        },
        (error) => {
          this.dead = true;
          const place = idle.indexOf(this);
          if (place >= 0) idle.splice(place, 1);
          const failure = new BramahError("ERR_WORKER", `a worker ended before its work: ${error?.message ?? error}`, { cause: error });
          reject(failure);
          this.#task?.({ failure });
        },
      );
    });
    this.started.catch(() => {});
  }
  /** Sends a message, and passes on the answers until one settles. */
  ask(message, onBytes, transfer) {
    return new Promise((resolve, reject) => {
      this.#worker.busy(true);
      this.#task = (answer) => {
        if (answer.failure) reject(answer.failure);
        else if (answer.error) reject(thrown(answer.error));
        else if (answer.digests) resolve(answer.digests);
        else if (onBytes) return onBytes(answer.bytes);
        else resolve(answer.bytes);
        this.#task = undefined;
      };
      this.#worker.post(message, transfer);
    });
  }
  rest() {
    this.#worker.busy(false);
    if (!this.dead) idle.push(this);
  }
  end() {
    this.dead = true;
    this.#worker.end();
  }
}

function thrown({ name, message, code }) {
  if (code && typeof code === "string") return new BramahError(code, message);
  if (name && name !== "Error" && typeof DOMException !== "undefined" && /Error$/.test(name) && !(name in globalThis)) {
    return new DOMException(message, name);
  }
  return Object.assign(new Error(message), { name: name ?? "Error" });
}

async function helper() {
  const found = idle.pop() ?? new Helper();
  await found.started;
  return found;
}

/** Ends all workers that have no work. */
export function endWorkers() {
  for (const worker of idle.splice(0)) worker.end();
}

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
  const parts = groups(list, workers ?? processors());
  const blob = typeof Blob !== "undefined" && source instanceof Blob ? source : undefined;
  const total = blob?.size;
  const told = parts.map(() => 0);
  const progress = (which, count) => {
    told[which] = count;
    onProgress?.(Math.min(...told), total);
  };
  const check = () => signal?.throwIfAborted();

  let found = [];
  if (!unavailable && workers !== 0 && !(total <= SHORT)) {
    found = await helpersFor(parts);
  }
  if (found.length === 0) {
    return hashParts(parted(source), list, (count) => told.forEach((_, i) => progress(i, count)), check);
  }
  const stop = () => found.forEach((one) => one.end());
  let aborted;
  const abortion = new Promise((_, reject) => {
    aborted = () => (stop(), reject(signal.reason));
    signal?.addEventListener("abort", aborted, { once: true });
  });
  abortion.catch(() => {});
  try {
    const id = ++last;
    const work = blob && isCloneable(blob)
      ? Promise.all(found.map((one, i) => one.ask({ id, blob, names: parts[i] }, (count) => progress(i, count))))
      : passed(parted(source), found, parts, id, progress, check);
    const digests = Object.assign({}, ...(await Promise.race([work, abortion])));
    found.forEach((one) => one.rest());
    return Object.fromEntries(list.map((name) => [name, digests[name]]));
  } catch (error) {
    stop();
    throw error;
  } finally {
    signal?.removeEventListener("abort", aborted);
  }
}

/** Returns workers; none if they cannot be started here. */
async function helpersFor(parts) {
  const found = await Promise.allSettled(parts.map(helper));
  const all = found.filter(({ status }) => status === "fulfilled").map(({ value }) => value);
  if (all.length === parts.length) return all;
  all.forEach((one) => one.rest());
  unavailable = true;
  return [];
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
    found.forEach((_, i) => progress(i, count));
  }
  return Promise.all(found.map((one) => one.ask({ id, end: true })));
}
