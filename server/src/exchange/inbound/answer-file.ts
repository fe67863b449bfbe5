import type { InterchangeState } from '../../store/exchange-tables.js';
import type { PreparedInterchange } from '../outbound/prepare-interchange.js';
import type { Services } from '../services.js';
import { FileAnswers } from './answer-interchange.js';
import type { InboundFault } from './inbound-fault.js';
import type { JudgedInterchange } from './judge-file.js';
import type { ReceivedFile } from './received-file.js';

/** Interchanges that are answered at once: they take their numbers by one commit, and few keep nobody waiting. */
const ANSWERED_TOGETHER = 8;
/** What has been told what became of it. */
const ANSWERED: readonly InterchangeState[] = ['processed', 'rejected', 'duplicate'];

/** What answers an interchange of the file. */
interface PlacedReply {
  readonly place: number;
  readonly reply: PreparedInterchange;
}

/** The files that answer; each with numbers of its own, which are spent whatever becomes of the file. And what stands against answers. */
export async function answersOf(
  services: Services,
  { accountId, connection, payload, before }: ReceivedFile,
  interchanges: readonly JudgedInterchange[],
): Promise<{ readonly files: readonly PlacedReply[]; readonly faults: readonly InboundFault[] }> {
  const files: PlacedReply[] = [];
  const faults: InboundFault[] = [];
  if (connection === undefined) return { files, faults };
  const answering = new FileAnswers(services, { accountId, connectionId: connection.id });
  const answered = interchanges.flatMap((decided) => {
    const reply = decided.acknowledged?.reply;
    const { partnership } = decided.matched;
    // What was answered when the file was processed before is not answered again unless that is asked for.
    const state = before.get(decided.place);
    const isAnswered = state !== undefined && ANSWERED.includes(state);
    if (reply === undefined || partnership === undefined || (isAnswered && !payload.isAnsweredAgain)) return [];
    return [{ decided, partnership, reply }];
  });
  for (let from = 0; from < answered.length; from += ANSWERED_TOGETHER) {
    const some = answered.slice(from, from + ANSWERED_TOGETHER);
    const answers = await Promise.all(
      some.map(async (one) => ({ place: one.decided.place, answer: await answering.prepare(one) })),
    );
    for (const { place, answer } of answers) {
      if ('file' in answer) files.push({ place, reply: answer.file });
      else faults.push(answer.fault);
    }
  }
  return { files, faults };
}
