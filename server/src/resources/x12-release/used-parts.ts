import type { Dictionary, Guide } from 'ediloom';

/** What a transaction set is made of, from the dictionary of its release. */
export interface UsedParts {
  readonly segments: Readonly<Record<string, unknown>>;
  readonly composites: Readonly<Record<string, unknown>>;
  readonly elements: Readonly<Record<string, unknown>>;
  /** Values by element, where the dictionary lists them. */
  readonly codes: Readonly<Record<string, readonly string[]>>;
}

/** The parts of the dictionary that the sets of a guide can have, by tag and number in order. */
export function usedParts(guide: Guide, dictionary: Dictionary): UsedParts {
  const tags = [...segmentTags(guide)].sort();
  const segments = pick(dictionary.segments, tags);
  const refs = new Set(Object.values(segments).flatMap((segment) => segment.elements.map(({ ref }) => ref)));
  const composites = pick(dictionary.composites, [...refs].sort());
  for (const composite of Object.values(composites)) for (const { ref } of composite.elements) refs.add(ref);
  const elements = pick(dictionary.elements, [...refs].sort());
  const codes: Record<string, readonly string[]> = {};
  const described: Record<string, unknown> = {};
  for (const [number, { codes: values, ...element }] of Object.entries(elements)) {
    described[number] = element;
    if (values !== undefined) codes[number] = values;
  }
  return { segments, composites, elements: described, codes };
}

function pick<Value>(from: Readonly<Record<string, Value>>, names: readonly string[]): Record<string, Value> {
  const picked: Record<string, Value> = {};
  for (const name of names) {
    const value = Object.hasOwn(from, name) ? from[name] : undefined;
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}

/** Tags of all segments, shared loops included. The guides of the engine nest a dozen levels. */
function segmentTags(guide: Guide): ReadonlySet<string> {
  const tags = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === 'segment' && typeof value === 'string') tags.add(value);
      else if (key !== 'enum') visit(value);
    }
  };
  visit(guide.properties);
  visit(guide.$defs);
  return tags;
}
