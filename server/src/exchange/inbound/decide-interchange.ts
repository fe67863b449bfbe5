import type { Finding } from 'ediloom';
import type { OutlinedInterchange } from '../../reading/reader.js';
import type { FaultDetail } from '../../resources/executions/columns.js';
import type { GuideLibrary } from '../../resources/guides/guide-library.js';
import type { InterchangeNumber } from '../../resources/inbound/interchanges.js';
import { pairOf } from '../../resources/inbound/pair.js';
import type { InboundMode } from '../../resources/inbound/usage.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { InterchangeState } from '../../store/exchange-tables.js';
import type { Connections, Partnerships } from '../../store/tables.js';
import { numberIn } from '../tracking/received-answers.js';
import { EarlierInterchanges } from './earlier-interchanges.js';
import { missingIds, modeOfInterchange } from './envelope-faults.js';
import { faultAt, type InboundFault } from './inbound-fault.js';
import { InboundMatcher, type MatchedInterchange } from './match-inbound.js';

/** What is done with one interchange of a file, before any of its sets is read. */
export interface DecidedInterchange {
  /** 1-based interchange of the file. */
  readonly place: number;
  readonly outlined: OutlinedInterchange;
  readonly matched: MatchedInterchange;
  /** `undefined`: its ISA15 says none. */
  readonly mode: InboundMode | undefined;
  /**
   * `read`: judged and answered. `quarantined`, `held`: it waits for somebody, and is answered by nothing. `elsewhere`: somebody has had it
   * processed by itself.
   */
  readonly fate: 'read' | 'quarantined' | 'held' | 'elsewhere';
  /** It came before with the same bytes: its TA1 rejects it. */
  readonly isDuplicate: boolean;
  /** By which it is known again. */
  readonly number: InterchangeNumber;
  /**
   * That number, where others of the file have it and none came before in another file: which of them is processed is known when they are
   * judged. Until then those with the bytes of one before them are taken for duplicates.
   */
  readonly shares?: string | undefined;
  readonly faults: readonly InboundFault[];
}

/** How a file has come, and what somebody has decided of it. */
export interface ReceivedOver {
  readonly connection: Pick<Connections, 'id' | 'partnership_id' | 'test'>;
  /** Somebody has it processed again, or in spite of its number: what came before does not matter. */
  readonly isExempt: boolean;
  /** To which partnership somebody has assigned it. */
  readonly partnershipId: string | undefined;
  /** What became of the interchanges of the file when it was processed before, by their places. */
  readonly before: ReadonlyMap<number, InterchangeState>;
}

interface Decides {
  readonly queries: AccountQueries;
  readonly library: GuideLibrary;
  readonly over: ReceivedOver;
  readonly now: number;
}

/** Decides all interchanges of a file, in its order, but for what those that share a number in it come to. */
export async function decideInterchanges(
  { queries, library, over, now }: Decides,
  interchanges: readonly OutlinedInterchange[],
): Promise<readonly DecidedInterchange[]> {
  const matcher = new InboundMatcher(queries, library, over.partnershipId);
  const decided: DecidedInterchange[] = [];
  for (const [index, outlined] of interchanges.entries()) {
    decided.push(await matchedInterchange(matcher, over, { place: index + 1, outlined }));
  }
  if (over.isExempt) return decided;
  const known = await EarlierInterchanges.of(queries, decided.filter(isRead), now);
  return decided.map((one) => (isRead(one) ? comparedWith(known, one) : one));
}

const isRead = ({ fate }: DecidedInterchange): boolean => fate === 'read';

interface ToDecide {
  readonly place: number;
  readonly outlined: OutlinedInterchange;
}

/** Whose it is, and whether it can be read as things are configured. */
async function matchedInterchange(
  matcher: InboundMatcher,
  over: ReceivedOver,
  { place, outlined }: ToDecide,
): Promise<DecidedInterchange> {
  const { header, groups } = outlined;
  const { mode, faults: modeFaults } = modeOfInterchange(place, header, over.connection.test === 1);
  const assigned = over.partnershipId;
  const missing = missingIds(place, outlined).filter(
    ({ code }) => assigned === undefined || !code.match(/_(ID|QUALIFIER)$/),
  );
  const hasIds = assigned !== undefined || missing.every(({ code }) => code === 'MISSING_FUNCTIONAL_GROUP_RELEASE');
  const matched: MatchedInterchange = hasIds
    ? await matcher.match({ place, header, groups })
    : { partnership: undefined, groups: [], faults: [] };
  // Nine zeros are a number like any other; what is none, or has more digits than an ISA13, is rejected (TA105 018, 022).
  const number = { pair: pairOf(header), controlNumber: numberIn(header.controlNumber.trim()) };
  const base = { place, outlined, matched, mode, number, isDuplicate: false };
  const mismatch = assigned === undefined ? mismatchOf(place, over, matched.partnership) : [];
  const state = over.before.get(place);
  if (state === 'assigned' || state === 'released') return { ...base, fate: 'elsewhere', faults: [] };
  // One that was cut off is rejected (TA105 023), whatever its last segment lacks: nobody could configure anything for half of a GS or ST.
  const lacking =
    outlined.truncated === true && matched.partnership !== undefined ? [] : [...missing, ...matched.faults];
  const faults = [...lacking, ...modeFaults, ...mismatch];
  return faults.length > 0 ? { ...base, fate: 'quarantined', faults } : { ...base, fate: 'read', faults };
}

function comparedWith(known: EarlierInterchanges, one: DecidedInterchange): DecidedInterchange {
  const before = known.hashesOf(one.number);
  if (before !== undefined) return before.has(one.outlined.sha256) ? duplicateOf(one) : heldBehind(one);
  const { shares, isCopy } = known.inFile(one);
  return { ...(isCopy ? duplicateOf(one) : one), shares };
}

function duplicateOf(one: DecidedInterchange): DecidedInterchange {
  return { ...one, isDuplicate: true, faults: [duplicateFault(one.place)] };
}

/** It waits, as another of its number was processed. */
export function heldBehind(one: DecidedInterchange): DecidedInterchange {
  return { ...one, fate: 'held', isDuplicate: false, faults: [heldFault(one.place)] };
}

/** The connection says who may send over it: another's interchange is not believed (its sender could be anybody). */
function mismatchOf(
  place: number,
  { connection }: ReceivedOver,
  partnership: Partnerships | undefined,
): InboundFault[] {
  if (partnership === undefined || connection.partnership_id === null) return [];
  if (connection.partnership_id === partnership.partnership_id) return [];
  const text = `its ids are those of partnership ${partnership.partnership_id}, and it came over a connection of ${connection.partnership_id}. Ask the partner; if it is right, assign it to the partnership.`;
  return [faultAt({ interchange: place }, 'MISMATCHED_PARTNERSHIP_CONNECTION', { text })];
}

function duplicateFault(place: number): InboundFault {
  const text =
    'the same interchange was processed before, and it is not processed twice. If it is to be, retry the execution.';
  const detail = cameBeforeAs('interchange-duplicate', place);
  return faultAt({ interchange: place }, 'FAILED_TO_PARSE_METADATA', { text, detail });
}

function heldFault(place: number): InboundFault {
  const text =
    'another interchange of the same number (ISA13) was processed before, with other contents. Ask the partner which is right; release it if it is to be processed, too.';
  const detail = cameBeforeAs('interchange-held', place);
  return faultAt({ interchange: place }, 'FAILED_TO_PARSE_METADATA', { text, detail });
}

/** The contract has one code for both: programs tell them apart by this, as they do what is wrong with an envelope. */
function cameBeforeAs(code: 'interchange-duplicate' | 'interchange-held', interchange: number): FaultDetail {
  return { translateFaultContext: { context: { code, lineage: {}, interchange } } };
}

/** What a duplicate is rejected for: TA105 025. */
export function duplicateFinding(interchange: number): Finding {
  const at = { interchange };
  return { at, reason: 'interchange-duplicate', severity: 'error', snip: 1, level: 'interchange', code: '025' };
}
