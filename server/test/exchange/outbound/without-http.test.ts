import { loadGuide } from 'ediloom/guides';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Caller } from '../../../src/caller.js';
import { rehearse } from '../../../src/exchange/dry-run/dry-run-request.js';
import type { OutboundRequest } from '../../../src/exchange/outbound/outbound-request.js';
import { draftRequest, prepareInterchange, sending } from '../../../src/exchange/outbound/prepare-interchange.js';
import type { Run } from '../../../src/exchange/services.js';
import { Problem } from '../../../src/problems.js';
import { createControlNumberTable } from '../../../src/resources/control-numbers/create-control-number-table.js';
import { createGuideLibrary } from '../../../src/resources/guides/create-guide-library.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import { addAccount, readAs, writeAs } from '../../support/accounts.js';
import { PARTNERSHIP, partnerRows, purchaseOrder } from '../../support/partner-rows.js';
import { testServices } from '../../support/test-services.js';

const caller: Caller = { accountId: 'a', keyId: 'k', mode: 'live' };

/** Nothing here knows of a request, a route or a status: what a file face, a job or a command has is enough. */
describe('the pipeline of outbound files, without HTTP', () => {
  let run: Run;
  const request = (...transactions: readonly unknown[]): OutboundRequest => ({
    partnershipId: PARTNERSHIP,
    groups: [{ settingId: 'po', transactions }],
    pointerOf: (_, transaction) => `/orders/${transaction}`,
  });
  const rows = <Table extends 'executions' | 'transactions' | 'artifacts' | 'jobs' | 'control_numbers'>(table: Table) =>
    readAs(run.services.store, caller.accountId, (queries) => queries.from(table).selectAll().execute());

  beforeEach(async () => {
    const { services, close } = await testServices({
      parts: ({ store, clock, heavyTurns }) => ({
        guides: createGuideLibrary({ clock, store, heavyTurns }),
        controlNumbers: createControlNumberTable({ store, clock }),
      }),
    });
    onTestFinished(close);
    run = { services, caller };
    await addAccount(services.store, caller.accountId);
    const guide = await loadGuide('850-004010');
    await writeAs(services.store, caller.accountId, (queries) => partnerRows(queries, guide));
  });

  it('makes a file, and writes down with one commit what delivers it', async () => {
    const { services } = run;
    const file = await prepareInterchange(run, request(purchaseOrder('ONE'), purchaseOrder('TWO')));
    expect(Buffer.from(file.bytes).toString()).toMatch(/^ISA\*.*BEG\*00\*SA\*ONE\*.*BEG\*00\*SA\*TWO\*/s);
    expect(await rows('executions')).toEqual([]);
    const change = sending(services, file, file.executionId);
    if (typeof change === 'function') throw new Error('Files that stand alone share their transaction with others.');
    await services.store.write((tx) => {
      const { work, item, context } = change.writes;
      return work(new AccountQueries(tx, caller.accountId), [item], context);
    });
    expect(await rows('executions')).toMatchObject([{ id: change.result, status: 'IN_PROGRESS', key_mode: 'live' }]);
    expect(await rows('transactions')).toHaveLength(2);
    expect(await rows('jobs')).toMatchObject([{ kind: 'deliver' }]);
    expect((await rows('artifacts')).filter(({ owner_id }) => owner_id === file.executionId)).toHaveLength(2);
  });

  it('works on a large file a set at a time, in turns with others, and on a small one at once', async () => {
    const { services } = run;
    const turns: number[] = [];
    const runSteps = services.heavyTurns.runSteps.bind(services.heavyTurns);
    services.heavyTurns.runSteps = (accountId, work) => {
      const turn = turns.push(0) - 1;
      function* counted() {
        for (let step = work.next(); ; step = work.next()) {
          if (step.done === true) return step.value;
          turns[turn] = (turns[turn] ?? 0) + 1;
          yield;
        }
      }
      return runSteps(accountId, counted());
    };
    await prepareInterchange(run, request(purchaseOrder('FIRST')));
    turns.splice(0);
    await prepareInterchange(run, request(purchaseOrder('SMALL'), purchaseOrder('TOO')));
    expect(turns).toEqual([]);
    const orders = Array.from({ length: 500 }, (_, n) => purchaseOrder(`PO${n}`));
    const file = await prepareInterchange(run, request(...orders));
    expect(file.rows.transactions).toHaveLength(500);
    expect(file.artifacts).toHaveLength(1002);
    // Written, then rows and documents of each set.
    expect(turns).toEqual([expect.any(Number), expect.any(Number)]);
    expect(Math.min(...turns)).toBeGreaterThanOrEqual(500);
    expect(
      Buffer.from(file.bytes)
        .toString()
        .match(/BEG\*00\*SA\*PO\d+\*/g),
    ).toHaveLength(500);
  });

  it('sends only while what must be so is so, in one transaction', async () => {
    const { services } = run;
    const file = await prepareInterchange(run, request(purchaseOrder('ONE')));
    const change = sending(services, file, undefined, async () => {
      throw new Problem('conflict', 'Another was first.');
    });
    if (typeof change !== 'function') throw new Error('A condition needs a transaction of its own.');
    const sent = services.store.write((tx) => change(new AccountQueries(tx, caller.accountId)));
    await expect(sent).rejects.toMatchObject({ kind: 'conflict' });
    expect([await rows('executions'), await rows('jobs')]).toEqual([[], []]);
  });

  it('gives what is wrong with the data back as findings, of which only sending makes a problem', async () => {
    const wrong = request({ heading: {} });
    const { drafted } = await draftRequest(run, wrong);
    if (!('refused' in drafted)) throw new Error('It was not refused.');
    expect(drafted.refused[0]).toMatchObject({
      severity: 'error',
      path: expect.stringMatching(/^\/orders\/0\/heading/),
    });
    expect(await rehearse(run, wrong)).toMatchObject({ findings: drafted.refused });
    await expect(prepareInterchange(run, wrong)).rejects.toMatchObject({
      kind: 'invalid',
      code: 'FAILED_TO_TRANSLATE',
      errors: drafted.refused,
    });
    // Nothing was spent on it.
    expect(await rows('control_numbers')).toEqual([]);
  });
});
