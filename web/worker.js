// Does the work of the page, a job at a time, so that nothing blocks it.
import * as engine from "./engine.js";

/** The time between two reports of progress, in milliseconds. */
const BETWEEN = 100;

const running = new Map();

/**
 * What files are read by now. Chromium (156 at least) collects the stream of a file, while it waits for the disk, if the stream
 * fills buffers of ours and nothing else refers to it: then the file is never read to its end.
 */
const reading = new Set();

/** The size of the pieces that a file is read in, in bytes. */
const PIECE = 1 << 20;

/**
 * A file that is read piece by piece; each piece is told to `took`. A piece is valid until the next one is asked for: where
 * the browser can read into a buffer of ours, it is always the same memory, and nothing waits to be collected.
 */
async function* pieces(file, signal, took) {
  const stream = file.stream();
  let reader, buffer;
  try {
    reader = stream.getReader({ mode: "byob" });
    buffer = new ArrayBuffer(PIECE);
  } catch {
    reader = stream.getReader();
  }
  let count = 0;
  reading.add(reader);
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = buffer ? await reader.read(new Uint8Array(buffer)) : await reader.read();
      if (done) break;
      count += value.byteLength;
      took(count);
      yield value;
      if (buffer) ({ buffer } = value);
    }
  } finally {
    reading.delete(reader);
    reader.cancel().catch(() => {});
  }
  if (count !== file.size) throw changed();
  // a stream goes on with what it has opened; a new one is refused if the file was changed since it was chosen
  if (count > 0) await file.slice(0, 1).arrayBuffer();
}

/** The error of browsers for a file that changed; not all notice. */
function changed() {
  return new DOMException("the file has another size now", "NotReadableError");
}

/**
 * Gives the memory of a piece back at once. The collector of garbage lets more than a hundred MiB of pieces lie, since to it
 * each is a small object.
 */
function free(piece) {
  // from Chromium 114 and Firefox 122 on; before, the collector does it
  piece.buffer.transfer?.(0);
}

/** Where the result of a job goes: `write` takes a piece, and is done with it when it has returned. `undo` leaves nothing behind. */
async function target({ kind, handle, name, limit }) {
  if (kind === "handle") {
    const stream = await handle.createWritable();
    return {
      write: (piece) => stream.write(piece),
      async finish() {
        await stream.close();
        return { size: (await handle.getFile()).size };
      },
      undo: () => stream.abort().catch(() => {}),
    };
  }
  if (kind === "opfs") {
    const root = await navigator.storage.getDirectory();
    const file = await root.getFileHandle(name, { create: true });
    const access = await file.createSyncAccessHandle();
    let at = 0;
    return {
      write(piece) {
        let from = 0;
        while (from < piece.length) {
          const count = access.write(from === 0 ? piece : piece.subarray(from), { at });
          if (count === 0) throw new DOMException("no space", "QuotaExceededError");
          from += count;
          at += count;
        }
      },
      finish() {
        access.flush();
        access.close();
        return { size: at };
      },
      async undo() {
        access.close();
        await root.removeEntry(name).catch(() => {});
      },
    };
  }
  const parts = [];
  let size = 0;
  return {
    write(piece) {
      size += piece.length;
      if (size > limit) throw Object.assign(new Error("too large for memory"), { name: "tooLarge" });
      // the browser holds it, outside of this worker's memory
      parts.push(new Blob([piece]));
    },
    finish: () => ({ size, blob: new Blob(parts) }),
    undo() { parts.length = 0; },
  };
}

/** Sends a file through a transformer to its target; either all arrives there, or nothing. */
async function through(file, transform, to, report, signal) {
  const out = await target(to);
  const writer = transform.writable.getWriter();
  const arrived = (async () => {
    const reader = transform.readable.getReader();
    try {
      for (let part; !(part = await reader.read()).done; free(part.value)) await out.write(part.value);
    } catch (error) {
      await reader.cancel(error).catch(() => {});
      throw error;
    }
  })();
  arrived.catch(() => {});
  try {
    // each piece is taken in before the next one replaces it
    for await (const piece of pieces(file, signal, report)) await writer.write(piece);
    await writer.close();
    await arrived;
    return await out.finish();
  } catch (error) {
    await writer.abort(error).catch(() => {});
    await arrived.catch(() => {});
    await out.undo();
    throw error;
  }
}

const tasks = {
  /** Digests of a file by several functions, which it is read once for. */
  async digest({ file, algorithms }, report, signal) {
    const hashers = [];
    try {
      for (const algorithm of algorithms) hashers.push(await engine.hasher(algorithm));
      for await (const piece of pieces(file, signal, report)) {
        for (const hasher of hashers) hasher.update(piece);
      }
      return hashers.map((hasher) => hasher.digest());
    } finally {
      for (const hasher of hashers) hasher.dispose();
    }
  },
  functions: () => engine.functions(),
  parse: ({ bytes, name, algorithm }) => engine.parseList(bytes, { name, algorithm }),
  format: ({ entries, form }) => engine.formatList(entries, form),
  newKey: () => engine.newKey(),
  encrypt: async ({ file, options, to }, report, signal) =>
    through(file, await engine.encryption(options), to, report, signal),
  decrypt: async ({ file, options, to }, report, signal) =>
    through(file, await engine.decryption(options), to, report, signal),
};

addEventListener("message", async ({ data }) => {
  if (data.ping) {
    postMessage({ pong: true });
    return;
  }
  if (data.cancel !== undefined) {
    running.get(data.cancel)?.abort();
    return;
  }
  const { id, task } = data;
  const controller = new AbortController();
  running.set(id, controller);
  let told = 0;
  const report = (bytes) => {
    const now = performance.now();
    if (now - told < BETWEEN) return;
    told = now;
    postMessage({ id, progress: bytes });
  };
  try {
    postMessage({ id, done: await tasks[task](data.with, report, controller.signal) });
  } catch (error) {
    postMessage({ id, error: { name: error?.name ?? "Error", message: error?.message ?? String(error) } });
  } finally {
    running.delete(id);
  }
});
