/** What goes through a pipe at a time: a few facts as JSON, and bytes that are passed on as they are. */
export interface Frame {
  /** JSON; `undefined`: bytes alone. */
  readonly facts: unknown;
  readonly bytes: Uint8Array;
}

/** Lengths of both parts, four bytes each. */
const HEAD = 8;
const NOTHING = new Uint8Array(0);

/** Length-prefixed: what is inside a frame is looked at by nobody who passes it on. */
export function frameOf(facts: unknown, bytes: Uint8Array = NOTHING): readonly Uint8Array[] {
  const json = facts === undefined ? NOTHING : Buffer.from(JSON.stringify(facts));
  const head = Buffer.allocUnsafe(HEAD);
  head.writeUInt32LE(json.length, 0);
  head.writeUInt32LE(bytes.length, 4);
  return [head, json, bytes].filter(({ length }) => length > 0);
}

/** The frames of a stream, each as soon as it is whole; a stream that ends inside of one ends them. The stream is read as they are taken. */
export async function* framesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Frame, void, undefined> {
  const pieces = new Pieces(stream);
  for (;;) {
    const head = await pieces.take(HEAD);
    if (head === undefined) return;
    const json = await pieces.take(head.readUInt32LE(0));
    const bytes = await pieces.take(head.readUInt32LE(4));
    if (json === undefined || bytes === undefined) return;
    yield { facts: json.length === 0 ? undefined : JSON.parse(json.toString('utf8')), bytes };
  }
}

/** Takes from a stream what belongs together, however it was cut. */
class Pieces {
  readonly #stream: AsyncIterator<Uint8Array>;
  readonly #held: Uint8Array[] = [];
  #length = 0;

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.#stream = stream[Symbol.asyncIterator]();
  }

  /** So many bytes; `undefined`: there are not that many any more. */
  async take(length: number): Promise<Buffer | undefined> {
    while (this.#length < length) {
      const { value, done } = await this.#stream.next();
      if (done === true) return undefined;
      this.#held.push(value);
      this.#length += value.length;
    }
    return this.#cut(length);
  }

  #cut(length: number): Buffer {
    const parts: Uint8Array[] = [];
    let left = length;
    while (left > 0) {
      const first = this.#held.shift() ?? NOTHING;
      if (first.length > left) this.#held.unshift(first.subarray(left));
      parts.push(first.subarray(0, left));
      left -= Math.min(left, first.length);
    }
    this.#length -= length;
    return parts.length === 1 ? Buffer.from(parts[0] ?? NOTHING) : Buffer.concat(parts);
  }
}
