import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMetrics } from '../../../src/metrics.js';
import { purgeClaims } from '../../../src/resources/claims/expired.js';
import type { Tables } from '../../../src/store/tables.js';
import { TABLE_OWNER } from '../../architecture/tables.js';
import { CLAIM_ROUTE, CLAIMS, type ClaimsApp, claimsApp, recounted } from '../../support/claims.js';
import { PATIENT } from '../../support/patients.js';
import { valuesIn } from '../../support/search-values.js';

const CONTROL_NUMBER = 'PCN-VANDERSNOOT-3';
/** Whatever of a patient stands in the claims below. */
const VALUES = [
  ...[PATIENT.firstName, PATIENT.lastName, PATIENT.memberId, PATIENT.dateOfBirth, PATIENT.ssn, PATIENT.street],
  CONTROL_NUMBER,
];

/** The sample of a professional claim, of a patient whose values are unlike any other. */
const request = ofPatient(CLAIMS.professional.request);

function ofPatient(sample: Readonly<Record<string, unknown>>) {
  const { subscriber, claimInformation } = sample as {
    readonly subscriber: { readonly address: object };
    readonly claimInformation: object;
  };
  const { memberId, firstName, lastName, dateOfBirth, ssn, street } = PATIENT;
  const address = { ...subscriber.address, address1: street };
  return {
    ...sample,
    subscriber: { ...subscriber, memberId, firstName, lastName, dateOfBirth, ssn, address },
    claimInformation: { ...claimInformation, patientControlNumber: CONTROL_NUMBER },
  };
}

const x12 = recounted(
  CLAIMS.professional.x12
    .replace(/NM1\*IL\*[^~]*~/, `NM1*IL*1*${PATIENT.lastName}*${PATIENT.firstName}****MI*${PATIENT.memberId}~`)
    .replace(/DMG\*D8\*\d{8}/, `DMG*D8*${PATIENT.dateOfBirth}`)
    .replace(/CLM\*[^*]*/, `CLM*${CONTROL_NUMBER}`),
);

async function opened(parts: Parameters<typeof claimsApp>[0] = {}): Promise<ClaimsApp> {
  const world = await claimsApp(parts);
  onTestFinished(() => world.app.close());
  world.routes = [CLAIM_ROUTE];
  return world;
}

/** All rows of all tables, as they lie there. */
async function dumped({ app }: ClaimsApp): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (const table of Object.keys(TABLE_OWNER) as (keyof Tables)[]) {
    const rows = await app.services.store.read((db) => db.selectFrom(table).selectAll().execute());
    for (const value of rows.flatMap((row) => Object.values(row)))
      parts.push(value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value)), Buffer.from('\n'));
  }
  return Buffer.concat(parts);
}

describe('what claims say of people', () => {
  it('stands sealed in the store, and in no metric and no audit', async () => {
    const metrics = createMetrics();
    const world = await opened({ metrics });
    let sent = 0;
    for (const [form, payload] of [
      ['json', { ...request, usageIndicator: 'P' }],
      ['raw', { x12 }],
      ['json', { ...request, billing: { ...(request as { billing?: object }).billing, npi: '1999999985' } }],
      ['raw', { x12: x12.replace(/(CLM\*[^*]*\*)[^*]*/, '$11') }],
    ] as const) {
      for (const key of [world.app.liveKey, world.app.testKey]) {
        const { body } = await world.submit('professional', form, {
          payload,
          key,
          idempotencyKey: `key-${++sent}`,
        });
        // Whoever sent it is told of it, so that the values are there to be found.
        expect(body).toContain(PATIENT.lastName);
      }
    }
    const [claim] = await world.claims();
    for (const path of ['', '/request', '/claim']) {
      await world.app.call('GET', `/2024-04-01/claims/${claim?.id}${path}`);
    }
    expect(valuesIn(await dumped(world), VALUES)).toEqual([]);
    expect(valuesIn(Buffer.from(await metrics.text()), VALUES)).toEqual([]);
    expect(await metrics.text()).toMatch(/ediloom_claims_total\{type="professional",outcome="rejected"\} 4/);
  });

  it('is in no error: neither of form, nor of rules, nor of X12', async () => {
    const world = await opened();
    const { subscriber, claimInformation } = request;
    const payloads: readonly (readonly ['json' | 'raw', object])[] = [
      ['json', { ...request, subscriber: { ...subscriber, gender: PATIENT.lastName, dateOfBirth: PATIENT.firstName } }],
      ['json', { ...request, claimInformation: { ...claimInformation, claimFrequencyCode: PATIENT.memberId } }],
      ['json', { ...request, tradingPartnerServiceId: PATIENT.memberId }],
      ['json', { ...request, [PATIENT.lastName]: 1, billing: 5 }],
      ['raw', { x12: x12.replace(/DMG\*D8\*\d{8}/, `DMG*D8*${PATIENT.lastName}`) }],
      ['raw', { x12: x12.replace(/HL\*2\*1\*22/, `${PATIENT.lastName}*${PATIENT.ssn}~HL*2*1*22`) }],
      ['raw', { x12: PATIENT.ssn }],
      ['raw', { x12: x12.replace(/NM1\*PR\*2\*([^*]*)\*.*?~/, `NM1*PR*2*$1*****PI*${PATIENT.memberId}~`) }],
    ];
    for (const [form, payload] of payloads) {
      const { statusCode, json } = await world.submit('professional', form, { payload });
      expect(statusCode).toBe(400);
      const { path: _, ...told } = json();
      // The name of a member that is not known is the client's own, and is told where it stands.
      const text = JSON.stringify(told).replaceAll(`/${PATIENT.lastName}`, '');
      expect(valuesIn(Buffer.from(text), VALUES), JSON.stringify(Object.keys(payload))).toEqual([]);
    }
    // Rules are told without what breaks them; the report names the patient, as reports do.
    const broken = { ...request, claimInformation: { ...claimInformation, claimChargeAmount: '1.00' } };
    const {
      x12: report,
      claimReference,
      ...told
    } = (await world.submit('professional', 'json', { payload: broken })).json();
    expect(claimReference.patientControlNumber).toBe(CONTROL_NUMBER);
    expect(report).toContain(PATIENT.lastName);
    expect(valuesIn(Buffer.from(JSON.stringify(told)), VALUES)).toEqual([]);
  });
});

describe('a claim whose time has passed', () => {
  it('goes with its history and its documents, and no other', async () => {
    const world = await opened();
    const { services, clock } = world.app;
    Object.assign(services.config, { checksRetentionDays: 30 });
    await world.submit('professional', 'json');
    clock.advance(20 * 86_400_000);
    await world.submit('dental', 'raw');
    const all = await world.claims();
    expect(all.map(({ expires_at, created_at }) => Number(expires_at) - Number(created_at))).toEqual(
      all.map(() => 30 * 86_400_000),
    );
    clock.advance(11 * 86_400_000);
    await services.store.write((tx) => purgeClaims(tx, clock.now(), 500));
    expect((await world.claims()).map(({ type }) => type)).toEqual(['dental']);
    const history = await world.app.queries((queries) => queries.from('claim_history').selectAll().execute());
    expect(history).toHaveLength(1);
    const expiries = await world.app.queries((queries) =>
      queries.from('artifacts').select(['owner_id', 'expires_at']).where('model', '=', 'claim').execute(),
    );
    const expired = expiries.filter(({ expires_at }) => Number(expires_at) <= clock.now());
    expect([expiries.length, expired.length]).toEqual([6, 3]);
  });
});

it('a long claim has its turns, so that others wait for one piece of it', async () => {
  const world = await opened();
  const run = vi.spyOn(world.app.services.heavyTurns, 'run');
  await world.submit('institutional', 'json');
  expect(run).not.toHaveBeenCalled();
  const { claimInformation } = CLAIMS.institutional.request as {
    readonly claimInformation: { readonly serviceLines: readonly (object & { institutionalService: object })[] };
  };
  const [line] = claimInformation.serviceLines;
  const serviceLines = Array.from({ length: 999 }, () => ({
    ...line,
    lineItemControlNumber: undefined,
    institutionalService: { ...line?.institutionalService, lineItemChargeAmount: '1.00' },
  }));
  const payload = {
    ...CLAIMS.institutional.request,
    claimInformation: { ...claimInformation, serviceLines, claimChargeAmount: '999.00' },
  };
  const answer = await world.submit('institutional', 'json', { payload });
  expect([answer.statusCode, answer.json().errors]).toEqual([200, undefined]);
  expect(answer.json().claimReference.serviceLines).toHaveLength(999);
  // Read from JSON; judged; made; written.
  expect(run.mock.calls.length).toBeGreaterThanOrEqual(4);
  const x12 = await world.document(answer.json().claimReference.correlationId, 'output');
  run.mockClear();
  const raw = await world.submit('institutional', 'raw', { payload: { x12 } });
  expect([raw.statusCode, raw.json().message]).toEqual([200, undefined]);
  expect(run.mock.calls.length).toBeGreaterThanOrEqual(3);
});
