import { expect, it } from 'vitest';
import { rejectedSets } from '../../../src/exchange/route-submissions/rejected-sets.js';
import { ENGINES } from '../../support/shared-engines.js';

const ISA = 'ISA*00*          *00*          *ZZ*UPSTREAM       *ZZ*CLEARING       *260115*1200*^*00501*000000009*0*P*:';
const NUMBERS = { interchange: '000000007', group: 7 };
const OTHERS = 'NM1*IL*1*DOE*CANARY';

async function rejected(segments: readonly string[], sets: number) {
  const { engine } = await ENGINES.get();
  return rejectedSets(engine, Buffer.from(`${segments.join('~')}~`), { ...NUMBERS, sets });
}

/** A 999 in a group. @param ak9 of the group that it is about. */
function ack999(loops: readonly string[], ak9: string, group = 7): readonly string[] {
  const body = ['ST*999*0001*005010X231A1', `AK1*HS*${group}*005010X279A1`, ...loops, ak9];
  const count = body.join('~').split('~').length + 1;
  return ['GS*FA*UPAPP*CLEARAPP*20260115*1200*9*X*005010X231A1', ...body, `SE*${count}*0001`, 'GE*1*9'];
}

const loop = (number: number) => `AK2*270*${String(number).padStart(4, '0')}*005010X279A1~IK5*R*5`;
const textOf = (reply: { readonly x12?: Uint8Array } | undefined) => Buffer.from(reply?.x12 ?? []).toString();

it('others have their turn while a long 999 is taken apart', async () => {
  const loops = Array.from({ length: 1_000 }, (_, place) => loop(place + 1));
  let turns = 0;
  let next = setImmediate(function turn() {
    turns++;
    next = setImmediate(turn);
  });
  const found = await rejected([ISA, ...ack999(loops, 'AK9*R*1000*1000*0'), 'IEA*1*000000009'], 1_000);
  clearImmediate(next);
  expect(found.kind === 'sets' && found.replies.size).toBe(1_000);
  expect(turns).toBeGreaterThan(40);
});

it('nothing is written for what a payer says of sets that the file does not have, or says again', async () => {
  const loops = [2, 2, 3, 0, 9_999].map(loop);
  const found = await rejected([ISA, ...ack999(loops, 'AK9*P*2*2*1'), 'IEA*1*000000009'], 2);
  expect(found.kind === 'sets' && [...found.replies.keys()]).toEqual([2]);
});

it('a file that is rejected as a whole is answered by that alone, whatever else the payer has sent with it', async () => {
  const other = ['GS*HB*UPAPP*CLEARAPP*20260115*1200*8*X*005010X279A1', 'ST*271*0001*005010X279A1', OTHERS];
  const end = ['SE*3*0001', 'GE*1*8'];
  const group = await rejected([ISA, ...ack999([], 'AK9*R*2*2*0'), ...other, ...end, 'IEA*2*000000009'], 2);
  const ta1 = `TA1*${NUMBERS.interchange}*260115*1200*R*009`;
  const interchange = await rejected([ISA, ta1, ...other, ...end, 'IEA*1*000000009'], 2);
  for (const [found, segment] of [
    [group, 'AK9*R*2*2*0~'],
    [interchange, `${ta1}~`],
  ] as const) {
    expect(found.kind).toBe('all');
    const text = found.kind === 'all' && found.reply.kind === 'answer' ? textOf(found.reply) : '';
    expect(text).toContain(segment);
    expect(text).not.toContain('CANARY');
  }
});

it('of a group that is rejected though few of its sets are named, all are rejected: those by what is said of the group', async () => {
  const found = await rejected([ISA, ...ack999([loop(2)], 'AK9*R*3*3*0'), 'IEA*1*000000009'], 3);
  const texts = [...(found.kind === 'sets' ? found.replies : [])].map(
    ([place, reply]) => [place, reply.kind === 'answer' ? textOf(reply) : ''] as const,
  );
  expect(texts.map(([place]) => place).sort()).toEqual([1, 2, 3]);
  for (const [place, text] of texts) {
    if (place === 2) expect(text).toContain('AK2*270*0002*');
    else expect(text).toMatch(/AK1\*HS\*7\*005010X279A1~AK9\*R\*3\*3\*0~/);
  }
});

it('a 999 about another file says nothing', async () => {
  const found = await rejected([ISA, ...ack999([loop(1)], 'AK9*R*1*1*0', 8), 'IEA*1*000000009'], 2);
  expect(found).toEqual({ kind: 'sets', replies: new Map() });
});

it('a 999 about a group of other transaction sets that has the same number says nothing', async () => {
  const claims = ack999([loop(1)], 'AK9*R*1*1*0').map((segment) => segment.replace('AK1*HS', 'AK1*HC'));
  const found = await rejected([ISA, ...claims, 'IEA*1*000000009'], 2);
  expect(found).toEqual({ kind: 'sets', replies: new Map() });
});
