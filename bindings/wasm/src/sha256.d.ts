import type { SmallFunction, SmallHash } from "./small.js";

export declare const sha256: SmallFunction;
/** Loads the module, and begins a message. */
export declare function createSHA256(): Promise<SmallHash>;
export default sha256;
