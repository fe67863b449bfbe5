import type { Dictionary, DictionaryElement, DictionarySegment, ElementType } from '../../src/model/guide.js';
import { type DictionaryFacts, type DictionaryRow, readFacts } from './facts.js';

/**
 * The shipped dictionary of a release. Code lists of 004010 come from one source of the whole standard and count as
 * complete; those of 005010 are the union of what the sources use.
 * @param older where a segment known in its older form only finds its elements.
 */
export function makeDictionary(release: string, older?: Dictionary): Dictionary {
  const facts = readFacts<DictionaryFacts>(`dictionary-${release}.json`);
  const complete = release === '004010';
  const elements: Record<string, DictionaryElement> = {};
  for (const [number, fact] of Object.entries(facts.elements)) {
    elements[number] = {
      ...(fact.name === null ? {} : { name: fact.name }),
      type: fact.type as ElementType, // the facts use the same words
      min: fact.min,
      max: fact.max,
      ...(fact.codes === undefined ? {} : { codes: fact.codes }),
      ...(fact.codes !== undefined && complete ? { complete } : {}),
    };
  }
  const [composites, segments] = [rows(facts.composites), rows(facts.segments)];
  for (const { ref } of Object.values({ ...composites, ...segments }).flatMap((row) => row.elements)) {
    if (elements[ref] !== undefined || composites[ref] !== undefined) continue;
    const borrowed = older?.elements[ref];
    if (borrowed === undefined) throw new Error(`The dictionary of ${release} has no ${ref}.`);
    const { complete: _complete, ...element } = borrowed;
    elements[ref] = element;
  }
  return { release, elements, composites, segments };
}

function rows(facts: Readonly<Record<string, DictionaryRow>>): Record<string, DictionarySegment> {
  return Object.fromEntries(Object.entries(facts).map(([id, row]) => [id, readRow(row)]));
}

function readRow(row: DictionaryRow): DictionarySegment {
  return {
    ...(row.name === null ? {} : { name: row.name }),
    elements: row.elements.map(readReference),
    ...(row.syntax === undefined ? {} : { syntax: row.syntax }),
  };
}

function readReference(text: string): DictionarySegment['elements'][number] {
  const [ref = '', ...rest] = text.split(' ');
  const req = rest.find((word): word is 'M' | 'X' => word === 'M' || word === 'X');
  const repeat = rest.find((word) => /^\d+$/u.test(word));
  return { ref, ...(req === undefined ? {} : { req }), ...(repeat === undefined ? {} : { repeat: Number(repeat) }) };
}
