import type { Row, Table } from '../../mapping/table.js';

/** A property of a table's JSON, and the elements that it stands in. */
export interface TablePlace {
  /** Names from the top, joined by dots; a list is marked with `[]`. */
  readonly property: string;
  /** Loops on the way down, from the outermost. */
  readonly loops: readonly LoopStep[];
  /** Segment and element, such as `REF[01=EI]/02`. An object that is a segment has the segment alone, one that is a loop nothing. */
  readonly elements: readonly string[];
  /** Each entry of the innermost list has an element of its own; else the first that has room is taken. */
  readonly byEntry?: true;
}

export interface LoopStep {
  readonly loop: string;
  /** The list that has an entry for each occurrence. */
  readonly list?: string;
}

interface Around {
  readonly property: string;
  readonly loops: readonly LoopStep[];
  readonly segment: string;
}

/** Qualifiers that follow from the value: the property stands in another row. */
const DERIVED: ReadonlySet<string> = new Set(['presence', 'momentFormat', 'periodFormat']);

/** All properties of a table in its order, and the objects and lists that are a loop or a segment. */
export function tablePlaces(table: Table): readonly TablePlace[] {
  return placesOf(table, { property: '', loops: [], segment: '' });
}

function placesOf(table: Table, around: Around): readonly TablePlace[] {
  return table.flatMap((row) => placesOfRow(row, around));
}

function placesOfRow(row: Row, around: Around): readonly TablePlace[] {
  const property = named(around.property, row.property);
  if ('each' in row) {
    const list = `${property}[]`;
    const inner = below({ ...around, property: list }, pathsOf(row.each)[0] ?? '', list);
    const tables = row.places ?? [row.rows ?? []];
    return [owner(inner), ...(row.places === undefined ? placesOf(tables[0] ?? [], inner) : byEntry(tables, inner))];
  }
  if ('list' in row)
    return [{ property: `${property}[]`, ...elements(around, row.list), ...(row.list.length > 1 ? BY_ENTRY : {}) }];
  if ('rows' in row) {
    if (row.at === undefined) return placesOf(row.rows, { ...around, property });
    const inner = below({ ...around, property }, row.at);
    return [...(row.property === undefined ? [] : [owner(inner)]), ...placesOf(row.rows, inner)];
  }
  if ('places' in row) return byEntry(row.places, { ...around, property: `${property}[]` });
  if ('qualified' in row || row.property === undefined || row.path === undefined || DERIVED.has(row.lens.name))
    return [];
  return [{ property, ...elements(around, pathsOf(row.path)) }];
}

const BY_ENTRY = { byEntry: true } as const;

/** Entries side by side in one segment: each property with its elements in the order of the entries. */
function byEntry(tables: readonly Table[], around: Around): readonly TablePlace[] {
  const found = new Map<string, TablePlace>();
  for (const place of tables.flatMap((rows) => placesOf(rows, around))) {
    const before = found.get(place.property)?.elements ?? [];
    found.set(place.property, { ...place, ...BY_ENTRY, elements: [...before, ...place.elements] });
  }
  return [...found.values()];
}

function owner({ property, loops, segment }: Around): TablePlace {
  return { property, loops, elements: segment === '' ? [] : [segment] };
}

// Paths of loops begin with the loop, for it is found at any depth; those of segments in the loop at hand; all others in the segment.
function below(around: Around, path: string, list?: string): Around {
  if (!/^\d{4}/.test(path)) return { ...around, segment: path };
  return { ...around, loops: [...around.loops, { loop: path, ...(list === undefined ? {} : { list }) }], segment: '' };
}

function elements({ loops, segment }: Around, paths: readonly string[]): Pick<TablePlace, 'loops' | 'elements'> {
  return { loops, elements: paths.map((path) => (segment === '' ? path : `${segment}/${path}`)) };
}

function named(around: string, property = ''): string {
  return around === '' || property === '' ? around + property : `${around}.${property}`;
}

function pathsOf(paths: string | readonly string[]): readonly string[] {
  return typeof paths === 'string' ? [paths] : paths;
}
