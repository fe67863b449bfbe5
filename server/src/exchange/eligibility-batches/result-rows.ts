import type { EligibilityResponse, RejectError } from 'ediloom/eligibility';
import { csvLine } from '../../csv-line.js';
import type { BatchItemState } from '../../store/batch-tables.js';
import { coverageWord } from '../eligibility-pdf/contents/coverage.js';
import { type Rejection, rejectionsOf } from '../eligibility-pdf/contents/rejections.js';
import type { AnsweredItem } from './answered-items.js';
import { TABLE_MARK } from './table-report.js';

/** What came of a check of a batch, as a front desk reads it: in the words of its PDF. */
export interface ResultRow {
  /** As the spreadsheet program counts; of a check that came in no table its place, from 1. */
  readonly row: number;
  readonly visitId: string;
  readonly payerId: string;
  readonly payerName: string;
  readonly state: string;
  /** `''` where nothing was answered. */
  readonly coverage: string;
  readonly problems: readonly Rejection[];
  /** By which its PDF is got, where a payer has answered; `''`: there was no attempt, or it is not over. */
  readonly checkId: string;
}

const STATES: Readonly<Record<BatchItemState, string>> = {
  PENDING: 'Not begun',
  VALIDATED: 'Not begun',
  VALIDATION_FAILED: 'To be corrected',
  STARTED: 'Under way',
  RETRYING: 'Is asked again',
  COMPLETED: 'Answered',
  COMPLETED_WITH_ERRORS: 'No answer',
};

export function resultRow(item: AnsweredItem): ResultRow {
  const { place, rowNumber = place + 1, state, ownId = '', payerId = '', payerName = '', answer, errors } = item;
  // It was written by `writtenResults`.
  const told: EligibilityResponse =
    answer === undefined ? { dependents: [], errors } : (JSON.parse(answer) as EligibilityResponse);
  // Of what was never answered most is ours, and no payer has said what to do.
  const response = state === 'COMPLETED' ? told : { ...told, errors: told.errors.map(inOurWords) };
  return {
    ...{ row: rowNumber, visitId: ownId, payerId, payerName, state: STATES[state] },
    // What stands in place of an answer is ours, and says nothing about coverage.
    coverage: state === 'COMPLETED' && answer !== undefined ? coverageWord(response) : '',
    problems: rejectionsOf(response),
    checkId: response.id ?? '',
  };
}

function inOurWords(error: RejectError): RejectError {
  if (error.possibleResolutions === undefined) return error;
  const { followupAction: _, ...ours } = error;
  return ours;
}

const HEADINGS = ['Row', 'Visit ID', 'Payer ID', 'Payer', 'State', 'Coverage', 'Problem', 'What to do', 'Check ID'];

/** The same as a table for spreadsheet programs. */
export function resultTable(rows: readonly ResultRow[]): string {
  const lines = rows.map(({ row, visitId, payerId, payerName, state, coverage, problems, checkId }) => {
    const says = problems.map((one) => (one.code === '' ? one.says : `${one.code}: ${one.says}`)).join(' ');
    const todo = [...new Set(problems.map((one) => one.todo))].join(' ');
    return csvLine([String(row), visitId, payerId, payerName, state, coverage, plain(says), plain(todo), checkId]);
  });
  return TABLE_MARK + csvLine(HEADINGS) + lines.join('');
}

/** A code that a payer has made up may have what a terminal obeys. */
function plain(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}
