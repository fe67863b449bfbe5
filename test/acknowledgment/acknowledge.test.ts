import { describe, expect, it } from 'vitest';
import { checkAgreement } from '../../src/acknowledgment/agreement.js';
import type { FunctionalAcknowledgment } from '../../src/acknowledgment/functional-acknowledgment.js';
import { judgeInterchange } from '../../src/acknowledgment/judge-interchange.js';
import type { AcknowledgmentPolicy, Ta1Policy } from '../../src/acknowledgment/policy.js';
import type { TA105 } from '../../src/model/codes.js';
import { finding } from '../../src/model/finding.js';
import type { Reason } from '../../src/model/reasons.js';
import { fullEngine } from '../engine/guides.js';
import { answered, engine, inOneInterchange, inquiry, only, order } from './answers.js';
import { conformanceInputs } from './conformance-inputs.js';

const BAD_DATE = { 'D8*19800228': 'D8*19800230' };
const ONE_BAD_OF_THREE = { 'BHT*0022*13*REQ2': 'BHT*0022*QQ*REQ2' };
const three = (edit: Record<string, string> = {}): Uint8Array => inquiry(edit, '270 three times');
/** An interchange that is rejected, one with an error that is noted, and one without errors, by ISA14. */
const BY_VERDICT = {
  R: (isa14: string) => inquiry({ '*0*T*:': `*${isa14}*T*:`, 'IEA*1*000000071': 'IEA*1*000000070' }),
  E: (isa14: string) => inquiry({ '*0*T*:': `*${isa14}*T*:`, '*260401*0930*^': '*261301*0930*^' }),
  A: (isa14: string) => inquiry({ '*0*T*:': `*${isa14}*T*:` }),
};

describe('a TA1', () => {
  // The verdicts for which one is sent, for ISA14 0, 1, 2 and 3.
  const SENT: Record<Ta1Policy, readonly string[]> = {
    never: ['', '', '', ''],
    requested: ['', 'AER', 'R', 'ER'],
    'requested or rejected': ['R', 'AER', 'R', 'ER'],
    always: ['AER', 'AER', 'AER', 'AER'],
  };
  const rows = Object.entries(SENT).flatMap(([ta1, sent]) =>
    sent.map((verdicts, isa14) => ({ ta1: ta1 as Ta1Policy, isa14: String(isa14), verdicts })),
  );

  it.each(rows)('$ta1, with ISA14 $isa14, is sent for $verdicts', async ({ ta1, isa14, verdicts }) => {
    for (const verdict of ['A', 'E', 'R'] as const) {
      const answer = await answered(BY_VERDICT[verdict](isa14), { ta1 });
      expect(answer.acknowledged[0]?.verdict.acknowledgmentCode).toBe(verdict);
      expect(only(answer, 'TA1')).toHaveLength(verdicts.includes(verdict) ? 1 : 0);
    }
  });

  it('follows the default policy when there is none', async () => {
    expect(only(await answered(BY_VERDICT.R('0')), 'TA1')).toEqual(['TA1*000000071*260401*0930*R*001']);
    expect((await answered(BY_VERDICT.A('0'))).segments.join()).not.toContain('TA1');
  });

  it('comes alone where the interchange is rejected: nothing in it is acknowledged', async () => {
    const { acknowledged, segments } = await answered(BY_VERDICT.R('1'));
    expect(acknowledged[0]?.groups).toEqual([]);
    expect(segments).toHaveLength(3);
  });

  it.each([
    ['001 before 021', { 'IEA*1*000000071': 'IEA*2*000000070' }, 'R*001'],
    ['what stops before what is noted', { '*260401*0930*^': '*261301*0930*^', 'IEA*1*': 'IEA*2*' }, 'R*021'],
    ['the version before the authorization', { '*00501*': '*00509*', 'ISA*00*': 'ISA*03*' }, 'R*003'],
  ])('has room for one code, the first thing that stops: %s', async (_name, edit, said) => {
    expect(only(await answered(inquiry(edit)), 'TA1')[0]).toContain(said);
  });

  it('passes over what the host looks at itself, and takes what it says of it', async () => {
    const twice = new Uint8Array([...inquiry(), ...inquiry()]);
    const verdicts = async (policy: AcknowledgmentPolicy) =>
      (await engine.acknowledge(twice, policy)).map(({ verdict, findings }) => [verdict.noteCode, findings.length]);
    const ignored = ['interchange-duplicate'] as const;
    expect(await verdicts({})).toEqual([
      ['000', 0],
      ['025', 1],
    ]);
    expect(await verdicts({ ignored })).toEqual([
      ['000', 0],
      ['000', 0],
    ]);
    const check = () => [finding('interchange-duplicate', { interchange: 1 })];
    expect((await verdicts({ ignored, check })).map(([code]) => code)).toEqual(['025', '025']);
  });

  it('goes by the reasons that are tolerated, one by one', async () => {
    const edit = { '*ZZ*CLINIC01  ': '*QQ*CLINIC01  ' };
    const verdict = async (tolerated: readonly Reason[]) => {
      const [one] = await engine.acknowledge(inquiry(edit), { tolerated });
      return [one?.verdict.acknowledgmentCode, one?.verdict.noteCode];
    };
    expect(await verdict([])).toEqual(['R', '005']);
    expect(await verdict(['isa-receiver-qualifier'])).toEqual(['R', '005']);
    expect(await verdict(['isa-sender-qualifier'])).toEqual(['E', '005']);
  });

  it('takes an ISA04 without password for a slip', async () => {
    const edit = { '*00*          *ZZ*CLINIC01  ': '*01*          *ZZ*CLINIC01  ' };
    const [one] = await engine.acknowledge(inquiry(edit));
    expect(one?.verdict).toMatchObject({ acknowledgmentCode: 'A', noteCode: '000' });
    expect(one?.findings.map(({ severity, reason }) => [severity, reason])).toEqual([['warning', 'isa-security']]);
  });

  it('goes by the list of noted codes', async () => {
    const noted: readonly TA105[] = ['001'];
    const [told] = (await answered(BY_VERDICT.R('0'), { noted })).acknowledged;
    expect(told?.verdict).toMatchObject({ acknowledgmentCode: 'E', noteCode: '001' });
    expect(told?.groups.map(({ verdict }) => verdict)).toEqual(['A']);
    const [stopped] = (await answered(BY_VERDICT.E('0'), { noted })).acknowledged;
    expect(stopped?.verdict).toMatchObject({ acknowledgmentCode: 'R', noteCode: '014' });
  });

  it('has zeros for what it cannot repeat', async () => {
    const broken = inquiry({ '*260401*0930*^': '*26 401*0 30*^', '*000000071*0*T': '*00000007X*0*T' });
    expect(only(await answered(broken), 'TA1')).toEqual(['TA1*000000000*000000*0000*R*018']);
  });
});

describe('the verdict of a group', () => {
  const cases: readonly [string, Uint8Array, AcknowledgmentPolicy, readonly string[]][] = [
    ['accepts what has no error', three(), {}, ['AK9*A*3*3*3']],
    ['is partial where some are rejected', three(ONE_BAD_OF_THREE), {}, ['AK9*P*3*3*2']],
    ['rejects where all are rejected', inquiry(BAD_DATE), {}, ['AK9*R*1*1*0']],
    ['errors accept: uses all and tells', three(ONE_BAD_OF_THREE), { errors: 'accept' }, ['AK9*E*3*3*3']],
    ['tolerated: uses those', three(ONE_BAD_OF_THREE), { tolerated: ['element-code'] }, ['AK9*E*3*3*3']],
    ['tolerated: not others', three(ONE_BAD_OF_THREE), { tolerated: ['element-date'] }, ['AK9*P*3*3*2']],
    ['all or none: one rejects all', three(ONE_BAD_OF_THREE), { transactions: 'all or none' }, ['AK9*R*3*3*0']],
    ['all or none: none does not', three(), { transactions: 'all or none' }, ['AK9*A*3*3*3']],
    ['counts by GE01', inquiry({ 'GE*1*71': 'GE*7*71' }), {}, ['AK9*E*7*1*1*5']],
    ['fatal: 5 rejects', inquiry({ 'GE*1*71': 'GE*7*71' }), { fatal: ['5'] }, ['AK9*R*7*1*0*5']],
    ['fatal: 3 does not', inquiry({ 'GE*1*71~': '' }), { fatal: [] }, ['AK9*E*1*1*1*3']],
    ['no GE: counts itself', three({ 'GE*3*71~': '' }), {}, ['AK9*R*3*3*0*3']],
  ];

  it.each(cases)('%s', async (_name, received, policy, expected) => {
    expect(only(await answered(received, policy), 'AK9')).toEqual(expected);
  });

  it('all or none rejects every group of the interchange, and lists the sets in error only', async () => {
    const second = three({ ...ONE_BAD_OF_THREE, '*71*X*': '*72*X*', 'GE*3*71': 'GE*3*72' });
    const answer = await answered(inOneInterchange(inquiry(), second), { transactions: 'all or none' });
    expect(only(answer, 'AK2', 'AK9')).toEqual(['AK9*R*1*1*0', 'AK2*270*0002*005010X279A1', 'AK9*R*3*3*0']);
  });

  it('lists accepted sets unless it is told not to', async () => {
    const quiet = await answered(three(ONE_BAD_OF_THREE), { listAccepted: false });
    expect(only(quiet, 'AK2', 'IK5', 'AK9')).toEqual(['AK2*270*0002*005010X279A1', 'IK5*R*5', 'AK9*P*3*3*2']);
    expect(only(await answered(three()), 'AK2')).toHaveLength(3);
    expect(only(await answered(three(), { listAccepted: false }), 'AK2', 'AK9')).toEqual(['AK9*A*3*3*3']);
  });

  it('tells of warnings only when asked to', async () => {
    const received = inquiry({ 'EQ*30~': '' });
    expect(only(await answered(received), 'IK3', 'IK5')).toEqual(['IK5*A']);
    const told = await answered(received, { warnings: 'report' });
    expect(only(told, 'IK3', 'IK5', 'AK9')).toEqual(['IK3*EQ*12*2110*I6', 'IK5*E*I5', 'AK9*E*1*1*1']);
  });

  it.each([
    ['ST01', 'ST*270*0001', 'ST*2-0*0001'],
    ['ST02', 'ST*270*0001', 'ST*270*1'],
    ['a separator in ST02', 'ST*270*0001', 'ST*270*00:1'],
  ])('rejects the group where a set cannot be named by its %s (RFI 1339)', async (_name, from, to) => {
    const answer = await answered(three({ [from]: to }));
    expect(only(answer, 'AK2', 'AK9')).toEqual(['AK9*R*3*3*0*5']);
  });
});

describe('which answer', () => {
  it.each([
    [undefined, '999', '997'],
    ['999', '999', '999'],
    ['997', '997', '997'],
  ] as const)('functional %s: HIPAA groups get %s, others %s', async (functional, hipaa, other) => {
    expect(only(await answered(inquiry(), { functional }), 'ST')[0]).toContain(`ST*${hipaa}`);
    expect(only(await answered(order(), { functional }), 'ST')[0]).toContain(`ST*${other}`);
  });

  it('functional none: judges, and sends nothing', async () => {
    const { acknowledged, segments } = await answered(inquiry(BAD_DATE), { functional: 'none' });
    expect(acknowledged[0]?.groups[0]?.verdict).toBe('R');
    expect(segments).toEqual([]);
  });

  it('negatives false: sends nothing but acceptance', async () => {
    const second = inquiry({ ...BAD_DATE, '*71*X*': '*72*X*', 'GE*1*71': 'GE*1*72' });
    const answer = await answered(inOneInterchange(inquiry(), second), { negatives: false });
    expect(only(answer, 'AK1', 'AK9')).toEqual(['AK1*HS*71*005010X279A1', 'AK9*A*1*1*1']);
    expect((await answered(BY_VERDICT.R('1'), { negatives: false })).segments).toEqual([]);
    expect((await answered(inquiry(BAD_DATE), { negatives: false })).segments).toEqual([]);
  });

  it('several groups: one set each, in one functional group', async () => {
    const groups = ['72', '73'].map((number) => inquiry({ '*71*X*': `*${number}*X*`, 'GE*1*71': `GE*1*${number}` }));
    const answer = await answered(inOneInterchange(inquiry(), ...groups));
    expect(only(answer, 'GS', 'ST', 'AK1', 'GE', 'IEA')).toEqual([
      'GS*FA*PAYER01*CLINIC01*20260401*0931*1*X*005010X231A1',
      ...['ST*999*0001*005010X231A1', 'AK1*HS*71*005010X279A1'],
      ...['ST*999*0002*005010X231A1', 'AK1*HS*72*005010X279A1'],
      ...['ST*999*0003*005010X231A1', 'AK1*HS*73*005010X279A1'],
      ...['GE*3*1', 'IEA*1*000000001'],
    ]);
  });

  it('999 and 997 for one interchange: a group of each release, one after the other', async () => {
    const mixed = inOneInterchange(inquiry(), order());
    expect(only(await answered(mixed), 'GS', 'ST', 'AK1', 'AK2')).toEqual([
      ...['GS*FA*PAYER01*CLINIC01*20260401*0931*1*X*005010X231A1', 'ST*999*0001*005010X231A1'],
      ...['AK1*HS*71*005010X279A1', 'AK2*270*0001*005010X279A1'],
      ...['GS*FA*SELLER*BUYER*20260401*0931*2*X*004010', 'ST*997*0001', 'AK1*PO*1', 'AK2*850*0001'],
    ]);
  });

  it('several interchanges: an answer each, ids swapped, ISA14 0', async () => {
    const second = inquiry({
      '*ZZ*CLINIC01  ': '*30*CLINIC02  ',
      '*000000071*0*T': '*000000072*1*P',
      'IEA*1*000000071': 'IEA*1*000000072',
    });
    const answer = await answered(Buffer.concat([inquiry(), second]));
    expect(only(answer, 'ISA').map((isa) => isa.slice(32, 69))).toEqual([
      'ZZ*PAYER01        *ZZ*CLINIC01       ',
      'ZZ*PAYER01        *30*CLINIC02       ',
    ]);
    expect(only(answer, 'ISA').map((isa) => isa.slice(-5))).toEqual(['0*T*:', '0*P*:']);
    expect(only(answer, 'TA1')).toEqual(['TA1*000000072*260401*0930*A*000']);
  });

  it('ISA12 is raised where a 999 answers an interchange of 00401', async () => {
    const answer = await answered(inquiry({ '*^*00501*': '*U*00401*' }));
    expect(only(answer, 'ISA')[0]).toContain('*^*00501*');
    expect(only(await answered(order()), 'ISA')[0]).toContain('*U*00401*');
  });

  it('names no loop of a set without implementation guide, but what stands between LS and LE', async () => {
    const bytes = Buffer.from(order())
      .toString()
      .replace('PO1*2*3', 'LS*LDT~LDT*AF*x*DA~LE*LDT~PO1*2*x')
      .replace('CTT*2~', 'CTT*2~ZZZ*1~')
      .replace('SE*14', 'SE*18');
    expect(only(await answered(Buffer.from(bytes)), 'AK3')).toEqual([
      'AK3*LDT*13*LDT*8',
      'AK3*PO1*15**8',
      'AK3*ZZZ*17**1',
    ]);
    const { findings } = await engine.validate(Buffer.from(bytes));
    expect(findings.map(({ at }) => at.loopId)).toEqual(['LDT', 'PO1', 'CTT']);
  });

  it('has other delimiters where an id holds one', async () => {
    const answer = await answered(inquiry({ 'GS*HS*CLINIC01': 'GS*HS*CLINIC:01' }));
    expect(answer.segments[0]).toMatch(/\*T\*[^:]~$/);
    expect(only(answer, 'GS')[0]).toContain('*PAYER01*CLINIC:01*');
  });
});

describe('ids', () => {
  const MANY = 'CLINIC\xc9\xc9\xc9\xc9\xc9\xc9\xc9\xc9\xc9';

  it('in ISO 8859-1 go back as they came', async () => {
    const [one] = await engine.acknowledge(inquiry({ '*ZZ*CLINIC01       ': `*ZZ*${MANY}` }));
    const { bytes } = engine.generate({ interchanges: one?.reply === undefined ? [] : [one.reply] });
    expect(Buffer.from(bytes).toString('latin1')).toContain(`*ZZ*${MANY}*260401*`);
  });

  it('that no ISA can hold name nobody: there is a verdict, and no answer', async () => {
    const [one] = await engine.acknowledge(inquiry({ '*ZZ*CLINIC01       ': '*ZZ*CLINIC0123456789' }));
    expect(one?.verdict).toMatchObject({ acknowledgmentCode: 'R', noteCode: '022' });
    expect(one?.reply).toBeUndefined();
  });

  it.each([
    ['*QQ*CLINIC01       ', 'isa-receiver-qualifier'],
    [`*ZZ*${' '.repeat(15)}`, 'isa-receiver'],
  ])('that are wrong are repeated, with a warning: %s', async (ids, reason) => {
    const [one] = await engine.acknowledge(inquiry({ '*ZZ*CLINIC01       ': ids }));
    const interchanges = one?.reply === undefined ? [] : [one.reply];
    const { bytes, findings } = engine.generate({ interchanges });
    expect(findings.map((found) => [found.severity, found.reason])).toEqual([['warning', reason]]);
    expect(new TextDecoder().decode(bytes)).toContain(`${ids}*260401*`);
  });
});

describe('a parsed document', () => {
  // All but AK902: a document does not keep GE01.
  it('is judged as its source is', async () => {
    for (const bytes of conformanceInputs()) {
      const judged = (await engine.parse(bytes)).interchanges.map((one) => judgeInterchange(one));
      const acknowledged = await engine.acknowledge(bytes);
      expect(judged.map(({ interchange }) => interchange)).toEqual(acknowledged.map(({ verdict }) => verdict));
      const verdicts = judged.map(({ groups }) => groups.map(({ acknowledgment }) => told(acknowledgment)));
      expect(verdicts).toEqual(acknowledged.map(({ groups }) => groups.map(told)));
    }
  });

  function told({ verdict, codes, accepted, transactions }: FunctionalAcknowledgment): unknown {
    return { verdict, codes, accepted, sets: transactions.map((set) => [set.verdict, ...set.codes]) };
  }
});

describe('an acknowledgment is not acknowledged', () => {
  const ours = async (policy: AcknowledgmentPolicy): Promise<Uint8Array> => {
    const { segments } = await answered(inquiry({ '*0*T*:': '*1*T*:' }), policy);
    return new TextEncoder().encode(segments.join(''));
  };

  it('a 999 gets nothing', async () => {
    expect((await answered(await ours({ ta1: 'never' }))).segments).toEqual([]);
  });

  it('a TA1 alone gets nothing, even where one is always sent', async () => {
    expect((await answered(await ours({ functional: 'none' }), { ta1: 'always' })).segments).toEqual([]);
  });

  it('a rejecting TA1 gets nothing', async () => {
    const rejected = await answered(BY_VERDICT.R('0'));
    const again = await answered(new TextEncoder().encode(rejected.segments.join('')));
    expect(again.segments).toEqual([]);
  });

  it('of a 999 and an inquiry in one interchange only the inquiry gets one', async () => {
    const mixed = inOneInterchange(await ours({}), inquiry());
    const { acknowledged, segments } = await answered(mixed);
    expect(acknowledged[0]?.groups.map((group) => group.functionalIdentifierCode)).toEqual(['HS']);
    expect(segments.filter((segment) => segment.startsWith('AK1'))).toEqual(['AK1*HS*71*005010X279A1~']);
  });
});

describe('values of data', () => {
  it('stand in no acknowledgment unless the policy asks for copies', async () => {
    const edit = { 'D8*19800228': 'D8*1980SECRET', 'BHT*0022*13': 'BHT*0022*QX', 'PI*12345~': 'PI*12345*SECRET~' };
    const silent = (await answered(inquiry(edit))).segments.join('\n');
    expect(silent).not.toMatch(/SECRET|QX/);
    const copies = only(await answered(inquiry(edit), { badValues: true }), 'IK4');
    expect(copies).toEqual(['IK4*2*353*7*QX', 'IK4*10*706*I10*SECRET', 'IK4*2*1251*8*1980SECRET']);
    const in997 = only(await answered(inquiry(edit), { badValues: true, functional: '997' }), 'AK4');
    expect(in997).toEqual(['AK4*2*353*7*QX', 'AK4*10*706*10*SECRET', 'AK4*2*1251*8*1980SECRET']);
  });
});

describe('what the host knows', () => {
  it('checks an interchange, its groups and sets, each where it belongs', async () => {
    const received = three();
    const answer = await answered(received, {
      check: ({ interchange = 1 }) => [
        finding('implementation-unsupported', { interchange, group: 1, transaction: 2 }),
        finding('isa-usage', { interchange, group: 1 }),
      ],
      ta1: 'always',
    });
    expect(only(answer, 'TA1', 'IK5', 'AK9')).toEqual([
      'TA1*000000071*260401*0930*E*020',
      ...['IK5*A', 'IK5*R*I6', 'IK5*A', 'AK9*P*3*3*2'],
    ]);
  });

  it('agrees to nothing but what was agreed on', async () => {
    const agreement = {
      receivers: [{ qualifier: 'ZZ', id: 'PAYER01' }],
      senders: [{ qualifier: 'ZZ', id: 'CLINIC01' }],
      controlVersions: ['00501'],
      usages: ['T'],
      functionalGroups: ['HS'],
      releases: ['005010X279A1'],
      transactionSets: ['270'],
      implementations: ['005010X279A1'],
    };
    const check: AcknowledgmentPolicy['check'] = (received) => checkAgreement(received, agreement);
    expect(only(await answered(inquiry(), { check }), 'AK9')).toEqual(['AK9*A*1*1*1']);
    expect(only(await answered(order(), { check }), 'TA1')[0]).toContain('R*003');
  });
});

describe('limits', () => {
  it('reject a set whose errors were not kept, and say of which kind they were', async () => {
    const by = fullEngine({ limits: { findings: 1 }, clock: () => Date.UTC(2026, 3, 1) });
    const faults = {
      'BHT*0022*13*REQ1': 'BHT*0022*QQ*REQ1',
      'PI*12343~': 'PI*12343*01~',
      'BHT*0022*13*REQ2': 'BHT*0022**REQ2',
    };
    const { acknowledged, segments } = await answered(three(faults), { by });
    expect(segments.filter((segment) => segment.startsWith('IK'))).toEqual([
      ...['IK3*BHT*2**8~', 'IK4*2*353*7~', 'IK5*R*5~', 'IK5*R*5~', 'IK5*R*I5~'],
    ]);
    expect(acknowledged[0]?.groups[0]).toMatchObject({ verdict: 'R', accepted: 0 });
  });

  it('bound what is kept, and leave no set out', async () => {
    const [set = ''] =
      Buffer.from(inquiry({ 'BHT*0022*13': 'BHT*0022*QQ' }))
        .toString()
        .match(/ST\*.*SE\*13\*0001~/s) ?? [];
    const sets = Array.from({ length: 300 }, (_, at) => set.replaceAll('*0001', `*${String(at + 1).padStart(4, '0')}`));
    const received = Buffer.from(inquiry())
      .toString()
      .replace(/ST\*.*GE\*1/s, `${sets.join('')}GE*300`);
    const by = fullEngine({ limits: { findings: 10 } });
    const [one] = await by.acknowledge(received);
    const [group] = one?.groups ?? [];
    expect(group).toMatchObject({ verdict: 'R', received: 300, accepted: 0 });
    expect(group?.transactions.flatMap(({ findings }) => findings)).toHaveLength(10);
    expect(group?.transactions.every(({ verdict, codes }) => verdict === 'R' && codes.join() === '5')).toBe(true);
  });

  it('bound what is kept of envelopes too, and judge by what is not kept', async () => {
    const by = fullEngine({ limits: { findings: 10 }, clock: () => Date.UTC(2026, 3, 1) });
    const text = Buffer.from(inquiry()).toString();
    const strays = text.replace('~GS*', `${'~QQ*1'.repeat(50)}~GS*`);
    const [rejected] = await by.acknowledge(strays);
    expect(rejected?.findings).toHaveLength(10);
    expect(rejected?.verdict).toMatchObject({ acknowledgmentCode: 'R', noteCode: '024' });
    const counted = strays.replace('~GE*1*', '~GE*7*').replace('~SE*13*', '~SE*9*');
    const [noted] = await by.acknowledge(counted, { noted: ['022', '024'] });
    expect(noted?.findings).toHaveLength(10);
    expect(noted?.groups).toMatchObject([{ codes: ['5'], transactions: [{ verdict: 'R', codes: ['4'] }] }]);
  });

  it('reject no set for an error that is tolerated, kept or not', async () => {
    const by = fullEngine({ limits: { findings: 1 }, clock: () => Date.UTC(2026, 3, 1) });
    const faults = { 'BHT*0022*13*REQ1': 'BHT*0022*QQ*REQ1', 'BHT*0022*13*REQ2': 'BHT*0022*QQ*REQ2' };
    const { acknowledged } = await answered(three(faults), { by, tolerated: ['element-code'] });
    expect(acknowledged[0]?.groups[0]?.transactions.map(({ verdict }) => verdict)).toEqual(['E', 'E', 'A']);
  });

  it('tell of an ISA that cannot be read, which nobody can be answered for', async () => {
    const unreadable =
      'ISA*00*          *00*          *ZZ*CLINIC01       *ZZ*PAYER01        *260401*0930*^*00501*000000072*0*T*A~';
    const told: string[] = [];
    const received = Buffer.concat([inquiry(), Buffer.from(unreadable)]);
    const { acknowledged } = await answered(received, { onFinding: ({ reason }) => told.push(reason) });
    expect(acknowledged.map(({ verdict }) => verdict.noteCode)).toEqual(['000']);
    expect(told).toEqual(['isa-component-separator']);
  });
});
