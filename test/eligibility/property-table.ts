import type { QualifiedRow, Row, Table } from '../../src/mapping/table.js';

/** One line of the table of properties and places. */
export interface TableLine {
  readonly property: string;
  readonly place: string;
  readonly lens: string;
  readonly way: string;
}

/** The rows of a table with full property names and paths; constants have none of the first, what is derived none of the second. */
export function tableLines(table: Table, around = { property: '', place: '' }): readonly TableLine[] {
  return table.flatMap((row) => linesOf(row, around));
}

/** The lines as Markdown. */
export function tableText(lines: readonly TableLine[]): string {
  const rows = lines.map(({ property, place, lens, way }) => `| ${property} | \`${place}\` | ${lens} | ${way} |`);
  return ['| property | place | lens | way |', '|---|---|---|---|', ...rows].join('\n');
}

function linesOf(row: Row, { property, place }: { property: string; place: string }): readonly TableLine[] {
  const name = [property, row.property ?? ''].filter((part) => part !== '').join('.');
  const way = row.only === undefined ? 'both' : row.only;
  if ('each' in row) {
    const places = pathsOf(row.each).map((path) => under(place, path));
    const tables = row.places ?? [row.rows ?? []];
    return tables.flatMap((rows) => tableLines(rows, { property: `${name}[]`, place: places.join(' or ') }));
  }
  if ('list' in row) {
    const paths = row.list.map((path) => under(place, path)).join(', ');
    return [{ property: `${name}[]`, place: paths, lens: row.lens.name, way }];
  }
  if ('rows' in row)
    return tableLines(row.rows, { property: name, place: row.at === undefined ? place : under(place, row.at) });
  if ('places' in row) return row.places.flatMap((rows) => tableLines(rows, { property: `${name}[]`, place }));
  if ('qualified' in row) return qualifiedLines(row, { name, place, way });
  const paths = row.path === undefined ? [] : pathsOf(row.path).map((path) => under(place, path));
  const shown = row.property === undefined ? '(constant)' : name;
  return [{ property: shown, place: paths.join(', else '), lens: row.lens.name, way }];
}

function qualifiedLines(
  row: QualifiedRow,
  { name, place, way }: { name: string; place: string; way: string },
): readonly TableLine[] {
  return row.values.flatMap(({ path, names, lens }) =>
    Object.entries(names).map(([code, property]) => ({
      property: [name, property].filter((part) => part !== '').join('.'),
      place: pathsOf(row.qualified)
        .map((at) => `${under(place, at)}[${row.by}=${code}]/${path}`)
        .join(', else '),
      lens: lens.name,
      way,
    })),
  );
}

// A loop is found at any depth: the path begins with it. Segments and elements stand in what is around.
function under(place: string, path: string): string {
  return place === '' || /^\d{4}/.test(path) ? path : `${place}/${path}`;
}

function pathsOf(paths: string | readonly string[]): readonly string[] {
  return typeof paths === 'string' ? [paths] : paths;
}
