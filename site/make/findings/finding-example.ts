import { readFileSync } from 'node:fs';
import type { Finding, Guide, Reason } from '../../../src/index.js';
import { describeFinding } from '../../../src/index.js';
import { baseText } from '../../../test/conformance/bases.js';
import type { ConformanceCase } from '../../../test/conformance/conformance-case.js';
import { engineOf, inputOf } from '../../../test/conformance/run-case.js';
import { codeBlock } from '../made-pages.js';
import { segmentDiff } from './segment-diff.js';
import { WRITTEN_EXAMPLES, writtenFindings } from './written-examples.js';

/** What causes a finding, and all that is then found. */
export interface FindingExample {
  /** Markdown. */
  readonly shown: string;
  readonly findings: readonly Finding[];
  /** The findings as the command prints them, in the words of their guides. */
  readonly lines: readonly string[];
}

const CASES_FOLDER = new URL('../../../test/conformance/', import.meta.url);
const LEVELS = ['interchange', 'group', 'transaction', 'segment', 'element', 'content'];

const cases = LEVELS.flatMap((level) => readJson(`cases/${level}.json`) as ConformanceCase[]); // that folder's own tests check the form
const uncovered = readJson('uncovered.json') as { readonly reasons: Readonly<Record<string, string>> }; // the same

/** An example that was run just now; `undefined` for what no single file or document shows. */
export async function findingExample(reason: Reason): Promise<FindingExample | undefined> {
  const guides = new Map<Finding, Guide | undefined>();
  const onFinding = (found: Finding, guide?: Guide): void => void guides.set(found, guide);
  const linesOf = (findings: readonly Finding[]) => findings.map((found) => findingLine(found, guides.get(found)));
  const data = WRITTEN_EXAMPLES[reason];
  if (data !== undefined) {
    const findings = writtenFindings(data, onFinding);
    return { shown: `Data of an 850 to be written:\n\n${codeBlock('json', data)}`, findings, lines: linesOf(findings) };
  }
  const found = shortest(reason);
  if (found === undefined) return undefined;
  const { findings } = await engineOf(found).validate(inputOf(found), { onFinding });
  return { shown: shownCase(found), findings, lines: linesOf(findings) };
}

/** Why there is none. */
export function withoutExample(reason: Reason): string {
  return (uncovered.reasons[reason] ?? '').replace(/ \(DECISIONS \w+\)/, '');
}

/** The case that shows the least beside the reason. */
function shortest(reason: Reason): ConformanceCase | undefined {
  const shows = cases.filter(({ expect }) => expect.some((line) => line.split(' ')[2] === reason));
  const cost = ({ expect, overlay, limits, edit }: ConformanceCase): number =>
    expect.length * 1000 +
    (overlay === undefined ? 0 : 400) +
    (limits === undefined ? 0 : 400) +
    JSON.stringify(edit ?? {}).length;
  return shows.toSorted((one, other) => cost(one) - cost(other))[0];
}

function shownCase(one: ConformanceCase): string {
  const before = baseText(one.base);
  const after = Array.from(inputOf(one), (byte) => String.fromCharCode(byte)).join('');
  const told = [
    `In a sound file (${one.base}), ${one.name}:`,
    codeBlock('diff', segmentDiff(before, after)),
    one.overlay === undefined
      ? ''
      : `The guide is narrowed by an overlay:\n\n${codeBlock('json', JSON.stringify(one.overlay, null, 2))}`,
    one.limits === undefined ? '' : `Read with ${codeOf(one.limits)}.`,
  ];
  return told.filter((part) => part !== '').join('\n\n');
}

function codeOf(limits: object): string {
  return `\`limits: ${JSON.stringify(limits).replaceAll('"', '').replaceAll(':', ': ')}\``;
}

function findingLine(found: Finding, guide: Guide | undefined): string {
  const { code, place, text, advice } = describeFinding(found, { guide });
  return `${code === '' ? '' : `${code}: `}${place}: ${text}. ${advice}`;
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, CASES_FOLDER), 'utf8'));
}
