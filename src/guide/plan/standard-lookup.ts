import type { Dictionary, Guide } from '../../model/guide.js';
import type { StandardLookup } from './plan.js';

/**
 * What the standard says beside a guide. A code outside the guide is `7` when the release's list is
 * complete without it or nothing has it, else `I6`; of a text, for which only a guide has a list, it is `I6`. What the lists
 * of the guide have elsewhere is a code of the standard: so an overlay's narrowing is told without any dictionary.
 * @param release release of the guide; its dictionary decides about completeness.
 */
export function standardLookup(
  release: string,
  dictionaries: readonly Dictionary[],
  lists: Guide['$defs'] = {},
): StandardLookup {
  const own = dictionaries.find((dictionary) => dictionary.release === release);
  const codes = new Map<string, ReadonlySet<string>>();
  return {
    knowsSegment: (tag) => dictionaries.some((dictionary) => Object.hasOwn(dictionary.segments, tag)),
    codeError(elementNumber, value) {
      const element = entry(own?.elements, elementNumber);
      if (element?.type === 'AN') return 'I6';
      if (element?.complete === true && !element.codes?.includes(value)) return '7';
      let known = codes.get(elementNumber);
      if (known === undefined) {
        const listed = dictionaries.flatMap((dictionary) => entry(dictionary.elements, elementNumber)?.codes ?? []);
        known = new Set([...listed, ...codesIn(lists, elementNumber)]);
        codes.set(elementNumber, known);
      }
      return known.has(value) ? 'I6' : '7';
    },
  };
}

function codesIn(lists: NonNullable<Guide['$defs']>, elementNumber: string): readonly string[] {
  const own = Object.entries(lists).filter(([name]) => name.startsWith(`codes_${elementNumber}_`));
  return own.flatMap(([, list]) => ('enum' in list ? list.enum : []));
}

/** Own entry of a table from JSON: a key such as `constructor` must not reach the prototype. */
export function entry<T>(table: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}
