import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { addGuideKeywords } from '../../src/ajv/add-guide-keywords.js';
import { createClaimCodec } from '../../src/claims/claim-codec.js';
import type { EncodeClaimOptions } from '../../src/claims/claim-codec-types.js';
import type { ProfessionalClaim } from '../../src/claims/types/professional-claim.js';
import { loadGuide } from '../../src/guides/catalogue.js';
import { createEngine } from '../../src/index.js';
import type { JsonObject } from '../../src/model/json.js';

const guide = await loadGuide('837P-005010X222A1');
const codec = createClaimCodec('professional', guide);
const engine = createEngine({ guides: [guide] });
const institutional = createClaimCodec('institutional', await loadGuide('837I-005010X223A2'));
const NOW = Date.parse('2026-03-01T09:15:07Z');
const OPTIONS: EncodeClaimOptions = {
  ...{ sender: { qualifier: 'ZZ', id: 'CLINIC' }, receiver: { qualifier: 'ZZ', id: 'PAYER' } },
  ...{ transactionId: 'BHT-1', now: NOW, controlNumber: 7 },
};
const OPTIONS_OF_CHECK = { now: NOW, timeZone: 'UTC', attachmentNumber: () => undefined };

// biome-ignore lint/suspicious/noExplicitAny: tests spoil it in ways that its type forbids
function claim(change: (request: any) => void = () => undefined): JsonObject {
  const text = readFileSync(new URL('../../fixtures/claims/p1-subscriber.json', import.meta.url), 'utf8');
  const request = JSON.parse(text);
  change(request);
  return request;
}

function segmentsOf(request: unknown, options: Partial<EncodeClaimOptions> = {}): readonly string[] {
  const { document } = codec.encode(request, { ...OPTIONS, ...options });
  if (document === undefined) throw new Error('refused');
  return new TextDecoder().decode(engine.generate(document).bytes).split('~');
}

describe('a request that becomes an interchange', () => {
  it('is dated and numbered by the options', () => {
    const segments = segmentsOf(claim());
    expect(segments[0]).toContain('*260301*0915*^*00501*000000007*0*T*>');
    expect(segments[1]).toBe('GS*HC*CLINIC*PAYER*20260301*091507*7*X*005010X222A1');
    expect(segments[3]).toBe('BHT*0019*00*BHT-1*20260301*0915*CH');
  });

  it('has the day and hour of the zone that was asked for', () => {
    const segments = segmentsOf(claim(), { timeZone: 'Pacific/Auckland', usage: 'T' });
    expect(segments[3]).toBe('BHT*0019*00*BHT-1*20260301*2215*CH');
    expect(segments[0]).toContain('*T*');
  });

  it('is a test where the request or the options say so', () => {
    const test = claim((request) => {
      request.usageIndicator = 'T';
    });
    expect(segmentsOf(test)[0]).toContain('*T*');
    expect(segmentsOf(test, { usage: 'P' })[0]).toContain('*P*');
    for (const [usageIndicator, usage] of Object.entries({ ' t ': 'T', I: 'I', P: 'P' }))
      expect(segmentsOf(claim((request) => Object.assign(request, { usageIndicator })))[0]).toContain(`*${usage}*`);
  });

  it('is no promise, list or text', () => {
    for (const given of [null, 'X', [claim()]])
      expect(codec.encode(given, OPTIONS).problems).toMatchObject([
        { pointer: '', rule: 'type', text: expect.stringMatching(/Give an object\.$/) },
      ]);
    expect(codec.check(Promise.resolve(claim()), OPTIONS_OF_CHECK).problems).toMatchObject([
      { pointer: '', rule: 'type', text: expect.stringMatching(/It is a promise\. Await it\.$/) },
    ]);
  });

  it('is checked with options that there are', () => {
    const check = (options?: unknown) => () => codec.check(claim(), options as never); // as from JavaScript
    expect(check()).toThrow(/options of check are no object\. check needs \{ now \}/);
    expect(check({ now: NOW, tz: 'UTC' })).toThrow(/check has no option tz\./);
    expect(check({ now: NOW, timeZone: 'America/Nowhere' })).toThrow(/timeZone of check must be/);
    expect(check({ now: NOW, delimiters: '*' })).toThrow(/delimiters of check must be an object/);
    expect(check({ now: NOW, tz: 'UTC' })).toThrow(expect.objectContaining({ code: 'X12_OPTION_INVALID' }));
    expect(check({ timeZone: 'UTC' })).toThrow(/now is missing/);
    expect(check(OPTIONS_OF_CHECK)).not.toThrow();
    // Those of encode, too: who checks first has them at hand.
    expect(check(OPTIONS)).not.toThrow();
  });

  it('is judged as a set with a moment', () => {
    const data = codec.encode(claim(), OPTIONS).document?.interchanges[0].groups[0].transactions[0].data ?? {};
    expect(codec.judge(data, { now: NOW })).toHaveLength(1);
    expect(() => codec.judge(data, undefined as never)).toThrow(/judge needs \{ now \}/);
  });

  it('has a moment', () => {
    expect(() => codec.encode(claim(), { ...OPTIONS, now: Number.NaN })).toThrow(/Give now in milliseconds/);
  });

  it('names its payer by the receiver where it has no name', () => {
    const named = segmentsOf(
      claim((request) => {
        request.tradingPartnerName = '';
      }),
    );
    expect(named.find((one) => one.startsWith('NM1*PR*2*'))).not.toContain('NM1*PR*2**');
  });

  it('takes the type of the library as well as what JSON.parse gives', () => {
    const typed: ProfessionalClaim = claim() as unknown as ProfessionalClaim;
    expect(codec.encode(typed, OPTIONS).document).toBeDefined();
  });

  it('carries the number of the claim, over the one of the request', () => {
    const request = claim(({ claimInformation }) => {
      claimInformation.claimSupplementalInformation = { claimNumber: 'THEIRS' };
    });
    expect(segmentsOf(request)).toContain('REF*D9*THEIRS');
    expect(segmentsOf(request, { claimNumber: 'OURS' })).toContain('REF*D9*OURS');
  });

  it('numbers the lines that have no number, and says all of them', () => {
    const request = claim(({ claimInformation: { serviceLines } }) => {
      delete serviceLines[0].providerControlNumber;
      serviceLines[1].providerControlNumber = 'OWN';
    });
    let made = 0;
    const options = { ...OPTIONS, makeNumber: () => `MADE${++made}` };
    expect(codec.encode(request, options).lineNumbers).toEqual(['MADE1', 'OWN']);
    expect(codec.encode(request, OPTIONS).lineNumbers).toEqual(['', 'OWN']);
    expect(segmentsOf(request, { makeNumber: () => 'X1' })).toContain('REF*6R*X1');
  });

  it('has the ids of the route', () => {
    const segments = segmentsOf(claim(), { route: { submitterId: 'SUB', receiverId: 'REC', payerId: 'PAY' } });
    const ends = segments.filter((segment) => /^NM1\*(41|40|PR)\*/.test(segment)).map((one) => one.split('*').at(-1));
    expect(ends).toEqual(['SUB', 'REC', 'PAY']);
  });
});

describe('a codec', () => {
  it('wants a guide of its type', async () => {
    const inquiry = await loadGuide('270-005010X279A1');
    expect(() => createClaimCodec('dental', guide)).toThrow(/none of dental claims: give one of the 837D/);
    expect(() => createClaimCodec('professional', inquiry)).toThrow(/give one of the 837P/);
  });
});

describe('reports with files', () => {
  const FILE = '1f0c6a58-2f7e-4a53-9d0e-6f3f0a6f9b11';
  const withReport = (report: object) =>
    claim(({ claimInformation }) => {
      claimInformation.claimSupplementalInformation = { reportInformations: [report] };
    });
  const attachmentNumber = (id: string) => (id === FILE ? 'CTRL-1' : undefined);
  const report = { attachmentReportTypeCode: 'OZ', attachmentTransmissionCode: 'FX' };

  it('go electronically, by the control number of the file', () => {
    const request = withReport({ ...report, attachmentId: FILE });
    expect(segmentsOf(request, { attachmentNumber })).toContain('PWK*OZ*EL***AC*CTRL-1');
  });

  it('are refused when there is no such file, or another number beside it', () => {
    const told = (given: object) => codec.encode(withReport(given), { ...OPTIONS, attachmentNumber }).problems;
    const at = '/claimInformation/claimSupplementalInformation/reportInformations/0';
    expect(told({ ...report, attachmentId: FILE.replace('1', '2') })).toMatchObject([
      { pointer: `${at}/attachmentId`, rule: 'attachment-unknown' },
    ]);
    expect(told({ ...report, attachmentId: FILE, attachmentControlNumber: 'A' })).toMatchObject([
      { pointer: `${at}/attachmentControlNumber`, rule: 'attachment-twice' },
    ]);
  });

  it('get a number when they come apart from the claim', () => {
    expect(segmentsOf(withReport(report), { makeNumber: () => 'N1' })).toContain('PWK*OZ*FX***AC*N1');
    const atHand = { ...report, attachmentTransmissionCode: 'AA' };
    expect(segmentsOf(withReport(atHand), { makeNumber: () => 'N1' })).toContain('PWK*OZ*AA');
  });
});

describe('a request that may not be sent', () => {
  it('has problems of form, and is judged no further', () => {
    const request = claim((whole) => {
      delete whole.billing;
      whole.claimInformation.claimChargeAmount = 'much';
      whole.claimInformation.serviceLines[0].professionalService.procedureCode = 'A~B';
    });
    const { document, problems, errors } = codec.encode(request, OPTIONS);
    expect(document).toBeUndefined();
    expect(errors).toEqual([]);
    expect(problems.map(({ pointer, rule }) => `${rule} ${pointer}`)).toEqual([
      'required /billing',
      'form /claimInformation/claimChargeAmount',
      'delimiter-inside /claimInformation/serviceLines/0/professionalService/procedureCode',
    ]);
  });

  it('may hold none of the delimiters that are written', () => {
    const request = claim((whole) => {
      whole.submitter.organizationName = 'A|B';
    });
    const delimiters = { element: '|', component: '>', repetition: '^', segment: '~' };
    expect(codec.encode(request, OPTIONS).problems).toEqual([]);
    expect(codec.encode(request, { ...OPTIONS, delimiters }).problems).toMatchObject([{ rule: 'delimiter-inside' }]);
  });

  it('has all rules that it breaks, and the normal form by which it was judged', () => {
    const request = claim((whole) => {
      whole.billing.npi = '1555001010';
      whole.claimInformation.claimChargeAmount = '185.51';
    });
    const { document, errors, request: normal } = codec.encode(request, OPTIONS);
    expect(document).toBeUndefined();
    expect(normal).toBeDefined();
    expect(errors.map(({ id, pointer, status }) => `${id} ${pointer} ${status}`)).toEqual([
      'V01 /claimInformation/claimChargeAmount A7:400',
      'V10 /billing/npi A7:562:85',
    ]);
  });

  it.each([undefined, null, 1, 'text', [], [[]], true])('is %j: no object at all', (given) => {
    expect(codec.encode(given, OPTIONS).problems).toMatchObject([{ pointer: '', rule: 'type' }]);
  });
});

describe('claims in a set of somebody else', () => {
  it('are judged as requests are', async () => {
    const request = claim((whole) => {
      whole.billing.npi = '1555001010';
    });
    const { transaction } = codec.write(request, { transactionId: 'X', date: '20260301', time: '0915' });
    const [found, ...others] = codec.judge(transaction.data, { now: NOW });
    expect(others).toEqual([]);
    expect(found?.transactionId).toBe('X');
    expect(found?.errors.map(({ id, pointer, element }) => `${id} ${pointer} ${element}`)).toEqual([
      'V10 /billing/npi 2010AA/NM1/09',
    ]);
  });
});

describe('a claim in a set, which nobody repairs', () => {
  const data = async (change: (edi: string) => string) => {
    const edi = readFileSync(new URL('../../fixtures/claims/p1-subscriber.edi', import.meta.url), 'utf8');
    const changed = change(edi);
    expect(changed).not.toBe(edi);
    const { interchanges } = await engine.parse(new TextEncoder().encode(changed));
    return interchanges[0]?.groups[0]?.transactions[0]?.data as JsonObject;
  };
  const told = async (from: string, to: string) => {
    const [found] = codec.judge(await data((edi) => edi.replace(from, to)), { now: NOW });
    return found?.errors.map(({ id, element }) => `${id} ${element}`);
  };

  it.each([
    ['ABK:E119*', 'ABK:E11.9*', 'V44 2300/HI[01-1=ABK,BK]/01-2'],
    ['REF*EI*123456780', 'REF*EI*12-3456780', 'V12 2010AA/REF[01=EI]/02'],
    ['IL*627010001', 'IL*62701-0001', 'V22 2010AA/N4/03'],
    ['Front Desk*TE*2175550110', 'Front Desk*TE*12175550110', 'V26 2010AA/PER/04'],
    ['XX*1555001035', 'XX*1555 001035', 'V10 2310A/NM1/09'],
    ['N4*00002821501', 'N4*00002-8215-01', 'V67 2400[2]/2410/LIN/03'],
    ['PXC*207Q00000X', 'PXC*207q00000x', 'V14 2310B/PRV[01=PE]/03'],
  ])('is judged as it stands: %s as %s', async (from, to, error) => {
    expect(await told(from, to)).toEqual([error]);
  });

  it('has no blanks at the end of a text, as X12 has it', async () => {
    expect(await told('XX*1555001019~', 'XX*1555001019 ~')).toEqual([]);
  });

  it('charges no fraction of a cent', async () => {
    expect(await told('*185.5***', '*185.501***')).toEqual(['V01 2300/CLM/02']);
  });

  it('is repaired in its normal form all the same, by which it is found', async () => {
    const [found] = codec.judge(await data((edi) => edi.replace('ABK:E119*', 'ABK:E11.9*')), { now: NOW });
    expect(found?.normal).toMatchObject({
      claimInformation: { healthCareCodeInformation: [{ diagnosisCode: 'E119' }, {}] },
    });
  });
});

describe('an institutional claim with several payers before it', () => {
  const request = JSON.parse(
    readFileSync(new URL('../../fixtures/claims/i2-outpatient-cob.json', import.meta.url), 'utf8'),
  );
  const other = request.claimInformation.otherSubscriberInformation;
  const withOthers = (otherSubscriberInformation: unknown) => ({
    ...request,
    claimInformation: { ...request.claimInformation, otherSubscriberInformation },
  });

  it('may have them in a list; one in a list is the same as one', () => {
    const alone = institutional.encode(request, OPTIONS);
    const listed = institutional.encode(withOthers([other]), OPTIONS);
    expect(listed.problems).toEqual([]);
    expect(listed.document).toEqual(alone.document);
  });

  it('has each of them judged', () => {
    const { problems } = institutional.encode(withOthers([other, { ...other, payerPaidAmount: 5 }]), OPTIONS);
    expect(problems).toMatchObject([
      { pointer: '/claimInformation/otherSubscriberInformation/1/payerPaidAmount', rule: 'type' },
    ]);
    expect(institutional.check(withOthers(Array(11).fill(other)), OPTIONS).problems).toMatchObject([
      { rule: 'entries' },
    ]);
  });
});

it('says which types there are', () => {
  // A caller in JavaScript may write what the type forbids.
  const make = () => createClaimCodec('Professional' as unknown as 'professional', guide);
  expect(make).toThrow('The type of a claim is one of: professional, institutional, dental.');
});

describe('texts that do not fit their element', () => {
  const problemsOf = (change: Parameters<typeof claim>[0]) => codec.encode(claim(change), OPTIONS).problems;

  it('are told by the name of their property, with what the guide takes', () => {
    const problems = problemsOf(({ subscriber, claimInformation }) => {
      subscriber.lastName = 'CANARY'.repeat(11);
      claimInformation.claimChargeAmount = '1'.repeat(19);
      claimInformation.serviceLines[0].professionalService.procedureModifiers = ['25', '255'];
    });
    expect(problems).toEqual([
      {
        pointer: '/subscriber/lastName',
        rule: 'length',
        text: expect.stringContaining('It takes 1 to 60 characters.'),
      },
      {
        ...{ pointer: '/claimInformation/claimChargeAmount', rule: 'length' },
        text: expect.stringContaining('It takes 1 to 18 digits.'),
      },
      {
        ...{ pointer: '/claimInformation/serviceLines/0/professionalService/procedureModifiers/1', rule: 'length' },
        text: expect.stringContaining('It takes 2 characters.'),
      },
    ]);
  });

  it('are those alone that the guide refuses', () => {
    const last = (length: number) =>
      claim(({ subscriber }) => Object.assign(subscriber, { lastName: 'D'.repeat(length) }));
    expect(segmentsOf(last(60)).join('~')).toContain('D'.repeat(60));
    expect(codec.check(last(61), OPTIONS).problems).toHaveLength(1);
  });
});

it('holds none of the delimiters that the engine writes where no others are given', () => {
  for (const delimiter of '*>^~') {
    const request = claim(({ subscriber }) => Object.assign(subscriber, { lastName: `D${delimiter}OE` }));
    expect(codec.check(request, OPTIONS).problems).toMatchObject([
      { pointer: '/subscriber/lastName', rule: 'delimiter-inside' },
    ]);
    expect(codec.encode(request, OPTIONS).document).toBeUndefined();
  }
});

it('asks for what is required and given without a character', () => {
  const request = claim(({ claimInformation: { serviceLines } }) => {
    serviceLines[0].professionalService.procedureCode = '';
  });
  const { problems } = codec.check(request, OPTIONS);
  const pointer = '/claimInformation/serviceLines/0/professionalService/procedureCode';
  expect(problems).toMatchObject([{ pointer, rule: 'required' }]);
});

it.each([
  ['p1-subscriber', codec, '837P-005010X222A1'],
  ['i1-inpatient', institutional, '837I-005010X223A2'],
] as const)('gives %s as the JSON of its guide has it, times and dates too', async (name, of, id) => {
  const validate = addGuideKeywords(new Ajv2020({ strict: true, allowUnionTypes: true })).compile(await loadGuide(id));
  const text = readFileSync(new URL(`../../fixtures/claims/${name}.json`, import.meta.url), 'utf8');
  const { document } = of.encode(JSON.parse(text), OPTIONS);
  const data = document?.interchanges[0]?.groups[0]?.transactions[0]?.data;
  expect(validate(data) ? [] : validate.errors).toEqual([]);
});
