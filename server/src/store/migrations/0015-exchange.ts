import type { Migration } from './migration.js';

/** Buckets as trees of files, and where in them files of partners come in; which job looks after a connection. */
export const exchange: Migration = {
  version: 15,
  sql: `
create table bucket_directories (
  account_id {text} not null, bucket {text} not null references buckets (name), path {text} not null, created_at {int} not null,
  primary key (bucket, path));
alter table bucket_objects add column modified_at {int};
alter table connections add column inbound_place {text};
alter table connections add column poll_job {text};
alter table connections add column poll_after {int};
alter table connections add column poll_trouble {text};
`,
};
