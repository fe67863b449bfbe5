import type { Migration } from './migration.js';

/** Payers and the routes to them, which all accounts share, the checks that go over those, and certificates by which partners are known. */
export const clearinghouse: Migration = {
  version: 16,
  sql: `
create table payers (
  id {text} not null primary key, display_name {text} not null, primary_payer_id {text} not null, details {text} not null,
  transaction_support {text} not null, enrollment_policy {text} not null, us_only {int} not null,
  created_at {int} not null, updated_at {int} not null);
create table payer_ids (
  text {text} not null, kind {text} not null, payer_id {text} not null references payers (id), primary key (text, kind, payer_id));
create unique index payer_ids_primary on payer_ids (text) where kind = 'primary';
create table payer_routes (
  id {text} not null primary key, name {text} not null unique, kind {text} not null, settings {text} not null, enabled {int} not null,
  position {int} not null, created_at {int} not null, updated_at {int} not null);
create table route_payers (
  route_id {text} not null references payer_routes (id), payer_id {text} not null references payers (id), id_on_route {text},
  name_on_route {text}, transactions {text} not null, dependents {int} not null, primary key (route_id, payer_id));
create table client_certificates (
  account_id {text} not null references accounts (id), fingerprint {text} not null primary key, key_id {text} not null,
  subject {text} not null, not_before {int} not null, not_after {int} not null, created_at {int} not null,
  foreign key (account_id, key_id) references api_keys (account_id, id));
create table enrollments (
  account_id {text} not null references accounts (id), id {text} not null primary key, payer_id {text} not null references payers (id),
  transaction_type {text} not null, npi {text} not null, tax_index {text} not null, status {text} not null, source {text} not null,
  created_at {int} not null, updated_at {int} not null,
  unique (account_id, payer_id, transaction_type, npi, tax_index));
create table eligibility_checks (
  account_id {text} not null references accounts (id), id {text} not null primary key, mode {text} not null, status {text} not null,
  source {text} not null, payer_id {text} not null, route_id {text}, patient_index {text}, trace_id {text} not null,
  error_codes {text} not null, failure {text}, owner {text} not null, owned_until {int} not null,
  created_at {int} not null, sent_at {int}, answered_at {int}, expires_at {int});
create table eligibility_check_errors (
  account_id {text} not null references accounts (id), check_id {text} not null references eligibility_checks (id), code {text} not null,
  created_at {int} not null, primary key (check_id, code));
`,
};
