import { X12Error } from '../../model/error.js';
import type { JsonObject } from '../../model/json.js';
import type { Notes } from '../notes.js';
import { type ElementKey, type Place, resolvePlaces, type Scope } from '../place.js';
import type { Row, Table } from '../table.js';

/** A row of a table with its paths resolved. */
export interface CompiledRow {
  /** Of an object that has none of these keys get makes nothing; absent: it has to be asked in any case. */
  readonly keys?: readonly string[] | undefined;
  /** Where the first key holds a single object, get may be asked of that instead, by this row. */
  readonly inside?: Pick<CompiledRow, 'keys' | 'inside' | 'get'> | undefined;
  /** From an object of guide JSON into an object of the JSON. */
  get(node: JsonObject, out: JsonObject, notes: Notes): void;
  /** The same with rests; absent: there is none. */
  readonly steps?:
    | ((node: JsonObject, out: JsonObject, notes: Notes) => Generator<undefined, void, undefined>)
    | undefined;
  put(json: JsonObject, node: JsonObject, run: PutRun): void;
  /** Put does nothing for an object without this property; absent: it has to be asked. */
  readonly needs?: string | undefined;
}

export interface PutRun {
  readonly notes: Notes;
  /** The JSON from its top, which `when` and `unless` look at. */
  readonly whole: JsonObject;
  /** What is there gives way to what is put, and entries of lists are put into the occurrences that are there, in their order. */
  readonly replaces?: true;
}

/** Where a row stands, and how rows inside it are compiled. */
export interface RowContext {
  readonly scope: Scope;
  /** Properties around the row, joined by dots. */
  readonly owner: string;
  /** True when no other row can give this property of the object at hand: get need not look whether it has it already. */
  readonly isOnly: (property: string) => boolean;
  readonly compileRows: (table: Table, scope: Scope, owner: string) => readonly CompiledRow[];
}

/**
 * The places of a row's paths, in order.
 * @throws X12Error `X12_PATH_INVALID` when one of them leads nowhere, or put could not make what it asks for.
 */
export function placesOf(paths: string | readonly string[], row: Row, context: RowContext): readonly Place[] {
  return (typeof paths === 'string' ? [paths] : paths).flatMap((path) => {
    const places = resolvePlaces(path, context.scope);
    if (places.length === 0) throw refused(row, context, `its path ${path} leads nowhere in this guide`);
    if (row.only !== 'get' && places.some(cannotBeMade))
      throw refused(row, context, `put cannot make what its path ${path} asks for: mark the row \`only: 'get'\``);
    return places;
  });
}

/** What {@link CompiledRow.keys} are for rows that read these places. */
export function firstKeys(places: readonly Place[]): readonly string[] | undefined {
  const keys = places.map(({ hops, element }) => hops[0]?.key ?? element?.key);
  return keys.includes(undefined) ? undefined : keys.filter((key) => key !== undefined);
}

/**
 * The key of an element of the segment that a row stands in.
 * @throws X12Error `X12_PATH_INVALID` when the segment has no such element.
 */
export function elementOf(path: string, row: Row, context: RowContext): ElementKey {
  const element = placesOf(path, row, context)[0]?.element;
  if (element === undefined) throw refused(row, context, `its path ${path} names no element`);
  return element;
}

/** `a.b` inside `c`: `c.a.b`. */
export function ownName(property: string | undefined, owner: string): string {
  return [owner, property ?? ''].filter((name) => name !== '').join('.');
}

function cannotBeMade({ hops }: Place): boolean {
  return hops.some(({ tests }) => tests.some(({ negated, values }) => negated || values === undefined));
}

function refused(row: Row, { owner }: RowContext, why: string): X12Error {
  const name = ownName(row.property, owner) || '(constant)';
  return new X12Error('X12_PATH_INVALID', `The row of ${name} cannot be used: ${why}.`, {
    details: { property: name },
  });
}
