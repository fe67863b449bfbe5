import { changedMeanwhile } from '../../problems.js';
import { insertReport, type PreparedReport } from '../../resources/claim-answers/reports.js';
import { moveAnswer } from '../../resources/claim-answers/rows.js';
import { insertUnmatched, type NewUnmatched, newUnmatched } from '../../resources/claim-answers/unmatched.js';
import { lockClaims } from '../../resources/claims/lock-claims.js';
import type { ClaimMove } from '../../resources/claims/moves.js';
import { notePayerNumbers, type PayerNumber } from '../../resources/claims/payer-number.js';
import { tellMoves } from '../../resources/claims/told-moves.js';
import { AccountQueries } from '../../store/account-queries.js';
import { grouped } from '../../store/grouped.js';
import type { Transaction } from '../../store/store.js';
import type { Answering } from './answering.js';
import { MOST_LISTED } from './end-answer.js';
import { saidAt } from './moment.js';
import type { ClaimSaid, Outcome, Unmatched } from './outcome.js';

/** Claims of one transaction: others wait for it. */
const PORTION = 500;
/** Statements of one: most change nothing. */
const MOST_STATEMENTS = 5_000;

interface Placed {
  readonly place: number;
  readonly unmatched: Unmatched;
}

/**
 * Writes down what comes of an answer, portion by portion, each with how far the answer has come: what was applied before the process ended is not applied
 * again. A statement about more claims than a portion has may be begun again, which changes nothing of those that it has moved.
 */
export class OutcomeWriter {
  readonly #answering: Answering;
  #done: number;
  #place = 0;
  #claims: ClaimSaid[] = [];
  #unmatched: Placed[] = [];
  /** Statements that fit no claim, listed or not: those that are written down, and those that wait for it. */
  #unmatchedCount: number;
  #unwritten = 0;
  #reports: PreparedReport[] = [];
  #reportIds: ReadonlyMap<string, string> = new Map();

  constructor(answering: Answering) {
    this.#answering = answering;
    this.#done = Number(answering.answer.done);
    this.#unmatchedCount = Number(answering.answer.unmatched_count);
  }

  /** Whether what fits no claim is counted alone from now on. */
  get isFull(): boolean {
    return this.#unmatchedCount >= MOST_LISTED;
  }

  /** Reports that are there before anything that names them, and belong to the outcomes until the next ones. */
  async begin(reports: readonly PreparedReport[], ids: ReadonlyMap<string, string>): Promise<void> {
    await this.flush();
    this.#reports = [...reports];
    this.#reportIds = ids;
  }

  async add(outcome: Outcome): Promise<void> {
    const place = ++this.#place;
    if (place <= this.#done) return;
    if (outcome.kind === 'unmatched' && !this.isFull) this.#unmatched.push({ place, unmatched: outcome });
    if (outcome.kind === 'unmatched' || outcome.kind === 'unlisted') {
      this.#unmatchedCount++;
      this.#unwritten++;
    }
    if (outcome.kind === 'claims') {
      for (const said of outcome.claims) {
        this.#claims.push(said);
        if (this.#claims.length === PORTION) await this.#write(place - 1);
      }
    }
    const waiting = this.#claims.length + this.#unmatched.length;
    if (waiting >= PORTION || place - this.#done >= MOST_STATEMENTS) await this.#write(place);
  }

  /** Writes down what is left. */
  async flush(): Promise<void> {
    if (this.#place > this.#done) await this.#write(this.#place);
    this.#reports = [];
  }

  async #write(to: number): Promise<void> {
    const { services, answer } = this.#answering;
    const portion = { claims: this.#claims, unmatched: this.#unmatched, reports: this.#reports };
    const from = this.#done;
    await services.store.write(async (tx) => {
      const own = new AccountQueries(tx, answer.account_id);
      const counts = { claims: portion.claims.length, unmatched: this.#unwritten };
      if (!(await moveAnswer(own, answer.id, { from, to, ...counts }, services.clock.now()))) {
        throw changedMeanwhile('Another process applies the answer.');
      }
      await insertUnmatched(
        services.sealedColumns,
        own,
        portion.unmatched.map((one) => this.#unmatchedRow(one)),
      );
      for (const report of portion.reports) {
        await insertReport(services.artifacts, new AccountQueries(tx, report.accountId), report);
      }
      await this.#move(tx, portion.claims);
    });
    this.#done = to;
    this.#claims = [];
    this.#unmatched = [];
    this.#unwritten = 0;
    this.#reports = [];
  }

  /** Account by account in the order of their ids: two answers about the same claims wait for each other, and not forever. */
  async #move(tx: Transaction, claims: readonly ClaimSaid[]): Promise<void> {
    const { services, answer } = this.#answering;
    const byAccount = [...grouped(claims, ({ claim }) => claim.accountId)].sort(([one], [other]) =>
      one < other ? -1 : 1,
    );
    for (const [accountId, said] of byAccount) {
      await applyToClaims(services, new AccountQueries(tx, accountId), said, {
        ...{ source: answer.id, receivedAt: Number(answer.received_at), reportId: this.#reportIds.get(accountId) },
      });
    }
  }

  #unmatchedRow({ place, unmatched }: Placed): NewUnmatched {
    const { services, answer } = this.#answering;
    const { said, why: kind, candidates, content } = unmatched;
    return newUnmatched(answer, { place, said, kind, candidates, content }, services.clock.now());
  }
}

interface Applying {
  /** Id of the answer. */
  readonly source: string;
  readonly receivedAt: number;
  readonly reportId: string | undefined;
}

/** Moves claims of one account by what was said of them, and tells it. */
export async function applyToClaims(
  services: Pick<Answering['services'], 'jobs' | 'clock' | 'sealedColumns'>,
  queries: AccountQueries,
  claims: readonly ClaimSaid[],
  { source, receivedAt, reportId }: Applying,
): Promise<void> {
  const moves: ClaimMove[] = [];
  const numbers = new Map<string, PayerNumber>();
  for (const { claim, said } of claims) {
    const { claimId, sending, since } = claim;
    const at = saidAt(said.at, since, receivedAt);
    if (said.state !== undefined) {
      moves.push({ claimId, sending, source, state: said.state, at, reasons: said.reasons });
    }
    if (said.payerNumber !== undefined) numbers.set(claimId, { number: said.payerNumber, at });
  }
  const moved = new Set(moves.map(({ claimId }) => claimId));
  // Those that are given a number alone, too, before any is changed: two answers would else wait for each other, or undo what the other says.
  if ([...numbers.keys()].some((id) => !moved.has(id))) await lockClaims(queries, [...moved, ...numbers.keys()]);
  const ids = reportId === undefined ? [] : moves.map(({ claimId }): [string, string] => [claimId, reportId]);
  await tellMoves(services, queries, moves, new Map(ids));
  await notePayerNumbers(services.sealedColumns, queries, numbers);
}
