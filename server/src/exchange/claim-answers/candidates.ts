import type { ClaimEntry, SentClaim } from 'ediloom/claims';
import { accountsOfSets, idsAnsweredAs, idsInSets } from '../../resources/claims/answered.js';
import { answerIndexOf, patientIndexOf } from '../../resources/claims/claim-indexes.js';
import { leftClaimsOfSets } from '../../resources/claims/left-claims.js';
import { type SentRow, sentWithIds } from '../../resources/claims/sent-claims.js';
import { isStorable } from '../../store/bindable.js';
import type { Answering } from './answering.js';

/** A claim that an entry may speak of, as far as its indexes show that they agree: what they do not show is left empty. */
export interface Candidate extends SentClaim {
  readonly row: SentRow;
}

/** What an entry names a claim by. */
interface Named {
  readonly entry: ClaimEntry;
  readonly patientControlNumber: string;
  /** By the route; none: it names not all of what they are made of. */
  readonly answerIndexes: ReadonlyMap<string, string>;
}

/**
 * Claims that entries name by REF D9, or by BHT03 and CLM01: by few statements for all of them. Of each entry all that were found are tried, as a claim is
 * only taken for the one that is meant where its indexes agree with what is said.
 */
export async function namedCandidates(
  answering: Answering,
  entries: readonly ClaimEntry[],
): Promise<(entry: ClaimEntry) => Promise<readonly Candidate[]>> {
  const { services, speaker } = answering;
  const numbers = numbersIn(entries.map(({ claimNumber }) => claimNumber));
  const numbered = await services.store.read((db) => sentWithIds(db, speaker, numbers));
  // Its number settles it: those of its set may be thousands, as nobody keeps an account from giving all of them one patient control number.
  const settled = new Map(numbered.flatMap((row) => (row.mode === 'production' ? [[row.id, row]] : [])));
  const others = entries.filter(({ claimNumber }) => !settled.has(claimNumber?.trimEnd() ?? ''));
  const { accounts, ids } = await idsBySet(answering, others);
  const inSets = await services.store.read((db) => sentWithIds(db, speaker, ids));
  const bySet = new Map<string, SentRow[]>();
  for (const row of inSets) {
    for (const { transaction_id } of row.sendings) {
      const key = keyInSet(transaction_id, row.patient_index);
      const alike = bySet.get(key);
      if (alike === undefined) bySet.set(key, [row]);
      else alike.push(row);
    }
  }
  return async (entry) => {
    const named = await namedBy(answering, entry);
    const itself = settled.get(entry.claimNumber?.trimEnd() ?? '');
    if (itself !== undefined) return candidatesOf(answering, named, [itself]);
    const ofSet: SentRow[] = [];
    for (const accountId of accounts) {
      const patientIndex = await patientIndexOf(services.realTime.patients, accountId, named.patientControlNumber);
      for (const row of bySet.get(keyInSet(entry.transactionId?.trimEnd() ?? '', patientIndex)) ?? []) ofSet.push(row);
    }
    return candidatesOf(answering, named, [...new Set(ofSet)]);
  };
}

/** Claims that entries name by BHT03 and CLM01: their ids, and accounts that have sent such sets. */
async function idsBySet({ services, speaker }: Answering, entries: readonly ClaimEntry[]) {
  const transactionIds = numbersIn(entries.map(({ transactionId }) => transactionId));
  const patients = [...new Set(entries.flatMap(({ patientControlNumber }) => patientControlNumber?.trimEnd() ?? []))];
  if (transactionIds.length === 0) return { accounts: [], ids: [] };
  const left = await services.store.read((db) => leftClaimsOfSets(db, speaker, transactionIds));
  const inFiles = await services.store.read((db) => accountsOfSets(db, speaker, transactionIds));
  const accounts = [...new Set([...inFiles, ...left.map(({ account_id }) => account_id)])];
  const ids = left.map(({ id }) => id);
  for (const accountId of accounts) {
    const indexes = patients.map((number) => patientIndexOf(services.realTime.patients, accountId, number));
    const patientIndexes = await Promise.all(indexes);
    ids.push(...(await services.store.read((db) => idsInSets(db, accountId, { transactionIds, patientIndexes }))));
  }
  return { accounts, ids: [...new Set(ids)] };
}

function keyInSet(transactionId: string, patientIndex: string): string {
  return JSON.stringify([transactionId, patientIndex]);
}

/** Each once; what no store takes is none of ours, and PostgreSQL would refuse all of them for it. */
function numbersIn(said: readonly (string | undefined)[]): readonly string[] {
  const numbers = said.flatMap((number) => number?.trimEnd() ?? []);
  return [...new Set(numbers)].filter((number) => number !== '' && isStorable(number));
}

/** Claims that an entry describes without a number of ours: by CLM01, route, charge and member. */
export async function describedCandidates(answering: Answering, entry: ClaimEntry): Promise<readonly Candidate[]> {
  const { services, speaker } = answering;
  const named = await namedBy(answering, entry);
  const rows: SentRow[] = [];
  for (const [routeId, index] of named.answerIndexes) {
    const ofRoute = { ...speaker, routes: [routeId] };
    rows.push(...(await services.store.read(async (db) => sentWithIds(db, ofRoute, await idsAnsweredAs(db, index)))));
  }
  return candidatesOf(answering, named, rows);
}

async function namedBy({ services, speaker }: Answering, entry: ClaimEntry): Promise<Named> {
  const patientControlNumber = entry.patientControlNumber?.trimEnd() ?? '';
  const memberId = entry.patient?.id?.trimEnd() ?? '';
  const charge = chargeOf(entry);
  const answerIndexes = new Map<string, string>();
  if (patientControlNumber === '' || memberId === '' || charge === '')
    return { entry, patientControlNumber, answerIndexes };
  for (const routeId of speaker.routes) {
    const said = { routeId, patientControlNumber, charge, memberId };
    answerIndexes.set(routeId, await answerIndexOf(services.realTime.patients, services.store, said));
  }
  return { entry, patientControlNumber, answerIndexes };
}

function chargeOf({ statuses }: ClaimEntry): string {
  return statuses.find(({ charge }) => charge !== undefined && charge !== '')?.charge ?? '';
}

async function candidatesOf(
  { services, answer }: Answering,
  { entry, patientControlNumber, answerIndexes }: Named,
  rows: readonly SentRow[],
): Promise<readonly Candidate[]> {
  const candidates: Candidate[] = [];
  const patientIndexes = new Map<string, string>();
  for (const row of rows) {
    // Tests go to nobody: nobody speaks of them.
    if (row.mode !== 'production') continue;
    const patientIndex =
      patientIndexes.get(row.account_id) ??
      (await patientIndexOf(services.realTime.patients, row.account_id, patientControlNumber));
    patientIndexes.set(row.account_id, patientIndex);
    const answerIndex = answerIndexes.get(row.route_id);
    const isDescribed = answerIndex !== undefined && row.answer_index === answerIndex;
    const told = entry.transactionId?.trimEnd() ?? '';
    const isOfSet = row.sendings.some(({ transaction_id }) => transaction_id === told);
    candidates.push({
      row,
      claimNumber: row.id,
      transactionId: isOfSet ? told : (row.sendings.at(-1)?.transaction_id ?? ''),
      patientControlNumber: row.patient_index === patientIndex ? patientControlNumber : '',
      payer: answer.route_id,
      charge: isDescribed ? chargeOf(entry) : '',
      memberId: isDescribed ? (entry.patient?.id ?? '') : '',
    });
  }
  return candidates;
}
