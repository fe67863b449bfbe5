import { requireForm } from '../../model/check-options.js';
import type { ReportCode, ReportStatus } from './acknowledgment.js';
import { CATEGORY_TEXTS, ENTITY_TEXTS, STATUS_TEXTS } from './report-codes.js';

/** What one STC01, STC10 or STC11 says, without a value. */
export interface StatusWords {
  /** Such as `A7:562:85`: category, status, and whom it is about. What is no code there is left out. */
  readonly code: string;
  /** As far as the lists have it. */
  readonly text: string;
}

/** Codes are told; what stands in their places and is none, such as a name, is not. */
const FORMS = [/^[A-Z]{1,2}\d{1,2}$/, /^[A-Z]?\d{1,4}$/, /^[A-Z0-9]{2,3}$/] as const;

/** The codes of STCs in words, each once, in their order. STC12 is not among them: payers write of patients there. */
export function statusWords(statuses: readonly ReportStatus[]): readonly StatusWords[] {
  requireForm('statusWords', 'statuses', statuses, { each: 'object' });
  const words = statuses.flatMap(({ codes = [] }) => codes.map(wordsOf));
  return [...new Map(words.map((one) => [one.code, one])).values()].filter(({ code }) => code !== '');
}

function wordsOf({ category, status, entity }: ReportCode): StatusWords {
  const [first, second, third] = [category, status, entity].map((code, at) =>
    FORMS[at]?.test(code ?? '') ? code : '',
  );
  const texts = [textIn(CATEGORY_TEXTS, first), textIn(STATUS_TEXTS, second), textIn(ENTITY_TEXTS, third)];
  return {
    code: [first, second, third].join(':').replace(/:+$/, ''),
    text: texts.filter((text) => text !== undefined).join('; '),
  };
}

/** The text of a code; `undefined` where the list has none. */
export function textIn(texts: Readonly<Record<string, string>>, code = ''): string | undefined {
  return Object.hasOwn(texts, code) ? texts[code] : undefined;
}
