import { expect, it } from 'vitest';
import type { ClaimSending, SendingClaims } from '../../../src/exchange/claim-files/claim-sender.js';
import type { Store } from '../../../src/store/store.js';
import { type ClaimFileWorld, claimFileWorld } from '../../support/claim-file-world.js';

/** A process that dies once, right before or right behind one of its commits. */
class Dying {
  at = Number.POSITIVE_INFINITY;
  isBehind = false;
  count = 0;

  wrap = (store: Store): Store => ({
    ...store,
    read: (work) => store.read(work),
    list: (work) => store.list(work),
    write: async (work, options) => {
      const isNow = ++this.count === this.at;
      if (isNow && !this.isBehind) throw new Error('killed');
      const result = await store.write(work, options);
      if (isNow) throw new Error('killed');
      return result;
    },
  });
}

async function settleTwice(world: ClaimFileWorld, dying: Dying): Promise<boolean> {
  try {
    await world.settle();
    return false;
  } catch (error) {
    if (!(error instanceof Error) || error.message !== 'killed') throw error;
    return true;
  } finally {
    dying.at = Number.POSITIVE_INFINITY;
    await world.settle();
  }
}

/** A payer who takes the same file once. */
function knowing(world: ClaimFileWorld): ClaimFileWorld['send'] {
  return () => ({ kind: 'sent', at: world.app.clock.now() });
}

/** One who cannot tell: what was cut off may have arrived. */
function unknowing(world: ClaimFileWorld): ClaimFileWorld['send'] {
  return ({ wasCutOff }: SendingClaims): ClaimSending =>
    wasCutOff
      ? { kind: 'failed', failure: 'broken-off', mayHaveArrived: true }
      : { kind: 'sent', at: world.app.clock.now() };
}

it.each([
  ['before', knowing],
  ['behind', knowing],
  ['before', unknowing],
  ['behind', unknowing],
] as const)(
  'a process that dies %s any commit loses no claim and sends none in two files',
  { timeout: 120_000 },
  async (where, payer) => {
    const dying = new Dying();
    const world = await claimFileWorld({ claims: { perFile: 2 }, store: dying.wrap });
    world.send = payer(world);
    for (let at = 1, hasDied = true; hasDied; at++) {
      const ids = await world.take(3);
      Object.assign(dying, { at: dying.count + at, isBehind: where === 'behind' });
      hasDied = await settleTwice(world, dying);
      const own = new Set(ids);
      const items = (await world.items()).filter(({ claim_id }) => own.has(claim_id));
      expect(items.map(({ claim_id }) => claim_id)).toEqual(ids);
      for (const { claim_id, file_id } of items) {
        const file = (await world.files()).find(({ id }) => id === file_id);
        const claim = (await world.claims()).find(({ id }) => id === claim_id);
        const calls = world.sent.filter(({ id }) => id === file_id);
        // Those that came again were told so, and had the same bytes.
        expect(calls.slice(1).every(({ wasCutOff, x12 }) => wasCutOff && x12 === calls[0]?.x12)).toBe(true);
        expect([claim?.file_id, claim?.state]).toEqual([file_id, file?.state === 'SENT' ? 'DELIVERED' : 'QUEUED']);
        if (file?.state === 'SENT') continue;
        expect([payer, file?.state, calls.at(-1)?.wasCutOff]).toEqual([unknowing, 'HELD', true]);
      }
      if (!hasDied) expect(at).toBeGreaterThan(8);
    }
    const history = await world.app.queries((queries) =>
      queries.from('claim_history').select(['claim_id', 'source']).where('source', '=', 'delivered').execute(),
    );
    expect(new Set(history.map(({ claim_id }) => claim_id)).size).toBe(history.length);
  },
);
