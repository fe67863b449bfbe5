import type { AnswerText } from '../shared/protocol.js';
import { codeParts, codePieces } from './code-text.js';
import { make } from './dom.js';
import type { WorkerLink } from './link.js';
import { count } from './words.js';

/** The TA1, 999 or 997 that a partner would send for the file. */
export class AnswerPanel {
  readonly root = make('div', { class: 'panel answer', attributes: { tabindex: '0' } });
  readonly #link: WorkerLink;
  #revision = -1;

  constructor(link: WorkerLink) {
    this.#link = link;
  }

  /** Asks for the answer, unless the one at hand is that of this revision. */
  async show(revision: number): Promise<void> {
    if (revision === this.#revision) return;
    this.#revision = revision;
    if (this.root.childElementCount === 0) this.root.append(make('p', { class: 'quiet', text: 'Reading …' }));
    const { answers, trouble } = await this.#link.call('answer', {});
    if (revision !== this.#revision) return;
    if (trouble !== undefined) this.root.replaceChildren(make('p', { class: 'trouble', text: trouble.text }));
    else if (answers.length === 0)
      this.root.replaceChildren(make('p', { class: 'quiet', text: 'There is no interchange to answer.' }));
    else this.root.replaceChildren(...answers.map(draw));
  }

  forget(): void {
    this.#revision = -1;
    this.root.replaceChildren();
  }
}

function draw({ interchange, verdict, groups, segments, delimiters, more }: AnswerText): HTMLElement {
  const lines =
    delimiters === undefined
      ? []
      : segments.map((text) => make('div', { class: 'answer-line' }, ...codePieces(codeParts(text, delimiters))));
  return make(
    'section',
    {},
    make('h2', { text: `Interchange ${interchange}: ${verdict}` }),
    ...groups.map((text) => make('p', { class: 'quiet', text })),
    lines.length === 0
      ? make('p', { class: 'quiet', text: 'A partner would send nothing for it.' })
      : make(
          'div',
          {
            class: 'answer-text',
            attributes: { tabindex: '0', role: 'region', 'aria-label': `Answer to interchange ${interchange}` },
          },
          ...lines,
        ),
    more > 0 ? make('p', { class: 'quiet', text: `${count(more, 'more segment')}.` }) : undefined,
  );
}
