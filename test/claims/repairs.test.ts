import { describe, expect, it } from 'vitest';
import { type ClaimWarning, WARNINGS, warnings } from '../../src/claims/claim-problem.js';
import { repairRequest } from '../../src/claims/repairs/repair-request.js';
import type { JsonObject } from '../../src/model/json.js';

function repaired(request: JsonObject): { readonly request: JsonObject; readonly told: readonly ClaimWarning[] } {
  const { list, warn } = warnings();
  return { request: repairRequest(request, warn), told: list };
}

/** What a property is given as, and what is made of it. */
const REPAIRED: readonly (readonly [name: string, given: string, form: string])[] = [
  // Dates.
  ['dateOfBirth', '1979-02-14', '19790214'],
  ['serviceDate', '2026-02-10', '20260210'],
  ['serviceDateEnd', '2026-02-11', '20260211'],
  ['statementBeginDate', '2026-01-05', '20260105'],
  ['otherPayerAdjudicationOrPaymentDate', '2026-02-01', '20260201'],
  ['questionResponseAsDate', '2026-02-01', '20260201'],
  ['admissionDateAndHour', '2026-01-05', '20260105'],
  ['admissionDateAndHour', '2026-01-05T14:30', '202601051430'],
  // Amounts.
  ['claimChargeAmount', '$185.50', '185.50'],
  ['claimChargeAmount', '1,185.50', '1185.50'],
  ['claimChargeAmount', '$1,234,185', '1234185'],
  ['claimChargeAmount', '$ 12 185.5', '12185.5'],
  ['adjustmentAmount', '-$15.00', '-15.00'],
  ['adjustmentAmount', '$-15.00', '-15.00'],
  ['lineItemChargeAmount', '$60', '60'],
  ['patientAmountPaid', '$20.00', '20.00'],
  ['rentalPrice', '$20.00', '20.00'],
  ['purchasePrice', '2,000', '2000'],
  ['remainingPatientLiability', '$50', '50'],
  ['patientEstimatedAmountDue', '$50', '50'],
  ['claimPpsCapitalOutlierAmmount', '1,500', '1500'],
  ['repricedPerDiem', '1,500', '1500'],
  // Addresses.
  ['postalCode', '62701-0001', '627010001'],
  ['postalCode', '62701 0001', '627010001'],
  ['postalCode', 'k1a 0b1', 'K1A0B1'],
  ['state', 'il', 'IL'],
  ['autoAccidentStateCode', 'oh', 'OH'],
  ['autoAccidentState', 'oh', 'OH'],
  ['countryCode', 'mx', 'MX'],
  ['autoAccidentCountryCode', 'mx', 'MX'],
  // Numbers of telephones.
  ['phoneNumber', '+1 (217) 555-0110', '2175550110'],
  ['phoneNumber', '12175550110', '2175550110'],
  ['phoneNumber', '217.555.0110', '2175550110'],
  ['faxNumber', '217/555-0111', '2175550111'],
  ['faxNumber', '555-0111', '5550111'],
  ['phoneExtension', 'ext. 12', '12'],
  ['phoneExtension', 'x12', '12'],
  ['phoneExtension', 'Extension: 12', '12'],
  // Numbers of persons and organisations.
  ['employerId', '12-3456780', '123456780'],
  ['ssn', '900-11-2222', '900112222'],
  ['taxId', '12-3456780', '123456780'],
  ['npi', '155 500 1019', '1555001019'],
  ['identificationCode', '1555 001019', '1555001019'],
  // Codes.
  ['diagnosisCode', 'e11.9', 'E119'],
  ['principalDiagnosisCode', 'K35.80', 'K3580'],
  ['admittingDiagnosisCode', 'r10.31', 'R1031'],
  ['otherDiagnosisCode', 'E78.5', 'E785'],
  ['patientReasonForVisitCode', 's61.011a', 'S61011A'],
  ['externalCauseOfInjury', 'w26.0xxa', 'W260XXA'],
  ['principalProcedureCode', '0dtj4zz', '0DTJ4ZZ'],
  ['otherProcedureCode', '47.01', '4701'],
  ['procedureCode', 'j1815', 'J1815'],
  ['taxonomyCode', '207q00000x', '207Q00000X'],
  ['repricedApprovedHCPCSCode', ' j1815', 'J1815'],
  // Drugs: five, four and two digits, of which one part may lack its zero.
  ['nationalDrugCode', '00002-8215-01', '00002821501'],
  ['nationalDrugCode', '0002-8215-01', '00002821501'],
  ['nationalDrugCode', '00002-215-01', '00002021501'],
  ['nationalDrugCode', '00002-8215-1', '00002821501'],
  // Texts.
  ['lastName', ' Lind ', 'Lind'],
  ['billingNote', 'Interpreter\r\n  present', 'Interpreter present'],
  ['email', ' desk@maple.example\n', 'desk@maple.example'],
  ['memberId', '   ', ''],
];

/** What might mean something else, or nothing. */
const KEPT: readonly (readonly [name: string, given: string])[] = [
  ['serviceDate', '10-02-2026'],
  ['serviceDate', '2026-2-10'],
  ['serviceDate', '20260210-20260211'],
  ['claimChargeAmount', '12,50'],
  ['claimChargeAmount', '1.185,50'],
  ['claimChargeAmount', '1,1850'],
  ['claimChargeAmount', '12 50'],
  ['claimChargeAmount', 'USD 12'],
  ['claimChargeAmount', '12.505'],
  ['serviceUnitCount', '1,000'],
  ['phoneNumber', '+44 20 7946 0958'],
  ['phoneNumber', '+4420794609'],
  ['phoneNumber', '217-555-DESK'],
  ['phoneExtension', 'desk 12'],
  ['employerId', '1-23456780'],
  ['submitterIdentification', 'A-1'],
  ['diagnosisCode', 'E11-9'],
  ['nationalDrugCode', '0002821501'],
  ['nationalDrugCode', '0002-215-01'],
  ['nationalDrugCode', '00002-82155-1'],
  ['lastName', 'de la Cruz'],
  ['organizationName', 'a.b. smith, inc.'],
  ['patientControlNumber', 'ab-12.3'],
];

describe('repairs of a form', () => {
  it.each(REPAIRED)('%s: %j is %j', (name, given, form) => {
    const { request, told } = repaired({ claimInformation: { list: [{ [name]: given }] } });
    expect(request).toEqual({ claimInformation: { list: [{ [name]: form }] } });
    const pointer = `/claimInformation/list/0/${name}`;
    expect(told).toEqual([{ pointer, rule: 'repaired', text: WARNINGS.repaired }]);
    // What is in form stays, and nobody is told.
    expect(repaired(request)).toEqual({ request, told: [] });
  });

  it.each(KEPT)('%s: %j stays', (name, given) => {
    const request = { claimInformation: { [name]: given } };
    const result = repaired(request);
    expect(result.request).toBe(request);
    expect(result.told).toEqual([]);
  });

  it('repairs each entry of a list, and tells where', () => {
    const { request, told } = repaired({ procedureModifiers: ['25', 'lt', ' rt '] });
    expect(request).toEqual({ procedureModifiers: ['25', 'LT', 'RT'] });
    expect(told.map(({ pointer }) => pointer)).toEqual(['/procedureModifiers/1', '/procedureModifiers/2']);
  });

  it('leaves the hyphens of what is no National Drug Code', () => {
    const drug = { serviceIdQualifier: 'ON', nationalDrugCode: '0002-8215-01' };
    expect(repaired(drug)).toEqual({ request: drug, told: [] });
    expect(repaired({ ...drug, serviceIdQualifier: 'N4' }).request.nationalDrugCode).toBe('00002821501');
  });

  it('does not touch what was given', () => {
    const request = Object.freeze({
      subscriber: Object.freeze({ dateOfBirth: '1979-02-14' }),
    }) as unknown as JsonObject; // frozen, and else the same
    expect(repaired(request).request).toEqual({ subscriber: { dateOfBirth: '19790214' } });
    expect(request).toEqual({ subscriber: { dateOfBirth: '1979-02-14' } });
  });
});

describe('the country of an address', () => {
  const ADDRESS = { address1: '1 Hill Rd', city: 'Ottawa', state: 'ON', postalCode: 'K1A0B1' };

  it('is Canada where province and postal code are', () => {
    const { request, told } = repaired({ address: ADDRESS });
    expect(request).toEqual({ address: { ...ADDRESS, countryCode: 'CA' } });
    expect(told.map(({ pointer, rule }) => [pointer, rule])).toEqual([['/address/countryCode', 'repaired']]);
  });

  it('is not said of the United States', () => {
    const here = { address1: '1 Elm St', city: 'Springfield', state: 'IL', postalCode: '62701' };
    const { request, told } = repaired({ address: { ...here, countryCode: 'us' } });
    expect(request).toEqual({ address: here });
    expect(told.map(({ pointer }) => pointer)).toContain('/address/countryCode');
    // A rule tells of these two: nobody knows which is wrong.
    expect(repaired({ address: { ...ADDRESS, countryCode: 'US' } }).request).toEqual({
      address: { ...ADDRESS, countryCode: 'US' },
    });
  });

  it('is found after the other repairs', () => {
    const { request } = repaired({ address: { ...ADDRESS, state: 'on', postalCode: 'k1a 0b1' } });
    expect(request).toEqual({ address: { ...ADDRESS, countryCode: 'CA' } });
  });

  it.each([
    ['another country is given', { ...ADDRESS, countryCode: 'MX' }],
    ['the postal code is not of Canada', { ...ADDRESS, postalCode: '627010001' }],
    ['the state is none of its provinces', { ...ADDRESS, state: 'IL' }],
    ['there is no postal code', { address1: '1 Hill Rd', city: 'Ottawa', state: 'ON' }],
  ])('stays where %s', (_, address) => {
    expect(repaired({ address })).toEqual({ request: { address }, told: [] });
  });
});

describe('repairs of what is no request', () => {
  it('takes values of any type as they are', () => {
    const request: JsonObject = { postalCode: 62701, npi: null, state: ['il'], phoneNumber: { a: true } };
    expect(repaired(request).request).toEqual({ ...request, state: ['IL'] });
  });

  it('takes any depth', () => {
    const text = `{"claimInformation":${'{"a":['.repeat(50_000)}" x "${']}'.repeat(50_000)}}`;
    const request = JSON.parse(text);
    expect(repaired(request).request).toBe(request);
  });

  it('takes names that objects have by themselves', () => {
    const request = JSON.parse('{"__proto__":{"state":"il"},"constructor":{"state":"il"}}');
    const result = repaired(request).request;
    expect(JSON.stringify(result)).toBe('{"__proto__":{"state":"IL"},"constructor":{"state":"IL"}}');
    expect(({} as JsonObject).state).toBeUndefined();
  });

  it('reads a long text once', { timeout: 20_000 }, () => {
    const blanks = ' '.repeat(2_000_000);
    const digits = '1'.repeat(2_000_000);
    for (const name of new Set(REPAIRED.map(([known]) => known)))
      for (const long of [
        `a${blanks}\n${blanks}b`,
        `$${blanks}x`,
        `x${blanks}a`,
        `${digits}a`,
        `1,${digits}`,
        `1-${digits}`,
      ])
        repaired({ [name]: long });
  });

  it('does not say a long name again with each repair', { timeout: 20_000 }, () => {
    const { told } = repaired({ ['n'.repeat(1_000_000)]: Array.from({ length: 100_000 }, () => ' x ') });
    expect(told).toEqual([]);
  });
});
