import type { FileState } from '../shared/protocol.js';
import { visibleText } from '../shared/visible-text.js';
import { button, make } from './dom.js';
import { EXAMPLES } from './examples.js';
import { themeButton } from './theme.js';

export interface HeaderHandlers {
  readonly onPick: () => void;
  readonly onCompare: () => void;
  readonly onSave: () => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onHelp: () => void;
  readonly onExample: (file: string) => void;
  readonly onFind: (text: string, back: boolean) => void;
  /** Escape in the search. */
  readonly onBack: () => void;
}

/** The bar above everything. */
export class Header {
  readonly root: HTMLElement;
  readonly find = make('input', {
    class: 'find',
    attributes: { type: 'search', placeholder: 'Find  /', 'aria-label': 'Find text in the file', autocomplete: 'off' },
  });
  readonly #name = make('span', { class: 'file-name' });
  readonly #ofFile = make('div', { class: 'of-file' });
  readonly #save: HTMLButtonElement;
  readonly #undo: HTMLButtonElement;
  readonly #redo: HTMLButtonElement;

  constructor(handlers: HeaderHandlers) {
    this.find.spellcheck = false;
    this.find.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.key === 'Escape') handlers.onBack();
      else if (event.key === 'Enter' && this.find.value !== '') handlers.onFind(this.find.value, event.shiftKey);
    });
    const examples = make(
      'select',
      { class: 'plain', attributes: { 'aria-label': 'Open an example' } },
      make('option', { text: 'Examples', attributes: { value: '' } }),
    );
    for (const { file, name, about } of EXAMPLES)
      examples.append(make('option', { text: `${name}: ${about}`, attributes: { value: file } }));
    examples.addEventListener('change', () => {
      if (examples.value !== '') handlers.onExample(examples.value);
      examples.value = '';
    });
    this.#save = button('Save', { class: 'plain', title: 'Save the changed file', press: handlers.onSave });
    this.#undo = button('Undo', {
      class: 'plain',
      title: 'Take back the last change (Ctrl Z)',
      press: handlers.onUndo,
    });
    this.#redo = button('Redo', {
      class: 'plain',
      title: 'Do again what was taken back (Ctrl Y)',
      press: handlers.onRedo,
    });
    this.#ofFile.append(
      this.find,
      this.#undo,
      this.#redo,
      this.#save,
      button('Compare', { class: 'plain', title: 'Compare with another file (c)', press: handlers.onCompare }),
    );
    this.root = make(
      'header',
      { class: 'bar' },
      make('a', { class: 'brand', text: 'X12 inspector', attributes: { href: './' } }),
      this.#name,
      this.#ofFile,
      examples,
      button('Open', { class: 'plain', title: 'Open a file (o)', press: handlers.onPick }),
      themeButton(),
      button('?', {
        class: 'plain',
        title: 'Keyboard shortcuts (?)',
        attributes: { 'aria-label': 'Keyboard shortcuts' },
        press: handlers.onHelp,
      }),
    );
    this.show(undefined, { canUndo: false, canRedo: false });
  }

  show(name: string | undefined, { canUndo, canRedo }: Pick<FileState, 'canUndo' | 'canRedo'>): void {
    const shown = visibleText(name ?? '');
    this.#name.textContent = shown;
    this.#name.title = shown;
    this.#ofFile.hidden = name === undefined;
    this.#save.hidden = !canUndo;
    this.#undo.hidden = !canUndo;
    this.#redo.hidden = !canRedo;
  }
}
