/* Rows of claims; what they say is in artifacts, always sealed. Times are milliseconds since 1970, as in `tables.ts`. */

/**
 * `RECEIVED`: taken in, and not to be sent: a test. `QUEUED`: waits for its delivery; `DELIVERED`: its payer, or who stands before it, has
 * the file; `ACCEPTED`, `IN_ADJUDICATION`, `REJECTED`: what the payer has said of it.
 */
export type ClaimState = 'RECEIVED' | 'QUEUED' | 'DELIVERED' | 'ACCEPTED' | 'IN_ADJUDICATION' | 'REJECTED';

export interface Claims {
  account_id: string;
  /** ULID: correlationId and rhclaimNumber of the answer, REF D9 of the 837. */
  id: string;
  mode: 'test' | 'production';
  type: 'professional' | 'institutional' | 'dental';
  /** How it came in. */
  source: 'json' | 'raw-x12';
  payer_id: string;
  /** Over which it goes to its payer; NULL: it goes nowhere. */
  route_id: string | null;
  state: ClaimState;
  /** BHT03 of the 837 that goes out: a ULID, of this claim alone for ever. */
  trace_id: string;
  /** HMAC of the patient control number (CLM01) under a key of the account: found by it, and not read from it. */
  patient_index: string;
  /**
   * HMAC of route, patient control number, total and member id, under a key that is of no account: by it an answer of a payer that names
   * nothing of ours is tied to its claim. NULL: no payer answers it.
   */
  answer_index: string | null;
  /** HMAC of what makes two claims the same, under a key of the account; NULL: it replaces another or voids it. */
  claim_index: string | null;
  line_count: number;
  created_at: number;
  /** When its state was last changed. */
  updated_at: number;
  expires_at: number | null;
}

/** Each state that a claim has had. */
export interface ClaimHistory {
  account_id: string;
  /** ULID, so that entries of a claim sort by their age. */
  id: string;
  claim_id: string;
  state: ClaimState;
  /** What brought it there: `submitted`. */
  cause: string;
  at: number;
}
