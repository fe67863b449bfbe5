import { passesNpiCheck } from 'ediloom/eligibility';
import type { Clock } from '../../clock.js';
import { uuid } from '../../ids.js';
import { invalid, type Problem, type ProblemDetail } from '../../problems.js';
import { AccountQueries } from '../../store/account-queries.js';
import type { Store, Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';
import { findPayer, findPayers, type PayerFound } from '../payers/find-payer.js';
import { payerProblem } from '../payers/payer-problem.js';
import { NOT_AN_NPI } from '../providers/judge-provider.js';
import type { GivenEnrollment } from './given-enrollments.js';
import { type IndexOf, providerColumns } from './provider.js';

export interface EnrollmentsReport {
  readonly dryRun: boolean;
  /** Those that were not known. */
  readonly added: number;
  readonly unchanged: number;
}

/** Faults that are told of one import. */
export const MOST_FAULTS = 100;
/** What an import is handed. */
export interface GivenEnrollments {
  readonly given: readonly GivenEnrollment[];
  readonly faults?: readonly ProblemDetail[] | undefined;
  readonly dryRun: boolean;
}

/** Rows that go into one statement. */
const PORTION = 500;

interface Columns {
  readonly payer_id: string;
  readonly transaction_type: string;
  readonly npi: string;
  readonly tax_index: string;
}

/**
 * Marks providers as LIVE with payers, in one transaction; nothing is taken away. Imported again it changes nothing.
 * @param faults what is wrong with rows by their shape, which is told with the rest. @throws Problem `invalid` with every row whose payer is not known, or that has no provider: nothing is imported then.
 */
export async function importEnrollments(
  { store, clock, indexOf }: { readonly store: Store; readonly clock: Clock; readonly indexOf: IndexOf },
  accountId: string,
  { given, faults = [], dryRun }: GivenEnrollments,
): Promise<EnrollmentsReport> {
  const rows = await columnsOf(store, { given, faults }, indexOf);
  const now = clock.now();
  const added = await store.write(async (tx) => {
    const queries = new AccountQueries(tx, accountId);
    const fresh = await unknownOf(queries, rows);
    if (dryRun) return fresh.length;
    for (let at = 0; at < fresh.length; at += PORTION) {
      const portion = fresh.slice(at, at + PORTION).map((columns) => ({
        ...columns,
        id: `enr_${uuid()}`,
        ...({ status: 'LIVE', source: 'IMPORT', created_at: now, updated_at: now } as const),
      }));
      // Another import may have brought one of them a moment ago.
      await queries
        .insert('enrollments', portion)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    return fresh.length;
  });
  return { dryRun, added, unchanged: rows.length - added };
}

/** Each once. */
async function columnsOf(
  store: Store,
  { given, faults }: { readonly given: readonly GivenEnrollment[]; readonly faults: readonly ProblemDetail[] },
  indexOf: IndexOf,
): Promise<readonly Columns[]> {
  const faulty = new Set(faults.map(({ path }) => path));
  // Of what is told already, nothing is told twice.
  const isTold = (path: string) => faulty.has(path);
  const payers = await store.read((db) => idsOf(db, [...new Set(namesIn(given))]));
  const rows = new Map<string, Columns>();
  const errors: ProblemDetail[] = [...faults];
  for (const [place, row] of given.entries()) {
    const at = `/enrollments/${place}`;
    if (isTold(at)) continue;
    const { payer, transaction, ...provider } = row;
    const { id, problem = '' } = payers.get(payer) ?? {};
    const isProviderTold = isTold(`${at}/npi`) || isTold(`${at}/taxId`);
    const columns = isProviderTold ? undefined : await providerColumns(provider, indexOf);
    if (id === undefined && !isTold(`${at}/payer`)) errors.push({ path: `${at}/payer`, message: problem });
    if (isProviderTold) continue;
    if (columns === undefined) errors.push({ path: at, message: 'npi or taxId is needed: who is enrolled.' });
    else if (columns.npi !== '' && !passesNpiCheck(columns.npi))
      errors.push({ path: `${at}/npi`, message: NOT_AN_NPI });
    else if (id !== undefined)
      rows.set([id, transaction, columns.npi, columns.tax_index].join(' '), columnsWith(id, transaction, columns));
  }
  if (errors.length > 0) throw refused(errors);
  return [...rows.values()];
}

/** Rows with a fault are none of this shape. */
function namesIn(given: readonly GivenEnrollment[]): readonly string[] {
  return given.flatMap((row: Partial<GivenEnrollment> | null) => (typeof row?.payer === 'string' ? [row.payer] : []));
}

/** In the order of the rows. */
function refused(errors: readonly ProblemDetail[]): Problem {
  const placeOf = ({ path }: ProblemDetail) => Number(path?.split('/')[2]);
  const rows = new Set(errors.map(placeOf)).size;
  return invalid(`Nothing was imported: ${rows} row${rows === 1 ? '' : 's'} cannot be.`, {
    code: 'VALIDATION_FAILED',
    errors: errors.toSorted((one, other) => placeOf(one) - placeOf(other)).slice(0, MOST_FAULTS),
  });
}

function columnsWith(payer_id: string, transaction_type: string, provider: Pick<Columns, 'npi' | 'tax_index'>) {
  return { payer_id, transaction_type, ...provider };
}

interface NamedId {
  readonly id?: string;
  readonly problem?: string;
}

/** Platform ids by what payers are called; what is near is looked for as far as it is told. */
async function idsOf(db: Transaction, names: readonly string[]): Promise<ReadonlyMap<string, NamedId>> {
  const known = await findPayers(db, names);
  const unknown = names.filter((name) => !known.has(name)).slice(0, MOST_FAULTS);
  const ids = new Map<string, NamedId>();
  for (const [name, found] of known) ids.set(name, idOf(found));
  for (const name of unknown) ids.set(name, idOf(await findPayer(db, name)));
  return ids;
}

function idOf(found: PayerFound): NamedId {
  return found.kind === 'found' ? { id: found.payer.platformId } : { problem: payerProblem(found) };
}

async function unknownOf(queries: AccountQueries, rows: readonly Columns[]): Promise<readonly Columns[]> {
  const keyOf = (row: Columns) => [row.payer_id, row.transaction_type, row.npi, row.tax_index].join(' ');
  const payers = [...new Set(rows.map(({ payer_id }) => payer_id))];
  const there = await queries
    .from('enrollments')
    .select(['payer_id', 'transaction_type', 'npi', 'tax_index'])
    .where('payer_id', 'in', listOf(queries.tx, payers))
    .execute();
  const known = new Set(there.map(keyOf));
  return rows.filter((row) => !known.has(keyOf(row)));
}
