import { describeFinding } from '../model/describe-finding.js';
import type { Finding, Severity } from '../model/finding.js';
import type { Painter, Style } from './output.js';
import { printable } from './printable.js';

const STYLES: Readonly<Record<Severity, Style>> = { error: 'red', warning: 'yellow', notice: 'blue' };

/** One finding on two lines: what and where, then what to do. */
export function findingText(found: Finding, paint: Painter): string {
  const { code, place, text, advice } = describeFinding(found);
  const head = `${paint(STYLES[found.severity], found.severity)}${code === '' ? '' : ` ${paint('bold', code)}`}`;
  // A place may hold a tag of the data, or a key of the JSON.
  return `${head}  ${text}\n    ${paint('dim', printable(`${place}. ${advice}`))}`;
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
