import type { Migration } from './migration.js';

/** Up to where the audit was archived and cut. */
export const auditMarks: Migration = {
  version: 10,
  sql: `
create table audit_marks (
  account_id {text} not null primary key, position {int} not null, at {int} not null, hash {text} not null, mac {text} not null);
`,
};
