import { createEngine, type Engine } from 'ediloom';
import { loadGuide } from 'ediloom/guides';
import type { BatchWorld } from './batches.js';
import { type CoreAnswer, type CoreForm, sendCore, set270 } from './core-batches.js';
import { until } from './test-jobs.js';

export const GET_RESULTS = 'X12_005010_Request_Batch_Results_271';
export const ACK_999 = 'X12_999_SubmissionRequest_005010X231A1';

const engineOf = async (guide: string) =>
  createEngine({ guides: await Promise.all([guide, '999-005010X231A1'].map(loadGuide)) });
/** What partners and payers read with. */
export const partner = await engineOf('271-005010X279A1');
export const payer = await engineOf('270-005010X279A1');

export const sets = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, place) => set270(place + 1));

/** Parts in their order. */
export const results = (world: BatchWorld) =>
  world.queries((queries) => queries.from('core_results').selectAll().orderBy('part').execute());
export const submission = async (world: BatchWorld) =>
  (await world.queries((queries) => queries.from('core_submissions').selectAll().execute()))[0];

/** Hands a file in and waits for its results. */
export async function written(world: BatchWorld, file: string, kind: CoreForm = 'mime') {
  await sendCore(world, kind, { PayloadType: 'X12_270_Request_005010X279A1', Payload: file });
  await until(async () => typeof (await submission(world))?.results_state === 'string');
  return submission(world);
}

/** Picks up what is next. */
export const pickUp = (world: BatchWorld, kind: CoreForm = 'mime'): Promise<CoreAnswer> =>
  sendCore(world, kind, { PayloadType: GET_RESULTS });

/** The 999 that an engine writes about an interchange. */
export async function answer999(engine: Engine, x12: string): Promise<string> {
  const [first] = await engine.acknowledge(x12);
  if (first?.reply === undefined) throw new Error('There is no answer to it.');
  const { header, groups } = first.reply;
  const moment = { date: '2026-01-31', time: '10:00' };
  const interchange = {
    header: { ...header, ...moment },
    groups: groups.map((group) => ({ ...group, header: { ...group.header, ...moment } })),
  };
  return Buffer.from(engine.generate({ interchanges: [interchange] }, { findings: 'report' }).bytes).toString();
}

const segments = (x12: string) => x12.split(x12[105] ?? '~').map((segment) => segment.split(x12[3] ?? '*'));
/** An element of all segments of an id, under the delimiters of their interchange. */
export const elements = (x12: string, id: string, element: number) =>
  segments(x12)
    .filter(([tag]) => tag === id)
    .map((segment) => segment[element]);
