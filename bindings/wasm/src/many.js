// Many messages, in a pool of workers.
import { bytes, text, whole } from "./bytes.js";
import { hashMany as here } from "./hash.js";
import { employ, helpers } from "./pool.js";

/** The bytes that a worker is sent at once. */
const BATCH = 1 << 20;
/** Shorter lists are hashed where they are: that takes less time than sending them. */
const SHORT = 8 * BATCH;
/** What a message takes besides its bytes, in bytes that take as long: a function hashes one block at least. */
const EACH = 64;

const { SharedArrayBuffer: Shared } = globalThis;
const isShared = ({ buffer }) => Shared !== undefined && buffer instanceof Shared;

/** The buffers that can be given away: each is one message from its first byte to its last, and no other. */
function givable(list) {
  const uses = new Map();
  for (const { buffer } of list) uses.set(buffer, (uses.get(buffer) ?? 0) + 1);
  const own = ({ buffer, byteLength }) => byteLength > 0 && byteLength === buffer.byteLength && uses.get(buffer) === 1;
  return new Set(list.filter((message) => own(message) && !isShared(message)).map(({ buffer }) => buffer));
}

/** Cuts messages into batches, as they are asked for. */
function* batches(list, lengths, given) {
  for (let first = 0, next; first < list.length; first = next) {
    let weight = 0;
    for (next = first; next < list.length && (next === first || weight + EACH + lengths[next] <= BATCH); next++) {
      weight += EACH + lengths[next];
    }
    yield { first, count: next - first, ...packed(list, lengths.slice(first, next), first, given) };
  }
}

/** What a worker is sent of a batch: messages in shared memory, or that are given away, as they are, and a copy of the others. */
function packed(list, lengths, first, given) {
  const isSent = (message) => given.has(message.buffer) || isShared(message);
  const sent = [];
  let length = 0;
  for (let i = 0; i < lengths.length; i++) {
    const message = list[first + i];
    if (message.length !== lengths[i]) throw new TypeError(`messages[${first + i}] has changed while it was hashed`);
    if (isSent(message)) sent.push([i, message]);
    else length += message.length;
  }
  const copy = new Uint8Array(length);
  for (let i = 0, at = 0; i < lengths.length; i++) {
    const message = list[first + i];
    if (sent.length > 0 && isSent(message)) continue;
    copy.set(message, at);
    at += message.length;
  }
  const buffers = sent.map(([, { buffer }]) => buffer).filter((buffer) => given.has(buffer));
  return { sent: { batch: { copy, lengths, sent } }, transfer: [copy.buffer, lengths.buffer, ...buffers] };
}

/** Options as a worker can receive them: bytes are copied, since shared memory would stay shared. */
function copied(options) {
  const isPlain = (value) => value === undefined || value === null || ["string", "number", "boolean"].includes(typeof value);
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [name, isPlain(value) ? value : bytes(value, name).slice()]));
}

/**
 * Computes the digests of many messages, one after another in a Uint8Array: of a long list in as many workers as `workers` says,
 * else where it is called. `transfer` gives the buffers of the messages to the workers.
 */
export async function hashMany(name, messages, { workers = 0, transfer, signal, ...options } = {}) {
  signal?.throwIfAborted();
  const most = whole(workers, "workers");
  // what is no list is refused where it is hashed
  const isList = typeof messages === "object" && messages !== null && !ArrayBuffer.isView(messages);
  const given = isList && !Array.isArray(messages) ? [...messages] : messages;
  const found = most === 0 || !isList || weight(given) < SHORT ? [] : await helpers(Math.min(most, Math.ceil(weight(given) / BATCH)));
  if (found.length === 0) return here(name, given, Object.keys(options).length > 0 ? options : undefined);
  return employ(found, signal, async (id) => {
    const list = Array(given.length);
    const lengths = new Float64Array(given.length);
    for (let i = 0; i < given.length; i++) {
      list[i] = bytes(given[i], `messages[${i}]`);
      lengths[i] = list[i].length;
    }
    const rest = batches(list, lengths, transfer ? givable(list) : new Set());
    const own = copied(options);
    try {
      return await divided(found, rest, list.length, { id, many: text(name, "name"), options: own });
    } finally {
      for (const value of Object.values(own)) if (ArrayBuffer.isView(value)) value.fill(0);
    }
  });
}

/** About how many bytes a list has, with what each message takes besides. */
function weight(list) {
  let sum = 0;
  for (let i = 0; i < list.length; i++) sum += EACH + (list[i]?.byteLength ?? list[i]?.length ?? 0);
  return sum;
}

/** Has each worker hash one batch after another. */
async function divided(found, rest, all, begin) {
  const { id } = begin;
  const next = () => rest.next().value;
  let digests;
  await Promise.all(found.map(async (one) => {
    await one.ask(begin);
    for (let batch = next(); batch; ) {
      const { first, count, sent, transfer } = batch;
      const asked = one.ask({ id, ...sent }, undefined, transfer);
      asked.catch(() => {});
      // the next is copied while the worker is at work
      batch = next();
      const part = await asked;
      const size = part.length / count;
      digests ??= new Uint8Array(size * all);
      digests.set(part, size * first);
    }
    await one.ask({ id, over: true });
  }));
  return digests;
}
