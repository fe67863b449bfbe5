import type { FileState } from '../shared/protocol.js';
import { make } from './dom.js';
import { count, number, size } from './words.js';

/** The line below: what the file has, and how far it is read. */
export class StatusBar {
  readonly root = make('footer', { class: 'status' });
  readonly #facts = make('span', { class: 'facts' });
  readonly #said = make('span', { class: 'said', attributes: { role: 'status' } });
  readonly #progress = make('progress', { attributes: { 'aria-label': 'Reading the file' } });

  constructor() {
    this.root.append(this.#progress, this.#facts, this.#said);
    this.#progress.hidden = true;
  }

  update({ phase, bytes, read, segments, interchanges, sets, guides }: FileState): void {
    const busy = phase === 'reading' || phase === 'checking';
    this.#progress.hidden = !busy;
    this.#progress.max = Math.max(bytes, 1);
    this.#progress.value = read;
    const facts = [size(bytes), count(segments, 'segment'), count(sets, 'transaction set')];
    if (interchanges > 1) facts.push(`${number(interchanges)} interchanges`);
    if (guides.length > 0) facts.push(guides.slice(0, 3).join(', ') + (guides.length > 3 ? ' …' : ''));
    this.#facts.textContent = facts.join(' · ');
  }

  say(text: string): void {
    this.#said.textContent = text;
  }
}
