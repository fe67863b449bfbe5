import type {
  FunctionalAcknowledgment,
  TransactionAcknowledgment,
} from '../acknowledgment/functional-acknowledgment.js';
import type { MatchedAcknowledgments } from '../acknowledgment/match-acknowledgments.js';
import type { ReceivedAcknowledgments } from '../acknowledgment/received-acknowledgments.js';
import type { Describer } from './describer.js';

/** Tells the describer by which guide the sets were written that an answer speaks of: AK203 says it, or AK103 for its whole group. */
export function keepAnsweredGuides({ groups }: Pick<ReceivedAcknowledgments, 'groups'>, describer: Describer): void {
  for (const { acknowledgment } of groups)
    for (const set of acknowledgment.transactions) keep(set.findings, set, acknowledgment, describer);
}

/** The same of answers that are tied to what was sent: their findings are those of the sets. */
export function keepMatchedGuides({ interchanges, unmatched }: MatchedAcknowledgments, describer: Describer): void {
  for (const { answers, transactions } of interchanges.flatMap(({ groups }) => groups)) {
    for (const { answers: told, findings } of transactions) {
      const [set, group] = [told[0], answers[0]?.acknowledgment];
      if (set !== undefined && group !== undefined) keep(findings, set, group, describer);
    }
  }
  keepAnsweredGuides(unmatched, describer);
  for (const { group, transaction } of unmatched.transactions)
    keep(transaction.findings, transaction, group.acknowledgment, describer);
}

function keep(
  findings: TransactionAcknowledgment['findings'],
  { transactionSet, implementation }: Pick<TransactionAcknowledgment, 'transactionSet' | 'implementation'>,
  { release }: Pick<FunctionalAcknowledgment, 'release'>,
  describer: Describer,
): void {
  if (findings.length === 0) return;
  const guide = describer.guideOfSet(transactionSet, implementation ?? release);
  for (const found of findings) describer.keep(found, guide);
}
