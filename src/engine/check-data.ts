import type { CharacterRules } from '../guide/character-rules.js';
import { type DescribeOptions, describeFinding } from '../guide/describe/describe-finding.js';
import { encodeTransaction } from '../guide/encode.js';
import type { GuidePlan } from '../guide/plan.js';
import { isList, isObject, readMember, readProperty } from '../guide/safe-read.js';
import { DEFAULT_DELIMITERS, type Delimiters } from '../model/delimiters.js';
import type { Finding } from '../model/finding.js';
import type { Guide } from '../model/guide.js';
import type { Limits } from '../model/limits.js';
import { SegmentWriter } from '../syntax/segment-writer.js';
import { controlNumberOf, implementationOf } from './control-number-of.js';
import type { EngineParts } from './engine-parts.js';
import { ofLevel } from './set-findings.js';
import { type CharacterOptions, WrittenCharacters } from './written-characters.js';
import { fittingVersion } from './written-layout.js';

export type CheckOptions = Pick<CharacterOptions, 'characterSet'>;

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

/** Judges guide JSON as writing it would, without an envelope and without bytes. */
export function checkData<Data>(
  plan: GuidePlan,
  data: unknown,
  { limits, options: { dictionaries } }: Pick<EngineParts, 'limits' | 'options'>,
  options: CheckOptions,
): Checked<Data> {
  const delimiters = delimitersOf(plan.guide);
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

// Those of an interchange of the guide's release: the older ones have no repetitions.
function delimitersOf({ x12 }: Guide): Delimiters {
  return fittingVersion(DEFAULT_DELIMITERS, x12.standard.slice(0, 5));
}

// Encoding is what finds faults; its bytes go nowhere.
function encoded(plan: GuidePlan, data: unknown, { delimiters, limits, characters }: Encoding): readonly Finding[] {
  const writer = new SegmentWriter({ delimiters, plain: characters?.repairer?.untouched });
  try {
    const controlNumber = String(controlNumberOf(plan, data) ?? '0001');
    const at = { interchange: 1, group: 1, transaction: 1, pointer: '' };
    return encodeTransaction(plan, data, writer, { controlNumber, at, limits, characters }).findings;
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
