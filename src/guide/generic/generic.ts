import { requireForm } from '../../model/check-options.js';
import type { Dictionary, DictionarySegment } from '../../model/guide.js';
import type { JsonObject } from '../../model/json.js';
import { tagCode } from '../../model/segments.js';
import { imageOfSegment } from '../compile/build-image.js';
import { requiredBits, typed } from '../compile/compile-element.js';
import { codeTable } from '../plan/code-table.js';
import { NO_IMAGE } from '../plan/image.js';
import { type ElementPlan, Kind, type SegmentPlan } from '../plan/plan.js';
import { entry, standardLookup } from '../plan/standard-lookup.js';
import { compileSyntaxNotes } from '../plan/syntax-notes.js';
import { elementKey, snakeCase } from '../values/snake-case.js';

/**
 * A release's dictionary, compiled for the generic form: segments without a set around them. What it lacks
 * comes from the nearest of the others.
 */
export interface DictionaryPlan {
  readonly release: string;
  /** True for a segment whose form is that of another release. */
  isBorrowed(tag: string): boolean;
  readonly standard: ReturnType<typeof standardLookup>;
  /** The definition of a segment; undefined for a tag that no release has. Compiled on first use. */
  segment(tag: string): SegmentPlan | undefined;
  /** `<snake name>_<TAG>`, or `segment_<TAG>` for a tag without name. */
  segmentKey(tag: string): string;
}

/**
 * Compiles a dictionary.
 * @param others where to look for a segment or element that it does not have, in order.
 * @throws X12Error `X12_GUIDE_INVALID` for a malformed syntax note, on first use.
 */
export function compileDictionary(dictionary: Dictionary, others: readonly Dictionary[] = []): DictionaryPlan {
  requireForm('compileDictionary', 'dictionary', dictionary, 'object');
  requireForm('compileDictionary', 'others', others, 'list');
  return makePlan(dictionary, joined([dictionary, ...others]), [dictionary, ...others]);
}

/** The definitions of several dictionaries, the first that has one counting. */
type Definitions = Pick<Dictionary, 'elements' | 'composites' | 'segments'>;

function joined(dictionaries: readonly Dictionary[]): Definitions {
  const [only] = dictionaries;
  if (only !== undefined && dictionaries.length === 1) return only;
  const last = [...dictionaries].reverse();
  return {
    elements: Object.assign(Object.create(null), ...last.map(({ elements }) => elements)),
    composites: Object.assign(Object.create(null), ...last.map(({ composites }) => composites)),
    segments: Object.assign(Object.create(null), ...last.map(({ segments }) => segments)),
  };
}

/** The key of a segment when there is no dictionary. */
export function plainSegmentKey(tag: string): string {
  return `segment_${tag}`;
}

/** The tag that a key ends in, whatever name stands before it: names may change, tags do not. */
export function tagOfKey(plan: DictionaryPlan | undefined, key: string): string | undefined {
  const tag = key.slice(key.lastIndexOf('_') + 1);
  if (tag !== '' && tag !== key && plan?.segmentKey(tag) === key) return tag;
  // A tag may be damaged and hold an underscore itself.
  if (key.startsWith('segment_')) return key.slice('segment_'.length);
  return tag === '' || tag === key ? undefined : tag;
}

function makePlan(
  { release, segments: own }: Dictionary,
  dictionary: Definitions,
  all: readonly Dictionary[],
): DictionaryPlan {
  const segments = new Map<string, SegmentPlan | undefined>();
  const keys = new Map<string, string>();
  const segmentKey = (tag: string): string => {
    let key = keys.get(tag);
    if (key !== undefined) return key;
    const name = entry(dictionary.segments, tag)?.name;
    key = name === undefined || snakeCase(name) === '' ? plainSegmentKey(tag) : `${snakeCase(name)}_${tag}`;
    // Only tags of the dictionary are kept: damaged input must not grow the cache.
    if (Object.hasOwn(dictionary.segments, tag)) keys.set(tag, key);
    return key;
  };
  return {
    release,
    standard: standardLookup(release, all),
    isBorrowed: (tag) => !Object.hasOwn(own, tag),
    segmentKey,
    segment(tag) {
      const definition = entry(dictionary.segments, tag);
      if (definition === undefined) return undefined;
      let segment = segments.get(tag);
      if (segment === undefined) {
        segment = makeSegment(tag, segmentKey(tag), definition, dictionary);
        segments.set(tag, segment);
      }
      return segment;
    },
  };
}

function makeSegment(tag: string, key: string, definition: DictionarySegment, dictionary: Definitions): SegmentPlan {
  const elements = makeElements(definition, 'element', dictionary);
  const segment: SegmentPlan = {
    kind: 'segment',
    tag,
    tagCode: tagCode(tag),
    key,
    aliases: [],
    title: definition.name ?? tag,
    index: 0,
    rank: 0,
    section: undefined,
    array: false,
    min: 0,
    max: Number.POSITIVE_INFINITY,
    required: false,
    mandatory: false,
    discriminator: undefined,
    rules: [],
    elements,
    requiredLow: requiredBits(elements, 0),
    requiredHigh: requiredBits(elements, 30),
    syntax: makeNotes(definition),
    row: 0,
    image: NO_IMAGE,
    create: Object as unknown as new () => JsonObject, // called with new and without arguments it makes an empty object
  };
  imageOfSegment(segment);
  return segment;
}

function makeElements(
  definition: DictionarySegment,
  prefix: 'element' | 'component',
  dictionary: Definitions,
): (ElementPlan | undefined)[] {
  const elements: (ElementPlan | undefined)[] = [undefined];
  for (const [at, part] of definition.elements.entries()) {
    const position = at + 1;
    // DE 1250 says how the DE 1251 behind it is to be read.
    const format = part.ref === '1251' && definition.elements[at - 1]?.ref === '1250' ? position - 1 : 0;
    const shared = {
      position,
      number: part.ref,
      repeat: part.repeat ?? 1,
      required: part.req === 'M',
      mandatory: part.req === 'M',
      format,
    };
    elements.push(makeElement({ ...PLAIN, ...shared }, part.name, prefix, dictionary));
  }
  return elements;
}

function makeElement(
  base: ElementPlan,
  ownName: string | undefined,
  prefix: 'element' | 'component',
  dictionary: Definitions,
): ElementPlan | undefined {
  const simple = entry(dictionary.elements, base.number);
  if (simple !== undefined) {
    const name = ownName ?? simple.name;
    const codes = simple.complete === true && simple.codes !== undefined ? codeTable(simple.codes) : undefined;
    const key = elementKey(name, base.position, prefix);
    return { ...base, ...typed(simple.type), key, title: name ?? key, min: simple.min, max: simple.max, codes };
  }
  const composite = prefix === 'element' ? entry(dictionary.composites, base.number) : undefined;
  if (composite === undefined) return undefined;
  const name = ownName ?? composite.name;
  const key = elementKey(name, base.position, prefix);
  const components = makeElements(composite, 'component', dictionary);
  return {
    ...base,
    kind: Kind.composite,
    type: 'composite',
    key,
    title: name ?? key,
    components,
    requiredComponents: requiredBits(components, 0),
    formatComponent: components.find((part) => (part?.format ?? 0) > 0)?.position ?? 0,
    syntax: makeNotes(composite),
  };
}

// Notes that speak of positions the definition does not have come from damaged sources and would condemn every segment.
function makeNotes(definition: DictionarySegment): SegmentPlan['syntax'] {
  const notes = compileSyntaxNotes(definition.syntax ?? []);
  return notes.filter((note) => note.positions.every((position) => position <= definition.elements.length));
}

const PLAIN: ElementPlan = {
  position: 0,
  key: '',
  aliases: [],
  title: '',
  number: '',
  kind: Kind.text,
  type: 'AN',
  scale: 0,
  min: 0,
  max: Number.POSITIVE_INFINITY,
  digits: Number.POSITIVE_INFINITY,
  repeat: 1,
  repeatMin: 0,
  array: false,
  required: false,
  mandatory: false,
  notUsed: false,
  codes: undefined,
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
};
