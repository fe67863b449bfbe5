import { make } from './dom.js';

export interface LineInputHandlers {
  /** The text after every change. */
  readonly onChange: (text: string) => void;
  /** Enter: the text before and behind the caret. */
  readonly onSplit: (before: string, behind: string) => void;
  /** Backspace at the very beginning. */
  readonly onJoin: (text: string) => void;
  /** An arrow up or down leaves the line; `column` is where the caret was. */
  readonly onMove: (by: -1 | 1, column: number) => void;
  /** Several lines were pasted. */
  readonly onPaste: (before: string, lines: readonly string[], behind: string) => void;
  readonly onCancel: () => void;
  readonly onLeave: () => void;
}

/** Characters that there is room for in an empty line. */
const LEAST_WIDTH = 20;

/** The one line of a list that is being typed in: typing costs the same in a file of any size. */
export function lineInput(text: string, label: string, handlers: LineInputHandlers): HTMLInputElement {
  const input = make('input', {
    class: 'line-input',
    attributes: { 'aria-label': label, autocomplete: 'off', autocapitalize: 'off' },
  });
  input.type = 'text';
  input.spellcheck = false;
  input.value = text;
  const fit = (): void => {
    // As wide as its text, so that the list need not be scrolled for it.
    input.style.width = `${Math.max(input.value.length, LEAST_WIDTH) + 3}ch`;
  };
  fit();
  let left = false;
  const leave = (how: () => void): void => {
    if (left) return;
    left = true;
    how();
  };
  input.addEventListener('input', () => {
    fit();
    handlers.onChange(input.value);
  });
  input.addEventListener('blur', () => leave(handlers.onLeave));
  input.addEventListener('paste', (event) => {
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    // Anywhere else on the page a paste opens what was pasted.
    event.stopPropagation();
    if (!/[\r\n]/.test(pasted.trimEnd())) return;
    event.preventDefault();
    const [before, behind] = halves(input);
    leave(() => handlers.onPaste(before, pasted.trimEnd().split(/\r\n|\r|\n/), behind));
  });
  input.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.isComposing) return;
    const column = input.selectionStart ?? 0;
    if (event.key === 'Enter') leave(() => handlers.onSplit(...halves(input)));
    else if (event.key === 'Escape') {
      // Also on the way to another line, which then is not opened.
      left = true;
      handlers.onCancel();
    } else if (event.key === 'ArrowUp') leave(() => handlers.onMove(-1, column));
    else if (event.key === 'ArrowDown') leave(() => handlers.onMove(1, column));
    else if (event.key === 'Backspace' && column === 0 && input.selectionEnd === 0)
      leave(() => handlers.onJoin(input.value));
    else return;
    event.preventDefault();
  });
  return input;
}

function halves(input: HTMLInputElement): [string, string] {
  const from = input.selectionStart ?? input.value.length;
  return [input.value.slice(0, from), input.value.slice(input.selectionEnd ?? from)];
}
