// Serves the page as web/nginx.conf says, and remembers every request.
import { createReadStream, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const sample = readFileSync(new URL("../nginx.conf", import.meta.url), "utf8");
const headers = Object.fromEntries([...sample.matchAll(/add_header (\S+) "([^"]*)" always;/g)].map(([, name, value]) => [name, value]));
const types = Object.fromEntries([...sample.matchAll(/^ {8}(\S+\/\S+) +(\w+);$/gm)].map(([, type, end]) => [`.${end}`, type]));

/** Serves a folder. @returns {Promise<{ url: string, requests: string[], close(): void }>} */
export function serve(folder) {
  const requests = [];
  const server = createServer((request, response) => {
    requests.push(request.url);
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    try {
      if (!statSync(file).isFile()) throw new Error("no file");
      response.writeHead(200, { ...headers, "Content-Type": types[extname(file)] ?? "application/octet-stream" });
      createReadStream(file).pipe(response);
    } catch {
      response.writeHead(404, headers).end();
    }
  });
  return new Promise((ready) => {
    server.listen(0, "127.0.0.1", () => ready({
      url: `http://127.0.0.1:${server.address().port}/`,
      requests,
      close() {
        server.closeAllConnections();
        server.close();
      },
    }));
  });
}
