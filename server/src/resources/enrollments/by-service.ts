import { queriesOf } from '../../accounts/accounts.js';
import { writeAudit } from '../../audit/write-audit.js';
import type { Platform } from '../../platform.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { moveEnrollment, type ServiceMove } from './move-enrollment.js';
import { addNote, type EnrollmentNote, notesOf } from './notes.js';
import type { Enrollment } from './schemas.js';
import { readEnrollment, showEnrollment } from './shown.js';

// What the operator does with enrollments of any account, over HTTP as from the command line: each is in the account's audit, without a key.

export type Needs = Pick<Platform, 'store' | 'clock' | 'config' | 'jobs' | 'sealedColumns'>;

export interface OfAccount {
  readonly accountId: string;
  readonly enrollmentId: string;
}

/** @throws Problem `not-found`, also for the account; `invalid` where the status cannot follow. */
export function moveByService(services: Needs, of: OfAccount, move: ServiceMove): Promise<Enrollment> {
  return audited(services, of, 'move', async (queries) => {
    await moveEnrollment(services, queries, of.enrollmentId, move);
    return showEnrollment(services, await readEnrollment(queries, of.enrollmentId));
  });
}

/** @throws Problem `not-found`. */
export function showToService(services: Needs, of: OfAccount): Promise<Enrollment> {
  return audited(services, of, 'read', async (queries) =>
    showEnrollment(services, await readEnrollment(queries, of.enrollmentId)),
  );
}

/** @throws Problem `not-found`; `invalid` for more notes than one enrollment may have. */
export function addNoteByService(services: Needs, of: OfAccount, text: string): Promise<EnrollmentNote> {
  return audited(services, of, 'add-note', (queries) => addNote(services, queries, of.enrollmentId, text));
}

/** @throws Problem `not-found`. */
export function notesToService(services: Needs, of: OfAccount): Promise<readonly EnrollmentNote[]> {
  return audited(services, of, 'read-notes', (queries) => notesOf(services, queries, of.enrollmentId));
}

export function audited<Result>(
  { store, clock }: Needs,
  { accountId, enrollmentId }: OfAccount,
  action: string,
  work: (queries: AccountQueries) => Promise<Result>,
): Promise<Result> {
  return store.write(async (tx) => {
    const queries = await queriesOf(tx, accountId);
    const result = await work(queries);
    await writeAudit(queries, clock, { action, objectKind: 'enrollment', objectId: enrollmentId });
    return result;
  });
}
