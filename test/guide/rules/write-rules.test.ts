import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileGuide } from '../../../src/guide/compile/compile.js';
import { applyOverlay, type Overlay } from '../../../src/guide/overlay/apply-overlay.js';
import type { GuidePlan } from '../../../src/guide/plan/plan.js';
import { TransactionReader } from '../../../src/guide/read/read-transaction.js';
import { encodeTransaction } from '../../../src/guide/write/encode.js';
import type { Finding } from '../../../src/model/finding.js';
import type { Guide, RuleNode } from '../../../src/model/guide.js';
import type { JsonObject } from '../../../src/model/json.js';
import type { Position } from '../../../src/model/position.js';
import { SegmentWriter } from '../../../src/syntax/segment-writer.js';
import { batchOf, DELIMITERS } from '../batch.js';
import { BREAKS, IDS, TEXTS } from './shipped-breaks.js';

// What writing finds must be what reading the written bytes finds: the rules see texts in one case, bytes in the other.

const plans = new Map(Object.entries(IDS).map(([set, id]) => [set, compileGuide(guideOf(id))]));

describe.each(Object.keys(IDS))('writing %s', (set) => {
  it('breaks no rule in a clean set', () => {
    expect(rulesOf(writeFrom(set, TEXTS[set] ?? '').findings)).toEqual([]);
  });

  it.each(BREAKS.filter(([of]) => of === set))('%s %s (%s)', (_set, rule, severity, from, to) => {
    const { findings, text } = writeFrom(set, (TEXTS[set] ?? '').replace(from, to));
    expect(rulesOf(findings)).toMatchObject([{ rule, severity }]);
    expect(rulesOf(findings).map(withoutPlaceOfItsKind)).toEqual(
      rulesOf(read(planOf(set), text).findings).map(withoutPlaceOfItsKind),
    );
  });
});

describe('pointers of broken rules', () => {
  it('lead to the loop whose rule it is', () => {
    const { findings } = writeFrom('835', (TEXTS['835'] ?? '').replace('CAS*CO*45*10.1~', 'CAS*CO*45*10.11~'));
    const { at } = rulesOf(findings)[0] ?? { at: undefined };
    const found = follow(read(planOf('835'), TEXTS['835'] ?? '').data, at?.pointer ?? '');
    expect(at?.loopId).toBe('2100');
    expect(JSON.stringify(found)).toContain('"C1"');
  });

  it('lead to the element whose rule it is', () => {
    const { findings, data } = writeFrom('270', (TEXTS['270'] ?? '').replace('NM1*IL*1*ROE*JIM', 'NM1*IL*2*ROE*JIM'));
    expect(rulesOf(findings)[0]?.at.pointer).toMatch(/^\/detail\/.+_04$/);
    expect(follow(data, rulesOf(findings)[0]?.at.pointer ?? '')).toBe('JIM');
  });
});

it('refuses a rule whose path leads nowhere when the guide is compiled', () => {
  const guide = structuredClone(guideOf('835-005010X221A1'));
  const heading = guide.properties.heading;
  if (heading === undefined) throw new Error('no heading');
  const rule = { id: 'lost', require: 'ZZZ/01' };
  const broken = { ...guide, properties: { ...guide.properties, heading: { ...heading, x12: { rules: [rule] } } } };
  expect(() => compileGuide(broken as unknown as Guide)).toThrow(
    expect.objectContaining({ code: 'X12_GUIDE_INVALID' }),
  );
});

function guideOf(id: string): Guide {
  return JSON.parse(readFileSync(new URL(`../../../guides/${id}.json`, import.meta.url), 'utf8')) as Guide; // our own file
}

function planOf(set: string): GuidePlan {
  const plan = plans.get(set);
  if (plan === undefined) throw new Error(`no plan for ${set}`);
  return plan;
}

function writeFrom(set: string, from: string): { findings: Finding[]; text: string; data: JsonObject } {
  const plan = planOf(set);
  const { data } = read(plan, from);
  const sink = new SegmentWriter({ delimiters: DELIMITERS });
  const { findings } = encodeTransaction(plan, data, sink, { controlNumber: '0001', at: { interchange: 1 } });
  return { findings, text: new TextDecoder().decode(sink.take()), data };
}

function read(plan: GuidePlan, text: string): { data: JsonObject; findings: Finding[] } {
  const findings: Finding[] = [];
  const reader = new TransactionReader(plan, { onFinding: (found) => findings.push(found) });
  const batch = batchOf(text);
  reader.begin({ interchange: 1, group: 1, transaction: 1 });
  for (let i = 0; i < batch.count; i++) reader.segment(batch, i, i + 1);
  return { data: reader.end().data, findings };
}

function rulesOf(findings: readonly Finding[]): Finding[] {
  return findings.filter((found) => found.rule !== undefined);
}

// Bytes are known only on reading, keys only on writing.
function withoutPlaceOfItsKind(found: Finding): Finding {
  return { ...found, at: strip(found.at), ...(found.trigger === undefined ? {} : { trigger: strip(found.trigger) }) };
}

function strip({ pointer: _, segmentOffset: __, group: ___, transaction: ____, ...at }: Position): Position {
  return at;
}

function follow(data: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce((value, key) => (value as Record<string, unknown>)[key], data); // a test: a wrong step is a TypeError
}

it('lets a rule rest that waits for a loop which an overlay took out', () => {
  const overlay = JSON.parse(
    readFileSync(new URL('../../../guides/overlays/cms-hets-270.json', import.meta.url), 'utf8'),
  ) as Overlay; // our own file
  const base = compileGuide(guideOf('270-005010X279A1'));
  expect(compileGuide(applyOverlay(base.guide, { ...overlay, rules: [] })).rules.count).toBeLessThan(base.rules.count);
  const rule: RuleNode = { id: 'lost', when: [{ path: '2999Z' }], then: { path: 'TRN', must: 'notExist' } };
  expect(() => applyOverlay(base.guide, { ...overlay, rules: [{ at: '2000C', rule }] })).toThrow('2999Z');
});
