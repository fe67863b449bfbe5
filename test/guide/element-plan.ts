import { codeTable } from '../../src/guide/plan/code-table.js';
import { type ElementPlan, Kind, type StandardLookup } from '../../src/guide/plan/plan.js';

const KINDS = { AN: Kind.text, ID: Kind.code, R: Kind.decimal, DT: Kind.date, TM: Kind.time, B: Kind.binary } as const;
type Type = keyof typeof KINDS | 'N0' | 'N2';

/** A compiled element made by hand. */
export function elementOf(
  type: Type,
  min: number,
  max: number,
  more: Partial<ElementPlan> & { list?: string[] } = {},
): ElementPlan {
  const { list, ...rest } = more;
  const integer = type === 'N0' || type === 'N2';
  return {
    position: 1,
    key: 'value_01',
    aliases: [],
    title: '',
    number: '1',
    kind: integer ? Kind.integer : KINDS[type],
    type,
    scale: type === 'N2' ? 2 : 0,
    min,
    max,
    digits: Number.POSITIVE_INFINITY,
    repeat: 1,
    repeatMin: 0,
    array: false,
    required: false,
    mandatory: false,
    notUsed: false,
    codes: list === undefined ? undefined : codeTable(list),
    single: undefined,
    pattern: undefined,
    listed: undefined,
    format: 0,
    components: [],
    requiredComponents: 0,
    formatComponent: 0,
    syntax: [],
    rules: [],
    row: 0,
    ...rest,
  };
}

/** A standard in which only code `S` is known beyond the guide. */
export const STANDARD: StandardLookup = {
  knowsSegment: () => false,
  codeError: (_, value) => (value === 'S' ? 'I6' : '7'),
};
