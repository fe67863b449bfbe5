import type { Migration } from './migration.js';

/** Accounts, gateway, jobs, objects, partners, outbound. Tables written with every request have no foreign keys: accounts are never removed. */
export const foundation: Migration = {
  version: 1,
  sql: `
create table accounts (id {text} primary key, name {text} not null, limits {text} not null, created_at {int} not null);
create table api_keys (
  account_id {text} not null references accounts (id), id {text} not null, name {text} not null, mode {text} not null,
  hash {text} not null unique, scopes {text}, cidrs {text}, created_at {int} not null,
  primary key (account_id, id));
create table secrets (
  account_id {text} not null references accounts (id), id {text} not null, purpose {text} not null, owner_id {text} not null,
  name {text} not null, master_key_id {text} not null, ciphertext {bytes} not null, created_at {int} not null,
  primary key (account_id, id), unique (account_id, purpose, owner_id, name));
create table idempotency (
  account_id {text} not null, key {text} not null, request_hash {text} not null, owner {text} not null,
  lease {int} not null, lease_until {int} not null, status {int}, headers {text}, body {bytes},
  master_key_id {text}, created_at {int} not null,
  primary key (account_id, key));
create index idempotency_by_age on idempotency (created_at);
create table audit (
  account_id {text} not null, id {text} not null, at {int} not null, key_id {text}, address {text},
  request_id {text}, action {text} not null, object_kind {text} not null, object_id {text} not null,
  position {int}, previous_hash {text}, hash {text},
  primary key (account_id, id), unique (account_id, position));
create index audit_unchained on audit (account_id, at, id) where position is null;
create table jobs (
  account_id {text} not null, id {text} not null primary key, kind {text} not null, lane {text},
  state {text} not null, due_at {int} not null, order_at {int} not null, attempt {int} not null, owner {text},
  lease {int} not null, lease_until {int}, payload {text} not null, error {text}, created_at {int} not null,
  updated_at {int} not null);
create index jobs_due on jobs (due_at, id) where state = 'waiting';
create index jobs_leased on jobs (lease_until) where state = 'running';
create unique index jobs_running_in_lane on jobs (lane) where state = 'running' and lane is not null;
create index jobs_in_lane on jobs (lane, order_at, id) where lane is not null and state <> 'failed';
create table journal (
  account_id {text} not null, kind {text} not null, id {text} not null, state {text} not null,
  facts {text} not null, at {text} not null,
  primary key (account_id, kind, id));
create table events (
  account_id {text} not null, id {text} not null, type {text} not null, mode {text} not null,
  resource_kind {text} not null, resource_id {text} not null, detail {text} not null, created_at {int} not null,
  primary key (account_id, id));
create index events_by_age on events (account_id, created_at, id);
create table feed (
  position {serial}, xid {int} not null default 0, account_id {text} not null, kind {text} not null,
  ref_id {text} not null, mode {text} not null, at {int} not null);
create index feed_by_account on feed (account_id, kind, xid, position);
create table artifacts (
  account_id {text} not null, id {text} not null, model {text} not null, owner_id {text} not null,
  usage {text} not null, type {text} not null, name {text} not null, size {int} not null, sha256 {text} not null, bytes {bytes},
  object_name {text}, object_offset {int} not null, master_key_id {text}, created_at {int} not null, expires_at {int},
  primary key (account_id, id));
create index artifacts_of on artifacts (account_id, owner_id);
create index artifacts_expiring on artifacts (expires_at) where expires_at is not null;
create index artifacts_by_object on artifacts (object_name) where object_name is not null;
create table buckets (
  account_id {text} not null references accounts (id), name {text} not null primary key, notifications {text},
  created_at {int} not null, updated_at {int} not null);
create index buckets_of on buckets (account_id, created_at, name);
create table bucket_objects (
  account_id {text} not null, bucket {text} not null references buckets (name), key {text} not null,
  size {int} not null, sha256 {text} not null, content_type {text} not null, execution_id {text}, created_at {int} not null,
  updated_at {int} not null,
  primary key (bucket, key));
create table sftp_users (
  account_id {text} not null references accounts (id), username {text} not null primary key, description {text} not null,
  bucket {text} not null, home_directory {text} not null, password_hash {text}, public_keys {text} not null,
  created_at {int} not null, updated_at {int} not null);
create index sftp_users_of on sftp_users (account_id, created_at, username);
create table guides (
  account_id {text} not null references accounts (id), id {text} not null, name {text} not null, target {text} not null,
  draft {text}, live {text}, resolved {text}, base {text}, draft_fragment_path {text}, fragment_path {text},
  created_at {int} not null, updated_at {int} not null, published_at {int},
  primary key (account_id, id));
create table mappings (
  account_id {text} not null references accounts (id), id {text} not null, name {text} not null, type {text} not null,
  definition {text} not null, created_at {int} not null, updated_at {int} not null,
  primary key (account_id, id), unique (account_id, name));
create table profiles (
  account_id {text} not null references accounts (id), profile_id {text} not null, profile_type {text} not null,
  interchange_qualifier {text} not null, interchange_id {text} not null, application_identifiers {text} not null,
  created_at {int} not null, updated_at {int} not null,
  primary key (account_id, profile_id), unique (account_id, interchange_qualifier, interchange_id));
create table partnerships (
  account_id {text} not null references accounts (id), partnership_id {text} not null, local_profile_id {text} not null,
  partner_profile_id {text} not null, usage_indicator {text} not null, timezone {text} not null, time_format {text} not null,
  ack_configuration {text}, processing_configuration {text}, created_at {int} not null, updated_at {int} not null,
  primary key (account_id, partnership_id), unique (account_id, local_profile_id, partner_profile_id),
  foreign key (account_id, local_profile_id) references profiles (account_id, profile_id),
  foreign key (account_id, partner_profile_id) references profiles (account_id, profile_id));
create table connections (
  account_id {text} not null references accounts (id), id {text} not null, partnership_id {text}, kind {text} not null,
  name {text} not null, enabled {int} not null, test {int} not null, settings {text} not null, last_poll_at {int},
  created_at {int} not null, updated_at {int} not null,
  primary key (account_id, id));
create index connections_of on connections (account_id, partnership_id);
create table transaction_settings (
  account_id {text} not null references accounts (id), partnership_id {text} not null, id {text} not null,
  direction {text} not null, release {text} not null, transaction_set {text} not null, guide_id {text},
  local_application_id {text}, partner_application_id {text}, connection_id {text}, subdirectory {text}, filename {text},
  fragments {text}, created_at {int} not null, updated_at {int} not null,
  primary key (account_id, partnership_id, id),
  foreign key (account_id, partnership_id) references partnerships (account_id, partnership_id));
create table control_numbers (
  account_id {text} not null, pair {text} not null, interchange_next {int} not null,
  group_next {int} not null, updated_at {int} not null,
  primary key (account_id, pair));
create table executions (
  account_id {text} not null, id {text} not null primary key, direction {text} not null,
  mode {text} not null, key_mode {text} not null, status {text} not null, file_type {text} not null,
  transaction_count {int} not null, fault_count {int} not null, fault_code {text}, fault_message {text},
  retryable {int} not null, parent_id {text}, child_id {text}, partnership_id {text}, connection_type {text},
  connection_id {text}, directory {text} not null, name {text} not null, interchange {text}, created_at {int} not null,
  updated_at {int} not null, expires_at {int});
create index executions_by_age on executions (account_id, created_at, id);
create index executions_expiring on executions (expires_at) where expires_at is not null;
create table transactions (
  account_id {text} not null, id {text} not null primary key, execution_id {text} not null,
  place {int} not null, status {text} not null, direction {text} not null, mode {text} not null, key_mode {text} not null,
  partnership_id {text} not null, sender_id {text} not null, receiver_id {text} not null, transaction_set {text} not null,
  x12 {text} not null, business_identifiers {text} not null, acknowledgment {text} not null, listed {int} not null,
  processed_at {int} not null, created_at {int} not null, expires_at {int});
create index transactions_by_age on transactions (account_id, created_at, id);
create index transactions_of on transactions (execution_id, place);
create table business_identifiers (
  account_id {text} not null, transaction_id {text} not null, element_id {text} not null,
  value {text} not null, created_at {int} not null);
create index business_identifiers_of on business_identifiers (transaction_id);
create index business_identifiers_by_value on business_identifiers (account_id, value, created_at);
create table faults (
  account_id {text} not null, id {text} not null primary key, execution_id {text} not null,
  code {text} not null, message {text} not null, detail {text} not null, created_at {int} not null);
create index faults_of on faults (execution_id, created_at, id);
create table delivery_reports (
  account_id {text} not null, id {text} not null primary key, execution_id {text} not null,
  partnership_id {text} not null, connection_type {text} not null, connection_id {text} not null, attempt {int} not null,
  filename {text} not null, status {text} not null, message {text} not null, metadata {text}, created_at {int} not null);
create index delivery_reports_of on delivery_reports (execution_id, created_at, id);
create table transaction_groups (
  account_id {text} not null, partnership_id {text} not null, id {text} not null,
  setting_id {text} not null, key_mode {text} not null, execution_id {text}, created_at {int} not null,
  primary key (account_id, partnership_id, id));
create table staged_transactions (
  account_id {text} not null, id {text} not null primary key, partnership_id {text} not null,
  group_id {text} not null, place {int} not null, overrides {text}, "transaction" {text}, created_at {int} not null);
create index staged_transactions_of on staged_transactions (account_id, partnership_id, group_id, place);
create table fragment_groups (
  account_id {text} not null, id {text} not null, guide_id {text} not null, key_mode {text} not null,
  execution_id {text}, created_at {int} not null,
  primary key (account_id, id));
create table fragments (
  account_id {text} not null, id {text} not null primary key, group_id {text} not null,
  place {int} not null, fragment {text} not null, created_at {int} not null);
create index fragments_of on fragments (account_id, group_id, place);
`,
};
