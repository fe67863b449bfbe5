import { isNumeric, jsonPattern } from '../../src/guide/values/json-form.js';
import type {
  CompositeNode,
  Dictionary,
  ElementChild,
  ElementNode,
  ElementType,
  NotUsedElement,
  Repeated,
} from '../../src/model/guide.js';
import type { CodeLists } from './codes.js';
import type { Count, ElementFact } from './facts.js';
import { elementKey, positionSuffix } from './names.js';

/** What the parts of making one guide share. */
export interface MakeContext {
  readonly kind: 'guide' | 'base';
  readonly dictionary: Dictionary;
  readonly codes: CodeLists;
  /** Base sets of a release whose dictionary is complete hold its lists, so that their codes are checked wherever they go alone. */
  readonly dictionaryCodes: boolean;
}

/** Where a run of elements stands: a segment's or a composite's definition in the dictionary. */
export interface Place {
  readonly prefix: 'element' | 'component';
  /** References of the standard, position 1 first: the source of the standard's own M. */
  readonly standard: readonly { readonly ref: string; readonly req?: 'M' | 'O' | 'X' }[];
}

export interface ElementsPart {
  readonly properties: Record<string, ElementChild>;
  readonly required: readonly string[];
  readonly notUsed: Record<string, NotUsedElement>;
}

/** Elements of a segment or components of a composite; `required` leaves out what encode fills in (DECISIONS A5). */
export function makeElements(facts: readonly ElementFact[], place: Place, context: MakeContext): ElementsPart {
  const properties: Record<string, ElementChild> = {};
  const notUsed: Record<string, NotUsedElement> = {};
  const required: string[] = [];
  for (const [index, fact] of facts.entries()) {
    const position = index + 1;
    if (fact.usage === 'N') {
      notUsed[positionSuffix(position)] = unused(fact, context.dictionary);
      continue;
    }
    const mandatory = isMandatory(fact, place.standard[index], context);
    const name = nameOf(fact, context.dictionary);
    const key = elementKey(name, position, place.prefix);
    const usage = usageOf(fact, mandatory, context);
    const node =
      fact.composite === undefined
        ? element(fact, facts, index, name, usage, context)
        : composite(fact, name, usage, context);
    properties[key] = fact.repeat === undefined ? node : repeated(node, fact.repeat);
    if ((fact.usage === 'R' || mandatory) && !('enum' in node && node.enum?.length === 1)) required.push(key);
  }
  return { properties, required, notUsed };
}

type Usage = { usage?: 'R'; mandatory?: true };

function usageOf(fact: ElementFact, mandatory: boolean, context: MakeContext): Usage {
  return {
    ...(context.kind === 'guide' && fact.usage === 'R' ? { usage: 'R' } : {}),
    ...(mandatory ? { mandatory: true } : {}),
  };
}

function isMandatory(
  fact: ElementFact,
  standard: Place['standard'][number] | undefined,
  context: MakeContext,
): boolean {
  if (context.kind === 'base') return fact.usage === 'R';
  return standard?.req === 'M' && standard.ref === (fact.element ?? fact.composite);
}

export function repeated<T>(items: T, count: Count): Repeated<T> {
  return { type: 'array', items, minItems: 1, ...(count === '*' ? {} : { maxItems: count }) };
}

function nameOf(fact: ElementFact, dictionary: Dictionary): string | undefined {
  const own =
    fact.composite === undefined ? dictionary.elements[fact.element ?? ''] : dictionary.composites[fact.composite];
  return fact.name ?? own?.name;
}

function composite(fact: ElementFact, name: string | undefined, usage: Usage, context: MakeContext): CompositeNode {
  const id = fact.composite ?? '';
  const standard = context.dictionary.composites[id]?.elements ?? [];
  const part = makeElements(fact.components ?? [], { prefix: 'component', standard }, context);
  return {
    type: 'object',
    title: name ?? id,
    additionalProperties: false,
    ...requiredPart(part.required),
    // Components never repeat and never nest: the facts hold plain elements here.
    properties: part.properties as Record<string, ElementNode>,
    x12: {
      composite: id,
      ...usage,
      ...(fact.syntax === undefined || fact.syntax.length === 0 ? {} : { syntax: fact.syntax }),
      ...(Object.keys(part.notUsed).length === 0 ? {} : { notUsed: part.notUsed }),
      ...(fact.confidence === undefined ? {} : { confidence: fact.confidence }),
    },
  };
}

function element(
  fact: ElementFact,
  siblings: readonly ElementFact[],
  index: number,
  name: string | undefined,
  usage: Usage,
  context: MakeContext,
): ElementNode {
  const { type, min, max } = typeOf(fact, context.dictionary);
  const number = fact.element ?? '';
  const format = number === '1251' ? formatPosition(siblings, index) : undefined;
  return {
    ...schemaOf(type, min, max, fact, context),
    ...(name === undefined ? {} : { title: name }),
    x12: {
      element: number,
      type,
      min,
      max,
      ...usage,
      ...(fact.externalCodeSet === undefined ? {} : { codeSet: fact.externalCodeSet }),
      ...(format === undefined ? {} : { format }),
      ...(isNumeric(type) && fact.codes !== undefined ? { pattern: codePattern(fact.codes) } : {}),
      ...(fact.confidence === undefined ? {} : { confidence: fact.confidence }),
    },
  };
}

/** Schema of the JSON value: scale and counted digits stay in `x12`, because JSON Schema cannot say them (DECISIONS A5). */
function schemaOf(
  type: ElementType,
  min: number,
  max: number,
  fact: ElementFact,
  context: MakeContext,
): Pick<ElementNode, 'type' | 'enum' | '$ref' | 'pattern' | 'minLength' | 'maxLength'> {
  const codes = fact.codes ?? standardCodes(fact, type, context);
  switch (type) {
    case 'DT':
    case 'TM':
      return { type: 'string', pattern: jsonPattern(type) };
    case 'B':
      return { type: 'object' };
    case 'AN':
    case 'ID':
      return codes === undefined
        ? { type: 'string', minLength: min, maxLength: max }
        : { type: 'string', ...context.codes.schema(fact.element ?? '', codes) };
    default:
      return { type: ['number', 'string'], pattern: jsonPattern(type) };
  }
}

// An enum of strings would refuse the JSON number 1: codes of a numeric element become a pattern over its text.
function codePattern(codes: readonly string[]): string {
  return `^(${codes.join('|')})$`;
}

function standardCodes(
  { element = '', externalCodeSet }: ElementFact,
  type: ElementType,
  { dictionaryCodes, dictionary }: MakeContext,
): readonly string[] | undefined {
  const isListed = dictionaryCodes && externalCodeSet === undefined && type === 'ID';
  return isListed ? dictionary.elements[element]?.codes : undefined;
}

// The nearest DE 1250 before a DE 1251 names its format, unless the guide forbids it.
function formatPosition(siblings: readonly ElementFact[], index: number): string | undefined {
  for (let before = index - 1; before >= 0; before--) {
    const fact = siblings[before];
    if (fact?.element === '1250') return fact.usage === 'N' ? undefined : positionSuffix(before + 1);
  }
  return undefined;
}

function typeOf(fact: ElementFact, dictionary: Dictionary): { type: ElementType; min: number; max: number } {
  const own = dictionary.elements[fact.element ?? ''];
  if (own === undefined) throw new Error(`The dictionary of ${dictionary.release} has no element ${fact.element}.`);
  return {
    type: (fact.type ?? own.type) as ElementType, // the facts use the same words
    min: fact.min ?? own.min,
    max: fact.max ?? own.max,
  };
}

function unused(fact: ElementFact, dictionary: Dictionary): NotUsedElement {
  const name = nameOf(fact, dictionary);
  const named = name === undefined ? {} : { name };
  if (fact.composite !== undefined) return { composite: fact.composite, ...named };
  return { element: fact.element ?? '', ...named, ...typeOf(fact, dictionary) };
}

export function requiredPart(required: readonly string[]): { required?: readonly string[] } {
  return required.length === 0 ? {} : { required };
}
