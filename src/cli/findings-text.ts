import { isDeepStrictEqual } from 'node:util';
import type { FindingText } from '../guide/describe/describe-finding.js';
import type { Finding, FoundCharacter, Severity } from '../model/finding.js';
import type { Describer } from './describer.js';
import { docsPage } from './docs-page.js';
import type { Output, Painter, Style } from './output.js';
import { printable } from './printable.js';

const STYLES: Readonly<Record<Severity, Style>> = { error: 'red', warning: 'yellow', notice: 'blue' };

/** More characters of one value say nothing new. */
const MOST_CHARACTERS = 8;

/** Lists findings: what and where on one line, what to do on the next. Characters of one value share theirs. */
export class FindingLog {
  readonly #to: Output;
  readonly #describer: Describer;
  #waiting: Finding | undefined;
  #characters: FoundCharacter[] = [];

  constructor(to: Output, describer: Describer) {
    this.#to = to;
    this.#describer = describer;
  }

  add(found: Finding): void {
    if (this.#waiting === undefined || !isOfSameValue(this.#waiting, found)) {
      this.end();
      this.#waiting = found;
    }
    if (found.character !== undefined) this.#characters.push(found.character);
  }

  /** Call behind the last one, and before anything else is written. */
  end(): void {
    const found = this.#waiting;
    if (found !== undefined)
      this.#to.line(findingText(found, this.#describer.describe(found), this.#characters, this.#to.paint));
    this.#waiting = undefined;
    this.#characters = [];
  }
}

export function tellFindings(findings: readonly Finding[], to: Output, describer: Describer): void {
  const log = new FindingLog(to, describer);
  for (const found of findings) log.add(found);
  log.end();
}

function findingText(
  found: Finding,
  { code, place, text, advice }: FindingText,
  characters: readonly FoundCharacter[],
  paint: Painter,
): string {
  const head = `${paint(STYLES[found.severity], found.severity)}${code === '' ? '' : ` ${paint('bold', code)}`}`;
  const where = characters.length === 0 ? place : `${place}: ${charactersText(characters)}`;
  // A place may hold a tag of the data, or a key of the JSON.
  const page = docsPage(found.reason);
  const see = page === undefined ? '' : ` See ${page}`;
  return `${head}  ${printable(text)}\n    ${paint('dim', printable(`${where}. ${advice}${see}`))}`;
}

/** `U+00F1 at 3, U+2013 at 5`, counted from 1 in their value. */
function charactersText(characters: readonly FoundCharacter[]): string {
  const shown = characters.slice(0, MOST_CHARACTERS).map(({ name, offset }) => `${name} at ${offset + 1}`);
  const more = characters.length - shown.length;
  return `${shown.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}

function isOfSameValue(one: Finding, other: Finding): boolean {
  if (one.character === undefined || other.character === undefined) return false;
  return one.reason === other.reason && one.severity === other.severity && isDeepStrictEqual(one.at, other.at);
}

/** `3 errors, 1 warning`; empty when there is nothing. */
export function countText(findings: readonly Finding[]): string {
  const severities: readonly Severity[] = ['error', 'warning', 'notice'];
  return severities
    .map((severity) => ({ severity, count: findings.filter((found) => found.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => `${count} ${severity}${count === 1 ? '' : 's'}`)
    .join(', ');
}
