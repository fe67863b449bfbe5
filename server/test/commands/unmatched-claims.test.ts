import { beforeEach, expect, it } from 'vitest';
import { CLAIM_COMMANDS } from '../../src/commands/claims.js';
import { STATUS_COMMANDS } from '../../src/commands/status.js';
import { UNMATCHED_CLAIM_COMMANDS } from '../../src/commands/unmatched-claims.js';
import { createMetrics } from '../../src/metrics.js';
import { countUnmatched } from '../../src/resources/claim-answers/unmatched.js';
import {
  type AnswersWorld,
  answersWorld,
  claimReport,
  interchangeOf,
  type SentClaim,
} from '../support/claim-answers.js';
import { runCommand } from '../support/run-command.js';

const NAME = 'CANARYNAME';
let world: AnswersWorld;
let claims: readonly SentClaim[];

/** Two claims of one patient control number, of which a payer has said so often what fits both. */
beforeEach(async () => {
  world = await answersWorld();
  ({ claims } = await world.file('account-1', [{ number: 'SAME' }, { number: 'SAME' }]));
});

async function said(times: number): Promise<void> {
  const [claim] = claims;
  if (claim === undefined) throw new Error('none');
  const one = { claim, d9: undefined, bht: undefined, text: NAME };
  await world.answer(interchangeOf(claimReport(Array.from({ length: times }, () => one))));
}

const run = (name: string, positionals: readonly string[] = [], options = {}) =>
  runCommand(world.services, UNMATCHED_CLAIM_COMMANDS, name, { positionals, options, lists: {} });
const waiting = async (): Promise<readonly string[]> => {
  const { answers } = (await run('claims unmatched')).result as { answers: readonly { id: string }[] };
  return answers.map(({ id }) => id);
};

it('what fits no claim or several is listed page by page, without what it says', async () => {
  expect((await run('claims unmatched')).shown).toBe('Nothing waits.');
  await said(3);
  const first = await run('claims unmatched', [], { limit: '2' });
  const { answers, next } = first.result as { answers: readonly { id: string }[]; next: string };
  expect(answers).toMatchObject([{ said: '277CA', kind: 'several', place: expect.any(Number) }, {}]);
  expect(first.shown).toMatch(/^\S+ {2}277CA +several +2026-06-01T\S+ {2}route \S+\n/);
  expect(first.shown).toContain(`There are more: ediloom-server claims unmatched --after ${next}`);
  expect(JSON.stringify(first)).not.toMatch(/CANARYNAME|SAME|SHP0012345/);
  const rest = (await run('claims unmatched', [], { after: next })).result as { answers: readonly { id: string }[] };
  expect([...answers, ...rest.answers].map(({ id }) => id)).toEqual(await waiting());
  expect(await waiting()).toHaveLength(3);
});

it('the list goes on behind one that is not there any more', async () => {
  await said(3);
  const { result } = await run('claims unmatched', [], { limit: '1' });
  const { answers, next } = result as { answers: readonly { id: string }[]; next: string };
  const [last] = answers;
  await world.services.store.write((tx) =>
    tx
      .deleteFrom('unmatched_claim_answers')
      .where('id', '=', last?.id ?? '')
      .execute(),
  );
  const rest = (await run('claims unmatched', [], { after: next })).result as { answers: readonly unknown[] };
  expect(rest.answers).toHaveLength(2);
});

it('those that wait are counted, by status and for the metrics, until they are settled', async () => {
  const { store } = world.services;
  const metrics = createMetrics({ process: false, unmatchedAnswers: () => store.read((db) => countUnmatched(db)) });
  const [status] = STATUS_COMMANDS;
  const told = async () => status?.show((await status.run(world.services, { hours: 24 })) as never, 80) ?? '';
  expect(await told()).not.toContain('no claim');
  await said(2);
  expect(await told()).toMatch(/^2 answers of payers fit no claim: claims unmatched lists them/);
  expect(await metrics.text()).toContain('\nediloom_unmatched_claim_answers 2\n');
  await run('claims dismiss', [(await waiting())[0] ?? '']);
  expect(await told()).toMatch(/^1 answer of a payer fits no claim/);
  expect(await metrics.text()).toContain('\nediloom_unmatched_claim_answers 1\n');
});

it('one is shown with what it says, and tied once: the claim moves, and it waits no more', async () => {
  await said(1);
  const [id = ''] = await waiting();
  expect((await run('claims unmatched show', [id])).shown).toContain(NAME);
  expect((await run('claims tie', [id, claims[1]?.id ?? ''])).shown).toBe('It is tied to the claim.');
  expect(await world.states(claims)).toEqual(['QUEUED', 'ACCEPTED']);
  expect(await waiting()).toEqual([]);
  await expect(run('claims tie', [id, claims[0]?.id ?? ''])).rejects.toThrow('It was tied to a claim');
  await expect(run('claims dismiss', [id])).rejects.toThrow('It was tied to a claim');
});

it('one is dismissed: no claim moves, and it waits no more', async () => {
  await said(1);
  const [id = ''] = await waiting();
  expect((await run('claims dismiss', [id])).shown).toBe('It is dismissed.');
  expect(await waiting()).toEqual([]);
  expect(await world.states(claims)).toEqual(['QUEUED', 'QUEUED']);
});

it('what is asked for wrongly is told what it takes', async () => {
  const nobodys = '00000000-0000-4000-8000-000000000000';
  await expect(run('claims unmatched', ['x'])).rejects.toThrow('claims unmatched');
  for (const limit of ['0', '1001', 'x']) {
    await expect(run('claims unmatched', [], { limit })).rejects.toThrow('--limit is a whole number from 1 to 1000.');
  }
  await expect(run('claims tie', ['x'])).rejects.toThrow('takes an id that `claims unmatched` lists');
  await expect(run('claims dismiss')).rejects.toThrow('claims dismiss takes one id');
  await expect(run('claims unmatched show', ['x', 'y'])).rejects.toThrow('claims unmatched show takes one id');
  await expect(run('claims dismiss', [nobodys])).rejects.toThrow(/no such answer/i);
});

it('what a partner has written moves no cursor of the terminal that shows it, and is told in JSON all the same', async () => {
  const [claim] = claims;
  if (claim === undefined) throw new Error('none');
  // An escape, a C1 control that JSON leaves as it is, and a mark that turns the direction of what follows.
  const evil = 'N\u001b[2J\u009b31m\u202e';
  await world.answer(interchangeOf(claimReport([{ claim, payerNumber: evil }])));
  await world.answer(interchangeOf(claimReport([{ claim, d9: undefined, bht: undefined, text: evil }])));
  const [id = ''] = await waiting();
  const { shown, result } = await run('claims unmatched show', [id]);
  const own = await runCommand(world.services, CLAIM_COMMANDS, 'claims show', {
    ...{ positionals: [claim.id], options: { account: claim.accountId }, lists: {} },
  });
  const escapes = String.raw`N\u001b[2J\u009b31m\u202e`;
  for (const text of [shown, own.shown]) {
    expect(text).toContain(escapes);
    expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
  }
  expect(JSON.parse(shown)).toEqual(result);
});
