import type { SegmentDetails, ValueDetail } from '../shared/protocol.js';
import { button, make } from './dom.js';
import { drawFinding } from './found.js';
import { count, number } from './words.js';

export interface DetailsHandlers {
  readonly onJump: (segment: number, element?: number) => void;
}

/** What is known of the active segment. */
export class DetailsPanel {
  readonly root = make('div', { class: 'panel details', attributes: { tabindex: '0' } });
  readonly #handlers: DetailsHandlers;

  constructor(handlers: DetailsHandlers) {
    this.#handlers = handlers;
  }

  show(details: SegmentDetails | undefined, element: number | undefined): void {
    if (details === undefined)
      return this.root.replaceChildren(make('p', { class: 'quiet', text: 'Choose a segment to see what it says.' }));
    this.root.replaceChildren(
      this.#path(details),
      make('h2', {}, make('span', { class: 'tag', text: details.tag }), ` ${details.name}`),
      ...details.findings.map(drawFinding),
      this.#values(details, element),
      make('p', {
        class: 'quiet small',
        text: `Segment ${number(details.segment + 1)}, byte ${number(details.offset)}, ${count(details.length, 'byte')}${details.guide === '' ? '' : `. Guide: ${details.guide}`}`,
      }),
    );
    this.root.querySelector('.value.active')?.scrollIntoView({ block: 'nearest' });
  }

  #path({ path }: SegmentDetails): HTMLElement {
    const steps = path.map(({ segment, label, title }) =>
      make('li', {}, button(label, { class: 'step', title, press: () => this.#handlers.onJump(segment) })),
    );
    return make(
      'nav',
      { attributes: { 'aria-label': 'Where the segment stands' } },
      make('ol', { class: 'path' }, ...steps),
    );
  }

  #values({ values, more }: SegmentDetails, element: number | undefined): HTMLElement {
    const list = make('dl', { class: 'values' });
    for (const value of values) list.append(drawValue(value, element === value.element && element > 0));
    if (more > 0) list.append(make('div', { class: 'quiet', text: `${count(more, 'more value')}.` }));
    return list;
  }
}

function drawValue(value: ValueDetail, active: boolean): HTMLElement {
  const { reference, name, meaning, form, usage } = value;
  const rule = [form, usage].filter((part) => part !== '').join(' · ');
  return make(
    'div',
    { class: `value${active ? ' active' : ''}${value.value === '' ? ' absent' : ''}` },
    make('dt', {}, make('span', { class: 'reference', text: reference }), ` ${name}`),
    make(
      'dd',
      {},
      make('span', { class: 'data', text: value.value === '' ? 'absent' : value.value }),
      value.more > 0 ? make('span', { class: 'more', text: ` … ${count(value.more, 'more character')}` }) : undefined,
      meaning === '' ? undefined : make('span', { class: 'meaning', text: meaning }),
      rule === '' ? undefined : make('span', { class: 'rule', text: rule }),
      ...value.findings.map(drawFinding),
    ),
  );
}
