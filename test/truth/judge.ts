import { X12Error } from '../../src/model/error.js';
import type { Finding } from '../../src/model/finding.js';
import { validateNow } from '../fuzz/read-now.js';
import type { Spoilt, Want } from './way.js';

/** How well the engine tells one fault. */
export interface Verdict {
  readonly found: boolean;
  readonly code: boolean;
  readonly place: boolean;
  readonly alone: boolean;
  /** What it told, without values. */
  readonly told: readonly string[];
}

/** Reads the spoilt text and compares what is told with what the standard wants. */
export function judge({ text, wants, allowed = [], open = [] }: Spoilt): Verdict {
  const told = toldOf(text);
  if (typeof told === 'string') return { found: true, code: false, place: false, alone: true, told: [told] };
  const rest = new Set(told);
  let [code, place] = [true, true];
  for (const want of wants) {
    const best = bestMatch([...rest], want);
    if (best !== undefined) rest.delete(best);
    code &&= best !== undefined && isRightCode(best, want);
    place &&= best !== undefined && isRightPlace(best, want);
  }
  const others = [...rest].filter(
    (found) =>
      !open.includes(found.level) && !allowed.some((want) => isRightCode(found, want) && isRightPlace(found, want)),
  );
  return { found: told.length >= wants.length, code, place, alone: others.length === 0, told: told.map(lineOf) };
}

// Notices are about the reading, such as the choice of a guide, not about a fault.
function toldOf(text: string): readonly Finding[] | string {
  try {
    const { findings } = validateNow([Buffer.from(text, 'latin1')], {});
    return findings.filter(({ severity }) => severity !== 'notice');
  } catch (error) {
    if (error instanceof X12Error) return error.code;
    throw error;
  }
}

function bestMatch(findings: readonly Finding[], want: Want): Finding | undefined {
  const score = (found: Finding): number => (isRightCode(found, want) ? 2 : 0) + (isRightPlace(found, want) ? 1 : 0);
  let best = findings[0];
  for (const found of findings) if (best !== undefined && score(found) > score(best)) best = found;
  return best;
}

function isRightCode(found: Finding, { level, codes }: Want): boolean {
  if (codes.length === 0) return found.level === level || found.level === 'content';
  return found.level === level && found.code !== undefined && codes.includes(found.code);
}

function isRightPlace({ at }: Finding, { at: want }: Want): boolean {
  if (want.interchange !== undefined && want.interchange !== at.interchange) return false;
  if (want.group !== undefined && want.group !== at.group) return false;
  if (want.transaction !== undefined && want.transaction !== at.transaction) return false;
  if (want.segment !== undefined && want.segment !== at.segment) return false;
  if (want.segmentId !== undefined && at.segmentId !== undefined && want.segmentId !== at.segmentId) return false;
  if (want.loopId !== undefined && want.loopId !== (at.loopId ?? '')) return false;
  if (want.element !== undefined && !isOneOf(at.element, want.element)) return false;
  if (want.component !== undefined && !isOneOf(at.component ?? 0, want.component)) return false;
  return want.repetition === undefined || want.repetition === (at.repetition ?? 1);
}

function isOneOf(is: number | undefined, want: number | readonly number[]): boolean {
  return typeof want === 'number' ? is === want : is !== undefined && want.includes(is);
}

function lineOf({ level, code, reason, at }: Finding): string {
  const ik4 = [at.element, at.component, at.repetition].map((part) => part ?? '').join(':');
  const place = `${at.segmentId ?? ''}*${at.segment ?? ''}*${at.loopId ?? ''} ${ik4.replace(/:+$/, '')}`;
  return `${level} ${code ?? '-'} ${reason} ${place}`.trim();
}
