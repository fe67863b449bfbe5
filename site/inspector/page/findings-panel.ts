import type { FileState, FindingRow } from '../shared/protocol.js';
import { make, mark } from './dom.js';
import type { WorkerLink } from './link.js';
import { listStep } from './list-steps.js';
import { VirtualList } from './virtual-list.js';
import { count, number } from './words.js';

const FINDING_HEIGHT = 64;

export interface FindingsHandlers {
  readonly onJump: (segment: number, element?: number) => void;
}

/** All findings of the file, in its order; choosing one goes to its place. */
export class FindingsPanel {
  readonly root = make('div', { class: 'panel findings' });
  readonly #summary = make('p', { class: 'summary', attributes: { role: 'status' } });
  readonly #viewport = make('div', {
    class: 'list',
    attributes: { role: 'listbox', tabindex: '0', 'aria-label': 'Findings' },
  });
  readonly #list: VirtualList<FindingRow>;
  readonly #handlers: FindingsHandlers;
  #active = 0;
  #revision = -1;

  constructor(link: WorkerLink, handlers: FindingsHandlers) {
    this.#handlers = handlers;
    this.root.append(this.#summary, this.#viewport);
    this.#list = new VirtualList({
      viewport: this.#viewport,
      rowHeight: FINDING_HEIGHT,
      fetch: async (from, wanted) => (await link.call('findings', { from, count: wanted })).rows,
      draw: (row, index) => this.#draw(row, index),
      onDrawn: () => {
        const id = `finding-${this.#active}`;
        mark(this.#viewport, 'aria-activedescendant', document.getElementById(id) === null ? undefined : id);
      },
    });
    this.#viewport.addEventListener('keydown', (event) => this.#key(event));
    this.#viewport.addEventListener('click', ({ target }) => {
      const index = target instanceof Element ? target.closest<HTMLElement>('[data-index]')?.dataset.index : undefined;
      if (index !== undefined) this.#choose(Number(index));
    });
  }

  update({ findings, listed, revision, phase }: FileState): void {
    const { error, warning, notice } = findings;
    const all = error + warning + notice;
    const words = [count(error, 'error'), count(warning, 'warning'), count(notice, 'notice')].join(', ');
    const more = all > listed ? ` The first ${number(listed)} are listed.` : '';
    if (phase === 'reading' || phase === 'checking') this.#summary.textContent = 'Checking …';
    else this.#summary.textContent = all === 0 ? 'Nothing was found: the file follows its guides.' : `${words}.${more}`;
    this.#viewport.hidden = listed === 0;
    if (revision === this.#revision && listed === this.#list.count) return;
    this.#revision = revision;
    this.#active = Math.min(this.#active, Math.max(listed - 1, 0));
    this.#list.setCount(listed, { fresh: true });
  }

  #draw(row: FindingRow, index: number): HTMLElement {
    const { severity, code, place, text } = row;
    const active = index === this.#active;
    return make(
      'div',
      {
        class: `row finding-row ${severity}${active ? ' active' : ''}`,
        id: `finding-${index}`,
        attributes: {
          role: 'option',
          'aria-selected': String(active),
          'aria-posinset': String(index + 1),
          'aria-setsize': String(this.#list.count),
          'data-index': String(index),
        },
      },
      make(
        'span',
        { class: 'finding-head' },
        make('span', { class: 'severity', text: severity }),
        make('span', { class: 'finding-code', text: code }),
      ),
      make('span', { class: 'finding-text', text, title: text }),
      make('span', { class: 'finding-place', text: place, title: place }),
    );
  }

  #key(event: KeyboardEvent): void {
    const step = listStep(event.key, this.#list.math.page, this.#list.count);
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    this.#choose(Math.min(Math.max(this.#active + (step ?? 0), 0), this.#list.count - 1));
  }

  #choose(index: number): void {
    const before = this.#active;
    this.#active = index;
    this.#list.reveal(index);
    this.#list.redraw(before);
    this.#list.redraw(index);
    const row = this.#list.row(index);
    if (row !== undefined) this.#handlers.onJump(row.segment, row.element === 0 ? undefined : row.element);
  }
}
