import { CODES_997_005010, CODES_999, type CodeTables } from '../acknowledgment/code-tables.js';
import { codeWords } from '../acknowledgment/code-words.js';
import { decodeInterchangeAcknowledgment } from '../acknowledgment/interchange-result.js';
import { reasonByCode } from '../acknowledgment/reported-finding.js';
import { CODE_ELEMENT } from '../model/finding-words.js';
import { pageOf } from '../model/page-of.js';
import { REASONS, type Reason, type ReasonRow } from '../model/reasons.js';

/** A code of an acknowledgment, in words. */
export interface ExplainedCode {
  /** `IK403`. */
  readonly element: string;
  readonly code: string;
  readonly text: string;
  readonly advice: string;
  /** What in data leads to it, when we acknowledge it. */
  readonly findings: readonly ExplainedReason[];
}

/** A kind of finding, in words. */
export interface ExplainedReason {
  readonly reason: Reason;
  /** `IK403 7`; absent where the standard has no code for it. */
  readonly code?: string;
  readonly severity: string;
  readonly snip: number;
  readonly text: string;
  readonly advice: string;
  readonly page: string;
}

/** An element that carries codes, and how they are told. */
export interface CodeElement {
  readonly name: string;
  readonly what: string;
  readonly level: keyof typeof CODE_ELEMENT;
  /** What each of our codes is in this acknowledgment. */
  readonly table: ReadonlyMap<string, string> | undefined;
}

/** All elements that carry codes, by name; AK905 stands for AK906 to AK909, too, and so on. */
export const CODE_ELEMENTS: ReadonlyMap<string, CodeElement> = new Map(
  [
    ...elements(['TA105'], 'interchange', 'what is wrong with an interchange, in a TA1'),
    ...elements(series('AK9', 5, 9), 'group', 'what is wrong with a functional group, in a 999 or 997', CODES_999),
    ...elements(series('IK5', 2, 6), 'transaction', 'what is wrong with a transaction set, in a 999', CODES_999),
    ...elements(series('AK5', 2, 6), 'transaction', 'what is wrong with a transaction set, in a 997', CODES_997_005010),
    ...elements(['IK304'], 'segment', 'what is wrong with a segment, in a 999', CODES_999),
    ...elements(['AK304'], 'segment', 'what is wrong with a segment, in a 997', CODES_997_005010),
    ...elements(['IK403'], 'element', 'what is wrong with an element, in a 999', CODES_999),
    ...elements(['AK403'], 'element', 'what is wrong with an element, in a 997', CODES_997_005010),
  ].map((element) => [element.name, element]),
);

/** The codes of an element that are known, in their order. */
export function codesOf({ level, table }: CodeElement): readonly string[] {
  const own = table === undefined ? rowsOf(level).map(([, row]) => row.code ?? '') : [...table.values()];
  return [...new Set([...(level === 'interchange' ? ['000'] : []), ...own])].sort(byCode);
}

/** A code in words; undefined for one that the element cannot have. */
export function explainCode(element: CodeElement, given: string): ExplainedCode | undefined {
  const code = element.level === 'interchange' ? given.padStart(3, '0') : given.toUpperCase();
  if (!codesOf(element).includes(code)) return undefined;
  const { table } = element;
  const findings = rowsOf(element.level)
    .filter(([, row]) => row.code !== undefined && (table === undefined ? row.code : table.get(row.code)) === code)
    .map(([reason]) => explainReason(reason));
  return { element: element.name, code, ...wordsOf(element, code), findings };
}

export function explainReason(reason: Reason): ExplainedReason {
  const { level, code, severity, snip, text, advice }: ReasonRow = REASONS[reason];
  return {
    reason,
    ...(level === 'content' ? {} : { code: `${CODE_ELEMENT[level]} ${code}` }),
    severity,
    snip,
    text,
    advice,
    page: pageOf(reason),
  };
}

function wordsOf({ level }: CodeElement, code: string): { readonly text: string; readonly advice: string } {
  if (level === 'group' || level === 'transaction') return codeWords(level, code);
  const reason = reasonByCode(level, code);
  if (reason !== undefined) return { text: REASONS[reason].text, advice: REASONS[reason].advice };
  const nothing = { interchangeControlNumber: '', interchangeDate: '', interchangeTime: '' };
  const { text } = decodeInterchangeAcknowledgment({ ...nothing, acknowledgmentCode: 'A', noteCode: code });
  return { text, advice: 'There is nothing to do.' };
}

function rowsOf(level: CodeElement['level']): readonly (readonly [Reason, ReasonRow])[] {
  // The keys of the table are the reasons.
  const all = Object.entries(REASONS) as (readonly [Reason, ReasonRow])[];
  return all.filter(([, row]) => row.level === level);
}

function elements(
  names: readonly string[],
  level: CodeElement['level'],
  what: string,
  tables?: CodeTables,
): readonly CodeElement[] {
  const table = level === 'interchange' ? undefined : tables?.[level];
  return names.map((name) => ({ name, what, level, table }));
}

function series(segment: string, from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `${segment}0${from + index}`);
}

// Numbers by number, and those of guides (I…) behind them.
function byCode(one: string, other: string): number {
  return sortKey(one) - sortKey(other);
}

function sortKey(code: string): number {
  return Number(code.replace('I', '')) + (code.startsWith('I') ? 1000 : 0);
}
