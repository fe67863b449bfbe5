import type { PreparedArtifact } from '../../objects/artifacts.js';
import { changedMeanwhile } from '../../problems.js';
import { removePutObject } from '../../resources/buckets/object-rows.js';
import { settingsOf } from '../../resources/connections/settings-of.js';
import { writeEvents } from '../../resources/events/rows.js';
import { endReceiving, insertFaults, isReceiving } from '../../resources/executions/outcomes.js';
import { appendFeed } from '../../resources/feed/feed.js';
import { arrivalOf } from '../../resources/inbound/arrivals.js';
import { insertInterchanges, processedBefore } from '../../resources/inbound/interchanges.js';
import { lockPartnerships } from '../../resources/partnerships/lock-partnership.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { grouped } from '../../store/grouped.js';
import { promiseClaimAnswers } from '../claim-answers/received-answers.js';
import { insertFiles } from '../outbound/insert-files.js';
import type { PreparedInterchange } from '../outbound/prepare-interchange.js';
import type { Services } from '../services.js';
import type { AnswersInFile } from './answers-in-file.js';
import { believedOf, mayAnswerClaims } from './believed.js';
import { askedNumbers } from './earlier-interchanges.js';
import { type FileOutcome, withFaults } from './file-outcome.js';
import { fileEvents, transactionEvents } from './inbound-events.js';
import type { JudgedInterchange } from './judge-file.js';
import { enqueuePublishing } from './publish-file.js';
import type { ReceivedFile } from './received-file.js';
import type { ShowableSets } from './written-sets.js';

/** A file that was read: all that is left is to show it. */
export interface ReadFile {
  readonly file: ReceivedFile;
  readonly fileType: string;
  readonly interchanges: readonly JudgedInterchange[];
  readonly outcome: FileOutcome;
  /** `undefined`: nothing of it is to be written. */
  readonly sets: ShowableSets | undefined;
  readonly count: number;
  readonly answers: readonly PreparedInterchange[];
  /** What it says of what was sent. */
  readonly said: AnswersInFile;
  /** What its envelopes say. */
  readonly metadata: PreparedArtifact | undefined;
  /** Of a file that came packed. */
  readonly unpacked: PreparedArtifact | undefined;
  readonly at: number;
}

type Needs = Pick<Services, 'artifacts' | 'jobs' | 'publicUrl'>;

/**
 * Shows a file, in one small commit: what became of it and its interchanges, its sets, and the files that answer it. Nothing is said to be
 * accepted that is not in it.
 * @throws Problem `changedMeanwhile` where another file with the same interchange was first, or a partnership was deleted.
 */
export async function showFile(services: Needs, queries: AccountQueries, read: ReadFile): Promise<void> {
  await demandUnchanged(queries, read);
  const { file, sets, at } = read;
  // Under the locks of its partnerships: another process that was at the same file is through.
  if (!(await isReceiving(queries, file.execution.id))) return;
  const { events, outcome } = await applySaid(queries, read);
  const [first] = outcome.faults;
  const ended = {
    status: outcome.status,
    mode: outcome.mode,
    key_mode: outcome.keyMode,
    file_type: read.fileType,
    transaction_count: read.count,
    partnership_id: outcome.partnershipId,
    // What was taken of it is not taken again.
    retryable: outcome.status === 'COMPLETED' ? 0 : 1,
    updated_at: at,
    fault_count: outcome.faults.length,
    fault_code: first?.code ?? null,
    fault_message: first?.message ?? null,
  };
  if (!(await endReceiving(queries, file.execution.id, ended))) return;
  await sets?.show(queries);
  await insertInterchanges(queries, outcome.interchanges);
  await insertFaults(
    queries,
    outcome.faults.map((fault) => ({ executionId: file.execution.id, at, fault })),
  );
  await services.artifacts.insert(
    queries,
    [read.metadata, read.unpacked].flatMap((one) => one ?? []),
  );
  await removeFromBucket(queries, file);
  await insertFiles(queries, read.answers, services);
  await passClaimAnswersOn(services, queries, read);
  await writeEvents(services, queries, events);
  await publish(services, queries, { ...read, outcome });
}

/** A partner's bucket is emptied where the connection says so; the bytes stay, as the input of the execution. */
async function removeFromBucket(queries: AccountQueries, { connection, execution }: ReceivedFile): Promise<void> {
  if (connection === undefined || settingsOf(connection).deleteInboundFilesOnReceipt !== true) return;
  const payloadId = await arrivalOf(queries, execution.id);
  if (payloadId !== undefined) await removePutObject(queries, payloadId);
}

/** What it answers to claims that went out as files goes on to these, whatever its sets are answered. */
async function passClaimAnswersOn({ jobs }: Needs, queries: AccountQueries, read: ReadFile): Promise<void> {
  const interchanges = mayAnswerClaims(read.interchanges);
  await promiseClaimAnswers(jobs, queries, { executionId: read.file.execution.id, interchanges });
}

/** Applies what the file says of what was sent; what answers nothing that was sent is a fault of it. */
async function applySaid(queries: AccountQueries, read: ReadFile) {
  const { file, outcome, said, at } = read;
  const { events, faults } = await said.apply(queries, believedOf(read.interchanges), {
    executionId: file.execution.id,
    at,
  });
  return { events, outcome: faults.length === 0 ? outcome : withFaults(outcome, faults) };
}

async function publish(services: Needs, queries: AccountQueries, read: ReadFile): Promise<void> {
  const { file, outcome, sets, at } = read;
  const { execution } = file;
  const { status, mode, keyMode, partnershipId } = outcome;
  const shown = { ...execution, status, mode, key_mode: keyMode, partnership_id: partnershipId };
  await appendFeed(queries, [{ kind: 'execution', refId: execution.id, mode: keyMode, at }]);
  if (sets?.isLarge) return enqueuePublishing(services.jobs, queries, { executionId: execution.id });
  const publishing = { publicUrl: services.publicUrl, at, execution: shown };
  const own = grouped(sets?.artifacts ?? [], ({ owner_id }) => owner_id);
  const transactions = (sets?.transactions ?? []).map((row) => ({ ...row, fragments: row.fragments ?? null }));
  const { events, feed } = transactionEvents(publishing, transactions, (id) => own.get(id) ?? []);
  await appendFeed(queries, feed);
  const documents = [
    ...(file.input === undefined ? [] : [file.input]),
    ...(read.metadata === undefined ? [] : [read.metadata]),
  ];
  await writeEvents(services, queries, [...events, ...fileEvents(publishing, documents, outcome.faults)]);
}

/** Ids of the partnerships that showing a file locks, in their order. */
export function lockedPartnerships({ interchanges }: ReadFile): readonly string[] {
  const read = interchanges.filter(({ fate }) => fate === 'read');
  return [...new Set(read.flatMap(({ matched: { partnership } }) => partnership?.partnership_id ?? []))].sort();
}

/** Of two files with one interchange that come at once, the second must not be processed: each locks the partnership, and looks again. */
async function demandUnchanged(queries: AccountQueries, read: ReadFile): Promise<void> {
  const { file, interchanges, outcome, at } = read;
  const wanted = lockedPartnerships(read);
  const there = await lockPartnerships(queries, wanted);
  if (there.size < wanted.length) throw changedMeanwhile('A partnership was deleted meanwhile.');
  if (file.payload.isExempt) return;
  const states = new Map(outcome.interchanges.map(({ place, state }) => [place, state]));
  const processed = interchanges.filter(({ fate, place }) => fate === 'read' && states.get(place) === 'processed');
  const before = await processedBefore(queries, askedNumbers(processed, at));
  if (before.length > 0) throw changedMeanwhile('An interchange of the same number was processed meanwhile.');
}
