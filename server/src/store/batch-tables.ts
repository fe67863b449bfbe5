/*
 * Rows of eligibility batches: a batch, and the checks in it. JSON is text here, and times are milliseconds since 1970, as in `tables.ts`.
 */

/** As the interface has them; which move leads from one to another: `resources/eligibility-batches/moves.ts`. */
export type BatchStatus =
  | ('PENDING' | 'VALIDATED' | 'VALIDATION_FAILED')
  | ('IN_PROGRESS' | 'COMPLETED' | 'COMPLETED_WITH_ERRORS');

/** `STARTED`: its first attempt is under way; `RETRYING`: one has ended without an answer; the last two: it is over. */
export type BatchItemState =
  | ('PENDING' | 'VALIDATED' | 'VALIDATION_FAILED')
  | ('STARTED' | 'RETRYING' | 'COMPLETED' | 'COMPLETED_WITH_ERRORS');

/** What a check has found out, in a word. */
export type BatchItemResult = 'ACTIVE' | 'INACTIVE' | 'INVESTIGATE' | 'FAILED';

/**
 * Checks that were handed in together. The five counts add up to `total_count`: each commit that moves an item moves its count. A batch is
 * there once its last item is: items are written before it, in portions.
 */
export interface EligibilityBatches {
  account_id: string;
  /** UUIDv7. */
  id: string;
  /** Unique in the account; the id, where none was given. */
  name: string;
  source: 'API' | 'CSV_IMPORT';
  status: BatchStatus;
  total_count: number;
  validated_count: number;
  validation_failed_count: number;
  in_progress_count: number;
  success_count: number;
  error_count: number;
  max_retry_hours: number;
  /** JSON: the addresses that it came by, for payers that take requests of their own country only. */
  origin: string;
  /** The key that handed it in, and the account's name for it in the audit. */
  key_id: string;
  /** Artifact with the table that it was read from; NULL: it came as JSON or X12. */
  file_id: string | null;
  /** Items before this place have their jobs. */
  fed_place: number;
  /** When its checks were let go; NULL: they were not. */
  started_at: number | null;
  created_at: number;
  updated_at: number;
  expires_at: number | null;
}

/** A check of a batch. Each attempt is a row of `eligibility_checks`. */
export interface EligibilityBatchItems {
  account_id: string;
  /** Id of the batch, a dot, and the place in five digits: in the order of their places. */
  id: string;
  batch_id: string;
  /** From 0. */
  place: number;
  /** Line of the table that it stands in, the header being 1; NULL: it came in no table. */
  row_number: number | null;
  state: BatchItemState;
  /** Platform id of who is asked; NULL: a row of a table that names nobody. */
  payer_id: string | null;
  /** NULL: it is not over. */
  result: BatchItemResult | null;
  /** What is asked, sealed always: JSON; NULL: a row of a table that cannot be asked. */
  content: string | null;
  /** The last attempt; NULL: none was written down. */
  check_id: string | null;
  /** Attempts that were written down. */
  attempts: number;
  /** When the first of them was. */
  first_attempt_at: number | null;
  /** Not before then is it asked again. */
  retry_at: number | null;
  /** JSON: AAA errors of the answer or our own, or what is wrong with a row of a table. No value of the request is in it. */
  errors: string;
  created_at: number;
  updated_at: number;
  /** When it was over. */
  ended_at: number | null;
}

/** `FILLING`: further checks of the batch may come; `GATHERING`: it has all of them; `WRITTEN`: the file is stored; `SENT`: the payer has taken it. */
export type RouteSubmissionState = 'FILLING' | 'GATHERING' | 'WRITTEN' | 'SENT';

/** Checks of a batch that go to a payer as one file. It is there until the last of them is over, or goes on by itself. */
export interface RouteSubmissions {
  account_id: string;
  id: string;
  batch_id: string;
  route_id: string;
  /** `updated_at` of the route by which the file was written; NULL: it is not. */
  route_version: number | null;
  state: RouteSubmissionState;
  /** Checks that were put into it. */
  item_count: number;
  /**
   * Artifact with the file, and its PayloadID: what is written anew, as after a restore, is another file to its payer, who may have the first.
   */
  file_id: string | null;
  /** ISA13, nine digits, and GS06 of the file. */
  interchange_number: string | null;
  group_number: number | null;
  /** How often handing it in has failed. */
  attempts: number;
  /** 1: its 999 was read. */
  is_acknowledged: number;
  sent_at: number | null;
  /** Then its checks end without an answer; NULL: none is written down. */
  give_up_at: number | null;
  created_at: number;
  updated_at: number;
}

/** A check in a file; its row goes when the check is over, or is asked by itself. */
export interface RouteSubmissionItems {
  account_id: string;
  submission_id: string;
  /** From 1: ST02 of the file. */
  place: number;
  item_id: string;
  /** The attempt that the file makes; NULL: it is not written down yet. */
  check_id: string | null;
}
