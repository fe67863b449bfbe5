import type { AcknowledgmentTree, ClaimEntry, ClaimReport, ReceivedReport, ReportOrigin } from 'ediloom/claims';
import type { Steps } from '../../heavy-turns.js';
import { answerUuid, type PreparedReport } from '../../resources/claim-answers/reports.js';
import { DAY_MS } from '../../store/purge.js';
import type { ReportEngine } from '../claims/claim-engines.js';
import type { Answering } from './answering.js';
import { namedCandidates } from './candidates.js';
import { momentOf } from './moment.js';
import { NOTHING, type Outcome, type SaidOfClaim } from './outcome.js';
import { type PartOf, partOfReport, partOfTree } from './part-of-report.js';
import { singleParts } from './single-parts.js';
import type { Statement } from './statements.js';
import { saidOfEntry, type TiedEntry, tieClaimEntry } from './tie-claim-entry.js';
import { Refusals } from './tie-refusal.js';

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

interface Told {
  readonly tree: AcknowledgmentTree;
  readonly report: ReceivedReport;
  readonly at: number;
  readonly part: (of: PartOf, transactionId: string) => ClaimReport | undefined;
  /** Of one claim, by its place; the id of the report is made when somebody ties it. */
  readonly single: (place: number) => ClaimReport | undefined;
}

interface Unknown {
  readonly kind: 'unknown';
  readonly tied: Extract<TiedEntry, { kind: 'unmatched' }>;
  readonly entry: ClaimEntry;
  readonly said: SaidOfClaim;
  readonly place: number;
}

/** Ties a 277CA to its claims, batch by batch and claim by claim. @param ordinal which of the answer's 277CAs it is. */
export async function tieReport(
  answering: Answering,
  statement: Extract<Statement, { kind: '277CA' }>,
  ordinal: number,
): Promise<TiedReport> {
  const { answer } = answering;
  const told = await read(answering, statement);
  const outcomes: (Outcome | Unknown)[] = [];
  if (told === undefined) return { outcomes: shown(answering, told, [NOTHING]), reports: [], reportIds: new Map() };
  const parts = new Parts();
  const refusals = new Refusals(answering, told.at);
  let claimsBefore = 0;
  for (let from = 0; from < told.report.entries.length; from += AT_ONCE) {
    answering.signal.throwIfAborted();
    // On SQLite nothing below waits for anything: without a turn in between, others would for all of it.
    await answering.services.heavyTurns.run(answer.account_id, () => undefined);
    const some = told.report.entries.slice(from, from + AT_ONCE);
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
    parts.accounts().map((account) => [account, answerUuid('report', answer.id, ordinal, account)]),
  );
  const reports = await prepareReports(answering, told, parts, reportIds);
  return { outcomes: shown(answering, told, outcomes), reports, reportIds };
}

/** The outcomes, in their order. Of unknown claims each is shown with a report of its own: some of them at a time, in turns with the work of others. */
async function* shown(
  { services, answer }: Answering,
  told: Told | undefined,
  outcomes: readonly (Outcome | Unknown)[],
): AsyncGenerator<Outcome> {
  for (let from = 0; from < outcomes.length; from += AT_ONCE) {
    const some = outcomes.slice(from, from + AT_ONCE);
    yield* await services.heavyTurns.runSteps(answer.account_id, shownInSteps(told, some));
  }
}

function* shownInSteps(told: Told | undefined, outcomes: readonly (Outcome | Unknown)[]): Steps<readonly Outcome[]> {
  const shown: Outcome[] = [];
  for (const outcome of outcomes) {
    shown.push(outcome.kind === 'unknown' ? unmatchedOf(told, outcome) : outcome);
    if (outcome.kind === 'unknown') yield;
  }
  return shown;
}

function unmatchedOf(told: Told | undefined, { tied, entry, said, place }: Unknown): Outcome {
  const report = told?.single(place);
  return { ...tied, said: '277CA', content: { said, shown: entry, ...(report === undefined ? {} : { report }) } };
}

async function read(
  { services, answer }: Answering,
  { set, header, at }: Extract<Statement, { kind: '277CA' }>,
): Promise<Told | undefined> {
  const { reports }: ReportEngine = await services.claims.engines.reports();
  const turn = <Result>(work: () => Result) => services.heavyTurns.run(answer.account_id, work);
  const tree = await turn(() => reports.decode(set.data));
  const report = await turn(() => reports.read(set.data));
  if (tree === undefined || report === undefined) return undefined;
  const around: Omit<ReportOrigin, 'transactionId'> = {
    senderId: header.senderId,
    usageIndicator: header.usageIndicatorCode,
    traceId: answer.id,
  };
  const { controlNumber } = set.header;
  const reportOf = (part: AcknowledgmentTree, transactionId: string) =>
    partOfReport(reports, part, { origin: { ...around, transactionId }, controlNumber });
  const single = singleParts(tree);
  return {
    ...{ tree, report, at: momentOf(report.date, report.time) ?? at },
    part: (part, transactionId) => reportOf(partOfTree(tree, part), transactionId),
    single: (place) => reportOf(single(place), ''),
  };
}

/** What of a set is whose. */
class Parts {
  readonly #byAccount = new Map<string, { readonly claims: Set<number>; readonly batches: Set<string> }>();

  addClaim(accountId: string, place: number): void {
    this.of(accountId).claims.add(place);
  }

  addBatch(outcome: Outcome, transactionId = ''): void {
    if (outcome.kind !== 'claims') return;
    for (const { claim } of outcome.claims) this.of(claim.accountId).batches.add(transactionId.trimEnd());
  }

  of(accountId: string) {
    const part = this.#byAccount.get(accountId) ?? { claims: new Set<number>(), batches: new Set<string>() };
    this.#byAccount.set(accountId, part);
    return part;
  }

  accounts(): readonly string[] {
    return [...this.#byAccount.keys()];
  }
}

async function prepareReports(
  { services, answer }: Answering,
  told: Told,
  parts: Parts,
  ids: ReadonlyMap<string, string>,
): Promise<readonly PreparedReport[]> {
  const prepared: PreparedReport[] = [];
  for (const [accountId, id] of ids) {
    const report = await services.heavyTurns.run(answer.account_id, () => told.part(parts.of(accountId), id));
    if (report === undefined) continue;
    prepared.push(await prepareReport(services, { accountId, id, answerId: answer.id, report }));
  }
  return prepared;
}

interface OwnReport {
  readonly accountId: string;
  readonly id: string;
  readonly answerId: string;
  readonly report: ClaimReport;
}

/** Seals a report, to be inserted with what it says. */
export async function prepareReport(
  { artifacts, clock, config }: Pick<Answering['services'], 'artifacts' | 'clock' | 'config'>,
  { accountId, id, answerId, report }: OwnReport,
): Promise<PreparedReport> {
  const now = clock.now();
  const { checksRetentionDays: days } = config;
  const expiresAt = days === undefined ? undefined : now + days * DAY_MS;
  const [artifact] = await artifacts.prepare(accountId, [
    {
      ...{ model: 'claim-answer', ownerId: id, usage: 'response', name: 'report.json', sealed: true },
      ...{ type: 'application/json', bytes: Buffer.from(JSON.stringify(report), 'utf8') },
      ...(expiresAt === undefined ? {} : { expiresAt }),
    },
  ]);
  if (artifact === undefined) throw new Error('A report was not prepared.');
  const mode = report.meta.applicationMode;
  const row = {
    id,
    answer_id: answerId,
    mode,
    artifact_id: artifact.id,
    created_at: now,
    expires_at: expiresAt ?? null,
  };
  return { accountId, row, artifact };
}
