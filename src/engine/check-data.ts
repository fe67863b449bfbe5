import { setNumber } from '../envelope/used-numbers.js';
import { type DescribeOptions, describeFinding } from '../guide/describe/describe-finding.js';
import type { GuidePlan } from '../guide/plan/plan.js';
import { isList, isObject, readMember, readProperty } from '../guide/values/safe-read.js';
import type { CharacterRules } from '../guide/write/character-rules.js';
import { encodeTransaction } from '../guide/write/encode.js';
import { DEFAULT_DELIMITERS, type Delimiters } from '../model/delimiters.js';
import type { Finding } from '../model/finding.js';
import type { Guide } from '../model/guide.js';
import type { Limits } from '../model/limits.js';
import { chooseDelimiters } from '../syntax/delimiters.js';
import { SegmentWriter } from '../syntax/segment-writer.js';
import { controlNumberOf, implementationOf } from './control-number-of.js';
import { textsOfValue } from './document-texts.js';
import type { EngineParts } from './engine-parts.js';
import { ofLevel } from './set-findings.js';
import { type CharacterOptions, WrittenCharacters } from './written-characters.js';
import { fittingVersion } from './written-layout.js';

export interface CheckOptions extends Pick<CharacterOptions, 'characterSet'> {
  /**
   * Those that the data shall be written with, which must not stand in a value. `choose`: any that do not, as for writing. Default: those that
   * an interchange of the guide's release has unless it is told otherwise.
   */
  readonly delimiters?: Delimiters | 'choose' | undefined;
}

/** A finding about data that somebody wrote: where it is in that data, and what it says. */
export type Issue = Finding & {
  /** Keys and 0-based indexes from the data to the value; of what is missing, to where it belongs. */
  readonly path: readonly (string | number)[];
  /** Fact and advice in a line; never a value of the data. */
  readonly message: string;
};

/** `issues` of valid data are warnings and notices. */
export type Checked<Data = unknown> =
  | { readonly valid: true; readonly data: Data; readonly issues: readonly Issue[] }
  | { readonly valid: false; readonly issues: readonly Issue[] };

/** Judges guide JSON as writing it would, without an envelope and without bytes, and that it has the types of its guide. */
export function checkData<Data>(
  plan: GuidePlan,
  data: unknown,
  { limits, options: { dictionaries } }: Pick<EngineParts, 'limits' | 'options'>,
  options: CheckOptions,
): Checked<Data> {
  const delimiters = delimitersFor(plan.guide, data, options);
  const characters = WrittenCharacters.of(options, () => undefined)?.rules(delimiters);
  const findings = encoded(plan, data, { delimiters, limits, characters });
  const told = ofLevel(findings, plan.guide, implementationOf(plan, data));
  const describing = { guide: plan.guide, dictionaries, form: 'json' } as const;
  const issues = told.map((found) => issueOf(found, data, describing));
  if (told.some(({ severity }) => severity === 'error')) return { valid: false, issues };
  // Just this was judged: it is what the guide says.
  return { valid: true, data: data as Data, issues };
}

interface Encoding {
  readonly delimiters: Delimiters;
  readonly limits: Limits;
  readonly characters: CharacterRules | undefined;
}

// As an interchange of the guide's release has them: the older ones have no repetitions.
function delimitersFor({ x12 }: Guide, data: unknown, { delimiters = DEFAULT_DELIMITERS }: CheckOptions): Delimiters {
  const version = x12.standard.slice(0, 5);
  if (delimiters !== 'choose') return fittingVersion(delimiters, version);
  const preferred = fittingVersion(DEFAULT_DELIMITERS, version);
  try {
    return chooseDelimiters(textsOfValue(data), preferred);
  } catch {
    // None is free, or the data cannot be read: the values at fault are told one by one.
    return preferred;
  }
}

// Encoding is what finds faults; its bytes go nowhere.
function encoded(plan: GuidePlan, data: unknown, { delimiters, limits, characters }: Encoding): readonly Finding[] {
  const writer = new SegmentWriter({ delimiters, plain: characters?.repairer?.untouched });
  try {
    const controlNumber = setNumber(controlNumberOf(plan, data) ?? '0001');
    const at = { interchange: 1, group: 1, transaction: 1, pointer: '' };
    return encodeTransaction(plan, data, writer, { controlNumber, at, limits, characters, asTyped: true }).findings;
  } finally {
    writer.close();
  }
}

// Putting a finding into words looks through the guide, which takes longer than finding it: done for who reads it. bench:check
function issueOf(found: Finding, data: unknown, describing: DescribeOptions): Issue {
  let message: string | undefined;
  return {
    ...found,
    path: pathOf(found.at.pointer ?? '', data),
    get message() {
      message ??= messageOf(found, describing);
      return message;
    },
  };
}

function messageOf(found: Finding, describing: DescribeOptions): string {
  const { text, advice } = describeFinding(found, describing);
  return `${text}. ${advice}`;
}

// Only the data tell an index from a key that is made of digits. They may be of a stranger: what cannot be read leads nowhere.
function pathOf(pointer: string, data: unknown): readonly (string | number)[] {
  let here = data;
  return pointer
    .split('/')
    .slice(1)
    .map((token) => {
      const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
      const inside = here;
      if (isList(inside) && /^\d+$/.test(key)) {
        here = readMember(inside, Number(key));
        return Number(key);
      }
      here = isObject(inside) ? readProperty(inside, key) : undefined;
      return key;
    });
}
