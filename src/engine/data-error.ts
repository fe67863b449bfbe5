import { describeFinding } from '../guide/describe/describe-finding.js';
import { X12Error } from '../model/error.js';
import type { Finding } from '../model/finding.js';
import type { Guide } from '../model/guide.js';

/** Findings of what is written, and the guide of the first that is an error: its words stand in the error that is thrown. */
export class FoundErrors {
  readonly findings: Finding[] = [];
  readonly #most: number;
  #errors = 0;
  #first: { readonly found: Finding; readonly guide: Guide | undefined } | undefined;

  /** @param most how many are kept; the first error beyond them is kept, too. */
  constructor(most: number) {
    this.#most = most;
  }

  add(found: Finding, guide: Guide | undefined): void {
    if (found.severity === 'error') this.#errors++;
    const isFirst = found.severity === 'error' && this.#first === undefined;
    if (isFirst) this.#first = { found, guide };
    if (isFirst || this.findings.length < this.#most) this.findings.push(found);
  }

  /** @throws X12Error `X12_DATA_INVALID` with `details.findings` when one of them is an error. */
  throwAny(): void {
    if (this.#first === undefined) return;
    const { findings } = this;
    const errors = this.#errors;
    const { place, text, advice } = describeFinding(this.#first.found, { guide: this.#first.guide });
    const count = errors === 1 ? '1 error' : `${errors} errors`;
    const first = `${errors === 1 ? '' : 'First: '}${text}. ${advice} (${place})`;
    throw new X12Error(
      'X12_DATA_INVALID',
      `The data has ${count}, so that no X12 was written. ${first} See details.findings.`,
      { details: { findings } },
    );
  }
}
