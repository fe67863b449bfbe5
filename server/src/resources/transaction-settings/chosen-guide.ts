import { type GuideEntry, guideAliases } from 'ediloom/guides';
import { invalid } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { targetOf } from '../guides/definition.js';
import { parseGuideId } from '../guides/guide-id.js';
import type { GuideLibrary } from '../guides/guide-library.js';
import { fits, type GuideTarget, type WantedSet } from '../guides/guide-target.js';
import { lockGuide } from '../guides/lock-guide.js';

/** The engine's list of guides, read before a transaction, which must not wait for files. */
export interface EngineGuides {
  readonly entries: readonly GuideEntry[];
  readonly aliases: Readonly<Record<string, string>>;
}

/** Reads files the first time: not inside `write`. */
export async function readEngineGuides({ guides }: { readonly guides: GuideLibrary }): Promise<EngineGuides> {
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
 * The guide of a setting: one that comes with the engine, or a published one of the account, for the setting's set and release.
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
  // Locked, so that it is not deleted before the setting refers to it.
  const row = await lockGuide(queries, id.ulid);
  if (row === undefined || row.published_at === null) {
    throw refused('There is no such published guide. Drafts are not used: publish it first.');
  }
  const { transactionSet, version, kind } = targetOf(row);
  return {
    id: row.id,
    target: { set: transactionSet, version, kind },
    fragmentPath: row.fragment_path ?? undefined,
  };
}

function refused(message: string): Error {
  return invalid(message, { errors: [{ path: '/guideId', message }] });
}
