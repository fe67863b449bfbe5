/*
 * Rows of enrollments. What is about people, and tax ids, are in `content`, always sealed; they are found by MACs under a key of the
 * account. JSON is text here, and a flag 0 or 1, as in `tables.ts`.
 */

/** Where an enrollment is on its way. */
export type EnrollmentStatus = 'DRAFT' | 'SUBMITTED' | 'PROVISIONING' | 'LIVE' | 'REJECTED' | 'CANCELED';

/** Who is enrolled. */
export interface Providers {
  account_id: string;
  id: string;
  name: string;
  npi: string;
  /** HMAC of the tax id. */
  tax_index: string;
  /** Name and NPI in small letters. */
  search: string;
  /** Sealed JSON: tax id, its type, contacts. */
  content: string;
  created_at: number;
  updated_at: number;
}

/** A provider's application to a payer. `enrollments` beside it has the marks of the operator. */
export interface ProviderEnrollments {
  account_id: string;
  id: string;
  /** Platform id. */
  payer_id: string;
  /** What the client called the payer. */
  submitted_payer: string;
  provider_id: string;
  /** Of the provider, so that lists need no other table; changed with it. */
  provider_name: string;
  provider_npi: string;
  provider_tax_index: string;
  /** Name, NPI and payer in small letters. */
  search: string;
  status: EnrollmentStatus;
  source: 'API' | 'UI' | 'IMPORT';
  import_id: string | null;
  /** HMAC of the notification address in small letters. */
  email_index: string;
  /** `YYYYMMDD`; empty: none. */
  requested_date: string;
  /** Sealed JSON: contact, notification address, PTAN, aggregation preference. */
  content: string;
  /** Of a delay or a rejection, by the service. */
  reason: string | null;
  created_at: number;
  updated_at: number;
  status_updated_at: number;
  submitted_at: number | null;
  /** 0: none has come. */
  last_era_at: number;
}

/** A transaction of an enrollment, with all that says who may exchange it; status as that of the enrollment. */
export interface EnrollmentTransactions {
  account_id: string;
  enrollment_id: string;
  transaction_type: string;
  payer_id: string;
  npi: string;
  tax_index: string;
  status: EnrollmentStatus;
}

/** A change of the status; places begin at 1. */
export interface EnrollmentHistory {
  account_id: string;
  enrollment_id: string;
  place: number;
  changed_at: number;
  changed_by: 'customer' | 'service';
  new_status: EnrollmentStatus;
  previous_status: EnrollmentStatus | null;
}

/** A note of the service, which customers never see. */
export interface EnrollmentNotes {
  account_id: string;
  id: string;
  enrollment_id: string;
  /** Sealed text. */
  content: string;
  created_at: number;
}

/** A PDF of an enrollment; its bytes are an artifact, always sealed. */
export interface EnrollmentDocuments {
  account_id: string;
  id: string;
  enrollment_id: string;
  task_id: string | null;
  name: string;
  status: 'PENDING' | 'UPLOADED' | 'FAILED' | 'DELETED';
  /** Id of the artifact that has the bytes; NULL: there are none. */
  artifact_id: string | null;
  content_type: string | null;
  size: number | null;
  /** Until when it may be uploaded. */
  upload_until: number;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}

/** What somebody has to do before an enrollment goes on. */
export interface EnrollmentTasks {
  account_id: string;
  id: string;
  enrollment_id: string;
  /** The lowest is done first. */
  rank: number;
  responsible: 'PROVIDER' | 'PLATFORM';
  /** Sealed JSON: instructions, fields, links. */
  content: string;
  /** Sealed JSON: values by the keys of the fields; NULL: none so far. */
  response: string | null;
  completed_at: number | null;
  created_at: number;
  updated_at: number;
}
