import { checkFit } from '../envelope/check-group.js';
import type { GroupHeader, TransactionHeader } from '../envelope/headers.js';
import type { GuidePlan } from '../guide/plan/plan.js';
import { type Finding, finding } from '../model/finding.js';
import type { Position } from '../model/position.js';
import { headerValue } from './control-number-of.js';
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
function guideKind({ guide, root }: GuidePlan): SetKind {
  const slot = root.slots.find((one) => one.kind === 'segment' && one.tag === 'ST');
  const implementation = slot?.kind === 'segment' ? slot.elements[3]?.single : undefined;
  return { transactionSet: guide.x12.transactionSet, implementation };
}

function genericKind(data: unknown, header: TransactionInput['header'] | null): SetKind {
  const textOf = (suffix: string): string | undefined => {
    const value = headerValue(undefined, data, suffix);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    transactionSet: textOf('_01') ?? header?.transactionSet ?? '',
    implementation: textOf('_03') ?? header?.implementation,
  };
}
