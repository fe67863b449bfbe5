/** Bytes by which Telnet clients announce an interruption before ABOR. */
const TELNET = new Set([0xf2, 0xf4, 0xff]);
const LF = 10;
const CR = 13;

/** Cuts what comes on a control connection into lines. */
export class ControlLines {
  readonly #maxBytes: number;
  #rest: Buffer = Buffer.alloc(0);

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes after the last line. */
  get pending(): number {
    return this.#rest.length;
  }

  /** The lines that `chunk` completes, without their ends; `undefined`: one is longer than allowed. */
  push(chunk: Buffer): readonly Buffer[] | undefined {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const lines: Buffer[] = [];
    let start = 0;
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, start)) {
      if (end - start > this.#maxBytes) return undefined;
      lines.push(bytes.subarray(start, bytes[end - 1] === CR && end > start ? end - 1 : end));
      start = end + 1;
    }
    this.#rest = bytes.subarray(start);
    return this.#rest.length > this.#maxBytes ? undefined : lines;
  }
}

export interface Command {
  /** In capitals. */
  readonly verb: string;
  readonly argument: string;
}

/** `undefined`: not a command. */
export function readCommand(line: Buffer): Command | undefined {
  let start = 0;
  while (TELNET.has(line[start] ?? 0)) start++;
  const text = line.toString('utf8', start);
  const match = /^([A-Za-z]{3,4})(?: (.*))?$/s.exec(text);
  // A replaced character: not UTF-8, and so no name that could be said back.
  if (match === null || text.includes('\ufffd')) return undefined;
  return { verb: (match[1] ?? '').toUpperCase(), argument: match[2] ?? '' };
}
