import { type ReportStatus, type SetReason, statusWords } from 'ediloom/claims';
import { type ClaimReason, type ClaimReasons, reasonsColumn } from '../../resources/claims/reasons.js';

/** Reasons of one statement that are kept: whoever wants all of them reads the answer. */
export const MOST_REASONS = 20;
/** Texts that name places, which the payer has named. */
const MOST_PLACE = 120;

/** Codes of acknowledgments; what a payer writes in their place, and is none, is not repeated. */
const CODE = /^[A-Z]{2,3}\d{2,3} [A-Z0-9]{1,3}$/;

/** As the column has them. @param said what refuses the set, or takes it. @param isOf whether a claim with this CLM01 is meant. */
export function reasonsOfSet(
  said: 'TA1' | '999',
  reasons: readonly SetReason[],
  isOf: (patientControlNumber: string) => boolean,
): string {
  return column(
    said,
    // Before any is worded: this is asked for each claim of a set, and a 999 may list thousands of faults of it.
    reasons.slice(0, MOST_REASONS).map(({ code, text, advice, place, patientControlNumber: number }): ClaimReason => {
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
): string {
  const ofLines = statusWords(lines.flatMap((line) => line.statuses));
  return column('277CA', [...statusWords(statuses), ...ofLines.map((words) => ({ ...words, place: 'a line' }))]);
}

/** An answer that gives no reason is told as what it is all the same. */
function column(said: ClaimReasons['said'], reasons: readonly ClaimReason[]): string {
  return reasonsColumn({ said, reasons: reasons.slice(0, MOST_REASONS) });
}
