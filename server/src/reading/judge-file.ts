import type { AcknowledgedInterchange } from 'ediloom';
import type { AcknowledgmentPolicy, ReceivedInterchange } from 'ediloom/acknowledgment';
import type { PlannedReading } from './plan-engine.js';
import { MOST_LISTED, MOST_REJECTED, type PlannedInterchange } from './reader.js';
import { limitReached } from './refused.js';

/** Of a file. Each interchange has 10,000 at most; whoever asks has those of all in memory at a time, and what is answered of them. */
const MOST_ERRORS = 250_000;

/**
 * Decides what each interchange of the plan is answered; they go out as they end.
 * @throws X12Error; ReadingRefused `limit` for more than is answered in one file.
 */
export async function judgeFile(
  source: AsyncIterable<Uint8Array>,
  { engine, options, interchange }: PlannedReading,
  give: (judged: AcknowledgedInterchange) => Promise<void>,
): Promise<void> {
  let ended: AcknowledgedInterchange[] = [];
  let errors = 0;
  const giveEnded = async (): Promise<void> => {
    const judged = ended;
    ended = [];
    for (const one of judged) await give(one);
  };
  await engine.acknowledge(between(source, giveEnded), {
    ...options,
    policyOf: (received) => policyOf(received, interchange(received.interchange ?? 1)),
    onInterchange: (judged) => {
      if (interchange(judged.interchange) === undefined) return;
      errors += errorsOf(judged);
      if (errors > MOST_ERRORS) throw limitReached(MOST_ERRORS, 'errors');
      ended.push(judged);
    },
  });
  await giveEnded();
}

/** Of its sets, which have no other findings here, and around them. */
function errorsOf({ groups, findings }: AcknowledgedInterchange): number {
  const sets = groups.flatMap(({ transactions }) => transactions);
  const around = findings.filter(({ severity }) => severity === 'error').length;
  return sets.reduce((sum, set) => sum + set.findings.length, around);
}

/** Chunk by chunk, and what is to be done before the next one is asked for. */
async function* between(
  source: AsyncIterable<Uint8Array>,
  work: () => Promise<void>,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of source) {
    yield chunk;
    await work();
  }
}

function policyOf(received: ReceivedInterchange, planned: PlannedInterchange | undefined): AcknowledgmentPolicy {
  if (planned === undefined) return { ta1: 'never', functional: 'none', listAccepted: false };
  const { policy, findings = [] } = planned;
  const sets = received.groups.reduce((sum, { transactions }) => sum + transactions.length, 0);
  return {
    ...policy,
    // AK9 alone speaks for the accepted ones where there are very many.
    listAccepted: policy.listAccepted ?? sets <= MOST_LISTED,
    mostRejected: MOST_REJECTED,
    // Which of two counts is known to whoever planned this.
    ignored: ['interchange-duplicate'],
    check: () => findings,
  };
}
