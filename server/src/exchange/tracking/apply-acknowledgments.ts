import type {
  ClaimAcknowledgment,
  ReceivedFunctionalAcknowledgment,
  ReceivedInterchangeAcknowledgment,
} from 'ediloom/acknowledgment';
import { answeringPair } from '../../resources/inbound/pair.js';
import type { Answering } from '../../resources/tracking/find-sent.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { grouped } from '../../store/grouped.js';
import { rejectedEvents } from './answer-events.js';
import { groupsOfClaims } from './groups-of-claims.js';
import { groupsOfFunctional } from './groups-of-functional.js';
import { groupsOfTa1s } from './groups-of-ta1s.js';
import {
  type AppliedAnswers,
  type FoundGroups,
  type Numbered,
  numberIn,
  type ReceivedAnswers,
  type Unmatched,
} from './received-answers.js';
import { unmatchedFaults } from './unmatched-faults.js';
import { type AnsweredBy, type RejectedSet, writeAnswers } from './write-answers.js';

/** Answers that are looked up together, unless more name the same. */
const ANSWERS = 200;

interface Finding<One> {
  readonly find: (
    queries: AccountQueries,
    answering: Answering,
    received: readonly Numbered<One>[],
  ) => Promise<FoundGroups | undefined>;
  /** What an answer names. */
  readonly named: (one: One) => string;
}

const TA1S: Finding<ReceivedInterchangeAcknowledgment> = {
  find: groupsOfTa1s,
  named: ({ result }) => plainNumber(result.controlNumber),
};
const FUNCTIONAL: Finding<ReceivedFunctionalAcknowledgment> = {
  find: groupsOfFunctional,
  named: ({ acknowledgment }) => plainNumber(acknowledgment.controlNumber),
};
const CLAIMS: Finding<ClaimAcknowledgment> = {
  find: groupsOfClaims,
  named: ({ batches: [first] }) => first?.reference ?? '',
};

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
    /** @param received those that name the same stand together: their groups are read, judged and written once. */
    const apply = async <One>(
      finding: Finding<One>,
      received: readonly (readonly Numbered<One>[])[],
    ): Promise<void> => {
      if (received.length === 0) return;
      const all = received.flat();
      const areMany = received.length > 1 && all.length > ANSWERS;
      const found = areMany ? undefined : await finding.find(queries, answering, all);
      if (found === undefined) {
        const half = Math.ceil(received.length / 2);
        await apply(finding, received.slice(0, half));
        await apply(finding, received.slice(half));
        return;
      }
      for (const one of found.unmatched) unmatched.push(one);
      const judged = await writeAnswers(queries, found.groups, by);
      // A TA1 says that the number came twice, and a 997 beside it that all is well: nobody is to be alarmed.
      for (const id of judged.cleared) rejected.delete(id);
      for (const one of judged.rejected) rejected.set(one.transactionId, one);
    };
    await apply(
      TA1S,
      together(ofOne, TA1S, ({ received }) => received.interchanges),
    );
    await apply(
      FUNCTIONAL,
      together(ofOne, FUNCTIONAL, ({ received }) => received.groups),
    );
    await apply(
      CLAIMS,
      together(ofOne, CLAIMS, ({ claims }) => claims ?? []),
    );
  }
  return { events: rejectedEvents([...rejected.values()], by), faults: unmatchedFaults(unmatched) };
}

/** By the ids as they came: what is matched repeats them. */
function senderOf({ ids, partnershipId, keyMode }: ReceivedAnswers): string {
  const { senderQualifier, senderId, receiverQualifier, receiverId } = ids;
  return JSON.stringify([partnershipId, keyMode, senderQualifier, senderId, receiverQualifier, receiverId]);
}

/** The answers of interchanges, those that name the same together. */
function together<One>(
  interchanges: readonly ReceivedAnswers[],
  { named }: Finding<One>,
  answersOf: (one: ReceivedAnswers) => readonly One[],
): readonly (readonly Numbered<One>[])[] {
  const all = interchanges.flatMap((one) => answersOf(one).map((answer) => ({ ...answer, saidIn: one.number })));
  return [...grouped(all, named).values()];
}

function plainNumber(named: string): string {
  return String(numberIn(named));
}
