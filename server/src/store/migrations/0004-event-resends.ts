import type { Migration } from './migration.js';

/** An event that is sent again stays the same event. */
export const eventResends: Migration = {
  version: 4,
  sql: `
alter table events add column resends {int} not null default 0;
alter table events add column resent_at {int};
`,
};
