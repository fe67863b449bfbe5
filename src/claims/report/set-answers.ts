import type { AcknowledgmentState } from '../../acknowledgment/acknowledgment-state.js';
import { codeWords } from '../../acknowledgment/code-words.js';
import type {
  MatchedAcknowledgments,
  MatchedGroup,
  MatchedInterchange,
  MatchedTransaction,
} from '../../acknowledgment/match-acknowledgments.js';
import type { Finding } from '../../model/finding.js';
import { describePlaceInSet, findingWords } from '../../model/finding-words.js';
import type { Position } from '../../model/position.js';

/** What the TA1 and 999s have said of a set of claims that was sent. */
export interface SetAnswer {
  /** ISA13, GS06 and ST02, as they were sent: whoever keeps them with the claims knows the claims. */
  readonly interchange: string;
  readonly group: string;
  readonly set: string;
  readonly state: AcknowledgmentState;
  /** Why, in words. Of an accepted set: what was wrong and taken all the same. */
  readonly reasons: readonly SetReason[];
}

/** A reason in words, without a value. */
export interface SetReason {
  /** Such as `TA105 023`, `AK905 5`, `IK502 4` or `IK403 7`. */
  readonly code: string;
  /** Where in the set: `segment 9 DMG, loop 2010BA, DMG02`; absent: all of it. */
  readonly place?: string | undefined;
  readonly text: string;
  readonly advice: string;
  /** CLM01 of the claim at fault, where the partner has named it (CTX): data, and none of a message. */
  readonly patientControlNumber?: string | undefined;
}

/** Every set that was sent, with its answer; those still awaited among them. */
export function setAnswers({ interchanges }: MatchedAcknowledgments): readonly SetAnswer[] {
  return interchanges.flatMap((interchange) =>
    interchange.groups.flatMap((group) =>
      group.transactions.map((set) => ({
        interchange: interchange.sent.header.controlNumber,
        group: group.sent.header?.controlNumber ?? '',
        set: set.sent.header.controlNumber,
        state: set.state,
        reasons: [...reasonsOfInterchange(interchange), ...reasonsOfGroup(group), ...reasonsOfSet(set)],
      })),
    ),
  );
}

function reasonsOfInterchange({ answers }: MatchedInterchange): readonly SetReason[] {
  return answers.flatMap(({ result: { code, text, finding } }) =>
    finding === undefined ? [] : [{ code: `TA105 ${code}`, text, advice: findingWords(finding).advice }],
  );
}

function reasonsOfGroup({ answers }: MatchedGroup): readonly SetReason[] {
  const codes = new Set(answers.flatMap(({ acknowledgment }) => acknowledgment.codes));
  return [...codes].map((code) => ({ code: `AK905 ${code}`, ...codeWords('group', code) }));
}

/** IK502 that says no more than that segments have errors, each of which is listed. */
const LISTED: ReadonlySet<string> = new Set(['5', 'I5']);

function reasonsOfSet({ answers, findings }: MatchedTransaction): readonly SetReason[] {
  const codes = new Set(answers.flatMap((answer) => answer.codes));
  const own = [...codes].filter((code) => findings.length === 0 || !LISTED.has(code));
  return [
    ...own.map((code) => ({ code: `IK502 ${code}`, ...codeWords('transaction', code) })),
    ...findings.map(reasonOfFinding),
  ];
}

/** CTX01-1 of an 837. */
const CLAIM_UNIT = 'CLM01';

function reasonOfFinding(found: Finding): SetReason {
  const { code, text, advice } = findingWords(found);
  const { trigger, unit } = found;
  const because = trigger === undefined ? '' : `; because of ${describePlaceInSet(named(trigger))}`;
  const place = `${describePlaceInSet(named(found.at))}${because}`;
  return {
    ...{ code, place, text, advice },
    ...(unit?.name === CLAIM_UNIT && unit.id !== '' ? { patientControlNumber: unit.id } : {}),
  };
}

const SEGMENT = /^[A-Z][A-Z0-9]{1,2}$/;
const LOOP = /^\d{4}[A-Z]{0,2}$/;

/** Names of segments and loops are told; what a partner writes in their places and is none, such as a name of somebody, is not. */
function named({ segmentId, loopId, ...at }: Position): Position {
  return {
    ...at,
    ...(segmentId !== undefined && SEGMENT.test(segmentId) ? { segmentId } : {}),
    ...(loopId !== undefined && LOOP.test(loopId) ? { loopId } : {}),
  };
}
