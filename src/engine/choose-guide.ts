import type { CompileOptions } from '../guide/compile/compile-sound.js';
import { loopIdsOf } from '../guide/document/loop-ids.js';
import { compileDictionary, type DictionaryPlan } from '../guide/generic/generic.js';
import { type Matcher, nativeMatcher } from '../guide/plan/matcher.js';
import type { GuidePlan } from '../guide/plan/plan.js';
import { invalidOption } from '../model/check-options.js';
import { X12Error } from '../model/error.js';
import type { Dictionary, Guide } from '../model/guide.js';
import { GUIDE_ALIASES } from '../model/guide-aliases.js';
import { nearestName, quotedName } from '../model/nearest-name.js';
import type { Reason } from '../model/reasons.js';

/** What a transaction set is read or written by, and what to say when it is not its own guide. */
export interface ChosenGuide {
  /** Guide id, `dictionary-<release>`, or `generic` for neither. */
  readonly id: string;
  readonly plan: GuidePlan | undefined;
  readonly dictionary: DictionaryPlan | undefined;
  readonly notice?: Reason | undefined;
}

/** What a set says about itself. */
export interface SetVersion {
  /** ST01. */
  readonly transactionSet: string;
  /** ST03. */
  readonly implementation?: string | undefined;
  /** GS08. */
  readonly release: string;
}

export type Compile = (guide: Guide, options: CompileOptions) => GuidePlan;

export interface ChooserOptions {
  readonly dictionaries?: readonly Dictionary[] | undefined;
  /** As {@link EngineOptions.matcher}. */
  readonly matcher?: Matcher | ((guide: Guide) => Matcher) | undefined;
  readonly compile: Compile;
}

/** Answers kept; versions come from data, so that they must not fill the memory. */
const KEPT_CHOICES = 1_000;
const DICTIONARY_ID = /^dictionary-(.+)$/;

/**
 * Chooses the guide of a set: ST03, else GS08, exactly; by the alias table; the base guide of the same set
 * and release; the nearest dictionary that is not newer; nothing. Guides are compiled when first chosen. Of two guides
 * for the same set and version the later one counts, so that a partner's own can follow the published ones.
 */
export class GuideChooser {
  readonly #exact = new Map<string, Guide>();
  readonly #byId = new Map<string, Guide>();
  readonly #dictionaries: readonly Dictionary[];
  readonly #compiler: Compile;
  readonly #matcherOf: (guide: Guide) => Matcher;
  readonly #choices = new Map<string, ChosenGuide>();
  /** Sets of one kind follow one another: their texts are compared sooner than a key is made. bench: `npm run bench:small`. */
  #last: { readonly set: SetVersion; readonly choice: ChosenGuide } | undefined;
  /** Kept here too: another engine may compile the same guides with other dictionaries. Guides of others go with those who made them. */
  readonly #plans = new WeakMap<Guide, GuidePlan>();
  readonly #dictionaryPlans = new Map<Dictionary, DictionaryPlan>();

  constructor(guides: readonly Guide[], { dictionaries = [], matcher = nativeMatcher, compile }: ChooserOptions) {
    this.#compiler = compile;
    this.#matcherOf = typeof matcher === 'function' ? matcher : () => matcher;
    for (const guide of guides) {
      const { transactionSet, version, implementation } = guide.x12;
      this.#exact.set(keyOf(transactionSet, version), guide);
      if (implementation !== undefined) this.#exact.set(keyOf(transactionSet, implementation), guide);
      this.#byId.set(idOf(guide), guide);
    }
    this.#dictionaries = [...dictionaries].sort((a, b) => (a.release < b.release ? 1 : -1));
  }

  /** Ids of the guides, in the order given. */
  get ids(): readonly string[] {
    return [...this.#byId.keys()];
  }

  /** The guide for a set that says this about itself. */
  choose(set: SetVersion): ChosenGuide {
    if (this.#last !== undefined && isSame(this.#last.set, set)) return this.#last.choice;
    const key = `${set.transactionSet}\n${set.implementation ?? ''}\n${set.release}`;
    let choice = this.#choices.get(key);
    if (choice === undefined) {
      if (this.#choices.size >= KEPT_CHOICES) this.#choices.clear();
      choice = this.#search(set);
      this.#choices.set(key, choice);
    }
    this.#last = { set, choice };
    return choice;
  }

  /**
   * The guide asked for by id, for the sets it is for; others in the same file are chosen as usual.
   * @throws X12Error `X12_GUIDE_UNKNOWN` when the engine was not given it.
   */
  chooseAsked(id: string | undefined, set: SetVersion): ChosenGuide {
    const asked = id === undefined ? undefined : this.byId(id);
    if (asked === undefined) return this.choose(set);
    const isFor = asked.plan === undefined || isOfKind(asked.plan.guide, set.transactionSet);
    return isFor ? asked : this.choose(set);
  }

  /**
   * The guide of that id, as {@link ChosenGuide.id} names it.
   * @throws X12Error `X12_GUIDE_UNKNOWN` when the engine was not given it.
   */
  byId(id: string): ChosenGuide {
    const guide = this.#byId.get(id);
    if (guide !== undefined) return this.#guide(guide);
    if (id === 'generic') return { id, plan: undefined, dictionary: undefined };
    const release = DICTIONARY_ID.exec(id)?.[1];
    const dictionary = this.#dictionaries.find((one) => one.release === release);
    if (dictionary !== undefined) return this.#dictionary(dictionary);
    throw this.#unknown(id);
  }

  /**
   * The engine's guide of that id.
   * @throws X12Error `X12_GUIDE_UNKNOWN` when the engine was not given it.
   */
  own(id: string): Guide {
    const guide = this.#byId.get(id);
    if (guide === undefined) throw this.#unknown(id);
    return guide;
  }

  /** The plan of a guide, of this engine or not. */
  planOf(guide: Guide): GuidePlan {
    return this.#plans.get(guide) ?? this.#compile(guide);
  }

  /**
   * What asks for the occurrences of a loop would wait for them in vain.
   * @throws X12Error `X12_OPTION_INVALID` when none of the guides has such a loop.
   */
  requireLoop(id: string, guides: Iterable<Guide> = this.#byId.values()): void {
    const known = new Set<string>();
    for (const guide of guides) {
      const ids = loopIdsOf(guide);
      if (ids.has(id)) return;
      for (const one of ids) known.add(one);
    }
    const nearest = nearestName(id, [...known]);
    const advice = nearest === undefined ? ' The tree of a guide shows those it has.' : ` Did you mean ${nearest}?`;
    throw new X12Error('X12_OPTION_INVALID', `No guide that was asked has a loop ${quotedName(id)}.${advice}`, {
      details: { option: 'loop' },
    });
  }

  #unknown(id: unknown): X12Error {
    if (typeof id !== 'string')
      return invalidOption('guide', 'The guide of a set is no text. Give its id: guide.x12.id.');
    const nearest = nearestName(id, this.ids);
    const name = printable(id);
    const how = `Pass it in the option guides: import { guide } from 'ediloom/guides/${name === id ? id : '<id>'}'.`;
    const advice = nearest === undefined ? how : `Did you mean ${nearest}? Or pass it in the option guides.`;
    return new X12Error('X12_GUIDE_UNKNOWN', `There is no guide ${name}. ${advice}`, { details: { guide: id } });
  }

  #search({ transactionSet, implementation, release }: SetVersion): ChosenGuide {
    const versions = [implementation?.trim(), release.trim()].filter((one) => one !== undefined && one !== '');
    for (const version of versions) {
      const guide = this.#exact.get(keyOf(transactionSet, version ?? ''));
      if (guide !== undefined) return this.#guide(guide);
    }
    for (const version of versions) {
      const alias = Object.hasOwn(GUIDE_ALIASES, version ?? '') ? GUIDE_ALIASES[version ?? ''] : undefined;
      const guide = this.#exact.get(keyOf(transactionSet, alias ?? ''));
      if (guide !== undefined) return this.#guide(guide, 'guide-alias');
    }
    // Base sets have the bare release as their version.
    const standard = (versions[0] ?? '').slice(0, 6);
    const base = this.#exact.get(keyOf(transactionSet, standard));
    if (base !== undefined) return this.#guide(base, 'guide-base');
    const dictionary = /^[0-9]{6}$/.test(standard)
      ? this.#dictionaries.find((one) => one.release <= standard)
      : undefined;
    if (dictionary !== undefined) return this.#dictionary(dictionary, 'guide-dictionary');
    return { id: 'generic', plan: undefined, dictionary: undefined, notice: 'guide-none' };
  }

  #guide(guide: Guide, notice?: Reason): ChosenGuide {
    const plan = this.planOf(guide);
    return { id: plan.id, plan, dictionary: undefined, notice };
  }

  #compile(guide: Guide): GuidePlan {
    const plan = this.#compiler(guide, { dictionaries: this.#dictionaries, matcher: this.#matcherOf(guide) });
    this.#plans.set(guide, plan);
    return plan;
  }

  #dictionary(dictionary: Dictionary, notice?: Reason): ChosenGuide {
    let compiled = this.#dictionaryPlans.get(dictionary);
    if (compiled === undefined) {
      compiled = compileDictionary(dictionary, this.#nearest(dictionary.release));
      this.#dictionaryPlans.set(dictionary, compiled);
    }
    return { id: `dictionary-${dictionary.release}`, plan: undefined, dictionary: compiled, notice };
  }

  // Older ones first, the newest of them leading; of the newer ones the oldest.
  #nearest(release: string): readonly Dictionary[] {
    const older = this.#dictionaries.filter((one) => one.release < release);
    return [...older, ...this.#dictionaries.filter((one) => one.release > release).reverse()];
  }
}

function isSame(a: SetVersion, b: SetVersion): boolean {
  return a.transactionSet === b.transactionSet && a.implementation === b.implementation && a.release === b.release;
}

/** The id of a guide: its `$id` without the URN in front. */
export function idOf(guide: Guide): string {
  return guide.$id.replace(/^.*:/, '');
}

export function isOfKind(guide: Guide, transactionSet: string): boolean {
  return guide.x12.transactionSet.slice(0, 3) === transactionSet;
}

// 277CA is a 277 in ST01; only its version tells it apart.
function keyOf(transactionSet: string, version: string): string {
  return `${transactionSet.slice(0, 3)}\n${version}`;
}

// Ids come from documents: only what looks like one is repeated.
function printable(id: string): string {
  return /^[\w.-]{1,60}$/.test(id) ? id : 'of this id';
}
