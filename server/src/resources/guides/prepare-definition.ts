import type { Guide } from 'ediloom';
import type { Platform } from '../../platform.js';
import { invalid } from '../../problems.js';
import { readRows } from '../../store/account-queries.js';
import { codeRefused } from '../../worker/code-refused.js';
import type { GuideLibrary, KnownGuide } from './guide-library.js';
import type { StoredTarget } from './guide-target.js';

/** What definitions are checked with. */
export type GuideNeeds = Pick<Platform, 'store' | 'customerCode'> & { readonly guides: GuideLibrary };

/** What an overlay narrows. */
export type BaseGuide = Pick<KnownGuide, 'id' | 'guide'>;

/** A definition that the worker has found to be a guide, or an overlay that fits its base. */
export interface PreparedDefinition {
  /** JSON text of what was given, an overlay with the id of its base without a prefix. */
  readonly text: string;
  readonly title: string;
  readonly target: StoredTarget;
  /** Id of the guide that an overlay narrows. */
  readonly base: string | undefined;
  /** The guide itself, or the base as the overlay narrows it. */
  readonly guide: Guide;
}

/** How a file of partners differs from a request. */
export interface PrepareOptions {
  /** Where the definition stands in the request; default `/definition`. */
  readonly path?: string | undefined;
  /** Finds the base of an overlay; default {@link findBase}. */
  readonly baseOf?: typeof findBase | undefined;
}

/**
 * Checks a definition: a guide, or an overlay (`overlay`, `base`, `patch`, `rules`) of a guide that comes with the server or is
 * published in the account. The worker compiles it, and makes of an overlay the guide that it comes to. Not inside a transaction.
 * @throws Problem `invalid` with each problem and its pointer below `path`; `too-many`.
 */
export async function prepareDefinition(
  services: GuideNeeds,
  accountId: string,
  definition: Readonly<Record<string, unknown>>,
  { path = '/definition', baseOf = findBase }: PrepareOptions = {},
): Promise<PreparedDefinition> {
  const base = 'overlay' in definition ? await baseOf(services, accountId, definition, path) : undefined;
  const checked = base === undefined ? definition : { ...definition, base: base.id };
  const whole = await demandSound(services, accountId, checked, base, path);
  // The worker has found it to be one.
  const guide = (base === undefined ? checked : whole) as unknown as Guide;
  const { standard, transactionSet, version, kind } = guide.x12;
  return {
    text: JSON.stringify(checked),
    title: guide.title,
    target: { standard: 'x12', release: standard, transactionSet, version, kind },
    base: base?.id,
    guide,
  };
}

/** The guide that an overlay names by its id. @throws Problem `invalid`. */
export async function findBase(
  { store, guides }: GuideNeeds,
  accountId: string,
  { base }: Readonly<Record<string, unknown>>,
  path: string,
): Promise<BaseGuide> {
  const found =
    typeof base === 'string' ? await readRows(store, accountId, (queries) => guides.find(queries, base)) : undefined;
  if (found !== undefined) return found.load();
  const message = 'The base of the overlay is no guide of the server and no published one of the account.';
  throw invalid(message, { errors: [{ path: `${path}/base`, message }] });
}

/** @returns what an overlay comes to. @throws Problem as {@link prepareDefinition}. */
async function demandSound(
  { customerCode }: GuideNeeds,
  accountId: string,
  definition: unknown,
  base: BaseGuide | undefined,
  path: string,
): Promise<unknown> {
  const { problems, guide } = await customerCode
    .checkGuide(definition, base?.guide, { accountId })
    .catch((error: unknown) => {
      throw codeRefused(error, path, 'The definition');
    });
  if (problems.length === 0) return guide;
  const errors = problems.map(({ pointer, text }) => ({
    path: `${path}${pointer}`,
    message: text,
    code: 'GUIDE_INVALID',
  }));
  throw invalid(`The definition has ${problems.length} problems. Correct what errors lists.`, {
    code: 'GUIDE_INVALID',
    errors,
  });
}

/**
 * The key of a section's node that occurs any number of times, so that its occurrences can be brought piece by piece.
 * @throws Problem `invalid`.
 */
export function demandFragmentPath(guide: Guide, key: string): void {
  const nodes = Object.values(guide.properties).flatMap((section) => Object.entries(section.properties));
  const isRepeated = nodes.some(([name, node]) => name === key && 'type' in node && node.type === 'array');
  if (isRepeated) return;
  const message = 'fragmentPath names a loop or segment of a section that repeats, by its key in the guide.';
  throw invalid(message, { errors: [{ path: '/fragmentPath', message }] });
}
