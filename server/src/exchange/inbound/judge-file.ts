import type { AcknowledgedInterchange } from 'ediloom';
import type { GuideLibrary } from '../../resources/guides/guide-library.js';
import { fragmentConfigOf } from '../../resources/transaction-settings/fragment-config.js';
import { judgedGroups } from './accepted-sets.js';
import { policyOf } from './acknowledgment-policy.js';
import { type DecidedInterchange, duplicateFinding } from './decide-interchange.js';
import { envelopeFindings, setFaults } from './finding-faults.js';
import type { InboundFault } from './inbound-fault.js';
import type { MatchedSet } from './match-inbound.js';
import type { PlannedGroup, PlannedGuide, PlannedInterchange, PlannedSet, ReadPlan } from './reader.js';

/** An interchange, and what reading it has come to. */
export interface JudgedInterchange extends DecidedInterchange {
  /** Absent: it was not read. */
  readonly acknowledged: AcknowledgedInterchange | undefined;
  /** Of each group: ordinals of the sets that are taken, ascending; absent: all that have no error. */
  readonly wanted: readonly (readonly number[] | undefined)[];
}

/** By what a file is read: the interchanges that are to be, and each guide once. */
export async function planOf(library: GuideLibrary, decided: readonly DecidedInterchange[]): Promise<ReadPlan> {
  const shipped = new Set((await library.builtIn()).map(({ id }) => id));
  const guides = new Map<string, PlannedGuide>();
  for (const { guide } of decided.flatMap(setsOf)) {
    if (guide === undefined || guides.has(guide.id)) continue;
    const { id } = guide;
    guides.set(id, shipped.has(id) ? { id, shipped: true } : { id, guide: JSON.stringify((await guide.load()).guide) });
  }
  return { guides: [...guides.values()], interchanges: decided.map(plannedInterchange) };
}

function setsOf({ fate, matched }: DecidedInterchange): readonly MatchedSet[] {
  return fate === 'read' ? matched.groups.flatMap(({ sets }) => sets) : [];
}

function plannedInterchange(decided: DecidedInterchange): PlannedInterchange | undefined {
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

/** What was judged, tied to what was decided, and why something of it is not taken. */
export function judgedFile(
  decided: readonly DecidedInterchange[],
  acknowledged: readonly AcknowledgedInterchange[],
): { readonly interchanges: readonly JudgedInterchange[]; readonly faults: readonly InboundFault[] } {
  const byPlace = new Map(acknowledged.map((one) => [one.interchange, one]));
  const faults: InboundFault[] = [];
  const interchanges = decided.map((one): JudgedInterchange => {
    faults.push(...one.faults);
    const judged = one.fate === 'read' ? byPlace.get(one.place) : undefined;
    if (judged === undefined) return { ...one, acknowledged: undefined, wanted: [] };
    const groups = judgedGroups(
      one.outlined.groups.map(({ header }) => header),
      judged,
    );
    if (!one.isDuplicate) faults.push(...envelopeFindings(one, judged.findings));
    for (const { place: group, acknowledgment } of groups) {
      acknowledgment?.transactions.forEach((set, index) => {
        if (set.verdict === 'A' || set.verdict === 'E') return;
        // Where one set has rejected all of them, only those in error are listed: what was found says where.
        const transaction = set.findings.find(({ at }) => at.transaction !== undefined)?.at.transaction ?? index + 1;
        faults.push(...setFaults(one, { group, transaction }, set));
      });
    }
    const wanted = groups.map(({ accepted }) =>
      accepted === 'unjudged' ? undefined : [...accepted].sort((a, b) => a - b),
    );
    return { ...one, acknowledged: judged, wanted };
  });
  return { interchanges, faults };
}

/** The plan by which the sets are read that were taken. */
export function takingPlan(plan: ReadPlan, interchanges: readonly JudgedInterchange[]): ReadPlan {
  return {
    guides: plan.guides,
    interchanges: plan.interchanges.map((planned, index) => {
      const { wanted, acknowledged } = interchanges[index] ?? {};
      if (planned === undefined || acknowledged === undefined || wanted === undefined) return undefined;
      if (acknowledged.verdict.acknowledgmentCode === 'R') return undefined;
      const groups = planned.groups.map((group, place) => ({ ...group, wanted: wanted[place] }));
      return { ...planned, groups };
    }),
  };
}
