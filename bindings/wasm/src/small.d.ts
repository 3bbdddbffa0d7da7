import type { Bytes, Form, Output } from "./bytes.js";

/** A message in progress. */
export interface SmallHash {
  readonly name: string;
  readonly digestSize: number;
  readonly blockSize: number;
  /** Discards the message, and begins an empty one. */
  init(): this;
  update(data: Bytes): this;
  /** Ends the message. */
  digest<F extends Form | undefined = undefined>(form?: F): Output<F>;
  clone(): SmallHash;
  dispose(): void;
  [Symbol.dispose](): void;
}

/** A hash function in a module of its own. */
export interface SmallFunction {
  /** Computes the digest of a whole message. */
  <F extends Form | undefined = undefined>(data: Bytes, form?: F): Promise<Output<F>>;
  /** Loads the module; `create` needs it. */
  load(): Promise<void>;
  /** Begins a message, once the module is loaded. */
  create(): SmallHash;
}
