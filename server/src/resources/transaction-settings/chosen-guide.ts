import { type GuideEntry, guideAliases } from 'ediloom/guides';
import type { Services } from '../../exchange/services.js';
import { invalid } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { holdGuide } from '../../store/hold-row.js';
import { parseGuideId } from '../guides/guide-id.js';
import { fits, type GuideTarget, type StoredTarget, type WantedSet } from '../guides/guide-target.js';

/** The engine's list of guides, read before a transaction, which may not wait for files. */
export interface EngineGuides {
  readonly entries: readonly GuideEntry[];
  readonly aliases: Readonly<Record<string, string>>;
}

export async function readEngineGuides({ guides }: Pick<Services, 'guides'>): Promise<EngineGuides> {
  const [entries, aliases] = await Promise.all([guides.builtIn(), guideAliases()]);
  return { entries, aliases };
}

/** A guide as a setting keeps it. */
export interface ChosenGuide {
  /** Without a prefix. */
  readonly id: string;
  readonly fragmentPath: string | undefined;
}

/**
 * The guide of a setting.
 * @returns `undefined` where the setting names none.
 * @throws Problem `invalid` where there is no such published guide, or it is for another set or release.
 */
export async function demandGuide(
  queries: AccountQueries,
  { entries, aliases }: EngineGuides,
  guideId: string | undefined,
  wanted: WantedSet,
): Promise<ChosenGuide | undefined> {
  if (guideId === undefined) return undefined;
  const entry = entries.find(({ id }) => id === guideId);
  const { target, ...chosen } =
    entry === undefined ? await ownGuide(queries, guideId) : { target: entry, id: entry.id, fragmentPath: undefined };
  if (!fits(target, wanted, aliases)) {
    throw refused(`The guide is for ${target.set} in ${target.version}. Name that set and release, or another guide.`);
  }
  return chosen;
}

async function ownGuide(
  queries: AccountQueries,
  guideId: string,
): Promise<ChosenGuide & { readonly target: GuideTarget }> {
  const id = parseGuideId(guideId);
  if (id === undefined) throw refused('There is no such guide. See the list of guides.');
  if (id.form === 'draft') throw refused('Drafts are not used. Publish the guide, and name its LIVE_ id.');
  const row = await holdGuide(queries, id.ulid);
  if (row === undefined || row.published_at === null)
    throw refused('There is no such published guide. Publish it first.');
  // Written with the guide, from its definition.
  const target = JSON.parse(row.target) as StoredTarget;
  return {
    id: row.id,
    target: { set: target.transactionSet, version: target.version, kind: target.kind },
    fragmentPath: row.fragment_path ?? undefined,
  };
}

function refused(message: string): Error {
  return invalid(message, { errors: [{ path: '/guideId', message }] });
}
