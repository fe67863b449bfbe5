import type { Migration } from './migration.js';

/**
 * Enrollments of providers with payers, as they are applied for here; `enrollments` keeps the marks of the operator, and its name, as the
 * release before reads it. What lists are sorted by is never
 * NULL, so that a page can begin behind any row: 0 and the empty text stand for what is not there.
 */
export const enrollments: Migration = {
  version: 18,
  sql: `
create table providers (
  account_id {text} not null references accounts (id), id {text} not null primary key, name {text} not null, npi {text} not null,
  tax_index {text} not null, search {text} not null, content {text} not null, created_at {int} not null, updated_at {int} not null,
  unique (account_id, npi, tax_index));
create table provider_enrollments (
  account_id {text} not null references accounts (id), id {text} not null primary key, payer_id {text} not null references payers (id),
  submitted_payer {text} not null, provider_id {text} not null references providers (id), provider_name {text} not null,
  provider_npi {text} not null, provider_tax_index {text} not null, search {text} not null, status {text} not null, source {text} not null,
  import_id {text}, email_index {text} not null, requested_date {text} not null, content {text} not null, reason {text},
  created_at {int} not null, updated_at {int} not null, status_updated_at {int} not null, submitted_at {int},
  last_era_at {int} not null);
create table enrollment_transactions (
  account_id {text} not null references accounts (id), enrollment_id {text} not null references provider_enrollments (id),
  transaction_type {text} not null, payer_id {text} not null, npi {text} not null, tax_index {text} not null, status {text} not null,
  primary key (enrollment_id, transaction_type));
create table enrollment_history (
  account_id {text} not null references accounts (id), enrollment_id {text} not null references provider_enrollments (id), place {int} not null,
  changed_at {int} not null, changed_by {text} not null, new_status {text} not null, previous_status {text},
  primary key (enrollment_id, place));
create table enrollment_notes (
  account_id {text} not null references accounts (id), id {text} not null primary key,
  enrollment_id {text} not null references provider_enrollments (id), content {text} not null, created_at {int} not null);
create table enrollment_documents (
  account_id {text} not null references accounts (id), id {text} not null primary key,
  enrollment_id {text} not null references provider_enrollments (id), task_id {text}, name {text} not null, status {text} not null,
  object_name {text}, content_type {text}, size {int}, upload_until {int} not null, created_at {int} not null,
  updated_at {int} not null, deleted_at {int});
create table enrollment_tasks (
  account_id {text} not null references accounts (id), id {text} not null primary key,
  enrollment_id {text} not null references provider_enrollments (id), rank {int} not null, kind {text} not null, responsible {text} not null,
  content {text} not null, document_id {text}, response {text}, completed_at {int}, created_at {int} not null,
  updated_at {int} not null);
`,
};
