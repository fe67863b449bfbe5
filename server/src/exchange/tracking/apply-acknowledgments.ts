import { answeringPair } from '../../resources/inbound/pair.js';
import type { Answering } from '../../resources/tracking/find-sent.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { rejectedEvents } from './answer-events.js';
import { groupsOfClaims } from './groups-of-claims.js';
import { groupsOfFunctional } from './groups-of-functional.js';
import { groupsOfTa1s } from './groups-of-ta1s.js';
import type { AppliedAnswers, FoundGroups, ReceivedAnswers, Unmatched } from './received-answers.js';
import { unmatchedFaults } from './unmatched-faults.js';
import { type RejectedSet, writeAnswers } from './write-answers.js';

/** Answers that are looked up together. */
const ANSWERS = 200;

type Find<One> = (
  queries: AccountQueries,
  answering: Answering,
  received: readonly One[],
) => Promise<FoundGroups | undefined>;

/**
 * Ties the answers of a received interchange to what was sent, in the caller's transaction: rows of what was said, the states of
 * transactions and groups. It makes no difference whether the answers come before the delivery is written down, twice, or in another order.
 */
export async function applyAcknowledgments(queries: AccountQueries, answers: ReceivedAnswers): Promise<AppliedAnswers> {
  const answering = {
    pair: answeringPair(answers.ids),
    partnershipId: answers.partnershipId,
    keyMode: answers.keyMode,
  };
  const rejected: RejectedSet[] = [];
  const unmatched: Unmatched[] = [];
  const apply = async <One>(find: Find<One>, received: readonly One[]): Promise<void> => {
    if (received.length === 0) return;
    const found = received.length > ANSWERS ? undefined : await find(queries, answering, received);
    if (found === undefined) {
      const half = Math.ceil(received.length / 2);
      await apply(find, received.slice(0, half));
      await apply(find, received.slice(half));
      return;
    }
    unmatched.push(...found.unmatched);
    rejected.push(...(await writeAnswers(queries, found.groups, answers)));
  };
  await apply(groupsOfTa1s, answers.received.interchanges);
  await apply(groupsOfFunctional, answers.received.groups);
  await apply(groupsOfClaims, answers.claims ?? []);
  return { events: rejectedEvents(rejected, answers), faults: unmatchedFaults(unmatched) };
}
