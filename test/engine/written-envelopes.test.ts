import { describe, expect, it, vi } from 'vitest';
import type { DocumentInput, GroupInput, InterchangeInput, TransactionInput } from '../../src/engine/document.js';
import type { GenerateOptions } from '../../src/engine/engine-options.js';
import { fixture, linesOf } from './changed-document.js';
import { fullEngine } from './guides.js';

// 2026-04-01 03:30:05 in Chicago, still the evening of 31 March in Honolulu.
const engine = fullEngine({ clock: () => Date.UTC(2026, 3, 1, 8, 30, 5), timeZone: 'America/Chicago' });
const header = { senderQualifier: 'ZZ', senderId: 'CLINIC01', receiverQualifier: '14', receiverId: 'PAYER01' };

async function setOf(name: string): Promise<TransactionInput> {
  const set = (await fixture(engine, name)).interchanges[0]?.groups?.[0]?.transactions[0];
  if (set === undefined) throw new Error('the fixture has a set');
  const { guide, data } = structuredClone(set);
  const text = JSON.stringify(data).replace(/"transaction_set_header_ST":\{[^}]*\},/, '');
  return { ...(guide === undefined ? {} : { guide }), data: JSON.parse(text) };
}
const INQUIRY = await setOf('eligibility-inquiry-270');
const ORDER = await setOf('purchase-order-850');

function one(group: Partial<GroupInput> = {}, more: Partial<InterchangeInput> = {}): DocumentInput {
  return { interchanges: [{ header, groups: [{ transactions: [INQUIRY], ...group }], ...more }] };
}

function lines(document: DocumentInput, options: GenerateOptions = {}): string[] {
  return linesOf(engine.generate(document, options).bytes);
}

function findings(document: DocumentInput): string[] {
  const found = engine.generate(document, { findings: 'report' }).findings;
  return found.map(
    ({ reason, at }) =>
      `${reason} ${at.interchange}/${at.group ?? '-'}/${at.transaction ?? '-'} ${at.segmentId}${at.element}`,
  );
}

describe('the ISA', () => {
  it('takes every value: authorization, security, ids, request, usage, version', () => {
    const all = {
      authorizationInformationQualifier: '03',
      authorizationInformation: 'DEPT42',
      securityQualifier: '01',
      securityInformation: 'SECRET',
      senderQualifier: '01',
      senderId: '123456789',
      receiverQualifier: '30',
      receiverId: '98-7654321',
      date: '2026-02-03',
      time: '23:59',
      controlVersionNumber: '00801',
      controlNumber: 4711,
      acknowledgmentRequestedCode: '1',
      usageIndicatorCode: 'T',
    };
    expect(lines(one({}, { header: all }))[0]).toBe(
      'ISA*03*DEPT42    *01*SECRET    *01*123456789      *30*98-7654321     *260203*2359*^*00801*000004711*1*T*>',
    );
  });

  it.each<[string, string]>([
    ['00401', 'U'],
    ['00305', 'U'],
    ['00402', '^'],
    ['00501', '^'],
  ])('of control version %s has ISA11 %s', (controlVersionNumber, eleven) => {
    expect(lines(one({}, { header: { ...header, controlVersionNumber } }))[0]?.split('*')[11]).toBe(eleven);
  });

  it('has the control version of the release of the first group', () => {
    const twelve = (set: TransactionInput, release?: string): string | undefined =>
      lines(one({ transactions: [set], ...(release === undefined ? {} : { header: { release } }) }))[0]?.split('*')[12];
    expect([twelve(INQUIRY), twelve(ORDER), twelve(ORDER, '008010')]).toEqual(['00501', '00401', '00801']);
  });

  it('takes the delimiters of document or options', () => {
    const own = { element: '|', component: '\\', repetition: '!', segment: "'" };
    const written = (document: DocumentInput, options?: GenerateOptions): string =>
      new TextDecoder().decode(engine.generate(document, options).bytes);
    expect(written(one({}, { delimiters: own }))).toMatch(/^ISA\|00\|.*\|!\|00501\|000000001\|0\|P\|\\'GS\|HS\|/);
    expect(written(one(), { delimiters: own })).toBe(written(one({}, { delimiters: own })));
    const same = { ...own, repetition: '|' };
    expect(() => written(one(), { delimiters: same })).toThrow(
      expect.objectContaining({ code: 'X12_DELIMITERS_INVALID' }),
    );
  });

  it('warns of ISA14 2 and 3 where they are not known yet', () => {
    const asking = (controlVersionNumber: string): string[] =>
      findings(one({}, { header: { ...header, acknowledgmentRequestedCode: '2', controlVersionNumber } }));
    expect(asking('00501')).toEqual(['isa-acknowledgment-requested 1/-/- ISA14']);
    expect(asking('00801')).toEqual([]);
  });

  it.each(['', '\n', '\r\n', '\r'] as const)('breaks lines as asked: %j', (newline) => {
    const text = new TextDecoder().decode(engine.generate(one({}, { newline: '\n' }), { newline }).bytes);
    expect(text.split(`~${newline}`)).toHaveLength(18);
  });
});

describe('dates and times of the clock', () => {
  const times = (options: GenerateOptions = {}): string[] => {
    const [isa = '', gs = ''] = lines(one(), options);
    return [...isa.split('*').slice(9, 11), ...gs.split('*').slice(4, 6)];
  };

  it('are those of the engine, or of the partner', () => {
    expect(times()).toEqual(['260401', '0330', '20260401', '0330']);
    expect(times({ timeZone: 'UTC' })).toEqual(['260401', '0830', '20260401', '0830']);
    expect(times({ timeZone: 'Pacific/Honolulu' })).toEqual(['260331', '2230', '20260331', '2230']);
    expect(() => times({ timeZone: 'Nowhere/City' })).toThrow(expect.objectContaining({ code: 'X12_OPTION_INVALID' }));
  });

  it('are those of the machine where nobody gives another', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2031, 6, 8, 9, 10) });
    try {
      const isa = linesOf(fullEngine().generate(one()).bytes)[0];
      expect(isa?.split('*').slice(9, 11)).toEqual(['310708', '0910']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('have seconds in the GS alone', () => {
    expect(times({ groupTime: 'HHMMSS' })).toEqual(['260401', '0330', '20260401', '033005']);
    expect(times({ groupTime: 'HHMM' })).toEqual(times());
    const given = one({ header: { time: '12:34:56.78', date: '2026-01-02' } });
    expect(lines(given)[1]).toContain('*20260102*12345678*');
  });

  it('follow daylight saving: the same hour twice a year', () => {
    const at = (instant: number): string[] => {
      const other = fullEngine({ clock: () => instant, timeZone: 'America/New_York' });
      return linesOf(other.generate(one()).bytes)[0]?.split('*').slice(9, 11) ?? [];
    };
    expect(at(Date.UTC(2026, 10, 1, 5, 30))).toEqual(['261101', '0130']);
    expect(at(Date.UTC(2026, 10, 1, 6, 30))).toEqual(['261101', '0130']);
    expect(at(Date.UTC(2026, 2, 8, 7, 0))).toEqual(['260308', '0300']);
  });
});

describe('groups and sets', () => {
  it('takes GS01 to GS08 from the document', () => {
    const group = {
      functionalIdentifierCode: 'HS',
      applicationSenderCode: 'APP-A',
      applicationReceiverCode: 'APP-B',
      date: '2026-01-02',
      time: '03:04',
      controlNumber: '0042',
      agencyCode: 'T',
      release: '005010X279',
    };
    const out = linesOf(engine.generate(one({ header: group }), { findings: 'report' }).bytes);
    expect(out[1]).toBe('GS*HS*APP-A*APP-B*20260102*0304*0042*T*005010X279');
    expect(out.at(-2)).toBe('GE*1*0042');
  });

  it('writes several groups of several sets, counted at every level', () => {
    const order = { transactions: [ORDER, ORDER, ORDER], header: { release: '004010' } };
    const document = { interchanges: [{ header, groups: [{ transactions: [INQUIRY, INQUIRY] }, order] }] };
    const out = lines(document).filter((line) => /^(GS|ST|SE|GE|IEA)\*/.test(line));
    expect(out.map((line) => line.replace(/\*CLINIC01\*PAYER01\*20260401\*0330/, ''))).toEqual([
      'GS*HS*1*X*005010X279A1',
      ...['ST*270*0001*005010X279A1', 'SE*13*0001', 'ST*270*0002*005010X279A1', 'SE*13*0002'],
      'GE*2*1',
      'GS*PO*2*X*004010',
      ...['ST*850*0001', 'SE*14*0001', 'ST*850*0002', 'SE*14*0002', 'ST*850*0003', 'SE*14*0003'],
      'GE*3*2',
      'IEA*2*000000001',
    ]);
  });

  it('reports what no reader would take: numbers that are none, or too long', () => {
    const number = (controlNumber: string | number): TransactionInput => ({
      ...INQUIRY,
      header: { transactionSet: '270', controlNumber },
    });
    expect(findings(one({ transactions: [number(1)] }))).toEqual([]);
    expect(findings(one({ transactions: [number('1234567890')] }))).toContain('element-too-long 1/1/1 ST2');
    expect(findings(one({ header: { controlNumber: '12A' } }))).toEqual(['group-control-number-syntax 1/1/- GS6']);
  });
});

describe('numbers used twice', () => {
  const numbered = (controlNumber: string): TransactionInput => ({
    ...INQUIRY,
    header: { transactionSet: '270', controlNumber },
  });

  it('are errors when writing as when reading, with the same reasons', async () => {
    const groups: GroupInput[] = [
      { header: { controlNumber: 7 }, transactions: [numbered('0005'), numbered('0005')] },
      { header: { controlNumber: '007' }, transactions: [numbered('0005')] },
    ];
    const interchange = { header: { ...header, controlNumber: 9 }, groups };
    const document = { interchanges: [interchange, interchange] };
    expect(() => engine.generate(document)).toThrow(expect.objectContaining({ code: 'X12_DATA_INVALID' }));
    expect(findings(document)).toEqual([
      'transaction-duplicate 1/1/2 ST2',
      'group-duplicate 1/2/- GS6',
      'interchange-duplicate 2/-/- ISA13',
      'transaction-duplicate 2/1/2 ST2',
      'group-duplicate 2/2/- GS6',
    ]);
    const read = await engine.validate(engine.generate(document, { findings: 'report' }).bytes);
    expect(
      read.findings.map(
        ({ reason, at }) =>
          `${reason} ${at.interchange}/${at.group ?? '-'}/${at.transaction ?? '-'} ${at.segmentId}${at.element}`,
      ),
    ).toEqual(findings(document));
  });

  it('are none where partner, function or interchange differ', () => {
    const group: GroupInput = { header: { controlNumber: 7 }, transactions: [INQUIRY] };
    const orders: GroupInput = { header: { controlNumber: 7, release: '004010' }, transactions: [ORDER] };
    const of = (receiverId: string): InterchangeInput => ({
      header: { ...header, receiverId, controlNumber: 9 },
      groups: [group, orders],
    });
    expect(findings({ interchanges: [of('PAYER01'), of('PAYER02')] })).toEqual([]);
  });

  it('are passed over by those that are assigned', () => {
    const groups: GroupInput[] = [
      { header: { controlNumber: 2 }, transactions: [numbered('0002'), INQUIRY, INQUIRY] },
      { transactions: [INQUIRY] },
    ];
    const document = {
      interchanges: [
        { header: { ...header, controlNumber: 2 }, groups },
        { header, groups },
      ],
    };
    const out = lines(document).filter((line) => /^(ST|GE|IEA)\*/.test(line));
    expect(out.slice(0, 7)).toEqual([
      ...['0002', '0003', '0004'].map((number) => `ST*270*${number}*005010X279A1`),
      'GE*3*2',
      'ST*270*0001*005010X279A1',
      'GE*1*3',
      'IEA*2*000000002',
    ]);
    expect(out.at(-1)).toBe('IEA*2*000000003');
  });
});

describe('an interchange without groups', () => {
  it('may carry TA1s, which the set of characters covers', () => {
    const acknowledgment = {
      interchangeControlNumber: '000000007',
      interchangeDate: '2026-04-01',
      interchangeTime: '03:30',
      acknowledgmentCode: 'Ä',
      noteCode: '000',
    };
    const document = { interchanges: [{ header, acknowledgments: [acknowledgment] }] };
    const { findings } = engine.generate(document, { characterSet: 'Basic', findings: 'report' });
    expect(findings).toMatchObject([
      { reason: 'element-character-set', at: { segmentId: 'TA1', element: 4 }, character: { name: 'U+00C4' } },
    ]);
  });

  it('is refused by name where a TA1 lacks a member', () => {
    const acknowledgment = { interchangeControlNumber: '000000007' } as never; // as somebody without types would write it
    expect(() => engine.generate({ interchanges: [{ header, acknowledgments: [acknowledgment] }] })).toThrow(
      expect.objectContaining({ code: 'X12_DOCUMENT_INVALID', details: { name: 'interchangeDate' } }),
    );
  });
});
