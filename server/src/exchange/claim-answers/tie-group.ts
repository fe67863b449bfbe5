import { matchAcknowledgments, type ReceivedFunctionalAcknowledgment } from 'ediloom/acknowledgment';
import { type ClaimState, type SetAnswer, setAnswers, stateOfSet } from 'ediloom/claims';
import { filesNumbered } from '../../resources/claims/answered.js';
import { patientIndexOf } from '../../resources/claims/claim-indexes.js';
import { patientIndexesOf } from '../../resources/claims/rows.js';
import { readRows } from '../../store/account-queries.js';
import type { ClaimFiles } from '../../store/claim-tables.js';
import { numberIn } from '../tracking/received-answers.js';
import { type Answering, isOwn, listed } from './answering.js';
import { NOTHING, type Outcome } from './outcome.js';
import { reasonsOfSet } from './reasons.js';
import { claimsOf } from './tie-ta1.js';

/** GS01 of claims. */
const CLAIMS = 'HC';

interface ReceivedGroup {
  readonly received: ReceivedFunctionalAcknowledgment;
  readonly at: number;
}

/** A 999 or 997: each set that it takes or refuses, with all claims in it. */
export async function tieGroup(answering: Answering, { received, at }: ReceivedGroup): Promise<Outcome> {
  const { services, speaker } = answering;
  const { acknowledgment } = received;
  if (acknowledgment.functionalIdentifierCode !== CLAIMS) return NOTHING;
  const group = numberIn(acknowledgment.controlNumber.trim());
  const files = group === undefined ? [] : await services.store.read((db) => filesNumbered(db, speaker, { group }));
  const fitting: FileSets[] = [];
  for (const file of files) {
    const sets = await answering.items.setsOf(file);
    if (fits(received, sets)) fitting.push({ file, sets });
  }
  const [found, ...others] = fitting;
  if (found === undefined || others.length > 0) {
    const shown = { group: acknowledgment.controlNumber, verdict: acknowledgment.verdict };
    const content = { said: { at }, shown };
    const why = found === undefined ? 'none' : 'several';
    return listed(answering, { said: '999', why, candidates: [], content });
  }
  if (!isOwn(answering, found.file)) return NOTHING;
  const { named, others: unnamed } = answersOf(received, {
    interchange: found.file.interchange_number,
    sets: found.sets,
  });
  const answerOf = (set: string): SetAnswer | undefined => named.get(set) ?? unnamed;
  const whys = new Map([...named].map(([set, { reasons }]) => [set, whyOf(reasons)]));
  const whyUnnamed = unnamed === undefined ? '' : whyOf(unnamed.reasons);
  const isOf = await namedClaims(answering, found.file, [...named.values(), ...(unnamed ? [unnamed] : [])]);
  const claims = await claimsOf(answering, found.file, {
    stateOf: ({ set_number }) => stateIn(answerOf(set_number)),
    whyOf: ({ set_number }) => whys.get(set_number) ?? whyUnnamed,
    saidOf: ({ set_number, claim_id }, state) => {
      const isOfClaim = (number: string): boolean => isOf(number, claim_id);
      return { state, reasons: reasonsOfSet('999', answerOf(set_number)?.reasons ?? [], isOfClaim), at };
    },
  });
  return claims.length === 0 ? NOTHING : { kind: 'claims', claims };
}

interface FileSets {
  readonly file: ClaimFiles;
  /** ST02s, in their order. */
  readonly sets: readonly string[];
}

/** A GS06 may come again: the group has as many sets as it is said to have, and each that is named. */
function fits({ acknowledgment }: ReceivedFunctionalAcknowledgment, sets: readonly string[]): boolean {
  const { included, transactions } = acknowledgment;
  const numbers = new Set(sets.map(plain));
  const isWhole = included === 0 || included === sets.length;
  return isWhole && transactions.every(({ controlNumber }) => numbers.has(plain(controlNumber)));
}

function plain(number: string): string {
  return String(numberIn(number.trim()) ?? number.trim());
}

interface AnsweredSets {
  /** Of the sets that it names, by ST02. */
  readonly named: ReadonlyMap<string, SetAnswer>;
  /** Of each of the others; `undefined`: it names all. */
  readonly others: SetAnswer | undefined;
}

/**
 * As the engine judges it: what is refused as a whole takes all its sets down. Sets that it does not name are all told the same, so that one of them stands
 * for all: an answer may have an acknowledgment for each of thousands of sets, and none may cost as much as all of them.
 * @param interchange ISA13 of the file.
 */
export function answersOf(
  { acknowledgment, ...received }: ReceivedFunctionalAcknowledgment,
  { interchange, sets }: { readonly interchange: string; readonly sets: readonly string[] },
): AnsweredSets {
  const { controlNumber, functionalIdentifierCode, transactions, accepted } = acknowledgment;
  const numbers = new Set(transactions.map((one) => plain(one.controlNumber)));
  const isNamed = (set: string): boolean => numbers.has(plain(set));
  const named = sets.filter(isNamed);
  const [other, ...alike] = sets.filter((set) => !isNamed(set));
  const judged = other === undefined ? named : [...named, other];
  // AK904 counts those that are left out here, too.
  const answer = { ...received, acknowledgment: { ...acknowledgment, accepted: accepted - alike.length } };
  const sent = judged.map((set) => ({ header: { transactionSet: '837', controlNumber: set } }));
  const header = { ...received.interchange, controlNumber: interchange };
  const groups = [{ header: { functionalIdentifierCode, controlNumber, ...received.group }, transactions: sent }];
  const answers = setAnswers(matchAcknowledgments([{ header, groups }], { interchanges: [], groups: [answer] }));
  const bySet = new Map(answers.map((one) => [one.set, one]));
  const others = other === undefined ? undefined : bySet.get(other);
  if (other !== undefined) bySet.delete(other);
  return { named: bySet, others };
}

function stateIn(answer: SetAnswer | undefined): ClaimState | undefined {
  return answer && stateOfSet(answer.state);
}

/** Codes and places; those that are kept of it may be fewer. */
function whyOf(reasons: SetAnswer['reasons']): string {
  return reasons.map(({ code, place = '' }) => `${code} ${place}`).join('\n');
}

/** Which claim of a file the payer has named, by CLM01. */
async function namedClaims(
  { services }: Answering,
  file: ClaimFiles,
  answers: readonly SetAnswer[],
): Promise<(number: string, claimId: string) => boolean> {
  const numbers = new Set(
    answers.flatMap(({ reasons }) => reasons.flatMap(({ patientControlNumber }) => patientControlNumber ?? [])),
  );
  if (numbers.size === 0) return () => false;
  const indexes = new Map<string, string>();
  for (const number of numbers) {
    indexes.set(number, await patientIndexOf(services.realTime.patients, file.account_id, number.trimEnd()));
  }
  const known = await readRows(services.store, file.account_id, (queries) =>
    patientIndexesOf(queries, file.id, [...indexes.values()]),
  );
  return (number, claimId) => known.get(claimId) !== undefined && known.get(claimId) === indexes.get(number);
}
