import { describe, expect, it } from 'vitest';
import type { AcknowledgmentTree, BatchTree } from '../../../src/claims/report/acknowledgment.js';
import { codec, parsed, readFixture } from './report-fixtures.js';

const ORIGIN = { transactionId: 'T', senderId: 'S', usageIndicator: 'P', traceId: 'F' };
const STATUSES = [{ codes: [{ category: 'A1', status: '20' }], date: '20260302', action: 'WQ', charge: '10' }];
const NOTHING = { entity: 'QC' };

const claims = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ patientControlNumber: `${name}${at}`, statuses: STATUSES }));
const patients = (name: string, counts: readonly number[]) =>
  counts.map((count, at) => ({
    // Some have no name, and so nothing to be told where they have no claim, either.
    patient: at % 3 === 2 ? NOTHING : { entity: 'QC', entityType: '1', name: `${name}${at}` },
    claims: claims(`${name}${at}C`, count),
  }));

/** Levels with everything and with nothing of their own, long ones and empty ones. */
const SOURCE = {
  source: { entity: 'PR', entityType: '2', name: 'ONE', qualifier: 'PI', id: 'P1' },
  receipts: [{ traceNumber: 'R1', received: '20260302', processed: '20260302' }],
};
const REFUSED: BatchTree = { transactionId: 'REFUSED', statuses: STATUSES, totals: { rejected: '3' } };
const MANY: BatchTree = {
  transactionId: 'MANY',
  providers: [
    { names: [{ entity: '85', entityType: '2', name: 'A' }], patients: patients('A', Array(47).fill(1)) },
    { names: [NOTHING], patients: patients('B', [0, 0, 0, 45, 20, 0, 21, 1]) },
    { names: [{ entity: '85', entityType: '2', name: 'C' }] },
    { patients: patients('D', [0, 0, 0, 41]) },
  ],
};

/** All that a generator of steps comes to, and how many there were. */
function run<Result>(steps: Generator<undefined, Result, undefined>): {
  readonly result: Result;
  readonly count: number;
} {
  for (let count = 0; ; count++) {
    const step = steps.next();
    if (step.done === true) return { result: step.value, count };
  }
}

describe('in steps', () => {
  it.each(['277ca-accepted.edi', 'answers/of-a-payer.edi', 'answers/batch-rejected.edi', 'answers/broken-levels.edi'])(
    '%s is decoded, and its report is made, as at a stretch',
    async (name) => {
      const { data } = await parsed(readFixture(name));
      const tree = codec.decode(data);
      expect(run(codec.decodeInSteps(data)).result).toEqual(tree);
      const { transaction } = codec.encode(tree ?? {});
      const whole = codec.toReport(transaction.data, ORIGIN);
      expect(run(codec.treeToReportInSteps(tree ?? {}, ORIGIN)).result).toEqual(whole);
    },
  );

  it('a set of many claims has a step for each of them, and its report one for some of them', () => {
    const tree: AcknowledgmentTree = { reportId: 'X', sources: [{ ...SOURCE, batches: [MANY] }] };
    const { data } = codec.encode(tree).transaction;
    const decoded = run(codec.decodeInSteps(data));
    expect(decoded.result).toEqual(codec.decode(data));
    expect(decoded.count).toBeGreaterThan(175);
    const report = run(codec.treeToReportInSteps(tree, ORIGIN));
    expect(report.result).toEqual(codec.toReport(data, ORIGIN));
    expect(report.count).toBeGreaterThan(12);
    // Batches, of which the guide has one, are told one behind the other.
    const both = run(
      codec.treeToReportInSteps({ sources: [{ ...SOURCE, batches: [REFUSED, MANY, REFUSED] }] }, ORIGIN),
    );
    const one = run(codec.treeToReportInSteps({ sources: [{ ...SOURCE, batches: [REFUSED] }] }, ORIGIN));
    const batches = (made: typeof report) =>
      JSON.parse(JSON.stringify(made.result)).transactions[0].payers[0].claimStatusTransactions;
    expect(batches(both)).toEqual([...batches(one), ...batches(report), ...batches(one)]);
  });

  it('what is no 277CA is none, and an empty tree is an empty report', () => {
    expect(run(codec.decodeInSteps({})).result).toBeUndefined();
    expect(run(codec.treeToReportInSteps({}, ORIGIN)).result).toEqual(
      codec.toReport(codec.encode({}).transaction.data, ORIGIN),
    );
  });
});
