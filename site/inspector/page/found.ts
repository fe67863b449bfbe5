import type { FindingRow } from '../shared/protocol.js';
import { make } from './dom.js';

const NAMES = { error: 'Error', warning: 'Warning', notice: 'Notice' } as const;

/** A finding in words: what is wrong, and what to do. */
export function drawFinding({ severity, code, text, advice }: FindingRow): HTMLElement {
  return make(
    'div',
    { class: `finding ${severity}` },
    make('span', { class: 'severity', text: NAMES[severity] }),
    code === '' ? undefined : make('span', { class: 'finding-code', text: code }),
    make('p', { class: 'finding-text', text }),
    advice === '' ? undefined : make('p', { class: 'finding-advice', text: advice }),
  );
}
