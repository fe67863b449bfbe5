import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eligibilityRoutes } from '../../../src/operations/healthcare/eligibility.js';
import { BATCHES, type BatchWorld, batchWorld, item, overInTime } from '../../support/batches.js';

/*
 * A check of a batch is a check: it is refused for what it would be refused for alone, in the same words at the same member, and has the
 * answer that it would have alone.
 */

const ALONE = '/2024-04-01/change/medicalnetwork/eligibility/v3';

/** Members that are changed, dropped, mistyped, added. */
const PLACES: readonly (readonly (string | number)[])[] = [
  ['tradingPartnerServiceId'],
  ['externalPatientId'],
  ['provider'],
  ['provider', 'npi'],
  ['provider', 'taxId'],
  ['provider', 'organizationName'],
  ['provider', 'lastName'],
  ['subscriber'],
  ['subscriber', 'memberId'],
  ['subscriber', 'memberID'],
  ['subscriber', 'dateOfBirth'],
  ['subscriber', 'gender'],
  ['subscriber', 'firstName'],
  ['subscriber', 'lastName'],
  ['subscriber', 'ssn'],
  ['subscriber', 'address'],
  ['subscriber', 'address', 'state'],
  ['dependents'],
  ['dependents', 0],
  ['dependents', 0, 'dateOfBirth'],
  ['encounter'],
  ['encounter', 'serviceTypeCodes'],
  ['encounter', 'serviceTypeCodes', 0],
  ['encounter', 'dateOfService'],
  ['encounter', 'beginningDateOfService'],
  ['encounter', 'endDateOfService'],
  ['nobodyKnowsThis'],
];
const VALUES: readonly unknown[] = [
  ...[null, '', ' ', 0, 42, true, [], {}, ['30'], '30', 'ZZ', 'M', 'X', '00042', '42', 'LAKES', 'x'.repeat(300)],
  ...['19310207', '1931-02-07', '20260230', '29990101', '1999999984', '1999999985', '199999998', '123456789'],
  ...['é', 'KANARIE~1', 'A*B', '\u0000', [{ firstName: 'EMIL', lastName: 'ZEISIG', dateOfBirth: '20200202' }]],
];

type Change = { readonly place: readonly (string | number)[]; readonly value: unknown };

const CHANGE: fc.Arbitrary<Change> = fc.record({
  place: fc.constantFrom(...PLACES),
  // `undefined` drops the member.
  value: fc.constantFrom(undefined, ...VALUES),
});

function changed(changes: readonly Change[]): object {
  const body = JSON.parse(JSON.stringify(item('own-0')));
  for (const { place, value } of changes) {
    let at = body;
    for (const name of place.slice(0, -1)) {
      if (typeof at[name] !== 'object' || at[name] === null) at[name] = {};
      at = at[name];
    }
    at[place.at(-1) ?? ''] = value;
  }
  return body;
}

interface Told {
  readonly path?: string;
  readonly message: string;
}

/** What is wrong, by its member. */
function told(all: readonly Told[], from = ''): readonly (readonly [string, string])[] {
  return all
    .map(({ path = '', message }) => [path.slice(from.length), message.replace(' Nothing was sent.', '')] as const)
    .sort((one, other) => (one.join() < other.join() ? -1 : 1));
}

/** The answer without what differs from one asking to another. */
function plain(answer: object): unknown {
  const {
    batchId: _,
    batchName: __,
    id: ___,
    submitterTransactionIdentifier: ____,
    ...rest
  } = answer as Record<string, unknown>;
  return JSON.parse(
    JSON.stringify(rest)
      .replace(/[0-7][0-9A-HJKMNP-TV-Z]{25}/g, 'ULID')
      .replace(/(ISA\*.{70})\*\d{6}\*\d{4}(.{9})\d{9}/g, '$1$2')
      .replace(/(GE|IEA)\*(\d+)\*\d+/g, '$1*$2')
      .replace(/(GS\*HB(?:\*[^*]*){4})\*\d+/g, '$1')
      .replace(/("[A-Za-z]*[cC]ontrolNumber":)"?\d+"?/g, '$10'),
  );
}

async function resultOf(world: BatchWorld, batchId: string): Promise<object> {
  await overInTime(world, batchId);
  const polled = await world.call('GET', `${BATCHES}/polling/batch-eligibility?batchId=${batchId}`);
  return polled.json().items[0];
}

it('an item is refused as it is alone, and answered as it is alone', { timeout: 600_000 }, async () => {
  const world = await batchWorld({ routes: eligibilityRoutes });
  const seen = { refused: 0, answered: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(CHANGE, { maxLength: 3 }), async (changes) => {
      const body = changed(changes);
      const alone = await world.call('POST', ALONE, { payload: body });
      const batch = await world.call('POST', `${BATCHES}/batch-eligibility`, { payload: { items: [body] } });
      if (alone.statusCode === 200) {
        expect([batch.statusCode, batch.body]).toEqual([200, expect.any(String)]);
        expect(plain(await resultOf(world, batch.json().batchId))).toEqual(plain(alone.json()));
        seen.answered++;
        return;
      }
      expect([alone.statusCode, batch.statusCode]).toEqual([400, 400]);
      const refusals = told(batch.json().fieldList ?? [], '/items/0');
      for (const refusal of told(alone.json().errors ?? [])) expect(refusals).toContainEqual(refusal);
      seen.refused++;
    }),
    { numRuns: Number(process.env.EDILOOM_RUNS ?? 40), endOnFailure: process.env.EDILOOM_RUNS === undefined },
  );
  expect(Math.min(seen.refused, seen.answered)).toBeGreaterThan(0);
});
