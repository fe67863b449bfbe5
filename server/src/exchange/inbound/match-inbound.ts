import { setImmediate } from 'node:timers/promises';
import type { GroupHeader, InterchangeHeader } from 'ediloom';
import { guideAliases } from 'ediloom/guides';
import type { GuideLibrary } from '../../resources/guides/guide-library.js';
import { pairOf } from '../../resources/inbound/pair.js';
import { inboundSettings } from '../../resources/transaction-settings/rows.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Partnerships } from '../../store/tables.js';
import { faultAt, type InboundFault, type UnplacedFault } from './inbound-fault.js';
import { assignedPartnership, type FoundPartnership, partnershipOf } from './match-partnership.js';
import { choosing, type MatchedSet, matchSet, type SetMatch, type SetMatching } from './match-set.js';

/** An interchange, by its envelopes. */
export interface InterchangeToMatch {
  /** 1-based interchange of the file. */
  readonly place: number;
  readonly header: InterchangeHeader;
  /** With ST01 of their sets, each once. */
  readonly groups: readonly { readonly header?: GroupHeader | undefined; readonly sets: Iterable<string> }[];
}

/** Whose an interchange is, and what its groups are read by. */
export interface MatchedInterchange {
  readonly partnership: Partnerships | undefined;
  /** In the order of the interchange, those without a header too. */
  readonly groups: readonly MatchedGroup[];
  /** Why it cannot be processed as things are configured: then it waits for somebody, and is answered by nothing. */
  readonly faults: readonly InboundFault[];
}

export interface MatchedGroup {
  readonly header: GroupHeader | undefined;
  readonly sets: readonly MatchedSet[];
}

/** The partnership of interchanges of one pair, and what was found of its sets so far. */
interface KnownPair extends FoundPartnership {
  readonly matching: SetMatching;
  /** By {@link choosing}. */
  readonly sets: Map<string, SetMatch>;
}

/**
 * Finds the partnerships of a file's interchanges, whose partner sends and whose local profile receives, and the inbound settings of their sets.
 * What was found for one interchange is known for those behind it: a file of one pair asks as often as a file of one interchange.
 */
export class InboundMatcher {
  readonly #queries: AccountQueries;
  readonly #library: GuideLibrary;
  readonly #assigned: string | undefined;
  readonly #pairs = new Map<string, KnownPair>();

  /** @param assigned the partnership of all of them, whatever their ids say: somebody has assigned them. */
  constructor(queries: AccountQueries, library: GuideLibrary, assigned?: string) {
    this.#queries = queries;
    this.#library = library;
    this.#assigned = assigned;
  }

  async match({ place, header, groups }: InterchangeToMatch): Promise<MatchedInterchange> {
    const pair = await this.#pairOf(header);
    const found = new Set<UnplacedFault>();
    if (pair.fault !== undefined) found.add(pair.fault);
    const matched: MatchedGroup[] = [];
    for (const { header, sets } of groups) {
      const group: MatchedSet[] = [];
      for (const transactionSet of sets) {
        const { set, fault } = await setOf(pair, header, transactionSet);
        group.push(set);
        if (fault !== undefined) found.add(fault);
      }
      matched.push({ header, sets: group });
    }
    const at = { interchange: place };
    const faults = [...found].map(({ code, ...fault }) => faultAt(at, code, fault));
    return { partnership: pair.partnership, groups: matched, faults };
  }

  async #pairOf(header: InterchangeHeader): Promise<KnownPair> {
    const name = this.#assigned ?? pairOf(header);
    const known = this.#pairs.get(name);
    if (known !== undefined) return known;
    const queries = this.#queries;
    const found =
      this.#assigned === undefined
        ? await partnershipOf(queries, header)
        : await assignedPartnership(queries, this.#assigned);
    const { partnership } = found;
    const settings = partnership === undefined ? [] : await inboundSettings(queries, partnership.partnership_id);
    const matching = { queries, library: this.#library, partnership, settings, aliases: await guideAliases() };
    const made = { ...found, matching, sets: new Map() };
    this.#pairs.set(name, made);
    return made;
  }
}

async function setOf(
  { matching, sets }: KnownPair,
  header: GroupHeader | undefined,
  transactionSet: string,
): Promise<SetMatch> {
  const key = choosing(header, transactionSet);
  const known = sets.get(key);
  if (known !== undefined) return known;
  const made = await matchSet(matching, header, transactionSet);
  sets.set(key, made);
  // There may be two thousand, and on the embedded store none of them waits: others have their turn.
  await setImmediate();
  return made;
}
