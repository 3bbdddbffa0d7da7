// Workers, each with one job at a time.

/** How often a worker that has a job is asked whether it is alive, in milliseconds. */
const ASKED = 4000;
/** The number of questions without an answer after which a worker counts as ended. */
const SILENT = 4;

/** The worker that had a job was ended. */
export class Ended extends Error {
  name = "worker";
}

class Crew {
  constructor(pool) {
    this.pool = pool;
    this.job = null;
    this.unanswered = 0;
    /** The worker, once there is a job for it. */
    this.worker = null;
  }

  begin() {
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.lost();
    };
    this.worker.onmessageerror = () => this.lost();
  }

  take(job) {
    this.job = job;
    this.unanswered = 0;
    if (this.worker === null) this.begin();
    this.timer = setInterval(() => this.ask(), ASKED);
    this.worker.postMessage({ id: job.id, task: job.task, with: job.with });
    job.signal?.addEventListener("abort", job.abort = () => {
      this.worker?.postMessage({ cancel: job.id });
      job.failed(new DOMException("cancelled", "AbortError"));
    });
  }

  ask() {
    this.unanswered += 1;
    if (this.unanswered > SILENT) this.lost();
    else this.worker.postMessage({ ping: true });
  }

  heard(message) {
    this.unanswered = 0;
    const { job } = this;
    if (job === null || message.id !== job.id) return;
    if (message.progress !== undefined) {
      job.onProgress?.(message.progress);
      return;
    }
    if (message.error) job.failed(Object.assign(new Error(message.error.message), { name: message.error.name }));
    else job.found(message.done);
    this.free();
  }

  lost() {
    this.worker?.terminate();
    this.worker = null;
    const { job } = this;
    if (job !== null) {
      job.failed(new Ended("the worker was ended"));
      this.free();
    }
  }

  free() {
    clearInterval(this.timer);
    this.job.signal?.removeEventListener("abort", this.job.abort);
    this.job = null;
    this.pool.next();
  }
}

export class Pool {
  /** @param {number} size The most workers; they start as jobs come. */
  constructor(size) {
    this.size = size;
    this.crews = [];
    this.queue = [];
    this.count = 0;
  }

  /**
   * Runs a task of `worker.js`.
   * @param {string} task Its name.
   * @param {object} given What it takes.
   * @param {{ onProgress?: (bytes: number) => void, signal?: AbortSignal }} [options]
   * @returns {Promise<any>} What it returns. Rejects with its error, with an `AbortError`, or with `Ended`.
   */
  run(task, given, { onProgress, signal } = {}) {
    return new Promise((found, failed) => {
      if (signal?.aborted) {
        failed(new DOMException("cancelled", "AbortError"));
        return;
      }
      this.count += 1;
      this.queue.push({ id: this.count, task, with: given, onProgress, signal, found, failed });
      this.next();
    });
  }

  next() {
    while (this.queue.length > 0) {
      if (this.queue[0].signal?.aborted) {
        this.queue.shift().failed(new DOMException("cancelled", "AbortError"));
        continue;
      }
      let crew = this.crews.find(({ job }) => job === null);
      if (!crew && this.crews.length < this.size) this.crews.push(crew = new Crew(this));
      if (!crew) return;
      crew.take(this.queue.shift());
    }
  }
}

/** The workers of the page: as many as the processor has threads, and at most four, since files come from one disk. */
export const pool = new Pool(Math.min(navigator.hardwareConcurrency || 2, 4));
