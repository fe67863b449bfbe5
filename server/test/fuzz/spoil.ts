import fc, { type Arbitrary } from 'fast-check';

/** In every text that takes the place of a right one: no message may repeat it. */
export const CANARY = 'canary-3d81';

/** One change of a value: where (counted through all its places), and by what. */
export interface Spoiling {
  readonly at: number;
  readonly how: 'replace' | 'remove' | 'add' | 'repeat';
  readonly by: unknown;
}

export const spoilings: Arbitrary<Spoiling> = fc.record({
  at: fc.nat(),
  how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'repeat'),
  by: fc.oneof(
    fc.constantFrom<unknown>(
      ...[null, true, false, 0, -1, 1.5, 1e308, 2 ** 53, '', ' ', [], {}, [[]], [null], { a: CANARY }],
      ...[
        CANARY,
        `${CANARY}\u0000`,
        `\ud800${CANARY}`,
        `${CANARY}\r\n`,
        `${CANARY}~*^:`,
        CANARY.repeat(500),
        `../${CANARY}`,
      ],
      ...['2026-02-30', '2026-13-01T00:00:00Z', '$', `$lookup(${CANARY}`, '{{', '%', '__proto__'],
    ),
    fc.jsonValue({ maxDepth: 2 }),
  ),
});

/** A copy of the value with one thing wrong, or at least another. */
export function spoil(value: unknown, { at, how, by }: Spoiling): unknown {
  const root = { value: structuredClone(value) };
  const places = placesOf(root);
  const place = places[at % places.length];
  if (place === undefined) return by;
  const [holder, name] = place;
  const member = holder[name];
  if (how === 'replace') holder[name] = by;
  if (how === 'remove' && Array.isArray(holder)) holder.splice(Number(name), 1);
  else if (how === 'remove') delete holder[name];
  if (how === 'add' && Array.isArray(member)) member.push(by);
  else if (how === 'add' && typeof member === 'object' && member !== null)
    Object.assign(member, { [`more${at % 7}`]: by });
  if (how === 'repeat' && Array.isArray(member)) holder[name] = Array.from({ length: 100 }, () => member).flat();
  return root.value;
}

type Place = readonly [holder: Record<string, unknown>, name: string];

/** Every member and item, from the outermost. */
function placesOf(root: object): readonly Place[] {
  const places: Place[] = [];
  const walk = (holder: Record<string, unknown>): void => {
    for (const [name, member] of Object.entries(holder)) {
      places.push([holder, name]);
      if (typeof member === 'object' && member !== null) walk(member as Record<string, unknown>);
    }
  };
  walk(root as Record<string, unknown>);
  return places;
}
