import { readRows } from '../../store/account-queries.js';
import type { Guides } from '../../store/tables.js';
import { draftOf } from './definition.js';
import {
  demandFragmentPath,
  type GuideNeeds,
  type PreparedDefinition,
  prepareDefinition,
} from './prepare-definition.js';
import { type DraftOptions, findGuide, ownGuideId } from './rows.js';
import type { GuideUpdate, NewGuide } from './schemas.js';

// What is found out about a draft before the transaction that writes it: the worker checks definitions, which takes its time.

/** A draft that the worker has checked. */
export interface PreparedDraft {
  readonly prepared: PreparedDefinition;
  readonly options: DraftOptions;
}

/** A checked draft of a guide that is there. */
export interface PreparedChange extends PreparedDraft {
  /** The guide as it was when the draft was checked: `updateDraft` and `publishDraft` refuse where it is another by then. */
  readonly before: Guides;
}

/** Checks the draft of a new guide. @throws Problem `invalid` for the definition or the fragment path, `too-many`. */
export async function prepareNewDraft(
  services: GuideNeeds,
  accountId: string,
  { definition, ...options }: NewGuide,
): Promise<PreparedDraft> {
  const prepared = await prepareDefinition(services, accountId, definition);
  if (options.fragmentPath !== undefined) demandFragmentPath(prepared.guide, options.fragmentPath);
  return { prepared, options };
}

/**
 * Checks the draft of a guide with a change: what the change leaves out is that of the draft, and is checked with the rest.
 * @throws Problem `not-found`; `invalid` as {@link prepareNewDraft}, and for a guide that comes with the server.
 */
export async function prepareChange(
  services: GuideNeeds,
  accountId: string,
  guideId: string,
  change: GuideUpdate,
): Promise<PreparedChange> {
  const before = await readOwn(services, accountId, guideId);
  const prepared = await prepareDefinition(services, accountId, change.definition ?? draftOf(before));
  const fragmentPath = change.fragmentPath === undefined ? before.draft_fragment_path : change.fragmentPath;
  if (fragmentPath !== null) demandFragmentPath(prepared.guide, fragmentPath);
  return { before, prepared, options: { name: change.name, fragmentPath: fragmentPath ?? undefined } };
}

/**
 * Checks a draft once more before it is published: the base of an overlay may have been published anew since.
 * @throws Problem as {@link prepareChange}.
 */
export async function prepareToPublish(
  services: GuideNeeds,
  accountId: string,
  guideId: string,
): Promise<Omit<PreparedChange, 'options'>> {
  const before = await readOwn(services, accountId, guideId);
  return { before, prepared: await prepareDefinition(services, accountId, draftOf(before)) };
}

/** @throws Problem `not-found`, `invalid` for a guide that comes with the server. */
async function readOwn({ store, guides }: GuideNeeds, accountId: string, guideId: string): Promise<Guides> {
  const id = ownGuideId(guideId, await guides.builtIn());
  return readRows(store, accountId, (queries) => findGuide(queries, id));
}
