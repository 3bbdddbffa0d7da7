// What differs between engines: here browsers and their workers.

/** Compiles a module of the package: while it arrives, if the server names its type. */
export async function compile(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`could not load ${url}: ${response.status} ${response.statusText}`);
  if (WebAssembly.compileStreaming && response.headers.get("content-type")?.startsWith("application/wasm")) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

/** In a worker: receives messages, and returns the function that answers. */
export function listen(onmessage) {
  self.onmessage = (event) => onmessage(event.data);
  return (message, transfer) => self.postMessage(message, transfer);
}
