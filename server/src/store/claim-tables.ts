import type { ClaimState } from 'ediloom/claims';

/* Rows of claims; what they say is in artifacts, always sealed. Times are milliseconds since 1970, as in `tables.ts`. */

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
  /** The furthest of its last sending; a test is QUEUED, too, and has no route to leave by. */
  state: ClaimState;
  /** How often it has been sent, or is to be: 1 at first. */
  sending: number;
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

/** What was done or said about a claim: an event as the engine's `standingOf` takes it. */
export interface ClaimHistory {
  account_id: string;
  /** ULID. */
  id: string;
  claim_id: string;
  state: ClaimState;
  /** Which sending it is about, from 1. */
  sending: number;
  /** What said it: `submitted`; the number of a report. */
  source: string;
  /** When it was said. */
  at: number;
}
