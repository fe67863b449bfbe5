import { CompileContext } from '../guide/compile/compile-context.js';
import { compileElements } from '../guide/compile/compile-element.js';
import type { Patterns } from '../guide/plan/matcher.js';
import type { ElementPlan } from '../guide/plan/plan.js';
import { standardLookup } from '../guide/plan/standard-lookup.js';
import { checkValue } from '../guide/values/check-value.js';
import { writeValue } from '../guide/values/write-value.js';
import type { ElementNode, Guide } from '../model/guide.js';
import { REASONS, type Reason } from '../model/reasons.js';

/** What is wrong with a value: our rule's name and a clause that fits behind the place. */
export interface Broken {
  readonly rule: string;
  readonly text: string;
}

/** Says what is wrong with a value, or nothing. */
export type Judge = (data: unknown) => Broken | undefined;

const NO_STANDARD = standardLookup('', []);
const NO_GUIDE: Guide = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:ediloom:guide:none',
  title: 'none',
  x12: { standard: '', transactionSet: '', version: '', kind: 'base', confidence: 'low' },
  type: 'object',
  additionalProperties: false,
  properties: {},
};

/** Judges a JSON value as the engine does: by the X12 text that it would be written as. Codes are left to the schema. */
export function judgeElement(x12: ElementNode['x12'], patterns: Patterns): Judge {
  const { codeSet: _codes, rules: _rules, ...facts } = x12;
  const [, element] = compileElements(
    { properties: { value_01: { x12: facts } }, x12: {} },
    'element',
    new CompileContext(NO_GUIDE, patterns),
  );
  if (element === undefined) return () => undefined;
  return (data) => judgeValue(element, data);
}

function judgeValue(element: ElementPlan, data: unknown): Broken | undefined {
  if (typeof data !== 'string' && typeof data !== 'number') return undefined; // `type` speaks of these
  const text = writeValue(element, data);
  if (text === undefined) return broken('value-type');
  let first: Reason | undefined;
  checkValue(element, text, NO_STANDARD, (reason) => {
    if (REASONS[reason].severity === 'error') first ??= reason;
  });
  return first === undefined ? undefined : broken(first);
}

function broken(reason: Reason): Broken {
  return { rule: reason, text: REASONS[reason].text };
}
