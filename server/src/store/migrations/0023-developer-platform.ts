import type { Migration } from './migration.js';

/**
 * Rows of test keys beside those of live keys; key pairs of the S3 listener; uploads in parts; bytes that the sweep has
 * seen without a row. `described` says what is known of the bytes of
 * an object beyond their SHA-256, and of which bytes: the release before, which may still write, replaces bytes and leaves it as it is.
 */
export const developerPlatform: Migration = {
  version: 23,
  sql: `
alter table buckets add column mode {text} not null default 'live';
alter table bucket_objects add column described {text};
alter table sftp_users add column mode {text} not null default 'live';
alter table sftp_users add column last_connected_at {int};
alter table mappings add column mode {text} not null default 'live';
create table s3_keys (
  account_id {text} not null references accounts (id), id {text} not null primary key, name {text} not null, mode {text} not null,
  access {text} not null, buckets {text}, created_at {int} not null, expires_at {int}, last_used_at {int});
create index s3_keys_of on s3_keys (account_id, created_at, id);
create table uploads (
  account_id {text} not null references accounts (id), id {text} not null primary key, bucket {text} not null, key {text} not null,
  content_type {text} not null, headers {text}, created_by {text} not null, created_at {int} not null,
  updated_at {int} not null);
create index uploads_of_bucket on uploads (bucket, key, id);
create index uploads_by_age on uploads (updated_at);
create table upload_parts (
  account_id {text} not null references accounts (id), upload_id {text} not null references uploads (id), number {int} not null,
  object_name {text} not null, size {int} not null, md5 {text} not null, sha256 {text} not null, checksum {text}, created_at {int} not null,
  primary key (upload_id, number));
create index upload_parts_by_name on upload_parts (object_name);
create table orphans (object_name {text} not null primary key, seen_at {int} not null);
`,
};
