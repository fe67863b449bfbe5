/*
 * Rows of the clearinghouse: payers, the routes to them, and eligibility checks. Payers and routes are the operator's and shared by all
 * accounts, so they have no account. JSON is text here, and a flag 0 or 1, as in `tables.ts`.
 */

/** A payer, as all accounts see it. */
export interface Payers {
  /** The platform id: five letters, which never change. */
  id: string;
  display_name: string;
  primary_payer_id: string;
  /** Names, EINs, coverage types, states, enrollment ...: whatever is shown and not filtered by SQL. */
  details: string;
  /** `SUPPORTED`, `NOT_SUPPORTED` or `ENROLLMENT_REQUIRED`, by transaction. */
  transaction_support: string;
  /** What becomes of a check whose provider is not enrolled where that is required: `warn` or `block`. */
  enrollment_policy: 'warn' | 'block';
  /** 1: requests from outside the United States are refused (a national government payer). */
  us_only: number;
  created_at: number;
  updated_at: number;
}

/** Every text by which a payer is found; zeros at its beginning count. */
export interface PayerIds {
  text: string;
  kind: 'primary' | 'alias';
  payer_id: string;
}

/** How payers are reached: an upstream clearinghouse, a gateway, or one that answers itself. */
export interface PayerRoutes {
  id: string;
  /** Unique; commands and the partners file use it. */
  name: string;
  kind: 'mock' | 'simulator' | 'caqh-core' | 'x12-post' | 'partnership';
  /** Of its kind, and what all kinds have: identities, delimiters, hours, limits. No secret is in it. */
  settings: string;
  enabled: number;
  /** Which of several routes that serve a payer comes first: the lowest. */
  position: number;
  created_at: number;
  updated_at: number;
}

/** A payer on a route; a route that takes all others has none for them. */
export interface RoutePayers {
  route_id: string;
  payer_id: string;
  /** NM109 and NM103 of 2100A on this route; NULL: the primary id, the display name. */
  id_on_route: string | null;
  name_on_route: string | null;
  /** Transactions that the route has for it: `["eligibility"]`. */
  transactions: string;
  /** 0: dependents are not sent. */
  dependents: number;
}

/** A partnership that has carried files of claims of a route; it stays so when the route is changed or deleted. */
export interface ClaimCarriers {
  /** Of the operator, and whose partnership it is. */
  account_id: string;
  partnership_id: string;
  route_id: string;
  /** Not before the last of these files was made. */
  last_at: number;
}

/** A certificate by which a client is known in place of a key. */
export interface ClientCertificates {
  account_id: string;
  /** SHA-256 of it, in small hexadecimal digits. */
  fingerprint: string;
  /** What it stands for. */
  key_id: string;
  /** For people. */
  subject: string;
  not_before: number;
  not_after: number;
  created_at: number;
}

/** A provider who may exchange a transaction with a payer that asks for enrollment first. */
export interface Enrollments {
  account_id: string;
  /** `enr_` and a UUID. */
  id: string;
  payer_id: string;
  /** As `transactionSupport` of payers calls it: `eligibilityCheck`. */
  transaction_type: string;
  /** Ten digits; empty: known by the tax id alone. */
  npi: string;
  /** HMAC of the tax id under a key of the account; empty: known by the NPI alone. */
  tax_index: string;
  status: 'LIVE';
  source: 'IMPORT';
  created_at: number;
  updated_at: number;
}

/**
 * `PENDING`: written, and perhaps sent; `ANSWERED`: the payer has, whatever it says; `FAILED`: there is no usable answer; `UNKNOWN`: the
 * process died while it was under way, and nobody knows what was sent. None is ever sent again.
 */
export type EligibilityCheckStatus = 'PENDING' | 'ANSWERED' | 'FAILED' | 'UNKNOWN';

/** A real-time eligibility check. What it asked and what came is in artifacts, always sealed. */
export interface EligibilityChecks {
  account_id: string;
  /** `ec_` and a UUID. */
  id: string;
  mode: 'test' | 'production';
  status: EligibilityCheckStatus;
  /** How it came in; `batch`: with others, in whatever form. */
  source: 'json' | 'raw-x12' | 'caqh-core' | 'batch';
  payer_id: string;
  /** NULL: the mock payers. */
  route_id: string | null;
  /** HMAC of `externalPatientId` under a key of the account: found by it, and not read from it. */
  patient_index: string | null;
  /** BHT03 of the 270 that went out. */
  trace_id: string;
  /** AAA codes of the answer, or ours: `["72"]`. */
  error_codes: string;
  /** What failed, by our own code; NULL: nothing did. */
  failure: string | null;
  /** The process that has it under way, and until when at most. */
  owner: string;
  owned_until: number;
  created_at: number;
  /** When its bytes began to leave; NULL: they have not, or it is not known. */
  sent_at: number | null;
  answered_at: number | null;
  expires_at: number | null;
}

/** An AAA code of a check, with the instant of the check: lists are narrowed by it. */
export interface EligibilityCheckErrors {
  account_id: string;
  check_id: string;
  code: string;
  created_at: number;
}
