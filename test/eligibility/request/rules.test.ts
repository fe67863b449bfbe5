import { describe, expect, it } from 'vitest';
import { checkRequest } from '../../../src/eligibility/request/check-request.js';
import { REQUEST_RULES, type RequestRule } from '../../../src/eligibility/request/request-problem.js';
import { eligibilityRequestSchema } from '../../../src/eligibility/request/request-schema.js';
import { FORM_WORDS } from '../../../src/form/form-rules.js';
import { passesNpiCheck } from '../../../src/model/npi.js';
import { encode, engine, LEAST } from './requests.js';

type Case = readonly [rule: RequestRule, pointer: string, change: object];

const { provider, subscriber } = LEAST;
const nine = Object.fromEntries(
  [
    'agencyClaimNumber',
    'contractNumber',
    'healthInsuranceClaimNumber',
    'insurancePolicyNumber',
    'planNumber',
    'policyNumber',
  ].map((name) => [name, 'A']),
);
const diagnosis = (diagnosisTypeCode: string) => ({ diagnosisTypeCode, diagnosisCode: 'I10' });

const PROBLEMS: readonly Case[] = [
  ['address-incomplete', '/subscriber/address', { subscriber: { ...subscriber, address: { city: 'ERIE' } } }],
  [
    'address-incomplete',
    '/subscriber/address',
    {
      tradingPartnerServiceId: 'MBILUNOSSN',
      subscriber: { ...subscriber, address: { address1: '1 ELM STREET', city: 'ERIE' } },
    },
  ],
  [
    'address-subdivision',
    '/provider/address/countrySubDivisionCode',
    { provider: { ...provider, address: { address1: 'A', city: 'ERIE', countrySubDivisionCode: 'X' } } },
  ],
  ['check-digit', '/provider/npi', { provider: { ...provider, npi: '1234567890' } }],
  ['code-unknown', '/encounter/serviceTypeCodes/1', { encounter: { serviceTypeCodes: ['30', '31'] } }],
  ['date-impossible', '/subscriber/dateOfBirth', { subscriber: { ...subscriber, dateOfBirth: '20250229' } }],
  ['date-impossible', '/dependents/0/dateOfBirth', { dependents: [{ dateOfBirth: '20250431' }] }],
  ['date-range', '/encounter/beginningDateOfService', { encounter: { beginningDateOfService: '20250101' } }],
  [
    'date-range',
    '/encounter/beginningDateOfService',
    { encounter: { beginningDateOfService: '20250102', endDateOfService: '20250101' } },
  ],
  [
    'date-range',
    '/encounter/beginningDateOfService',
    { encounter: { dateOfService: '20250101', beginningDateOfService: '20250101', endDateOfService: '20250101' } },
  ],
  ['date-range', '/subscriber/beginningCardIssueDate', { subscriber: { ...subscriber, endCardIssueDate: '20250101' } }],
  ['date-range', '/dependents/0/beginningPlanIssueDate', { dependents: [{ beginningPlanIssueDate: '20250101' }] }],
  ['delimiter-inside', '/subscriber/lastName', { subscriber: { ...subscriber, lastName: 'D*E' } }],
  ['delimiter-inside', '/portalPassword', { portalPassword: 'A\u0007' }],
  ['half-character', '/subscriber/lastName', { subscriber: { ...subscriber, lastName: 'D\ud800E' } }],
  ['dependents-one', '/dependents', { dependents: [{}, {}] }],
  [
    'diagnosis-order',
    '/subscriber/healthCareCodeInformation',
    {
      subscriber: { ...subscriber, healthCareCodeInformation: [diagnosis('ABF')] },
      encounter: { diagnosisCodePointer: ['1'] },
    },
  ],
  [
    'diagnosis-order',
    '/dependents/0/healthCareCodeInformation',
    {
      dependents: [{ healthCareCodeInformation: [diagnosis('ABK'), diagnosis('ABK')] }],
      encounter: { diagnosisCodePointer: ['1'] },
    },
  ],
  ['blank', '/subscriber/lastName', { subscriber: { ...subscriber, lastName: '  ' } }],
  ['blank', '/subscriber/memberId', { subscriber: { memberId: '   ' } }],
  ['diagnosis-pointer', '/encounter/diagnosisCodePointer/0', { encounter: { diagnosisCodePointer: ['1'] } }],
  [
    'diagnosis-pointer',
    '/encounter/medicalProcedures/1/diagnosisCodePointer/1',
    {
      subscriber: { ...subscriber, healthCareCodeInformation: [diagnosis('ABK')] },
      encounter: {
        medicalProcedures: [
          { productOrServiceIDQualifier: 'HC', procedureCode: '90837', diagnosisCodePointer: ['1'] },
          { productOrServiceIDQualifier: 'HC', procedureCode: '90837', diagnosisCodePointer: ['1', '2'] },
        ],
      },
    },
  ],
  [
    'diagnosis-pointer',
    '/encounter/diagnosisCodePointer',
    { subscriber: { ...subscriber, healthCareCodeInformation: [diagnosis('ABK')] } },
  ],
  ['entries', '/encounter/serviceTypeCodes', { encounter: { serviceTypeCodes: [] } }],
  ['form', '/subscriber/memberId', { subscriber: { memberId: 'M/1' } }],
  ['length', '/subscriber/memberId', { subscriber: { memberId: 'M' } }],
  [
    'license-state',
    '/provider/informationReceiverAdditionalIdentifierState',
    { provider: { ...provider, stateLicenceNumber: 'L' } },
  ],
  [
    'no-room',
    '/subscriber/caseNumber',
    {
      subscriber: {
        ...subscriber,
        additionalIdentification: nine,
        groupNumber: 'A',
        idCard: 'A',
        ssn: '123456789',
        caseNumber: 'A',
      },
    },
  ],
  ['number', '/subscriber/spendDownAmount', { subscriber: { ...subscriber, spendDownAmount: 'ten' } }],
  ['pair', '/encounter/procedureCode', { encounter: { procedureCode: '90837' } }],
  ['pair', '/encounter/priorAuthorizationOrReferralNumber', { encounter: { referenceIdentificationQualifier: '9F' } }],
  ['pair', '/provider/referenceIdentification', { provider: { ...provider, referenceIdentification: '207Q00000X' } }],
  [
    'pair',
    '/subscriber/providerCode',
    { subscriber: { ...subscriber, providerIdentifier: 'A', referenceIdentificationQualifier: 'SY' } },
  ],
  ['pair', '/dependents/0/birthSequenceNumber', { dependents: [{ birthSequenceNumber: '1' }] }],
  ['provider-identifier', '/provider', { provider: { organizationName: 'LAKE CLINIC' } }],
  ['provider-name', '/provider', { provider: { npi: '1234567893', firstName: 'JO' } }],
  ['required', '/tradingPartnerServiceId', { tradingPartnerServiceId: undefined }],
  ['required', '/provider', { provider: undefined }],
  ['required', '/subscriber', { subscriber: undefined }],
  ['required', '/provider/address/city', { provider: { ...provider, address: { address1: 'A' } } }],
  [
    'spend-down-dependent',
    '/subscriber/spendDownAmount',
    { subscriber: { ...subscriber, spendDownAmount: '1' }, dependents: [{ firstName: 'JO' }] },
  ],
  ['subscriber-search', '/subscriber', { subscriber: { firstName: 'JANE' } }],
  ['type', '/subscriber', { subscriber: 'M0001' }],
  ['type', '/dependents', { dependents: { firstName: 'JO' } }],
  ['type', '/provider/npi', { provider: { ...provider, npi: 1234567893 } }],
];

const WARNINGS: readonly Case[] = [
  ['beyond-ascii', '/subscriber/lastName', { subscriber: { ...subscriber, lastName: 'PEÑA' }, externalPatientId: 'É' }],
  ['beyond-ascii', '/dependents/0/firstName', { dependents: [{ firstName: 'O’Shea' }] }],
  ['property-unknown', '/subscriber/memberID', { subscriber: { ...subscriber, memberID: 'M2' } }],
  ['repaired-backtick', '/subscriber/lastName', { subscriber: { ...subscriber, lastName: 'O`HARA' } }],
  ['repaired-backtick', '/dependents/0/firstName', { dependents: [{ firstName: 'D`ARCY' }] }],
  ['not-sent', '/provider/lastName', { provider: { ...provider, lastName: 'DOE' } }],
  ['not-sent', '/provider/payorId', { provider: { ...provider, payorId: 'P1' } }],
];

/** The rule's own text, and behind it what may stand there. */
const textOf = (rule: RequestRule) =>
  expect.stringMatching(new RegExp(`^${escaped(REQUEST_RULES[rule])}( [A-Z].*[.?])?$`));
const escaped = (text: string) => text.replace(/[.()]/g, '\\$&');

describe('the rules of a request', () => {
  it.each(PROBLEMS)('%s at %s keeps it from being sent', (rule, pointer, change) => {
    const { document, problems } = encode({ ...LEAST, ...change });
    expect(document).toBeUndefined();
    expect(problems).toEqual([{ pointer, rule, text: textOf(rule) }]);
  });

  it.each(WARNINGS)('%s at %s is a warning', (rule, pointer, change) => {
    const { document, problems, warnings } = encode({ ...LEAST, ...change });
    expect(document).toBeDefined();
    expect([problems, warnings]).toEqual([[], [{ pointer, rule, text: textOf(rule) }]]);
  });

  it.each([
    ...['1980-01-31', '19801345', '1980-01-31T00:00:00Z'].map((dateOfBirth): [object, string] => [
      { subscriber: { ...subscriber, dateOfBirth } },
      'Write a day of the calendar as CCYYMMDD (year, month, day), such as 20260131.',
    ]),
    [{ subscriber: { ...subscriber, gender: 'X' } }, 'Codes are: M, F.'],
    [{ encounter: { serviceTypeCodes: ['ZZZ'] } }, 'the schema of the request has all.'],
    [{ encounter: { serviceTypeCodes: [] } }, 'It takes 1 to 99.'],
    [{ encounter: { serviceTypeCodes: '30' } }, 'Give a list.'],
    [{ encounter: { procedureCode: '99213' } }, 'They are procedureCode and productOrServiceIDQualifier.'],
    [{ encounter: { endDateOfService: '20260101' } }, 'The day is dateOfService, the ends are beginningDateOfService'],
    [{ provider: { ...provider, npi: '123' } }, 'It takes 10 characters.'],
    [{ provider: { ...provider, organizationName: 'X'.repeat(61) } }, 'It takes 1 to 60 characters.'],
    [{ provider: 'Lake Clinic' }, 'Give an object.'],
    [{ tradingPartnerServiceId: 60054 }, 'Give text, in quotation marks.'],
  ])('say what may stand there: %j', (change, words) => {
    const [problem] = checkRequest({ ...LEAST, ...change }).problems;
    expect(problem?.text).toContain(words);
  });

  it('have words for each form', () => {
    const patterns = new Set(JSON.stringify(eligibilityRequestSchema).match(/(?<="pattern":)"(?:[^"\\\\]|\\\\.)*"/g));
    expect(patterns.size).toBeGreaterThan(5);
    expect([...patterns].filter((pattern) => FORM_WORDS[JSON.parse(pattern)] === undefined)).toEqual([]);
  });

  it('have a case here each', () => {
    const named = new Set([...PROBLEMS, ...WARNINGS].map(([rule]) => rule));
    expect(Object.keys(REQUEST_RULES).filter((rule) => !named.has(rule as RequestRule))).toEqual([]); // keys of the table
  });

  it('say everything that is wrong at once, and never a value', () => {
    const { problems } = checkRequest({
      provider: { npi: 'CANARY' },
      subscriber: { memberId: 'CANARY*', gender: 'CANARY' },
    });
    expect(problems.length).toBe(5);
    expect(JSON.stringify(problems)).not.toContain('CANARY');
  });

  it.each([null, undefined, 7, 'text', [], { subscriber: null, provider: [], dependents: [null], encounter: 1 }])(
    'judge %j without an exception',
    (request) => {
      expect(checkRequest(request).problems.length).toBeGreaterThan(0);
    },
  );

  it('let what counts as absent or belongs to one payer pass', () => {
    expect(checkRequest({ ...LEAST, dependents: [] }).problems).toEqual([]);
    const stateOnly = {
      ...LEAST,
      tradingPartnerServiceId: 'MBILUNOSSN',
      subscriber: { memberId: 'M1', address: { state: 'PA' } },
    };
    expect(checkRequest(stateOnly).problems).toEqual([]);
    const { document } = encode(stateOnly);
    if (document === undefined) throw new Error('refused');
    const { bytes, findings } = engine.generate(document, { findings: 'report' });
    expect(new TextDecoder().decode(bytes)).toContain('~N4**PA~');
    expect(findings.map(({ code, at }) => [code, at.segmentId, at.element])).toEqual([['1', 'N4', 1]]);
    expect(checkRequest({ ...LEAST, provider: { lastName: 'DOE', taxId: '123456789' } }).problems).toEqual([]);
    expect(checkRequest({ ...LEAST, encounter: { dateOfService: '19000101' } }).problems).toEqual([]);
  });

  it('refuse the delimiters that are written, and no others', () => {
    const request = { ...LEAST, portalPassword: 'A:B' };
    expect(checkRequest(request).problems).toEqual([]);
    expect(checkRequest(request, '*:^~').problems.map(({ rule }) => rule)).toEqual(['delimiter-inside']);
    expect(checkRequest({ ...LEAST, portalPassword: 'A]B' }, '*]^\\').problems).toHaveLength(1);
  });

  it('tell what is no request at all', () => {
    const problem = (text: RegExp) => [{ pointer: '', rule: 'type', text: expect.stringMatching(text) }];
    for (const given of [null, undefined, 'X', [LEAST]])
      expect(encode(given).problems).toMatchObject(problem(/Give an object\.$/));
    expect(encode(Promise.resolve(LEAST)).problems).toMatchObject(problem(/It is a promise\. Await it\.$/));
  });

  it('ask for ten characters of who makes traces: the guide has no other', () => {
    for (const traceOriginator of ['x', '90000000011', ''])
      expect(() => encode(LEAST, { traceOriginator })).toThrow(
        /^traceOriginator of encode must be text of ten characters: 1 and the EIN/,
      );
    expect(() => encode(LEAST, { traceOriginator: 'x' })).toThrow(
      expect.objectContaining({ code: 'X12_OPTION_INVALID' }),
    );
    const { document } = encode(LEAST, { traceOriginator: '9000000001' });
    expect(() => document && engine.generate(document)).not.toThrow();
  });

  it('know the check digit', () => {
    expect(['1234567893', '1245319599', '1234567890', '123456789'].map(passesNpiCheck)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
