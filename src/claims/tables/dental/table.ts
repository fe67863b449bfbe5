import type { Table } from '../../../mapping/table.js';
import { BILLING_OF_PRACTICE, COVERAGE, DEPENDENT_NUMBERS, frame, SUBMITTER } from '../../rows/frame.js';
import { CLAIM } from './claim.js';

/** The 837D of 005010X224A2. */
export const DENTAL_TABLE: Table = frame({
  submitter: SUBMITTER,
  billing: BILLING_OF_PRACTICE,
  coverage: COVERAGE,
  patient: [],
  subscriber: [],
  dependent: DEPENDENT_NUMBERS,
  claim: CLAIM,
});
