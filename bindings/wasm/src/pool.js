// The workers of files, of many messages and of the chunks of age files.
import { startWorker } from "#workers";
import { BramahError } from "./load.js";

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
        else if (answer.result) resolve(answer.result);
        else if (onBytes) {
          try {
            return onBytes(answer.bytes);
          } catch (error) {
            reject(error);
          }
        } else resolve(answer.bytes);
        this.#task = undefined;
        this.#worker.busy(false);
      };
      // one that ended between two tasks says so no more
      if (this.dead) this.#task({ failure: ended() });
      else this.#worker.post(message, transfer);
    });
  }
  rest() {
    this.#worker.busy(false);
    if (!this.dead) idle.push(this);
  }
  end() {
    this.dead = true;
    this.#worker.end();
    this.#task?.({ failure: ended() });
  }
}

/** The error of a worker whose end was not told. */
const ended = () => new BramahError("ERR_WORKER", "a worker ended before its work");

/** The error that a worker had, as its class if there is such a one. */
function thrown({ name, message, code }) {
  if (code && typeof code === "string") return new BramahError(code, message);
  if (globalThis[name]?.prototype instanceof Error) return new globalThis[name](message);
  if (name && name !== "Error" && typeof DOMException !== "undefined" && /Error$/.test(name)) return new DOMException(message, name);
  return Object.assign(new Error(message), { name: name ?? "Error" });
}

async function helper() {
  const found = idle.pop() ?? new Helper();
  await found.started;
  return found;
}

/** Returns as many workers as are asked for; none if they cannot be started here. */
export async function helpers(count) {
  if (unavailable) return [];
  const found = await Promise.allSettled(Array.from({ length: count }, helper));
  const all = found.filter(({ status }) => status === "fulfilled").map(({ value }) => value);
  if (all.length === count) return all;
  all.forEach((one) => one.rest());
  unavailable = true;
  return [];
}

/** Calls a function that works with workers, under a number for this task; ends the workers if it fails or is aborted. */
export async function employ(found, signal, body) {
  const stop = () => found.forEach((one) => one.end());
  let aborted;
  const abortion = new Promise((_, reject) => {
    // first, so that it is the reason of all that fails
    aborted = () => (reject(signal.reason), stop());
    signal?.addEventListener("abort", aborted, { once: true });
  });
  abortion.catch(() => {});
  try {
    signal?.throwIfAborted();
    const result = await Promise.race([body(++last), abortion]);
    found.forEach((one) => one.rest());
    return result;
  } catch (error) {
    stop();
    throw error;
  } finally {
    signal?.removeEventListener("abort", aborted);
  }
}

/** Ends all workers that have no work. */
export function endWorkers() {
  for (const worker of idle.splice(0)) worker.end();
}
