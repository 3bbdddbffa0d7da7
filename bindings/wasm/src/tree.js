// BLAKE3 of a file whose parts are hashed in several workers.
import { hex, joined } from "./bytes.js";
import { hashes } from "./piece-hashes.js";
import { SLICE, slices } from "./reading.js";
import { hash as request } from "./requests.js";

/** A shorter file is hashed by one worker. */
const SHORT = 16 << 20;
/** The lengths of the ranges: powers of two. */
const LEAST = 4 << 20;
const MOST = 64 << 20;

/** The ranges of a file for as many workers, four or more for each; undefined if one of them should hash the file. */
export function ranges(size, workers) {
  if (size < SHORT || workers < 2) return undefined;
  let length = MOST;
  while (length > LEAST && size < 4 * workers * length) length /= 2;
  return Array.from({ length: Math.ceil(size / length) }, (_, i) => [i * length, Math.min((i + 1) * length, size)]);
}

/** Hashes a range of a blob. Calls `onBytes` with the number of bytes of each slice. */
export async function partOf(blob, [from, to], onBytes) {
  const piece = await hashes.blake.shared();
  const parts = [];
  for await (const slice of slices(blob.slice(from, to))) {
    const fill = (memory) => {
      new DataView(memory.buffer, memory.byteOffset).setBigUint64(0, BigInt(from + parts.length * SLICE), true);
      memory.set(slice, 8);
    };
    piece.with(8 + slice.length, fill, request.PART, 0);
    parts.push(piece.reply());
    onBytes(slice.length);
  }
  if (parts.length === 1) return parts[0];
  piece.serve(request.JOIN, 0, joined(parts));
  return piece.reply();
}

/** The hash of a content of which these are all parts, in order. */
export async function rootOf(parts) {
  const piece = await hashes.blake.shared();
  piece.serve(request.ROOT, 0, joined(parts));
  return hex(piece.reply());
}
