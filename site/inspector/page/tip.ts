import type { SegmentDetails } from '../shared/protocol.js';
import { make } from './dom.js';
import { drawFinding } from './found.js';
import type { WorkerLink } from './link.js';

const WAIT_MS = 250;
const MARGIN = 8;

/** What an element is and what was found at it, beside the pointer or the keyboard's place. */
export class Tip {
  readonly root = make('div', { class: 'tip', id: 'tip', attributes: { role: 'tooltip' } });
  readonly #link: WorkerLink;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;

  constructor(link: WorkerLink) {
    this.#link = link;
    this.root.hidden = true;
  }

  /** Watches a list of segments; `segmentOf` gives the segment of a row's element. */
  watch(viewport: HTMLElement, segmentOf: (row: Element) => number | undefined): void {
    viewport.addEventListener('pointerover', ({ target, pointerType }) => {
      const cell = target instanceof Element ? target.closest<HTMLElement>('[data-element]') : null;
      const row = cell?.closest('.row.segment') ?? null;
      const segment = row === null ? undefined : segmentOf(row);
      if (cell === null || segment === undefined || pointerType === 'touch') return this.hide();
      this.show(segment, cell);
    });
    viewport.addEventListener('pointerleave', () => this.hide());
    viewport.addEventListener('scroll', () => this.hide(), { passive: true });
    viewport.addEventListener('blur', () => this.hide());
  }

  show(segment: number, cell: HTMLElement): void {
    this.hide();
    const turn = this.#turn;
    this.#timer = setTimeout(async () => {
      const details = await this.#link.call('details', { segment });
      if (turn === this.#turn && cell.isConnected && details !== undefined) this.#open(details, cell);
    }, WAIT_MS);
  }

  hide(): void {
    this.#turn++;
    clearTimeout(this.#timer);
    this.root.hidden = true;
  }

  #open(details: SegmentDetails, cell: HTMLElement): void {
    const element = Number(cell.dataset.element);
    const values = details.values.filter((value) => value.element === element).slice(0, 6);
    const lines = values.map(({ reference, name, meaning }) =>
      make(
        'p',
        {},
        make('span', { class: 'reference', text: reference }),
        ` ${name}`,
        meaning === '' ? undefined : make('span', { class: 'meaning', text: meaning }),
      ),
    );
    const found = element === 0 ? details.findings : values.flatMap(({ findings }) => findings);
    if (element === 0)
      lines.push(make('p', {}, make('span', { class: 'reference', text: details.tag }), ` ${details.name}`));
    if (lines.length === 0 && found.length === 0) return;
    this.root.replaceChildren(...lines, ...found.slice(0, 3).map(drawFinding));
    this.root.hidden = false;
    const at = cell.getBoundingClientRect();
    const own = this.root.getBoundingClientRect();
    const below = at.bottom + own.height + MARGIN < window.innerHeight;
    const left = Math.max(Math.min(at.left, window.innerWidth - own.width - MARGIN), MARGIN);
    this.root.style.transform = `translate(${Math.round(left)}px, ${Math.round(below ? at.bottom + 4 : at.top - own.height - 4)}px)`;
  }
}
