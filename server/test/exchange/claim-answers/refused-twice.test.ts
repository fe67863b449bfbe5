import { expect, it } from 'vitest';
import { judgeResending } from '../../../src/resources/claims/resend.js';
import { readRows } from '../../../src/store/account-queries.js';
import {
  type AnswersWorld,
  answersWorld,
  claimReport,
  functional,
  interchangeOf,
} from '../../support/claim-answers.js';

/** A claim that was sent, and the group that it went in. */
async function sentClaim() {
  const world = await answersWorld();
  const { claims, group } = await world.file('account-1', [{}]);
  const [claim] = claims;
  if (claim === undefined) throw new Error('none');
  return { world, claim, group };
}

/** Groups of several interchanges in the first of them. */
function together(...interchanges: readonly string[]): string {
  const groups = interchanges.flatMap((one) => one.match(/^GS[\s\S]*^GE.*~\n/m) ?? []);
  const [isa = ''] = interchanges[0]?.split('\n') ?? [];
  return `${isa}\n${groups.join('')}IEA*${groups.length}*000000077~\n`;
}

async function refusals({ world, claim }: Pick<Awaited<ReturnType<typeof sentClaim>>, 'world' | 'claim'>) {
  const history = await world.history(claim);
  const reasons = history.flatMap((one) => (one.state === 'REJECTED' ? JSON.parse(one.reasons ?? '') : []));
  return reasons.map(({ said, reasons: [first] }) => `${said} ${first?.code}`).sort();
}

async function keptBack(world: AnswersWorld, id: string) {
  const [judged] = await readRows(world.services.store, 'account-1', (queries) => judgeResending(queries, [id]));
  return judged?.keptBack;
}

it('a claim that a 277CA refuses twice has the reasons of both, each once', async () => {
  const { world, claim } = await sentClaim();
  const said = (code: string) => ({ claim, code, action: 'U' as const });
  await world.answer(interchangeOf(claimReport([said('A7:562:85'), said('A6:158:QC'), said('A7:562:85')])));
  expect(await refusals({ world, claim })).toEqual(['277CA A6:158:QC', '277CA A7:562:85']);
});

it('a set that two 999s of one answer refuse has the reasons of both', async () => {
  const { world, claim, group } = await sentClaim();
  const refusing = (...faults: readonly string[]) => functional(group, { '0001': 'R' }, 'R', faults);
  await world.answer(together(refusing('IK3*NM1*8**8', 'IK4*9**1'), refusing('IK3*CLM*20**8', 'IK4*2**6')));
  expect(await refusals({ world, claim })).toEqual(['999 IK403 1', '999 IK403 6']);
});

it('a claim that one answer refuses by a 999 and then itself is not sent again', async () => {
  const { world, claim, group } = await sentClaim();
  const report = interchangeOf(claimReport([{ claim, code: 'A7:562:85', action: 'U' }]));
  await world.answer(together(functional(group, { '0001': 'R' }, 'R'), report));
  expect(await refusals({ world, claim })).toEqual(['277CA A7:562:85', '999 IK502 5']);
  expect(await keptBack(world, claim.id)).toBe('refused-itself');
});

it('an answer that never ends to refuse a claim is kept as far as people read', async () => {
  const { world, claim } = await sentClaim();
  const said = Array.from({ length: 30 }, (_, at) => ({ claim, code: `A7:${100 + at}`, action: 'U' as const }));
  await world.answer(interchangeOf(claimReport(said)));
  expect(await refusals({ world, claim })).toHaveLength(20);
});

it('a 999 that names more faults of a set than are kept says in the log how many, and none of them', async () => {
  const { world, claim, group } = await sentClaim();
  const faults = Array.from({ length: 30 }, (_, at) => `IK3*SECRET*${at + 1}**8`);
  await world.answer(functional(group, { '0001': 'R' }, 'R', faults.slice(0, 3)));
  expect(world.log()).not.toContain('faultsLeftOut');
  await world.answer(functional(group, { '0001': 'R' }, 'R', faults));
  expect(await world.states([claim])).toEqual(['REJECTED']);
  expect(world.log()).toMatch(/"faultsLeftOut":10\b/);
  expect(world.log()).not.toContain('SECRET');
});
