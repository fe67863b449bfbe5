/** Bytes `from` to `to` give way to others. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly by: Uint8Array;
}

/** A change as it was done: what takes it back. */
interface Step {
  readonly offset: number;
  readonly removed: Uint8Array;
  readonly length: number;
}

const [MOST_STEPS, MOST_BYTES] = [500, 32 * 1024 * 1024];

/** The bytes with some of them replaced. */
export function spliced(bytes: Uint8Array, { from, to, by }: Splice): Uint8Array<ArrayBuffer> {
  const changed = new Uint8Array(bytes.length - (to - from) + by.length);
  changed.set(bytes.subarray(0, from));
  changed.set(by, from);
  changed.set(bytes.subarray(to), from + by.length);
  return changed;
}

export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Which way a step is gone: back from the last change, or forth again. */
export type Way = 'back' | 'forth';

/** The changes that can be taken back, and those that were: the oldest are forgotten first. */
export class History {
  readonly #steps: Readonly<Record<Way, Step[]>> = { back: [], forth: [] };
  #size = 0;
  /** Where the last change was typed: what is typed on there is the same step. */
  #typing: number | undefined;

  can(way: Way): boolean {
    return this.#steps[way].length > 0;
  }

  /** Remembers a change of these bytes; with `isTyping` what is typed on in the same place is one step with it. */
  add(bytes: Uint8Array, { from, to, by }: Splice, { isTyping }: { readonly isTyping: boolean }): void {
    this.#forget('forth');
    const last = this.#steps.back.at(-1);
    const goesOn = isTyping && this.#typing === from && last?.offset === from && last.length === to - from;
    if (goesOn) {
      this.#take('back');
      // Typed back to what was there before: nothing is left to be undone.
      if (!isSame(last.removed, by)) this.#put('back', { ...last, length: by.length });
    } else {
      this.#put('back', { offset: from, removed: bytes.slice(from, to), length: by.length });
    }
    this.#typing = isTyping ? from : undefined;
  }

  /** The change that goes one step, `undefined` where there is none. It counts once {@link went} is told. */
  step(way: Way): Splice | undefined {
    const step = this.#steps[way].at(-1);
    return step && { from: step.offset, to: step.offset + step.length, by: step.removed };
  }

  /** The last step of a way was gone, from these bytes: it can be gone the other way now. */
  went(way: Way, bytes: Uint8Array): void {
    const step = this.#take(way);
    this.#typing = undefined;
    if (step === undefined) return;
    const { offset, removed, length } = step;
    const other = { offset, removed: bytes.slice(offset, offset + length), length: removed.length };
    this.#put(way === 'back' ? 'forth' : 'back', other);
  }

  #put(way: Way, step: Step): void {
    this.#steps[way].push(step);
    this.#size += step.removed.length;
    while (this.#steps.back.length > MOST_STEPS || (this.#size > MOST_BYTES && this.can('back'))) {
      this.#size -= this.#steps.back.shift()?.removed.length ?? 0;
    }
  }

  #take(way: Way): Step | undefined {
    const step = this.#steps[way].pop();
    this.#size -= step?.removed.length ?? 0;
    return step;
  }

  #forget(way: Way): void {
    for (const { removed } of this.#steps[way]) this.#size -= removed.length;
    this.#steps[way].length = 0;
  }
}
