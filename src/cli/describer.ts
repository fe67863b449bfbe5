import { idOf } from '../engine/choose-guide.js';
import type { FindingListener } from '../engine/finding-listener.js';
import { describeFinding, type FindingText } from '../guide/describe/describe-finding.js';
import type { Finding } from '../model/finding.js';
import type { Dictionary, Guide } from '../model/guide.js';

/** A finding as JSON has it: with its words, and its own code, as the words have `IK403 7` where the finding has `7`. */
export type DescribedFinding = Finding & Pick<FindingText, 'place' | 'text' | 'advice' | 'page' | 'name'>;

/** A set as a document or a line of `parse` has it. */
interface WithFindings {
  readonly findings: readonly Finding[];
  readonly guide?: string;
}

/** Puts findings into words, each by the guide that read or wrote its set. */
export class Describer {
  /** By id, as sets name them. */
  readonly #guides: ReadonlyMap<string, Guide>;
  readonly #dictionaries: readonly Dictionary[];
  // Findings that nobody keeps are let go: a file may have more of them than memory.
  readonly #guideOf = new WeakMap<Finding, Guide>();

  constructor(guides: readonly Guide[], dictionaries: readonly Dictionary[]) {
    this.#guides = new Map(guides.map((guide) => [idOf(guide), guide]));
    this.#dictionaries = dictionaries;
  }

  /** For the option `onFinding` of the engine's verbs: keeps which guide a finding belongs to. */
  readonly keep: FindingListener = (found, guide) => {
    if (guide !== undefined) this.#guideOf.set(found, guide);
  };

  /**
   * The guide of sets of this kind: by ST01 and ST03, or GS08 where the set does not say more. Where nothing says the version, as in a 997
   * of 004010, the only guide of that set.
   */
  guideOfSet(transactionSet: string, version: string | undefined): Guide | undefined {
    const ofSet = [...this.#guides.values()].filter(({ x12 }) => x12.transactionSet === transactionSet);
    if (version === undefined) return ofSet.length === 1 ? ofSet[0] : undefined;
    return ofSet.find(({ x12 }) => x12.version === version);
  }

  /** @param id of the guide of the finding's set, where `keep` was not told it. */
  describe(found: Finding, id?: string): FindingText {
    const guide = this.#guideOf.get(found) ?? (id === undefined ? undefined : this.#guides.get(id));
    return describeFinding(found, { guide, dictionaries: this.#dictionaries });
  }

  /** Without the list of all codes, which may be long and is the same for each finding of an element. */
  described(found: Finding, id?: string): DescribedFinding {
    const { place, text, advice, page, name } = this.describe(found, id);
    return { ...found, place, text, advice, page, ...(name === undefined ? {} : { name }) };
  }

  /** A part of a document, or an event, whose findings have words; those of a set are in the words of its guide. */
  withWords<Part extends WithFindings>(part: Part): Part {
    if (part.findings.length === 0) return part;
    return { ...part, findings: part.findings.map((found) => this.described(found, part.guide)) };
  }
}
