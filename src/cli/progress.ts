const WIDTH = 24;
const INTERVAL_MS = 100;
/** Shorter work needs no bar. */
const DELAY_MS = 500;

interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): boolean;
}

/** A bar on stderr for long input: only on a terminal, only when work lasts, and wiped when it ends. */
export class Progress {
  readonly #stream: ProgressStream;
  #total: number | undefined;
  #done = 0;
  #began = 0;
  #drawn = 0;

  constructor(stream: ProgressStream = process.stderr) {
    this.#stream = stream;
  }

  /** `total` in bytes; undefined when it is not known. */
  start(total: number | undefined): void {
    this.#total = total;
    this.#began = performance.now();
  }

  add(bytes: number): void {
    this.#done += bytes;
    const now = performance.now();
    if (!this.#stream.isTTY || now - this.#began < DELAY_MS || now - this.#drawn < INTERVAL_MS) return;
    this.#drawn = now;
    this.#stream.write(`\r\x1b[K${this.#line((now - this.#began) / 1000)}`);
  }

  stop(): void {
    if (this.#drawn > 0) this.#stream.write('\r\x1b[K');
    this.#drawn = 0;
  }

  #line(seconds: number): string {
    const speed = `${(this.#done / 1e6 / seconds).toFixed(0)} MB/s`;
    if (this.#total === undefined || this.#total === 0) return `${megabytes(this.#done)}  ${speed}`;
    const share = Math.min(1, this.#done / this.#total);
    const filled = Math.round(share * WIDTH);
    const left = share > 0 ? `${Math.ceil((seconds / share) * (1 - share))} s left` : '';
    return `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${(share * 100).toFixed(0)} %  ${megabytes(this.#done)} of ${megabytes(this.#total)}  ${speed}  ${left}`;
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
