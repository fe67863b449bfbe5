import type { Migration } from './migration.js';

/**
 * Which bytes an object has replaced, kept in its row by the statement that replaces, and whose room the bytes take that wait for the sweep.
 * What the release before replaces, which may still write, is seen by the sweep alone and takes nobody's room.
 */
export const replacedBytes: Migration = {
  version: 24,
  sql: `
alter table bucket_objects add column replaced_name {text};
alter table bucket_objects add column replaced_size {int};
alter table orphans add column account_id {text};
alter table orphans add column size {int};
`,
};
