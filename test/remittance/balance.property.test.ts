import fc from 'fast-check';
import { expect, it } from 'vitest';
import { remittance } from '../../src/remittance/index.js';
import { guide, read } from './read-fixture.js';

// Payments in hundredths that balance by the way they are made, and what becomes of them when one amount is changed.

const RUNS = { numRuns: Number(process.env.EDILOOM_RUNS ?? 60) };
const cents = fc.integer({ min: -5_000_000, max: 5_000_000 });
const reasons = fc.array(fc.array(cents, { minLength: 1, maxLength: 6 }), { maxLength: 3 });
const claim = fc.record({
  paid: cents,
  adjustments: reasons,
  lines: fc.array(fc.record({ paid: cents, adjustments: reasons }), { maxLength: 3 }),
});
const payment = fc.record({
  claims: fc.array(claim, { minLength: 1, maxLength: 4 }),
  provider: fc.array(fc.array(cents, { minLength: 1, maxLength: 6 }), { maxLength: 2 }),
});

type Payment = typeof payment extends fc.Arbitrary<infer Value> ? Value : never;

/** Hundredths that are added to amounts as they are written: to BPR02, or to the first claim or line. */
interface Spoilt {
  readonly total?: number;
  readonly claim?: number;
  readonly line?: number;
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);
const money = (hundredths: number): string => {
  const digits = String(Math.abs(hundredths)).padStart(3, '0');
  return `${hundredths < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
    .replace(/\.?0+$/, '')
    .replace(/^-?$/, '0');
};
const cas = (lists: readonly (readonly number[])[]): readonly string[] =>
  lists.map((list) => `CAS*CO${list.map((amount) => `*45*${money(amount)}*`).join('')}`.replace(/\*$/, ''));

function setOf({ claims, provider }: Payment, spoilt: Spoilt = {}): string {
  const body = claims.flatMap(({ paid, adjustments, lines }, at) => {
    const own = lines.map((line) => line.adjustments.flat());
    const charge = paid + sum([...adjustments.flat(), ...own.flat()]);
    return [
      `CLP*A-${at}*1*${money(charge)}*${money(paid + (at === 0 ? (spoilt.claim ?? 0) : 0))}**12*ICN${at}*11*1`,
      ...cas(adjustments),
      'NM1*QC*1*DOE*JANE',
      ...lines.flatMap((line, index) => {
        const stated = line.paid + (at === 0 && index === 0 ? (spoilt.line ?? 0) : 0);
        const segment = `SVC*HC:99213*${money(line.paid + sum(own[index] ?? []))}*${money(stated)}`;
        return [segment, 'DTM*472*20260330', ...cas(line.adjustments)];
      }),
    ];
  });
  const plbs = provider.map(
    (list) => `PLB*1993999998*20261231${list.map((amount) => `*L6*${money(amount)}`).join('')}`,
  );
  const total = sum(claims.map(({ paid }) => paid)) - sum(provider.flat()) + (spoilt.total ?? 0);
  return interchangeOf([`BPR*I*${money(total)}*C*CHK************20260405`, ...HEAD, ...body, ...plbs]);
}

const HEAD = [
  ...['TRN*1*CHK200*1123456789', 'DTM*405*20260404', 'N1*PR*ACME HEALTH', 'N3*5 PAYER PLAZA', 'N4*CHICAGO*IL*60601'],
  ...['PER*BL*CLAIMS*TE*5555550103', 'N1*PE*GOOD CLINIC*XX*1993999998', 'LX*1'],
];

function interchangeOf(segments: readonly string[]): string {
  return [
    'ISA*00*          *00*          *ZZ*PAYER01        *ZZ*CLINIC01       *260401*0930*^*00501*000000075*0*T*:',
    'GS*HP*PAYER01*CLINIC01*20260401*0930*75*X*005010X221A1',
    ...['ST*835*0001', ...segments, `SE*${segments.length + 2}*0001`, 'GE*1*75', 'IEA*1*000000075', ''],
  ].join('~');
}

/** The balance that is told, and whether the rules of the guide say the same of the set. */
async function judged(x12: string) {
  const { data, reasons: found } = await read(x12);
  const { balance } = remittance(guide, data);
  expect(found.includes('rule-balance')).toBe(!balance.balanced);
  return balance;
}

it('what balances is told to', async () => {
  const holds = async (one: Payment): Promise<void> => {
    expect(await judged(setOf(one))).toEqual({ balanced: true, imbalances: [] });
  };
  await fc.assert(fc.asyncProperty(payment, holds), RUNS);
});

const change = cents.filter((by) => by !== 0);

it('another payment than the claims come to is told, by how much', async () => {
  const holds = async (one: Payment, by: number): Promise<void> => {
    expect((await judged(setOf(one, { total: by }))).imbalances).toEqual([
      expect.objectContaining({ element: 'BPR02', reason: 'differs', difference: money(by) }),
    ]);
  };
  await fc.assert(fc.asyncProperty(payment, change, holds), RUNS);
});

it('another payment of a claim is told at the claim and at the payment', async () => {
  const holds = async (one: Payment, by: number): Promise<void> => {
    expect((await judged(setOf(one, { claim: by }))).imbalances).toEqual([
      expect.objectContaining({ element: 'CLP04', claim: 0, difference: money(by) }),
      expect.objectContaining({ element: 'BPR02', difference: money(-by) }),
    ]);
  };
  await fc.assert(fc.asyncProperty(payment, change, holds), RUNS);
});

it('another payment of a line is told at the line alone', async () => {
  const withLine = payment.filter(({ claims }) => (claims[0]?.lines.length ?? 0) > 0);
  const holds = async (one: Payment, by: number): Promise<void> => {
    expect((await judged(setOf(one, { line: by }))).imbalances).toEqual([
      expect.objectContaining({ element: 'SVC03', claim: 0, line: 0, difference: money(by) }),
    ]);
  };
  await fc.assert(fc.asyncProperty(withLine, change, holds), RUNS);
});
