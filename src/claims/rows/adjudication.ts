import { decimal } from '../../mapping/lenses/decimal.js';
import { text } from '../../mapping/lenses/text.js';
import type { Row, Table } from '../../mapping/table.js';
import { adjustments } from './adjustments.js';

/** What a claim type calls the parts of 2430. */
export interface AdjudicationNames {
  /** SVD03-1. */
  readonly qualifier: string;
  /** SVD06. */
  readonly bundled: string;
  /** The list of CAS. */
  readonly adjustments: string;
  /** The reasons in a CAS. */
  readonly details: string;
  readonly more?: Table;
}

/** 2430: what another payer has paid for a line. */
export function adjudication(names: AdjudicationNames): Row {
  return {
    property: 'lineAdjudicationInformation',
    each: '2430',
    rows: [
      { property: 'otherPayerPrimaryIdentifier', path: 'SVD/01', lens: text },
      { property: 'serviceLinePaidAmount', path: 'SVD/02', lens: decimal },
      { property: names.qualifier, path: 'SVD/03-1', lens: text },
      { property: 'procedureCode', path: 'SVD/03-2', lens: text },
      { property: 'procedureModifier', list: ['SVD/03-3', 'SVD/03-4', 'SVD/03-5', 'SVD/03-6'], lens: text },
      { property: 'procedureCodeDescription', path: 'SVD/03-7', lens: text },
      ...(names.more ?? []),
      { property: 'paidServiceUnitCount', path: 'SVD/05', lens: decimal },
      { property: names.bundled, path: 'SVD/06', lens: text },
      adjustments(names.adjustments, names.details),
      { property: 'adjudicationOrPaymentDate', path: 'DTP[01=573]/03', lens: text },
      { property: 'remainingPatientLiability', path: 'AMT[01=EAF]/02', lens: decimal },
    ],
  };
}

/** Names that professional and dental claims share. */
export const PRACTICE_ADJUDICATION: AdjudicationNames = {
  qualifier: 'serviceIdQualifier',
  bundled: 'bundledOrUnbundledLineNumber',
  adjustments: 'claimAdjustmentInformation',
  details: 'adjustmentDetails',
};
