import type { Guide } from '../../src/model/guide.js';
import type { SetFacts } from './facts.js';

const BEGIN = '<!-- made by guides/make.ts: begin -->';
const END = '<!-- made by guides/make.ts: end -->';

/** One row of the README's table: what a guide holds, how sure it is, which SNIP types it checks. */
export function tableRow(facts: SetFacts, guide: Guide): string {
  const { kind, confidence, version, transactionSet } = guide.x12;
  const { loops = 0, segments, elements } = facts.counts;
  const rules = ruleKinds(guide);
  const snip = ['1', ...(kind === 'guide' ? ['2'] : []), ...(rules.includes('equalSum') ? ['3'] : [])];
  if (rules.some((must) => must !== 'equalSum' && must !== 'conform')) snip.push('4');
  if (rules.includes('conform')) snip.push('5');
  const cells = [
    facts.id,
    transactionSet,
    version,
    kind,
    confidence,
    loops,
    segments,
    elements,
    rules.length,
    snip.join(' '),
  ];
  return `| ${cells.join(' | ')} |`;
}

function ruleKinds(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'rules' && Array.isArray(value) ? value.map(mustOf) : ruleKinds(value),
  );
}

function mustOf(rule: { readonly then?: { readonly must?: string } }): string {
  return rule.then?.must ?? '';
}

/** The README with its table of guides replaced. */
export function withTable(readme: string, rows: readonly string[]): string {
  const from = readme.indexOf(BEGIN);
  const to = readme.indexOf(END);
  if (from < 0 || to < from) throw new Error(`guides/README.md has lost its marks ${BEGIN} and ${END}.`);
  const head = [
    '| id | set | version | kind | confidence | loops | segments | elements | rules | SNIP |',
    '|---|---|---|---|---|---|---|---|---|---|',
  ];
  return `${readme.slice(0, from)}${BEGIN}\n${[...head, ...rows].join('\n')}\n${readme.slice(to)}`;
}
