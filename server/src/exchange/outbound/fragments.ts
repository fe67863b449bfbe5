import type { Caller } from '../../caller.js';
import { isObject } from '../../json.js';
import { conflict, invalid, notFound } from '../../problems.js';
import type { GuideLibrary, KnownGuide } from '../../resources/guides/guide-library.js';
import { fragmentContext, type PayloadColumns } from '../../secrets/payload-columns.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { OutboundPlan } from './plan-interchange.js';

/** Of all fragments of one transaction, in characters of JSON: they are put together in memory. */
const MOST_CHARACTERS = 25_000_000;

/** @throws Problem `invalid` where the guide is not there or has no node for fragments. */
export async function fragmentKey(queries: AccountQueries, library: GuideLibrary, guideId: string): Promise<string> {
  const guide = await library.find(queries, guideId);
  if (guide === undefined) {
    throw invalid('There is no such published guide. Publish it, or name another.', {
      code: 'FAILED_TO_FIND_GUIDE',
    });
  }
  return keyOf(guide);
}

function keyOf({ id, fragmentPath }: KnownGuide): string {
  if (fragmentPath !== undefined) return fragmentPath;
  const text = `Guide ${id} has no node for fragments. Set its fragmentPath and publish it.`;
  throw invalid(text, { code: 'INVALID_CONFIGURATION' });
}

/**
 * The occurrences that a fragment brings: `{ "<key>": [ ... ] }`.
 * @throws Problem `invalid`.
 */
export function occurrencesOf(fragment: unknown, key: string): readonly unknown[] {
  const members = isObject(fragment) ? Object.keys(fragment) : [];
  const list = isObject(fragment) && Object.hasOwn(fragment, key) ? fragment[key] : undefined;
  if (members.length === 1 && Array.isArray(list) && list.length > 0) return list;
  const message = `A fragment is an object with one member, ${key}: a list of what the guide has there.`;
  throw invalid(message, { code: 'VALIDATION_FAILED', errors: [{ message, path: '/fragment' }] });
}

/**
 * The transaction with all fragments of a group in their place.
 * @throws Problem `not-found` for an unknown group, `conflict` for one that was sent, `invalid` where it does not fit.
 */
export async function withFragments(
  queries: AccountQueries,
  caller: Pick<Caller, 'mode'>,
  plan: OutboundPlan,
  transaction: unknown,
  { groupId, payloads }: { readonly groupId: string; readonly payloads: PayloadColumns },
): Promise<unknown> {
  const group = await queries.from('fragment_groups').selectAll().where('id', '=', groupId).executeTakeFirst();
  if (group === undefined || (caller.mode === 'test' && group.key_mode !== 'test')) throw notFound('fragment group');
  if (group.execution_id !== null) throw usedBefore();
  const guide = plan.groups[0]?.guide;
  if (guide === undefined || guide.id !== group.guide_id) {
    const text = `The fragments are for guide ${group.guide_id}, and the transaction setting has another.`;
    throw invalid(text, { code: 'INVALID_CONFIGURATION' });
  }
  const key = keyOf(guide);
  return inserted(transaction, sectionOf(guide, key), key, await readFragments(queries, { groupId, payloads }, key));
}

async function readFragments(
  queries: AccountQueries,
  { groupId, payloads }: { readonly groupId: string; readonly payloads: PayloadColumns },
  key: string,
): Promise<readonly unknown[]> {
  const rows = await queries
    .from('fragments')
    .select(['id', 'fragment'])
    .where('group_id', '=', groupId)
    .orderBy('place')
    .orderBy('id')
    .execute();
  const characters = rows.reduce((sum, { fragment }) => sum + fragment.length, 0);
  if (characters > MOST_CHARACTERS) {
    throw invalid(`The fragments have more than ${MOST_CHARACTERS} characters. Send them in several transactions.`);
  }
  return rows.flatMap(({ id, fragment }) => {
    const text = payloads.openText(fragmentContext(queries.accountId, id), fragment);
    return occurrencesOf(JSON.parse(text), key);
  });
}

function sectionOf({ guide }: KnownGuide, key: string): string {
  const found = Object.entries(guide.properties).find(([, section]) => Object.hasOwn(section.properties, key));
  if (found === undefined) throw invalid('The guide has no such node any more.', { code: 'INVALID_CONFIGURATION' });
  return found[0];
}

// Where the fragments go, the transaction has nothing, or an empty list or object.
function inserted(transaction: unknown, section: string, key: string, occurrences: readonly unknown[]): unknown {
  const given = isObject(transaction) ? transaction : {};
  const before = isObject(given[section]) ? given[section] : {};
  const there = before[key];
  if (there !== undefined && Object.keys(Object(there)).length > 0) {
    const message = `The fragments go to /${section}/${key}: leave it empty.`;
    throw invalid(message, { errors: [{ message, path: `/transaction/${section}/${key}` }] });
  }
  return { ...given, [section]: { ...before, [key]: occurrences } };
}

/** Marks a group as sent, in the transaction that sends it. @throws Problem `conflict` where another request was first. */
export async function lockFragments(queries: AccountQueries, groupId: string, executionId: string): Promise<void> {
  const { numUpdatedRows } = await queries
    .update('fragment_groups')
    .set({ execution_id: executionId })
    .where('id', '=', groupId)
    .where('execution_id', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw usedBefore();
}

export function usedBefore() {
  return conflict('The fragment group was sent already: a group is sent once. Put fragments into another.');
}
