import type { AcknowledgedInterchange, GroupHeader } from 'ediloom';
import {
  MOST_REJECTED,
  type PlannedGroup,
  type PlannedGuide,
  type PlannedInterchange,
  type PlannedSet,
  type ReadPlan,
} from '../../reading/reader.js';
import { fragmentConfigOf } from '../../resources/transaction-settings/fragment-config.js';
import { policyOf } from './acknowledgment-policy.js';
import { type DecidedInterchange, duplicateFinding } from './decide-interchange.js';
import { envelopeFindings, setFaults } from './finding-faults.js';
import { faultAt, type InboundFault } from './inbound-fault.js';
import { ACKNOWLEDGMENTS, type MatchedSet } from './match-set.js';

/** An interchange, and what reading it has come to. */
export interface JudgedInterchange extends DecidedInterchange {
  /** Absent: it was not read. */
  readonly acknowledged: AcknowledgedInterchange | undefined;
  /** Of each group: ordinals of the sets that are taken, ascending. */
  readonly wanted: readonly (readonly number[])[];
}

/** By what a file is read: the interchanges that are to be, and each guide once. */
export async function planOf(decided: readonly DecidedInterchange[]): Promise<ReadPlan> {
  const guides = new Map<string, PlannedGuide>();
  for (const { guide } of decided.flatMap(setsOf)) {
    if (guide !== undefined && !guides.has(guide.id)) guides.set(guide.id, await guide.plan());
  }
  return { guides: [...guides.values()], interchanges: decided.map(plannedInterchange) };
}

function setsOf({ fate, matched }: DecidedInterchange): readonly MatchedSet[] {
  return fate === 'read' ? matched.groups.flatMap(({ sets }) => sets) : [];
}

/** @returns `undefined` for one that is not read. */
export function plannedInterchange(decided: DecidedInterchange): PlannedInterchange | undefined {
  const { place, fate, isDuplicate, matched } = decided;
  if (fate !== 'read') return undefined;
  return {
    policy: policyOf(matched.partnership),
    findings: isDuplicate ? [duplicateFinding(place)] : [],
    groups: matched.groups.map(({ sets }): PlannedGroup => ({ guides: Object.fromEntries(sets.flatMap(plannedSet)) })),
  };
}

function plannedSet({ transactionSet, guide, setting }: MatchedSet): readonly (readonly [string, PlannedSet])[] {
  if (guide === undefined) return [];
  const config = setting === undefined ? undefined : fragmentConfigOf(setting);
  const keyName = guide.fragmentPath;
  if (config?.enabled !== true || keyName === undefined) return [[transactionSet, { guide: guide.id }]];
  const { batchSizeKb } = config;
  return [[transactionSet, { guide: guide.id, fragments: { keyName, batchSizeKb } }]];
}

/**
 * What was judged, tied to what was decided, and why something of it is not taken.
 * @throws Error where one that was to be read was not judged: what nobody has judged is neither accepted nor rejected.
 */
export function judgedFile(
  decided: readonly DecidedInterchange[],
  acknowledged: ReadonlyMap<number, AcknowledgedInterchange>,
): { readonly interchanges: readonly JudgedInterchange[]; readonly faults: readonly InboundFault[] } {
  const faults: (readonly InboundFault[])[] = [];
  const interchanges = decided.map((one): JudgedInterchange => {
    faults.push(one.faults);
    if (one.fate !== 'read') return { ...one, acknowledged: undefined, wanted: [] };
    const judged = acknowledged.get(one.place);
    if (judged === undefined) throw new Error(`Interchange ${one.place} of the file was read, and not judged.`);
    if (!one.isDuplicate) faults.push(envelopeFindings(one, judged.findings));
    faults.push(rejectedSets(one, judged));
    // Sets of acknowledgments, too, which nobody answers.
    const wanted = judged.accepted.map((sets) => sets.flatMap((isAccepted, index) => (isAccepted ? index + 1 : [])));
    return { ...one, acknowledged: judged, wanted };
  });
  return { interchanges, faults: faults.flat() };
}

function rejectedSets(
  decided: DecidedInterchange,
  { groups, accepted, findings }: AcknowledgedInterchange,
): InboundFault[] {
  const faults: InboundFault[] = [];
  const places = answeredPlaces(decided);
  for (const [index, { transactions, verdict, codes }] of groups.entries()) {
    const group = places[index] ?? index + 1;
    const isTold = findings.some(
      ({ at, level, severity }) => level === 'group' && severity === 'error' && at.group === group,
    );
    if (verdict === 'R' && transactions.length === 0 && !isTold) {
      faults.push(codes.length === 0 ? withOthers(decided, group) : namelessSet(decided, group));
    }
    // In order; where one set has rejected all of them, or they are very many, only those in error are listed: what was found says where.
    const all = transactions.length === accepted[group - 1]?.length;
    transactions.forEach((set, place) => {
      if (set.verdict === 'A' || set.verdict === 'E') return;
      const found = set.findings.find(({ at }) => at.transaction !== undefined)?.at.transaction;
      faults.push(...setFaults(decided, { group, transaction: all ? place + 1 : found }, set));
    });
  }
  // Those of acknowledgments stand in no answer.
  for (const [index, sets] of accepted.entries()) {
    const { header, sets: kinds = [] } = decided.outlined.groups[index] ?? {};
    const group = index + 1;
    const rejected = sets.flatMap((isAccepted, place) => (isAccepted ? [] : place + 1));
    if (header?.functionalIdentifierCode !== ACKNOWLEDGMENTS || rejected.length === 0) continue;
    if (rejected.length > MOST_REJECTED) {
      faults.push(unnamedSets(decided, group));
      continue;
    }
    const [transactionSet = ''] = kinds;
    for (const transaction of rejected) {
      faults.push(...setFaults(decided, { group, transaction }, { transactionSet, findings: [] }));
    }
  }
  return faults;
}

/** Of a group that has more sets in error than are named one by one: all of it is rejected. */
function unnamedSets({ place }: DecidedInterchange, group: number): InboundFault {
  const text = `it was rejected as a whole, as more than ${MOST_REJECTED} transaction sets of the interchange have errors. Check the file with ediloom validate.`;
  return faultAt({ interchange: place, group }, 'FAILED_TO_TRANSLATE', { text });
}

/** Of a group that nothing is said of by itself. */
function withOthers(decided: DecidedInterchange, group: number): InboundFault {
  if (policyOf(decided.matched.partnership).transactions !== 'all or none') return unnamedSets(decided, group);
  const text =
    'it was rejected as a whole, as another transaction set of the interchange was, and the partnership takes all of them or none. Have the interchange sent anew when that is mended.';
  return faultAt({ interchange: decided.place, group }, 'FAILED_TO_TRANSLATE', { text });
}

/** Of a group with a set that no answer can name: all of it is rejected, as its partner can be told of no set. */
function namelessSet({ place }: DecidedInterchange, group: number): InboundFault {
  const text =
    'it was rejected as a whole, as a transaction set of it has an ST01 or ST02 that no acknowledgment can repeat. Ask the partner to number transaction sets with four to nine letters and digits.';
  return faultAt({ interchange: place, group }, 'FAILED_TO_TRANSLATE', { text });
}

/** Groups that are answered, as the engine lists them: not those of acknowledgments, and those that no AK1 can name. */
function answeredPlaces({ outlined }: DecidedInterchange): readonly number[] {
  return outlined.groups.flatMap(({ header }, index) =>
    header === undefined || header.functionalIdentifierCode === ACKNOWLEDGMENTS || !canBeAnswered(header)
      ? []
      : index + 1,
  );
}

const canBeAnswered = ({ functionalIdentifierCode }: GroupHeader): boolean =>
  /^[0-9A-Z]{2}$/.test(functionalIdentifierCode);

/** How many sets of an interchange were accepted, whether they were taken before or not. */
export function wantedSets({ wanted }: Pick<JudgedInterchange, 'wanted'>): number {
  return wanted.reduce((sum, sets) => sum + sets.length, 0);
}

/** The plan by which the sets are read that were taken. */
export function takingPlan(plan: ReadPlan, interchanges: readonly JudgedInterchange[]): ReadPlan {
  return {
    guides: plan.guides,
    interchanges: plan.interchanges.map((planned, index) => {
      const { wanted, acknowledged } = interchanges[index] ?? {};
      if (planned === undefined || acknowledged === undefined || wanted === undefined) return undefined;
      if (acknowledged.verdict.acknowledgmentCode === 'R') return undefined;
      const groups = planned.groups.map((group, place) => ({ ...group, wanted: wanted[place] ?? [] }));
      return { ...planned, groups };
    }),
  };
}
