import type { ClaimEntry } from 'ediloom/claims';
import type { Steps } from '../../heavy-turns.js';
import { answerUuid, type PreparedReport } from '../../resources/claim-answers/reports.js';
import type { Answering } from './answering.js';
import { namedCandidates } from './candidates.js';
import { NOTHING, type Outcome, type SaidOfClaim } from './outcome.js';
import { prepareReports } from './prepare-report.js';
import type { Statement } from './statements.js';
import { saidOfEntry, type TiedEntry, tieClaimEntry } from './tie-claim-entry.js';
import { Refusals } from './tie-refusal.js';
import { type ToldReport, toldReport } from './told-report.js';

/** Claims that are looked up together. */
const AT_ONCE = 100;

/** What comes of a 277CA: an outcome for each of its entries, and a report for each account that has claims in it. */
export interface TiedReport {
  /** Once, and one after another: what is shown of claims that are unknown is made when its turn comes. */
  readonly outcomes: AsyncIterable<Outcome>;
  readonly reports: readonly PreparedReport[];
  /** Ids of the reports by their account. */
  readonly reportIds: ReadonlyMap<string, string>;
}

interface Unknown {
  readonly kind: 'unknown';
  readonly tied: Extract<TiedEntry, { kind: 'unmatched' }>;
  readonly entry: ClaimEntry;
  readonly said: SaidOfClaim;
  readonly place: number;
}

interface Tying {
  /** Which of the answer's 277CAs it is. */
  readonly ordinal: number;
  /** Whether unknown claims are counted alone from now on: what is shown of them is not made then. */
  readonly isFull: () => boolean;
}

/** Ties a 277CA to its claims, batch by batch and claim by claim. */
export async function tieReport(
  answering: Answering,
  statement: Extract<Statement, { kind: '277CA' }>,
  { ordinal, isFull }: Tying,
): Promise<TiedReport> {
  const { answer } = answering;
  const told = await toldReport(answering, statement);
  const outcomes: (Outcome | Unknown)[] = [];
  if (told === undefined)
    return { outcomes: shown(answering, told, [NOTHING], isFull), reports: [], reportIds: new Map() };
  const parts = new Parts();
  const refusals = new Refusals(answering, told.at);
  let claimsBefore = 0;
  for (let from = 0; from < told.entries.length; from += AT_ONCE) {
    answering.signal.throwIfAborted();
    // On SQLite nothing below waits for anything: without a turn in between, others would for all of it.
    await answering.services.heavyTurns.run(answer.account_id, () => undefined);
    const some = told.entries.slice(from, from + AT_ONCE);
    const claims = some.filter((entry) => entry.kind === 'claim');
    const namedBy = await namedCandidates(answering, claims);
    for (const entry of some) {
      if (entry.kind !== 'claim') {
        const outcome = await refusals.tie(entry);
        parts.addBatch(outcome, entry.transactionId);
        outcomes.push(outcome);
        continue;
      }
      const place = claimsBefore++;
      const said = saidOfEntry(entry, told.at);
      const tied = await tieClaimEntry(answering, entry, await namedBy(entry), said);
      if (tied.kind === 'claim') parts.addClaim(tied.claim.claim.accountId, place);
      if (tied.kind === 'unmatched') outcomes.push({ kind: 'unknown', tied, entry, said, place });
      else outcomes.push(tied.kind === 'claim' ? { kind: 'claims', claims: [tied.claim] } : NOTHING);
    }
  }
  const reportIds = new Map(
    [...parts.byAccount.keys()].map((account) => [account, answerUuid('report', answer.id, ordinal, account)]),
  );
  const reports = await prepareReports(answering, told, parts.byAccount, reportIds);
  return { outcomes: shown(answering, told, outcomes, isFull), reports, reportIds };
}

/** The outcomes, in their order. Of unknown claims each is shown with a report of its own: some of them at a time, in turns with the work of others. */
async function* shown(
  { services, answer }: Answering,
  told: ToldReport | undefined,
  outcomes: readonly (Outcome | Unknown)[],
  isFull: Tying['isFull'],
): AsyncGenerator<Outcome> {
  for (let from = 0; from < outcomes.length; from += AT_ONCE) {
    const some = outcomes.slice(from, from + AT_ONCE);
    if (isFull()) yield* some.map((one) => (one.kind === 'unknown' ? UNLISTED : one));
    else yield* await services.heavyTurns.runSteps(answer.account_id, shownInSteps(told, some));
  }
}

const UNLISTED: Outcome = { kind: 'unlisted' };

function* shownInSteps(
  told: ToldReport | undefined,
  outcomes: readonly (Outcome | Unknown)[],
): Steps<readonly Outcome[]> {
  const shown: Outcome[] = [];
  for (const outcome of outcomes) {
    shown.push(outcome.kind === 'unknown' ? yield* unmatchedOf(told, outcome) : outcome);
    if (outcome.kind === 'unknown') yield;
  }
  return shown;
}

function* unmatchedOf(told: ToldReport | undefined, { tied, entry, said, place }: Unknown): Steps<Outcome> {
  const report = told && (yield* told.single(place));
  return { ...tied, said: '277CA', content: { said, shown: entry, ...(report === undefined ? {} : { report }) } };
}

/** What of a set is whose. */
class Parts {
  readonly byAccount = new Map<string, { readonly claims: Set<number>; readonly batches: Set<string> }>();

  addClaim(accountId: string, place: number): void {
    this.of(accountId).claims.add(place);
  }

  addBatch(outcome: Outcome, transactionId = ''): void {
    if (outcome.kind !== 'claims') return;
    for (const { claim } of outcome.claims) this.of(claim.accountId).batches.add(transactionId.trimEnd());
  }

  of(accountId: string) {
    const part = this.byAccount.get(accountId) ?? { claims: new Set<number>(), batches: new Set<string>() };
    this.byAccount.set(accountId, part);
    return part;
  }
}
