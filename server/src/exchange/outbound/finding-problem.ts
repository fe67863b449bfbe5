import { describeFinding, elementReference, type Finding } from 'ediloom';
import type { ProblemDetail } from '../../problems.js';

/** The engine's pointer names a set by its place in the document. */
const SET = /^\/interchanges\/0\/groups\/(\d+)\/transactions\/(\d+)\/data/;

/**
 * A finding as the errors of an answer say it: what and where, in the standard's words and by JSON pointer; no value.
 * @param pointerOf where a set stands in what the client sent.
 */
export function problemOf(found: Finding, pointerOf: (group: number, transaction: number) => string): ProblemDetail {
  const { code, text, advice } = describeFinding(found);
  const { at } = found;
  const path = at.pointer?.replace(SET, (_, group, transaction) => pointerOf(Number(group), Number(transaction)));
  return {
    message: `${text}. ${advice}`,
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
    ...(found.rule === undefined ? {} : { rule: found.rule }),
    ...(found.character === undefined ? {} : { character: found.character.name }),
  };
}
