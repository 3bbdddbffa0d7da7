// Workers of Node, Deno and Bun.
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

/** Starts a worker. `onmessage` and `onerror` receive what it sends, and the reason why it ended. */
export function startWorker(onmessage, onerror) {
  const worker = new Worker(new URL("./worker.js", import.meta.url));
  let ended = false;
  worker.on("message", onmessage);
  worker.on("error", onerror);
  worker.on("exit", (code) => ended || onerror(new Error(`a worker ended with code ${code}`)));
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    // an idle worker does not keep the process alive
    busy: (is) => (is ? worker.ref() : worker.unref()),
    end: () => ((ended = true), void worker.terminate()),
  };
}

/** The number of workers that can run at the same time. */
export const processors = () => availableParallelism();
