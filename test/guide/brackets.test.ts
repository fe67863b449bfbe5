import { describe, expect, it } from 'vitest';
import { Random } from '../../bench/generate/random.js';
import { compileGuide } from '../../src/guide/compile/compile.js';
import { TransactionReader } from '../../src/guide/read/read-transaction.js';
import { loadGuide } from '../../src/guides/catalogue.js';
import { batchOf } from './batch.js';

const plan = compileGuide(await loadGuide('271-005010X279A1'));
const HEAD = [
  'ST*271*0001*005010X279A1',
  'BHT*0022*11*REQ1*20260401*0931',
  'HL*1**20*1',
  'NM1*PR*2*ACME HEALTH*****PI*12345',
  'HL*2*1*21*1',
  'NM1*1P*2*GOOD CLINIC*****XX*1993999998',
  'HL*3*2*22*0',
  'NM1*IL*1*DOE*JANE****MI*M0001',
];

/** Reads EB loops of a subscriber: what stands in each of them, the subscribers of its level, and how many findings there were. */
function read(...body: string[]) {
  let findings = 0;
  const reader = new TransactionReader(plan, { onFinding: () => findings++ });
  reader.begin({ interchange: 1, group: 1, transaction: 1 });
  const segments = [...HEAD, ...body];
  const batch = batchOf([...segments, `SE*${segments.length + 1}*0001`].map((segment) => `${segment}~`).join(''));
  reader.segments(batch, 0, batch.count, 1);
  const { data } = reader.end();
  const subscribers = find(data, 'subscriber_name_NM1_loop');
  return { subscribers, loops: find(subscribers, 'subscriber_eligibility_or_benefit_information_EB_loop'), findings };
}

type Tree = { readonly [key: string]: unknown };

/** The list under a key, wherever it stands. */
function find(tree: unknown, key: string): readonly Tree[] {
  if (typeof tree !== 'object' || tree === null) return [];
  const own = (tree as Tree)[key];
  if (own !== undefined) return (Array.isArray(own) ? own : [own]) as readonly Tree[];
  return Object.values(tree).flatMap((below) => find(below, key));
}

const ENTITIES = 'subscriber_benefit_related_entity_name_NM1_loop';
const FIRST = ['LS*2120', 'NM1*P3*1*ROE*RICHARD', 'LE*2120'];
const SECOND = ['LS*2120', 'NM1*PRP*2*OTHER*****PI*99999', 'LE*2120'];

describe('a bracket that comes twice behind one EB', () => {
  it('leaves its loops in the loop of the EB, and the subscriber alone', () => {
    const { subscribers, loops } = read('EB*1*IND*30', ...FIRST, ...SECOND);
    expect(subscribers).toHaveLength(1);
    expect(loops[0]?.[ENTITIES]).toHaveLength(2);
  });

  it('does the same without the second LS', () => {
    const { subscribers, loops } = read('EB*1*IND*30', ...FIRST, ...SECOND.slice(1));
    expect(subscribers).toHaveLength(1);
    expect(loops[0]?.[ENTITIES]).toHaveLength(2);
  });

  it('does the same without any LS: each group of loops misses its own', () => {
    const { subscribers, loops, findings } = read('EB*1*IND*30', ...FIRST.slice(1), ...SECOND.slice(1));
    expect(subscribers).toHaveLength(1);
    expect(loops[0]?.[ENTITIES]).toHaveLength(2);
    expect(findings).toBe(2);
  });

  it('keeps both LS and both LE, and nothing of an LS of the EB before', () => {
    const { loops } = read('EB*1*IND*30', 'LS*9999', FIRST[1] as string, 'LE*9999', 'EB*6', ...FIRST, ...SECOND);
    const id = { loop_identifier_code_01: '2120' };
    expect(loops[1]).toMatchObject({ loop_header_LS: [id, id], loop_trailer_LE: [id, id] });
    expect(loops[0]).toMatchObject({ loop_header_LS: { loop_identifier_code_01: '9999' } });
  });

  it('keeps an LS that comes where the first was missing, and no more than came', () => {
    const { loops } = read(
      'EB*1*IND*30',
      'LS*9999',
      ...FIRST.slice(1),
      'EB*6',
      ...FIRST.slice(1),
      ...FIRST.slice(1),
      ...SECOND,
    );
    expect(loops[1]?.loop_header_LS).toEqual([{ loop_identifier_code_01: '2120' }]);
  });

  it('lets the next EB have a bracket of its own', () => {
    const { loops, findings } = read('EB*1*IND*30', ...FIRST, ...SECOND, 'EB*6', ...FIRST);
    expect(loops.map((loop) => (loop[ENTITIES] as unknown[]).length)).toEqual([2, 1]);
    expect(findings).toBe(1);
  });
});

describe('LS and LE in any order', () => {
  const PIECES = [
    'LS*2120',
    'LS*OTHER',
    'LE*2120',
    'LE*OTHER',
    'III*ZZ*23',
    'NM1*P3*1*ROE*RICHARD',
    'EB*1*IND*30',
    'MSG*TEXT',
  ];

  /** All that is made of segments that are given at once, which may take the short way, or one by one, which take the long one. */
  function made(body: readonly string[], atOnce: boolean) {
    const findings: unknown[] = [];
    const reader = new TransactionReader(plan, { onFinding: (found) => findings.push(found) });
    reader.begin({ interchange: 1, group: 1, transaction: 1 });
    const segments = [...HEAD, 'EB*1*IND*30', ...body];
    const batch = batchOf([...segments, `SE*${segments.length + 1}*0001`].map((segment) => `${segment}~`).join(''));
    if (atOnce) reader.segments(batch, 0, batch.count, 1);
    else for (let index = 0; index < batch.count; index++) reader.segment(batch, index, index + 1);
    const { data, unplaced } = reader.end();
    return { json: JSON.stringify(data), unplaced, findings };
  }

  it('become the same by the short way and by the long one', () => {
    const random = new Random(2120);
    const seen = new Set<number>();
    for (let run = 0; run < 3_000; run++) {
      const body = Array.from({ length: random.between(1, 7) }, () => random.pick(PIECES));
      const byLong = made(body, false);
      expect(made(body, true), body.join('~')).toEqual(byLong);
      seen.add(byLong.findings.length);
    }
    expect([...seen].sort((a, b) => a - b).slice(0, 3)).toEqual([0, 1, 2]);
  });

  it('keep a code that does not follow from the loops', async () => {
    const guide = structuredClone(await loadGuide('271-005010X279A1'));
    const text = JSON.stringify(guide).replaceAll('"enum":["2120"]', '"enum":["2120","2121"]');
    const widened = compileGuide(JSON.parse(text));
    for (const code of ['2120', '2121']) {
      const texts = [...HEAD, 'EB*1*IND*30', `LS*${code}`, 'NM1*P3*1*ROE*RICHARD', `LE*${code}`, 'SE*13*0001'];
      const batch = batchOf(texts.map((segment) => `${segment}~`).join(''));
      const [atOnce, byOne] = [true, false].map((isAtOnce) => {
        const findings: string[] = [];
        const reader = new TransactionReader(widened, { onFinding: ({ reason }) => findings.push(reason) });
        reader.begin({ interchange: 1, group: 1, transaction: 1 });
        if (isAtOnce) reader.segments(batch, 0, batch.count, 1);
        else for (let index = 0; index < batch.count; index++) reader.segment(batch, index, index + 1);
        return { data: reader.end().data, findings };
      });
      expect(atOnce).toEqual(byOne);
      expect(atOnce?.findings).toEqual([]);
      expect(JSON.stringify(atOnce?.data).includes('loop_header_LS')).toBe(true);
      expect(JSON.stringify(atOnce?.data).includes(`"${code}"`)).toBe(true);
    }
  });
});
