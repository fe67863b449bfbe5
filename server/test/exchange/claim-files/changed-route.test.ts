import { expect, it } from 'vitest';
import { CLAIM_FILE } from '../../../src/exchange/claim-files/claim-file-jobs.js';
import type { ClaimSending } from '../../../src/exchange/claim-files/claim-sender.js';
import { releaseClaimFile } from '../../../src/exchange/claim-files/release-file.js';
import { type ClaimFileWorld, claimFileWorld } from '../../support/claim-file-world.js';

const KINDS = ['caqh-core', 'x12-post', 'partnership'] as const;
const PAIRS = KINDS.flatMap((from) => KINDS.filter((to) => to !== from).map((to) => [from, to] as const));
/** Longer than any pause between the first tries. */
const LATER_MS = 10 * 60_000;

/** A file that is to go over a route of a kind. */
async function waiting(kind: string): Promise<ClaimFileWorld> {
  const world = await claimFileWorld();
  await world.take(1);
  await world.setRoute({ kind });
  return world;
}

/** A call whose process ends in the middle of it. */
async function cutOff(world: ClaimFileWorld): Promise<void> {
  world.send = () => {
    throw new Error('killed');
  };
  await expect(world.settle()).rejects.toThrow('killed');
  world.send = () => ({ kind: 'sent', at: world.app.clock.now() });
}

async function later(world: ClaimFileWorld): Promise<void> {
  world.app.clock.advance(LATER_MS);
  await world.settle();
}

const theFile = async (world: ClaimFileWorld) => (await world.files())[0];

it.each(PAIRS)(
  'a file that was cut off on a route of %s is held once that is %s, and goes when it is let go',
  async (from, to) => {
    const world = await waiting(from);
    await cutOff(world);
    await world.setRoute({ kind: to });
    await later(world);
    expect(world.sent).toHaveLength(1);
    const held = await theFile(world);
    expect(held).toMatchObject({ state: 'HELD', failure: 'route-changed', sent_at: null });
    await releaseClaimFile(world.services, held?.account_id ?? '', { fileId: held?.id ?? '', as: 'send' });
    await later(world);
    expect(await theFile(world)).toMatchObject({ state: 'SENT', handed_by: null });
    expect(world.sent.map(({ wasCutOff }) => wasCutOff)).toEqual([false, false]);
  },
);

it.each(PAIRS)(
  'what may be at the payer of a route of %s, who would know it again, is held once that is %s',
  async (from, to) => {
    const world = await waiting(from);
    const left: ClaimSending = { kind: 'failed', failure: 'timed-out', mayHaveArrived: false, isKnownAgain: true };
    world.send = () => left;
    await world.settle();
    // By the same kind it goes again, and what a later try knows for sure says nothing of the first.
    world.send = () => ({ kind: 'failed', failure: 'not-reached', mayHaveArrived: false });
    await later(world);
    world.send = () => ({ kind: 'later', dueAt: world.app.clock.now() + 1_000 });
    await later(world);
    expect(world.sent).toHaveLength(3);
    expect(await theFile(world)).toMatchObject({ state: 'WRITTEN', handed_by: from });
    await world.setRoute({ kind: to });
    await later(world);
    expect(world.sent).toHaveLength(3);
    expect(await theFile(world)).toMatchObject({ state: 'HELD', failure: 'route-changed' });
  },
);

it.each(PAIRS)('what did not arrive for sure over a route of %s goes over %s', async (from, to) => {
  const world = await waiting(from);
  world.send = () => ({ kind: 'failed', failure: 'not-reached', mayHaveArrived: false });
  await world.settle();
  await world.setRoute({ kind: to });
  world.send = () => ({ kind: 'sent', at: world.app.clock.now() });
  await later(world);
  expect(await theFile(world)).toMatchObject({ state: 'SENT', failure: null });
});

it('a file that was cut off is still known for that when its route was disabled meanwhile', async () => {
  const world = await waiting('x12-post');
  await cutOff(world);
  await world.setRoute({ enabled: 0 });
  await later(world);
  expect(await theFile(world)).toMatchObject({ state: 'WRITTEN', failure: 'route-disabled' });
  await world.setRoute({ enabled: 1 });
  await later(world);
  expect(world.sent.map(({ wasCutOff }) => wasCutOff)).toEqual([false, true]);
  expect(await world.jobs(CLAIM_FILE)).toEqual([]);
});
