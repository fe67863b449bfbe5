import type { FileState } from '../shared/protocol.js';
import { button, make } from './dom.js';

/** Knows whether the file has changes that were not saved, and asks before they are lost. */
export class UnsavedChanges {
  readonly dialog = make('dialog', { class: 'unsaved', attributes: { 'aria-labelledby': 'unsaved-title' } });
  #state: Pick<FileState, 'canUndo' | 'revision'> | undefined;
  /** Revision of the bytes that were saved last. */
  #saved: number | undefined;
  readonly #isChanging: () => boolean;
  #answer: (isLeft: boolean) => void = () => {};

  /** @param isChanging whether a change is on its way, of which the last state knows nothing. */
  constructor(isChanging: () => boolean) {
    this.#isChanging = isChanging;
    const close = (isLeft: boolean): void => {
      this.#answer(isLeft);
      this.dialog.close();
    };
    this.dialog.append(
      make('h2', { id: 'unsaved-title', text: 'The changes are not saved' }),
      make('p', { text: 'This file was changed here. With another one open, its changes are gone.' }),
      make(
        'div',
        { class: 'choices' },
        button('Keep this file', { class: 'primary', press: () => close(false) }),
        button('Open without saving', { class: 'plain', press: () => close(true) }),
      ),
    );
    // Escape, and whatever else closes it, keeps the file.
    this.dialog.addEventListener('close', () => this.#answer(false));
    window.addEventListener('beforeunload', (event) => {
      if (this.areThere) event.preventDefault();
    });
  }

  get areThere(): boolean {
    return this.#isChanging() || (this.#state?.canUndo === true && this.#state.revision !== this.#saved);
  }

  update(state: FileState | undefined): void {
    this.#state = state;
  }

  /** The bytes of a revision were saved. */
  saved(revision: number): void {
    this.#saved = revision;
  }

  /** True where nothing is lost, or a person says that it may be. Whoever asked before is told no. */
  async mayLeave(): Promise<boolean> {
    this.#answer(false);
    if (!this.areThere) return true;
    const answered = new Promise<boolean>((resolve) => {
      this.#answer = resolve;
    });
    if (!this.dialog.open) this.dialog.showModal();
    return answered;
  }
}
