import type { Column, TableBlock } from '../blocks.js';
import { HEIGHT, heightOf, INK, MARGIN, type Pages, type Style, WIDTH } from './page.js';

const HEAD: Style = { size: 7.5, isBold: true };
const CELL: Style = { size: 8 };
const TITLE: Style = { size: 9.5, isBold: true };
const PAD = { x: 4, y: 3.5 } as const;

interface Placed {
  readonly x: number;
  readonly width: number;
  readonly column: Column;
}

/** A table whose head stands on each of its pages; a row is on one page, but where it is longer than a page. */
export function drawTable(pages: Pages, { title, columns, rows }: TableBlock): void {
  const all = columns.reduce((sum, { width }) => sum + width, 0);
  let x: number = MARGIN.left;
  const placed = columns.map((column): Placed => {
    const width = (column.width / all) * WIDTH;
    x += width;
    return { x: x - width, width, column };
  });
  const cut = rows.flatMap((row) => parted(placed.map((cell, at) => linesOf(pages, cell, row[at] ?? ''))));
  const headHeight = heightOf(HEAD) + 2 * PAD.y;
  const titleHeight = title === undefined ? 0 : heightOf(TITLE) + 4;
  pages.need(titleHeight + headHeight + rowHeight(cut[0] ?? []));
  if (title !== undefined) {
    const lines = pages.wrapped(title, WIDTH, TITLE);
    pages.tagged('H3', () => pages.lines(lines, MARGIN.left, pages.y, TITLE));
    pages.y += heightOf(TITLE) * lines.length + 4;
  }
  const table = pages.element('Table');
  drawHead(pages, table, placed);
  for (const cells of cut) {
    if (pages.need(rowHeight(cells))) drawHead(pages, table, placed);
    drawRow(pages, table, placed, cells);
  }
  table.end();
  pages.y += 10;
}

type Row = readonly (readonly string[])[];
type Element = ReturnType<Pages['element']>;

function linesOf(pages: Pages, { width }: Placed, text: string): readonly string[] {
  return text === '' ? [] : pages.wrapped(text, width - 2 * PAD.x, CELL);
}

/** A row that is longer than half a page is several. */
function parted(cells: Row): readonly Row[] {
  const most = Math.floor(HEIGHT / 2 / heightOf(CELL));
  const longest = Math.max(1, ...cells.map((lines) => lines.length));
  return Array.from({ length: Math.ceil(longest / most) }, (_, part) =>
    cells.map((lines) => lines.slice(part * most, (part + 1) * most)),
  );
}

function rowHeight(cells: Row): number {
  return Math.max(1, ...cells.map((lines) => lines.length)) * heightOf(CELL) + 2 * PAD.y;
}

function drawHead(pages: Pages, table: Element, placed: readonly Placed[]): void {
  const height = heightOf(HEAD) + 2 * PAD.y;
  pages.silent(() => pages.pdf.rect(MARGIN.left, pages.y, WIDTH, height).fill(INK.shade));
  const row = pages.element('TR', table);
  for (const { x, width, column } of placed) {
    const right = column.align === 'right' ? x + width - PAD.x : undefined;
    pages.tagged('TH', () => pages.lines([column.title], x + PAD.x, pages.y + PAD.y, HEAD, right), row);
  }
  row.end();
  pages.y += height;
}

function drawRow(pages: Pages, table: Element, placed: readonly Placed[], cells: Row): void {
  const row = pages.element('TR', table);
  for (const [at, { x, width, column }] of placed.entries()) {
    const right = column.align === 'right' ? x + width - PAD.x : undefined;
    pages.tagged('TD', () => pages.lines(cells[at] ?? [], x + PAD.x, pages.y + PAD.y, CELL, right), row);
  }
  row.end();
  pages.y += rowHeight(cells);
  pages.silent(() => pages.rule(pages.y));
}
