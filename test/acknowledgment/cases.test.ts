import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FunctionalAcknowledgment } from '../../src/acknowledgment/functional-acknowledgment.js';
import type { InterchangeResult } from '../../src/acknowledgment/interchange-result.js';
import { acknowledgmentsOf } from '../../src/acknowledgment/received-acknowledgments.js';
import type { Position } from '../../src/model/position.js';
import { tokenize } from '../../src/syntax/tokenize.js';
import { ALL_CODES } from '../conformance/all-codes.js';
import {
  type AcknowledgmentCase,
  answerOf,
  caseNames,
  type ExpectedCode,
  expectedFile,
  type Kind,
  readCase,
} from './acknowledgment-cases.js';

const uncovered = JSON.parse(readFileSync(new URL('uncovered.json', import.meta.url), 'utf8')) as Record<
  string,
  string
>;

/** What the acknowledgments in an answer say, level by level, read by what reads those of partners. */
async function saidIn(name: string, kind: Kind): Promise<Said> {
  const { engine, bytes } = await answerOf(name, kind);
  const { interchanges, groups } = acknowledgmentsOf(await engine.parse(bytes));
  return {
    bytes,
    interchanges: interchanges.map(({ result }) => result),
    groups: groups.map(({ acknowledgment }) => acknowledgment),
  };
}

interface Said {
  readonly bytes: Uint8Array;
  readonly interchanges: readonly InterchangeResult[];
  readonly groups: readonly FunctionalAcknowledgment[];
}

describe.each(caseNames())('acknowledgment case %s', (name) => {
  const one = readCase(name);
  const kinds = one.kinds ?? ['999'];

  it.each(kinds)('is answered as it was (npm run golden -- --update after a wanted change), %s', async (kind) => {
    const { bytes } = await answerOf(name, kind);
    expect(Buffer.from(bytes).toString('latin1')).toBe(readFileSync(expectedFile(name, kind), 'latin1'));
  });

  it.each(kinds)('has its code where it belongs, %s', async (kind) => {
    const said = await saidIn(name, kind);
    await expectCode(one, kind, said);
  });
});

async function expectCode({ expect: expected }: AcknowledgmentCase, kind: Kind, said: Said): Promise<void> {
  const [level = '', code999 = ''] = expected.code.split(' ');
  const code = kind === '997' ? (expected.code997 ?? code999) : code999;
  if (level === 'interchange') {
    const [ta1] = said.interchanges;
    expect({ verdict: ta1?.verdict, code: ta1?.code }).toEqual({ verdict: expected.verdict, code });
    return;
  }
  const group = said.groups[(expected.group ?? 1) - 1];
  if (level === 'group') {
    expect(group?.verdict).toBe(expected.verdict);
    expect(group?.codes).toContain(code);
    return;
  }
  const set = group?.transactions.filter((one) => one.controlNumber === expected.set)[(expected.nth ?? 1) - 1];
  expect(set?.verdict).toBe(expected.verdict);
  if (level === 'transaction') {
    expect(set?.codes).toContain(code);
    return;
  }
  if (expected.code === 'segment 8') {
    // It only announces its IK4s; reading an acknowledgment makes no finding of it.
    expect(await segmentsOf(said.bytes)).toContain(`${kind === '997' ? 'AK3' : 'IK3'}*${padded(expected.at)}*8`);
    return;
  }
  const there = set?.findings.filter((one) => one.level === level && one.code === code) ?? [];
  expect(there.map(({ at }) => place(at))).toContain(withoutLevel(expected.at, level));
  if (expected.trigger !== undefined && kind === '999')
    expect(there.map(({ trigger }) => trigger && place(trigger))).toContain(expected.trigger);
}

/** IK301 to IK303, and IK401 with IK402. */
function place({ segmentId, segment, loopId, element, component, repetition, dataElement }: Position): string {
  const ik3 = [segmentId, segment, loopId].map((part) => part ?? '').join('*');
  const ik401 = [element, component, repetition]
    .map((part) => part ?? '')
    .join(':')
    .replace(/:+$/, '');
  const ik4 = `${ik401}${dataElement === undefined ? '' : `*${dataElement}`}`;
  return [ik3.replace(/\*+$/, ''), ik4].filter((part) => part !== '').join(' ');
}

function withoutLevel(at: ExpectedCode['at'], level: string): string {
  return level === 'segment' ? (at?.split(' ')[0] ?? '') : (at ?? '');
}

/** `BHT*2` stands in front of an empty IK303. */
function padded(at = ''): string {
  return at.split('*').length < 3 ? `${at}*` : at;
}

async function segmentsOf(bytes: Uint8Array): Promise<readonly string[]> {
  const segments: string[] = [];
  for await (const batch of tokenize(bytes)) for (let i = 0; i < batch.count; i++) segments.push(batch.raw(i));
  return segments;
}

describe('every code', () => {
  const covered = new Set(caseNames().map((name) => readCase(name).expect.code));

  it('that an acknowledgment can say has a case, or a sentence in uncovered.json why not', () => {
    expect(ALL_CODES.filter((code) => !covered.has(code)).sort()).toEqual(Object.keys(uncovered).sort());
    for (const why of Object.values(uncovered)) expect(why).toMatch(/^[A-Z].{20,}\.$/);
  });
});
