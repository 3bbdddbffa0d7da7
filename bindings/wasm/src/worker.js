// A worker of the pool: it hashes a blob, or the parts of a stream, one after another.
import { listen } from "#engine";
import { begin, hashParts, slices } from "./reading.js";

const streams = new Map();
const answer = listen(async ({ id, blob, names, part, end }) => {
  try {
    if (blob) {
      answer({ id, digests: await hashParts(slices(blob), names, (bytes) => answer({ id, bytes })) });
    } else if (names) {
      streams.set(id, await begin(names));
      answer({ id, bytes: 0 });
    } else if (part) {
      streams.get(id).update(part);
      answer({ id, bytes: part.length });
    } else if (end) {
      answer({ id, digests: streams.get(id).digests() });
      streams.delete(id);
    }
  } catch (error) {
    streams.get(id)?.dispose();
    streams.delete(id);
    answer({ id, error: { name: error?.name, message: error?.message ?? String(error), code: error?.code } });
  }
});
answer({ ready: true });
