import type { Table } from '../../../mapping/table.js';
import {
  BILLING_OF_PRACTICE,
  CONTACT_OF_PERSON,
  COVERAGE,
  DEPENDENT_NUMBERS,
  frame,
  PATIENT_FACTS,
  SUBMITTER,
} from '../../rows/frame.js';
import { CLAIM } from './claim.js';

/** The 837P of 005010X222A1. */
export const PROFESSIONAL_TABLE: Table = frame({
  submitter: SUBMITTER,
  billing: BILLING_OF_PRACTICE,
  coverage: COVERAGE,
  patient: PATIENT_FACTS,
  subscriber: [CONTACT_OF_PERSON],
  dependent: [...DEPENDENT_NUMBERS, CONTACT_OF_PERSON],
  claim: CLAIM,
});
