import { type Dictionary, describeFinding, type Finding, type FindingText, type Guide, type Severity } from 'ediloom';
import { pageAdvice } from './page-words.js';

/** Listens while a file is validated or a set written: counts all findings, and keeps by which guide each is to be put into words. */
export class ToldFindings {
  readonly counts: Record<Severity, number> = { error: 0, warning: 0, notice: 0 };
  readonly #dictionaries: readonly Dictionary[];
  // Of the findings beyond the list nothing stays.
  readonly #guides = new WeakMap<Finding, Guide>();

  constructor(dictionaries: readonly Dictionary[] = []) {
    this.#dictionaries = dictionaries;
  }

  readonly take = (found: Finding, guide?: Guide): void => {
    this.counts[found.severity]++;
    if (guide !== undefined) this.#guides.set(found, guide);
  };

  /** In words, with the names that the guide has. @param form whether places and dates are told as X12 or as JSON has them. */
  describe(found: Finding, form: 'x12' | 'json' = 'x12'): FindingText {
    const told = describeFinding(found, { guide: this.#guides.get(found), dictionaries: this.#dictionaries, form });
    return { ...told, advice: pageAdvice(told.advice) };
  }
}
