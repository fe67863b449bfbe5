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

/** Takes from a stream what belongs together, however it was cut; it is copied once, into its place. */
class Pieces {
  readonly #stream: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = NOTHING;

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.#stream = stream[Symbol.asyncIterator]();
  }

  /** So many bytes; `undefined`: there are not that many any more. */
  async take(length: number): Promise<Buffer | undefined> {
    const taken = Buffer.allocUnsafe(length);
    for (let at = 0; at < length; ) {
      if (this.#rest.length === 0) {
        const { value, done } = await this.#stream.next();
        if (done === true) return undefined;
        this.#rest = value;
      }
      const part = this.#rest.subarray(0, length - at);
      taken.set(part, at);
      at += part.length;
      this.#rest = this.#rest.subarray(part.length);
    }
    return taken;
  }
}
