import { expect, it } from 'vitest';
import { CLAIM_FILE, CLAIMS_GATHER } from '../../../src/exchange/claim-files/claim-file-jobs.js';
import { claimFileWorld } from '../../support/claim-file-world.js';
import { segmentsOf } from '../../support/claims.js';
import { until } from '../../support/test-jobs.js';

it('a claim that is taken in is handed to its payer with the bytes that it was answered for, and is DELIVERED', async () => {
  const world = await claimFileWorld({ isRunning: true });
  const [id = ''] = await world.take(1);
  await until(async () => (await world.files())[0]?.state === 'SENT');
  const [file] = await world.files();
  expect(world.sent).toEqual([{ id: file?.id, x12: await world.document(id, 'output'), wasCutOff: false }]);
  const answer = JSON.parse(await world.document(id, 'response'));
  expect(file).toMatchObject({
    ...{ state: 'SENT', claim_count: 1, interchange_number: answer.controlNumber, attempts: 0, failure: null },
    ...{ sent_at: world.services.clock.now(), handing_since: null, type: 'professional' },
  });
  const [claim] = await world.claims();
  expect(claim).toMatchObject({ id, state: 'DELIVERED', file_id: file?.id });
  expect(await world.items()).toMatchObject([
    { file_id: file?.id, place: 1, claim_id: id, sending: 1, transaction_id: claim?.trace_id, set_number: '0001' },
  ]);
  expect(segmentsOf(world.sent[0]?.x12 ?? '')[2]).toMatch(/^ST\*837\*0001\*/);
  await until(async () => (await world.jobs(CLAIM_FILE)).length + (await world.jobs(CLAIMS_GATHER)).length === 0);
});

it('its claims are QUEUED while it is not sent', async () => {
  const world = await claimFileWorld();
  await world.take(1);
  world.send = () => ({ kind: 'failed', failure: 'not-reached', mayHaveArrived: false });
  await world.settle();
  expect(world.sent).toHaveLength(1);
  expect(await world.claims()).toMatchObject([{ state: 'QUEUED', file_id: (await world.files())[0]?.id }]);
});

it('a test has no job, and no gatherer takes it, even where its row has a route', async () => {
  const world = await claimFileWorld();
  const answer = await world.submit('professional', 'json');
  expect(answer.statusCode).toBe(200);
  expect(await world.jobs(CLAIMS_GATHER)).toEqual([]);
  const [route] = world.routes;
  await world.services.store.write((tx) =>
    tx
      .updateTable('claims')
      .set({ route_id: route?.routeId ?? '' })
      .execute(),
  );
  // Ids of one millisecond have no order.
  world.app.clock.advance(1);
  await world.take(1);
  await world.settle();
  expect(await world.items()).toHaveLength(1);
  const claims = await world.claims();
  expect(claims.map(({ mode, state }) => [mode, state])).toEqual([
    ['test', 'QUEUED'],
    ['production', 'DELIVERED'],
  ]);
});
