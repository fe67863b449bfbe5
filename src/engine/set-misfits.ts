import { checkFit } from '../envelope/check-group.js';
import type { GroupHeader, TransactionHeader } from '../envelope/headers.js';
import type { GuidePlan } from '../guide/plan/plan.js';
import { type Finding, finding } from '../model/finding.js';
import type { Position } from '../model/position.js';
import { headerSlot, headerValue } from './control-number-of.js';
import type { TransactionInput } from './document.js';

type SetKind = Pick<TransactionHeader, 'transactionSet' | 'implementation'>;

/**
 * What reading will say of a set in the group that it is written in: GS01 and GS08 may be given, and sets of several kinds put into one group.
 * @param plan undefined for the generic form.
 */
export function misfitsOf(
  plan: GuidePlan | undefined,
  { data, header }: TransactionInput,
  group: GroupHeader | undefined,
  place: Position,
): readonly Finding[] {
  const kind = plan === undefined ? genericKind(data, header) : guideKind(plan);
  if (group === undefined || kind.transactionSet === '') return [];
  // A warning is another maintenance level of the same guide, which partners ask for.
  return checkFit(kind, group)
    .filter(({ severity }) => severity !== 'warning')
    .map(({ reason, element }) => finding(reason, { ...place, segment: 1, segmentId: 'ST', element }));
}

// Data that have another ST01 or ST03 than the guide are told as such.
function guideKind(plan: GuidePlan): SetKind {
  return { transactionSet: plan.guide.x12.transactionSet, implementation: headerSlot(plan)?.elements[3]?.single };
}

function genericKind(data: unknown, header: TransactionInput['header'] | null): SetKind {
  const [transactionSet, implementation] = ['_01', '_03'].map((suffix) => {
    const value = headerValue(undefined, data, suffix);
    return typeof value === 'string' ? value : '';
  });
  return {
    transactionSet: transactionSet || (header?.transactionSet ?? ''),
    implementation: implementation || header?.implementation,
  };
}
