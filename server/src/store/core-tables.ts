/** `RECEIVED`: it is stored, and waits to be judged; `JUDGED`: what was accepted is a batch; `UNREADABLE`: nothing in it can be answered. */
export type CoreSubmissionState = 'RECEIVED' | 'JUDGED' | 'UNREADABLE';

/** `WRITTEN`: its results wait to be picked up, or were; `FAILED`: none could be written, and its batch has them alone. */
export type CoreResultsState = 'WRITTEN' | 'FAILED';

/** A file of 270s that a partner has handed in by CAQH CORE. Times are milliseconds since 1970. */
export interface CoreSubmissions {
  account_id: string;
  /** UUIDv7. */
  id: string;
  /** SenderID of the envelope. */
  sender_id: string;
  /** In lower case; unique for the account and its sender. */
  payload_id: string;
  /** SHA-256 of the file, by which one that is sent again is known. */
  checksum: string;
  state: CoreSubmissionState;
  /** The key that handed it in. */
  key_id: string;
  /** JSON, as that of a batch. */
  origin: string;
  /** Artifact with the file. */
  file_id: string;
  /** Artifact with the TA1s; NULL: none were asked for, and nothing was rejected by one. */
  ta1_id: string | null;
  /** Artifact with the 999s. */
  acknowledgment_id: string | null;
  /** NULL: nothing in it was accepted, or it is not judged yet. */
  batch_id: string | null;
  /** Sets that became checks, and those that did not. */
  accepted_count: number;
  rejected_count: number;
  /** NULL: its checks are not over, or it has none. */
  results_state: CoreResultsState | null;
  created_at: number;
  updated_at: number;
  expires_at: number | null;
}

/** A part of the results of a submission: one interchange of 271s. Times are milliseconds since 1970. */
export interface CoreResults {
  account_id: string;
  submission_id: string;
  /** From 0. */
  part: number;
  /** Artifact with the interchange. */
  artifact_id: string;
  /** ISA13 and GS06, which an acknowledgment names. */
  interchange_number: number;
  group_number: number;
  /** 271s in it. */
  set_count: number;
  created_at: number;
  /** NULL: it is what is picked up next, or stands behind it. */
  acknowledged_at: number | null;
  /** What its receiver has said of it: all of it is taken, or not. */
  acknowledgment: 'ACCEPTED' | 'REJECTED' | null;
  /** Artifact with the 999 or TA1 that said so. */
  acknowledgment_id: string | null;
}
