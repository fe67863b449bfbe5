import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileGuide } from '../../../src/guide/compile/compile.js';
import { TransactionReader } from '../../../src/guide/read/read-transaction.js';
import type { Finding } from '../../../src/model/finding.js';
import type { Guide, RuleNode } from '../../../src/model/guide.js';
import { batchOf } from '../batch.js';
import { BREAKS, IDS, TEXTS } from './shipped-breaks.js';

// The rules that ship, over the guides that ship.

describe.each(Object.keys(IDS))('the rules of %s', (set) => {
  it('hold in a clean set', () => {
    expect(brokenRules(set, TEXTS[set] ?? '')).toEqual([]);
  });

  it.each(BREAKS.filter(([of]) => of === set))('%s %s (%s)', (_set, rule, severity, from, to) => {
    const text = (TEXTS[set] ?? '').replace(from, to);
    expect(text).not.toBe(TEXTS[set]);
    expect(brokenRules(set, text)).toMatchObject([{ rule, severity }]);
  });

  it('are all broken by some case', () => {
    const tested = new Set(BREAKS.filter(([of]) => of === set).map(([, rule]) => rule));
    expect(new Set(rulesOf(set).map(({ rule }) => rule.id))).toEqual(tested);
  });
});

describe('guides/rules.md', () => {
  const page = readFileSync(new URL('../../../guides/rules.md', import.meta.url), 'utf8');

  it('has one line for each of the 58 rules', () => {
    const ids = [...page.matchAll(/^\| (E\d{3}) \|/gm)].map(([, id]) => id);
    expect(ids).toEqual(Array.from({ length: 58 }, (_, i) => `E${String(i + 1).padStart(3, '0')}`));
  });

  it('names every rule of the data', () => {
    const short = (id: string): string => id.replace(/^E038-/, '-');
    const missing = Object.keys(IDS).flatMap((set) =>
      rulesOf(set).filter(({ rule }) => !page.includes(`\`${rule.id}\``) && !page.includes(`\`${short(rule.id)}\``)),
    );
    expect(missing).toEqual([]);
  });
});

function rulesOf(set: string): { at: string; rule: RuleNode }[] {
  return JSON.parse(readFileSync(new URL(`../../../guides/rules/${IDS[set]}.json`, import.meta.url), 'utf8')) as {
    at: string;
    rule: RuleNode;
  }[]; // our own file
}

function brokenRules(set: string, text: string): Finding[] {
  const guide = JSON.parse(readFileSync(new URL(`../../../guides/${IDS[set]}.json`, import.meta.url), 'utf8')) as Guide; // our own file
  const findings: Finding[] = [];
  const reader = new TransactionReader(compileGuide(guide), {
    decode: false,
    onFinding: (found) => findings.push(found),
  });
  const batch = batchOf(text);
  reader.begin({ interchange: 1, group: 1, transaction: 1 });
  for (let i = 0; i < batch.count; i++) reader.segment(batch, i, i + 1);
  reader.end();
  return findings.filter((found) => found.rule !== undefined);
}
