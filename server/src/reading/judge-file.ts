import type { AcknowledgedInterchange } from 'ediloom';
import type { AcknowledgmentPolicy, ReceivedInterchange } from 'ediloom/acknowledgment';
import type { PlannedReading } from './plan-engine.js';
import { MOST_LISTED, MOST_REJECTED, type PlannedInterchange } from './reader.js';

/** Decides what each interchange of the plan is answered; they go out as they end. @throws X12Error. */
export async function judgeFile(
  source: AsyncIterable<Uint8Array>,
  { engine, options, interchange }: PlannedReading,
  give: (judged: AcknowledgedInterchange) => Promise<void>,
): Promise<void> {
  let ended: AcknowledgedInterchange[] = [];
  const giveEnded = async (): Promise<void> => {
    const judged = ended;
    ended = [];
    for (const one of judged) await give(one);
  };
  await engine.acknowledge(between(source, giveEnded), {
    ...options,
    policyOf: (received) => policyOf(received, interchange(received.interchange ?? 1)),
    onInterchange: (judged) => {
      if (interchange(judged.interchange) !== undefined) ended.push(judged);
    },
  });
  await giveEnded();
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
