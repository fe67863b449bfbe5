import { describe, expect, it } from 'vitest';
import type { TablePlace } from '../../../src/claims/places/table-places.js';
import { isMapped, ROWS } from '../property-request.js';
import type { PropertyRow } from '../property-sample.js';
import { placesOf } from './property-lines.js';

/** Rows of the list that have no element by themselves: the one says which provider is meant, the other is of the envelope. */
const WITHOUT_ELEMENT = ['providers[].providerType', 'usageIndicator'];

describe('the list of properties and the tables', () => {
  const mapped = ROWS.filter((row) => row.path !== '' || row.lens === 'chooses the loop');

  it('are of 1,511 properties with a place, and 349 without', () => {
    expect([mapped.length, ROWS.length - mapped.length]).toEqual([1511, 349]);
    expect([...new Set(mapped.filter((row) => !isMapped(row)).map(({ property }) => property))]).toEqual(
      WITHOUT_ELEMENT,
    );
  });

  it('say the same place of each', () => {
    const differing = mapped
      .filter((row) => isMapped(row) && !isSame(row, placesOf(row)))
      .map(({ claim, property, path }) => `${claim} ${property}: ${path}`);
    expect(differing).toEqual([]);
  });
});

/** `2300/HI[01-1=BG]/NN-2 …`: the loop may be left open, `NN` is each of the twelve, and filters name qualifiers of the same segment. */
function isSame({ path }: PropertyRow, places: readonly TablePlace[]): boolean {
  const ours = places.flatMap(({ loops, elements }) =>
    elements.map((element) => partsOf(`${loops.at(-1)?.loop ?? ''}/${element}`)),
  );
  return path.split(' or ').every((one) => {
    const { loop, tag, qualifiers, elements } = partsOf(one);
    return elements.every((element) =>
      ours.some(
        (our) =>
          [our.loop, '', '(role)'].includes(loop) &&
          our.tag === tag &&
          our.elements.includes(element.replace('NN', '01')) &&
          (our.qualifiers.length === 0 ||
            qualifiers.length === 0 ||
            our.qualifiers.some((one) => qualifiers.includes(one))),
      ),
    );
  });
}

function partsOf(path: string) {
  const [, loops = '', tag = '', filters = '', elements = ''] =
    /^(?:(.*)\/)?([A-Z][A-Z0-9]{1,2})((?:\[[^\]]*\])*)\/(.*)$/.exec(path) ?? [];
  const qualifiers = /\[01(?:-1)?=([^\]]*)\]/.exec(filters)?.[1]?.split(',') ?? [];
  return { loop: loops.split('/').at(-1) ?? '', tag, qualifiers, elements: elements.split(' ') };
}
