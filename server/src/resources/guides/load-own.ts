import { type GuideProblem, isX12Error } from 'ediloom';
import { compileInSteps } from 'ediloom/compile';
import { loadDictionaries } from 'ediloom/guides';
import type { LinearMatcher } from '../../patterns/linear-patterns.js';
import type { Platform } from '../../platform.js';
import { invalid, type Problem } from '../../problems.js';
import { named } from '../../reading/named-guide.js';
import type { PlannedGuide } from '../../reading/reader.js';
import { readRows } from '../../store/account-queries.js';
import { publishedGuide } from './definition.js';
import type { KnownGuide } from './guide-library.js';

export interface LoadedGuide {
  readonly publishedAt: number;
  /** Of its JSON text. */
  readonly characters: number;
  readonly known: KnownGuide;
}

/**
 * Reads the published guide of an account and compiles it, in turns with what others wait for: its author had the say about its size.
 * @throws Problem `invalid` as `FoundGuide.load`.
 */
export async function loadOwn(
  { store, heavyTurns }: Pick<Platform, 'store' | 'heavyTurns'>,
  accountId: string,
  id: string,
  matcher: LinearMatcher,
): Promise<LoadedGuide> {
  const dictionaries = await loadDictionaries();
  const row = await readRows(store, accountId, (queries) =>
    queries
      .from('guides')
      .select(['live', 'resolved', 'fragment_path', 'published_at'])
      .where('id', '=', id)
      .executeTakeFirst(),
  );
  const text = row?.resolved ?? row?.live;
  if (row === undefined || row.published_at === null || text == null) throw unknownGuide();
  const guide = await heavyTurns.run(accountId, () => publishedGuide(row));
  if (guide === undefined) throw unknownGuide();
  const own = named(guide, id);
  try {
    await heavyTurns.runSteps(accountId, compileInSteps(own, { dictionaries, matcher }));
    await heavyTurns.runSteps(accountId, matcher.build());
  } catch (error) {
    throw refused(error, id);
  }
  const { transactionSet, version } = own.x12;
  const fragmentPath = row.fragment_path ?? undefined;
  const known = { id, guide: own, matcher, transactionSet, release: version, fragmentPath };
  return { publishedAt: row.published_at, characters: text.length, known };
}

/** The published guide of an account as it stands in its row, for a process that reads and compiles it. @throws Problem `invalid`. */
export async function planOwn(
  { store }: Pick<Platform, 'store'>,
  accountId: string,
  id: string,
): Promise<PlannedGuide> {
  const row = await readRows(store, accountId, (queries) =>
    queries.from('guides').select(['live', 'resolved', 'published_at']).where('id', '=', id).executeTakeFirst(),
  );
  const guide = row?.resolved ?? row?.live;
  if (row?.published_at == null || guide == null) throw unknownGuide();
  return { id, guide };
}

/** A guide that is not published, or not there. */
export function unknownGuide(): Problem {
  const text = 'There is no such published guide. Publish it, or name another.';
  return invalid(text, { code: 'FAILED_TO_FIND_GUIDE' });
}

/** What was published under the rules of an earlier release is not run under those of this one before it has been corrected. */
function refused(error: unknown, id: string): unknown {
  if (!isX12Error(error) || error.code !== 'X12_GUIDE_INVALID') return error;
  // The engine's own list, where it gives one.
  const problems = (error.details?.problems ?? [{ pointer: '', text: error.message }]) as readonly GuideProblem[];
  const errors = problems.map(({ pointer, text }) => ({ message: `Guide LIVE_${id}, at ${pointer || '/'}: ${text}` }));
  const message = `The published guide LIVE_${id} is refused by this release. Correct its draft, and publish it again.`;
  return invalid(message, { code: 'GUIDE_REFUSED', errors, cause: error });
}
