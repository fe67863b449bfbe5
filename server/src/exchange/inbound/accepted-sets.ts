import type { AcknowledgedInterchange, GroupHeader } from 'ediloom';
import type { FunctionalAcknowledgment } from 'ediloom/acknowledgment';
import { ACKNOWLEDGMENTS } from './match-inbound.js';

/** What was decided of one group of an interchange that was not rejected as a whole. */
export interface JudgedGroup {
  /** 1-based group of the interchange. */
  readonly place: number;
  /** `undefined`: it is one of acknowledgments, which nobody answers, or one that no answer can name. */
  readonly acknowledgment: FunctionalAcknowledgment | undefined;
  /**
   * Sets that are taken, by their ordinals from 1. `unjudged`: of a group of acknowledgments, all those that have no error; none where no
   * answer can name the group: what was not judged was not accepted.
   */
  readonly accepted: ReadonlySet<number> | 'unjudged';
}

/** Judgements of an interchange tied to its groups: those that nobody answers have none. */
export function judgedGroups(
  headers: readonly (GroupHeader | undefined)[],
  { verdict, groups }: Pick<AcknowledgedInterchange, 'verdict' | 'groups'>,
): readonly JudgedGroup[] {
  if (verdict.acknowledgmentCode === 'R') {
    return headers.map((_, index) => ({ place: index + 1, acknowledgment: undefined, accepted: new Set<number>() }));
  }
  let next = 0;
  return headers.map((header, index) => {
    const place = index + 1;
    if (header?.functionalIdentifierCode === ACKNOWLEDGMENTS) {
      return { place, acknowledgment: undefined, accepted: 'unjudged' as const };
    }
    const acknowledgment = isAnswerable(header) ? groups[next++] : undefined;
    return { place, acknowledgment, accepted: acceptedBy(acknowledgment) };
  });
}

/** As the engine leaves groups out of its judgements: GS01 cannot be repeated in an AK1. */
function isAnswerable(header: GroupHeader | undefined): header is GroupHeader {
  return header !== undefined && /^[0-9A-Z]{2}$/.test(header.functionalIdentifierCode);
}

// Sets are listed in order, all of them unless the group was rejected: then none is accepted (AK904 0).
function acceptedBy(acknowledgment: FunctionalAcknowledgment | undefined): ReadonlySet<number> {
  const accepted = new Set<number>();
  if (acknowledgment === undefined || acknowledgment.accepted === 0) return accepted;
  acknowledgment.transactions.forEach(({ verdict }, index) => {
    if (verdict === 'A' || verdict === 'E') accepted.add(index + 1);
  });
  return accepted;
}
