import { sumOfAmounts } from '../../mapping/amounts.js';
import { checkOptions, requireForm } from '../../model/check-options.js';
import { isOptions, type OptionRules } from '../../model/option-rules.js';
import type { ClaimStatuses } from '../report/status-facts.js';
import type {
  AmbiguousAnswer,
  AnswerableClaim,
  Answers,
  ClaimAnswers,
  MatchedAnswers,
  PaidClaims,
  ToldPayment,
  ToldStatus,
} from './answer-facts.js';
import { firstOfEach } from './first-of-each.js';
import { PayerNumbers } from './payer-numbers.js';
import { refusalsOf } from './refusals.js';
import { SentIndex, type SentIndexOptions, textOf } from './sent-index.js';
import { isRejected, type Said, standingBy } from './standing.js';

export interface MatchOptions {
  /**
   * Whether a claim number or BHT03 is of the form of your own. One that is, and is not a claim's, names another claim; any other was given by
   * somebody on the way, and says nothing. Default: one that a claim of `sent` has.
   */
  readonly isOwnNumber?: ((number: string) => boolean) | undefined;
}

const ANSWERS: OptionRules<Answers> = { statuses: 'iterable', remittances: 'iterable' };
const OPTIONS: OptionRules<MatchOptions> = { isOwnNumber: 'function' };

/** @param lists the members of each that are looked through. */
function listed<One extends object>(name: string, given: Iterable<One>, ...lists: readonly string[]): readonly One[] {
  const all = [...given];
  const fits = (one: unknown): boolean => isOptions(one) && lists.every((list) => Array.isArray(one[list]));
  const members = lists.length === 0 ? '' : ` with ${lists.join(' and ')}`;
  requireForm('matchAnswers', name, all, { each: { fits, name: `an object${members}` } });
  return all;
}

/** What both kinds of answers are matched by. */
interface Known {
  readonly numbers: PayerNumbers;
  readonly isOwnNumber: (number: string) => boolean;
}

/**
 * Ties 277CAs and 835s to the claims that they answer, by patient control number. Claims of one number are told apart by claim number, BHT03
 * and charge where answers have them; a payment also by the payer's claim number, where an answer before has said whose it is, and it is
 * for none that was rejected if it can be for another. Nothing is guessed: an answer that fits several claims is `ambiguous`, one that fits none
 * `unmatched`. Time and memory grow with the number of claims and answers, however alike they are.
 * @param sent all claims that may be meant, those that were sent again as well; of any form, as long as they have a patient control number (`submittedClaims` reads them of an 837).
 * @example
 * ```ts
 * import { type ClaimStatuses, matchAnswers } from 'ediloom/claims';
 * import type { Remittance } from 'ediloom/remittance';
 *
 * // Of what `claimStatuses` and `remittance` have read.
 * export function standings(statuses: readonly ClaimStatuses[], remittances: readonly Remittance[]): readonly string[] {
 *   const sent = [{ patientControlNumber: 'A-1001' }, { patientControlNumber: 'A-1002' }];
 *   const { claims } = matchAnswers(sent, { statuses, remittances });
 *   return claims.map(({ claim, standing, paid }) => `${claim.patientControlNumber} ${standing} ${paid ?? ''}`);
 * }
 * ```
 */
export function matchAnswers<Sent extends AnswerableClaim, Paid extends PaidClaims = PaidClaims>(
  sent: Iterable<Sent>,
  answers: Answers<Paid>,
  options: MatchOptions = {},
): MatchedAnswers<Sent, Paid> {
  requireForm('matchAnswers', 'sent', sent, 'iterable');
  checkOptions('matchAnswers', answers, ANSWERS);
  checkOptions('matchAnswers', options, OPTIONS);
  const claims = listed('sent', sent);
  const statuses = listed('statuses', answers.statuses ?? [], 'claims', 'refusals');
  const remittances = listed('remittances', answers.remittances ?? [], 'claims');
  const isOwnNumber = ownNumbers(claims, options);
  const reports = firstOfEach(statuses, contentOfReport);
  const paid = firstOfEach(remittances, contentOfPayment);
  const refused = refusalsOf(reports.first, claims);
  const numbers = new PayerNumbers();
  const byStatus = matchStatuses(claims, reports.first, { numbers, isOwnNumber });
  const rejected = claims.map((_, at) =>
    isRejected({ statuses: byStatus.of[at] ?? [], refusals: refused.of[at] ?? [] }),
  );
  const byPayment = matchPayments(claims, paid.first, { numbers, isOwnNumber, isIn: (at) => rejected[at] !== true });
  return {
    claims: claims.map((claim, at) =>
      answered(claim, {
        statuses: byStatus.of[at] ?? [],
        refusals: refused.of[at] ?? [],
        payments: byPayment.of[at] ?? [],
      }),
    ),
    unmatched: { statuses: byStatus.unmatched, refusals: refused.unmatched, payments: byPayment.unmatched },
    ambiguous: { statuses: byStatus.ambiguous, payments: byPayment.ambiguous },
    repeated: { statuses: reports.repeated, remittances: paid.repeated },
  };
}

function ownNumbers(claims: readonly AnswerableClaim[], { isOwnNumber }: MatchOptions): (number: string) => boolean {
  const known = new Set(
    claims.flatMap(({ claimNumber, transactionId }) => [textOf(claimNumber), textOf(transactionId)]),
  );
  return (number) => number !== '' && (known.has(number) || isOwnNumber?.(number) === true);
}

/** Answers of one kind, by the position of their claim. */
class Matches<Answer, Sent extends AnswerableClaim> {
  readonly of: Answer[][];
  readonly unmatched: Answer[] = [];
  readonly ambiguous: AmbiguousAnswer<Answer, Sent>[] = [];
  readonly #claims: readonly Sent[];
  /** Answers that fit the same claims share one list of them. */
  readonly #lists = new WeakMap<readonly number[], readonly Sent[]>();

  constructor(claims: readonly Sent[]) {
    this.#claims = claims;
    this.of = claims.map(() => []);
  }

  /** @returns the position, where there is one alone. */
  add(answer: Answer, found: readonly number[]): number | undefined {
    const [first] = found;
    if (first === undefined) this.unmatched.push(answer);
    else if (found.length > 1) this.ambiguous.push({ answer, claims: this.#claimsAt(found) });
    else {
      this.of[first]?.push(answer);
      return first;
    }
    return undefined;
  }

  #claimsAt(found: readonly number[]): readonly Sent[] {
    const known = this.#lists.get(found);
    if (known !== undefined) return known;
    const list = found.flatMap((at) => this.#claims[at] ?? []);
    this.#lists.set(found, list);
    return list;
  }
}

function matchStatuses<Sent extends AnswerableClaim>(
  claims: readonly Sent[],
  reports: readonly ClaimStatuses[],
  { numbers, isOwnNumber }: Known,
): Matches<ToldStatus, Sent> {
  const matches = new Matches<ToldStatus, Sent>(claims);
  const index = new SentIndex(claims, { isOwnNumber });
  for (const report of reports)
    for (const status of report.claims) numbers.learn(status, matches.add({ report, status }, index.find(status)));
  return matches;
}

function matchPayments<Sent extends AnswerableClaim, Paid extends PaidClaims>(
  claims: readonly Sent[],
  remittances: readonly Paid[],
  { numbers, isOwnNumber, isIn }: Known & Required<SentIndexOptions>,
): Matches<ToldPayment<Paid>, Sent> {
  const matches = new Matches<ToldPayment<Paid>, Sent>(claims);
  const open = new SentIndex(claims, { isOwnNumber, isIn });
  const all = new SentIndex(claims, { isOwnNumber });
  for (const remittance of remittances)
    for (const claim of remittance.claims) {
      // An 835 has neither claim numbers of ours nor a BHT03.
      const { patientControlNumber, charge } = claim;
      const named = { patientControlNumber, charge };
      let found = numbers.find(claim);
      if (found.length === 0) found = open.find(named);
      if (found.length === 0) found = all.find(named);
      numbers.learn(claim, matches.add({ remittance, claim }, found));
    }
  return matches;
}

function answered<Sent extends AnswerableClaim, Paid extends PaidClaims>(
  claim: Sent,
  said: Said<Paid>,
): ClaimAnswers<Sent, Paid> {
  const standing = standingBy(said);
  if (said.payments.length === 0) return { claim, standing, ...said };
  return {
    ...{ claim, standing, ...said },
    paid: sumOfAmounts(said.payments.map((one) => one.claim.paid)),
    patientResponsibility: sumOfAmounts(said.payments.map((one) => one.claim.patientResponsibility ?? '0')),
  };
}

/** By which a report that comes again is known. */
function contentOfReport({ reportId, date, claims, refusals }: ClaimStatuses): string {
  const said = claims.map((one) => [
    ...[one.patientControlNumber, one.claimNumber, one.payerClaimNumber, one.transactionId],
    ...[one.outcome, one.charge, one.from],
  ]);
  return JSON.stringify([reportId, date, said, refusals.map(({ kind, transactionId }) => [kind, transactionId])]);
}

/** The same of a payment: a number of its own is not enough, as some payers number all that pay nothing alike. */
function contentOfPayment({ payment, claims }: PaidClaims): string {
  const { traceNumber, payerIdentifier, date, total } = payment;
  const said = claims.map((one) => [one.patientControlNumber, one.payerClaimNumber, one.outcome, one.charge, one.paid]);
  return JSON.stringify([traceNumber, payerIdentifier, date, total, said]);
}
