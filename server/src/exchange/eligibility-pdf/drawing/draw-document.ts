import type { Block, Fact, FactGroup, PrintedDocument } from '../blocks.js';
import { drawTable } from './draw-table.js';
import { heightOf, INK, MARGIN, Pages, type Style, WIDTH } from './page.js';

const STYLES = {
  title: { size: 19, isBold: true },
  payer: { size: 12.5, isBold: true },
  heading: { size: 12.5, isBold: true },
  standing: { size: 14, isBold: true },
  group: { size: 9.5, isBold: true },
  label: { size: 8, color: INK.quiet },
  value: { size: 8.5 },
  text: { size: 8.5 },
} as const satisfies Readonly<Record<string, Style>>;
const LABEL_WIDTH = 74;
const GAP = 18;
const COLUMN = (WIDTH - GAP) / 2;

/** A whole document as PDF, tagged, in American English, on US letter. The same document gives the same bytes. */
export async function drawDocument(document: PrintedDocument): Promise<Uint8Array> {
  const pages = new Pages(document);
  drawHeader(pages, document.header);
  for (const block of document.blocks) drawBlock(pages, block);
  return pages.finish(document.foot);
}

function drawBlock(pages: Pages, block: Block): void {
  switch (block.kind) {
    case 'heading':
      return drawHeading(pages, block.text);
    case 'standing':
      return drawStanding(pages, block);
    case 'facts':
      return drawFacts(pages, block.groups);
    case 'table':
      return drawTable(pages, block);
    case 'text':
      return drawText(pages, block.text);
  }
}

function drawHeader(pages: Pages, { title, payer, facts }: PrintedDocument['header']): void {
  const begin = pages.y;
  pages.tagged('H1', () => pages.lines([title], MARGIN.left, begin, STYLES.title));
  const names = pages.wrapped(payer, COLUMN - GAP, STYLES.payer);
  const below = begin + heightOf(STYLES.title) + 3;
  pages.tagged('P', () => pages.lines(names, MARGIN.left, below, STYLES.payer));
  const end = drawFactList(pages, facts, { x: MARGIN.left + COLUMN + GAP, y: begin + 5 });
  pages.y = Math.max(below + names.length * heightOf(STYLES.payer), end) + 10;
  pages.silent(() => pages.rule(pages.y));
  pages.y += 12;
}

function drawHeading(pages: Pages, text: string): void {
  pages.y += 4;
  // Never the last of a page.
  pages.need(90);
  pages.tagged('H2', () => pages.lines([text], MARGIN.left, pages.y, STYLES.heading));
  pages.y += heightOf(STYLES.heading) + 5;
}

function drawStanding(pages: Pages, { title, text }: { readonly title: string; readonly text: string }): void {
  const lines = pages.wrapped(text, WIDTH - 30, STYLES.text);
  const height = heightOf(STYLES.standing) + lines.length * heightOf(STYLES.text) + 20;
  pages.need(height);
  const { y } = pages;
  pages.silent(() => {
    pages.pdf.rect(MARGIN.left, y, WIDTH, height).lineWidth(1).strokeColor(INK.text).stroke();
    pages.pdf.rect(MARGIN.left, y, 6, height).fill(INK.text);
  });
  pages.tagged('H2', () => pages.lines([title], MARGIN.left + 18, y + 8, STYLES.standing));
  const below = y + 8 + heightOf(STYLES.standing) + 2;
  pages.tagged('P', () => pages.lines(lines, MARGIN.left + 18, below, STYLES.text));
  pages.y = y + height + 14;
}

function drawText(pages: Pages, text: string): void {
  for (const line of pages.wrapped(text, WIDTH, STYLES.text)) {
    pages.need(heightOf(STYLES.text));
    pages.tagged('P', () => pages.lines([line], MARGIN.left, pages.y, STYLES.text));
    pages.y += heightOf(STYLES.text);
  }
  pages.y += 7;
}

/** Two groups side by side. */
function drawFacts(pages: Pages, groups: readonly FactGroup[]): void {
  for (let at = 0; at < groups.length; at += 2) {
    const pair = groups.slice(at, at + 2);
    pages.need(Math.min(300, Math.max(...pair.map((group) => groupHeight(pages, group)))));
    const { y } = pages;
    const ends = pair.map(({ title, facts }, side) => {
      const x = MARGIN.left + side * (COLUMN + GAP);
      pages.tagged('H3', () => pages.lines([title], x, y, STYLES.group));
      return drawFactList(pages, facts, { x, y: y + heightOf(STYLES.group) + 3 });
    });
    pages.y = Math.max(...ends) + 10;
  }
}

function groupHeight(pages: Pages, { facts }: FactGroup): number {
  const heights = facts.map(
    ([, value]) => pages.wrapped(value, COLUMN - LABEL_WIDTH, STYLES.value).length * heightOf(STYLES.value) + 2,
  );
  return heights.reduce((sum, height) => sum + height, heightOf(STYLES.group) + 3);
}

/** @returns where it ends. */
function drawFactList(
  pages: Pages,
  facts: readonly Fact[],
  { x, y: begin }: { readonly x: number; readonly y: number },
): number {
  let y = begin;
  for (const [label, value] of facts) {
    const lines = pages.wrapped(value, COLUMN - LABEL_WIDTH, STYLES.value).slice(0, MOST_LINES);
    pages.tagged('P', () => {
      pages.lines([label], x, y + 0.4, STYLES.label);
      pages.lines(lines, x + LABEL_WIDTH, y, STYLES.value);
    });
    y += lines.length * heightOf(STYLES.value) + 2;
  }
  return y;
}

/** Of one fact: groups stand side by side, and are not parted. */
const MOST_LINES = 12;
