import type { Migration } from './migration.js';

/** Buckets as trees of files, and where in them files of partners come in; which job looks after a connection. */
export const exchange: Migration = {
  version: 15,
  sql: `
create table bucket_directories (
  account_id {text} not null, bucket {text} not null references buckets (name), path {text} not null, created_at {int} not null,
  primary key (bucket, path));
insert into bucket_directories (account_id, bucket, path, created_at)
  select account_id, bucket, trim(home_directory, '/'), min(created_at) from sftp_users where trim(home_directory, '/') <> '' and bucket in (select name from buckets)
  group by account_id, bucket, trim(home_directory, '/') on conflict do nothing;
alter table bucket_objects add column modified_at {int};
alter table connections add column inbound_place {text};
alter table connections add column poll_job {text};
alter table connections add column poll_after {int};
alter table connections add column poll_trouble {text};
`,
};
