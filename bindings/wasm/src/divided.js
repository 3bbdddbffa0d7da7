// An age file whose chunks are divided among workers.
import { CHUNK, COUNT, processed, ROOM, TAG } from "./chunks.js";
import { STACK } from "./load.js";
import { age as pieces } from "./piece-age.js";
import { employ, helpers } from "./pool.js";
import { file as request } from "./requests.js";

/** The number of bytes of a payload from which on workers have part in it: fewer take less time than to start them. */
const SHORT = 8 << 20;
/** The number of bytes that are passed to an instance at once, of a file whose header or armor is read. */
const PIECE = 1 << 18;
/** The number of parts for each worker that were read, and whose results were not passed on. */
const AHEAD = 2;

/** Memory that is transferred to workers and comes back. */
class Buffers {
  #size;
  #spare = [];
  constructor(size) {
    this.#size = size;
  }
  take() {
    return this.#spare.pop() ?? new Uint8Array(this.#size);
  }
  give({ buffer }) {
    if (buffer.byteLength === this.#size) this.#spare.push(new Uint8Array(buffer));
  }
}

/** Workers that process parts of a payload. The results are passed on in the order of the parts. */
class Crew {
  #signal;
  #out;
  #size;
  #id;
  #free = [];
  #jobs = [];
  #asked = new Set();
  /** Settles when the result of the newest part was passed on. `#waiting` has such a promise for each part that is waited for. */
  #tail = Promise.resolve();
  #waiting = [];
  #failure;
  #failed;
  #finish;
  #session;
  /** Sends a key to each worker. `out` is called with each result and the memory of its part, `failed` with an error. */
  constructor(found, keys, decrypt, signal, out, failed) {
    [this.#signal, this.#out, this.#failed, this.#size] = [signal, out, failed, AHEAD * found.length];
    const finished = new Promise((resolve) => (this.#finish = resolve));
    this.#session = employ(found, signal, async (id) => {
      await Promise.all(found.map((one, i) => one.ask({ id, payload: keys[i], decrypt }, undefined, [keys[i].buffer])));
      this.#id = id;
      this.#free.push(...found);
      this.#next();
      await finished;
      await Promise.all(found.map((one) => one.ask({ id, over: true })));
      if (this.#failure) throw this.#failure.error;
    });
    this.#session.catch((error) => {
      // keys that were not transferred
      keys.forEach((key) => key.length > 0 && key.fill(0));
      this.fail(error);
    });
  }
  /** Takes a part, and waits while too many have no result. */
  async take(part) {
    if (this.#failure) throw this.#failure.error;
    const result = new Promise((resolve, reject) => this.#jobs.push({ part, resolve, reject }));
    result.catch(() => {});
    const passed = this.passed().then(() => result).then(this.#out);
    passed.catch((error) => this.fail(error));
    this.#tail = passed;
    this.#waiting.push(passed);
    this.#next();
    if (this.#waiting.length > this.#size) await this.#waiting.shift();
  }
  /** Returns when all results were passed on. */
  passed() {
    return this.#tail;
  }
  #next() {
    while (this.#free.length > 0 && this.#jobs.length > 0) {
      const one = this.#free.pop();
      const { part, resolve, reject } = this.#jobs.shift();
      const result = one.ask({ id: this.#id, ...part }, undefined, [part.chunks.buffer]);
      const ended = result.then(resolve, (error) => reject(this.#reason(error))).then(() => {
        this.#asked.delete(ended);
        this.#free.push(one);
        this.#next();
      });
      this.#asked.add(ended);
    }
  }
  #reason(error) {
    return this.#signal?.aborted ? this.#signal.reason : error;
  }
  /** Ends the workers after the parts that they have. */
  async fail(error) {
    if (this.#failure) return;
    this.#failure = { error: this.#reason(error) };
    for (const { part, reject } of this.#jobs.splice(0)) {
      part.chunks.fill(0);
      reject(this.#failure.error);
    }
    this.#failed(this.#failure.error);
    await Promise.all(this.#asked);
    this.#finish();
  }
  /** Returns when all results were passed on, and the workers have erased what they have of the file. */
  async finish() {
    await this.#tail;
    this.#finish();
    await this.#session;
  }
  /** Ends the work, and returns when the workers have ended. */
  async end(error) {
    this.fail(error);
    await this.#session.catch(() => {});
  }
}

/**
 * Encrypts or decrypts a file with as many workers as `workers` says. `put` takes the output piece by piece, and copies what it
 * keeps, unless its second argument is true. `length` is the number of bytes that are known to come. `failed` is called with an
 * error that no call may report.
 */
export function divided(fields, { workers, signal, length = 0, failed = () => {} }, put) {
  const decrypt = fields.decrypt === true;
  const unit = decrypt ? CHUNK + TAG : CHUNK;
  const buffers = new Buffers(COUNT * unit);
  let piece, handle, crew, ended, header;
  let [alone, passes] = [false, false];
  // what was read of the payload and not processed, the number of its first chunk, and the number of bytes before it
  let [part, filled, first, done] = [buffers.take(), 0, 0, 0];

  /** Passes the next part of the file, or of the encrypted chunks, to the instance. */
  const pass = (number, data) => {
    passes = piece.serve(number, handle, data) === 1;
    return piece.reply();
  };
  /** Passes on the result for a part, whose memory is used for another. */
  const out = ({ output, chunks }) => {
    buffers.give(chunks);
    if (ended) throw ended.error;
    if (header?.length > 0) put(header, true);
    header = undefined;
    const written = decrypt || passes ? output : pass(request.UPDATE, output);
    if (written.length > 0) put(written, true);
  };
  /** Processes the first bytes of what was read. */
  async function send(count, last) {
    const job = { chunks: part.subarray(0, count), first, last };
    const rest = part.subarray(count, filled);
    [part, filled, first] = [last ? new Uint8Array(0) : buffers.take(), filled - count, first + Math.ceil(count / unit)];
    part.set(rest);
    if (!decrypt) rest.fill(0);
    if (!crew && !alone && Math.max(length, done) >= SHORT) await recruit();
    done += count;
    if (crew) return crew.take(job);
    const output = processed(piece, handle, job);
    if (!decrypt) job.chunks.fill(0);
    out({ output, chunks: job.chunks });
  }
  async function recruit() {
    const found = await helpers(length > 0 ? Math.min(workers, Math.ceil(length / (COUNT * unit))) : workers);
    alone = found.length === 0;
    if (ended || alone) {
      found.forEach((one) => one.rest());
      if (ended) throw ended.error;
      return;
    }
    piece.serve(request.KEY, handle);
    // in buffers of their own, which are transferred as they are
    const keys = piece.reply((key) => found.map(() => {
      const copy = new Uint8Array(new ArrayBuffer(key.length));
      copy.set(key);
      return copy;
    }));
    piece.wipe();
    crew = new Crew(found, keys, decrypt, signal, out, (error) => {
      failed(error);
      end(error);
    });
  }
  /** Takes bytes of the payload. */
  async function collect(data) {
    for (let at = 0; at < data.length; ) {
      // only what is followed by more is known not to be the end
      if (filled === part.length) await send(filled, false);
      const count = Math.min(part.length - filled, data.length - at);
      part.set(data.subarray(at, at + count), filled);
      filled += count;
      at += count;
    }
  }
  /** Reads bytes of a file; before an error of its header or armor, those of the chunks that precede it. */
  async function read(number, data) {
    let chunks;
    try {
      chunks = pass(number, data);
    } catch (error) {
      const whole = Math.floor(Math.max(0, filled - 1) / unit) * unit;
      if (whole > 0) await send(whole, false);
      await crew?.passed();
      throw error;
    }
    await collect(chunks);
  }
  async function end(error = new DOMException("the file was given up", "AbortError")) {
    ended ??= { error };
    const one = piece;
    piece = undefined;
    part.fill(0);
    await crew?.end(ended.error);
    if (one && !one.broken) {
      one.serve(request.RELEASE, handle);
      one.wipe(STACK);
    }
  }
  const guarded = async (body) => {
    try {
      if (ended) throw ended.error;
      await body();
    } catch (error) {
      await end(error);
      throw error;
    }
  };
  return {
    async begin() {
      const made = await pieces.fresh(ROOM);
      await guarded(() => {
        piece = made;
        handle = piece.ask(request.NEW, { ...fields, divided: true });
        // passed on with the first output, so that what is written first need not wait for a reader
        if (!decrypt) header = pass(request.UPDATE);
      });
    },
    update: (given) => guarded(async () => {
      for (let at = 0; at < given.length; at += PIECE) {
        const next = given.subarray(at, at + PIECE);
        await (decrypt && !passes ? read(request.UPDATE, next) : collect(next));
      }
    }),
    finish: () => guarded(async () => {
      if (decrypt) await read(request.FINISH);
      await send(filled, true);
      await crew?.finish();
      crew = undefined;
      const rest = decrypt ? [] : pass(request.FINISH);
      if (rest.length > 0) put(rest, true);
      await end();
    }),
    end,
  };
}
