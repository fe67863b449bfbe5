import type { GiveUpJob, JobHandler, JobOutcome } from '../../jobs/job.js';
import { keepArtifactsUntil } from '../../objects/artifact-rows.js';
import type { PreparedArtifact } from '../../objects/artifacts.js';
import { insertResults, type NewCoreResult, noteResults } from '../../resources/core-submissions/results.js';
import { callerOf } from '../../resources/eligibility-batches/rows.js';
import { AccountQueries } from '../../store/account-queries.js';
import type { CoreSubmissions } from '../../store/core-tables.js';
import { prepareDocument } from '../check-files/submission-documents.js';
import { expiryOf } from '../eligibility/keep-check.js';
import type { Run, Services } from '../services.js';
import { inParts, resultSets } from './result-sets.js';
import { submissionOf } from './submission-of-job.js';
import { writePart } from './write-part.js';

/** Characters of a part: what is picked up at once, and held while it is written. */
const MOST_PART = 8 * 1024 * 1024;

const DONE: JobOutcome = { kind: 'done' };

/**
 * Writes the results of a file whose checks are over. All parts are there by one commit, which only the first run makes: what one that was killed
 * has stored is never seen, and removed later.
 */
export function createWriteResultsJob(services: Services, mostPart: number = MOST_PART): JobHandler {
  return async (job, signal) => {
    const row = await submissionOf(services, job);
    // Written already, or removed.
    if (row === undefined || row.results_state === 'WRITTEN' || row.batch_id === null) return DONE;
    const run: Run = { services, caller: callerOf(row) };
    const parts = await writtenParts(run, row, { batchId: row.batch_id, mostPart, signal });
    const count = parts.reduce((sum, { result }) => sum + result.set_count, 0);
    // Of a batch of which a part is gone, nothing is given out as if it were all.
    await note(run, row, count === Number(row.accepted_count) ? parts : undefined);
    return DONE;
  };
}

/** Of results whose writing has killed its process each time it is told that the batch alone has them. */
export function giveUpResults(services: Services): GiveUpJob {
  return async (job) => {
    const row = await submissionOf(services, job);
    if (row !== undefined) await note({ services, caller: callerOf(row) }, row, undefined);
    return DONE;
  };
}

interface Part {
  readonly result: NewCoreResult;
  readonly document: PreparedArtifact;
}

interface Limits {
  readonly batchId: string;
  readonly mostPart: number;
  readonly signal: AbortSignal;
}

async function writtenParts(
  run: Run,
  row: CoreSubmissions,
  { batchId, mostPart, signal }: Limits,
): Promise<readonly Part[]> {
  const { services, caller } = run;
  const codecs = await services.realTime.engines.get();
  const parts: Part[] = [];
  for await (const sets of inParts(resultSets(services, caller.accountId, batchId), mostPart)) {
    signal.throwIfAborted();
    const { x12, interchangeNumber, groupNumber, setCount } = await writePart(run, codecs, sets);
    const part = parts.length;
    const name = `results-${part + 1}.edi`;
    const document = await prepareDocument(run, row.id, { usage: 'output', name, bytes: x12 });
    const result: NewCoreResult = {
      ...{ submission_id: row.id, part, artifact_id: document.id, interchange_number: interchangeNumber },
      ...{ group_number: groupNumber, set_count: setCount, created_at: services.clock.now() },
      ...{ acknowledged_at: null, acknowledgment: null, acknowledgment_id: null },
    };
    parts.push({ result, document });
  }
  return parts;
}

/** What is kept of the submission lasts as long as its results from now on. @param parts `undefined`: they could not be written. */
async function note(run: Run, { account_id, id }: CoreSubmissions, parts: readonly Part[] | undefined): Promise<void> {
  const { store, artifacts, clock } = run.services;
  const expiresAt = expiryOf(run) ?? null;
  const state = parts === undefined ? 'FAILED' : 'WRITTEN';
  await store.write(async (tx) => {
    const queries = new AccountQueries(tx, account_id);
    if (!(await noteResults(queries, id, { state, now: clock.now(), expiresAt }))) return;
    const written = parts ?? [];
    await artifacts.insert(
      queries,
      written.map(({ document }) => document),
    );
    await insertResults(
      queries,
      written.map(({ result }) => result),
    );
    await keepArtifactsUntil(queries, id, expiresAt);
  });
}
