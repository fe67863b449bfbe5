import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where what is made is put: beside the written pages, and out of git. */
const FOLDER = fileURLToPath(new URL('../pages/made/', import.meta.url));

/** A line of a menu, as vitepress takes it. */
export interface MenuItem {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly MenuItem[];
}

export function clearMadePages(): void {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
}

/** What stands at the head of a page: its title, and how much of it the search knows. */
export interface PageHead {
  readonly title: string;
  /** Default: all of it; `without-links`: not the paragraphs that hold links, and so not what other pages are about. */
  readonly search?: 'headings' | 'without-links' | false;
  readonly outline?: false | number | readonly [number, number];
}

/** Writes a page; `path` is its address without the beginning and without `.md`. */
export function writePage(path: string, head: PageHead, text: string): void {
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  // Without an outline the text has the room.
  if (head.outline === false) lines.push('aside: false');
  writeMade(`${path}.md`, `---\n${lines.join('\n')}\n---\n\n${text.trim()}\n`);
}

export function writeMade(path: string, text: string): void {
  const file = FOLDER + path;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Text for a page: what Vue or HTML would take for theirs is only shown. */
export function plain(text: string): string {
  return text.replace(/[&<>{}]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The same in a cell of a table. */
export function cell(text: string): string {
  return plain(text).replaceAll('|', '&#124;').replaceAll('\n', ' ');
}

/** A block of code, whatever it holds. */
export function codeBlock(language: string, text: string): string {
  const fence = text.includes('```') ? '````' : '```';
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}
