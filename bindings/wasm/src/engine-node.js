// What differs between engines: here Node, Deno and Bun.
import { readFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";

/** Compiles a module of the package. */
export async function compile(url) {
  return WebAssembly.compile(await readFile(url));
}

/** In a worker: receives messages, and returns the function that answers. */
export function listen(onmessage) {
  parentPort.on("message", onmessage);
  return (message, transfer) => parentPort.postMessage(message, transfer);
}
