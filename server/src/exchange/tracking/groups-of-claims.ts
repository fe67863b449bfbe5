import type { AcknowledgedBatch, ClaimAcknowledgment } from 'ediloom/acknowledgment';
import { type Answer, worse } from '../../resources/tracking/acknowledgment.js';
import { type Answering, isTest, lockGroupsOf } from '../../resources/tracking/find-sent.js';
import {
  countKnown,
  filesOfSets,
  type KnownSet,
  sentClaimsKnownBy,
} from '../../resources/transactions/acknowledged.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { SentGroups } from '../../store/exchange-tables.js';
import { grouped } from '../../store/grouped.js';
import type { FoundGroups, Numbered, Unmatched } from './received-answers.js';
import type { AnsweredGroup, KeptAnswer } from './write-answers.js';

/** Data elements: that of BHT03 and of REF02, and that of CLM01. */
const REFERENCE = '127';
const CLAIM = '1028';

/** What a 277CA says of one 837. */
interface AnsweredSet {
  readonly set: KnownSet;
  readonly answer: Answer;
  readonly kept: KeptAnswer;
}

/** The claims of one 837 in one 277CA. */
interface Portion {
  readonly set: KnownSet;
  readonly batch: Numbered<AcknowledgedBatch>;
  readonly claims: AcknowledgedBatch['claims'];
}

/**
 * The groups whose 837s 277CAs speak of, locked. A submission is known by its BHT03; where none is, or several are, its claims say which it
 * is, by their REF D9 or else by their CLM01s, which another submission may have, too. Nothing is guessed: what leads to no set, or to several, is unmatched.
 */
export async function groupsOfClaims(
  queries: AccountQueries,
  answering: Answering,
  received: readonly Numbered<ClaimAcknowledgment>[],
): Promise<FoundGroups> {
  const batches = received.flatMap(({ batches, saidIn }) => batches.map((batch) => ({ ...batch, saidIn })));
  const known = await knownBy(queries, answering.partnershipId, batches);
  const found = batches.map((batch) => portionsOf(batch, known));
  const portions = found.flat();
  const unmatched = found.filter(({ length }) => length === 0).map((): Unmatched => ({ kind: '277CA' }));
  const counts = await countKnown(
    queries,
    CLAIM,
    portions.map(({ set }) => set.id),
  );
  const sets = portions.map((portion) => judge(portion, counts.get(portion.set.id) ?? 0));
  const { rows, files } = await lockFilesOf(
    queries,
    sets.map(({ set }) => set),
  );
  const ofFile = grouped(sets, ({ set }) => files.get(set.id));
  const groups = rows
    .filter((row) => answering.keyMode === 'live' || isTest(row))
    .map((row) => groupOf(row, ofFile.get(row.execution_id) ?? []));
  return { groups: groups.filter(({ answers }) => answers.length > 0), unmatched };
}

/** The files of sets, and their groups, locked: where another file delivers a set once more from this moment on, that one. */
async function lockFilesOf(
  queries: AccountQueries,
  sets: readonly KnownSet[],
): Promise<{ readonly rows: readonly SentGroups[]; readonly files: ReadonlyMap<string, string> }> {
  for (let files: ReadonlyMap<string, string> = new Map(sets.map((set) => [set.id, set.execution_id])); ; ) {
    const rows = await lockGroupsOf(queries, [...new Set(files.values())]);
    const now = await filesOfSets(queries, [...files.keys()]);
    if ([...files].every(([id, file]) => now.get(id) === file)) return { rows, files };
    files = now;
  }
}

type Known = Awaited<ReturnType<typeof sentClaimsKnownBy>>;

/** What the numbers lead to that 277CAs name. */
interface KnownNumbers {
  /** BHT03 of submissions. */
  readonly byBatch: Known;
  /** REF D9 and CLM01 of claims whose submission these do not say. */
  readonly byClearing: Known;
  readonly byTracking: Known;
}

/** By few statements, however many submissions a partner puts into a file: others wait for them. */
async function knownBy(
  queries: AccountQueries,
  partnershipId: string,
  batches: readonly AcknowledgedBatch[],
): Promise<KnownNumbers> {
  const find = (elementId: string, values: readonly string[]) =>
    sentClaimsKnownBy(queries, { partnershipId, elementId, values });
  const byBatch = await find(
    REFERENCE,
    batches.map(({ reference }) => reference),
  );
  const claims = batches.filter(({ reference }) => byBatch.get(reference)?.length !== 1).flatMap((one) => one.claims);
  const byTracking = await find(
    CLAIM,
    claims.map(({ trackingNumber }) => trackingNumber),
  );
  const byClearing = await find(
    REFERENCE,
    claims.flatMap(({ clearinghouseNumber }) => clearinghouseNumber ?? []),
  );
  return { byBatch, byClearing, byTracking };
}

function portionsOf(
  batch: Numbered<AcknowledgedBatch>,
  { byBatch, byClearing, byTracking }: KnownNumbers,
): readonly Portion[] {
  const ofBatch = byBatch.get(batch.reference) ?? [];
  const [only, another] = ofBatch;
  if (only !== undefined && another === undefined) return [{ set: only, batch, claims: batch.claims }];
  const candidates = new Set(ofBatch.map(({ id }) => id));
  const claimsOf = new Map<
    string,
    { readonly set: KnownSet; readonly claims: AcknowledgedBatch['claims'][number][] }
  >();
  for (const claim of batch.claims) {
    const known = byClearing.get(claim.clearinghouseNumber ?? '') ?? byTracking.get(claim.trackingNumber) ?? [];
    const [set, other] = known.filter(({ id }) => candidates.size === 0 || candidates.has(id));
    if (set === undefined || other !== undefined) continue;
    const portion = claimsOf.get(set.id) ?? { set, claims: [] };
    portion.claims.push(claim);
    claimsOf.set(set.id, portion);
  }
  return [...claimsOf.values()].map(({ set, claims }) => ({ set, batch, claims }));
}

/** @param known of the set's claims, by their CLM01s: where fewer are answered, the others may still be accepted. */
function judge({ set, batch, claims }: Portion, known: number): AnsweredSet {
  const rejected = claims.filter(({ isRejected }) => isRejected).length + batch.rejectedProviders;
  const accepted = claims.length + batch.rejectedProviders - rejected;
  const isAll = batch.rejectedProviders > 0 || claims.length >= known;
  const answer: Answer =
    batch.rejectedWhole || (rejected > 0 && accepted === 0 && isAll && (batch.accepted ?? 0) === 0)
      ? 'rejected'
      : rejected > 0 || (batch.rejected ?? 0) > 0
        ? 'accepted-with-errors'
        : 'accepted';
  const facts = { received: claims.length, accepted: claims.filter(({ isRejected }) => !isRejected).length };
  return { set, answer, kept: { saidIn: batch.saidIn, kind: '277CA', verdict: answer, facts, transactionId: set.id } };
}

function groupOf(row: SentGroups, sets: readonly AnsweredSet[]): AnsweredGroup {
  const claims: (Answer | undefined)[] = [];
  const answers: KeptAnswer[] = [];
  for (const { set, answer, kept } of sets) {
    const place = set.place - row.first_place;
    if (place < 0 || place >= row.transactions) continue;
    claims[place] = worse(claims[place], answer);
    answers.push(kept);
  }
  return { row, claims, answers };
}
