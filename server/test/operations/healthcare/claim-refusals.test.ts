import type { ClaimType } from 'ediloom/claims';
import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  CLAIM_PATHS,
  CLAIM_ROUTE,
  CLAIM_TYPES,
  CLAIMS,
  type ClaimsApp,
  claimsApp,
  EACH_CLAIM,
  productionClaim,
  sampleBody,
  segmentsOf,
} from '../../support/claims.js';
import { insertPayers } from '../../support/eligibility.js';

let world: ClaimsApp;

beforeEach(async () => {
  world = await claimsApp();
});
afterEach(() => world.app.close());

type Json = Readonly<Record<string, never>>;

/** A claim that charges another amount than its lines, and whose billing provider has an NPI with a slip. */
function broken(type: ClaimType, form: 'json' | 'raw'): object {
  const { request, x12 } = CLAIMS[type];
  const { claimInformation, billing } = request as { claimInformation: Json; billing: Json & { npi: string } };
  const npi = slipped(billing.npi);
  if (form === 'json')
    return {
      ...request,
      billing: { ...billing, npi },
      claimInformation: { ...claimInformation, claimChargeAmount: '1.00' },
    };
  const changed = x12.replace(`NM1*85*2*`, 'NM1*85*2*').replace(`*XX*${billing.npi}~`, `*XX*${npi}~`);
  return { x12: changed.replace(/(CLM\*[^*]*\*)[^*]*\*/, '$11*') };
}

/** Another last digit: the check digit does not fit. */
function slipped(npi: string): string {
  return `${npi.slice(0, -1)}${(Number(npi.at(-1)) + 1) % 10}`;
}

interface Told {
  readonly rule: string;
  readonly location: string;
  readonly code: string;
  readonly followupAction: string;
  readonly description: string;
}

describe('a claim that breaks rules', () => {
  it.each(EACH_CLAIM)('is told all of them at once, each at its place: %s as %s', async (type, form) => {
    const answer = await world.submit(type, form, { payload: broken(type, form) });
    const body = answer.json();
    expect(answer.statusCode).toBe(400);
    const isInstitutional = type === 'institutional';
    expect(body).toMatchObject({
      status: 'ERROR',
      httpStatusCode: '400 BAD_REQUEST',
      code: 'CLAIM_REJECTED',
      message: expect.stringMatching(/^The claim breaks rules at \d+ places/),
      claimReference: { formatVersion: '5010' },
    });
    const errors: readonly Told[] = body.errors;
    const places = Object.fromEntries(errors.map(({ rule, location }) => [rule, location]));
    expect(places).toMatchObject(
      form === 'json'
        ? { V01: '/claimInformation/claimChargeAmount', V10: '/billing/npi' }
        : { V01: '2300/CLM/02', V10: expect.stringMatching(/^2010AA(\[1\])?\/NM1/) },
    );
    for (const { code, followupAction, description } of errors) {
      expect([code, followupAction]).toEqual(['33', 'Please Correct and Resubmit']);
      expect(description).not.toBe('');
    }
    const { correlationId } = body.claimReference;
    expect(body.claimReference[isInstitutional ? 'rhClaimNumber' : 'rhclaimNumber']).toBe(correlationId);
    const report = segmentsOf(body.x12);
    expect(report).toContain(`REF*D9*${correlationId}`);
    const statuses = report.filter((segment) => /^STC\*A[678]/.test(segment));
    expect(statuses).toHaveLength(errors.length);
    expect(await world.claims()).toEqual([]);
    expect(world.left).toBe(0);
  });

  it.each(CLAIM_TYPES)('is told the same whether it came as JSON or as X12: %s', async (type) => {
    const [json, raw] = await Promise.all(
      (['json', 'raw'] as const).map(async (form) => {
        const { errors } = (await world.submit(type, form, { payload: broken(type, form) })).json();
        return (errors as readonly Told[]).map(({ rule, description }) => `${rule} ${description}`);
      }),
    );
    expect(raw).toEqual(json);
  });
});

describe('a request that is no claim', () => {
  it.each(CLAIM_TYPES)('is told every place that is wrong: %s', async (type) => {
    const { claimInformation, billing: _, ...request } = CLAIMS[type].request as Record<string, Json>;
    const payload = {
      ...request,
      claimInformation: {
        ...claimInformation,
        claimFrequencyCode: '77',
        claimChargeAmount: 'KANARIE',
        serviceLines: 5,
      },
    };
    const answer = await world.submit(type, 'json', { payload });
    const body = answer.json();
    expect([answer.statusCode, body.code]).toEqual([400, 'INVALID_REQUEST']);
    const paths = body.errors.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        ...['/claimInformation/claimChargeAmount', '/claimInformation/serviceLines'],
        ...(type === 'institutional' ? [] : ['/billing']),
      ]),
    );
    expect(answer.body).not.toContain('KANARIE');
    expect(body.x12).toBeUndefined();
  });

  it('has a slip in a name that is required: the name that was meant is told', async () => {
    const { billing, ...payload } = CLAIMS.professional.request as Record<string, Json>;
    const answer = await world.submit('professional', 'json', { payload: { ...payload, biling: billing } });
    const { code, errors, warnings } = answer.json();
    expect([answer.statusCode, code, errors]).toEqual([
      400,
      'INVALID_REQUEST',
      [expect.objectContaining({ path: '/billing', rule: 'required' })],
    ]);
    expect(warnings).toContainEqual({
      code: 'request::837::property_unknown',
      description: '/biling: There is no such property; it is not sent. Did you mean billing?',
    });
  });

  it.each(EACH_CLAIM)(
    'of another type is told where it is taken, and not what it lacks: %s as %s',
    async (type, form) => {
      const [other = type] = CLAIM_TYPES.filter((one) => one !== type);
      const answer = await world.submit(other, form, { payload: sampleBody(type, form) });
      const { code, message, errors } = answer.json();
      expect([answer.statusCode, code]).toEqual([400, form === 'json' ? 'INVALID_REQUEST' : 'INVALID_X12']);
      expect(errors).toHaveLength(1);
      expect(message).toContain(`${type} claim: send it to `);
      expect(message).toContain(`, POST ${CLAIM_PATHS[type][form]}.`);
      const taken = await world.submit(type, form, { payload: sampleBody(type, form) });
      expect(taken.statusCode).toBe(200);
    },
  );

  it('may have more than is known: that is a warning', async () => {
    const payload = { ...CLAIMS.professional.request, nmae: 'x' };
    const { warnings } = (await world.submit('professional', 'json', { payload })).json();
    expect(warnings).toContainEqual({
      code: 'request::837::property_unknown',
      description: expect.stringMatching(/^\/nmae: /),
    });
  });

  it.each([['[]'], ['"text"'], ['{'], ['']])('is refused where it is no object: %s', async (payload) => {
    const answer = await world.app.call('POST', '/2024-04-01/dental-claims/submission', {
      payload,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.statusCode).toBe(400);
  });
});

it('a report that names an uploaded file names one that there is not', async () => {
  const { request } = CLAIMS.professional;
  const information = request.claimInformation as { readonly claimSupplementalInformation?: object };
  const report = { attachmentReportTypeCode: 'OZ', attachmentTransmissionCode: 'EL' };
  const reportInformation = { ...report, attachmentId: '0197a000-0000-7000-8000-000000000001' };
  const claimSupplementalInformation = { ...information.claimSupplementalInformation, reportInformation };
  const payload = { ...request, claimInformation: { ...information, claimSupplementalInformation } };
  const answer = await world.submit('professional', 'json', { payload });
  expect([answer.statusCode, answer.json().errors?.map(({ rule }: { rule: string }) => rule)]).toEqual([
    400,
    ['attachment-unknown'],
  ]);
});

it.each(['PAPER', 'PRINT', 'BPUMR'])('a claim on paper is printed by nobody: %s', async (receiverId) => {
  const { receiver } = CLAIMS.professional.request as { readonly receiver: object };
  const payload = { ...CLAIMS.professional.request, receiver: { ...receiver, receiverId } };
  const x12 = CLAIMS.professional.x12.replace(/(NM1\*40\*2\*[^*]*\*{5}46\*)[^~]*/, `$1${receiverId}`);
  for (const [form, body] of [
    ['json', payload],
    ['raw', { x12 }],
  ] as const) {
    const answer = await world.submit('professional', form, { payload: body });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'NOT_OFFERED']);
  }
});

describe('a payer', () => {
  it('that nobody has is told, with those that may be meant', async () => {
    const payload = { ...CLAIMS.professional.request, tradingPartnerServiceId: '099901' };
    const answer = await world.submit('professional', 'json', { payload });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'UNKNOWN_PAYER']);
    expect(answer.json().message).toContain('99901 (LAKES');
    expect(answer.json().errors).toHaveLength(1);
  });

  it('that nobody has does not hide the rules that the claim breaks', async () => {
    const { request, x12 } = CLAIMS.professional;
    const { claimInformation } = request as { readonly claimInformation: object };
    const payload = {
      ...{ ...request, tradingPartnerServiceId: 'NOBODY' },
      claimInformation: { ...claimInformation, claimChargeAmount: '999999.99' },
    };
    const spelt = (answer: LightMyRequestResponse) => {
      const { code, message, errors } = answer.json();
      expect([answer.statusCode, code]).toEqual([400, 'UNKNOWN_PAYER']);
      expect(message).toContain('The claim breaks rules, too: errors has them.');
      expect(answer.body).not.toContain('999999.99');
      return errors.map(({ path, rule, location }: Json) => [path, rule, location]);
    };
    expect(spelt(await world.submit('professional', 'json', { payload }))).toEqual([
      ['/tradingPartnerServiceId', undefined, undefined],
      ['/claimInformation/claimChargeAmount', expect.stringMatching(/^V\d/), undefined],
    ]);
    const raw = x12.replace('*PI*99901~', '*PI*NOBODY~').replace(/(CLM\*[^*]*\*)[^*]*/, '$1999999.99');
    expect(spelt(await world.submit('professional', 'raw', { payload: { x12: raw } }))).toEqual([
      ['/tradingPartnerServiceId', undefined, undefined],
      ['/x12', expect.stringMatching(/^V\d/), expect.stringContaining('CLM')],
    ]);
  });

  it.each(EACH_CLAIM)(
    'without a route for claims is not offered, and nothing is kept: %s as %s',
    async (type, form) => {
      const answer = await world.submit(type, form, { payload: productionClaim(type, form) });
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'NOT_OFFERED']);
      expect(await world.claims()).toEqual([]);
    },
  );

  it('that takes no claims of the type is not offered, but for tests, which are told', async () => {
    await insertPayers(world.app.services.store, [{ id: 'TEETH', primary: '55555', takes: ['dentalClaimSubmission'] }]);
    world.routes = [CLAIM_ROUTE];
    const payload = { ...CLAIMS.professional.request, tradingPartnerServiceId: '55555' };
    const refused = await world.submit('professional', 'json', { payload: { ...payload, usageIndicator: 'P' } });
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'NOT_OFFERED']);
    const { warnings } = (await world.submit('professional', 'json', { payload })).json();
    expect(warnings.map(({ code }: { code: string }) => code)).toContain('payer::837::not_taken');
  });

  describe('that asks for enrollment', () => {
    beforeEach(async () => {
      await insertPayers(world.app.services.store, [
        { id: 'ENROL', primary: '66666', takes: ['professionalClaimSubmission'], support: 'ENROLLMENT_REQUIRED' },
      ]);
    });
    const payload = { ...CLAIMS.professional.request, tradingPartnerServiceId: '66666', usageIndicator: 'P' };
    const enroll = (npi: string) =>
      world.app.queries((queries) =>
        queries
          .insert('enrollments', {
            ...{ id: `enr_${npi}`, payer_id: 'ENROL', transaction_type: 'professionalClaimSubmission', npi },
            ...{ tax_index: '', status: 'LIVE', source: 'IMPORT', created_at: 0, updated_at: 0 },
          })
          .execute(),
      );
    const npi = (CLAIMS.professional.request.billing as { readonly npi: string }).npi;

    it('is sent with a warning, or not at all, as its route says', async () => {
      world.routes = [CLAIM_ROUTE];
      const warned = (await world.submit('professional', 'json', { payload })).json().warnings;
      expect(warned.map(({ code }: { code: string }) => code)).toContain('enrollment::837::not_known');
      world.routes = [{ ...CLAIM_ROUTE, enrollmentPolicy: 'block' }];
      const blocked = await world.submit('professional', 'json', { payload });
      expect([blocked.statusCode, blocked.json().code]).toEqual([400, 'ENROLLMENT_REQUIRED']);
      expect(await world.claims()).toHaveLength(1);
      // Of who bills; a test goes on, whoever it is of.
      await enroll('1999999984');
      expect((await world.submit('professional', 'json', { payload })).statusCode).toBe(400);
      const test = await world.submit('professional', 'json', { payload: { ...payload, usageIndicator: 'T' } });
      expect(test.statusCode).toBe(200);
    });

    it('is asked again under the same Idempotency-Key once the provider is enrolled', async () => {
      world.routes = [{ ...CLAIM_ROUTE, enrollmentPolicy: 'block' }];
      const send = () => world.submit('professional', 'json', { payload, idempotencyKey: 'claim-1' });
      expect((await send()).json().code).toBe('ENROLLMENT_REQUIRED');
      await enroll(npi);
      const accepted = await send();
      expect([accepted.statusCode, accepted.headers['idempotent-replayed']]).toEqual([200, undefined]);
      expect((await send()).headers['idempotent-replayed']).toBe('true');
      expect(await world.claims()).toHaveLength(1);
    });
  });
});
