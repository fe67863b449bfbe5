import { errorPlace } from '../../jobs/error-text.js';
import type { GiveUpJob, Job, JobHandler, JobOutcome } from '../../jobs/job.js';
import { ownTroubleOf } from '../../jobs/own-trouble.js';
import { isChangedMeanwhile, Problem } from '../../problems.js';
import { ReadingRefused, ReadingStopped } from '../../reading/reader.js';
import { inboundEncodingOf } from '../../resources/connections/inbound-encoding.js';
import type { ReceivePayload } from '../../resources/inbound/receive-job.js';
import { isUnshown } from '../../resources/transactions/unshown.js';
import { type AccountQueries, readRows } from '../../store/account-queries.js';
import { afterCommit } from '../../store/after-commit.js';
import type { Services } from '../services.js';
import { answersOf } from './answer-file.js';
import { AnswersInFile } from './answers-in-file.js';
import { type DecidedInterchange, decideInterchanges } from './decide-interchange.js';
import { emptyParts, looseFaults } from './envelope-faults.js';
import { fileMetadata } from './file-metadata.js';
import { outcomeOf } from './file-outcome.js';
import type { InboundFault } from './inbound-fault.js';
import { judgedFile, planOf } from './judge-file.js';
import { NotReadable } from './not-readable.js';
import { openFile } from './open-file.js';
import { loadReceived, type ReceivedFile } from './received-file.js';
import { judgeDecided } from './same-numbers.js';
import { lockedPartnerships, type ReadFile, showFile } from './show-file.js';
import { takeSets } from './take-sets.js';
import { untoldParts } from './untold-parts.js';
import { WrittenSets } from './written-sets.js';

/** Attempts after which a file that cannot be processed has failed; an operator can have it tried again. */
const MOST_ATTEMPTS = 8;
/** Processes that may end over a file: another file may have ended the first. */
const MOST_STOPS = 2;
/** Read in a moment, whatever it has. */
const SMALL_BYTES = 256 * 1024;
/** Of what is no kind of file that is known, such as an empty one: it has no fault, as it may be a note of the partner. */
const NOTHING_READ =
  'A file that came in is no X12, and nothing was read of it. If it should be, ask the partner to send it from its ISA on.';
/** A mistake of ours: each part that is not taken is to have a reason. */
const UNTOLD = 'Something of a file was not processed, and nothing says why: report it with the version of the server.';
/** Until a file is tried again whose time has not come: milliseconds. */
const LATER_MS = 5_000;

/**
 * The handler of jobs `receive`: reads a file that came in, matches each of its interchanges, judges it, takes what is accepted, and answers.
 * All that is shown of it is shown by the commit that ends the job. An attempt that ends before leaves nothing but gaps in control numbers.
 */
export function createReceiveJob(services: Services): JobHandler {
  return async (job, signal) => {
    const file = await loadReceived(services, job.accountId, payloadOf(job));
    if (file === undefined) return { kind: 'done' };
    if (job.attempt > MOST_ATTEMPTS) {
      return failedFile(services, file, unknownFault('It was tried several times.'));
    }
    try {
      return shown(services, await readFile(services, file, signal));
    } catch (error) {
      if (signal.aborted || ownTroubleOf(error) !== undefined) throw error;
      return afterTrouble(services, { job, file, error });
    }
  };
}

/** Ends a file over which the process dies again and again. */
export function giveUpReceiving(services: Services): GiveUpJob {
  return async (job, why) => {
    const file = await loadReceived(services, job.accountId, payloadOf(job));
    return file === undefined ? { kind: 'done' } : failedFile(services, file, unknownFault(why));
  };
}

function payloadOf({ payload }: Job): ReceivePayload {
  // Only `enqueueReceiving` and this handler write jobs of this kind.
  return payload as ReceivePayload;
}

function unknownFault(why: string): InboundFault {
  const message = `The file could not be processed. ${why} See the log of the server, then retry the execution.`;
  return { code: 'UNKNOWN_ERROR', message };
}

interface Trouble {
  readonly job: Job;
  readonly file: ReceivedFile;
  readonly error: unknown;
}

async function afterTrouble(services: Services, { job, file, error }: Trouble): Promise<JobOutcome> {
  const now = services.clock.now();
  if (error instanceof NotReadable) {
    return failedFile(services, file, { code: error.code, message: error.message });
  }
  if (error instanceof ReadingRefused) {
    const code = error.code === 'guide' || error.code === 'slow-guide' ? 'INVALID_CONFIGURATION' : 'FAILED_TO_PARSE';
    return failedFile(services, file, { code, message: error.message });
  }
  if (error instanceof ReadingStopped) {
    const isOfFile = error.how === 'silent' || error.how === 'memory' || error.how === 'died';
    const stops = (file.payload.stops ?? 0) + (isOfFile ? 1 : 0);
    if (stops >= MOST_STOPS) return failedFile(services, file, unknownFault(error.message));
    return { kind: 'again', dueAt: now + LATER_MS, attempt: 0, payload: { ...file.payload, stops } };
  }
  // Somebody else was first, or has something to release before.
  if (isChangedMeanwhile(error)) return { kind: 'again', dueAt: now };
  if (error instanceof Problem && error.kind === 'unavailable') {
    return { kind: 'again', dueAt: now + LATER_MS, attempt: 0 };
  }
  services.log.error(
    { execution: file.execution.id, job: job.id, at: errorPlace(error) },
    'A file could not be processed.',
  );
  throw error;
}

function shown(services: Services, read: ReadFile): JobOutcome {
  const commit = async (queries: AccountQueries): Promise<void> => {
    await showFile(services, queries, read);
    const { status, faults } = read.outcome;
    const codes = faults.map(({ code }) => code);
    const seconds = (read.at - read.file.execution.created_at) / 1000;
    afterCommit(queries.tx, () => services.metrics.received(status, codes, seconds));
  };
  const [first, ...others] = lockedPartnerships(read);
  const rows = 10 + 6 * (read.sets?.transactions.length ?? 0);
  // Several are locked in their order; beside another file's, first of one and then of the other, that order would be none.
  return { kind: 'done', commit, locks: first, rows: others.length === 0 ? rows : Number.POSITIVE_INFINITY };
}

/** The end of a file of which nothing can be taken. */
async function failedFile(services: Services, file: ReceivedFile, fault: InboundFault): Promise<JobOutcome> {
  return shown(services, await withoutSets(services, file, { fileType: file.execution.file_type, faults: [fault] }));
}

interface WithoutSets {
  readonly fileType: string;
  readonly faults: readonly InboundFault[];
}

/** A file of which no set is taken; what an attempt before has written of it goes. */
async function withoutSets(
  services: Services,
  file: ReceivedFile,
  { fileType, faults }: WithoutSets,
): Promise<ReadFile> {
  const at = services.clock.now();
  const written = new WrittenSets(services, file.accountId, file.execution.id);
  // This attempt may have written portions, too.
  const hasPortions = await readRows(services.store, file.accountId, (queries) =>
    isUnshown(queries, file.execution.id),
  );
  if (hasPortions) await written.beginAnew();
  return {
    ...{ file, fileType, at, interchanges: [], count: 0, answers: [], metadata: undefined, unpacked: undefined },
    outcome: outcomeOf(file, [], { faults, takenOf: new Map(), repliedBy: new Map(), at }),
    sets: await written.finish(),
    said: new AnswersInFile(),
  };
}

async function readFile(services: Services, file: ReceivedFile, signal: AbortSignal): Promise<ReadFile> {
  const { connection } = file;
  const encoding = connection === undefined ? undefined : inboundEncodingOf(connection);
  const options = { accountId: file.accountId, signal, encoding };
  const opened = await openFile(services, file, options);
  if (opened.type !== 'EDI/X12') {
    if (opened.type === 'UNKNOWN') services.log.warn({ execution: file.execution.id }, NOTHING_READ);
    return withoutSets(services, file, { fileType: opened.type, faults: [] });
  }
  const { reader } = services;
  const isSmall = opened.size <= SMALL_BYTES;
  const outline = await reader.outline(opened.bytes(), { ...options, isShort: isSmall });
  const open = await decide(services, file, outline.interchanges);
  const plan = await planOf(open);
  const reading = { ...options, isShort: isSmall && plan.guides.every((guide) => 'shipped' in guide) };
  const { decided, acknowledged } = await judgeDecided({ decided: open, plan }, (some) =>
    reader.judge(opened.bytes(), some, reading),
  );
  const judged = judgedFile(decided, acknowledged);
  const { interchanges } = judged;
  const taken = await takeSets(services, file, { opened, plan, interchanges, options: reading });
  const answers = await answersOf(services, file, interchanges);
  const empty = decided.flatMap(({ place, outlined, fate }) => (fate === 'read' ? emptyParts(place, outlined) : []));
  const found = [...judged.faults, ...empty];
  const untold = untoldParts(interchanges, found);
  if (untold.length > 0) services.log.error({ execution: file.execution.id }, UNTOLD);
  const faults = [...found, ...untold, ...looseFaults(outline.loose), ...answers.faults];
  const at = services.clock.now();
  const { takenOf } = taken;
  const repliedBy = new Map(answers.files.map(({ place, reply }) => [place, reply.executionId]));
  const outcome = outcomeOf(file, interchanges, { faults, takenOf, repliedBy, at });
  return {
    ...{ file, interchanges, outcome, at, fileType: opened.type, count: taken.count },
    answers: answers.files.map(({ reply }) => reply),
    sets: taken.sets,
    said: taken.said,
    metadata: await fileMetadata(services, file, { outcome, interchanges, at }),
    unpacked: opened.unpacked,
  };
}

async function decide(
  services: Services,
  { accountId, connection, execution, payload, before }: ReceivedFile,
  interchanges: Parameters<typeof decideInterchanges>[1],
): Promise<readonly DecidedInterchange[]> {
  if (connection === undefined) {
    const text = 'The connection that it came over is not there any more. Make it anew, and have the file sent again.';
    throw new NotReadable('FAILED_TO_FIND_CONNECTION', text);
  }
  const partnershipId = execution.assigned_partnership_id ?? undefined;
  const over = { connection, isExempt: payload.isExempt === true, partnershipId, before };
  return readRows(services.store, accountId, (queries) =>
    decideInterchanges({ queries, library: services.guides, over, now: services.clock.now() }, interchanges),
  );
}
