import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notePayerNumbers } from '../../../src/resources/claims/payer-number.js';
import { reasonsColumn } from '../../../src/resources/claims/reasons.js';
import { CLAIM_ROUTE, CLAIMS, type ClaimsApp, claimsApp, EACH_CLAIM, productionClaim } from '../../support/claims.js';
import { plantFile, say } from '../../support/planted-claims.js';

let world: ClaimsApp;

beforeEach(async () => {
  world = await claimsApp();
  world.routes = [CLAIM_ROUTE];
});
afterEach(() => world.app.close());

const get = (path: string, authorization = world.app.liveKey) =>
  world.app.call('GET', `/2024-04-01/claims/${path}`, { headers: { authorization } });

const taken = async (key?: string): Promise<Readonly<Record<string, never>> & { readonly id: string }> => {
  const answer = (await world.submit('professional', 'json', { key })).json();
  return { ...answer, id: answer.claimReference.correlationId };
};

describe('a claim that was taken in', () => {
  it.each(EACH_CLAIM)('is read back with its answer and its documents: %s as %s', async (type, form) => {
    const payload = productionClaim(type, form);
    const answer = (await world.submit(type, form, { payload })).json();
    const id = answer.claimReference.correlationId;
    const shown = (await get(id)).json();
    expect(shown).toMatchObject({
      ...{ id, type, state: 'QUEUED', mode: 'production', source: form === 'json' ? 'json' : 'raw-x12' },
      lineCount: answer.claimReference.serviceLines.length,
      history: [{ state: 'QUEUED', sending: 1, source: 'submitted', at: shown.createdAt }],
    });
    expect(shown.response).toEqual(answer);
    const sent = (await get(`${id}/claim`)).json();
    expect(sent.x12).toContain(`~REF*D9*${id}~`);
    expect(sent.x12).toContain(`*${shown.transactionId}*`);
    const request = (await get(`${id}/request`)).json();
    expect(form === 'json' ? request.json.submitter : request.x12.slice(0, 3)).toEqual(
      form === 'json' ? CLAIMS[type].request.submitter && expect.anything() : 'ISA',
    );
  });

  it('gives tax ids and social security numbers back to nobody', async () => {
    const { billing } = CLAIMS.professional.request as { readonly billing: { readonly employerId: string } };
    const ssn = '219099998';
    const { subscriber } = CLAIMS.professional.request as { readonly subscriber: object };
    const payload = { ...CLAIMS.professional.request, subscriber: { ...subscriber, ssn } };
    const made = [
      await world.submit('professional', 'json', { payload }),
      await world.submit('professional', 'raw'),
    ].map((answer) => answer.json().claimReference.correlationId);
    for (const id of made) {
      for (const name of ['request', 'claim']) {
        const { body, statusCode } = await get(`${id}/${name}`);
        expect([statusCode, body.includes('MASKED')]).toEqual([200, true]);
        expect(body).not.toContain(billing.employerId);
        expect(body).not.toContain(ssn);
      }
    }
    expect(await world.document(made[0], 'output')).toContain(ssn);
  });

  it('shows its file, what was said of it and why, what is missing, and what its payer calls it', async () => {
    const made = await world.submit('professional', 'json', { payload: productionClaim('professional', 'json') });
    const id = made.json().claimReference.correlationId as string;
    expect((await get(id)).json()).toMatchObject({ sending: 1, state: 'QUEUED' });
    expect((await get(id)).json().file).toBeUndefined();
    const file = await plantFile(world.app, [id], { state: 'SENT', sent_at: world.app.clock.now() });
    await say(world.app, [id], { state: 'DELIVERED', source: 'delivered' });
    const codes = [{ code: 'A7:562:85', text: 'The claim is refused' }];
    const reasons = reasonsColumn({ said: '277CA', reasons: codes });
    await say(world.app, [id], { state: 'REJECTED', source: 'answer 1', reasons });
    await world.app.queries(async (queries) => {
      const number = { number: 'PAYER-7', at: 1 };
      await notePayerNumbers(world.app.services.sealedColumns, queries, new Map([[id, number]]));
      await queries.update('claims').set({ overdue_since: world.app.clock.now() }).where('id', '=', id).execute();
      const { payer_number } = await queries.from('claims').select('payer_number').executeTakeFirstOrThrow();
      expect(payer_number).not.toContain('PAYER-7');
    });
    const shown = (await get(id)).json();
    const at = new Date(world.app.clock.now()).toISOString();
    expect(shown).toMatchObject({
      ...{ state: 'REJECTED', sending: 1, payerClaimNumber: 'PAYER-7', overdueSince: at },
      file: { id: file, state: 'SENT', interchangeNumber: '000000001', sentAt: at },
    });
    expect(shown.history.map(({ state, source, saidBy, reasons }: never) => [state, source, saidBy, reasons])).toEqual([
      ['QUEUED', 'submitted', undefined, undefined],
      ['DELIVERED', 'delivered', undefined, undefined],
      ['REJECTED', 'answer 1', '277CA', codes],
    ]);
  });

  it('is there for its account alone, and for test keys where it is a test of theirs', async () => {
    const other = await world.app.account();
    const { id } = await taken();
    const production = (await world.submit('dental', 'json', { payload: productionClaim('dental', 'json') })).json();
    for (const path of ['', '/request', '/claim']) {
      expect((await get(`${id}${path}`, other.liveKey)).statusCode).toBe(404);
      expect((await get(`${id}${path}`, other.testKey)).statusCode).toBe(404);
      expect((await get(`${production.claimReference.correlationId}${path}`, world.app.testKey)).statusCode).toBe(404);
      expect((await get(`${id}${path}`, world.app.testKey)).statusCode).toBe(200);
    }
    expect((await get('01KT1GW6G0WC08XH54Y1MC7ENA')).statusCode).toBe(404);
    expect((await get('x')).statusCode).toBe(400);
  });

  it('leaves each read, and each claim, in the audit', async () => {
    const { id } = await taken();
    await get(id);
    await get(`${id}/request`);
    await get(`${id}/claim`);
    await get('01KT1GW6G0WC08XH54Y1MC7ENA');
    const rows = await world.app.queries((queries) =>
      queries.from('audit').selectAll().where('object_kind', '=', 'claim').orderBy('action').execute(),
    );
    expect(rows.map(({ action, object_id }) => [action, object_id])).toEqual([
      ...Array.from({ length: 3 }, () => ['read', id]),
      ['submit', id],
    ]);
  });
});
