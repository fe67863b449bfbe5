import type { Generated } from 'kysely';
import type {
  EligibilityBatches,
  EligibilityBatchItems,
  RouteSubmissionItems,
  RouteSubmissions,
} from './batch-tables.js';
import type { BucketObjects, Buckets, Orphans, S3Keys, SftpUsers, UploadParts, Uploads } from './bucket-tables.js';
import type { ClaimAnswers, ClaimReports, UnmatchedClaimAnswers } from './claim-answer-tables.js';
import type { ClaimFileItems, ClaimFiles, ClaimHistory, Claims } from './claim-tables.js';
import type {
  ClaimCarriers,
  ClientCertificates,
  EligibilityCheckErrors,
  EligibilityChecks,
  Enrollments,
  PayerIds,
  PayerRoutes,
  Payers,
  RoutePayers,
} from './clearinghouse-tables.js';
import type { CoreResults, CoreSubmissions } from './core-tables.js';
import type {
  EnrollmentDocuments,
  EnrollmentHistory,
  EnrollmentNotes,
  EnrollmentTasks,
  EnrollmentTransactions,
  ProviderEnrollments,
  Providers,
} from './enrollment-tables.js';
import type {
  Acknowledgments,
  Destinations,
  EventDeliveries,
  ReceivedInterchanges,
  SentGroups,
  UnshownFiles,
} from './exchange-tables.js';
import type { FunctionOperations, Functions, Invocations } from './function-tables.js';

/**
 * The tables as queries see them; `migrations/` makes them. Times are milliseconds since 1970, booleans 0 and 1, JSON is text
 * (PostgreSQL's jsonb would change the order of keys, which in guides and guide JSON has a meaning). Every table but `accounts`,
 * `settings` and those of payers has the account its rows belong to. One file, as the migration is: a list to be read beside it.
 */
export interface Tables {
  settings: { name: string; value: string };
  accounts: { id: string; name: string; limits: Json; created_at: number };
  api_keys: ApiKeys;
  secrets: Secrets;
  idempotency: Idempotency;
  pool_shares: PoolShares;
  audit: Audit;
  audit_marks: AuditMarks;
  jobs: Jobs;
  journal: { account_id: string; kind: string; id: string; state: string; facts: Json; at: string };
  events: Events;
  feed: Feed;
  feed_marks: FeedMarks;
  artifacts: Artifacts;
  buckets: Buckets;
  bucket_objects: BucketObjects;
  sftp_users: SftpUsers;
  guides: Guides;
  mappings: Mappings;
  profiles: Profiles;
  partnerships: Partnerships;
  transaction_settings: TransactionSettings;
  connections: Connections;
  control_numbers: ControlNumbers;
  executions: Executions;
  transactions: Transactions;
  business_identifiers: BusinessIdentifiers;
  faults: Faults;
  delivery_reports: DeliveryReports;
  transaction_groups: TransactionGroups;
  staged_transactions: StagedTransactions;
  fragment_groups: FragmentGroups;
  fragments: Fragments;
  arrivals: { account_id: string; connection_id: string; payload_id: string; execution_id: string; created_at: number };
  received_interchanges: ReceivedInterchanges;
  unshown_files: UnshownFiles;
  sent_groups: SentGroups;
  acknowledgments: Acknowledgments;
  destinations: Destinations;
  event_deliveries: EventDeliveries;
  payers: Payers;
  payer_ids: PayerIds;
  payer_routes: PayerRoutes;
  route_payers: RoutePayers;
  claim_carriers: ClaimCarriers;
  client_certificates: ClientCertificates;
  eligibility_checks: EligibilityChecks;
  eligibility_check_errors: EligibilityCheckErrors;
  claims: Claims;
  claim_history: ClaimHistory;
  claim_files: ClaimFiles;
  claim_file_items: ClaimFileItems;
  claim_answers: ClaimAnswers;
  claim_reports: ClaimReports;
  unmatched_claim_answers: UnmatchedClaimAnswers;
  enrollments: Enrollments;
  providers: Providers;
  provider_enrollments: ProviderEnrollments;
  enrollment_transactions: EnrollmentTransactions;
  enrollment_history: EnrollmentHistory;
  enrollment_notes: EnrollmentNotes;
  enrollment_documents: EnrollmentDocuments;
  enrollment_tasks: EnrollmentTasks;
  eligibility_batches: EligibilityBatches;
  eligibility_batch_items: EligibilityBatchItems;
  core_submissions: CoreSubmissions;
  route_submissions: RouteSubmissions;
  route_submission_items: RouteSubmissionItems;
  core_results: CoreResults;
  s3_keys: S3Keys;
  uploads: Uploads;
  upload_parts: UploadParts;
  functions: Functions;
  invocations: Invocations;
  function_operations: FunctionOperations;
  orphans: Orphans;
  bucket_directories: { account_id: string; bucket: string; path: string; created_at: number };
}

/** Text that holds JSON. */
export type Json = string;
/** 0 or 1. */
export type Flag = number;

/** Tables of the operator: all accounts see the same rows. */
export type SharedTable = 'payers' | 'payer_ids' | 'payer_routes' | 'route_payers';

/** Tables whose rows belong to an account. */
export type AccountTable = Exclude<keyof Tables, 'settings' | 'accounts' | 'orphans' | SharedTable>;

export interface ApiKeys {
  account_id: string;
  id: string;
  name: string;
  mode: 'test' | 'live';
  /** SHA-256 of the key in hexadecimal digits; the key itself is nowhere. */
  hash: string;
  /** Names of scopes; NULL: all. */
  scopes: Json | null;
  /** Source networks; NULL: all. */
  cidrs: Json | null;
  /** From then on it is refused; NULL: never. */
  expires_at: number | null;
  /** To the minute; NULL: never. */
  last_used_at: number | null;
  created_at: number;
}

/** AES-256-GCM; what the ciphertext belongs to is its associated data. */
export interface Secrets {
  account_id: string;
  id: string;
  /** What it is for: `connection`, `sftp-user`, `destination` ... */
  purpose: string;
  owner_id: string;
  name: string;
  master_key_id: string;
  ciphertext: Uint8Array;
  created_at: number;
}

/** What a process may use of an account's limit; where several processes count together. */
export interface PoolShares {
  account_id: string;
  /** `rate claims`, `concurrency real-time`. */
  pool: string;
  process_id: string;
  /** As many as it could use, and as many as it may. */
  wanted: number;
  share: number;
  /** Another may have the share after this. */
  until: number;
}

export interface Idempotency {
  account_id: string;
  key: string;
  /** SHA-256 over method, path and raw body. */
  request_hash: string;
  owner: string;
  lease: number;
  lease_until: number;
  /** NULL while the first request is under way. */
  status: number | null;
  headers: Json | null;
  body: Uint8Array | null;
  /** Of the key the body is sealed with, under ENCRYPT_AT_REST. */
  master_key_id: string | null;
  created_at: number;
}

/** Append-only. `position` and the hashes are given by a job that chains what was written, in order. */
export interface Audit {
  account_id: string;
  id: string;
  at: number;
  key_id: string | null;
  address: string | null;
  request_id: string | null;
  action: string;
  object_kind: string;
  object_id: string;
  position: number | null;
  previous_hash: string | null;
  hash: string | null;
}

/** Up to where the chain of an account was archived and cut: position, time and hash of the last entry that went. */
export interface AuditMarks {
  account_id: string;
  position: number;
  at: number;
  hash: string;
  /** By the master key, over all of the above; hexadecimal digits. */
  mac: string;
}

export interface Jobs {
  account_id: string;
  id: string;
  kind: string;
  /** All that decides whether it can run: class, account, connection and kind, by `jobs/queue-name.ts`. */
  queue: string;
  /** Jobs of one lane run one at a time, in the order of `order_at`; NULL: whenever. */
  lane: string | null;
  /** `parked`: due, but behind another of its lane; whatever ends there makes the first of the lane `waiting` again. */
  state: 'waiting' | 'parked' | 'running' | 'failed';
  due_at: number;
  /** Order within a lane: when the work was acknowledged, then the id. */
  order_at: number;
  attempt: number;
  owner: string | null;
  /** Number of the lease, which grows each time the job is taken: who finishes it must still have the newest. */
  lease: number;
  lease_until: number | null;
  /** How often its process has died with it since one of its attempts came to an end. */
  takeovers: number;
  payload: Json;
  error: string | null;
  created_at: number;
  updated_at: number;
}

export interface Events {
  account_id: string;
  id: string;
  type: string;
  mode: 'test' | 'production';
  resource_kind: string;
  resource_id: string;
  detail: Json;
  /** How often it was asked for again, and when last: whoever sends events sends it again under its id. */
  resends: number;
  resent_at: number | null;
  /** `FAILED`: a destination has not got it; `DELIVERED`: each that asked for it has it, also where none did. */
  status: 'PENDING' | 'DELIVERED' | 'FAILED';
  /** Whose JSON goes along to those who ask for it. */
  artifact_id: string | null;
  /** How many functions stand before it, each of which has caused the next; NULL: none, as far as is known. */
  depth: number | null;
  created_at: number;
}

/** In the order of commit: `xid`, then `position`. On SQLite `xid` is 0. */
export interface Feed {
  position: Generated<number>;
  xid: Generated<number>;
  account_id: string;
  kind: 'transaction' | 'execution' | 'batch-item';
  ref_id: string;
  /** Whether rows of test keys may see it. */
  mode: 'test' | 'live';
  at: number;
}

/** Up to where entries of the feed were removed. */
export interface FeedMarks {
  account_id: string;
  kind: Feed['kind'];
  mode: Feed['mode'];
  xid: number;
  position: number;
}

/** Bytes that never change: up to 64 KB in `bytes`, larger ones in the object store under `object_name`. */
export interface Artifacts {
  account_id: string;
  id: string;
  model:
    | 'execution'
    | 'transaction'
    | 'fragment'
    | 'fault'
    | 'eligibility-check'
    | 'claim'
    | 'claim-answer'
    | 'enrollment-export'
    | 'enrollment-document'
    | 'core-submission'
    | 'batch-table';
  owner_id: string;
  /** Of a check: what was asked, the 270, what the payer sent, what was answered. Of a claim: what came in, its 837, what was answered. */
  usage: 'input' | 'output' | 'metadata' | 'attachment' | 'request' | 'question' | 'payer-answer' | 'response';
  type: string;
  name: string;
  size: number;
  sha256: string;
  bytes: Uint8Array | null;
  object_name: string | null;
  /** Bytes from the start of the object, where the artifact is a part of it; 0 otherwise. */
  object_offset: number;
  master_key_id: string | null;
  created_at: number;
  expires_at: number | null;
}

export interface Guides {
  account_id: string;
  /** ULID; shown as `DRFT_<ulid>` and `LIVE_<ulid>`. */
  id: string;
  name: string;
  /** What the definition is for: standard, release, transactionSet, version. */
  target: Json;
  /** Guide JSON Schema being worked on, or an overlay with `base`. */
  draft: Json | null;
  /** As last published. */
  live: Json | null;
  /** The guide that the published overlay came to; NULL: `live` is a guide itself. */
  resolved: Json | null;
  /** Id of a guide the definition is an overlay of; NULL: it stands alone. */
  base: string | null;
  /** Key of the node that fragments fill, of the draft and as last published. */
  draft_fragment_path: string | null;
  fragment_path: string | null;
  created_at: number;
  updated_at: number;
  published_at: number | null;
}

export interface Mappings {
  account_id: string;
  id: string;
  name: string;
  mode: 'test' | 'live';
  type: string;
  definition: Json;
  created_at: number;
  updated_at: number;
}

export interface Profiles {
  account_id: string;
  profile_id: string;
  profile_type: 'local' | 'partner';
  interchange_qualifier: string;
  interchange_id: string;
  application_identifiers: Json;
  created_at: number;
  updated_at: number;
}

export interface Partnerships {
  account_id: string;
  partnership_id: string;
  local_profile_id: string;
  partner_profile_id: string;
  usage_indicator: 'I' | 'P' | 'T';
  timezone: string;
  time_format: 'HHMM' | 'HHMMSS';
  /** Acknowledgments, processing, duplicates: what inbound needs. */
  ack_configuration: Json | null;
  processing_configuration: Json | null;
  /** Which answers to what is sent are waited for; NULL: none. */
  expected_acknowledgments: Json | null;
  created_at: number;
  updated_at: number;
}

export interface TransactionSettings {
  account_id: string;
  partnership_id: string;
  id: string;
  direction: 'inbound' | 'outbound';
  release: string;
  transaction_set: string;
  guide_id: string | null;
  local_application_id: string | null;
  partner_application_id: string | null;
  connection_id: string | null;
  subdirectory: string | null;
  filename: string | null;
  fragments: Json | null;
  created_at: number;
  updated_at: number;
}

export interface Connections {
  account_id: string;
  /** ULID. */
  id: string;
  partnership_id: string | null;
  /** One of `resources/connections/kinds/kinds.ts`. */
  kind: string;
  name: string;
  enabled: Flag;
  /** Test keys deliver over these only. */
  test: Flag;
  settings: Json;
  /** What its kind says that no two connections of the server both have; NULL: it has no such thing. */
  identity: string | null;
  /** Of `remote-ftp`: files older than this have been picked up. */
  last_poll_at: number | null;
  /** `<bucket>/<directory>/`: objects below it are files that came in over this connection; NULL: it has no such place. */
  inbound_place: string | null;
  /** Id of the job that looks for files at the partner's; others of its kind are out of date. */
  poll_job: string | null;
  /** Files of this time and before it are taken as picked up. */
  poll_after: number | null;
  /** Why the last look for files failed, or what it has left; NULL: nothing. */
  poll_trouble: string | null;
  created_at: number;
  updated_at: number;
}

/** One row a pair of interchange partners; the numbers are those given next. */
export interface ControlNumbers {
  account_id: string;
  /** ISA05, ISA06, ISA07, ISA08, and T or P where test counts apart. */
  pair: string;
  interchange_next: number;
  group_next: number;
  updated_at: number;
}

export interface Executions {
  account_id: string;
  id: string;
  direction: 'INBOUND' | 'OUTBOUND' | 'UNKNOWN';
  mode: 'test' | 'production' | 'other' | 'unknown';
  /** Mode of the key that made it: rows of test keys are apart. */
  key_mode: 'test' | 'live';
  status: string;
  file_type: string;
  transaction_count: number;
  fault_count: number;
  fault_code: string | null;
  fault_message: string | null;
  retryable: Flag;
  parent_id: string | null;
  child_id: string | null;
  partnership_id: string | null;
  /** Of an interchange that came in: whose somebody has said that it is, whatever its ids say. */
  assigned_partnership_id: string | null;
  connection_type: string | null;
  connection_id: string | null;
  directory: string;
  name: string;
  /** ISA13, GS06 and what else an acknowledgment is matched by. */
  interchange: Json | null;
  /** How many functions stand before it, each of which has caused the next; NULL: none, as far as is known. */
  depth: number | null;
  created_at: number;
  updated_at: number;
  expires_at: number | null;
}

export interface Transactions {
  account_id: string;
  id: string;
  execution_id: string;
  /** 0-based place in the file. */
  place: number;
  status: 'failed' | 'succeeded';
  direction: 'INBOUND' | 'OUTBOUND' | 'UNKNOWN';
  mode: 'test' | 'production' | 'other';
  key_mode: 'test' | 'live';
  partnership_id: string;
  sender_id: string;
  receiver_id: string;
  transaction_set: string;
  /** `x12` of the interface: metadata and setting. */
  x12: Json;
  business_identifiers: Json;
  /** How it was taken apart; NULL: it is whole. */
  fragments: Json | null;
  /** What came of it at the partner's, by all answers: `resources/tracking/acknowledgment.ts`. */
  acknowledgment: string;
  /** What 997s and 999s say of it, the worst of them, and what 277CAs say; NULL: nothing so far. */
  functional_answer: string | null;
  claim_answer: string | null;
  /** 0 until its file was delivered: such transactions are not listed. */
  listed: Flag;
  processed_at: number;
  created_at: number;
  expires_at: number | null;
}

export interface BusinessIdentifiers {
  account_id: string;
  transaction_id: string;
  element_id: string;
  value: string;
  created_at: number;
}

export interface Faults {
  account_id: string;
  id: string;
  execution_id: string;
  code: string;
  message: string;
  detail: Json;
  created_at: number;
}

export interface DeliveryReports {
  account_id: string;
  id: string;
  execution_id: string;
  partnership_id: string;
  connection_type: string;
  connection_id: string;
  attempt: number;
  filename: string;
  status: 'DELIVERED' | 'FAILED';
  message: string;
  metadata: Json | null;
  created_at: number;
}

export interface TransactionGroups {
  account_id: string;
  partnership_id: string;
  id: string;
  setting_id: string;
  key_mode: 'test' | 'live';
  /** The execution that took it; NULL: open. */
  execution_id: string | null;
  /** Raised by whatever changes what is staged in it, in the same commit. */
  version: number;
  /** Of all that is in it; what was staged to be uploaded counts a little, too. */
  characters: number;
  created_at: number;
}

export interface StagedTransactions {
  account_id: string;
  id: string;
  partnership_id: string;
  group_id: string;
  place: number;
  overrides: Json | null;
  /** NULL: not yet uploaded. */
  transaction: Json | null;
  created_at: number;
}

export interface FragmentGroups {
  account_id: string;
  id: string;
  /** Without a prefix. */
  guide_id: string;
  key_mode: 'test' | 'live';
  /** The execution that took it; NULL: open. */
  execution_id: string | null;
  /** Raised by whatever changes what is in it, in the same commit. */
  version: number;
  /** Of all that is in it; what was staged to be uploaded counts a little, too. */
  characters: number;
  created_at: number;
}

export interface Fragments {
  account_id: string;
  id: string;
  group_id: string;
  place: number;
  fragment: Json;
  created_at: number;
}
