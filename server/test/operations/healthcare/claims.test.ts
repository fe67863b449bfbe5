import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  CLAIM_ROUTE,
  CLAIMS,
  type ClaimsApp,
  claimsApp,
  EACH_CLAIM,
  productionClaim,
  recounted,
  sampleBody,
  segmentsOf,
} from '../../support/claims.js';

let world: ClaimsApp;

beforeEach(async () => {
  world = await claimsApp();
});
afterEach(() => world.app.close());

describe('a claim that keeps all rules', () => {
  it.each(EACH_CLAIM)('is taken in, answered and kept: %s as %s', async (type, form) => {
    const answer = await world.submit(type, form);
    const body = answer.json();
    expect([answer.statusCode, body.errors, body.message]).toEqual([200, undefined, undefined]);
    const [row, ...others] = await world.claims();
    const id = row?.id ?? '';
    expect(others).toEqual([]);
    expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    const isInstitutional = type === 'institutional';
    expect(body).toMatchObject({
      status: 'SUCCESS',
      httpStatusCode: '200 OK',
      tradingPartnerServiceId: type === 'dental' ? '99904' : '99901',
      claimReference: { correlationId: id, formatVersion: '5010', timeOfResponse: '2026-06-01T12:00:00.000Z' },
      payer: { payerID: type === 'dental' ? '99904' : '99901' },
      meta: { applicationMode: 'test' },
    });
    expect(body.claimReference[isInstitutional ? 'rhClaimNumber' : 'rhclaimNumber']).toBe(id);
    expect(body.claimReference.claimType).toBe(isInstitutional ? 'INST' : undefined);
    expect(row).toMatchObject({ type, mode: 'test', state: 'QUEUED', route_id: null, answer_index: null });
    expect(body.claimReference.serviceLines).toHaveLength(Number(row?.line_count));
    expect(segmentsOf(body.x12)).toContain(`REF*D9*${id}`);
    expect(segmentsOf(body.x12)).toContain(`TRN*2*${row?.trace_id}`);
    expect(body.x12).toMatch(/STC\*A1:20\*20260601\*WQ\*/);
    const sent = segmentsOf(await world.document(id, 'output'));
    expect(sent[0]).toMatch(
      /^ISA\*00\* {10}\*00\* {10}\*ZZ\*EDILOOMTEST {4}\*ZZ\*TESTPAYERS {5}\*260601\*1200\*\^\*00501\*\d{9}\*0\*T\*:$/,
    );
    expect(sent).toContain(`REF*D9*${id}`);
    expect(sent.some((segment) => segment.startsWith(`BHT*0019*00*${row?.trace_id}*`))).toBe(true);
    expect(JSON.parse(await world.document(id, 'response'))).toEqual(body);
    const request = await world.document(id, 'request');
    expect(form === 'json' ? JSON.parse(request) : { x12: request }).toEqual(sampleBody(type, form));
    expect(world.left).toBe(0);
  });

  it.each(EACH_CLAIM)('goes over the route of its payer where it is no test: %s as %s', async (type, form) => {
    world.routes = [CLAIM_ROUTE];
    const answer = await world.submit(type, form, { payload: productionClaim(type, form) });
    expect([answer.statusCode, answer.json().meta.applicationMode]).toEqual([200, 'production']);
    const [row] = await world.claims();
    expect(row).toMatchObject({ state: 'QUEUED', mode: 'production', route_id: CLAIM_ROUTE.routeId });
    expect(row?.answer_index).toMatch(/^[\w-]{43}$/);
    expect(world.asked).toEqual([`${type}ClaimSubmission`]);
    const sent = segmentsOf(await world.document(row?.id ?? '', 'output'));
    expect(sent[0]).toMatch(/\*ZZ\*CLEARING {7}\*ZZ\*UPSTREAM {7}\*.*\*P\*:$/);
    expect(sent[1]).toMatch(/^GS\*HC\*CLEARAPP\*UPAPP\*/);
    expect(sent.find((segment) => segment.startsWith('NM1*41*'))).toMatch(/\*46\*OURSUB$/);
    expect(sent.find((segment) => segment.startsWith('NM1*40*'))).toMatch(/\*46\*GATEWAY1$/);
    expect(sent.find((segment) => segment.startsWith('NM1*PR*'))).toMatch(/\*PI\*UP42$/);
    // Whoever sent the X12 is named nowhere.
    expect(sent.join('~')).not.toContain('EDILOOMTEST');
    const history = await world.app.queries((queries) => queries.from('claim_history').selectAll().execute());
    expect(history).toMatchObject([{ claim_id: row?.id, state: 'QUEUED', sending: 1, source: 'submitted' }]);
  });

  it('is the same claim in both spellings: it is found again by what it says', async () => {
    for (const form of ['json', 'raw'] as const) {
      const answer = await world.submit('professional', form);
      const codes = (answer.json().warnings ?? []).map(({ code }: { code: string }) => code);
      const isFirst = form === 'json';
      expect(codes.includes('edit::837::V78')).toBe(!isFirst);
      expect(codes.includes('claim::patient_control_number_used')).toBe(!isFirst);
    }
    world.app.clock.advance(31 * 86_400_000);
    const later = (await world.submit('professional', 'json')).json().warnings ?? [];
    expect(later.map(({ code }: { code: string }) => code)).toContain('claim::patient_control_number_used');
    expect(later.map(({ code }: { code: string }) => code)).not.toContain('edit::837::V78');
  });

  it('has numbers made for lines that have none, which come back', async () => {
    const information = CLAIMS.professional.request.claimInformation as { readonly serviceLines: readonly object[] };
    const serviceLines = information.serviceLines.map((line) => ({ ...line, providerControlNumber: undefined }));
    const request = { ...CLAIMS.professional.request, claimInformation: { ...information, serviceLines } };
    const x12 = recounted(CLAIMS.professional.x12.replace(/REF\*6R\*[^~]*~\n?/g, ''));
    for (const [form, payload] of [
      ['json', request],
      ['raw', { x12 }],
    ] as const) {
      const { claimReference } = (await world.submit('professional', form, { payload })).json();
      const numbers = claimReference.serviceLines.map(
        (line: { lineItemControlNumber: string }) => line.lineItemControlNumber,
      );
      expect(new Set(numbers).size).toBe(serviceLines.length);
      const sent = segmentsOf(await world.document(claimReference.correlationId, 'output'));
      expect(sent.filter((one) => one.startsWith('REF*6R*'))).toEqual(numbers.map((one: string) => `REF*6R*${one}`));
    }
  });

  it('answers with its own control number, else with that of the interchange', async () => {
    const own = await world.submit('professional', 'json', {
      payload: { ...CLAIMS.professional.request, controlNumber: '000000777' },
    });
    expect(own.json().controlNumber).toBe('000000777');
    const made = (await world.submit('professional', 'json')).json();
    expect(await world.document(made.claimReference.correlationId, 'output')).toContain(`*${made.controlNumber}*0*T*`);
    expect((await world.submit('professional', 'raw')).json().controlNumber).toBe('000000001');
  });
});

describe('a claim as X12', () => {
  it.each([
    ['*', ':', '^', '~'],
    ['|', '>', '!', '\n'],
    ['+', '<', '%', "'"],
    ['\u001d', '\u001f', '\u001e', '\u001c'],
  ])('comes under any delimiters', async (element, component, repetition, segment) => {
    const swap: Record<string, string> = { '*': element, ':': component, '^': repetition, '~': segment };
    const x12 = CLAIMS.professional.x12.replaceAll('\n', '').replace(/[*:^~]/g, (one) => swap[one] ?? one);
    const answer = await world.submit('professional', 'raw', { payload: { x12 } });
    expect([answer.statusCode, answer.json().message]).toEqual([200, undefined]);
    const sent = segmentsOf(await world.document(answer.json().claimReference.correlationId, 'output'));
    const given = segmentsOf(CLAIMS.professional.x12);
    const kept = given.filter((one) => !/^(ISA|GS|ST|SE|GE|IEA|BHT|NM1\*4[01]|NM1\*PR|REF\*D9)\b/.test(one));
    expect(kept.filter((one) => !sent.includes(one))).toEqual([]);
  });

  it('keeps values that hold what others have for delimiters', async () => {
    const swap: Record<string, string> = { '*': '|', ':': '>', '^': '!', '~': '\n' };
    const x12 = CLAIMS.professional.x12
      .replaceAll('\n', '')
      .replace('Maple Billing Service', 'Maple#Billing')
      .replace(/[*:^~]/g, (one) => swap[one] ?? one)
      .replace('Maple#Billing', 'Maple*Billing~Ltd');
    const answer = await world.submit('professional', 'raw', { payload: { x12 } });
    expect(answer.statusCode).toBe(200);
    expect(await world.document(answer.json().claimReference.correlationId, 'output')).toContain('Maple*Billing~Ltd');
  });

  const two = CLAIMS.professional.x12;
  it.each([
    ['no interchange', 'hello', 'INVALID_X12', /no interchange/],
    ['an interchange that is cut off', two.slice(0, 600), 'INVALID_X12', /errors|missing|IEA|end/i],
    ['several interchanges', two + two, 'INVALID_X12', /several transaction sets/],
    ['followed by one whose ISA is damaged', two + two.slice(1), 'INVALID_X12', /beside the interchange/],
    ['followed by something', `${two}hello`, 'INVALID_X12', /send the interchange alone/],
    ['beside a TA1', two.replace('GS*', 'TA1*000000007*260301*0915*A*000~GS*'), 'INVALID_X12', /It has a TA1/],
    ['another type', CLAIMS.dental.x12, 'INVALID_X12', /It is no 837P of version 005010X222A1/],
    ['a set that breaks its guide', two.replace(/SBR\*[^~]*~\n?/, ''), 'INVALID_X12', /./],
    ['a count that is wrong', two.replace(/GE\*1\*/, 'GE*7*'), 'INVALID_X12', /./],
  ])('is refused before it is judged where it is %s', async (_, x12, code, message) => {
    const answer = await world.submit('professional', 'raw', { payload: { x12 } });
    expect([answer.statusCode, answer.json().code]).toEqual([400, code]);
    expect(answer.json().message).toMatch(message);
    expect(answer.json().x12).toBeUndefined();
    expect(await world.claims()).toEqual([]);
  });

  it('is refused where it has several claims', async () => {
    const [, claim = ''] = /(CLM\*[\s\S]*?)SE\*/.exec(two) ?? [];
    const x12 = recounted(two.replace(/SE\*\d+\*/, (se) => `${claim}${se}`));
    const answer = await world.submit('professional', 'raw', { payload: { x12 } });
    expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining('several claims')]);
  });
});
