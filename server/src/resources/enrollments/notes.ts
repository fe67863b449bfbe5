import { isoTime } from '../../clock.js';
import { uuid } from '../../ids.js';
import type { Platform } from '../../platform.js';
import { invalid, notFound } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { noteContext } from './columns.js';
import { findEnrollment, lockEnrollment } from './rows.js';
import { demandShort } from './short-text.js';

/** Of one enrollment. */
const MOST_NOTES = 1_000;
/** Characters of a note. */
export const MOST_OF_NOTE = 10_000;

/** A note of the operator's, which no customer is shown. */
export interface EnrollmentNote {
  readonly id: string;
  readonly text: string;
  readonly createdAt: string;
}

/** @throws Problem `not-found`; `invalid` for one that is too long, and where there are a thousand already. */
export async function addNote(
  { clock, sealedColumns }: Pick<Platform, 'clock' | 'sealedColumns'>,
  queries: AccountQueries,
  enrollmentId: string,
  text: string,
): Promise<EnrollmentNote> {
  demandShort('A note', text, MOST_OF_NOTE);
  // Two at once count the same notes, and an enrollment that is deleted meanwhile has none.
  if ((await lockEnrollment(queries, enrollmentId)) === undefined) throw notFound('enrollment');
  const there = await queries
    .from('enrollment_notes')
    .select('id')
    .where('enrollment_id', '=', enrollmentId)
    .limit(MOST_NOTES)
    .execute();
  if (there.length === MOST_NOTES) throw invalid(`The enrollment has ${MOST_NOTES} notes, and may not have more.`);
  const [id, now] = [uuid(), clock.now()];
  const content = sealedColumns.sealText(noteContext(queries.accountId, id), text);
  await queries.insert('enrollment_notes', { id, enrollment_id: enrollmentId, content, created_at: now }).execute();
  return { id, text, createdAt: isoTime(now) };
}

/** Oldest first. @throws Problem `not-found`. */
export async function notesOf(
  { sealedColumns }: Pick<Platform, 'sealedColumns'>,
  queries: AccountQueries,
  enrollmentId: string,
): Promise<readonly EnrollmentNote[]> {
  await findEnrollment(queries, enrollmentId);
  const rows = await queries
    .from('enrollment_notes')
    .selectAll()
    .where('enrollment_id', '=', enrollmentId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, content, created_at }) => ({
    id,
    text: sealedColumns.openText(noteContext(queries.accountId, id), content),
    createdAt: isoTime(created_at),
  }));
}
