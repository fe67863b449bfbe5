import { expect, it, onTestFinished } from 'vitest';
import { claimsApp } from '../../support/claims.js';
import { plantClaims, plantRoute, say } from '../../support/planted-claims.js';

const MINUTE = 60_000;

/** A claim that waits to be sent. */
async function plantedClaim() {
  const { app } = await claimsApp();
  const { clock } = app;
  onTestFinished(() => app.close());
  const world = { services: app.services, queries: app.queries, clock };
  await plantRoute(world);
  const ids = await plantClaims(world, 1);
  const history = () =>
    app.queries((own) => own.from('claim_history').select(['state', 'sending', 'at']).orderBy('at').execute());
  return { world, ids, clock, history };
}

it('an answer that says an earlier minute is of the moment of the handing over', async () => {
  const { world, ids, clock, history } = await plantedClaim();
  clock.advance(MINUTE);
  const sentAt = clock.now();
  await say(world, ids, { state: 'DELIVERED', source: 'delivered' });
  await say(world, ids, { state: 'RECEIVED', source: '999', at: sentAt - 30_000 });
  await say(world, ids, { state: 'ACCEPTED', source: '277CA', at: sentAt + 1 });
  const rows = await history();
  expect(rows.map(({ state, at }) => [state, Number(at) - sentAt])).toEqual([
    ['QUEUED', -MINUTE],
    ['DELIVERED', 0],
    ['RECEIVED', 0],
    ['ACCEPTED', 1],
  ]);
});

it('a handing over that is noted behind its answer was no later than that; one of another sending stays as it is', async () => {
  const { world, ids, clock, history } = await plantedClaim();
  clock.advance(MINUTE);
  const at = clock.now();
  await say(world, ids, { state: 'RECEIVED', source: '999', at });
  await say(world, ids, { state: 'DELIVERED', source: 'delivered', at: at + 500 });
  await say(world, ids, { state: 'DELIVERED', source: 'delivered', at: at + MINUTE, sending: 2 });
  const handedOver = (await history()).filter(({ state }) => state === 'DELIVERED');
  expect(handedOver.map((one) => Number(one.at) - at)).toEqual([0, MINUTE]);
});
