// Workers of browsers.

/** Starts a worker. `onmessage` and `onerror` receive what it sends, and the reason why it ended. */
export function startWorker(onmessage, onerror) {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.onmessage = (event) => onmessage(event.data);
  worker.onmessageerror = () => onerror(new Error("a worker sent what cannot be read"));
  worker.onerror = (event) => {
    event.preventDefault?.();
    onerror(new Error(event.message || "a worker could not be started"));
  };
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    busy: () => {},
    end: () => worker.terminate(),
  };
}

/** The number of workers that can run at the same time. */
export const processors = () => globalThis.navigator?.hardwareConcurrency || 2;
