import { createEngine, type Engine, nativeMatcher } from 'ediloom';
import { compileInSteps } from 'ediloom/compile';
import { type GuideEntry, guideAliases, listGuides, loadDictionaries, loadGuide } from 'ediloom/guides';
import { createLinearPatterns } from '../../patterns/linear-patterns.js';
import type { Platform } from '../../platform.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { parseGuideId } from './guide-id.js';
import type { FoundGuide, GuideLibrary, KnownGuide } from './guide-library.js';
import { fits } from './guide-target.js';
import { KeptByAccount } from './kept-by-account.js';
import { type LoadedGuide, loadOwn, planOwn } from './load-own.js';

/** Characters of the published guides that are kept with their plans, of all accounts: each takes about eight bytes of memory. */
const KEPT_CHARACTERS = 24_000_000;
/** What the smallest engine counts for. */
const ENGINE_CHARACTERS = 50_000;

/** Guides that come with the server, and engines of nothing else, are nobody's. */
const NOBODY = '';

interface Kept extends LoadedGuide {
  readonly accountId: string;
}

export type LibraryNeeds = Pick<Platform, 'clock' | 'store' | 'heavyTurns'>;

/** The engine's guides and those that accounts have published: what stands in the table as `live` passed the worker before. */
export function createGuideLibrary(needs: LibraryNeeds): GuideLibrary {
  const own = new KeptByAccount<Kept>(KEPT_CHARACTERS);
  const engines = new KeptByAccount<Promise<Engine>>(KEPT_CHARACTERS);
  const patterns = createLinearPatterns();
  const loading = new OnceAtATime<KnownGuide>();
  const builtIn = new Map<string, KnownGuide>();
  /** Of whom a loaded guide is, and how large: whoever keeps an engine keeps its guides. */
  const sizes = new WeakMap<KnownGuide, Kept>();

  const ofEngine = ({ id }: GuideEntry): FoundGuide => ({
    id,
    fragmentPath: undefined,
    load: async () =>
      builtIn.get(id) ??
      loading.run(id, async () => {
        const known = await loadBuiltIn(needs, id);
        builtIn.set(id, known);
        return known;
      }),
    plan: async () => ({ id, shipped: true }),
  });

  const findOwn = async (queries: AccountQueries, guideId: string): Promise<FoundGuide | undefined> => {
    // Each of its spellings names the guide, of which what is published is used.
    const id = parseGuideId(guideId)?.ulid;
    if (id === undefined) return undefined;
    const columns = queries.from('guides').select(['published_at', 'fragment_path']);
    const row = await columns.where('id', '=', id).executeTakeFirst();
    if (row === undefined || row.published_at === null) return undefined;
    const { accountId } = queries;
    const { published_at: publishedAt, fragment_path: fragmentPath } = row;
    const load = async (): Promise<KnownGuide> => {
      const kept = own.get(accountId, id);
      if (kept?.publishedAt === publishedAt) return kept.known;
      return loading.run(`${accountId} ${id} ${publishedAt}`, async () => {
        const loaded = { ...(await loadOwn(needs, accountId, id, patterns.matcherFor(accountId))), accountId };
        own.set(accountId, id, loaded, loaded.characters);
        sizes.set(loaded.known, loaded);
        return loaded.known;
      });
    };
    const plan = () => planOwn(needs, accountId, id);
    return { id, fragmentPath: fragmentPath ?? undefined, load, plan };
  };

  return {
    builtIn: listGuides,
    find: async (queries, guideId) => {
      const entry = (await listGuides()).find(({ id }) => id === guideId);
      return entry === undefined ? findOwn(queries, guideId) : ofEngine(entry);
    },
    base: async (transactionSet, release) => {
      const [entries, aliases] = await Promise.all([listGuides(), guideAliases()]);
      const setting = { transactionSet, release };
      const exact = entries.find((entry) => entry.version === release && fits(entry, setting, aliases));
      const entry = exact ?? entries.find((one) => fits(one, setting, aliases));
      return entry === undefined ? undefined : ofEngine(entry);
    },
    engineFor: (guides) => {
      const owned = guides.flatMap((guide) => sizes.get(guide) ?? []);
      const accountId = owned[0]?.accountId ?? NOBODY;
      const key = guides
        .map((guide) => `${guide.id} ${sizes.get(guide)?.publishedAt ?? ''}`)
        .sort()
        .join('\n');
      const kept = engines.get(accountId, key);
      if (kept !== undefined) return kept;
      const engine = makeEngine(needs, guides);
      const characters = owned.reduce((sum, guide) => sum + guide.characters, ENGINE_CHARACTERS);
      engines.set(accountId, key, engine, characters);
      engine.catch(() => engines.delete(accountId, key));
      return engine;
    },
  };
}

async function loadBuiltIn({ heavyTurns }: LibraryNeeds, id: string): Promise<KnownGuide> {
  const [guide, dictionaries] = await Promise.all([loadGuide(id), loadDictionaries()]);
  await heavyTurns.runSteps(NOBODY, compileInSteps(guide, { dictionaries }));
  const { transactionSet, version } = guide.x12;
  return { id, guide, matcher: nativeMatcher, transactionSet, release: version, fragmentPath: undefined };
}

async function makeEngine({ clock }: LibraryNeeds, guides: readonly KnownGuide[]): Promise<Engine> {
  const dictionaries = await loadDictionaries();
  const matchers = new Map(guides.map(({ guide, matcher }) => [guide, matcher]));
  return createEngine({
    guides: [...matchers.keys()],
    dictionaries,
    clock: () => clock.now(),
    matcher: (guide) => matchers.get(guide) ?? nativeMatcher,
  });
}

/** Work of one name is done once for all who ask for it meanwhile. */
class OnceAtATime<Result> {
  readonly #running = new Map<string, Promise<Result>>();

  run(name: string, work: () => Promise<Result>): Promise<Result> {
    const running = this.#running.get(name) ?? work().finally(() => this.#running.delete(name));
    this.#running.set(name, running);
    return running;
  }
}
