import type { BrokenSetEdit, CheckedClaim } from '../claims/claim-codec-types.js';
import type { BrokenEdit } from '../claims/edits/judge-claim.js';
import type { Finding } from '../model/finding.js';
import type { Describer } from './describer.js';
import type { Output } from './output.js';
import { printable } from './printable.js';

/** A rule that is broken, as it is told. */
export interface ToldRule {
  readonly severity: 'error' | 'warning';
  /** `V01` of the claim's rules, or a rule of the form. */
  readonly rule: string;
  /** JSON pointer; of an 837, the one that the claim would have in JSON. */
  readonly pointer: string;
  readonly text: string;
  /** STC01 of a 277CA, where the rule has one. */
  readonly status?: string;
  /** Of an 837: loop, segment and element; ST02, and the number of the claim in the set. */
  readonly element?: string;
  readonly set?: string;
  readonly claim?: number;
}

/** Problems and errors first, then what only should be known. */
export function rulesOf({
  problems,
  errors,
  warnings,
}: Pick<CheckedClaim, 'problems' | 'warnings'> & {
  readonly errors: readonly (BrokenEdit & Partial<BrokenSetEdit>)[];
}): readonly ToldRule[] {
  return [
    ...problems.map(({ rule, pointer, text }) => ({ severity: 'error' as const, rule, pointer, text })),
    ...errors.map(({ id, pointer, status, text, element }) => ({
      ...{ severity: 'error' as const, rule: id, pointer, text, status },
      ...(element === undefined ? {} : { element }),
    })),
    ...warnings.map(({ rule, pointer, text }) => ({ severity: 'warning' as const, rule, pointer, text })),
  ];
}

/** What keeps an 837 from being read as it was meant, in the words of X12. */
export function ruleOfFault(found: Finding, describer: Describer): ToldRule {
  const { place, text, advice } = describer.describe(found);
  return { severity: 'error', rule: found.reason, pointer: '', text: `${text}. ${advice}`, element: place };
}

/** What and why on one line, where on the next. */
export function tellRules(rules: readonly ToldRule[], to: Output): void {
  for (const { severity, rule, pointer, text, status, element, set, claim } of rules) {
    const head = `${to.paint(severity === 'error' ? 'red' : 'yellow', severity)} ${to.paint('bold', rule)}`;
    const place = set === undefined ? '' : `set ${set}, claim ${claim}, `;
    const own = pointer === '' ? 'the whole request' : pointer;
    const where = element === undefined ? own : pointer === '' ? element : `${element} (${own} in JSON)`;
    const told = status === undefined ? '' : `; status ${status}`;
    to.line(`${head}  ${text}`);
    // A pointer may hold a name of the request's own.
    to.line(`    ${to.paint('dim', printable(`${place}${where}${told}`))}`);
  }
}
