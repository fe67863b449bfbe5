import type { JsonObject, JsonValue } from '../../model/json.js';
import type { Lens } from '../lens.js';
import type { Notes } from '../notes.js';
import { claim, collectAt, elementIn, isAbsent, isObject, setElement } from '../occurrences.js';
import type { ElementKey, Place } from '../place.js';
import type { QualifiedRow } from '../table.js';
import { type CompiledRow, elementOf, type PutRun, placesOf, type RowContext } from './compiled-row.js';
import { holderOf, namesOf, readProperty } from './property.js';

interface Value {
  readonly element: ElementKey;
  readonly lens: Lens;
  readonly names: ReadonlyMap<string, string>;
}

interface Source {
  readonly place: Place;
  readonly by: ElementKey;
  readonly values: readonly Value[];
  readonly also: readonly { readonly element: ElementKey; readonly lens: Lens }[];
}

/** Properties named by a qualifier: one look-up an occurrence instead of a search a property. */
export function compileQualified(row: QualifiedRow, context: RowContext): CompiledRow {
  const names = row.property === undefined ? undefined : namesOf(row.property);
  const sources = placesOf(row.qualified, row, context).map((place) => sourceOf(row, place, context));
  return {
    get(node, out, notes) {
      const held = names === undefined ? out : readProperty(out, names);
      const inner = isObject(held) ? held : {};
      let filled = false;
      for (const source of sources) if (getAll(source, node, inner, { names, notes, row })) filled = true;
      if (filled && names !== undefined && inner !== held) holderOf(out, names)[names.at(-1) ?? ''] = inner;
    },
    put(json, node, run) {
      const inner = names === undefined ? json : readProperty(json, names);
      if (inner === undefined) return;
      run.notes.at(names ?? [], sources[0]?.place.path ?? '');
      if (!isObject(inner)) return run.notes.tell('value-type');
      for (const [index, { names: properties }] of (sources[0]?.values ?? []).entries()) {
        for (const [code, property] of properties) {
          const value = readProperty(inner, [property]);
          if (value === undefined) continue;
          run.notes.at([...(names ?? []), property], sources[0]?.place.path ?? '');
          putOne({ code, value, index, sources }, node, run);
        }
      }
    },
  };
}

function sourceOf(row: QualifiedRow, place: Place, context: RowContext): Source {
  const scope = { ...context, scope: place.scope };
  const element = (path: string): ElementKey => elementOf(path, row, scope);
  return {
    place,
    by: element(row.by),
    values: row.values.map((value) => ({
      element: element(value.path),
      lens: value.lens,
      names: new Map(Object.entries(value.names)),
    })),
    also: (row.also ?? []).map(({ path, lens }) => ({ element: element(path), lens })),
  };
}

function getAll(
  { place, by, values }: Source,
  node: JsonObject,
  inner: JsonObject,
  { names = [], notes, row }: { names: readonly string[] | undefined; notes: Notes; row: QualifiedRow },
): boolean {
  if (isAbsent(node, place.hops)) return false;
  const found: JsonObject[] = [];
  collectAt(node, place.hops, found);
  let filled = false;
  for (const one of found) {
    const code = String(elementIn(one, by) ?? '');
    let known = false;
    for (const { element, lens, names: properties } of values) {
      const property = properties.get(code);
      if (property === undefined) continue;
      known = true;
      const value = elementIn(one, element);
      if (value === undefined || inner[property] !== undefined) continue;
      notes.at([...names, property], place.path);
      const read = lens.get(value, notes);
      if (read === undefined) continue;
      inner[property] = read;
      filled = true;
    }
    if (known || row.others === 'ignore') continue;
    notes.at(names, place.path);
    notes.tell('qualifier-unknown');
  }
  return filled;
}

function putOne(
  { code, value, index, sources }: { code: string; value: JsonValue; index: number; sources: readonly Source[] },
  node: JsonObject,
  run: PutRun,
): void {
  const first = sources[0];
  const target = first?.values[index];
  const written = target?.lens.put(value, run.notes, undefined);
  if (first === undefined || target === undefined || written === undefined) return;
  if (sources.some((source) => says(source, node, { code, written, index }))) return;
  const test = { segment: undefined, element: first.by, negated: false, values: [code] };
  const hops = first.place.hops.map((hop, at, all) =>
    at === all.length - 1 ? { ...hop, tests: [...hop.tests, test] } : hop,
  );
  const holder = claim(node, hops, 'create');
  if (holder === undefined || elementIn(holder, target.element) !== undefined) return run.notes.tell('no-place');
  setElement(holder, target.element, written);
  for (const { element, lens } of first.also) {
    const more = lens.put(value, run.notes, undefined);
    if (more !== undefined && elementIn(holder, element) === undefined) setElement(holder, element, more);
  }
}

function says(
  { place, by, values }: Source,
  node: JsonObject,
  { code, written, index }: { code: string; written: JsonValue; index: number },
): boolean {
  const element = values[index]?.element;
  const found: JsonObject[] = [];
  if (element === undefined) return false;
  collectAt(node, place.hops, found);
  return found.some((one) => elementIn(one, by) === code && elementIn(one, element) === written);
}
