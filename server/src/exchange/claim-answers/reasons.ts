import { type ReportStatus, type SetReason, statusWords } from 'ediloom/claims';

/** Reasons of one statement that are kept: whoever wants all of them reads the answer. */
const MOST_REASONS = 20;
/** Texts that name places, which the payer has named. */
const MOST_PLACE = 120;

/** Why a claim stands where it stands: `claim_history.reasons` is a list of these. No value of the claim or the answer is in them. */
export interface ClaimReason {
  /** Such as `TA105 023`, `IK403 7` or `A7:562:85`. */
  readonly code: string;
  readonly text: string;
  readonly place?: string | undefined;
  readonly advice?: string | undefined;
  /** Of a set with several claims, where the payer has named the one at fault: whether it is this one. */
  readonly of?: 'this claim' | 'another claim' | undefined;
}

/** Codes of acknowledgments; what a payer writes in their place, and is none, is not repeated. */
const CODE = /^[A-Z]{2,3}\d{2,3} [A-Z0-9]{1,3}$/;

/** @returns JSON; `undefined`: there are none. @param isOf whether a claim with this CLM01 is meant. */
export function reasonsOfSet(
  reasons: readonly SetReason[],
  isOf: (patientControlNumber: string) => boolean,
): string | undefined {
  return column(
    reasons.map(({ code, text, advice, place, patientControlNumber: number }): ClaimReason => {
      const [element = ''] = code.split(' ');
      return {
        ...{ code: CODE.test(code) ? code : element.slice(0, 6), text, advice },
        ...(place === undefined ? {} : { place: place.slice(0, MOST_PLACE) }),
        ...(number === undefined ? {} : { of: isOf(number) ? 'this claim' : 'another claim' }),
      };
    }),
  );
}

/** The same of STCs: those of the claim, and those of its lines that refuse. */
export function reasonsOfStatuses(
  statuses: readonly ReportStatus[],
  lines: readonly { readonly statuses: readonly ReportStatus[] }[] = [],
): string | undefined {
  const ofLines = statusWords(lines.flatMap((line) => line.statuses));
  return column([...statusWords(statuses), ...ofLines.map((words) => ({ ...words, place: 'a line' }))]);
}

function column(reasons: readonly ClaimReason[]): string | undefined {
  return reasons.length === 0 ? undefined : JSON.stringify(reasons.slice(0, MOST_REASONS));
}
