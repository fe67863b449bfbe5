import type { Migration } from './migration.js';

/**
 * Results of files of 270s, in parts that partners pick up and acknowledge. What an earlier release has begun has none of its own: until its
 * batch is over, and after that for good, it is told that the batch is polled.
 */
export const coreResults: Migration = {
  version: 22,
  sql: `
create table core_results (
  account_id {text} not null references accounts (id), submission_id {text} not null, part {int} not null, artifact_id {text} not null,
  interchange_number {int} not null, group_number {int} not null, set_count {int} not null, created_at {int} not null,
  acknowledged_at {int}, acknowledgment {text}, acknowledgment_id {text}, primary key (submission_id, part));
alter table core_submissions add column results_state {text};
update core_submissions set results_state = 'FAILED' where batch_id is not null;
`,
};
