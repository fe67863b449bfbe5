import type { Finding, Guide } from 'ediloom';
import { type ElementRules, elementRules, knownKeys } from 'ediloom/compile';
import { nameAdvice } from 'ediloom/words';

/** Codes that a message names at most. */
const MAX_CODES = 30;

/** What a finding is told with beside its reason: the numbers of the rule, and never a value of the data. */
export interface FindingLimits {
  /** One sentence, which stands in the place of the general advice. */
  readonly advice: string;
  /** The same for programs. */
  readonly limits: Readonly<Record<string, unknown>>;
}

/** A set of a request: by which guide it is written, and its data. */
export interface FoundIn {
  readonly guide: Guide | undefined;
  readonly data: unknown;
}

/** @param pointer of the element in the data of its set. */
export function findingLimits(found: Finding, { guide, data }: FoundIn, pointer: string): FindingLimits | undefined {
  if (guide !== undefined && found.reason === 'property-unknown') return keyLimits(guide, pointer);
  const rules = guide === undefined ? undefined : elementRules(guide, pointer);
  if (rules === undefined) return undefined;
  switch (found.reason) {
    case 'element-too-short':
    case 'element-too-long':
      // Dates and times stand in the data in another form than in the file, so that their length there says nothing.
      return formOfTime(rules) === undefined ? lengthLimits(rules, valueAt(data, pointer)) : formLimits(rules);
    case 'element-code':
    case 'element-code-not-used':
      return codeLimits(rules, found);
    case 'element-date':
    case 'element-time':
    case 'element-not-numeric':
    case 'value-type':
      return formLimits(rules);
    case 'element-pattern':
      return patternLimits(rules);
    default:
      return undefined;
  }
}

function lengthLimits({ type, min, max }: ElementRules, value: unknown): FindingLimits | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const isNumber = /^(?:N\d?|R)$/.test(type);
  // Neither sign nor point of a number counts.
  const text = isNumber ? String(value).replace(/[^\d]/g, '') : String(value);
  const length = [...text].length;
  const unit = `${isNumber ? 'digit' : 'character'}${length === 1 ? '' : 's'}`;
  const range = min === max ? `exactly ${min}` : `${min} to ${max}`;
  return { advice: `It has ${length} ${unit}; it must have ${range}.`, limits: { length, minimum: min, maximum: max } };
}

/** Of a key that the guide does not know: the one that was meant, or some of those that there are. */
function keyLimits(guide: Guide, pointer: string): FindingLimits | undefined {
  const known = knownKeys(guide, pointer.slice(0, pointer.lastIndexOf('/')));
  const key = tokensOf(pointer).at(-1);
  if (known.length === 0 || key === undefined) return undefined;
  return { advice: nameAdvice(key, known).trim(), limits: { allowed: known.slice(0, MAX_CODES) } };
}

/** What the guide does not list itself, the finding does: the standard's codes. */
function codeLimits({ codes, dataElement }: ElementRules, { limits }: Finding): FindingLimits {
  if (codes === undefined) {
    const { allowed, allowedTotal = 0 } = limits ?? {};
    if (allowed !== undefined) {
      const others = allowedTotal - allowed.length;
      const more =
        others > 0
          ? `, or another of the standard's list of data element ${dataElement}, which has ${others} more`
          : '';
      return { advice: `Use one of ${allowed.join(', ')}${more}.`, limits: { dataElement, allowed, allowedTotal } };
    }
    return { advice: `Use a code of the standard's list of data element ${dataElement}.`, limits: { dataElement } };
  }
  const shown = codes.slice(0, MAX_CODES);
  const more = codes.length > shown.length ? ` and ${codes.length - shown.length} more, which the guide lists` : '';
  return { advice: `Use one of ${shown.join(', ')}${more}.`, limits: { allowed: shown } };
}

function formOfTime({ type, max }: Pick<ElementRules, 'type' | 'max'>): string | undefined {
  if (type === 'DT') return '2026-01-31';
  if (type === 'TM') return max > 4 ? '17:30 or 17:30:59' : '17:30';
  return undefined;
}

/** As values of these types stand in guide JSON. */
function formLimits({ type, min, max }: ElementRules): FindingLimits {
  const form = formOfTime({ type, max });
  if (form !== undefined) return { advice: `Write it as ${form}.`, limits: { form } };
  const decimals = /^N([1-9])$/.exec(type)?.[1];
  if (decimals !== undefined) {
    return {
      advice: `Write a number with at most ${decimals} decimals and ${max} digits in all.`,
      limits: { minimum: min, maximum: max, decimals: Number(decimals) },
    };
  }
  if (/^N0?$/.test(type)) {
    return { advice: `Write a whole number of ${min} to ${max} digits.`, limits: { minimum: min, maximum: max } };
  }
  if (type === 'R')
    return { advice: `Write a number of ${min} to ${max} digits.`, limits: { minimum: min, maximum: max } };
  return { advice: `Write text of ${min} to ${max} characters.`, limits: { minimum: min, maximum: max } };
}

function patternLimits({ pattern, description }: ElementRules): FindingLimits | undefined {
  if (pattern === undefined) return undefined;
  const words = description === undefined ? '' : `, which is: ${description.replace(/\.$/, '')}`;
  return { advice: `The guide prescribes the form ${pattern}${words}.`, limits: { pattern } };
}

/** The value that a finding is about; only its length leaves this file. */
function valueAt(data: unknown, pointer: string): unknown {
  let value = data;
  for (const name of tokensOf(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    // It has this member.
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

function tokensOf(pointer: string): string[] {
  const tokens = pointer.split('/').slice(1);
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
