// The chunks of the payload of an age file, in a worker or where the call is.
import { STACK } from "./load.js";
import { age as pieces } from "./piece-age.js";
import { file as request } from "./requests.js";

/** The lengths in bytes of the text of a chunk, and of its tag. */
export const [CHUNK, TAG] = [1 << 16, 16];
/** The number of chunks that are processed at once. */
export const COUNT = 16;
/** The length in bytes of what precedes the chunks in a request. */
const BEFORE = 9;
/** The length in bytes of the longest request. */
export const ROOM = BEFORE + COUNT * (CHUNK + TAG);

/**
 * Encrypts or decrypts chunks by an object in an instance, and returns the result. `first` is the number of the first chunk; `last`
 * says whether the file ends after the chunks.
 */
export function processed(piece, handle, { chunks, first, last }) {
  const write = (memory) => {
    new DataView(memory.buffer, memory.byteOffset).setBigUint64(0, BigInt(first), true);
    memory[BEFORE - 1] = last ? 1 : 0;
    memory.set(chunks, BEFORE);
  };
  piece.with(BEFORE + chunks.length, write, request.CHUNKS, handle);
  return piece.reply();
}

/** Begins to process the chunks of a payload in an instance of their own. The key is erased. */
export async function chunksOf(key, decrypt) {
  let piece, handle;
  try {
    piece = await pieces.fresh(ROOM);
    handle = piece.ask(request.NEW, { key, decrypt });
  } finally {
    key.fill(0);
  }
  return {
    /** Texts that are encrypted are erased. */
    process(part) {
      try {
        return processed(piece, handle, part);
      } finally {
        if (!decrypt) part.chunks.fill(0);
      }
    },
    dispose() {
      if (piece.broken) return;
      piece.serve(request.RELEASE, handle);
      piece.wipe(STACK);
    },
  };
}
