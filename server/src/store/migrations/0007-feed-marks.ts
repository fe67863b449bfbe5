import type { Migration } from './migration.js';

/** Up to where the feed was purged. */
export const feedMarks: Migration = {
  version: 7,
  sql: `
create table feed_marks (
  account_id {text} not null, kind {text} not null, mode {text} not null, xid {int} not null, position {int} not null,
  primary key (account_id, kind, mode));
`,
};
