// A worker of the pool: it hashes a blob or a range of it, the parts of a stream one after another, or many messages, or it encrypts
// or decrypts chunks of an age file.
import { listen } from "#engine";
import { chunksOf } from "./chunks.js";
import { hash } from "./hash.js";
import { begin, hashParts, slices } from "./reading.js";
import { partOf } from "./tree.js";

const streams = new Map();

/** The messages of a batch: those that came as they are, and the others, which were copied one after another. */
function messages({ copy, lengths, sent }) {
  const list = Array(lengths.length);
  for (const [place, message] of sent) list[place] = message;
  let at = 0;
  for (let i = 0; i < list.length; i++) list[i] ??= copy.subarray(at, (at += lengths[i]));
  return list;
}

const answer = listen(async ({ id, blob, range, names, part, many, options, batch, payload, decrypt, chunks, first, last, over, end }) => {
  try {
    if (range) {
      answer({ id, result: await partOf(blob, range, (bytes) => answer({ id, bytes })) });
    } else if (blob) {
      answer({ id, result: await hashParts(slices(blob), names, (bytes) => answer({ id, bytes })) });
    } else if (names) {
      streams.set(id, await begin(names));
      answer({ id, bytes: 0 });
    } else if (part) {
      streams.get(id).update(part);
      answer({ id, bytes: part.length });
    } else if (many) {
      streams.set(id, await hash(many, options));
      // a key was copied to here
      for (const value of Object.values(options ?? {})) if (ArrayBuffer.isView(value)) value.fill(0);
      answer({ id, bytes: 0 });
    } else if (batch) {
      answer({ id, result: streams.get(id).many(messages(batch)) });
    } else if (payload) {
      streams.set(id, await chunksOf(payload, decrypt));
      answer({ id, bytes: 0 });
    } else if (chunks) {
      const output = streams.get(id).process({ chunks, first, last });
      answer({ id, result: { output, chunks } }, [output.buffer, chunks.buffer]);
    } else if (over) {
      // there is none after an error
      streams.get(id)?.dispose();
      streams.delete(id);
      answer({ id, bytes: 0 });
    } else if (end) {
      answer({ id, result: streams.get(id).digests() });
      streams.delete(id);
    }
  } catch (error) {
    streams.get(id)?.dispose();
    streams.delete(id);
    answer({ id, error: { name: error?.name, message: error?.message ?? String(error), code: error?.code } });
  }
});
answer({ ready: true });
