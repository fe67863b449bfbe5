import type { Migration } from './migration.js';

/**
 * Queues of jobs. What the release before has written, or writes beside this one, is taken as a local delivery; a delivery that goes to
 * another machine is moved when it is taken.
 */
export const jobQueues: Migration = {
  version: 8,
  sql: `
alter table jobs add column queue {text} not null default 'local-delivery///deliver';
alter table jobs add column takeovers {int} not null default 0;
update jobs set queue = 'local-delivery/' || account_id || '//' || kind;
`,
};
