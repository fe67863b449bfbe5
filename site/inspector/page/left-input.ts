const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowDown: 1, ArrowUp: -1 };
const COLUMNS: Readonly<Record<string, number>> = { Home: 0, End: Number.MAX_SAFE_INTEGER };

/** A line with the caret in it. */
export interface TypedLine {
  readonly text: string;
  readonly caret: number;
}

type Press =
  | { readonly kind: 'step'; readonly by: -1 | 1 }
  | { readonly kind: 'typed'; readonly type: (line: TypedLine) => TypedLine };

/**
 * An input that was left while the next one is not there yet: what a fast hand presses until then is meant for that one, and is kept
 * for it in order.
 */
export class LeftInput {
  readonly #presses: Press[];

  /** @param before what was left over for this line by the input before. */
  constructor(input: HTMLInputElement, before?: LeftInput) {
    this.#presses = before === undefined ? [] : before.#presses.splice(0);
    input.addEventListener('keydown', ({ key }) => {
      const by = Object.hasOwn(STEPS, key) ? STEPS[key] : undefined;
      const caret = Object.hasOwn(COLUMNS, key) ? COLUMNS[key] : undefined;
      if (by !== undefined) this.#presses.push({ kind: 'step', by });
      if (caret !== undefined) this.#type(({ text }) => ({ text, caret: Math.min(caret, text.length) }));
    });
    input.addEventListener('input', (event) => {
      if (!(event instanceof InputEvent)) return;
      if (event.inputType.startsWith('insert')) this.#type((line) => inserted(line, event.data ?? ''));
      if (event.inputType === 'deleteContentBackward') this.#type(erased);
    });
  }

  /** The line as it is with all that was typed in it, and the step to the next one if there was one; the rest is left. */
  take(line: TypedLine): TypedLine & { readonly step: -1 | 1 | undefined } {
    let typed = line;
    for (let press = this.#presses.shift(); press !== undefined; press = this.#presses.shift()) {
      if (press.kind === 'step') return { ...typed, step: press.by };
      typed = press.type(typed);
    }
    return { ...typed, step: undefined };
  }

  #type(type: (line: TypedLine) => TypedLine): void {
    this.#presses.push({ kind: 'typed', type });
  }
}

function inserted({ text, caret }: TypedLine, typed: string): TypedLine {
  return { text: text.slice(0, caret) + typed + text.slice(caret), caret: caret + typed.length };
}

function erased({ text, caret }: TypedLine): TypedLine {
  return caret === 0 ? { text, caret } : { text: text.slice(0, caret - 1) + text.slice(caret), caret: caret - 1 };
}
