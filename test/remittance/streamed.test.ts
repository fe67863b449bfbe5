import { expect, it } from 'vitest';
import { type RemittanceClaim, remittance, remittanceClaim, sumOfAmounts } from '../../src/remittance/index.js';
import { engine, FIXTURE, fixtureWith, guide, read } from './read-fixture.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** As `remittance`, a claim at a time. */
async function streamed(x12: string) {
  const claims: RemittanceClaim[] = [];
  let paidApart: string | undefined = '0';
  for await (const event of engine.stream([bytes(x12)], { loop: '2100' })) {
    if (event.kind === 'loop') {
      const claim = remittanceClaim(guide, event.data);
      paidApart = sumOfAmounts([paidApart, claim.paid]);
      claims.push(claim);
    }
    if (event.kind === 'transaction') return { claims, whole: remittance(guide, event.data, { paidApart }) };
  }
  throw new Error('the set has no end');
}

it('a claim of a stream is what the whole set gives, and the payment balances behind the claims', async () => {
  const { claims, whole } = await streamed(FIXTURE);
  const atOnce = remittance(guide, (await read(FIXTURE)).data);
  expect(claims).toEqual(atOnce.claims);
  expect(whole).toEqual({ ...atOnce, claims: [] });
});

it('a payment that does not balance is told behind its claims, and so is one that cannot be judged', async () => {
  const spoilt = await streamed(fixtureWith(['BPR*I*327*', 'BPR*I*326*']));
  expect(spoilt.whole.balance.imbalances).toMatchObject([{ element: 'BPR02', expected: '327', difference: '-1' }]);
  const unknown = await streamed(fixtureWith(['CLP*A-2002*4*120.5*0*', 'CLP*A-2002*4*120.5*X*']));
  expect(unknown.whole.balance.imbalances).toEqual([{ element: 'BPR02', reason: 'unreadable' }]);
});

it('refuses what is no loop of claims', () => {
  expect(() => remittanceClaim(guide, { heading: {} })).toThrow(expect.objectContaining({ code: 'X12_DATA_INVALID' }));
});
