// Keeps the page for offline use: all its files are fetched once, and served from here.
importScripts("version.js");

const { digest, files } = self.BRAMAH;
const PREFIX = "bramah-page-";
const CACHE = PREFIX + digest;

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(files.map((file) => new Request(file, { cache: "reload" })));
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
    }
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    const wanted = request.mode === "navigate" ? "./" : request;
    const found = await cache.match(wanted, { ignoreSearch: true, ignoreVary: true });
    return found ?? fetch(request);
  })());
});
