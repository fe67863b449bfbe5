import { describeFinding, type Finding } from 'ediloom';
import type { FaultDetail } from '../../resources/executions/columns.js';
import type { DecidedInterchange } from './decide-interchange.js';
import { faultAt, type InboundFault } from './inbound-fault.js';

/** Of one transaction set; a file of nonsense has as many findings as it has bytes. */
const MOST_OF_SET = 20;

/** What a finding is in a fault: where, by which code, and never a value. */
function contextOf({ at, reason, code }: Finding): object {
  return {
    context: {
      code: reason,
      ...(code === undefined ? {} : { x12_code: code }),
      lineage: {
        ...(at.loopId === undefined || at.loopId === '' ? {} : { loop_id: at.loopId }),
        ...(at.segmentId === undefined ? {} : { segment_id: at.segmentId }),
        ...(at.element === undefined ? {} : { element_pos: at.element }),
        ...(at.component === undefined ? {} : { component_pos: at.component }),
      },
      ...(at.segment === undefined ? {} : { segment_index: at.segment }),
      ...(at.dataElement === undefined ? {} : { element_refnum: at.dataElement }),
      interchange: at.interchange,
      ...(at.group === undefined ? {} : { group: at.group }),
      ...(at.transaction === undefined ? {} : { transaction: at.transaction }),
    },
  };
}

/** Why an envelope was not taken: errors of the interchange and of its groups. */
export function envelopeFindings({ place }: DecidedInterchange, findings: readonly Finding[]): readonly InboundFault[] {
  return findings
    .filter(({ severity, level }) => severity === 'error' && (level === 'interchange' || level === 'group'))
    .slice(0, MOST_OF_SET)
    .map((found) => {
      const { text, advice, code } = describeFinding(found);
      return faultAt({ interchange: place, group: found.at.group }, 'FAILED_TO_PARSE_METADATA', {
        text: `${text} (${code}). ${advice}`,
        detail: { translateFaultContext: contextOf(found) },
      });
    });
}

/** Where a set stands, for its faults. */
export interface SetPlaceOf {
  readonly group: number;
  /** Absent: it is not known which. */
  readonly transaction: number | undefined;
}

/** What the usual codes of a set as a whole mean (IK502, AK502), and what to ask the partner for. */
const OF_WHOLE_SETS: Readonly<Record<string, string>> = {
  1: 'The set is not supported: ask the partner to leave it out, or create a setting for it.',
  2: 'Its SE is missing: ask the partner to end every set with one.',
  3: 'ST02 and SE02 differ: ask the partner to write the same number into both.',
  4: 'SE01 is not the number of its segments: ask the partner to count from ST to SE, both included.',
  6: 'ST01 is no transaction set, or one that does not belong into its group: ask the partner to compare it with GS01.',
  7: 'ST02 is no number of four to nine characters: ask the partner for one.',
  23: 'Another set of its group has the same ST02: ask the partner to number each by itself.',
};

/** A set that was rejected, with what was found in it and the codes of its AK5 or IK5. */
interface RejectedSet {
  readonly transactionSet: string;
  readonly findings: readonly Finding[];
  readonly codes?: readonly string[] | undefined;
}

/** Why a set was not taken: each of its errors, or one fault where it has none of its own. */
export function setFaults(
  decided: DecidedInterchange,
  { group, transaction }: SetPlaceOf,
  { transactionSet, findings, codes = [] }: RejectedSet,
): readonly InboundFault[] {
  const header = decided.outlined.groups[group - 1]?.header;
  const match = decided.matched.groups[group - 1]?.sets.find((set) => set.transactionSet === transactionSet);
  const detail: FaultDetail = {
    transactionSetIdentifier: transactionSet.slice(0, 10),
    ...(header === undefined ? {} : { release: header.release.slice(0, 20) }),
    ...(match?.guide === undefined ? {} : { guideId: match.guide.id }),
  };
  const where = { interchange: decided.place, group, transaction };
  const errors = findings.filter(({ severity, level }) => severity === 'error' && level !== 'content');
  if (errors.length === 0) {
    const why = codes.length === 0 ? '' : ` (IK502 ${codes.join(', ')})`;
    const said = codes.flatMap((one) => OF_WHOLE_SETS[one] ?? []);
    const text = `it was rejected as a whole${why}. ${said.length === 0 ? 'Check the file with ediloom validate.' : said.join(' ')}`;
    return [faultAt(where, 'FAILED_TO_TRANSLATE', { text, detail })];
  }
  return errors.slice(0, MOST_OF_SET).map((found) => {
    const { text, advice } = describeFinding(found);
    const { segment, segmentId } = found.at;
    return faultAt(
      { ...where, segment: segmentId === undefined ? undefined : `${segment ?? ''} (${segmentId})` },
      'TRANSLATION_ERROR',
      {
        text: `${text}. ${advice}`,
        detail: { ...detail, translateFaultContext: contextOf(found) },
      },
    );
  });
}
