/* Rows of what payers answer to claims. Times are milliseconds since 1970, as in `tables.ts`. */

/** `WAITING`: nothing of it, or not all, is applied yet; `UNREADABLE`: it says nothing that can be read. */
export type ClaimAnswerState = 'WAITING' | 'READ' | 'UNREADABLE';

/** A file with TA1s, 999s and 277CAs as it came back over a route. It is of the account that has the routes' secrets: it may speak of claims of many. */
export interface ClaimAnswers {
  account_id: string;
  /** UUIDv7; `source` of what it says of claims. */
  id: string;
  route_id: string;
  /**
   * JSON: ids of the routes that it is applied for, each by a row of its own, in the order of their ids; the first lists what fits no claim. NULL: it does
   * not say.
   */
  beside: string | null;
  /** Whose partner says it: the partnership, and its account. A partnership of no account, empty: it came over the route itself; NULL: it is not known. */
  carrier_account_id: string | null;
  partnership_id: string | null;
  /** Where it came from, for people: `execution 0197…`, `file 0197…`. */
  source: string;
  /** Of its bytes, and of the partnership that it is of, in hexadecimal digits: by it the same bytes are known again. */
  sha256: string;
  state: ClaimAnswerState;
  /** Artifact with its bytes, sealed. */
  artifact_id: string;
  /** How many of its statements are applied, in their order. */
  done: number;
  /** Claims that were found for it, each as often as it was named, but where a TA1 or 999 says the same again; and statements that fit none, or several. */
  claim_count: number;
  unmatched_count: number;
  received_at: number;
  created_at: number;
  updated_at: number;
  expires_at: number | null;
}

/** What a 277CA says of claims of one account, and of no others. */
export interface ClaimReports {
  account_id: string;
  /** UUID, made of the answer, its set and the account: `transactionId` of the 277 report. */
  id: string;
  answer_id: string;
  mode: 'test' | 'production';
  /** Artifact with its JSON, sealed. */
  artifact_id: string;
  created_at: number;
  expires_at: number | null;
}

/** A statement of an answer that was tied to no claim; of the account of the answer. */
export interface UnmatchedClaimAnswers {
  account_id: string;
  /** UUID, made of the answer and the place. */
  id: string;
  answer_id: string;
  route_id: string;
  /** From 1, in the order in which they stand in the answer. */
  place: number;
  said: 'TA1' | '999' | '277CA' | 'unknown';
  /**
   * `none`: it fits nothing; `several`: it fits more than one; `duplicate`: it says that a file came twice; `unreadable`: the answer cannot be read, or
   * not from some place on (at place 0; nobody knows what it says); `more`: so many more of the answer fit nothing or several as are not listed one by one
   * (behind them all).
   */
  kind: 'none' | 'several' | 'duplicate' | 'unreadable' | 'more';
  /** JSON: ids of claims that it fits, the first of them. */
  candidates: string;
  /** JSON: what it says, sealed. */
  content: string;
  created_at: number;
  updated_at: number;
  /** When somebody has decided of it; NULL: nobody has. */
  resolved_at: number | null;
  /** The claim that it was tied to by hand; NULL: none. */
  claim_id: string | null;
  expires_at: number | null;
}
