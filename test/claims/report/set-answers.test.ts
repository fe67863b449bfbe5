import { describe, expect, it } from 'vitest';
import { matchAcknowledgments, type SentInterchange } from '../../../src/acknowledgment/match-acknowledgments.js';
import { acknowledgmentsOf } from '../../../src/acknowledgment/received-acknowledgments.js';
import { stateOfSet } from '../../../src/claims/report/claim-state.js';
import { setAnswers } from '../../../src/claims/report/set-answers.js';
import { loadGuide } from '../../../src/guides/catalogue.js';
import { createEngine } from '../../../src/index.js';

const engine = createEngine({ guides: [await loadGuide('999-005010X231A1')] });

/** Claims by the set that they went out in: ISA13, GS06, ST02. */
const CLAIMS: Readonly<Record<string, readonly string[]>> = {
  '71 7 0001': ['claim A'],
  '71 7 0002': ['claim B', 'claim C'],
};

const SENT: SentInterchange = {
  header: {
    ...{ senderQualifier: 'ZZ', senderId: 'HUB', receiverQualifier: 'ZZ', receiverId: 'NORTH' },
    ...{ controlNumber: '000000071', date: '2026-03-01', time: '09:15' },
  },
  groups: [
    {
      header: {
        ...{ functionalIdentifierCode: 'HC', controlNumber: '7' },
        ...{ applicationSenderCode: 'HUB', applicationReceiverCode: 'NORTH' },
      },
      transactions: ['0001', '0002'].map((controlNumber) => ({ header: { transactionSet: '837', controlNumber } })),
    },
  ],
};

/** What is known of the sets after an interchange with these TA1s, and these segments of a 999. */
async function answers(ta1: readonly string[], segments: readonly string[] = []) {
  const group = [
    'GS*FA*NORTH*HUB*20260301*1031*9001*X*005010X231A1',
    ...['ST*999*0001*005010X231A1', ...segments, `SE*${segments.length + 2}*0001`, 'GE*1*9001'],
  ];
  const lines = [
    'ISA*00*          *00*          *ZZ*NORTH          *ZZ*HUB            *260301*1031*^*00501*000009001*0*T*:',
    ...[...ta1, ...(segments.length > 0 ? group : []), `IEA*${segments.length > 0 ? 1 : 0}*000009001`],
  ];
  return setAnswers(
    matchAcknowledgments([SENT], acknowledgmentsOf(await engine.parse(Buffer.from(`${lines.join('~')}~`)))),
  );
}

describe('sets of claims that were sent', () => {
  it('have places of segments and loops alone: what a partner writes there and is none is left out', async () => {
    const [first] = await answers(
      [],
      [
        ...['AK1*HC*7*005010X222A1', 'AK2*837*0001*005010X222A1', 'IK3*LINDROSA*21*SHPONE*8'],
        ...['CTX*SITUATIONAL TRIGGER*LINDROSA*30*SHPTWO*5', 'IK5*R*5', 'AK9*R*1*1*0'],
      ],
    );
    expect(first?.reasons).toMatchObject([{ code: 'IK304 8', place: 'segment 21; because of segment 30, 05' }]);
  });

  it('name their claims and why they were rejected, in words', async () => {
    const [first, second] = await answers(
      [],
      [
        ...['AK1*HC*7*005010X222A1', 'AK2*837*0001*005010X222A1', 'IK5*A', 'AK2*837*0002*005010X222A1'],
        ...[
          'IK3*NM1*21*2010*8',
          'CTX*CLM01:PCN-B',
          'IK4*9*67*4',
          'IK3*HI*34*2300*I6',
          'CTX*SITUATIONAL TRIGGER*CLM*30*2300*5:3',
        ],
        ...['IK5*R*5*I5', 'AK9*P*2*2*1'],
      ],
    );
    expect(first).toEqual({ interchange: '000000071', group: '7', set: '0001', state: 'accepted', reasons: [] });
    expect(stateOfSet(first?.state ?? 'awaited')).toBe('RECEIVED');
    expect(stateOfSet(second?.state ?? 'awaited')).toBe('REJECTED');
    expect(CLAIMS[`71 ${second?.group} ${second?.set}`]).toEqual(['claim B', 'claim C']);
    expect(second?.reasons).toEqual([
      {
        code: 'IK403 4',
        place: 'segment 21 NM1, loop 2010, NM109',
        text: expect.stringMatching(/short/i),
        advice: expect.any(String),
        patientControlNumber: 'PCN-B',
      },
      {
        code: 'IK304 I6',
        place: 'segment 34 HI, loop 2300; because of segment 30 CLM, loop 2300, CLM05-3',
        text: expect.any(String),
        advice: expect.any(String),
      },
    ]);
  });

  it('have the words of IK502 and AK905 where no segment is named', async () => {
    const all = await answers([], ['AK1*HC*7*005010X222A1', 'AK2*837*0001*005010X222A1', 'IK5*R*4', 'AK9*R*2*2*0*5']);
    expect(all.map(({ state, reasons }) => [state, ...reasons.map(({ code }) => code)])).toEqual([
      ['rejected', 'AK905 5', 'IK502 4'],
      ['rejected', 'AK905 5'],
    ]);
    expect(all[0]?.reasons[1]?.text).toBe('SE01 is not the number of segments');
  });

  it('have "segments have errors" where that is all that is said', async () => {
    const [set] = await answers([], ['AK1*HC*7', 'AK2*837*0001', 'IK5*R*5', 'AK9*P*2*2*1']);
    expect(set?.reasons.map(({ code }) => code)).toEqual(['IK502 5']);
  });

  it('are all rejected with their interchange, for the reason of the TA1', async () => {
    const all = await answers(['TA1*000000071*260301*0915*R*023']);
    expect(all.map(({ set, state, reasons }) => [set, state, reasons.map(({ code }) => code)])).toEqual([
      ['0001', 'rejected', ['TA105 023']],
      ['0002', 'rejected', ['TA105 023']],
    ]);
  });

  it('are awaited while the TA1 alone has come, or another interchange is meant', async () => {
    for (const ta1 of ['TA1*000000071*260301*0915*A*000', 'TA1*000000072*260301*0915*R*023'])
      expect((await answers([ta1])).map(({ state, reasons }) => [state, reasons])).toEqual([
        ['awaited', []],
        ['awaited', []],
      ]);
  });
});
