import type { CheckedClaim } from '../claims/claim-codec.js';
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
  /** Of an 837: ST02, and the number of the claim in the set. */
  readonly set?: string;
  readonly claim?: number;
}

/** Problems and errors first, then what only should be known. */
export function rulesOf({ problems, errors, warnings }: Omit<CheckedClaim, 'request'>): readonly ToldRule[] {
  return [
    ...problems.map(({ rule, pointer, text }) => ({ severity: 'error' as const, rule, pointer, text })),
    ...errors.map(({ id, pointer, status, text }) => ({ severity: 'error' as const, rule: id, pointer, text, status })),
    ...warnings.map(({ rule, pointer, text }) => ({ severity: 'warning' as const, rule, pointer, text })),
  ];
}

/** What and why on one line, where on the next. */
export function tellRules(rules: readonly ToldRule[], to: Output): void {
  for (const { severity, rule, pointer, text, status, set, claim } of rules) {
    const head = `${to.paint(severity === 'error' ? 'red' : 'yellow', severity)} ${to.paint('bold', rule)}`;
    const place = set === undefined ? '' : `set ${set}, claim ${claim}, `;
    const told = status === undefined ? '' : `; status ${status}`;
    to.line(`${head}  ${text}`);
    // A pointer may hold a name of the request's own.
    to.line(`    ${to.paint('dim', printable(`${place}${pointer === '' ? 'the whole request' : pointer}${told}`))}`);
  }
}
