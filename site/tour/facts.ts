import { createEngine } from 'ediloom';
import { claimStatuses, matchAnswers } from 'ediloom/claims';
import { guide as guide277CA } from 'ediloom/guides/277CA-005010X214';
import { guide as guide835 } from 'ediloom/guides/835-005010X221A1';
import { remittance } from 'ediloom/remittance';
import { payment835, report277CA } from './answers.js';

const engine = createEngine({ guides: [guide277CA, guide835] });
const documents = await Promise.all([engine.parse(report277CA), engine.parse(payment835)]);
const sets = documents.flatMap(({ interchanges }) =>
  interchanges.flatMap(({ groups }) => groups.flatMap(({ transactions }) => transactions)),
);

// What a payer says, without loops and segments: a report on what was received, and a payment.
const statuses = sets.flatMap((set) => (set.guide === '277CA-005010X214' ? [claimStatuses(guide277CA, set.data)] : []));
const remittances = sets.flatMap((set) => (set.guide === '835-005010X221A1' ? [remittance(guide835, set.data)] : []));

for (const { payment, claims, balance } of remittances) {
  console.log(payment.methodName, payment.total, balance.balanced ? 'adds up' : 'does not add up');
  for (const claim of claims)
    for (const { group, reason, reasonName, amount } of [claim, ...claim.lines].flatMap((part) => part.adjustments))
      console.log(' ', claim.patientControlNumber, `${group}-${reason}`, reasonName, amount);
}

// And what became of each claim that was sent.
const sent = ['A-1001', 'A-1002', 'A-1003'].map((patientControlNumber) => ({ patientControlNumber }));
for (const { claim, standing, paid } of matchAnswers(sent, { statuses, remittances }).claims)
  console.log(claim.patientControlNumber, standing, paid ?? '');
