import { describe, expect, it } from 'vitest';
import {
  type MatchedAcknowledgments,
  matchAcknowledgments,
  type SentInterchange,
} from '../../src/acknowledgment/match-acknowledgments.js';
import { acknowledgmentsOf, type ReceivedAcknowledgments } from '../../src/acknowledgment/received-acknowledgments.js';
import { engine } from './acknowledgments.js';

const NOTHING: ReceivedAcknowledgments = { interchanges: [], groups: [] };
const MOMENT = { date: '2026-04-01', time: '09:30' };

/** An interchange of ours with one group HS of these ST02. */
function sent(controlNumber: string, group: string, sets: readonly string[], more = MOMENT): SentInterchange {
  return {
    header: {
      senderQualifier: 'ZZ',
      senderId: 'CLINIC01',
      receiverQualifier: 'ZZ',
      receiverId: 'PAYER01',
      controlNumber,
      ...more,
    },
    groups: [
      {
        header: {
          functionalIdentifierCode: 'HS',
          controlNumber: group,
          applicationSenderCode: 'CLINIC01',
          applicationReceiverCode: 'PAYER01',
        },
        transactions: sets.map((number) => ({ header: { transactionSet: '270', controlNumber: number } })),
      },
    ],
  };
}

interface Answers {
  readonly ta1?: readonly string[];
  /** The segments between ST and SE of each 999. */
  readonly sets?: readonly (readonly string[])[];
  readonly from?: string;
}

/** What a partner's interchange says. */
async function received({ ta1 = [], sets = [], from = 'PAYER01' }: Answers): Promise<ReceivedAcknowledgments> {
  const isa = `ISA*00*          *00*          *ZZ*${from.padEnd(15)}*ZZ*CLINIC01       *260401*1031*^*00501*000009001*0*T*:`;
  const texts = sets.map((lines, at) =>
    [`ST*999*000${at + 1}*005010X231A1`, ...lines, `SE*${lines.length + 2}*000${at + 1}`].join('~'),
  );
  const group = [`GS*FA*${from}*CLINIC01*20260401*1031*9001*X*005010X231A1`, ...texts, `GE*${texts.length}*9001`];
  const lines = [isa, ...ta1, ...(sets.length > 0 ? group : []), `IEA*${sets.length > 0 ? 1 : 0}*000009001`];
  return acknowledgmentsOf(await engine.parse(`${lines.join('~')}~`));
}

function states({ interchanges }: MatchedAcknowledgments): readonly string[] {
  return interchanges.flatMap(({ groups }) =>
    groups.flatMap(({ transactions }) =>
      transactions.map(({ sent: { header }, state }) => `${header.controlNumber} ${state}`),
    ),
  );
}

const THREE = [sent('000000071', '71', ['0001', '0002', '0003'])];
const AK1 = 'AK1*HS*71*005010X279A1';

async function statesAfter(...sets: readonly (readonly string[])[]): Promise<readonly string[]> {
  return states(matchAcknowledgments(THREE, await received({ sets })));
}

describe('acknowledgmentsOf', () => {
  it('gives the ids as they were in what was sent', async () => {
    const answers = await received({ ta1: ['TA1*000000071*260401*0930*A*000'], sets: [[AK1, 'AK9*A*1*1*1']] });
    const interchange = {
      senderQualifier: 'ZZ',
      senderId: 'CLINIC01',
      receiverQualifier: 'ZZ',
      receiverId: 'PAYER01',
    };
    expect(answers.interchanges).toMatchObject([{ interchange, result: { controlNumber: '000000071', verdict: 'A' } }]);
    expect(answers.groups).toMatchObject([
      {
        interchange,
        group: { applicationSenderCode: 'CLINIC01', applicationReceiverCode: 'PAYER01' },
        acknowledgment: { functionalIdentifierCode: 'HS', controlNumber: '71' },
      },
    ]);
  });

  it('passes over everything else', async () => {
    const isa = `ISA*00*          *00*          *ZZ*A              *ZZ*B              *260401*1031*^*00501*000000001*0*T*:~`;
    const text = `${isa}GS*PO*A*B*20260401*1031*1*X*004010~ST*850*0001~SE*2*0001~GE*1*1~IEA*1*000000001~`;
    expect(acknowledgmentsOf(await engine.parse(text))).toEqual(NOTHING);
  });
});

describe('matchAcknowledgments', () => {
  it('awaits everything before an answer', () => {
    expect(states(matchAcknowledgments(THREE, NOTHING))).toEqual(['0001 awaited', '0002 awaited', '0003 awaited']);
  });

  it('takes each set by its AK2, numbers with or without zeros', async () => {
    const sets = ['AK2*270*1', 'IK5*A', 'AK2*270*0002', 'IK5*E*5', 'AK2*270*00003', 'IK5*R*5'];
    const matched = await statesAfter(['AK1*HS*000071', ...sets, 'AK9*P*3*3*2']);
    expect(matched).toEqual(['0001 accepted', '0002 accepted with errors', '0003 rejected']);
  });

  it('takes all sets with a group that is accepted or rejected in one word', async () => {
    const all = (state: string) => ['0001', '0002', '0003'].map((number) => `${number} ${state}`);
    expect(await statesAfter([AK1, 'AK9*A*3*3*3'])).toEqual(all('accepted'));
    expect(await statesAfter([AK1, 'AK9*E*3*3*3'])).toEqual(all('accepted with errors'));
    expect(await statesAfter([AK1, 'AK9*R*3*3*0*2'])).toEqual(all('rejected'));
    expect(await statesAfter([AK1, 'AK2*270*0001', 'IK5*A', 'AK9*R*3*3*0'])).toEqual(all('rejected'));
    expect(await statesAfter([AK1, 'AK9*P*3*3*1'])).toEqual(all('awaited'));
  });

  it('takes sets that are not listed for accepted only where the count has room for them', async () => {
    const rejected = ['AK2*270*0002', 'IK3*DMG*4**8', 'IK4*2*1251*8', 'IK5*R*5'];
    expect(await statesAfter([AK1, ...rejected, 'AK9*P*3*3*2'])).toEqual([
      '0001 accepted',
      '0002 rejected',
      '0003 accepted',
    ]);
    expect(await statesAfter([AK1, ...rejected, 'AK9*P*3*3*1'])).toEqual([
      '0001 awaited',
      '0002 rejected',
      '0003 awaited',
    ]);
    const noted = ['AK2*270*0002', 'IK5*E*5', 'AK9*E*3*3*3'];
    expect(await statesAfter([AK1, ...noted])).toEqual(['0001 accepted', '0002 accepted with errors', '0003 accepted']);
  });

  it('lets the worst of several answers count, in any order', async () => {
    const good = [AK1, 'AK9*A*3*3*3'];
    const bad = [AK1, 'AK2*270*0003', 'IK5*R*5', 'AK9*P*3*3*2'];
    const expected = ['0001 accepted', '0002 accepted', '0003 rejected'];
    expect(await statesAfter(good, bad)).toEqual(expected);
    expect(await statesAfter(bad, good)).toEqual(expected);
  });

  it('places findings in what was sent', async () => {
    const lines = [AK1, 'AK2*270*0002', 'IK3*DMG*4**I6', 'CTX*SITUATIONAL TRIGGER*HL*2', 'IK5*R*I5', 'AK9*P*3*3*2'];
    const two = [sent('000000070', '70', ['0001']), ...THREE];
    const matched = matchAcknowledgments(two, await received({ sets: [lines] }));
    const at = { interchange: 2, group: 1, transaction: 2 };
    expect(matched.interchanges[1]?.groups[0]?.transactions[1]?.findings).toMatchObject([
      { code: 'I6', at: { ...at, segment: 4 }, trigger: { ...at, segment: 2 } },
    ]);
  });

  it('rejects all sets with their interchange, and takes its acceptance for no more than that', async () => {
    const rejected = matchAcknowledgments(THREE, await received({ ta1: ['TA1*000000071*260401*0930*R*023'] }));
    expect(states(rejected)).toEqual(['0001 rejected', '0002 rejected', '0003 rejected']);
    const accepted = matchAcknowledgments(THREE, await received({ ta1: ['TA1*000000071*260401*0930*A*000'] }));
    expect(accepted.interchanges[0]?.state).toBe('accepted');
    expect(states(accepted)).toEqual(['0001 awaited', '0002 awaited', '0003 awaited']);
  });

  it('lets a rejection as duplicate overturn nothing', async () => {
    const duplicate = 'TA1*000000071*260401*0930*R*025';
    const accepted = 'TA1*000000071*260401*0930*A*000';
    const match = async (answers: Answers) => matchAcknowledgments(THREE, await received(answers));
    expect(states(await match({ ta1: [duplicate] }))[0]).toBe('0001 rejected');
    expect(states(await match({ ta1: [duplicate], sets: [[AK1, 'AK9*A*3*3*3']] }))[0]).toBe('0001 accepted');
    const both = await match({ ta1: [accepted, duplicate] });
    expect(both.interchanges[0]?.state).toBe('accepted');
    expect(both.interchanges[0]?.answers).toHaveLength(2);
    expect(states(both)[0]).toBe('0001 awaited');
  });

  it('tells interchanges of one number apart by date and time, else takes the last', async () => {
    const twice = [sent('000000071', '71', ['0001']), sent('000000071', '71', ['0001'], { ...MOMENT, time: '11:00' })];
    const answered = async (time: string) => {
      const answers = await received({ ta1: [`TA1*000000071*260401*${time}*R*023`] });
      return states(matchAcknowledgments(twice, answers));
    };
    expect(await answered('0930')).toEqual(['0001 rejected', '0001 awaited']);
    expect(await answered('1100')).toEqual(['0001 awaited', '0001 rejected']);
    expect(await answered('2359')).toEqual(['0001 awaited', '0001 rejected']);
  });

  it('answers sets of one number in their order', async () => {
    const twins = [sent('000000071', '71', ['0001', '0001'])];
    const lines = [AK1, 'AK2*270*0001', 'IK5*A', 'AK2*270*0001', 'IK5*R*23', 'AK2*270*0001', 'IK5*A', 'AK9*P*2*2*1'];
    const matched = matchAcknowledgments(twins, await received({ sets: [lines] }));
    expect(states(matched)).toEqual(['0001 accepted', '0001 rejected']);
    expect(matched.unmatched.transactions).toEqual([]);
  });

  it('drops nothing that answers nothing', async () => {
    const answers = await received({
      ta1: ['TA1*000000072*260401*0930*A*000'],
      sets: [
        ['AK1*HC*71', 'AK9*A*1*1*1'],
        ['AK1*HS*72', 'AK9*A*1*1*1'],
        [AK1, 'AK2*270*0009', 'IK5*R*5', 'AK2*276*0001', 'IK5*A', 'AK9*P*2*2*1'],
      ],
    });
    const { unmatched } = matchAcknowledgments(THREE, answers);
    expect(unmatched.interchanges).toHaveLength(1);
    expect(unmatched.groups.map(({ acknowledgment: { controlNumber } }) => controlNumber)).toEqual(['71', '72']);
    expect(unmatched.transactions.map(({ transaction: { controlNumber } }) => controlNumber)).toEqual(['0009', '0001']);
    const stranger = matchAcknowledgments(THREE, await received({ sets: [[AK1, 'AK9*R*3*3*0']], from: 'PAYER02' }));
    expect(stranger.unmatched.groups).toHaveLength(1);
    expect(states(stranger)[0]).toBe('0001 awaited');
  });

  it('ties a generated document to its answer', async () => {
    const { groups, header } = sent('000000071', '71', ['0001']);
    const unmatched = matchAcknowledgments([{ header, groups: [...groups, { transactions: [] }] }], NOTHING);
    expect(unmatched.interchanges[0]?.groups).toHaveLength(2);
    const document = await engine.parse(
      engine.generate({ interchanges: [{ header, groups: [] }] }, { findings: 'report' }).bytes,
    );
    const answer = await received({ ta1: ['TA1*000000071*260401*0930*E*021'] });
    expect(matchAcknowledgments(document.interchanges, answer).interchanges[0]?.state).toBe('accepted with errors');
  });

  it('works for each answer on what it lists, however many sets the group has', async () => {
    const many = 20_000;
    const numbers = Array.from({ length: many }, (_, at) => String(at + 1).padStart(5, '0'));
    const sets = [[AK1, 'AK2*270*00007', 'IK5*R*23', `AK9*P*${many}*${many}*${many - 1}`]];
    const { groups } = await received({ sets });
    const matched = matchAcknowledgments([sent('000000071', '71', numbers)], {
      interchanges: [],
      groups: Array.from({ length: many }, () => groups).flat(),
    });
    expect(states(matched).filter((state) => !state.endsWith(' accepted'))).toEqual(['00007 rejected']);
  });

  it.each([
    [['A', '0001 A'], ['P', '0001 A'], '0001 accepted, 0002 accepted'],
    [['P', '0001 A'], ['P', '0002 R'], '0001 accepted, 0002 rejected'],
    [['E', '0001 A'], ['A', '0002 A'], '0001 accepted, 0002 accepted with errors'],
    [['E', '0001 A'], ['E', '0002 A'], '0001 accepted with errors, 0002 accepted with errors'],
    [['R', '0001 A'], ['A', '0002 A'], '0001 rejected, 0002 rejected'],
    [['A', '0001 A'], ['A', '0001 A'], '0001 accepted, 0002 accepted'],
    [['P', '0001 E'], ['P', '0001 A'], '0001 accepted with errors, 0002 awaited'],
  ])('joins answers that list different sets: %j and %j', async (one, other, expected) => {
    const lines = ([verdict = '', ...listed]: readonly string[]) => {
      const loops = listed.flatMap((set) => [`AK2*270*${set.slice(0, 4)}`, `IK5*${set.slice(5)}`]);
      return [AK1, ...loops, `AK9*${verdict}*2*2*${verdict === 'P' ? 1 : 2}`];
    };
    const answers = await received({ sets: [lines(one), lines(other)] });
    const pair = [sent('000000071', '71', ['0001', '0002'])];
    expect(states(matchAcknowledgments(pair, answers)).join(', ')).toBe(expected);
  });
});
