import { describe, expect, it } from 'vitest';
import { MOST_IN_A_ROW } from '../../../src/resources/functions/in-a-row.js';
import { eventOf } from '../../../src/resources/functions/invocation-rows.js';
import { createFunction, deleteFunction } from '../../../src/resources/functions/rows.js';
import { executionRow } from '../../store/list-rows.js';
import { until } from '../../support/test-jobs.js';
import { openWebhooks, type Webhooks } from '../../support/webhooks.js';

const LIVE = { mode: 'live' } as const;
const URL_OF = 'https://ediloom.internal/functions/';

/** Jobs are done, but for those of functions: what is promised stays as it is. */
async function opened(): Promise<Webhooks> {
  const test = await openWebhooks();
  await test.queries((queries) =>
    createFunction({ queries, clock: test.services.clock, ...LIVE }, 'told', {
      ...{ source: { code: '' }, timeout: 3, logRetention: 'one_day' },
    }),
  );
  return test;
}

const invocations = (test: Webhooks) =>
  test.queries((queries) => queries.from('invocations').selectAll().orderBy('id').execute());

describe('a destination that is a function', () => {
  it('invokes it with what others are sent, and shows the invocation', async () => {
    const test = await opened();
    await test.destination({ destinationUrl: `${URL_OF}told` });
    const [eventId = ''] = await test.happen({});
    const { status, answer } = await test.attempts(eventId, 1);
    const [row] = await invocations(test);
    if (row === undefined) throw new Error('Nothing was promised.');
    expect([status, answer]).toEqual(['DELIVERED', `Invocation ${row.id} of the function told.`]);
    expect(row).toMatchObject({
      function_name: 'told',
      mode: 'live',
      kind: 'Event',
      source: 'event',
      state: 'waiting',
    });
    expect(JSON.parse(eventOf(test.services, row))).toMatchObject({ id: `evt_${eventId}`, type: 'file.failed' });
    expect((await test.event(eventId)).status).toBe('DELIVERED');
  });

  it('gets an envelope where it asks for one', async () => {
    const test = await opened();
    await test.destination({ destinationUrl: `${URL_OF}told`, eventTypes: ['file.failed.v2'] });
    const [eventId = ''] = await test.happen({});
    await test.attempts(eventId, 1);
    const [row] = await invocations(test);
    const event = row && JSON.parse(eventOf(test.services, row));
    expect(event).toMatchObject({ event: { id: eventId, 'detail-type': 'file.failed.v2', detail: {} } });
  });

  it('fails what comes once the function is deleted, with the reason; retried it goes to one that is made anew', async () => {
    const test = await opened();
    await test.destination({ destinationUrl: `${URL_OF}told` });
    await test.queries((queries) => deleteFunction({ queries, clock: test.services.clock, ...LIVE }, 'told'));
    const [eventId = ''] = await test.happen({});
    expect(await test.attempts(eventId, 1)).toMatchObject({
      status: 'FAILED',
      answer: expect.stringContaining('no such function'),
    });
    expect(await invocations(test)).toEqual([]);
    await test.queries((queries) =>
      createFunction({ queries, clock: test.services.clock, ...LIVE }, 'told', {
        ...{ source: { code: '' }, timeout: 3, logRetention: 'one_day' },
      }),
    );
    await test.resend(eventId);
    expect((await test.attempts(eventId, 2)).status).toBe('DELIVERED');
  });

  it('is not run by what five in a row have caused: the delivery has failed, and its invocation can be retried', async () => {
    const test = await opened();
    await test.destination({ destinationUrl: `${URL_OF}told` });
    const [last = ''] = await test.happen({ depth: MOST_IN_A_ROW - 1 });
    expect((await test.attempts(last, 1)).status).toBe('DELIVERED');
    const [eventId = ''] = await test.happen({ depth: MOST_IN_A_ROW });
    expect(await test.attempts(eventId, 1)).toMatchObject({
      status: 'FAILED',
      answer: expect.stringContaining('It was not run'),
    });
    await until(async () => (await invocations(test)).length === 2);
    const states = (await invocations(test)).map(({ depth, state }) => [depth, state]);
    expect(new Map(states as [number, string][])).toEqual(
      new Map([
        [MOST_IN_A_ROW - 1, 'waiting'],
        [MOST_IN_A_ROW, 'failed'],
      ]),
    );
  });

  it('is known to stand before what came of its own requests', async () => {
    const test = await opened();
    await test.destination({ destinationUrl: `${URL_OF}told` });
    for (const [number, depth] of [2, null].entries()) {
      const resourceId = `execution-${number}`;
      const row = { ...executionRow(number), id: resourceId, depth };
      await test.queries((queries) => queries.insert('executions', row).execute());
      const [eventId = ''] = await test.happen({ resourceId });
      await test.attempts(eventId, 1);
      test.services.clock.jump(1);
    }
    expect((await invocations(test)).map(({ depth }) => depth)).toEqual([2, 0]);
  });

  it.each(['missing', 'a/b', '', 'told?x=1'])('is refused as %j, which names no function', async (name) => {
    const test = await opened();
    const made = test.destination({ destinationUrl: `${URL_OF}${name}` });
    await expect(made).rejects.toMatchObject({ kind: 'invalid', errors: [{ path: '/destinationUrl' }] });
  });

  it('is one of the mode of its key', async () => {
    const test = await opened();
    const made = test.destination({ destinationUrl: `${URL_OF}told` }, 'test');
    await expect(made).rejects.toMatchObject({ kind: 'invalid' });
    const { id } = await test.destination({});
    await expect(test.change(id, { destinationUrl: `${URL_OF}missing` })).rejects.toMatchObject({ kind: 'invalid' });
    expect((await test.change(id, { destinationUrl: `${URL_OF}told` })).url).toBe(`${URL_OF}told`);
  });
});
