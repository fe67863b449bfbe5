import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { judgeSubmission } from '../../../src/exchange/core-submissions/judge-submission.js';
import type { Run } from '../../../src/exchange/services.js';
import { type BatchWorld, batchWorld } from '../../support/batches.js';
import { file270, set270 } from '../../support/core-batches.js';
import { SPOILED_FILES, SPOILED_SETS } from '../../support/spoiled-270s.js';

let world: BatchWorld;
beforeAll(async () => {
  world = await batchWorld({ isIdle: true, onEnd: (end) => void ends.push(end) });
  return async () => {
    for (const end of ends.reverse()) await end();
  };
});
const ends: (() => unknown)[] = [];

async function judged(file: string) {
  const run: Run = { services: world.services, caller: { accountId: world.accountId, keyId: 'key', mode: 'live' } };
  const found = await judgeSubmission(run, Buffer.from(file));
  const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString();
  return found && { ...found, ta1: textOf(found.ta1), acknowledgment: textOf(found.acknowledgment) };
}

/** What a 999 says of each set, by its loops. */
function toldBySet(acknowledgment: string): readonly (readonly string[])[] {
  const loops = acknowledgment.split('~AK2*').slice(1);
  return loops.map((loop) => loop.split('~').filter((segment) => /^IK[345]\*(?!A$)/.test(segment)));
}

it.each(SPOILED_SETS)(
  '$name: a 999 says that of its set, and nothing of the others',
  async ({ spoil, told, keepsCount }) => {
    const plan = fc
      .integer({ min: 1, max: 6 })
      .chain((count) => fc.tuple(fc.constant(count), fc.nat({ max: count - 1 })));
    await fc.assert(
      fc.asyncProperty(plan, async ([count, place]) => {
        const sets = Array.from({ length: count }, (_, index) => set270(index + 1).split('~'));
        const spoiled = spoil(sets[place] ?? []);
        const counted = spoiled.map((segment) => segment.replace(/^SE\*12\*/, `SE*${spoiled.length}*`));
        sets[place] = [...(keepsCount === true ? spoiled : counted)];
        const found = await judged(file270(sets.map((set) => set.join('~'))));
        const rejected = told.length === 0 ? 0 : 1;
        expect([found?.items.length, found?.rejected, found?.ta1]).toEqual([count - rejected, rejected, '']);
        expect(toldBySet(found?.acknowledgment ?? '')).toEqual(sets.map((_, index) => (index === place ? told : [])));
        const [ak9] = /AK9\*[^~]*/.exec(found?.acknowledgment ?? '') ?? [];
        const code = rejected === 0 ? 'A' : count === 1 ? 'R' : 'P';
        expect(ak9).toBe(`AK9*${code}*${count}*${count}*${count - rejected}`);
      }),
      { numRuns: Number(process.env.EDILOOM_RUNS ?? 2) },
    );
  },
);

it.each(SPOILED_FILES)(
  '$name: a TA1 or AK9 says that, and $taken sets are taken',
  async ({ spoil, ta1, ak9, taken }) => {
    const found = await judged(spoil(file270([1, 2, 3].map((place) => set270(place)))));
    expect(found?.items).toHaveLength(taken);
    expect(/TA1\*\d+\*\d+\*\d+\*([^~]*)/.exec(found?.ta1 ?? '')?.[1]).toBe(ta1);
    expect(/AK9.([^~\n]*)/.exec(found?.acknowledgment ?? '')?.[1]).toBe(ak9);
  },
);

it.each([
  ['nothing', ''],
  ['an interchange without its head', file270([set270(1)]).slice(106)],
  ['letters', 'Dear payer, please find enclosed'],
])('%s is told as a file that cannot be read', async (_, file) => {
  expect(await judged(file)).toBeUndefined();
});

it('a file of two interchanges, of which one is wrong or came already, has the other taken', async () => {
  const sets = [1, 2, 3].map((place) => set270(place));
  const first = file270(sets);
  const again = await judged(first + first);
  expect([again?.items.length, again?.ta1]).toEqual([3, expect.stringMatching(/TA1\*000000007\*\d+\*\d+\*R\*025~/)]);
  const cut = await judged(first + file270(sets, '000000008').slice(0, 400));
  expect([cut?.items.length, cut?.ta1]).toEqual([3, expect.stringMatching(/TA1\*000000008\*\d+\*\d+\*R\*023~/)]);
});

it.each([
  ['009999', 1, 'ST*997*', 'AK5*R*1~AK9*R*1*1*0~'],
  ['004010X092A1', 1, 'ST*997*', 'AK5*R*1~AK9*R*1*1*0~'],
  ['', 1, 'ST*997*', 'AK9*R*1*1*0*2~'],
  ['005010X222A1', 1, 'ST*999*', 'IK5*R*19~AK9*R*1*1*0~'],
  // ST03 says by which guide a set is.
  ['005010', 2, 'ST*997*', 'AK5*A~AK9*A*1*1*1~'],
])(
  'a group of version "%s" is acknowledged in its own form, and the interchange behind it is taken',
  async (version, taken, set, end) => {
    const group = file270([set270(2)]).replace('X*005010X279A1~', `X*${version}~`);
    const found = await judged(group + file270([set270(1)], '000000009'));
    expect(found?.items).toHaveLength(taken);
    const [first = '', second = ''] = (found?.acknowledgment ?? '').split('~IEA*');
    expect(first).toContain(set);
    expect(first).toContain(end);
    expect(second).toContain('~AK9*A*1*1*1~');
  },
);

const older = (file: string): string =>
  file.replaceAll('005010X279A1', '004010X092A1').replace(/(ST\*270\*\d+)\*[^~]*/g, '$1');
const OTHERS: readonly (readonly [string, (file: string) => string, string])[] = [
  ['270s of another release', older, 'ST*997*0001~AK1*HS*7~AK2*270*0001~AK5*R*1~AK2*270*0002~AK5*R*1~AK9*R*2*2*0~'],
  [
    '270s of another guide of the release',
    (file) => file.replaceAll('279A1', '279A9'),
    'AK2*270*0002*005010X279A9~IK5*R*I6~AK9*R*2*2*0~',
  ],
  [
    'questions about claims',
    (file) => file.replace('GS*HS*', 'GS*HR*').replaceAll('ST*270', 'ST*276').replaceAll('X279A1', 'X212'),
    'AK2*276*0002*005010X212~IK5*R*1*I6~AK9*R*2*2*0~',
  ],
];

it.each(OTHERS)('%s are rejected, not accepted and left: nobody would answer them', async (_, changed, end) => {
  const found = await judged(changed(file270([set270(1), set270(2)])));
  expect([found?.items.length, found?.rejected]).toEqual([0, 2]);
  expect(found?.acknowledgment).toContain(end);
});

it('a maintenance level of the same guide is taken', async () => {
  const found = await judged(file270([set270(1)]).replaceAll('279A1', '279'));
  expect(found?.items).toHaveLength(1);
  expect(found?.acknowledgment).toContain('IK5*A~AK9*A*1*1*1~');
});
