// Many files through the workers, with the progress of all of them.
import { eachFrame } from "./dom.js";
import { pool } from "./pool.js";

/** The most files that wait in the queue of the workers. */
const AHEAD = 16;

/**
 * A run over files, that are added as they come.
 * @template T
 */
export class Run {
  /** @param {(run: Run<T>) => void} changed Is called at most once a frame when something has changed. */
  constructor(changed) {
    this.controller = new AbortController();
    this.jobs = [];
    this.frame = eachFrame();
    this.changed = () => this.frame(() => changed(this));
    this.bytes = 0;
    this.allBytes = 0;
    this.done = 0;
    this.active = 0;
    this.begun = 0;
  }

  /** Adds a file to be digested. @returns {Promise<string[]>} Its digests. */
  add(file, algorithms, told) {
    this.allBytes += file.size;
    return new Promise((found, failed) => {
      this.jobs.push({ file, algorithms, told, found, failed });
      this.next();
    });
  }

  next() {
    while (this.active < AHEAD && this.begun < this.jobs.length) {
      const job = this.jobs[this.begun];
      this.jobs[this.begun] = null;
      this.begun += 1;
      this.active += 1;
      let seen = 0;
      const count = (bytes) => {
        this.bytes += bytes - seen;
        seen = bytes;
        this.changed();
      };
      pool.run("digest", { file: job.file, algorithms: job.algorithms }, {
        signal: this.controller.signal,
        onProgress: (bytes) => {
          count(bytes);
          job.told?.(bytes);
        },
      }).then(job.found, job.failed).finally(() => {
        count(job.file.size);
        this.done += 1;
        this.active -= 1;
        this.next();
        this.changed();
      });
    }
  }

  cancel() {
    this.controller.abort();
  }

  get cancelled() {
    return this.controller.signal.aborted;
  }

  /** Whether nothing is left to do. */
  get idle() {
    return this.done === this.jobs.length;
  }

  /** The part that is done, from 0 to 1. */
  get part() {
    if (this.idle) return 1;
    return this.allBytes > 0 ? this.bytes / this.allBytes : this.done / this.jobs.length;
  }
}

/** Says how far a run is, each quarter of it, so that a screen reader is not flooded. */
export function quarters(tell) {
  let told = 0;
  return (part) => {
    const quarter = Math.floor(part * 4);
    if (quarter > told && quarter < 4) tell(25 * quarter);
    told = quarter;
  };
}
