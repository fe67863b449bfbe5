import type { Delimiters } from 'ediloom';
import { elementTokens } from '../shared/tokens.js';
import { visibleText } from '../shared/visible-text.js';
import { make } from './dom.js';
import { number } from './words.js';

/** What of a segment is drawn, wherever one is. */
export interface CodeParts {
  readonly tag: string;
  readonly elements: readonly string[];
  readonly more: number;
  readonly delimiters: Delimiters;
  readonly whole?: boolean;
}

export interface CodeOptions {
  /** Makes the holder of the tag (0) or an element; default a plain span. */
  readonly cell?: (element: number) => HTMLElement;
  readonly tagClass?: string;
}

const ENVELOPES: ReadonlySet<string> = new Set(['ISA', 'IEA', 'GS', 'GE', 'ST', 'SE', 'TA1']);

/** The coloured pieces of a segment, in order. */
export function codePieces(
  { tag, elements, more, delimiters, whole = tag === 'ISA' }: CodeParts,
  options: CodeOptions = {},
): readonly Node[] {
  const { cell = () => make('span'), tagClass = '' } = options;
  const head = cell(0);
  head.classList.add('tag');
  if (ENVELOPES.has(tag)) head.classList.add('envelope');
  if (tagClass !== '') head.classList.add(tagClass);
  head.textContent = tag;
  const pieces: Node[] = [head];
  for (const [i, element] of elements.entries()) {
    pieces.push(separator(delimiters.element));
    const holder = cell(i + 1);
    holder.classList.add('element');
    for (const { kind, text } of elementTokens(element, delimiters, whole)) {
      holder.append(make('span', { class: kind, text: visibleText(text) }));
    }
    pieces.push(holder);
  }
  if (more > 0) pieces.push(make('span', { class: 'more', text: ` … ${number(more)} more` }));
  else pieces.push(separator(delimiters.segment));
  return pieces;
}

function separator(text: string): HTMLElement {
  return make('span', { class: 'separator', text: visibleText(text), attributes: { 'aria-hidden': 'true' } });
}

/** A whole segment as text, cut into what is drawn. */
export function codeParts(text: string, delimiters: Delimiters): CodeParts {
  const [tag = '', ...elements] = text.split(delimiters.element);
  return { tag, elements, more: 0, delimiters };
}
