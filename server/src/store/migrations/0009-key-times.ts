import type { Migration } from './migration.js';

/** Keys that are replaced end by themselves, and show when they were used last. */
export const keyTimes: Migration = {
  version: 9,
  sql: `
alter table api_keys add column expires_at {int};
alter table api_keys add column last_used_at {int};
`,
};
