// age files on one thread and in workers: wall time, and CPU time of the whole process, in turns, medians of five.
//
//   make wasm && node bench/wasm/workers.mjs [--package FOLDER] [--size MIB] [--rounds NUMBER] [NUMBER-OF-WORKERS..]
//
// A stream of slices of 1 MiB is encrypted, and its output decrypted; then the same bytes as a whole. The workers run already, except
// where it says that they are started.
import { loadavg } from "node:os";
import { given, median, option, ours } from "./common.mjs";

const MIB = 1 << 20;
const length = Number(option("--size", "256")) * MIB;
const rounds = Number(option("--rounds", "5"));
const numbers = given.length > 0 ? given.map(Number) : [0, 1, 2];
const { decryptFile, decryptStream, encryptFile, encryptStream, endWorkers, generateIdentity } = ours;

const { identity, recipient } = await generateIdentity();
const text = Uint8Array.from({ length }, (_, i) => i * 7 + 3);
const file = await encryptFile(text, { recipients: recipient });

/** Sends bytes through a stream, and drops what comes out. Returns its length. */
async function through(stream, bytes) {
  const writer = stream.writable.getWriter();
  const read = (async () => {
    const reader = stream.readable.getReader();
    let count = 0;
    for (let part; !(part = await reader.read()).done; ) count += part.value.length;
    return count;
  })();
  for (let at = 0; at < bytes.length; at += MIB) await writer.write(bytes.subarray(at, at + MIB));
  await writer.close();
  return read;
}

const kinds = {
  "encrypt, stream": (workers) => through(encryptStream({ recipients: recipient, workers }), text),
  "decrypt, stream": (workers) => through(decryptStream({ identities: identity, workers }), file),
  "encrypt, whole": async (workers) => (await encryptFile(text, { recipients: recipient, workers })).length,
  "decrypt, whole": async (workers) => (await decryptFile(file, { identities: identity, workers })).length,
  "encrypt, stream, workers started": (workers) => (endWorkers(), through(encryptStream({ recipients: recipient, workers }), text)),
};

for (const [kind, run] of Object.entries(kinds)) {
  const times = numbers.map(() => ({ wall: [], cpu: [] }));
  for (const workers of numbers) await run(workers);
  for (let round = 0; round < rounds; round++) {
    for (const [i, workers] of numbers.entries()) {
      const before = process.cpuUsage();
      const start = performance.now();
      const count = await run(workers);
      times[i].wall.push(performance.now() - start);
      const { user, system } = process.cpuUsage(before);
      times[i].cpu.push((user + system) / 1000);
      if (count !== (kind.startsWith("encrypt") ? file : text).length) throw new Error(`${kind}: ${count} bytes`);
    }
  }
  for (const [i, workers] of numbers.entries()) {
    const [wall, cpu] = [median(times[i].wall), median(times[i].cpu)];
    const ratio = (median(times[0].wall) / wall).toFixed(2);
    console.log(`${kind}, ${workers} workers: ${wall.toFixed(0)} ms, CPU ${cpu.toFixed(0)} ms, ${(wall * 1e6 / length).toFixed(2)} ns a byte, ${ratio} times as fast as the first`);
  }
}
endWorkers();
console.log(`Node ${process.version}, ${length / MIB} MiB, load ${loadavg()[0].toFixed(2)}`);
