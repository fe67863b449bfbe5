import { isX12Error } from 'ediloom';
import type { EligibilityRequest } from 'ediloom/eligibility';
import type { Steps } from '../../heavy-turns.js';
import { QUESTION_GUIDE } from '../../resources/payer-routes/demand-overlay.js';
import { findPayers } from '../../resources/payers/find-payer.js';
import { hasTooMany } from '../check-files/count-sets.js';
import { QUESTIONS_ONLY } from '../eligibility/agreements.js';
import { type Around, aloneSet } from '../eligibility/alone-set.js';
import { numberedReply } from '../eligibility/answer-inquiry.js';
import type { EligibilityEngine } from '../eligibility/eligibility-engine.js';
import type { JudgedItem } from '../eligibility-batches/submit-batch.js';
import type { Run } from '../services.js';
import { firstPatients } from './first-patients.js';

/** Bytes that are read at a stretch: between two, those that somebody waits for have their turn. */
const PIECE = 16 * 1024;

/** What a file of 270s comes to. */
export interface JudgedSubmission {
  /** TA1s, an interchange each; `undefined`: there are none. */
  readonly ta1: Uint8Array | undefined;
  readonly acknowledgment: Uint8Array | undefined;
  /** Accepted sets, in their order. */
  readonly items: readonly JudgedItem[];
  readonly rejected: number;
}

type Acknowledged = Awaited<ReturnType<EligibilityEngine['engine']['acknowledge']>>;

/**
 * Judges a file by the guide of the 270: what it is answered, and which of its sets are asked.
 * @returns `undefined` where it cannot be read so far as to be answered, or has more sets than are.
 */
export async function judgeSubmission(run: Run, x12: Uint8Array): Promise<JudgedSubmission | undefined> {
  const codecs = await run.services.realTime.engines.get();
  const read = await readSubmission(run, codecs, x12);
  if (read === undefined) return undefined;
  const { acknowledged, items, rejected } = read;
  const replies = acknowledged.flatMap(({ reply }) => reply ?? []);
  const ta1s = replies.filter((reply) => reply.acknowledgments.length > 0);
  const others = replies.filter((reply) => reply.groups.length > 0);
  return {
    ta1: await written(
      run,
      codecs,
      ta1s.map((reply) => ({ ...reply, groups: [] })),
    ),
    acknowledgment: await written(
      run,
      codecs,
      others.map((reply) => ({ ...reply, acknowledgments: [] })),
    ),
    items,
    rejected,
  };
}

interface ReadSubmission extends Pick<JudgedSubmission, 'items' | 'rejected'> {
  readonly acknowledged: Acknowledged;
}

/** What is wrong with the file ends here: that an answer could not be written is no fault of it. */
async function readSubmission(
  run: Run,
  codecs: EligibilityEngine,
  x12: Uint8Array,
): Promise<ReadSubmission | undefined> {
  try {
    if (await hasTooMany(pieces(run, x12))) return undefined;
    const acknowledged = await codecs.engine.acknowledge(pieces(run, x12), QUESTIONS_ONLY);
    return { acknowledged, ...(await acceptedSets(run, codecs, { x12, acknowledged })) };
  } catch (error) {
    if (isX12Error(error)) return undefined;
    throw error;
  }
}

async function* pieces({ services, caller }: Run, bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += PIECE) {
    if (from > 0) await services.realTime.ofBatches.sending.rest(caller.accountId);
    yield bytes.subarray(from, from + PIECE);
  }
}

async function written(
  run: Run,
  { engine }: EligibilityEngine,
  replies: readonly Parameters<typeof numberedReply>[1][],
): Promise<Uint8Array | undefined> {
  if (replies.length === 0) return undefined;
  const interchanges = [];
  for (const reply of replies) interchanges.push(await numberedReply(run, reply));
  const steps: Steps<{ readonly bytes: Uint8Array }> = engine.generateInSteps({ interchanges }, { findings: 'report' });
  return (await run.services.heavyTurns.runSteps(run.caller.accountId, steps)).bytes;
}

interface Read {
  readonly x12: Uint8Array;
  readonly acknowledged: Acknowledged;
}

async function acceptedSets(
  run: Run,
  codecs: EligibilityEngine,
  { x12, acknowledged }: Read,
): Promise<Pick<JudgedSubmission, 'items' | 'rejected'>> {
  const { services, caller } = run;
  const sets: AcceptedSet[] = [];
  let rejected = 0;
  const around: Around = {};
  for await (const event of codecs.engine.stream(pieces(run, x12))) {
    if (event.kind === 'interchange') around.interchange = event;
    if (event.kind === 'group') around.group = event;
    if (event.kind !== 'transaction') continue;
    const { interchange, group, transaction } = event;
    const { accepted } = acknowledged[interchange - 1] ?? { accepted: [] };
    if (event.guide === QUESTION_GUIDE && accepted[group - 1]?.[transaction - 1] === true) {
      const data = firstPatients(event.data, event.segments);
      const [decoded] = codecs.requests.decode(data);
      sets.push({
        x12: Buffer.from(aloneSet(codecs.engine, around, { ...event, data })).toString('utf8'),
        request: decoded?.request,
      });
    } else rejected++;
    await services.realTime.ofBatches.sending.rest(caller.accountId);
  }
  const names = [...new Set(sets.map(payerName))];
  const payers = await services.store.read((db) => findPayers(db, names));
  const items = sets.map((set): JudgedItem => {
    const found = payers.get(payerName(set));
    // Who is not known is said by the check itself: its sender gets an answer to each set.
    const payerId = found?.kind === 'found' ? found.payer.platformId : null;
    return { content: { source: 'caqh-core', x12: set.x12, request: { ...set.request } }, payerId };
  });
  return { items, rejected };
}

interface AcceptedSet {
  readonly x12: string;
  /** Of its first patient. */
  readonly request: EligibilityRequest | undefined;
}

function payerName({ request }: AcceptedSet): string {
  return request?.tradingPartnerServiceId ?? '';
}
