import type { SmallFunction, SmallHash } from "./small.js";

export declare const blake3: SmallFunction;
/** Loads the module, and begins a message. */
export declare function createBLAKE3(): Promise<SmallHash>;
export default blake3;
