import { checkGuide, createEngine, type Engine, type Guide, type Matcher, nativeMatcher } from 'ediloom';
import { type GuideEntry, guideAliases, listGuides, loadDictionaries, loadGuide } from 'ediloom/guides';
import type { Clock } from '../../clock.js';
import { createLinearPatterns, type LinearPatterns } from '../../patterns/linear-patterns.js';
import { invalid } from '../../problems.js';
import { RecentlyUsed } from '../../recently-used.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { publishedGuide } from './definition.js';
import { parseGuideId } from './guide-id.js';
import type { GuideLibrary, KnownGuide } from './guide-library.js';
import { fits } from './guide-target.js';
import { named } from './named-guide.js';

/** A guide with its plan takes some megabytes. */
const KEPT_GUIDES = 200;
const KEPT_ENGINES = 100;

interface Kept {
  readonly publishedAt: number;
  readonly known: KnownGuide;
}

/** The engine's guides and those that accounts have published: what stands in the table as `live` passed the worker before. */
export function createGuideLibrary({ clock }: { readonly clock: Clock }): GuideLibrary {
  const own = new RecentlyUsed<string, Kept>(KEPT_GUIDES);
  const engines = new RecentlyUsed<string, Promise<Engine>>(KEPT_ENGINES);
  const builtIn = new Map<string, Promise<KnownGuide>>();
  const numbers = new GuideNumbers();
  const patterns = createLinearPatterns();

  const load = (entry: GuideEntry): Promise<KnownGuide> => {
    let loading = builtIn.get(entry.id);
    if (loading === undefined) {
      loading = loadGuide(entry.id).then((guide) => knownGuide(entry.id, guide, nativeMatcher, undefined));
      builtIn.set(entry.id, loading);
      loading.catch(() => builtIn.delete(entry.id));
    }
    return loading;
  };

  return {
    builtIn: listGuides,
    find: async (queries, guideId) => {
      const entry = (await listGuides()).find(({ id }) => id === guideId);
      return entry === undefined ? findOwn(queries, guideId, own, patterns) : load(entry);
    },
    base: async (transactionSet, release) => {
      const [entries, aliases] = await Promise.all([listGuides(), guideAliases()]);
      const setting = { transactionSet, release };
      const exact = entries.find((entry) => entry.version === release && fits(entry, setting, aliases));
      const entry = exact ?? entries.find((one) => fits(one, setting, aliases));
      return entry === undefined ? undefined : load(entry);
    },
    matcherFor: (accountId) => patterns.matcherFor(accountId),
    engineFor: (guides) => {
      const key = guides
        .map(({ guide }) => numbers.of(guide))
        .sort((a, b) => a - b)
        .join(' ');
      let engine = engines.get(key);
      if (engine === undefined) {
        engine = makeEngine(clock, guides);
        engines.set(key, engine);
        engine.catch(() => engines.delete(key));
      }
      return engine;
    },
  };
}

async function makeEngine(clock: Clock, guides: readonly KnownGuide[]): Promise<Engine> {
  const dictionaries = await loadDictionaries();
  const matchers = new Map(guides.map(({ guide, matcher }) => [guide, matcher]));
  return createEngine({
    guides: [...matchers.keys()],
    dictionaries,
    clock: () => clock.now(),
    matcher: (guide) => matchers.get(guide) ?? nativeMatcher,
  });
}

async function findOwn(
  queries: AccountQueries,
  guideId: string,
  own: RecentlyUsed<string, Kept>,
  patterns: LinearPatterns,
): Promise<KnownGuide | undefined> {
  const id = parseGuideId(guideId);
  // Each of its spellings names the guide, of which what is published is used.
  if (id === undefined) return undefined;
  const row = await queries.from('guides').select('published_at').where('id', '=', id.ulid).executeTakeFirst();
  if (row === undefined || row.published_at === null) return undefined;
  const key = `${queries.accountId} ${id.ulid}`;
  const kept = own.get(key);
  if (kept?.publishedAt === row.published_at) return kept.known;
  const full = await queries
    .from('guides')
    .select(['live', 'resolved', 'fragment_path', 'published_at'])
    .where('id', '=', id.ulid)
    .executeTakeFirst();
  // It may have been deleted since.
  const guide = full === undefined ? undefined : publishedGuide(full);
  if (full === undefined || guide === undefined) return undefined;
  const matcher = patterns.matcherFor(queries.accountId);
  demandTaken(guide, id.ulid, matcher);
  const known = knownGuide(id.ulid, named(guide, id.ulid), matcher, full.fragment_path ?? undefined);
  own.set(key, { publishedAt: full.published_at ?? 0, known });
  return known;
}

/** What was published under the rules of an earlier release is not run under those of this one before it has been corrected. */
function demandTaken(guide: Guide, id: string, matcher: Matcher): void {
  const problems = checkGuide(guide, { matcher });
  if (problems.length === 0) return;
  const errors = problems.map(({ pointer, text }) => ({ message: `Guide LIVE_${id}, at ${pointer || '/'}: ${text}` }));
  const message = `The published guide LIVE_${id} is refused by this release. Correct its draft, and publish it again.`;
  throw invalid(message, { code: 'GUIDE_REFUSED', errors });
}

function knownGuide(id: string, guide: Guide, matcher: Matcher, fragmentPath: string | undefined): KnownGuide {
  return { id, guide, matcher, transactionSet: guide.x12.transactionSet, release: guide.x12.version, fragmentPath };
}

/** Numbers guides by identity, so that a set of them has a name. */
class GuideNumbers {
  readonly #numbers = new WeakMap<Guide, number>();
  #last = 0;

  of(guide: Guide): number {
    let number = this.#numbers.get(guide);
    if (number === undefined) {
      number = ++this.#last;
      this.#numbers.set(guide, number);
    }
    return number;
  }
}
