import { answeringPair } from '../../resources/inbound/pair.js';
import type { Answering } from '../../resources/tracking/find-sent.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { grouped } from '../../store/grouped.js';
import { rejectedEvents } from './answer-events.js';
import { groupsOfClaims } from './groups-of-claims.js';
import { groupsOfFunctional } from './groups-of-functional.js';
import { groupsOfTa1s } from './groups-of-ta1s.js';
import type { AppliedAnswers, FoundGroups, Numbered, ReceivedAnswers, Unmatched } from './received-answers.js';
import { unmatchedFaults } from './unmatched-faults.js';
import { type AnsweredBy, type RejectedSet, writeAnswers } from './write-answers.js';

/** Answers that are looked up together. */
const ANSWERS = 200;

type Find<One> = (
  queries: AccountQueries,
  answering: Answering,
  received: readonly Numbered<One>[],
) => Promise<FoundGroups | undefined>;

/**
 * Ties the answers of a received file to what was sent, in the caller's transaction: rows of what was said, the states of transactions and
 * groups. Interchanges of one sender are looked up together: statements are as many as their answers need, however many interchanges these
 * came in. It makes no difference whether the answers come before the delivery is written down, twice, or in another order.
 */
export async function applyAcknowledgments(
  queries: AccountQueries,
  by: AnsweredBy,
  interchanges: readonly ReceivedAnswers[],
): Promise<AppliedAnswers> {
  const rejected = new Map<string, RejectedSet>();
  const unmatched: Unmatched[] = [];
  for (const ofOne of grouped(interchanges, senderOf).values()) {
    const [first] = ofOne;
    if (first === undefined) continue;
    const { ids, partnershipId, keyMode } = first;
    const answering = { pair: answeringPair(ids), partnershipId, keyMode };
    const apply = async <One>(find: Find<One>, received: readonly Numbered<One>[]): Promise<void> => {
      if (received.length === 0) return;
      const found = received.length > ANSWERS ? undefined : await find(queries, answering, received);
      if (found === undefined) {
        const half = Math.ceil(received.length / 2);
        await apply(find, received.slice(0, half));
        await apply(find, received.slice(half));
        return;
      }
      unmatched.push(...found.unmatched);
      const judged = await writeAnswers(queries, found.groups, by);
      // A TA1 says that the number came twice, and a 997 beside it that all is well: nobody is to be alarmed.
      for (const id of judged.cleared) rejected.delete(id);
      for (const one of judged.rejected) rejected.set(one.transactionId, one);
    };
    await apply(
      groupsOfTa1s,
      numbered(ofOne, ({ received }) => received.interchanges),
    );
    await apply(
      groupsOfFunctional,
      numbered(ofOne, ({ received }) => received.groups),
    );
    await apply(
      groupsOfClaims,
      numbered(ofOne, ({ claims }) => claims ?? []),
    );
  }
  return { events: rejectedEvents([...rejected.values()], by), faults: unmatchedFaults(unmatched) };
}

/** By the ids as they came: what is matched repeats them. */
function senderOf({ ids, partnershipId, keyMode }: ReceivedAnswers): string {
  const { senderQualifier, senderId, receiverQualifier, receiverId } = ids;
  return JSON.stringify([partnershipId, keyMode, senderQualifier, senderId, receiverQualifier, receiverId]);
}

function numbered<One>(
  interchanges: readonly ReceivedAnswers[],
  answersOf: (one: ReceivedAnswers) => readonly One[],
): readonly Numbered<One>[] {
  return interchanges.flatMap((one) => answersOf(one).map((answer) => ({ ...answer, saidIn: one.number })));
}
