import { uuid } from '../../ids.js';
import type { Platform } from '../../platform.js';
import { notFound } from '../../problems.js';
import { invalidRequest } from '../../schemas/check-shape.js';
import type { AccountQueries, OwnRow } from '../../store/account-queries.js';
import type { EnrollmentStatus, ProviderEnrollments, Providers } from '../../store/enrollment-tables.js';
import { insertRows } from '../../store/insert-rows.js';
import { LOCK } from '../../store/lock-row.js';
import { removeDocumentsOf } from '../enrollment-documents/remove.js';
import { removeTasksOf } from '../enrollment-tasks/remove.js';
import { sealedEnrollment } from './columns.js';
import { noteMove } from './history.js';
import type { SoundEnrollment } from './judge-enrollment.js';
import { isFull, MOST_OF_PROVIDER } from './of-provider.js';
import { searchOf } from './search-text.js';

type Needs = Pick<Platform, 'clock' | 'sealedColumns' | 'config' | 'jobs'>;

/** A sound enrollment, and what it is stored with. */
export interface EnrollmentToWrite extends SoundEnrollment {
  /** Locked. */
  readonly provider: Providers;
  /** What the notification address is found by. */
  readonly emailIndex: string;
}

/**
 * Makes an enrollment; one that is submitted at once was a draft at the same instant.
 * @throws Problem `invalid` where its provider has as many as it may have.
 */
export async function createEnrollment(
  services: Needs,
  queries: AccountQueries,
  made: EnrollmentToWrite,
): Promise<string> {
  const { provider, given } = made;
  const { status = 'DRAFT', source = 'API' } = given;
  if (await isFull(queries, provider.id)) {
    const message = `The provider has ${MOST_OF_PROVIDER} enrollments, and may not have more.`;
    throw invalidRequest([{ path: '/provider/id', message }]);
  }
  const [id, now] = [uuid(), services.clock.now()];
  const columns = columnsOf(services, queries.accountId, id, made, status);
  const times = { created_at: now, status_updated_at: now, submitted_at: status === 'DRAFT' ? null : now };
  await queries
    .insert('provider_enrollments', {
      ...{ id, ...columns, ...times, source, import_id: null, reason: null, last_era_at: 0 },
    })
    .execute();
  await writeTransactions(queries, id, made, status);
  const move = { enrollmentId: id, by: 'customer', at: now } as const;
  await noteMove(services, queries, { ...move, from: undefined, to: 'DRAFT' });
  if (status !== 'DRAFT') await noteMove(services, queries, { ...move, from: 'DRAFT', to: status });
  return id;
}

/** @throws Problem `not-found`. */
export async function findEnrollment(queries: AccountQueries, id: string): Promise<ProviderEnrollments> {
  const row = await queries.from('provider_enrollments').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('enrollment');
  return row;
}

/** Reads an enrollment and locks it, as {@link LOCK} says. @returns `undefined` where there is none. */
export function lockEnrollment(queries: AccountQueries, id: string): Promise<ProviderEnrollments | undefined> {
  return queries.update('provider_enrollments').set(LOCK).where('id', '=', id).returningAll().executeTakeFirst();
}

/** Replaces what an enrollment asks for, while it is a draft. @throws Problem `invalid` where it is none any more; `not-found`. */
export async function replaceEnrollment(
  services: Needs,
  queries: AccountQueries,
  id: string,
  made: EnrollmentToWrite,
): Promise<void> {
  const before = await lockEnrollment(queries, id);
  if (before === undefined) throw notFound('enrollment');
  demandDraft(before.status, 'changed');
  const { status = 'DRAFT', source = before.source } = made.given;
  const now = services.clock.now();
  const moved = status === 'DRAFT' ? {} : { status_updated_at: now, submitted_at: now };
  await queries
    .update('provider_enrollments')
    .set({ ...columnsOf(services, queries.accountId, id, made, status), ...moved, source })
    .where('id', '=', id)
    .execute();
  await queries.delete('enrollment_transactions').where('enrollment_id', '=', id).execute();
  await writeTransactions(queries, id, made, status);
  if (status !== 'DRAFT')
    await noteMove(services, queries, { enrollmentId: id, by: 'customer', at: now, from: 'DRAFT', to: status });
}

/** Deletes a draft; deleted again it is no error. @throws Problem `invalid` where it was submitted. */
export async function deleteEnrollment(queries: AccountQueries, id: string): Promise<void> {
  const before = await lockEnrollment(queries, id);
  if (before === undefined) return;
  demandDraft(before.status, 'deleted');
  await removeTasksOf(queries, id);
  await removeDocumentsOf(queries, id);
  await queries.delete('enrollment_transactions').where('enrollment_id', '=', id).execute();
  await queries.delete('enrollment_history').where('enrollment_id', '=', id).execute();
  await queries.delete('enrollment_notes').where('enrollment_id', '=', id).execute();
  await queries.delete('provider_enrollments').where('id', '=', id).execute();
}

function demandDraft(status: EnrollmentStatus, done: string): void {
  if (status === 'DRAFT') return;
  const message = `An enrollment can be ${done} while it is a DRAFT: this one is ${status}. Ask the operator of the server to cancel it, and create another.`;
  throw invalidRequest([{ path: '/status', message }]);
}

function columnsOf(
  { clock, sealedColumns }: Needs,
  accountId: string,
  id: string,
  { given, payer, submittedPayer, provider, emailIndex }: EnrollmentToWrite,
  status: EnrollmentStatus,
) {
  const { primaryContact, userEmail, providerTransactionAccessNumber, aggregationPreference } = given;
  const content = { primaryContact, userEmail, providerTransactionAccessNumber, aggregationPreference };
  const today = new Date(clock.now()).toISOString().slice(0, 10).replaceAll('-', '');
  return {
    ...{ payer_id: payer.platformId, submitted_payer: submittedPayer, status, updated_at: clock.now() },
    ...{ provider_id: provider.id, provider_name: provider.name, provider_npi: provider.npi },
    ...{ provider_tax_index: provider.tax_index, email_index: emailIndex },
    search: searchOf(provider, payer.platformId),
    requested_date: given.requestedEffectiveDate ?? (status === 'DRAFT' ? '' : today),
    content: sealedEnrollment(sealedColumns, { accountId, id }, content),
  };
}

async function writeTransactions(
  queries: AccountQueries,
  enrollmentId: string,
  { transactions, payer, provider: { npi, tax_index } }: EnrollmentToWrite,
  status: EnrollmentStatus,
): Promise<void> {
  const rows = transactions.map(
    (transaction_type): OwnRow<'enrollment_transactions'> => ({
      ...{ enrollment_id: enrollmentId, transaction_type, payer_id: payer.platformId, npi, tax_index, status },
    }),
  );
  await insertRows(queries, 'enrollment_transactions', rows);
}
