// Objects in the memory of a piece.
import { BramahError, gone } from "./load.js";

export const DISPOSE = Symbol.dispose ?? Symbol.for("Symbol.dispose");
const lost = globalThis.FinalizationRegistry && new FinalizationRegistry(({ piece, handle, release }) => {
  if (!piece.broken) piece.serve(release, handle);
});

/** An object in the memory of a piece: `using` or `dispose()` erases it, or else the collector of garbage at some time. */
export class Held {
  #piece;
  #handle;
  #release;
  #secret;
  constructor(piece, handle, release, secret = true) {
    [this.#piece, this.#handle, this.#release, this.#secret] = [piece, handle, release, secret];
    lost?.register(this, { piece, handle, release }, this);
  }
  /** The piece, if the object was not disposed of. */
  get piece() {
    if (!this.#piece) throw new BramahError("ERR_ENDED", "the object was disposed of");
    if (this.#piece.broken) throw gone();
    return this.#piece;
  }
  get handle() {
    return this.#handle;
  }
  dispose() {
    if (!this.#piece) return;
    lost?.unregister(this);
    if (!this.#piece.broken) {
      this.#piece.serve(this.#release, this.#handle);
      if (this.#secret) this.#piece.wipe();
    }
    this.#piece = undefined;
  }
  get disposed() {
    return this.#piece === undefined;
  }
}
