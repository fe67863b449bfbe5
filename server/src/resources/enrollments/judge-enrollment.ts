import { passesNpiCheck } from 'ediloom/eligibility';
import { isDay } from '../../clock.js';
import type { ProblemDetail } from '../../problems.js';
import { invalidRequest } from '../../schemas/check-shape.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { findPayer } from '../payers/find-payer.js';
import type { Payer } from '../payers/payer.js';
import { payerProblem } from '../payers/payer-problem.js';
import { contactProblems } from '../providers/contact.js';
import { NOT_AN_NPI } from '../providers/judge-provider.js';
import type { EnrolledTransaction } from './given-enrollments.js';
import type { GivenEnrollment } from './schemas.js';

/** An enrollment that nothing speaks against. */
export interface SoundEnrollment {
  readonly given: GivenEnrollment;
  readonly payer: Payer;
  /** As the client called the payer. */
  readonly submittedPayer: string;
  readonly transactions: readonly EnrolledTransaction[];
}

/** @throws Problem `invalid` with all that a schema cannot say of an enrollment. */
export async function judgeEnrollment(queries: AccountQueries, given: GivenEnrollment): Promise<SoundEnrollment> {
  const { payer: named, transactions: asked, primaryContact, aggregationPreference, requestedEffectiveDate } = given;
  const transactions = (Object.keys(asked) as EnrolledTransaction[]).filter((name) => asked[name]?.enroll);
  const problems: ProblemDetail[] = [];
  const tell = (path: string, message: string): void => {
    problems.push({ path, message });
  };
  if (transactions.length === 0) tell('/transactions', 'At least one transaction needs `"enroll": true`.');
  problems.push(...contactProblems(primaryContact, '/primaryContact'));
  if (aggregationPreference !== undefined) {
    if (!transactions.includes('claimPayment'))
      tell('/aggregationPreference', 'It goes with claimPayment alone: leave it out, or enroll for claimPayment.');
    if ('npi' in aggregationPreference && !passesNpiCheck(aggregationPreference.npi))
      tell('/aggregationPreference/npi', NOT_AN_NPI);
  }
  if (requestedEffectiveDate !== undefined && !isDay(requestedEffectiveDate))
    tell('/requestedEffectiveDate', 'There is no such day; days are written YYYYMMDD.');
  const submittedPayer = named.idOrAlias ?? named.id ?? '';
  const at = named.idOrAlias === undefined ? '/payer/id' : '/payer/idOrAlias';
  if (named.id !== undefined && named.idOrAlias !== undefined && named.id !== named.idOrAlias)
    tell('/payer/id', 'id is the older name of idOrAlias: give one of them.');
  const found = await findPayer(queries.tx, submittedPayer);
  if (found.kind === 'found') problems.push(...supportProblems(found.payer, transactions));
  else tell(at, payerProblem(found));
  if (problems.length > 0 || found.kind !== 'found') throw invalidRequest(problems);
  return { given, payer: found.payer, submittedPayer, transactions };
}

function supportProblems(payer: Payer, transactions: readonly EnrolledTransaction[]): readonly ProblemDetail[] {
  return transactions
    .filter((name) => (payer.transactionSupport[name] ?? 'NOT_SUPPORTED') === 'NOT_SUPPORTED')
    .map((name) => ({
      path: `/transactions/${name}`,
      message: `The payer does not take ${name}: its transactionSupport has what it takes.`,
    }));
}
