import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeClaim } from '../../../src/claims/edits/judge-claim.js';
import { elementOf } from '../../../src/claims/places/element-of.js';
import { normalise } from '../../../src/claims/prepare-claim.js';
import { claimRequests } from '../../../src/testing/claim-requests.js';
import { isMapped, ROWS, TYPES } from '../property-request.js';
import { homeOf } from './homes.js';

const CLAIM = 'claimInformation';
const LINE = [CLAIM, 'serviceLines', 2];
const OTHER = [CLAIM, 'otherSubscriberInformation', 1];

describe('the place of a property in the 837', () => {
  it.each([
    ['an element', [CLAIM, 'claimChargeAmount'], '2300/CLM/02'],
    ['the line that it is of', [...LINE, 'professionalService', 'lineItemChargeAmount'], '2400[3]/SV1/02'],
    [
      'all loops that come again',
      [...LINE, 'lineAdjudicationInformation', 1, 'serviceLinePaidAmount'],
      '2400[3]/2430[2]/SVD/02',
    ],
    ['a loop below one that comes again', [...OTHER, 'otherPayerName', 'otherPayerIdentifier'], '2320[2]/2330B/NM1/09'],
    ['the entry in its segment', [CLAIM, 'healthCareCodeInformation', 3, 'diagnosisCode'], '2300/HI[01-1=ABK,BK]/04-2'],
    [
      'the entry in the segment at hand',
      [...OTHER, 'claimLevelAdjustments', 1, 'adjustmentDetails', 2, 'adjustmentAmount'],
      '2320[2]/CAS/09',
    ],
    ['the qualifier that tells the segment', ['tradingPartnerSecondaryIdentifiers', 'naic'], '2010BB/REF[01=NF]/02'],
    ['a provider, as 2310 has it', ['rendering', 'npi'], '2310B/NM1/09'],
    ['a number of a contact', ['submitter', 'contactInformation', 'email'], '1000A/PER/08'],
    ['the segment of an object', ['submitter', 'contactInformation'], '1000A/PER'],
    ['the segment of the procedure', [...LINE, 'professionalService'], '2400[3]/SV1'],
    ['the loop of an object', ['billing'], '2010AA'],
    ['the loop of an address', ['billing', 'address'], '2010AA'],
    ['the line itself', LINE, '2400[3]'],
    ['what an unknown property is in', ['dependent', 'unknown'], '2010CA'],
    ['either end of a period', [...LINE, 'serviceDateEnd'], '2400[3]/DTP[01=472]/03'],
  ] as const)('%s', (_, trail, place) => {
    expect(elementOf('professional', trail)).toBe(place);
  });

  it('of a patient is in the loops of who that is', () => {
    expect(elementOf('professional', [CLAIM, 'patientWeight'])).toBe('2000B/PAT/08');
    expect(elementOf('professional', [CLAIM, 'patientWeight'], { ofDependent: true })).toBe('2000C/PAT/08');
    expect(elementOf('professional', [CLAIM, 'claimChargeAmount'], { ofDependent: true })).toBe('2300/CLM/02');
  });

  it('of an institutional claim has an inner list and a number with its qualifier', () => {
    const code = [CLAIM, 'otherDiagnosisInformationList', 1, 4, 'otherDiagnosisCode'];
    expect(elementOf('institutional', code)).toBe('2300/HI[01-1=ABF,BF]/05-2');
    expect(elementOf('institutional', ['attending', 'secondaryIdentifier'])).toBe('2310A/REF/02');
    expect(elementOf('institutional', [CLAIM, 'otherSubscriberInformation', 'groupNumber'])).toBe('2320/SBR/03');
  });

  it('of the whole request, or of what nobody knows, is none', () => {
    expect(elementOf('dental', [])).toBeUndefined();
    expect(elementOf('dental', ['unknown'])).toBeUndefined();
  });

  it('is told of every property that has one, in normal form', () => {
    // `assignedNumber` is counted, not taken; the number of an uploaded file is known to who keeps it.
    const rows = ROWS.filter((row) => isMapped(row) && !/\.(assignedNumber|attachmentId)$/.test(row.property));
    const without = rows.filter((row) => {
      const trail = homeOf(row) ?? [];
      return !/\/\d\d(-\d+)?$/.test(elementOf(TYPES[row.claim] ?? 'professional', trail) ?? '');
    });
    expect(without.map(({ claim, property }) => `${claim} ${property}`)).toEqual([]);
  });

  it.each(['professional', 'institutional', 'dental'] as const)('is told of whatever rules tell, %s', (type) => {
    const told = fc
      .sample(claimRequests(fc, type), { numRuns: 60, seed: 7 })
      .map((request) => judgeClaim(type, normalise(type, request), '20260301'))
      .flatMap(({ errors, warnings }) => [...errors, ...warnings]);
    expect(new Set(told.map(({ id }) => id)).size).toBeGreaterThan(10);
    const without = told.filter(({ trail }) => elementOf(type, trail) === undefined);
    expect(without.map(({ id, pointer }) => `${id} ${pointer}`)).toEqual([]);
  });
});
