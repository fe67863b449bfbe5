import { describe, expect, it, onTestFinished } from 'vitest';
import { createAccount } from '../../../src/accounts/accounts.js';
import { answerIndexOf, indexesOf } from '../../../src/resources/claims/claim-indexes.js';
import { CLAIMS } from '../../support/claims.js';
import { testServices } from '../../support/test-services.js';

type Json = Readonly<Record<string, unknown>>;

async function opened() {
  const { services, clock, close } = await testServices();
  onTestFinished(close);
  const { store, realTime } = services;
  const needs = { store, patients: realTime.patients };
  const account = (name: string) => store.write((tx) => createAccount(tx, clock, name));
  const [first, second] = [await account('first'), await account('second')];
  const of = (request: Json, more: object = {}) =>
    indexesOf(needs, {
      ...{ type: 'professional', request, accountId: first, payerId: 'LAKES', routeId: 'route-1' },
      ...more,
    });
  return { needs, second, of };
}

const request = CLAIMS.professional.request;
const information = request.claimInformation as Json & { readonly serviceLines: readonly Json[] };
const changed = (more: Json): Json => ({ ...request, claimInformation: { ...information, ...more } });

describe('what a claim is found by', () => {
  it('is of its account, but for what payers answer', async () => {
    const { of, second } = await opened();
    const [own, theirs] = [await of(request), await of(request, { accountId: second })];
    expect(theirs.patientIndex).not.toBe(own.patientIndex);
    expect(theirs.claimIndex).not.toBe(own.claimIndex);
    expect(theirs.answerIndex).toBe(own.answerIndex);
    expect((await of(request, { routeId: 'route-2' })).answerIndex).not.toBe(own.answerIndex);
    expect((await of(request, { routeId: undefined })).answerIndex).toBeNull();
  });

  it('is found of an answer, whose amount is written otherwise', async () => {
    const { needs, of } = await opened();
    const { answerIndex } = await of(changed({ claimChargeAmount: '109.2' }));
    const { memberId } = request.subscriber as { readonly memberId: string };
    const answer = { routeId: 'route-1', patientControlNumber: String(information.patientControlNumber), memberId };
    const { patients, store } = needs;
    for (const charge of ['109.20', '109.2', '0109.20'])
      expect(await answerIndexOf(patients, store, { ...answer, charge })).toBe(answerIndex);
    for (const charge of ['109.21', '1092', '10.92', ''])
      expect(await answerIndexOf(patients, store, { ...answer, charge })).not.toBe(answerIndex);
  });

  it('is the same claim by what was done, not by how it is numbered', async () => {
    const { of } = await opened();
    const { claimIndex } = await of(request);
    expect((await of(changed({ patientControlNumber: 'ANOTHER' }))).claimIndex).toBe(claimIndex);
    const [line = {}, ...lines] = information.serviceLines;
    const numbered = [{ ...line, providerControlNumber: 'X' }, ...lines];
    expect((await of(changed({ serviceLines: numbered }))).claimIndex).toBe(claimIndex);
    const others = [
      changed({ serviceLines: [{ ...line, serviceDate: '20260101' }, ...lines] }),
      changed({ serviceLines: lines }),
      changed({ claimChargeAmount: '1.00' }),
      { ...request, subscriber: { ...(request.subscriber as Json), memberId: 'OTHER' } },
      { ...request, dependent: { firstName: 'A', dateOfBirth: '20200101' } },
    ];
    for (const one of others) expect((await of(one)).claimIndex).not.toBe(claimIndex);
    expect((await of(request, { payerId: 'HILLS' })).claimIndex).not.toBe(claimIndex);
    // One that says itself that it is not the first.
    expect((await of(changed({ claimFrequencyCode: '7' }))).claimIndex).toBeNull();
  });
});
