/** A change of bytes, and what takes it back. */
interface Splice {
  readonly offset: number;
  readonly removed: Uint8Array;
  readonly length: number;
}

const [MOST_STEPS, MOST_BYTES] = [500, 32 * 1024 * 1024];

/** The bytes with some of them replaced. */
export function spliced(bytes: Uint8Array, from: number, to: number, by: Uint8Array): Uint8Array<ArrayBuffer> {
  const changed = new Uint8Array(bytes.length - (to - from) + by.length);
  changed.set(bytes.subarray(0, from));
  changed.set(by, from);
  changed.set(bytes.subarray(to), from + by.length);
  return changed;
}

/** The changes that can be taken back; the oldest are forgotten first. */
export class History {
  readonly #steps: Splice[] = [];
  #size = 0;
  /** Where the last change was typed: what is typed on there is the same step. */
  #typing: number | undefined;

  get canUndo(): boolean {
    return this.#steps.length > 0;
  }

  /** Remembers that bytes `from` to `to` give way to `length` others. */
  add(bytes: Uint8Array, from: number, to: number, length: number): void {
    const last = this.#steps.at(-1);
    if (this.#typing === from && last?.offset === from && last.length === to - from) {
      this.#steps[this.#steps.length - 1] = { ...last, length };
      return;
    }
    const step = { offset: from, removed: bytes.slice(from, to), length };
    this.#steps.push(step);
    this.#typing = from;
    this.#size += step.removed.length;
    while (this.#steps.length > MOST_STEPS || this.#size > MOST_BYTES) {
      this.#size -= this.#steps.shift()?.removed.length ?? this.#size;
    }
  }

  /** The next change is a step of its own. */
  endTyping(): void {
    this.#typing = undefined;
  }

  /** The bytes before the last change, and where it was. */
  undo(bytes: Uint8Array): { readonly bytes: Uint8Array<ArrayBuffer>; readonly offset: number } | undefined {
    const step = this.#steps.pop();
    this.#typing = undefined;
    if (step === undefined) return undefined;
    this.#size -= step.removed.length;
    return { bytes: spliced(bytes, step.offset, step.offset + step.length, step.removed), offset: step.offset };
  }
}
