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
  /** The file of its last sending; NULL: it waits for one, or is a test. */
  file_id: string | null;
  /** By when something, or of one that is overdue something else, is to be heard of it; NULL: nothing more is waited for. */
  due_at: number | null;
  /** Since when that is missing; NULL: it is not. */
  overdue_since: number | null;
  /** The payer's own number of it (REF 1K), sealed; NULL: not known. */
  payer_number: string | null;
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
  /** What said it: `submitted`, `delivered`, `resent`; the id of an answer. */
  source: string;
  /** JSON: why, in codes and words, without any value; NULL: it needs no reason. */
  reasons: string | null;
  /** When it was said. */
  at: number;
}

/** `WRITTEN`: its bytes are stored and will not change; `SENT`: the payer has it; `HELD`: an operator is to say what becomes of it. */
export type ClaimFileState = 'WRITTEN' | 'SENT' | 'HELD';

/** Claims of an account that go to a payer as one interchange. */
export interface ClaimFiles {
  account_id: string;
  /** UUIDv7: PayloadID of CORE, and by which transports know a delivery. */
  id: string;
  route_id: string;
  type: Claims['type'];
  state: ClaimFileState;
  claim_count: number;
  /** Artifact with its bytes, sealed; empty: none were written, its claims are only held together. Then the two numbers are empty and 0. */
  artifact_id: string;
  /** ISA13, nine digits, and GS06. */
  interchange_number: string;
  group_number: number;
  /** How often handing it over has failed. */
  attempts: number;
  /** A word for why the last try failed, as `RouteFailure` and `HeldFor` have them; NULL: none has. */
  failure: string | null;
  /** Since when it is being handed over; NULL: it is not. Set before the first byte may leave, so that a run that was cut off is known. */
  handing_since: number | null;
  /** The kind of route by which its payer may have got it, though nobody knows. NULL: by none, or an operator has said that it did not arrive. */
  handed_by: string | null;
  /** Where it goes out as a file of an account of the operator: the execution; NULL: it does not, or that execution is not kept any more and it goes anew. */
  execution_id: string | null;
  /**
   * That account, and its partnership by which the file went last. A partnership of no account, empty: a route has taken it there itself; NULL: it has not gone, or
   * nobody knows by which.
   */
  carrier_account_id: string | null;
  partnership_id: string | null;
  /** When the payer had it; of one that is WRITTEN: its claims are being told so. */
  sent_at: number | null;
  created_at: number;
  updated_at: number;
  expires_at: number | null;
}

/** A claim in a file. */
export interface ClaimFileItems {
  account_id: string;
  file_id: string;
  /** From 1, in the order in which they stand in it. */
  place: number;
  claim_id: string;
  /** Which sending of the claim it is, from 1. */
  sending: number;
  /** ST02 of the set that it is in, and BHT03 there, which is that of its first claim; empty where no bytes were written. */
  set_number: string;
  transaction_id: string;
}
