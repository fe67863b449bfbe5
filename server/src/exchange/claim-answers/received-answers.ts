import type { Job, JobHandler, Jobs } from '../../jobs/job.js';
import { wholeArtifactsOf } from '../../objects/artifact-rows.js';
import { MOST_INTERCHANGES, type OutlinedInterchange } from '../../reading/reader.js';
import { UNKNOWN_PARTNER } from '../../resources/claims/speaker.js';
import { interchangesOfFile } from '../../resources/inbound/interchanges.js';
import { routesCarriedBy } from '../../resources/payer-routes/carried-by.js';
import { type AccountQueries, readRows } from '../../store/account-queries.js';
import type { ReceivedInterchanges } from '../../store/exchange-tables.js';
import type { Artifacts } from '../../store/tables.js';
import type { Services } from '../services.js';
import { listUntaken } from './list-unreadable.js';
import { MOST_ANSWER_BYTES, takeClaimAnswer } from './take-answer.js';

/** The job that hands over what a partner has answered about claims which went out as files. */
export const RECEIVED_CLAIM_ANSWERS = 'received-claim-answers';

/** Sets that say something of what was sent. */
const ANSWERS: ReadonlySet<string> = new Set(['997', '999', '277', '824']);

/** An interchange that is believed, and whose it is. */
export interface BelievedInterchange {
  /** From 1. */
  readonly place: number;
  readonly outlined: Pick<OutlinedInterchange, 'acknowledgments' | 'groups'>;
  readonly partnershipId: string;
  readonly isProduction: boolean;
}

/** As the job has it. */
export interface ReceivedAnswersPayload {
  readonly executionId: string;
  readonly routeId: string;
  /** All that what is there is handed over for, by their ids; absent in jobs of an older release. */
  readonly beside?: readonly string[];
  /** Whose partner says it, of the account of the job; absent in jobs of an older release. */
  readonly partnershipId?: string;
  /** Places of the interchanges. */
  readonly places: readonly number[];
}

/**
 * Promises, in the transaction that shows a received file, that what it answers to claims is handed over: only what comes from a partner by whom the
 * claims of a route go or went, and no tests.
 */
export async function promiseClaimAnswers(
  jobs: Jobs,
  queries: AccountQueries,
  {
    executionId,
    interchanges,
  }: { readonly executionId: string; readonly interchanges: readonly BelievedInterchange[] },
): Promise<void> {
  const answers = interchanges.filter(
    ({ isProduction, outlined: { acknowledgments, groups } }) =>
      isProduction && (acknowledgments.length > 0 || groups.some(({ sets }) => sets.some((set) => ANSWERS.has(set)))),
  );
  if (answers.length === 0) return;
  const places = new Map<string, number[]>();
  for (const { place, partnershipId } of answers) {
    places.set(partnershipId, [...(places.get(partnershipId) ?? []), place]);
  }
  const carried = await routesCarriedBy(queries, [...places.keys()]);
  const payloads = [...carried].flatMap(([partnershipId, beside]) =>
    beside.map(
      (routeId): ReceivedAnswersPayload => ({
        ...{ executionId, routeId, beside, partnershipId },
        places: places.get(partnershipId) ?? [],
      }),
    ),
  );
  if (payloads.length === 0) return;
  await jobs.enqueue(
    queries,
    payloads.map((payload) => ({ kind: RECEIVED_CLAIM_ANSWERS, class: 'inbound' as const, payload })),
  );
}

/**
 * Hands each interchange over as an answer of its own; those that were handed over before are known by their bytes. One whose bytes are too many, or gone,
 * is listed as one that cannot be read: its sender has heard that it came.
 */
export function createReceivedAnswersJob(services: Services): JobHandler {
  return async (job: Job, signal) => {
    // Only `promiseClaimAnswers` writes jobs of this kind.
    const { executionId, routeId, beside, partnershipId, places } = job.payload as ReceivedAnswersPayload;
    const { interchanges, documents } = await readRows(services.store, job.accountId, async (queries) => ({
      interchanges: await interchangesOfFile(queries, executionId, MOST_INTERCHANGES),
      documents: await wholeArtifactsOf(queries, executionId),
    }));
    // Of a file that came packed, as it was unpacked: places are in that.
    const file =
      documents.find(({ usage }) => usage === 'attachment') ?? documents.find(({ usage }) => usage === 'input');
    const byPlace = new Map(interchanges.map((interchange) => [Number(interchange.place), interchange]));
    const partner =
      partnershipId === undefined
        ? UNKNOWN_PARTNER
        : { carrier_account_id: job.accountId, partnership_id: partnershipId };
    for (const place of places) {
      signal.throwIfAborted();
      const interchange = byPlace.get(place);
      const x12 = file && interchange && (await bytesOf(services, file, interchange));
      const receivedAt = Number(interchange?.created_at ?? job.createdAt);
      if (x12 === undefined) {
        const untaken = { executionId, routeId, beside, place, receivedAt };
        await services.store.write((tx) => listUntaken(services, tx, untaken));
        continue;
      }
      await takeClaimAnswer(services, {
        routeId,
        beside,
        partner,
        x12,
        source: `execution ${executionId}`,
        receivedAt,
      });
    }
    return { kind: 'done' };
  };
}

/** @returns `undefined` for one that is longer than an answer may be: it stays a file of its account. */
async function bytesOf(
  { artifacts, log }: Services,
  file: Artifacts,
  { id, byte_offset, byte_length, sha256 }: ReceivedInterchanges,
): Promise<Uint8Array | undefined> {
  const size = Number(byte_length);
  if (size > MOST_ANSWER_BYTES) {
    log.warn({ interchange: id }, 'An answer to claims is too long to be read. Ask the partner to send it in parts.');
    return undefined;
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of await artifacts.open(file, { offset: Number(byte_offset), size, sha256 })) {
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks);
}
