import { describeFinding, type Finding } from 'ediloom';
import { elementReference } from 'ediloom/words';
import type { ProblemDetail } from '../../problems.js';
import { type FoundIn, findingLimits } from './finding-limits.js';

/** The engine's pointer names a set by its place in the document. */
const SET = /^\/interchanges\/0\/groups\/(\d+)\/transactions\/(\d+)\/data/;

/** Where the sets of a request are that findings speak of. */
export interface FindingPlaces {
  /** Where a set stands in what the client sent. */
  readonly pointerOf: (group: number, transaction: number) => string;
  /** The set itself, for the limits that it breaks; absent where there is only the file. */
  readonly setOf?: (group: number, transaction: number) => FoundIn;
  /** Whether a key that nobody knows is compared with those of the guide. */
  readonly comparesKeys?: boolean;
}

/** A finding as the errors of an answer say it: what, where, and which limit, in the standard's words and by JSON pointer; no value. */
export function problemOf(found: Finding, { pointerOf, setOf, comparesKeys }: FindingPlaces): ProblemDetail {
  const { at } = found;
  const [set = '', group, transaction] = SET.exec(at.pointer ?? '') ?? [];
  const isLeft = set === '' || (found.reason === 'property-unknown' && comparesKeys !== true);
  const inSet = isLeft ? undefined : setOf?.(Number(group), Number(transaction));
  const known = inSet === undefined ? undefined : findingLimits(found, inSet, (at.pointer ?? '').slice(set.length));
  const { code, text, advice } = describeFinding(found, { guide: inSet?.guide });
  const path = at.pointer?.replace(SET, (_, group, transaction) => pointerOf(Number(group), Number(transaction)));
  return {
    message: `${text}. ${known?.advice ?? advice}`,
    code: code === '' ? found.reason : code,
    reason: found.reason,
    severity: found.severity,
    ...(path === undefined ? {} : { path }),
    ...(at.group === undefined ? {} : { group: at.group }),
    ...(at.transaction === undefined ? {} : { transaction: at.transaction }),
    ...(at.segmentId === undefined ? {} : { segment: at.segmentId }),
    ...(at.segment === undefined ? {} : { segmentPosition: at.segment }),
    ...(at.loopId === undefined || at.loopId === '' ? {} : { loop: at.loopId }),
    ...(at.element === undefined ? {} : { element: elementReference(at) }),
    ...(known === undefined ? {} : { limits: known.limits }),
    ...(found.rule === undefined ? {} : { rule: found.rule }),
    ...(found.character === undefined ? {} : { character: found.character.name }),
  };
}
