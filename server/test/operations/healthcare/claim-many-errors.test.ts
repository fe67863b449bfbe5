import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MOST_ERRORS } from '../../../src/exchange/claims/told-errors.js';
import { CLAIMS, type ClaimsApp, claimsApp, recounted, segmentsOf } from '../../support/claims.js';

/** A claim may be wrong in as many places as a request has room for: its answer has room for fewer, and says so. */

let world: ClaimsApp;

beforeEach(async () => {
  world = await claimsApp();
});
afterEach(() => world.app.close());

const LINES = 999;

/** Lines each of which breaks two rules: no units, and a day that has not come. */
function broken(form: 'json' | 'raw'): object {
  const { request, x12 } = CLAIMS.institutional;
  const places = Array.from({ length: LINES }, (_, at) => at + 1);
  if (form === 'json') {
    const { claimInformation } = request as { claimInformation: { serviceLines: readonly [object] } };
    const [line] = claimInformation.serviceLines as readonly [{ readonly institutionalService: object }];
    const institutionalService = { ...line.institutionalService, serviceUnitCount: '0' };
    const serviceLines = places.map((place) => ({
      ...{ institutionalService, serviceDate: '20991231', lineItemControlNumber: `R${place}` },
    }));
    return { ...request, claimInformation: { ...claimInformation, serviceLines } };
  }
  const lines = places.map((place) => `LX*${place}~SV2*0120**4200*DA*0~DTP*472*D8*20991231~REF*6R*R${place}~`).join('');
  const ending = /SE\*\d+\*/.exec(x12)?.[0] ?? '';
  return { x12: recounted(`${x12.slice(0, x12.indexOf('LX*1'))}${lines}${x12.slice(x12.indexOf(ending))}`) };
}

describe('a claim that breaks rules at thousands of places', () => {
  it.each(['json', 'raw'] as const)('is told the first, and how many more there are: %s', async (form) => {
    const answer = await world.submit('institutional', form, { payload: broken(form) });
    const { code, message, errors, warnings, x12 } = answer.json();
    expect([answer.statusCode, code]).toEqual([400, 'CLAIM_REJECTED']);
    expect(errors).toHaveLength(MOST_ERRORS);
    const [, count, more] =
      /breaks rules at (\d+) places: errors has the first 1000, and (\d+) more/.exec(message) ?? [];
    expect(Number(count)).toBeGreaterThanOrEqual(2 * LINES);
    expect(Number(more)).toBe(Number(count) - MOST_ERRORS);
    expect(warnings[0]).toEqual({ code: 'claim::more_errors', description: `${more} more errors are left out.` });
    expect(segmentsOf(x12).filter((segment) => /^STC\*A[678]/.test(segment))).toHaveLength(MOST_ERRORS);
    expect(await world.claims()).toEqual([]);
  });

  it('or whose form is wrong there, is told the same', async () => {
    const { claimInformation, ...request } = CLAIMS.institutional.request as Record<string, object>;
    const serviceLines = Array.from({ length: 1_200 }, () => 5);
    const payload = { ...request, claimInformation: { ...claimInformation, serviceLines } };
    const { code, message, errors } = (await world.submit('institutional', 'json', { payload })).json();
    expect([code, errors.length]).toEqual(['INVALID_REQUEST', MOST_ERRORS]);
    expect(message).toMatch(/There are 12\d\d such places: errors has the first 1000, and 2\d\d more are left out\./);
  });
});
