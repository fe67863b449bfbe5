import { setTimeout } from 'node:timers/promises';
import { type ClaimWish, stormClaim, wishOf } from './claims-storm-orders.js';
import type { Instance } from './instance.js';
import { until } from './until.js';

/** Short, so that what a killed process had begun goes on soon; but longer than a busy machine keeps one waiting that lives. */
export const FAST = {
  ...{ JOB_LEASE_MS: '10000', IDEMPOTENCY_LEASE_MS: '4000', LOG_LEVEL: 'error' },
  ...{ DELIVERY_INTERVAL_MS: '3000', DELIVERY_ATTEMPTS: '100' },
};
/** Primary id of the payer of all claims. */
export const PAYER = '99901';

const PATH = '/2024-04-01/change/medicalnetwork/professionalclaims/v3/submission';
const CLIENTS = 4;
const READERS = 4;
/** Far beyond what a busy machine takes for the last answer. */
const PATIENCE_MS = 300_000;
const MOST_DIFFERENCES = 20;

interface ShownClaim {
  readonly state: string;
  readonly history: readonly { readonly state: string; readonly saidBy?: string }[];
}

export interface Storm {
  readonly house: Instance;
  readonly claims: number;
  readonly kills: number;
}

/** Hands claims in while the process is killed. @returns their numbers, in the order of their wishes. */
export async function rage({ house, claims, kills }: Storm): Promise<readonly string[]> {
  const ids: string[] = new Array(claims);
  let next = 0;
  let answered = 0;
  const client = async (): Promise<void> => {
    for (let place = next++; place < claims; place = next++) {
      ids[place] = await handIn(house, place);
      answered++;
    }
  };
  const killing = async (): Promise<void> => {
    for (let kill = 1; kill <= kills; kill++) {
      // The last one when all are handed in, and answers come.
      const from = (claims * kill) / kills;
      await until(`${from} claims`, async () => (answered >= from ? true : undefined), {
        ms: claims * 1_000 + 100_000,
      });
      await setTimeout(Math.random() * (kill === kills ? 8_000 : 1_000));
      const [member] = house.members;
      await member?.kill();
      await member?.start();
    }
  };
  await Promise.all([killing(), ...Array.from({ length: CLIENTS }, client)]);
  return ids;
}

/** Under an Idempotency-Key until it is answered. */
async function handIn(house: Instance, place: number): Promise<string> {
  const asked = { body: stormClaim(place, PAYER), idempotencyKey: `storm-${place}` };
  for (;;) {
    const { status, body } = await house.ask('POST', PATH, asked);
    if (status === 200) return (body as { claimReference: { correlationId: string } }).claimReference.correlationId;
    // Its first request is still held by a process that was killed, or there are too many a second.
    if (![409, 429].includes(status)) throw new Error(`${status} ${JSON.stringify(body)}`);
    await setTimeout(100);
  }
}

/** Waits until each claim is where it is to be. @returns those that are not, in words; the first of them. */
export async function wrongStates(house: Instance, ids: readonly string[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  // All wait until one moment, or each of many that are wrong would be waited for.
  const end = Date.now() + PATIENCE_MS;
  let next = 0;
  const reader = async (): Promise<void> => {
    for (let place = next++; place < ids.length; place = next++) {
      const wish = wishOf(place);
      for (;;) {
        const claim = await read(house, ids[place] ?? '');
        if (claim !== undefined && isFulfilled(claim, wish)) break;
        if (Date.now() > end) {
          wrong.push(`${wish.memberId} ${ids[place]}: ${JSON.stringify(claim)}`);
          break;
        }
        await setTimeout(500);
      }
    }
  };
  await Promise.all(Array.from({ length: READERS }, reader));
  return wrong.slice(0, MOST_DIFFERENCES);
}

async function read(house: Instance, id: string): Promise<ShownClaim | undefined> {
  const { status, body } = await house.ask('GET', `/2024-04-01/claims/${id}`);
  return status === 200 ? (body as ShownClaim) : undefined;
}

function isFulfilled({ state, history }: ShownClaim, wish: ClaimWish): boolean {
  const states = history.map((event) => event.state).sort();
  const refusal = history.find((event) => event.state === 'REJECTED')?.saidBy;
  return state === wish.state && states.join() === wish.history.join() && refusal === wish.saidBy;
}

/** What waits for somebody who is not there: files that are held, answers that fit no claim. */
export async function leftOver(house: Instance): Promise<object> {
  const said = async (...argv: readonly string[]) => JSON.parse(await house.command(...argv, '--json'));
  return { held: await said('claims', 'held'), unmatched: await said('claims', 'unmatched') };
}
