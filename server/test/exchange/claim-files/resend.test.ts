import { expect, it } from 'vitest';
import { CLAIM_COMMANDS } from '../../../src/commands/claims.js';
import { reasonsOf } from '../../../src/resources/claims/reasons.js';
import { historyOf } from '../../../src/resources/claims/rows.js';
import { answerClaimFile as answer } from '../../support/answer-claim-file.js';
import { claimReport, functional, interchangeOf } from '../../support/claim-answers.js';
import { claimFileWorld } from '../../support/claim-file-world.js';
import { segmentsOf } from '../../support/claims.js';
import { runCommand } from '../../support/run-command.js';

const CLAIMS = 100;

const valuesOf = (x12: string, tag: string, at: number): readonly string[] =>
  segmentsOf(x12)
    .filter((segment) => segment.startsWith(`${tag}*`))
    .map((segment) => segment.split('*')[at] ?? '');

it('of a set that one claim takes down all show why, and all others are sent again and accepted, none twice', async () => {
  const world = await claimFileWorld({ claims: { perSet: CLAIMS } });
  const ids = await world.take(CLAIMS);
  world.app.clock.advance(2_000);
  await world.settle();
  const [file] = await world.files();
  expect([world.sent.length, file?.claim_count, file?.state]).toEqual([1, CLAIMS, 'SENT']);
  const fault = ['IK3*CLM*30*2300*8', 'CTX*CLM01:PCN7', 'IK4*2*782*7'];
  await answer(world, functional(file?.group_number ?? 0, { '0001': 'R' }, 'R', fault));
  const rows = await world.claims();
  expect(rows.map(({ state }) => state)).toEqual(ids.map(() => 'REJECTED'));
  for (const { id } of rows) {
    const history = await world.app.queries((queries) => historyOf(queries, id));
    const last = history.find(({ state }) => state === 'REJECTED');
    expect(last && reasonsOf(last)).toMatchObject({ said: '999', reasons: [{ code: expect.stringMatching(/^IK4/) }] });
  }
  const bad = ids[7] ?? '';
  const resend = () =>
    runCommand(world.services, CLAIM_COMMANDS, 'claims resend', {
      ...{ options: { 'rejected-by': file?.id }, lists: { except: [bad] } },
    });
  expect((await resend()).shown).toBe('99 claims are sent again');
  expect((await resend()).shown).toMatch(/^0 claims are sent again\n99 not/);
  world.app.clock.advance(2_000);
  await world.settle();
  expect(world.sent).toHaveLength(2);
  const [first = '', second = ''] = world.sent.map(({ x12 }) => x12);
  const again = ids.filter((id) => id !== bad);
  const own = (x12: string) => valuesOf(x12, 'REF', 2).filter((value) => ids.includes(value));
  expect([...own(second)].sort()).toEqual([...again].sort());
  // The same numbers of the claims, of the first kind; others of the envelope.
  expect(valuesOf(second, 'CLM', 1)).toEqual(valuesOf(first, 'CLM', 1).filter((_, at) => at !== 7));
  expect(new Set(valuesOf(second, 'CLM', 5).map((value) => value.split(/[:>]/)[2]))).toEqual(new Set(['1']));
  for (const [tag, at] of [
    ['ISA', 13],
    ['GS', 6],
  ] as const)
    expect(valuesOf(second, tag, at)).not.toEqual(valuesOf(first, tag, at));
  const sentAgain = (await world.files()).find(({ id }) => id !== file?.id);
  await answer(world, functional(sentAgain?.group_number ?? 0, { '0001': 'A' }, 'A'));
  const moved = await world.claims();
  expect(moved.filter(({ state }) => state === 'RECEIVED').map(({ id }) => id)).toEqual(again);
  const said = again.map((id) => ({
    claim: { accountId: world.app.accountId, id, trace: '0', number: 'PCN', member: 'M', charge: '1' },
  }));
  await answer(world, interchangeOf(claimReport(said)));
  const done = await world.claims();
  expect(done.filter(({ state, sending }) => state === 'ACCEPTED' && Number(sending) === 2)).toHaveLength(99);
  expect(done.find(({ id }) => id === bad)).toMatchObject({ state: 'REJECTED', sending: 1 });
  expect(await world.jobs('claims-gather')).toEqual([]);
});
