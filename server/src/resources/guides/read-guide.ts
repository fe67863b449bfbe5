import { loadGuide } from 'ediloom/guides';
import type { JsonObject } from '../../json.js';
import { notFound } from '../../problems.js';
import { readRows } from '../../store/account-queries.js';
import type { Guides } from '../../store/tables.js';
import { draftOf, liveOf, publishedGuide } from './definition.js';
import { type GuideId, parseGuideId, publishedId } from './guide-id.js';
import { type GuideNeeds, prepareDefinition } from './prepare-definition.js';
import { findGuide } from './rows.js';
import type { Guide, GuideSummary } from './schemas.js';
import { showEntry, showGuide } from './shown.js';

/**
 * A guide with its definition.
 * @param guideId of a guide of the engine, or of one of the account, whose prefix chooses between draft and published.
 * @param format `schema`: an overlay is shown as the whole guide it comes to; else the definition is shown as it was given.
 * @throws Problem `not-found`; `invalid` where the base of a draft went, as {@link prepareDefinition}.
 */
export async function readGuide(
  services: GuideNeeds,
  accountId: string,
  guideId: string,
  format: 'default' | 'schema' = 'default',
): Promise<Guide> {
  const entry = (await services.guides.builtIn()).find(({ id }) => id === guideId);
  // Guides of the engine are objects as the schema of definitions has them.
  if (entry !== undefined) return { ...showEntry(entry), definition: { ...(await loadGuide(entry.id)) } };
  const id = parseGuideId(guideId);
  if (id === undefined) throw notFound('guide');
  const row = await readRows(services.store, accountId, (queries) => findGuide(queries, id.ulid));
  const status = statusOf(row, id);
  const given = definitionOf(row, status);
  const isAsGiven = format === 'default' || !('overlay' in given);
  const definition = isAsGiven ? withPublishedBase(given) : await wholeGuide(services, accountId, row, status, given);
  return { ...showGuide(row, status), definition };
}

function statusOf({ live }: Guides, { form }: GuideId): GuideSummary['status'] {
  if (form !== 'bare') return form;
  return live === null ? 'draft' : 'live';
}

/** @throws Problem `not-found` where the published one is asked for and none is. */
function definitionOf(row: Guides, status: GuideSummary['status']): JsonObject {
  const definition = status === 'live' ? liveOf(row) : row.draft === null ? undefined : draftOf(row);
  if (definition === undefined) throw notFound('published guide of this id');
  return definition;
}

/** The base of an overlay is kept without a prefix. */
function withPublishedBase(given: JsonObject): JsonObject {
  return typeof given.base === 'string' ? { ...given, base: publishedId(given.base) } : given;
}

/** A published overlay is shown as it came out when it was published, a draft as it would come out now. */
async function wholeGuide(
  services: GuideNeeds,
  accountId: string,
  row: Guides,
  status: GuideSummary['status'],
  overlay: JsonObject,
): Promise<JsonObject> {
  const published = status === 'live' && row.resolved !== null ? publishedGuide(row) : undefined;
  return { ...(published ?? (await prepareDefinition(services, accountId, overlay)).guide) };
}
