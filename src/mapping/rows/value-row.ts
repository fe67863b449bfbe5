import type { JsonObject, JsonValue } from '../../model/json.js';
import type { Lens } from '../lens.js';
import { claim, elementIn, isEmpty, setElement, valueAt } from '../occurrences.js';
import type { Place } from '../place.js';
import type { ValueRow } from '../table.js';
import { type CompiledRow, firstKeys, type PutRun, placesOf, type RowContext } from './compiled-row.js';
import { holderOf, namesOf, readProperty } from './property.js';

/** One property, one element. */
export function compileValue(row: ValueRow, context: RowContext): CompiledRow {
  const { lens } = row;
  const names = row.property === undefined ? undefined : namesOf(row.property);
  const last = names?.at(-1) ?? '';
  const places = row.path === undefined ? undefined : placesOf(row.path, row, context);
  const [only, ...others] = places ?? [];
  const plain = names?.length === 1 && others.length === 0 ? only : undefined;
  const plainRow =
    names !== undefined && plain !== undefined
      ? { names, last, lens, place: plain, only: context.isOnly(last) }
      : undefined;
  const reader = plainRow === undefined ? undefined : readPlain(plainRow);
  return {
    keys: names === undefined ? [] : places === undefined ? undefined : firstKeys(places),
    inside: reader?.inside,
    needs: names?.[0],
    get: reader?.get ?? readFirst({ names, lens, places }),
    put: (plainRow && putPlain(plainRow)) ?? putAny({ names, lens, places }),
  };
}

/** A row of any number of places; a constant has none. */
interface PlacedRow {
  readonly names: readonly string[] | undefined;
  readonly lens: Lens;
  readonly places: readonly Place[] | undefined;
}

function readFirst({ names, lens, places }: PlacedRow): CompiledRow['get'] {
  if (names === undefined) return () => {};
  const last = names.at(-1) ?? '';
  const sources: readonly (Place | undefined)[] = places ?? [undefined]; // a constant has none
  return (node, out, notes) => {
    for (const place of sources) {
      const found = place === undefined ? '' : valueAt(node, place);
      if (found === undefined) continue;
      notes.at(names, place?.path ?? '');
      const value = lens.get(found, notes);
      if (value === undefined) continue;
      const holder = names.length === 1 ? out : holderOf(out, names);
      if (holder[last] === undefined) holder[last] = value;
      return;
    }
  };
}

function putAny({ names, lens, places }: PlacedRow): CompiledRow['put'] {
  if (places === undefined) return () => {};
  return (json, node, run) => {
    const value = names === undefined ? '' : readProperty(json, names);
    if (value === undefined || (lens.constant === 'beside' && isEmpty(node))) return;
    run.notes.at(names ?? [], places[0]?.path ?? '');
    putFirst({ value, lens, places }, node, run);
  };
}

interface PlainRow {
  readonly names: readonly string[];
  readonly last: string;
  readonly lens: Lens;
  readonly place: Place;
  /** No other row gives the property. */
  readonly only: boolean;
}

type Getter = Pick<CompiledRow, 'keys' | 'inside' | 'get'>;

// Nearly all rows: one place, one name. bench: `npm run bench:eligibility`.
function readPlain(row: PlainRow): Getter {
  const { names, last, lens, place, only } = row;
  const { path, element } = place;
  const [hop, ...below] = place.hops;
  if (hop === undefined && element !== undefined && element.component === undefined) {
    const { key } = element;
    return {
      keys: [key],
      get(node, out, notes) {
        const found = node[key];
        // What an object has not is the dearest thing to ask it for.
        if (found === undefined || (!only && out[last] !== undefined)) return;
        notes.at(names, path);
        const value = lens.get(found, notes);
        if (value !== undefined) out[last] = value;
      },
    };
  }
  const isFirst = hop !== undefined && hop.tests.length === 0 && hop.index < 2;
  return {
    keys: firstKeys([place]),
    inside: isFirst ? readPlain({ ...row, place: { ...place, hops: below } }) : undefined,
    get(node, out, notes) {
      const found = valueAt(node, place);
      if (found === undefined || (!only && out[last] !== undefined)) return;
      notes.at(names, path);
      const value = lens.get(found, notes);
      if (value !== undefined) out[last] = value;
    },
  };
}

// The same the other way. bench: `npm run bench:claims`
function putPlain({ last, names, lens, place }: PlainRow): CompiledRow['put'] | undefined {
  const { path, hops, element } = place;
  if (element === undefined || lens.joined === true || lens.constant !== undefined) return undefined;
  return (json, node, { notes, replaces }) => {
    const value = json[last];
    if (value === undefined || value === null || value === '') return;
    notes.at(names, path);
    const written = lens.put(value, notes, undefined);
    if (written === undefined) return;
    const holder = claim(node, hops, 'create');
    if (holder === undefined) notes.tell('no-place');
    else if (replaces === true || elementIn(holder, element) === undefined) setElement(holder, element, written);
  };
}

/** Puts a value into the first place that has room for it; the note when none has is made at the row set before. */
function putFirst(
  { value, lens, places }: { value: JsonValue; lens: Lens; places: readonly Place[] },
  node: JsonObject,
  { notes, replaces }: PutRun,
): void {
  const written = lens.joined === true ? undefined : lens.put(value, notes, undefined);
  if (written === undefined && lens.joined !== true) return;
  for (const { hops, element } of places) {
    const holder = claim(node, hops, lens.constant === 'existing' ? 'existing' : 'create');
    if (holder === undefined || element === undefined) continue;
    if (lens.constant === 'existing' && isEmpty(holder)) return;
    const current = elementIn(holder, element);
    const result = lens.joined === true ? lens.put(value, notes, current) : written;
    const isOpen = current === undefined || lens.joined === true || replaces === true;
    if (isOpen && result !== undefined) setElement(holder, element, result);
    return;
  }
  if (lens.constant === undefined) notes.tell('no-place');
}
