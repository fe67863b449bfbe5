import type { Clock } from '../../clock.js';
import { ulid } from '../../ids.js';
import { conflict, inUse, invalid, notFound, type Problem } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { type AskedPage, mapPage, type Page, readPage } from '../../store/page.js';
import type { Guides } from '../../store/tables.js';
import { openGroupsFor } from '../fragments/open-groups.js';
import { settingsWithGuide } from '../transaction-settings/rows.js';
import { baseOf, liveOf, targetOf } from './definition.js';
import { parseGuideId } from './guide-id.js';
import { lockGuide } from './lock-guide.js';
import type { PreparedDefinition } from './prepare-definition.js';
import type { GuideSummary } from './schemas.js';
import { showGuide } from './shown.js';

/** @param id a ULID. @throws Problem `not-found`. */
export async function findGuide(queries: AccountQueries, id: string): Promise<Guides> {
  const guide = await queries.from('guides').selectAll().where('id', '=', id).executeTakeFirst();
  if (guide === undefined) throw notFound('guide');
  return guide;
}

/** The guide that the account calls so, if there is one. @throws Problem `conflict` where two have the name. */
export async function guideNamed(queries: AccountQueries, name: string): Promise<Guides | undefined> {
  const [guide, second] = await queries.from('guides').selectAll().where('name', '=', name).limit(2).execute();
  if (second !== undefined) throw conflict('Two guides of the account have this name. Give each its own.');
  return guide;
}

/** All that are published, oldest first. */
export function publishedGuides(queries: AccountQueries): Promise<readonly Guides[]> {
  const published = queries.from('guides').selectAll().where('live', 'is not', null);
  return published.orderBy('created_at').orderBy('name').execute();
}

/** A page of them, oldest first. @param status `live`: only published ones; absent: each as published where it is, else its draft. */
export async function listGuides(
  queries: AccountQueries,
  status: GuideSummary['status'] | undefined,
  page: AskedPage,
): Promise<Page<GuideSummary>> {
  const rows = queries.from('guides').selectAll();
  const wanted = status === 'live' ? rows.where('published_at', 'is not', null) : rows;
  return mapPage(await readPage(wanted, ['created_at', 'id'], page), (row) =>
    showGuide(row, status ?? (row.published_at === null ? 'draft' : 'live')),
  );
}

/** The ULID of a guide of the account. @throws Problem `invalid` for one of the server's, `not-found` for what is no id. */
export function ownGuideId(guideId: string, builtIn: readonly { readonly id: string }[]): string {
  if (builtIn.some(({ id }) => id === guideId)) {
    throw invalid('This guide comes with the server and does not change. Create an overlay of it.');
  }
  const id = parseGuideId(guideId);
  if (id === undefined) throw notFound('guide');
  return id.ulid;
}

/** What of a draft is not in its definition. */
export interface DraftOptions {
  /** Of a new guide: default one made now. */
  readonly id?: string | undefined;
  /** Default: the title of the definition. */
  readonly name?: string | undefined;
  readonly fragmentPath?: string | undefined;
}

/** A new guide, as a draft that nothing uses yet. @throws Problem `conflict` where the base of an overlay went meanwhile. */
export async function createGuide(
  queries: AccountQueries,
  clock: Clock,
  prepared: PreparedDefinition,
  { id = ulid(clock), name, fragmentPath }: DraftOptions,
): Promise<Guides> {
  await demandBase(queries, prepared);
  const now = clock.now();
  return queries
    .insert('guides', {
      id,
      name: name ?? prepared.title,
      target: JSON.stringify(prepared.target),
      draft: prepared.text,
      base: prepared.base ?? null,
      draft_fragment_path: fragmentPath ?? null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Replaces the draft.
 * @param before as it was read when the definition was checked.
 * @throws Problem `invalid` where the definition is for another set or version, which settings go by; `conflict` where the guide was
 *   changed since, or the base of an overlay went.
 */
export async function updateDraft(
  queries: AccountQueries,
  clock: Clock,
  before: Guides,
  prepared: PreparedDefinition,
  { name, fragmentPath }: DraftOptions,
): Promise<Guides> {
  const { transactionSet, version } = targetOf(before);
  if (prepared.target.transactionSet !== transactionSet || prepared.target.version !== version) {
    const message = `The guide is for ${transactionSet} in ${version}, which cannot change. Create another guide.`;
    throw invalid(message, { errors: [{ path: '/definition/x12', message }] });
  }
  await demandBase(queries, prepared);
  const changed = await queries
    .update('guides')
    .set({
      name: name ?? before.name,
      target: JSON.stringify(prepared.target),
      draft: prepared.text,
      base: prepared.base ?? null,
      draft_fragment_path: fragmentPath ?? null,
      updated_at: nextTime(clock, before.updated_at),
    })
    .where('id', '=', before.id)
    .where('updated_at', '=', before.updated_at)
    .returningAll()
    .executeTakeFirst();
  if (changed === undefined) throw changedMeanwhile();
  return changed;
}

/**
 * The draft becomes what is used. An overlay is kept beside the guide that it came to: the base may change and this one does not.
 * @param before as it was read when the draft was checked. @throws Problem `conflict` where it was changed since, or its base went.
 */
export async function publishDraft(
  queries: AccountQueries,
  clock: Clock,
  before: Guides,
  prepared: PreparedDefinition,
): Promise<Guides> {
  await demandBase(queries, prepared);
  const now = nextTime(clock, Math.max(before.updated_at, before.published_at ?? 0));
  const published = await queries
    .update('guides')
    .set({
      live: before.draft,
      resolved: prepared.base === undefined ? null : JSON.stringify(prepared.guide),
      fragment_path: before.draft_fragment_path,
      updated_at: now,
      published_at: now,
    })
    .where('id', '=', before.id)
    .where('updated_at', '=', before.updated_at)
    .returningAll()
    .executeTakeFirst();
  if (published === undefined) throw changedMeanwhile();
  return published;
}

/** The draft becomes what is published. @throws Problem `not-found`, `conflict` where nothing is, or its base went. */
export async function revertDraft(queries: AccountQueries, clock: Clock, id: string): Promise<Guides> {
  const before = await lockGuide(queries, id);
  if (before === undefined) throw notFound('guide');
  const live = liveOf(before);
  if (live === undefined) throw conflict('The guide has never been published. Update the draft, or delete it.');
  const base = baseOf(live);
  if (base !== undefined) await demandBase(queries, { base });
  return queries
    .update('guides')
    .set({
      draft: before.live,
      base: base ?? null,
      draft_fragment_path: before.fragment_path,
      updated_at: nextTime(clock, before.updated_at),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @throws Problem `not-found`; `conflict` while settings, overlays or fragments need it, with what does. */
export async function deleteGuide(queries: AccountQueries, id: string): Promise<void> {
  if ((await lockGuide(queries, id)) === undefined) throw notFound('guide');
  const settings = await settingsWithGuide(queries, id);
  const overlays = await queries.from('guides').select(['id', 'name']).where('base', '=', id).limit(100).execute();
  const fragments = await openGroupsFor(queries, id);
  const errors = [
    ...settings.map((one) => ({ message: `Setting ${one.id} of partnership ${one.partnership_id} has it.` })),
    ...overlays.map((one) => ({ message: `Guide ${one.name} (${one.id}) is an overlay of it.` })),
    ...fragments.map((one) => ({ message: `Fragment group ${one.id} has not been generated.` })),
  ];
  if (errors.length > 0) {
    throw inUse('The guide is in use. Change what refers to it first.', errors);
  }
  await queries.delete('guides').where('id', '=', id).execute();
}

// It may have been deleted since the definition was checked. Guides of the engine stay; their ids are no ULIDs.
async function demandBase(queries: AccountQueries, { base }: Pick<PreparedDefinition, 'base'>): Promise<void> {
  if (base === undefined || parseGuideId(base) === undefined) return;
  const row = await lockGuide(queries, base);
  if (row === undefined || row.published_at === null) {
    throw conflict('The base of the overlay is not published any more.');
  }
}

// Engines are kept by when a guide was published: two versions never share a time.
function nextTime(clock: Clock, last: number): number {
  return Math.max(clock.now(), last + 1);
}

function changedMeanwhile(): Problem {
  return conflict('The guide was changed meanwhile. Read it, and send the request again.');
}
