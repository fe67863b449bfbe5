const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });

/** One line; the same object as long as the line is the same. */
export interface Line {
  readonly text: string;
}

/**
 * A long text by its lines. As it comes from the worker it stays bytes, of which only lines in view become text: a set of 5 MB
 * has some 200,000. The first change makes lines of all.
 */
export class JsonText {
  readonly #bytes: Uint8Array;
  /** Where each line begins. */
  readonly #starts: Uint32Array;
  readonly #drawn = new Map<number, Line>();
  #lines: Line[] | undefined;

  /** @param starts offsets of the lines' first bytes; lines end at a line feed. */
  constructor(bytes: Uint8Array = new Uint8Array(0), starts: Uint32Array = new Uint32Array(0)) {
    this.#bytes = bytes;
    this.#starts = starts;
  }

  get count(): number {
    return this.#lines?.length ?? this.#starts.length;
  }

  get text(): string {
    return this.#lines?.map(({ text }) => text).join('\n') ?? DECODER.decode(this.#bytes);
  }

  line(index: number): Line | undefined {
    if (this.#lines !== undefined || index < 0 || index >= this.#starts.length) return this.#lines?.[index];
    let line = this.#drawn.get(index);
    if (line === undefined) {
      const end = this.#starts[index + 1];
      line = {
        text: DECODER.decode(this.#bytes.subarray(this.#starts[index], end === undefined ? undefined : end - 1)),
      };
      if (this.#drawn.size > 2_000) this.#drawn.clear();
      this.#drawn.set(index, line);
    }
    return line;
  }

  /** Puts other lines in the place of some; false where they are the same. */
  replace(from: number, count: number, texts: readonly string[]): boolean {
    const lines = this.editable();
    const old = lines.slice(from, from + count);
    if (old.length === texts.length && old.every(({ text }, i) => text === texts[i])) return false;
    lines.splice(from, count, ...texts.map((text) => ({ text })));
    return true;
  }

  /** Makes lines of all, which takes a moment: before somebody types, not while. */
  editable(): Line[] {
    this.#lines ??= this.text === '' ? [] : this.text.split('\n').map((text) => ({ text }));
    return this.#lines;
  }
}

/** Where the lines of a text begin. */
export function lineStarts(bytes: Uint8Array): Uint32Array<ArrayBuffer> {
  const starts: number[] = bytes.length === 0 ? [] : [0];
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) starts.push(at + 1);
  return Uint32Array.from(starts);
}
