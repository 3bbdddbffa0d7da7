// Encrypted files: age as streams, FCA and openssl enc whole.
import { bytes, text, whole as wholeNumber } from "./bytes.js";
import { CHUNK, TAG } from "./chunks.js";
import { divided } from "./divided.js";
import { STACK } from "./load.js";
import { age as pieces } from "./piece-age.js";
import { file as request } from "./requests.js";

const decoder = new TextDecoder();
/** The number of bytes that are passed on at once. */
const PIECE = 1 << 18;

const lines = (value, name) => (value === undefined ? undefined : Array.isArray(value) ? value.map((one) => text(one, name)).join("\n") : text(value, name));

// Each file has an instance of its own: its keys and its contents are given up with it. `put` takes the output, piece by piece; it
// must copy what it keeps.
function file(fields, put) {
  let piece, handle;
  const pass = (number, data) => {
    piece.serve(number, handle, data);
    piece.reply((output) => output.length && put(output));
  };
  const end = () => {
    if (piece && !piece.broken) {
      piece.serve(request.RELEASE, handle);
      piece.wipe(STACK);
    }
    piece = undefined;
  };
  const guarded = (body) => {
    try {
      return body();
    } catch (error) {
      end();
      throw error;
    }
  };
  return {
    async begin() {
      piece = await pieces.fresh(PIECE);
      guarded(() => (handle = piece.ask(request.NEW, fields)));
    },
    update(given) {
      guarded(() => {
        for (let at = 0; at < given.length; at += PIECE) pass(request.UPDATE, given.subarray(at, at + PIECE));
      });
    },
    finish() {
      guarded(() => pass(request.FINISH));
      end();
    },
    end,
  };
}

/** How a file is divided, from the options of a call. */
const division = ({ workers = 0, signal } = {}) => ({ workers: wholeNumber(workers, "workers"), signal });

/** A file on this thread, or one whose chunks are divided among workers. */
const work = (fields, how, put) => (how.workers === 0 ? file(fields, put) : divided(fields, how, put));

// A pair of streams, since not every engine says to a TransformStream that it is cancelled: what it has must be erased, and workers
// must end. All errors end both sides.
function stream(fields, { workers, signal }) {
  let input, output, wanted, stopped;
  const stop = (reason, aborts = false) => {
    if (!stopped) {
      stopped = { reason };
      signal?.removeEventListener("abort", aborted);
      if (!aborts) input.error(reason);
      output.error(reason);
      wanted?.();
      stopped.ended = made.end();
    }
    return stopped.ended;
  };
  const aborted = () => stop(signal.reason);
  const put = (data, own) => output.enqueue(own ? data : data.slice());
  const made = work(fields, { workers, signal, failed: stop }, put);
  const guarded = async (body) => {
    try {
      if (stopped) throw stopped.reason;
      await body();
    } catch (error) {
      await stop(error);
      throw error;
    }
    // meanwhile: the body may have begun what is to be erased
    if (stopped) await made.end();
  };
  const room = async () => {
    while (output.desiredSize <= 0 && !stopped) await new Promise((resolve) => (wanted = resolve));
    if (stopped) throw stopped.reason;
  };
  const readable = new ReadableStream({
    start: (given) => void (output = given),
    pull: () => wanted?.(),
    cancel: (reason) => stop(reason),
  }, { highWaterMark: 1 });
  const writable = new WritableStream({
    start(given) {
      input = given;
      // `abort` is called only when nothing is written any more
      given.signal?.addEventListener("abort", () => stop(given.signal.reason, true), { once: true });
      signal?.addEventListener("abort", aborted, { once: true });
      return guarded(() => {
        signal?.throwIfAborted();
        return made.begin();
      });
    },
    write: (chunk) => guarded(async () => {
      const data = bytes(chunk, "a chunk");
      await room();
      await made.update(data);
    }),
    close: () => guarded(async () => {
      await made.finish();
      signal?.removeEventListener("abort", aborted);
      output.close();
    }),
    abort: (reason) => stop(reason, true),
  }, { highWaterMark: 1 });
  return { readable, writable };
}

const encryption = ({ recipients, passphrase, workFactor, maxWorkFactor, armor } = {}) => ({
  recipients: lines(recipients, "recipients"), passphrase: passphrase === undefined ? undefined : bytes(passphrase, "passphrase"),
  work_factor: workFactor, max_work_factor: maxWorkFactor, armor,
});

const decryption = ({ identities, passphrase, maxWorkFactor } = {}) => ({
  decrypt: true, identities: lines(identities, "identities"), passphrase: passphrase === undefined ? undefined : bytes(passphrase, "passphrase"),
  max_work_factor: maxWorkFactor,
});

/**
 * Encrypts to age version 1: `{ recipients }` (text or an array), or `{ passphrase, workFactor }`; `armor` for text. As many workers
 * as `workers` says encrypt a long file; `signal` ends the work.
 */
export const encryptStream = (options) => stream(encryption(options), division(options));

/**
 * Decrypts age version 1, armored or not: `{ identities }` (text or an array), `{ passphrase }`, or both. What it passes on is
 * authentic, and complete when the stream has ended without an error. `workers` and `signal` are those of `encryptStream`.
 */
export const decryptStream = (options) => stream(decryption(options), division(options));

/** The length in bytes of the nonce after a header. */
const NONCE = 16;

/** The length of the text of an age file without armor, if its header has the usual form. */
function textLength(data) {
  // a copy, since a decoder may refuse shared memory
  const begin = new TextDecoder("latin1").decode(data.slice(0, 1 << 16));
  const payload = data.length - begin.length + begin.replace(/^[^]*?\n--- .*\n/, "").length - NONCE;
  return Math.max(0, payload - TAG * Math.max(1, Math.ceil(payload / (CHUNK + TAG))));
}

// Copies the output to memory of the expected length; more is got if it is longer, and the result is copied if its length is another.
async function whole(fields, { workers, signal }, data, expected) {
  signal?.throwIfAborted();
  let out = new Uint8Array(0);
  let length = 0;
  const given = bytes(data);
  const made = work(fields, { workers, signal, length: given.length }, (output) => {
    if (length + output.length > out.length) {
      const larger = new Uint8Array(Math.max(length + output.length, length === 0 ? expected(output.length) : 2 * out.length));
      larger.set(out.subarray(0, length));
      out = larger;
    }
    out.set(output, length);
    length += output.length;
  });
  await made.begin();
  await made.update(given.subarray(0, 1));
  await made.update(given.subarray(1));
  await made.finish();
  return length === out.length ? out : out.slice(0, length);
}

/** Encrypts whole contents, with the options of `encryptStream`. */
export async function encryptFile(data, options) {
  const { length } = bytes(data);
  // the first output is the header and the nonce
  return whole(encryption(options), division(options), data, (header) => header + length + TAG * Math.max(1, Math.ceil(length / CHUNK)));
}
/** Decrypts a whole file, with the options of `decryptStream`. */
export const decryptFile = async (data, options) => whole(decryption(options), division(options), data, () => textLength(bytes(data)));

async function once(number, fields, data) {
  const piece = await pieces.fresh();
  if (data) piece.serve(number, 0, data);
  else piece.ask(number, fields);
  return piece.reply();
}

/** Makes a pair of keys: "x25519", or "hybrid", which withstands quantum computers. */
export async function generateIdentity(name = "x25519") {
  const [identity, recipient] = decoder.decode(await once(request.KEYGEN, { name: text(name, "name") })).split("\n");
  return { identity, recipient };
}
/** The recipient of an identity. */
export const identityToRecipient = async (identity) =>
  decoder.decode(await once(request.RECIPIENT, undefined, bytes(text(identity, "identity"))));

/** Files in the format FCA, whole in memory. */
export const fca = {
  encrypt: (data, { passphrase, cipher, eax = true, strong = true, compressed } = {}) =>
    once(request.FCA, { data: bytes(data), passphrase: bytes(passphrase, "passphrase"), cipher, eax, strong, compressed }),
  decrypt: (data, { passphrase, cipher } = {}) =>
    once(request.FCA, { data: bytes(data), passphrase: bytes(passphrase, "passphrase"), cipher, decrypt: true }),
};

/** Files of `openssl enc -pbkdf2`, whole in memory. Nothing proves that what it decrypts is the original text. */
export const opensslEnc = {
  encrypt: (data, { passphrase, cipher, digest, iterations, armor } = {}) =>
    once(request.OPENSSL, { data: bytes(data), passphrase: bytes(passphrase, "passphrase"), cipher, digest, iterations, armor }),
  decrypt: (data, { passphrase, cipher, digest, iterations, armor } = {}) =>
    once(request.OPENSSL, { data: bytes(data), passphrase: bytes(passphrase, "passphrase"), cipher, digest, iterations, armor, decrypt: true }),
};
