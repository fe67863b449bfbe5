import { createEngine, type Dictionary, type Engine, type Guide } from 'ediloom';
import { compileDictionary, compileGuide, type DictionaryPlan, type GuidePlan } from 'ediloom/compile';

/** What a set says about itself: ST01, ST03 and GS08. */
export interface SetVersion {
  readonly transactionSet: string;
  readonly implementation: string;
  readonly release: string;
}

interface GuideRow {
  readonly id: string;
  readonly title: string;
  readonly set: string;
  readonly version: string;
}

const RELEASES = ['004010', '005010'] as const;
/** Findings that are listed; more are only counted. */
export const LISTED_FINDINGS = 100_000;
/** Ids that a file may use: whatever else stands there names no guide. */
const VERSION = /^[\w. -]{0,15}$/;

/** The guides that were needed so far, fetched from beside the page, and an engine of them. */
export class GuideShelf {
  readonly #load: (name: string) => Promise<unknown>;
  readonly #guides = new Map<string, Guide>();
  readonly #plans = new Map<string, GuidePlan>();
  readonly #dictionaryPlans = new Map<string, DictionaryPlan>();
  readonly #choices = new Map<string, string>();
  #rows: readonly GuideRow[] = [];
  #dictionaries: readonly Dictionary[] = [];
  #engine: Engine | undefined;

  /** @param load gives the JSON of a file of the guides' folder. */
  constructor(load: (name: string) => Promise<unknown>) {
    this.#load = load;
  }

  get engine(): Engine {
    this.#engine ??= createEngine({
      guides: [...this.#guides.values()],
      dictionaries: this.#dictionaries,
      limits: { findings: LISTED_FINDINGS },
    });
    return this.#engine;
  }

  get dictionaries(): readonly Dictionary[] {
    return this.#dictionaries;
  }

  /** Fetches what sets of these versions may be read by. */
  async fetchFor(versions: readonly SetVersion[]): Promise<void> {
    await this.#open();
    const ids = versions.flatMap((version) => this.#candidates(version));
    await this.fetch([...new Set(ids)]);
  }

  async fetch(ids: readonly string[]): Promise<void> {
    await this.#open();
    const missing = ids.filter((id) => !this.#guides.has(id));
    // The files are made and checked by the guides' own build: their form is known.
    const guides = (await Promise.all(missing.map((id) => this.#load(`${id}.json`)))) as Guide[];
    for (const [i, id] of missing.entries()) {
      const guide = guides[i];
      if (guide !== undefined) this.#guides.set(id, guide);
    }
    if (missing.length === 0) return;
    this.#engine = undefined;
    this.#choices.clear();
  }

  /** The id of the guide by which the engine reads such a set: it is asked, by giving it one. */
  async chosen(version: SetVersion): Promise<string> {
    const key = versionKey(version);
    let id = this.#choices.get(key);
    if (id === undefined) {
      const { interchanges } = await this.engine.parse(emptySet(version));
      id = interchanges[0]?.groups[0]?.transactions[0]?.guide ?? 'generic';
      this.#choices.set(key, id);
    }
    return id;
  }

  /** Undefined for ids that no guide has: dictionaries and `generic`. */
  planOf(id: string): GuidePlan | undefined {
    const guide = this.#guides.get(id);
    if (guide === undefined) return undefined;
    let plan = this.#plans.get(id);
    if (plan === undefined) {
      plan = compileGuide(guide, { dictionaries: this.#dictionaries });
      this.#plans.set(id, plan);
    }
    return plan;
  }

  /** The dictionary that `dictionary-<release>` names; for any other id the newest, which knows the envelopes. */
  dictionaryOf(id: string): DictionaryPlan | undefined {
    const release = id.replace('dictionary-', '');
    const own = this.#dictionaries.find((one) => one.release === release) ?? this.#dictionaries.at(-1);
    if (own === undefined) return undefined;
    let plan = this.#dictionaryPlans.get(own.release);
    if (plan === undefined) {
      plan = compileDictionary(
        own,
        this.#dictionaries.filter((one) => one !== own),
      );
      this.#dictionaryPlans.set(own.release, plan);
    }
    return plan;
  }

  titleOf(id: string): string {
    return this.#rows.find((row) => row.id === id)?.title ?? '';
  }

  async #open(): Promise<void> {
    if (this.#rows.length > 0) return;
    const names = ['index.json', ...RELEASES.map((release) => `dictionary-${release}.json`)];
    const [rows, ...dictionaries] = await Promise.all(names.map((name) => this.#load(name)));
    // As of the guides.
    this.#dictionaries = dictionaries as Dictionary[];
    this.#rows = rows as GuideRow[];
  }

  #candidates({ transactionSet, implementation, release }: SetVersion): readonly string[] {
    const releases = [implementation.slice(0, 6), release.slice(0, 6)];
    const fits = ({ set, version }: GuideRow): boolean =>
      set === transactionSet && releases.includes(version.slice(0, 6));
    return this.#rows.filter(fits).map(({ id }) => id);
  }
}

export function versionKey({ transactionSet, implementation, release }: SetVersion): string {
  return `${transactionSet}\n${implementation}\n${release}`;
}

function emptySet({ transactionSet, implementation, release }: SetVersion): string {
  const safe = (text: string): string => (VERSION.test(text) ? text : '');
  const isa = `ISA*00*${' '.repeat(10)}*00*${' '.repeat(10)}*ZZ*${'A'.padEnd(15)}*ZZ*${'B'.padEnd(15)}*260101*0000*^*00501*000000001*0*T*:~`;
  return `${isa}GS*ZZ*A*B*20260101*0000*1*X*${safe(release)}~ST*${safe(transactionSet)}*0001*${safe(implementation)}~SE*2*0001~GE*1*1~IEA*1*000000001~`;
}
