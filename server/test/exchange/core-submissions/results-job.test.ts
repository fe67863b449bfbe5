import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CORE_SUBMISSION_COMMANDS } from '../../../src/commands/core-submissions.js';
import { WRITE_RESULTS } from '../../../src/exchange/check-files/enqueue-results.js';
import { partDelimiters } from '../../../src/exchange/core-submissions/part-delimiters.js';
import { inParts } from '../../../src/exchange/core-submissions/result-sets.js';
import { createWriteResultsJob, giveUpResults } from '../../../src/exchange/core-submissions/results-job.js';
import type { JobHandler } from '../../../src/jobs/job.js';
import { purgeSubmissions } from '../../../src/resources/core-submissions/expired.js';
import { Mortal } from '../../killed/mortal.js';
import { type BatchWorld, batchWorld, items } from '../../support/batches.js';
import { file270, sendCore, set270 } from '../../support/core-batches.js';
import {
  ACK_999,
  answer999,
  elements,
  partner,
  pickUp,
  results,
  sets,
  submission,
  written,
} from '../../support/core-results.js';

/** Has results written anew. */
async function unwritten(world: BatchWorld): Promise<void> {
  await world.queries((queries) => queries.delete('core_results').execute());
  await world.queries((queries) => queries.update('core_submissions').set({ results_state: null }).execute());
}

function jobOf(world: BatchWorld, submissionId: string | undefined): Parameters<JobHandler>[0] {
  // Only these of a job are looked at.
  return { accountId: world.accountId, payload: { submissionId }, attempt: 1 } as Parameters<JobHandler>[0];
}

const signal = new AbortController().signal;

describe('the job that writes results', () => {
  it('shows all parts or none and no part twice, whenever its process is killed', async () => {
    const world = await batchWorld({ mostPart: 2_000 });
    const job = jobOf(world, (await written(world, file270(sets(5))))?.id);
    const run = (services: BatchWorld['services']) => createWriteResultsJob(services, 2_000)(job, signal);
    const deaths: string[] = [];
    for (let at = 1; ; at++) {
      await unwritten(world);
      const victim = new Mortal(at);
      await Promise.race([run(victim.services(world.services)), victim.died]);
      const seen = await results(world);
      expect((await submission(world))?.results_state).toBe(seen.length > 0 ? 'WRITTEN' : null);
      await Promise.all([run(world.services), run(world.services)]);
      await run(world.services);
      const parts = await results(world);
      expect(parts.map(({ part }) => Number(part))).toEqual(parts.map((_, place) => place));
      expect(parts.reduce((sum, { set_count }) => sum + Number(set_count), 0)).toBe(5);
      if (seen.length > 0) expect(parts).toEqual(seen);
      if (victim.end === undefined) break;
      deaths.push(victim.end);
    }
    expect(new Set(deaths)).toEqual(
      new Set(['before: keep bytes', 'after: keep bytes', 'before: write', 'after: write']),
    );
  });

  it('that is given up, or finds a part of the batch gone, has it told that the batch is polled', async () => {
    const world = await batchWorld();
    const job = jobOf(world, (await written(world, file270(sets(2))))?.id);
    const giveUp = giveUpResults(world.services);
    const handle = createWriteResultsJob(world.services);
    await unwritten(world);
    await giveUp(job, 'It died.');
    const failed = await pickUp(world, 'mtom');
    expect([failed.texts.ErrorCode, failed.payload]).toEqual(['Receiver', undefined]);
    expect(failed.texts.ErrorMessage).toContain('Poll them');
    // Where it was given up too early, it may be done again.
    await handle(job, signal);
    expect((await pickUp(world)).texts.PayloadType).toBe('X12_271_Response_005010X279A1');
    await giveUp(job, 'It died.');
    expect(await submission(world)).toMatchObject({ results_state: 'WRITTEN' });
    await unwritten(world);
    await world.queries((queries) => queries.delete('eligibility_batch_items').where('place', '=', 1).execute());
    await handle(job, signal);
    expect(await submission(world)).toMatchObject({ results_state: 'FAILED' });
    expect(await results(world)).toEqual([]);
  });

  it('is written down for files alone', async () => {
    const world = await batchWorld();
    await world.over(await world.submit({ items: items(2) }));
    const jobs = await world.services.store.read((db) => db.selectFrom('jobs').select('kind').execute());
    expect(jobs.map(({ kind }) => kind)).not.toContain(WRITE_RESULTS);
  });

  it('makes a part for each envelope of the file, under its own ids', async () => {
    const world = await batchWorld();
    const other = file270([set270(3), set270(4)], '000000008').replace('GS*HS*CLINIC', 'GS*HS*ANNEX');
    await written(world, file270(sets(2)) + other);
    const seen: unknown[] = [];
    for (let part = 0; part < 2; part++) {
      const { payload = '' } = await pickUp(world);
      seen.push([elements(payload, 'GS', 3)[0], elements(payload, 'BHT', 3)]);
      await sendCore(world, 'mime', { PayloadType: ACK_999, Payload: await answer999(partner, payload) });
    }
    expect(seen).toEqual([
      ['CLINIC', ['CLINIC-1', 'CLINIC-2']],
      ['ANNEX', ['CLINIC-3', 'CLINIC-4']],
    ]);
  });

  it('keeps no answer back for another one that cannot be written', async () => {
    const world = await batchWorld();
    const row = await written(world, file270(sets(3)));
    await unwritten(world);
    const codecs = await world.services.realTime.engines.get();
    const { engine } = codecs;
    // A defect in the reading of one answer.
    const parse: typeof engine.parse = async (source, options) => {
      const document = await engine.parse(source, options);
      const [set] = document.interchanges.flatMap(({ groups }) => groups.flatMap(({ transactions }) => transactions));
      if (set?.header.transactionSet === '271' && JSON.stringify(set).includes('CLINIC-2'))
        throw new TypeError('planted');
      return document;
    };
    const generateStream = engine.generateStream.bind(engine);
    const broken = { ...codecs, engine: { parse, generateStream } as typeof engine };
    const realTime = { ...world.services.realTime, engines: { get: async () => broken } };
    await createWriteResultsJob({ ...world.services, realTime } as BatchWorld['services'])(
      jobOf(world, row?.id),
      signal,
    );
    const { payload = '' } = await pickUp(world);
    expect(elements(payload, 'BHT', 3)).toEqual(['CLINIC-1', 'CLINIC-2', 'CLINIC-3']);
    expect(payload.match(/~AAA\*N\*\*42\*C~/g)).toHaveLength(1);
    expect(payload.match(/~EB\*1\*/g)).toHaveLength(2);
  });
});

describe('what the operator has', () => {
  it('is a list that says what became of results; they go with their submission', async () => {
    const world = await batchWorld({ mostPart: 2_000 });
    await written(world, file270(sets(6)));
    const { payload = '' } = await pickUp(world);
    await sendCore(world, 'mime', { PayloadType: ACK_999, Payload: await answer999(partner, payload) });
    const [command] = CORE_SUBMISSION_COMMANDS;
    const listed = await command?.run(world.services, { account: world.accountId });
    const count = (await results(world)).length;
    expect(command?.show(listed as never, 200)).toContain(
      `results in ${count} parts: 1 accepted, ${count - 1} not acknowledged`,
    );
    await world.queries((queries) => queries.update('core_submissions').set({ expires_at: 5_000 }).execute());
    expect(await world.services.store.write((tx) => purgeSubmissions(tx, 5_000, 100))).toBe(1);
    expect(await results(world)).toEqual([]);
  });

  it('is kept from the end of its checks on for as long as other answers are', async () => {
    const world = await batchWorld();
    const { clock, config } = world.services;
    const days = config.checksRetentionDays;
    const row = await written(world, file270(sets(1)));
    const expected = days === undefined ? null : clock.now() + days * 86_400_000;
    const artifacts = await world.queries((queries) =>
      queries
        .from('artifacts')
        .select('expires_at')
        .where('owner_id', '=', row?.id ?? '')
        .execute(),
    );
    expect(artifacts.length).toBeGreaterThan(2);
    for (const { expires_at } of [...artifacts, { expires_at: row?.expires_at }]) expect(expires_at).toBe(expected);
  });
});

describe('delimiters of a part', () => {
  const own = { element: '*', component: ':', repetition: '^', segment: '~' };
  const question = file270([]);
  const set = { question, answer: undefined, errors: [] };

  it('are those of the file, unless data of a payer or of another 270 holds one of them', () => {
    const told = (planCoverage: string) => ({ dependents: [], errors: [], benefitsInformation: [{ planCoverage }] });
    const answer = question.replaceAll('*', '|');
    expect(partDelimiters(own, [set, { ...set, told: told('GOLD') }, { ...set, answer }])).toEqual(own);
    const { repetition: _, ...without } = own;
    expect(partDelimiters(without, [set])).toEqual(own);
    for (const other of [
      { ...set, told: told('GOLD*PLUS') },
      { ...set, answer: answer.replace('EDILOOM ', 'EDI*LOOM') },
      { ...set, question: answer.replace('EDILOOM ', 'EDI*LOOM') },
      { ...set, answer: 'HELLO' },
    ]) {
      expect(partDelimiters(own, [set, other]).element).toBe('\x1d');
    }
    expect(partDelimiters({ ...without, component: '^' }, [set]).element).toBe('\x1d');
  });
});

describe('parts', () => {
  it('have every set once and in order, none more than fits but for one that is alone, and one envelope', async () => {
    const given = fc.record({ size: fc.nat(300), sender: fc.constantFrom('CLINIC', 'ANNEX ') });
    await fc.assert(
      fc.asyncProperty(fc.array(given, { maxLength: 20 }), fc.integer({ min: 1, max: 400 }), async (all, most) => {
        const question = (sender: string) => file270([]).replace('GS*HS*CLINIC', `GS*HS*${sender}`);
        const given = all.map(({ size, sender }) => ({
          question: question(sender),
          answer: 'x'.repeat(size),
          errors: [],
        }));
        const parts = [];
        for await (const part of inParts(asStream(given), most)) parts.push(part);
        expect(parts.flat()).toEqual(given);
        for (const part of parts) {
          const size = part.reduce((sum, { answer }) => sum + (answer?.length ?? 0), 0);
          expect(size <= most || part.length === 1).toBe(true);
          expect(new Set(part.map((set) => set.question)).size).toBe(1);
        }
      }),
    );
  });
});

async function* asStream<Item>(all: readonly Item[]): AsyncGenerator<Item> {
  yield* all;
}
