// The types of the package.
import type { Bytes, Form, Output } from "./bytes.js";
export type { Bytes, Form } from "./bytes.js";

/** An error of the library. */
export declare class BramahError extends Error {
  /**
   * The kind: ERR_ARGUMENT, ERR_UNKNOWN_NAME, ERR_UNAUTHENTIC, ERR_WRONG_PASSWORD, ERR_LIMIT, ERR_NO_MEMORY, ERR_ENDED,
   * ERR_MALFORMED, ERR_NO_MATCH, ERR_NO_ENTROPY, ERR_NO_WASM or ERR_WORKER.
   */
  code: string;
}

/** What has memory in a module, which `dispose` or `using` erases. */
interface Disposable_ {
  dispose(): void;
  [Symbol.dispose](): void;
}

/** What a hash function may take besides a message. */
export interface HashOptions {
  /** The length of the digest in bits, for functions with several. */
  bits?: number;
  key?: Bytes;
  emptyKey?: boolean;
  salt?: Bytes;
  personal?: Bytes;
  functionName?: Bytes;
  domain?: Bytes;
  context?: Bytes;
  publicKey?: Bytes;
  keyIdentifier?: Bytes;
  nonce?: Bytes;
}

/** A message in progress of a hash function. */
export interface Hash extends Disposable_ {
  readonly name: string;
  readonly digestSize: number;
  readonly blockSize: number;
  /** Discards the message, and begins an empty one. */
  init(): this;
  update(data: Bytes): this;
  /** Ends the message. */
  digest<F extends Form | undefined = undefined>(form?: F): Output<F>;
  /** Ends the message of a function with output of any length, here in bytes. */
  extend<F extends Form | undefined = undefined>(length: number, form?: F): Output<F>;
  clone(): Hash;
  /** The state of the message, which `hash.restore` continues. It is as secret as the message and the key. */
  save(): Uint8Array;
  /** Continues the message whose state was saved. */
  load(state: Bytes): this;
  /** The digest of a whole message. The message in progress does not change. */
  of<F extends Form | undefined = undefined>(data: Bytes, form?: F): Output<F>;
  /** The digests of many messages, one after another. */
  many(messages: Iterable<Bytes>): Uint8Array;
}

export declare const hash: {
  /** Begins a message of a hash function by its name. */
  (name: string, options?: HashOptions): Promise<Hash>;
  /** Continues a message whose state was saved. */
  restore(state: Bytes, options?: HashOptions): Promise<Hash>;
  /** The names of all hash functions. */
  names(): Promise<string[]>;
};
/** All hash functions, and whether to choose one for something new. */
export declare function hashFunctions(): Promise<{ name: string; standing: "current" | "legacy" | "broken" | "checksum"; needsKey: boolean }[]>;
/** How the messages of a long list are hashed. */
export interface ManyHashing {
  /** The most workers for a list of 8 MiB or more. Without it, the list is hashed on the caller's thread. */
  workers?: number;
  /**
   * Gives the workers the buffers that are one message each, so that these are not copied: they are detached. Of shorter lists,
   * and in an engine without workers, nothing is given away.
   */
  transfer?: boolean;
  signal?: AbortSignal;
}
/** The digests of many messages, one after another. Do not change the messages before it has ended. */
export declare function hashMany(name: string, messages: Iterable<Bytes>, options?: HashOptions & ManyHashing): Promise<Uint8Array>;

/** Computes the digest of a whole message. */
export interface HashFunction {
  <F extends Form>(data: Bytes, form: F): Promise<Output<F>>;
  (data: Bytes): Promise<string>;
}
export declare const adler32: HashFunction;
export declare const crc32: HashFunction;
export declare const crc32c: HashFunction;
export declare const crc64: HashFunction;
export declare const md4: HashFunction;
export declare const md5: HashFunction;
export declare const ripemd160: HashFunction;
export declare const sha1: HashFunction;
export declare const sha224: HashFunction;
export declare const sha256: HashFunction;
export declare const sha384: HashFunction;
export declare const sha512: HashFunction;
export declare const sm3: HashFunction;
export declare const whirlpool: HashFunction;
export declare const xxhash32: HashFunction;
export declare const xxhash64: HashFunction;
export declare const xxhash3: HashFunction;
export declare const xxhash128: HashFunction;
export declare const keccak256: HashFunction;
export declare function sha3(data: Bytes, bits?: number): Promise<string>;
export declare function shake128(data: Bytes, bits?: number): Promise<string>;
export declare function shake256(data: Bytes, bits?: number): Promise<string>;
export declare function blake2b(data: Bytes, bits?: number, key?: Bytes | null): Promise<string>;
export declare function blake2s(data: Bytes, bits?: number, key?: Bytes | null): Promise<string>;
export declare function blake3(data: Bytes, bits?: number, key?: Bytes | null): Promise<string>;
export declare function createAdler32(): Promise<Hash>;
export declare function createCRC32(): Promise<Hash>;
export declare function createCRC32C(): Promise<Hash>;
export declare function createCRC64(): Promise<Hash>;
export declare function createMD4(): Promise<Hash>;
export declare function createMD5(): Promise<Hash>;
export declare function createRIPEMD160(): Promise<Hash>;
export declare function createSHA1(): Promise<Hash>;
export declare function createSHA224(): Promise<Hash>;
export declare function createSHA256(): Promise<Hash>;
export declare function createSHA384(): Promise<Hash>;
export declare function createSHA512(): Promise<Hash>;
export declare function createSM3(): Promise<Hash>;
export declare function createWhirlpool(): Promise<Hash>;
export declare function createXXHash32(): Promise<Hash>;
export declare function createXXHash64(): Promise<Hash>;
export declare function createXXHash3(): Promise<Hash>;
export declare function createXXHash128(): Promise<Hash>;
export declare function createSHA3(bits?: number): Promise<Hash>;
export declare function createBLAKE2b(bits?: number, key?: Bytes | null): Promise<Hash>;
export declare function createBLAKE2s(bits?: number, key?: Bytes | null): Promise<Hash>;
export declare function createBLAKE3(bits?: number, key?: Bytes | null): Promise<Hash>;

/** A message in progress of a MAC. */
export interface Mac extends Disposable_ {
  readonly name: string;
  readonly digestSize: number;
  init(): this;
  update(data: Bytes): this;
  /** Ends the message, and returns its tag, of `length` bytes if it may be shortened. */
  digest<F extends Form | undefined = undefined>(form?: F, length?: number): Output<F>;
  /** Ends the message. Returns whether the tag is right. */
  verify(tag: Bytes): boolean;
  clone(): Mac;
}
export declare const mac: {
  /** Begins a message of a MAC by its name, such as "hmac-sha256" or "cmac-aes-128". */
  (name: string, key: Bytes, options?: { nonce?: Bytes }): Promise<Mac>;
  names(): Promise<string[]>;
};
/** HMAC of a whole message: the name of the hash function, the key, the message. */
export declare function hmac<F extends Form | undefined = undefined>(name: string, key: Bytes, data: Bytes, form?: F): Promise<Output<F>>;
/** HMAC over the hash function of an object. */
export declare function createHMAC(hashing: Hash | Promise<Hash>, key: Bytes): Promise<Mac>;
interface KmacOptions<F> {
  /** The length of the tag in bytes. */
  length?: number;
  personal?: Bytes;
  form?: F;
}
export declare function kmac128<F extends Form | undefined = undefined>(key: Bytes, data: Bytes, options?: KmacOptions<F>): Promise<Output<F>>;
export declare function kmac256<F extends Form | undefined = undefined>(key: Bytes, data: Bytes, options?: KmacOptions<F>): Promise<Output<F>>;

/** What a function that derives keys may take. */
export interface KdfOptions<F = undefined> {
  salt?: Bytes;
  info?: Bytes;
  label?: Bytes;
  context?: Bytes;
  iv?: Bytes;
  hash?: string;
  mac?: string;
  iterations?: number;
  n?: number;
  r?: number;
  lanes?: number;
  memory?: number;
  version?: number;
  secret?: Bytes;
  data?: Bytes;
  shortSalts?: boolean;
  form?: F;
}
export declare const kdf: {
  /** Derives a key of `length` bytes with a function by its name. */
  (name: string, password: Bytes, length: number, options?: KdfOptions & { form?: "binary" }): Promise<Uint8Array>;
  (name: string, password: Bytes, length: number, options: KdfOptions & { form: "hex" }): Promise<string>;
  names(): Promise<string[]>;
};
type Typed<T, R extends string = "hex" | "binary"> = T & { outputType?: R };
type Result<O> = O extends { outputType: "binary" } ? Uint8Array : string;
interface Pbkdf2 { password: Bytes; salt: Bytes; iterations: number; hashLength: number; hashFunction?: string | Hash | Promise<Hash> }
interface Scrypt { password: Bytes; salt: Bytes; costFactor: number; blockSize: number; parallelism: number; hashLength: number }
interface Argon2 { password: Bytes; salt: Bytes; secret?: Bytes; iterations: number; parallelism: number; memorySize: number; hashLength: number }
export declare function pbkdf2<O extends Typed<Pbkdf2>>(options: O): Promise<Result<O>>;
export declare function scrypt<O extends Typed<Scrypt>>(options: O): Promise<Result<O>>;
export declare function argon2id<O extends Typed<Argon2, "hex" | "binary" | "encoded">>(options: O): Promise<Result<O>>;
export declare function argon2i<O extends Typed<Argon2, "hex" | "binary" | "encoded">>(options: O): Promise<Result<O>>;
export declare function argon2d<O extends Typed<Argon2, "hex" | "binary" | "encoded">>(options: O): Promise<Result<O>>;
export declare function argon2Verify(options: { password: Bytes; hash: string }): Promise<boolean>;
export declare function bcrypt(options: { password: Bytes; salt: Bytes; costFactor: number; outputType?: "encoded" }): Promise<string>;
export declare function bcryptVerify(options: { password: Bytes; hash: string }): Promise<boolean>;
export declare function hkdf<F extends Form = "binary">(hash: string | Hash | Promise<Hash>, secret: Bytes, salt: Bytes | undefined, info: Bytes | undefined, length: number, form?: F): Promise<Output<F>>;

/** The work that the string of a password may require. */
export interface PasswordLimits {
  limitMemory?: number;
  limitIterations?: number;
  limitCost?: number;
  limitWritten?: number;
  limitHashed?: number;
}
export interface PasswordOptions extends PasswordLimits {
  salt?: Bytes;
  version?: number;
  memory?: number;
  iterations?: number;
  lanes?: number;
  logN?: number;
  r?: number;
  t?: number;
  cost?: number;
  rounds?: number;
}
export declare const password: {
  /** Makes the string of a password. */
  hash(password: Bytes, name?: string, options?: PasswordOptions): Promise<string>;
  /** Returns whether the password is the one from which the string was made. */
  verify(password: Bytes, string: string, limits?: PasswordLimits): Promise<boolean>;
  /** Returns whether the parameters of a string are below those that are recommended now. */
  outdated(string: string): Promise<boolean>;
};

/** A message in progress of a cipher. */
export interface Cipher extends Disposable_ {
  readonly name: string;
  update(data: Bytes): Uint8Array;
  finish(): Uint8Array;
  seek(position: number | bigint): this;
}
export interface CipherOptions {
  decrypt?: boolean;
  padding?: "pkcs7" | "iso7816" | "x923" | "zero";
  stealing?: "cs1" | "cs2" | "cs3";
  increment?: string;
  tweak?: Bytes;
  rounds?: number;
}
export declare const cipher: {
  /** Begins a message of a cipher that does not authenticate. */
  (name: string, key: Bytes, iv?: Bytes, options?: CipherOptions): Promise<Cipher>;
  names(): Promise<string[]>;
};
/** A key of authenticated encryption. */
export interface Aead extends Disposable_ {
  readonly name: string;
  readonly tagLength: number;
  encrypt(nonce: Bytes, data: Bytes, additionalData?: Bytes): Uint8Array;
  decrypt(nonce: Bytes, sealed: Bytes, additionalData?: Bytes): Uint8Array;
}
export declare const aead: {
  (name: string, key: Bytes, options?: { tagLength?: number }): Promise<Aead>;
  names(): Promise<string[]>;
};
/** The first argument of `encrypt` and `decrypt`, as in Web Crypto. */
export interface AeadAlgorithm {
  name: string;
  iv: Bytes;
  additionalData?: Bytes;
  /** In bits. */
  tagLength?: number;
}
export declare function encrypt(algorithm: AeadAlgorithm, key: Bytes, data: Bytes): Promise<Uint8Array>;
export declare function decrypt(algorithm: AeadAlgorithm, key: Bytes, data: Bytes): Promise<Uint8Array>;
export declare function wrapKey(name: string, kek: Bytes, key: Bytes): Promise<Uint8Array>;
export declare function unwrapKey(name: string, kek: Bytes, wrapped: Bytes): Promise<Uint8Array>;
export declare const encryptThenMac: {
  encrypt(name: string, key: Bytes, nonce: Bytes, data: Bytes, ad?: Bytes): Promise<Uint8Array>;
  decrypt(name: string, key: Bytes, nonce: Bytes, data: Bytes, ad?: Bytes): Promise<Uint8Array>;
};

/** Who encrypts or decrypts the chunks of an age file. */
export interface FileDivision {
  /** The most workers for a file of 8 MiB or more. Without it, all chunks are processed on the caller's thread. */
  workers?: number;
  /** Ends the work, and the workers. */
  signal?: AbortSignal;
}
export interface EncryptOptions extends FileDivision {
  recipients?: string | string[];
  passphrase?: Bytes;
  /** The logarithm of scrypt's N. */
  workFactor?: number;
  maxWorkFactor?: number;
  /** Whether the file is text. */
  armor?: boolean;
}
export interface DecryptOptions extends FileDivision {
  identities?: string | string[];
  passphrase?: Bytes;
  maxWorkFactor?: number;
}
/** What `pipeThrough` takes. */
export interface FileStream {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Bytes>;
}
export declare function encryptStream(options: EncryptOptions): FileStream;
export declare function decryptStream(options: DecryptOptions): FileStream;
export declare function encryptFile(data: Bytes, options: EncryptOptions): Promise<Uint8Array>;
export declare function decryptFile(data: Bytes, options: DecryptOptions): Promise<Uint8Array>;
export declare function generateIdentity(kind?: "x25519" | "hybrid"): Promise<{ identity: string; recipient: string }>;
export declare function identityToRecipient(identity: string): Promise<string>;
export declare const fca: {
  encrypt(data: Bytes, options: { passphrase: Bytes; cipher?: "aes" | "serpent" | "twofish"; eax?: boolean; strong?: boolean; compressed?: boolean }): Promise<Uint8Array>;
  decrypt(data: Bytes, options: { passphrase: Bytes; cipher?: "aes" | "serpent" | "twofish" }): Promise<Uint8Array>;
};
interface OpensslOptions { passphrase: Bytes; cipher?: string; digest?: string; iterations?: number; armor?: boolean }
export declare const opensslEnc: {
  encrypt(data: Bytes, options: OpensslOptions): Promise<Uint8Array>;
  decrypt(data: Bytes, options: OpensslOptions): Promise<Uint8Array>;
};

export interface FileHashing {
  /**
   * Called with the number of bytes that every function has hashed, which is larger each time, and the length of the file if it
   * is known.
   */
  onProgress?(bytes: number, total: number | undefined): void;
  signal?: AbortSignal;
  /** The number of workers; 0 for none. */
  workers?: number;
}
/** Hashes a file with one or several functions. Returns a digest in hexadecimal digits for each name. */
export declare function hashFile<const N extends string>(
  source: Blob | ReadableStream<Bytes> | AsyncIterable<Bytes> | Bytes,
  names: N | readonly N[],
  options?: FileHashing,
): Promise<Record<N, string>>;
/** Ends the workers that have no work. */
export declare function endWorkers(): void;
/** Whether the engine has SIMD. */
export declare function hasSimd(): boolean;

/** A line of a list of digests. */
export interface ListEntry {
  /** The number of the line, from 1. */
  line: number;
  /** The name of the file, if the line has one. */
  name?: string;
  /** The size in bytes that the line says. If `unit` is not 1, it is rounded up to a multiple of that. */
  size?: number;
  unit?: number;
  /** The digests, hexadecimal. `guessed` says that only the length tells the function. */
  digests: { algorithm: string; digest: string; guessed: boolean }[];
  /** Why the line cannot be used. */
  flaw?: string;
}
/** Reads a list of digests in any form that `bramah check` reads. `form` is the name of a special form. */
export declare function parseList(
  list: Bytes, hints?: { name?: string; algorithm?: string },
): Promise<ListEntry[] & { form?: string }>;
/** Writes a list of digests, as sha256sum does ("coreutils") or with the names of functions ("tagged"). */
export declare function formatList(
  entries: Iterable<{ name: string; algorithm: string; digest: string }>, form?: "coreutils" | "tagged",
): Promise<string>;
