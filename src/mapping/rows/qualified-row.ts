import type { JsonObject, JsonValue } from '../../model/json.js';
import type { Lens } from '../lens.js';
import type { Notes } from '../notes.js';
import { claim, elementIn, isObject, occurrencesOf, setElement } from '../occurrences.js';
import type { ElementKey, Place } from '../place.js';
import type { QualifiedRow } from '../table.js';
import { type CompiledRow, elementOf, firstKeys, type PutRun, placesOf, type RowContext } from './compiled-row.js';
import { holderOf, namesOf, readProperty } from './property.js';

interface Value {
  readonly element: ElementKey;
  readonly lens: Lens;
  readonly names: ReadonlyMap<string, string>;
  /** The same, each with all of its names. */
  readonly full: ReadonlyMap<string, readonly string[]>;
}

interface Source {
  readonly place: Place;
  readonly by: ElementKey;
  readonly values: readonly Value[];
  readonly listed: ReadonlySet<string>;
  readonly also: readonly { readonly element: ElementKey; readonly lens: Lens }[];
}

/** Properties named by a qualifier: one look-up an occurrence instead of a search a property. */
export function compileQualified(row: QualifiedRow, context: RowContext): CompiledRow {
  const names = row.property === undefined ? undefined : namesOf(row.property);
  const owner = names ?? [];
  const sources = placesOf(row.qualified, row, context).map((place) => sourceOf(row, place, context));
  const silent = row.others === 'ignore';
  return {
    keys: firstKeys(sources.map(({ place }) => place)),
    needs: names?.[0],
    get(node, out, notes) {
      const held = names === undefined ? out : readProperty(out, names);
      const inner = isObject(held) ? held : {};
      let filled = false;
      for (const source of sources) {
        const occurrences = occurrencesOf(node, source.place.hops);
        const before = silent || occurrences.length < 2 ? undefined : new Set<string>();
        for (const one of occurrences) {
          const read = getOne(source, one, inner, { notes, before });
          if (read === 'filled') filled = true;
          if (read !== 'unknown' || silent) continue;
          notes.at(owner, source.place.path);
          notes.tell('qualifier-unknown');
        }
      }
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
  const owner = row.property === undefined ? [] : namesOf(row.property);
  const scope = { ...context, scope: place.scope };
  const element = (path: string): ElementKey => elementOf(path, row, scope);
  return {
    place,
    by: element(row.by),
    values: row.values.map((value) => ({
      element: element(value.path),
      lens: value.lens,
      names: new Map(Object.entries(value.names)),
      full: new Map(Object.entries(value.names).map(([code, name]) => [code, [...owner, name]])),
    })),
    listed: new Set(row.listed),
    also: (row.also ?? []).map(({ path, lens }) => ({ element: element(path), lens })),
  };
}

interface Telling {
  readonly notes: Notes;
  /** Properties that occurrences before have given; absent where nothing can come again. */
  readonly before: Set<string> | undefined;
}

/** The properties of one occurrence; `unknown` when there is none for its qualifier. */
function getOne(
  { place, by, values, listed }: Source,
  one: JsonObject,
  inner: JsonObject,
  { notes, before }: Telling,
): 'filled' | 'nothing' | 'unknown' {
  const qualifier = elementIn(one, by);
  const code = typeof qualifier === 'string' ? qualifier : String(qualifier ?? '');
  let result: 'filled' | 'nothing' | 'unknown' = 'unknown';
  for (const { element, lens, names, full } of values) {
    const property = names.get(code);
    if (property === undefined) continue;
    if (result === 'unknown') result = 'nothing';
    const value = elementIn(one, element);
    const held = inner[property];
    if (value === undefined || (held !== undefined && before?.has(property) !== true)) continue;
    notes.at(full.get(code) ?? [], place.path);
    const read = lens.get(value, notes);
    if (held !== undefined && read !== held && !listed.has(code)) notes.tell('qualifier-again');
    if (read === undefined || held !== undefined) continue;
    inner[property] = read;
    before?.add(property);
    result = 'filled';
  }
  return result;
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
  if (element === undefined) return false;
  return occurrencesOf(node, place.hops).some(
    (one) => elementIn(one, by) === code && elementIn(one, element) === written,
  );
}
