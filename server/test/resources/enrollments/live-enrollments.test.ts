import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '../../../src/accounts/accounts.js';
import { enrollmentOf } from '../../../src/resources/enrollments/enrollment-of.js';
import { type Provider, taxIndexOf } from '../../../src/resources/enrollments/provider.js';
import { payerWith } from '../../../src/resources/payers/find-payer.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import type { EnrollmentStatus } from '../../../src/store/enrollment-tables.js';
import { writeAs } from '../../support/accounts.js';
import { insertPayers } from '../../support/eligibility.js';
import { PROVIDER } from '../../support/patients.js';
import { ENROLLMENT, plantEnrollment } from '../../support/planted-enrollments.js';
import { type TestServices, testServices } from '../../support/test-services.js';

const NPI = '1999999984';
const OTHER_NPI = '1888888884';

let test: TestServices;
let own: string;
let other: string;

beforeEach(async () => {
  test = await testServices();
  own = await test.services.store.write((tx) => createAccount(tx, test.clock, 'own'));
  other = await test.services.store.write((tx) => createAccount(tx, test.clock, 'other'));
  await insertPayers(test.services.store, [
    { id: 'LAKES', primary: '00042', support: 'ENROLLMENT_REQUIRED' },
    { id: 'HILLS', primary: '77', support: 'ENROLLMENT_REQUIRED' },
  ]);
  await plantEnrollment(test.services, { accountId: own, payerId: 'LAKES' });
});

afterEach(() => test.close());

const indexOf = (text: string) => test.services.realTime.patients.of(own, text);

/** An enrollment of the NPI with the tax id for eligibility checks. */
async function enroll(status: EnrollmentStatus, transaction_type = 'eligibilityCheck'): Promise<void> {
  const tax_index = (await taxIndexOf(PROVIDER.taxId, indexOf)) ?? '';
  await writeAs(test.services.store, own, async (queries) => {
    await queries
      .insert('enrollment_transactions', {
        ...{
          enrollment_id: ENROLLMENT.id,
          transaction_type,
          payer_id: 'LAKES',
          npi: NPI,
          tax_index,
          status,
        },
      })
      .execute();
  });
}

function stateOf(provider: Provider, { payer: id = 'LAKES', account = own } = {}): Promise<string> {
  return test.services.store.read(async (db) => {
    const payer = await payerWith(db, id);
    if (payer === undefined) throw new Error('The payer is missing.');
    return enrollmentOf(new AccountQueries(db, account), payer, 'eligibilityCheck', { provider, indexOf });
  });
}

describe('an enrollment', () => {
  it.each([
    ['DRAFT', 'missing'],
    ['SUBMITTED', 'missing'],
    ['PROVISIONING', 'missing'],
    ['LIVE', 'live'],
    ['REJECTED', 'missing'],
    ['CANCELED', 'missing'],
  ] as const)('that is %s lets its provider be %s', async (status, state) => {
    await enroll(status);
    expect(await stateOf({ npi: NPI })).toBe(state);
  });

  it('is of its NPI with its tax id: whichever is named has to be that one', async () => {
    await enroll('LIVE');
    expect(await stateOf({ npi: NPI, taxId: PROVIDER.taxId })).toBe('live');
    const dashed = `${PROVIDER.taxId.slice(0, 2)}-${PROVIDER.taxId.slice(2)}`;
    expect(await stateOf({ taxId: dashed })).toBe('live');
    expect(await stateOf({ npi: NPI, taxId: '111111111' })).toBe('missing');
    expect(await stateOf({ npi: OTHER_NPI, taxId: PROVIDER.taxId })).toBe('missing');
    expect(await stateOf({ npi: OTHER_NPI })).toBe('missing');
    expect(await stateOf({})).toBe('missing');
  });

  it('is of its account, its payer and its transaction alone', async () => {
    await enroll('LIVE', 'claimStatus');
    expect(await stateOf({ npi: NPI })).toBe('missing');
    await enroll('LIVE');
    expect(await stateOf({ npi: NPI })).toBe('live');
    expect(await stateOf({ npi: NPI }, { payer: 'HILLS' })).toBe('missing');
    expect(await stateOf({ npi: NPI }, { account: other })).toBe('missing');
  });
});
